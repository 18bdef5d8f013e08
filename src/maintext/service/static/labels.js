// Labels of blocks and parts of blocks, and their marks in the frame. Offsets are counted in characters of the block's
// text. The text in the frame differs from it in white space only, so positions are matched by counting characters
// that are not white space.
"use strict";
const labels = (() => {
  const NAMES = ["headline", "full-text", "supplemental", "comments", "related"];
  const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/u; // white space as Python defines it
  const SPACES = new RegExp(SPACE.source, "gu");
  const solid = text => text.replace(SPACES, "").length;

  // The offset after the first `count` characters that are not white space.
  const placeOf = (text, count) => {
    let seen = 0;
    for (let at = 0; at < text.length; at++) {
      if (seen === count) return at;
      if (!SPACE.test(text[at])) seen++;
    }
    return text.length;
  };

  // One label per character; "" if there is none.
  const spread = (own, size) => {
    const signs = new Array(size).fill("");
    for (const each of own) signs.fill(each.label, each.start ?? 0, each.end ?? size);
    return signs;
  };

  const gather = (block, signs) => {
    const found = [];
    for (let at = 0; at < signs.length;) {
      let end = at;
      while (end < signs.length && signs[end] === signs[at]) end++;
      if (signs[at]) found.push(at === 0 && end === signs.length ? { block, label: signs[at] } : { block, label: signs[at], start: at, end });
      at = end;
    }
    return found;
  };

  // The labels with one more on a block or a part of it; an empty label removes others.
  const put = (all, block, label, text, start = 0, end = text.length) => {
    const signs = spread(all.filter(each => each.block === block), text.length);
    signs.fill(label, start, end);
    return [...all.filter(each => each.block !== block), ...gather(block, signs)].sort((one, two) => one.block - two.block || (one.start ?? 0) - (two.start ?? 0));
  };

  // Show a block's labels in the frame.
  const paint = (inner, block, own, text) => {
    const signs = spread(own, text.length), solids = [];
    for (let at = 0; at < text.length; at++) if (!SPACE.test(text[at])) solids.push(signs[at]);
    let count = 0;
    for (const span of frames.spans(inner, block)) {
      const raw = span.textContent, pieces = [["", ""]];
      let space = "";
      for (const sign of raw) {
        if (SPACE.test(sign)) { space += sign; continue; }
        const label = solids[count] || "", last = pieces[pieces.length - 1];
        count += sign.length;
        if (last[0] === label) last[1] += space + sign; else pieces.push(["", space], [label, sign]);
        space = "";
      }
      pieces.push(["", space]);
      span.replaceChildren(...pieces.filter(piece => piece[1]).map(([label, piece]) => {
        if (!label) return inner.createTextNode(piece);
        const mark = inner.createElement("i");
        mark.dataset.l = label;
        mark.textContent = piece;
        return mark;
      }));
    }
  };

  // The selection in the frame: for each block, its index and the offsets of the selected part.
  const selected = (inner, blocks) => {
    const selection = inner.getSelection(), found = new Map();
    if (!selection || selection.isCollapsed || !selection.rangeCount) return [];
    const range = selection.getRangeAt(0), before = new Map();
    for (const span of inner.querySelectorAll("span[data-b]")) {
      const block = Number(span.dataset.b), raw = span.textContent, start = before.get(block) || 0;
      before.set(block, start + solid(raw));
      if (!range.intersectsNode(span)) continue;
      const part = inner.createRange();
      part.selectNodeContents(span);
      const lead = inner.createRange();
      lead.selectNodeContents(span);
      if (part.compareBoundaryPoints(Range.START_TO_START, range) < 0) {
        lead.setEnd(range.startContainer, range.startOffset);
        part.setStart(range.startContainer, range.startOffset);
      } else lead.collapse(true);
      if (part.compareBoundaryPoints(Range.END_TO_END, range) > 0) part.setEnd(range.endContainer, range.endOffset);
      const from = start + solid(lead.toString()), to = from + solid(part.toString());
      if (to === from) continue;
      const known = found.get(block);
      found.set(block, known ? [Math.min(known[0], from), Math.max(known[1], to)] : [from, to]);
    }
    return [...found].map(([block, [from, to]]) => {
      const text = blocks[block].text, start = placeOf(text, from), end = placeOf(text, to);
      return { block, start: solid(text.slice(0, start)) === 0 ? 0 : start + (SPACE.test(text[start] || "") ? 1 : 0), end };
    });
  };

  // Converts offsets in characters, as the service counts them, to UTF-16 code units.
  const counted = (text, each) => each.start === undefined ? each : { ...each, start: [...text.slice(0, each.start)].length, end: [...text.slice(0, each.end)].length };
  const placed = (text, { block, label, start, end }) => start === null || start === undefined ? { block, label }
    : { block, label, start: [...text].slice(0, start).join("").length, end: [...text].slice(0, end).join("").length };

  return { NAMES, put, paint, selected, counted, placed };
})();
