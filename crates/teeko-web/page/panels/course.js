// A course: all choices that win a game, or hold it. The reader makes one after the other, the page
// answers with replies that they have not met yet, and a wrong choice is refuted and taken back.

import { reasonIn } from "../board/reasons.js";
import { button, byId, make, replace } from "../dom.js";
import {
  change, changed, choose, game, programsTurn, question, state, stillShown, write,
} from "../game/game.js";
import { capital } from "../rules/names.js";
import { other, parsePly } from "../rules/notation.js";
import { newGame } from "../game/play.js";
import { keep, rulesKey } from "../game/settings.js";
import { askOf } from "../solver/source.js";
import { askBefore } from "../talk/start.js";
import {
  STRENGTHS, TEXTS, moveText, moveWords, reasonSentence, settings, sideName, valueWords,
} from "../strings.js";

/** The name of the course in the address. */
const COURSE = "course";
/** The time for which a refutation is shown, in milliseconds. */
const HOLD = 2200;

const NOTHING_SAID = { plies: null, kind: "", text: "" };

/** What the page says of a choice: the plies up to it, whether it was right, and a text. */
let said = NOTHING_SAID;

let backTimer = 0;

/** Returns the replies of the other side that lead to a choice. */
function repliesTo({ reply }) {
  return reply?.split(" ") ?? [];
}

/** Whether a list of plies begins with others. */
function beginsWith(plies, first) {
  return first.every((ply, index) => plies[index] === ply);
}

// Follows plies through the choices of a course. Returns the last choice that was made, `made`, or
// null; the choice that is due then, `due`, or null if the other side replies first; and the number
// of plies before that.
function stepAt(choices, plies) {
  const found = { made: null, due: null, at: 0 };
  for (;;) {
    const rest = plies.slice(found.at);
    const due = choices.findIndex((choice) =>
      choice.after === found.made && beginsWith(rest, repliesTo(choice)));
    if (due < 0) return { ...found, due: null };
    found.at += repliesTo(choices[due]).length;
    if (plies[found.at] !== choices[due].move) return { ...found, due };
    Object.assign(found, { made: due, at: found.at + 1 });
  }
}

/** Returns the plies that lead to a choice. */
function pathTo(choices, index) {
  const plies = [];
  for (let each = index; each !== null; each = choices[each].after) {
    const { after } = choices[each];
    plies.unshift(...(after === null ? [] : [choices[after].move]), ...repliesTo(choices[each]));
  }
  return plies;
}

// Returns the numbers of the choices that the reader knows. They are kept by their positions, since
// a course may begin to have another order.
function knownOf(choices) {
  const { known } = settings.courses[rulesKey(state)] ?? {};
  const positions = new Set(known);
  return new Set([...choices.keys()].filter((index) => positions.has(choices[index].position)));
}

/** Returns the first choice that the reader does not know; undefined if there is none. */
function firstUnknown(choices) {
  const known = knownOf(choices);
  return [...choices.keys()].find((index) => !known.has(index));
}

/** Returns the first choice after another one and some replies that the reader does not know. */
function unknownAfter(choices, made, plies) {
  const known = knownOf(choices);
  return [...choices.keys()].find((index) => choices[index].after === made
    && !known.has(index) && beginsWith(pathTo(choices, index), plies));
}

/** Notes the choices that the reader knows. */
function keepKnown(choices, known) {
  const positions = [...known].map((index) => choices[index].position);
  const entry = { of: choices.length, known: positions };
  keep(({ courses }) => (courses[rulesKey(state)] = entry));
}

/** Notes that the reader has made a choice, unless they had help with it. */
function noteMade(choices, index, at) {
  const known = knownOf(choices);
  if (state.aided.includes(at + 1) || known.has(index)) return;
  keepKnown(choices, known.add(index));
}

/** Notes that the choice after a number of plies is asked again later. */
function askAgainLater(at) {
  if (state.aided.includes(at + 1)) return;
  state.aided = [...state.aided, at + 1];
  write();
}

/** Starts where the first choice is due that the reader does not know. */
function begin({ side, choices }) {
  const next = firstUnknown(choices) ?? 0;
  const path = pathTo(choices, next);
  const replies = repliesTo(choices[next]);
  const plies = path.slice(0, path.length - replies.length);
  const before = plies.at(-1);
  said = { ...NOTHING_SAID, plies: String(plies) };
  if (before && replies.length > 0) {
    said.text = TEXTS.course.branch(sideName(other(side)), moveText(replies[0]), moveText(before));
  }
  const strength = (of) => (of === side ? 0 : STRENGTHS.length - 1);
  return newGame({
    plies, at: plies.length, puzzle: COURSE, analysis: "off",
    black: strength("black"), red: strength("red"),
  });
}

