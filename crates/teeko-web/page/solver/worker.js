// The worker: runs the solver in WebAssembly and answers one question after the other.

import { callSolver, textOf } from "./solver_call.js";
import { unpacked } from "./unpack.js";

/** The compiled solver, and the one that runs. */
let compiled = null;
let solver = null;

/** Unpacks the solver. The page gets it, too, and gives it to the workers that follow this one. */
async function unpack(text) {
  compiled = await WebAssembly.compile(await unpacked(text));
  postMessage({ compiled });
}

async function answer({ id, path, body }) {
  solver ??= (await WebAssembly.instantiate(compiled)).exports;
  const { good, bytes } = callSolver(solver, path, body);
  postMessage({ id, good, text: textOf(bytes) });
}

let last = Promise.resolve();

onmessage = ({ data }) => {
  async function act() {
    if (data.solver) await unpack(data.solver);
    else if (data.compiled) ({ compiled } = data);
    else await answer(data);
  }
  // Thrown outside of promises, an error reaches `onerror` of the page, which starts another.
  last = last.then(act).catch((error) => setTimeout(() => {
    throw error;
  }));
};
