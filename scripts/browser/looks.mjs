// The appearance at every width, in light and in dark: nothing overflows, and everything is
// readable and large enough to touch. On a phone what a game needs is visible without scrolling.
// Leaves screenshots for people to look at.

import assert from "node:assert/strict";
import { join } from "node:path";

import { contrastOf, leastContrast, noOverflow } from "./common.mjs";
import { Person } from "./person.mjs";

const SIZES = [[360, 740], [768, 1024], [1280, 800], [1920, 1080]];
const TABS = ["game", "rules", "position", "puzzles", "help"];
const TEXTS = "p, td, th, .sign, button:not(:disabled), label > span, li, h1, h2, h3, figcaption";
const SLIDES = "#44-ssss/=b:7,9,12,14 r:10,13,17,19 b";

/** The screenshots: the name, the address, the size, the colours, and what to do before. */
const PICTURES = [
  ["start-phone", "", 0, "light"],
  ["start-desktop", "", 2, "dark"],
  ["drops-desktop", "#58-ssss/13.12.18.8", 2, "light"],
  ["slides-wide", SLIDES, 3, "light"],
  ["slides-phone-dark", SLIDES, 0, "dark"],
  ["held-phone", SLIDES, 0, "light", '[data-circle="14"]'],
  ["won-phone", "#44-ssss/1.9.2.10.3.14.4?red=2&analysis=off", 0, "light"],
  ["gallery-desktop", "#44-ssss/?tab=rules", 2, "light"],
  ["puzzle-phone", "#44-ssss/?puzzle=5.slide.7", 0, "light"],
  ["editor-phone", "#44-ssss/13.12.18?tab=position", 0, "light", "#edit"],
  ["compare-wide", "#44-ssss/13.12?tab=rules&compare=58-ssss", 3, "dark"],
];

/** Fails if one of the elements is not inside the window. */
export async function insideWindow(tab, selectors, where) {
  const outside = await tab.evaluate((all) => all.flatMap((select) => {
    const box = document.querySelector(select)?.getBoundingClientRect();
    if (!box || box.height === 0) return [`${select} is missing`];
    const isInside =
      box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
    return isInside ? [] : [`${select} ends at ${box.right}, ${box.bottom}`];
  }), selectors);
  assert.deepEqual(outside, [], where);
}

/** With letters that are larger by a third, no name is cut, and the buttons stay in one row. */
async function largeLetters({ tab }) {
  const found = await tab.evaluate(() => {
    const root = document.documentElement;
    root.style.fontSize = "131.25%";
    const { scrollWidth, clientWidth } = document.querySelector("#variant b");
    const buttons = [...document.querySelectorAll("#controls button")];
    const rows = buttons.map(({ offsetTop }) => offsetTop);
    root.style.fontSize = "";
    return [scrollWidth > clientWidth, new Set(rows).size];
  });
  assert.deepEqual(found, [false, 1], "large letters");
}

/** What a game on a phone needs is visible at once, whatever the board is used for. */
async function phone(person) {
  const { tab } = person;
  async function look(where, ...more) {
    await tab.evaluate(() => scrollTo(0, 0));
    await insideWindow(tab, ["header", "#value", "#task", "#board", ...more], where);
  }
  await person.open("#44-ssss/13.12?red=2&analysis=off");
  await look("a game", "#above", "#below", "#controls", "#menu");
  await largeLetters(person);
  assert.ok(!(await tab.isVisible("#side")), "no list while values are off");
  // The last plies stand under the headline, however long the game is.
  await person.open("#58-ssss/13.12.18.8.14.19.9.17.18-22.19-18?red=2&analysis=off");
  await look("a long game", "#strip [aria-current]", "#controls");
  assert.deepEqual(await person.texts("#strip li"), ["14", "19", "9", "17", "18–22", "19–18"]);
  await person.open("#58-ssss/13.12.18.8.14.19.9.17");
  await look("values", "#controls", "#moves-title", "#short-legend", "#tabs");
  for (const hidden of ["#moves", "#variant code", "[data-player] >> nth=0"]) {
    assert.ok(!(await tab.isVisible(hidden)), hidden);
  }
  await person.click("#players summary");
  assert.equal(await person.count("[data-player]:visible"), 2);
  for (const circle of [13, 7]) {
    await person.circle(circle).tap();
    await person.ready();
  }
  await person.at(/13-7$/, "by touch");
  assert.ok((await person.count("#tabs button")) <= 5, "tabs as wide as a finger");
  await person.open("#44-ssss/?puzzle=5.slide.7");
  await tab.waitForSelector("#puzzle-again");
  await look("a puzzle", "#puzzle-state", "#next-puzzle", "#controls");
  await person.open("#44-ssss/13.12.18?tab=position");
  await tab.click("#edit");
  await person.circle(1).click();
  await tab.waitForSelector("#judgement.fault");
  await look("the editor", "#judgement", "#edit-done", '[data-tool="red"]');
}