/** Opens the course of the present rules. */
export function openCourse() {
  return newGame({ puzzle: COURSE, analysis: "off", black: 0, red: 0 });
}

/** Forgets what the reader knows, and starts with the first choice. */
function startAgain(course) {
  return askBefore(() => {
    keepKnown(course.choices, []);
    begin(course);
  }, TEXTS.course.again);
}

/** Whether the board has a course that has been begun, not only its name from a link. */
function isBegun({ side }) {
  return !state.start && state[side] === 0 && state[other(side)] > 0;
}

/** Returns the reply to the reader's choice: one that they have not met yet, or a refutation. */
async function replyOf() {
  const { choices } = await askOf(state, COURSE);
  const { made, due } = stepAt(choices, state.plies);
  if (due !== null) return game.answer.moves[0].move;
  const next = unknownAfter(choices, made, state.plies);
  return next === undefined ? null : pathTo(choices, next)[state.plies.length];
}

game.replyOf = replyOf;

/** Returns the reason of a choice after a number of plies, and its value for who makes it. */
async function chosenAt(at, move) {
  const answer = await askOf(state, "position", { ...question(at), why: true });
  const { dtw } = answer.moves.find((entry) => entry.move === move);
  return { dtw, ...reasonIn(answer, move), isPlayed: true };
}

/** Whether the last plies have been judged. */
function isJudged() {
  return said.plies === String(state.plies);
}

/** Says something of a choice, which the board marks, with the goals of its reason. */
function tell(kind, text, told) {
  const { plies, at } = state;
  said = { plies: String(plies), kind, text };
  game.told = { plies, ...told };
  game.judged = { plies, at, kind, circle: parsePly(told.move).to };
  changed();
}

/** Praises the right choice that has just been made. */
async function praise(choices, { made, at }) {
  const isShown = stillShown();
  noteMade(choices, made, at - 1);
  const chosen = await chosenAt(at - 1, choices[made].move);
  if (!isShown() || isJudged()) return;
  const reason = capital(reasonSentence(chosen));
  tell("right", TEXTS.course.right(reason, state.aided.includes(at)), chosen);
}

/** Takes a choice that is as good, and goes on with that of the course. */
function takeEqual({ choices, outcome }, { due, at }) {
  const { move } = choices[due];
  const before = state.plies.slice(0, at);
  noteMade(choices, due, at);
  const played = capital(moveWords(state.plies[at]));
  const text = TEXTS.course.equal(played, outcome, moveText(move));
  said = { plies: String([...before, move]), kind: "right", text };
  return change({ plies: [...before, move], at: at + 1 }, false);
}

/** Says what is wrong with a choice. Once the other side has replied, takes both back. */
async function refute({ outcome }, { at }) {
  const isShown = stillShown();
  const [played, reply = game.answer.moves[0]?.move] = state.plies.slice(at);
  const isRefuted = programsTurn() === 0;
  if (isRefuted) game.refuted = state.plies;
  askAgainLater(at);
  const chosen = await chosenAt(at, played);
  const text = await wrongText(outcome, chosen, reply, at + 1);
  if (!isShown()) return;
  if (!isJudged()) tell("wrong", text, chosen);
  clearTimeout(backTimer);
  const back = () => isShown() && change({ plies: state.plies.slice(0, at), at }, false);
  if (isRefuted) backTimer = setTimeout(back, HOLD);
}

/** Returns why the other side's reply after a number of plies is good, or an empty text. */
async function reasonOfReply(at, reply) {
  const answer = await askOf(state, "position", { ...question(at), why: true });
  const reason = reasonIn(answer, reply);
  return reason ? capital(reasonSentence(reason)) : "";
}

// Returns what is wrong with a choice: it lets the other side win, it draws, or it is slow. A choice
// without a reason of its own has that of the reply, which is made after `at` plies.
async function wrongText(outcome, chosen, reply, at) {
  const { move, result: reached, dtw, side } = chosen;
  if (reached === outcome) return TEXTS.course.slow(capital(moveWords(move)), dtw);
  const reason = reasonSentence(chosen);
  if (reason) return TEXTS.course.wrong(reason);
  const words = `${sideName(side)} ${valueWords({ outcome: reached, dtw })}`;
  const text = TEXTS.wrong(words, other(side), reply && moveText(reply));
  return `${text} ${await reasonOfReply(at, reply)}`.trim();
}

