// Visits to the explorer that look back at a game and learn from it.

import assert from "node:assert/strict";

import { insideWindow } from "./looks.mjs";
import { ask } from "./person.mjs";

/** A game of Advanced Teeko in which Black turns a win into a draw and that into a loss. */
const GAME = "13 12 18 8 14 19 10 17 18-22 19-18 22-16 8-7 16-22 12-8 10-4 17-16 4-3 7-6";
const HASH = `#58-ssss/${GAME.replaceAll(" ", ".")}`;

/** What the program says is a mistake: it changed the result, and something else did not. */
const mistakesOf = ({ choices }, side) => choices.filter((choice) =>
  !choice.keeps_outcome && choice.better.length > 0 && (!side || choice.chooser === side));

const arrows = (person, kind) => person.tab.evaluate((select) =>
  [...document.querySelectorAll(select)].map(({ dataset }) => dataset.arrow), `.arrow.${kind}`);

/** Waits until a text begins as it should: panels follow the board after a moment. */
const says = (person, selector, start) => person.tab.waitForFunction(
  ([select, text]) => document.querySelector(select)?.textContent.startsWith(text),
  [selector, start],
);

/** The review walks from mistake to mistake, with what was played and what was better. */
export async function walk(person) {
  const { tab } = person;
  const review = ask("review", "-v", "58-ssss", GAME);
  for (const [hash, side] of [[HASH, null], [`${HASH}?analysis=off&red=1`, "black"]]) {
    const mistakes = mistakesOf(review, side);
    assert.ok(mistakes.length > 1);
    await person.openOwn(hash);
    await says(person, "#walk p", `${mistakes.length} mistakes`);
    for (const [index, { ply, move, better }] of [...mistakes, mistakes[0]].entries()) {
      await person.click("#next-mistake");
      assert.match(await person.hash(), new RegExp(`\\?at=${ply - 1}`), "the position before it");
      const number = (index % mistakes.length) + 1;
      await says(person, "#walk p", `Mistake ${number} of ${mistakes.length}: `);
      await tab.waitForSelector("#board .arrow.bad");
      assert.deepEqual(await arrows(person, "bad"), [move]);
      assert.deepEqual(await arrows(person, "good"), better.slice(0, 3));
    }
  }
  const blunders = await tab.evaluate(() => [...document.querySelectorAll(".plies .blunder button")]
    .flatMap(({ dataset }) => (dataset.ply ? [Number(dataset.ply)] : [])));
  const wrong = review.choices.filter(({ keeps_outcome }) => !keeps_outcome);
  assert.deepEqual(blunders, wrong.map(({ ply }) => ply), "mistakes of both sides stand out");
  // A game that is under way keeps its secrets.
  await person.open("#58-ssss/13.12.18.8.14?analysis=off&red=1&at=4");
  assert.equal(await tab.locator("#walk button, #verdict, .arrow").count(), 0);
}

/** The values of a game are those of one side, and its moves have numbers. */
export async function oneSide(person) {
  const { choices } = ask("review", "-v", "58-ssss", GAME);
  const sign = { win: "+", draw: "=", loss: "−" };
  const turned = { win: "loss", loss: "win", draw: "draw" };
  for (const [query, side] of [["", "black"], ["?analysis=off&black=1", "red"]]) {
    await person.openOwn(HASH + query);
    await says(person, "#values-of", `+ is good for ${side === "red" ? "Red" : "Black"}`);
    const shown = await person.tab.evaluate(() =>
      [...document.querySelectorAll(".plies .sign")].map(({ textContent }) => textContent));
    const wrong = choices.filter((choice) => !choice.keeps_outcome);
    const expected = wrong.map(({ turn, after: { outcome, dtw } }) => {
      const own = sign[turn === side ? outcome : turned[outcome]];
      return outcome === "draw" ? own : own + Math.ceil(dtw / 2);
    });
    assert.deepEqual(shown, expected, side);
  }
  const numbers = () => person.tab.evaluate(() =>
    [...document.querySelectorAll(".plies li")].flatMap(({ dataset }) => dataset.number ?? []));
  assert.deepEqual(await numbers(), ["1.", "2.", "3.", "4.", "5.", "6.", "7.", "8.", "9."]);
  await person.open("#58-ssss/=b:13 r: r?moves=12.18");
  await person.tab.waitForSelector('.plies li:nth-child(2)[data-number="1. …"]');
  assert.deepEqual(await numbers(), ["1. …", "2."]);
}

