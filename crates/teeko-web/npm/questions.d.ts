/**
 * The questions and their answers.
 */

import type { Abortable, Place, Position, WorkerPosition } from "./index.js";

// scripts/declarations.py writes what follows.

/** The name of a goal set. */
export type GoalSet = "28" | "37e" | "37d" | "44" | "54" | "58" | "64" | "68" | "78";

/** A result for the side to move. */
export type Wdl = "win" | "draw" | "loss";

/** An outcome; all fields are null if there is none. */
export interface OutcomeFields {
  /** The result. */
  outcome: Wdl | null;
  /**
   * The distance to win in plies; null in a draw. In games for points, a bound: the plies within
   * which the side that scores can force at least these points.
   */
  dtw: number | null;
  /** The points of the outcome; left out in games that are not for points. */
  score?: number;
}

/** A variant. */
export interface Variant {
  /** Its name. */
  id: string;
  /** Scarne's name for it. */
  name: string;
  goal_set: GoalSet;
  /** The drop plan. */
  plan: string;
  /** The published outcome for Black. */
  published: OutcomeFields;
}

/** The sixteen variants of *Scarne on Teeko* (1955). */
export interface Variants {
  schema: string;
  /** The variants in Scarne's order. */
  variants: Variant[];
}

/** A position from which Black wins, and how. */
export interface Play {
  /** Its number, from 1. */
  number: number;
  /** The position in rows form. */
  position: string;
  /** The number of moves that Black needs. */
  moves: number;
  /**
   * The solution as printed. Where Red has a choice it says `?-13`, `8,11,13-?` or `*`: `?` is any
   * circle, `*` any slide.
   */
  line: string[];
  /** Other solutions, printed with it or left open by the booklets. */
  instead: string[][];
  /** What the booklets get wrong or leave open; left out if nothing. */
  note?: string;
}

/** The seventeen winning plays of Scarne's booklets. */
export interface Plays {
  schema: string;
  /** The variant of the plays. */
  variant: string;
  /** The source in which they are printed. */
  source: string;
  /** The plays in the order of the booklets. */
  plays: Play[];
}

/** A published statement that can be checked, with its answer. */
export interface Statement {
  /** Its identifier. */
  id: string;
  /** The statement in words. */
  what: string;
  /** The answer: it `holds`, is `refuted`, or leaves something open that is `answered`. */
  verdict: "holds" | "refuted" | "answered";
  /** The figures that decide, in words; may be empty. */
  figures: string;
  /** The person or work that states it. */
  source: string;
  /** Where it can be read: addresses, or books. */
  where: string;
}

/** Published statements about Teeko and their answers. `teeko verify` checks these. */
export interface Claims {
  schema: string;
  /** The statements in the order of `teeko verify`. */
  claims: Statement[];
}

/** The subject of a question. */
export type About = "nothing" | "rules" | "game" | "games" | "lines";

/** A parameter of a question. */
export interface Parameter {
  name: string;
  /** Help in some lines. */
  help: string;
  /** The form. */
  type: "text" | "flag" | "number" | "word";
  /** Whether the parameter is required. */
  required?: boolean;
  least?: number;
  /** The most; null is no limit. */
  most?: number | null;
  default?: number | null;
  /** The words. The first is the default. */
  words?: string[];
}

/** A question. */
export interface QuestionEntry {
  /** Its name: `line`. Routes, counters and methods have the same name. */
  name: string;
  /** The subject of the question, which decides its path. */
  about: About;
  /** The parameters, without those that name rules. */
  parameters: Parameter[];
  /** One line of help. */
  summary: string;
  /** The media type of an answer. */
  media_type: string;
  /** Its path, with `{variant}` for the name of the rules. */
  path: string;
  /** Its method: `get` or `post`. */
  method: string;
}

/** The table of questions. */
export interface Questions {
  schema: string;
  /** In the order of the table. */
  questions: QuestionEntry[];
}

/** A first drop. */
export interface DiffDrop {
  /** The circle. */
  move: string;
  /** Whether the outcomes differ, even by the distance alone. */
  differs: boolean;
  /** The values for Black. */
  outcomes: [OutcomeFields, OutcomeFields];
}

/** Something for each result of the side to move. */
export interface ByResult2 {
  /** Won. */
  win: number;
  /** Drawn. */
  draw: number;
  /** Lost. */
  loss: number;
}

/** Something for each result of the side to move. */
export interface ByResult {
  /** Won. */
  win: ByResult2;
  /** Drawn. */
  draw: ByResult2;
  /** Lost. */
  loss: ByResult2;
}

/** A position with another result. */
export interface DiffExample {
  position: string;
  /** The values for the side to move. */
  outcomes: [OutcomeFields, OutcomeFields];
}

/** The positions of a layer. */
export interface DiffLayer {
  /** The number of pieces on the board. */
  layer: number;
  /** The number of positions. */
  positions: number;
  /** Open in both, with another result. */
  other_result: number;
  /** Open in both, with the same result in another number of plies. */
  other_distance: number;
  /** Over or impossible in both, even if over in one and impossible in the other. */
  over_in_both: number;
  /** Over or impossible in one, and not so in the other. */
  over_in_one: number;
  /** By result in the first variant, then in the second. */
  results: ByResult;
  /** Some of the positions with another result. */
  examples: DiffExample[];
}

