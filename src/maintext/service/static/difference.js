// Shows two texts as one: what both have, and marked, what only one of them has. Words are defined as in reports.
"use strict";
const difference = (() => {
  const UNSPACED = "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3021-\\u3029\\u3038-\\u303b\\u3041-\\u312f\\u31a0-\\u31bf\\u31f0-\\u31ff\\uff66-\\uff9f\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
  const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}_])+`, "gu");
  const SHOWN = 1, LEAST = 4; // unchanged paragraphs shown beside a difference, and those that are worth folding
  const { element } = maintext;

  // For each word: the word, the text up to the next one, and its line.
  const read = text => {
    const words = [], pieces = [], lines = [];
    text.split("\n").forEach((line, at) => {
      const found = [...line.matchAll(WORD)];
      found.forEach((match, number) => {
        words.push(match[0].toLowerCase());
        pieces.push(line.slice(number ? match.index : 0, number + 1 < found.length ? found[number + 1].index : line.length));
        lines.push(at);
      });
    });
    return { words, pieces, lines };
  };

  // For each line of the second text, the line of the first with which it shares most words.
  const partners = (left, right, inLeft, inRight) => {
    const votes = new Map();
    let at = 0;
    right.lines.forEach((line, index) => {
      if (!inRight[index]) return;
      while (!inLeft[at]) at++;
      if (!votes.has(line)) votes.set(line, new Map());
      const own = votes.get(line), other = left.lines[at++];
      own.set(other, (own.get(other) || 0) + 1);
    });
    return new Map([...votes].map(([line, own]) => [line, [...own].reduce((best, each) => each[1] > best[1] ? each : best)[0]]));
  };

  // Paragraphs of runs: [kind, text], where the kind is "both", "missed" (first only) or "extra" (second only).
  const merge = (left, right) => {
    const [inLeft, inRight] = align(left.words, right.words), partner = partners(left, right, inLeft, inRight);
    const paragraphs = [], counts = { both: 0, missed: 0, extra: 0 };
    const add = (key, kind, text) => {
      let last = paragraphs[paragraphs.length - 1];
      if (!last || last.key !== key) paragraphs.push(last = { key, runs: [] });
      const run = last.runs[last.runs.length - 1];
      run && run[0] === kind ? run[1] += text : last.runs.push([kind, text]);
      counts[kind]++;
    };
    const keyOf = j => partner.has(right.lines[j]) ? `1:${partner.get(right.lines[j])}` : `2:${right.lines[j]}`;
    for (let i = 0, j = 0; i < left.words.length || j < right.words.length;) {
      const onlyLeft = i < left.words.length && !inLeft[i], onlyRight = j < right.words.length && !inRight[j];
      const last = paragraphs.length ? paragraphs[paragraphs.length - 1].key : "", ends = last !== `1:${left.lines[i]}`;
      if (onlyLeft && !(onlyRight && ends && last === keyOf(j))) { add(`1:${left.lines[i]}`, "missed", left.pieces[i]); i++; }
      else if (onlyRight) { add(keyOf(j), "extra", right.pieces[j]); j++; }
      else { add(`1:${left.lines[i]}`, "both", left.pieces[i]); i++; j++; }
    }
    return { paragraphs, counts };
  };

  const kindOf = ({ runs }) => runs.every(run => run[0] === runs[0][0]) ? runs[0][0] : "mixed";

  const paragraph = ({ runs }, kind) => {
    const made = element("p");
    made.dir = "auto";
    for (const [which, text] of runs) {
      const [, words, space] = /^([^]*?)(\s*)$/.exec(text);
      if (which !== "both" && made.textContent && !/\s$/.test(made.textContent)) made.append(" ");
      made.append(kind !== "mixed" || which === "both" ? words : element("mark", `change ${which}`, words), space);
    }
    return made;
  };

  const fold = made => {
    if (made.length < LEAST + 2 * SHOWN) return made;
    const details = element("details"), inside = made.slice(SHOWN, made.length - SHOWN);
    details.append(element("summary", "", `${inside.length} paragraphs in both`), ...inside);
    return [...made.slice(0, SHOWN), details, ...made.slice(made.length - SHOWN)];
  };

  // The merged text as an element, with the class "change" on each difference, and the counts of words.
  return (first, second, names) => {
    const { paragraphs, counts } = merge(read(first), read(second)), node = element("div", "differences");
    for (let at = 0; at < paragraphs.length;) {
      const kind = kindOf(paragraphs[at]), made = [];
      while (at < paragraphs.length && kindOf(paragraphs[at]) === kind) made.push(paragraph(paragraphs[at++], kind));
      if (kind === "both") node.append(...fold(made));
      else if (kind === "mixed") node.append(...made);
      else {
        const box = element("section", `only change ${kind}`);
        box.append(element("h3", "", `Only ${names[kind]}`), ...made);
        node.append(box);
      }
    }
    return { node, counts };
  };
})();
