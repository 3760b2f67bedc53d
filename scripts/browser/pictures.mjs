// Takes the pictures of README.md: the explorer with a game on its board, and the terminal in
// colour.
//
//   node pictures.mjs PROGRAM PAGE EXPLORER.png TERMINAL.png

import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

import { launch } from "./common.mjs";

const [program, page, explorer, terminal] = process.argv.slice(2);
const COLOURS = { 31: "#e5534b", 32: "#57ab5a", 33: "#c69026", 36: "#39c5cf" };

/** What a terminal shows, as HTML. */
function html(text) {
  const escaped = text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
  const styles = { 1: "font-weight:bold", 2: "opacity:0.6" };
  let open = 0;
  const spans = escaped.replace(/\x1b\[(\d*)m/g, (_, code) => {
    if (!Number(code)) {
      const closed = "</span>".repeat(open);
      open = 0;
      return closed;
    }
    open += 1;
    return `<span style="${styles[code] ?? `color:${COLOURS[code]}`}">`;
  });
  const style =
    "display:inline-block;margin:0;padding:20px;" +
    "color:#d0d7de;background:#1c2128;font:14px/1.35 monospace";
  return `<body style="margin:0"><pre style="${style}">${spans}</pre>`;
}

const browser = await launch();
try {
  const tab = await browser.newPage({ viewport: { width: 1200, height: 700 } });
  await tab.goto(`file://${resolve(page)}#58-ssss/13.12.18.8`);
  await tab.waitForFunction(() => document.documentElement.dataset.ready === "true");
  await tab.screenshot({ path: explorer });

  const game = "13 18 12 14 8 7 9 2";
  const review = execFileSync(program, ["--quiet", "--color", "always", "review", game], {
    encoding: "utf8",
  });
  await tab.setContent(html(`\x1b[2m$\x1b[0m teeko review "${game}"\n${review}`));
  await tab.locator("pre").screenshot({ path: terminal });
} finally {
  await browser.close();
}
