// Compares the package's answers with the program's: `node test.mjs FOLDER TEEKO`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, program] = process.argv.slice(2);
const { TeekoError, atlas, diff, plays, questions, solve, variants } =
  await import(pathToFileURL(join(resolve(folder), "index.js")));
const run = (parameters, input = "") => execFileSync(program, ["--quiet", ...parameters, "--json"],
  { input, encoding: "utf8", maxBuffer: 1 << 26 });
const teeko = (...parameters) => JSON.parse(run(parameters));

assert.equal((await variants()).length, 16);
assert.equal((await plays()).plays.length, 17);
assert.deepEqual(
  await diff("44-ssss+4x4", "58-ssss+4x4", { examples: 1 }),
  teeko("diff", "44-ssss+4x4", "58-ssss+4x4", "--examples", "1"),
);
assert.deepEqual(
  await atlas({ goals: ["44", "58"], plans: "ssss", board: "4x4", steps: "king" }),
  teeko("atlas", "--goals", "44,58", "--plans", "ssss", "--board", "4x4", "--steps", "king"),
);

const smallBoards = ["44-ssss+4x4", "58-ssss+4x4+points", "44-ssss+4x4+pips"];
for (const variant of ["44-ssss", "58-sppp+no-centre", ...smallBoards]) {
  const game = await solve(variant);
  assert.equal(game.name, variant);
  const puzzle = game.puzzles({ dtw: 3, limit: 1, seed: 5 }).puzzles[0].position;
  for (const place of [{ moves: "" }, { moves: "1 7" }, { position: puzzle }]) {
    const given = place.moves === undefined ? [place.position] : ["--moves", place.moves];
    const parameters = ["-v", variant, ...given];
    if (variant.includes("pips") && place.moves) continue;
    assert.deepEqual(game.query(place), teeko("query", ...parameters), parameters.join(" "));
    assert.deepEqual(game.line(place, { plies: 4 }), teeko("line", "--plies", "4", ...parameters));
    const { outcome, dtw } = game.query(place, { brief: true });
    assert.deepEqual([game.probe(place).outcome, game.probe(place).dtw], [outcome, dtw]);
  }
}

/** Positions of random games, always the same. */
function randomPositions(game, count) {
  let state = 7;
  const below = (limit) => (state = (state * 1103515245 + 12345) % 2 ** 31) % limit;
  return Array.from({ length: count }, () => {
    let answer = game.query({ moves: "" });
    for (let ply = below(20); ply > 0 && answer.moves?.length; ply--) {
      answer = game.query({ position: answer.moves[below(answer.moves.length)].position });
    }
    return answer.position;
  });
}

for (const variant of ["44-ssss", "58-pppp+4x4", "44-ssss+knight"]) {
  const game = await solve(variant);
  const positions = randomPositions(game, 100);
  const printed = run(["query", "-v", variant, "--stdin"], positions.join("\n")).trim().split("\n");
  const answers = positions.map((position) => game.query(position));
  assert.deepEqual(answers, printed.map((line) => JSON.parse(line)), variant);
}

const game = await solve("58-ssss");
assert.deepEqual(game.value, { outcome: "win", dtw: 13, score: 1 });
const small = await solve("44-ssss+4x4");
for (const proven of [game, small]) {
  const file = join(folder, "proof.certificate");
  writeFileSync(file, proven.certificate());
  try {
    assert.equal(teeko("check", file).pass, true);
  } finally {
    rmSync(file);
  }
}
assert.deepEqual(small.stats(), teeko("stats", "-v", "44-ssss+4x4"));
// Every question in the table can be asked by its name.
const empty = { moves: "" };
const parameters = { position: empty, choice: empty, line: empty, review: { game: "6" } };
for (const { name, about } of await questions()) {
  if (name === "certificate" || !["rules", "game"].includes(about)) continue;
  assert.ok(small.ask(name, parameters[name]), name);
}
assert.deepEqual(game.review("13 12 18 8"), teeko("review", "-v", "58-ssss", "13 12 18 8"));
assert.equal(game.choice({ moves: "13 12" }, { strength: 5, seed: 3 }).dtw, 11);
const many = game.probeMany(["b:13 r: r", "nonsense"]);
assert.equal(many[0].outcome, "loss");
assert.equal(many[1].line, 2);

const goals = [[1, 2, 3, 4], { circles: [5, 6, 9, 10], empty: [7] }];
const own = await solve("own-ssss+4x4", { goals });
assert.equal(own.rules().schema, "teeko.rules/1");

await assert.rejects(solve("44-sssss"), TeekoError);
assert.throws(() => game.query({ moves: "13 13" }), /circle 13: expected an empty circle/);
assert.throws(() => game.puzzles({ dtw: -1 }), TeekoError);
// The example of the README runs, and prints what it should.
const shown = readFileSync(join(folder, "README.md"), "utf8").match(/```js\n([^]*?)```/)[1];
const example = join(folder, "readme-example.mjs");
writeFileSync(example, shown.replace('"teeko"', '"./index.js"'));
try {
  const printed = execFileSync(process.execPath, [example], { encoding: "utf8" });
  assert.match(printed, /^\{ outcome: 'win', dtw: 13, score: 1 \}\n23 loss 14\n/);
} finally {
  rmSync(example);
}
console.log("the package answers as the program does");
