// Answers line by line with what Readability finds: "dom page url" in base64 -> "ok title text html" or "no reason".
// The dom "start" gives the page's first 5,000 characters, as long as an article: all it costs is the asking. The first
// argument is the folder with node_modules in it.

const { createRequire } = require("node:module");
const { join } = require("node:path");
const need = createRequire(join(process.argv[2], "package.json"));
const { Readability } = need("@mozilla/readability");

console.log = console.info = console.warn = console.error; // what a library prints must not be taken for an answer

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

function answer(line) {
  const [kind, page, url] = line.split(" ").map((field) => Buffer.from(field, "base64").toString("utf8"));
  if (kind === "start") return [page.slice(0, 5000)];
  const dom = doms[kind](page, url);
  try {
    const found = new Readability(dom.document).parse();
    return found ? [found.title || "", found.textContent || "", found.content || ""] : [];
  } finally {
    dom.close();
  }
}

function tell(verdict, fields) {
  const encoded = fields.map((field) => Buffer.from(field, "utf8").toString("base64"));
  process.stdout.write([verdict, ...encoded].join(" ") + "\n");
}

function hear(line) {
  try {
    tell("ok", answer(line));
  } catch (error) {
    tell("no", [String(error)]);
  }
}

let pieces = [];
process.stdin.setEncoding("latin1"); // base64 has no other signs, and this is the fastest to read
process.stdin.on("end", () => process.exit());
process.stdin.on("data", (piece) => {
  const lines = piece.split("\n");
  while (lines.length > 1) {
    hear(pieces.join("") + lines.shift());
    pieces = [];
  }
  pieces.push(lines[0]);
});
