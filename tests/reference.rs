//! The reference solver as an oracle of a whole rule set, games for points included.

use teeko_index::{Census, Class, LayerCensus};
use teeko_rules::{
    Circles, Oracle, OracleError, Outcome, PIECES, Pips, Position, Rules, Scoring, Side, Status,
};
use teeko_testing::reference::{Numbered, ReferenceAttack, ReferenceDrop, ReferenceSlide};

/// A rule set, solved by the reference solver.
pub(crate) struct Reference {
    rules: Rules,
    /// The game of each number of points; other rules have one game.
    games: Vec<ReferenceGame>,
}

pub(crate) enum ReferenceGame {
    Goals(Box<ReferenceGoals>),
    /// The threshold game of this number of points with numbered pieces.
    Attack(u8, Box<ReferenceAttack>),
}

/// A game in which the goals alone decide who has won.
pub(crate) struct ReferenceGoals {
    rules: Rules,
    pub(crate) slide: ReferenceSlide,
    pub(crate) drop: ReferenceDrop,
    pub(crate) census: Census,
}

impl Reference {
    /// Solves a rule set. Numbered pieces take minutes on 4 x 4.
    pub(crate) fn solve(rules: &Rules) -> Self {
        let game = |(number, points)| match rules.scoring() {
            Scoring::Pips if number > 0 => ReferenceGame::Attack(
                points,
                Box::new(ReferenceAttack::solve(rules, points, kinds(points))),
            ),
            Scoring::Points => ReferenceGame::goals(&rules.threshold_game(points)),
            _ => ReferenceGame::goals(rules),
        };
        let games = (0..).zip(rules.thresholds()).map(game).collect();
        Self { rules: rules.clone(), games }
    }

    /// The games in the order of their points; the plain game comes first.
    pub(crate) fn games(&self) -> &[ReferenceGame] {
        &self.games
    }

    /// Returns the plain game.
    pub(crate) fn plain(&self) -> &ReferenceGoals {
        match &self.games[0] {
            ReferenceGame::Goals(plain) => plain,
            ReferenceGame::Attack(..) => panic!("the plain game comes first"),
        }
    }
}

impl ReferenceGame {
    fn goals(rules: &Rules) -> Self {
        Self::Goals(Box::new(ReferenceGoals::solve(rules)))
    }
}

impl ReferenceGoals {
    /// Solves the game whose goals those of the rules are, whatever these are worth.
    pub(crate) fn solve(rules: &Rules) -> Self {
        let slide = ReferenceSlide::solve(rules);
        let drop = ReferenceDrop::solve(rules, &slide);
        let mut census = drop_census(&drop);
        *census.layer_mut(2 * PIECES) = slide_census(&slide);
        Self { rules: rules.clone(), slide, drop, census }
    }
}

/// Counts the reference solver's values of the slide phase.
pub(crate) fn slide_census(slide: &ReferenceSlide) -> LayerCensus {
    let (mut census, mut draws) = (LayerCensus::default(), 0);
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

impl Oracle for ReferenceGoals {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, OracleError> {
        Ok(if position.layer() == 2 * PIECES {
            self.slide.outcome(position.mover(), position.opponent())
        } else {
            self.drop.outcome(position)
        })
    }
}

impl Oracle for Reference {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn outcome(&self, position: &Position) -> Result<Option<Outcome>, OracleError> {
        self.plain().outcome(position)
    }

    fn forces(
        &self,
        side: Side,
        points: u8,
        position: &Position,
    ) -> Result<Option<u32>, OracleError> {
        let thresholds = self.rules.thresholds();
        let game = thresholds.iter().position(|&of| of == points).expect("a threshold");
        match &self.games[game] {
            ReferenceGame::Goals(goals) => goals.forces(side, 1, position),
            ReferenceGame::Attack(..) if self.rules.status(position) != Status::Open => Ok(None),
            ReferenceGame::Attack(points, attack) => {
                let attacker = of_kinds(position, side, *points);
                let defender = position.pieces(side.other());
                Ok(if position.layer() == 2 * PIECES {
                    attack.distance(&attacker, defender, side == position.turn)
                } else {
                    attack.drop_distance(side, &attacker, defender)
                })
            }
        }
    }
}

/// Returns the pieces of a side for a reference attack, with as few kinds as the threshold game of
/// `points` points needs.
pub(crate) fn kinds(points: u8) -> [usize; PIECES] {
    let heavy = usize::from(Rules::heavy_pips(points));
    let mut kinds = [0; PIECES];
    kinds[heavy - 1] = PIECES + 1 - heavy;
    if heavy > 1 {
        kinds[heavy - 2] = heavy - 1;
    }
    kinds
}

/// Returns the pieces of a side in the kinds of the reference attack for `points` points.
pub(crate) fn of_kinds(position: &Position, side: Side, points: u8) -> Numbered {
    let least = Rules::heavy_pips(points);
    let mut all = [Circles::EMPTY; PIECES];
    for piece in Pips::all() {
        let kind = usize::from(if piece >= least { least } else { least - 1 });
        if let Some(circle) = position.pips.circle(side, piece) {
            all[kind - 1] = all[kind - 1].with(circle);
        }
    }
    all
}
