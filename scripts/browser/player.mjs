// Visits to the explorer that do what players do besides playing: they are quick, use fingers and
// the browser's Back, change their minds, paste links, print.

import assert from "node:assert/strict";

import { insideWindow } from "./looks.mjs";
import { ask } from "./person.mjs";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const SLIDES = "#44-ssss/13.12.18.8.14.19.9.17";

/** A finger drags pieces, and the page stays where it is. */
export async function byTouch(person) {
  await person.with(PHONE, async (phone) => {
    await phone.open(SLIDES);
    let hash = SLIDES;
    // Down, up, to the side and across: no direction scrolls.
    for (const [from, to] of [[18, 23], [8, 3], [14, 15], [12, 6]]) {
      await phone.dragByTouch(from, to);
      hash += `.${from}-${to}`;
      assert.equal(await phone.hash(), hash);
    }
    assert.equal(await phone.tab.evaluate(() => scrollY), 0, "the page does not scroll");
    await phone.dragByTouch(23, 5);
    assert.equal(await phone.hash(), hash, "no step");
    // A finger on an empty circle, or on a piece that cannot move, scrolls.
    for (const circle of [21, 19]) {
      await phone.tab.evaluate(() => scrollTo(0, 0));
      await phone.dragByTouch(circle, 1);
      await phone.tab.waitForFunction(() => scrollY > 40);
    }
    assert.equal(await phone.tab.locator(".piece.held").count(), 0);
  });
}

/** What a player does while answers are on their way happens in order. */
export async function inHaste(person) {
  if (person.address.startsWith("file:")) return;
  await person.open("#44-ssss/");
  await person.tab.route("**/v1/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    await route.continue();
  });
  const circles = [13, 12, 18, 8, 14, 19, 9, 17];
  const places = new Map();
  for (const circle of [...circles, 1, 7]) places.set(circle, await person.centre(circle));
  const at = (circle) => places.get(circle);
  for (const circle of circles) await person.tab.mouse.click(...at(circle));
  await person.tab.waitForFunction((hash) => location.hash === hash, SLIDES);
  // The next two slides, one by clicks and one by dragging, before the first has its answer.
  await person.tab.mouse.click(...at(13));
  await person.tab.mouse.click(...at(7));
  await person.tab.mouse.move(...at(12));
  await person.tab.mouse.down();
  await person.tab.mouse.move(...at(13), { steps: 4 });
  await person.tab.mouse.up();
  await person.tab.waitForFunction((hash) => location.hash === hash, `${SLIDES}.13-7.12-13`);
  await person.ready();
  assert.equal(await person.tab.locator('[data-circle="13"][data-piece="red"]').count(), 1);
  // Going elsewhere drops what waits.
  await person.tab.mouse.click(...at(7));
  await person.tab.mouse.click(...at(1));
  await person.tab.mouse.click(...at(13));
  await person.press("u");
  await person.tab.waitForTimeout(700);
  await person.ready();
  assert.match(await person.hash(), /\.13-7\.12-13(\.7-1)?\?at=/);
}

/** Another ply does not end a game: what it replaces is kept, with a way back. */
export async function variations(person) {
  const game = "13.12.18.8.14.19.9.17";
  await person.open(`#58-ssss/${game}`);
  await person.click('.better [data-better="19"]');
  await person.tab.waitForSelector("#lines");
  assert.equal(await person.hash(), `#58-ssss/13.12.18.8.19?lines=${game}`);
  await person.tab.reload();
  await person.ready();
  await person.play(14);
  assert.match(await person.text("#lines"), /From ply 5: 14 19 9 17 \(8 plies\)/);
  await person.click("#lines [data-line]");
  for (const key of ["u", "r"]) await person.press(key);
  assert.equal(await person.hash(), `#58-ssss/${game}?lines=13.12.18.8.19.14`);
  await person.click('#lines [aria-label^="Delete"]');
  assert.equal(await person.hash(), `#58-ssss/${game}`);
  await person.open(`#58-ssss/13?lines=${"x".repeat(500)}_12.18_13.y`);
  await person.tab.waitForSelector("#lines");
  assert.equal(await person.tab.locator("#lines [data-line]").count(), 1, "no other text");
  // The program does not play on while a player looks back at a game against it.
  await person.open(`#58-ssss/${game}?red=1`);
  await person.click('.plies [data-ply="3"]');
  await person.tab.waitForTimeout(1000);
  assert.equal(await person.hash(), `#58-ssss/${game}?at=3&red=1`);
  assert.equal(await person.text("#value"), "Red to move");
}

