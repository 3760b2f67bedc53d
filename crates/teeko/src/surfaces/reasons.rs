//! Why choices are good or bad, in English: a sentence for the fields of a [`Why`].

use teeko_analysis::{Analysis, Choice, RankedChoice, RulesGoal, Threat, Why, as_seen_by};
use teeko_rules::{Move, Side, Wdl, enumeration};

use super::words::{Names, points};
use crate::questions::puzzles::Puzzle;
use crate::questions::review::ReviewChoice;

/// A choice with what is to be said about it.
#[derive(Debug)]
pub struct Reason<'a> {
    choice: Choice,
    chooser: Side,
    /// Whether the chooser points at the circle of the other side's drop, or passes.
    is_pointed: bool,
    /// The result of the chooser after the choice.
    result: Wdl,
    is_mistake: bool,
    /// Whether it is a choice of a game, and not one that could be made.
    is_played: bool,
    why: &'a Why,
}

impl<'a> Reason<'a> {
    /// Returns the reason of a choice of a position, if it is explained.
    pub fn of(analysis: &Analysis, ranked: &'a RankedChoice) -> Option<Self> {
        let value = as_seen_by(analysis.chooser, &analysis.position, *ranked.value);
        Some(Self {
            choice: ranked.choice,
            chooser: analysis.chooser,
            is_pointed: analysis.chooser != analysis.turn,
            result: value.outcome.wdl(),
            is_mistake: !ranked.keeps_outcome || ranked.keeps_score == Some(false),
            is_played: false,
            why: ranked.why.as_deref()?,
        })
    }

    /// Returns the reason of a mistake in a game, if it is explained.
    pub fn of_mistake(choice: &'a ReviewChoice) -> Option<Self> {
        Some(Self {
            choice: choice.choice,
            chooser: choice.chooser,
            is_pointed: choice.chooser != choice.turn,
            result: choice.results_of_chooser()[1],
            is_mistake: true,
            is_played: true,
            why: choice.why.as_ref()?,
        })
    }

    /// Returns the reason of the first move of a puzzle's solution, if it is explained.
    pub fn of_solution(puzzle: &'a Puzzle) -> Option<Self> {
        let first = puzzle.line.first()?;
        Some(Self {
            choice: Choice::Move(first.played),
            chooser: puzzle.position.turn,
            is_pointed: false,
            result: Wdl::Win,
            is_mistake: false,
            is_played: false,
            why: puzzle.why.as_ref()?,
        })
    }

    /// Says why the choice is good or bad, without a full stop. `None` if it is quiet.
    pub fn sentence(&self, names: Names<'_>) -> Option<String> {
        let name = self.name(names);
        if !self.why.completes.is_empty() {
            let goals = goals(&self.why.completes, names);
            return Some(format!("{name} completes {goals}"));
        }
        if let Some(win) = self.why.allows.as_ref().filter(|win| win.plies == 0) {
            let goals = goals(&win.goals, names);
            return Some(format!("{name} completes {goals} for {}", self.other()));
        }
        let predicates = self.predicates(names);
        if predicates.is_empty() {
            return None;
        }
        Some(format!("{name} {}", predicates.join("; it ")))
    }

    /// Names the choice at the beginning of a sentence: `14-8`, `Dropping on 13`, `Pointing at 13`,
    /// `Passing`.
    fn name(&self, names: Names<'_>) -> String {
        match self.choice {
            Choice::Pass => "Passing".to_owned(),
            Choice::Move(drop) if self.is_pointed => format!("Pointing at {}", names(&drop)),
            Choice::Move(slide @ Move::Slide { .. }) => names(&slide),
            Choice::Move(drop) => format!("Dropping on {}", names(&drop)),
        }
    }

    fn other(&self) -> Side {
        self.chooser.other()
    }

    /// Says what the choice does, each as a predicate. A mistake that loses does nothing else, nor does
    /// a double threat.
    fn predicates(&self, names: Names<'_>) -> Vec<String> {
        let mut predicates = Vec::new();
        if let (true, Some(win)) = (self.is_mistake, &self.why.allows) {
            predicates.push(self.lets(win, names));
            return predicates;
        }
        if let Some(threat) = &self.why.threatens {
            predicates.push(self.threatens(threat, names));
            if self.why.replies.as_ref().is_some_and(Vec::is_empty) {
                return predicates;
            }
        } else if self.is_draw_without_threat() {
            predicates.push(format!(
                "threatens nothing: {} holds the draw",
                self.other()
            ));
        }
        if let Some(win) = &self.why.meets {
            let by = by(win, names);
            let other = self.other();
            predicates.push(format!("meets{by}, with which {other} would {}", ends(win)));
        }
        if let Some(win) = &self.why.allows {
            predicates.push(self.loses(win, names));
        }
        predicates
    }