/** The value of a first drop in points. */
export interface DiffDropValues {
  /** The circle. */
  move: string;
  /** The values for Black. */
  values: [OutcomeFields, OutcomeFields];
}

/** A position in which no move is best in both variants. */
export interface DiffBestMove {
  /** The position, with the pips of the pieces if one of the variants numbers them. */
  position: string;
  /** The values for the side to move. */
  values: [OutcomeFields, OutcomeFields];
  /** The best moves. */
  best: [string[], string[]];
}

/** Positions of a shuffled sample of the slide phase that are open in both variants. */
export interface DiffBestMoves {
  /** The number of positions. */
  positions: number;
  /** The number of positions in which no move is best in both variants. */
  changed: number;
  /** Some of the changed positions. */
  examples: DiffBestMove[];
}

/**
 * The values of two variants in points, and the positions with another best move. Values of a
 * variant that is not for points have no score.
 */
export interface DiffPoints {
  /** The values of the game for Black. */
  values: [OutcomeFields, OutcomeFields];
  /** Black's first drops, in the order of the circles. */
  first_drops: DiffDropValues[];
  /** The positions with other best moves, in a sample of the slide phase. */
  best_moves: DiffBestMoves;
}

/** Two variants and how they differ. Pairs are in the order of the variants. */
export interface Diff {
  schema: string;
  /** Their names. */
  variants: [string, string];
  /** The values of the game for Black. */
  outcomes: [OutcomeFields, OutcomeFields];
  /** Black's first drops, in the order of the circles. */
  first_drops: DiffDrop[];
  /** Whether both have the same slide phase, so that nothing differs in layer 8. */
  same_slide_phase: boolean;
  /** The layers that were compared. */
  layers: DiffLayer[];
  /** How they differ in points; left out where neither is a game for points. */
  points?: DiffPoints;
}

/** The name of a step. */
export type NamedStep = "king" | "knight" | "teleport" | "orthogonal";

/** The positions won or lost in a number of plies. */
export interface ByDistance {
  /** The plies. */
  dtw: number | null;
  /** A win or a loss. */
  outcome: Wdl;
  /** The number of positions. */
  positions: number;
}

/** The positions of the slide phase, in disjoint classes. */
export interface SlideCensus {
  /** Won by the side to move. */
  win: number;
  /** Lost by the side to move, not over. */
  loss: number;
  /** Drawn because neither side can force a goal. */
  draw: number;
  /** Drawn because the side to move has no legal slide. */
  no_move: number;
  /** The other side has a goal. */
  over: number;
  /**
   * The side to move has a goal that the other side's last slide may have completed; left out where
   * goals have no empty circles.
   */
  gift?: number;
  /** The side to move has a goal that the other side's last slide cannot have completed. */
  impossible: number;
  /** The won and lost positions by distance. */
  by_dtw: ByDistance[];
}

/** The positions of a slide phase. */
export interface AtlasSlideCensus {
  /** The counts in disjoint classes. */
  slide: SlideCensus;
}

/** A win that takes the most plies. */
export interface AtlasWin extends OutcomeFields {
  /** The number of pieces on the board. */
  layer: number;
  /** The position where it begins. */
  position: string;
}

/** A slide phase: everything that its variants share. */
export interface AtlasPhase {
  /** Its name. */
  slide_phase: string;
  goal_set: GoalSet;
  /** The number of goals on the board. */
  goal_count: number;
  /** The steps of a slide. */
  steps: NamedStep;
  /** How many positions there are of each kind. */
  census: AtlasSlideCensus;
  /** The largest distance in plies. */
  deepest: number;
  /** The deepest win; null if neither side can force one. */
  deepest_win: AtlasWin | null;
  /** The content hash of its table. */
  content_hash: string;
}

/** The value of a first drop for Black. */
export interface FirstDropEntry extends OutcomeFields {
  /** The circle. */
  move: string;
}

/** The positions of a layer of the drop phase, in disjoint classes. */
export interface DropCensus {
  /** The number of pieces on the board. */
  layer: number;
  /** Won by the side to move. */
  win: number;
  /** Lost by the side to move, not over. */
  loss: number;
  /** Drawn. */
  draw: number;
  /** The other side has a goal. */
  over: number;
  /** The won and lost positions by distance; only `stats` has them. */
  by_dtw?: ByDistance[];
}

/** The positions of a drop phase. */
export interface AtlasDropCensus {
  /** The counts by layer. */
  drop: DropCensus[];
}

/** A variant. */
export interface AtlasVariant extends OutcomeFields {
  /** Its name. */
  variant: string;
  /** The name of its slide phase. */
  slide_phase: string;
  /**
   * The value for Black when the game is played for points; left out unless it was requested and
   * all goals have prices.
   */
  in_points?: OutcomeFields;
  /** The value of each first drop for Black, in the order of the circles. */
  first_drops: FirstDropEntry[];
  /** How many positions there are of each kind. */
  census: AtlasDropCensus;
  /** The largest distance over all layers, in plies. */
  deepest: number;
  /** The deepest win; null if neither side can force one. */
  deepest_win: AtlasWin | null;
  /** The content hash of its table. */
  content_hash: string;
}

