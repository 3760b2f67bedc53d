// The package in Node.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { packageOf } from "./core.js";

/** What workers of browsers have: `onmessage` and `postMessage`. */
const LIKE_IN_BROWSERS = `
const { parentPort } = require("node:worker_threads");
globalThis.postMessage = (message) => parentPort.postMessage(message);
parentPort.on("message", (data) => onmessage({ data }));
`;

/** Runs a script in a thread. It keeps the process alive only while it answers. */
function startWorker(script, receive) {
  const worker = new Worker(LIKE_IN_BROWSERS + script, { eval: true });
  const received = (answer) => {
    worker.unref();
    receive(answer);
  };
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
const load = (address) =>
  String(address).startsWith("file:") ? readFile(new URL(address)) : fetch(address);

export { TeekoError } from "./error.js";
export const { solve, createWorkerGame, variants, plays, questions, diff, atlas } =
  packageOf(startWorker, load);
