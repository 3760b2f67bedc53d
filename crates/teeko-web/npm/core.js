// Every variant of Teeko, solved in WebAssembly. `index.js` is the package in Node, `browser.js`
// elsewhere; they differ in how they start workers.

import { TeekoError } from "./error.js";
import { Position, imagesOf, noPosition, placeOf } from "./position.js";
import { documentsOf, pathOf, queryOf } from "./request.js";
import { callSolver, textOf } from "./solver_call.js";
import { WorkerAsker } from "./worker_asker.js";

/** Compiles the solver: `wasm`, which `load` reads from an address, or that of the package. */
async function compiled(wasm, load) {
  const isModule = wasm instanceof WebAssembly.Module;
  const module = isModule ? wasm : await WebAssembly.compile(await bytesOfSolver(wasm, load));
  const names = WebAssembly.Module.exports(module).map(({ name }) => name);
  if (!names.includes("answer_arrays")) throw new Error("this WebAssembly is another program");
  return module;
}

/** Returns the bytes of the solver. `wasm` is its address, a response with it, or its bytes. */
async function bytesOfSolver(wasm, load) {
  if (wasm === undefined) return bytesOfPackage();
  const isAddress = wasm instanceof URL || typeof wasm === "string";
  const found = isAddress ? await load(wasm) : wasm;
  if (found.ok === false) throw new Error(`${found.url}: ${found.status} ${found.statusText}`);
  return typeof found.arrayBuffer === "function" ? found.arrayBuffer() : found;
}

/**
 * Returns the bytes of the solver that the package contains. It is part of a module, because a
 * bundler copies no other file unless configured.
 */
async function bytesOfPackage() {
  const { default: text } = await import("./solver_text.js");
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).arrayBuffer();
}

/** Waits for a part of the start of the solver. A failure is an error of the package. */
async function started(part) {
  try {
    return await part;
  } catch (cause) {
    if (cause instanceof TeekoError) throw cause;
    throw new TeekoError({
      error: `the solver does not start: ${cause.message}`,
      code: "resources",
      hint: "where no bytes may be compiled, give a WebAssembly.Module as `wasm`: see the README",
      cause,
    });
  }
}

/** Returns the answer of a solver, or throws its error. */
function checked({ good, bytes }) {
  if (!good) throw new TeekoError(JSON.parse(textOf(bytes)));
  return bytes;
}

function goalText(goal) {
  if (Array.isArray(goal)) return goal.join(".");
  const { circles, empty = [], points } = goal;
  const emptyText = empty.length ? `~${empty.join(".")}` : "";
  return circles.join(".") + emptyText + (points === undefined ? "" : `=${points}`);
}

const EMPTY_BOARD = { moves: "" };

const SCORES = { win: 1, draw: 0, loss: -1 };

function outcomeOf({ outcome, dtw, score }) {
  return { outcome, dtw, score: score ?? SCORES[outcome] };
}

function documentOf(bytes) {
  return JSON.parse(textOf(bytes));
}

/** Calls `next` with a value, or with the value of a promise once it is there. */
function then(value, next) {
  return value instanceof Promise ? value.then(next) : next(value);
}

/**
 * Returns a line for a position. White space is what the solver or JavaScript takes for it. The
 * solver skips blank lines and comments, header lines among them. In quotes they are answered, with
 * an error. It takes a text with NUL for UTF-16 as a whole, so NUL becomes a replacement character.
 */
