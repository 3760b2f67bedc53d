//! Values that are made once for all requests that wait for them, and then kept.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::FutureExt as _;
use futures_util::future::{BoxFuture, Shared, WeakShared};
use quick_cache::sync::{self, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};

use crate::refusal::Refusal;

/// Values by key, within a budget of memory. Those that are used least make room for new ones.
#[derive(Debug)]
pub(crate) struct Cache<K, V> {
    values: sync::Cache<K, V, Memory<K, V>>,
    making: Mutex<HashMap<K, WeakShared<Making<V>>>>,
}

/// A value that is being made. The work ends early if all requests that wait for it are dropped.
type Making<V> = BoxFuture<'static, Result<V, Refusal>>;

/// The memory that a value and its key take, in bytes.
#[derive(Clone, Copy, Debug)]
struct Memory<K, V>(fn(&K, &V) -> u64);

impl<K, V> Weighter<K, V> for Memory<K, V> {
    fn weight(&self, key: &K, value: &V) -> u64 {
        (self.0)(key, value)
    }
}

/// The values for which the cache has room at first.
const FIRST_VALUES: usize = 64;

impl<K, V> Cache<K, V>
where
    K: Clone + Eq + Hash + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    pub(crate) fn new(budget: u64, memory: fn(&K, &V) -> u64) -> Arc<Self> {
        // The budget is one, not divided among parts of the cache, and a value may take all of it.
        let options = OptionsBuilder::new()
            .weight_capacity(budget)
            .estimated_items_capacity(FIRST_VALUES)
            .shards(1)
            .hot_allocation(1.0)
            .build()
            .expect("both capacities are set");
        let values = sync::Cache::with_options(
            options,
            Memory(memory),
            DefaultHashBuilder::default(),
            DefaultLifecycle::default(),
        );
        Arc::new(Self {
            values,
            making: Mutex::default(),
        })
    }

    pub(crate) fn get(&self, key: &K) -> Option<V> {
        self.values.get(key)
    }

    /// Returns a value. Makes it if it is not kept and no other request is making it.
    ///
    /// The cache has a method for this, too. There the work is that of one request: if its client
    /// leaves, another one begins again.
    pub(crate) async fn get_or_make(
        self: &Arc<Self>,
        key: K,
        make: impl Future<Output = Result<V, Refusal>> + Send + 'static,
    ) -> Result<V, Refusal> {
        let making = {
            let mut all = lock(&self.making);
            if let Some(value) = self.get(&key) {
                return Ok(value);
            }
            match all.get(&key).and_then(WeakShared::upgrade) {
                Some(making) => making,
                None => self.begin(&mut all, key, make),
            }
        };
        making.await
    }

    fn begin(
        self: &Arc<Self>,
        all: &mut HashMap<K, WeakShared<Making<V>>>,
        key: K,
        make: impl Future<Output = Result<V, Refusal>> + Send + 'static,
    ) -> Shared<Making<V>> {
        // Those that all requests have left.
        all.retain(|_, making| making.upgrade().is_some());
        let making = Arc::clone(self).make_and_keep(key.clone(), make);
        let making = making.boxed().shared();
        if let Some(weak) = making.downgrade() {
            all.insert(key, weak);
        }
        making
    }

    async fn make_and_keep(
        self: Arc<Self>,
        key: K,
        make: impl Future<Output = Result<V, Refusal>>,
    ) -> Result<V, Refusal> {
        let result = make.await;
        let mut all = lock(&self.making);
        all.remove(&key);
        if let Ok(value) = &result {
            self.values.insert(key, value.clone());
        }
        result
    }

    /// Returns how many values are kept, and the bytes that they take.
    pub(crate) fn size(&self) -> (u64, u64) {
        (self.values.len() as u64, self.values.weight())
    }
}

/// Locks a mutex, even if a thread has panicked while it held the lock: no panic leaves a change
/// half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};
    use std::sync::atomic::{AtomicBool, Ordering};

    use teeko_testing::Random;
    use tokio::sync::oneshot;

    use super::*;

    fn cache() -> Arc<Cache<&'static str, u64>> {
        Cache::new(10, |_, value| *value)
    }

    #[test]
    fn work_goes_on_as_long_as_anybody_waits_for_it() {
        let cache = cache();
        let (send, receive) = oneshot::channel();
        let make = async { receive.await.map_err(|_| Refusal::broken()) };
        let mut first = Box::pin(cache.get_or_make("a", make));
        assert_eq!(first.as_mut().now_or_never(), None);
        for _ in 0..50 {
            // These come and go.
            let other = cache.get_or_make("a", async { unreachable!("made once") });
            assert_eq!(other.now_or_never(), None);
        }
        let mut last = Box::pin(cache.get_or_make("a", async { unreachable!("made once") }));
        assert_eq!(last.as_mut().now_or_never(), None);
        drop(first);
        send.send(5).unwrap();
        assert_eq!(last.now_or_never(), Some(Ok(5)));
        assert_eq!((cache.get(&"a"), cache.size()), (Some(5), (1, 5)));
    }

    #[test]
    fn work_ends_when_nobody_waits_for_it() {
        struct Ended(Arc<AtomicBool>);
        impl Drop for Ended {
            fn drop(&mut self) {
                self.0.store(true, Ordering::Relaxed);
            }
        }
        let cache = cache();
        let ended = Arc::default();
        let working = Ended(Arc::clone(&ended));
        let make = async move {
            let _working = working;
            pending().await
        };
        let mut only = Box::pin(cache.get_or_make("a", make));
        assert_eq!(only.as_mut().now_or_never(), None);
        assert!(!ended.load(Ordering::Relaxed));
        drop(only);
        assert!(ended.load(Ordering::Relaxed));
        // A later request begins it again.
        assert_eq!(
            cache.get_or_make("a", ready(Ok(1))).now_or_never(),
            Some(Ok(1))
        );
    }

    #[test]
    fn what_is_not_used_makes_room() {
        let cache = cache();
        let ask = |key: &'static str, value: u64| {
            assert_eq!(
                cache.get_or_make(key, ready(Ok(value))).now_or_never(),
                Some(Ok(value))
            );
            assert!(cache.size().1 <= 10);
        };
        ask("a", 4);
        ask("b", 5);
        ask("a", 4);
        ask("c", 6);
        assert_eq!(
            ["a", "b", "c"].map(|key| cache.get(&key)),
            [Some(4), None, Some(6)]
        );
        // What is larger than the budget, and what fails, is not kept.
        ask("d", 11);
        let failed = cache
            .get_or_make("e", ready(Err(Refusal::broken())))
            .now_or_never();
        assert_eq!(failed, Some(Err(Refusal::broken())));
        assert_eq!(cache.size(), (2, 10));
        ask("e", 10);
        assert_eq!((cache.get(&"e"), cache.size()), (Some(10), (1, 10)));
    }

    #[test]
    fn the_budget_is_never_exceeded() {
        let cache = Cache::new(100, |_, value: &u64| *value);
        let mut random = Random::new(1);
        for key in 0..2000 {
            let value = 1 + random.below(60) as u64;
            let made = cache.get_or_make(key, ready(Ok(value)));
            assert_eq!(made.now_or_never(), Some(Ok(value)));
            assert_eq!(cache.get(&key), Some(value));
            assert!(cache.size().1 <= 100);
            cache.get(&random.below(key + 1));
        }
    }
}
