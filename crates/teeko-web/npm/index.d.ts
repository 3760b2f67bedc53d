/**
 * Every variant of John Scarne's board game Teeko, solved. Distances are in plies; a ply is one
 * move by one side.
 */

export type Side = "black" | "red";
export type OutcomeName = "win" | "draw" | "loss";

/** The value of a position for the side to move. */
export interface Outcome {
  outcome: OutcomeName;
  /** The distance in plies to the end with best play: 0 if the game is over, null in a draw. */
  dtw: number | null;
  /**
   * The points that the side to move gets: 1, 0 or -1, except in games for points. Null if a
   * finished position does not tell the points.
   */
  score: number | null;
}

/**
 * A position in any notation, such as `b:7,9 r:13 r`, or moves from a position or the empty board.
 */
export type Place = string | { position: string } | { moves: string; from?: string };

/**
 * A goal: the four circles that win, numbered row by row from 1; also circles that must be empty,
 * and the points that the goal is worth.
 */
export type Goal = number[] | { circles: number[]; empty?: number[]; points?: number };

/** A choice in a position. */
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

/** The document `teeko.query/1`. */
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
  /** Left out with `brief`. */
  moves?: ChoiceEntry[];
  [field: string]: unknown;
}

/** Another document of the program. The field `schema` names its schema. */
export interface Document {
  schema?: string;
  [field: string]: unknown;
}

/** Why there is no answer. */
export class TeekoError extends Error {
  /** What to try next, if anything helps. */
  hint?: string;
}

/**
 * A solved game. Methods block until they have the answer, most of them for less than a
 * millisecond. Errors are thrown as a TeekoError.
 */
export interface Game {
  /** The name of the rules, such as `44-ssss`. */
  readonly name: string;
  /** The value of the game for Black, who moves first. */
  readonly value: Outcome;
  /** Answers a question by its name. `questions()` lists the names and their parameters. */
  ask(
    question: string,
    parameters?: Record<string, string | number | boolean | undefined>,
  ): Document | Uint8Array;
  /** Returns the rules: `teeko.rules/1`. */
  rules(): Document;
  /** Returns the value of the game and the numbers of positions. */
  census(): Document;
  /** Returns the value of a position. */
  probe(position: Place): Outcome;
  /** Returns for each position a `teeko.query/1` without moves, or `{ error, line }`. */
  probeMany(positions: string[]): Document[];
  /** Returns the value of a position and every choice in it, best first. */
  query(
    position: Place,
    options?: { brief?: boolean; pass?: boolean; at?: number | string },
  ): Query;
  /**
   * Returns the choice of a player of `strength` 1 (a beginner) to 5 (perfect): `teeko.choice/1`.
   * `seed` selects among moves that look equal to the player.
   */
  choice(
    position: Place,
    options?: { strength?: number; seed?: number; pass?: boolean; at?: number | string },
  ): Document & { move: string | null };
  /** Returns perfect play to the end, or `plies` plies of a draw: `teeko.line/1`. */
  line(position: Place, options?: { plies?: number; boards?: boolean }): Document;
  /** Reviews each ply of a game: `teeko.review/1`. */
  review(moves: string, options?: { from?: string }): Document;
  /** Returns positions in which exactly one move wins: `teeko.puzzles/1`. */
  puzzles(options?: {
    dtw?: number;
    phase?: "slide" | "drop";
    unique?: boolean;
    score?: number;
    limit?: number;
    seed?: number;
  }): Document;
  /** Counts positions by layer, outcome and distance: `teeko.stats/1`. */
  stats(): Document;
  /** Returns a proof that a side wins: the bytes of a file that `teeko check` reads. */
  certificate(options?: { points?: number }): Uint8Array;
}

/**
 * Solves a game. A variant of the standard board takes about a second, during which the thread is
 * blocked. Give `goals` with a name such as `own-ssss+4x4`. `wasm` is the solver, if it does not
 * lie beside the module: bytes, an address or a response.
 */
export function solve(
  variant?: string,
  options?: { goals?: string | Goal[]; wasm?: BufferSource | URL | string | Response },
): Promise<Game>;

/** Scarne's sixteen variants. */
export function variants(): Promise<Document[]>;

/** Scarne's seventeen winning plays: `teeko.plays/1`. */
export function plays(): Promise<Document>;

/** The questions and their parameters: type, limits, default and help. */
export function questions(): Promise<Document[]>;

/** Compares two variants on the same board: `teeko.diff/1`. */
export function diff(
  first: string,
  second: string,
  options?: { examples?: number },
): Promise<Document>;

/** Solves a family of rule sets and reports on each: `teeko.atlas/1`. */
export function atlas(options?: {
  goals?: string | string[];
  plans?: string | string[];
  board?: string;
  steps?: string | string[];
  no_centre?: "any" | "yes" | "no" | "both";
  points?: boolean;
  sixteen?: boolean;
}): Promise<Document>;
