// The games against the program that were played in this browser. Each has a name of its own, which
// the history of the browser and the store both have, so that it has one result: whoever goes back
// in the history, loads the page again or duplicates the tab plays on in the same game.

import { keep } from "./settings.js";
import { settings } from "../strings.js";

/** The number of games that are remembered. */
const MOST_GAMES = 100;

/** Returns the name of a new game. */
export function newGameId() {
  const [high, low] = crypto.getRandomValues(new Uint32Array(2));
  return high.toString(36) + low.toString(36);
}

/** Returns what is known of a game: the most plies that it has had, and why it does not count. */
export function playedGame(id) {
  return settings.games.find((game) => game.id === id) ?? { id, reached: 0, help: "" };
}

// Notes that a game has had a number of plies, or why it does not count any more, of which the first
// reason stays.
export function notePlayed(id, { reached = 0, help = "" }) {
  keep((kept) => {
    const before = playedGame(id);
    const after =
      { id, reached: Math.max(before.reached, reached), help: before.help || help };
    kept.games = [...kept.games.filter((game) => game.id !== id), after].slice(-MOST_GAMES);
  });
}