    /// Returns whether a slide in a game has turned a win into a draw. Drops may threaten more than
    /// the rules show.
    fn is_draw_without_threat(&self) -> bool {
        let is_slide = matches!(self.choice, Choice::Move(Move::Slide { .. }));
        self.is_played && is_slide && self.is_mistake && self.result == Wdl::Draw
    }

    /// Says which win a mistake allows: `lets Red win in 3: it no longer meets 10-9`.
    fn lets(&self, win: &Threat, names: Names<'_>) -> String {
        let other = self.other();
        let by = by(win, names);
        let lets = format!("lets {other} {}", ends(win));
        if self.is_pointed {
            return format!("{lets} by{by}");
        }
        let meets = if self.why.is_unmet {
            "does not meet"
        } else {
            "no longer meets"
        };
        format!("{lets}: it {meets}{by}")
    }

    /// Says how a choice loses that is no mistake, since every choice loses.
    fn loses(&self, win: &Threat, names: Names<'_>) -> String {
        let other = self.other();
        format!(
            "cannot stop{}, with which {other} will {}",
            by(win, names),
            ends(win)
        )
    }

    /// Says what the choice threatens, and which replies meet it.
    fn threatens(&self, threat: &Threat, names: Names<'_>) -> String {
        let can_meet = self.can_meet(threat, names);
        if threat.plies == 1 {
            format!("threatens {}{can_meet}", goals(&threat.goals, names))
        } else {
            let by = by(threat, names);
            format!(
                "prepares: it threatens to {} by{by}{can_meet}",
                ends(threat)
            )
        }
    }

    /// Says how the other side can meet a threat, if that is known.
    fn can_meet(&self, threat: &Threat, names: Names<'_>) -> String {
        let other = self.other();
        let Some(replies) = &self.why.replies else {
            return if self.is_mistake && self.result != Wdl::Win {
                format!(", but {other} can meet it")
            } else {
                String::new()
            };
        };
        let what = match threat.goals.len() {
            0 | 1 => "it",
            2 => "both",
            _ => "them all",
        };
        let replies: Vec<String> = replies.iter().map(|reply| names(reply)).collect();
        match replies.len() {
            0 => format!(": {other} cannot meet {what}"),
            1 => format!(": only {} meets {what}", replies[0]),
            _ => format!(": only {} meet {what}", enumeration(&replies)),
        }
    }
}

/// Says what a threat leads to: `win at once`, `win in 3`, `score 2 points within 5`.
fn ends(threat: &Threat) -> String {
    let number = threat.plies;
    match threat.points.map(|number| points(number.into())) {
        None if number == 1 => "win at once".to_owned(),
        None => format!("win in {number}"),
        Some(points) if number == 1 => format!("score {points} at once"),
        Some(points) => format!("score {points} within {number}"),
    }
}

/// Names the first ply of a threat, after a space.
fn by(threat: &Threat, names: Names<'_>) -> String {
    match &threat.by {
        Some(played) => format!(" {}", names(played)),
        None => String::new(),
    }
}

/// Lists goals by their circles: `8,9,13,14 and 8,9,14,15`.
fn goals(goals: &[RulesGoal], names: Names<'_>) -> String {
    let mut texts = Vec::new();
    for goal in goals {
        let circles = names(&goal.circles);
        texts.push(match goal.points {
            Some(worth) => format!("{circles} for {worth}"),
            None => circles,
        });
    }
    enumeration(&texts)
}

#[cfg(test)]
mod tests {
    use teeko_rules::notation::{GameRecord, Ply, parse_move};

    use super::*;
    use crate::game::Game;
    use crate::questions::{PositionQuestion, ReviewQuestion};
    use crate::surfaces::words::by_number;

    /// Returns the sentence of a choice in a position; an empty one if the choice is quiet.
    fn sentence(game: &Game, position: &str, choice: &str) -> String {
        let question = PositionQuestion {
            why: true,
            ..PositionQuestion::of(game.position(position).unwrap())
        };
        let answer = game.answer(&question).unwrap();
        let choices = answer.choices();
        let ranked = choices.iter().find(|it| it.choice.to_string() == choice);
        let reason = Reason::of(&answer, ranked.unwrap()).unwrap();
        reason.sentence(&by_number).unwrap_or_default()
    }

