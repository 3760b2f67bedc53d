// Opens the page that `teeko atlas` makes as its readers do: on a phone and on a desktop, in light
// and in dark, on screen and on paper. Compares what it shows with the JSON of the same atlas.
//
//   node check.mjs atlas.html atlas.json SCREENSHOTS

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { leastContrast, launch, noOverflow } from "./common.mjs";

const [page, json, screenshots] = process.argv.slice(2);
const address = pathToFileURL(resolve(page)).href;
const atlas = JSON.parse(readFileSync(json, "utf8"));
const variants = new Map(atlas.variants.map((variant) => [variant.variant, variant]));
const SIZES = [[360, 780], [1200, 900]];
const TEXTS = "p, td, th, a, small, caption, figcaption, summary, h1, h2, h3, .chip";

function code({ outcome, dtw }) {
  return outcome === "draw" ? "D" : `${outcome === "win" ? "W" : "L"}${dtw}`;
}

/** The contents of the page, by their data attributes. */
function shown() {
  const all = (select) => [...document.querySelectorAll(select)];
  function numbers(table) {
    return [...table.tBodies[0].rows].map((row) =>
      [...row.querySelectorAll("td")].map((cell) => Number(cell.textContent.replaceAll(",", ""))));
  }
  return {
    values: all("[data-variant]").map((node) => [node.dataset.variant, node.textContent]),
    matrices: all("#changes article > .scroll table").map(numbers),
    layers: all("article.card").map((card) => [card.id, numbers(card.querySelector("table"))]),
  };
}

function holdAgainstJson({ values, matrices, layers }) {
  assert.ok(variants.size > 1, "the atlas has rule sets");
  for (const [name, text] of values) assert.equal(text, code(variants.get(name)), name);
  assert.deepEqual(new Set(values.map(([name]) => name)), new Set(variants.keys()),
    "every variant has its value");
  const outcomes = ["win", "draw", "loss"];
  const expected = atlas.comparisons.map(({ slide }) =>
    outcomes.map((one) => outcomes.map((other) => slide[one][other])));
  assert.ok(expected.length > 0 && layers.length > 0, "the atlas has comparisons and cards");
  assert.deepEqual(matrices, expected, "comparisons");
  for (const [name, rows] of layers) {
    const { drop } = variants.get(name).census;
    assert.deepEqual(rows, drop.map(({ win, draw, loss, over }) => [win, draw, loss, over]), name);
  }
}

const browser = await launch();
try {
  const grounds = new Set();
  for (const [width, height] of SIZES) {
    for (const colorScheme of ["light", "dark"]) {
      const where = `${width} pixels, ${colorScheme}`;
      const tab = await browser.newPage({ viewport: { width, height }, colorScheme });
      function picture(name) {
        return tab.screenshot({ path: join(screenshots, `${width}-${colorScheme}-${name}.png`) });
      }
      const ground = () => tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const faults = [];
      tab.on("console", (message) => faults.push(`console: ${message.text()}`));
      tab.on("pageerror", (error) => faults.push(`error: ${error}`));
      tab.on("request", (request) =>
        request.url() === address || faults.push(`request: ${request.url()}`));
      await tab.goto(address);

      holdAgainstJson(await tab.evaluate(shown));
      await noOverflow(tab, where);
      const [contrast, text] = await leastContrast(tab, TEXTS);
      assert.ok(contrast >= 4.5, `${where}: contrast ${contrast.toFixed(1)} of "${text}"`);
      grounds.add(await ground());
      await picture("top");

      // The last value leads to its card.
      const link = tab.locator("#values td > a").last();
      const target = (await link.getAttribute("href")).slice(1);
      await link.click();
      assert.equal(await tab.evaluate(() => document.querySelector(":target").id), target);
      const card = tab.locator(`[id="${target}"]`);
      assert.ok((await card.boundingBox()).width > 0, target);
      await card.locator("summary").click();
      assert.ok(await card.locator("table").isVisible(), "counts unfold");
      await card.scrollIntoViewIfNeeded();
      await picture("card");

      await tab.emulateMedia({ media: "print" });
      assert.ok(!(await tab.locator("nav").isVisible()), "no contents on paper");
      assert.equal(await ground(), "rgb(255, 255, 255)", "paper is white");
      assert.deepEqual(faults, [], where);
      await tab.close();
    }
  }
  assert.equal(grounds.size, 2, "light and dark differ");
} finally {
  await browser.close();
}
console.log(`${variants.size} rule sets: the page shows what the JSON says, at `
  + `${SIZES.map(([width]) => width).join(" and ")} pixels`);