/** Positions by outcome under the first rule set, then by outcome under the second. */
export interface AtlasMatrix extends ByResult {
  /** The number of positions. */
  positions: number;
  /** The number of positions with another outcome. */
  flips: number;
}

/** A layer of the drop phase. */
export interface AtlasLayer {
  /** The number of pieces on the board. */
  layer: number;
  /** The number of positions. */
  positions: number;
  /** The number of positions with another outcome. */
  flips: number;
}

/** Two variants. */
export interface AtlasDropComparison {
  /** The names; the one with fewer goals is first. */
  variants: [string, string];
  layers: AtlasLayer[];
}

/**
 * Two slide phases, one with all goals of the other and some more, and the variants that differ in
 * nothing else.
 */
export interface AtlasComparison {
  /** The names; the one with fewer goals is first. */
  slide_phases: [string, string];
  /** The positions. */
  slide: AtlasMatrix;
  /** The variants. */
  drop: AtlasDropComparison[];
}

/** The whole atlas. */
export interface Atlas {
  schema: string;
  board: string;
  /** The slide phases by step, then goal set. */
  slide_phases: AtlasPhase[];
  /** The variants in the order of their slide phases. */
  variants: AtlasVariant[];
  /** The effects of additional goals. */
  comparisons: AtlasComparison[];
}

/** The positions of both phases. */
export interface VariantCensus {
  /** The slide phase. */
  slide: SlideCensus;
  /** The drop phase by layer. */
  drop: DropCensus[];
}

/** Positions in which the attacker is to move. */
export interface AttackerWins {
  /** The positions from which the attacker forces the points. */
  win: number;
}

/** Positions in which the defender is to move and the game is not finished. */
export interface DefenderLosses {
  /** The positions in which the defender cannot stop the attacker. */
  loss: number;
}

/**
 * The number of slide-phase positions from which `points` points can be forced.
 *
 * Where pieces have numbers, the attacker's pieces are distinguished as far as the threshold needs,
 * as heavy and light; the other side's are not.
 */
export interface ThresholdCounts {
  points: number;
  /** Positions with the attacker to move. */
  attacker: AttackerWins;
  /** Positions with the defender to move. */
  defender: DefenderLosses;
  /** The greatest distance in plies; 0 if there is none. */
  deepest: number;
}

/** A table file. */
export interface TableFileEntry {
  /** The path, with characters that cannot be displayed replaced. */
  path: string;
  /** The length in bytes. */
  bytes: number;
}

/** A report on a solved rule set. It does not keep the solution in memory. */
export interface Report extends OutcomeFields {
  /** The name of the rules. */
  variant: string;
  /** The value of each first drop for Black, in the order of the circles. */
  first_drops: FirstDropEntry[];
  /** The number of positions of each kind; in games for points, of the plain game. */
  census: VariantCensus;
  /**
   * In games for points: the number of positions that each number of points can be forced from.
   * Left out in other games.
   */
  thresholds?: ThresholdCounts[];
  /** The largest distance over all layers, in plies. */
  deepest: number;
  /**
   * The seconds that it took to solve all rule sets of the group with this slide phase, or to read
   * the tables of this one.
   */
  seconds: number;
  /** The table files; none if none were to be written. */
  files: TableFileEntry[];
}

/** A goal. */
export interface RulesGoal {
  /** The circles of its pieces. */
  circles: number[];
  /** The circles that must be empty for it to count; left out where there are none. */
  empty?: number[];
  /** The points of the goal; left out in games in which goals have no prices. */
  points?: number;
}

/** The name of a step, or the columns to the right and the rows down that a piece may move by. */
export type Steps = NamedStep | [number, number][];

/** What both sides play for. */
export type Scoring = "goals" | "points" | "pips";

/** A shape of goals, up to shifts, turns and reflections. */
export interface GoalShape {
  /** Its rows from the top: `o` is a piece, `_` a circle that must be empty, `.` any other. */
  rows: string[];
  /** The points of each of these goals; left out in games in which goals have no prices. */
  points?: number;
  /** The number of goals of this shape. */
  count: number;
}

/** A rule set. */
export interface Rules {
  schema: string;
  /** Its name. */
  variant: string;
  /** Scarne's name for it; left out if there is none. */
  scarne_name?: string;
  /** What it is called, and by whom, in words; left out if it has no such name. */
  called?: string;
  /** The board, such as `5x5`: columns and rows. */
  board: string;
  goals: RulesGoal[];
  /** The steps of a slide. */
  steps: Steps;
  /** The drop plan. */
  plan: string;
  /** Whether Black's first drop may not be the centre. */
  no_centre: boolean;
  /** Whether the opponent may pass instead of pointing. */
  pass: boolean;
  /** What both sides play for. */
  scoring: Scoring;
  /** The shapes of the goals, up to shifts, turns and reflections. */
  shapes: GoalShape[];
  /**
   * The symmetries of the rules, the identity first. Each lists, for each circle, the circle that
   * it maps to. Images of a position have the same value.
   */
  symmetries: number[][];
  /**
   * The drops, the slides and the end in words, a paragraph each. If the game takes more than a
   * second to solve, also what it is worth, where that is recorded.
   */
  explanation: string[];
}

/** A phase of the game. */
export type Phase = "drop" | "slide" | "over";

