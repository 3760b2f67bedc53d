// Visits to the explorer that show what it is asked for: rules, positions, pasted games,
// comparisons, and links of all kinds.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import { noOverflow } from "./common.mjs";
import { insideWindow } from "./looks.mjs";
import { PHONE, ask, holdAgainst } from "./person.mjs";

const SCARNE = "b:7,9,12,14 r:10,13,17,19 b";
function card(variant) {
  return `.gallery [data-variant="${variant}"]`;
}

/** Rules by what they mean, by name, from the gallery, and drawn. */
export async function rules(person) {
  const { tab } = person;
  await person.open("#44-ssss/?tab=rules");
  await tab.click("#own-rules summary");
  for (const [id, value] of [["goals", "58"], ["plan", "sppp"], ["size", "4x4"]]) {
    await tab.selectOption(`#${id}`, value);
  }
  assert.equal(await person.text("#variant-code"), "58-sppp+4x4");
  await person.click("#use-rules");
  await holdAgainst(person, ask("query", "-v", "58-sppp+4x4", "--moves", ""), "58-sppp+4x4");
  await tab.fill("#variant-name", "Teeko2");
  await person.press("Enter");
  await person.at("#37e-ssss/");
  await tab.fill("#variant-name", "nonsense");
  await person.press("Enter");
  await person.says("#task", /expected GOALS-PLAN/);
  await person.click("#start-over");
  await person.click(card("58-ssss"));
  await person.says("#variant", /Advanced Teeko/);
  // The game is explained in the words of the program.
  const { called, explanation } = ask("variants", "advanced");
  assert.deepEqual(await person.texts("#explanation p"),
    [called, ...explanation].map((text) => text.replace(/"([^"]*)"/g, "“$1”")));
  // The board stays where it is.
  await tab.mouse.move(900, 500);
  await tab.mouse.wheel(0, 900);
  await tab.waitForFunction(() => scrollY > 300);
  await insideWindow(tab, ["#board"], "the gallery");
  // Who explores keeps the position, if it is possible under the other rules.
  await person.open("#58-ssss/13.12?tab=rules");
  await person.click(card("44-ssss"));
  await person.at("#44-ssss/13.12");
  await person.click(card("44-ssss+no-centre+pips"));
  await person.says("#task", /The position cannot be kept under these rules/);
  await person.at("#44-ssss+no-centre+pips/");
  // On a phone the gallery is far below the board, which a choice brings into view.
  await person.with(PHONE, async (phone) => {
    await phone.open("#44-ssss/?tab=rules");
    await phone.tab.locator(card("37e-ssss")).scrollIntoViewIfNeeded();
    assert.ok(await phone.tab.evaluate(() => scrollY) > 0);
    await phone.tab.locator(card("37e-ssss")).tap();
    await phone.tab.waitForFunction(() => location.hash.startsWith("#37e-ssss/") && scrollY === 0);
  });
  // Goals on the corners of the board and on every line: rules without a name.
  await person.open("#44-ssss+4x4/?tab=rules");
  await tab.selectOption("#goals", "own");
  for (const circle of [1, 2, 3, 4]) await tab.click(`[data-goal-circle="${circle}"]`);
  await tab.click("text=Add this goal");
  await person.click("#use-rules");
  await person.at(/^#own-ssss\+4x4\/\?goals=1\.2\.3\.4_/);
  assert.equal((await person.hash()).split("_").length, 8, "four rows and four columns");
  await person.play(6, 11);
  await person.at(/^#own-ssss\+4x4\/6\.11\?goals=/);
  assert.ok(["win", "draw", "loss"].includes((await person.value()).outcome));
  assert.equal(await person.count(".own-goals li"), 1, "one shape");
  await tab.click('[data-delete-goal="1"]');
  assert.equal(await person.count(".own-goals li"), 0);
}

/** What the gallery says and draws is what the program says. */
export async function gallery(person) {
  if (!person.isFile) return;
  await person.open("#44-ssss/?tab=rules");
  const said = await person.texts(".gallery i");
  const cards = (await person.data(".gallery button")).map(({ variant }) => variant);
  assert.ok(cards.length > 10, `${cards.length} cards`);
  for (const [index, variant] of cards.entries()) {
    const { outcome, dtw, score } = ask("query", "-v", variant, "--brief", "--moves", "");
    const can = score ? `forces ${score} points`
      : `wins in ${Math.ceil(dtw / 2)} moves (${dtw} plies)`;
    const expected = outcome === "draw" ? "A draw with best play." : `Black ${can}.`;
    assert.equal(said[index], expected, variant);
  }
  for (const variant of ["44-ssss", "58-ssss", "37e-ssss", "64-ssss", "28-ssss"]) {
    await person.open(`#${variant}/?tab=rules`);
    const [listed, shown] = await person.tab.evaluate(() =>
      ["section.shapes", ".gallery [aria-current] .shapes"].map((place) =>
        [...document.querySelectorAll(`${place} svg`)].map((shape) => shape.innerHTML)));
    assert.ok(listed.length > 0, variant);
    assert.deepEqual(shown, listed, variant);
  }
}

/** Setting up by hand; impossible positions are reported, and can be corrected. */
export async function editing(person) {
  const { tab } = person;
  async function put(side, ...circles) {
    await tab.click(`[data-tool="${side}"]`);
    for (const circle of circles) await person.circle(circle).click();
  }
  await person.open("#44-ssss/?tab=position");
  await tab.click("#edit");
  await put("black", 1, 2, 6, 7);
  await tab.waitForSelector("#judgement.fault");
  assert.ok(await tab.isDisabled("#edit-done"), "what is wrong stays in the editor");
  await put("black", 1, 2, 6, 9, 12, 14);
  await put("red", 10, 13, 17, 19);
  await tab.waitForSelector("#judgement.sound");
  await person.click("#edit-done");
  await person.at(`#44-ssss/=${SCARNE}`);
  await person.click("text=Swap colours");
  await person.at("#44-ssss/=b:10,13,17,19 r:7,9,12,14 r");
  await person.open("#58-ssss/=b:1,2,6,7 r:12,13,14,15 b");
  await person.says("#task", /both sides have a goal/);
  await tab.click("#edit-this");
  await tab.waitForSelector("#judgement.fault");
  for (const [tool, circle] of [["", 15], ["red", 25], ["", 7], ["black", 8]]) {
    await put(tool, circle);
  }
  await tab.waitForSelector("#judgement.sound");
  await person.click("#edit-done");
  await person.at("#58-ssss/=b:1,2,6,8 r:12,13,14,25 b");
  // Escape leaves the editor without a change.
  await tab.click("#edit");
  await put("", 1);
  await person.press("Escape");
  assert.equal(await person.count("#judgement, #board.editing"), 0);
  await person.at("#58-ssss/=b:1,2,6,8 r:12,13,14,25 b");
  assert.equal(await person.count('[data-circle="1"][data-piece="black"]'), 1);
}

/** A link or Back while a position is set up, or a dialogue is open, ends both. */
export async function leaving(person) {
  const { tab } = person;
  async function edit(circle) {
    await person.click("#tab-position");
    await tab.click("#edit");
    await person.circle(circle).click();
  }
  async function isLeft() {
    assert.equal(await person.count("#judgement, #board.editing"), 0);
    assert.equal((await person.circles()).filter(({ piece }) => piece).length, 2);
  }
  await person.open("#44-ssss/13.12");
  await person.play(18);
  await edit(1);
  await tab.goBack();
  await person.ready();
  await person.at("#44-ssss/13.12");
  await isLeft();
  await person.play(18);
  await person.at(/13\.12\.18/, "the board plays again");
  await tab.click("#new-game");
  await tab.goBack();
  await person.ready();
  assert.ok(!(await tab.isVisible("#start")), "Back closes the dialogue");
  // The keys of a game do nothing while a position is set up.
  await edit(25);
  await person.circle(25).focus();
  for (const key of ["u", "v", "e", "n", "b"]) await tab.keyboard.press(key);
  assert.ok(!(await tab.isVisible("#start")));
  assert.equal(await person.count('[data-circle="25"][data-piece="black"]'), 1);
  await tab.evaluate(() => (location.hash = "#58-ssss/1.2"));
  await person.says("#variant", /Advanced/);
  await person.ready();
  await isLeft();
}

/** The address of what cannot be pasted: that of the page before. */
const EMPTY = "#44-ssss/";

/** Texts that are pasted, what the address becomes, and what the page says. */
const PASTED = [
  [SCARNE, `#44-ssss/=${SCARNE}`],
  ["5/1b1br/1brb1/1r1r1/5 b", `#44-ssss/=${SCARNE}`],
  ["slot:8:123456 r", "#44-ssss/=b:4,9,10,12 r:2,8,11,14 r"],
  ["b:c3 r:d4 b", "#44-ssss/=b:13 r:9 b"],
  ["c3 b3, c2 c4", "#44-ssss/13.12.18.8"],
  ["13; 12; 18; 8", "#44-ssss/13.12.18.8"],
  // Two lists of circles are two sides, not moves.
  ["7,9,12,14 10,13,17,19 b", `#44-ssss/=${SCARNE}`],
  ["7 9 12 14\n10 13 17 19\nb", `#44-ssss/=${SCARNE}`],
  ["black 7,9 red 13", "#44-ssss/=b:7,9 r:13 r"],
  ["7,9,12,14 10,13,17,19", EMPTY, /two lists of circles/],
  ["https://example.org/a#58-ssss/13.12", "#58-ssss/13.12"],
  ["Standard Teeko: Black has won. #44-ssss/13.12", "#44-ssss/13.12"],
  ["# variant: 37e-ssss\n13 12", "#37e-ssss/13.12"],
  ["13-12-18-8-14-19-9-17-13-7", "#44-ssss/13.12.18.8.14.19.9.17.13-7"],
  ["13 12 18 8 14 19 9 17 13–7", "#44-ssss/13.12.18.8.14.19.9.17.13-7"],
  // Lists, and headers, comments and results of other programs.
  ['["c3","12"]', "#44-ssss/13.12"],
  ['[Event "a"]', EMPTY],
  ['[Event "a: b"]\n[variant "58-ssss"]\n1. c3 b3 {a: b/c} 2. c2! d4 1/2-1/2',
    "#58-ssss/13.12.18.9"],
  // What follows the end of a game is left out.
  ["1. 13 12 2. 8 18? 3. 14 15 4. 9 7 {nice}", "#44-ssss/13.12.8.18.14.15.9",
    /^Set up as far as it can be played: the game ended with 9\.$/],
  ['[FEN "b:7,9,12,14 r:10,13,17,19 b"]\n14-8 10-14 12-6 14-10',
    `#44-ssss/=${SCARNE}?moves=14-8.10-14.12-6`, /the game ended with 12–6\.$/],
  // Names in capitals are those of a course.
  ["C2 C1 D2 A0", "#44-ssss/13.8.14.1"],
  ["C3 b5", "#44-ssss/13.2"],
  ["c0 c1", "#44-ssss/3.8"],
  ["# variant: junior\nA0 D3", "#44-ssss+4x4/1.16"],
  ["b:C0 r:D1", "#44-ssss/=b:3 r:9 b"],
  ["C0 C5", EMPTY, /^circles “C0” and “C5”: expected names in one notation/],
  ["C0 Z9", EMPTY, /^ply 2, “Z9”: circle “Z9”: expected/],
  ["1. c3 b3 2. c2 13-14", EMPTY, /ply 4/],
  ["1. 13 12 2. 8 8", EMPTY, /^ply 4, “8”: circle 8: expected an empty circle/],
  ["{13 12}", EMPTY, /^position “\{13 12\}”: expected circles such as/],
  [", ,", EMPTY, /^position “, ,”: expected circles such as/],
  ["[]", EMPTY, /^game “\[\]”: expected a move such as 13, found/],
  ['["13 12"]', EMPTY, /^ply 1, “13 12”: expected one move in each text of a list/],
  ["https://example.org/a#58-ssss/13?x=1", EMPTY, /expected goals/],
];

/** Positions, games and links of all kinds can be pasted; errors are shown next to the field. */
export async function pasting(person) {
  const { tab, isFile } = person;
  const long = isFile ? /ply 3/ : /^the text is too long/;
  for (const [text, expected, said = /^$/] of [
    ...PASTED, ["13 12 ".repeat(5000), EMPTY, long],
  ]) {
    await person.open("#44-ssss/?tab=position");
    await person.paste(text.trim());
    await person.ready();
    await person.at(expected, text.slice(0, 40));
    assert.match(await person.text("#position-fault"), said, text.slice(0, 40));
    const isWrong = (await person.count("#position-fault.fault")) === 1;
    assert.equal(isWrong, expected === EMPTY && said.source !== "^$", text.slice(0, 40));
    if (expected.includes("=")) {
      const [, start, plies = ""] = expected.match(/=([^?]*)(?:\?moves=(.*))?/);
      if (!plies) await holdAgainst(person, ask("query", start), text);
    }
  }
  // The page asks what a name means that can mean two circles.
  for (const [naming, plies] of [["course", "13.8.14.12"], ["letters", "18.23.19.17"]]) {
    await person.open("#44-ssss/?tab=position");
    await person.paste("C2 C1 D2 B2");
    await tab.waitForSelector("[data-naming]");
    const [letters, course] = await person.texts("[data-naming]");
    assert.ok(letters.endsWith(": 18") && course.endsWith(": 13"));
    await person.click(`[data-naming=${naming}]`);
    await person.at(`#44-ssss/${plies}`);
  }
}

/** What is copied names its rules and its start, and leads back to what was shown. */
export async function copying(person) {
  const { tab } = person;
  for (const [address, heading] of [
    ["58-ssss/13.12.18", "# variant: 58-ssss\n"],
    ["44-ssss/=b:13 r:12 b?moves=18.8", "# variant: 44-ssss\n# from: b:13 r:12 b\n"],
    ["own-ssss+4x4/6.11?goals=1.2.3.4_1.3.9.11~6", "# variant: @own-ssss+4x4\n"
      + "# goals = [[1, 2, 3, 4], { circles = [1, 3, 9, 11], empty = [6] }]\n"],
  ]) {
    await person.open(`#${address}${address.includes("?") ? "&" : "?"}tab=position`);
    const [record, link] = [await tab.inputValue("#game-record"), await tab.inputValue("#link")];
    assert.ok(record.startsWith(heading), record);
    assert.doesNotMatch(link, /tab=|file:/);
    for (const text of [record, link]) {
      await person.open("#37e-ssss/?tab=position");
      await person.paste(text.trim());
      await person.ready();
      await person.at(`#${address}`);
    }
  }
  await person.open("#58-ssss/13.12?tab=position");
  const site = person.isFile ? "" : person.address;
  for (const [button, text] of [
    ["Copy game", "# variant: 58-ssss\n13 12"], ["Copy link", `${site}#58-ssss/13.12`],
  ]) {
    await tab.click(`#panel >> text=${button}`);
    await person.says("#copied", /./);
    assert.equal(await tab.evaluate(() => navigator.clipboard.readText()), text);
  }
  const [download] = await Promise.all([tab.waitForEvent("download"), tab.click("#save-picture")]);
  const picture = readFileSync(await download.path(), "utf8");
  assert.match(picture, /^<svg.* xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.doesNotMatch(picture, /class=|var\(/);
}

/** The same position under other rules, and the moves whose values differ. */
export async function compare(person) {
  await person.open("#44-ssss/13.12?tab=rules&compare=58-ssss");
  await person.tab.waitForSelector('[data-compared="58-ssss"][data-outcome]');
  const [here, there] = ["44-ssss", "58-ssss"].map((variant) =>
    ask("query", "-v", variant, "--moves", "13 12"));
  const shown = (await person.data("[data-compared]")).map(({ outcome }) => outcome);
  assert.deepEqual(shown, [here.outcome, there.outcome]);
  const expected = here.moves.filter((entry) => {
    const other = there.moves.find(({ move }) => move === entry.move);
    return other.outcome !== entry.outcome || other.dtw !== entry.dtw;
  });
  assert.ok(expected.length > 0, "a move that the other rules value differently");
  assert.deepEqual((await person.data("[data-changed]")).map(({ changed }) => changed),
    expected.map(({ move }) => move));
}

/** Claims and Scarne's plays; invalid addresses say why. */
export async function links(person) {
  const { tab } = person;
  await person.open("#44-ssss/");
  await person.click("#claims summary");
  await person.says("#claims", /True: .*winning plays.*25,606,338/);
  await person.click("#plays summary");
  await person.says(".plays li:nth-child(16)", /misprint/);
  await person.click(".plays li:nth-child(1) button");
  await holdAgainst(person, ask("query", SCARNE), "Scarne's first play");
  for (const [hash, reason] of [
    ["#44-ssss/13.13", /ply 2/],
    ["#nonsense/13", /expected GOALS-PLAN/],
    ["#44-ssss/13-14", /^This cannot be shown: ply 1, “13–14”: [^`"']*$/],
    ["#44-ssss/?red=9", /up to 5/],
    ["#44-ssss/13?at=12345", /up to 1, found “12345”/],
    [`#44-ssss/13.12${".x".repeat(10_000)}?at=10001`, /^(?!.*(expected a number|POST))/],
    ["#44-ssss/%", /percent/],
    ["#44-ssss/?x=1", /expected goals/],
    ["#44-ssss+99x9/", /board/],
    ["#44-ssss+8x8/", person.isFile ? /too large to be solved here; .* or use the program/
      : /too large to be solved here; .* start the service with a larger --memory/],
  ]) {
    await person.open(hash);
    assert.match(await person.text("#task"), reason, hash.slice(0, 40));
    await person.click("#start-over");
    assert.equal((await person.value()).outcome, "draw", `${hash.slice(0, 40)}: start over`);
  }
  await person.open("#58-ssss/13.13");
  await person.click("#start-over");
  await person.at("#58-ssss/", "starting over keeps the rules");
  await person.open(`#${"x".repeat(300)}/13`);
  await noOverflow(tab, "a long name");
}

/** While the solver works there is a bar, and moves are possible. Cancel and other rules end it. */
export async function solving(person) {
  const { tab } = person;
  const begin = (hash) => tab.goto(person.address + hash);
  await person.open("#44-ssss/?tab=rules");
  await begin("#44-ssss+6x6/15?tab=rules");
  await tab.waitForSelector("#solving progress[value]");
  await person.says("#solving span", /^Solving 44-ssss\+6x6, about \d+ seconds? more/);
  await person.says("#panel", /6x6/);
  await person.circle(16).click();
  await person.at("#44-ssss+6x6/15.16");
  assert.equal((await person.value()).outcome, undefined, "values follow");
  await tab.click("#cancel");
  await tab.waitForSelector("#retry");
  await person.says("#task", /cancelled/);
  // No other visit asks for these rules, which a service would keep.
  await begin("#58-ssps+pips/");
  await tab.waitForSelector("#solving progress[value]");
  await person.says("#solving span", /^Solving 58-ssps\+pips/);
  await person.open("#44-ssss/");
  assert.equal((await person.value()).outcome, "draw", "other rules do not wait");
  assert.equal(await person.count("#solving"), 0);
}