/** The dialogue of a new game shows what wins, and a first game is an easy one. */
export async function firstGame(person) {
  const shapes = person.tab.locator("#start-shapes .shape");
  await person.open("");
  assert.equal(await shapes.count(), 3, "a row, a diagonal, a square");
  await person.tab.keyboard.press("Enter");
  await person.ready();
  assert.equal(await person.hash(), "#44-ssss/?analysis=off&red=1");
  await person.with({ viewport: { width: 320, height: 568 }, hasTouch: true }, async (phone) => {
    await phone.open("");
    await insideWindow(phone.tab, ["#start-play", "#start-explore", "#start-tour"], "320 pixels");
    const isCovered = await phone.tab.evaluate(() => {
      const { left, bottom } = document.querySelector("#start-strength").getBoundingClientRect();
      return !document.elementFromPoint(left + 9, bottom - 9).closest("#start-strength");
    });
    assert.ok(!isCovered, "Play covers no strength");
  });
  const EXPECTED = [["58-ssss", 6], ["58-ssss+4x4", 5], ["37e-ssss", 3], ["28-ssss", 2]];
  for (const [variant, count] of EXPECTED) {
    await person.open(`#${variant}/`);
    await person.press("n");
    assert.equal(await shapes.count(), count, variant);
    const empty = await person.tab.locator("#start-shapes .empty").count();
    assert.equal(empty, variant === "37e-ssss" ? 1 : 0, variant);
  }
}

/** A tap that does nothing says why, and so does a drag. */
export async function objections(person) {
  const objects = async (pattern) => {
    assert.match(await person.text("#task"), pattern);
    assert.match(await person.text("#live"), pattern, "for screen readers");
  };
  await person.open(`${SLIDES}?analysis=off`);
  const hash = await person.hash();
  await person.play(13, 25);
  await objects(/^13 to 25 is not one step\./);
  assert.equal(await person.tab.locator(".piece.held").count(), 1, "the piece stays selected");
  await person.play(12);
  await objects(/^Circle 12 is taken\./);
  await person.play(14);
  assert.equal(await person.text("#task"), "Black slides a piece.", "another piece is selected");
  await person.press("Escape");
  await person.play(12);
  await objects(/^That piece is Red’s\./);
  await person.play(1);
  await objects(/^None of your pieces can slide to 1\./);
  await person.drag(13, 9);
  await objects(/^Circle 9 is taken\./);
  assert.equal(await person.hash(), hash);
  // Black's piece on 1 is surrounded.
  const SHUT = "=b:1,2,6,13 r:7,3,11,12 b?analysis=off";
  for (const [address, circles, pattern] of [
    ["44-ssss/13?analysis=off", [13], /^Circle 13 is taken\./],
    ["44-ssss+no-centre/?analysis=off", [13], /^The first piece cannot go to the centre\./],
    [`44-ssss/${SHUT}`, [1], /^The piece on 1 has nowhere to slide\./],
    [`44-ssss+orthogonal/${SHUT}`, [13, 19], /^13 to 19 is not one step along a row or column\./],
    [`44-ssss+knight/${SHUT}`, [13, 19], /^13 to 19 is not a knight’s move\./],
  ]) {
    await person.open(`#${address}`);
    await person.play(...circles);
    await objects(pattern);
  }
}

