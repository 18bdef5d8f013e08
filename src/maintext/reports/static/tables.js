// Tables sort by a click on a heading; a second click turns the order around. Empty cells always come last.
"use strict";
(() => {
  const compare = (one, two) => {
    const a = Number(one), b = Number(two);
    return Number.isNaN(a) || Number.isNaN(b) ? one.localeCompare(two) : a - b;
  };

  const sort = (table, column, heading) => {
    const first = heading.classList.contains("number") ? "descending" : "ascending";
    const other = first === "ascending" ? "descending" : "ascending";
    const order = heading.getAttribute("aria-sort") === first ? other : first;
    const sign = order === "ascending" ? 1 : -1;
    for (const each of table.tHead.rows[0].cells) each.removeAttribute("aria-sort");
    heading.setAttribute("aria-sort", order);
    const body = table.tBodies[0];
    const key = row => row.cells[column].dataset.key;
    const rows = [...body.rows].sort((one, two) => {
      const a = key(one), b = key(two);
      if (a === "" || b === "") return (a === "") - (b === "");
      return sign * compare(a, b);
    });
    body.append(...rows);
  };

  for (const table of document.querySelectorAll("table.sortable")) {
    [...table.tHead.rows[0].cells].forEach((heading, column) => {
      heading.querySelector("button").addEventListener("click", () => sort(table, column, heading));
    });
  }
})();
