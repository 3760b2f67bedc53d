// A person who uses the explorer, and what the program says to the same questions.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";

const [program] = process.argv.slice(2);
export const TIMEOUT = 120_000;
export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

export function ask(...args) {
  return JSON.parse(execFileSync(program, ["--quiet", ...args, "--json"], { maxBuffer: 1 << 28 }));
}

/** The best move of a position, or of the last that does not keep the result. */
export function bestOf(...args) {
  return ask("query", ...args).moves[0].move;
}

export function wrongOf(...args) {
  return ask("query", ...args).moves.findLast(({ keeps_outcome }) => !keeps_outcome).move;
}

/** A game of Advanced Teeko in which Black turns a win into a draw and that into a loss. */
export const GAME =
  "13 12 18 8 14 19 10 17 18-22 19-18 22-16 8-7 16-22 12-8 10-4 17-16 4-3 7-6";
export const HASH = `#58-ssss/${GAME.replaceAll(" ", ".")}`;

/** What the program says is a mistake: it changed the result, and something else did not. */
export function mistakesOf({ choices }, side) {
  return choices.filter((choice) =>
    !choice.keeps_outcome && choice.better.length > 0 && (!side || choice.chooser === side));
}

export class Person {
  constructor(tab, address) {
    Object.assign(this, { tab, address, isFile: address.startsWith("file:") });
  }

  /** Waits until what is shown is up to date with the address, the panels, too. */
  async ready() {
    function isReady() {
      const { ready, open, address } = document.documentElement.dataset;
      return ready === "true" && open === "0" && address === location.hash;
    }
    await this.tab.waitForFunction(isReady, null, { timeout: TIMEOUT });
  }

  async open(hash) {
    await this.tab.goto(this.address + hash);
    await this.ready();
  }

  async reload() {
    await this.tab.reload();
    await this.ready();
  }

  /** Opens a game as if it had been played here, and the page then loaded again. */
  async openOwn(hash) {
    await this.open(hash);
    await this.tab.evaluate(() => history.replaceState({ help: "" }, "", location.hash));
    await this.reload();
  }

  /** Does something with a browser of other properties, such as a phone, at the same address. */
  async with(options, act) {
    const browser = this.tab.context().browser();
    const context = await browser.newContext({ serviceWorkers: "block", ...options });
    try {
      await act(new Person(await context.newPage(), this.address));
    } finally {
      await context.close();
    }
  }

  /** The program thinks for no time. */
  inNoTime() {
    return this.tab.addInitScript(() => {
      const later = setTimeout;
      window.setTimeout = (act) => later(act, 0);
    });
  }

  circle(number) {
    return this.tab.locator(`[data-circle="${number}"]`);
  }

  async click(selector) {
    await this.tab.click(selector);
    await this.ready();
  }

  /** Clicks circles, of which slides such as `14-8` name two. */
  async play(...moves) {
    for (const number of moves.flatMap((move) => String(move).split("-"))) {
      await this.circle(number).click();
      await this.ready();
    }
  }

  /** The point of the window in which the centre of a circle is. */
  async centre(circle) {
    const { x, y, width, height } = await this.circle(circle).locator(".area").boundingBox();
    return [x + width / 2, y + height / 2];
  }