/** The verdict and the graph stand above the list, which follows the game in its own box. */
export async function reviewInView(person) {
  const { tab } = person;
  const inBox = () => tab.evaluate(() => {
    const [box, item] = [".plies", ".plies .present"].map((name) =>
      document.querySelector(name).getBoundingClientRect());
    return item.top >= box.top && item.bottom <= box.bottom;
  });
  await person.open(HASH);
  await tab.waitForSelector("#next-mistake");
  const tops = await tab.evaluate(() => ["#verdict", ".graph", "#walk", ".plies"].map((name) =>
    Math.round(document.querySelector(name).getBoundingClientRect().top)));
  assert.deepEqual(tops, tops.toSorted((one, other) => one - other));
  for (const key of ["Home", "End", "ArrowLeft", "ArrowLeft", "ArrowLeft"]) {
    await person.press(key);
    assert.ok(await inBox(), key);
    assert.equal(await tab.evaluate(() => scrollY), 0, "the page stays where it is");
    const current = await tab.getAttribute(".plies [aria-current]", "data-ply");
    const at = /at=(\d+)/.exec(await person.hash())?.[1] ?? "18";
    assert.equal(current, at === "0" ? null : at);
  }
  const SIZES = [[360, 740], [667, 375], [844, 390], [768, 1024], [1024, 768], [1280, 800]];
  for (const [width, height] of SIZES) {
    await person.with({ viewport: { width, height }, hasTouch: true }, async (reader) => {
      const where = `${width} x ${height}`;
      await reader.open(`${HASH}?red=1&analysis=off`);
      await insideWindow(reader.tab, ["#rematch", "#review"], `${where}, the end`);
      await reader.click("#review");
      await reader.click("#next-mistake");
      await reader.tab.waitForSelector("#board .arrow.bad");
      await insideWindow(reader.tab, ["#board", "#next-mistake"], where);
      await reader.tab.evaluate(() => document.querySelector(".plies").scrollIntoView());
      await insideWindow(reader.tab, ["#board"], `${where}, at the list`);
    });
  }
}

/** Arrows mark the best slides, if there are few of them and values are shown. */
export async function bestSlides(person) {
  const SCARNE = "b:7,9,12,14 r:10,13,17,19 b";
  const best = ask("query", SCARNE).moves.filter(({ optimal }) => optimal);
  assert.ok(best.length < 4);
  await person.open(`#44-ssss/=${SCARNE}`);
  assert.deepEqual(await arrows(person, "good"), best.map(({ move }) => move));
  await person.play(14);
  assert.deepEqual(await arrows(person, "good"), [], "a selected piece shows its own values");
  await person.open(`#44-ssss/=${SCARNE}?analysis=off`);
  assert.deepEqual(await arrows(person, "good"), []);
}

/** A drawn move says how many replies keep the draw, in the list also as a fraction. */
export async function dotsOfDraws(person) {
  const { tab } = person;
  const dots = ({ replies: { holding, total } }) =>
    (holding <= total / 8 ? "●●●" : holding <= total / 2 ? "●●○"
      : holding <= 0.875 * total ? "●○○" : "○○○");
  for (const plies of ["13 12", "13 12 18 8 14 19 9 17"]) {
    await person.open(`#44-ssss/${plies.replaceAll(" ", ".")}`);
    const draws = ask("query", "--moves", plies).moves.filter(({ outcome }) => outcome === "draw");
    assert.deepEqual(await tab.evaluate(() =>
      [...document.querySelectorAll("#moves [data-outcome=draw]")].map((line) =>
        [line.dataset.move, line.querySelector(".kept").textContent])),
    draws.map((entry) =>
      [entry.move, `${dots(entry)} ${entry.replies.holding}/${entry.replies.total}`]));
    // The board has the value of each drop, and of each piece's best slide.
    const best = [...new Map(draws.toReversed().map((entry) =>
      [entry.move.split("-")[0], entry])).values()];
    const chips = plies === "13 12" ? "#board [data-circle] .chip" : "#board .pieces .chip";
    assert.deepEqual((await tab.locator(chips).allTextContents()).sort(), best.map(dots).sort());
  }
  const label = await person.circle(7).getAttribute("aria-label");
  assert.equal(label, "Circle 7, empty, draws, 20 of 20 replies keep the draw");
}

/** While values are shown there is the line of best play, with the numbers of its moves. */
export async function bestLine(person) {
  const spaced = (line) => line.replaceAll("-", "–");
  const { line } = ask("line", "-v", "58-ssss", "--moves", "13 12 18");
  const [red, black, ...others] = line;
  await person.open("#58-ssss/13.12.18");
  await says(person, "#best-line", spaced(`Best line: 2. … ${red} 3. ${black} ${others[0]} 4. `));
  assert.equal(await person.tab.locator("#best-line span").count(), line.length);
  await person.open("#44-ssss/=b:7,9,12,14 r:10,13,17,19 b");
  const win = ask("line", "b:7,9,12,14 r:10,13,17,19 b").line;
  await says(person, "#best-line", spaced(`Best line: 1. ${win[0]} ${win[1]} 2. ${win[2]}`));
  await person.open("#58-ssss/13.12.18?analysis=off");
  assert.ok(!(await person.tab.isVisible("#best-line")));
}

