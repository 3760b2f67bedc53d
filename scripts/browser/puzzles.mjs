// Visits to the explorer that solve puzzles, lessons and positions to practise.

import assert from "node:assert/strict";

import { insideWindow } from "./looks.mjs";
import { GAME, HASH, PHONE, TIMEOUT, ask, bestOf, mistakesOf, wrongOf } from "./person.mjs";

function shown(move) {
  return move.replace("-", "–");
}

/** Waits for the verdict on the last move. */
function judges(person, kind) {
  return person.tab.waitForSelector(`#puzzle-state[data-result="${kind}"]`);
}

/** Solves what is shown from a position on, with the first move of a line that is given. */
async function solve(person, ...line) {
  await person.play(...line);
  while (await person.count("#board.acts")) await person.play(bestOf(await person.shown()));
  await judges(person, "solved");
}

/** Puzzles by level and number: tried, refuted, solved, counted, and one that does not exist. */
export async function puzzles(person) {
  const { tab } = person;
  await person.open("#44-ssss/?tab=puzzles");
  await person.click("#find-puzzle");
  const [{ position, line }] = ask("puzzles", "--dtw", "3", "--limit", "1").puzzles;
  assert.ok((await person.hash()).includes(position), "the program's own first puzzle");
  await person.says("#value", "Black wins in 2 moves");
  await person.says("#puzzle-state", "Puzzle 1: exactly one move is right.");
  assert.equal(await person.count(".player .score"), 0, "no score of matches");
  // A wrong move has a sign on the board, and the reply is named.
  await person.play(wrongOf(position));
  await tab.waitForSelector(".verdict-sign.wrong");
  await tab.waitForFunction(() => /moves=[^.&]*\.[^.&]*/.test(location.hash));
  await judges(person, "wrong");
  await person.says("#value", "Try again");
  const reply = (await person.hash()).match(/moves=[^.&]*\.([^.&]*)/)[1];
  await person.says("#puzzle-state",
    new RegExp(`^Wrong: after Red’s reply ${shown(reply)}, Black `));
  await person.click("#puzzle-again");
  assert.equal(await person.count(".verdict-sign"), 0);
  await person.play(line[0]);
  await judges(person, "right");
  await tab.waitForSelector(".verdict-sign.right");
  await solve(person);
  await person.says("#puzzle-state", "Solved!");
  await person.says("#solved-count", /1 puzzle\./);
  await person.click("#puzzle-solution");
  const solution = ask("line", position).line;
  await person.says("#puzzle-state",
    `Solution: ${solution.map(shown).join(" ")}. Redo steps through it.`);
  assert.deepEqual((await person.hash()).match(/moves=([^&]*)/)[1].split("."), solution);
  assert.ok(!(await tab.isVisible("#side")), "values stay off");
  await person.click("#next-puzzle");
  await person.at(/puzzle=3\.slide\.2/);
  await linkedPuzzles(person);
  await uncountedPuzzles(person, position, line);
}

/** A link to a puzzle needs no position; numbers that do not exist say so. */
async function linkedPuzzles(person) {
  const { tab } = person;
  await person.open("#44-ssss/?puzzle=5.slide.7&tab=puzzles");
  await tab.waitForSelector("#puzzle-again");
  await person.at(/=.*puzzle=5\.slide\.7/);
  assert.equal(await tab.inputValue("#puzzle-level"), "medium", "the level is that of the link");
  for (const none of ["99.slide.1", "5.slide", "1e9"]) {
    await person.open(`#44-ssss+4x4/?puzzle=${none}`);
    await person.says("#tool", new RegExp(`There is no puzzle “?${none.replaceAll(".", "\\.")}`));
  }
  await person.open("#44-ssss/?tab=puzzles");
  await tab.fill("#puzzle-number", "0");
  await tab.click("#find-puzzle");
  await person.says("#tool", /There is no puzzle 0/);
}

/** A puzzle counts for nothing after a hint, or from a link with moves. */
async function uncountedPuzzles(person, position, line) {
  function hash(number, more = "") {
    return `#44-ssss/=${position}?${more}analysis=off&red=5&puzzle=3.slide.${number}`;
  }
  const before = (await person.stored()).solved;
  await person.open(hash(11));
  await person.press("h");
  await solve(person, line[0]);
  await person.says("#puzzle-state", "Solved! There was a hint, so it does not count.");
  await person.open(hash(11));
  await solve(person, line[0]);
  await person.says("#puzzle-state", /does not count/);
  await person.open(hash(12, `moves=${line[0]}&`));
  await judges(person, "right");
  await solve(person);
  await person.says("#puzzle-state", /does not count/);
  assert.deepEqual((await person.stored()).solved, before);
  await person.open(hash(13));
  await solve(person, line[0]);
  assert.deepEqual((await person.stored()).solved, [...before, "44-ssss 3.slide.13"]);
}

