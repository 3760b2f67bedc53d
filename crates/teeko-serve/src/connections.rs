//! All connections: how many there may be, and which one is closed when there are too many.
//!
//! With a limit of tower or a semaphore around `axum::serve`, idle connections could lock everyone
//! out. Here the connection that has waited for its client the longest is closed.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::watch;

use crate::config::Limits;
use crate::connection::{Connection, Phase, Stage, State};
use crate::log::LogQueue;
use crate::monitor::{Monitor, Reason};

/// The open files to leave for tables and signals.
const SPARE_FILES: usize = 8;

/// The connections at once however few files may be open. A connection that is too many is closed
/// for the next.
const LEAST_CONNECTIONS: usize = 2;

/// The bytes a second that a client must read of an answer.
const LEAST_RATE: f64 = 1000.0;

/// All connections.
#[derive(Debug)]
pub(crate) struct Connections {
    limits: Limits,
    /// The most connections.
    most: usize,
    open: Mutex<Open>,
    phase: watch::Sender<Phase>,
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
        let files = most_open_files().saturating_sub(open_files() + SPARE_FILES);
        let most = limits.connections.min(files).max(LEAST_CONNECTIONS);
        let phase = watch::Sender::new(Phase::Running);
        Self { limits, most, open: Mutex::default(), phase, monitor, log }
    }

    fn open(&self) -> std::sync::MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells all connections that the service enters a phase.
    pub(crate) fn enter(&self, phase: Phase) {
        self.phase.send_replace(phase);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.open().by_number.is_empty()
    }

    /// Admits a connection. If there are too many, closes the one that has waited for its client
    /// the longest; returns `None` if all of them wait for answers.
    pub(crate) fn admit(self: &Arc<Self>, peer: SocketAddr) -> Option<(Arc<Connection>, Entry)> {
        let connection = Arc::new(Connection::new(peer, self.phase.subscribe()));
        let mut open = self.open();
        let mut displaced = None;
        if open.by_number.len() >= self.most {
            displaced = open.displace();
            if displaced.is_none() {
                drop(open);
                self.refuse(Reason::Connections, peer, "all connections wait for answers");
                return None;
            }
        }
        open.last += 1;
        let number = open.last;
        open.by_number.insert(number, Arc::clone(&connection));
        self.monitor.connections(open.by_number.len());
        drop(open);
        self.close(displaced);
        Some((connection, Entry { number, connections: Arc::clone(self) }))
    }

    /// Closes the connection that has waited for its client the longest, since the system has no
    /// more open files.
    pub(crate) fn make_room(&self) {
        let displaced = self.open().displace();
        self.close(displaced);
    }

    fn close(&self, displaced: Option<Arc<Connection>>) {
        if let Some(displaced) = displaced {
            displaced.closed.notify_one();
            self.refuse(Reason::Displaced, displaced.peer, "it waited the longest of too many");
        }
    }

    /// Closes connections whose clients take too long.
    pub(crate) fn close_slow(&self) {
        let is_slow = |connection: &Connection| {
            let State { stage, since, read } = connection.state();
            let time = since.elapsed();
            let limit = match stage {
                Stage::Idle => self.limits.idle_time,
                Stage::Head => self.limits.head_time,
                Stage::Unread if time <= self.limits.read_time => return None,
                // Each time begins anew.
                Stage::Unread if read >= self.least_read() => {
                    connection.enter(Stage::Unread);
                    return None;
                }
                Stage::Unread => self.limits.read_time,
                // Bodies are limited where they are read, and answers depend on the service alone.
                Stage::Body | Stage::Busy => Duration::MAX,
            };
            (time > limit).then_some(stage)
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
            let (reason, why) = match stage {
                Stage::Head => (Reason::SlowHead, "the head of a request took too long"),
                Stage::Unread => (Reason::SlowReader, "it read its answer too slowly"),
                _ => continue,
            };
            self.refuse(reason, connection.peer, why);
        }
    }

    /// Returns the bytes that a client must read within [`Limits::read_time`].
    fn least_read(&self) -> u64 {
        (self.limits.read_time.as_secs_f64() * LEAST_RATE) as u64
    }

    /// Returns how often to check for slow clients.
    pub(crate) fn patience(&self) -> Duration {
        let Limits { head_time, idle_time, read_time, .. } = self.limits;
        let shortest = head_time.min(idle_time).min(read_time);
        (shortest / 4).clamp(Duration::from_millis(10), Duration::from_secs(1))
    }

    /// Counts and logs a connection that was closed before its first request.
    fn refuse(&self, reason: Reason, peer: SocketAddr, why: &str) {
        self.monitor.refused(reason);
        self.log.line(format!("closed {peer}: {why}"));
    }
}

impl Open {
    /// Removes the connection that has waited for its client the longest, if any waits.
    fn displace(&mut self) -> Option<Arc<Connection>> {
        let waiting = self.by_number.iter().map(|(&number, other)| (other.state(), number));
        let waiting = waiting.filter(|(state, _)| state.stage != Stage::Busy);
        let (_, number) = waiting.min_by_key(|&(state, number)| (state.since, number))?;
        self.by_number.remove(&number)
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

/// Returns the number of open files, or an upper bound on what a service opens at first.
fn open_files() -> usize {
    std::fs::read_dir("/dev/fd").map_or(16, Iterator::count)
}

/// On other systems sockets are not files.
#[cfg(not(unix))]
fn most_open_files() -> usize {
    usize::MAX
}
