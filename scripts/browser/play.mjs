// Visits to the explorer that play: by mouse, touch and keyboard, quickly, against the program.

import assert from "node:assert/strict";

import { insideWindow } from "./looks.mjs";
import { PHONE, TIMEOUT, ask, bestOf, holdAgainst } from "./person.mjs";

const DROPS = "13.12.18.8.14.19.9.17";
const SLIDES = `#44-ssss/${DROPS}`;

/** By mouse: drops, slides both ways round, dragging, the browser's Back, the list of moves. */
export async function byMouse(person) {
  const { tab } = person;
  await person.open("#44-ssss/");
  await person.play(...DROPS.split("."));
  await person.at(SLIDES);
  await holdAgainst(person, ask("query", "--moves", DROPS.replaceAll(".", " ")), "after drops");
  assert.equal(await person.count("#board .piece.last"), 1, "a dot marks the last move");
  await person.play("13-7");
  assert.equal(await person.count("#board .origin.last"), 1, "and a ring where it came from");
  // The circle first, then the piece that goes there.
  await person.play(13, 12);
  await person.at(/\.12-13$/);
  for (const act of ["goBack", "reload"]) {
    await tab[act]();
    await person.ready();
    await person.at(/\.13-7$/);
  }
  await person.click("#controls button:nth-child(1)");
  await person.at(/at=8/);
  await person.click("#controls button:nth-child(2)");
  for (const [from, to] of [[12, 25], [7, 1]]) {
    await person.drag(from, to);
    await person.at(/\.13-7$/, "no step, or not the side to move");
  }
  assert.equal(await person.count(".piece.held"), 0);
  await person.drag(12, 13);
  await person.at(/\.12-13$/);
  // The piece lies on its circle once its animation has ended.
  await tab.waitForFunction(() => document.getAnimations().length === 0);
  const [pieces, hole] = await tab.evaluate(() =>
    [".piece.red .body", '[data-circle="13"] .hole'].map((select) =>
      [...document.querySelectorAll(select)].map((node) => {
        const { x, width } = node.getBoundingClientRect();
        return x + width / 2;
      })));
  assert.ok(pieces.some((x) => Math.abs(x - hole[0]) < 1), "in the middle of circle 13");
  // A line of the list shows its move on the board, and a piece its lines.
  await tab.hover("#moves [data-move]:visible >> nth=0");
  assert.equal(await person.count(".marks .preview.place"), 1);
  await tab.mouse.move(100, 850);
  await person.circle(7).hover();
  await tab.waitForSelector("#moves .linked", { state: "attached" });
  await tab.waitForSelector("[data-circle] .chip");
}

