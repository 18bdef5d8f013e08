// An extractor's picture as SVG: values along the page, the limit, and what was chosen.
"use strict";
const draw = (() => {
  const WIDTH = 960, HEIGHT = 380, LEFT = 76, RIGHT = 16, TOP = 40, BOTTOM = 52;
  const make = (name, attributes, parent) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (parent) parent.append(made);
    return made;
  };
  const steps = (low, high) => {
    const rough = (high - low) / 5 || 1, power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map(each => each * power).find(each => each >= rough);
    const found = [];
    for (let at = Math.ceil(low / step) * step; at <= high + step / 1e6; at += step) found.push(Number(at.toPrecision(12)));
    return found;
  };

  return picture => {
    const svg = make("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "plot", role: "img" });
    make("title", {}, svg).textContent = picture.title;
    const all = [0, ...picture.values, ...(picture.curve || []), ...(picture.limit === null ? [] : [picture.limit])];
    const low = all.reduce((a, b) => Math.min(a, b)), high = all.reduce((a, b) => Math.max(a, b)) || 1;
    const end = picture.values.length * picture.step || 1;
    const x = at => LEFT + (WIDTH - LEFT - RIGHT) * at / end;
    const y = value => HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (value - low) / (high - low || 1);
    for (const [first, last] of picture.chosen) {
      make("rect", { class: "chosen", x: x(first), y: TOP, width: Math.max(1, x(last) - x(first)), height: HEIGHT - TOP - BOTTOM }, svg);
    }
    const path = values => values.map((value, at) => `${at ? "L" : "M"}${x((at + .5) * picture.step).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    if (picture.kind === "bars") {
      const d = picture.values.map((value, at) => `M${x((at + .5) * picture.step).toFixed(1)} ${y(0).toFixed(1)}V${y(value).toFixed(1)}`).join("");
      const width = Math.max(1, .7 * (WIDTH - LEFT - RIGHT) / picture.values.length);
      make("path", { class: "bars", d, "stroke-width": Math.min(18, width) }, svg);
    } else make("path", { class: "line", d: path(picture.values) }, svg);
    if (picture.curve) make("path", { class: "curve", d: path(picture.curve) }, svg);
    if (picture.limit !== null) {
      make("line", { class: "limit", x1: LEFT, x2: WIDTH - RIGHT, y1: y(picture.limit), y2: y(picture.limit) }, svg);
      make("text", { class: "limit-name", x: WIDTH - RIGHT - 4, y: y(picture.limit) - 6, "text-anchor": "end" }, svg).textContent = picture.limit_name;
    }
    make("path", { class: "axis", d: `M${LEFT} ${TOP}V${HEIGHT - BOTTOM}H${WIDTH - RIGHT}` }, svg);
    for (const at of steps(low, high)) make("text", { x: LEFT - 8, y: y(at) + 4, "text-anchor": "end" }, svg).textContent = at.toLocaleString("en");
    for (const at of steps(0, end)) make("text", { x: x(at), y: HEIGHT - BOTTOM + 18, "text-anchor": "middle" }, svg).textContent = at.toLocaleString("en");
    make("text", { x: (LEFT + WIDTH - RIGHT) / 2, y: HEIGHT - 8, "text-anchor": "middle" }, svg).textContent = picture.x;
    make("text", { x: 8, y: 20 }, svg).textContent = picture.y;
    return svg;
  };
})();
