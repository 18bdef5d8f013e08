// Shows two texts side by side and marks words that are in only one of them; words are defined as in reports.
"use strict";
const difference = (() => {
  const UNSPACED = "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3021-\\u3029\\u3038-\\u303b\\u3041-\\u312f\\u31a0-\\u31bf\\u31f0-\\u31ff\\uff66-\\uff9f\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
  const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}_])+`, "gu");
  const { element } = maintext;

  const read = text => {
    const lines = text.split("\n"), words = [], spans = [];
    lines.forEach((line, at) => {
      for (const match of line.matchAll(WORD)) {
        words.push(match[0].toLowerCase());
        spans.push([at, match.index, match.index + match[0].length]);
      }
    });
    return { lines, words, spans };
  };

  const marked = (side, partner, className) => {
    const text = element("div", "text"), marks = side.lines.map(() => []);
    side.spans.forEach(([line, start, end], at) => {
      if (partner[at]) return;
      const last = marks[line][marks[line].length - 1];
      if (last && at && !partner[at - 1]) last[1] = end; else marks[line].push([start, end]);
    });
    side.lines.forEach((line, at) => {
      if (!line) return;
      const paragraph = element("p");
      paragraph.dir = "auto";
      let done = 0;
      for (const [start, end] of marks[at]) {
        paragraph.append(line.slice(done, start), element("mark", className, line.slice(start, end)));
        done = end;
      }
      paragraph.append(line.slice(done));
      text.append(paragraph);
    });
    return text;
  };

  const side = (title, content, note) => {
    const made = element("section", "side");
    made.append(element("h3", "", title), element("p", "note", note), content);
    return made;
  };

  // Both texts as elements, and for each the number of words that only it has.
  return (first, second) => {
    const left = read(first.text), right = read(second.text);
    const [inLeft, inRight] = align(left.words, right.words);
    const alone = list => list.reduce((sum, each) => sum + !each, 0);
    const both = element("div", "sides");
    const note = one => `${one.words.toLocaleString("en")} words, ${one.milliseconds.toFixed(1)} ms`;
    both.append(side(first.extractor, marked(left, inLeft, "missed"), note(first)), side(second.extractor, marked(right, inRight, "extra"), note(second)));
    return { both, left: alone(inLeft), right: alone(inRight) };
  };
})();
