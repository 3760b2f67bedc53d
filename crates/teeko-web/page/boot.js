// Starts the page from its packed style sheet and script, which a zero separates.

import { unpacked } from "./lzma.js";

const [style, script] = new TextDecoder()
  .decode(unpacked(document.getElementById("packed").textContent))
  .split("\0");
const sheet = document.createElement("style");
sheet.textContent = style;
document.head.append(sheet);
new Function(script)();
