//! The course of a draw: attacks, and what holds against them.

use std::collections::HashSet;

use teeko_rules::{Move, Oracle, Position, Side, Wdl};

use super::draft::Draft;
use super::reply::{Reply, replies};
use super::{Course, CourseError, MOST_CHOICES_OF_DRAW, main_line};
use crate::error::{AnalysisError, Answer};
use crate::probe::best_moves;
use crate::{RankedChoice, analyse};

/// The most choices on the main line. Play in a draw never ends.
const MAIN_LINE: usize = 20;

/// The most choices in a row, on the main line, that all hold.
const MOST_FREE_CHOICES: usize = 8;

/// Makes the course of a game that is drawn: Red holds the draw.
pub(super) fn course_of_draw(oracle: &dyn Oracle) -> Result<Course, CourseError> {
    let mut draft = Draft::new(oracle, Side::Red);
    let mut found = add_main_line(&mut draft)?;
    while !found.is_empty() && draft.choices.len() < MOST_CHOICES_OF_DRAW {
        found = add_branches(&mut draft, &found)?;
    }
    if draft.choices.is_empty() {
        return Err(CourseError::NothingToLearn);
    }
    Ok(Course {
        side: draft.learner,
        outcome: Wdl::Draw,
        plies: None,
        whole: false,
        main_line: main_line(&draft.choices),
        best_defence: None,
        choices: draft.choices,
    })
}

/// An attack: a reply after which some choices of the learner's lose.
struct Attack {
    /// The choice before; `None` for the empty board.
    after: Option<usize>,
    reply: Reply,
    /// The number of choices that hold the draw.
    holding: usize,
}

/// Adds the main line, in which the attack is always the one that fewest choices hold against.
/// Returns the places to branch from: the start, and the choices on the line.
fn add_main_line(draft: &mut Draft<'_>) -> Answer<Vec<Option<usize>>> {
    let mut places = vec![None];
    while draft.choices.len() < MAIN_LINE {
        let after = draft.choices.len().checked_sub(1);
        let Some(attack) = next_attack(draft, after)? else {
            break;
        };
        places.push(Some(add(draft, &attack)?));
    }
    Ok(places)
}

/// Returns the attack on the main line after a choice. Where every choice of the learner's holds,
/// play goes on by the first reply and the first choice.
fn next_attack(draft: &Draft<'_>, after: Option<usize>) -> Answer<Option<Attack>> {
    let mut begun = Reply::none(draft.position_after(after));
    for _ in 0..MOST_FREE_CHOICES {
        let replies = replies(draft.oracle, draft.learner, begun)?;
        let attacks = attacks_among(draft, after, &replies)?;
        let hardest = attacks.into_iter().min_by_key(|attack| attack.holding);
        if hardest.is_some() {
            return Ok(hardest);
        }
        let mut new = replies.into_iter();
        let new = new.find(|reply| draft.place_of(&reply.position).is_none());
        let Some(mut free) = new else {
            break;
        };
        free.push(holding_move(draft.oracle, &free.position)?);
        begun = free;
    }
    Ok(None)
}

/// Adds the choices one reply off those at `places`, as many as there is room for: those after the
/// attacks that fewest choices hold against, in the order of `places`. Returns their places.
fn add_branches(draft: &mut Draft<'_>, places: &[Option<usize>]) -> Answer<Vec<Option<usize>>> {
    let mut attacks = Vec::new();
    for &place in places {
        attacks.extend(attacks_after(draft, place)?);
    }
    attacks.sort_by_key(|attack| attack.holding);
    let mut met = HashSet::new();
    attacks.retain(|attack| met.insert(draft.canonical(&attack.reply.position)));
    attacks.truncate(MOST_CHOICES_OF_DRAW - draft.choices.len());
    attacks.sort_by_key(|attack| attack.after);
    let mut branches = Vec::new();
    for attack in &attacks {
        branches.push(Some(add(draft, attack)?));
    }
    Ok(branches)
}

/// Returns the attacks after a choice that lead to new positions.
fn attacks_after(draft: &Draft<'_>, after: Option<usize>) -> Answer<Vec<Attack>> {
    attacks_among(draft, after, &draft.replies_after(after)?)
}

/// Returns the attacks among replies after a choice.
fn attacks_among(
    draft: &Draft<'_>,
    after: Option<usize>,
    replies: &[Reply],
) -> Answer<Vec<Attack>> {
    let mut attacks = Vec::new();
    for reply in replies {
        if draft.place_of(&reply.position).is_some() {
            continue;
        }
        let (_, holding) = best_moves(draft.oracle, &reply.position)?;
        let holding = holding.len();
        if holding < draft.oracle.rules().moves(&reply.position).len() {
            attacks.push(Attack {
                after,
                reply: reply.clone(),
                holding,
            });
        }
    }
    Ok(attacks)
}

/// Adds the choice after an attack. Returns its place.
fn add(draft: &mut Draft<'_>, attack: &Attack) -> Answer<usize> {
    let chosen = holding_move(draft.oracle, &attack.reply.position)?;
    draft.add(&attack.reply, attack.after, chosen)
}

/// Returns the first move that holds the draw in the order of [`analyse`]: the hardest one for the
/// other side.
fn holding_move(oracle: &dyn Oracle, position: &Position) -> Answer<Move> {
    let analysis = analyse(oracle, position)?;
    let mut moves = analysis.choices().iter();
    let first = moves.find_map(RankedChoice::best_move);
    first.ok_or(AnalysisError::Unknown(*position))
}