/** Each mistake becomes a lesson: the position in which it was made, and moves that are judged. */
export async function lessons(person) {
  const { tab } = person;
  const review = ask("review", "-v", "58-ssss", GAME);
  const mistakes = mistakesOf(review, "black");
  const before = `${HASH}?analysis=off&red=1`;
  await person.openOwn(before);
  await person.click("#learn");
  for (const [index, { ply, position, move, better }] of mistakes.entries()) {
    await person.at(`#58-ssss/=${position}?analysis=off&puzzle=mistake.${index + 1}`);
    await person.says("#puzzle-state",
      new RegExp(`^Mistake ${index + 1} of 2: Black played ${shown(move)}\\.$`));
    await person.says("#value", "Find a better move");
    // The mistake is wrong again, and an arrow refutes it.
    await person.play(move);
    await judges(person, "wrong");
    await tab.waitForSelector(".verdict-sign.wrong");
    const { moves } = ask("query", "-v", "58-ssss", review.choices[ply].position);
    const [reply] = await person.arrows("bad");
    assert.ok(moves.find((entry) => entry.move === reply).optimal, `${reply} refutes ${move}`);
    await person.says("#puzzle-state",
      new RegExp(`^Wrong: after Red’s reply ${shown(reply)}, Black `));
    await person.click("#puzzle-again");
    await person.play(better[0]);
    await judges(person, "solved");
    if (index + 1 < mistakes.length) await person.click("#next-puzzle");
  }
  await person.click("#back-to-review");
  await person.at(before);
  // A link to a lesson is a lesson, too.
  await person.open(`#58-ssss/=${mistakes[1].position}?analysis=off&puzzle=mistake.2`);
  await tab.reload();
  await person.says("#puzzle-state", "Find the best move for Black.");
  await person.click("#puzzle-solution");
  await person.says("#puzzle-state", /^Solution: \d+.* Redo steps through it\.$/);
}

/** The puzzle of the day is that of the date, and days in a row are counted. */
export async function daily(person) {
  const { tab } = person;
  const go = (day) => tab.clock.setFixedTime(new Date(`${day}T12:00:00`));
  for (const [day, isTried, text] of [
    ["2026-11-29", false, "✓ solved at the first try."],
    ["2026-11-30", true, "✗✓ solved after 1 wrong try, 2 days in a row."],
    ["2026-12-01", false, "✓ solved at the first try, 3 days in a row."],
  ]) {
    await go(day);
    await person.open("#58-ssss/?tab=puzzles");
    await tab.click("#daily");
    await tab.waitForFunction(() => /^#44-ssss/.test(location.hash));
    await person.ready();
    const seed = 1_000_000_000 + Number(day.replaceAll("-", ""));
    const [{ position }] = ask("puzzles", "--dtw", "5", "--seed", seed, "--limit", "1").puzzles;
    await person.at(new RegExp(`=${position}\\?.*puzzle=5\\.slide\\.${seed}`));
    await person.says("#value", "Black wins in 3 moves");
    await person.says("#puzzle-state", "Puzzle of the day: exactly one move is right.");
    if (isTried) {
      await person.play(wrongOf(position));
      await judges(person, "wrong");
      await person.click("#puzzle-again");
    }
    await solve(person);
    await person.says("#daily-line span", `Teeko puzzle of ${day}: ${text}`);
    if (day !== "2026-11-29") continue;
    await person.open("#44-ssss/?tab=puzzles");
    await person.says("#streak", "Puzzle of the day: solved.");
  }
  await tab.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await tab.click("#share-line");
  await person.says("#daily-line", /Copied/);
  const copied = await tab.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /^Teeko puzzle of 2026-12-01: /);
  await person.click("#next-puzzle");
  await person.at(/puzzle=5\.slide\.1(&|$)/, "not the one of tomorrow");
  await person.open("#44-ssss/?tab=puzzles");
  await person.says("#streak", "Puzzle of the day: solved 3 days in a row.");
  await go("2026-12-03");
  await person.open("#44-ssss/13?tab=puzzles");
  await person.says("#streak", "");
}

/** The plies that the address has. */
async function pliesOf(person) {
  const [, path] = (await person.hash()).split("/");
  return path.split("?")[0].split(".").filter(Boolean);
}

