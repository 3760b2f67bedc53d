// The package in browsers, and in other hosts with web workers.

import { packageOf } from "./core.js";

/** Runs a script in a worker, from a blob, since bundlers differ in how they find its file. */
function startWorker(script, receive) {
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address);
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = ({ message }) => receive({ fault: message ?? "the worker did not start" });
  return {
    post: (question) => worker.postMessage(question),
    terminate() {
      worker.terminate();
      URL.revokeObjectURL(address);
    },
  };
}

export { TeekoError } from "./error.js";
export const { solve, createWorkerGame, variants, plays, questions, diff, atlas } =
  packageOf(startWorker, (address) => fetch(address));
