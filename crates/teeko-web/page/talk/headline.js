// Around the board: the headline with the value of the position, what to do now, the choice of a
// piece, and the controls.

import { held, waitsForPiece } from "../board/board.js";
import { reasonText } from "../board/reasons.js";
import { linkTo } from "../game/address.js";
import { button, byId, copy, make, markValue, replace } from "../dom.js";
import {
  FRESH, change, choose, chooser, game, isFinished, isLookedBack, isMatch, knownDetails, numberOf,
  onlyPerson, personActs, position, programsTurn, result, scarnesName, show, showsValues, state,
  wantsValues,
} from "../game/game.js";
import { playedGame } from "../game/played.js";
import { capital, nameOf } from "../rules/names.js";
import { isDropPhase, parseCircles, parsePly } from "../rules/notation.js";
import {
  canUndo, goTo, hint, isFirstSlide, isMatchOn, isQuiet, movesTo, redo, switchMenu, switchValues,
  undo,
} from "../game/play.js";
import { shake } from "../board/pieces.js";
import { courseHeadline, courseTask } from "../panels/course.js";
import { practiceValue, puzzleHeadline } from "../panels/puzzles_panel.js";
import { keep } from "../game/settings.js";
import { isLoaded } from "../solver/source.js";
import { openStart } from "./start.js";
import {
  TEXTS, distanceWords, moveText, practiceSentence, resultSentence, settings, taskSentence,
  valueForYou, valueSentence, valueSign,
} from "../strings.js";

/** The distance of a value in the other unit, next to a headline that has it in one. */
function beside({ outcome, dtw, score }, inPlies) {
  return outcome !== "draw" && !Number.isInteger(score) && make("span", {
    class: inPlies ? "beside more" : "beside",
  }, ` (${distanceWords(dtw, inPlies)})`);
}

// Returns the headline: how the game ended, whose move it is, or what the position is worth; and
// the text next to it, if any.
function headline() {
  const { answer } = game;
  const ended = result();
  if (ended && (isMatch() || !showsValues() || ended.kind !== "won")) {
    return [resultSentence(ended, onlyPerson())];
  }
  const puzzle = !ended && (puzzleHeadline() || courseHeadline());
  if (puzzle) return [puzzle];
  if (isMatch() && isFinished() && state.at < state.plies.length) {
    return [TEXTS.lookingBack(state.at, state.plies.length)];
  }
  if (isMatch() && !ended) {
    if (programsTurn() > 0) return [TEXTS.thinking(chooser())];
    if (onlyPerson() !== chooser()) return [TEXTS.toMove(chooser())];
    const value = practiceValue();
    return value ? [practiceSentence(value), beside(value, false)] : ["Your move"];
  }
  if (ended?.kind === "won") return [resultSentence(ended, null)];
  if (!showsValues()) return [TEXTS.toMove(chooser())];
  return [valueSentence(answer), !settings.plies && beside(answer, true)];
}

// Shows the headline. Scripts can read the value of the position from the element's data while
// values are shown.
export function drawValue() {
  const element = byId("value");
  const { answer } = game;
  markValue(element, null);
  element.dataset.value = "";
  element.dataset.side = chooser();
  const asking = !answer && !game.fault && !game.editing && !game.solving;
  // The result of the last move may be the end of the game, so the headline waits for it.
  element.classList.toggle("asking", asking);
  if (asking && element.textContent && programsTurn() === 0) return;
  function write(text, small = false) {
    // A long one has smaller letters, so that it does not move what is below it.
    element.style.setProperty("--length", text.length);
    element.style.setProperty("--more", small ? 0.75 * small.textContent.length : 0);
    replace(element, make("span", {}, text, small));
  }
  if (game.fault) {
    const { isLost } = game.fault;
    return write(isLost ? TEXTS.lost[document.documentElement.dataset.source] : "Nothing to show");
  }
  if (game.editing) return write("Set up a position");
  if (!answer && game.solving) {
    return write(isLoaded() ? `Solving ${nameOf(state.variant, scarnesName())} …` : "Loading …");
  }
  if (!answer) return write(TEXTS.thinking(chooser()));
  const ended = result();
  if (ended?.kind === "won") element.dataset.side = ended.winner;
  element.classList.toggle("ended", Boolean(ended));
  if (!answer.provisional && (showsValues() || answer.phase === "over")) {
    element.dataset.value = valueSign(answer);
    markValue(element, answer);
  }
  return write(...headline());
}

