// Every variant of Teeko, solved in WebAssembly: one module for Node and browsers. Calls block
// until they have the answer; call them from a worker to keep a page responsive.

import { documentsOf, pathOf, queryOf } from "./request.js";
import { callSolver, textOf } from "./solver_call.js";

/** Why there is no answer. `hint` says what to try next, if anything helps. */
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
  if (typeof Response !== "undefined" && source instanceof Response) {
    source = await source.arrayBuffer();
  }
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
  const emptyText = empty.length ? `~${empty.join(".")}` : "";
  return circles.join(".") + emptyText + (points === undefined ? "" : `=${points}`);
};

// The parameters of a position: a text in any notation, `{ position }`, or `{ moves, from }`, moves
// from a position or the empty board.
const place = (position) => (typeof position === "string" ? { position } : position);

const SCORES = { win: 1, draw: 0, loss: -1 };

const outcomeOf = ({ outcome, dtw, score }) => ({ outcome, dtw, score: score ?? SCORES[outcome] });

/** A solved game. */
class Game {
  #ask;

  constructor(exports, variant, goals) {
    const own = Array.isArray(goals) ? goals.map(goalText).join("_") : goals;
    this.#ask = (question, parameters = {}, body = undefined) => {
      const query = queryOf({ ...parameters, goals: own });
      const bytes = answerOf(exports, pathOf(variant, question) + query, body);
      if (question === "certificate") return bytes;
      return body === undefined ? JSON.parse(textOf(bytes)) : documentsOf(textOf(bytes));
    };
    const start = this.query({ moves: "" }, { brief: true });
    this.name = start.variant;
    this.value = outcomeOf(start);
  }

  /** Answers a question by its name. `questions()` lists the names and their parameters. */
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

/** Returns the solver. It is loaded once, or again after a failure. */
function loaded(wasm) {
  solver ??= load(wasm).catch((error) => {
    solver = null;
    throw error;
  });
  return solver;
}

// Solves a game. A variant of the standard board takes about a second. Give `goals` with a name
// such as `own-ssss`.
export async function solve(variant = "44-ssss", { goals, wasm } = {}) {
  return new Game(await loaded(wasm), variant, goals);
}

/** Answers a question that is not about one game. */
async function askAll(question, parameters = {}) {
  const path = `/v1/${question}${queryOf(parameters)}`;
  return JSON.parse(textOf(answerOf(await loaded(), path)));
}

/** Scarne's sixteen variants. */
export const variants = async () => (await askAll("variants")).variants;

/** Scarne's seventeen winning plays. */
export const plays = () => askAll("plays");

/** The questions with their parameters. */
export const questions = async () => (await askAll("questions")).questions;

/** Compares two variants on the same board, position by position. */
export const diff = (first, second, options = {}) =>
  askAll("diff", { variants: `${first},${second}`, ...options });

/** Solves a family of rule sets, and reports on each. */
export const atlas = (options = {}) => askAll("atlas", options);
