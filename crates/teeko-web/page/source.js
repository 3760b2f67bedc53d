// Where answers come from: the solver in a worker inside this page, or the service that the page
// was loaded from. Both are asked by the same paths and answer with the same documents.

import { documentsOf, pathOf, queryOf } from "./request.js";
import { TEXTS } from "./strings.js";

const KEPT = 400;

/** What an answer says went wrong, with what to try next. */
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

/** Starts the worker with the solver, which this page holds as text, and returns what asks it. */
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
    // Whatever stops the solver, such as memory that does not suffice, stops that question alone.
    worker.onerror = (event) => {
      event.preventDefault();
      worker.terminate();
      const error = JSON.stringify({ error: `the solver stopped: ${event.message}`, hint: "choose a smaller board or plainer rules" });
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

/** Asks a path with parameters, as `queryOf` takes them. */
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
    // What failed once may succeed later, as when a service was busy.
    kept.delete(key);
    throw error;
  }
}

/** The path to what is asked of some rules, and the parameter with drawn goals. */
export const askOf = ({ variant, goals }, question, parameters = {}, body = undefined) =>
  ask(pathOf(variant, question), { ...parameters, goals: goals || undefined }, body);
