// The start page: extracts the main text of a page and shows the decision for every block.
"use strict";
(() => {
  const { byId, element, say, post, fact, listExtractors, shortcuts, store } = maintext;
  const BALANCE = ["balanced", "slightly", "somewhat", "clearly", "much", "as much as possible"];
  const page = { html: null, url: null, name: "page" };
  let found = null, compared = null, extractors = new Map(), running = null, pause = 0, density = null;

  const beta = () => 2 ** Number(byId("beta").value);
  const hasBeta = () => { const known = extractors.get(byId("extractor").value); return known ? known.has_beta : true; };
  const given = () => page.html === null ? { url: page.url } : { html: page.html, ...(page.url ? { url: page.url } : {}) };
  const names = () => ({ missed: byId("extractor").value, extra: byId("against").value });

  const balance = () => {
    const value = Number(byId("beta").value), much = BALANCE[Math.abs(value)];
    const words = value === 0 ? much : Math.abs(value) === 5 ? (value < 0 ? "as little as possible" : much) : `${much} ${value < 0 ? "less" : "more"}`;
    byId("balance").textContent = hasBeta() ? words : "no choice in this extractor";
    byId("beta").setAttribute("aria-valuetext", words);
    byId("beta").disabled = !hasBeta();
  };

  // One extraction at a time; a new one cancels the previous one. After an error, nothing of the old result remains.
  const run = async (fresh = false) => {
    if (page.html === null && !page.url) return;
    if (running) running.abort();
    const own = running = new AbortController();
    balance();
    say(byId("result").hidden ? "Working…" : "");
    byId("content").setAttribute("aria-busy", "true");
    try {
      const wanted = { ...given(), extractor: byId("extractor").value || "default", add: ["blocks", "markdown", "html", "picture"] };
      if (hasBeta() && beta() !== 1) wanted.beta = beta();
      if (fresh) wanted.add.push("view", "source");
      const answer = await post("/extract", wanted, own.signal), other = byId("against").value;
      if (fresh) Object.assign(page, { html: answer.source, url: answer.url });
      const second = other ? (await post("/compare", { ...given(), extractors: [other] }, own.signal)).extractors[0] : null;
      found = answer;
      compared = second;
      await show(fresh);
      say(found.reason ? `Note: ${found.reason}.` : "");
    } catch (error) {
      if (error.name !== "AbortError") fail(error.message, fresh);
    } finally {
      if (running === own) byId("content").removeAttribute("aria-busy");
    }
  };

  const fail = async (message, fresh) => {
    found = compared = null;
    for (const name of ["title", "facts", "shown"]) byId(name).replaceChildren();
    document.title = "maintext";
    byId("start").hidden = !fresh;
    byId("result").hidden = fresh;
    byId("result").classList.add("failed");
    byId("content").classList.toggle("filled", !fresh);
    say(`${message.replace(/\.$/, "")}.`, true);
  };

  const show = async fresh => {
    byId("hero").hidden = byId("start").hidden = true;
    byId("result").hidden = false;
    byId("result").classList.remove("failed");
    byId("content").classList.add("filled");
    byId("tip").hidden = true;
    byId("title").textContent = found.title || "Untitled page";
    document.title = `${found.title || "Untitled page"}: maintext`;
    facts();
    if (fresh) {
      density = null;
      listen(await frames.fill(byId("page"), found.view));
    }
    const inner = await frames.ready(byId("page"));
    frames.mark(inner, found.blocks.map((block, at) => compared ? (block.kept ? "a" : "") + (compared.kept[at] ? "b" : "") : block.kept ? "1" : ""));
    const { missed, extra } = names();
    byId("legend").replaceChildren(...(compared ? [["both", "both"], ["missed", `only ${missed}`], ["extra", `only ${extra}`]] : [["kept", "kept"]]).map(([kind, text]) => element("mark", kind, text)));
    if (fresh) frames.begin(inner, found.blocks.findIndex(block => block.kept));
    await views.update();
  };

  const facts = () => {
    const list = byId("facts"), kept = found.blocks.filter(block => block.kept).length;
    list.replaceChildren();
    for (const name of ["author", "date", "site", "language"]) fact(list, name, found[name]);
    fact(list, "words", found.words.toLocaleString("en"));
    fact(list, "type", found.page_type);
    fact(list, "blocks kept", `${kept} of ${found.blocks.length}`);
    if (found.confidence !== null) fact(list, "confidence", `${Math.round(100 * found.confidence)} %`);
    fact(list, "time", `${found.milliseconds.toFixed(0)} ms`);
  };

  // The extractor's picture, and beside it that of density.
  const graphs = async () => {
    if (found.extractor.startsWith("density")) return [found.picture];
    density ||= (await post("/extract", { ...given(), extractor: "density", add: ["picture"] })).picture;
    return [found.picture, density];
  };

  // The page in the frame: hovering shows the reason, a click selects the block in the list.
  const listen = inner => {
    if (inner.body.dataset.listening) return;
    inner.body.dataset.listening = "1";
    const tip = byId("tip");
    inner.addEventListener("mousemove", event => {
      const at = frames.blockAt(event), block = found && found.blocks[at];
      tip.hidden = !block;
      if (!block) return;
      frames.point(inner, at, false);
      const [first, ...rest] = views.reasons(block), list = element("ul");
      tip.replaceChildren(element("b", "", [first, ...rest.slice(0, block.score === null ? 1 : 2)].join(" · ")), list);
      for (const reason of block.why.slice(0, 4)) list.append(element("li", "", reason));
      if (compared) list.append(element("li", "", `${names().extra}: ${compared.kept[at] ? "kept" : "dropped"}`));
      const frame = byId("page").getBoundingClientRect();
      const x = frame.left + event.clientX + 14, y = frame.top + event.clientY + 18;
      tip.style.left = `${Math.max(8, Math.min(x, innerWidth - tip.offsetWidth - 8))}px`;
      tip.style.top = `${y + tip.offsetHeight > innerHeight ? Math.max(8, y - tip.offsetHeight - 32) : y}px`;
    });
    inner.documentElement.addEventListener("mouseleave", () => { tip.hidden = true; });
    inner.addEventListener("click", async event => {
      event.preventDefault();
      const at = frames.blockAt(event);
      if (at < 0 || !found) return;
      await views.choose("blocks");
      byId(`block-${at}`).scrollIntoView({ block: "center" });
    });
    inner.addEventListener("keydown", press);
    inner.addEventListener("dragenter", sources.enter);
  };

  const choose = (select, value) => {
    if (![...select.options].some(option => option.value === value)) select.append(new Option(value, value));
    select.value = value;
  };

  const open = ({ html, url, name, error, extractor, against, beta: kept }) => {
    if (error) { fail(error, true); return; }
    Object.assign(page, { html, url, name });
    if (extractor) choose(byId("extractor"), extractor);
    if (against) choose(byId("against"), against);
    if (kept) byId("beta").value = kept;
    run(true);
  };

  // Keeps the page, so that "back" finds it again.
  const keep = () => {
    const kept = store.set("maintext-page", { ...page, extractor: byId("extractor").value, against: byId("against").value, beta: byId("beta").value }, "sessionStorage");
    if (kept) history.replaceState(null, "", "/#back");
    return kept;
  };

  // The reader view takes the place of this page, or a tab of its own if the browser cannot keep the page.
  const read = () => {
    const form = element("form");
    Object.assign(form, { method: "post", action: "/read", target: keep() ? "_self" : "_blank", hidden: true });
    for (const [name, value] of Object.entries({ ...given(), extractor: byId("extractor").value, beta: hasBeta() && beta() !== 1 ? beta() : "" })) {
      const input = element("textarea");
      input.name = name;
      input.value = value || "";
      form.append(input);
    }
    document.body.append(form);
    form.submit();
    form.remove();
  };

  const annotate = () => { keep() ? location.href = "/annotate#sent" : say("The page is too large to be annotated here; start the service with --pages.", true); };
  const withResult = does => () => { if (found) does(); };
  const slide = by => { const slider = byId("beta"); if (!slider.disabled) { slider.value = Number(slider.value) + by; slider.dispatchEvent(new Event("input")); } };

  const press = shortcuts([
    [["/"], "enter a URL", () => byId("url").focus()],
    [["1", "2", "3", "4", "5", "6"], "choose the first, second, … view of the text", event => { const name = views.offered()[Number(event.key) - 1]; if (found && name) views.choose(name); }],
    [["["], "keep less", withResult(() => slide(-1))],
    [["]"], "keep more", withResult(() => slide(1))],
    [["c"], "compare with another extractor", withResult(() => byId("against").focus())],
    [["n"], "next difference", withResult(() => views.step(1))],
    [["p"], "previous difference", withResult(() => views.step(-1))],
    [["y"], "copy the text", withResult(() => views.copy())],
    [["r"], "reader view", withResult(read)],
    [["a"], "annotate the page", withResult(annotate)],
  ]);
  const views = resultViews(() => ({ found, compared, names: names(), name: page.name, graphs, point: async at => frames.point(await frames.ready(byId("page")), at) }));
  byId("extractor").append(new Option("default", "default"));
  byId("against").append(new Option("nothing", ""));
  for (const name of ["extractor", "against"]) byId(name).addEventListener("change", () => run(byId("result").classList.contains("failed")));
  byId("beta").addEventListener("input", () => { balance(); clearTimeout(pause); pause = setTimeout(run, 120); });
  byId("read").addEventListener("click", read);
  byId("annotate").addEventListener("click", annotate);
  listExtractors(byId("extractor"), byId("against")).then(all => { extractors = all; balance(); }).catch(error => say(error.message, true));
  const sources = pageSources(open);
})();
