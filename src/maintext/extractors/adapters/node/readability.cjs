// Replies with what Readability finds: "dom page url" -> "title text html", or nothing.
// The first argument is the folder with node_modules in it.

const { createRequire } = require("node:module");
const { join } = require("node:path");
const { serve } = require("./lines.cjs");
const need = createRequire(join(process.argv[2], "package.json"));
const { Readability } = need("@mozilla/readability");

const doms = {
  jsdom(page, url) {
    const { JSDOM, VirtualConsole } = need("jsdom");
    const dom = new JSDOM(page, { url: URL.canParse(url) ? url : undefined, virtualConsole: new VirtualConsole() });
    return { document: dom.window.document, close: () => dom.window.close() };
  },
  linkedom(page) {
    return { document: need("linkedom").parseHTML(page).document, close() {} };
  },
};

serve((kind, page, url) => {
  const dom = doms[kind](page, url);
  try {
    const found = new Readability(dom.document).parse();
    return found ? [found.title || "", found.textContent || "", found.content || ""] : [];
  } finally {
    dom.close();
  }
});
