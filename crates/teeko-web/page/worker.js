// The worker: runs the solver in WebAssembly and answers one question after the other.

import { callSolver, textOf } from "./solver_call.js";

let solver = null;

/** Starts the solver from its compressed text. */
async function start(text) {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const { instance } = await WebAssembly.instantiate(await new Response(stream).arrayBuffer());
  return instance.exports;
}

onmessage = async ({ data }) => {
  if (data.solver) {
    solver = start(data.solver);
    return;
  }
  const exports = await solver;
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
