//! Rule sets, and the status of a position under them.

mod builder;
mod points;

use crate::{
    Board, Circle, Circles, DropPlan, DropStyle, Goals, Move, Outcome, PIECES, Parity, Position,
    Scoring, Side, Step, Symmetry, SymmetryGroup,
};

pub use builder::{RulesBuilder, RulesError};

/// A rule set: everything that play depends on.
///
/// Sources: Scarne's booklets (1952, 1954), *Scarne on Teeko* (1955), Scarne's Encyclopedia (1973),
/// Steele (1998).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rules {
    board: Board,
    goals: Goals,
    step: Step,
    plan: DropPlan,
    centre_ban: bool,
    pass_rule: bool,
    scoring: Scoring,
    /// By circle index: where a piece there can step when all other circles are empty.
    targets: Vec<Circles>,
}

/// The status of a position, as far as its pieces show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// The game is not finished.
    Open,
    /// The side not to move has completed a goal and won.
    Over,
    /// The side to move has a goal and has won: the other side completed it by leaving its last
    /// empty circle, and has no goal itself. Only in games in which goals have empty circles.
    Gift,
    /// A goal that is worth nothing has ended the game as a draw. Only in a
    /// [`Rules::threshold_game`], where a goal below the threshold does this.
    Void,
    /// The side to move already has a goal that the other side did not complete, so play ended
    /// before.
    Impossible,
}

impl Status {
    /// Returns the outcome for the side to move in a finished game: lost or won in 0 plies, or
    /// drawn.
    pub const fn ended(self) -> Option<Outcome> {
        match self {
            Self::Over => Some(Outcome::Loss(0)),
            Self::Gift => Some(Outcome::Win(0)),
            Self::Void => Some(Outcome::Draw),
            Self::Open | Self::Impossible => None,
        }
    }
}

impl Rules {
    /// Returns the rules of the slide phase alone: plan `ssss` and no options, which have no effect
    /// there.
    #[must_use]
    pub fn of_slide_phase(&self) -> Self {
        Self {
            plan: DropPlan::STANDARD,
            centre_ban: false,
            pass_rule: false,
            ..self.clone()
        }
    }

    /// Returns the board.
    pub const fn board(&self) -> Board {
        self.board
    }

    /// Returns the goal patterns.
    pub const fn goals(&self) -> &Goals {
        &self.goals
    }

    /// Returns the step of a slide.
    pub const fn step(&self) -> &Step {
        &self.step
    }

    /// Returns the drop plan.
    pub const fn plan(&self) -> DropPlan {
        self.plan
    }

    /// Returns whether Black's first drop may not be the centre circle.
    pub const fn centre_ban(&self) -> bool {
        self.centre_ban
    }

    /// Returns whether the opponent may pass instead of pointing.
    pub const fn pass_rule(&self) -> bool {
        self.pass_rule
    }

    /// The scoring: what both sides play for.
    pub const fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// Returns whether the parity of a distance determines who wins. It does unless goals have
    /// empty circles.
    pub fn parity(&self) -> Parity {
        if self.goals.have_empty_circles() {
            Parity::Free
        } else {
            Parity::Fixed
        }
    }

    /// Returns whether both have the same slide phase: board, goals with their prices, step and
    /// scoring.
    pub fn same_slide_phase(&self, other: &Self) -> bool {
        (self.board, &self.goals, &self.step, self.scoring)
            == (other.board, &other.goals, &other.step, other.scoring)
    }

    /// Returns the circles that a piece on `circle` can step to when all other circles are empty.
    ///
    /// # Panics
    /// If the circle is not on the board.
    pub fn targets(&self, circle: Circle) -> Circles {
        self.targets[circle.index()]
    }

    /// Returns the steps from circles of `pieces` to circles that are `free`: where each begins and
    /// ends. They are ordered by beginning, then by end.
    ///
    /// # Panics
    /// If the pieces are not on the board.
    pub fn steps(
        &self,
        pieces: Circles,
        free: Circles,
    ) -> impl Iterator<Item = (Circle, Circle)> + Clone {
        pieces.into_iter().flat_map(move |from| {
            let ends = self.targets(from) & free;
            ends.into_iter().map(move |to| (from, to))
        })
    }

    /// Returns the sets that one slide of a side makes of its set, when all other circles are
    /// empty.
    ///
    /// # Panics
    /// If the set is not on the board.
    pub fn slid_sets(&self, set: Circles) -> impl Iterator<Item = Circles> {
        self.steps(set, self.board.circles() - set)
            .map(move |(from, to)| set.without(from).with(to))
    }

