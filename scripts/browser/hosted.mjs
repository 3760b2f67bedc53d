// Visits to the page as sites have it: on a slow line, under a content security policy, in a frame,
// on screens of other shapes, in forced colours, with large text, from right to left.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";

import { noOverflow } from "./common.mjs";
import { insideWindow } from "./looks.mjs";
import { Person } from "./person.mjs";

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
  if (!person.address.startsWith("file:")) return;
  let arrive = null;
  const rest = new Promise((resolve) => (arrive = resolve));
  await person.with({ viewport: { width: 360, height: 740 } }, async ({ tab }) => {
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
  });
}

/** A site may forbid code from text, and the solver runs. */
export async function policy(person) {
  if (!person.address.startsWith("file:")) return;
  await site(person.address, (address) => person.with({}, async ({ tab }) => {
    const faults = [];
    tab.on("console", (message) => message.type() === "error" && faults.push(message.text()));
    const visitor = new Person(tab, address);
    await visitor.open("#44-ssss/13.12");
    assert.equal((await visitor.value()).outcome, "draw");
    assert.deepEqual(faults.filter((fault) => !/favicon/.test(fault)), []);
  }));
}

/** In a sandbox, which has no store and no service workers, there is no error. */
export async function sandboxed(person) {
  const isFile = person.address.startsWith("file:");
  const act = (address) => person.with({ serviceWorkers: "allow" }, async ({ tab }) => {
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
    if (isFile) {
      await visitor.play(12);
      assert.equal((await visitor.value()).outcome, "draw");
    }
    await visitor.press("n");
    await tab.click("#start-play");
    await tab.waitForSelector("#start", { state: "hidden" });
    assert.deepEqual(faults, []);
  });
  return isFile ? site(person.address, act) : act(person.address);
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
    assert.equal(await visitor.hash(), "#58-ssss/13.12.18.8.19");
    await visitor.open("#nonsense/");
    assert.ok(await tab.isVisible("#task .fault"), "what is wrong is said");
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

/** The page of a service can be installed, and without a connection it plays on. */
export async function offline(person) {
  if (person.address.startsWith("file:")) {
    await person.open("#44-ssss/13");
    assert.equal(await person.tab.locator("link[rel=manifest]").count(), 0);
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
        const image = new Image();
        image.src = address;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      assert.equal(found, sizes, src);
    }
    await tab.waitForFunction(() => navigator.serviceWorker.controller);
    await tab.reload();
    await visitor.ready();
    await visitor.play(12);
    await tab.context().route("**", (route) => route.abort());
    await tab.reload();
    await visitor.ready();
    assert.equal(await visitor.hash(), "#44-ssss/13.12");
    assert.equal((await visitor.value()).outcome, "draw");
    // What it does not know it computes.
    await visitor.play(18);
    assert.equal(await visitor.hash(), "#44-ssss/13.12.18");
    assert.equal((await visitor.value()).outcome, "draw");
    await visitor.press("n");
    await visitor.start("Red", "Easy");
    assert.match(await visitor.hash(), /^#44-ssss\/\d+\?/, "the program plays");
    await visitor.open("#58-ssss/13");
    assert.equal((await visitor.value()).outcome, "loss", "under other rules, too");
    await tab.context().unroute("**");
  });
}

/** In forced colours the side to move, the switch, what is chosen and the tab can be seen. */
export async function forcedColours(person) {
  await person.tab.emulateMedia({ forcedColors: "active" });
  const ground = (selector, pseudo) => person.tab.evaluate(
    ([select, part]) => getComputedStyle(document.querySelector(select), part).backgroundColor,
    [selector, pseudo],
  );
  await person.open("#44-ssss/13?analysis=off");
  const marks = () => person.tab.locator(".player.on").getAttribute("data-bar");
  const [red, off] = [await marks(), await ground(".knob")];
  await person.open("#44-ssss/13.12");
  const [black, on] = [await marks(), await ground(".knob")];
  assert.notEqual(red, black, "the side to move");
  assert.notEqual(on, off, "the switch");
  const lines = await person.tab.evaluate(() => ["true", "false"].map((selected) => {
    const tab = document.querySelector(`#tabs [aria-selected=${selected}]`);
    return getComputedStyle(tab).borderBottomColor;
  }));
  assert.notEqual(lines[0], lines[1], "the tab");
  await person.tab.click("#new-game");
  assert.notEqual(
    await ground(".segments :checked + span"),
    await ground(".segments input:not(:checked) + span"),
    "what is chosen",
  );
}

/** Text of twice the size is not cut, and a page from right to left does not overflow. */
export async function otherText(person) {
  const { tab } = person;
  for (const [width, height] of [[360, 740], [1280, 800]]) {
    await tab.setViewportSize({ width, height });
    for (const hash of ["#44-ssss/13.12.18.8.14.19.9.17", "#58-ssss+points/13"]) {
      await person.open(hash);
      await tab.evaluate(() => (document.documentElement.style.fontSize = "200%"));
      const [cut, wide] = await tab.evaluate(() => {
        const { scrollHeight, clientHeight, scrollWidth, clientWidth } =
          document.querySelector("#value");
        return [scrollHeight - clientHeight, scrollWidth - clientWidth];
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
    const turned = await tab.evaluate(() => {
      const first = (text, place) => {
        const range = document.createRange();
        range.setStart(text, place);
        range.setEnd(text, place + 1);
        return range.getBoundingClientRect().left;
      };
      const texts = [...document.querySelectorAll(".sign, .plies button, #moves .lines span")]
        .map((node) => node.firstChild).filter(({ length }) => length > 1);
      return [texts.length, texts.flatMap((text) =>
        first(text, 0) > first(text, text.length - 1) ? text.data : [])];
    });
    assert.ok(turned[0] > 20, `${turned[0]} texts`);
    assert.deepEqual(turned[1], [], `${width}: read from right to left`);
    await tab.evaluate(() => document.documentElement.removeAttribute("dir"));
  }
}
