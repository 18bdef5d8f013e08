// The start page: extracts the main text of a page and shows the decision for every block.
"use strict";
(() => {
  const { byId, element, say, post, fact, save, listExtractors } = maintext;
  const TABS = ["rendered", "text", "markdown", "blocks", "graph"];
  const page = { html: null, url: null, name: "page" };
  let found = null, compared = null, tab = "rendered", extractors = new Map(), running = null, pause = 0, density = null;

  const beta = () => 2 ** Number(byId("beta").value);
  const hasBeta = () => { const known = extractors.get(byId("extractor").value); return known ? known.has_beta : true; };
  const given = () => page.html === null ? { url: page.url } : { html: page.html, ...(page.url ? { url: page.url } : {}) };

  const balance = () => {
    const value = Number(byId("beta").value);
    byId("balance").textContent = value === 0 ? "even" : `${value < 0 ? "precision" : "recall"} (β = ${beta().toPrecision(2).replace(/\.0+$/, "")})`;
    byId("beta").disabled = !hasBeta();
    byId("slider").title = hasBeta() ? "" : "This extractor has no parameter for this balance.";
  };

  // One extraction at a time; a new one cancels the previous one.
  const run = async (fresh = false) => {
    if (page.html === null && !page.url) return;
    if (running) running.abort();
    const own = running = new AbortController();
    balance();
    say("Working…");
    byId("content").setAttribute("aria-busy", "true");
    try {
      const wanted = { ...given(), extractor: byId("extractor").value || "default", add: ["blocks", "markdown", "html", "picture"] };
      if (hasBeta() && beta() !== 1) wanted.beta = beta();
      if (fresh) wanted.add.push("view", "source");
      const answer = await post("/extract", wanted, own.signal);
      if (fresh) {
        page.html = answer.source;
        page.url = answer.url;
        density = null;
        const inner = await frames.fill(byId("page"), answer.view);
        listen(inner);
      }
      found = answer;
      const other = byId("against").value;
      compared = other ? await compare(other, own.signal) : null;
      await show();
      if (fresh) frames.begin(await frames.ready(byId("page")), found.blocks.findIndex(block => block.kept));
      say(found.reason ? `Note: ${found.reason}.` : "");
    } catch (error) {
      if (error.name !== "AbortError") say(`Failed: ${error.message}.`.replace("..", "."), true);
    } finally {
      if (running === own) byId("content").removeAttribute("aria-busy");
    }
  };

  const compare = async (other, signal) => (await post("/compare", { ...given(), extractors: [other] }, signal)).extractors[0];

  const show = async () => {
    byId("result").hidden = false;
    byId("title").textContent = found.title || "Untitled page";
    const facts = byId("facts");
    facts.replaceChildren();
    fact(facts, "author", found.author);
    fact(facts, "date", found.date);
    fact(facts, "site", found.site);
    fact(facts, "language", found.language);
    fact(facts, "type", found.page_type);
    if (found.confidence !== null) {
      const meter = element("span", "meter"), bar = element("i");
      bar.style.width = `${Math.round(100 * found.confidence)}%`;
      meter.append(bar);
      const both = element("span");
      both.append(`${Math.round(100 * found.confidence)} % `, meter);
      fact(facts, "confidence", both);
    }
    fact(facts, "words", found.words.toLocaleString("en"));
    const kept = found.blocks.filter(block => block.kept).length;
    fact(facts, "blocks kept", `${kept} of ${found.blocks.length}`);
    fact(facts, "time", `${found.milliseconds.toFixed(0)} ms`);
    const inner = await frames.ready(byId("page"));
    frames.mark(inner, found.blocks.map((block, at) => compared
      ? (block.kept ? "a" : "") + (compared.kept[at] ? "b" : "") : block.kept ? "1" : ""));
    byId("single").hidden = compared !== null;
    byId("both").hidden = compared === null;
    byId("tip").hidden = true;
    byId("legend").replaceChildren(...(compared ? [element("mark", "both", "both keep"), " ", element("mark", "missed", `only ${found.extractor}`), " ", element("mark", "extra", `only ${compared.extractor}`)] : ["kept text is highlighted"]));
    if (compared) differences(); else await panel();
  };

  const differences = () => {
    const { both, left, right } = difference({ ...found, extractor: found.extractor }, compared);
    byId("sides").replaceChildren(both);
    const one = element("span"), two = element("span");
    one.append(element("mark", "missed", "only left"), ` ${left} words`);
    two.append(element("mark", "extra", "only right"), ` ${right} words`);
    byId("key").replaceChildren(one, two);
  };

  const blockList = () => {
    const list = element("ul", "blocks");
    found.blocks.forEach((block, at) => {
      const item = element("li", block.kept ? "kept" : "", block.text);
      item.id = `block-${at}`;
      item.dir = "auto";
      item.append(element("small", "", reasons(block).join(" · ")));
      item.addEventListener("click", async () => frames.point(await frames.ready(byId("page")), at));
      list.append(item);
    });
    return list;
  };

  const reasons = block => [block.kept ? "kept" : "dropped", ...(block.score === null ? [] : [`score ${block.score.toFixed(2)}`]),
    block.kind, ...(block.hidden ? ["hidden"] : []), ...block.why];

  const graph = async () => {
    const box = element("div", "pad");
    box.append(element("h3", "", found.picture.title), draw(found.picture));
    if (!found.extractor.startsWith("density")) {
      if (!density) density = (await post("/extract", { ...given(), extractor: "density", add: ["picture"] })).picture;
      box.append(element("h3", "", density.title), draw(density));
    }
    box.append(element("p", "note", "The kept range is shaded."));
    return box;
  };

  const panel = async () => {
    const shown = byId("shown");
    shown.setAttribute("aria-labelledby", `tab-${tab}`);
    if (tab === "rendered") {
      const frame = element("iframe");
      frame.title = "The text, rendered";
      frame.setAttribute("sandbox", "allow-same-origin allow-popups allow-popups-to-escape-sandbox");
      frame.src = "/frame";
      shown.replaceChildren(frame);
      await frames.fill(frame, found.html);
    } else if (tab === "blocks") shown.replaceChildren(blockList());
    else if (tab === "graph") shown.replaceChildren(await graph());
    else {
      const text = element("pre", tab === "markdown" ? "plain code" : "plain", tab === "markdown" ? found.markdown : found.text);
      text.dir = "auto";
      shown.replaceChildren(text);
    }
  };

  const choose = async (name, focus = false) => {
    tab = name;
    for (const each of TABS) {
      const button = byId(`tab-${each}`);
      button.setAttribute("aria-selected", String(each === name));
      button.tabIndex = each === name ? 0 : -1;
      if (each === name && focus) button.focus();
    }
    await panel();
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
      const [first, ...rest] = reasons(block), list = element("ul");
      tip.replaceChildren(element("b", "", [first, ...rest.slice(0, block.score === null ? 1 : 2)].join(" · ")), list);
      for (const reason of block.why.slice(0, 4)) list.append(element("li", "", reason));
      if (compared) list.append(element("li", "", `${compared.extractor}: ${compared.kept[at] ? "kept" : "dropped"}`));
      const frame = byId("page").getBoundingClientRect();
      const x = frame.left + event.clientX + 14, y = frame.top + event.clientY + 18;
      tip.style.left = `${Math.max(8, Math.min(x, innerWidth - tip.offsetWidth - 8))}px`;
      tip.style.top = `${y + tip.offsetHeight > innerHeight ? Math.max(8, y - tip.offsetHeight - 32) : y}px`;
    });
    inner.documentElement.addEventListener("mouseleave", () => { tip.hidden = true; });
    inner.addEventListener("click", async event => {
      event.preventDefault();
      const at = frames.blockAt(event);
      if (at < 0 || compared) return;
      await choose("blocks");
      byId(`block-${at}`).scrollIntoView({ block: "center" });
    });
  };

  const open = (html, url, name = "page") => { Object.assign(page, { html, url, name }); return run(true); };

  // A file is sent to the service as bytes, and decoded there.
  const openFile = async file => {
    if (!file) return;
    byId("url").value = "";
    say(`Reading ${file.name}…`);
    try {
      const answer = await maintext.call("/extract?extractor=nothing&add=source", {
        method: "POST", headers: { "Content-Type": "text/html", Accept: "application/json" }, body: file,
      });
      await open((await answer.json()).source, null, file.name.replace(/\.[^.]*$/, ""));
    } catch (error) { say(`${file.name}: ${error.message}.`, true); }
  };

  byId("ask").addEventListener("submit", event => {
    event.preventDefault();
    const html = byId("html").value, url = byId("url").value.trim();
    if (byId("paste").open && html.trim()) open(html, url || null);
    else if (url) { open(null, url, url.replace(/\/$/, "").split("/").pop() || "page"); }
    else say("Enter a URL, paste HTML or open a file.", true);
  });
  byId("choose").addEventListener("click", () => byId("file").click());
  byId("file").addEventListener("change", event => openFile(event.target.files[0]));
  byId("example").addEventListener("click", async () => open(await (await fetch("/static/example.html")).text(), "https://www.example.org/harbor/ferry", "example"));
  for (const name of ["dragover", "dragenter"]) addEventListener(name, event => { event.preventDefault(); byId("ask").classList.add("over"); });
  addEventListener("dragleave", event => { if (!event.relatedTarget) byId("ask").classList.remove("over"); });
  addEventListener("drop", event => {
    event.preventDefault();
    byId("ask").classList.remove("over");
    openFile(event.dataTransfer.files[0]);
  });
  byId("extractor").addEventListener("change", () => run());
  byId("against").addEventListener("change", () => run());
  byId("beta").addEventListener("input", () => { balance(); clearTimeout(pause); pause = setTimeout(run, 120); });
  for (const name of TABS) byId(`tab-${name}`).addEventListener("click", () => choose(name));
  document.querySelector("[role=tablist]").addEventListener("keydown", event => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step) choose(TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length], true);
  });
  byId("copy").addEventListener("click", async () => {
    const text = tab === "markdown" ? found.markdown : tab === "rendered" ? found.html : found.text;
    try { await navigator.clipboard.writeText(text); say("Copied."); } catch { say("The browser does not allow copying; use Download.", true); }
  });
  byId("download").addEventListener("click", () => {
    const kinds = { rendered: ["html", found.html, "text/html"], text: ["txt", found.text, "text/plain"], markdown: ["md", found.markdown, "text/markdown"],
      blocks: ["json", JSON.stringify(found.blocks, null, 2), "application/json"], graph: ["json", JSON.stringify(found.picture), "application/json"] };
    const [ending, data, type] = kinds[tab];
    save(`${page.name}.${ending}`, data, type);
  });
  byId("read").addEventListener("click", () => {
    const form = element("form");
    Object.assign(form, { method: "post", action: "/read", target: "_blank", hidden: true });
    for (const [name, value] of Object.entries({ ...given(), extractor: byId("extractor").value })) {
      const input = element("textarea");
      input.name = name;
      input.value = value || "";
      form.append(input);
    }
    document.body.append(form);
    form.submit();
    form.remove();
  });
  byId("annotate").addEventListener("click", () => {
    try { sessionStorage.setItem("maintext-page", JSON.stringify(given())); } catch { say("The page is too large to be annotated.", true); return; }
    location.href = "/annotate#sent";
  });

  // The bookmarklet opens this page and sends it the current page as soon as this page is ready.
  const origin = location.origin;
  byId("bookmarklet").href = `javascript:(()=>{const w=open(${JSON.stringify(`${origin}/#bookmarklet=`)}+encodeURIComponent(location.href));addEventListener("message",function f(e){if(e.origin===${JSON.stringify(origin)}&&e.data==="maintext-ready"){removeEventListener("message",f);w.postMessage({maintext:1,html:document.documentElement.outerHTML,url:location.href},e.origin)}})})()`;
  byId("bookmarklet").addEventListener("click", event => { event.preventDefault(); say("Drag this link to your bookmarks bar; click it there to send the current page."); });
  addEventListener("message", event => {
    if (!event.data || event.data.maintext !== 1 || typeof event.data.html !== "string" || event.source !== window.opener) return;
    byId("url").value = /^https?:/.test(event.data.url) ? event.data.url : "";
    open(event.data.html, byId("url").value || null);
  });
  const begin = () => {
    const values = new URLSearchParams(location.hash.slice(1));
    if (values.has("bookmarklet")) {
      byId("url").value = values.get("bookmarklet");
      if (window.opener) window.opener.postMessage("maintext-ready", "*");
      else say("That site does not allow sending its page; click Extract to fetch its URL.");
    } else if (values.has("url")) {
      byId("url").value = values.get("url");
      byId("ask").requestSubmit();
    }
  };

  byId("extractor").append(new Option("default", "default"));
  byId("against").append(new Option("nothing", ""));
  listExtractors(byId("extractor"), byId("against")).then(all => { extractors = all; balance(); }).catch(error => say(error.message, true));
  begin();
})();
