// The source of answers: the solver in a worker inside this page, or the service that the page was
// loaded from. Both take the same paths and return the same documents.

import { documentsOf, pathOf, queryOf } from "./request.js";
import { TEXTS } from "./strings.js";

const KEPT = 400;

/** An error that an answer reports, with its hint. */
export class Refusal extends Error {
  constructor({ error, hint }) {
    super(hint ? `${error}; ${hint}` : error);
  }
}

/** Asks the service. */
async function askService(path, body) {
  const answer = await fetch(path, body === undefined ? {} : { method: "POST", body }).catch(() => {
    throw new Refusal({ error: TEXTS.noService });
  });
  return { good: answer.ok, text: await answer.text() };
}

/** Starts the worker with the solver that this page contains. Returns a function that asks it. */
function startWorker() {
  const text = (id) => document.getElementById(id).textContent;
  const address = URL.createObjectURL(new Blob([text("worker")], { type: "text/javascript" }));
  const waiting = new Map();
  let worker;
  let last = 0;
  const start = () => {
    worker = new Worker(address);
    worker.onmessage = ({ data: { id, ...answer } }) => {
      waiting.get(id)(answer);
      waiting.delete(id);
    };
    // An error that stops the solver, such as a lack of memory, must not stop later questions.
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      const error = JSON.stringify(TEXTS.solverStopped(event.message));
      for (const answer of waiting.values()) answer({ good: false, text: error });
      waiting.clear();
      start();
    };
    worker.postMessage({ solver: text("solver").trim() });
  };
  start();
  return (path, body = "") =>
    new Promise((resolve) => {
      waiting.set(++last, resolve);
      worker.postMessage({ id: last, path, body });
    });
}

const kept = new Map();
let asker = null;

/** Asks the source for a path with parameters. Returns the document, or throws a `Refusal`. */
export async function ask(path, parameters = {}, body = undefined) {
  asker ??= document.documentElement.dataset.source === "worker" ? startWorker() : askService;
  const whole = path + queryOf(parameters);
  const key = `${whole}\n${body ?? ""}`;
  let answer = kept.get(key);
  kept.delete(key);
  answer ??= asker(whole, body).then(
    ({ good, text }) => {
      if (body !== undefined && good) return documentsOf(text);
      const document = JSON.parse(text);
      if (!good) throw new Refusal(document);
      return document;
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
  }
}

/** Asks a question about the rules of a state. */
export const askOf = ({ variant, goals }, question, parameters = {}, body = undefined) =>
  ask(pathOf(variant, question), { ...parameters, goals: goals || undefined }, body);
