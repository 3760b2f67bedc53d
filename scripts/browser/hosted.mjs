// Visits to the page as sites have it: on a slow line, under a content security policy, in a frame,
// in two tabs, on screens of other shapes, in forced colours, with large text, from right to left.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

import { noOverflow } from "./common.mjs";
import { insideWindow } from "./looks.mjs";
import { PHONE, Person } from "./person.mjs";

/** What a careful site allows: no code from text but the page's own, and no other place. */
const POLICY = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; "
  + "style-src 'unsafe-inline'; img-src data:; worker-src blob:";
const FIRST = 32_000;

/** Serves the file as a site does: its first bytes at once, the others when `rest` resolves. */
async function site(file, act, rest = Promise.resolve()) {
  const page = readFileSync(fileURLToPath(file));
  const server = createServer(async (_, answer) => {
    answer.writeHead(200, { "content-type": "text/html", "content-security-policy": POLICY });
    answer.write(page.subarray(0, FIRST));
    await rest;
    answer.end(page.subarray(FIRST));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await act(`http://127.0.0.1:${server.address().port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** On a slow line the first kilobytes show the board, and nothing jumps when the others arrive. */
export async function slowLine(person) {
  if (!person.isFile) return;
  let arrive = null;
  const rest = new Promise((resolve) => (arrive = resolve));
  await person.with({ viewport: PHONE.viewport }, async ({ tab }) => {
    const faults = [];
    tab.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    await tab.addInitScript(() => {
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) window.shift += value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await site(person.address, async (address) => {
      const opened = tab.goto(`${address}#44-ssss/13.12`);
      await tab.waitForSelector("#board .frame");
      assert.match(await tab.textContent("#value"), /^Loading/);
      await tab.waitForTimeout(300);
      const before = await tab.locator("#board").boundingBox();
      assert.equal(before.width, before.height);
      arrive();
      await opened;
      await new Person(tab, address).ready();
      assert.match(await tab.textContent("#value"), /draw/);
      assert.deepEqual(await tab.locator("#board").boundingBox(), before);
      const shift = await tab.evaluate(() => window.shift);
      assert.ok(shift < 0.1, `a layout shift of ${shift}`);
    }, rest);
    assert.deepEqual(faults.filter((fault) => !/favicon/.test(fault)), [], "the policy is kept");
  });
}

/** In a sandbox, which has no store and no service workers, there is no error. */
export async function sandboxed(person) {
  function act(address) {
    return person.with({ serviceWorkers: "allow" }, async ({ tab }) => {
      const faults = [];
      tab.on("pageerror", (error) => faults.push(error.message));
      await tab.route(address, async (route) => {
        const answer = await route.fetch();
        const headers = { ...answer.headers(), "content-security-policy": "sandbox allow-scripts" };
        await route.fulfill({ response: answer, headers });
      });
      const visitor = new Person(tab, address);
      await visitor.open("#44-ssss/13");
      // Browsers keep such a page from a service on this machine.
      if (person.isFile) {
        await visitor.play(12);
        assert.equal((await visitor.value()).outcome, "draw");
      }
      await visitor.press("n");
      await tab.click("#start-play");
      await tab.waitForSelector("#start", { state: "hidden" });
      assert.deepEqual(faults, []);
    });
  }
  return person.isFile ? site(person.address, act) : act(person.address);
}

/** In a frame of another page there are the board and the headline. */
export async function embedded(person) {
  await person.with({ viewport: { width: 300, height: 360 } }, async ({ tab }) => {
    const visitor = new Person(tab, `${person.address}?embed=1`);
    await visitor.open("#58-ssss/13.12.18.8");
    await insideWindow(tab, ["#value", "#board"], "embedded");
    for (const part of ["header", "#task", "#controls", "#tabs", "#panel", "#side"]) {
      assert.ok(!(await tab.isVisible(part)), part);
    }
    await visitor.play(19);
    await visitor.at("#58-ssss/13.12.18.8.19");
    await visitor.press("n", "v", "u");
    await visitor.at("#58-ssss/13.12.18.8.19", "letters are for the page around it");
    assert.ok(!(await tab.isVisible("#start")));
    await visitor.open("#nonsense/");
    assert.ok(await tab.isVisible("#task .fault"), "the error is shown");
    await visitor.open("");
    assert.ok(!(await tab.isVisible("#start")), "the dialogue stays closed");
  });
}

