// The worker: runs the solver in WebAssembly and answers one question after the other.

import { unpacked } from "./lzma.js";
import { callSolver, textOf } from "./solver_call.js";

let solver = null;

/** Unpacks the solver. The page gets it, too, and gives it to the workers that follow this one. */
async function unpack(text) {
  const module = await WebAssembly.compile(unpacked(text));
  postMessage({ module });
  return WebAssembly.instantiate(module);
}

onmessage = async ({ data }) => {
  if (data.solver) {
    solver = unpack(data.solver);
    return;
  }
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
