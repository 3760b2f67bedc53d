// Starts the page from its packed script.

import { unpacked } from "./unpack.js";

unpacked(document.getElementById("packed").textContent).then((bytes) => {
  const script = document.createElement("script");
  script.textContent = new TextDecoder().decode(bytes);
  document.head.append(script);
});
