// The worker: runs the solver in WebAssembly and answers one question after the other.

import { unpacked } from "./lzma.js";
import { callSolver, needsSolving, textOf } from "./solver_call.js";
import { fillMemory, keepMemory, keptGame } from "./store.js";

/** The compiled solver, and a number by which the store tells it from others. */
let compiled = null;
let solver = null;

/** Unpacks the solver. The page gets it, too, and gives it to the workers that follow this one. */
async function unpack(text) {
  const bytes = unpacked(text);
  const version = bytes.reduce((sum, byte) => (Math.imul(sum, 31) + byte) | 0, bytes.length);
  compiled = { module: await WebAssembly.compile(bytes), version };
  postMessage({ compiled });
}

const newSolver = async () => (await WebAssembly.instantiate(compiled.module)).exports;

/** Returns the rules that a path names; nothing for questions about several. */
function rulesOf(path) {
  const [, variant] = /^\/v1\/([^/?]*)\//.exec(path) ?? [];
  return variant && `${variant} ${new URLSearchParams(path.split("?")[1]).get("goals") ?? ""}`;
}

/** Replaces the solver by one that has solved these rules, if the store has it. */
async function restore(rules) {
  try {
    const game = await keptGame(rules, compiled.version);
    if (!game) return false;
    const restored = await newSolver();
    await fillMemory(restored.memory, game);
    solver = restored;
    return true;
  } catch {
    // What is damaged or cannot be read is solved again.
    return false;
  }
}

async function answer({ id, path, body }) {
  solver ??= await newSolver();
  const rules = needsSolving(solver, path) && rulesOf(path);
  const isKept = rules && await restore(rules);
  const { good, bytes } = callSolver(solver, path, body);
  const from = !rules ? undefined : isKept ? "store" : "solver";
  postMessage({ id, good, text: textOf(bytes), from });
  if (from === "solver" && good) {
    keepMemory(rules, compiled.version, solver.memory).catch(() => {});
  }
}

let last = Promise.resolve();

onmessage = ({ data }) => {
  const act = async () => {
    if (data.solver) await unpack(data.solver);
    else if (data.compiled) ({ compiled } = data);
    else await answer(data);
  };
  // Thrown outside of promises, an error reaches `onerror` of the page, which starts another.
  last = last.then(act).catch((error) => setTimeout(() => {
    throw error;
  }));
};
