// A person who uses the explorer, and what the program says to the same questions.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";

const [program] = process.argv.slice(2);
export const TIMEOUT = 120_000;

export const ask = (...args) =>
  JSON.parse(execFileSync(program, ["--quiet", ...args, "--json"], { maxBuffer: 1 << 28 }));

export class Person {
  constructor(tab, address) {
    this.tab = tab;
    this.address = address;
  }

  /** Waits until what is shown is up to date with the address, the panels, too. */
  async ready() {
    const isReady = () => {
      const { ready, open, address } = document.documentElement.dataset;
      return ready === "true" && open === "0" && address === location.hash;
    };
    await this.tab.waitForFunction(isReady, null, { timeout: TIMEOUT });
  }

  async open(hash) {
    await this.tab.goto(this.address + hash);
    await this.ready();
  }

  /** Opens a game as if it had been played here, and the page then loaded again. */
  async openOwn(hash) {
    await this.open(hash);
    await this.tab.evaluate(() => history.replaceState({ help: "" }, "", location.hash));
    await this.tab.reload();
    await this.ready();
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

  /** The point of the window in which the centre of a circle is. */
  async centre(circle) {
    const { x, y, width, height } = await this.circle(circle).locator(".area").boundingBox();
    return [x + width / 2, y + height / 2];
  }

  /** Drags the piece on a circle to another by a finger. */
  async dragByTouch(from, to) {
    const session = await this.tab.context().newCDPSession(this.tab);
    const [start, end] = [await this.centre(from), await this.centre(to)];
    const touch = (type, ...points) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: points.map(([x, y]) => ({ x, y })),
      });
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
    await this.tab.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2);
    await this.tab.mouse.move(...end);
    await this.tab.mouse.up();
    await this.ready();
  }

  /** Starts a game in the dialogue. */
  async start(side, strength) {
    await this.tab.click(`#start-side label:has-text("${side}")`);
    if (strength) await this.tab.click(`#start-strength label:has-text("${strength}")`);
    await this.click("#start-play");
  }

  async press(key) {
    await this.tab.keyboard.press(key);
    await this.ready();
  }

  hash() {
    return this.tab.evaluate(() => decodeURIComponent(location.hash));
  }

  /** The position that is shown, with all pieces on the board and Black to move. */
  async shown() {
    const circles = await this.circles();
    const list = (side) => circles.flatMap(({ piece, circle }) => (piece === side ? circle : []));
    return `b:${list("black")} r:${list("red")} b`;
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
      [...document.querySelectorAll("#moves [data-move]")].map(({ dataset }) => ({ ...dataset })),
    );
  }
}

/** What is known of a value in the attributes of an element. */
export const marked = ({ outcome, dtw, score }) => ({
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
  const moves = await person.moves();
  assert.deepEqual(
    moves.map(({ move, ...rest }) => [move, only(rest)]),
    grouped(answer).map((entry) => [entry.move, marked(entry)]),
    `${where}: moves`,
  );
  const pieces = piecesOf(answer);
  const circles = await person.circles();
  assert.equal(circles.length, pieces.length, `${where}: circles`);
  for (const { circle, piece, ...rest } of circles) {
    assert.equal(piece, pieces[circle - 1], `${where}: circle ${circle}`);
    const best = answer.moves.find(({ move }) => move.split("-").at(-1).split("=")[0] === circle);
    assert.deepEqual(only(rest), best && !piece ? marked(best) : {}, `${where}: circle ${circle}`);
  }
}
