// Pages and texts in frames without scripts. The service sanitizes their content, and the frame forbids scripts and
// requests.
"use strict";
const frames = (() => {
  const ready = frame => new Promise(resolve => {
    const look = () => {
      const inner = frame.contentDocument;
      if (inner && inner.readyState === "complete" && inner.location.pathname === "/frame") resolve(inner);
      else setTimeout(look, 15);
    };
    look();
  });

  // On wide screens, a frame fills its pane and scrolls; on others, it is as high as its content.
  const WIDE = matchMedia("(min-width: 60rem) and (min-height: 34rem)");
  const fit = frame => {
    frame.style.height = "";
    const inner = frame.contentDocument;
    if (WIDE.matches || !inner || !inner.body) return;
    frame.style.height = "12rem";
    frame.style.height = `${inner.documentElement.scrollHeight + 1}px`;
  };
  let pause = 0;
  addEventListener("resize", () => { clearTimeout(pause); pause = setTimeout(() => document.querySelectorAll("iframe").forEach(fit), 100); });

  // In dark mode, pages with a light background are inverted.
  const isLight = inner => {
    for (const each of [inner.body, inner.documentElement]) {
      const [red, green, blue, alpha = 1] = getComputedStyle(each).backgroundColor.match(/[\d.]+/g).map(Number);
      if (alpha > .5) return .3 * red + .59 * green + .11 * blue > 110;
    }
    return true;
  };

  // Parses markup into nodes of the frame in an inert document, so that nothing loads; images become their alt texts,
  // except those of the service's own examples.
  const nodes = (inner, html) => {
    const parsed = inner.createElement("template");
    parsed.innerHTML = html;
    for (const picture of parsed.content.querySelectorAll("img")) {
      if (picture.src.startsWith(`${location.origin}/static/example-`)) { picture.addEventListener("load", () => fit(inner.defaultView.frameElement)); continue; }
      const words = inner.createElement("span");
      words.className = "maintext-picture";
      words.textContent = picture.alt;
      picture.alt ? picture.replaceWith(words) : picture.remove();
    }
    for (const link of parsed.content.querySelectorAll("a[href]")) {
      if (!/^https?:/i.test(link.getAttribute("href"))) { link.removeAttribute("href"); continue; }
      link.target = "_blank";
      link.rel = "noopener noreferrer";
    }
    return parsed.content;
  };

  // Shows a page, or with `isText` a text in the colors of this site.
  const fill = async (frame, html, isText = false) => {
    const inner = await ready(frame);
    inner.documentElement.className = isText ? "text" : "";
    inner.body.replaceChildren(nodes(inner, html));
    inner.scrollingElement.scrollTop = 0;
    frame.classList.toggle("inverted", !isText && isLight(inner));
    fit(frame);
    return inner;
  };

  const spans = (inner, block) => inner.querySelectorAll(`span[data-b="${block}"]`);

  // Marks the kept blocks; `marks` has one value per block.
  const mark = (inner, marks) => {
    for (const span of inner.querySelectorAll("span[data-b]")) {
      const value = marks[span.dataset.b] || "";
      value ? span.dataset.k = value : delete span.dataset.k;
    }
  };

  // Scrolls to a block; to the top if `block` is negative.
  const begin = (inner, block) => {
    const [first] = block < 0 ? [] : spans(inner, block);
    inner.scrollingElement.scrollTop = first ? Math.max(0, first.getBoundingClientRect().top + inner.scrollingElement.scrollTop - 140) : 0;
  };

  const point = (inner, block, scroll = true) => {
    for (const span of inner.querySelectorAll("span[data-at]")) delete span.dataset.at;
    const found = spans(inner, block);
    for (const span of found) span.dataset.at = "";
    if (scroll && found.length) found[0].scrollIntoView({ block: "center" });
  };

  const blockAt = event => {
    const span = event.target.closest ? event.target.closest("span[data-b]") : null;
    return span ? Number(span.dataset.b) : -1;
  };

  return { ready, fill, spans, mark, begin, point, blockAt };
})();