/** The card at the end of a game: the moves that mattered, another game, the other side. */
export async function endOfGame(person) {
  const { tab } = person;
  const card = tab.locator("#end-card");
  const OPENING = "#44-ssss/1.9.2.10.3.14?analysis=off&red=1";
  await person.open(OPENING);
  await person.play(4);
  await tab.waitForSelector("#best-move");
  const endless = await tab.evaluate(() => document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime === Infinity).length);
  assert.equal(endless, 0, "animations end");
  assert.match(await person.text("#end-card"), /^You won in 4 moves\./);
  const { choices } = ask("review", "1 9 2 10 3 14 4");
  const { ply, move, better } = choices.find(({ turn, mark }) => turn === "black" && mark === "??");
  const mistake = `Your mistake: ${move} (better: ${better.join(", ")})`;
  assert.equal(await person.text("#mistake"), mistake);
  const { moves } = ask("query", "--moves", "1 9 2 10 3 14");
  const best = `Your best move: 4 was the only one of ${moves.length} that kept the win.`;
  assert.equal(await person.text("#best-move"), best);
  await person.click(`#mistake [data-card-ply="${ply}"]`);
  assert.match(await person.hash(), /\?at=4&analysis=off&red=1$/, "the position before it");
  assert.equal(await card.count(), 0);
  for (const key of ["r", "r"]) await person.press(key);
  await tab.waitForSelector("#rematch");
  await person.click("#tab-rules");
  await person.click("#review");
  await tab.waitForSelector("#verdict");
  assert.equal(await tab.evaluate(() => document.activeElement.id), "panel");
  await person.click("#rematch");
  assert.equal(await person.hash(), "#44-ssss/?analysis=off&red=1");
  // After a loss there is no gold, but a kind word.
  await person.open(OPENING.replace("red", "black"));
  await tab.waitForSelector("#end-card.loss #kind-word");
  assert.match(await person.text("#end-card"), /^You lost in 4 moves\./);
  assert.match(await person.text("#kind-word"), /^2 of your 3 moves were right/);
  await tab.waitForSelector("#learn");
  assert.equal(await person.text("#learn"), "Learn from it");
  await person.click("#swap-sides");
  assert.equal(await person.hash(), "#44-ssss/?analysis=off&red=1");
  // Two people have no sides to swap, and a line that is studied has no card.
  await person.open("#44-ssss/1.9.2.10.3.14?analysis=off");
  await person.play(4);
  await card.waitFor();
  assert.equal(await tab.locator("#swap-sides").count(), 0);
  await person.open("#44-ssss/1.9.2.10.3.14.4");
  assert.equal(await card.count(), 0);
  // The game goes on from where it began.
  const start = "#44-ssss/=b:1,2,3 r:9,10,14 b?analysis=off&red=1";
  await person.open(start);
  await person.play(4);
  await person.click("#rematch");
  assert.equal(await person.hash(), start);
  await person.with({ reducedMotion: "reduce" }, async (calm) => {
    await calm.open(OPENING);
    await calm.play(4);
    await calm.tab.waitForSelector("#best-move");
    assert.equal(await calm.tab.evaluate(() => document.getAnimations().length), 0);
  });
}

/** The keys of the game work wherever the focus is, but not where people write. */
export async function keys(person) {
  const { tab } = person;
  const GAME = "#44-ssss/13.12.18.8.14.19.9";
  const steps = async (...pairs) => {
    for (const [key, at] of pairs) {
      await person.press(key);
      assert.equal(await person.hash(), at === null ? `${GAME}.17` : `${GAME}.17?at=${at}`, key);
    }
  };
  await person.open(GAME);
  await person.play(17);
  // The click has left the focus on a circle.
  await steps(["ArrowLeft", 7], ["ArrowLeft", 6], ["ArrowRight", 7], ["Home", 0], ["ArrowLeft", 0],
    ["End", null], ["ArrowRight", null], ["Control+z", 7], ["Control+y", null], ["Control+z", 7],
    ["Control+Shift+z", null]);
  await tab.focus("#new-game");
  await steps(["ArrowLeft", 7], ["End", null]);
  // So has a click on a tab, or on a move of the list.
  await person.click("#tab-game");
  await steps(["ArrowLeft", 7], ["ArrowRight", null]);
  // Who comes to the board by keyboard moves along its circles.
  await person.circle(17).focus();
  for (const key of ["ArrowUp", "ArrowLeft"]) await person.press(key);
  assert.equal(await tab.evaluate(() => document.activeElement.dataset.circle), "11");
  assert.equal(await person.hash(), `${GAME}.17`);
  await tab.locator("#moves .lines button").first().focus();
  await steps(["ArrowLeft", null]);
  await person.click("#tab-position");
  await tab.focus("#position-text");
  await tab.keyboard.type("13 12");
  for (const key of ["ArrowLeft", "Home", "End", "Control+z", "?"]) await person.press(key);
  assert.match(await person.hash(), /\.17\?tab=position$/);
  // Back from a circle that waits for its piece is the choice of a circle.
  await person.open("#44-pppp+4x4+pips/");
  await person.play(11);
  assert.match(await person.text("#task"), /chooses the piece/);
  await person.press("ArrowLeft");
  assert.match(await person.text("#task"), /Red points at the circle/);
  await person.press("?");
  assert.match(await person.text("#start"), /U, Ctrl\+Zundo/);
  await tab.click("#close");
}

