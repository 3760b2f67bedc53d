// What the browser keeps for the reader: how distances are counted, the last choices in the start
// dialogue, the puzzles that are solved, the puzzle of the day, and the wins at a strength. Without a store this lasts
// until the page closes.

import { settings } from "./strings.js";

const KEY = "teeko";

Object.assign(settings, { side: "black", strength: 1, solved: [], wins: { count: 0 } },
  { daily: { wrong: [] } });
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