function lineOf(position) {
  const line = String(position).replace(/[\s\x85]+/g, " ").trim().replaceAll("\0", "\ufffd");
  return line === "" || /^[#[]/.test(line) ? JSON.stringify(line) : line;
}

/**
 * Returns positions as the solver reads them: the size of a bitmask in bytes, the bitmasks of
 * Black's circles, those of Red's, and the sides to move.
 */
function bytesOf({ black, red, turn }) {
  const masks = [Uint32Array, BigUint64Array].find((type) => black instanceof type);
  const sides = typeof turn === "number" ? new Uint8Array(black.length).fill(turn) : turn;
  const areSame = masks && red instanceof masks && sides instanceof Uint8Array &&
    red.length === black.length && sides.length === black.length;
  if (!areSame) {
    const expected = "arrays of one length: Uint32Array or BigUint64Array, and Uint8Array for turn";
    throw noPosition([black, red, turn].map(kindOf).join(", "), expected);
  }
  const bytes = new Uint8Array(1 + 2 * black.byteLength + sides.length);
  bytes[0] = black.BYTES_PER_ELEMENT;
  let end = 1;
  for (const { buffer, byteOffset, byteLength } of [black, red, sides]) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), end);
    end += byteLength;
  }
  return bytes;
}

function kindOf(value) {
  return ArrayBuffer.isView(value) ? `${value.constructor.name}(${value.length})` : typeof value;
}

/** Returns the values of positions that were asked for as arrays. */
function valuesOf({ buffer }) {
  return new Int16Array(buffer);
}

/** The value of a finished game that the side to move has lost. */
export const OVER = -32767;

/** The value of an invalid position. */
export const IMPOSSIBLE = -32768;

/**
 * A solved game. `ask(path, body, read, signal)` returns what `read` makes of the answer, or a
 * promise of it; the methods return the same.
 */
class Game {
  #question;

  constructor(ask, variant, goals) {
    const own = Array.isArray(goals) ? goals.map(goalText).join("_") : goals;
    this.#question = (name, { signal, ...parameters } = {}, read = documentOf, body = "") => {
      const query = queryOf({ ...parameters, goals: own });
      return ask(pathOf(variant, name) + query, body, read, signal);
    };
  }

  /** Asks for the name and the value of the game. Returns the game. */
  opened(signal) {
    return then(this.query(EMPTY_BOARD, { brief: true, signal }), (start) =>
      Object.assign(this, { name: start.variant, value: outcomeOf(start) }),
    );
  }

  /** Answers a question by its name. `questions()` lists the names and their parameters. */
  ask(question, parameters = {}) {
    if (question === "certificate") return this.certificate(parameters);
    if (question === "positions") {
      throw new TeekoError({
        error: "question `positions`: expected one about the game, found one about a list",
        code: "request",
        hint: "ask it by `probeMany`, which takes the list",
      });
    }
    return this.#question(question === "solution" ? "" : `${question}`, parameters);
  }

  rules(options) {
    return this.#question("rules", options);
  }

  census(options) {
    return this.#question("", options);
  }

  /** Returns a position to play from. */
  position(place = EMPTY_BOARD, options = {}) {
    return then(this.query(place, options), (answer) => {
      const { position, moves } = answer;
      // A circle that the opponent may point at is no move yet: it takes any piece in hand.
      if (moves[0]?.piece === undefined) return new Position(this, answer, moves);
      const at = moves[0].move;
      return then(this.query(position, { ...options, at }), (pieces) => {
        const endings = pieces.moves.map(({ move }) => move.replace(at, ""));
        const each = moves.flatMap(({ move }) => endings.map((end) => ({ move: move + end })));
        return new Position(this, answer, each);
      });
    });
  }

  images(place, options) {
    return then(this.rules(options), ({ symmetries }) =>
      then(this.position(place, options), (position) => imagesOf(position, symmetries)),
    );
  }

  probe(position, options = {}) {
    const parameters = { ...placeOf(position), ...options, brief: true };
    return this.#question("position", parameters, (bytes) => outcomeOf(documentOf(bytes)));
  }

  probeMany(positions, options = {}) {
    if (positions?.black !== undefined) {
      return this.#question("positions", options, valuesOf, bytesOf(positions));
    }
    if (typeof positions?.[Symbol.iterator] !== "function") throw noPosition(positions, "a list");
    const body = Array.from(positions, lineOf).join("\n");
    return this.#question("positions", options, (bytes) => documentsOf(textOf(bytes)), body);
  }

  query(position, options = {}) {
    return this.#question("position", { ...placeOf(position), ...options });
  }

  choice(position, options = {}) {
    return this.#question("choice", { ...placeOf(position), ...options });
  }

  line(position, options = {}) {
    return this.#question("line", { ...placeOf(position), ...options });
  }

  record(text, { from, ...options } = {}) {
    return this.#question("record", { text, from: from?.toString(), ...options });
  }

  review(moves, { from, ...options } = {}) {
    return this.#question("review", { game: moves, from: from?.toString(), ...options });
  }

  puzzles(options) {
    return this.#question("puzzles", options);
  }

  random(options) {
    return this.#question("random", options);
  }

  stats(options) {
    return this.#question("stats", options);
  }

  course(options) {
    return this.#question("course", options);
  }

  certificate(options) {
    return this.#question("certificate", options, (bytes) => bytes);
  }
}

