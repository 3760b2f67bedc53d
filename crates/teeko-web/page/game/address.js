// The state of the page and its form in the address: `#VARIANT/13.12.18.8` or
// `#VARIANT/=POSITION`, then settings after a question mark.

import { after, isPlyOf, isPlyText } from "../rules/notation.js";

const ANALYSES = ["on", "off", "black", "red"];
export const TABS = ["game", "rules", "position", "puzzles", "help"];
const PROGRAM = 5;
/** The number of lines that a game keeps besides its plies. */
export const MOST_LINES = 8;

export const INITIAL = Object.freeze({
  /** The name of the rules. `own` stands for drawn goals, which are in `goals`. */
  variant: "44-ssss",
  goals: "",
  /** The position that the game starts from, in any notation; empty for the empty board. */
  start: "",
  plies: Object.freeze([]),
  /** How many of the plies have been played; those after it can be redone. */
  at: 0,
  /** What other plies have replaced: lists of plies from the start, the last replaced last. */
  lines: Object.freeze([]),
  analysis: "on",
  /** The strength of the program that plays a side, 1 to 5; 0 is a person. */
  black: 0,
  red: 0,
  tab: "game",
  compare: "",
  /** The puzzle: its distance, phase and seed, such as `5.slide.7`. */
  puzzle: "",
});

const SETTINGS = [
  "goals", "moves", "at", "lines", "analysis", "black", "red", "tab", "compare", "puzzle",
];

/** Joins plies with dots. A pass and the ply after it are two items. */
function joined(plies) {
  return plies.join(".").replaceAll("pass ", "pass.");
}

function separated(text) {
  const plies = [];
  for (const item of text.split(/[.\s]+/).filter(Boolean)) {
    if (plies.at(-1) === "pass") plies[plies.length - 1] = `pass ${item}`;
    else plies.push(item);
  }
  return plies;
}

/** Escapes as few characters as possible, so that an address can be read. */
function escaped(text) {
  return encodeURIComponent(text).replace(/%(2C|3A|3D|2F|2B|40|7E)/g, decodeURIComponent);
}

export function formatAddress(state) {
  const path = state.start ? `=${escaped(state.start)}` : joined(state.plies);
  const settings = {
    goals: state.goals,
    moves: state.start ? joined(state.plies) : "",
    at: state.at === state.plies.length ? "" : String(state.at),
    lines: state.lines.map(joined).join("_"),
    analysis: state.analysis === INITIAL.analysis ? "" : state.analysis,
    black: state.black ? String(state.black) : "",
    red: state.red ? String(state.red) : "",
    tab: state.tab === INITIAL.tab ? "" : state.tab,
    compare: state.compare,
    puzzle: state.puzzle,
  };
  const given = SETTINGS.filter((name) => settings[name]);
  const query = given.map((name) => `${name}=${escaped(settings[name])}`).join("&");
  return `#${escaped(state.variant)}/${path}${query && `?${query}`}`;
}

function mismatch(expected, found, where = "") {
  return new Error(`${where}expected ${expected}, found “${found.slice(0, 40)}”`);
}

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    throw mismatch("percent signs before two hexadecimal digits", part);
  }
}

/** Parses the settings after the question mark. */
function parseSettings(query) {
  const settings = {};
  for (const item of query.split("&").filter(Boolean)) {
    const [name, value = ""] = item.split(/=(.*)/s).map(decoded);
    if (!SETTINGS.includes(name)) throw mismatch(`${SETTINGS.join(", ")} after “?”`, name);
    settings[name] = value;
  }
  return settings;
}

/** Returns the value of a setting, which is one of these. */
function oneOf(settings, name, values, usual) {
  const value = settings[name] ?? usual;
  if (!values.includes(value)) throw mismatch(values.join(", "), value, `${name}: `);
  return value;
}

/** Returns the value of a setting, which is a number. */
function numberIn(settings, name, most, usual) {
  const value = settings[name] ?? String(usual);
  if (!/^\d{1,9}$/.test(value) || Number(value) > most) {
    throw mismatch(`a number up to ${most}`, value, `${name}: `);
  }
  return Number(value);
}

function parseLines(text) {
  const lines = text.split("_").map(separated);
  const sound = lines.filter((line) => line.length > 0 && line.every(isPlyText));
  return sound.slice(-MOST_LINES);
}

// Parses an address. Throws an error with the reason if it is invalid. Whether the plies are legal
// is checked by the solver.
export function parseAddress(hash) {
  const text = hash.replace(/^#/, "");
  if (!text) return { ...INITIAL };
  const [path, query = ""] = text.split(/\?(.*)/s);
  const [variant, rest = ""] = path.split(/\/(.*)/s).map(decoded);
  const settings = parseSettings(query);
  const start = rest.startsWith("=") ? rest.slice(1) : "";
  const plies = separated(start ? (settings.moves ?? "") : rest);
  return {
    variant: variant || INITIAL.variant,
    goals: settings.goals ?? "",
    start,
    plies,
    at: numberIn(settings, "at", plies.length, plies.length),
    lines: parseLines(settings.lines ?? ""),
    analysis: oneOf(settings, "analysis", ANALYSES, INITIAL.analysis),
    black: numberIn(settings, "black", PROGRAM, 0),
    red: numberIn(settings, "red", PROGRAM, 0),
    tab: oneOf(settings, "tab", TABS, INITIAL.tab),
    compare: settings.compare ?? "",
    puzzle: settings.puzzle ?? "",
  };
}

// Checks that plies can be drawn one after the other from a position. Returns the number of the
// first that cannot, from 1, or 0 if all can.
export function firstBadPly(position, plies) {
  for (const [index, ply] of plies.entries()) {
    if (!isPlyOf(position, ply)) return index + 1;
    position = after(position, ply);
  }
  return 0;
}

/** Whether the page is a file on the reader's device. */
export function isFile() {
  return location.protocol === "file:";
}

// Returns the link to what is shown. Where it opens, its tab is of no use. The address of a file is
// of no use elsewhere, so the link of a file is the part that can be pasted into any page.
export function linkTo(state) {
  const hash = formatAddress({ ...state, tab: INITIAL.tab });
  return isFile() ? hash : location.href.split("#")[0] + hash;
}