/** Returns what half a choice leaves to do, or nothing. */
function secondHalf() {
  const { at, pass } = game.pending ?? {};
  if (at) return "piece";
  return pass ? "passed" : "";
}

/** Returns what to do now. */
function task() {
  const { phase, turn, chooser: side } = game.answer;
  const ended = result();
  if (courseTask()) return courseTask();
  if (ended?.kind === "repeated" && !isMatch()) {
    return TEXTS.repeatedHere + (showsValues() ? TEXTS.playedOn(valueSentence(game.answer)) : "");
  }
  if (ended || (isMatch() && isFinished())) return "The game is finished.";
  if (waitsForPiece()) return TEXTS.whichPiece(held.circle);
  // A hint needs the room.
  if (isFirstSlide() && !game.hint) return TEXTS.firstSlide(game.rules.step);
  const you = isMatch() && onlyPerson() === side;
  const sentence = taskSentence({ phase, turn, chooser: side, asked: secondHalf(), you });
  const person = onlyPerson();
  return person && showsValues() ? `${sentence} ${valueForYou(game.answer, person)}` : sentence;
}

/** Shows why a link cannot be shown, and what can be done. */
function drawFault(element) {
  const { fault } = game;
  const rulesAreKnown = Boolean(knownDetails());
  const standard = { variant: "44-ssss", goals: "", compare: "" };
  // Rules that are at fault themselves, such as those that take too much memory, are given up.
  const keeps = rulesAreKnown && (state.start || state.plies.length > 0);
  const over = () => change({ ...FRESH, ...(keeps ? {} : standard) });
  const start = rulesAreKnown && state.start && parseCircles(state.start, game.rules);
  replace(element,
    make("span", { class: "fault", role: "alert" },
      (fault.isLost ? TEXTS.kept : TEXTS.badLink)(fault.reason ?? fault.message)),
    make("span", { class: "row" },
      fault.isLost && button("Retry", show, { class: "main", id: "retry" }),
      start && button("Edit this position", () => game.edit(start), { id: "edit-this" }),
      button("Start over", over, { id: "start-over" })));
}

/** The characters that two lines of a phone have room for. */
const LONG_TASK = 78;

/** The number of the objection that the board was shaken for. */
let shaken = 0;

/** Returns that the game stops counting, as soon as the player does what it stops for. */
export function stopsCounting() {
  if (!isMatchOn() || !onlyPerson()) return "";
  if (game.hint) return TEXTS.stopsCounting.hint;
  if (isLookedBack() || isStepBack()) {
    return personActs() && !state.help ? TEXTS.stopsCounting.undo : "";
  }
  return wantsValues() && state.help === "values" ? TEXTS.stopsCounting.values : "";
}

/** Whether the browser has gone back to a time when the game had fewer plies. */
function isStepBack() {
  return isMatch() && !state.puzzle && !isFinished() && playedGame(state.id).reached > state.at;
}

/** Returns what a move does to a game that its player looks back at, and the way back. */
function lookedBack() {
  if (!isMatch() || state.puzzle || !isLookedBack()) return [];
  const says = personActs() && !stopsCounting() ? ` ${TEXTS.otherLine}` : "";
  return [says, " ",
    button(TEXTS.backToReview, () => goTo(state.plies.length), { class: "link", id: "to-end" })];
}

/** Shows what to do now, or why a link cannot be shown. */
export function drawTask() {
  const element = byId("task");
  if (game.fault) return drawFault(element);
  if (game.editing) return replace(element, "Choose a piece, then a circle.");
  if (!game.answer) return game.solving ? replace(element) : undefined;
  if (game.objection && game.notes !== shaken) shake(byId("board"));
  shaken = game.notes;
  const stops = stopsCounting();
  replace(element,
    game.typed && make("strong", {}, `${game.typed}… `),
    // An objection stands alone: with more, it would move what is below it.
    game.objection ? make("span", { class: "objection" }, game.objection) : taskOrReason(),
    stops && ` ${stops}`, lookedBack());
  // A long text has smaller letters, so that it does not move what is below it.
  return element.classList.toggle("long", element.textContent.length > LONG_TASK);
}

/** Returns what to do now, and the hint; or why it or the best move is good. */
function taskOrReason() {
  const reason = reasonText();
  if (game.hint) {
    const said = TEXTS.hintSaid(game.hint, reason);
    return [!reason && `${task()} `, make("strong", {}, said)];
  }
  const text = (!isMatch() && capital(reason)) || task();
  return make("span", { id: "reason", "data-task": task() }, text);
}

