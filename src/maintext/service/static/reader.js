// Remembers the settings of the reader view in this browser.
"use strict";
(() => {
  const KEY = "maintext-reader", inputs = [...document.querySelectorAll("header input")];
  const chosen = () => Object.fromEntries(inputs.filter(input => input.checked).map(input => [input.name, input.value]));
  try {
    for (const [name, value] of Object.entries(JSON.parse(localStorage.getItem(KEY)) || {})) {
      const input = inputs.find(each => each.name === name && each.value === value);
      if (input) input.checked = true;
    }
  } catch { /* the browser keeps nothing */ }
  addEventListener("change", () => { try { localStorage.setItem(KEY, JSON.stringify(chosen())); } catch { /* the same */ } });
  addEventListener("keydown", event => { if (event.key === "Escape") document.getElementById("back").click(); });
})();
