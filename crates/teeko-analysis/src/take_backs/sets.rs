//! The sets of circles that the holder and the attacker can occupy, and the slides between them.

use std::sync::Arc;

use teeko_index::{SetOrbits, rank, subsets};
use teeko_rules::{Circle, Circles, PIECES, Rules, Symmetry, SymmetryGroup};

/// The sets of both sides, whatever the values of positions are.
///
/// A position with the holder to move is mapped by a symmetry so that the holder's set is
/// canonical. Its *place* is then the number of the holder's set times the number of all sets, plus
/// the rank of the attacker's set.
pub(super) struct Sets {
    pub(super) group: Arc<SymmetryGroup>,
    pub(super) orbits: SetOrbits,
    /// The canonical sets, in their order.
    pub(super) holders: Vec<HolderSet>,
    /// By rank: all sets.
    pub(super) attackers: Vec<Circles>,
    /// By rank: whether the set is a goal.
    pub(super) attacker_goals: Vec<bool>,
    /// By rank: the sets from which the attacker can slide to this one.
    pub(super) predecessors: Vec<Vec<Predecessor>>,
    /// By element of the group, then by rank: the rank of the image.
    pub(super) images: Vec<Vec<u32>>,
}

/// A canonical set of the holder.
pub(super) struct HolderSet {
    pub(super) set: Circles,
    /// Whether it is a goal, with which the game is finished.
    pub(super) is_goal: bool,
    /// The slides from it, wherever the attacker's pieces are.
    pub(super) slides: Vec<HolderSlide>,
}

/// A slide of the holder from a canonical set.
pub(super) struct HolderSlide {
    pub(super) to: Circle,
    /// The number of the canonical set that has the result in its orbit.
    pub(super) reached: usize,
    /// The slides from that canonical set that take this one back. There are several if that set
    /// has symmetries of its own.
    pub(super) reverses: Vec<Reverse>,
}

/// A slide that takes another one back.
pub(super) struct Reverse {
    /// The element of the group that maps the result of the other slide to its canonical set.
    pub(super) element: usize,
    /// The number of the slide from that canonical set.
    pub(super) slide: usize,
}

/// A set of the attacker before a slide.
#[derive(Clone, Copy)]
pub(super) struct Predecessor {
    pub(super) rank: u32,
    /// The circle that the slide leaves. The attacker was on it, so the holder is not.
    pub(super) vacated: Circle,
}

impl Sets {
    /// Lists the sets and slides of a game.
    pub(super) fn new(rules: &Rules) -> Self {
        let circles = rules.board().circle_count();
        let group = Arc::new(rules.symmetries());
        let orbits = SetOrbits::new(circles, PIECES, &group);
        let attackers: Vec<Circles> = subsets(circles, PIECES).collect();
        let mut attacker_goals = Vec::new();
        let mut predecessors = Vec::new();
        for &set in &attackers {
            attacker_goals.push(rules.goals().is_unconditional(set));
            predecessors.push(predecessors_of(rules, set));
        }
        let mut images = Vec::new();
        for symmetry in group.elements() {
            images.push(ranks_of_images(&attackers, symmetry));
        }
        Self {
            holders: holder_sets(rules, &group, &orbits),
            group,
            orbits,
            attackers,
            attacker_goals,
            predecessors,
            images,
        }
    }

    /// Returns the place of a canonical set of the holder with a set of the attacker.
    #[inline]
    pub(super) fn place(&self, holder: usize, attacker: usize) -> usize {
        holder * self.attackers.len() + attacker
    }

    /// Returns the numbers of the holder's and the attacker's sets at a place.
    #[inline]
    pub(super) fn split(&self, place: usize) -> (usize, usize) {
        let attackers = self.attackers.len();
        (place / attackers, place % attackers)
    }

    /// Returns the place reached by a slide of the holder, by the symmetry of one of its reverses.
    #[inline]
    pub(super) fn place_after(
        &self,
        slide: &HolderSlide,
        reverse: &Reverse,
        attacker: usize,
    ) -> usize {
        let image = self.images[reverse.element][attacker];
        self.place(slide.reached, image as usize)
    }

