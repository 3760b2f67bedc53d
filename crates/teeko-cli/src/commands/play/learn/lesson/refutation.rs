//! What is wrong with a choice, and why that of the course is good.

use teeko::analysis::{Analysis, Choice, RankedChoice, as_seen_by};
use teeko::questions::PositionQuestion;
use teeko::rules::Move;
use teeko::surfaces::words::plies;
use teeko::{Outcome, Position};

use super::Lesson;
use crate::exit::Failure;
use crate::render::reason;

impl Lesson<'_> {
    /// Returns whether a choice is as good as that of the course.
    pub(super) fn is_good_enough(&self, ranked: &RankedChoice) -> bool {
        match self.course.plies {
            Some(_) => ranked.optimal,
            None => ranked.keeps_outcome,
        }
    }

    /// Says what is wrong with a choice, and what the other side does about it.
    pub(super) fn refutation(
        &self,
        analysis: &Analysis,
        ranked: &RankedChoice,
    ) -> Result<String, Failure> {
        let side = self.course.side;
        let sentence = self.sentence(analysis, ranked);
        let is_refuted = ranked.why.as_ref().is_some_and(|why| why.allows.is_some());
        if let (true, Some(sentence)) = (is_refuted, &sentence) {
            return Ok(format!("{sentence}."));
        }
        let value = as_seen_by(side, &analysis.position, *ranked.value);
        let choice = self.named(&ranked.choice);
        let text = match value.outcome {
            Outcome::Win(number) => {
                let best = plies(self.asked().plies.unwrap_or_default());
                return Ok(format!(
                    "{choice} wins too, but in {number}, not in {best}."
                ));
            }
            Outcome::Draw if threatens_nothing(ranked) => {
                format!("{choice} gives the win away and threatens nothing")
            }
            Outcome::Draw => format!("{choice} gives the win away"),
            Outcome::Loss(number) => format!("{choice} loses in {}", plies(number)),
        };
        let (answer, reason) = match ranked.best_move() {
            Some(played) => self.answer_to(analysis.position.after(played))?,
            None => (String::new(), None),
        };
        let mut sentences = vec![format!("{text}{answer}.")];
        for reason in [sentence, reason].into_iter().flatten() {
            sentences.push(format!("{reason}."));
        }
        Ok(sentences.join(" "))
    }

    /// Says what the other side answers in a position, after a colon, and why. Says nothing if the
    /// learner chooses there.
    fn answer_to(&self, position: Position) -> Result<(String, Option<String>), Failure> {
        let other = self.course.side.other();
        let analysis = self.analysis_of(position)?;
        let Some(reply) = analysis.choices().first() else {
            return Ok((String::new(), None));
        };
        if analysis.chooser != other {
            return Ok((String::new(), None));
        }
        let named = self.named(&reply.choice);
        let answer = if reply.value.outcome == Outcome::Draw {
            let holding = analysis.choices().iter();
            let holding = holding.filter(|choice| choice.keeps_outcome).count();
            format!(
                ": {other} holds the draw with {named}{}",
                and_others(holding)
            )
        } else {
            format!(": {other} answers {named}")
        };
        Ok((answer, self.sentence(&analysis, reply)))
    }

    /// Returns the choices in a position, with their reasons.
    pub(super) fn analysis_of(&self, position: Position) -> Result<Analysis, Failure> {
        let question = PositionQuestion {
            why: true,
            ..PositionQuestion::of(position)
        };
        Ok(self.game.answer(&question)?.analysis)
    }

    /// Says why a choice is good or bad, unless it is quiet.
    fn sentence(&self, analysis: &Analysis, ranked: &RankedChoice) -> Option<String> {
        reason(self.rules().board(), analysis, ranked)
    }

    /// Says why the course's choice is good, unless it is quiet.
    pub(super) fn reason(&self) -> Result<Option<String>, Failure> {
        let asked = self.asked();
        let analysis = self.analysis_of(*asked.position)?;
        let mut choices = analysis.choices().iter();
        let ranked = choices.find(|ranked| ranked.best_move() == Some(asked.chosen));
        Ok(ranked.and_then(|ranked| self.sentence(&analysis, ranked)))
    }

    /// Returns the reason as a sentence after another one.
    pub(super) fn reason_after_space(&self) -> Result<String, Failure> {
        Ok(match self.reason()? {
            Some(reason) => format!(" {reason}."),
            None => String::new(),
        })
    }

    /// Returns the best move in a position, if there is one.
    pub(super) fn best_move_in(&self, position: Position) -> Result<Option<Move>, Failure> {
        let analysis = self.analysis_of(position)?;
        Ok(analysis.choices().first().and_then(RankedChoice::best_move))
    }
}

/// Returns whether a slide threatens nothing. Drops may threaten more than the rules show.
fn threatens_nothing(ranked: &RankedChoice) -> bool {
    let is_slide = matches!(ranked.choice, Choice::Move(Move::Slide { .. }));
    let threatens = ranked
        .why
        .as_ref()
        .is_some_and(|why| why.threatens.is_some());
    is_slide && !threatens
}

/// Says how many choices hold besides the one that was named.
fn and_others(holding: usize) -> String {
    match holding {
        0 | 1 => " alone".to_owned(),
        2 => " and one other reply".to_owned(),
        _ => format!(" and {} other replies", holding - 1),
    }
}
