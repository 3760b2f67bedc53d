//! A set of slides for each place, as bits.

const BITS: usize = u32::BITS as usize;

/// For each place, a set of numbers of the holder's slides.
#[derive(Clone)]
pub(super) struct SlideBits {
    words_per_place: usize,
    words: Vec<u32>,
}

impl SlideBits {
    /// Returns the number of 32-bit words that a set of up to `most` slides takes.
    pub(super) fn words(most: usize) -> usize {
        most.div_ceil(BITS)
    }

    /// Makes empty sets for some places, which have at most `most` slides each.
    pub(super) fn new(places: usize, most: usize) -> Self {
        let words_per_place = Self::words(most);
        Self {
            words_per_place,
            words: vec![0; places * words_per_place],
        }
    }

    /// Joins the sets of successive places. All parts have the same number of words per place.
    pub(super) fn join(parts: &[Self]) -> Self {
        let words: Vec<&[u32]> = parts.iter().map(|part| &part.words[..]).collect();
        Self {
            words_per_place: parts.first().map_or(0, |part| part.words_per_place),
            words: words.concat(),
        }
    }

    fn of_place(&self, place: usize) -> &[u32] {
        &self.words[place * self.words_per_place..][..self.words_per_place]
    }

    /// Returns whether a place has no slide.
    pub(super) fn is_empty(&self, place: usize) -> bool {
        self.of_place(place).iter().all(|&word| word == 0)
    }

    /// Returns the slide of a place that has exactly one.
    pub(super) fn only(&self, place: usize) -> Option<usize> {
        let words = self.of_place(place).iter().enumerate();
        let mut words = words.filter(|&(_, &word)| word != 0);
        let (number, word) = words.next()?;
        if word.is_power_of_two() && words.next().is_none() {
            Some(number * BITS + word.trailing_zeros() as usize)
        } else {
            None
        }
    }

    pub(super) fn insert(&mut self, place: usize, slide: usize) {
        self.words[place * self.words_per_place + slide / BITS] |= 1 << (slide % BITS);
    }

    /// Removes a slide. Returns whether it was there.
    pub(super) fn remove(&mut self, place: usize, slide: usize) -> bool {
        let word = &mut self.words[place * self.words_per_place + slide / BITS];
        let bit = 1 << (slide % BITS);
        let was_there = *word & bit != 0;
        *word &= !bit;
        was_there
    }

    /// Removes all slides of a place.
    pub(super) fn clear(&mut self, place: usize) {
        let first = place * self.words_per_place;
        self.words[first..first + self.words_per_place].fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Slides of the second word are not taken for those of the first.
    #[test]
    fn a_place_of_two_words_has_one_slide_or_several() {
        let mut bits = SlideBits::new(2, 40);
        assert!(bits.is_empty(1));
        bits.insert(1, 35);
        assert_eq!((bits.only(0), bits.only(1)), (None, Some(35)));
        bits.insert(1, 3);
        assert_eq!(bits.only(1), None);
        assert!(bits.remove(1, 35) && !bits.remove(1, 35));
        assert_eq!(bits.only(1), Some(3));
        bits.insert(0, 39);
        bits.clear(0);
        assert!(bits.is_empty(0) && !bits.is_empty(1));
        bits.clear(1);
        assert!(bits.is_empty(1));
    }
}
