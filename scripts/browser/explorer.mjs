// Uses the explorer as people do, by mouse, touch and keyboard, and compares every value that it
// shows with the program.
//
//   node explorer.mjs PROGRAM SCREENSHOTS ADDRESS…
//
// Each address is that of a file with the solver in it, or of a service.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { launch, leastContrast } from "./common.mjs";

const [program, screenshots, ...addresses] = process.argv.slice(2);

/**
 * Rule sets of all kinds: both of Scarne's goal sets, pointing, passing, empty circles, points,
 * pips, other boards and steps.
 */
const VARIANTS = [
  "44-ssss",
  "58-sppp",
  "37e-ssss",
  "44-pppp+4x4+pass",
  "58-ssss+4x4+points",
  "44-sspp+4x4+pips",
  "44-ssss+5x4+knight",
];
const POSITIONS = 12;
const TIMEOUT = 120_000;

/** What the program answers to positions, those that are none left out. */
function answers(variant, positions) {
  let lines;
  try {
    lines = execFileSync(program, ["--quiet", "query", "-v", variant, "--stdin", "--json"], {
      input: positions.join("\n"),
      maxBuffer: 1 << 28,
      stdio: ["pipe", "pipe", "ignore"],
    });
  } catch (error) {
    // Some of the texts are not positions.
    assert.equal(error.status, 3, String(error));
    lines = error.stdout;
  }
  return String(lines)
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter((answer) => !answer.error);
}

const ask = (...args) =>
  JSON.parse(execFileSync(program, ["--quiet", ...args, "--json"], { maxBuffer: 1 << 28 }));

/** Numbers that are the same in every run. */
function* numbers(seed) {
  for (let state = BigInt(seed); ;) {
    state = (state * 6364136223846793005n + 1442695040888963407n) & ((1n << 64n) - 1n);
    yield Number(state >> 33n);
  }
}

/**
 * Random positions of a variant: slots of all layers. Slots have no numbered pieces; there it
 * returns puzzles.
 */
function somePositions(variant, seed, count) {
  const random = numbers(seed);
  const next = () => random.next().value;
  if (variant.endsWith("pips")) {
    return ["1", "3"].flatMap((dtw) =>
      ask(
        "puzzles",
        "-v",
        variant,
        "--dtw",
        dtw,
        "--seed",
        String(seed),
        "--limit",
        String(count / 2),
      ).puzzles.map(({ position }) => position),
    );
  }
  return Array.from({ length: count }, () => {
    const layer = 2 + (next() % 7);
    return `slot:${layer}:${next() % 3 ** layer}${layer === 8 ? (next() % 2 ? " b" : " r") : ""}`;
  });
}

class Person {
  constructor(tab, address) {
    this.tab = tab;
    this.address = address;
  }

  /** Waits until what is shown is up to date with the address. */
  async ready() {
    await this.tab.waitForFunction(() => document.documentElement.dataset.ready === "true", null, {
      timeout: TIMEOUT,
    });
  }

  async open(hash) {
    await this.tab.goto(this.address + hash);
    await this.tab.waitForFunction(
      () =>
        document.documentElement.dataset.ready === "true" &&
        document.documentElement.dataset.address === location.hash,
      null,
      { timeout: TIMEOUT },
    );
  }

  circle(number) {
    return this.tab.locator(`[data-circle="${number}"]`);
  }

  async click(selector) {
    await this.tab.click(selector);
    await this.ready();
  }

  async play(...circles) {
    for (const number of circles) {
      await this.circle(number).click();
      await this.ready();
    }
  }

  async press(key) {
    await this.tab.keyboard.press(key);
    await this.ready();
  }

  hash() {
    return this.tab.evaluate(() => decodeURIComponent(location.hash));
  }

  value() {
    return this.tab.evaluate(() => ({ ...document.querySelector("[data-value]").dataset }));
  }

  text(selector) {
    return this.tab.textContent(selector);
  }

  circles() {
    return this.tab.evaluate(() =>
      [...document.querySelectorAll("#board [data-circle]")].map(({ dataset }) => ({ ...dataset })),
    );
  }