/** The last move is marked by a dot, and after a slide by a ring at its origin. */
export async function lastMove(person) {
  const count = (name) => person.tab.locator(`#board ${name}`).count();
  for (const [hash, origins] of [["#44-ssss/13", 0], [`${SLIDES}.13-7`, 1]]) {
    await person.open(`${hash}?analysis=off`);
    assert.deepEqual([await count(".piece.last"), await count(".origin.last")], [1, origins], hash);
  }
}

/** A link or Back while a position is set up, or a dialogue is open, ends both. */
export async function leaving(person) {
  const { tab } = person;
  const edit = async (circle) => {
    await person.click("#tab-position");
    await tab.click("#edit");
    await person.circle(circle).click();
  };
  const pieces = async () => (await person.circles()).filter(({ piece }) => piece).length;
  await person.open("#44-ssss/13.12");
  await person.play(18);
  await edit(1);
  await tab.goBack();
  await person.ready();
  assert.equal(await person.hash(), "#44-ssss/13.12");
  const editors = tab.locator("#judgement, #board.editing");
  assert.deepEqual([await editors.count(), await pieces()], [0, 2]);
  await person.play(18);
  assert.match(await person.hash(), /13\.12\.18/, "the board plays again");
  await tab.click("#new-game");
  await tab.goBack();
  await person.ready();
  assert.ok(!(await tab.isVisible("#start")), "Back closes the dialogue");
  // The keys of a game do nothing while a position is set up.
  await edit(25);
  await person.circle(25).focus();
  for (const key of ["u", "v", "e", "n", "Space"]) await tab.keyboard.press(key);
  assert.ok(!(await tab.isVisible("#start")));
  assert.equal(await tab.locator('[data-circle="25"][data-piece="black"]').count(), 1);
  await tab.evaluate(() => (location.hash = "#58-ssss/1.2"));
  await tab.waitForFunction(() => /Advanced/.test(document.querySelector("#variant").textContent));
  await person.ready();
  assert.deepEqual([await editors.count(), await pieces()], [0, 2]);
}

/** What the page itself writes can be pasted, and so can a game in numbers with hyphens. */
export async function pasting(person) {
  const { tab } = person;
  await person.open("#58-ssss/=b:13 r:12 b?moves=18.8&at=1&tab=position");
  const link = await tab.inputValue("#link");
  assert.doesNotMatch(link, /tab=|file:/);
  for (const [text, expected] of [
    [link, "#58-ssss/=b:13 r:12 b?moves=18.8&at=1"],
    ["https://example.org/a#58-ssss/13.12", "#58-ssss/13.12"],
    ["13-12-18-8-14-19-9-17-13-7", "#37e-ssss/13.12.18.8.14.19.9.17.13-7"],
    ["13 12 18 8 14 19 9 17 13–7", "#37e-ssss/13.12.18.8.14.19.9.17.13-7"],
  ]) {
    await person.open("#37e-ssss/?tab=position");
    await tab.fill("#position-text", text);
    await person.click("#apply-position");
    assert.equal(await person.text("#position-fault"), "", text);
    assert.equal((await person.hash()).replace(/[?&]tab=position/, ""), expected);
  }
  await tab.fill("#position-text", "https://example.org/a#58-ssss/13?x=1");
  await tab.click("#apply-position");
  await tab.waitForFunction(() =>
    /expected goals/.test(document.querySelector("#position-fault").textContent));
  // A game copied to the clipboard names its rules.
  await tab.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const copied = async (button) => {
    await tab.click(`text=${button}`);
    await tab.waitForFunction(() => document.querySelector("#copied").textContent);
    await tab.waitForTimeout(100);
    return tab.evaluate(() => navigator.clipboard.readText());
  };
  await person.open("#58-ssss/13.12?tab=position");
  assert.equal(await copied("Copy game"), "# variant: 58-ssss\n13 12");
  const site = person.address.startsWith("file:") ? "" : person.address;
  assert.equal(await copied("Copy link"), `${site}#58-ssss/13.12`);
}

