/**
 * Every variant of John Scarne's board game Teeko, solved. Distances are in plies; a ply is one
 * move by one side.
 */

export type Side = "black" | "red";
export type OutcomeName = "win" | "draw" | "loss";

/** The value of a position for the side to move. */
export interface Outcome {
  outcome: OutcomeName;
  /**
   * The distance in plies to the end with best play: 0 if the game is over, null in a draw. In
   * games for points it is a bound: the side that scores can force at least these points within
   * `dtw` plies.
   */
  dtw: number | null;
  /**
   * The points that the side to move gets: 1, 0 or -1, except in games for points. Null if a
   * finished position does not tell the points.
   */
  score: number | null;
}

/**
 * A position to play from. It does not change: `play` returns another one.
 *
 * A game without a slide for the side to move is a draw: it is not over, but has no legal moves.
 */
export interface Position {
  /** The side to move. */
  readonly turn: Side;
  readonly phase: "drop" | "slide" | "over";
  /** Whether a side has completed a goal. */
  readonly isOver: boolean;
  /** The side that has completed a goal; null while the game is not over. */
  readonly winner: Side | null;
  /** Rows from the top, each a list of `b`, `r` or a space. With numbered pieces `b4` or `r1`. */
  readonly board: string[][];
  /** All moves, in the order of their circles: `13`, `14-8`, or with numbered pieces `13=4`. */
  readonly legalMoves: string[];
  /** Returns the position after one or more moves, such as `13` or `13 12 18`. */
  play(moves: string): Position;
  /** Returns the position in rows, such as `5/1b1b1/2r2/5/5 r`. */
  toString(): string;
}

/** A position of a game in a worker. */
export interface WorkerPosition extends Omit<Position, "play"> {
  play(moves: string, options?: Abortable): Promise<WorkerPosition>;
}

/**
 * A position, also in any notation, such as `b:7,9 r:13 r`, or moves from a position or the empty
 * board.
 */
export type Place =
  | string
  | Position
  | WorkerPosition
  | { position: string }
  | { moves: string; from?: string | Position | WorkerPosition };

/** The options of a question to a game in a worker. */
export interface Abortable {
  /**
   * An `AbortSignal`. If it is aborted, the promise is rejected with its reason. If the worker has
   * begun to answer, a new worker replaces it and solves the game again for the next question.
   */
  signal?: Signal;
}

/** The parts of an `AbortSignal` that are used. */
export interface Signal {
  readonly aborted: boolean;
  readonly reason?: any;
  throwIfAborted(): void;
  addEventListener(type: "abort", listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/**
 * The solver in WebAssembly: its bytes, its address as a text or a `URL`, a `Response` with it, or
 * a `WebAssembly.Module`.
 */
export type Solver = string | object;

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
  /** Returns a position to play from; the empty board by default. */
  position(position?: Place): Position;
  /** Returns the value of a position. */
  probe(position: Place): Outcome;
  /**
   * Returns for each position a `teeko.query/1` without moves, in the same order. For a text that
   * is not a position, such as a blank one, it is `{ error, line }`. Lines count from 1.
   */
  probeMany(positions: Iterable<string | Position | WorkerPosition>): Document[];
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
  review(moves: string, options?: { from?: string | Position | WorkerPosition }): Document;
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

/** The methods of `Game`, with promises. The last argument may have a `signal`. */
type Asynchronous = {
  [Name in Exclude<keyof Game, "name" | "value">]: Game[Name] extends (
    ...parameters: infer Parameters
  ) => infer Answer
    ? (...parameters: WithSignal<Parameters>) => Promise<Answer>
    : never;
};

/** The parameters of a method, with a signal among its options. */
type WithSignal<Parameters extends unknown[]> = Parameters extends []
  ? [options?: Abortable]
  : Parameters extends [infer First]
    ? [first: First, options?: Abortable]
    : Parameters extends [(infer Options)?]
      ? [options?: Options & Abortable]
      : Parameters extends [infer First, (infer Options)?]
        ? [first: First, options?: Options & Abortable]
        : never;

/**
 * A solved game in a worker, which leaves the thread free. It has the methods of `Game`; they
 * return promises. The worker answers one question after the other.
 */
export interface WorkerGame extends Omit<Asynchronous, "position"> {
  readonly name: string;
  readonly value: Outcome;
  position(position?: Place, options?: Abortable): Promise<WorkerPosition>;
  /** Stops the worker. Questions without an answer are rejected, and later ones too. */
  terminate(): void;
}

/**
 * Solves a game. A variant of the standard board takes about a second, during which the thread is
 * blocked. Give `goals` with a name such as `own-ssss+4x4`. `wasm` replaces the solver that the
 * package contains, the first time that a solver is needed.
 */
export function solve(
  variant?: string,
  options?: { goals?: string | Goal[]; wasm?: Solver },
): Promise<Game>;

/**
 * Solves a game in a worker. Aborting the signal stops it and rejects the promise. In a page with a
 * content security policy, allow `worker-src blob:` and `script-src 'wasm-unsafe-eval'`.
 */
export function createWorkerGame(
  variant?: string,
  options?: { goals?: string | Goal[]; wasm?: Solver } & Abortable,
): Promise<WorkerGame>;

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
