// Tests what the package adds to the answers of the contract: positions, workers, aborts, lists of
// goals, and its README: `node test.mjs FOLDER`.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const { IMPOSSIBLE, OVER, TeekoError, createWorkerGame, diff, imageOf, solve } =
  await import(pathToFileURL(join(resolve(folder), "index.js")));

// Positions know the rules: their moves are those of the solver, and lead to the same positions.
for (const variant of ["44-ssss", "58-pppp+pass+4x4", "44-pppp+4x4+pips"]) {
  const game = await solve(variant);
  let position = game.position();
  assert.ok(position.board.flat().every((cell) => cell === " "));
  const sides = new Set();
  let compared = 0;
  for (let ply = 0; !position.isOver && ply < 20; ply++) {
    const { moves, turn, phase } = game.query(position);
    sides.add(position.turn);
    assert.deepEqual([position.turn, position.phase, position.winner], [turn, phase, null]);
    const choices = moves.filter(({ move }) => move !== "pass");
    const pieces = choices[0].piece ? 4 - Math.floor(ply / 2) : 1;
    assert.equal(position.legalMoves.length, choices.length * pieces, `${variant} ${position}`);
    const next = position.legalMoves[(ply * 5) % position.legalMoves.length];
    const same = choices.find(({ move }) => move === next);
    position = position.play(next);
    if (same) {
      assert.equal(`${position}`, same.position);
      compared++;
    }
    assert.equal(position.board.flat().join("").match(/[br]/g).length, Math.min(ply + 1, 8));
  }
  assert.ok(sides.size === 2 && compared >= 12, `${variant}: ${compared} moves of one piece`);
}

// Images of a position have its value and its moves' images, and share the canonical one.
for (const [variant, place, order] of [
  ["44-ssss", "b:7,9,12,14 r:10,13,17,19 b", 8],
  ["44-pppp+pass+5x4", "b:1,2 r:7 r", 4],
  ["44-ssss+4x4+pips", "b:2=4,5=1 r:6=3,15=2 b", 8],
]) {
  const game = await solve(variant);
  const { symmetries } = game.rules();
  const { images, canonical } = game.images(place);
  const position = game.position(place);
  assert.deepEqual([images[0], images.length, symmetries.length], [`${position}`, order, order]);
  images.forEach((image, number) => {
    assert.deepEqual(game.probe(image), game.probe(place));
    assert.equal(game.images(image).canonical, canonical);
    const next = position.play(position.legalMoves[0]);
    const played = imageOf(position.legalMoves[0], symmetries[number]);
    assert.equal(`${game.position(image).play(played)}`, game.images(next).images[number]);
  });
}

const game = await solve("58-ssss");
assert.deepEqual(game.value, { outcome: "win", dtw: 13, score: 1 });
const small = await solve("44-ssss+4x4");
const texts = ["b:13 r: r", "nonsense", "", "# a comment", "b:13\nr:", undefined, game.position()];
const many = game.probeMany(texts);
function shortOf({ outcome, error, line }) {
  return outcome ?? (error && line);
}

assert.deepEqual(many.map(shortOf), ["loss", 2, 3, 4, "loss", 6, "win"]);
assert.deepEqual(many.map(({ line }) => line), [1, 2, 3, 4, 5, 6, 7]);
// So has what only one of JavaScript and the solver takes for white space, and what ends no line.
for (const odd of ["\x85", "\ufeff", "\x1c", "\u2028", "\0", "\ud800"]) {
  const answers = game.probeMany([odd, texts[0], `${odd}#`, texts[0]]);
  assert.deepEqual(answers.map(shortOf), [1, "loss", 3, "loss"], JSON.stringify(odd));
}
assert.deepEqual(game.probeMany([]), []);
const thousand = Array(1000).fill(texts[0]);
function answerAt(_, place) {
  return { ...many[0], line: place + 1 };
}

assert.deepEqual(game.probeMany(thousand), thousand.map(answerAt));

// Positions as arrays have the values of the same positions as texts.
function arraysOf(positions, Masks) {
  function mask(position, piece) {
    return position.board.flat().reduce(
      (bits, cell, place) => (cell === piece ? bits | (1n << BigInt(place)) : bits), 0n);
  }
  function masks(piece) {
    return Masks.from(positions, (position) =>
      Masks === Uint32Array ? Number(mask(position, piece)) : mask(position, piece));
  }
  const turn = Uint8Array.from(positions, ({ turn }) => Number(turn === "red"));
  return { black: masks("b"), red: masks("r"), turn };
}
function inPlies({ outcome, dtw }) {
  return dtw === 0 ? OVER : { win: 1, draw: 0, loss: -1 }[outcome] * (dtw ?? 0);
}