/** Pastes a text into the field of the panel, as people do, and sets it up. */
async function paste(person, text) {
  const { tab } = person;
  await tab.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await tab.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await tab.click("#position-text");
  await tab.keyboard.press("Control+a");
  await tab.keyboard.press("Control+v");
  assert.equal(await tab.inputValue("#position-text"), text);
  await tab.click("#apply-position");
}

/** A game that is pasted is nobody's own: nobody is “you” in it. A puzzle is still one. */
export async function pastedGames(person) {
  const { tab } = person;
  const PLIES = "13.12.8.18.14.15.9";
  await person.open("#44-ssss/?tab=game");
  await person.press("n");
  await person.start("Black", "Easy");
  await person.play(13);
  await tab.click("#menu");
  await tab.click("#paste");
  await tab.waitForFunction(() => document.activeElement.id === "position-text");
  await paste(person, "1. 13 12 2. 8 18? {12: 9} 3. 14 15 4. 9");
  await person.click("#end-game");
  const hash = `#44-ssss/${PLIES}?analysis=off&tab=position`;
  assert.equal(await person.hash(), hash);
  assert.equal(await person.text("#value"), "Black has won");
  assert.match(await person.text("#end-card"), /^Black won in 4 moves\./);
  assert.doesNotMatch(await person.text("main"), /You w[io]n|Your (best|mistake)/);
  await paste(person, `#44-ssss/${PLIES}?analysis=off&red=1`);
  await person.ready();
  assert.equal(await person.hash(), hash, "nor is a link to a game against the program");
  await person.open("#44-ssss/?tab=position");
  const puzzle = "#44-ssss/=b:7,9,12,14 r:10,13,17,19 b?analysis=off&red=5&puzzle=3.slide.1";
  await paste(person, puzzle);
  await person.ready();
  assert.equal((await person.hash()).replace("&tab=position", ""), puzzle);
}

/** Of a game with plies after its end those before are set up, and the page says so. */
export async function pastTheEnd(person) {
  const { tab } = person;
  const fault = () => person.text("#position-fault");
  const setUp = async (text) => {
    await paste(person, text);
    await person.ready();
    return person.hash();
  };
  await person.open("#44-ssss/?tab=position");
  const hash = await setUp("1. 13 12 2. 8 18? 3. 14 15 4. 9 7 {nice}");
  assert.equal(hash, "#44-ssss/13.12.8.18.14.15.9?tab=position");
  assert.equal(await fault(), "Set up as far as it can be played: the game ended with 9.");
  assert.equal(await tab.locator("#position-fault.fault").count(), 0, "nothing is wrong");
  await person.press("u");
  await person.play(20);
  assert.equal(await fault(), "", "it is another game");
  const before = await setUp('[FEN "b:7,9,12,14 r:10,13,17,19 b"]\n14-8 10-14 12-6 14-10');
  assert.match(before, /moves=14-8\.10-14\.12-6&/);
  assert.match(await fault(), /the game ended with 12–6\.$/);
  for (const [text, said] of [
    ["1. 13 12 2. 8 8", "ply 4, `8`: circle 8: expected an empty circle"],
    ["13 12 ".repeat(5000), person.address.startsWith("file:") ? "ply 3" : "the text is too long"],
    ["{13 12}", "game `{13 12}`: expected a move such as 13, found"],
    [", ,", "game `, ,`: expected a move such as 13, found"],
    ["[]", "game `[]`: expected a move such as 13, found"],
    ['["13 12"]', "ply 1, `13 12`: expected one move in each text of a list"],
  ]) {
    assert.equal(await setUp(text), before, text.slice(0, 40));
    assert.ok((await fault()).startsWith(said), `${text.slice(0, 40)}: ${await fault()}`);
  }
  // Lists, and headers, comments and results of other programs.
  for (const [text, expected] of [
    ['["c3","12"]', "#44-ssss/13.12?tab=position"],
    ['[Event "a"]', "#44-ssss/?tab=position"],
    ['[Event "a: b"]\n[variant "58-ssss"]\n1. c3 b3 {a: b/c} 2. c2! d4 1/2-1/2',
      "#58-ssss/13.12.18.9?tab=position"],
  ]) {
    assert.equal(await setUp(text), expected);
    assert.equal(await fault(), "", text);
  }
}

