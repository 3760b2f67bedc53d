//! The course of a win: the choices of a winning strategy, line by line.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::vec;

use teeko_certificate::ClaimedGame;
use teeko_rules::{Move, Oracle, Position, Wdl};

use super::draft::Draft;
use super::reply::Reply;
use super::{Course, CourseError, MOST_CHOICES, main_line};
use crate::error::Answer;
use crate::strategy::WinningStrategy;

/// Makes the course of a game that is won.
pub(super) fn course_of_win(oracle: &dyn Oracle) -> Result<Course, CourseError> {
    let strategy = WinningStrategy::new(oracle, ClaimedGame::new(oracle.rules()))?;
    let mut walk = Walk {
        draft: Draft::new(oracle, strategy.certificate.winner),
        strategy: strategy.choices,
        is_whole: true,
    };
    walk.follow(Extent::LongestDefence)?;
    let best_defence = walk.draft.choices.len();
    walk.follow(Extent::Everything)?;
    Ok(Course {
        side: strategy.certificate.winner,
        outcome: Wdl::Win,
        plies: Some(strategy.certificate.plies),
        whole: walk.is_whole,
        main_line: main_line(&walk.draft.choices),
        best_defence: Some(best_defence),
        choices: walk.draft.choices,
    })
}

/// Which replies a walk follows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extent {
    /// Those that last longest.
    LongestDefence,
    Everything,
}

/// A walk through the positions that arise while the winner follows a strategy.
struct Walk<'a> {
    draft: Draft<'a>,
    /// The winner's choice in each canonical position, except where it completes a goal.
    strategy: HashMap<Position, Move>,
    is_whole: bool,
}

impl Walk<'_> {
    /// Follows lines, each to its end: first the main line, then those that part from it, from its
    /// first choice to its last, then those that part from these.
    fn follow(&mut self, extent: Extent) -> Answer<()> {
        let mut left = HashMap::new();
        let mut partings = VecDeque::from([None]);
        while let Some(parting) = partings.pop_front() {
            while let Some(first) = self.next_after(parting, extent, &mut left)? {
                let mut on_line = Some(first);
                while let Some(place) = on_line {
                    partings.push_back(Some(place));
                    on_line = self.next_after(Some(place), extent, &mut left)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the place of the next choice after another one, or after the empty board, by the
    /// replies there that are `left`.
    fn next_after(
        &mut self,
        after: Option<usize>,
        extent: Extent,
        left: &mut HashMap<Option<usize>, vec::IntoIter<Reply>>,
    ) -> Answer<Option<usize>> {
        let replies = match left.entry(after) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(self.draft.replies_after(after)?.into_iter()),
        };
        for reply in replies {
            if extent == Extent::LongestDefence && !reply.is_best {
                continue;
            }
            let place = self.arrive(&reply, after)?;
            if place.is_some() {
                return Ok(place);
            }
        }
        Ok(None)
    }

    /// Returns the place of the choice to which a reply leads, after adding it if it is new. `None`
    /// if it was met elsewhere or as an image, the winner completes a goal, or the course is full.
    fn arrive(&mut self, reply: &Reply, after: Option<usize>) -> Answer<Option<usize>> {
        if let Some(place) = self.draft.place_of(&reply.position) {
            let choice = &self.draft.choices[place];
            let is_here = choice.after == after && *choice.position == reply.position;
            return Ok(if is_here { Some(place) } else { None });
        }
        let Some(chosen) = self.choice_in(&reply.position) else {
            return Ok(None);
        };
        if self.draft.choices.len() == MOST_CHOICES {
            self.is_whole = false;
            return Ok(None);
        }
        self.draft.add(reply, after, chosen).map(Some)
    }

    /// Returns the strategy's choice in a position, which need not be canonical. `None` if the
    /// winner completes a goal.
    fn choice_in(&self, position: &Position) -> Option<Move> {
        let symmetries = &self.draft.symmetries;
        let canonical = self.draft.canonical(position);
        let chosen = self.strategy.get(&canonical)?;
        let mut elements = symmetries.elements().iter();
        let turned = elements.position(|symmetry| position.image(symmetry) == canonical)?;
        Some(chosen.image(&symmetries.elements()[symmetries.inverse(turned)]))
    }
}