  moves() {
    return this.tab.evaluate(() =>
      [...document.querySelectorAll("#moves tr[data-move]")].map(({ dataset }) => ({ ...dataset })),
    );
  }
}

/** What is known of a value in the attributes of an element. */
const marked = ({ outcome, dtw, score }) => ({
  outcome,
  ...(dtw === null || dtw === undefined ? {} : { dtw: String(dtw) }),
  ...(score === null || score === undefined ? {} : { score: String(score) }),
});

const only = ({ outcome, dtw, score }) => JSON.parse(JSON.stringify({ outcome, dtw, score }));

/**
 * What is on each circle, from the rows of an answer. A digit after a letter is a piece's number.
 */
function piecesOf({ position, variant }) {
  const token = variant.endsWith("pips") ? /[br][1-4]?|\d/g : /[br]|\d/g;
  const ofToken = (text) =>
    /\d/.test(text[0]) ? Array(Number(text)).fill("") : [text[0] === "b" ? "black" : "red"];
  return position
    .split(" ")[0]
    .split("/")
    .flatMap((row) => row.match(token).flatMap(ofToken));
}

/** Holds what is shown of a position against what the program says. */
async function holdAgainst(person, answer, where) {
  const { value, ...shown } = await person.value();
  assert.deepEqual(only(shown), marked(answer), where);
  const sign = { win: "+", draw: "=", loss: "−" }[answer.outcome];
  assert.ok(value.startsWith(sign), `${where}: ${value}`);
  const moves = await person.moves();
  assert.deepEqual(
    moves.map(({ move, ...rest }) => [move, only(rest)]),
    answer.moves.map((entry) => [entry.move, marked(entry)]),
    `${where}: moves`,
  );
  const pieces = piecesOf(answer);
  for (const { circle, piece, ...rest } of await person.circles()) {
    assert.equal(piece, pieces[circle - 1], `${where}: circle ${circle}`);
    const best = answer.moves.find(({ move }) => move.split("-").at(-1).split("=")[0] === circle);
    assert.deepEqual(only(rest), best && !piece ? marked(best) : {}, `${where}: circle ${circle}`);
  }
}

async function values(person) {
  let count = 0;
  for (const [index, variant] of VARIANTS.entries()) {
    for (const answer of [
      ask("query", "-v", variant, "--moves", ""),
      ...answers(variant, somePositions(variant, index + 1, POSITIONS)),
    ]) {
      await person.open(`#${variant}/=${encodeURIComponent(answer.position)}`);
      // A finished game with numbered pieces has no score of its own.
      await holdAgainst(person, answer, `${variant} ${answer.position}`);
      count++;
    }
  }
  return `${count} positions of ${VARIANTS.length} variants`;
}

/** By mouse: drops, slides both ways round, the browser's back button, a reload. */
async function byMouse(person) {
  await person.open("");
  assert.equal((await person.value()).outcome, "draw");
  assert.match(await person.text("#value"), /draw/);
  await person.play(13, 12, 18, 8, 14, 19, 9, 17);
  assert.equal(await person.hash(), "#44-ssss/13.12.18.8.14.19.9.17");
  await holdAgainst(person, ask("query", "--moves", "13 12 18 8 14 19 9 17"), "after drops");
  await person.play(13, 7);
  assert.match(await person.hash(), /\.13-7$/);
  // The circle first, then the piece that goes there.
  await person.play(13, 12);
  assert.match(await person.hash(), /\.12-13$/);
  await person.tab.goBack();
  await person.ready();
  assert.match(await person.hash(), /\.13-7$/);
  await person.tab.reload();
  await person.ready();
  assert.match(await person.hash(), /\.13-7$/);
  assert.equal(await person.tab.locator('[data-circle][data-piece="red"]').count(), 4);
  await person.click("#controls button:nth-child(1)");
  assert.match(await person.hash(), /at=8/);
  await person.click("#controls button:nth-child(2)");
  assert.doesNotMatch(await person.hash(), /at=/);
}

