// The appearance at every width, in light and in dark: nothing overflows, and everything is
// readable and large enough to touch. On a phone what a game needs is visible without scrolling.
// Leaves screenshots for people to look at.

import assert from "node:assert/strict";
import { join } from "node:path";

import { leastContrast, noOverflow } from "./common.mjs";
import { Person } from "./person.mjs";

const SIZES = [[360, 740], [768, 1024], [1280, 800], [1920, 1080]];
const TABS = ["game", "rules", "position", "puzzles", "help"];
const TEXTS = "p, td, th, .sign, button:not(:disabled), label > span, li, h1, h2, h3, figcaption";

/** The screenshots: the name, the address, the size, the colours, and what to do before. */
const PICTURES = [
  ["start-phone", "", 0, "light"],
  ["start-desktop", "", 2, "dark"],
  ["drops-desktop", "#58-ssss/13.12.18.8", 2, "light"],
  ["slides-wide", "#44-ssss/=b:7,9,12,14 r:10,13,17,19 b", 3, "light"],
  ["slides-phone-dark", "#44-ssss/=b:7,9,12,14 r:10,13,17,19 b", 0, "dark"],
  ["held-phone", "#44-ssss/=b:7,9,12,14 r:10,13,17,19 b", 0, "light", '[data-circle="14"]'],
  ["won-phone", "#44-ssss/1.9.2.10.3.14.4?red=2&analysis=off", 0, "light"],
  ["gallery-desktop", "#44-ssss/?tab=rules", 2, "light"],
  ["puzzle-phone", "#44-ssss/?puzzle=5.slide.7", 0, "light"],
  ["editor-phone", "#44-ssss/13.12.18?tab=position", 0, "light", "#edit"],
  ["compare-wide", "#44-ssss/13.12?tab=rules&compare=58-ssss", 3, "dark"],
];

/** Fails if one of the elements is not inside the window. */
export async function insideWindow(tab, selectors, where) {
  const outside = await tab.evaluate((all) => {
    const boxes = all.map((select) => [select, document.querySelector(select)]);
    return boxes.flatMap(([select, node]) => {
      const box = node?.getBoundingClientRect();
      if (!box || box.height === 0) return [`${select} is missing`];
      const isInside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth
        && box.bottom <= innerHeight;
      return isInside ? [] : [`${select} ends at ${box.right}, ${box.bottom}`];
    });
  }, selectors);
  assert.deepEqual(outside, [], where);
}

/** What a game on a phone needs is visible at once, whatever the board is used for. */
async function phone(person) {
  const always = ["header", "#value", "#task", "#board"];
  const look = async (where, ...more) => {
    await person.tab.evaluate(() => scrollTo(0, 0));
    await insideWindow(person.tab, [...always, ...more], where);
  };
  await person.open("#44-ssss/13.12?red=2&analysis=off");
  await look("a game", "#above", "#below", "#controls", "#menu");
  assert.ok(!(await person.tab.isVisible("#side")), "no list while values are off");
  await person.open("#58-ssss/13.12.18.8.14.19.9.17");
  await look("values", "#controls", "#moves-title", "#tabs");
  assert.ok(!(await person.tab.isVisible("#moves")), "the list of moves is collapsed");
  assert.ok(!(await person.tab.isVisible("#variant code")), "the name of the rules is enough");
  assert.equal(await person.tab.locator("[data-player]:visible").count(), 0, "players, collapsed");
  await person.click("#players summary");
  assert.equal(await person.tab.locator("[data-player]:visible").count(), 2);
  await person.circle(13).tap();
  await person.ready();
  await person.circle(7).tap();
  await person.ready();
  assert.match(await person.hash(), /13-7$/, "by touch");
  await person.open("#44-ssss/?puzzle=5.slide.7");
  await person.tab.waitForSelector("#puzzle-again");
  await look("a puzzle", "#puzzle-state", "#next-puzzle", "#controls");
  await person.open("#44-ssss/13.12.18?tab=position");
  await person.tab.click("#edit");
  await person.circle(1).click();
  await person.tab.waitForSelector("#judgement.fault");
  await look("the editor", "#judgement", "#edit-done", '[data-tool="red"]');
}

