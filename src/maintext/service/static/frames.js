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

  // Parses markup into nodes of the frame in an inert document, so that nothing loads; images become their alt texts.
  const nodes = (inner, html) => {
    const parsed = inner.createElement("template");
    parsed.innerHTML = html;
    for (const picture of parsed.content.querySelectorAll("img")) {
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

  const fill = async (frame, html) => {
    const inner = await ready(frame);
    inner.body.replaceChildren(nodes(inner, html));
    inner.scrollingElement.scrollTop = 0;
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
    inner.scrollingElement.scrollTop = first ? Math.max(0, first.getBoundingClientRect().top + inner.scrollingElement.scrollTop - 60) : 0;
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
