// The ways a page comes in: URL, file, pasted HTML, drag and drop, example, bookmarklet, or back from another view.
"use strict";
const pageSources = (() => {
  const { byId, say, call, store } = maintext;

  // Calls `open({html, url, name, ...})` for each page; the rest is what was remembered with it.
  return open => {
    const openUrl = url => { byId("url").value = url; open({ html: null, url, name: url.replace(/\/$/, "").split("/").pop() || "page" }); };

    // A file is sent to the service as bytes, and decoded there.
    const openFile = async file => {
      byId("url").value = "";
      say(`Reading ${file.name}…`);
      try {
        const answer = await call("/extract?extractor=nothing&add=source", {
          method: "POST", headers: { "Content-Type": "text/html", Accept: "application/json" }, body: file,
        });
        open({ html: (await answer.json()).source, url: null, name: file.name.replace(/\.[^.]*$/, "") });
      } catch (error) { open({ error: `${file.name}: ${error.message}` }); }
    };

    const openExample = async name => {
      const url = `${location.origin}/static/example-${name}.html`;
      byId("url").value = "";
      try { open({ html: await (await call(url)).text(), url, name }); } catch (error) { open({ error: error.message }); }
    };

    byId("ask").addEventListener("submit", event => {
      event.preventDefault();
      const url = byId("url").value.trim();
      url ? openUrl(url) : say("Enter a URL, paste HTML or open a file.", true);
    });
    byId("choose").addEventListener("click", () => byId("file").click());
    byId("file").addEventListener("change", event => { if (event.target.files[0]) openFile(event.target.files[0]); event.target.value = ""; });
    for (const button of document.querySelectorAll("[data-example]")) button.addEventListener("click", () => openExample(button.dataset.example));

    const pasting = byId("pasting");
    byId("paste").addEventListener("click", () => { pasting.returnValue = ""; pasting.showModal(); });
    pasting.addEventListener("close", () => {
      if (pasting.returnValue === "extract" && byId("html").value.trim()) open({ html: byId("html").value, url: byId("url").value.trim() || null, name: "page" });
    });

    // The cover takes the drag, also over frames.
    const cover = byId("dropping");
    const has = event => [...event.dataTransfer.types].some(type => type === "Files" || type === "text/uri-list");
    const enter = event => { if (has(event)) { event.preventDefault(); cover.hidden = false; } };
    addEventListener("dragenter", enter);
    addEventListener("dragover", event => { if (has(event)) event.preventDefault(); });
    cover.addEventListener("dragleave", () => { cover.hidden = true; });
    addEventListener("drop", event => {
      event.preventDefault();
      cover.hidden = true;
      const { files } = event.dataTransfer, [url] = event.dataTransfer.getData("text/uri-list").split(/\r?\n/).filter(line => line && line[0] !== "#");
      if (files.length > 1) say("Drop one file here; many pages at once go to Batch.", true);
      else if (files.length) openFile(files[0]);
      else if (url) openUrl(url);
    });

    // The bookmarklet opens this page and sends it the current page as soon as this page is ready.
    const origin = location.origin;
    byId("bookmarklet").href = `javascript:(()=>{const w=open(${JSON.stringify(`${origin}/#bookmarklet=`)}+encodeURIComponent(location.href));addEventListener("message",function f(e){if(e.origin===${JSON.stringify(origin)}&&e.data==="maintext-ready"){removeEventListener("message",f);w.postMessage({maintext:1,html:document.documentElement.outerHTML,url:location.href},e.origin)}})})()`;
    byId("bookmarklet").addEventListener("click", event => { event.preventDefault(); say("Drag this link to your bookmarks bar; click it there to send the current page."); });
    addEventListener("message", event => {
      if (!event.data || event.data.maintext !== 1 || typeof event.data.html !== "string" || event.source !== window.opener) return;
      byId("url").value = /^https?:/.test(event.data.url) ? event.data.url : "";
      open({ html: event.data.html, url: byId("url").value || null, name: "page" });
    });

    const values = new URLSearchParams(location.hash.slice(1));
    if (values.has("bookmarklet")) {
      byId("url").value = values.get("bookmarklet");
      if (window.opener) window.opener.postMessage("maintext-ready", "*");
      else say("That site does not allow sending its page; click Extract to fetch its URL.");
    } else if (values.has("back")) {
      const kept = store.get("maintext-page", "sessionStorage");
      if (kept) open(kept);
    } else if (values.has("url")) openUrl(values.get("url"));
    return { enter };
  };
})();
