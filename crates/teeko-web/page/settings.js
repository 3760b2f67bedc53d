// What the browser keeps for the reader: how distances are counted, the last choices in the start
// dialogue, the puzzles that are solved, the puzzle of the day, and the results of games. Without a
// store this lasts until the page closes.

import { settings } from "./strings.js";

const KEY = "teeko";

// What is kept of a reader who has played nothing. `results` has the games won, drawn and lost
// for each pair of a variant and a strength, such as `44-ssss 1`.
export const noResults = () =>
  ({ solved: [], wins: { count: 0 }, daily: { wrong: [] }, results: {} });

Object.assign(settings, { side: "black", strength: 1 }, noResults());
try {
  Object.assign(settings, JSON.parse(localStorage.getItem(KEY) ?? "{}"));
} catch {
  // A browser may refuse the store, and its content may be of another version.
}

/** Keeps the settings for the next visit. */
export function keepSettings() {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // The settings then last until the page closes.
  }
}