for (const [of, Masks] of [[game, Uint32Array], [small, BigUint64Array]]) {
  const positions = [of.position()];
  for (let place = 0; positions.length < 300; place++) {
    const { legalMoves, isOver } = positions[place];
    const places = [0, legalMoves.length - 1, place % legalMoves.length];
    const some = isOver ? [] : places.map((each) => legalMoves[each]);
    positions.push(...some.map((move) => positions[place].play(move)));
  }
  positions.push(of.position("b:1,2,3,4 r:6,7,8 r"));
  const arrays = arraysOf(positions, Masks);
  const values = of.probeMany(arrays);
  assert.ok(values instanceof Int16Array && values.includes(OVER));
  assert.deepEqual([...values], positions.map((position) => inPlies(of.probe(position))));
}
const none = new Uint32Array(0);
assert.deepEqual(game.probeMany({ black: none, red: none, turn: 0 }), new Int16Array(0));
const twice = Uint32Array.of(1, 0, 1 << 12, 2 ** 31);
const few = game.probeMany({ black: twice, red: Uint32Array.of(1, 0, 0, 0), turn: 1 });
assert.deepEqual([...few], [IMPOSSIBLE, IMPOSSIBLE, -12, IMPOSSIBLE]);
for (const arrays of [
  { black: twice }, { black: [1], red: [0], turn: [0] }, { black: twice, red: none, turn: 0 },
  { black: twice, red: twice, turn: 2.5 + "" }, { black: 1, red: twice, turn: 0 },
  { black: twice, red: new BigUint64Array(4), turn: 0 },
]) {
  assert.throws(() => game.probeMany(arrays), { name: "TeekoError", code: "position" });
}

// An argument that is left out is an error of the package, in a worker as a rejected promise.
const wrong = [
  ["query", undefined, "position"], ["probe", null, "position"], ["choice", 13, "position"],
  ["line", undefined, "position"], ["probeMany", undefined, "position"], ["query", {}, "request"],
  ["query", "b:1 r:1 b", "position"], ["review", undefined, "request"],
  ["ask", undefined, "request"], ["ask", "nonsense", "request"], ["position", null, "position"],
  ["ask", "positions", "request"], ["ask", "diff", "request"], ["ask", "variants", "request"],
];
for (const [method, argument, code] of wrong) {
  function isRight(error) {
    return error instanceof TeekoError && error.code === code && Boolean(error.hint);
  }
  assert.throws(() => small[method](argument), isRight, `${method}(${argument})`);
}
await assert.rejects(solve("44-sssss"), { name: "TeekoError", code: "request" });
// So is half a character, which no address can have.
await assert.rejects(solve("44-ssss\ud800"), { name: "TeekoError", code: "request" });
await assert.rejects(diff("44-ssss", "58-ssss", { examples: "\udfff" }),
  { name: "TeekoError", code: "request" });
for (const ask of ["query", "review", "ask", "position"]) {
  assert.throws(() => small[ask]("\ud800 13"), { name: "TeekoError" }, ask);
}
await assert.rejects(solve("44-ssss+8x8"), { name: "TeekoError", code: "memory" });
assert.throws(() => small.certificate({ distance: 1 }), { code: "request" });

// A worker starts also in a program that is a module without a file, as a text or as input.
const file = pathToFileURL(join(resolve(folder), "teeko.wasm"));
const index = JSON.stringify(new URL("index.js", file).href);
const inWorker = `import { createWorkerGame } from ${index};
const game = await createWorkerGame("44-ssss+4x4");
console.log(game.value.outcome);
game.terminate();`;
for (const options of [["-e", inWorker], ["-"]]) {
  const printed = execFileSync(process.execPath, ["--input-type=module", ...options],
    { encoding: "utf8", input: inWorker });
  assert.equal(printed, "draw\n");
}

// The solver can be read from a file, by its address. Each copy of the package loads its own.
function copy(name) {
  return import(new URL(`index.js?${name}`, file));
}

for (const wasm of [file, file.href]) {
  const { value } = await (await copy(typeof wasm)).solve("44-ssss+4x4", { wasm });
  assert.equal(value.outcome, "draw");
}
// Some hosts compile no bytes. There each function takes a module.
const wasm = await WebAssembly.compile(readFileSync(file));
const { compile } = WebAssembly;
WebAssembly.compile = async () => {
  throw new WebAssembly.CompileError("Wasm code generation disallowed by embedder");
};
const pair = ["44-ssss+4x4", "58-ssss+4x4"];
const family = { goals: "44", plans: "ssss", board: "4x4", steps: "king" };
const functions = {
  variants: [], plays: [], claims: [], questions: [], diff: pair, atlas: [],
  solve: ["44-ssss+4x4"], createWorkerGame: ["44-ssss+4x4"],
};
for (const [name, given] of Object.entries(functions)) {
  const options = name === "atlas" ? family : {};
  const noSolver = { name: "TeekoError", code: "resources", message: /disallowed by embedder/ };
  await assert.rejects((await copy(name))[name](...given, options), noSolver, name);
  const answer = await (await copy(name))[name](...given, { ...options, wasm });
  assert.ok(answer, name);
  answer.terminate?.();
}
WebAssembly.compile = compile;
// What is no solver, or is not there, is an error of the package, too.
const empty = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
const noFile = new URL("none.wasm", file);
for (const wasm of [empty, new WebAssembly.Module(empty), noFile, "nonsense", 5, null, texts]) {
  const noSolver = { name: "TeekoError", code: "resources" };
  const { createWorkerGame, variants } = await copy("wrong");
  await assert.rejects(variants({ wasm }), noSolver);
  await assert.rejects(createWorkerGame("44-ssss", { wasm }), noSolver);
}
const withoutWebAssembly = `import { TeekoError, variants } from ${index};
await variants().catch((error) => console.log(error.name, error.code));`;
const printedThere = execFileSync(process.execPath,
  ["--jitless", "--input-type=module", "-e", withoutWebAssembly], { encoding: "utf8" });