/** A side. */
export type Side = "black" | "red";

/** The choices at the next ply, counted. */
export interface Replies {
  /** All of them, a pass included; 0 once the game is finished. */
  total: number;
  /** The choices that keep the result (win, draw or loss). */
  holding: number;
}

/** A choice. */
export interface QueryMove {
  /** The move, or `pass`. */
  move: string;
  /** The result for the side to move. */
  outcome: Wdl;
  /**
   * The distance to win in plies from the position, the move included; null in a draw. In games for
   * points, a bound, as for the position.
   */
  dtw: number | null;
  /**
   * In games for points: the points that the side to move scores with it. Left out in other games.
   */
  score?: number;
  /**
   * Where the chooser points and pieces have numbers: the pips of the best piece to drop there.
   * Left out elsewhere.
   */
  piece?: number;
  /** Whether nothing is better for the chooser: by points in games for points, then by distance. */
  optimal: boolean;
  /** Whether the choice keeps the result. */
  keeps_outcome: boolean;
  /** Whether the choice keeps the points; left out in games that are not for points. */
  keeps_score?: boolean;
  /** The choices at the next ply. */
  replies: Replies;
  /**
   * How hard a draw is to hold for the side that chooses next, from 0 to 3: 3 if at most an eighth
   * of the replies keep it, 2 if at most a half, 1 if at most seven eighths. Left out for wins,
   * losses and choices without replies.
   */
  difficulty?: number;
  /**
   * The position after the choice, in rows form. A pass leaves it unchanged: the side to move then
   * chooses.
   */
  position: string;
}

/**
 * The value of a position, and its choices.
 *
 * `outcome` and `dtw` are for the side to move in this position, also those of the moves.
 *
 * It lacks `moves`.
 */
export interface BriefQuery {
  /** `teeko.query/1`; left out where the document is part of another. */
  schema?: string;
  /** The name of the rules. */
  variant: string;
  /** The position in rows form. */
  position: string;
  /** The phase of the game. */
  phase: Phase;
  /** The side to move. */
  turn: Side;
  /** The side that chooses: the side to move, or its opponent if that points. */
  chooser: Side;
  /** The result for the side to move. */
  outcome: Wdl;
  /**
   * The distance to win in plies; null in a draw. In games for points, a bound: the plies within
   * which the side that scores can force at least these points. Its best moves may have smaller
   * bounds.
   */
  dtw: number | null;
  /**
   * In games for points: the points that the side to move scores. Null if the game is over and
   * pieces have numbers, since the points then depend on the last move. Left out in other games.
   */
  score?: number | null;
  /** The side that wins or has won; null in a draw. */
  winner: Side | null;
}

/** The value of a position, and its choices. */
export interface Query extends BriefQuery {
  /**
   * The choices, best for the chooser first; draws and equal losses by `replies`. Left out if not
   * requested.
   */
  moves: QueryMove[];
}

/** The choice of a player of a given strength in a position. */
export interface Choice extends OutcomeFields {
  schema: string;
  /** The name of the rules. */
  variant: string;
  /** The position in rows form. */
  position: string;
  /** The side to move. */
  turn: Side;
  /** The side that chooses. */
  chooser: Side;
  /** The strength, from 1, a beginner, to 5, perfect. */
  strength: number;
  /** The choice; null if there is nothing to choose. */
  move: string | null;
}

/** A line of perfect play. */
export interface Line {
  schema: string;
  /** The name of the rules. */
  variant: string;
  /** The position where the line starts. */
  position: string;
  /** The result for the side to move. */
  outcome: Wdl;
  /**
   * The distance to win in plies; null in a draw. In games for points, a bound: the plies within
   * which the side that scores can force at least these points. Its best moves may have smaller
   * bounds.
   */
  dtw: number | null;
  /**
   * In games for points: the points that the side to move scores. Null if the game is over and
   * pieces have numbers, since the points then depend on the last move. Left out in other games.
   */
  score?: number | null;
  /** The plies. */
  line: string[];
  /** The positions after each ply; left out unless requested. */
  positions?: string[];
}

/** One choice of a game. */
export interface ReviewChoice {
  /** The number of the ply, from 1. */
  ply: number;
  /** The position before it. */
  position: string;
  /** The side to move. */
  turn: Side;
  /** The side that chose. */
  chooser: Side;
  /** The choice. */
  move: string;
  /** The outcome before the choice, for the side to move. */
  before: OutcomeFields;
  /**
   * In games for points: the outcome with the best choice, for the side to move. Its `dtw` is
   * comparable with that of `after`; that of `before` may be larger. Left out in other games, where
   * it equals `before`.
   */
  best?: OutcomeFields;
  /** The outcome after the choice, for the side to move. */
  after: OutcomeFields;
  /** The points that the chooser gave away; left out in games that are not for points. */
  points_given_away?: number;
  /** Whether nothing was better. */
  optimal: boolean;
  /** Whether the result stayed what it was. */
  keeps_outcome: boolean;
  /**
   * `??` if the result changed or points were given away, `?` if the result came later or sooner
   * than necessary (in games for points: the same points), null if nothing was better.
   */
  mark: "?" | "??" | null;
  /** All best choices, if this was not one. */
  better: string[];
  /**
   * If the choice changed the result: best play from then on, to the end of the game or, in a draw,
   * for a few plies. It begins with the next ply; after a pass, with the drop of the same ply.
   */
  refutation?: string[];
}