    /// Returns whether both sides occupy a circle, which no position has.
    #[inline]
    pub(super) fn overlap(&self, holder: usize, attacker: usize) -> bool {
        self.attackers[attacker].meets(self.holders[holder].set)
    }

    /// Returns the greatest number of slides from a set of the holder.
    pub(super) fn most_slides(&self) -> usize {
        let counts = self.holders.iter().map(|holder| holder.slides.len());
        counts.max().unwrap_or(0)
    }
}

impl HolderSet {
    /// Returns whether the holder has a slide to a circle that the attacker does not occupy.
    pub(super) fn can_slide(&self, attacker: Circles) -> bool {
        self.slides.iter().any(|slide| !attacker.contains(slide.to))
    }
}

/// A slide from one circle to another.
#[derive(Clone, Copy, PartialEq)]
struct Slide {
    from: Circle,
    to: Circle,
}

impl Slide {
    fn result(self, set: Circles) -> Circles {
        set.without(self.from).with(self.to)
    }

    /// Returns the image of the slide that takes this one back.
    fn reversed_image(self, symmetry: &Symmetry) -> Self {
        Self {
            from: symmetry.image(self.to),
            to: symmetry.image(self.from),
        }
    }
}

/// Lists the slides from a set, wherever the other side's pieces are.
fn slides(rules: &Rules, set: Circles) -> Vec<Slide> {
    let mut slides = Vec::new();
    for from in set {
        for to in rules.targets(from) - set {
            slides.push(Slide { from, to });
        }
    }
    slides
}

/// Lists the sets from which a side can slide to `set`: since every slide can be taken back, those
/// to which it can slide.
fn predecessors_of(rules: &Rules, set: Circles) -> Vec<Predecessor> {
    let mut predecessors = Vec::new();
    for slide in slides(rules, set) {
        predecessors.push(Predecessor {
            rank: rank(slide.result(set)) as u32,
            vacated: slide.to,
        });
    }
    predecessors
}

fn ranks_of_images(sets: &[Circles], symmetry: &Symmetry) -> Vec<u32> {
    let images = sets.iter().map(|&set| symmetry.apply(set));
    images.map(|image| rank(image) as u32).collect()
}

/// Lists the canonical sets, with their slides.
fn holder_sets(rules: &Rules, group: &SymmetryGroup, orbits: &SetOrbits) -> Vec<HolderSet> {
    let canonical = orbits.canonical();
    let slides: Vec<Vec<Slide>> = canonical.iter().map(|&set| slides(rules, set)).collect();
    let mut holders = Vec::new();
    for (number, &set) in canonical.iter().enumerate() {
        let mut holder = HolderSet {
            set,
            is_goal: rules.goals().is_unconditional(set),
            slides: Vec::new(),
        };
        for &slide in &slides[number] {
            let reached = orbits.place(slide.result(set)).canonical as usize;
            holder.slides.push(HolderSlide {
                to: slide.to,
                reached,
                reverses: reverses(group, set, slide, canonical[reached], &slides[reached]),
            });
        }
        holders.push(holder);
    }
    holders
}

/// Lists the slides that take a slide from `set` back. They are numbered by their places in
/// `slides`, those of the canonical set `reached`.
fn reverses(
    group: &SymmetryGroup,
    set: Circles,
    slide: Slide,
    reached: Circles,
    slides: &[Slide],
) -> Vec<Reverse> {
    let result = slide.result(set);
    let mut reverses = Vec::new();
    for (element, symmetry) in group.elements().iter().enumerate() {
        if symmetry.apply(result) != reached {
            continue;
        }
        let back = slide.reversed_image(symmetry);
        if let Some(slide) = slides.iter().position(|&slide| slide == back) {
            reverses.push(Reverse { element, slide });
        }
    }
    reverses
}