/** On a low screen the whole board is visible with what a game needs, and so is Play. */
export async function lowScreens(person) {
  const game = ["#board", "#value", "#task", "#controls"];
  for (const [width, height] of [[667, 375], [568, 320], [844, 390], [640, 400], [960, 540]]) {
    const where = `${width} x ${height}`;
    await person.with({ viewport: { width, height }, hasTouch: true }, async (phone) => {
      await phone.open("");
      await insideWindow(phone.tab, ["#start-play", "#start-title", "#start-explore"], where);
      await phone.start("Black", "Perfect");
      await insideWindow(phone.tab, game, where);
      await phone.open("#44-ssss/13.12.18.8.14.19.9.17");
      await insideWindow(phone.tab, game, where);
      const { height: side } = await phone.tab.locator("#board").boundingBox();
      assert.ok(side > 0.8 * height, `${where}: a board of ${side} pixels`);
      await noOverflow(phone.tab, where);
    });
  }
}

/** A service that does not answer is said to be slow, then lost, and noticed when it is back. */
export async function lost(person) {
  if (person.isFile) return;
  const { tab } = person;
  await person.open("#44-ssss/13");
  await tab.route("**/v1/**", (route) => route.abort());
  await person.circle(12).click();
  await tab.waitForSelector("#retry");
  await person.says("#value", "Connection lost");
  await person.says("#task", /Your game is kept: the service does not answer/);
  await tab.click("#retry");
  await tab.waitForSelector("#retry");
  await tab.unroute("**/v1/**");
  await person.says("#value", "A draw with best play");
  await person.at("#44-ssss/13.12");
  // It can also hang.
  await tab.route("**/v1/**", () => {});
  await person.circle(18).click();
  await person.says("#slow", /^The service has not answered yet/);
  await tab.click("#stop-waiting");
  await person.says("#task", /Your game is kept/);
  await tab.unroute("**/v1/**");
  await person.says("#value", "A draw with best play");
  await person.at("#44-ssss/13.12.18");
}

