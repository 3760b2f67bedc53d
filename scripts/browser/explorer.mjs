// Uses the explorer as people do, by mouse, touch and keyboard, and compares every value that it
// shows with the contract or the program.
//
//   node explorer.mjs PROGRAM CONTRACT SCREENSHOTS ADDRESS
//
// The address is that of a file with the solver in it, or of a service, which is visited behind a
// reverse proxy. The environment variable VISITS restricts the visits to those it names.

import assert from "node:assert/strict";
import { join } from "node:path";

import * as answers from "./answers.mjs";
import { launch } from "./common.mjs";
import { contract } from "./contract.mjs";
import * as hosted from "./hosted.mjs";
import { looks } from "./looks.mjs";
import { Person } from "./person.mjs";
import * as play from "./play.mjs";
import { behindProxy } from "./proxy.mjs";
import * as puzzles from "./puzzles.mjs";
import * as review from "./review.mjs";

const [screenshots, given] = process.argv.slice(4);
assert.ok(given, "expected an address");
const wanted = process.env.VISITS?.split(",");
const VISITS = Object.entries({ contract, ...answers, ...play, ...puzzles, ...review, ...hosted });
const names = [...VISITS.map(([visit]) => visit), "looks"];
assert.deepEqual(wanted?.filter((visit) => !names.includes(visit)) ?? [], [], "no such visits");

const name = given.startsWith("file:") ? "page" : "service";
const proxy = name === "service" ? await behindProxy(given) : null;
const address = proxy?.address ?? given;
const browser = await launch();
try {
  const said = [];
  for (const [visit, act] of VISITS) {
    if (wanted && !wanted.includes(visit)) continue;
    // The requests of a service worker cannot be intercepted.
    const context = await browser.newContext({
      viewport: { width: 1200, height: 900 }, reducedMotion: "no-preference",
      serviceWorkers: "block",
    });
    const tab = await context.newPage();
    const faults = [];
    // The browser also reports requests that are refused on purpose.
    tab.on("console", (message) =>
      /status of 4\d\d|ERR_FAILED|registration blocked/.test(message.text())
      || faults.push(`console: ${message.text()}`));
    tab.on("pageerror", (error) => faults.push(`error: ${error}`));
    function own(url) {
      return url.startsWith(address) || url.startsWith("blob:") || url.startsWith("data:");
    }
    tab.on("request", (request) => own(request.url()) || faults.push(`request: ${request.url()}`));
    const start = performance.now();
    try {
      said.push((await act(new Person(tab, address))) ?? visit);
    } catch (error) {
      await tab.screenshot({ path: join(screenshots, `${name}-${visit}.png`), fullPage: true });
      throw new Error(`${name}, ${visit}: ${error.message}`, { cause: error });
    }
    if (wanted) console.log(visit, Math.round(performance.now() - start));
    assert.deepEqual(faults, [], `${name}, ${visit}`);
    await context.close();
  }
  if (!wanted || wanted.includes("looks")) await looks(browser, address, name, screenshots);
  console.log(`${name}: as the program says: ${said.join(", ")}`);
} finally {
  await browser.close();
  proxy?.server.close();
}
