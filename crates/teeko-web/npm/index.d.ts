/**
 * Every variant of John Scarne's board game Teeko, solved. Distances are in plies; a ply is one
 * move by one side.
 */

import type {
  Atlas,
  BadLine,
  Choice,
  Claims,
  Course,
  Diff,
  ErrorCode,
  Line,
  Parameters,
  Phase,
  Plays,
  Puzzles,
  Query,
  QuestionEntry,
  RecordedGame,
  Report,
  Review,
  Rules,
  Side,
  Stats,
  Variant,
  Wdl,
} from "./questions.js";

export type * from "./questions.js";

/** The answer to `query` without its moves. */
export type BriefQuery = Omit<Query, "moves">;

/** What methods take as their first arguments, and the goals, which the game has. */
type First = "position" | "moves" | "from" | "game" | "text" | "variants" | "goals";

/** The parameters of a question, but for those that are declared anew. */
type Options<Name extends keyof Parameters, Own extends string = never> = Omit<
  Parameters[Name],
  First | Own
>;

/** The parameters of `query`. */
export interface QueryOptions extends Options<"position", "at"> {
  /**
   * The choices among the pieces of the side to move once its opponent has pointed at this circle;
   * in games with pips.
   */
  at?: number | string;
}

/** The parameters of `choice`. */
export interface ChoiceOptions extends Options<"choice", "at"> {
  /** As for `query`. */
  at?: number | string;
}

/** The parameters of `record`. */
export interface RecordOptions extends Options<"record"> {
  /** The position that the moves start from: by default the empty board. */
  from?: string | Position | WorkerPosition;
}

/** The parameters of `review`. */
export interface ReviewOptions extends Options<"review"> {
  /** The position that the moves start from: by default the empty board. */
  from?: string | Position | WorkerPosition;
}

/** The parameters of `atlas`. */
export interface AtlasOptions extends Options<"atlas", "goals" | "plans" | "steps"> {
  /** Goal sets, such as `["44", "58"]` or `44,58`: by default the six from 44 to 78. */
  goals?: string | string[];
  /** Drop plans, such as `["ssss", "sppp"]`: by default all sixteen. */
  plans?: string | string[];
  /** Steps, such as `["king", "orthogonal"]`: by default king and knight. */
  steps?: string | string[];
}

/** The parameters of `line`. */
export interface LineOptions extends Options<"line"> {}

/** The parameters of `puzzles`. */
export interface PuzzlesOptions extends Options<"puzzles"> {}

/** The parameters of `random`. */
export interface RandomOptions extends Options<"random"> {}

/** The parameters of `stats`. */
export interface StatsOptions extends Options<"stats"> {}

/** The parameters of `certificate`. */
export interface CertificateOptions extends Options<"certificate"> {}

/** The parameters of `diff`. */
export interface DiffOptions extends Options<"diff"> {}

