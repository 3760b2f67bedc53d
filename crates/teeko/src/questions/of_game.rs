//! Questions to a game that is at hand, as programs in other languages ask them.

use std::time::Duration;

use teeko_rules::quoted;
use teeko_rules::work::Observer;

use super::parameters::Parameters;
use super::{Question, RequestError};
use crate::Game;

impl Game {
    /// The answer to a question about this game as JSON, without a line end. The question is the
    /// end of a path after the name of the rules, with its query: `position?moves=13+12`,
    /// `line?position=b:13+r:`, `puzzles?dtw=7&limit=3`, `rules`; an empty text asks for the counts
    /// of the game. The module [`questions`](crate::questions) lists them; many positions at once
    /// have [`answer_positions`](super::answer_positions). `observe` is told how far a search for
    /// puzzles has come, and says whether to go on.
    ///
    /// # Errors
    /// If the question cannot be read, or has no answer.
    pub fn ask(&self, question: &str, observe: Observer<'_>) -> Result<String, RequestError> {
        let (what, query) = question.split_once('?').unwrap_or((question, ""));
        let what = Some(what).filter(|what| !what.is_empty());
        let known = Question::parameters(what).filter(|_| what != Some("positions"));
        let known = known.ok_or_else(|| RequestError::NoSuchQuestion(quoted(question)))?;
        let question = Question::read(what, &Parameters::read(query, known, false)?)?;
        question.check(self.named())?;
        question.answer(self, Duration::ZERO, observe)
    }
}
