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

export { IMPOSSIBLE, OVER } from "./core.js";
export { TeekoError } from "./error.js";
export { imageOf } from "./position.js";

// A bundler leaves this out, and with it the solver, where none of these functions is used.
const functions = /* @__PURE__ */ packageOf(startWorker, (address) => fetch(address));

export const solve = (...given) => functions.solve(...given);
export const createWorkerGame = (...given) => functions.createWorkerGame(...given);
export const variants = (...given) => functions.variants(...given);
export const plays = (...given) => functions.plays(...given);
export const claims = (...given) => functions.claims(...given);
export const questions = (...given) => functions.questions(...given);
export const diff = (...given) => functions.diff(...given);
export const atlas = (...given) => functions.atlas(...given);
