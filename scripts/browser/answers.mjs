// Visits to the explorer that show what it is asked for: rules, positions, comparisons, and links
// of all kinds.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { noOverflow } from "./common.mjs";
import { insideWindow } from "./looks.mjs";
import { ask, holdAgainst } from "./person.mjs";

/** Rules by what they mean, by name, and drawn. */
export async function rules(person) {
  await person.open("#44-ssss/?tab=rules");
  await person.tab.click("#own-rules summary");
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
  await person.click("#start-over");
  await person.click('.gallery [data-variant="58-ssss"]');
  assert.match(await person.text("#variant"), /Advanced Teeko/);
  // On a phone the gallery is far below the board, which a choice brings into view.
  await person.with({ viewport: { width: 360, height: 740 }, hasTouch: true }, async (phone) => {
    await phone.open("#44-ssss/?tab=rules");
    const card = phone.tab.locator('.gallery [data-variant="37e-ssss"]');
    await card.scrollIntoViewIfNeeded();
    assert.ok(await phone.tab.evaluate(() => scrollY) > 0);
    await card.tap();
    await phone.tab.waitForFunction(() => location.hash.startsWith("#37e-ssss/"));
    await phone.ready();
    assert.equal(await phone.tab.evaluate(() => scrollY), 0);
  });
  // The game is explained in the words of the program.
  const paragraphs = await person.tab.locator("#explanation p").allTextContents();
  const { called, explanation } = ask("variants", "advanced");
  assert.deepEqual(paragraphs, [called, ...explanation]);
  // What the gallery says is what the program says.
  const once = person.address.startsWith("file:");
  const cards = await person.tab.evaluate(() =>
    [...document.querySelectorAll(".gallery [data-variant]")].map((card) => [
      card.dataset.variant,
      card.querySelector("i").textContent,
    ]),
  );
  assert.ok(cards.length > 10, `${cards.length} cards`);
  for (const [variant, said] of once ? cards : []) {
    const { outcome, dtw, score } = ask("query", "-v", variant, "--brief", "--moves", "");
    const can = score ? `forces ${score} points` : `wins in ${Math.ceil(dtw / 2)} moves`;
    assert.equal(said, outcome === "draw" ? "A draw." : `Black ${can}.`, variant);
  }
  // Its pictures show every shape of the goals, as the solver lists them.
  for (const variant of once ? ["44-ssss", "58-ssss", "37e-ssss", "64-ssss", "28-ssss"] : []) {
    await person.tab.goto(`${person.address}#${variant}/?tab=rules`);
    await person.tab.waitForSelector(`.gallery [data-variant="${variant}"][aria-current]`);
    await person.ready();
    const [listed, shown] = await person.tab.evaluate(() =>
      ["section.shapes", ".gallery [aria-current] .shapes"].map((place) =>
        [...document.querySelectorAll(`${place} svg`)].map((shape) => shape.innerHTML),
      ),
    );
    assert.ok(listed.length > 0, variant);
    assert.deepEqual(shown, listed, variant);
  }
  // The board stays where it is.
  await person.tab.mouse.move(900, 500);
  await person.tab.mouse.wheel(0, 900);
  await person.tab.waitForFunction(() => scrollY > 300);
  await insideWindow(person.tab, ["#board"], "the gallery");
  // Who explores keeps the position, if it is possible under the other rules.
  await person.open("#58-ssss/13.12?tab=rules");
  await person.click('.gallery [data-variant="44-ssss"]');
  assert.equal(await person.hash(), "#44-ssss/13.12?tab=rules");
  await person.click('.gallery [data-variant="44-ssss+4x4"]');
  assert.equal(await person.hash(), "#44-ssss+4x4/?tab=rules");
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
  assert.equal(await person.tab.locator(".own-goals li").count(), 1, "one shape");
  await person.tab.click('[data-delete-goal="1"]');
  assert.equal(await person.tab.locator(".own-goals li").count(), 0);
}

