//! Which choice is asked next.

use std::collections::HashMap;

use teeko::analysis::Course;

use super::known::Known;

/// The answers after which a choice that was missed comes back.
const PAUSE: usize = 3;

/// The order in which the choices of a course are asked.
#[derive(Default)]
pub(super) struct Order {
    /// The answers so far.
    answers: usize,
    /// The choices that were missed, each with the number of the last answer to it.
    missed: HashMap<usize, usize>,
}

impl Order {
    /// Notes that a choice was answered, and whether it was missed.
    pub(super) fn note(&mut self, place: usize, is_missed: bool) {
        self.answers += 1;
        if is_missed {
            self.missed.insert(place, self.answers);
        }
    }

    /// Returns the next choice on the line that has come to a choice: one that was missed before, or
    /// the first one that was not asked yet.
    pub(super) fn next_on_line(
        &self,
        course: &Course,
        known: &Known,
        place: usize,
    ) -> Option<usize> {
        let mut in_order = unknown(course, known);
        let new = in_order.find(|next| !self.missed.contains_key(next));
        let mut on_line = unknown(course, known);
        let next = on_line
            .find(|&next| next != place && leads_to(course, place, next) && self.is_due(next))?;
        let is_asked_before = self.missed.contains_key(&next);
        if is_asked_before || Some(next) == new {
            Some(next)
        } else {
            None
        }
    }

    /// Returns the next choice wherever it is; `None` if all are known.
    pub(super) fn next(&self, course: &Course, known: &Known) -> Option<usize> {
        let due = unknown(course, known).find(|&next| self.is_due(next));
        due.or_else(|| unknown(course, known).next())
    }

    /// Returns whether a choice was missed before.
    pub(super) fn was_missed(&self, place: usize) -> bool {
        self.missed.contains_key(&place)
    }

    fn is_due(&self, place: usize) -> bool {
        match self.missed.get(&place) {
            Some(missed) => self.answers >= missed + PAUSE,
            None => true,
        }
    }
}

/// Returns the choices that are not known.
fn unknown(course: &Course, known: &Known) -> impl Iterator<Item = usize> {
    (0..course.choices.len()).filter(|&place| !known.has(&course.choices[place]))
}

/// Returns whether a choice is on the way to another one, or is that one.
fn leads_to(course: &Course, place: usize, end: usize) -> bool {
    let mut on_way = Some(end);
    while let Some(here) = on_way {
        if here == place {
            return true;
        }
        on_way = course.choices[here].after;
    }
    false
}