/** The end of a game. */
export interface ReviewEnd extends OutcomeFields {
  position: string;
  /** The phase of the game. */
  phase: Phase;
  /** The side to move. */
  turn: Side;
  /** The side that wins or has won. */
  winner: Side | null;
}

/** A game, judged. */
export interface Review {
  schema: string;
  /** The name of the rules. */
  variant: string;
  /** The position where the game starts. */
  position: string;
  /** The choices in order; a ply after a pass has two. */
  choices: ReviewChoice[];
  /** The position after the last ply. */
  end: ReviewEnd;
  /** The number of the ply that decided the result; null if none changed it. */
  turning_point: number | null;
  /**
   * The number of the ply with the worst choice: the last that turned a win into a loss, otherwise
   * the last that changed the result. Null if none did.
   */
  worst: number | null;
  /** How the game stands and why, as text. */
  verdict: string;
  /**
   * Why the record ends early, if a ply cannot be read or played. The choices are those before it.
   */
  error?: string;
}

/** The phase of the game that puzzles are from. */
export type PuzzlePhase = "slide" | "drop";

/** A position in which exactly one move wins, or scores the most. */
export interface Puzzle {
  position: string;
  /** The points that Black scores; left out in games that are not for points. */
  score?: number;
  /** The number of pieces on the board. */
  layer: number;
  /** The slot in that layer of the public index, which ignores the numbers on pieces. */
  slot: number;
  /**
   * Perfect play to the end. In games for points both sides play for points first, so it may be
   * shorter than `dtw`, which is a bound.
   */
  line: string[];
}

/** Puzzles. */
export interface Puzzles extends OutcomeFields {
  schema: string;
  /** The name of the rules. */
  variant: string;
  /** The phase of the positions. */
  phase: PuzzlePhase;
  /** Whether there is one fastest move at each of Black's turns along the solution. */
  unique: boolean;
  /** The seed of the search order. */
  seed: number;
  puzzles: Puzzle[];
}

/** The number of positions with one score. */
export interface ScoreCount {
  /**
   * The points that the side to move nets: positive if it scores, negative if the other side does.
   */
  score: number;
  /**
   * The number of positions that are not finished, for a given side to move. Where pieces have
   * numbers, each numbering of a position counts.
   */
  positions: number;
}

/** A position with its slot. */
export interface SlotPosition {
  position: string;
  /** Its slot in the public index of its layer. */
  slot: number;
}

/** The deepest wins or losses of a layer. */
export interface Deepest extends OutcomeFields {
  /** The number of pieces on the board. */
  layer: number;
  /** The positions in the first slots. */
  examples: SlotPosition[];
}

/** The forced wins of a layer that a limit cuts off. */
export interface CutOff {
  /** The number of pieces on the board. */
  layer: number;
  /** Wins of the side to move. */
  win: number;
  /** Wins of its opponent. */
  loss: number;
}

/** A tournament limit. */
export interface Limit {
  /** The number of slides of each side. */
  moves_each: number;
  /** The source of the limit. */
  source: string;
  /** The forced wins that it cuts off, by layer. */
  cut_off: CutOff[];
}

/** A limit on taking slides back. */
export interface TakeBackLimit {
  /** The number of times in a row that a side may take its own last slide back: 0 or 1. */
  most: number;
  /**
   * The number of drawn positions of the slide phase that the side to move loses under the limit,
   * if neither side has slid yet.
   */
  lost: number;
  /** Whether Black does not lose the game under the limit. */
  black_holds: boolean;
  /** Whether Red does not lose the game under the limit. */
  red_holds: boolean;
}

/**
 * What limits on taking slides back leave of the draws of a game.
 *
 * A limit says how many times in a row a side may take its own last slide back. It binds the side
 * that holds the draw, and not the other side.
 */
export interface TakeBackLimits {
  /** The number of drawn positions of the slide phase. */
  drawn: number;
  /**
   * The limits: never, and once or any greater number of times, which leaves the same draws as
   * once.
   */
  limits: [TakeBackLimit, TakeBackLimit];
}

/**
 * The counts of a variant. Those of a game for points are of the plain game, except for the counts
 * by score.
 */
export interface Stats extends OutcomeFields {
  schema: string;
  /** Its name. */
  variant: string;
  /** The positions of all layers. */
  census: VariantCensus;
  /**
   * In games for points: the positions of the slide phase by score, most points first. Left out in
   * other games.
   */
  by_score?: ScoreCount[];
  /** The largest distance over all layers, in plies. */
  deepest: number;
  /**
   * The deepest positions of each layer; left out if the values of all positions do not fit in
   * memory.
   */
  deepest_positions?: Deepest[];
  /** The forced wins that tournament limits would cut off. */
  move_limits: Limit[];
  /** What limits on taking slides back leave of the draws. Left out unless asked for. */
  take_backs?: TakeBackLimits;
}

/** The answer to a line, or to an item of an array, that is not a position. */
export interface BadLine {
  /** The fault. */
  error: string;
  /** The number of the line or item, from 1. */
  line: number;
}