/** Names in capitals are those of a course, or coordinates; the page asks if they can be both. */
export async function courseNames(person) {
  const { tab } = person;
  const namings = tab.locator("[data-naming]");
  for (const [naming, plies] of [["course", "13.8.14.12"], ["letters", "18.23.19.17"]]) {
    await person.open("#44-ssss/?tab=position");
    await paste(person, "C2 C1 D2 B2");
    await namings.first().waitFor();
    const [letters, course] = await namings.allTextContents();
    assert.ok(letters.endsWith(": c2 is 18") && course.endsWith(": C2 is 13"));
    await person.click(`[data-naming=${naming}]`);
    assert.equal(await person.hash(), `#44-ssss/${plies}?tab=position`);
  }
  for (const [text, expected, said] of [
    ["C2 C1 D2 A0", "#44-ssss/13.8.14.1", /^$/],
    ["C3 b5", "#44-ssss/13.2", /^$/],
    ["c0 c1", "#44-ssss/3.8", /^$/],
    ["# variant: junior\nA0 D3", "#44-ssss+4x4/1.16", /^$/],
    ["b:C0 r:D1", "#44-ssss+4x4/=b:3 r:8", /^$/],
    ["# variant: 44-ssss\nC0 C5", "#44-ssss+4x4/=b:3 r:8", /^Some names count rows from 0/],
    ["C0 Z9", "#44-ssss+4x4/=b:3 r:8", /^Z9 is no circle of this board\./],
  ]) {
    await paste(person, text);
    await person.ready();
    assert.equal((await person.hash()).replace(/[?&]tab=position/, ""), expected, text);
    assert.match(await person.text("#position-fault"), said, text);
  }
}

/** The headline and the panels say what is the case. */
export async function saying(person) {
  const { tab } = person;
  // The level is that of the puzzle in the link.
  await person.open("#44-ssss/?puzzle=5.slide.7&tab=puzzles");
  await tab.waitForSelector("#puzzle-again");
  assert.equal(await tab.inputValue("#puzzle-level"), "medium");
  // Where there is room, the headline has plies beside moves.
  for (const [width, isShown] of [[360, false], [1280, true]]) {
    await tab.setViewportSize({ width, height: 800 });
    await person.open("#58-ssss/13");
    assert.equal(await person.text("#value"), "Black wins in 6 moves (12 plies)");
    assert.equal(await tab.isVisible("#value .more"), isShown, `${width} pixels`);
  }
  // The help says what a ply is, who solved the game first, and how to cite the page.
  await person.click("#tab-help");
  const help = await person.text("#panel");
  assert.match(help, /A ply is one drop or slide by one side; your move and its answer are two/);
  assert.match(help, /First solved by Guy L\. Steele Jr\., 1998/);
  assert.match(await person.text("#cite"), /^The teeko developers, “.* \d+\.\d+\.\d+, 2026\.$/);
  // A repetition is a draw, whatever the position is worth.
  const repeated = `${SLIDES.replace("44", "58")}${".13-7.12-13.7-12.13-7.12-13.7-12".repeat(2)}`;
  await person.open(repeated);
  assert.equal(await person.text("#value"), "Draw by repetition");
  assert.match(await person.text("#task"), /three times: a draw\. Without that rule: /);
  // Numbers are compared as numbers.
  await person.open("#44-ssss/13?at=12345");
  assert.match(await person.text("#task"), /up to 1, found “12345”/);
  await person.open(`#44-ssss/13.12${".x".repeat(10_000)}?at=10001`);
  assert.doesNotMatch(await person.text("#task"), /expected a number|POST/);
  // Every button of the list is called by what is written on it.
  await person.open(SLIDES);
  const session = await tab.context().newCDPSession(tab);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const names = nodes.filter(({ role }) => role?.value === "button").map(({ name }) => name.value);
  const seen = await tab.evaluate(() =>
    [...document.querySelectorAll("#moves .lines button")].map((line) =>
      [...line.querySelectorAll("span:not(.unseen)")].map((span) => span.textContent).join(" ")));
  assert.ok(seen.length > 5);
  for (const text of seen) {
    assert.ok(names.some((name) => name.startsWith(text) && /wins|draws|loses/.test(name)), text);
  }
}