/**
 * On a desktop the board takes three quarters of the height, if it is wide enough, and stays where
 * it is. The column beside it is never empty.
 */
async function desktop(person, width, height) {
  const { tab } = person;
  const box = () => tab.locator("#board").boundingBox();
  await person.open("#44-ssss/13.12.18.8.14.19.9.17");
  const first = await box();
  const expected = Math.min(0.75 * height, 0.44 * width);
  assert.ok(Math.abs(first.height - expected) < 6, `a board of ${first.height} pixels`);
  await insideWindow(tab, ["#board", "#controls", "#side", "#tabs"], "desktop");
  for (const [hash, awaited] of [
    ["#44-ssss/13.12.18.8?red=2&analysis=off"],
    ["#44-pppp/13.12.18.8"],
    ["#44-ssss/1.9.2.10.3.14.4?red=2", "#end-card"],
    ["#44-ssss/1.9.2.10.3.14.4?red=2&analysis=off", "#end-card"],
    ["#44-ssss/1.9.2.10.3.14.4"],
    [`${SLIDES}?analysis=off`],
    ["#44-ssss/?puzzle=5.slide.7", "#next-puzzle"],
  ]) {
    await person.open(hash);
    if (awaited) await tab.waitForSelector(awaited);
    assert.deepEqual(await box(), first, `${hash}: the board does not jump`);
    await insideWindow(tab, ["#board", "#controls"], hash);
    const isFilled = await tab.evaluate(([x, y]) =>
      Boolean(document.elementFromPoint(x, y).closest(".talk, #side, .panels")),
    [first.x + first.width + 80, first.y]);
    assert.ok(isFilled, `${hash}: an empty column`);
  }
  await person.open("#44-ssss/1.9.2.10.3.14");
  const tabs = await tab.locator("#tabs").boundingBox();
  await person.play(4);
  assert.deepEqual(await tab.locator("#tabs").boundingBox(), tabs, "all stays in place");
}

/** The faults in the texts of a page: values that are cut, or touch their moves. */
function wrongTexts() {
  const all = (select) => [...document.querySelectorAll(select)];
  const list = document.querySelector("#moves").getBoundingClientRect();
  const cut = all(".sign, #moves small").filter((sign) => sign.scrollWidth > sign.clientWidth
    || (list.width > 0 && sign.closest("#moves") && sign.getBoundingClientRect().right > list.right));
  const touching = all("#moves .lines button").filter((line) => {
    const range = document.createRange();
    range.selectNodeContents(line.firstChild);
    const sign = line.querySelector(".sign") ?? line.closest("li").querySelector(".kept");
    const gap = sign.getBoundingClientRect().left - range.getBoundingClientRect().right;
    return sign.checkVisibility() && gap < 4;
  });
  return [...cut, ...touching].map(({ textContent }) => textContent);
}