/**
 * On a desktop the board takes three quarters of the height, if it is wide enough, and stays where
 * it is. The column beside it is never empty.
 */
async function desktop(person, width, height) {
  const box = () => person.tab.locator("#board").boundingBox();
  await person.open("#44-ssss/13.12.18.8.14.19.9.17");
  const first = await box();
  const expected = Math.min(0.75 * height, 0.44 * width);
  assert.ok(Math.abs(first.height - expected) < 6, `a board of ${first.height} pixels`);
  await insideWindow(person.tab, ["#board", "#controls", "#side", "#tabs"], "desktop");
  for (const hash of [
    "#44-ssss/13.12.18.8?red=2&analysis=off",
    "#44-pppp/13.12.18.8",
    "#44-ssss/1.9.2.10.3.14.4?red=2",
    "#44-ssss/1.9.2.10.3.14.4?red=2&analysis=off",
    "#44-ssss/1.9.2.10.3.14.4",
    "#44-ssss/=b:7,9,12,14 r:10,13,17,19 b?analysis=off",
    "#44-ssss/?puzzle=5.slide.7",
  ]) {
    await person.open(hash);
    if (hash.includes("4?red")) await person.tab.waitForSelector("#end-card");
    if (hash.includes("puzzle")) await person.tab.waitForSelector("#next-puzzle");
    assert.deepEqual(await box(), first, `${hash}: the board does not jump`);
    await insideWindow(person.tab, ["#board", "#controls"], hash);
    const isFilled = await person.tab.evaluate(([x, y]) => {
      const found = document.elementFromPoint(x, y);
      return Boolean(found.closest(".talk, #side, .panels"));
    }, [first.x + first.width + 80, first.y]);
    assert.ok(isFilled, `${hash}: an empty column`);
  }
}

export async function looks(browser, address, name, screenshots) {
  for (const [width, height] of SIZES) {
    for (const colorScheme of ["light", "dark"]) {
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme,
        hasTouch: width === 360,
        reducedMotion: "reduce",
      });
      const person = new Person(await context.newPage(), address);
      if (colorScheme === "light" && width === 360) await phone(person);
      if (colorScheme === "light" && width >= 1280) await desktop(person, width, height);
      await person.open("#58-ssss/13.12.18.8.14.19.9.17");
      for (const tab of TABS) {
        await person.click(`#tab-${tab}`);
        const where = `${width} pixels, ${colorScheme}, ${tab}`;
        await noOverflow(person.tab, where);
        const [contrast, text] = await person.tab.evaluate(leastContrast, TEXTS);
        assert.ok(contrast >= 4.5, `${where}: contrast ${contrast.toFixed(1)} of "${text}"`);
        const cut = await person.tab.evaluate(() =>
          [...document.querySelectorAll(".sign")].flatMap((sign) =>
            sign.scrollWidth > sign.clientWidth ? sign.textContent : []));
        assert.deepEqual(cut, [], `${where}: values that are cut`);
        const near = await person.tab.evaluate(() =>
          [...document.querySelectorAll("#moves .lines button")].flatMap((line) => {
            const range = document.createRange();
            range.selectNodeContents(line.firstChild);
            const [text, sign] = [range, line.querySelector(".sign, .kept")];
            const gap = sign.getBoundingClientRect().left - text.getBoundingClientRect().right;
            return sign.checkVisibility() && gap < 4 ? line.textContent : [];
          }));
        assert.deepEqual(near, [], `${where}: values that touch their moves`);
        if (width > 360) continue;
        const [count, small] = await person.tab.evaluate(() => {
          const nodes = document.querySelectorAll("#board [data-circle], button, select, summary");
          const targets = [...nodes].filter(
            (node) =>
              node.checkVisibility({ contentVisibilityAuto: true }) && node.id !== "skip",
          );
          const low = targets.filter((node) => node.getBoundingClientRect().height < 43.5);
          return [targets.length, low.map((node) => node.outerHTML.slice(0, 80))];
        });
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
