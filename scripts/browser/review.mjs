// Visits to the explorer that look at values, and back at a game: what the page says about a player
// is what they did.

import assert from "node:assert/strict";

import { contrastOf } from "./common.mjs";
import { insideWindow } from "./looks.mjs";
import { GAME, HASH, ask, bestOf, mistakesOf } from "./person.mjs";

const SCARNE = "b:7,9,12,14 r:10,13,17,19 b";

/** The review walks from mistake to mistake, with what was played and what was better. */
export async function walk(person) {
  const { tab } = person;
  const review = ask("review", "-v", "58-ssss", GAME);
  for (const [hash, side] of [[HASH, null], [`${HASH}?analysis=off&red=1`, "black"]]) {
    const mistakes = mistakesOf(review, side);
    assert.ok(mistakes.length > 1);
    await person.openOwn(hash);
    await person.says("#walk p", new RegExp(`^${mistakes.length} mistakes`));
    for (const [index, { ply, move, better }] of [...mistakes, mistakes[0]].entries()) {
      await person.click("#next-mistake");
      await person.at(new RegExp(`\\?at=${ply - 1}`), "the position before it");
      const number = (index % mistakes.length) + 1;
      await person.says("#walk p", new RegExp(`^Mistake ${number} of ${mistakes.length}: `));
      await tab.waitForSelector("#board .arrow.bad");
      assert.deepEqual(await person.arrows("bad"), [move]);
      assert.deepEqual(await person.arrows("good"), better);
    }
  }
  await person.click("#previous-mistake");
  await person.says("#walk p", /^Mistake 2 of 2: /);
  await markedMistakes(person, review.choices.filter(({ keeps_outcome }) => !keeps_outcome));
  // A game that is under way keeps its secrets.
  await person.open("#58-ssss/13.12.18.8.14?analysis=off&red=1&at=4");
  assert.equal(await person.count("#walk button, #verdict, .graph, .arrow"), 0);
}

/** Mistakes stand out in the list and in the graph, and values are those of one side. */
async function markedMistakes(person, wrong) {
  const { tab } = person;
  await person.open(HASH);
  await tab.waitForSelector(".graph .wrong");
  assert.deepEqual((await person.data(".graph .wrong")).map(({ ply }) => Number(ply)),
    wrong.map(({ ply }) => ply), "the graph marks them");
  assert.deepEqual((await person.data(".plies .blunder [data-ply]")).map(({ ply }) => Number(ply)),
    wrong.map(({ ply }) => ply), "mistakes of both sides stand out");
  // A mistake says what it led to, and for whom. The moves of a game have numbers.
  const led = wrong.map(({ turn, after: { outcome, dtw } }) => {
    if (outcome === "draw") return "(a draw";
    const winner = (turn === "black") === (outcome === "win") ? "Black" : "Red";
    return `(${winner} wins in ${Math.ceil(dtw / 2)} moves`;
  });
  assert.deepEqual((await person.texts(".plies .better")).map((text) => text.split(";")[0]), led);
  async function numbers() {
    return (await person.data(".plies li")).flatMap(({ number }) => number ?? []);
  }
  assert.deepEqual(await numbers(), ["1.", "2.", "3.", "4.", "5.", "6.", "7.", "8.", "9."]);
  await person.open("#58-ssss/=b:13 r: r?moves=12.18");
  await tab.waitForSelector('.plies li:nth-child(1)[data-number="1. …"]');
  assert.deepEqual(await numbers(), ["1. …", "2."]);
}

