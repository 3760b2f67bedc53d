// Measures how long the page takes to open, until all values of the board are shown:
// `node benchmark.mjs PAGE`, in the folder that browser.sh makes. A figure is the median of nine
// visits, each of a new browser.

import { resolve } from "node:path";

import { launch } from "./common.mjs";

const VISITS = 9;

const [page] = process.argv.slice(2);

/** Opens the page once, and returns the milliseconds until the board has its values. */
async function visit(address) {
  const browser = await launch();
  try {
    const tab = await browser.newPage();
    await tab.goto(address);
    await tab.waitForFunction(() => document.documentElement.dataset.ready === "true");
    return await tab.evaluate(() => performance.now());
  } finally {
    await browser.close();
  }
}

for (const variant of ["44-ssss", "58-ssss"]) {
  const times = [];
  for (let number = 0; number < VISITS; number++) {
    times.push(await visit(`file://${resolve(page)}#${variant}`));
  }
  times.sort((one, other) => one - other);
  console.log(`${variant.padEnd(12)} ${Math.round(times[VISITS >> 1])} ms`);
}