/** Nothing ends a game without asking, and after the dialogue the focus is on the board. */
export async function asking(person) {
  const { tab } = person;
  await person.open("");
  await tab.keyboard.press("Enter");
  const focus = await tab.evaluate(() => document.activeElement.dataset.circle);
  assert.equal(focus, "1", "after Play, at once");
  await person.ready();
  await person.play(13);
  const hash = await person.hash();
  await person.click("#variant");
  const card = '.gallery [data-variant="58-ssss"]';
  for (const leave of [() => tab.keyboard.press("Escape"), () => person.click("#start-cancel")]) {
    await tab.click(card);
    assert.match(await person.text("#start"), /ends the present game, after 2 plies/);
    await leave();
    assert.equal((await person.hash()).replace("&tab=rules", ""), hash);
  }
  await tab.click(card);
  await person.click("#end-game");
  assert.match(await person.hash(), /^#58-ssss\/\?/);
  await person.click("#tab-game");
  await person.play(13);
  await person.click("#menu");
  for (const [panel, text] of [["game", "Show an example game"], ["position", "Swap colours"]]) {
    await person.click(`#tab-${panel}`);
    await tab.click(`text=${text}`);
    await tab.click("#start-cancel");
  }
  await tab.fill("#position-text", "13 12");
  await tab.click("#apply-position");
  await tab.click("#end-game");
  await tab.waitForFunction(() => location.hash.startsWith("#58-ssss/13.12?"));
}

/** A sheet of puzzles is printed once, on two pages; then the game is, in dark ink. */
export async function printing(person) {
  await person.tab.emulateMedia({ colorScheme: "dark" });
  await person.open("#44-ssss/13.12?tab=puzzles");
  await person.tab.evaluate(() => (window.print = () => (window.printed = true)));
  await person.tab.click("#print-sheet");
  await person.tab.waitForFunction(() => window.printed, null, { timeout: 120_000 });
  const numbers = person.tab.locator("#sheet figure >> nth=0").locator("text.number");
  assert.equal(await numbers.count(), 25, "the solutions name circles");
  const pages = async (format) => {
    const file = (await person.tab.pdf({ format })).toString("latin1");
    return file.match(/\/Type\s*\/Page\b/g).length;
  };
  const ink = () => person.tab.evaluate(() => getComputedStyle(document.body).color);
  await person.tab.emulateMedia({ colorScheme: "dark", media: "print" });
  assert.equal(await ink(), "rgb(31, 26, 20)");
  const sheet = await person.tab.innerHTML("#sheet");
  for (const format of ["A4", "Letter"]) {
    await person.tab.evaluate((html) => (document.querySelector("#sheet").innerHTML = html), sheet);
    assert.equal(await pages(format), 2, `${format}: boards, solutions`);
  }
  assert.equal(await person.tab.locator("#sheet > *").count(), 0, "the sheet has been printed");
  assert.ok(await person.tab.isVisible("#board"));
  await person.open("#44-ssss/13.12.18.8.14.19.9.17.13-7");
  assert.equal(await pages("A4"), 1);
  assert.ok(await person.tab.isVisible("#record"));
  assert.equal(await person.text("#record"), "1. 13 12 2. 18 8 3. 14 19 4. 9 17 5. 13–7");
  // Browsers leave grounds out, and so the colour of the side to move.
  const marker = await person.tab.evaluate(() =>
    getComputedStyle(document.querySelector("#value"), "::before").printColorAdjust);
  assert.equal(marker, "exact");
}