/** The verdict and the graph stand above the list, which follows the game in its own box. */
export async function reviewInView(person) {
  const { tab } = person;
  await person.open(HASH);
  await tab.waitForSelector("#next-mistake");
  const tops = await tab.evaluate(() => ["#verdict", ".graph", "#walk", ".plies"].map((name) =>
    Math.round(document.querySelector(name).getBoundingClientRect().top)));
  assert.deepEqual(tops, tops.toSorted((one, other) => one - other));
  for (const key of ["Home", "End", "ArrowLeft", "ArrowLeft", "ArrowLeft"]) {
    await person.press(key);
    const [isInBox, top] = await tab.evaluate(() => {
      const [box, item] = [".plies", ".plies .present, .plies:not(:has(.present)) li"].map((name) =>
        document.querySelector(name).getBoundingClientRect());
      return [item.top >= box.top && item.bottom <= box.bottom, scrollY];
    });
    assert.deepEqual([isInBox, top], [true, 0], `${key}: the page stays where it is`);
    const current = (await person.data(".plies [aria-current]")).map(({ ply }) => ply);
    const at = /at=(\d+)/.exec(await person.hash())?.[1] ?? "18";
    assert.deepEqual(current, at === "0" ? [] : [at]);
  }
  // The graph is one tab stop, along which keys move.
  await tab.focus(".graph");
  await person.press("Home", "ArrowRight");
  await person.at(/at=1/);
  await tab.waitForSelector('.graph[aria-valuenow="1"]:focus');
  assert.equal(await tab.getAttribute(".graph", "aria-valuetext"), "ply 1: Black wins in 6 moves");
  await person.open("#44-ssss/1.9.2.10.3.14.4");
  await tab.waitForSelector('.graph[aria-valuetext="ply 7: Black has won"]');
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

/** The lines of goals on the board: their circles, and whose they are. */
function goalsShown({ tab }) {
  return tab.evaluate(() => [...document.querySelectorAll("path.goal")]
    .map(({ dataset, classList }) => `${classList[1]} ${dataset.goal}`));
}

/** The lines of goals stand out from the wood. */
async function clearGoals({ tab }) {
  for (const colorScheme of ["light", "dark"]) {
    await tab.emulateMedia({ colorScheme });
    const [line, ...wood] = await tab.evaluate(() => {
      const stops = [...document.querySelectorAll("#wood stop")];
      const colours = stops.map((stop) => getComputedStyle(stop).stopColor);
      return [getComputedStyle(document.querySelector(".goal")).stroke, ...colours];
    });
    assert.equal(wood.length, 2);
    for (const ground of wood) {
      const contrast = contrastOf(line, ground);
      assert.ok(contrast >= 3, `${colorScheme}: contrast ${contrast.toFixed(1)}`);
    }
  }
  await tab.emulateMedia({ colorScheme: "light" });
}

/** A hint, the best move and a mistake say why. The board has the goals, in a match on request. */
export async function reasons(person) {
  const { tab } = person;
  const [{ move, why }] = ask("query", SCARNE, "--why").moves;
  const [{ circles }] = why.threatens.goals;
  const reason = `${spaced(move)} threatens ${circles.join(" ")}: Red cannot meet it.`;
  const top = async () => (await tab.locator("#controls").boundingBox()).y;
  await person.open(`#44-ssss/=${SCARNE}?analysis=off&red=3`);
  const before = await top();
  await person.press("h", "h");
  await person.says("#task", `Hint: ${reason} This game will not count.`);
  await person.says("#live", new RegExp(reason));
  assert.deepEqual(await goalsShown(person), [], "off in a match");
  await person.press("g");
  assert.deepEqual(await goalsShown(person), [`own ${circles.join(" ")}`]);
  assert.equal(await top(), before, "nothing moves");
  await clearGoals(person);
  await person.open(`#44-ssss/=${SCARNE}`);
  await person.says("#task", reason);
  assert.equal((await goalsShown(person)).length, 1, "on while people explore");
  await person.click("#goal-lines");
  assert.deepEqual(await goalsShown(person), []);
  await tab.focus('[data-move="9-8"] button');
  await person.says("#task", /^9–8 prepares: it threatens to win in 2 moves by \d+–\d+, but Red /);
  await person.click("#goal-lines");
  const mistake = ask("review", "-v", "58-ssss", "--why", GAME).choices.find((choice) =>
    choice.mark === "??" && choice.why.allows);
  const { allows: { plies, by, goals }, unmet } = mistake.why;
  const meets = unmet ? "does not meet" : "no longer meets";
  const winner = mistake.turn === "black" ? "Red" : "Black";
  await person.open(`${HASH}?at=${mistake.ply - 1}`);
  await person.says("#walk p", new RegExp(` It lets ${winner} win in ${Math.ceil(plies / 2)} ` +
    `moves: it ${meets} ${spaced(by)}\\.$`));
  assert.deepEqual(await goalsShown(person),
    goals.map((goal) => `other ${goal.circles.join(" ")}`));
}

/** Values: best slides as arrows, draws as dots, losses as squares, the line of best play. */
export async function values(person) {
  const { tab } = person;
  const best = ask("query", SCARNE).moves.filter(({ optimal }) => optimal);
  assert.ok(best.length < 4);
  await person.open(`#44-ssss/=${SCARNE}`);
  assert.deepEqual(await person.arrows("good"), best.map(({ move }) => move));
  const win = ask("line", SCARNE).line;
  await person.says("#best-line",
    new RegExp(spaced(`^Best line: 1\\. ${win[0]} ${win[1]} 2\\. ${win[2]}`)));
  await person.play(14);
  assert.deepEqual(await person.arrows("good"), [], "a selected piece shows its own values");
  await person.press("v");
  assert.deepEqual(await person.arrows("good"), []);
  assert.ok(!(await tab.isVisible("#best-line")));
  await bestLine(person);
  // Values for one side alone.
  await person.open("#58-ssss/?analysis=black");
  assert.equal((await person.value()).outcome, "win");
  await person.play(13);
  assert.equal((await person.value()).outcome, undefined);
  assert.equal(await person.count("#board [data-outcome]"), 0);
  await equalDraws(person);
  for (const [hash, expected] of [
    ["#58-ssss/13.12.18.8", ["draw circle", "loss rect"]], [`${HASH}?at=10`, ["loss rect"]],
  ]) {
    await person.open(hash);
    const shapes = await tab.evaluate(() => [...document.querySelectorAll("#board .chip")]
      .map((chip) => `${chip.classList[1]} ${chip.firstChild.tagName}`));
    assert.deepEqual([...new Set(shapes)].filter((shape) => !shape.startsWith("win")).sort(),
      expected, hash);
  }
}

function spaced(text) {
  return text.replaceAll("-", "–");
}

/** A tap on the line of best play plays it until there, and a field takes the next move. */
async function bestLine(person) {
  const { tab } = person;
  const { line } = ask("line", "-v", "58-ssss", "--moves", "13 12 18");
  const [red, black, next] = line;
  await person.open("#58-ssss/13.12.18");
  await person.says("#best-line",
    new RegExp(spaced(`^Best line: 2\\. … ${red} 3\\. ${black} ${next} 4\\. `)));
  assert.equal(await person.count("#best-line span"), line.length);
  await person.click("#best-line button >> nth=2");
  await person.at(`#58-ssss/13.12.18.${red}.${black}.${next}`);
  const seventh = Number(bestOf("-v", "58-ssss", "--moves", `13 12 18 ${red} ${black} ${next}`));
  const inLetters = "abcde"[(seventh - 1) % 5] + (5 - Math.floor((seventh - 1) / 5));
  for (const typed of [inLetters, "99"]) {
    await tab.fill("#next-move", typed);
    await tab.keyboard.press("Enter");
    await person.ready();
    await person.at(`#58-ssss/13.12.18.${red}.${black}.${next}.${seventh}`, typed);
  }
  await person.says("#next-move-fault", /99.*expected/);
  await tab.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await tab.click("#copy-link");
  await person.says("#linked", "Copied.");
  const copied = await tab.evaluate(() => navigator.clipboard.readText());
  assert.ok(copied.endsWith(await person.hash()), copied);
}

/** A drawn move says how many replies keep the draw. Equal draws are in one line. */
async function equalDraws(person) {
  const { tab } = person;
  function dots({ replies: { holding, total } }) {
    if (holding <= total / 8) return "●●●";
    if (holding <= total / 2) return "●●○";
    return holding <= 0.875 * total ? "●○○" : "○○○";
  }
  for (const plies of ["13 12", "13 12 18 8 14 19 9 17"]) {
    await person.open(`#44-ssss/${plies.replaceAll(" ", ".")}`);
    const draws = ask("query", "--moves", plies).moves.filter(({ outcome }) => outcome === "draw");
    const easy = draws.filter((entry) => dots(entry) === "○○○");
    const hard = draws.filter((entry) => !easy.includes(entry));
    const lines = new Map();
    for (const entry of hard) {
      const kept = `${dots(entry)} ${entry.replies.holding} of ${entry.replies.total}`;
      lines.set(kept, [...(lines.get(kept) ?? []), entry]);
    }
    // The easiest are behind their number.
    assert.deepEqual((await person.texts(".drawn > li:has(> .kept) > :is(.kept, small)")).join(" "),
      [...lines.keys()].join(" "));
    // The reasons of moves are compared elsewhere.
    const said = (await person.texts(".drawn > li > .equal"))
      .map((text) => text.replaceAll(/\. [^.]*\./g, ""));
    assert.deepEqual(said, [...lines.values()].map((line) =>
      line.map(({ move, replies }) => `${spaced(move)}  draws, ${replies.holding} of ` +
        `${replies.total} replies keep the draw`).join("")));
    await person.says("#legend", /after ●●● Red has to find one of very few replies/);
    await person.says(".drawn summary .equal", `${easy.length} others`);
    await tab.click(".drawn summary");
    assert.equal(await person.count(".drawn details [data-move]:visible"), easy.length);
    await tab.click(".drawn summary");
    // The board has the value of each drop, and of each piece's best slide.
    const shown = [...new Map(draws.toReversed().map((entry) =>
      [entry.move.split("-")[0], entry])).values()];
    const chips = plies === "13 12" ? "#board [data-circle] .chip" : "#board .pieces .chip";
    assert.deepEqual((await person.texts(chips)).sort(), shown.map(dots).sort());
  }
  const label = await person.circle(7).getAttribute("aria-label");
  assert.equal(label, "Circle 7, empty, draws, 20 of 20 replies keep the draw");
}

/** The better moves as the page lists them: three of them, and how many more there are. */
function firstOf(better) {
  const more = better.length > 3 ? ` and ${better.length - 3} more` : "";
  return better.slice(0, 3).join(", ").replaceAll("-", "–") + more;
}

/** Black is about to win against Easy. */
const OPENING = "#44-ssss/1.9.2.10.3.14?analysis=off&red=1";

/** The card at the end of a game: the moves that mattered, another game, the other side. */
export async function endOfGame(person) {
  await winWithCard(person);
  await lossWithCard(person);
  await gamesWithoutPlayers(person);
  await reasonsOfTheEnd(person);
  await lastGame(person);
  await rematches(person);
  await rightMoves(person);
}

async function winWithCard(person) {
  const { tab } = person;
  await person.open(OPENING);
  await person.play(4);
  await tab.waitForSelector("#best-move");
  const endless = await tab.evaluate(() => document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime === Infinity).length);
  assert.equal(endless, 0, "animations end");
  await person.says("#end-card b", "You win!");
  await person.says("#end-reason", "Four in a row, in 4 moves.");
  const { choices } = ask("review", "1 9 2 10 3 14 4");
  const { ply, move, better } = choices.find(({ turn, mark }) => turn === "black" && mark === "??");
  await person.says("#mistake", `Your mistake: the drop on ${move} (better: ${firstOf(better)})`);
  const theirs = choices.findLast(({ turn, mark }) => turn === "red" && mark === "??");
  await person.says("#their-mistake", `Red went wrong with the drop on ${theirs.move}.`);
  await person.says("#best-move", "Your best move: the drop on 4 won at once.");
  // Its links show the position before a move, and the card stays.
  await person.click(`#mistake [data-card-ply="${ply}"]`);
  await person.at(/\?at=4&analysis=off&red=1$/);
  await person.says("#value", "Looking back at move 2 of 4");
  assert.equal(await person.count("#end-card"), 1);
  await person.click("#to-end");
  await person.click("#tab-rules");
  await person.click("#review");
  await tab.waitForSelector(".graph");
  assert.equal(await tab.evaluate(() => document.activeElement.id), "panel");
  await person.click("#rematch");
  await person.at("#44-ssss/?analysis=off&red=1");
}

