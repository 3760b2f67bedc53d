//! The engine behind the Universal Game Interface: options, a position, and the best move.
//!
//! The interface serves engines for many games (kz04px, <https://github.com/kz04px/cutegames>).
//! Unknown commands and invalid arguments change nothing; the answer is `info string`. A position
//! that is refused leaves none, so that no move is made in another one.

use std::ops::ControlFlow;

use teeko::analysis::{Choice, Strength, chosen_by};
use teeko::rules::DropPlan;
use teeko::rules::notation::{GameRecord, parse_game};
use teeko::words::{Phase, phase};
use teeko::{
    Game, Move, NamedRules, Oracle, Outcome, Position, PositionReader, Scoring, Side, variant,
};

use crate::exit::Failure;

/// The number of plies shown of a draw.
const PLIES_OF_DRAW: usize = 8;

/// A game without plies.
const START: GameRecord = GameRecord { start: Position::EMPTY, plies: Vec::new() };

/// The state of the engine.
pub(super) struct Engine<S> {
    named: NamedRules,
    reader: PositionReader,
    /// `None` after a position that was refused.
    record: Option<GameRecord>,
    strength: Strength,
    /// The seed of the choice among equal moves; it changes with every move.
    seed: u64,
    /// Opens the tables of the rules, or solves them; `None` if stopped.
    solve: S,
    /// The game, once it has been needed.
    game: Option<Game>,
    /// The answer to `go infinite`, held back until `stop`.
    kept_back: Option<String>,
}

/// The error of a command that needs a position, after one that was refused.
const NO_POSITION: &str = "expected a position, but the last one was refused; send another";

impl<S: Fn(&NamedRules) -> Result<Option<Game>, Failure>> Engine<S> {
    pub(super) fn new(named: NamedRules, solve: S) -> Result<Self, Failure> {
        check(&named).map_err(Failure::usage)?;
        let reader = PositionReader::new(named.rules());
        let (record, strength) = (Some(START), Strength::PERFECT);
        Ok(Self { named, reader, record, strength, seed: 1, solve, game: None, kept_back: None })
    }

    /// Runs the command of a line and appends the answer to `out`. Breaks on `quit`.
    ///
    /// # Errors
    /// If the game can be neither opened nor solved: an engine without one is useless.
    pub(super) fn command(
        &mut self,
        line: &str,
        out: &mut String,
    ) -> Result<ControlFlow<()>, Failure> {
        let line = line.trim();
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let answer = match command {
            "" | "uginewgame" | "debug" => Ok(String::new()),
            "ugi" => Ok(self.introduction()),
            "isready" => self.game().map(|_| Ok("readyok\n".to_owned()))?,
            "setoption" => self.set_option(rest).map(|()| String::new()),
            "position" => self.set_position(rest).map(|()| String::new()),
            "go" => self.go(rest)?,
            "query" => self.query(rest.trim()).map(|answer| format!("response {answer}\n")),
            "stop" => Ok(self.kept_back.take().unwrap_or_default()),
            "quit" => return Ok(ControlFlow::Break(())),
            other => Err(format!(
                "`{}`: expected ugi, isready, setoption, uginewgame, position, go, query, stop or \
                 quit",
                other.escape_debug()
            )),
        };
        *out += &answer.unwrap_or_else(|message| format!("info string {message}\n"));
        Ok(ControlFlow::Continue(()))
    }

    fn introduction(&self) -> String {
        format!(
            "id name Teeko {}\n\
             id author the authors of teeko\n\
             option name Variant type string default {}\n\
             option name Strength type spin default {} min 1 max 5\n\
             option name Seed type spin default {} min 0 max {}\n\
             ugiok\n",
            env!("CARGO_PKG_VERSION"),
            self.named,
            Strength::PERFECT.number(),
            self.seed,
            u32::MAX
        )
    }

    /// Parses `name N value V`.
    fn set_option(&mut self, rest: &str) -> Result<(), String> {
        let (name, value) = rest
            .trim()
            .strip_prefix("name ")
            .and_then(|rest| rest.split_once(" value "))
            .ok_or("setoption: expected `name Variant value 58-ssss` and the like")?;
        let value = value.trim();
        match name.trim().to_ascii_lowercase().as_str() {
            "variant" => {
                let named = variant(value).map_err(|error| error.to_string())?;
                check(&named)?;
                self.reader = PositionReader::new(named.rules());
                self.named = named;
                self.record = Some(START);
                self.game = None;
            }
            "strength" => {
                let number = value.parse();
                let number = number
                    .map_err(|_| "Strength: expected a number from 1, a beginner, to 5, perfect")?;
                self.strength = Strength::new(number).map_err(|error| error.to_string())?;
            }
            "seed" => {
                let seed = value.parse::<u32>().map_err(|_| "Seed: expected a whole number")?;
                self.seed = seed.into();
            }
            _ => {
                return Err(format!(
                    "option `{}`: expected Variant, Strength or Seed",
                    name.escape_debug()
                ));
            }
        }
        Ok(())
    }