    /// Returns the circles that the next drop may not go to although they are empty: the centre,
    /// for Black's first drop under the ban.
    pub fn banned(&self, dropped: usize) -> Circles {
        match self.board.centre() {
            Some(centre) if self.centre_ban && dropped == 0 => centre.into(),
            _ => Circles::EMPTY,
        }
    }

    /// Returns the circles that a piece may be dropped on. The mover chooses one in a standard
    /// drop, the opponent in a pointed one. Empty once all pieces are down.
    pub fn drops(&self, position: &Position) -> Circles {
        let dropped = position.layer();
        if dropped >= 2 * PIECES {
            Circles::EMPTY
        } else {
            self.board.circles() - position.occupied() - self.banned(dropped)
        }
    }

    /// Returns the slides of the side to move, by origin, then by destination. Empty in the drop
    /// phase.
    pub fn slides(&self, position: &Position) -> impl Iterator<Item = Move> + Clone {
        let movers = if position.layer() == 2 * PIECES {
            position.mover()
        } else {
            Circles::EMPTY
        };
        self.steps(movers, self.board.circles() - position.occupied())
            .map(|(from, to)| Move::Slide { from, to })
    }

    /// Returns every legal move: slides, or drops on each circle that can be chosen. With numbered
    /// pieces there is one drop for each piece in hand. A finished game has no moves.
    pub fn moves(&self, position: &Position) -> Vec<Move> {
        if self.status(position) != Status::Open {
            return Vec::new();
        }
        let mut moves = Vec::with_capacity(self.board.circles().len());
        // `for` loops are slower over iterators in iterators.
        for to in self.drops(position) {
            let drops = self.drops_on(position, to);
            drops.for_each(|drop| moves.push(drop));
        }
        let slides = self.slides(position);
        slides.for_each(|slide| moves.push(slide));
        moves
    }

    /// Returns the drops that the side to move has on a circle: one, or with numbered pieces one
    /// for each piece in hand. The circle is not checked.
    pub fn drops_on(&self, position: &Position, to: Circle) -> impl Iterator<Item = Move> {
        let numbered = self.scoring == Scoring::Pips;
        let plain = if numbered { None } else { Some(Move::Drop(to)) };
        let in_hand = position.pips.in_hand(position.turn);
        let pieces = in_hand
            .filter(move |_| numbered)
            .map(move |pips| Move::DropPiece { to, pips });
        plain.into_iter().chain(pieces)
    }

    /// Returns whether the opponent of the side to move may pass instead of pointing, if the game
    /// is not finished.
    pub fn may_pass(&self, position: &Position) -> bool {
        self.pass_rule && self.chooser(position) != position.turn
    }

    /// Returns the side that chooses the next move: the opponent of the side to move in a pointed
    /// drop, otherwise the side to move.
    pub fn chooser(&self, position: &Position) -> Side {
        let pointed = position.layer() < 2 * PIECES
            && self.plan.style_after(position.layer()) == DropStyle::Point;
        if pointed {
            position.turn.other()
        } else {
            position.turn
        }
    }

    /// Returns the status of the game by the goals on the board: it continues, has ended, or cannot
    /// have reached this position. The numbers of pieces and the turn are not looked at.
    ///
    /// The side that has just moved comes first: if it has a goal, it has won, even if the other
    /// side has. Otherwise the side to move may have a goal. If that goal needs empty circles, the
    /// other side's last slide may have completed it, and the side to move has won. Any other goal
    /// of the side to move must have been there before the last move. Whether the last slide can
    /// have started from an empty circle of the goal is not checked.
    pub fn status(&self, position: &Position) -> Status {
        let mover = position.mover();
        let opponent = position.opponent();
        if self.goals.is_unconditional(mover) {
            return Status::Impossible;
        }
        match (
            self.goals.worth(opponent, mover),
            self.goals.worth(mover, opponent),
        ) {
            (Some(0), _) | (None, Some(0)) => Status::Void,
            (Some(_), _) => Status::Over,
            (None, Some(_)) => Status::Gift,
            (None, None) => Status::Open,
        }
    }

    /// Returns the side that has won; `None` in an unfinished game and in positions that no game
    /// reaches.
    pub fn winner(&self, position: &Position) -> Option<Side> {
        match self.status(position) {
            Status::Over => Some(position.turn.other()),
            Status::Gift => Some(position.turn),
            Status::Open | Status::Void | Status::Impossible => None,
        }
    }

    /// Returns the symmetries of the rules: those of the board that map the goals and the steps
    /// onto themselves.
    ///
    /// The drop rules need no check: every symmetry keeps the centre where it is.
    pub fn symmetries(&self) -> SymmetryGroup {
        let mut elements = self.board.symmetries();
        elements.retain(|symmetry| self.keeps_goals(symmetry) && self.keeps_steps(symmetry));
        SymmetryGroup::new(self.board.circle_count(), elements)
    }

