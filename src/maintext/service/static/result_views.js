// The views of a result: the text rendered, plain, as Markdown, block by block, as the extractor's graph, and the
// differences from another extractor.
"use strict";
const resultViews = (() => {
  const { byId, element, say, save } = maintext;
  const NAMES = ["differences", "rendered", "text", "markdown", "blocks", "graph"];

  // What speaks for and against a block.
  const reasons = block => [block.kept ? "kept" : "dropped", ...(block.score === null ? [] : [`score ${block.score.toFixed(2)}`]),
    block.kind, ...(block.hidden ? ["hidden"] : []), ...block.why];

  const plain = (text, className) => {
    const made = element("pre", className, text);
    made.dir = "auto";
    return made;
  };

  const rendered = async (shown, html) => {
    const frame = element("iframe");
    frame.title = "The text, rendered";
    frame.setAttribute("sandbox", "allow-same-origin allow-popups allow-popups-to-escape-sandbox");
    frame.src = "/frame";
    shown.replaceChildren(frame);
    await frames.fill(frame, html, true);
  };

  const blockList = (blocks, point) => {
    const list = element("ul", "blocks");
    blocks.forEach((block, at) => {
      const item = element("li", block.kept ? "kept" : "", block.text);
      item.id = `block-${at}`;
      item.dir = "auto";
      item.append(element("small", "", reasons(block).join(" · ")));
      item.addEventListener("click", () => point(at));
      list.append(item);
    });
    return list;
  };

  const graphs = pictures => {
    const box = element("div", "pad");
    for (const picture of pictures) box.append(element("h3", "", picture.title), draw(picture));
    box.append(element("p", "note", "The kept range is shaded."));
    return box;
  };

  // A bar and the number of words that both have, and that only one has.
  const summary = (counts, names, step) => {
    const made = element("div", "summary"), bar = element("div", "bar"), key = element("p", "key");
    for (const [kind, what] of [["missed", `only ${names.missed}`], ["both", "both"], ["extra", `only ${names.extra}`]]) {
      const part = element("i", kind), words = element("span");
      part.style.flexGrow = counts[kind];
      bar.append(part);
      words.append(element("mark", kind, what), ` ${counts[kind].toLocaleString("en")} words`);
      key.append(words);
    }
    made.append(bar, key);
    if (!counts.missed && !counts.extra) made.append(element("p", "", "Both return the same words."));
    else {
      const row = element("p", "row");
      for (const [name, by] of [["↓ Next difference", 1], ["↑ Previous", -1]]) {
        const button = element("button", "small", name);
        button.type = "button";
        button.addEventListener("click", () => step(by));
        row.append(button);
      }
      made.append(row);
    }
    return made;
  };

  // `state()` returns what is to be shown: {found, compared, names, name, graphs(), point(block)}.
  return state => {
    let tab = "rendered", shownChange = -1;

    // Goes to the next or the previous difference.
    const step = by => {
      const all = [...byId("shown").querySelectorAll(".change")];
      if (!all.length) return;
      for (const each of all) each.classList.remove("here");
      shownChange = (shownChange + by + all.length) % all.length;
      all[shownChange].classList.add("here");
      all[shownChange].scrollIntoView({ block: "center" });
      say(`Difference ${shownChange + 1} of ${all.length}.`);
    };

    const show = async () => {
      const shown = byId("shown"), { found, compared, names, graphs: pictures, point } = state();
      shown.setAttribute("aria-labelledby", `tab-${tab}`);
      byId("copy").disabled = tab === "graph";
      if (!found) return;
      if (tab === "rendered") await rendered(shown, found.html);
      else if (tab === "blocks") shown.replaceChildren(blockList(found.blocks, point));
      else if (tab === "graph") shown.replaceChildren(graphs(await pictures()));
      else if (tab === "differences") {
        const { node, counts } = difference(found.text, compared.text, names);
        shownChange = -1;
        shown.replaceChildren(summary(counts, names, step), node);
      } else shown.replaceChildren(tab === "markdown" ? plain(found.markdown, "plain code") : plain(found.text, "plain"));
    };

    const choose = (name, focus = false) => {
      tab = name;
      for (const each of NAMES) {
        const button = byId(`tab-${each}`);
        button.setAttribute("aria-selected", String(each === name));
        button.tabIndex = each === name ? 0 : -1;
        if (each === name && focus) button.focus();
      }
      return show();
    };
    const offered = () => NAMES.filter(name => !byId(`tab-${name}`).hidden);

    // The differences are offered, and shown first, while two extractors are compared.
    const update = () => {
      const both = state().compared !== null, before = !byId("tab-differences").hidden;
      byId("tab-differences").hidden = !both;
      return both === before ? show() : choose(both ? "differences" : tab === "differences" ? "rendered" : tab);
    };

    const content = () => {
      const { found } = state();
      return { differences: ["txt", found.text, "text/plain"], rendered: ["html", found.html, "text/html"], text: ["txt", found.text, "text/plain"],
        markdown: ["md", found.markdown, "text/markdown"], blocks: ["json", JSON.stringify(found.blocks, null, 2), "application/json"],
        graph: ["json", JSON.stringify(found.picture), "application/json"] }[tab];
    };
    const copy = async () => {
      try { await navigator.clipboard.writeText(content()[1]); say("Copied."); } catch { say("The browser does not allow copying; use Save.", true); }
    };

    for (const name of NAMES) byId(`tab-${name}`).addEventListener("click", () => choose(name));
    document.querySelector("[role=tablist]").addEventListener("keydown", event => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key], all = offered();
      if (by) choose(all[(all.indexOf(tab) + by + all.length) % all.length], true);
    });
    byId("copy").addEventListener("click", copy);
    byId("download").addEventListener("click", () => { const [ending, data, type] = content(); save(`${state().name}.${ending}`, data, type); });
    return { choose, offered, update, step, copy, reasons };
  };
})();
