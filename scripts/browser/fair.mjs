// Visits that compare what the page says about a player with what they did.

import assert from "node:assert/strict";

import { ask } from "./person.mjs";

const START = "#44-ssss/?analysis=off&red=";
/** Black makes a row on ply 7, and is shown a mistake on ply 5. */
const GAME = "1.9.2.10.3.14";

/** The program thinks for no time. */
const inNoTime = (person) => person.tab.addInitScript(() => {
  const later = setTimeout;
  window.setTimeout = (act) => later(act, 0);
});

const plies = async (person) => (await person.hash()).split("/")[1].split("?")[0];

/** Plays Black's best moves to the end of a game of Advanced Teeko, which Black wins. */
async function win(person) {
  while ((await person.text("#value")) === "Your move") {
    const moves = (await plies(person)).replaceAll(".", " ");
    await person.play(...ask("query", "-v", "58-ssss", "--moves", moves).moves[0].move.split("-"));
  }
  await person.tab.waitForSelector("#end-card.win");
}

const stored = (person) => person.tab.evaluate(() => JSON.parse(localStorage.getItem("teeko")));

/** Keys that play do nothing in a match or a puzzle, whosever turn it is. */
export async function strayKeys(person) {
  const { tab } = person;
  const pressAll = async () => {
    for (const key of [" ", "e"]) await tab.keyboard.press(key);
    await tab.waitForTimeout(300);
  };
  await person.open("");
  await person.start("Black", "Perfect");
  await pressAll();
  assert.equal(await person.hash(), `${START}5`, "in a match");
  await person.circle(13).click();
  await pressAll();
  await person.ready();
  assert.match(await person.hash(), /^#44-ssss\/13\.\d+\?/, "the program moves itself, once");
  assert.equal(await person.text("#value"), "Your move");
  await person.press("v");
  assert.ok(!(await tab.isVisible("text=Best move")), "no button plays, either");
  for (const puzzle of ["3.slide.1", "mistake.1"]) {
    const hash = `#44-ssss/=b:7,9,12,14 r:10,13,17,19 b?analysis=off&puzzle=${puzzle}`;
    await person.open(hash);
    await pressAll();
    assert.equal(await person.hash(), hash);
  }
  await person.open("#44-ssss/");
  await person.press(" ");
  assert.match(await plies(person), /^\d+$/, "who explores can play the best move");
}

/** A game with a hint, with values, with moves taken back, or from a link counts for nothing. */
export async function helped(person) {
  const { tab } = person;
  const WAYS = {
    hint: () => person.press("h"),
    values: async () => {
      await person.press("v");
      await person.press("v");
    },
    undo: async () => {
      await person.play(13, 1);
      await person.press("u");
    },
    link: async () => person.open(`#58-ssss/${await plies(person)}?analysis=off&red=1`),
  };
  const SAID = {
    hint: "There was a hint", values: "Values were shown", undo: "Moves were taken back",
    link: "It began elsewhere",
  };
  await inNoTime(person);
  await person.open("");
  await tab.evaluate(() => localStorage.setItem("teeko", "{}"));
  for (const [way, act] of Object.entries(WAYS)) {
    await person.open("#58-ssss/?analysis=off&red=1");
    if (way === "link") await person.play(13);
    await act();
    await win(person);
    const card = await person.text("#end-card");
    assert.ok(card.includes(`${SAID[way]}, so it does not count.`), `${way}: ${card}`);
    assert.deepEqual((await stored(person)).results ?? {}, {}, way);
    assert.equal(await tab.locator("#next-strength, #statistics").count(), 0, way);
  }
  // A game without help counts, once, and the win offers the next strength.
  await person.open("#58-ssss/?analysis=off&red=1");
  await person.play(13);
  await tab.reload();
  await person.ready();
  await win(person);
  assert.deepEqual(await tab.locator(".ladder .done").allTextContents(), ["Easy ✓"]);
  assert.equal(await person.text('[data-bar="black"] .score'), "1");
  for (const key of ["u", "r", "v", "v"]) await person.press(key);
  await tab.reload();
  await tab.waitForSelector("#statistics li", { state: "attached" });
  assert.match(await person.text("#end-card"), /^You won/, "it is still the reader's own");
  const said = "Advanced Teeko, Easy: 1 won, 0 drawn, 0 lost.";
  assert.equal(await person.text("#statistics li"), said);
  await person.click("#tab-rules");
  assert.equal(await person.text('.gallery [data-variant="58-ssss"] .badge'), "★ Easy beaten");
  await person.click("#tab-game");
  await person.click("#next-strength");
  assert.equal(await person.hash(), "#58-ssss/?analysis=off&red=2");
  await person.press("n");
  assert.ok(await tab.isChecked('#start-strength input[value="2"]'));
  await tab.keyboard.press("Escape");
  await person.open("#44-ssss/");
  await tab.click("#statistics summary");
  await tab.click("#clear-statistics");
  await tab.waitForFunction(() => !document.querySelector("#statistics"));
}

/** A puzzle counts for nothing after a hint, the solution, or a link with moves. */
export async function helpedPuzzles(person) {
  const { tab } = person;
  const [{ position, line }] = ask("puzzles", "--dtw", "3", "--limit", "1").puzzles;
  const hash = `#44-ssss/=${position}?analysis=off&red=5&puzzle=3.slide.1`;
  const solve = async () => {
    await person.play(...line[0].split("-"));
    await person.play(...ask("query", await person.shown()).moves[0].move.split("-"));
    await tab.waitForSelector('#puzzle-state[data-result="solved"]');
    return person.text("#puzzle-state");
  };
  await person.open(hash);
  await person.press("h");
  assert.equal(await solve(), "Solved! There was a hint, so it does not count.");
  await person.open(hash);
  assert.match(await solve(), /does not count/, "the puzzle is known");
  assert.deepEqual((await stored(person)).solved, []);
  await person.open(hash.replace("3.slide.1", `3.slide.2&moves=${line[0]}`));
  await tab.waitForSelector('#puzzle-state[data-result="right"]');
  await person.play(...ask("query", await person.shown()).moves[0].move.split("-"));
  await tab.waitForSelector('#puzzle-state[data-result="solved"]');
  assert.match(await person.text("#puzzle-state"), /does not count/);
  await person.open(hash.replace("3.slide.1", "3.slide.3"));
  assert.equal(await solve(), "Solved!");
  assert.deepEqual((await stored(person)).solved, ["44-ssss 3.slide.3"]);
}

/** Two tabs keep what either of them writes, and show it. */
export async function twoTabs(person) {
  const other = await person.tab.context().newPage();
  await other.goto(`${person.address}#44-ssss/?tab=help`);
  await person.open("#44-ssss/?tab=puzzles");
  await person.tab.evaluate(() => localStorage.setItem("teeko", JSON.stringify({
    solved: ["44-ssss 3.slide.1"], daily: { last: "2026-11-27", days: 4, wrong: [] },
  })));
  await other.click("#sounds");
  const { solved, daily, sounds } = await stored(person);
  assert.deepEqual([solved.length, daily.days, sounds], [1, 4, false]);
  await person.tab.waitForSelector("#solved-count");
}

/** What the store has in another form is left out, and the rest is used. */
export async function otherSettings(person) {
  const WRONG = {
    solved: null, strength: 99, side: 7, daily: [], results: { "44-ssss 1": null },
    spoiled: {}, plies: "yes", nanoseconds: -1, sounds: false,
  };
  await person.tab.addInitScript((text) => localStorage.setItem("teeko", text),
    JSON.stringify(WRONG));
  for (const tab of ["game", "rules", "puzzles", "help"]) {
    await person.open(`#44-ssss/?tab=${tab}`);
    assert.ok((await person.text("#panel")).length > 20, tab);
  }
  assert.equal(await person.tab.getAttribute("#sounds", "aria-checked"), "false");
  await person.press("n");
  await person.tab.keyboard.press("Enter");
  await person.ready();
  assert.equal((await person.hash()).replace("&tab=help", ""), `${START}1`);
  for (const text of ["null", "[]", "7", "{", '"a"']) {
    await person.tab.addInitScript((whole) => localStorage.setItem("teeko", whole), text);
    await person.open("#44-ssss/?tab=puzzles");
    assert.equal(await person.tab.locator("#solved-count, #streak").count(), 0);
  }
}

/** Who opens a link to a finished game is its reader, not one of its players. */
export async function reading(person) {
  await person.open(`#44-ssss/${GAME}.4?analysis=off&red=1`);
  assert.equal(await person.text("#value"), "Black has won");
  await person.tab.waitForSelector("#verdict");
  assert.match(await person.text("#end-card"), /^Black won in 4 moves\./);
  assert.doesNotMatch(await person.text("main"), /You (won|win)|[Yy]our (best|mistake|moves)/);
  assert.equal(await person.tab.locator("#statistics").count(), 0);
}

/** What the card counts as right is what the review leaves unmarked, in a lost position, too. */
export async function rightMoves(person) {
  const lost = [];
  for (;;) {
    const { moves } = ask("query", "-v", "58-ssss", "--moves", lost.join(" "));
    if (moves.length === 0) break;
    // Red, who loses from the start, loses as soon as possible.
    lost.push(moves.at(lost.length % 2 ? -1 : 0).move);
  }
  const right = ask("review", "-v", "58-ssss", lost.join(" ")).choices
    .filter(({ turn, mark }) => turn === "red" && mark === null);
  await person.open(`#58-ssss/${lost.slice(0, -1).join(".")}?analysis=off&black=5`);
  await person.tab.waitForSelector("#end-card.loss #kind-word");
  const total = (lost.length - 1) / 2;
  assert.ok(right.length < total, "Red has made mistakes");
  assert.match(await person.text("#kind-word"),
    new RegExp(`^${right.length} of your ${total} moves were right`));
}
