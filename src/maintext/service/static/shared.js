// Shared by all pages: elements, requests to the service, the API key.
"use strict";
const maintext = (() => {
  const byId = name => document.getElementById(name);

  const element = (name, className, text) => {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };

  const say = (text, bad = false) => {
    const status = byId("status");
    status.textContent = text;
    status.classList.toggle("bad", bad);
  };

  // Asks for one value in a dialog; "" if it is dismissed.
  const ask = (heading, name, attributes = {}) => new Promise(resolve => {
    const dialog = element("dialog"), form = element("form"), title = element("h2", "", heading), label = element("label", "", name), input = element("input");
    form.method = "dialog";
    Object.assign(input, { type: "text", required: true, id: "asked", ...attributes });
    label.htmlFor = input.id;
    title.id = "asked-head";
    dialog.setAttribute("aria-labelledby", title.id);
    const row = element("div", "row");
    row.append(input, element("button", "main", "Continue"));
    form.append(title, label, row);
    dialog.append(form);
    form.addEventListener("submit", () => { dialog.returnValue = "given"; });
    dialog.addEventListener("cancel", () => { input.value = ""; });
    dialog.addEventListener("close", () => { dialog.remove(); resolve(input.value.trim()); });
    document.body.append(dialog);
    dialog.showModal();
    input.focus();
  });
  const askForKey = () => ask("This service requires an API key", "API key", { type: "password", id: "api-key", autocomplete: "current-password" });

  // Keyboard shortcuts: [keys, what they do, function]; "?" and the button in the header list them. Returns the
  // listener, for frames.
  const shortcuts = list => {
    const dialog = element("dialog", "keys"), heading = element("h2", "", "Keyboard shortcuts"), table = element("dl"), form = element("form");
    heading.id = "keys-head";
    dialog.setAttribute("aria-labelledby", heading.id);
    const all = [...list, [["?"], "show this list", () => dialog.showModal()]];
    for (const [keys, what] of all) {
      const term = element("dt");
      const shown = keys.map(key => element("kbd", "", { ArrowDown: "↓", ArrowUp: "↑" }[key] || key));
      term.append(...(shown.length > 2 ? [shown[0], "to", shown[shown.length - 1]] : shown));
      table.append(term, element("dd", "", what));
    }
    form.method = "dialog";
    form.append(heading, table, element("button", "", "Close"));
    dialog.append(form);
    document.body.append(dialog);
    byId("keys").hidden = false;
    byId("keys").addEventListener("click", () => dialog.showModal());
    const press = event => {
      const typing = /^(input|select|textarea)$/i.test(event.target.tagName || "");
      if (event.ctrlKey || event.metaKey || event.altKey || typing || document.querySelector("dialog[open]")) return;
      const found = all.find(([keys]) => keys.includes(event.key));
      if (!found) return;
      event.preventDefault();
      found[2](event);
    };
    addEventListener("keydown", press);
    return press;
  };

  // What the browser remembers; a browser may refuse to.
  const store = {
    get: (name, area = "localStorage") => { try { return JSON.parse(window[area].getItem(name)); } catch { return null; } },
    set: (name, value, area = "localStorage") => { try { window[area].setItem(name, JSON.stringify(value)); return true; } catch { return false; } },
  };

  const trouble = async response => {
    try { return (await response.json()).error.message; } catch { return `the service answered ${response.status}`; }
  };

  // Sends a request; errors have the message of the service. A missing key is requested once.
  const call = async (path, options = {}, again = true) => {
    let response;
    try { response = await fetch(path, options); } catch (error) {
      if (error.name === "AbortError") throw error;
      throw new Error("the service does not respond; is it running?");
    }
    if (response.status === 401 && again) {
      const key = await askForKey();
      const taken = key && await fetch("/session", { method: "POST", body: key });
      if (taken && taken.ok) return call(path, options, false);
    }
    if (!response.ok) throw new Error(await trouble(response));
    return response;
  };

  const post = (path, value, signal) => call(path, {
    method: "POST", headers: { "Content-Type": "application/json", Accept: "application/json" }, body: JSON.stringify(value), signal,
  }).then(response => response.json());

  const get = path => call(path).then(response => response.json());

  const fact = (list, name, value) => {
    if (value === null || value === undefined || value === "") return;
    const pair = element("div"), dd = element("dd");
    dd.append(value);
    pair.append(element("dt", "", name), dd);
    list.append(pair);
  };

  const save = (name, data, type) => {
    const link = element("a");
    link.href = URL.createObjectURL(data instanceof Blob ? data : new Blob([data], { type }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  };

  // Fills a select with the installed extractors, the default first.
  const listExtractors = async (...selects) => {
    const all = (await get("/extractors")).filter(each => each.available && each.version !== null && !["site", "wrapper"].includes(each.name));
    all.sort((one, two) => (two.name === "default") - (one.name === "default"));
    for (const select of selects) {
      const kept = select.value;
      for (const each of all) {
        if ([...select.options].some(option => option.value === each.name)) continue;
        const option = new Option(each.name, each.name);
        option.title = each.summary;
        select.append(option);
      }
      if (kept) select.value = kept;
    }
    return new Map(all.map(each => [each.name, each]));
  };

  return { byId, element, say, ask, shortcuts, store, call, post, get, fact, save, listExtractors };
})();