/** In the pictures of what wins, pieces stand out from the wood and from empty circles. */
async function clearShapes({ tab }, where) {
  const [piece, empty, wood] = await tab.evaluate(() => {
    const shape = document.querySelector(".shape");
    const fill = (part) => getComputedStyle(shape.querySelector(part)).fill;
    return [fill(".on"), fill(".off"), getComputedStyle(shape).backgroundColor];
  });
  for (const [other, least] of [[wood, 3], [empty, 2]]) {
    const contrast = contrastOf(piece, other);
    assert.ok(contrast >= least, `${where}: contrast ${contrast.toFixed(1)} of ${other}`);
  }
}

/** The number of things to touch, and those that are lower or narrower than a finger. */
function smallTargets() {
  const nodes = document.querySelectorAll("#board [data-circle], button, select, summary");
  const targets = [...nodes].filter((node) =>
    node.checkVisibility({ contentVisibilityAuto: true }) && node.id !== "skip");
  function isSmall(node) {
    const { width, height } = node.getBoundingClientRect();
    return height < 43.5 || (node.closest("#tabs") && width < 43.5);
  }
  return [targets.length, targets.filter(isSmall).map((node) => node.outerHTML.slice(0, 80))];
}

/** On an upright tablet the board is as wide as the window, and the buttons are in one row. */
async function tablet(person) {
  const { tab } = person;
  await person.open("#44-ssss/13.12?red=2&analysis=off");
  const { width } = await tab.locator("#board").boundingBox();
  assert.ok(width >= 700, `a board of ${width} pixels`);
  await insideWindow(tab, ["#board", "#value", "#controls", "#menu", ".plies"], "a tablet");
  const rows = await tab.evaluate(() => [...document.querySelectorAll("#controls button")]
    .map((button) => button.getBoundingClientRect().top));
  assert.equal(new Set(rows).size, 1, "one row of buttons");
  await person.open("#44-ssss/?tab=rules");
  const isCovered = await tab.evaluate(() => {
    const rules = document.querySelector("#own-rules summary");
    rules.scrollIntoView();
    const { left, top } = rules.getBoundingClientRect();
    return !document.elementFromPoint(left + 9, top + 9).closest("#panel");
  });
  assert.ok(!isCovered, "the board does not cover what is scrolled to");
}

export async function looks(browser, address, name, screenshots) {
  for (const [width, height] of SIZES) {
    for (const colorScheme of ["light", "dark"]) {
      const context = await browser.newContext({
        viewport: { width, height }, colorScheme, hasTouch: width === 360, reducedMotion: "reduce",
      });
      const person = new Person(await context.newPage(), address);
      if (colorScheme === "light" && width === 360) await phone(person);
      if (colorScheme === "light" && width === 768) await tablet(person);
      if (colorScheme === "light" && width >= 1280) await desktop(person, width, height);
      await person.open("#58-ssss/13.12.18.8.14.19.9.17");
      for (const tab of TABS) {
        await person.click(`#tab-${tab}`);
        const where = `${width} pixels, ${colorScheme}, ${tab}`;
        await noOverflow(person.tab, where);
        const [contrast, text] = await leastContrast(person.tab, TEXTS);
        assert.ok(contrast >= 4.5, `${where}: contrast ${contrast.toFixed(1)} of "${text}"`);
        assert.deepEqual(await person.tab.evaluate(wrongTexts), [], where);
        if (tab === "rules") await clearShapes(person, where);
        if (width > 360) continue;
        const [count, small] = await person.tab.evaluate(smallTargets);
        assert.ok(count > 25, `${where}: ${count} targets`);
        assert.deepEqual(small, [], `${where}: targets of 44 pixels`);
      }
      await context.close();
    }
  }
  for (const [picture, hash, size, colorScheme, click] of PICTURES) {
    const [width, height] = SIZES[size];
    const context = await browser.newContext({ viewport: { width, height }, colorScheme });
    const person = new Person(await context.newPage(), address);
    await person.open(hash);
    if (click) await person.tab.click(click);
    await person.tab.waitForTimeout(400);
    await person.tab.screenshot({ path: join(screenshots, `${name}-${picture}.png`) });
    await context.close();
  }
}
