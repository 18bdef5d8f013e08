// Replies with what Defuddle finds: "dom page url" -> "html markdown metadata", the metadata as JSON.
// The first argument is the folder with node_modules in it. Defuddle could ask web services for some sites; here it may
// not, so that it sees what every other extractor sees.

const { createRequire } = require("node:module");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");
const { serve } = require("./lines.cjs");
const need = createRequire(join(process.argv[2], "package.json"));
const folder = join(process.argv[2], "node_modules", "defuddle", "dist");
const loaded = import(pathToFileURL(join(folder, "node.js")).href);

const refuse = () => Promise.reject(new Error("extraction does not use the network"));
globalThis.fetch = refuse;

const doms = {
  jsdom(page, url) {
    const { JSDOM, VirtualConsole } = need("jsdom");
    const dom = new JSDOM(page, { url: URL.canParse(url) ? url : undefined, virtualConsole: new VirtualConsole() });
    return { document: dom.window.document, close: () => dom.window.close() };
  },
  linkedom(page, url) {
    const { parseLinkedomHTML } = need(join(folder, "utils", "linkedom-compat.js"));
    return { document: parseLinkedomHTML(page, url), close() {} };
  },
};

serve(async (kind, page, url) => {
  const { Defuddle } = await loaded;
  const dom = doms[kind](page, url);
  try {
    const found = await Defuddle(dom.document, url, { separateMarkdown: true, useAsync: false, fetch: refuse });
    const { title, author, published, site, description, image, language } = found;
    const metadata = { title, author, published, site, description, image, language };
    return [found.content || "", found.contentMarkdown || "", JSON.stringify(metadata)];
  } finally {
    dom.close();
  }
});
