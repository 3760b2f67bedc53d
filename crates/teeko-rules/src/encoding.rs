//! Encodes rules as bytes for the headers of table files and certificates.
//!
//! The two formats share these fields and little else. Their readers are independent of each other.

use crate::{Goal, Rules, Step};

impl Rules {
    /// Returns the options: bit 0 is the centre ban, bit 1 the pass rule.
    pub fn option_bits(&self) -> u8 {
        u8::from(self.centre_ban()) | u8::from(self.pass_rule()) << 1
    }

    /// Returns the goals in ascending order, eight bytes each: bit `i` of the little-endian number
    /// stands for circle `i + 1`. If any goal needs empty circles, each goal has eight more bytes
    /// for them.
    pub fn goal_bytes(&self) -> impl Iterator<Item = u8> {
        let sets = if self.goals().have_empty_circles() { 2 } else { 1 };
        let of_goal = move |goal: &Goal| [goal.circles(), goal.empty()].into_iter().take(sets);
        self.goals().patterns().iter().flat_map(of_goal).flat_map(|set| set.bits().to_le_bytes())
    }

    /// Returns the goals in ascending order, seventeen bytes each: the circles as in
    /// [`Rules::goal_bytes`], those that must be empty (zero if none), and the price.
    pub fn worth_bytes(&self) -> impl Iterator<Item = u8> {
        let of_goal = |goal: &Goal| {
            let sets =
                [goal.circles(), goal.empty()].into_iter().flat_map(|set| set.bits().to_le_bytes());
            sets.chain([goal.points()])
        };
        self.goals().patterns().iter().flat_map(of_goal)
    }
}

impl Step {
    /// Returns the offsets in ascending order, two signed bytes each: columns and rows.
    ///
    /// # Errors
    /// The first offset whose columns or rows are not from -128 to 127.
    pub fn offset_bytes(&self) -> Result<Vec<u8>, (isize, isize)> {
        let mut bytes = Vec::with_capacity(2 * self.offsets().len());
        for &(columns, rows) in self.offsets() {
            for part in [columns, rows] {
                bytes.push(i8::try_from(part).map_err(|_| (columns, rows))?.cast_unsigned());
            }
        }
        Ok(bytes)
    }
}
