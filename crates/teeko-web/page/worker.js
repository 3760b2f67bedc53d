// The worker: runs the solver in WebAssembly and answers one question after the other.

import { callSolver, textOf } from "./solver_call.js";

let solver = null;

onmessage = async ({ data }) => {
  if (data.module) {
    solver = WebAssembly.instantiate(data.module);
    return;
  }
  const { exports } = await solver;
  try {
    const { good, bytes } = callSolver(exports, data.path, data.body);
    postMessage({ id: data.id, good, text: textOf(bytes) });
  } catch (error) {
    // Thrown outside of promises, the error reaches `onerror` of the page, which starts another.
    setTimeout(() => {
      throw error;
    });
  }
};
