// What the browser keeps for the reader: how distances are counted, the last choices in the start
// dialogue, the puzzles that are solved, the puzzle of the day, what is known of courses, and the
// results of games. Without a store this lasts until the page closes.

import { STRENGTHS, settings } from "../strings.js";

const KEY = "teeko";

// What is kept of a reader who has played nothing. `results` has the games won, drawn and lost
// for each pair of rules and a strength, such as `44-ssss 1`.
export function noResults() {
  return { solved: [], daily: { wrong: [] }, results: {} };
}

/** Returns the name of rules in what is kept. Goals that were drawn belong to it, in any order. */
export function rulesKey({ variant, goals = "" }) {
  return goals ? `${variant}:${goals.split("_").sort().join("_")}` : variant;
}

/** The games won, drawn and lost by these rules against the program of a strength. */
export function resultsOf(rules, strength) {
  return settings.results[`${rulesKey(rules)} ${strength}`] ?? [0, 0, 0];
}

// `slid` is whether the reader has slid a piece. `goals` is whether the board has the goals of a
// reason, `goalsInMatch` whether it has them in a match, too. `spoiled` has the last puzzles that the
// reader had help with, `games` the last games that were played against the program: see `played.js`.
// `courses` has, by their rules, the number of choices and the positions of those that the reader
// knows.
Object.assign(settings, {
  sounds: true, letters: true, slid: false, side: "black", strength: 1, spoiled: [], games: [],
  goals: true, goalsInMatch: false, courses: {},
}, noResults());

function isFlag(value) {
  return typeof value === "boolean";
}

function isCount(value) {
  return Number.isInteger(value) && value >= 0;
}

function isText(value) {
  return typeof value === "string";
}

function isList(value) {
  return Array.isArray(value) && value.every(isText);
}

function isGame({ id, reached, help }) {
  return isText(id) && isCount(reached) && isText(help);
}

function isCourse({ of, known }) {
  return isCount(of) && isList(known);
}

function isStrength(value) {
  return isCount(value) && value > 0 && value < STRENGTHS.length;
}

/** Whether what is stored under a name has its form. Another version may have written it. */
const CHECKS = {
  plies: isFlag,
  sounds: isFlag,
  letters: isFlag,
  slid: isFlag,
  goals: isFlag,
  goalsInMatch: isFlag,
  courses: (value) => Object.values(value).every(isCourse),
  side: (value) => ["black", "red", "both"].includes(value),
  strength: isStrength,
  nanoseconds: (value) => Number.isFinite(value) && value > 0,
  solved: isList,
  spoiled: isList,
  games: (value) => Array.isArray(value) && value.every(isGame),
  daily: ({ wrong, last = "", day = "", days = 0 }) =>
    isList(wrong) && isText(last) && isText(day) && isCount(days),
  results: (value) => Object.entries(value).every(([key, counts]) =>
    isStrength(Number(key.split(" ")[1])) && counts.length === 3 && counts.every(isCount)),
};

/** Takes over what the store has, except what is not as it should be. */
export function readSettings() {
  for (const [name, isRight] of Object.entries(CHECKS)) {
    try {
      const stored = JSON.parse(localStorage.getItem(KEY))[name];
      if (isRight(stored)) settings[name] = stored;
    } catch {
      // A browser may refuse the store, and anything may be in it.
    }
  }
}

readSettings();

/** Changes the settings, which another tab may have changed before, and keeps them. */
export function keep(change) {
  readSettings();
  change(settings);
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // The settings then last until the page closes.
  }
}
