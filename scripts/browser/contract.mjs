// A visit to the explorer that opens the positions of the contract by their addresses.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { holdAgainst, holdValueAgainst } from "./person.mjs";

const [, folder] = process.argv.slice(2);

/** The requests of the contract that an address of the page can ask: [address, request]. */
function asked() {
  const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl")).sort();
  const lines = files.flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n"));
  const requests = lines.filter(Boolean).map((line) => JSON.parse(line));
  return requests.map((request) => [addressOf(request), request]).filter(([address]) => address);
}

/** The address that shows what a request asks for; undefined if none does. */
function addressOf({ rules = [], goals, question, parameters = {}, status, answer }) {
  const { brief, moves, ...place } = parameters;
  const [first, ...others] = Object.keys(place);
  const isPlace = others.length === 0 && [undefined, "from", "position"].includes(first)
    && [undefined, true].includes(brief) && (moves === undefined) === (first === "position");
  // Rules that are refused show no position.
  const isAsked = question === "position" ? isPlace
    : status !== 200 && ["rules", "solution"].includes(question);
  if (!isAsked || rules.length !== 1 || rules[0].startsWith("@")) return undefined;
  // Plies in another notation than the page's are those of a position, unless they are refused.
  const isPlies = /^[\d=\- ]*$/.test(moves ?? "");
  if (!isPlies && !answer) return undefined;
  const start = isPlies ? place.position ?? place.from : answer?.position;
  const plies = isPlies ? (moves ?? "").trim().replace(/\s+/g, ".") : "";
  const settings = Object.entries({ goals, moves: start && plies }).filter(([, value]) => value);
  const query = settings.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  const path = start === undefined ? plies : `=${encodeURIComponent(start)}`;
  return `#${encodeURIComponent(rules[0])}/${path}${query && `?${query}`}`;
}

/** What a refusal names, as the page prints it. */
function printed(name) {
  return name.replace(/`([^`]*)`/g, "“$1”").replace(/^-/, "−").replace(/(\d)-(?=\d)/g, "$1–");
}

/** What the page shows of each position is what the contract answers; refusals say why. */
export async function contract(person) {
  const counts = { answered: 0, refused: 0 };
  for (const [address, { status, names = [], answer }] of asked()) {
    await person.open(address);
    if (status === 200) {
      await (answer.moves ? holdAgainst : holdValueAgainst)(person, answer, address);
      counts.answered++;
    } else {
      const reason = await person.text("#task .fault");
      const missing = names.filter((name) => !reason.includes(printed(name)));
      assert.deepEqual(missing, [], `${address}: ${reason}`);
      counts.refused++;
    }
  }
  assert.ok(counts.answered > 150 && counts.refused > 40, JSON.stringify(counts));
  return `${counts.answered} positions and ${counts.refused} refusals of the contract`;
}
