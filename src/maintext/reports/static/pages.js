// The list of pages: sorted, filtered and searched as the address after # says, so that every view can be linked to.
"use strict";
const maintext = {};
maintext.listing = data => {
  const form = document.getElementById("filters");
  const body = document.querySelector("#list tbody");
  const more = document.getElementById("more");
  const found = document.getElementById("found");
  const STEP = 100;
  let shown = STEP;

  const option = (select, value, text) => {
    const made = document.createElement("option");
    made.value = value;
    made.textContent = text;
    select.append(made);
  };
  const fill = (select, options, chosen) => {
    select.replaceChildren();
    for (const [value, text] of options) option(select, value, text);
    select.value = options.some(([value]) => value === chosen) ? chosen : options[0][0];
  };
  const current = () => data.sets.find(each => each.slug === form.set.value) || data.sets[0];
  const distinct = (pages, name) => [...new Set(pages.map(page => page[name]))].filter(Boolean).sort();

  const setUp = wanted => {
    fill(form.set, data.sets.map(each => [each.slug, each.name]), wanted.get("set"));
    const set = current();
    fill(form.metric, set.metrics.map(each => [each, each]), wanted.get("metric"));
    fill(form.x, [["", "mean of all"], ...set.labels.map(each => [each, each])], wanted.get("x") || "");
    const kinds = data.kinds.map(kind => [`failed:${kind}`, `failed: ${kind}`]);
    const cases = [["", "any"], ...data.cases, ...kinds];
    fill(form.case, cases, wanted.get("case") || "");
    for (const name of ["language", "type"]) {
      const values = distinct(set.pages, name);
      fill(form[name], [["", "any"], ...values.map(value => [value, value])], wanted.get(name) || "");
      form[name].closest("label").hidden = values.length < 2;
    }
    if (wanted.get("order")) form.order.value = wanted.get("order");
    form.q.value = wanted.get("q") || "";
  };

  const measure = (set, page) => {
    const scores = page.scores[form.metric.value] || [];
    const values = scores.filter(each => each && each[1] >= 0).map(each => each[1]);
    const mean = values.length ? values.reduce((a, b) => a + b, 0) / values.length : null;
    const at = set.labels.indexOf(form.x.value);
    const own = at < 0 ? null : scores[at];
    const spread = values.length ? Math.max(...values) - Math.min(...values) : -1;
    return { scores, mean, at, own, spread, value: at < 0 ? mean : own && own[1] >= 0 ? own[1] : null };
  };

  const matches = (set, page, measured) => {
    const wanted = form.case.value;
    if (wanted) {
      const [name, kind] = wanted.split(":");
      const number = data.cases.findIndex(each => each[0] === name);
      const fits = at => measured.scores[at] && measured.scores[at][0] === number &&
        (!kind || page.failed[at] === data.kinds.indexOf(kind));
      if (measured.at >= 0 ? !fits(measured.at) : !set.labels.some((_, at) => fits(at))) return false;
    }
    if (form.language.value && page.language !== form.language.value) return false;
    if (form.type.value && page.type !== form.type.value) return false;
    const words = form.q.value.toLowerCase().split(/\s+/).filter(Boolean);
    const text = `${page.title} ${page.id} ${page.url}`.toLowerCase();
    return words.every(word => text.includes(word));
  };

  const orders = {
    worst: (a, b) => (a.value ?? 2000) - (b.value ?? 2000),
    best: (a, b) => (b.value ?? -1) - (a.value ?? -1),
    spread: (a, b) => b.spread - a.spread,
    long: (a, b) => b.page.words - a.page.words,
    given: (a, b) => a.n - b.n,
  };

  const cell = (row, text, number) => {
    const made = document.createElement("td");
    if (number) made.className = "number";
    made.textContent = text;
    row.append(made);
  };
  const thousandths = value => value === null ? "–" : (value / 1000).toFixed(3);

  const outcome = (page, measured) => {
    const at = measured.at;
    if (at < 0) {
      const failed = measured.scores.filter(each => each && data.cases[each[0]][0] !== "success").length;
      return failed ? `${failed} of ${measured.scores.length} not successful` : "";
    }
    if (!measured.own) return "not run";
    const kind = page.failed[at] >= 0 ? `: ${data.kinds[page.failed[at]]}` : "";
    return data.cases[measured.own[0]][1] + kind;
  };

  const rowOf = (set, each) => {
    const row = document.createElement("tr");
    const head = document.createElement("th");
    head.scope = "row";
    const link = document.createElement("a");
    const place = new URLSearchParams({ set: set.slug, n: each.n });
    if (form.x.value) place.set("x", form.x.value);
    link.href = `page.html#${place}`;
    link.textContent = each.page.title || each.page.id;
    link.dataset.id = each.page.id;
    link.title = `${each.page.id} ${each.page.url}`.trim();
    head.append(link);
    row.append(head);
    cell(row, thousandths(each.value === null ? null : each.value), true);
    cell(row, outcome(each.page, each));
    cell(row, thousandths(each.mean), true);
    cell(row, String(each.page.words), true);
    cell(row, each.page.language);
    cell(row, each.page.type);
    return row;
  };

  const render = () => {
    const set = current();
    const all = set.pages.map((page, n) => ({ page, n, ...measure(set, page) }));
    const kept = all.filter(each => matches(set, each.page, each)).sort((a, b) => orders[form.order.value](a, b) || a.n - b.n);
    body.replaceChildren(...kept.slice(0, shown).map(each => rowOf(set, each)));
    more.hidden = kept.length <= shown;
    found.textContent = `${kept.length} of ${all.length} pages`;
    try {  // page.html turns pages in the order of this list
      sessionStorage.setItem(`order-${set.slug}`, JSON.stringify(kept.map(each => each.n)));
    } catch { /* it turns them in the order of the dataset */ }
  };

  const remember = () => {
    const values = new URLSearchParams();
    for (const [name, value] of new FormData(form)) if (value) values.set(name, value);
    history.replaceState(null, "", `#${values}`);
  };
  const again = () => { shown = STEP; setUp(new URLSearchParams(location.hash.slice(1))); render(); };

  form.addEventListener("submit", event => event.preventDefault());
  form.addEventListener("input", event => {
    shown = STEP;
    remember();
    if (event.target.name === "set") setUp(new URLSearchParams(location.hash.slice(1)));
    render();
  });
  more.addEventListener("click", () => { shown += STEP; render(); });
  addEventListener("hashchange", again);
  again();
};
