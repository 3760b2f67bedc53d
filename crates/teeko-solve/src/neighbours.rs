//! Lists of neighbours, one for each canonical set.

/// A list for each canonical set.
#[derive(Debug)]
pub(crate) struct Neighbours<T> {
    /// By set: where its list begins; one more entry at the end.
    starts: Vec<u32>,
    items: Vec<T>,
}

impl<T> Neighbours<T> {
    pub(crate) fn new(lists: impl IntoIterator<Item = impl IntoIterator<Item = T>>) -> Self {
        let mut starts = vec![0];
        let mut items = Vec::new();
        for list in lists {
            items.extend(list);
            starts.push(u32::try_from(items.len()).expect("fewer than 2^32 slides between sets"));
        }
        items.shrink_to_fit();
        Self { starts, items }
    }

    /// The list of a set.
    #[inline(always)]
    pub(crate) fn of(&self, set: usize) -> &[T] {
        &self.items[self.starts[set] as usize..self.starts[set + 1] as usize]
    }
}
