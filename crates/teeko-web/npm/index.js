// Every variant of Teeko, solved in WebAssembly: one module for Node and browsers. All work is done
// where it is called; what must not wait for it is called in a worker.

import { documentsOf, pathOf, queryOf } from "./request.js";
import { callSolver, textOf } from "./solver_call.js";

/** Why there is no answer, with what to try next in `hint` where something helps. */
export class TeekoError extends Error {
  constructor({ error, hint }) {
    super(error);
    this.name = "TeekoError";
    this.hint = hint;
  }
}

const WASM = new URL("./teeko.wasm", import.meta.url);
let solver = null;

async function load(source) {
  if (source === undefined && WASM.protocol === "file:" && globalThis.process?.versions?.node) {
    const { readFile } = await import("node:fs/promises");
    source = await readFile(WASM);
  }
  source ??= WASM;
  if (source instanceof URL || typeof source === "string") source = await fetch(source);
  if (typeof Response !== "undefined" && source instanceof Response) source = await source.arrayBuffer();
  const { instance } = await WebAssembly.instantiate(source);
  return instance.exports;
}

function answerOf(exports, path, body) {
  const { good, bytes } = callSolver(exports, path, body);
  if (!good) throw new TeekoError(JSON.parse(textOf(bytes)));
  return bytes;
}

const goalText = (goal) => {
  if (Array.isArray(goal)) return goal.join(".");
  const { circles, empty = [], points } = goal;
  return circles.join(".") + (empty.length ? `~${empty.join(".")}` : "") + (points === undefined ? "" : `=${points}`);
};

/** A text is a position in any notation; otherwise `{ position }`, or `{ moves, from }` from a position or the empty board. */
const place = (position) => (typeof position === "string" ? { position } : position);

const outcomeOf = ({ outcome, dtw, score }) => ({ outcome, dtw, score: score ?? { win: 1, draw: 0, loss: -1 }[outcome] });

/** A game that is solved. */
class Game {
  #ask;

  constructor(exports, variant, goals) {
    const own = goals === undefined ? undefined : typeof goals === "string" ? goals : goals.map(goalText).join("_");
    this.#ask = (question, parameters = {}, body = undefined) => {
      const bytes = answerOf(exports, pathOf(variant, question) + queryOf({ ...parameters, goals: own }), body);
      if (question === "certificate") return bytes;
      return body === undefined ? JSON.parse(textOf(bytes)) : documentsOf(textOf(bytes));
    };
    const start = this.query({ moves: "" }, { brief: true });
    this.name = start.variant;
    this.value = outcomeOf(start);
  }

  /** Any question about a game by its name, with its parameters: `questions()` lists them. */
  ask(question, parameters = {}) {
    return this.#ask(question === "solution" ? "" : question, parameters);
  }

  rules() {
    return this.#ask("rules");
  }

  census() {
    return this.#ask("");
  }

  probe(position) {
    return outcomeOf(this.query(position, { brief: true }));
  }

  probeMany(positions) {
    return this.#ask("positions", {}, positions.join("\n"));
  }

  query(position, options = {}) {
    return this.#ask("position", { ...place(position), ...options });
  }

  choice(position, options = {}) {
    return this.#ask("choice", { ...place(position), ...options });
  }

  line(position, options = {}) {
    return this.#ask("line", { ...place(position), ...options });
  }

  review(moves, options = {}) {
    return this.#ask("review", { game: moves, ...options });
  }

  puzzles(options = {}) {
    return this.#ask("puzzles", options);
  }

  stats() {
    return this.#ask("stats");
  }

  certificate(options = {}) {
    return this.#ask("certificate", options);
  }
}

/** The solver, loaded once; after a failure again. */
function loaded(wasm) {
  solver ??= load(wasm).catch((error) => {
    solver = null;
    throw error;
  });
  return solver;
}

/** Solves a game: any variant of the standard board in a second or so. Goals of one's own go with a name such as `own-ssss`. */
export async function solve(variant = "44-ssss", { goals, wasm } = {}) {
  return new Game(await loaded(wasm), variant, goals);
}

/** A question that is not about one game. */
const askAll = async (question, parameters = {}) => JSON.parse(textOf(answerOf(await loaded(), `/v1/${question}${queryOf(parameters)}`)));

/** The sixteen variants with Scarne's names. */
export const variants = async () => (await askAll("variants")).variants;

/** Scarne's seventeen winning plays. */
export const plays = () => askAll("plays");

/** The questions with their parameters. */
export const questions = async () => (await askAll("questions")).questions;

/** What two variants on the same board make of the same positions. */
export const diff = (first, second, options = {}) => askAll("diff", { variants: `${first},${second}`, ...options });

/** A family of rule sets. Lists are joined by commas. */
export const atlas = (options = {}) => askAll("atlas", options);
