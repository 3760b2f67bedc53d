// The npm package answers the contract, all but rule files, which no page can read:
// `node contract.mjs FOLDER CONTRACT`, where FOLDER has the package and CONTRACT is tests/contract.
// With CONTRACT=all in the environment it also replays the lines that are the crate's alone.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, contract] = process.argv.slice(2);
const teeko = await import(pathToFileURL(join(resolve(folder), "index.js")));

const files = readdirSync(contract).filter((name) => name.endsWith(".jsonl")).sort();
const exchanges = files.flatMap((name) =>
  readFileSync(join(contract, name), "utf8").trim().split("\n").map((line) => JSON.parse(line)));
const isAll = process.env.CONTRACT === "all";
const asked = exchanges.filter(({ everywhere, rules = [] }) =>
  (everywhere || isAll) && !rules.some((name) => name.startsWith("@")));

const games = new Map();
/** Returns the game of these rules, which is solved once. */
async function solved(variant, goals) {
  const key = `${variant} ${goals}`;
  if (!games.has(key)) games.set(key, await teeko.solve(variant, { goals }));
  return games.get(key);
}

/** Answers to the lines of a text, those that are blank or comments left out. */
function probed(game, body) {
  const lines = Array.from(body.split("\n").entries());
  const given = lines.filter(([, line]) => line && !line.startsWith("#"));
  const answers = game.probeMany(given.map(([, line]) => line));
  // An answer has the number of its line among those given.
  return answers.map((answer) => ({ ...answer, line: given[answer.line - 1][0] + 1 }));
}

const METHODS = { position: "query", solution: "census" };
/** Questions whose method takes a position or moves first, then the other parameters. */
const PLACED = ["position", "line", "choice"];
/** Questions whose method takes a text first, then the other parameters. */
const WRITTEN = ["review", "record"];

/** The ways to ask a question: by its name, and by the function or the method for it. */
async function waysToAsk({ rules = [], goals, question, parameters = {}, body }) {
  if (question === "diff") return [() => teeko.diff(...rules, parameters)];
  if (rules.length === 0) {
    const lists = Object.entries(parameters).map(([name, value]) =>
      [name, String(value).includes(",") ? value.split(",") : value]);
    return [parameters, Object.fromEntries(lists)].map((given) => () => teeko[question](given));
  }
  const game = await solved(rules[0], goals);
  if (body !== undefined) return [() => probed(game, body)];
  const ways = [() => game.ask(question, parameters)];
  const method = (...given) => ways.push(() => game[METHODS[question] ?? question](...given));
  const { position, moves, from, game: played, text = played, ...options } = parameters;
  if (![...PLACED, ...WRITTEN].includes(question)) method(parameters);
  else if (text !== undefined) method(text, { from, ...options });
  else if ((position ?? moves) !== undefined) method({ position, moves, from }, options);
  return ways;
}

function withoutTimes(answer) {
  const isTime = (name) => name === "seconds";
  return JSON.parse(JSON.stringify(answer), (name, value) => (isTime(name) ? undefined : value));
}

function hashOf(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}

/** JSON with the fields of all objects in alphabetical order. */
function asJson(value) {
  return JSON.stringify(value, (name, part) =>
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part);
}

/** Compares an answer with the contract's, which has long ones as hashes. */
function checkAnswer({ question, answer }, found) {
  if (question === "certificate") found = hashOf(found);
  // Some functions return the document without its schema.
  const isPart = question === "questions" || question === "variants";
  if (isPart) found = { [question]: found, schema: `teeko.${question}/1` };
  if (answer.sha256) [found, answer] = [hashOf(asJson(found)), answer.sha256];
  assert.deepEqual(found, answer);
}

async function replay(exchange) {
  const { status, question, parameters = {}, rules, goals, answer } = exchange;
  for (const ask of await waysToAsk(exchange)) {
    let found;
    try {
      found = await ask();
    } catch (error) {
      checkRefusal(exchange, error);
      continue;
    }
    assert.equal(status, 200, "refused");
    checkAnswer(exchange, question === "certificate" ? found : withoutTimes(found));
  }
  // After a pass, and once a circle is pointed at, fewer choices are left.
  if (question !== "position" || status !== 200 || parameters.pass || parameters.at) return;
  const { outcome, dtw } = (await solved(rules[0], goals)).probe(answer.position);
  assert.deepEqual([outcome, dtw], [answer.outcome, answer.dtw]);
}

function checkRefusal({ status, names = [] }, error) {
  if (!(error instanceof teeko.TeekoError)) throw error;
  const { message, hint } = error;
  assert.notEqual(status, 200, message);
  assert.match(message, /^[^\n]+$/);
  assert.ok(hint, `what to try next: ${message}`);
  assert.deepEqual(names.filter((name) => !message.includes(name)), [], message);
}

assert.ok(asked.length > 50, `${asked.length} requests`);
for (const exchange of asked) {
  try {
    await replay(exchange).catch((error) => checkRefusal(exchange, error));
  } catch (error) {
    const request = JSON.stringify(exchange).slice(0, 500);
    throw new Error(`${request}: ${error.message}`, { cause: error });
  }
}
// The error has what it found: both circles that the name may mean.
const standard = await solved("44-ssss");
assert.throws(() => standard.record("13 C2"), ({ found }) => found.length === 2);
console.log(`the package answers ${asked.length} requests of the contract`);
