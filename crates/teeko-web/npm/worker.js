// The worker: runs the solver and answers one question after the other.

import { callSolver } from "./solver_call.js";

let exports = null;

onmessage = async ({ data: { solver, path, body } }) => {
  try {
    exports ??= (await WebAssembly.instantiate(solver)).exports;
    postMessage(callSolver(exports, path, body));
  } catch (error) {
    postMessage({ fault: String(error) });
  }
};