/** The value of a position for the side to move. */
export interface Outcome {
  outcome: Wdl;
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
  readonly phase: Phase;
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

/**
 * Positions as arrays of one length: bitmasks of Black's circles and of Red's, whose lowest bit is
 * circle 1, and the sides to move, 0 for Black and 1 for Red. `turn` may be a number for all.
 * Boards of more than 32 circles need `BigUint64Array`.
 */
export interface PositionArrays {
  black: Uint32Array | BigUint64Array;
  red: Uint32Array | BigUint64Array;
  turn: Uint8Array | 0 | 1;
}

/** The value in arrays of a finished game that the side to move has lost: below every other. */
export const OVER: -32767;

/** The value in arrays of an invalid position. */
export const IMPOSSIBLE: -32768;

/** The images of a position under the symmetries of the rules, in rows. */
export interface Images {
  /** In the order of `symmetries` in `rules()`: first the position itself. Some may be equal. */
  images: string[];
  /** The image that stands for all: the one that exports have. */
  canonical: string;
}

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

/** The option of functions that need a solver. */
export interface SolverOption {
  /** Replaces the solver that the package contains, the first time that a solver is needed. */
  wasm?: Solver;
}

/**
 * A goal: the four circles that win, numbered row by row from 1; also circles that must be empty,
 * and the points that the goal is worth.
 */
export type Goal = number[] | { circles: number[]; empty?: number[]; points?: number };

/** A document of the program. The field `schema` names its schema. */
export interface Document {
  schema?: string;
  [field: string]: unknown;
}

/** Why there is no answer. */
export class TeekoError extends Error {
  /**
   * The kind of the error. `request`: a name or an option is wrong; `position`: a position, a move or
   * a game is; `no-answer`: these rules have no such answer, or a limit refuses the request;
   * `memory`: memory does not suffice; `resources`: the solver or a worker does not start; `stopped`:
   * the worker was terminated; `fault`: the solver has a fault. Please report it. Messages may
   * change; codes do not.
   */
  code: ErrorCode;
  /** What to try next, if anything helps. */
  hint?: string;
  /** What was found, where a question says so: for `record` what a name of a circle may mean. */
  found?: unknown;
}

/** Where a game is: in this thread, or in a worker, whose answers are promises. */
type Where = "here" | "worker";

/** An answer of a game. */
type Answer<At extends Where, Value> = At extends "worker" ? Promise<Value> : Value;

/** The options of all methods of a game. */
type Common<At extends Where> = At extends "worker" ? Abortable : unknown;

/** A position of a game. */
type PositionOf<At extends Where> = At extends "worker" ? WorkerPosition : Position;

/** What a game can be asked. */
interface Asked<At extends Where> {
  /** The name of the rules, such as `44-ssss`. */
  readonly name: string;
  /** The value of the game for Black, who moves first. */
  readonly value: Outcome;
  /** Answers a question by its name. `questions()` lists the names and their parameters. */
  ask(
    question: string,
    parameters?: Record<string, string | number | boolean | undefined | SignalOf<At>>,
  ): Answer<At, Document | Uint8Array>;
  /** Returns the rules. */
  rules(options?: Common<At>): Answer<At, Rules>;
  /** Returns a position to play from; the empty board by default. */
  position(position?: Place, options?: Common<At>): Answer<At, PositionOf<At>>;
  /** Returns the images of a position under the symmetries of the rules. */
  images(position?: Place, options?: Common<At>): Answer<At, Images>;
  /** Returns the value of a position. */
  probe(position: Place, options?: Common<At>): Answer<At, Outcome>;
  /**
   * Returns the value of each position, in the same order. For a text that is not a position, such
   * as a blank one, it is `{ error, line }`. `line` is the number of the position, from 1.
   */
  probeMany(
    positions: Iterable<string | Position | WorkerPosition>,
    options?: Common<At>,
  ): Answer<At, ((BriefQuery & { line: number }) | BadLine)[]>;
  /**
   * Returns the value of each position in plies: positive if the side to move wins, negative if it
   * loses, 0 for a draw, `OVER` or `IMPOSSIBLE`. In games for points the plies are a bound.
   */
  probeMany(positions: PositionArrays, options?: Common<At>): Answer<At, Int16Array>;
  /** {@question solution} */
  census(options?: Common<At>): Answer<At, Report>;
  /** {@question position} */
  query(
    position: Place,
    options?: QueryOptions & { brief?: false } & Common<At>,
  ): Answer<At, Query>;
  /** {@question position} */
  query(position: Place, options?: QueryOptions & Common<At>): Answer<At, Query | BriefQuery>;
  /** {@question choice} */
  choice(position: Place, options?: ChoiceOptions & Common<At>): Answer<At, Choice>;
  /** {@question line} */
  line(position: Place, options?: LineOptions & Common<At>): Answer<At, Line>;
  /** {@question record} */
  record(text: string, options?: RecordOptions & Common<At>): Answer<At, RecordedGame>;
  /** {@question review} */
  review(moves: string, options?: ReviewOptions & Common<At>): Answer<At, Review>;
  /** {@question puzzles} */
  puzzles(options?: PuzzlesOptions & Common<At>): Answer<At, Puzzles>;
  /** {@question random} */
  random(options?: RandomOptions & Common<At>): Answer<At, Query>;
  /** {@question stats} */
  stats(options?: StatsOptions & Common<At>): Answer<At, Stats>;
  /** {@question course} */
  course(options?: Common<At>): Answer<At, Course>;
  /** {@question certificate} */
  certificate(options?: CertificateOptions & Common<At>): Answer<At, Uint8Array>;
}

/** The signal among the parameters of `ask`. */
type SignalOf<At extends Where> = At extends "worker" ? Signal : never;

/**
 * A solved game. Methods block until they have the answer, most of them for less than a
 * millisecond. Errors are thrown as a TeekoError.
 */
export interface Game extends Asked<"here"> {}

/**
 * A solved game in a worker, which leaves the thread free. It has the methods of `Game`; they
 * return promises. The worker answers one question after the other.
 */
export interface WorkerGame extends Asked<"worker"> {
  /** Stops the worker. Questions without an answer are rejected, and later ones too. */
  terminate(): void;
}

/**
 * Solves a game. A variant of the standard board takes about a second, during which the thread is
 * blocked. Give `goals` with a name such as `own-ssss+4x4`.
 */
export function solve(
  variant?: string,
  options?: { goals?: string | Goal[] } & SolverOption,
): Promise<Game>;

/**
 * Solves a game in a worker. Aborting the signal stops it and rejects the promise. In a page with a
 * content security policy, allow `worker-src blob:` and `script-src 'wasm-unsafe-eval'`.
 */
export function createWorkerGame(
  variant?: string,
  options?: { goals?: string | Goal[] } & SolverOption & Abortable,
): Promise<WorkerGame>;

/** Returns the image of a move, such as `14-8`, under one of the `symmetries` of `rules()`. */
export function imageOf(move: string, symmetry: number[]): string;

/** Scarne's sixteen variants. */
export function variants(options?: SolverOption): Promise<Variant[]>;

/** Scarne's seventeen winning plays. */
export function plays(options?: SolverOption): Promise<Plays>;

/** What has been published about Teeko, with the answer to each statement. */
export function claims(options?: SolverOption): Promise<Claims>;

/** The questions and their parameters: type, limits, default and help. */
export function questions(options?: SolverOption): Promise<QuestionEntry[]>;

/** Compares two variants on the same board. */
export function diff(
  first: string,
  second: string,
  options?: DiffOptions & SolverOption,
): Promise<Diff>;

/** Solves a family of rule sets, reports on each, and compares them. */
export function atlas(options?: AtlasOptions & SolverOption): Promise<Atlas>;
