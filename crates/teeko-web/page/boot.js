// Starts the page from its packed style sheet and script, which a zero separates.

import { unpacked } from "./unpack.js";

const add = (name, textContent) =>
  document.head.append(Object.assign(document.createElement(name), { textContent }));

unpacked(document.getElementById("packed").textContent).then((bytes) => {
  const [style, script] = new TextDecoder().decode(bytes).split("\0");
  add("style", style);
  add("script", script);
});
