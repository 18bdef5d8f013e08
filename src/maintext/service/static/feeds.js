// Shows a completed feed as a list, and its URL for feed readers.
"use strict";
(() => {
  const { byId, element, say, call } = maintext;
  const address = () => `/feed?${new URLSearchParams({ url: byId("url").value.trim(), limit: byId("limit").value || "10" })}`;

  const entry = (node, atom) => {
    const text = name => { const found = [...node.children].find(each => each.localName === name); return found ? found.textContent.trim() : ""; };
    const made = element("details", "operation"), full = text(atom ? "content" : "encoded");
    const parsed = new DOMParser().parseFromString(full, "text/html").body.textContent.trim();
    made.append(element("summary", "", text("title") || "Untitled"), element("p", "note", `${parsed.split(/\s+/u).filter(Boolean).length} words`));
    for (const line of parsed.split("\n")) if (line.trim()) made.append(element("p", "", line.trim()));
    return made;
  };

  const complete = async event => {
    event.preventDefault();
    say("Fetching the feed and its pages…");
    byId("entries").replaceChildren();
    byId("address").textContent = `For your feed reader: ${location.origin}${address()}`;
    try {
      const parsed = new DOMParser().parseFromString(await (await call(address())).text(), "text/xml");
      const atom = parsed.documentElement.localName === "feed";
      const entries = [...parsed.getElementsByTagName("*")].filter(each => each.localName === (atom ? "entry" : "item"));
      byId("entries").replaceChildren(...entries.map(each => entry(each, atom)));
      say(`${entries.length} ${entries.length === 1 ? "entry" : "entries"}.`);
    } catch (error) { say(`Failed: ${error.message}.`, true); }
  };

  byId("ask").addEventListener("submit", complete);
})();