    /// Parses `startpos`, or `fen` and a position, and the moves from there.
    fn set_position(&mut self, rest: &str) -> Result<(), String> {
        self.record = None;
        let (start, moves) = rest.split_once("moves").unwrap_or((rest, ""));
        let start = match start.trim().split_once(char::is_whitespace) {
            None if start.trim() == "startpos" => Position::EMPTY,
            Some(("fen", text)) => {
                self.reader.read(self.named.rules(), text).map_err(|error| error.to_string())?
            }
            _ => {
                let form = "startpos, or fen and a position, then optionally moves";
                return Err(format!("position: expected {form}"));
            }
        };
        let record = parse_game(self.named.rules(), start, moves);
        self.record = Some(record.map_err(|error| error.to_string())?);
        Ok(())
    }

    fn query(&self, question: &str) -> Result<&'static str, String> {
        let rules = self.named.rules();
        let record = self.record.as_ref().ok_or(NO_POSITION)?;
        let position = record.end();
        let is_over = phase(rules, &position) == Phase::Over
            || rules.moves(&position).is_empty()
            || record.is_repeated();
        let words = |yes| if yes { "true" } else { "false" };
        match question {
            "gameover" => Ok(words(is_over)),
            "p1turn" => Ok(words(rules.chooser(&position) == Side::Black)),
            "result" => Ok(match (rules.winner(&position), is_over) {
                (Some(Side::Black), _) => "p1win",
                (Some(Side::Red), _) => "p2win",
                (None, true) => "draw",
                (None, false) => "none",
            }),
            other => Err(format!(
                "query `{}`: expected gameover, p1turn or result",
                other.escape_debug()
            )),
        }
    }

    /// Answers with the best move. The answer is exact at once, so limits of time and depth do not
    /// matter. Stopped while it solves the game, it answers with any move.
    fn go(&mut self, limits: &str) -> Result<Result<String, String>, Failure> {
        let Some(record) = &self.record else { return Ok(Err(format!("go: {NO_POSITION}"))) };
        let mut info = String::new();
        if record.is_repeated() {
            info += "info string draw by repetition\n";
        }
        let position = record.end();
        let best = if self.game()?.is_some() {
            self.best(&position, &mut info)?
        } else {
            info += "info string stopped before the game was solved\n";
            self.named.rules().moves(&position).first().copied()
        };
        let best = best.map_or_else(|| "none".to_owned(), |best| best.to_string());
        let answer = format!("bestmove {best}\n");
        if limits.split_whitespace().any(|word| word == "infinite") {
            self.kept_back = Some(answer);
        } else {
            info += &answer;
        }
        Ok(Ok(info))
    }

    /// Returns the move, and appends its `info` line; `None` if there is nothing to choose.
    fn best(&mut self, position: &Position, info: &mut String) -> Result<Option<Move>, Failure> {
        let (strength, seed) = (self.strength, self.seed);
        self.seed = self.seed.wrapping_add(1);
        let Some(game) = self.game()? else { return Ok(None) };
        let analysis = game.analyse(position)?;
        let Some(chosen) = chosen_by(strength, &analysis, seed) else { return Ok(None) };
        let Choice::Move(played) = chosen.choice else { return Ok(None) };
        let after = position.after(played);
        let rest = if phase(game.rules(), &after) == Phase::Over {
            Vec::new()
        } else {
            game.best_line(&after, PLIES_OF_DRAW)?.plies
        };
        let mut line = vec![played.to_string()];
        line.extend(rest.iter().map(ToString::to_string));
        // The value is for the mover. Where the opponent points, the opponent is the one who plays.
        let mut value = chosen.value;
        if analysis.chooser != position.turn {
            value = value.reversed();
        }
        let mut score = match value.outcome {
            Outcome::Draw => "draw".to_owned(),
            decided => format!("plies {}", decided.signed_plies()),
        };
        if game.rules().scoring().is_for_points() {
            score = format!("{score} points {}", value.score);
        }
        let (depth, line) = (line.len(), line.join(" "));
        *info = format!("{info}info depth {depth} score {score} pv {line}\n");
        Ok(Some(played))
    }

    /// Returns the game of the current rules, and opens it on first use; `None` if stopped.
    fn game(&mut self) -> Result<Option<&Game>, Failure> {
        if self.game.is_none() {
            self.game = (self.solve)(&self.named)?;
        }
        Ok(self.game.as_ref())
    }
}

/// Checks that every choice in these rules is a move: the interface has no others.
fn check(named: &NamedRules) -> Result<(), String> {
    let rules = named.rules();
    let points = rules.plan() != DropPlan::STANDARD;
    if rules.pass_rule() || (rules.scoring() == Scoring::Pips && points) {
        return Err(format!(
            "{named}: expected rules in which every choice is a move, found passes, or numbered \
             pieces where the opponent points"
        ));
    }
    Ok(())
}