/** The number of plies in the strip. */
const STRIP = 6;

/** Draws the last plies under the headline, where a phone has no room for the list. */
export function drawStrip() {
  const strip = byId("strip");
  strip.hidden = Boolean(state.puzzle) || game.editing || Boolean(game.fault);
  strip.setAttribute("aria-label", TEXTS.lastMoves);
  const end = Math.min(state.plies.length, Math.max(state.at, STRIP));
  const first = Math.max(0, end - STRIP);
  const empty = make("li", { class: "soft" }, TEXTS.noPlies);
  replace(strip, end === 0 ? empty : state.plies.slice(first, end).map((ply, index) => {
    const number = first + index + 1;
    return make("li", { "data-number": numberOf(number - 1, index === 0) },
      button(moveText(ply), () => goTo(number), {
        "data-key": `strip ${number}`, "aria-current": number === state.at ? "step" : null,
      }));
  }));
  // A narrow phone shows the end of it.
  strip.scrollLeft = strip.scrollWidth;
}

/** Returns the numbered pieces to choose from after a circle, and the pass if it is legal. */
export function pieceChoices() {
  if (!personActs()) return [];
  const circle = game.pending?.at ? Number(game.pending.at) : held.circle;
  const drops = circle && isDropPhase(position()) ? movesTo(circle) : [];
  const pipsOf = ({ move }) => parsePly(move).pips;
  const offered = drops.filter(pipsOf).toSorted((one, other) => pipsOf(one) - pipsOf(other));
  const passes = game.answer.moves.some(({ move }) => move === "pass");
  return [
    offered.length > 0 && make("span", {}, "Which piece?"),
    ...offered.map((entry) => {
      const pips = pipsOf(entry);
      const value = showsValues() ? ` ${valueSign(entry)}` : "";
      const attributes = { "data-pips": pips, class: showsValues() ? entry.outcome : "" };
      return button(TEXTS.piece(pips) + value, () => choose(entry.move), attributes);
    }),
    passes && button(TEXTS.passLong, () => choose("pass"), { "data-pass": true }),
  ].filter(Boolean);
}

/** The address whose link was copied last. */
let linked = "";

/** Copies the link to what is shown, and says so until something else is shown. */
export function copyLink() {
  linked = location.hash;
  return copy(linkTo(state), byId("linked"));
}

/** Draws the controls, which have no use while a position is being set up. */
export function drawControls() {
  byId("controls").hidden = game.editing;
  const isOpen = game.answer?.moves.length > 0 && !game.answer.provisional;
  const none = !isOpen || Boolean(isMatch() && result());
  function control(text, act, disabled, key) {
    return button(text, act, { disabled, "aria-keyshortcuts": key });
  }
  const forward = control("Redo", redo, state.at === state.plies.length, "R");
  const quiet = isQuiet();
  if (linked !== location.hash) byId("linked").textContent = "";
  replace(byId("controls"),
    control("Undo", undo, !canUndo(), "U"),
    forward,
    control("Hint", hint, none, "H"),
    make("button", {
      type: "button", role: "switch", class: "switch", id: "values", onclick: switchValues,
      "aria-checked": String(state.analysis !== "off"), "aria-keyshortcuts": "V",
      "data-key": "values", "data-analysis": state.analysis,
    }, make("span", { class: "knob", "aria-hidden": "true" }), "Values"),
    isMatchOn() && state.tab === "game" && button("Menu", switchMenu, {
      id: "menu", "aria-expanded": String(!quiet), "aria-controls": "tabs",
    }),
    !quiet && make("button", {
      type: "button", onclick: () => openStart(), "aria-keyshortcuts": "N", id: "new-game",
      "aria-label": "New game", "data-key": "new game",
    }, "New", make("span", { class: "more" }, " game")));
}

/** Shows the name of the rules in the header and in the title of the page. */
export function drawVariant() {
  const name = nameOf(state.variant, scarnesName());
  const isCode = name === state.variant;
  replace(byId("variant"), make("b", {}, name), !isCode && make("code", {}, state.variant));
  document.title = `Teeko: ${name}`;
}

/** Shows the switch of the sound in the header. */
export function drawSounds() {
  const { sounds } = settings;
  const element = byId("sounds");
  element.setAttribute("aria-checked", String(sounds));
  for (const name of ["aria-label", "title"]) element.setAttribute(name, "Sound");
  element.textContent = sounds ? "♪" : "♪\u0338";
  element.onclick = () => {
    keep((kept) => (kept.sounds = !sounds));
    drawSounds();
  };
}