/** After a loss there is no gold, but a kind word. */
async function lossWithCard(person) {
  await person.open(OPENING.replace("red", "black"));
  await person.tab.waitForSelector("#end-card.loss #kind-word");
  await person.says("#end-card b", "You lose");
  await person.says("#kind-word", /^2 of your 3 moves were as good as possible/);
  await person.says("#learn", "Learn from it");
  await person.click("#swap-sides");
  await person.at("#44-ssss/?analysis=off&red=1");
}

/** Two people have no sides to swap, and a line that is studied has no card. */
async function gamesWithoutPlayers(person) {
  const { tab } = person;
  await person.open("#44-ssss/1.9.2.10.3.14?analysis=off");
  await tab.fill("#next-move", "4");
  await person.press("Enter");
  await tab.waitForSelector("#end-card");
  assert.ok(!(await tab.isVisible("#move-form")), "there is no next move");
  assert.equal(await tab.evaluate(() => document.activeElement.id), "panel");
  assert.equal(await person.count("#swap-sides"), 0);
  await person.open("#44-ssss/1.9.2.10.3.14.4");
  assert.equal(await person.count("#end-card"), 0);
  // Who opens a link to a finished game is its reader, not one of its players.
  await person.open("#44-ssss/1.9.2.10.3.14.4?analysis=off&red=1");
  await person.says("#value", "Black has won");
  await tab.waitForSelector(".graph");
  await person.says("#end-card", /^Black wins!Four in a row, in 4 moves\./);
  assert.doesNotMatch(await person.text("main"), /You (won|win)|[Yy]our (best|mistake|moves)/);
  assert.equal(await person.count("#statistics"), 0);
}

