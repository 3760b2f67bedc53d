// Bundles a program that uses the package `teeko`, with the options that bundlers have by default,
// and runs it. A page of Next.js asks the solver on the server, too. Deno and Bun run the program
// as it is. Usage: `node bundlers.mjs BROWSER`, in a folder whose node_modules has the package.
//
// BROWSER is the folder of scripts/browser.sh. If no browser is installed there, Node runs what
// esbuild has made, without workers, and what the others have made for browsers is only checked for
// errors.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import next from "next";
import { build, createServer, preview } from "vite";
import webpack from "webpack";

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
// The solver as a separate file.
writeFileSync("raw.js", `
import { solve } from "teeko";
const wasm = new URL("teeko/teeko.wasm", import.meta.url);
globalThis.played = solve("44-ssss+4x4", { wasm }).then(({ value }) => value.outcome);
`);
writeFileSync("raw.html", '<script type="module" src="./raw.js"></script>\n');
writeFileSync("show.js", 'import "./main.js"; console.log(JSON.stringify(await played));\n');
const HERE = ["draw", 15];
const WITH_WORKER = [...HERE, "AbortError", 15];

function esbuild(...options) {
  return execFileSync("node_modules/.bin/esbuild",
    ["main.js", "--bundle", "--log-level=warning", ...options], { stdio: "inherit" });
}

/** Runs a bundle in Node, and returns what it found. */
function inNode(file, before = "") {
  const print = "played.then((found) => console.log(JSON.stringify(found)))";
  const script = `${before}; require(process.argv[1]); ${print}`;
  const printed = execFileSync(process.execPath, ["-e", script, resolve(file)], { encoding: "utf8" });
  return JSON.parse(printed);
}

esbuild("--platform=node", "--outfile=esbuild/node.cjs");
assert.deepEqual(inNode("esbuild/node.cjs"), WITH_WORKER);
esbuild("--outfile=esbuild/main.cjs");
writeFileSync("esbuild/index.html", '<script src="main.cjs"></script>\n');
// What does not ask the solver comes without it.
writeFileSync("error.js", 'import { TeekoError } from "teeko"; console.log(TeekoError.name);\n');
execFileSync("node_modules/.bin/esbuild",
  ["error.js", "--bundle", "--log-level=warning", "--outfile=esbuild/error.js"]);
assert.ok(statSync("esbuild/error.js").size < 10_000, "TeekoError alone comes with the solver");

for (const command of [["deno", "run", "--allow-all", "--quiet"], ["bun"]]) {
  // Their packages install nothing themselves: `npm ci` runs no scripts.
  const system = `${process.platform}-${process.arch}`;
  const files = { deno: `@deno/${system}-glibc/deno`, bun: `@oven/bun-${system}/bin/bun` };
  const [name, ...options] = command;
  const found = execFileSync(resolve("node_modules", files[name]), [...options, "show.js"],
    { encoding: "utf8" });
  assert.deepEqual(JSON.parse(found), WITH_WORKER, name);
}

const packed = await promisify(webpack)(["node", "web"].map((target) => ({
  mode: "production",
  target,
  // The package is large, which webpack would warn of.
  performance: { hints: false },
  entry: { main: "./main.js", raw: "./raw.js" },
  output: { path: resolve("webpack", target), filename: "[name].cjs", chunkFilename: "[id].cjs" },
})));
assert.ok(!packed.hasErrors() && !packed.hasWarnings(), packed.toString());
assert.deepEqual(inNode("webpack/node/main.cjs"), WITH_WORKER);
assert.equal(inNode("webpack/node/raw.cjs"), "draw");
writeFileSync("webpack/web/index.html", '<script src="main.cjs"></script>\n');

mkdirSync("next/app", { recursive: true });
writeFileSync("next/app/layout.js",
  "export default ({ children }) => <html><body>{children}</body></html>;\n");
writeFileSync("next/app/page.js", `
import { solve } from "teeko";
import Played from "./played.js";
export default async function Page() {
  const { value } = await solve("44-ssss+4x4");
  return <><p>{value.outcome}</p><Played /></>;
}
`);
writeFileSync("next/app/played.js", `
"use client";
import { useEffect } from "react";
export default function Played() {
  useEffect(() => void import("../../main.js"), []);
}
`);
process.env.NEXT_TELEMETRY_DISABLED = "1";
const silent = { stdio: ["ignore", "ignore", "inherit"] };
execFileSync("node_modules/.bin/next", ["build", "next"], silent);
assert.match(readFileSync("next/.next/server/app/index.html", "utf8"), /<p>draw<\/p>/);
const application = next({ dir: "next", dev: false });
await application.prepare();
const nextServer = createHttpServer(application.getRequestHandler()).listen(0, "127.0.0.1");
await once(nextServer, "listening");

const input = ["index.html", "raw.html"];
await build({ logLevel: "error", build: { rolldownOptions: { input } } });
assert.ok(readdirSync("dist/assets").some((name) => /^teeko-.*\.wasm$/.test(name)), "raw solver");
const servers = [await createServer({ logLevel: "warn" }), await preview({ logLevel: "warn" })];
await servers[0].listen();
const addresses = servers.map((server) => server.resolvedUrls.local[0]);
const nextAddress = `http://127.0.0.1:${nextServer.address().port}/`;

try {
  if (existsSync(join(browserFolder, "node_modules/.installed"))) {
    process.env.TMPDIR = join(browserFolder, "tmp");
    mkdirSync(process.env.TMPDIR, { recursive: true });
    const { launch } = await import(pathToFileURL(join(browserFolder, "common.mjs")));
    const browser = await launch();
    try {
      const files = ["esbuild/index.html", "webpack/web/index.html"];
      const pages = [...files.map((file) => pathToFileURL(file).href), ...addresses, nextAddress];
      for (const address of pages) {
        const page = await browser.newPage();
        page.on("pageerror", (error) => console.error(`${address}: ${error}`));
        await page.goto(address);
        await page.waitForFunction(() => globalThis.played);
        assert.deepEqual(await page.evaluate(() => globalThis.played), WITH_WORKER, address);
      }
      const page = await browser.newPage();
      await page.goto(new URL("raw.html", addresses[1]).href);
      await page.waitForFunction(() => globalThis.played);
      assert.equal(await page.evaluate(() => globalThis.played), "draw");
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
  nextServer.close();
  await Promise.all([application.close(), ...servers.map((server) => server.close())]);
}
console.log("esbuild, Next.js, Vite and webpack bundle the package without options");
console.log("Deno and Bun run it");
