//! The reference solver as an oracle of a whole rule set, games for points included. It does not
//! know numbered pieces.

use teeko_index::{Census, Class, LayerCensus};
use teeko_rules::{Oracle, OracleError, Outcome, PIECES, Position, Rules, Scoring, Side};
use teeko_testing::reference::{ReferenceDrop, ReferenceSlide, ReferenceSolution};

/// A rule set without numbered pieces, solved by the reference solver.
pub(crate) struct Reference {
    rules: Rules,
    /// The game of each number of points; other rules have one game.
    games: Vec<ReferenceGame>,
}

/// A game in which the goals alone decide who has won.
pub(crate) struct ReferenceGame {
    solution: ReferenceSolution,
    pub(crate) census: Census,
}

impl Reference {
    /// Solves a rule set.
    pub(crate) fn solve(rules: &Rules) -> Self {
        let mut games = Vec::new();
        for points in rules.thresholds() {
            games.push(if rules.scoring() == Scoring::Points {
                ReferenceGame::solve(&rules.threshold_game(points))
            } else {
                ReferenceGame::solve(rules)
            });
        }
        Self {
            rules: rules.clone(),
            games,
        }
    }

    /// The games in the order of their points; the plain game comes first.
    pub(crate) fn games(&self) -> &[ReferenceGame] {
        &self.games
    }
}

impl ReferenceGame {
    /// Solves the game with the goals of the rules, regardless of their prices.
    pub(crate) fn solve(rules: &Rules) -> Self {
        let solution = ReferenceSolution::solve(rules);
        let mut census = drop_census(&solution.drop);
        *census.layer_mut(2 * PIECES) = slide_census(&solution.slide);
        Self { solution, census }
    }
}

/// Counts the reference solver's values of the slide phase.
pub(crate) fn slide_census(slide: &ReferenceSlide) -> LayerCensus {
    let mut census = LayerCensus::default();
    let mut draws = 0;
    for (.., outcome) in slide.positions() {
        match outcome {
            None => census.add(Class::Impossible, 1),
            Some(Outcome::Draw) => draws += 1,
            Some(decided) => census.add(decided, 1),
        }
    }
    // The reference solver counts positions without a move as draws.
    census.add(Class::NoMove, slide.no_move());
    census.add(Class::Draw, draws - slide.no_move());
    census
}

/// Counts the reference solver's values of the drop phase.
pub(crate) fn drop_census(drop: &ReferenceDrop) -> Census {
    let mut census = Census::default();
    for (position, outcome) in drop.positions() {
        census.layer_mut(position.layer()).add(outcome, 1);
    }
    census
}

impl Oracle for ReferenceGame {
    fn rules(&self) -> &Rules {
        self.solution.rules()
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, OracleError> {
        self.solution.outcome(position)
    }
}

impl Oracle for Reference {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, OracleError> {
        self.games[0].outcome(position)
    }

    fn forces(
        &self,
        side: Side,
        points: u8,
        position: &Position,
    ) -> Result<Option<u32>, OracleError> {
        let thresholds = self.rules.thresholds();
        let game = thresholds.iter().position(|&of| of == points);
        self.games[game.expect("a threshold")].forces(side, 1, position)
    }
}
