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

  const askForKey = () => new Promise(resolve => {
    const dialog = element("dialog"), form = element("form"), label = element("label", "", "API key"), input = element("input");
    form.method = "dialog";
    input.type = "password";
    input.id = "api-key";
    input.autocomplete = "current-password";
    label.htmlFor = input.id;
    const go = element("button", "main", "Continue");
    const row = element("div", "row");
    row.append(input, go);
    form.append(element("h2", "", "This service requires an API key"), label, row);
    dialog.append(form);
    dialog.addEventListener("close", () => { dialog.remove(); resolve(input.value); });
    document.body.append(dialog);
    dialog.showModal();
    input.focus();
  });

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

  return { byId, element, say, call, post, get, fact, save, listExtractors };
})();