  /** Drags the piece on a circle to another by a finger. */
  async dragByTouch(from, to) {
    const session = await this.tab.context().newCDPSession(this.tab);
    const [start, end] = [await this.centre(from), await this.centre(to)];
    function touch(type, ...points) {
      return session.send("Input.dispatchTouchEvent",
        { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
    }
    await touch("touchStart", start);
    for (let step = 1; step <= 8; step++) {
      const way = (place, axis) => place + ((end[axis] - place) * step) / 8;
      await touch("touchMove", start.map(way));
    }
    await touch("touchEnd");
    await this.ready();
  }

  /** Drags the piece on a circle to another. */
  async drag(from, to) {
    const [start, end] = [await this.centre(from), await this.centre(to)];
    await this.tab.mouse.move(...start);
    await this.tab.mouse.down();
    await this.tab.mouse.move(...end, { steps: 2 });
    await this.tab.mouse.up();
    await this.ready();
  }

  /** Starts a game in the dialogue. */
  async start(side, strength) {
    await this.tab.click(`#start-side label:has-text("${side}")`);
    if (strength) await this.tab.click(`#start-strength label:has-text("${strength}")`);
    await this.click("#start-play");
  }

  async press(...keys) {
    for (const key of keys) {
      await this.tab.keyboard.press(key);
      await this.ready();
    }
  }

  /** Pastes a text into the field of the panel, as people do, and sets it up. */
  async paste(text) {
    await this.tab.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await this.tab.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await this.tab.click("#position-text");
    for (const key of ["Control+a", "Control+v"]) await this.tab.keyboard.press(key);
    assert.equal(await this.tab.inputValue("#position-text"), text);
    await this.tab.click("#apply-position");
  }

  hash() {
    return this.tab.evaluate(() => decodeURIComponent(location.hash));
  }

  /** Checks the address: a text is all of it but the tab, a pattern a part. */
  async at(expected, why) {
    const hash = await this.hash();
    if (expected instanceof RegExp) return assert.match(hash, expected, why);
    const tab = /(?:&tab=\w+|\?tab=\w+(&)?)/;
    return assert.equal(hash.replace(tab, (_, more) => (more ? "?" : "")), expected, why);
  }

  /** Waits until an element says a text, or what matches a pattern. */
  async says(selector, expected) {
    const isPattern = expected instanceof RegExp;
    function isSaid([select, text, pattern]) {
      const said = document.querySelector(select)?.textContent;
      return pattern ? new RegExp(text).test(said ?? "") : said?.trim() === text;
    }
    const asked = [selector, isPattern ? expected.source : expected, isPattern];
    await this.tab.waitForFunction(isSaid, asked, { timeout: 15_000 }).catch(async () => {
      assert.fail(`${selector}: expected ${expected}, found ${await this.texts(selector)}`);
    });
  }

  text(selector) {
    return this.tab.textContent(selector);
  }

  texts(selector) {
    return this.tab.locator(selector).allTextContents();
  }

  count(selector) {
    return this.tab.locator(selector).count();
  }

  /** The data of the elements that a selector matches. */
  data(selector) {
    return this.tab.evaluate((select) =>
      [...document.querySelectorAll(select)].map(({ dataset }) => ({ ...dataset })), selector);
  }

  circles() {
    return this.data("#board [data-circle]");
  }

  moves() {
    return this.data("#moves [data-move]");
  }

  async value() {
    return (await this.data("[data-value]"))[0];
  }

  async arrows(kind) {
    return (await this.data(`.arrow.${kind}`)).map(({ arrow }) => arrow);
  }

  stored() {
    return this.tab.evaluate(() => JSON.parse(localStorage.getItem("teeko")));
  }

  /** The position that is shown, with all pieces on the board and Black to move. */
  async shown() {
    const circles = await this.circles();
    const list = (side) => circles.flatMap(({ piece, circle }) => (piece === side ? circle : []));
    return `b:${list("black")} r:${list("red")} b`;
  }
}

/** What is known of a value in the attributes of an element. */
export function marked({ outcome, dtw, score }) {
  return {
    outcome, ...((dtw ?? null) !== null && { dtw: String(dtw) }),
    ...((score ?? null) !== null && { score: String(score) }),
  };
}

function only({ outcome, dtw, score }) {
  return JSON.parse(JSON.stringify({ outcome, dtw, score }));
}

/** What is on each circle, by the rows of an answer. A digit after a letter is a piece's number. */
function piecesOf({ position, variant }) {
  const token = variant.endsWith("pips") ? /[br][1-4]?|\d/g : /[br]|\d/g;
  function ofToken(text) {
    return /\d/.test(text[0]) ? Array(Number(text)).fill("") : [text[0] === "b" ? "black" : "red"];
  }
  return position.split(" ")[0].split("/").flatMap((row) => row.match(token).flatMap(ofToken));
}

/** The moves in the order of the list: those that win for the side that chooses, draws, losses. */
function grouped({ moves, chooser, turn }) {
  const outcomes = ["win", "draw", "loss"];
  if (chooser !== turn) outcomes.reverse();
  return outcomes.flatMap((outcome) => moves.filter((entry) => entry.outcome === outcome));
}

/** Holds the value that is shown of a position against an answer. */
export async function holdValueAgainst(person, answer, where) {
  const { value, ...shown } = await person.value();
  assert.deepEqual(only(shown), marked(answer), where);
  const sign = { win: "+", draw: "=", loss: "−" }[answer.outcome];
  assert.ok(value.startsWith(sign), `${where}: ${value}`);
}

/** Holds everything that is shown of a position against an answer. */
export async function holdAgainst(person, answer, where) {
  await holdValueAgainst(person, answer, where);
  assert.deepEqual((await person.moves()).map(({ move, ...rest }) => [move, only(rest)]),
    grouped(answer).map((entry) => [entry.move, marked(entry)]), `${where}: moves`);
  const pieces = piecesOf(answer);
  const circles = await person.circles();
  assert.equal(circles.length, pieces.length, `${where}: circles`);
  for (const { circle, piece, ...rest } of circles) {
    assert.equal(piece, pieces[circle - 1], `${where}: circle ${circle}`);
    const best = answer.moves.find(({ move }) => move.split("-").at(-1).split("=")[0] === circle);
    assert.deepEqual(only(rest), best && !piece ? marked(best) : {}, `${where}: circle ${circle}`);
  }
}
