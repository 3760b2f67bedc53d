// The source of answers: the solver in a worker inside this page, or the service that the page was
// loaded from. Both take the same paths and return the same documents.

import { documentsOf, pathOf, queryOf } from "./request.js";
import { TEXTS, typeset } from "../strings.js";

const KEPT = 400;
/** The longest path with a query that a service takes, in bytes. */
const LONGEST = 8 << 10;

/** An error that an answer reports, with its hint. */
class Refusal extends Error {
  // `reason` is without the hint; `isLost` is set if there was no answer, and `isGone` if that is
  // because the service cannot be reached.
  // `found` has the meanings of a name that has several.
  constructor({ error, hint, found, isLost = false }) {
    // The solver says how many bytes it needs, and what to start it with.
    const isLarge = error?.includes("of memory");
    const reason = isLarge ? TEXTS.tooLarge[document.documentElement.dataset.source] : error;
    super(typeset(hint && !isLarge ? `${reason}; ${hint}` : reason));
    const isGone = error === TEXTS.noService;
    Object.assign(this, { reason: typeset(reason), found, isLost, isGone });
  }
}

/** Starts a worker with the solver that the service worker keeps. */
async function startSpare() {
  if (!navigator.serviceWorker?.controller) throw new Error("no service worker");
  return startWorker(await WebAssembly.compileStreaming(fetch("./solver.wasm")));
}

// Starts to ask the service. If it cannot be reached, the solver that was kept answers.
// Returns a function that asks it, and one that ends all open questions.
// The page may be below a path of its site: questions are below the same path.
function startService() {
  let ending = new AbortController();
  let spare = null;
  async function ask(path, body) {
    if (path.length > LONGEST) return refused({ error: TEXTS.tooLong });
    const { signal } = ending;
    const options = body === undefined ? { signal } : { method: "POST", body, signal };
    try {
      const answer = await fetch(`.${path}`, options);
      return { good: answer.ok, text: await answer.text() };
    } catch (fault) {
      if (signal.aborted) return refused({ error: fault, isLost: true });
    }
    spare ??= await startSpare().catch(() => null);
    return spare?.ask(path, body) ?? refused({ error: TEXTS.noService, isLost: true });
  }
  function end(error) {
    if (open === 0) return false;
    ending.abort(error);
    ending = new AbortController();
    spare?.end(error);
    return true;
  }
  return { ask, end };
}

function refused(document) {
  return { good: false, text: JSON.stringify(document) };
}

/** Whether the page has arrived as a whole. */
export function isLoaded() {
  return document.readyState !== "loading";
}

/** Resolves once the page has arrived as a whole. */
export function whenLoaded() {
  return new Promise((resolve) =>
    isLoaded() ? resolve() : addEventListener("DOMContentLoaded", resolve, { once: true }));
}

// Starts the worker, with the solver of this file if none is given. Returns a function that asks
// it, and one that ends what it does: it fails all open questions and starts another worker.
function startWorker(compiled = null) {
  const text = (id) => document.getElementById(id).textContent;
  const address = URL.createObjectURL(new Blob([text("worker")], { type: "text/javascript" }));
  // The solver is at the end of the file, which may still be on its way.
  const loaded = whenLoaded();
  const waiting = new Map();
  let worker;
  let last = 0;
  function start() {
    const started = new Worker(address);
    worker = started;
    worker.onmessage = ({ data: { id, ...answer } }) => {
      compiled ??= answer.compiled;
      waiting.get(id)?.(answer);
      waiting.delete(id);
    };
    // An error that stops the solver, such as a lack of memory, must not stop later questions.
    worker.onerror = (event) => {
      event.preventDefault();
      stop(TEXTS.solverStopped(event.message));
    };
    // The first worker unpacks the solver.
    loaded.then(() => started.postMessage(compiled ? { compiled } : { solver: text("solver") }));
  }
  function stop(document) {
    worker.terminate();
    for (const answer of waiting.values()) answer(refused(document));
    waiting.clear();
    start();
  }
  start();
  function ask(path, body = "") {
    return new Promise((resolve) => {
      const id = ++last;
      waiting.set(id, resolve);
      loaded.then(() => worker.postMessage({ id, path, body }));
    });
  }
  function end(error) {
    if (waiting.size === 0) return false;
    stop({ error, isLost: true });
    return true;
  }
  return { ask, end };
}

/** Parses a document. Any other text comes from something between the page and the service. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal({ error: TEXTS.noService, isLost: true });
  }
}

const kept = new Map();
let source = null;

function started() {
  const isOwn = document.documentElement.dataset.source === "worker";
  source ??= isOwn ? startWorker() : startService();
  return source;
}

/** Ends the solver's work on all open questions, which fail for the given reason. */
export function abandon(reason) {
  if (started().end(reason)) kept.clear();
}

let open = 0;

/** Notes the number of questions without an answer where scripts see it. */
function countOpen(step) {
  document.documentElement.dataset.open = String(open += step);
}

/** Asks the source for a path with parameters. Returns the document, or throws a `Refusal`. */
export async function ask(path, parameters = {}, body = undefined) {
  countOpen(1);
  const whole = path + queryOf(parameters);
  const key = `${whole}\n${body ?? ""}`;
  let answer = kept.get(key);
  kept.delete(key);
  answer ??= started().ask(whole, body).then(
    ({ good, text }) => {
      if (body !== undefined && good) return documentsOf(text);
      const found = parsed(text);
      if (!good) throw new Refusal(found);
      return found;
    },
  );
  kept.set(key, answer);
  if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  try {
    return await answer;
  } catch (error) {
    // A question that fails may succeed later, for example when the service was busy.
    kept.delete(key);
    throw error;
  } finally {
    countOpen(-1);
  }
}

/** The time that the service has to say how far it has come, in milliseconds. */
const PROGRESS_TIME = 3000;

/** Returns how far the service has come with solving the rules of a state. */
export async function progressOf({ variant, goals }) {
  const query = queryOf({ goals: goals || undefined });
  const signal = AbortSignal.timeout(PROGRESS_TIME);
  return (await fetch(`.${pathOf(variant, "progress")}${query}`, { signal })).json();
}

/** Asks a question about the rules of a state. */
export function askOf({ variant, goals }, question, parameters = {}, body = undefined) {
  return ask(pathOf(variant, question), { ...parameters, goals: goals || undefined }, body);
}