assert.match(printedThere, /TeekoError resources\n$/);

const full = game.position("b:7,9,12,14 r:10,13,17,19 b");
assert.deepEqual(full.legalMoves.slice(-4), ["14-8", "14-15", "14-18", "14-20"]);
assert.deepEqual(full.board[1], [" ", "b", " ", "b", "r"]);
const won = game.position("b:1,2,3,9 r:20,23,24,25 b").play("9-4");
assert.deepEqual([won.isOver, won.winner, won.legalMoves], [true, "black", []]);
assert.throws(() => won.play("20-19"), /the game is over/);
assert.deepEqual(game.query({ moves: "14-8", from: full }), game.query(full.play("14 to 8")));
assert.deepEqual(game.position({ moves: "c3" }).legalMoves, game.query("b:13 r: r").moves
  .map(({ move }) => move).sort((one, other) => one - other));

// A game in a worker answers the same. An abort ends the question, and no other.
const working = await createWorkerGame("44-ssss+4x4");
try {
  assert.deepEqual([working.name, working.value], [small.name, small.value]);
  assert.deepEqual(await working.query({ moves: "1 7" }), small.query({ moves: "1 7" }));
  assert.deepEqual(await working.certificate(), small.certificate());
  assert.deepEqual(await working.probeMany([]), []);
  const two = { black: Uint32Array.of(0, 1), red: Uint32Array.of(0, 0), turn: Uint8Array.of(0, 1) };
  assert.deepEqual(await working.probeMany(two), small.probeMany(two));
  const placed = await (await working.position()).play("6 7");
  assert.deepEqual([`${placed}`, placed.turn], ["4/1br1/4/4 b", "black"]);
  await assert.rejects(placed.play("6"), { name: "TeekoError", code: "position" });
  for (const [method, argument, code] of wrong) {
    await assert.rejects(working[method](argument), { name: "TeekoError", code });
  }
  const [first, second, third] = [1, 2, 3].map(() => new AbortController());
  const signals = [first, second, third].map(({ signal }) => signal);
  const asked = signals.map((signal) => working.certificate({ signal }));
  second.abort();
  first.abort(new Error("no more"));
  await assert.rejects(asked[0], /no more/);
  await assert.rejects(asked[1], { name: "AbortError" });
  assert.deepEqual(await asked[2], small.certificate());
  await assert.rejects(working.stats({ signal: first.signal }), /no more/);
  const unanswered = working.stats();
  working.terminate();
  await assert.rejects(unanswered, /the worker was terminated/);
  await assert.rejects(working.stats(), { name: "TeekoError", code: "stopped" });
} finally {
  working.terminate();
}
await assert.rejects(createWorkerGame("44-ssss", { signal: AbortSignal.timeout(50) }),
  { name: "TimeoutError" });
await assert.rejects(createWorkerGame("44-sssss"), TeekoError);

const goals = [[1, 2, 3, 4], { circles: [5, 6, 9, 10], empty: [7] }];
const own = await solve("own-ssss+4x4", { goals });
const same = await solve("own-ssss+4x4", { goals: "1.2.3.4_5.6.9.10~7" });
assert.deepEqual(own.rules(), same.rules());

// The examples of the README run, and print what they should.
const blocks = readFileSync(join(folder, "README.md"), "utf8").matchAll(/```js\n([^]*?)```/g);
const shown = Array.from(blocks, ([, block]) => block).join("");
const example = join(folder, "readme-example.mjs");
writeFileSync(example, shown);
try {
  const printed = execFileSync(process.execPath, [example], { encoding: "utf8" });
  assert.match(printed, /^\{ outcome: 'win', dtw: 13, score: 1 \}\n23 loss 14\n/);
  assert.match(printed, /\nblack wins: .* r\nInt16Array\(2\) \[ 13, -12 \]\nAbortError\ndraw\n$/);
} finally {
  rmSync(example);
}
console.log("positions, workers and aborts of the package do what they should");
