// The worker: runs the solver and answers one question after the other.

import { callSolver } from "./solver_call.js";

/** The solver. Not called `exports`: where a script is a module of CommonJS, that is taken. */
let running = null;

onmessage = async ({ data: { solver, path, body } }) => {
  try {
    running ??= (await WebAssembly.instantiate(solver)).exports;
    postMessage(callSolver(running, path, body));
  } catch (error) {
    postMessage({ fault: String(error) });
  }
};
