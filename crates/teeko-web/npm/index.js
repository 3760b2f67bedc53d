// The package in Node.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { packageOf } from "./core.js";

/**
 * What workers of browsers have: `onmessage` and `postMessage`. The options of the process decide
 * whether the script is a module, which has no `require` and defines no global names.
 */
const LIKE_IN_BROWSERS = `
globalThis.onmessage = null;
import("node:worker_threads").then(({ parentPort }) => {
  globalThis.postMessage = (message) => parentPort.postMessage(message);
  parentPort.on("message", (data) => onmessage({ data }));
});
`;

/** Runs a script in a thread. It keeps the process alive only while it answers. */
function startWorker(script, receive) {
  const worker = new Worker(LIKE_IN_BROWSERS + script, { eval: true });
  function received(answer) {
    worker.unref();
    receive(answer);
  }
  worker.on("message", received);
  worker.on("error", ({ message }) => received({ fault: message }));
  return {
    post(question) {
      worker.ref();
      worker.postMessage(question);
    },
    terminate: () => worker.terminate(),
  };
}

/** Reads the solver from an address. `fetch` reads no files. */
function load(address) {
  return String(address).startsWith("file:") ? readFile(new URL(address)) : fetch(address);
}

export { IMPOSSIBLE, OVER } from "./core.js";
export { TeekoError } from "./error.js";
export { imageOf } from "./position.js";

// A bundler leaves this out, and with it the solver, where none of these functions is used.
const functions = /* @__PURE__ */ packageOf(startWorker, load);

export const solve = (...given) => functions.solve(...given);
export const createWorkerGame = (...given) => functions.createWorkerGame(...given);
export const variants = (...given) => functions.variants(...given);
export const plays = (...given) => functions.plays(...given);
export const claims = (...given) => functions.claims(...given);
export const questions = (...given) => functions.questions(...given);
export const diff = (...given) => functions.diff(...given);
export const atlas = (...given) => functions.atlas(...given);