const tellsState = (person, kind) =>
  person.tab.waitForSelector(`#puzzle-state[data-result="${kind}"]`);

/** Each mistake becomes a lesson: the position in which it was made, and moves that are judged. */
export async function lessons(person) {
  const { tab } = person;
  const review = ask("review", "-v", "58-ssss", GAME);
  const mistakes = mistakesOf(review, "black");
  const before = `${HASH}?analysis=off&red=1`;
  const shown = (move) => move.replace("-", "–");
  await person.openOwn(before);
  await person.click("#learn");
  for (const [index, { ply, position, move, better }] of mistakes.entries()) {
    const puzzle = `analysis=off&puzzle=mistake.${index + 1}`;
    assert.equal(await person.hash(), `#58-ssss/=${position}?${puzzle}`);
    await says(person, "#puzzle-state", `Mistake ${index + 1} of 2: Black played ${shown(move)}. `);
    // The mistake is wrong again, and an arrow refutes it.
    await person.play(...move.split("-"));
    await tellsState(person, "wrong");
    await tab.waitForSelector(".verdict-sign.wrong");
    const { moves } = ask("query", "-v", "58-ssss", review.choices[ply].position);
    const [reply] = await arrows(person, "bad");
    assert.ok(moves.find((entry) => entry.move === reply).optimal, `${reply} refutes ${move}`);
    await says(person, "#puzzle-state", `Wrong: after the reply ${shown(reply)} Black `);
    await person.click("#puzzle-again");
    await person.play(...better[0].split("-"));
    await tellsState(person, "solved");
    if (index + 1 < mistakes.length) await person.click("#next-puzzle");
  }
  await person.click("#back-to-review");
  assert.equal(await person.hash(), before);
  // A link to a lesson is a lesson, too.
  await person.open(`#58-ssss/=${mistakes[1].position}?analysis=off&puzzle=mistake.2`);
  await tab.reload();
  await says(person, "#puzzle-state", "Find the best move for Black.");
  await person.click("#puzzle-solution");
  assert.match(await person.text("#task"), /Hint: /);
}

/** A wrong move of a puzzle has a sign on the board, and the reply is named. */
export async function refuted(person) {
  const [{ position, line }] = ask("puzzles", "--dtw", "3", "--limit", "1").puzzles;
  const wrong = ask("query", position).moves.findLast(({ keeps_outcome }) => !keeps_outcome).move;
  await person.open(`#44-ssss/=${position}?analysis=off&red=5&puzzle=3.slide.1`);
  await person.play(...wrong.split("-"));
  await person.tab.waitForSelector(".verdict-sign.wrong");
  await person.tab.waitForFunction(() => /moves=[^.&]*\.[^.&]*/.test(location.hash));
  await tellsState(person, "wrong");
  const reply = (await person.hash()).match(/moves=[^.&]*\.([^.&]*)/)[1].replace("-", "–");
  await says(person, "#puzzle-state", `Wrong: after the reply ${reply} Black `);
  await person.click("#puzzle-again");
  assert.equal(await person.tab.locator(".verdict-sign").count(), 0);
  await person.play(...line[0].split("-"));
  await person.tab.waitForSelector(".verdict-sign.right");
}