    /// Returns whether a symmetry maps each goal to a goal.
    fn keeps_goals(&self, symmetry: &Symmetry) -> bool {
        let patterns = self.goals.patterns();
        patterns
            .iter()
            .all(|goal| patterns.binary_search(&goal.image(symmetry)).is_ok())
    }

    /// Returns whether a symmetry maps the steps from each circle to those from its image.
    fn keeps_steps(&self, symmetry: &Symmetry) -> bool {
        self.board.circles().iter().all(|circle| {
            let images = symmetry.apply(self.targets(circle));
            images == self.targets(symmetry.image(circle))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{circles, position, rules};
    use crate::{Goal, GoalSet, Move, Pips, Value};

    #[test]
    fn lopsided_goals_and_steps_have_fewer_symmetries() {
        let build = |goals, step| Rules::builder().goals(goals).step(step).build().unwrap();
        let corner = Goals::new(vec![circles(&[1, 2, 3, 4])]);
        assert_eq!(build(corner, Step::default()).symmetries().order(), 1);
        // The reflection that keeps the circles moves the circle that must be empty.
        let open = Goals::new(vec![Goal::new(circles(&[1, 2, 4, 5]), circles(&[6]))]);
        assert_eq!(build(open, Step::default()).symmetries().order(), 1);
        let row = Goals::new(vec![circles(&[1, 2, 4, 5])]);
        assert_eq!(build(row.clone(), Step::default()).symmetries().order(), 2);
        assert_eq!(build(row, Step::new([(1, 0)])).symmetries().order(), 1);
        assert_eq!(
            build(
                GoalSet::Goals44.on(Board::STANDARD),
                Step::new([(0, 1), (0, -1)])
            )
            .symmetries()
            .order(),
            4
        );
    }

    #[test]
    fn goals_and_their_empty_circles_lie_on_the_board() {
        let row = circles(&[1, 2, 3, 4]);
        for goal in [
            Goal::from(circles(&[1, 2, 3, 26])),
            Goal::new(row, circles(&[26])),
        ] {
            let goals = Goals::new(vec![goal]);
            let refused = Rules::builder().goals(goals).build().unwrap_err();
            let expected = "expected circles 1 to 25, those of a 5x5 board";
            assert!(refused.to_string().ends_with(expected), "{refused}");
        }
    }

    /// Black stands on the corners of a 3 x 3 block, whose middle is 7.
    #[test]
    fn leaving_the_middle_of_a_goal_gives_it_away() {
        let rules = rules("37e-ssss");
        let block = [1, 3, 11, 13];
        let status = |red: &[usize], turn| rules.status(&position(&block, red, turn));
        assert_eq!(status(&[5, 10, 15, 24], Side::Red), Status::Over);
        assert_eq!(status(&[7, 10, 15, 24], Side::Red), Status::Open);
        assert_eq!(status(&[7, 10, 15, 24], Side::Black), Status::Open);
        assert_eq!(status(&[6, 10, 15, 24], Side::Black), Status::Gift);
        // Red completes a line with the slide that leaves the middle.
        assert_eq!(status(&[5, 10, 15, 20], Side::Black), Status::Over);
        // Black's line stood before Red's last slide.
        let row = position(&[1, 2, 3, 4], &[5, 10, 15, 24], Side::Black);
        assert_eq!(rules.status(&row), Status::Impossible);
        let gift = position(&block, &[6, 10, 15, 24], Side::Black);
        assert_eq!(
            (rules.winner(&gift), rules.status(&gift).ended()),
            (Some(Side::Black), Some(Outcome::Win(0)))
        );
        assert!(rules.moves(&gift).is_empty());
    }

    /// No piece of the winner's moved, so none of its pips count.
    #[test]
    fn a_goal_given_away_scores_one_with_numbered_pieces() {
        let rules = rules("37e-ssss+pips");
        let mut before = position(&[1, 3, 11, 13], &[7, 10, 15, 24], Side::Red);
        for (side, circles) in [(Side::Black, before.black), (Side::Red, before.red)] {
            for (pips, circle) in Pips::all().rev().zip(circles) {
                before.pips = before.pips.with(side, pips, circle);
            }
        }
        let [from, to] = [10, 9].map(|number| Circle::from_number(number).unwrap());
        assert_eq!(rules.value_after(&before, Move::Slide { from, to }), None);
        let [from, to] = [7, 6].map(|number| Circle::from_number(number).unwrap());
        assert_eq!(
            rules.value_after(&before, Move::Slide { from, to }),
            Some(Value::new(Outcome::Win(0), 1))
        );
    }
}
