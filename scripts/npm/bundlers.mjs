// Bundles a program that uses the package `teeko`, with the options that bundlers have by default,
// and runs it: `node bundlers.mjs BROWSER`, in a folder whose node_modules has the package.
//
// BROWSER is the folder of scripts/browser.sh. If no browser is installed there, Node runs what
// esbuild has made, without workers, and Vite's server and build are only checked for errors.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, createServer, preview } from "vite";

const browserFolder = resolve(process.argv[2]);

writeFileSync("index.html", '<script type="module" src="./main.js"></script>\n');
writeFileSync("main.js", `
import { createWorkerGame, solve } from "teeko";
async function played() {
  const game = await solve("44-ssss+4x4");
  const here = [game.value.outcome, game.position().play("6").legalMoves.length];
  if (globalThis.hasNoWorker) return here;
  const working = await createWorkerGame("44-ssss+4x4");
  const controller = new AbortController();
  const aborted = working.stats(controller).catch((error) => error.name);
  controller.abort();
  const stopped = await aborted;
  const position = await (await working.position()).play("6");
  working.terminate();
  return [...here, stopped, position.legalMoves.length];
}
globalThis.played = played();
`);
const HERE = ["draw", 15];
const WITH_WORKER = [...HERE, "AbortError", 15];

const esbuild = (...options) => execFileSync("node_modules/.bin/esbuild",
  ["main.js", "--bundle", "--log-level=warning", ...options], { stdio: "inherit" });
/** Runs a bundle in Node, and returns what it found. */
const inNode = (file, before = "") => JSON.parse(execFileSync(process.execPath, ["-e",
  `${before}; require(process.argv[1]); played.then((found) => console.log(JSON.stringify(found)))`,
  resolve(file)], { encoding: "utf8" }));

esbuild("--platform=node", "--outfile=esbuild/node.cjs");
assert.deepEqual(inNode("esbuild/node.cjs"), WITH_WORKER);
esbuild("--outfile=esbuild/main.cjs");
writeFileSync("esbuild/index.html", '<script src="main.cjs"></script>\n');
await build({ logLevel: "error" });
const servers = [await createServer({ logLevel: "warn" }), await preview({ logLevel: "warn" })];
await servers[0].listen();
const addresses = servers.map((server) => server.resolvedUrls.local[0]);

try {
  if (existsSync(join(browserFolder, "node_modules/.installed"))) {
    process.env.TMPDIR = join(browserFolder, "tmp");
    mkdirSync(process.env.TMPDIR, { recursive: true });
    const { launch } = await import(pathToFileURL(join(browserFolder, "common.mjs")));
    const browser = await launch();
    try {
      for (const address of [pathToFileURL("esbuild/index.html").href, ...addresses]) {
        const page = await browser.newPage();
        page.on("pageerror", (error) => console.error(`${address}: ${error}`));
        await page.goto(address);
        await page.waitForFunction(() => globalThis.played);
        assert.deepEqual(await page.evaluate(() => globalThis.played), WITH_WORKER, address);
      }
    } finally {
      await browser.close();
    }
  } else {
    assert.deepEqual(inNode("esbuild/main.cjs", "hasNoWorker = true"), HERE);
    for (const address of addresses) {
      const page = await (await fetch(address)).text();
      const script = /src="\/?([^"]*main[^"]*|assets[^"]*)"/.exec(page)[1];
      assert.equal((await fetch(new URL(script, address))).status, 200);
    }
    console.log("no browser: Vite's modules were not run");
  }
} finally {
  await Promise.all(servers.map((server) => server.close()));
}
console.log("esbuild and Vite bundle the package without options");