/** The card says why the game ended, and how many points it was worth. */
async function reasonsOfTheEnd(person) {
  const repeated = ".13-7.12-13.7-12.13-7.12-13.7-12".repeat(2).slice(0, -5);
  const corners = "=b:1,4,13,16 r:2,6,7,10 r";
  for (const [address, move, said, reason] of [
    [`58-ssss/13.12.18.8.14.19.9.17${repeated}?black=1`, "7-12",
      "A draw", "This position occurred for the third time, after 10 moves."],
    [`28-ssss+4x4+knight/${corners}?black=1`, "2-11",
      "A draw", "Black cannot move, after 1 move."],
    ["44-ssss+4x4+points/1.5.2.6.3.9?red=1", "4", "You win 4 points!", "Four in a row, in 4 moves."],
  ]) {
    await person.open(`#${address}&analysis=off`);
    await person.play(move);
    await person.says("#end-card b", said);
    await person.says("#end-reason", reason);
  }
}

/** What is shared does not speak of the reader. Another game leaves a way back to this one. */
async function lastGame(person) {
  const { tab } = person;
  await tab.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await person.openOwn(OPENING);
  await person.play(4);
  await person.click("#share");
  await person.says("#end-card .row [role=status]", "Copied.");
  const copied = await tab.evaluate(() => navigator.clipboard.readText());
  const ended = await person.hash();
  assert.match(copied, /^Standard Teeko: Black has won\. \S*#44-ssss\/1\.9\.2\.10\.3\.14\.4\?/);
  await person.click("#swap-sides");
  await person.at(/^#44-ssss\/\d+\?analysis=off&black=1$/);
  await person.click("#last-game");
  await person.at(ended);
  await person.says("#end-card b", "You win!");
  await person.click("#explore");
  await person.at("#44-ssss/1.9.2.10.3.14.4", "its moves with their values, for two people");
  await tab.waitForSelector("#verdict");
}

/** Another game begins from where this one began. */
async function rematches(person) {
  const start = "#44-ssss/=b:1,2,3 r:9,10,14 b?analysis=off&red=1";
  await person.open(start);
  await person.play(4);
  await person.click("#rematch");
  await person.at(start);
  await person.with({ reducedMotion: "reduce" }, async (calm) => {
    await calm.open(OPENING);
    await calm.play(4);
    await calm.tab.waitForSelector("#best-move");
    assert.equal(await calm.tab.evaluate(() => document.getAnimations().length), 0);
  });
}

/** What the card counts as right is what the review leaves unmarked, in a lost position, too. */
async function rightMoves(person) {
  const lost = [];
  for (;;) {
    const { moves: all } = ask("query", "-v", "58-ssss", "--moves", lost.join(" "));
    if (all.length === 0) break;
    // Red, who loses from the start, loses as soon as possible.
    lost.push(all.at(lost.length % 2 ? -1 : 0).move);
  }
  const right = ask("review", "-v", "58-ssss", lost.join(" ")).choices
    .filter(({ turn, mark }) => turn === "red" && mark === null);
  const total = (lost.length - 1) / 2;
  assert.ok(right.length < total, "Red has made mistakes");
  await person.open(`#58-ssss/${lost.slice(0, -1).join(".")}?analysis=off&black=5`);
  const verb = right.length === 1 ? "was" : "were";
  await person.says("#kind-word",
    new RegExp(`^${right.length} of your ${total} moves ${verb} as good as`));
}

/** Rules that a reader has drawn have results of their own. */
export async function ownResults(person) {
  await person.inNoTime();
  for (const goals of ["1.2.3.4_2.3.4.5", "1.2.3.4_21.22.23.24"]) {
    const again = goals.split("_").toReversed().join("_");
    for (const [drawn, score] of [[goals, "1"], [again, "2"]]) {
      await person.openOwn(`#own-ssss/1.25.2.20.3.15?analysis=off&red=1&goals=${drawn}`);
      await person.play(4);
      await person.says("#end-card", /^You w[oi]n/);
      await person.says('[data-bar="black"] .score', score);
    }
  }
  const names = await person.texts("#statistics li");
  assert.deepEqual(names, Array(2).fill("Your own rules (2 goals), Easy: 2 won, 0 drawn, 0 lost."));
  await person.openOwn("#44-ssss/1.25.2.20.3.15?analysis=off&red=1");
  await person.says('[data-bar="black"] .score', "0");
}

/** A puzzle that is solved under own goals is not solved under other rules. */
export async function ownPuzzles(person) {
  const start = "=b:1,2,3,9 r:13,18,21,22 b?analysis=off&red=5&puzzle=1.slide.1";
  const goals = "1.2.3.4_21.22.23.24";
  const solved = [];
  for (const [rules, more, key] of [
    ["own-ssss", `&goals=${goals}`, `own-ssss:${goals} 1.slide.1`],
    ["own-ssss", "&goals=1.2.3.4", "own-ssss:1.2.3.4 1.slide.1"],
    ["44-ssss", "", "44-ssss 1.slide.1"],
  ]) {
    await person.open(`#${rules}/${start}${more}`);
    await person.play("9-4");
    await person.says("#puzzle-state", "Solved!");
    solved.push(key);
    assert.deepEqual((await person.stored()).solved, solved);
  }
}

/** Where the opponent points, a choice is that of the side that points: it may well be a mistake. */
export async function pointing(person) {
  await person.open("#44-pppp/13.1.25.2.21.6.5?analysis=off&red=5");
  await person.play(7);
  const mine = ask("review", "-v", "44-pppp", "13 1 25 2 21 6 5 7").choices
    .filter(({ chooser }) => chooser === "black");
  const mistakes = mine.filter(({ mark }) => mark === "??");
  assert.ok(mine.length === 4 && mistakes.length > 0, "Black points for Red");
  const right = mine.filter(({ mark }) => mark === null).length;
  await person.says("#kind-word",
    `${right} of your 4 moves were as good as possible. One more try?`);
  assert.equal(mistakes.length, 2);
  const [{ move, better }, last] = mistakes;
  await person.says("#mistake",
    `Your first mistake of 2: the drop on ${move} (better: ${firstOf(better)})`);
  // Of many better moves the list shows some, and says how many more there are.
  assert.ok(last.better.length > 3);
  assert.match((await person.texts(".plies .better")).at(-1),
    new RegExp(` and ${last.better.length - 3} more\\)$`));
  await person.says("#walk p", /^2 mistakes/);
  // Who has not moved yet has made no mistake, and is told none.
  await person.open("#44-ssss/=b:1,2,3 r:9,10,14 b?analysis=off&black=5");
  await person.says("#end-card", /^You lose.*, in 1 move\./);
  await person.tab.waitForSelector(".graph");
  assert.equal(await person.count("#kind-word, #mistake"), 0);
}

async function plies(person) {
  return (await person.hash()).split("/")[1].split("?")[0];
}

/** Plays Black's best moves to the end of a game of Advanced Teeko, which Black wins. */
async function win(person) {
  while ((await person.text("#value")) === "Your move") {
    const moves = (await plies(person)).replaceAll(".", " ");
    await person.play(bestOf("-v", "58-ssss", "--moves", moves));
  }
  await person.tab.waitForSelector("#end-card.win");
}

const AGAINST_EASY = "#58-ssss/?analysis=off&red=1";

/** A game with a hint, with values, with moves taken back, or from a link counts for nothing. */
export async function helped(person) {
  const { tab } = person;
  const WAYS = [
    ["There was a hint", () => person.press("h", "h")],
    ["Values were shown", () => person.press("v", "v", "v")],
    ["Moves were taken back", async () => {
      await person.play(13, 1);
      await person.press("u");
    }],
    ["It began elsewhere", async () => {
      await person.play(13);
      await person.open(`#58-ssss/${await plies(person)}?analysis=off&red=1`);
    }],
  ];
  await person.inNoTime();
  await person.open("");
  await tab.evaluate(() => localStorage.setItem("teeko", "{}"));
  for (const [said, act] of WAYS) {
    await person.open(AGAINST_EASY);
    await act();
    await win(person);
    await person.says('[data-bar="black"]', /You.*Does not count$/);
    await person.says("#not-counted", new RegExp(`^${said}, so it does not count\\.`));
    assert.deepEqual((await person.stored()).results ?? {}, {}, said);
    assert.equal(await person.count("#next-strength, #statistics"), 0, said);
    if (said.includes("taken back")) continue;
    // 13 is the only move that keeps the win. It was a hint, shown as such, or somebody else's.
    await person.ready();
    const praised = await person.texts("#best-move");
    const isWrong = (text) => text.startsWith("Your best move: the drop on 13 ");
    assert.ok(!praised.some(isWrong), praised.join());
  }
  await gameThatCounts(person);
  await clearedResults(person);
}

/** A game without help counts, once, and the win offers the next strength. */
async function gameThatCounts(person) {
  const { tab } = person;
  await person.open(AGAINST_EASY);
  await person.play(13);
  await person.reload();
  await win(person);
  assert.deepEqual(await person.texts(".ladder .done"), ["Easy ✓"]);
  const best = Number(await tab.getAttribute("#best-move button", "data-card-ply"));
  assert.ok(best < (await plies(person)).split(".").length, "not the last, which wins at once");
  await person.says('[data-bar="black"] .score', "1");
  await person.press("u", "r", "v", "v");
  await person.reload();
  await person.says("#statistics li", "Advanced Teeko, Easy: 1 won, 0 drawn, 0 lost.");
  await person.says("#end-card", /^You win!/);
  await person.click("#tab-rules");
  await person.says('.gallery [data-variant="58-ssss"] .badge', "★ Easy beaten");
  await person.click("#tab-game");
  await person.click("#next-strength");
  await person.at("#58-ssss/?analysis=off&red=2");
  await person.press("n");
  assert.ok(await tab.isChecked('#start-strength input[value="2"]'));
  await tab.keyboard.press("Escape");
}

/** Results are deleted after a question. */
async function clearedResults(person) {
  const { tab } = person;
  await person.open("#44-ssss/");
  await tab.click("#statistics summary");
  for (const answer of ["#start-cancel", "#end-game"]) {
    await tab.click("#clear-statistics");
    await person.says("#start h2", "Delete your results?");
    assert.equal(await person.count("#statistics"), 1, "not without an answer");
    await tab.click(answer);
  }
  await tab.waitForFunction(() => !document.querySelector("#statistics"));
  assert.notEqual(await tab.evaluate(() => document.activeElement.tagName), "BODY");
}

/** A win after a counted loss of the same game does not count, and says so. */
async function winAfterLoss(person) {
  const results = async () => (await person.stored()).results["44-ssss 5"];
  await person.openOwn("#44-ssss/1.9.2.10.3.14?analysis=off&red=5");
  await person.play(25);
  await person.says("#end-card b", "You lose");
  assert.deepEqual(await results(), [0, 0, 1]);
  await person.press("u");
  await person.play(4);
  await person.says("#end-card b", "You win!");
  await person.says("#not-counted",
    "This game has been counted already, so it does not count again.");
  await person.says("#live", /You win\. This game has been counted already/);
  assert.deepEqual(await results(), [0, 0, 1]);
}

/** A game has one result, however often its last move is played, and in whatever tab. */
export async function oneResult(person) {
  const { tab } = person;
  await person.inNoTime();
  await person.open("");
  await tab.evaluate(() => localStorage.setItem("teeko", "{}"));
  const results = async () => (await person.stored()).results;
  async function back() {
    await tab.goBack();
    await person.ready();
  }
  await person.open("#58-ssss/?analysis=off&red=1");
  // Back and Forward alone take nothing back.
  await person.play(13);
  await back();
  await person.says("#task", /With another move this game will not count\.$/);
  await tab.goForward();
  await person.ready();
  await win(person);
  assert.deepEqual(await results(), { "58-ssss 1": [1, 0, 0] }, "after Back and Forward");
  assert.equal(await person.count("#not-counted"), 0);
  for (const act of [() => {}, () => person.reload()]) {
    await back();
    await act();
    await win(person);
    await person.says("#not-counted", /has been counted already, so it does not count again/);
    assert.deepEqual(await results(), { "58-ssss 1": [1, 0, 0] }, "the last move again");
  }
  // A tab that is duplicated has the same history, and plays the same game.
  await person.open("#58-ssss/");
  await person.open("#58-ssss/?analysis=off&red=1");
  await person.play(13);
  const [address, kept] = await tab.evaluate(() => [location.href, history.state]);
  await win(person);
  assert.deepEqual(await results(), { "58-ssss 1": [2, 0, 0] });
  await person.open("#58-ssss/");
  await tab.evaluate(([href, held]) => history.replaceState(held, "", href), [address, kept]);
  await person.reload();
  await win(person);
  await person.says("#not-counted", /has been counted already/);
  assert.deepEqual(await results(), { "58-ssss 1": [2, 0, 0] }, "in another tab");
  await winAfterLoss(person);
}