/** The puzzle of the day is that of the date, and days in a row are counted. */
export async function daily(person) {
  const { tab } = person;
  const solve = async (day, wrong) => {
    await tab.clock.setFixedTime(new Date(`${day}T12:00:00`));
    await person.open("#58-ssss/?tab=puzzles");
    await tab.click("#daily");
    await tab.waitForFunction(() => /^#44-ssss/.test(location.hash));
    await person.ready();
    const seed = 1_000_000_000 + Number(day.replaceAll("-", ""));
    const [{ position }] = ask("puzzles", "--dtw", "5", "--seed", seed, "--limit", "1").puzzles;
    assert.match(await person.hash(), new RegExp(`=${position}\\?.*puzzle=5\\.slide\\.${seed}$`));
    assert.equal(await person.text("#puzzle-state"), "Puzzle of the day: Black wins in 3 moves.");
    if (wrong) {
      const { moves } = ask("query", position);
      await person.play(...moves.findLast(({ keeps_outcome }) => !keeps_outcome).move.split("-"));
      await tellsState(person, "wrong");
      await person.click("#puzzle-again");
    }
    while ((await person.text("#value")) === "Your move") {
      await person.play(...ask("query", await person.shown()).moves[0].move.split("-"));
    }
    await tellsState(person, "solved");
    return (await person.text("#daily-line span")).trim();
  };
  for (const [day, wrong, text] of [
    ["2026-11-29", false, "🟩 solved at the first try, 1 day in a row."],
    ["2026-11-30", true, "🟥🟩 solved after 1 wrong try, 2 days in a row."],
    ["2026-12-01", false, "🟩 solved at the first try, 3 days in a row."],
  ]) assert.equal(await solve(day, wrong), `Teeko puzzle of ${day}: ${text}`);
  await tab.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await tab.click("#share-line");
  await tab.waitForFunction(() => /Copied/.test(document.querySelector("#daily-line").textContent));
  const copied = await tab.evaluate(() => navigator.clipboard.readText());
  assert.match(copied, /^Teeko puzzle of 2026-12-01: /);
  await person.click("#next-puzzle");
  assert.match(await person.hash(), /puzzle=5\.slide\.1$/, "not the one of tomorrow");
  await person.open("#44-ssss/?tab=puzzles");
  assert.equal(await person.text("#streak"), "Puzzle of the day: solved 3 days in a row.");
  await tab.clock.setFixedTime(new Date("2026-12-03T12:00:00"));
  await person.open("#44-ssss/13?tab=puzzles");
  assert.equal(await tab.locator("#streak").count(), 0, "a day is missing");
}

/** A loss is square on the board, and every other value is round. */
export async function shapesOfValues(person) {
  const EXPECTED = [
    ["#58-ssss/13.12.18.8", ["draw circle", "loss rect"]], [`${HASH}?at=10`, ["loss rect"]],
  ];
  for (const [hash, expected] of EXPECTED) {
    await person.open(hash);
    const shapes = await person.tab.evaluate(() =>
      [...document.querySelectorAll("#board .chip")].map((chip) =>
        `${chip.classList[1]} ${chip.firstChild.tagName}`));
    assert.deepEqual([...new Set(shapes)].filter((shape) => !shape.startsWith("win")).sort(),
      expected, hash);
  }
}

/** On a phone there are at most five tabs, each as wide and high as a finger. */
export async function fiveTabs(person) {
  await person.with({ viewport: { width: 360, height: 740 }, hasTouch: true }, async (phone) => {
    await phone.open("#44-ssss/13");
    const sizes = await phone.tab.evaluate(() => [...document.querySelectorAll("#tabs button")]
      .map((tab) => tab.getBoundingClientRect()).map(({ width, height }) => [width, height]));
    assert.ok(sizes.length <= 5, `${sizes.length} tabs`);
    assert.ok(sizes.flat().every((size) => size >= 44), `${sizes}`);
  });
}

/** The first game of twenty seconds: it is followed, left, and wrong plies are taken back. */
export async function tour(person) {
  const { tab } = person;
  const at = (count) => tab.waitForFunction((plies) => {
    const [path] = location.hash.split("/")[1].split("?");
    return path.split(".").filter(Boolean).length === plies;
  }, count);
  const marked = async () => {
    await tab.waitForSelector(".marks .hint.place");
    return tab.evaluate(() => {
      const [x, y] = ["cx", "cy"].map((name) =>
        (Number(document.querySelector(".marks .hint.place").getAttribute(name)) - 10) / 20);
      return y * 5 + x + 1;
    });
  };
  await person.open("");
  await person.click("#start-tour");
  await person.play((await marked()) + 1);
  assert.match(await person.text("#tour"), /^Not there/);
  await at(0);
  for (let ply = 0; ply < 8; ply += 2) {
    await person.ready();
    await person.circle(await marked()).click();
    await at(ply + 2);
  }
  await person.ready();
  const to = await marked();
  await person.drag(to + 5, to);
  assert.equal(await person.text("#value"), "Black has won");
  assert.match(await person.text("#tour"), /^You made a row/);
  await tab.waitForSelector(".plies [data-ply='9']");
  const judged = await tab.locator("#verdict, .graph, .blunder").count();
  assert.equal(judged, 0, "no review of given plies");
  await tab.click("#tour-end");
  await person.click("#start-tour");
  await tab.click("#tour-end");
  await tab.keyboard.press("Enter");
  await person.ready();
  assert.equal(await person.hash(), "#44-ssss/?analysis=off&red=1");
}

/** Each ply sounds once somebody has touched the page, until they switch it off. */
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
  const heard = () => tab.evaluate(() => window.heard.splice(0));
  await person.open("#44-ssss/");
  await person.play(13);
  assert.deepEqual(await heard(), ["vibration", "sound"]);
  await person.press("u");
  assert.deepEqual(await heard(), [], "going back makes no sound");
  await tab.click("#sounds");
  await tab.reload();
  await person.ready();
  await person.play(18);
  assert.deepEqual(await heard(), [], "the choice is kept");
}
