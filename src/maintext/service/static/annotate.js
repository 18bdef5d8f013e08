// Annotation: a queue of pages, a page with labels, and the resulting gold text.
"use strict";
(() => {
  const { byId, element, say, ask, shortcuts, store, post, get, listExtractors } = maintext;
  const SHOWN = { headline: "Headline", "full-text": "Full text", supplemental: "Supplemental", comments: "Comments", related: "Related" };
  let queue = null, page = null, sent = null, marks = [], history = [], current = -1, anchor = -1, opened = 0, changed = false;

  const annotator = () => byId("annotator").value.trim();
  const range = () => current < 0 ? [] : Array.from({ length: Math.abs(current - anchor) + 1 }, (_, at) => Math.min(current, anchor) + at);

  const listQueue = () => {
    const list = queue.pages.map(each => {
      const item = element("li"), button = element("button", "", each.title || each.id), small = element("small");
      button.type = "button";
      button.dataset.id = each.id;
      if (page && each.id === page.id) button.setAttribute("aria-current", "true");
      if (each.disagreement !== null) {
        const meter = element("span", "meter"), bar = element("i");
        bar.style.width = `${Math.round(100 * each.disagreement)}%`;
        meter.append(bar);
        small.append("dispute", meter, `${Math.round(100 * each.disagreement)} %`);
      }
      if (each.annotators.length) small.append(`✓ ${each.annotators.join(", ")}`);
      button.append(small);
      button.addEventListener("click", () => openPage(each.id));
      item.append(button);
      return item;
    });
    const focused = byId("queue").contains(document.activeElement) ? document.activeElement.dataset.id : null;
    byId("queue").replaceChildren(...list);
    if (focused) list.map(item => item.firstChild).find(button => button.dataset.id === focused)?.focus({ preventScroll: true });
    byId("judged").textContent = `${queue.annotators[annotator()] || 0} of ${queue.total} done${queue.judged < queue.total ? `, ${queue.judged} compared` : ""}`;
    const names = Object.keys(queue.annotators);
    for (const [select, at] of [["first", 0], ["second", 1]]) {
      const kept = byId(select).value;
      byId(select).replaceChildren(...names.map(name => new Option(`${name} (${queue.annotators[name]})`, name)));
      byId(select).value = names.includes(kept) ? kept : names[at] || names[0] || "";
    }
  };

  const loadQueue = async () => {
    queue = await get(`/annotate/queue${annotator() ? `?annotator=${encodeURIComponent(annotator())}` : ""}`);
    listQueue();
    if (queue.judged < queue.total) setTimeout(() => loadQueue().catch(() => {}), 3000);
  };

  const showPage = async (answer, before = "") => {
    page = answer;
    marks = page.labels.filter(each => each.block < page.blocks.length).map(each => labels.placed(page.blocks[each.block].text, each));
    history = [];
    opened = Date.now();
    changed = false;
    byId("page-head").textContent = page.title || page.id;
    const inner = await frames.fill(byId("page"), page.view);
    listen(inner);
    page.blocks.forEach((_, at) => repaint(inner, at));
    current = anchor = -1;
    frames.begin(inner, marks.length ? marks[0].block : -1);
    gold();
    byId("save").disabled = false;
    if (queue) listQueue();
    say(`${before}${page.saved ? "These are the labels that you saved before." : `Proposal by ${page.extractor}: correct it, then save.`}`);
  };

  const openPage = async (id, before = "") => {
    if (changed && !confirm("This page is not saved. Leave it anyway?")) return;
    say("Opening…");
    sent = null;
    const values = new URLSearchParams({ page: id, extractor: byId("extractor").value || "default" });
    if (annotator()) values.set("annotator", annotator());
    try { await showPage(await get(`/annotate/page?${values}`), before); } catch (error) { say(`Failed: ${error.message}.`, true); }
  };

  const openSent = async ({ html, url }) => {
    sent = { ...(html === null ? {} : { html }), ...(url ? { url } : {}) };
    try { await showPage(await post("/annotate/page", { ...sent, extractor: byId("extractor").value || "default" })); } catch (error) { say(`Failed: ${error.message}.`, true); }
  };

  const repaint = (inner, at) => labels.paint(inner, at, marks.filter(each => each.block === at), page.blocks[at].text);

  const gold = () => {
    const shown = marks.map(each => {
      const text = page.blocks[each.block].text;
      const made = element("p", `label-${each.label}`, text.slice(each.start ?? 0, each.end ?? text.length));
      made.dir = "auto";
      made.title = SHOWN[each.label];
      return made;
    });
    byId("gold").replaceChildren(...shown);
    const count = new Set(marks.map(each => each.block)).size;
    byId("count").textContent = `${count} of ${page.blocks.length} blocks`;
  };

  const move = async (step, more) => {
    if (!page || !page.blocks.length) return;
    let next = current;
    do next += step; while (next >= 0 && next < page.blocks.length && page.blocks[next].hidden);
    if (next < 0 || next >= page.blocks.length) return;
    select(await frames.ready(byId("page")), next, more, true);
  };

  const select = (inner, block, more, scroll) => {
    current = block;
    if (!more || anchor < 0) anchor = block;
    frames.point(inner, block, scroll);
    for (const at of range()) for (const span of frames.spans(inner, at)) span.dataset.at = "";
    const own = marks.filter(each => each.block === block).map(each => SHOWN[each.label]);
    for (const button of byId("labels").querySelectorAll("button")) button.setAttribute("aria-pressed", String(own.includes(button.dataset.shown) || (!own.length && button.dataset.shown === "None")));
    const many = range().length;
    say(many > 1 ? `${many} blocks selected` : `Block ${block + 1} of ${page.blocks.length}: ${own.join(", ") || "no label"}: ${page.blocks[block].text.slice(0, 80)}`);
  };

  const label = async name => {
    if (!page) return;
    const inner = await frames.ready(byId("page")), parts = labels.selected(inner, page.blocks);
    const chosen = parts.length ? parts : range().map(block => ({ block }));
    if (!chosen.length) { say("Click a block or select text first."); return; }
    history.push(marks);
    for (const { block, start, end } of chosen) marks = labels.put(marks, block, name, page.blocks[block].text, start, end);
    for (const { block } of chosen) repaint(inner, block);
    inner.getSelection().removeAllRanges();
    changed = true;
    gold();
    select(inner, chosen[chosen.length - 1].block, false, false);
    say(`${name ? SHOWN[name] : "No label"}: ${chosen.length === 1 ? "1 block" : `${chosen.length} blocks`}.`);
  };

  const undo = async () => {
    if (!history.length) return;
    marks = history.pop();
    const inner = await frames.ready(byId("page"));
    page.blocks.forEach((_, at) => repaint(inner, at));
    gold();
    say("Undone.");
  };

  const save = async () => {
    if (!page) return;
    const name = byId("annotator");
    if (!annotator() || !name.checkValidity()) {
      name.value = await ask("Who annotates?", "Your name: letters, digits, - and _", { pattern: name.pattern, maxLength: name.maxLength });
      if (!annotator()) return;
    }
    try {
      const answer = await post("/annotate/save", { annotator: annotator(), page: page.id, labels: marks.map(each => labels.counted(page.blocks[each.block].text, each)), seconds: Math.min(1e6, (Date.now() - opened) / 1000), ...(sent || {}) });
      store.set("maintext-annotator", annotator());
      changed = false;
      const saved = `Saved ${answer.words} words of gold text in ${answer.dataset}. `;
      await loadQueue();
      sent ? say(saved) : nextPage(saved);
    } catch (error) { say(`Not saved: ${error.message}.`, true); }
  };

  const nextPage = (before = "") => {
    const at = queue ? queue.pages.findIndex(each => page && each.id === page.id) : -1;
    const next = queue && queue.pages.slice(at + 1).concat(queue.pages).find(each => !each.annotators.includes(annotator()) && (!page || each.id !== page.id));
    next ? openPage(next.id, before) : say(`${before}All pages of the queue are annotated.`);
  };

  const listen = inner => {
    if (inner.body.dataset.listening) return;
    inner.body.dataset.listening = "1";
    inner.addEventListener("click", event => {
      event.preventDefault();
      const block = frames.blockAt(event);
      if (block >= 0 && inner.getSelection().isCollapsed) select(inner, block, event.shiftKey, false);
    });
    inner.addEventListener("keydown", press);
  };

  const agree = async event => {
    event.preventDefault();
    const first = byId("first").value, second = byId("second").value;
    if (!first || !second || first === second) { byId("agreed").replaceChildren(element("p", "note", "Choose two different annotators; each must have saved a page.")); return; }
    try {
      const answer = await get(`/annotate/agreement?${new URLSearchParams({ first, second })}`);
      const number = value => value === null ? "–" : value.toFixed(3);
      const table = element("table"), head = element("tr"), body = element("tbody"), thead = element("thead");
      for (const name of ["page", "words", "same label", "kappa", "kappa of gold", "F1 of gold"]) { const cell = element("th", "", name); cell.scope = "col"; head.append(cell); }
      for (const each of [{ page: `all ${answer.pages} pages`, ...answer }, ...answer.each]) {
        const row = element("tr"), name = element("th", "", typeof each.page === "string" ? each.page : `all ${answer.pages} pages`);
        name.scope = "row";
        row.append(name, element("td", "number", each.words.toLocaleString("en")), ...["same", "kappa", "gold_kappa", "gold_f1"].map(key => element("td", "number", number(each[key]))));
        body.append(row);
      }
      thead.append(head);
      table.append(thead, body);
      const scroll = element("div", "scroll");
      scroll.tabIndex = 0;
      scroll.setAttribute("role", "region");
      scroll.setAttribute("aria-label", "Agreement");
      scroll.append(table);
      byId("agreed").replaceChildren(scroll);
    } catch (error) { byId("agreed").replaceChildren(element("p", "note", error.message)); }
  };

  ["", ...labels.NAMES].forEach((name, at) => {
    const shown = SHOWN[name] || "None", button = element("button", `small${name ? ` label-${name}` : ""}`, shown);
    button.type = "button";
    button.dataset.shown = shown;
    button.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-keyshortcuts", String(at));
    button.append(element("kbd", "", String(at)));
    button.addEventListener("click", () => label(name));
    at ? byId("labels").insertBefore(button, byId("labels").lastChild) : byId("labels").append(button);
  });
  const press = shortcuts([
    [["ArrowDown", "j"], "next block; with Shift, one block more", event => move(1, event.shiftKey)],
    [["ArrowUp", "k"], "previous block; with Shift, one block more", event => move(-1, event.shiftKey)],
    ...["none", ...labels.NAMES].map((name, at) => [[String(at)], name === "none" ? "remove the label" : `label: ${SHOWN[name].toLowerCase()}`, () => label(at ? name : "")]),
    [["u"], "undo", () => undo()],
    [["s"], "save, and go to the next page", () => save()],
    [["n"], "skip to the next page", () => nextPage()],
  ]);
  byId("annotator").value = store.get("maintext-annotator") || "";
  byId("annotator").addEventListener("change", () => loadQueue().catch(error => say(error.message, true)));
  byId("extractor").append(new Option("default", "default"));
  byId("extractor").addEventListener("change", () => { if (page && !changed) sent ? openSent(sent) : openPage(page.id); });
  byId("undo").addEventListener("click", undo);
  byId("save").addEventListener("click", save);
  byId("next").addEventListener("click", () => nextPage());
  byId("agreement").addEventListener("submit", agree);
  addEventListener("beforeunload", event => { if (changed) event.preventDefault(); });
  listExtractors(byId("extractor")).catch(() => {});
  loadQueue().then(() => {
    const given = location.hash === "#sent" ? store.get("maintext-page", "sessionStorage") : null;
    if (given) return openSent(given);
    if (queue.pages.length) return openPage(queue.pages[0].id);
    say("The queue is empty: start the service with --pages DATASET, or extract a page under Try and choose Annotate.");
  }).catch(error => say(`${error.message}.`, true));
})();