/** A course: a wrong choice is refuted and taken back, a line is learnt, and that is kept. */
export async function course(person) {
  const { tab } = person;
  await person.inNoTime();
  await tab.setViewportSize(PHONE.viewport);
  await person.open("#58-ssss/?tab=puzzles");
  await tab.click("#course-open");
  await person.says("#puzzle-state", "You are Black. Find the move that wins fastest.");
  await person.play(wrongOf("-v", "58-ssss", "b: r: b"));
  await person.says("#puzzle-state", /^Wrong: /);
  await person.says("#value", "Try again");
  await tab.waitForFunction(() => /^#58-ssss\/\?/.test(location.hash));
  await person.says("#puzzle-state", /^Wrong: /);
  const needed = ["header", "#board", "#value", "#puzzle-state", "#course-again", "#controls"];
  await insideWindow(tab, needed, "a course");
  let made = 0;
  for (let plies = []; !(await tab.isEnabled("#course-next")); made++) {
    await person.play(bestOf("-v", "58-ssss", "--moves", plies.join(" ")));
    await tab.waitForFunction((count) => {
      const path = location.hash.split("/")[1].split("?")[0];
      const isDue = document.querySelector("#board.acts, #course-next:not(:disabled)");
      return path.split(".").length > count && isDue;
    }, plies.length);
    await person.ready();
    plies = await pliesOf(person);
  }
  assert.ok(made > 3);
  await person.says("#value", "Line learnt");
  // The first choice was wrong at first, so it comes again.
  const known = new RegExp(`^${made - 1} of \\d+ choices$`);
  await person.says("#course-known", known);
  await person.reload();
  await person.says("#course-known", known);
  await person.click("#course-next");
  await person.says("#puzzle-state", "You are Black. Find the move that wins fastest.");
  await person.click("#course-solution");
  await person.says("#puzzle-state", /^Right\..* It comes again later\.$/);
  await tab.click("#course-again");
  await person.click("#end-game");
  await person.says("#course-known", /^0 of \d+ choices$/);
}

/** A position to practise is of the kind that was asked for; if there is none, the page says so. */
export async function practice(person) {
  const { tab } = person;
  async function practise(outcome, pieces, plies) {
    await person.open("#44-ssss/?tab=puzzles");
    await tab.selectOption("#practice-outcome", outcome);
    await tab.fill("#practice-pieces", pieces);
    await tab.fill("#practice-dtw", plies);
    await person.click("#practise");
    return decodeURIComponent((await person.hash()).match(/=([^?]*)/)[1]);
  }
  const drawn = await practise("draw", "5", "");
  const { outcome, phase } = ask("query", "--brief", drawn);
  assert.deepEqual([outcome, phase, drawn.match(/[br](?=.* )/g).length], ["draw", "drop", 5]);
  await person.says("#value", "Practice: you draw");
  const won = await practise("win", "", "3");
  await person.says("#value", "Practice: you win in 3 plies (2 moves)");
  await person.play(bestOf(won));
  await person.says("#value", "Your move");
  await person.press("u");
  await person.says("#value", /^Practice: /);
  await practise("win", "0", "");
  await person.says("#practice-fault", /expected such a position/);
}

/** Fails unless the pieces of the first board of a sheet have the colours of their sides. */
async function hasPieces(tab) {
  await tab.setViewportSize({ width: 800, height: 1100 });
  const picture = (await tab.screenshot()).toString("base64");
  const colours = await tab.evaluate(async (image) => {
    const shown = Object.assign(new Image(), { src: `data:image/png;base64,${image}` });
    await shown.decode();
    const canvas = new OffscreenCanvas(shown.width, shown.height)
      .getContext("2d", { willReadFrequently: true });
    canvas.drawImage(shown, 0, 0);
    const bodies = [...document.querySelectorAll("#sheet figure:first-child .piece .body")];
    return bodies.map((body) => {
      const { x, y, width, height } = body.getBoundingClientRect();
      const [red, green] = canvas.getImageData(x + width / 2, y + height / 3, 1, 1).data;
      if (red > 100) return red > 2 * green ? "red" : "none";
      return "black";
    });
  }, picture);
  assert.deepEqual(colours.sort(), [...Array(4).fill("black"), ...Array(4).fill("red")]);
}

/** A sheet of puzzles is printed once, on two pages; then the game is, in dark ink. */
export async function printing(person) {
  const { tab } = person;
  await tab.emulateMedia({ colorScheme: "dark" });
  await person.open("#44-ssss/13.12?tab=puzzles");
  await tab.evaluate(() => (window.print = () => (window.printed = true)));
  await tab.click("#print-sheet");
  await tab.waitForFunction(() => window.printed, null, { timeout: TIMEOUT });
  const numbers = tab.locator("#sheet figure >> nth=0").locator("text.number");
  assert.equal(await numbers.count(), 25, "the solutions name circles");
  async function pages(format) {
    return (await tab.pdf({ format })).toString("latin1").match(/\/Type\s*\/Page\b/g).length;
  }
  await tab.emulateMedia({ colorScheme: "dark", media: "print" });
  const ink = await tab.evaluate(() => getComputedStyle(document.body).color);
  assert.equal(ink, "rgb(31, 26, 20)");
  const sheet = await tab.innerHTML("#sheet");
  await hasPieces(tab);
  for (const format of ["A4", "Letter"]) {
    await tab.evaluate((html) => (document.querySelector("#sheet").innerHTML = html), sheet);
    assert.equal(await pages(format), 2, `${format}: boards, solutions`);
  }
  assert.equal(await person.count("#sheet > *"), 0, "the sheet has been printed");
  await person.open("#44-ssss/13.12.18.8.14.19.9.17.13-7");
  assert.equal(await pages("A4"), 1);
  for (const place of ["#board", "#record"]) assert.ok(await tab.isVisible(place), place);
  await person.says("#record", "1. 13 12 2. 18 8 3. 14 19 4. 9 17 5. 13–7");
  // Browsers leave grounds out, and so the colours of the sides.
  const marker = await tab.evaluate(() =>
    getComputedStyle(document.querySelector(".player i")).printColorAdjust);
  assert.equal(marker, "exact");
}
