// Measures how long the package takes to solve a game and to answer: `node benchmark.mjs FOLDER`,
// with the folder that npm.sh makes. A figure is the median of seven runs. Games stay solved while
// a program runs, so each is solved in a process of its own.

import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const RUNS = 7;
const POSITIONS = 1_000_000;

const [folder, toSolve] = process.argv.slice(2);
const { solve } = await import(pathToFileURL(join(resolve(folder), "index.js")));

if (toSolve) {
  console.log(await milliseconds(() => solve(toSolve)));
} else {
  for (const variant of ["44-ssss+4x4", "44-ssss", "58-ssss", "58-ssss+points"]) {
    await measure(`solve ${variant}`, () => solvedByItself(variant));
  }
  const game = await solve("44-ssss");
  const position = game.position();
  await measure("query the empty board", () => milliseconds(() => game.query(position)));
  const black = Uint32Array.from({ length: POSITIONS }, (_, number) => 1 << (number % 25));
  const red = new Uint32Array(POSITIONS);
  const turn = new Uint8Array(POSITIONS).fill(1);
  const positions = { black, red, turn };
  await measure("probe a million positions", () => milliseconds(() => game.probeMany(positions)));
}

/** Returns how long this program takes to solve a game in a process of its own. */
function solvedByItself(variant) {
  const program = fileURLToPath(import.meta.url);
  return Number(execFileSync(process.execPath, [program, folder, variant]));
}

async function milliseconds(run) {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Prints the median of what some runs take. */
async function measure(name, run) {
  const times = [];
  for (let number = 0; number < RUNS; number++) {
    times.push(await run());
  }
  times.sort((one, other) => one - other);
  console.log(`${name.padEnd(30)} ${times[RUNS >> 1].toFixed(1)} ms`);
}