/** Setting up: by hand, by text, turned and mirrored; what is impossible is said. */
export async function positions(person) {
  const { tab } = person;
  const put = async (side, ...circles) => {
    await tab.click(`[data-tool="${side}"]`);
    for (const circle of circles) await person.circle(circle).click();
  };
  const setUp = async (text) => {
    await tab.fill("#position-text", text);
    await person.click("#apply-position");
    return (await person.hash()).replace(/[?&]tab=position/, "");
  };
  await person.open("#44-ssss/?tab=position");
  await tab.click("#edit");
  await put("black", 1, 2, 6, 7);
  await tab.waitForSelector("#judgement.fault");
  assert.ok(await tab.isDisabled("#edit-done"), "what is wrong stays in the editor");
  await put("black", 1, 2, 6, 9, 12, 14);
  await put("red", 10, 13, 17, 19);
  await tab.waitForSelector("#judgement.sound");
  await person.click("#edit-done");
  const scarne = "b:7,9,12,14 r:10,13,17,19 b";
  assert.equal(await person.hash(), `#44-ssss/=${scarne}?tab=position`);
  for (const text of [scarne, "5/1b1br/1brb1/1r1r1/5 b", "slot:8:123456 r", "b:c3 r:d4 b"]) {
    await setUp(text);
    await holdAgainst(person, ask("query", text), text);
  }
  await setUp("1. c3 b3 2. c2 13-14");
  assert.match(await person.text("#position-fault"), /ply 4/);
  assert.equal(await setUp("c3 b3, c2 c4"), "#44-ssss/13.12.18.8");
  await person.click("text=Swap colours");
  assert.match(await person.hash(), /=b:8,12 r:13,18 r/);
  // A copied game carries its rules and its start to where it is pasted.
  for (const [address, heading] of [
    ["58-ssss/13.12.18", "# variant: 58-ssss\n"],
    ["44-ssss/=b:13 r:12 b?moves=18.8", "# variant: 44-ssss\n# from: b:13 r:12 b\n"],
    ["own-ssss+4x4/6.11?goals=1.2.3.4_1.3.9.11~6", "# variant: @own-ssss+4x4\n"
      + "# goals = [[1, 2, 3, 4], { circles = [1, 3, 9, 11], empty = [6] }]\n"],
  ]) {
    await person.open(`#${address}${address.includes("?") ? "&" : "?"}tab=position`);
    const record = await tab.inputValue("#game-record");
    assert.ok(record.startsWith(heading), record);
    await person.open("#37e-ssss/?tab=position");
    assert.equal(await setUp(record), `#${address}`);
  }
}

/** The same position under other rules, and the moves whose values differ. */
export async function compare(person) {
  await person.open("#44-ssss/13.12?tab=rules&compare=58-ssss");
  await person.tab.waitForSelector('[data-compared="58-ssss"][data-outcome]');
  const [here, there] = ["44-ssss", "58-ssss"].map((variant) =>
    ask("query", "-v", variant, "--moves", "13 12"));
  const data = (name) => person.tab.evaluate((key) =>
    [...document.querySelectorAll(`[data-${key}]`)].map(({ dataset }) => dataset[key]), name);
  for (const { variant, outcome } of [here, there]) {
    const shown = person.tab.locator(`[data-compared="${variant}"]`);
    assert.equal(await shown.getAttribute("data-outcome"), outcome);
  }
  const expected = here.moves.filter((entry) => {
    const other = there.moves.find(({ move }) => move === entry.move);
    return other.outcome !== entry.outcome || other.dtw !== entry.dtw;
  });
  assert.ok(expected.length > 0, "a move that the other rules value differently");
  assert.deepEqual(await data("changed"), expected.map(({ move }) => move));
}

