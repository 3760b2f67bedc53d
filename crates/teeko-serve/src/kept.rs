//! Values that are made once for all requests that wait for them, and then kept.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, WeakShared};

use crate::refusal::Refusal;

/// Values by key, within a budget of memory. The least recently used make room for new ones.
#[derive(Clone, Debug)]
pub(crate) struct Kept<K, V> {
    budget: u64,
    /// Returns the memory of a value and its key, in bytes.
    memory: fn(&K, &V) -> u64,
    state: Arc<Mutex<State<K, V>>>,
}

/// A value that is being made. The work ends early if all requests that wait for it are dropped.
type Making<V> = WeakShared<BoxFuture<'static, Result<V, Refusal>>>;

#[derive(Debug)]
struct State<K, V> {
    /// The values, each with the number of its last use.
    values: HashMap<K, (u64, V)>,
    /// The keys by last use, each with the bytes that it and its value take.
    uses: BTreeMap<u64, (K, u64)>,
    /// The number of uses so far.
    used: u64,
    bytes: u64,
    making: HashMap<K, Making<V>>,
}

impl<K, V> Kept<K, V>
where
    K: Clone + Eq + Hash + Send + 'static,
    V: Clone + Send + Sync + 'static,
{
    pub(crate) fn new(budget: u64, memory: fn(&K, &V) -> u64) -> Self {
        let (values, uses, making) = (HashMap::new(), BTreeMap::new(), HashMap::new());
        let state = State {
            values,
            uses,
            used: 0,
            bytes: 0,
            making,
        };
        Self {
            budget,
            memory,
            state: Arc::new(Mutex::new(state)),
        }
    }

    pub(crate) fn get(&self, key: &K) -> Option<V> {
        lock(&self.state).get(key)
    }

    /// Returns a value. Makes it if it is not kept and no other request is making it.
    pub(crate) async fn get_or_make(
        &self,
        key: K,
        make: impl Future<Output = Result<V, Refusal>> + Send + 'static,
    ) -> Result<V, Refusal> {
        let making = {
            let mut state = lock(&self.state);
            if let Some(value) = state.get(&key) {
                return Ok(value);
            }
            let making = state.making.get(&key).and_then(Making::upgrade);
            making.unwrap_or_else(|| {
                let making = self
                    .clone()
                    .make_and_keep(key.clone(), make)
                    .boxed()
                    .shared();
                // Those that all requests have left.
                state.making.retain(|_, making| making.upgrade().is_some());
                state
                    .making
                    .extend(making.downgrade().map(|making| (key, making)));
                making
            })
        };
        making.await
    }

    async fn make_and_keep(
        self,
        key: K,
        make: impl Future<Output = Result<V, Refusal>>,
    ) -> Result<V, Refusal> {
        let result = make.await;
        let mut state = lock(&self.state);
        state.making.remove(&key);
        if let Ok(value) = &result {
            let bytes = (self.memory)(&key, value);
            state.keep(key, value.clone(), bytes, self.budget);
        }
        result
    }

    /// Returns how many values are kept, and the bytes that they take.
    pub(crate) fn size(&self) -> (u64, u64) {
        let state = lock(&self.state);
        (state.values.len() as u64, state.bytes)
    }
}

impl<K: Clone + Eq + Hash, V: Clone> State<K, V> {
    fn get(&mut self, key: &K) -> Option<V> {
        let (last, value) = self.values.get_mut(key)?;
        let used = self.uses.remove(last)?;
        self.used += 1;
        *last = self.used;
        self.uses.insert(self.used, used);
        Some(value.clone())
    }

    fn keep(&mut self, key: K, value: V, bytes: u64, budget: u64) {
        if bytes > budget {
            return;
        }
        while self.bytes + bytes > budget
            && let Some((_, (key, bytes))) = self.uses.pop_first()
        {
            self.values.remove(&key);
            self.bytes -= bytes;
        }
        self.bytes += bytes;
        self.used += 1;
        self.uses.insert(self.used, (key.clone(), bytes));
        self.values.insert(key, (self.used, value));
    }
}

/// No change is left half done by a panic.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};
    use std::sync::atomic::{AtomicBool, Ordering};

    use tokio::sync::oneshot;

    use super::*;

    fn kept() -> Kept<&'static str, u64> {
        Kept::new(10, |_, value| *value)
    }

    #[test]
    fn work_goes_on_as_long_as_anybody_waits_for_it() {
        let kept = kept();
        let (send, receive) = oneshot::channel();
        let make = async { receive.await.map_err(|_| Refusal::broken()) };
        let mut first = Box::pin(kept.get_or_make("a", make));
        assert_eq!(first.as_mut().now_or_never(), None);
        for _ in 0..50 {
            // These come and go.
            let other = kept.get_or_make("a", async { unreachable!("made once") });
            assert_eq!(other.now_or_never(), None);
        }
        let mut last = Box::pin(kept.get_or_make("a", async { unreachable!("made once") }));
        assert_eq!(last.as_mut().now_or_never(), None);
        drop(first);
        send.send(5).unwrap();
        assert_eq!(last.now_or_never(), Some(Ok(5)));
        assert_eq!((kept.get(&"a"), kept.size()), (Some(5), (1, 5)));
    }

    #[test]
    fn work_ends_when_nobody_waits_for_it() {
        struct Ended(Arc<AtomicBool>);
        impl Drop for Ended {
            fn drop(&mut self) {
                self.0.store(true, Ordering::Relaxed);
            }
        }
        let (kept, ended) = (kept(), Arc::default());
        let working = Ended(Arc::clone(&ended));
        let make = async move {
            let _working = working;
            pending().await
        };
        let mut only = Box::pin(kept.get_or_make("a", make));
        assert_eq!(only.as_mut().now_or_never(), None);
        assert!(!ended.load(Ordering::Relaxed));
        drop(only);
        assert!(ended.load(Ordering::Relaxed));
        // A later request begins it again.
        assert_eq!(
            kept.get_or_make("a", ready(Ok(1))).now_or_never(),
            Some(Ok(1))
        );
    }

    #[test]
    fn the_least_recently_used_make_room() {
        let kept = kept();
        let ask = |key: &'static str, value: u64| {
            assert_eq!(
                kept.get_or_make(key, ready(Ok(value))).now_or_never(),
                Some(Ok(value))
            );
            assert!(kept.size().1 <= 10);
        };
        ask("a", 4);
        ask("b", 5);
        ask("a", 4);
        ask("c", 6);
        assert_eq!(
            ["a", "b", "c"].map(|key| kept.get(&key)),
            [Some(4), None, Some(6)]
        );
        // What is larger than the budget, and what fails, is not kept.
        ask("d", 11);
        let failed = kept
            .get_or_make("e", ready(Err(Refusal::broken())))
            .now_or_never();
        assert_eq!(failed, Some(Err(Refusal::broken())));
        assert_eq!(kept.size(), (2, 10));
        ask("e", 10);
        assert_eq!((kept.get(&"e"), kept.size()), (Some(10), (1, 10)));
    }
}
