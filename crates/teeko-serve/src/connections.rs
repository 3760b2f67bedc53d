//! All connections: how many there may be, and which one is closed when there are too many.
//!
//! With a limit of tower or a semaphore around `axum::serve`, idle connections could lock everyone
//! out. Here the connection that has waited for its client the longest is closed.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::config::Limits;
use crate::connection::{Connection, Stage};
use crate::log::LogQueue;
use crate::monitor::{Monitor, Reason};

/// All connections.
#[derive(Debug)]
pub(crate) struct Connections {
    epoch: Instant,
    limits: Limits,
    /// The most connections.
    most: usize,
    open: Mutex<Open>,
    monitor: Arc<Monitor>,
    log: LogQueue,
}

#[derive(Debug, Default)]
struct Open {
    by_number: HashMap<u64, Arc<Connection>>,
    last: u64,
}

/// The entry of a connection in the list of all; dropping it removes the entry.
pub(crate) struct Entry {
    number: u64,
    connections: Arc<Connections>,
}

impl Connections {
    pub(crate) fn new(limits: Limits, monitor: Arc<Monitor>, log: LogQueue) -> Self {
        let most = limits.connections.min(most_open_files() / 4 * 3).max(1);
        Self { epoch: Instant::now(), limits, most, open: Mutex::default(), monitor, log }
    }

    fn open(&self) -> std::sync::MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.open().by_number.is_empty()
    }

    /// Admits a connection. If there are too many, closes the one that has waited for its client
    /// the longest; returns `None` if all of them wait for answers.
    pub(crate) fn admit(self: &Arc<Self>, peer: SocketAddr) -> Option<(Arc<Connection>, Entry)> {
        let connection = Arc::new(Connection::new(peer, self.epoch));
        let mut open = self.open();
        let displaced = if open.by_number.len() < self.most {
            None
        } else {
            let waiting = open.by_number.iter().map(|(&number, other)| (other.stage(), number));
            let waiting = waiting.filter(|&((stage, _), _)| stage != Stage::Busy);
            let Some((_, number)) = waiting.min_by_key(|&((_, since), number)| (since, number))
            else {
                drop(open);
                self.refuse(Reason::Connections, peer, "all connections wait for answers");
                return None;
            };
            open.by_number.remove(&number)
        };
        open.last += 1;
        let number = open.last;
        open.by_number.insert(number, Arc::clone(&connection));
        self.monitor.connections(open.by_number.len());
        drop(open);
        if let Some(displaced) = displaced {
            displaced.closed.notify_one();
            self.refuse(Reason::Displaced, displaced.peer, "it waited the longest of too many");
        }
        Some((connection, Entry { number, connections: Arc::clone(self) }))
    }

    /// Closes connections whose clients take too long.
    pub(crate) fn close_slow(&self) {
        let now = self.epoch.elapsed();
        let is_slow = |connection: &Connection| {
            let (stage, since) = connection.stage();
            let limit = match stage {
                Stage::Idle => self.limits.idle_time,
                Stage::Head => self.limits.head_time,
                // Bodies are limited where they are read, and answers depend on the service alone.
                Stage::Body | Stage::Busy => Duration::MAX,
            };
            (now.saturating_sub(since) > limit).then_some(stage)
        };
        let slow: Vec<(Stage, Arc<Connection>)> = {
            let open = self.open();
            let slow = open
                .by_number
                .values()
                .filter_map(|other| Some((is_slow(other)?, Arc::clone(other))));
            slow.collect()
        };
        for (stage, connection) in slow {
            // The next check may come before the connection is closed.
            connection.enter(Stage::Busy);
            connection.closed.notify_one();
            if stage == Stage::Head {
                self.refuse(
                    Reason::SlowHead,
                    connection.peer,
                    "the head of a request took too long",
                );
            }
        }
    }

    /// Returns how often to check for slow clients.
    pub(crate) fn patience(&self) -> Duration {
        let shortest = self.limits.head_time.min(self.limits.idle_time);
        (shortest / 4).clamp(Duration::from_millis(10), Duration::from_secs(1))
    }

    /// Counts and logs a connection that was closed before its first request.
    fn refuse(&self, reason: Reason, peer: SocketAddr, why: &str) {
        self.monitor.refused(reason);
        self.log.line(format!("closed {peer}: {why}"));
    }
}

impl Entry {
    /// Counts and logs this connection, which was closed before its first request.
    pub(crate) fn refuse(&self, reason: Reason, peer: SocketAddr, why: &str) {
        self.connections.refuse(reason, peer, why);
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        let mut open = self.connections.open();
        open.by_number.remove(&self.number);
        self.connections.monitor.connections(open.by_number.len());
    }
}

/// Raises the limit on the open files of this process as far as the system allows, and returns it.
/// Connections count as open files.
#[cfg(unix)]
fn most_open_files() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    // If this fails, the service accepts fewer connections.
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, maximum: limit.maximum });
    getrlimit(Resource::Nofile).current.map_or(usize::MAX, |most| most as usize)
}

/// On other systems sockets are not files.
#[cfg(not(unix))]
fn most_open_files() -> usize {
    usize::MAX
}