/** Values for one side, the picture, Scarne's plays, claims, and addresses that are none. */
export async function sundries(person) {
  const { tab } = person;
  await person.open("#58-ssss/?analysis=black");
  assert.equal((await person.value()).outcome, "win");
  await person.play(13);
  assert.equal((await person.value()).outcome, undefined);
  assert.equal(await tab.locator("#board [data-outcome]").count(), 0);
  await person.click('#panel [data-key="claims summary"]');
  assert.match(await tab.innerText("#claims"), /True: .*winning plays.*25,606,338/);
  await person.click('#panel [data-key="plays summary"]');
  assert.match(await tab.innerText(".plays li:nth-child(16)"), /misprint/);
  await person.click(".plays li:nth-child(1) button");
  if ((await tab.getAttribute("#values", "data-analysis")) !== "on") {
    await person.click("#values");
    await person.click("#values");
  }
  await holdAgainst(person, ask("query", "b:7,9,12,14 r:10,13,17,19 b"), "Scarne's first play");
  await person.click("#tab-position");
  const [download] = await Promise.all([tab.waitForEvent("download"), tab.click("#save-picture")]);
  const picture = readFileSync(await download.path(), "utf8");
  assert.match(picture, /^<svg.* xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.doesNotMatch(picture, /class=/);
  for (const [hash, reason] of [
    ["#44-ssss/13.13", /ply 2/],
    ["#nonsense/13", /expected GOALS-PLAN/],
    ["#44-ssss/?red=9", /up to 5/],
    ["#44-ssss/%", /percent/],
    ["#44-ssss/?x=1", /expected goals/],
    ["#44-ssss+99x9/", /board/],
    ["#44-ssss+8x8/", /board is too large to be solved here; choose a smaller one/],
  ]) {
    await person.open(hash);
    assert.match(await person.text("#task"), reason, hash);
    await person.click("#start-over");
    assert.equal((await person.value()).outcome, "draw", `${hash}: start over`);
  }
}

/** Positions that are wrong can be put right, and a service that does not answer asked again. */
export async function faults(person) {
  const { tab } = person;
  await person.open("#58-ssss/=b:1,2,6,7 r:12,13,14,15 b");
  assert.match(await person.text("#task"), /both sides have a goal/);
  await tab.click("#edit-this");
  await tab.waitForSelector("#judgement.fault");
  for (const [tool, circle] of [["", 15], ["red", 25], ["", 7], ["black", 8]]) {
    await tab.click(`[data-tool="${tool}"]`);
    await person.circle(circle).click();
  }
  await tab.waitForSelector("#judgement.sound");
  await person.click("#edit-done");
  assert.equal(await person.hash(), "#58-ssss/=b:1,2,6,8 r:12,13,14,25 b?tab=position");
  await person.open("#58-ssss/13.13");
  await person.click("#start-over");
  assert.equal(await person.hash(), "#58-ssss/", "starting over keeps the rules");
  await person.open(`#${"x".repeat(300)}/13`);
  await noOverflow(tab, "a long name");
  if (person.address.startsWith("file:")) return;
  await person.open("#44-ssss/13");
  await tab.route("**/v1/**", (route) => route.abort());
  await person.circle(12).click();
  await tab.waitForSelector("#retry");
  assert.equal(await person.text("#value"), "Connection lost");
  assert.match(await person.text("#task"), /Your game is kept: the service does not answer/);
  await tab.unroute("**/v1/**");
  await person.click("#retry");
  assert.equal(await person.hash(), "#44-ssss/13.12");
  assert.equal((await person.value()).outcome, "draw");
}

/** While the solver works there is a bar, and moves are possible. Cancel and other rules end it. */
export async function solving(person) {
  const { tab } = person;
  const begin = (hash) => tab.goto(person.address + hash);
  await person.open("#44-ssss/?tab=rules");
  await begin("#44-ssss+6x6/15?tab=rules");
  await tab.waitForSelector("#solving progress[value]");
  const said = await person.text("#solving span");
  assert.match(said, /^Solving 44-ssss\+6x6, about \d+ seconds? more/);
  assert.match(await person.text("#panel"), /6x6/, "the panel is about the same rules");
  await person.circle(16).click();
  assert.equal(await person.hash(), "#44-ssss+6x6/15.16?tab=rules");
  assert.equal((await person.value()).outcome, undefined, "values follow");
  await tab.click("#cancel");
  await tab.waitForSelector("#retry");
  assert.match(await person.text("#task"), /cancelled/);
  // No other visit asks for these rules, which a service would keep.
  await begin("#58-ssps+pips/");
  await tab.waitForSelector("#solving progress[value]");
  assert.match(await person.text("#solving span"), /^Solving 58-ssps\+pips/);
  await person.open("#44-ssss/");
  assert.equal((await person.value()).outcome, "draw", "other rules do not wait");
  assert.equal(await tab.locator("#solving").count(), 0);
}