/** The parameters of `diff`. */
export interface DiffOptions {
  /** Number of positions to show per layer at most. From 0 to 100. The default is 3. */
  examples?: number;
}

/** The parameters of `atlas`. */
export interface AtlasOptions {
  /** Goal sets, separated by commas, such as 44,58 [default: the six from 44 to 78]. */
  goals?: string | string[];
  /** Drop plans, separated by commas, such as ssss,sppp [default: all sixteen]. */
  plans?: string | string[];
  /** Board, from 4x4 to 8x8 [default: 5x5]. */
  board?: string;
  /**
   * Steps, separated by commas, such as king,orthogonal; `teeko variants` lists them [default:
   * king,knight].
   */
  steps?: string | string[];
  /** Whether Black is banned from opening in the centre. The default is any. */
  no_centre?: "any" | "yes" | "no" | "both";
  /**
   * Also report the value of each rule set when played for points, if all its goals have prices.
   */
  points?: boolean;
  /** Report on the sixteen variants that `teeko variants` lists, and no others. */
  sixteen?: boolean;
}

/** The parameters of `query`. */
export interface QueryOptions {
  /** Leave out the moves. */
  brief?: boolean;
  /**
   * The choices of the side to move once its opponent has passed instead of pointing; under the
   * pass rule.
   */
  pass?: boolean;
  /**
   * The choices among the pieces of the side to move once its opponent has pointed at this circle;
   * in games with pips.
   */
  at?: number | string;
}

/** The parameters of `choice`. */
export interface ChoiceOptions {
  /**
   * The choices of the side to move once its opponent has passed instead of pointing; under the
   * pass rule.
   */
  pass?: boolean;
  /**
   * The choices among the pieces of the side to move once its opponent has pointed at this circle;
   * in games with pips.
   */
  at?: number | string;
  /** How well the player plays, from 1, a beginner, to 5, perfect. The default is 5. */
  strength?: number;
  /** Picks one of equally good moves: the same seed picks the same. The default is 1. */
  seed?: number;
}

/** The parameters of `line`. */
export interface LineOptions {
  /** Number of plies to show of a draw. From 0 to 65535. The default is 20. */
  plies?: number;
  /** Show the board after each ply; in JSON, add the field "positions". */
  boards?: boolean;
}

/** The parameters of `review`. */
export interface ReviewOptions {
  /** Position from which the moves start [default: the empty board]. */
  from?: string | Position | WorkerPosition;
}

/** The parameters of `puzzles`. */
export interface PuzzlesOptions {
  /**
   * Distance to the win in plies: odd, since Black makes the last one (unless goals have empty
   * circles). In games for points, the plies within which Black forces the points. The default is
   * 5.
   */
  dtw?: number;
  /**
   * Phase of the game; in the drop phase only positions in which Black chooses the circle. The
   * default is slide.
   */
  phase?: "slide" | "drop";
  /** Only puzzles in which Black has exactly one fastest move at each turn of the solution. */
  unique?: boolean;
  /**
   * In games for points, only puzzles in which Black scores this many of them, as 8 within 3 plies
   * in 44-ssss+pips. From 1 to 255.
   */
  score?: number;
  /** Number of puzzles to find at most. From 1 to 100. The default is 10. */
  limit?: number;
  /** Seed of the random choice: the same seed gives the same puzzles. The default is 1. */
  seed?: number;
}

/** The parameters of `random`. */
export interface RandomOptions {
  /** Outcome for the side to move. The default is any. */
  outcome?: "any" | "win" | "draw" | "loss";
  /**
   * Distance to the end in plies; in games for points, the plies within which points are forced
   * [default: any].
   */
  dtw?: number;
  /** Number of pieces on the board [default: any]. From 0 to 8. */
  pieces?: number;
  /** Seed of the random choice: the same seed gives the same position. The default is 1. */
  seed?: number;
}

/** The parameters of `stats`. */
export interface StatsOptions {
  /**
   * Also find which draws survive if a side may take its own last slide back ten times in a row, or
   * never.
   */
  take_backs?: boolean;
}

/** The parameters of `certificate`. */
export interface CertificateOptions {
  /**
   * In games for points, such as 58-ssss+points: the points to force [default: those that the game
   * is worth]. From 1 to 255.
   */
  points?: number;
}