/** By keyboard alone: the board as a grid, the keys for everything else. */
export async function byKeyboard(person) {
  const { tab } = person;
  await person.open("#58-ssss/");
  await person.circle(1).focus();
  await person.press("ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "Enter");
  await person.at("#58-ssss/13");
  await person.says("#live", /Black drops on 13\. Black wins in 6 moves/);
  await person.press("b");
  await person.at(/^#58-ssss\/13\.\d+$/);
  await person.press("u");
  await person.at(/at=1/);
  await person.press("r", "h");
  await person.at(/^[^?]*$/);
  for (const place of ["#task", "#live"]) await person.says(place, /Hint: \d+/);
  await person.press("e");
  await tab.waitForFunction(() => /won/.test(document.querySelector("#value").textContent), null,
    { timeout: TIMEOUT });
  await person.ready();
  const plies = (await person.hash()).split("/")[1].split(".");
  assert.equal(plies.length, 13, "perfect play takes the 13 plies that it promises");
  await person.press("n", "Escape");
  await person.at(/\.\d+-\d+$/, "Escape keeps the game");
  await person.press("n");
  await tab.focus("#start-explore");
  await person.press("Enter");
  await person.at("#58-ssss/");
  // The list is one tab stop, with arrow keys inside.
  const stops = tab.locator("#moves .lines button:not([tabindex='-1'])");
  assert.equal(await stops.count(), 1);
  await stops.focus();
  await person.press("ArrowDown");
  const second = await tab.evaluate(() => document.activeElement.dataset.key);
  await person.press("Enter");
  await person.at(`#58-ssss/${second.replace("move ", "")}`);
  await person.press("v");
  await person.at(/analysis=off/);
  await tab.focus("#tab-game");
  await person.press("ArrowRight");
  assert.equal(await tab.getAttribute("#tab-rules", "aria-selected"), "true");
}

/** The keys of the game work wherever the focus is, but not where people write. */
export async function keys(person) {
  const { tab } = person;
  const GAME = "#44-ssss/13.12.18.8.14.19.9";
  async function steps(...pairs) {
    for (const [key, at] of pairs) {
      await person.press(key);
      await person.at(at === null ? `${GAME}.17` : `${GAME}.17?at=${at}`, key);
    }
  }
  await person.open(GAME);
  await person.play(17);
  // The click has left the focus on a circle.
  await steps(["ArrowLeft", 7], ["ArrowLeft", 6], ["ArrowRight", 7], ["Home", 0], ["ArrowLeft", 0],
    ["End", null], ["ArrowRight", null], ["ArrowUp", 0], ["ArrowDown", null],
    ["Control+z", 7], ["Control+y", null], ["Control+z", 7],
    ["Control+Shift+z", null]);
  await tab.focus("#new-game");
  await steps(["ArrowLeft", 7], ["End", null]);
  // So has a click on a tab, or on a move of the list.
  await person.click("#tab-game");
  await steps(["ArrowLeft", 7], ["ArrowRight", null]);
  // Who comes to the board by keyboard moves along its circles.
  await person.press("Tab");
  await person.circle(17).focus();
  await person.press("ArrowUp", "ArrowLeft");
  assert.equal(await tab.evaluate(() => document.activeElement.dataset.circle), "11");
  await tab.locator("#moves .lines button").first().focus();
  await steps(["ArrowLeft", null]);
  await person.click("#tab-position");
  await tab.focus("#position-text");
  await tab.keyboard.type("13 12");
  await person.press("ArrowLeft", "Home", "End", "Control+z", "?");
  await person.at(`${GAME}.17`);
  // Back from a circle that waits for its piece is the choice of a circle.
  await person.open("#44-pppp+4x4+pips/");
  await person.play(11);
  await person.says("#task", /chooses the piece/);
  await person.press("ArrowLeft");
  await person.says("#task", /Red points at the circle/);
  await person.press("?");
  await person.says("#start", /U, Ctrl\+Zundo/);
  await tab.click("#close");
}

/** Letters work on any keyboard, and only at the board for those who want it so. */
export async function shortcuts(person) {
  const { tab } = person;
  const values = () => tab.getAttribute("#values", "aria-checked");
  await person.open("#44-ssss/13.12?tab=help");
  await person.says("#panel", /Play that never ends\s+is a draw: /);
  // A keyboard with Cyrillic letters has м where others have v.
  await tab.evaluate(() => document.body.dispatchEvent(
    new KeyboardEvent("keydown", { key: "м", code: "KeyV", bubbles: true })));
  await person.ready();
  assert.equal(await values(), "false");
  await tab.uncheck("#letters");
  await person.reload();
  await tab.focus("#tab-help");
  for (const key of ["v", "n", "?", "7"]) await person.press(key);
  assert.equal(await values(), "false");
  assert.ok(!(await tab.isVisible("#start")));
  await person.says("#task", "Black drops a piece.");
  await person.press("Control+z");
  await person.at(/at=1/, "other keys work as before");
  await person.circle(13).focus();
  await person.press("v");
  assert.equal(await values(), "true");
}

/** Typed numbers name circles. Enter plays nothing else than what was typed. */
export async function typing(person) {
  const { tab } = person;
  const focused = () => tab.evaluate(() => Number(document.activeElement.dataset.circle));
  await person.open("");
  await person.press("Enter");
  assert.equal(await focused(), 13, "a game begins in the centre");
  // The name of a circle in letters is none here, and no piece drops elsewhere.
  for (const wrong of ["c3", "26", "0"]) {
    await tab.keyboard.type(wrong);
    await person.says("#task", new RegExp(`^${wrong}… `));
    await person.press("Enter");
    await person.at("#44-ssss/?analysis=off&red=1", wrong);
    await person.says("#task", new RegExp(`^${wrong} is no circle: type a number from 1 to 25\\.`));
  }
  await tab.keyboard.type("18");
  await person.says("#task", "18… Drop a piece.");
  assert.equal(await focused(), 18);
  await person.press("Enter");
  await person.at(/^#44-ssss\/18\.\d+\?/);
  // What was typed is forgotten after a while.
  await tab.keyboard.type("c");
  await person.says("#task", "Drop a piece.");
  await person.open(SLIDES);
  for (const number of ["18", "23"]) {
    await tab.keyboard.type(number);
    await person.press("Enter");
  }
  await person.at(`${SLIDES}.18-23`);
}

/** Keys that play do nothing in a match or a puzzle, whosever turn it is. */
export async function strayKeys(person) {
  const { tab } = person;
  async function pressAll() {
    for (const key of ["b", "e"]) await tab.keyboard.press(key);
    await tab.waitForTimeout(300);
  }
  await person.open("");
  await person.start("Black", "Perfect");
  await pressAll();
  await person.at("#44-ssss/?analysis=off&red=5", "in a match");
  await person.circle(13).click();
  await pressAll();
  await person.ready();
  await person.at(/^#44-ssss\/13\.\d+\?/, "the program moves itself, once");
  assert.equal(await person.text("#value"), "Your move");
  await person.press("v", "v");
  assert.ok(await tab.isVisible("#moves"), "once the reader has been warned");
  assert.ok(!(await tab.isVisible("text=Best move")), "no button plays, either");
  for (const puzzle of ["3.slide.1", "mistake.1"]) {
    const hash = `#44-ssss/=b:7,9,12,14 r:10,13,17,19 b?analysis=off&puzzle=${puzzle}`;
    await person.open(hash);
    await pressAll();
    await person.at(hash);
  }
}

/** A game by keys has no dead end: Space plays as Enter does, and the focus is never lost. */
export async function byKeysAlone(person) {
  const { tab } = person;
  await person.inNoTime();
  const focused = () => tab.evaluate(() => document.activeElement.dataset.circle ?? "none");
  // Who plays Red has nothing to take back before their first move.
  await person.open("#44-ssss/?analysis=off&black=1");
  assert.ok(await tab.isDisabled("#controls button >> nth=0"));
  await person.press("u");
  await person.says("#value", "Your move");
  await person.open("#44-ssss/1.9");
  await person.circle(3).focus();
  await person.press("ArrowRight", "Space");
  await person.at("#44-ssss/1.9.4", "while exploring, too");
  await person.open("#44-ssss/1.9.2.10.3.14?analysis=off&red=1");
  await person.circle(3).focus();
  await person.press("ArrowRight", "Space");
  await person.at(/\.14\.4\?/, "on the circle that has the focus");
  assert.equal(await tab.evaluate(() => scrollY), 0);
  await tab.focus("#rematch");
  await person.press("Enter");
  await person.at("#44-ssss/?analysis=off&red=1");
  assert.notEqual(await focused(), "none", "after another game");
  await person.play(13);
  await tab.focus("#controls button >> nth=0");
  await person.press("Enter");
  await person.at(/at=0/);
  assert.notEqual(await focused(), "none", "at the start");
}

/** A finger drags pieces, and the page stays where it is. */
export async function byTouch(person) {
  await person.with(PHONE, async (phone) => {
    await phone.open(SLIDES);
    let hash = SLIDES;
    // Down, up, to the side and across: no direction scrolls.
    for (const [from, to] of [[18, 23], [8, 3], [14, 15], [12, 6]]) {
      await phone.dragByTouch(from, to);
      await phone.at((hash += `.${from}-${to}`));
    }
    assert.equal(await phone.tab.evaluate(() => scrollY), 0, "the page does not scroll");
    await phone.dragByTouch(23, 5);
    await phone.at(hash, "no step");
    // A finger on an empty circle, or on a piece that cannot move, scrolls.
    for (const circle of [21, 19]) {
      await phone.tab.evaluate(() => scrollTo(0, 0));
      await phone.dragByTouch(circle, 1);
      await phone.tab.waitForFunction(() => scrollY > 40);
    }
    assert.equal(await phone.count(".piece.held"), 0);
  });
}

/** What a player does while answers are on their way happens in order. */
export async function inHaste(person) {
  if (person.isFile) return;
  const { mouse } = person.tab;
  await person.open("#44-ssss/");
  await person.tab.route("**/v1/**", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 200));
    await route.continue();
  });
  const circles = DROPS.split(".").map(Number);
  const places = new Map();
  for (const circle of [...circles, 1, 7]) places.set(circle, await person.centre(circle));
  const click = (circle) => mouse.click(...places.get(circle));
  for (const circle of circles) await click(circle);
  await person.tab.waitForFunction((hash) => location.hash === hash, SLIDES);
  // The next two slides, one by clicks and one by dragging, before the first has its answer.
  await click(13);
  await click(7);
  await mouse.move(...places.get(12));
  await mouse.down();
  await mouse.move(...places.get(13), { steps: 4 });
  await mouse.up();
  await person.tab.waitForFunction((hash) => location.hash === hash, `${SLIDES}.13-7.12-13`);
  await person.ready();
  assert.equal(await person.count('[data-circle="13"][data-piece="red"]'), 1);
  // Going elsewhere drops what waits.
  for (const circle of [7, 1, 13]) await click(circle);
  await person.press("u");
  await person.tab.waitForTimeout(700);
  await person.ready();
  await person.at(/\.13-7\.12-13(\.7-1)?\?at=/);
}

/** Begins to note what a screen reader announces, in order. */
function listen({ tab }) {
  return tab.evaluate(() => {
    const isNew = !window.heard;
    window.heard = [];
    if (!isNew) return;
    const live = document.querySelector("#live");
    new MutationObserver(() => window.heard.push(live.textContent.trim()))
      .observe(live, { childList: true });
  });
}

/** Screen readers hear each objection and hint, what is selected, and why a game does not count. */
export async function announced(person) {
  const { tab } = person;
  const heard = () => tab.evaluate(() => window.heard.splice(0));
  await person.open(`${SLIDES}?analysis=off`);
  await listen(person);
  await person.play(12, 12);
  assert.deepEqual(await heard(), Array(2).fill("That piece is Red’s."), "twice the same");
  await person.play(13, 13, 7);
  assert.deepEqual(await heard(), ["13 is selected. It can go to 7.", "Nothing is selected.",
    "Which piece goes to 7?"]);
  await person.open("#44-ssss/13?analysis=off&black=1");
  await listen(person);
  await person.play(13);
  assert.equal((await heard()).length, 1);
  await person.press("h");
  assert.match((await heard()).join(), /Hint: /, "a hint is heard, not the objection before it");
  await person.open("#44-ssss/?analysis=off&red=1");
  await listen(person);
  await person.press("h", "h", "h");
  const [warning, ...hints] = await heard();
  assert.match(warning, /^With a hint this game does not count: press again for it\.$/);
  assert.match(hints[0], /Hint: \d+\. This game will not count\.$/);
  assert.deepEqual(hints, Array(2).fill(hints[0]));
  for (const [address, key, said] of [
    ["13.12?red=1&analysis=off", "vv", /With values this game will not count\.$/],
    ["13.12?red=1&analysis=off", "u", /With another move this game will not count\.$/],
  ]) {
    await person.openOwn(`#44-ssss/${address}`);
    await listen(person);
    await person.press(...key);
    for (const place of ["#live", "#task"]) {
      await person.says(place, new RegExp(said.source.replace("$", "( Back to the game)?$")));
    }
  }
  await person.open("#44-ssss/1.9.2.10.3.14?analysis=off&red=1");
  await listen(person);
  await person.play(4);
  assert.match((await heard()).at(-1), /You win\. It began elsewhere, so it does not count\.$/);
  // Who says what they see chooses it.
  await person.open("#58-ssss/13.12.18.8");
  const names = await tab.evaluate(() => [...document.querySelectorAll("#board .circle")]
    .filter((circle) => circle.querySelector(".chip.win, .chip.loss"))
    .map((circle) => [circle.querySelector(".chip text").textContent,
      circle.getAttribute("aria-label")]));
  assert.ok(names.length > 5);
  for (const [seen, name] of names) assert.ok(name.includes(`${seen}: `), `${seen}, ${name}`);
}

/** Who slides for the first time is told how, and whose circle waits, which pieces can go there. */
export async function firstSlide(person) {
  const { tab } = person;
  const marked = async () => (await person.circles()).length && tab.evaluate(() =>
    [...document.querySelectorAll(".piece.marked")].length);
  const hash = `${SLIDES}?analysis=off&red=1`;
  await person.inNoTime();
  await person.open(hash);
  await person.says("#task",
    "All pieces are down. Drag one to a neighbouring circle, or tap both.");
  assert.equal(await marked(), 4);
  assert.equal(await person.count(".player .tray"), 0, "nothing is left to drop");
  await person.play(7);
  await person.says("#task", "Which piece goes to 7?");
  assert.equal(await marked(), 1);
  await person.play(13);
  await person.at(/\.13-7\./);
  await person.reload();
  await person.says("#task", "Slide a piece.");
  assert.equal(await marked(), 0);
  // In a match, too, what was taken back can be played again.
  await person.press("u");
  await person.click("text=Redo");
  await person.at(/^[^?]*\?analysis=off&red=1$/);
}

/** A message leaves the buttons below it where they are. */
async function messagesInPlace(person) {
  for (const width of [360, 768, 1280]) {
    await person.with({ viewport: { width, height: 800 } }, async (reader) => {
      const top = async () => (await reader.tab.locator("#controls").boundingBox()).y;
      await reader.open("#44-ssss/?analysis=off");
      const before = await top();
      await reader.open("#44-ssss/13.12?analysis=off");
      assert.equal(await top(), before, `${width}, the last plies`);
      await reader.play(12);
      assert.equal(await top(), before, `${width}, an objection`);
      await reader.press("h");
      assert.equal(await top(), before, `${width}, a hint`);
      await reader.openOwn("#44-ssss/13.12.18.8?analysis=off&red=1");
      for (const key of ["h", "h", "u"]) {
        await reader.press(key);
        assert.equal(await top(), before, `${width}, ${await reader.text("#task")}`);
      }
      // Nor does a headline that is long.
      await reader.open("#58-ssss+points/13");
      assert.ok((await reader.text("#value")).length > 30);
      assert.equal(await top(), before, `${width}, a long headline`);
    });
  }
}

/** A tap that does nothing says why, and so does a drag. */
export async function objections(person) {
  async function objects(pattern) {
    await person.says("#task", pattern);
    await person.says("#live", pattern);
  }
  await person.open(`${SLIDES}?analysis=off`);
  await person.play(13, 25);
  await objects(/^13 to 25 is not one step\./);
  assert.equal(await person.count(".piece.held"), 1, "the piece stays selected");
  await person.play(12);
  await objects(/^Circle 12 is taken\./);
  await person.play(14);
  await person.says("#task", "Black slides a piece.");
  await person.press("Escape");
  await person.play(12);
  await objects(/^That piece is Red’s\./);
  await person.play(1);
  await objects(/^None of your pieces can slide to 1\./);
  await person.drag(13, 9);
  await objects(/^Circle 9 is taken\./);
  await person.at(`${SLIDES}?analysis=off`);
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
  await messagesInPlace(person);
}

/** A piece to choose, a circle to point at, a pass, and the way back to a person's choice. */
export async function choices(person) {
  for (const [variant, circle, pips] of [["44-ssss+4x4+pips", 6, 3], ["44-pppp+4x4+pips", 11, 4]]) {
    await person.open(`#${variant}/`);
    await person.play(circle);
    await person.click(`#pieces [data-pips="${pips}"]`);
    await person.at(`#${variant}/${circle}=${pips}`);
  }
  await person.open("#44-pppp+4x4+pass/");
  await person.says("#task", /Red points at the circle for Black/);
  await person.click("#pieces [data-pass]");
  await person.says("#task", /Red passed/);
  await person.play(6);
  await person.at("#44-pppp+4x4+pass/pass.6");
  await person.reload();
  assert.equal(await person.count('[data-piece="black"]'), 1);
  // The second tap of a double tap is none: in a game of two it would be the other side's.
  await person.open("#44-ssss/?analysis=off");
  await person.circle(13).dblclick();
  await person.ready();
  await person.says("#task", "Red drops a piece.");
  // The program points, the person, the program.
  await person.open("#44-pppp+4x4/?red=5");
  await person.play((await person.circles()).find(({ piece }) => piece === "").circle);
  await person.at(/\/\d+\.\d+\.\d+\?red=5$/);
  await person.press("u");
  await person.at(/at=1/);
  await person.press("r");
  await person.at(/^[^?]*\?red=5$/);
}

/** The start dialogue shows what wins; a game is played blindly, lost, and looked back at. */
export async function againstProgram(person) {
  await startDialogue(person);
  await blindGame(person);
}

/** The dialogue fits a small phone, and shows the shapes that win. */
async function startDialogue(person) {
  const { tab } = person;
  await person.with({ ...PHONE, viewport: { width: 320, height: 568 } }, async (phone) => {
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
    assert.equal(await person.count("#start-shapes .shape"), count, variant);
    const empty = await person.count("#start-shapes .empty");
    assert.equal(empty, variant === "37e-ssss" ? 1 : 0, variant);
  }
  await person.open("");
  assert.equal(await person.count("#start-shapes .shape"), 3, "a row, a diagonal, a square");
  await tab.keyboard.press("Enter");
  const focus = await tab.evaluate(() => document.activeElement.dataset.circle);
  assert.equal(focus, "13", "after Play, at once");
  await person.ready();
  await person.at("#44-ssss/?analysis=off&red=1", "a first game is an easy one");
}

/** Who drops and slides without looking loses against Perfect, and can see where. */
async function blindGame(person) {
  const { tab } = person;
  await person.press("n");
  await person.start("Black", "Perfect");
  await person.at("#44-ssss/?analysis=off&red=5");
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
    if (ply > 0) continue;
    await person.press("ArrowLeft");
    await person.press("ArrowLeft");
    await person.says("#task",
      /With another move this game will not count\. Back to the game$/);
    await person.click("#to-end");
  }
  await person.says("#value", "You lose");
  assert.equal(await person.count(".piece.won"), 4);
  await tab.waitForSelector("#values-of");
  const record = (await person.hash()).split("/")[1].split("?")[0].replaceAll(".", " ");
  const review = ask("review", record);
  assert.deepEqual(await person.texts(".plies [data-ply]"),
    review.choices.map(({ move, mark }) => move.replace("-", "–") + (mark ?? "")));
  await person.says("#values-of", /\?\? changed the result\. \? missed a faster win/);
  const worst = review.choices.find(({ mark }) => mark === "??");
  assert.ok(worst, "who drops blindly errs");
  await tab.selectOption("[data-player=red]", "0");
  await person.says("#verdict", new RegExp(`^${review.verdict.slice(0, 9)}`, "i"));
  await person.click(`.better [data-better="${worst.better[0]}"] >> nth=0`);
  assert.ok((await person.hash()).includes(worst.better[0]));
}

/** Plays a game as Black to its end. `choose` picks a move from those of the list. */
async function playOut(person, hash, choose) {
  await person.open(hash);
  for (let last = ""; (await person.text("#value")) === "Your move"; ) {
    last = choose(await person.moves(), last.split("-").reverse().join("-")).move;
    await person.play(last);
  }
}

/** A whole game that is won and one that is drawn, against the weakest and the strongest. */
export async function everyStrength(person) {
  await person.inNoTime();
  // The program answers a position always in the same way.
  await person.tab.addInitScript(() => (Math.random = () => 0.5));
  for (const strength of ["1", "5"]) {
    await playOut(person, `#58-ssss/?red=${strength}`, ([best]) => best);
    await person.says("#value", "You win");
    // Moves that keep the draw, there and back if possible, repeat a position soon.
    await playOut(person, `#44-ssss/?red=${strength}`, (moves, back) => {
      const drawn = moves.filter(({ outcome }) => outcome === "draw");
      return drawn.find(({ move }) => move === back) ?? drawn[0];
    });
    await person.says("#value", "Draw by repetition");
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
  await person.says("#value", "You win 4 points");
  await person.open("#58-ssss+points/13?analysis=on");
  await person.says("#value", "Black forces 2 points within 6 moves");
  await person.says("#legend", /−3 loses 3\. ≤ 4: within 4 moves\./);
  const lying = await person.tab.evaluate(() => [...document.querySelectorAll("#board .chip")]
    .map((chip) => [...chip.querySelectorAll("text")].map((text) =>
      ["y", "font-size"].map((name) => Number(text.getAttribute(name)))))
    .filter(([[line], below]) => below && below[0] - 0.75 * below[1] < line));
  assert.deepEqual(lying, [], "a bound lies on no value");
}

/** Another ply does not end a game: what it replaces is kept, with a way back. */
export async function variations(person) {
  const game = "13.12.18.8.14.19.9.17";
  await person.open(`#58-ssss/${game}`);
  await person.click('.better [data-better="19"]');
  await person.tab.waitForSelector("#lines");
  await person.at(`#58-ssss/13.12.18.8.19?lines=${game}`);
  await person.reload();
  await person.play(14);
  await person.says("#lines [data-line]", "3. 14 19 4. 9 17");
  await person.click("#lines [data-line]");
  await person.press("u", "r");
  await person.at(`#58-ssss/${game}?lines=13.12.18.8.19.14`);
  await person.click('#lines [aria-label^="Delete"]');
  await person.at(`#58-ssss/${game}`);
  await person.open(`#58-ssss/13?lines=${"x".repeat(500)}_12.18_13.y`);
  await person.tab.waitForSelector("#lines");
  assert.equal(await person.count("#lines [data-line]"), 1, "no other text");
  // The program does not play on while a player looks back at a game against it.
  await person.open(`#58-ssss/${game}?red=1`);
  await person.click('.plies [data-ply="3"]');
  await person.tab.waitForTimeout(1000);
  await person.at(`#58-ssss/${game}?at=3&red=1`);
  await person.says("#value", "Red to move");
}

/** Nothing ends a game without asking. A pasted game is nobody's own, a pasted puzzle still one. */
export async function asking(person) {
  const { tab } = person;
  await person.open("#44-ssss/?analysis=off&red=1");
  await person.play(13);
  const hash = await person.hash();
  await person.click("#variant");
  const card = '.gallery [data-variant="58-ssss"]';
  for (const leave of [() => tab.keyboard.press("Escape"), () => person.click("#start-cancel")]) {
    await tab.click(card);
    await person.says("#start", /ends the present game, after 1 move\./);
    await leave();
    await person.at(hash);
  }
  await tab.click(card);
  await person.click("#end-game");
  await person.at(/^#58-ssss\/\?/);
  await person.click("#tab-game");
  await person.play(13);
  await person.click("#menu");
  for (const [panel, text] of [["game", "Show an example game"], ["position", "Swap colours"]]) {
    await person.click(`#tab-${panel}`);
    await tab.click(`text=${text}`);
    await tab.click("#start-cancel");
  }
  // Back closes the dialogue, and takes nothing back.
  const played = await person.hash();
  await person.click("#new-game");
  await tab.goBack();
  await person.ready();
  assert.equal(await person.hash(), played);
  assert.ok(!(await tab.isVisible("#start")));
  await person.click("#new-game");
  await person.says("#start-help", /ends the present game/);
  await person.start("Red", "Easy");
  await person.at(/^#58-ssss\/\d+\?analysis=off&black=1$/, "Black begins");
  await person.play((await person.circles()).find(({ piece }) => piece === "").circle);
  await person.click("#menu");
  await tab.click("#paste");
  await tab.waitForFunction(() => document.activeElement.id === "position-text");
  await person.paste("# variant: 44-ssss\n1. 13 12 2. 8 18? {12: 9} 3. 14 15 4. 9");
  await person.click("#end-game");
  const pasted = "#44-ssss/13.12.8.18.14.15.9?analysis=off";
  await person.at(pasted);
  await person.says("#value", "Black has won");
  await person.says("#end-card", /^Black wins!A square, in 4 moves\./);
  assert.doesNotMatch(await person.text("main"), /You w[io]n|Your (best|mistake)/);
  await person.paste(`${pasted}&red=1`);
  await person.ready();
  await person.at(pasted, "nor is a link to a game against the program");
  const puzzle = "#44-ssss/=b:7,9,12,14 r:10,13,17,19 b?analysis=off&red=5&puzzle=3.slide.1";
  await person.paste(puzzle);
  await person.ready();
  await person.at(puzzle);
}

/** The first game of twenty seconds: it is followed, left, and wrong plies are taken back. */
export async function tour(person) {
  const { tab } = person;
  function at(count) {
    return tab.waitForFunction((plies) => {
      const [path] = location.hash.split("/")[1].split("?");
      return path.split(".").filter(Boolean).length === plies;
    }, count);
  }
  async function marked() {
    await tab.waitForSelector(".marks .hint.place");
    const [x, y] = await tab.evaluate(() => ["cx", "cy"].map((name) =>
      (Number(document.querySelector(".marks .hint.place").getAttribute(name)) - 10) / 20));
    return y * 5 + x + 1;
  }
  await person.open("");
  await person.click("#start-tour");
  await person.play((await marked()) + 1);
  await person.says("#tour", /^Not there/);
  await marked();
  await at(0);
  await person.ready();
  await person.says("#tour", /^Not there/);
  await insideWindow(tab, ["#tour", "#board", "#tour-end"], "the tour");
  for (const other of ["#below", "#value", "#task", "#controls", "#side", "#tabs", "#panel"]) {
    assert.ok(!(await tab.isVisible(other)), `nothing else: ${other}`);
  }
  for (let ply = 0; ply < 8; ply += 2) {
    await person.ready();
    await person.circle(await marked()).click();
    await at(ply + 2);
  }
  await person.ready();
  const to = await marked();
  await person.drag(to + 5, to);
  await person.says("#value", "Black has won");
  await person.says("#tour", /^You made a row/);
  await tab.waitForSelector(".plies [data-ply='9']", { state: "attached" });
  assert.equal(await person.count("#verdict, .graph, .blunder"), 0, "no review of given plies");
  await tab.click("#tour-end");
  await person.click("#start-tour");
  await tab.click("#tour-end");
  await tab.keyboard.press("Enter");
  await person.ready();
  await person.at("#44-ssss/?analysis=off&red=1");
}

/** Each ply sounds once the user has touched the page, until they switch it off. */
export async function sounds(person) {
  const { tab } = person;
  await tab.addInitScript(() => {
    window.heard = [];
    navigator.vibrate = () => window.heard.push("vibration");
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function () {
      window.heard.push("sound");
      start.call(this);
    };
  });
  async function hears(expected, why) {
    assert.deepEqual(await tab.evaluate(() => window.heard.splice(0)), expected, why);
  }
  await person.open("#44-ssss/");
  await person.play(13);
  await hears(["vibration", "sound"]);
  await person.press("u");
  await hears([], "going back makes no sound");
  await tab.click("#sounds");
  await person.reload();
  await person.play(18);
  await hears([], "the choice is kept");
}