    #[test]
    fn slides_are_explained() {
        let game = Game::solve("44-ssss+4x4").unwrap();
        for (position, choice, expected) in [
            (
                "b:1,4,6,15 r:9,11,12,13 r",
                "13-10",
                "13-10 completes 9,10,11,12",
            ),
            (
                "b:1,4,8,9 r:10,11,15,16 r",
                "11-14",
                "11-14 threatens 10,11,14,15 and 13,14,15,16: Black cannot meet both",
            ),
            (
                "b:1,4,8,9 r:10,11,15,16 r",
                "15-12",
                "15-12 threatens 11,12,15,16: Black cannot meet it",
            ),
            (
                "b:1,4,6,15 r:9,11,12,13 r",
                "9-10",
                "9-10 threatens 9,10,11,12: only 6-9 meets it",
            ),
            (
                "b:1,4,6,15 r:9,11,12,13 r",
                "13-14",
                "13-14 threatens 9,10,11,12: only 6-10 and 15-10 meet it",
            ),
            (
                "b:6,7,9,14 r:1,8,11,16 b",
                "7-10",
                "7-10 prepares: it threatens to win in 3 by 9-5",
            ),
            (
                "b:1,4,6,15 r:9,11,12,13 r",
                "12-16",
                "12-16 prepares: it threatens to win in 5 by 13-10, but Black can meet it",
            ),
            (
                "b:3,5,10,14 r:7,12,15,16 b",
                "14-11",
                "14-11 meets 7-11, with which Red would win at once",
            ),
            (
                "b:3,5,10,14 r:7,12,15,16 b",
                "3-6",
                "3-6 lets Red win at once: it does not meet 7-11",
            ),
            (
                "b:2,3,5,8 r:4,7,12,13 b",
                "5-1",
                "5-1 lets Red win in 3: it no longer meets 12-11",
            ),
            (
                "b:1,5,10,14 r:2,4,12,15 r",
                "2-6",
                "2-6 cannot stop 10-9, with which Black will win in 3",
            ),
            ("b:2,3,5,8 r:4,7,12,13 b", "2-6", ""),
        ] {
            assert_eq!(sentence(&game, position, choice), expected, "{position}");
        }
    }

    #[test]
    fn drops_are_explained_for_the_side_that_chooses() {
        for (variant, position, choice, expected) in [
            (
                "44-ssss+4x4",
                "b:1,2 r:13,16 b",
                "4",
                "Dropping on 4 threatens 1,2,3,4: only 3 meets it",
            ),
            (
                "44-pppp+4x4+pass",
                "b:1,2,5 r:11,12,16 b",
                "6",
                "Pointing at 6 completes 1,2,5,6 for Black",
            ),
            (
                "44-pppp+4x4+pass",
                "b:1,2,5 r:11,12,16 b",
                "pass",
                "Passing lets Black win at once by 6",
            ),
        ] {
            let game = Game::solve(variant).unwrap();
            assert_eq!(sentence(&game, position, choice), expected, "{variant}");
        }
    }

    #[test]
    fn other_goals_and_points_are_explained() {
        for (variant, position, choice, expected) in [
            (
                "37e-ssss+4x4",
                "b:5,7,8,9 r:2,4,10,12 b",
                "7-3",
                "7-3 completes 2,4,10,12 for Red",
            ),
            (
                "58-ssss+4x4+points",
                "b:2,3,7,8 r:6,11,14,15 b",
                "7-10",
                "7-10 prepares: it threatens to score 2 points within 3 by 8-12; it meets 6-10, \
                 with which Red would score 3 points at once",
            ),
            (
                "44-ssss+4x4+pips",
                "b:1=1,2=2,7=3,8=4 r:9=1,12=2,13=3,16=4 b",
                "7-3",
                "7-3 threatens 1,2,3,4 for 8: Red cannot meet it",
            ),
        ] {
            let game = Game::solve(variant).unwrap();
            assert_eq!(sentence(&game, position, choice), expected, "{variant}");
        }
    }

    #[test]
    fn a_slide_that_gives_a_win_away_may_threaten_nothing() {
        let game = Game::solve("44-ssss+4x4").unwrap();
        let start = game.position("b:1,4,6,15 r:9,11,12,13 r").unwrap();
        let played = parse_move(game.board(), "12-7").unwrap();
        let plies = vec![Ply {
            played,
            passed: false,
        }];
        let question = ReviewQuestion {
            why: true,
            ..ReviewQuestion::of(GameRecord { start, plies })
        };
        let review = game.answer(&question).unwrap();
        let reason = Reason::of_mistake(&review.choices[0]).unwrap();
        let sentence = reason.sentence(&by_number).unwrap();
        assert_eq!(sentence, "12-7 threatens nothing: Black holds the draw");
    }
}