/** What a game can be asked. */
export interface Questions {
  /** Show what a rule set is worth. */
  census(): Report;
  /**
   * Show who wins a position, how fast, and the value of every move.
   *
   * Moves are listed best first, each with its outcome and the number of replies that hold it.
   * Draws, and losses in equally many plies, are listed by this number: the fewer replies hold, the
   * harder for the other side. If the opponent points at the circle of a drop, the list has the
   * circles to point at, best for the opponent first.
   *
   * Returns the document `teeko.query/1`.
   */
  query(position: Place, options?: QueryOptions & { brief?: false }): Query;
  /**
   * Show who wins a position, how fast, and the value of every move.
   *
   * Moves are listed best first, each with its outcome and the number of replies that hold it.
   * Draws, and losses in equally many plies, are listed by this number: the fewer replies hold, the
   * harder for the other side. If the opponent points at the circle of a drop, the list has the
   * circles to point at, best for the opponent first.
   *
   * Returns the document `teeko.query/1`.
   */
  query(position: Place, options?: QueryOptions): Query | BriefQuery;
  /**
   * Show what a player of some strength chooses in a position.
   *
   * Returns the document `teeko.choice/1`.
   */
  choice(position: Place, options?: ChoiceOptions): Choice;
  /**
   * Show one line of perfect play from a position to the end.
   *
   * Every ply is the best one: the winner wins as fast as possible, the loser resists as long as
   * possible. A draw has no end, so its line stops after some plies. In games for points both sides
   * play for points first, for plies second.
   *
   * Returns the document `teeko.line/1`.
   */
  line(position: Place, options?: LineOptions): Line;
  /**
   * Judge a game move by move, and show what was better.
   *
   * If the opponent points at the circle of a drop, the choice is the opponent's, and so is a
   * mistake. With the option +pass the opponent may pass instead of pointing. "pass 13" means that
   * the opponent passed and the mover then chose 13; the two choices are judged separately.
   *
   * A game that `teeko play` has saved names its variant and its start, which count unless you give
   * others.
   *
   * For each choice that changed the result, the review shows the refutation: best play after it.
   * For the worst choice, it also shows the position. If a ply of the game is illegal, the plies
   * before it are judged, and an error follows. In JSON, a choice that changed the result has a
   * "refutation", and a game with an illegal ply has an "error".
   *
   * Returns the document `teeko.review/1`.
   */
  review(moves: string, options?: ReviewOptions): Review;
  /**
   * Find positions in which exactly one move wins, or scores most.
   *
   * Black is to move in every puzzle. Positions are chosen at random, one of each symmetric set. No
   * other move wins, not even later. The solution is one line of perfect play. In it, Red loses as
   * late as possible and, among equally good moves, prefers one that threatens a goal.
   *
   * In games for points, exactly one move scores the most points that Black can force. The distance
   * is the number of plies in which Black can force at least that many points. The solution may be
   * shorter: Red rather loses sooner than gives away more points. If pieces have numbers, the seed
   * also chooses the numbers.
   *
   * Returns the document `teeko.puzzles/1`.
   */
  puzzles(options?: PuzzlesOptions): Puzzles;
  /**
   * Show a random position to practise.
   *
   * All positions that fit are equally likely. The game is not finished, and the side to move has a
   * move. The answer has the fields that a position's has, every move among them; its schema is
   * `teeko.random/1`. If pieces have numbers, the seed chooses the numbers.
   *
   * Returns the document `teeko.query/1`.
   */
  random(options?: RandomOptions): Query;
  /**
   * Count positions by outcome and distance, and show the deepest.
   *
   * A layer contains all positions with the same number of pieces on the board. In layers 0 to 7
   * the next move is a drop, in layer 8 a slide. Symmetric positions count separately. The deepest
   * positions have the longest distance to the win. The first of them in the order of `slot:`
   * numbers are shown, one of each symmetric set.
   *
   * Under a tournament limit of N moves, the game is a draw when each side has made N slides. The
   * limit cuts off a forced win if the winner needs more than N slides against the best defence. In
   * these counts, every position of the slide phase has just been reached, so both sides have N
   * slides left. Drops do not count.
   *
   * In games for points, these counts and the histogram are those of the game without points, in
   * which any goal wins. Another table counts the positions of layer 8 by the points that the side
   * to move scores.
   *
   * Scarne's ten move limit is another one: a side may not keep moving one piece back and forth
   * between the same two circles. So it may take its own last slide back ten times in a row, and
   * has lost if it could only do so once more. Here the limit binds the side that holds a draw, and
   * not the other side, which is the hardest case for the draw. Once in a row is then as good as
   * ten times, or any number.
   *
   * Returns the document `teeko.stats/1`.
   */
  stats(options?: StatsOptions): Stats;
  /**
   * Write a proof of a variant's value, which `teeko check` verifies.
   *
   * For a win the file has a winning strategy: a choice of the winner's for every position that can
   * arise, up to symmetry, while the winner follows the strategy, except where the winner completes
   * a goal. For a draw it has a strategy for each side: positions such that every move of the other
   * side has an answer that leads back to one of them. A side that follows it never loses.
   *
   * Drawing strategies are searched for, which takes 20 to 60 seconds for each variant on the
   * standard board, on two processors, and a second on 4 x 4.
   *
   * In a game for points the strategy is that of the side that scores. It forces at least the
   * points that the game is worth, or the number asked for; goals of either side that are worth
   * less end the game without counting. If the game is drawn, the file is that of the game without
   * points. Games with numbered pieces have no such file.
   *
   * Returns the bytes of the file.
   */
  certificate(options?: CertificateOptions): Uint8Array;
}

