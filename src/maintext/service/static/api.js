// Shows the OpenAPI document as a web page.
"use strict";
(() => {
  const { byId, element, say, get } = maintext;
  byId("curl").textContent = [
    `curl --data-binary @page.html -H 'Content-Type: text/html' -H 'Accept: text/markdown' ${location.origin}/extract`,
    `curl -H 'Content-Type: application/json' -d '{"url": "https://example.org/", "extractor": "density"}' ${location.origin}/extract`,
    `curl -H 'Content-Type: application/json' -d '{"html": "<p>Hello</p>", "extractors": ["default", "all"]}' ${location.origin}/compare`,
  ].join("\n");

  const table = (headings, rows) => {
    const made = element("table"), head = element("tr"), body = element("tbody"), thead = element("thead");
    for (const name of headings) { const cell = element("th", "", name); cell.scope = "col"; head.append(cell); }
    for (const row of rows) { const line = element("tr"); for (const value of row) line.append(element("td", "", value)); body.append(line); }
    thead.append(head);
    made.append(thead, body);
    return made;
  };
  const type = schema => schema.type || (schema.enum ? schema.enum.join(", ") : (schema.anyOf || []).map(type).join(" or ")) || "";

  const operation = (path, verb, about) => {
    const made = element("details", "operation"), title = element("summary");
    title.append(element("code", "verb", verb.toUpperCase()), element("code", "", path), ` ${about.summary || ""}`);
    made.append(title, element("p", "", about.description || ""));
    if (about.parameters) made.append(element("h3", "", "Parameters"), table(["name", "type", "description"], about.parameters.map(each => [each.name, type(each.schema), each.description || each.schema.description || ""])));
    const body = about.requestBody && about.requestBody.content["application/json"];
    if (body) made.append(element("h3", "", "JSON body"), table(["name", "type", "description"], Object.entries(body.schema.properties || {}).map(([name, each]) => [name, type(each), each.description || ""])));
    made.append(element("h3", "", "Answers"), table(["status", "description"], Object.entries(about.responses).map(([status, each]) => [status, `${each.description || ""} ${Object.keys(each.content || {}).join(", ")}`])));
    return made;
  };

  get("/openapi.json").then(document_ => {
    for (const [path, verbs] of Object.entries(document_.paths)) for (const [verb, about] of Object.entries(verbs)) byId("operations").append(operation(path, verb, about));
    return get("/extractors");
  }).then(all => {
    for (const each of all) {
      const row = element("tr"), name = element("th", "", each.name);
      name.scope = "row";
      row.append(name, element("td", "", each.available ? each.version || "" : each.install || "no"), element("td", "", each.summary), element("td", "", Object.entries(each.parameters).map(([key, value]) => `${key}=${value}`).join(", ")));
      byId("extractors").tBodies[0].append(row);
    }
  }).catch(error => say(error.message, true));
})();