/** By keyboard alone: the board as a grid, the keys for everything else. */
async function byKeyboard(person) {
  await person.open("#58-ssss/");
  await person.circle(1).focus();
  for (const key of ["ArrowRight", "ArrowRight", "ArrowDown", "ArrowDown", "Enter"])
    await person.press(key);
  assert.equal(await person.hash(), "#58-ssss/13");
  assert.match(await person.text("#live"), /Black drops on 13\. Black wins in 12 plies/);
  await person.press("Space");
  assert.match(await person.hash(), /^#58-ssss\/13\.\d+$/);
  await person.press("u");
  assert.match(await person.hash(), /at=1/);
  await person.press("r");
  assert.doesNotMatch(await person.hash(), /at=/);
  await person.press("h");
  assert.match(await person.text("#task"), /Hint: \d+/);
  await person.press("e");
  await person.tab.waitForFunction(
    () => /won/.test(document.querySelector("#value").textContent),
    null,
    { timeout: TIMEOUT },
  );
  await person.ready();
  const { outcome, dtw } = await person.value();
  assert.deepEqual([outcome, dtw], ["loss", "0"]);
  assert.equal(
    (await person.hash()).split("/")[1].split(".").length,
    13,
    "perfect play takes the 13 plies that it promises",
  );
  await person.press("n");
  assert.equal(await person.hash(), "#58-ssss/");
  await person.tab.focus("#tab-game");
  await person.press("ArrowRight");
  assert.equal(await person.tab.getAttribute("#tab-rules", "aria-selected"), "true");
}

/** Against the program: it answers, a person loses, and finds the ply that lost. */
async function againstProgram(person) {
  await person.open("#44-ssss/");
  await person.click("#players button");
  assert.match(await person.hash(), /red=5/);
  assert.equal((await person.value()).outcome, undefined, "values are off in play");
  for (let ply = 0; ply < 8 && !/won/.test(await person.text("#value")); ply++) {
    const free = await person.circles();
    const target = free.find(({ piece }) => piece === "");
    const held = free.find(({ piece }) => piece === "black");
    if (free.filter(({ piece }) => piece === "black").length < 4) await person.play(target.circle);
    else {
      await person.play(held.circle);
      const to = await person.tab.locator(".circle.target").first().getAttribute("data-circle");
      await person.play(to);
    }
  }
  await person.tab.selectOption("[data-analysis]", "on");
  await person.ready();
  await person.tab.waitForSelector("#verdict");
  const record = (await person.hash()).split("/")[1].split("?")[0].replaceAll(".", " ");
  const review = ask("review", record);
  assert.equal(await person.text("#verdict"), review.verdict);
  const marks = await person.tab.evaluate(() =>
    [...document.querySelectorAll(".plies [data-ply]")].map((node) => node.textContent),
  );
  assert.deepEqual(
    marks,
    review.choices.map(({ move, mark }) => move + (mark ?? "")),
  );
  const worst = review.choices.find(({ keeps_outcome }) => !keeps_outcome);
  assert.ok(worst, "whoever drops blindly errs");
  await person.tab.selectOption("[data-player=red]", "0");
  await person.ready();
  await person.click(`.better [data-better="${worst.better[0]}"] >> nth=0`);
  assert.ok((await person.hash()).includes(worst.better[0]));
  for (const strength of ["1", "2", "3", "4", "5"]) {
    await person.open(`#44-ssss+4x4/6?red=${strength}`);
    assert.match(await person.hash(), /\/6\.\d+\?red/, `strength ${strength} answers`);
  }
}

/** Rules by what they mean, by name, and drawn. */
async function rules(person) {
  await person.open("#44-ssss/?tab=rules");
  await person.tab.selectOption("#goals", "58");
  await person.tab.selectOption("#plan", "sppp");
  await person.tab.selectOption("#size", "4x4");
  assert.equal(await person.text("#variant-code"), "58-sppp+4x4");
  await person.click("#use-rules");
  await holdAgainst(person, ask("query", "-v", "58-sppp+4x4", "--moves", ""), "58-sppp+4x4");
  await person.tab.fill("#variant-name", "Teeko2");
  await person.press("Enter");
  assert.equal(await person.hash(), "#37e-ssss/?tab=rules");
  await person.tab.fill("#variant-name", "nonsense");
  await person.press("Enter");
  assert.match(await person.text("#task"), /expected GOALS-PLAN/);
  await person.click("#task button");
  // Goals on the corners of the board and on every line: rules without a name.
  await person.open("#44-ssss+4x4/?tab=rules");
  await person.tab.selectOption("#goals", "own");
  for (const circle of [1, 2, 3, 4]) await person.tab.click(`[data-goal-circle="${circle}"]`);
  await person.tab.click("text=Add this goal");
  await person.click("#use-rules");
  assert.match(await person.hash(), /^#own-ssss\+4x4\/\?goals=1\.2\.3\.4_/);
  assert.equal((await person.hash()).split("_").length, 8, "four rows and four columns");
  assert.ok(["win", "draw", "loss"].includes((await person.value()).outcome));
  await person.play(6, 11);
  assert.match(await person.hash(), /^#own-ssss\+4x4\/6\.11\?goals=/);
}

/** Setting up: by hand, by text, turned and mirrored; what is impossible is said. */
async function positions(person) {
  await person.open("#44-ssss/?tab=position");
  await person.tab.click("#edit");
  const put = async (side, circles) => {
    await person.tab.click(`[data-tool="${side}"]`);
    for (const circle of circles) await person.circle(circle).click();
  };
  await put("black", [1, 2, 6, 7]);
  await person.tab.waitForSelector("#judgement.fault");
  assert.match(await person.text("#judgement"), /expected|goal|pieces/);
  await put("black", [1, 2, 6]);
  await put("black", [9, 12, 14]);
  await put("red", [10, 13, 17, 19]);
  await person.tab.waitForSelector("#judgement.sound");
  await person.tab.click("#edit-done");
  await person.ready();
  const scarne = "b:7,9,12,14 r:10,13,17,19 b";
  assert.equal(await person.hash(), `#44-ssss/=${scarne}?tab=position`);
  await holdAgainst(person, ask("query", scarne), scarne);
  for (const text of ["5/1b1br/1brb1/1r1r1/5 b", "slot:8:123456 r", "b:c3 r:d4 b"]) {
    await person.tab.fill("#position-text", text);
    await person.click("#apply-position");
    await holdAgainst(person, ask("query", text), text);
  }
  await person.tab.fill("#position-text", "1. c3 b3 2. c2 13-14");
  await person.click("#apply-position");
  assert.match(await person.text("#task"), /ply 4/);
  await person.tab.fill("#position-text", "c3 b3, c2 18>19".replace("18>19", "c4"));
  await person.click("#apply-position");
  assert.equal(await person.hash(), "#44-ssss/13.12.18.8?tab=position");
  await person.click("text=Swap colours");
  assert.match(await person.hash(), /=b:8,12 r:13,18 r/);
}

/** A piece to choose, a circle to point at, a pass. */
async function choices(person) {
  await person.open("#44-ssss+4x4+pips/");
  await person.play(6);
  await person.click('#pieces [data-pips="3"]');
  assert.equal(await person.hash(), "#44-ssss+4x4+pips/6=3");
  await person.open("#44-pppp+4x4+pips/");
  await person.play(11);
  assert.match(await person.text("#task"), /chooses the piece/);
  await person.click('#pieces [data-pips="4"]');
  assert.equal(await person.hash(), "#44-pppp+4x4+pips/11=4");
  await person.open("#44-pppp+4x4+pass/");
  assert.match(await person.text("#task"), /Red points at the circle for Black/);
  await person.click("#pieces [data-pass]");
  assert.match(await person.text("#task"), /Red passed/);
  await person.play(6);
  assert.equal(await person.hash(), "#44-pppp+4x4+pass/pass 6".replace("pass 6", "pass.6"));
  await person.tab.reload();
  await person.ready();
  assert.equal(await person.tab.locator('[data-piece="black"]').count(), 1);
}

/** Undoing goes back to a person's choice, even if that was a circle for the program's piece. */
async function undoing(person) {
  await person.open("#44-pppp+4x4/?red=5");
  const free = (await person.circles()).filter(({ piece }) => piece === "");
  await person.play(free[0].circle);
  assert.match(
    await person.hash(),
    /\/\d+\.\d+\.\d+\?red=5$/,
    "the program points, the person, the program",
  );
  await person.press("u");
  assert.match(await person.hash(), /at=1/);
  await person.press("r");
  assert.doesNotMatch(await person.hash(), /at=/);
}

async function puzzles(person) {
  await person.open("#44-ssss/?tab=puzzles");
  await person.tab.fill("#puzzle-distance", "3");
  await person.click("#find-puzzle");
  const [{ position, line }] = ask("puzzles", "--dtw", "3", "--limit", "1").puzzles;
  assert.ok(
    (await person.hash()).includes(position.replaceAll("/", "/")),
    "the program's own first puzzle",
  );
  const slide = (ply) => person.play(...ply.split("-"));
  const wrong = ask("query", position).moves.findLast(({ keeps_outcome }) => !keeps_outcome).move;
  await slide(wrong);
  await person.tab.waitForSelector('#puzzle-state[data-result="wrong"]');
  await person.click("#puzzle-again");
  await slide(line[0]);
  await person.tab.waitForSelector('#puzzle-state[data-result="right"]');
  const reply = (await person.hash())
    .match(/moves=([^&]*)/)[1]
    .split(".")
    .at(-1);
  const last = ask("query", "-v", "44-ssss", position).moves && ask("line", position).line;
  assert.ok(reply && last.length === 3);
  await person.press("Space");
  await person.tab.waitForSelector('#puzzle-state[data-result="solved"]');
  await person.click("#puzzle-solution");
  assert.deepEqual((await person.hash()).match(/moves=([^&]*)/)[1].split("."), line);
}

async function compare(person) {
  await person.open("#44-ssss/13.12?tab=compare&compare=58-ssss");
  await person.tab.waitForSelector('[data-compared="58-ssss"]');
  const [here, there] = ["44-ssss", "58-ssss"].map((variant) =>
    ask("query", "-v", variant, "--moves", "13 12"),
  );
  for (const [name, answer] of [
    ["44-ssss", here],
    ["58-ssss", there],
  ]) {
    assert.equal(
      await person.tab.getAttribute(`[data-compared="${name}"]`, "data-outcome"),
      answer.outcome,
    );
  }
  const changed = await person.tab.evaluate(() =>
    [...document.querySelectorAll("[data-changed]")].map(({ dataset }) => dataset.changed),
  );
  const expected = here.moves.filter((entry) => {
    const other = there.moves.find(({ move }) => move === entry.move);
    return other.outcome !== entry.outcome || other.dtw !== entry.dtw;
  });
  assert.deepEqual(
    changed,
    expected.map(({ move }) => move),
  );
}

/** Values for one side, the picture, Scarne's plays, and addresses that are none. */
async function sundries(person) {
  await person.open("#58-ssss/?analysis=black");
  assert.equal((await person.value()).outcome, "win");
  await person.play(13);
  assert.equal((await person.value()).outcome, undefined);
  assert.equal(await person.tab.locator("#board [data-outcome]").count(), 0);
  await person.click("summary");
  await person.click(".plays li:nth-child(1) button");
  await person.tab.selectOption("[data-analysis]", "on");
  await person.ready();
  await holdAgainst(person, ask("query", "b:7,9,12,14 r:10,13,17,19 b"), "Scarne's first play");
  await person.click("#tab-share");
  const [download] = await Promise.all([
    person.tab.waitForEvent("download"),
    person.tab.click("#save-picture"),
  ]);
  const picture = readFileSync(await download.path(), "utf8");
  assert.ok(
    picture.startsWith("<svg") &&
      picture.includes('xmlns="http://www.w3.org/2000/svg"') &&
      !picture.includes("class="),
  );
  assert.equal(await person.tab.inputValue("#notation"), "b:7,9,12,14 r:10,13,17,19 b");
  for (const [hash, reason] of [
    ["#44-ssss/13.13", /ply 2/],
    ["#44-ssss/13.99", /99/],
    ["#nonsense/13", /expected GOALS-PLAN/],
    ["#44-ssss/=b:1%20r:1%20b", /circle 1/],
    ["#44-ssss/?red=9", /up to 5/],
    ["#44-ssss/%", /percent/],
    ["#44-ssss/?x=1", /expected goals/],
    ["#44-ssss+99x9/", /board/],
    ["#own-ssss/", /goals/],
    ["#44-ssss+8x8/", /memory/],
  ]) {
    await person.open(hash);
    assert.match(await person.text("#task"), reason, hash);
    await person.click("#task button");
    assert.equal((await person.value()).outcome, "draw", `${hash}: start over`);
  }
}

const VISITS = {
  values,
  byMouse,
  byKeyboard,
  againstProgram,
  rules,
  positions,
  choices,
  undoing,
  puzzles,
  compare,
  sundries,
};

/**
 * The appearance at every width, in light and in dark: nothing overflows, and everything is
 * readable and large enough to touch.
 */
async function looks(browser, address, name) {
  for (const width of [360, 768, 1200]) {
    for (const colorScheme of ["light", "dark"]) {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme,
        hasTouch: width === 360,
        reducedMotion: "reduce",
      });
      const person = new Person(await context.newPage(), address);
      await person.open("#58-ssss/13.12.18.8.14.19.9.17");
      if (width === 360) {
        await person.circle(13).tap();
        await person.ready();
        await person.circle(7).tap();
        await person.ready();
        assert.match(await person.hash(), /13-7$/, "by touch");
      }
      for (const tab of ["game", "rules", "position", "puzzles", "compare", "share", "help"]) {
        await person.click(`#tab-${tab}`);
        const where = `${width} pixels, ${colorScheme}, ${tab}`;
        const [wide, inner] = await person.tab.evaluate(() => [
          document.scrollingElement.scrollWidth,
          innerWidth,
        ]);
        assert.ok(wide <= inner, `${where}: the page is ${wide} pixels wide`);
        const [contrast, text] = await person.tab.evaluate(
          leastContrast,
          "p, td, th, .sign, button:not(:disabled), label > span, li, h1, h3, figcaption",
        );
        assert.ok(contrast >= 4.5, `${where}: contrast ${contrast.toFixed(1)} of "${text}"`);
        if (width === 360) {
          const small = await person.tab.evaluate(() =>
            [...document.querySelectorAll("#board [data-circle], button, select")]
              .filter(
                (node) =>
                  node.checkVisibility({ contentVisibilityAuto: true }) &&
                  node.getBoundingClientRect().height < 43.5,
              )
              .map((node) => node.outerHTML.slice(0, 80)),
          );
          assert.deepEqual(small, [], `${where}: targets of 44 pixels`);
        }
        if (tab === "game" || tab === "rules")
          await person.tab.screenshot({
            path: join(screenshots, `${name}-${width}-${colorScheme}-${tab}.png`),
            fullPage: true,
          });
      }
      await context.close();
    }
  }
}

const browser = await launch();
try {
  for (const address of addresses) {
    const name = address.startsWith("file:") ? "page" : "service";
    const said = [];
    for (const [visit, act] of Object.entries(VISITS)) {
      const context = await browser.newContext({
        viewport: { width: 1200, height: 900 },
        reducedMotion: "no-preference",
      });
      const tab = await context.newPage();
      const faults = [];
      // The browser also reports requests that are refused on purpose.
      tab.on(
        "console",
        (message) =>
          /status of 4\d\d/.test(message.text()) || faults.push(`console: ${message.text()}`),
      );
      tab.on("pageerror", (error) => faults.push(`error: ${error}`));
      const own = (url) =>
        url.startsWith(address) || url.startsWith("blob:") || url.startsWith("data:");
      tab.on(
        "request",
        (request) => own(request.url()) || faults.push(`request: ${request.url()}`),
      );
      try {
        said.push((await act(new Person(tab, address))) ?? visit);
      } catch (error) {
        await tab.screenshot({ path: join(screenshots, `${name}-${visit}.png`), fullPage: true });
        throw new Error(`${name}, ${visit}: ${error.message}`, { cause: error });
      }
      assert.deepEqual(faults, [], `${name}, ${visit}`);
      await context.close();
    }
    await looks(browser, address, name);
    console.log(`${name}: as the program says: ${said.join(", ")}`);
  }
} finally {
  await browser.close();
}
