// One page: gold and extraction side by side, the page's blocks, and the extractor's picture. Text only ever becomes
// text: nothing of a page under test is read as markup.
"use strict";
const maintext = {};
(() => {
  const UNSPACED = "\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3005-\\u3007\\u3021-\\u3029\\u3038-\\u303b\\u3041-\\u312f\\u31a0-\\u31bf\\u31f0-\\u31ff\\uff66-\\uff9f\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}";
  const WORD = new RegExp(`[${UNSPACED}]|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}_])+`, "gu");
  const byId = name => document.getElementById(name);
  const form = byId("choices");
  let listing = null, set = null, page = null, loaded = "";

  const element = (name, className, text) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const fact = (list, name, value) => {
    if (value === null || value === undefined || value === "") return;
    const pair = element("div");
    pair.append(element("dt", "", name), element("dd", "", value));
    list.append(pair);
  };
  const place = () => new URLSearchParams(location.hash.slice(1));
  const go = changes => {
    const values = place();
    for (const [name, value] of Object.entries(changes)) value ? values.set(name, value) : values.delete(name);
    location.hash = values;
  };
  const number = (value, digits = 3) => value === null || value === undefined ? "–" : value.toFixed(digits);
  const lines = numbers => numbers.map(each => page.lines[each]);
  const index = () => Math.max(0, set.labels.indexOf(place().get("x")));

  // Words with their places in lines.
  const read = texts => {
    const words = [], spans = [];
    texts.forEach((line, at) => {
      for (const match of line.matchAll(WORD)) {
        words.push(match[0].toLowerCase());
        spans.push([at, match.index, match.index + match[0].length]);
      }
    });
    return { texts, words, spans };
  };

  // Lines as paragraphs; runs of words without a partner are marked.
  const marked = (side, partner, className) => {
    const text = element("div", "text");
    const marks = side.texts.map(() => []);
    side.spans.forEach(([line, start, end], at) => {
      if (partner[at]) return;
      const last = marks[line][marks[line].length - 1];
      if (last && at && !partner[at - 1]) last[1] = end; else marks[line].push([start, end]);
    });
    side.texts.forEach((line, at) => {
      const paragraph = element("p");
      let done = 0;
      for (const [start, end] of marks[at]) {
        paragraph.append(line.slice(done, start), element("mark", className, line.slice(start, end)));
        done = end;
      }
      paragraph.append(line.slice(done));
      if (line) text.append(paragraph);
    });
    return text;
  };

  const side = (title, content) => {
    const made = element("section", "side");
    made.append(element("h2", "", title), content);
    return made;
  };

  const against = () => {
    const other = set.labels.indexOf(form.against.value);
    if (other < 0) return ["Gold", lines(page.gold)];
    const entry = page.entries[other];
    return [set.labels[other], entry.text ? lines(entry.text) : []];
  };

  const difference = entry => {
    const [title, wanted] = against();
    const left = read(wanted), right = read(entry.text ? lines(entry.text) : []);
    const [inLeft, inRight] = align(left.words, right.words);
    const missed = inLeft.reduce((sum, each) => sum + !each, 0), extra = inRight.reduce((sum, each) => sum + !each, 0);
    const key = element("p", "key");
    const one = element("span"), two = element("span");
    one.append(element("mark", "missed", "missed"), ` ${missed} of ${left.words.length} words`);
    two.append(element("mark", "extra", "extra"), ` ${extra} of ${right.words.length} words`);
    key.append(one, two);
    const both = element("div", "sides");
    both.append(side(title, marked(left, inLeft, "missed")), side(set.labels[index()], marked(right, inRight, "extra")));
    return [key, both];
  };

  // A block is kept, as everywhere in maintext, when at least half its words stand in the alignment with the text.
  const hits = (blocks, texts) => {
    const words = blocks.map(block => read([block]).words);
    const [found] = align(words.flat(), read(texts).words);
    let at = 0;
    return words.map(own => {
      let hit = 0;
      for (let end = at + own.length; at < end; at++) hit += found[at];
      return hit > 0 && 2 * hit >= own.length;
    });
  };

  const blocks = entry => {
    if (!page.blocks.length) return [element("p", "trouble", "The page has no text that can be shown.")];
    const texts = page.blocks.map(block => page.lines[block[0]]);
    const kept = hits(texts, entry.text ? lines(entry.text) : []), wanted = hits(texts, lines(page.gold));
    const sheet = element("div", "sheet");
    page.blocks.forEach(([, kind, level, hidden], at) => {
      const classes = [kept[at] ? "kept" : "dropped", kind.replace(/[^a-z]+/g, "-"), level ? `h${level}` : "", wanted[at] ? "wanted" : "", hidden ? "unseen" : ""];
      const made = element("p", classes.filter(Boolean).join(" "), texts[at]);
      made.title = `${kept[at] ? "kept" : "dropped"}; ${wanted[at] ? "in the gold" : "not in the gold"}; ${kind}${hidden ? ", hidden" : ""}`;
      sheet.append(made);
    });
    const count = list => list.reduce((sum, each) => sum + each, 0);
    const wrong = kept.reduce((sum, each, at) => sum + (each !== wanted[at]), 0);
    const key = element("p", "key", `${count(kept)} of ${kept.length} blocks kept (solid bar at the left), ${count(wanted)} in the gold (double bar at the right), ${wrong} different from the gold; hidden ones in italics.`);
    return [key, sheet];
  };

  const picture = () => {
    const found = page.pictures[set.labels[index()]];
    if (found) {
      return [element("p", "note", `${found.title}. The kept range is shaded.`), draw(found)];
    }
    const texts = page.blocks.map(block => page.lines[block[0]]);
    const entry = page.entries[index()];
    if (!texts.length || !entry.text) return [element("p", "trouble", "There is nothing to draw for this extractor on this page.")];
    const kept = hits(texts, lines(entry.text));
    const chosen = kept.flatMap((keep, at) => keep ? [[at, at + 1]] : []);
    const own = { title: "Length of the page's blocks", x: "position of the block on the page", y: "length (words)", kind: "bars",
      values: texts.map(text => read([text]).words.length), curve: null, chosen, limit: null, limit_name: "", step: 1 };
    return [element("p", "note", "The page's blocks; kept blocks are shaded. Some extractors have their own plot, drawn for their worst pages; maintext extract --plot draws it for any page."), draw(own)];
  };

  const trouble = entry => {
    if (entry.state === "left") return [element("p", "trouble", "The extractor has not been run on this page.")];
    const box = element("div", "trouble");
    box.append(element("p", "", `Failed (${entry.kind}${entry.signal ? `, ${entry.signal}` : ""}): ${entry.message}`));
    if (entry.traceback) box.append(element("pre", "", entry.traceback));
    return [box, ...(place().get("view") === "blocks" ? [] : difference(entry))];
  };

  const render = () => {
    const values = place(), at = index(), entry = page.entries[at], label = set.labels[at];
    const view = values.get("view") || "difference";
    form.x.value = label;
    form.against.value = values.get("against") || "";
    form.view.value = view;
    const score = byId("score");
    score.replaceChildren();
    for (const [metric, [state, p, r, value, overAll]] of Object.entries(entry.scores || {})) {
      const name = (listing.cases.find(each => each[0] === state) || ["", "does not apply"])[1];
      fact(score, metric, state === "success" ? `${number(value)} (P ${number(p)}, R ${number(r)})` : `${name}, counts ${number(overAll)}`);
    }
    if (entry.state === "ok") fact(score, "time", `${(entry.seconds * 1000).toFixed(1)} ms`);
    if (entry.memory) fact(score, "memory", `${(entry.memory / 1e6).toFixed(0)} MB`);
    if (entry.confidence !== null && entry.confidence !== undefined) fact(score, "confidence", number(entry.confidence));
    fact(score, entry.text && lines(entry.text).join("").trim() ? "remark" : "no text because", entry.reason);
    const made = entry.state !== "ok" ? trouble(entry) : view === "blocks" ? blocks(entry) : view === "picture" ? picture() : difference(entry);
    byId("view").replaceChildren(...made);
    for (const row of byId("all").tBodies[0].rows) row.classList.toggle("current", row.dataset.label === label);
  };

  const all = () => {
    const table = byId("all"), body = table.tBodies[0], head = element("tr");
    const names = ["extractor", ...set.metrics, "outcome", "ms"];
    names.forEach((name, at) => {
      const heading = element("th", at && name !== "outcome" ? "number" : "", name);
      heading.scope = "col";
      head.append(heading);
    });
    table.tHead.replaceChildren(head);
    const rows = set.labels.map((label, at) => {
      const entry = page.entries[at], row = element("tr"), first = element("th"), link = element("a", "", label);
      row.dataset.label = label;
      first.scope = "row";
      const values = place();
      values.set("x", label);
      link.href = `#${values}`;
      first.append(link);
      row.append(first);
      for (const metric of set.metrics) row.append(element("td", "number", number(((entry.scores || {})[metric] || [])[4])));
      const state = ((entry.scores || {})[set.metrics[0]] || [])[0];
      const name = (listing.cases.find(each => each[0] === state) || ["", ""])[1];
      row.append(element("td", "", entry.state === "left" ? "not run" : entry.kind ? `failed: ${entry.kind}` : name));
      row.append(element("td", "number", entry.seconds === undefined ? "–" : (1000 * entry.seconds).toFixed(1)));
      return [((entry.scores || {})[set.metrics[0]] || [])[4] ?? -1, row];
    });
    body.replaceChildren(...rows.sort((one, two) => two[0] - one[0]).map(each => each[1]));
  };

  const order = () => {
    try {
      const kept = JSON.parse(sessionStorage.getItem(`order-${set.slug}`) || "null");
      if (Array.isArray(kept) && kept.includes(page.n)) return kept;
    } catch { /* the order of the dataset will do */ }
    return set.pages.map((_, at) => at);
  };

  const turn = step => {
    const kept = order(), next = kept[kept.indexOf(page.n) + step];
    return next === undefined ? null : next;
  };

  const head = () => {
    byId("name").textContent = page.id;
    document.title = `${page.id}: ${set.name}`;
    const facts = byId("facts");
    facts.replaceChildren();
    fact(facts, "dataset", set.name);
    fact(facts, "title", page.title);
    fact(facts, "URL", page.url);
    for (const [name, value] of Object.entries(page.facts)) fact(facts, name.replace("_", " "), value);
    fact(facts, "size", `${page.bytes.toLocaleString("en")} bytes`);
    byId("list").href = `pages.html#${new URLSearchParams({ set: set.slug, ...(place().get("x") ? { x: place().get("x") } : {}) })}`;
    for (const [name, step] of [["before", -1], ["after", 1]]) {
      const next = turn(step), values = place();
      values.set("n", next);
      byId(name).hidden = next === null;
      byId(name).href = `page.html#${values}`;
    }
    form.x.replaceChildren(...set.labels.map(label => new Option(label, label)));
    form.against.replaceChildren(new Option("gold", ""), ...set.labels.map(label => new Option(label, label)));
  };

  const show = () => { head(); all(); render(); };

  const open = () => {
    const values = place();
    set = listing.sets.find(each => each.slug === values.get("set")) || listing.sets[0];
    const n = Math.min(set.pages.length - 1, Math.max(0, Number.parseInt(values.get("n"), 10) || 0));
    const source = `data/${set.slug}/${n}.js`;
    if (source === loaded) { show(); return; }
    loaded = source;
    const script = element("script");
    script.src = source;
    script.addEventListener("load", () => script.remove());
    script.addEventListener("error", () => byId("view").replaceChildren(element("p", "trouble", `${source} is missing from the report.`)));
    document.head.append(script);
  };

  maintext.listing = data => { listing = data; open(); };
  maintext.page = data => {
    if (loaded !== `data/${data.set}/${data.n}.js`) return;
    page = data;
    show();
  };

  form.addEventListener("submit", event => event.preventDefault());
  form.addEventListener("input", event => go({ [event.target.name]: event.target.value }));
  addEventListener("hashchange", () => { if (listing) open(); });
  addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || !page || /^(input|select|textarea)$/i.test(event.target.tagName) && event.target.type !== "radio") return;
    const step = at => set.labels[(index() + at + set.labels.length) % set.labels.length];
    const page_ = by => { const next = turn(by); if (next !== null) go({ n: String(next) }); };
    const keys = { j: () => go({ x: step(1) }), k: () => go({ x: step(-1) }), n: () => page_(1), p: () => page_(-1),
      d: () => go({ view: "difference" }), b: () => go({ view: "blocks" }), g: () => go({ view: "picture" }) };
    if (keys[event.key]) { event.preventDefault(); keys[event.key](); }
  });
})();
