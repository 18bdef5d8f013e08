// Uploads a ZIP archive of pages and offers a ZIP archive of texts for download.
"use strict";
(() => {
  const { byId, say, call, get, listExtractors } = maintext;

  const watch = async id => {
    const state = await get(`/batches/${id}`);
    byId("bar").max = state.pages;
    byId("bar").value = state.done;
    byId("done").textContent = `${state.done} of ${state.pages} pages done${state.failed ? `, ${state.failed} failed` : ""}${state.skipped ? `; ${state.skipped} other ${state.skipped === 1 ? "file" : "files"} ignored` : ""}`;
    if (!state.finished) { setTimeout(() => watch(id).catch(error => say(error.message, true)), 500); return; }
    byId("result").href = `/batches/${id}/result`;
    byId("result").hidden = false;
    say("Done.");
  };

  byId("ask").addEventListener("submit", async event => {
    event.preventDefault();
    const file = byId("file").files[0];
    if (!file) return;
    byId("result").hidden = true;
    byId("progress").hidden = false;
    say(`Sending ${file.name}…`);
    try {
      const values = new URLSearchParams({ extractor: byId("extractor").value || "default", format: byId("format").value });
      const answer = await call(`/batches?${values}`, { method: "POST", headers: { "Content-Type": "application/zip" }, body: file });
      say("Working…");
      await watch((await answer.json()).id);
    } catch (error) { byId("progress").hidden = true; say(`Failed: ${error.message}.`, true); }
  });
  byId("extractor").append(new Option("default", "default"));
  listExtractors(byId("extractor")).catch(() => {});
})();
