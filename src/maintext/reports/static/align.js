// In-order alignment of two lists of words in nearly linear time: the same method as maintext.page.word_alignment.
"use strict";
const align = (() => {
  const GRAMS = [8, 4, 2, 1];
  const EXACT = 40000;

  const unique = (words, from, to, size) => {
    const seen = new Map();
    for (let at = from; at + size <= to; at++) {
      const gram = size === 1 ? String(words[at]) : words.slice(at, at + size).join(",");
      seen.set(gram, seen.has(gram) ? -1 : at);
    }
    return seen;
  };

  const rising = pairs => {
    const tails = [], tailAt = [], before = [];
    pairs.forEach(([, j], index) => {
      let low = 0, high = tails.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (tails[middle] < j) low = middle + 1; else high = middle;
      }
      before.push(low ? tailAt[low - 1] : -1);
      tails[low] = j;
      tailAt[low] = index;
    });
    const chain = [];
    for (let index = tailAt.length ? tailAt[tailAt.length - 1] : -1; index >= 0; index = before[index]) chain.push(pairs[index]);
    return chain.reverse();
  };

  const anchors = (a, b, a0, a1, b0, b1, size) => {
    const inA = unique(a, a0, a1, size), inB = unique(b, b0, b1, size);
    const pairs = [];
    for (const [gram, i] of inA) {
      const j = inB.get(gram);
      if (i >= 0 && j !== undefined && j >= 0) pairs.push([i, j]);
    }
    return rising(pairs.sort((one, two) => one[0] - two[0]));
  };

  const exact = (a, b, a0, a1, b0, b1, found) => {
    const n = a1 - a0, m = b1 - b0;
    if (n * m > EXACT) return greedy(a, b, a0, a1, b0, b1, found);
    const width = m + 1, lengths = new Uint16Array((n + 1) * width);
    for (let i = n - 1; i >= 0; i--) for (let j = m - 1; j >= 0; j--) {
      lengths[i * width + j] = a[a0 + i] === b[b0 + j] ? lengths[(i + 1) * width + j + 1] + 1
        : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
    for (let i = 0, j = 0; i < n && j < m;) {
      if (a[a0 + i] === b[b0 + j]) found.push([a0 + i++, b0 + j++, 1]);
      else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) i++; else j++;
    }
  };

  const greedy = (a, b, a0, a1, b0, b1, found) => {
    const places = new Map();
    for (let j = b0; j < b1; j++) places.has(b[j]) ? places.get(b[j]).push(j) : places.set(b[j], [j]);
    const reach = Math.max(20, Math.floor(2 * (b1 - b0) / Math.max(1, a1 - a0)));
    let at = b0;
    for (let i = a0; i < a1; i++) {
      const next = (places.get(a[i]) || []).find(j => j >= at);
      if (next !== undefined && next < at + reach) { found.push([i, next, 1]); at = next + 1; }
    }
  };

  // Which words of each side have a partner on the other.
  return (first, second) => {
    const numbers = new Map();
    const number = word => { if (!numbers.has(word)) numbers.set(word, numbers.size); return numbers.get(word); };
    const a = first.map(number), b = second.map(number);
    const found = [];
    const work = [[0, a.length, 0, b.length, 0]];
    while (work.length) {
      let [a0, a1, b0, b1, level] = work.pop();
      while (a0 < a1 && b0 > 0 && b0 < b1 && a[a0] === b[b0]) found.push([a0++, b0++, 1]);
      while (a0 < a1 && b0 < b1 && b1 < b.length && a[a1 - 1] === b[b1 - 1]) found.push([--a1, --b1, 1]);
      if (a0 === a1 || b0 === b1) continue;
      if (level === GRAMS.length) { exact(a, b, a0, a1, b0, b1, found); continue; }
      let atA = a0, atB = b0;
      for (const [i, j] of anchors(a, b, a0, a1, b0, b1, GRAMS[level])) {
        work.push([atA, i, atB, j, level + 1]);
        atA = i;
        atB = j;
      }
      work.push([atA, a1, atB, b1, level + 1]);
    }
    const inFirst = new Uint8Array(a.length), inSecond = new Uint8Array(b.length);
    for (const [i, j] of found) { inFirst[i] = 1; inSecond[j] = 1; }
    return [inFirst, inSecond];
  };
})();
