// Visits to the explorer that play: by mouse, touch and keyboard, against every strength, and
// puzzles.

import assert from "node:assert/strict";

import { TIMEOUT, ask, holdAgainst } from "./person.mjs";

/** By mouse: drops, slides both ways round, the browser's back button, a reload. */
export async function byMouse(person) {
  const ends = async (pattern) => assert.match(await person.hash(), pattern);
  await person.open("#44-ssss/");
  assert.equal((await person.value()).outcome, "draw");
  await person.play(13, 12, 18, 8, 14, 19, 9, 17);
  assert.equal(await person.hash(), "#44-ssss/13.12.18.8.14.19.9.17");
  await holdAgainst(person, ask("query", "--moves", "13 12 18 8 14 19 9 17"), "after drops");
  await person.play(13, 7);
  await ends(/\.13-7$/);
  // The circle first, then the piece that goes there.
  await person.play(13, 12);
  await ends(/\.12-13$/);
  for (const act of ["goBack", "reload"]) {
    await person.tab[act]();
    await person.ready();
    await ends(/\.13-7$/);
  }
  await person.click("#controls button:nth-child(1)");
  await ends(/at=8/);
  await person.click("#controls button:nth-child(2)");
  await ends(/\.13-7$/);
}

/** By keyboard alone: the board as a grid, the keys for everything else. */
export async function byKeyboard(person) {
  const { tab } = person;
  const press = async (...keys) => {
    for (const key of keys) await person.press(key);
  };
  await person.open("#58-ssss/");
  await person.circle(1).focus();
  await press("ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "Enter");
  assert.equal(await person.hash(), "#58-ssss/13");
  assert.match(await person.text("#live"), /Black drops on 13\. Black wins in 6 moves/);
  await press("Space");
  assert.match(await person.hash(), /^#58-ssss\/13\.\d+$/);
  await press("u");
  assert.match(await person.hash(), /at=1/);
  await press("r", "h");
  assert.doesNotMatch(await person.hash(), /at=/);
  assert.match(await person.text("#task"), /Hint: \d+/);
  assert.match(await person.text("#live"), /Hint: \d+/);
  await press("e");
  await tab.waitForFunction(() => /won/.test(document.querySelector("#value").textContent), null,
    { timeout: TIMEOUT });
  await person.ready();
  const plies = (await person.hash()).split("/")[1].split(".");
  assert.equal(plies.length, 13, "perfect play takes the 13 plies that it promises");
  await press("n", "Escape");
  assert.match(await person.hash(), /\.\d+-\d+$/, "Escape keeps the game");
  await press("n");
  await tab.focus("#start-explore");
  await press("Enter");
  assert.equal(await person.hash(), "#58-ssss/");
  // The list is one tab stop, with arrow keys inside.
  const stops = tab.locator("#moves .lines button:not([tabindex='-1'])");
  assert.equal(await stops.count(), 1);
  await stops.focus();
  await press("ArrowDown");
  const second = await tab.evaluate(() => document.activeElement.dataset.key);
  await press("Enter");
  assert.equal(await person.hash(), `#58-ssss/${second.replace("move ", "")}`);
  await press("v");
  assert.match(await person.hash(), /analysis=off/);
  await tab.focus("#tab-game");
  await press("ArrowRight");
  assert.equal(await tab.getAttribute("#tab-rules", "aria-selected"), "true");
}

/** A game as the start dialogue offers it: it is lost, reviewed, and not discarded by accident. */
export async function againstProgram(person) {
  const { tab } = person;
  await person.open("");
  assert.ok(await tab.isVisible("#start"), "a page without a link offers to play");
  await person.start("Black", "Perfect");
  assert.match(await person.hash(), /^#44-ssss\/\?analysis=off&red=5$/);
  assert.equal((await person.value()).outcome, undefined, "values are off in play");
  assert.ok(!(await tab.isVisible("#side")), "no list of moves");
  for (let ply = 0; ply < 12 && (await person.text("#value")) === "Your move"; ply++) {
    const all = await person.circles();
    const mine = all.filter(({ piece }) => piece === "black");
    if (mine.length < 4) await person.play(all.find(({ piece }) => piece === "").circle);
    else {
      await person.play(mine[0].circle);
      await person.play(await tab.getAttribute(".circle.target >> nth=0", "data-circle"));
    }
  }
  assert.equal(await person.text("#value"), "You lose");
  assert.equal(await tab.locator(".piece.won").count(), 4);
  await tab.waitForSelector("#verdict");
  const record = (await person.hash()).split("/")[1].split("?")[0].replaceAll(".", " ");
  const review = ask("review", record);
  assert.equal((await person.text("#verdict")).toLowerCase(), review.verdict.toLowerCase());
  const marks = await tab.locator(".plies [data-ply]").allTextContents();
  const expected = review.choices.map(({ move, mark }) => move.replace("-", "–") + (mark ?? ""));
  assert.deepEqual(marks, expected);
  const worst = review.choices.find(({ mark }) => mark === "??");
  assert.ok(worst, "who drops blindly errs");
  await tab.selectOption("[data-player=red]", "0");
  await person.ready();
  await person.click(`.better [data-better="${worst.better[0]}"] >> nth=0`);
  assert.ok((await person.hash()).includes(worst.better[0]));
  // A new game asks before it discards the present one.
  const before = await person.hash();
  await person.click("#new-game");
  assert.match(await person.text("#start"), /ends the present game/);
  await person.click("#start-cancel");
  assert.equal(await person.hash(), before);
  await person.click("#new-game");
  await person.start("Red", "Easy");
  assert.match(await person.hash(), /^#44-ssss\/\d+\?analysis=off&black=1$/, "Black begins");
}

/** Plays a game as Black to its end. `choose` picks a move from those of the list. */
async function playOut(person, hash, choose) {
  await person.open(hash);
  for (let last = ""; (await person.text("#value")) === "Your move"; ) {
    last = choose(await person.moves(), last.split("-").reverse().join("-")).move;
    await person.play(...last.split("-"));
  }
}

/** A whole game that is won and one that is drawn, against the weakest and the strongest. */
export async function everyStrength(person) {
  // The program thinks for no time, and answers a position always in the same way.
  await person.tab.addInitScript(() => {
    const later = setTimeout;
    window.setTimeout = (act) => later(act, 0);
    Math.random = () => 0.5;
  });
  for (const strength of ["1", "5"]) {
    await playOut(person, `#58-ssss/?red=${strength}`, ([best]) => best);
    assert.equal(await person.text("#value"), "You win", `strength ${strength}`);
    assert.equal(await person.tab.locator(".piece.won").count(), 4);
    // Moves that keep the draw, there and back if possible, repeat a position soon.
    await playOut(person, `#44-ssss/?red=${strength}`, (moves, back) => {
      const drawn = moves.filter(({ outcome }) => outcome === "draw");
      return drawn.find(({ move }) => move === back) ?? drawn[0];
    });
    assert.equal(await person.text("#value"), "Draw by repetition", `strength ${strength}`);
  }
  await person.open("#44-ssss/=b:7,9,12,14 r:10,13,17,19 b?analysis=off&red=5");
  for (let move = 0; move < 2; move++) {
    await person.press("h");
    await person.drag(...(await person.text("#task")).match(/\d+–\d+/)[0].split("–"));
  }
  assert.equal(await person.text("#value"), "You win", "by hints");
  // In games for points the headline says how many; before the end the number of moves is a bound.
  await person.open("#44-ssss+4x4+points/1.5.2.6.3.9?red=2&analysis=off");
  await person.play(4);
  assert.equal(await person.text("#value"), "You win 4 points");
  await person.open("#58-ssss+points/13?analysis=on");
  assert.equal(await person.text("#value"), "Black forces 2 points within 6 moves");
  assert.match(await person.text("#legend"), /−3 loses 3\. ≤ 4: within 4 moves\./);
}

/** Dragging: a slide, a piece that is let go elsewhere, and none of the other side. */
export async function dragging(person) {
  await person.open("#44-ssss/13.12.18.8.14.19.9.17");
  await person.drag(13, 7);
  assert.match(await person.hash(), /\.13-7$/);
  await person.drag(12, 25);
  assert.match(await person.hash(), /\.13-7$/, "not a neighbour");
  await person.drag(7, 1);
  assert.match(await person.hash(), /\.13-7$/, "not the side to move");
  assert.equal(await person.tab.locator(".piece.held").count(), 0);
  await person.drag(12, 13);
  assert.match(await person.hash(), /\.12-13$/);
  // The piece lies on its circle once its animation is over.
  await person.tab.waitForFunction(() => document.getAnimations().length === 0);
  const [piece, hole] = await person.tab.evaluate(() => {
    const hole = document.querySelector('[data-circle="13"] .hole').getBoundingClientRect();
    const pieces = [...document.querySelectorAll(".piece.red .body")];
    const near = pieces.map((node) => node.getBoundingClientRect());
    return [near.map(({ x, width }) => x + width / 2), hole.x + hole.width / 2];
  });
  assert.ok(piece.some((x) => Math.abs(x - hole) < 1), "in the middle of circle 13");
  // A line of the list shows its move on the board, and a piece its lines.
  await person.tab.hover("#moves [data-move] >> nth=3");
  assert.equal(await person.tab.locator(".marks .preview.place").count(), 1);
  await person.tab.mouse.move(100, 850);
  await person.circle(7).hover();
  await person.tab.waitForSelector("#moves .linked");
  await person.tab.waitForSelector("[data-circle] .chip");
}

/** A piece to choose, a circle to point at, a pass, and the way back to a person's choice. */
export async function choices(person) {
  for (const [variant, circle, pips] of [["44-ssss+4x4+pips", 6, 3], ["44-pppp+4x4+pips", 11, 4]]) {
    await person.open(`#${variant}/`);
    await person.play(circle);
    await person.click(`#pieces [data-pips="${pips}"]`);
    assert.equal(await person.hash(), `#${variant}/${circle}=${pips}`);
  }
  await person.open("#44-pppp+4x4+pass/");
  assert.match(await person.text("#task"), /Red points at the circle for Black/);
  await person.click("#pieces [data-pass]");
  assert.match(await person.text("#task"), /Red passed/);
  await person.play(6);
  assert.equal(await person.hash(), "#44-pppp+4x4+pass/pass.6");
  await person.tab.reload();
  await person.ready();
  assert.equal(await person.tab.locator('[data-piece="black"]').count(), 1);
  // The program points, the person, the program.
  await person.open("#44-pppp+4x4/?red=5");
  await person.play((await person.circles()).find(({ piece }) => piece === "").circle);
  assert.match(await person.hash(), /\/\d+\.\d+\.\d+\?red=5$/);
  await person.press("u");
  assert.match(await person.hash(), /at=1/);
  await person.press("r");
  assert.doesNotMatch(await person.hash(), /at=/);
}

/** Puzzles by level and number: tried, solved, counted, printed, and one that does not exist. */
export async function puzzles(person) {
  const { tab } = person;
  await person.open("#44-ssss/?tab=puzzles");
  await person.click("#find-puzzle");
  const [{ position, line }] = ask("puzzles", "--dtw", "3", "--limit", "1").puzzles;
  assert.ok((await person.hash()).includes(position), "the program's own first puzzle");
  assert.match(await person.text("#puzzle-state"), /Puzzle 1: Black wins in 2 moves/);
  const wrong = ask("query", position).moves.findLast(({ keeps_outcome }) => !keeps_outcome).move;
  await person.play(...wrong.split("-"));
  await tab.waitForSelector('#puzzle-state[data-result="wrong"]');
  await person.click("#puzzle-again");
  await person.play(...line[0].split("-"));
  await tab.waitForSelector('#puzzle-state[data-result="right"]');
  await person.play(...ask("query", await person.shown()).moves[0].move.split("-"));
  await tab.waitForSelector('#puzzle-state[data-result="solved"]');
  assert.equal(await person.text("#puzzle-state"), "Solved!");
  await tab.waitForSelector("#solved-count");
  assert.match(await person.text("#solved-count"), /1 puzzle\./);
  await person.click("#puzzle-solution");
  const shown = (await person.hash()).match(/moves=([^&]*)/)[1].split(".");
  assert.deepEqual(shown, ask("line", position).line);
  await person.click("#next-puzzle");
  assert.match(await person.hash(), /puzzle=3\.slide\.2/);
  // A link to a puzzle needs no position; numbers that do not exist say so.
  await person.open("#44-ssss/?puzzle=5.slide.7");
  await tab.waitForSelector("#puzzle-again");
  assert.match(await person.hash(), /=.*puzzle=5\.slide\.7/);
  for (const none of ["99.slide.1", "5.slide", "1e9"]) {
    await person.open(`#44-ssss+4x4/?puzzle=${none}`);
    await tab.waitForFunction(() =>
      /There is no puzzle/.test(document.querySelector("#tool").textContent));
  }
  await person.open("#44-ssss/?tab=puzzles");
  await tab.fill("#puzzle-number", "0");
  await tab.click("#find-puzzle");
  assert.match(await person.text("#tool"), /There is no puzzle 0/);
}

/** A position to practise is of the kind that was asked for; if there is none, that is said. */
export async function practice(person) {
  const { tab } = person;
  const practise = async (outcome, pieces, plies) => {
    await person.open("#44-ssss/?tab=puzzles");
    await tab.selectOption("#practice-outcome", outcome);
    await tab.selectOption("#practice-pieces", pieces);
    await tab.fill('[data-key="practice plies"]', plies);
    await person.click("#practise");
    return decodeURIComponent((await person.hash()).match(/=([^?]*)/)[1]);
  };
  const drawn = await practise("draw", "5", "");
  const { outcome, phase } = ask("query", "--brief", drawn);
  assert.deepEqual([outcome, phase, drawn.match(/[br](?=.* )/g).length], ["draw", "drop", 5]);
  assert.equal(await person.text("#value"), "Practice: you draw");
  const won = await practise("win", "", "3");
  assert.equal(await person.text("#value"), "Practice: you win in 3 plies (2 moves)");
  await person.play(...ask("query", won).moves[0].move.split("-"));
  assert.equal(await person.text("#value"), "Your move");
  await person.press("u");
  assert.match(await person.text("#value"), /^Practice: /);
  await practise("win", "0", "");
  assert.match(await person.text("#practice-fault"), /expected such a position/);
}