/** Judges the choice that the last plies have made. */
async function judgeStep(course, step) {
  const { choices } = course;
  const { made, due, at } = step;
  const { plies } = state;
  if (state.at < plies.length) return undefined;
  if (due === null) {
    const isMade = made !== null && plies.length === at && !isJudged();
    return isMade ? praise(choices, step) : undefined;
  }
  if (plies.length === at) return undefined;
  const isEqual = plies.length === at + 1 && choices[due].moves.includes(plies[at]);
  return isEqual ? takeEqual(course, step) : refute(course, step);
}

/** The plies with which a line has ended that the reader has learnt, and why: `{ plies, text }`. */
let end = null;

/** Returns what to say instead of a task once a line has ended, or an empty text. */
export function courseTask() {
  const isEnd = state.puzzle === COURSE && end?.plies === state.plies;
  return isEnd && state.at === state.plies.length ? end.text : "";
}

/** Returns the headline of a course, where it has one. */
export function courseHeadline() {
  if (courseTask()) return TEXTS.course.learnt;
  return state.puzzle === COURSE && said.kind === "wrong" ? TEXTS.tryAgain : "";
}

/** Notes whether a line has ended: nothing that the reader does not know comes next. */
function noteEnd(choices, { made, due }) {
  const isOpen = due !== null || unknownAfter(choices, made, state.plies) !== undefined;
  const isEnd = made !== null && !isOpen;
  const wasEnd = end?.plies === state.plies;
  end = isEnd ? { plies: state.plies, text: endText(choices, made) } : null;
  // The headline says so, too.
  if (isEnd !== wasEnd) changed();
  return isEnd;
}

/** Returns why a line has ended. */
function endText(choices, made) {
  if (firstUnknown(choices) === undefined) return TEXTS.course.all;
  return choices[made].plies === 3 ? TEXTS.course.won : TEXTS.course.joined;
}

/** Shows the course at the board. Returns whether there is one. */
export function drawCourse(tool) {
  if (state.puzzle !== COURSE) return false;
  if (!byId("course")) replace(tool, make("p", { role: "status" }, TEXTS.course.loading));
  drawStep(tool);
  return true;
}

/** Judges the last choice, and shows what there is to do. */
async function drawStep(tool) {
  const isShown = stillShown();
  const isOpen = () => isShown() && state.puzzle === COURSE && !game.editing;
  try {
    const course = await askOf(state, COURSE);
    if (!isOpen()) return undefined;
    if (!isBegun(course)) return begin(course);
    const step = stepAt(course.choices, state.plies.slice(0, state.at));
    await judgeStep(course, step);
    return isOpen() ? replace(tool, stepOf(course, step)) : undefined;
  } catch ({ message }) {
    return isOpen() && replace(tool, make("p", { class: "fault", role: "alert" }, message));
  }
}

/** Returns what is said of the last choice, the reader's progress, and the buttons. */
function stepOf(course, step) {
  const { side, outcome, choices } = course;
  const isEnd = noteEnd(choices, step);
  const known = knownOf(choices).size;
  const of = choices.length;
  const text = said.text || TEXTS.course.first(sideName(side), outcome);
  return make("section", { id: "course", "aria-label": TEXTS.course.name },
    make("p", { id: "puzzle-state", class: said.kind, role: "status" }, text),
    make("div", { class: "row" },
      make("progress", { max: of, value: known, "aria-label": TEXTS.course.progress }),
      make("span", { id: "course-known" }, TEXTS.course.known(known, of))),
    make("div", { class: "row" },
      button("Solution", () => solve(choices, step),
        { id: "course-solution", disabled: !canSolve(step) }),
      button("Next line", () => begin(course),
        { id: "course-next", class: isEnd ? "main" : "", disabled: !isEnd || known === of }),
      button("Start again", () => startAgain(course), { id: "course-again" })));
}

/** Whether the reader is to make a choice of the course. */
function canSolve({ due, at }) {
  return due !== null && at === state.at && state.at === state.plies.length;
}

/** Makes the choice that is due for the reader. */
function solve(choices, { due, at }) {
  askAgainLater(at);
  return choose(choices[due].move);
}