/** What a game in a worker can be asked. */
export interface WorkerQuestions {
  /** Show what a rule set is worth. */
  census(options?: Abortable): Promise<Report>;
  /**
   * Show who wins a position, how fast, and the value of every move.
   *
   * Moves are listed best first, each with its outcome and the number of replies that hold it.
   * Draws, and losses in equally many plies, are listed by this number: the fewer replies hold, the
   * harder for the other side. If the opponent points at the circle of a drop, the list has the
   * circles to point at, best for the opponent first.
   *
   * Returns the document `teeko.query/1`.
   */
  query(position: Place, options?: QueryOptions & { brief?: false } & Abortable): Promise<Query>;
  /**
   * Show who wins a position, how fast, and the value of every move.
   *
   * Moves are listed best first, each with its outcome and the number of replies that hold it.
   * Draws, and losses in equally many plies, are listed by this number: the fewer replies hold, the
   * harder for the other side. If the opponent points at the circle of a drop, the list has the
   * circles to point at, best for the opponent first.
   *
   * Returns the document `teeko.query/1`.
   */
  query(position: Place, options?: QueryOptions & Abortable): Promise<Query | BriefQuery>;
  /**
   * Show what a player of some strength chooses in a position.
   *
   * Returns the document `teeko.choice/1`.
   */
  choice(position: Place, options?: ChoiceOptions & Abortable): Promise<Choice>;
  /**
   * Show one line of perfect play from a position to the end.
   *
   * Every ply is the best one: the winner wins as fast as possible, the loser resists as long as
   * possible. A draw has no end, so its line stops after some plies. In games for points both sides
   * play for points first, for plies second.
   *
   * Returns the document `teeko.line/1`.
   */
  line(position: Place, options?: LineOptions & Abortable): Promise<Line>;
  /**
   * Judge a game move by move, and show what was better.
   *
   * If the opponent points at the circle of a drop, the choice is the opponent's, and so is a
   * mistake. With the option +pass the opponent may pass instead of pointing. "pass 13" means that
   * the opponent passed and the mover then chose 13; the two choices are judged separately.
   *
   * A game that `teeko play` has saved names its variant and its start, which count unless you give
   * others.
   *
   * For each choice that changed the result, the review shows the refutation: best play after it.
   * For the worst choice, it also shows the position. If a ply of the game is illegal, the plies
   * before it are judged, and an error follows. In JSON, a choice that changed the result has a
   * "refutation", and a game with an illegal ply has an "error".
   *
   * Returns the document `teeko.review/1`.
   */
  review(moves: string, options?: ReviewOptions & Abortable): Promise<Review>;
  /**
   * Find positions in which exactly one move wins, or scores most.
   *
   * Black is to move in every puzzle. Positions are chosen at random, one of each symmetric set. No
   * other move wins, not even later. The solution is one line of perfect play. In it, Red loses as
   * late as possible and, among equally good moves, prefers one that threatens a goal.
   *
   * In games for points, exactly one move scores the most points that Black can force. The distance
   * is the number of plies in which Black can force at least that many points. The solution may be
   * shorter: Red rather loses sooner than gives away more points. If pieces have numbers, the seed
   * also chooses the numbers.
   *
   * Returns the document `teeko.puzzles/1`.
   */
  puzzles(options?: PuzzlesOptions & Abortable): Promise<Puzzles>;
  /**
   * Show a random position to practise.
   *
   * All positions that fit are equally likely. The game is not finished, and the side to move has a
   * move. The answer has the fields that a position's has, every move among them; its schema is
   * `teeko.random/1`. If pieces have numbers, the seed chooses the numbers.
   *
   * Returns the document `teeko.query/1`.
   */
  random(options?: RandomOptions & Abortable): Promise<Query>;
  /**
   * Count positions by outcome and distance, and show the deepest.
   *
   * A layer contains all positions with the same number of pieces on the board. In layers 0 to 7
   * the next move is a drop, in layer 8 a slide. Symmetric positions count separately. The deepest
   * positions have the longest distance to the win. The first of them in the order of `slot:`
   * numbers are shown, one of each symmetric set.
   *
   * Under a tournament limit of N moves, the game is a draw when each side has made N slides. The
   * limit cuts off a forced win if the winner needs more than N slides against the best defence. In
   * these counts, every position of the slide phase has just been reached, so both sides have N
   * slides left. Drops do not count.
   *
   * In games for points, these counts and the histogram are those of the game without points, in
   * which any goal wins. Another table counts the positions of layer 8 by the points that the side
   * to move scores.
   *
   * Scarne's ten move limit is another one: a side may not keep moving one piece back and forth
   * between the same two circles. So it may take its own last slide back ten times in a row, and
   * has lost if it could only do so once more. Here the limit binds the side that holds a draw, and
   * not the other side, which is the hardest case for the draw. Once in a row is then as good as
   * ten times, or any number.
   *
   * Returns the document `teeko.stats/1`.
   */
  stats(options?: StatsOptions & Abortable): Promise<Stats>;
  /**
   * Write a proof of a variant's value, which `teeko check` verifies.
   *
   * For a win the file has a winning strategy: a choice of the winner's for every position that can
   * arise, up to symmetry, while the winner follows the strategy, except where the winner completes
   * a goal. For a draw it has a strategy for each side: positions such that every move of the other
   * side has an answer that leads back to one of them. A side that follows it never loses.
   *
   * Drawing strategies are searched for, which takes 20 to 60 seconds for each variant on the
   * standard board, on two processors, and a second on 4 x 4.
   *
   * In a game for points the strategy is that of the side that scores. It forces at least the
   * points that the game is worth, or the number asked for; goals of either side that are worth
   * less end the game without counting. If the game is drawn, the file is that of the game without
   * points. Games with numbered pieces have no such file.
   *
   * Returns the bytes of the file.
   */
  certificate(options?: CertificateOptions & Abortable): Promise<Uint8Array>;
}
