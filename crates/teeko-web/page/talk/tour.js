// A first game of twenty seconds: the player follows the marks, and makes a row.

import { drawBoard } from "../board/board.js";
import { button, byId, make, replace } from "../dom.js";
import { FRESH, change, choose, game, state } from "../game/game.js";
import { TEXTS } from "../strings.js";

/** The game: the player makes Black's plies, Red's are played automatically. */
const TOUR = "13 2 12 22 20 4 14 24 20-15".split(" ");
/** The time until Red replies, or a wrong ply is taken back, in milliseconds. */
const MOMENT = 700;

let timer = 0;

/** The number of plies after which the player went wrong last. */
let missedAt = -1;

export function startTour() {
  missedAt = -1;
  return change({
    ...FRESH, variant: "44-ssss", goals: "", black: 0, red: 0, analysis: "off", puzzle: "tour",
  });
}

/** Shows the next step of the tour, if there is one. Returns whether there is. */
export function drawTour(tool, openStart) {
  clearTimeout(timer);
  if (state.puzzle !== "tour") return false;
  const { at, plies } = state;
  const wrong = plies.slice(0, at).findIndex((ply, index) => ply !== TOUR[index]);
  const isOver = wrong < 0 && at === TOUR.length;
  function soon(act) {
    timer = setTimeout(act, MOMENT);
  }
  if (!game.answer) return true;
  if (wrong >= 0) missedAt = wrong;
  if (wrong >= 0) soon(() => change({ plies: TOUR.slice(0, wrong), at: wrong }, false));
  else if (at % 2 > 0 && !isOver) soon(() => choose(TOUR[at], false));
  const next = TOUR[wrong >= 0 ? wrong : at];
  if (!isOver && next && (wrong >= 0 || at % 2 === 0) && game.hint !== next) {
    game.hint = next;
    drawBoard();
  }
  // Where the eye is: above the board.
  const isMissed = game.objection || wrong >= 0 || missedAt === at;
  replace(byId("above"), make("p", { id: "tour", role: "status" },
    isMissed ? TEXTS.tourMissed : TEXTS.tourSteps[Math.ceil(at / 2)]));
  replace(tool,
    make("div", { class: "row" },
      button(isOver ? "Play" : "Leave the tour", () => openStart(),
        { id: "tour-end", class: isOver ? "main" : "" })));
  return true;
}