/** A game in a worker: methods return promises. */
class WorkerGame extends Game {
  #asker;

  constructor(asker, variant, goals) {
    async function ask(path, body, read, signal) {
      return read(checked(await asker.ask(path, body, signal)));
    }
    super(ask, variant, goals);
    this.#asker = asker;
  }

  /** Stops the worker. Questions without an answer are rejected. */
  terminate() {
    this.#asker.terminate();
  }
}

// A wrong argument rejects the promise, as all other errors do.
for (const name of Object.getOwnPropertyNames(Game.prototype)) {
  if (name === "constructor") continue;
  const method = Game.prototype[name];
  WorkerGame.prototype[name] = async function (...given) {
    return method.apply(this, given);
  };
}

/** Returns a function that makes something once, or again after a failure. */
function once(make) {
  let made = null;
  return (argument) => {
    made ??= make(argument).catch((error) => {
      made = null;
      throw error;
    });
    return made;
  };
}

/**
 * Returns the functions of the package. `startWorker` runs a script in a worker, `load` reads the
 * solver from an address.
 */
export function packageOf(startWorker, load) {
  const loaded = once((wasm) => started(compiled(wasm, load)));
  const instantiated = once(async (wasm) => {
    const module = await loaded(wasm);
    return started(WebAssembly.instantiate(module));
  });

  /** Returns a function that asks the solver in this thread. */
  async function askerHere(wasm) {
    const { exports } = await instantiated(wasm);
    return (path, body, read, signal) => {
      signal?.throwIfAborted();
      return read(checked(callSolver(exports, path, body)));
    };
  }

  /** Answers a question that is not about one game. */
  async function askAll(name, { wasm, ...parameters } = {}) {
    const ask = await askerHere(wasm);
    return ask(`/v1/${name}${queryOf(parameters)}`, "", documentOf);
  }

  return {
    solve: async (variant = "44-ssss", { goals, wasm } = {}) =>
      new Game(await askerHere(wasm), variant, goals).opened(),

    createWorkerGame: async (variant = "44-ssss", { goals, wasm, signal } = {}) => {
      const module = await loaded(wasm);
      const { default: script } = await import("./worker_text.js");
      const fault = (error, code, hint) => new TeekoError({ error, code, hint });
      const asker = new WorkerAsker((receive) => startWorker(script, receive), module, fault);
      try {
        return await new WorkerGame(asker, variant, goals).opened(signal);
      } catch (error) {
        asker.terminate();
        throw error;
      }
    },

    variants: async (options) => (await askAll("variants", options)).variants,
    plays: (options) => askAll("plays", options),
    claims: (options) => askAll("claims", options),
    questions: async (options) => (await askAll("questions", options)).questions,
    diff: (first, second, options = {}) =>
      askAll("diff", { variants: `${first},${second}`, ...options }),
    atlas: (options) => askAll("atlas", options),
  };
}
