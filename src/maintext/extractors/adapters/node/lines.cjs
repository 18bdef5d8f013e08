// Requests and replies line by line: a line of fields in base64 -> "ok field..." or "no reason".
// The first field "start" gives the page's first 5,000 characters, as long as an article: all it costs is the asking.

console.log = console.info = console.warn = console.error; // what a library prints must not be taken for an answer

function reply(verdict, fields) {
  const encoded = fields.map((field) => Buffer.from(field, "utf8").toString("base64"));
  process.stdout.write([verdict, ...encoded].join(" ") + "\n");
}

// Reply to every line with the fields that `answer` returns for its fields, now or later; the parent waits for each.
exports.serve = function serve(answer) {
  async function handle(line) {
    try {
      const fields = line.split(" ").map((field) => Buffer.from(field, "base64").toString("utf8"));
      reply("ok", fields[0] === "start" ? [fields[1].slice(0, 5000)] : await answer(...fields));
    } catch (error) {
      reply("no", [String(error)]);
    }
  }

  let pieces = [];
  process.stdin.setEncoding("latin1"); // base64 has no other characters, and this is the fastest to read
  process.stdin.on("end", () => process.exit());
  process.stdin.on("data", (piece) => {
    const lines = piece.split("\n");
    while (lines.length > 1) {
      handle(pieces.join("") + lines.shift());
      pieces = [];
    }
    pieces.push(lines[0]);
  });
};
