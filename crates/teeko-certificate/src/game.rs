//! The game that a certificate is about.

use teeko_rules::{Rules, Scoring, Variant};

/// The rules of a game and, in a game for points, the points that are claimed of it.
///
/// A claim of points is checked in the threshold game of these points
/// ([`Rules::threshold_game`]), in which only goals worth at least as much win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimedGame {
    rules: Rules,
    points: Option<u8>,
}

impl ClaimedGame {
    /// The game of these rules. In a game for points the claim is 1 point.
    ///
    /// Numbers of pieces are left out: a game with [`Scoring::Pips`] becomes its plain game.
    pub fn new(rules: &Rules) -> Self {
        if rules.scoring() == Scoring::Points {
            return Self {
                rules: rules.clone(),
                points: Some(1),
            };
        }
        Self {
            rules: rules.plain_game(),
            points: None,
        }
    }

    /// The same game with another claim, of at least 1 point. Without effect in a game that is not
    /// for points.
    #[must_use]
    pub fn with_points(self, points: u8) -> Self {
        Self {
            points: self.points.map(|_| points.max(1)),
            ..self
        }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The points claimed: those that the winner forces at least or, of a draw, those that neither
    /// side can force. `None` if the game is not for points.
    pub fn points(&self) -> Option<u8> {
        self.points
    }

    /// The rules that the claim is played by: in a game for points those of the threshold game.
    pub fn played(&self) -> Rules {
        match self.points {
            Some(points) => self.rules.threshold_game(points),
            None => self.rules.clone(),
        }
    }

    /// The variant, if the rules have a name.
    pub fn variant(&self) -> Option<Variant> {
        Variant::of_rules(&self.rules)
    }
}

impl From<&Rules> for ClaimedGame {
    fn from(rules: &Rules) -> Self {
        Self::new(rules)
    }
}
