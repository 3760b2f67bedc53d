/** Every variant of John Scarne's board game Teeko, solved. All distances are in plies, the moves of one side. */

export type Side = "black" | "red";
export type OutcomeName = "win" | "draw" | "loss";

/** What a position is worth to the side to move. */
export interface Outcome {
  outcome: OutcomeName;
  /** Plies to the end with best play, 0 if the game is over; null in a draw. */
  dtw: number | null;
  /** Points: 1, 0 or -1 in games that are not for points; null where a game that is over does not tell. */
  score: number | null;
}

/** A position in any notation, such as `b:7,9 r:13 r`, or moves from one, or from the empty board. */
export type Place = string | { position: string } | { moves: string; from?: string };

/** The four circles that win, numbered row by row from 1; with circles on which nothing may stand, and what it is worth. */
export type Goal = number[] | { circles: number[]; empty?: number[]; points?: number };

/** Something that can be chosen in a position. */
export interface ChoiceEntry {
  /** `13`, `14-8`, `13=4` or `pass`. */
  move: string;
  outcome: OutcomeName;
  dtw: number | null;
  score?: number | null;
  optimal: boolean;
  replies: { holding: number; total: number };
  [field: string]: unknown;
}

/** A document `teeko.query/1`. */
export interface Query {
  schema: "teeko.query/1";
  variant: string;
  position: string;
  phase: "drop" | "slide" | "over";
  turn: Side;
  chooser: Side;
  outcome: OutcomeName;
  dtw: number | null;
  winner: Side | null;
  /** Left out if only the value was asked for. */
  moves?: ChoiceEntry[];
  [field: string]: unknown;
}

/** Other documents of the program, with a field that names their schema. */
export interface Document {
  schema?: string;
  [field: string]: unknown;
}

/** Why there is no answer. */
export class TeekoError extends Error {
  /** What to try next, where something helps. */
  hint?: string;
}

/** A game that is solved. Methods work where they are called, most of them in less than a millisecond; they throw a TeekoError. */
export interface Game {
  /** `44-ssss`. */
  readonly name: string;
  /** What the game is worth to Black, who begins. */
  readonly value: Outcome;
  /** Any question about a game by its name: `questions()` lists them with their parameters. */
  ask(question: string, parameters?: Record<string, string | number | boolean | undefined>): Document | Uint8Array;
  /** `teeko.rules/1`. */
  rules(): Document;
  /** What the game is worth, and how many positions there are of each kind. */
  census(): Document;
  /** What a position is worth. */
  probe(position: Place): Outcome;
  /** What many positions are worth: `teeko.query/1` without moves, or `{ error, line }`, for each. */
  probeMany(positions: string[]): Document[];
  /** What a position is worth, and every choice in it, best first. */
  query(position: Place, options?: { brief?: boolean; pass?: boolean; at?: number | string }): Query;
  /** What a player chooses: from 1, a beginner, to 5, perfect. The seed takes one of what is equal to it. */
  choice(position: Place, options?: { strength?: number; seed?: number; pass?: boolean; at?: number | string }): Document & { move: string | null };
  /** Perfect play to the end, or in a draw so many plies: `teeko.line/1`. */
  line(position: Place, options?: { plies?: number; boards?: boolean }): Document;
  /** How good each ply of a game was: `teeko.review/1`. */
  review(moves: string, options?: { from?: string }): Document;
  /** Positions in which exactly one move wins: `teeko.puzzles/1`. */
  puzzles(options?: { dtw?: number; phase?: "slide" | "drop"; unique?: boolean; score?: number; limit?: number; seed?: number }): Document;
  /** How many positions there are, by layer, outcome and distance: `teeko.stats/1`. */
  stats(): Document;
  /** A proof of what the game is worth, as the program's `teeko check` reads it. */
  certificate(options?: { points?: number }): Uint8Array;
}

/**
 * Solves a game: any variant of the standard board in a second or so, without leaving the thread. `goals` go with a name such as
 * `own-ssss+4x4`. `wasm` says where the solver is if not beside the module: bytes, an address, or a response.
 */
export function solve(variant?: string, options?: { goals?: string | Goal[]; wasm?: BufferSource | URL | string | Response }): Promise<Game>;

/** The sixteen variants with Scarne's names. */
export function variants(): Promise<Document[]>;

/** Scarne's seventeen winning plays: `teeko.plays/1`. */
export function plays(): Promise<Document>;

/** The questions with their parameters: type, limits, default, help. */
export function questions(): Promise<Document[]>;

/** What two variants on the same board make of the same positions: `teeko.diff/1`. */
export function diff(first: string, second: string, options?: { examples?: number }): Promise<Document>;

/** A report on a family of rule sets: `teeko.atlas/1`. Lists such as `"44,58"` have commas. */
export function atlas(options?: {
  goals?: string | string[];
  plans?: string | string[];
  board?: string;
  steps?: string | string[];
  no_centre?: "any" | "yes" | "no" | "both";
  points?: boolean;
  sixteen?: boolean;
}): Promise<Document>;