/** The page of a service can be installed, and without a connection it plays on. */
export async function offline(person) {
  if (person.isFile) {
    await person.open("#44-ssss/13");
    assert.equal(await person.count("link[rel=manifest]"), 0);
    return;
  }
  await person.with({ serviceWorkers: "allow" }, async (visitor) => {
    const { tab } = visitor;
    await visitor.open("#44-ssss/13");
    const file = (name) => tab.request.get(new URL(name, visitor.address).href);
    const name = await tab.getAttribute("link[rel=manifest]", "href");
    const manifest = await (await file(name)).json();
    assert.equal(manifest.display, "standalone");
    for (const { src, type, sizes } of manifest.icons) {
      const icon = await file(src);
      assert.deepEqual([icon.status(), icon.headers()["content-type"]], [200, type], src);
      const found = await tab.evaluate(async (address) => {
        const image = Object.assign(new Image(), { src: address });
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      assert.equal(found, sizes, src);
    }
    await tab.waitForFunction(() => navigator.serviceWorker.controller);
    await visitor.reload();
    await visitor.play(12);
    await tab.context().route("**", (route) => route.abort());
    await visitor.reload();
    await visitor.at("#44-ssss/13.12");
    assert.equal((await visitor.value()).outcome, "draw");
    // What it does not know it computes.
    await visitor.play(18);
    await visitor.at("#44-ssss/13.12.18");
    assert.equal((await visitor.value()).outcome, "draw");
    await visitor.press("n");
    await visitor.start("Red", "Easy");
    await visitor.at(/^#44-ssss\/\d+\?/, "the program plays");
    await visitor.open("#58-ssss/13");
    assert.equal((await visitor.value()).outcome, "loss", "under other rules, too");
    await tab.context().unroute("**");
  });
}

/** Two tabs keep what either of them writes; what the store has in another form is left out. */
export async function store(person) {
  const { tab } = person;
  const other = await tab.context().newPage();
  await other.goto(`${person.address}#44-ssss/?tab=help`);
  await person.open("#44-ssss/?tab=puzzles");
  await tab.evaluate(() => localStorage.setItem("teeko", JSON.stringify({
    solved: ["44-ssss 3.slide.1"], daily: { last: "2026-11-27", days: 4, wrong: [] },
  })));
  await other.click("#sounds");
  const { solved, daily, sounds } = await person.stored();
  assert.deepEqual([solved.length, daily.days, sounds], [1, 4, false]);
  await tab.waitForSelector("#solved-count");
  await other.close();
  const WRONG = {
    solved: null, strength: 99, side: 7, daily: [], results: { "44-ssss 1": null },
    spoiled: {}, plies: "yes", nanoseconds: -1, sounds: false,
  };
  for (const text of [JSON.stringify(WRONG), "null", "[]", "7", "{", '"a"']) {
    await tab.evaluate((whole) => localStorage.setItem("teeko", whole), text);
    for (const name of text[1] === '"' ? ["game", "rules", "help", "puzzles"] : ["puzzles"]) {
      await tab.goto("about:blank");
      await person.open(`#44-ssss/?tab=${name}`);
      assert.ok((await person.text("#panel")).length > 20, `${text}, ${name}`);
      assert.ok(!(await tab.isVisible("#solved-count")) && !(await tab.isVisible("#streak")));
    }
    const heard = await tab.getAttribute("#sounds", "aria-checked");
    assert.equal(heard, String(!text.includes("sounds")));
    await person.press("n");
    await tab.keyboard.press("Enter");
    await person.ready();
    await person.at("#44-ssss/?analysis=off&red=1", text);
  }
}

/** In forced colours the side to move, the switch, what is chosen and the tab can be seen. */
export async function forcedColours(person) {
  const { tab } = person;
  await tab.emulateMedia({ forcedColors: "active" });
  function ground(selector) {
    return tab.evaluate(
      (select) => getComputedStyle(document.querySelector(select)).backgroundColor, selector);
  }
  const seen = [];
  for (const hash of ["#44-ssss/13?analysis=off", "#44-ssss/13.12"]) {
    await person.open(hash);
    seen.push([await tab.getAttribute(".player.on", "data-bar"), await ground(".knob")]);
  }
  assert.notEqual(seen[0][0], seen[1][0], "the side to move");
  assert.notEqual(seen[0][1], seen[1][1], "the switch");
  const lines = await tab.evaluate(() => ["true", "false"].map((selected) =>
    getComputedStyle(document.querySelector(`#tabs [aria-selected=${selected}]`))
      .borderBottomColor));
  assert.notEqual(lines[0], lines[1], "the tab");
  await tab.click("#new-game");
  const [chosen, free] = [":checked + span", "input:not(:checked) + span"];
  assert.notEqual(await ground(`.segments ${chosen}`), await ground(`.segments ${free}`));
}

/** What is read aloud of the bars and of the ladder is what they show. */
export async function barsSaid(person) {
  const { tab } = person;
  await person.openOwn("#44-ssss/1.9.2.10.3.14?analysis=off&red=1");
  for (const bar of ["#above", "#below"]) {
    const said = await tab.locator(bar).ariaSnapshot();
    for (const shown of await person.texts(`${bar} :is(.name, small, .score)`)) {
      assert.ok(said.includes(shown.trim()), `${shown}: ${said}`);
    }
    const left = await person.count(`${bar} .tray i:not(.gone)`);
    assert.match(said, new RegExp(` ${left} pieces? to drop `));
  }
  await person.play(4);
  const said = await tab.locator(".ladder").ariaSnapshot();
  const shown = await tab.evaluate(() =>
    getComputedStyle(document.querySelector(".ladder"), "::before").content);
  assert.equal(shown, '"To beat:"');
  assert.match(said, /list "To beat"/);
  const badges = await person.texts(".ladder li");
  assert.deepEqual(badges, ["Easy ✓", "Medium", "Hard", "Expert", "Perfect"]);
  for (const badge of badges) assert.ok(said.includes(badge), said);
}

/** The headline, the help and the list say what is the case, and what is read aloud agrees. */
export async function saying(person) {
  const { tab } = person;
  // Every button of the list is called by what is written on it.
  await person.open("#44-ssss/13.12.18.8.14.19.9.17");
  const session = await tab.context().newCDPSession(tab);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  const names = nodes.filter(({ role }) => role?.value === "button").map(({ name }) => name.value);
  const seen = await tab.evaluate(() => {
    const all = [...document.querySelectorAll("#moves .lines button")];
    const text = (line) => [...line.querySelectorAll("span:not(.unseen)")]
      .map((span) => span.textContent).join(" ");
    return all.filter((line) => line.checkVisibility()).map(text);
  });
  const lines = names.filter((name) => /wins|draws|loses/.test(name));
  assert.ok(seen.length >= 5);
  for (const text of seen) {
    assert.ok(lines.some((name) => name.startsWith(text)), text);
  }
  // Where there is room, the headline has plies next to moves. A phone has a line for it.
  for (const [width, isShown] of [[360, true], [768, false], [1280, true]]) {
    await tab.setViewportSize({ width, height: 800 });
    await person.open("#58-ssss/13");
    await person.says("#value", "Black wins in 6 moves (12 plies)");
    assert.equal(await tab.isVisible("#value .more"), isShown, `${width} pixels`);
  }
  await person.click("#tab-help");
  for (const said of [/A ply is one drop or slide by one side/,
    /After ●●● the other side has to find one of very few/, /Guy L\. Steele Jr\., 1998/]) {
    await person.says("#panel", said);
  }
  await person.says("#cite", /^The teeko developers, “.* \d+\.\d+\.\d+, 2026\.$/);
  // A repetition is a draw, whatever the value of the position.
  await person.open(`#58-ssss/13.12.18.8.14.19.9.17${
    ".13-7.12-13.7-12.13-7.12-13.7-12".repeat(2)}`);
  await person.says("#value", "Draw by repetition");
  await person.says("#task", /three times: a draw\. Without that rule: /);
}

/** With large text, or on a screen enlarged four times, every strength can be chosen. */
async function largeStart(person) {
  for (const [width, height, size] of [[360, 740, "200%"], [320, 256, ""], [256, 256, ""]]) {
    await person.with({ viewport: { width, height } }, async ({ tab }) => {
      const where = `${width} x ${height}, ${size}`;
      await tab.goto(person.address);
      await tab.waitForSelector("#start-play");
      await tab.evaluate((text) => (document.documentElement.style.fontSize = text), size);
      await noOverflow(tab, where);
      const cut = await tab.evaluate(() => {
        const edge = document.querySelector("#start").getBoundingClientRect().right;
        return [...document.querySelectorAll("#start label, #start button")]
          .filter((part) => part.getBoundingClientRect().right > edge)
          .map(({ textContent }) => textContent);
      });
      assert.deepEqual(cut, [], where);
      await tab.click('#start-strength label:has-text("Perfect")');
      await tab.click("#start-play");
      await tab.waitForFunction(() => location.hash.endsWith("red=5"));
      await noOverflow(tab, where);
    });
  }
}

/** Text of twice the size is not cut, and a page from right to left does not overflow. */
export async function otherText(person) {
  const { tab } = person;
  await largeStart(person);
  for (const [width, height] of [[360, 740], [1280, 800]]) {
    await tab.setViewportSize({ width, height });
    for (const hash of ["#44-ssss/13.12.18.8.14.19.9.17", "#58-ssss+points/13"]) {
      await person.open(hash);
      await tab.evaluate(() => (document.documentElement.style.fontSize = "200%"));
      const [cut, wide] = await tab.evaluate(() => {
        const box = document.querySelector("#value");
        return [box.scrollHeight - box.clientHeight, box.scrollWidth - box.clientWidth];
      });
      assert.ok(cut <= 4 && wide <= 1, `${width}, ${hash}: cut by ${cut}, ${wide}`);
      await noOverflow(tab, `${width}, ${hash}`);
    }
    await person.open("#58-ssss/13.12.18.8.14.19.9.17");
    await tab.evaluate(() => Object.assign(document.documentElement, { dir: "rtl", style: "" }));
    const room = await tab.evaluate(() => {
      scrollTo(-10_000, 0);
      return [scrollX, document.scrollingElement.scrollWidth - innerWidth];
    });
    assert.ok(room[0] === 0 && room[1] <= 0, `${width}, right to left: ${room}`);
    // Numbers and moves read as ever: −3 is not 3−, and 13–7 is not 7–13.
    const [count, turned] = await tab.evaluate(() => {
      function left(text, place) {
        const range = document.createRange();
        range.setStart(text, place);
        range.setEnd(text, place + 1);
        return range.getBoundingClientRect().left;
      }
      const texts = [...document.querySelectorAll(".sign, .plies button, #moves .lines span")]
        .map((node) => node.firstChild).filter(({ length }) => length > 1);
      const isTurned = (text) => left(text, 0) > left(text, text.length - 1);
      return [texts.length, texts.filter(isTurned).map(({ data }) => data)];
    });
    assert.ok(count > 20, `${count} texts`);
    assert.deepEqual(turned, [], `${width}: read from right to left`);
    await tab.evaluate(() => document.documentElement.removeAttribute("dir"));
  }
}
