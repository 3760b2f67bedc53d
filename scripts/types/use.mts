// Uses the types of the package.

import { TeekoError, atlas, createWorkerGame, solve, type BriefQuery, type Place, type Query } from "teeko";

const game = await solve("58-ssss", { goals: [[1, 2, 3, 4]] });
const answer: Query = game.query({ moves: "13 12" });
const move: string | undefined = answer.moves[0]?.move;
const brief: BriefQuery = game.query("b:13 r: r", { brief: true });
// @ts-expect-error: it has no moves.
brief.moves;
const maybe: Query | BriefQuery = game.query("b:13 r: r", { brief: Math.random() < 0.5 });
const next = game.position().play("13");
const cell: string | undefined = next.board[0]?.[0];
const places: Place[] = [next, "b:13 r: r", { moves: "12", from: next }];
export const found = [move, maybe.dtw, cell, places.map((place) => game.probe(place).dtw)];
export const counted: number = game.probeMany([next, "b: r:"]).length + next.legalMoves.length;
export const values: Int16Array =
  game.probeMany({ black: Uint32Array.of(0), red: Uint32Array.of(0), turn: 0 });
export const code: "position" extends TeekoError["code"] ? true : never = true;
export const hint: string | undefined = new TeekoError("").hint;

export const compared = (await atlas({ goals: ["44"], no_centre: "both" })).schema;
// @ts-expect-error: the game has its goals.
game.stats({ goals: "1.2.3.4" });

const working = await createWorkerGame("44-ssss");
const signal: { signal?: AbortSignalOfDom } = {};
const value: string = (await working.probe("b:13 r: r", signal)).outcome;
const here = await (await working.position()).play("13", signal);
const counts = await working.stats(signal);
const chosen: string | null = (await working.choice(here, { strength: 3, ...signal })).move;
const lines = (await working.probeMany([here], signal)).length;
const puzzles: string | undefined = (await working.puzzles({ dtw: 3, ...signal })).schema;
export const answers = [value, counts.schema, chosen, lines, puzzles];
// @ts-expect-error: the answer is a promise.
working.query("b:13 r: r").outcome;
// @ts-expect-error: there is no such option.
working.query("b:13 r: r", { strength: 5 });
working.terminate();

/** `AbortSignal` where the DOM library defines it. */
type AbortSignalOfDom = typeof globalThis extends { AbortSignal: { prototype: infer Signal } }
  ? Signal
  : never;
