//! All connections: how many there may be, and which one is closed when there are too many.
//!
//! With a limit of tower or a semaphore around `axum::serve`, idle connections could lock everyone
//! out. Here the connection that has waited for its client the longest is closed.

use std::net::SocketAddr;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::config::Limits;
use crate::connection::{Connection, Stage};
use crate::log::LogQueue;
use crate::monitor::{Monitor, Reason};

/// The open files to leave for tables and signals.
const SPARE_FILES: usize = 8;

/// The connections at once however few files may be open. A connection that is too many is closed
/// for the next.
const LEAST_CONNECTIONS: usize = 2;

/// All connections.
#[derive(Debug)]
pub(crate) struct Connections {
    pub(crate) limits: Limits,
    /// The most connections.
    most: usize,
    /// The open connections, in the order in which they came.
    open: Mutex<Vec<Arc<Connection>>>,
    monitor: Arc<Monitor>,
    log: LogQueue,
}

/// The entry of a connection in the list of all; dropping it removes the entry.
pub(crate) struct Entry {
    pub(crate) connection: Arc<Connection>,
    pub(crate) connections: Arc<Connections>,
}

impl Connections {
    pub(crate) fn new(limits: Limits, monitor: Arc<Monitor>, log: LogQueue) -> Self {
        let files = most_open_files().saturating_sub(open_files() + SPARE_FILES);
        let most = limits.connections.min(files).max(LEAST_CONNECTIONS);
        Self { limits, most, open: Mutex::default(), monitor, log }
    }

    fn open(&self) -> MutexGuard<'_, Vec<Arc<Connection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Admits a connection. If there are too many, closes the one that has waited for its client
    /// the longest; returns `None` if all of them wait for answers.
    pub(crate) fn admit(self: &Arc<Self>, peer: SocketAddr) -> Option<Entry> {
        let mut open = self.open();
        if open.len() >= self.most && !self.displace(&mut open) {
            self.refuse(Reason::Connections, peer, "all connections wait for answers");
            return None;
        }
        let connection = Arc::new(Connection::new(peer));
        open.push(Arc::clone(&connection));
        self.monitor.connections.store(open.len() as u64, Ordering::Relaxed);
        Some(Entry { connection, connections: Arc::clone(self) })
    }

    /// Closes the connection that has waited for its client the longest, since the system has no
    /// more open files.
    pub(crate) fn make_room(&self) {
        self.displace(&mut self.open());
    }

    /// Closes the connection that has waited for its client the longest. Returns whether any waits.
    fn displace(&self, open: &mut Vec<Arc<Connection>>) -> bool {
        let states = open.iter().map(|connection| connection.state()).enumerate();
        let waiting = states.filter(|(_, state)| state.stage != Stage::Busy);
        let Some((place, _)) = waiting.min_by_key(|(_, state)| state.since) else { return false };
        let displaced = open.remove(place);
        displaced.closed.notify_one();
        self.refuse(Reason::Displaced, displaced.peer, "it waited the longest of too many");
        true
    }

    /// Counts and logs a connection that was closed before its first request.
    pub(crate) fn refuse(&self, reason: Reason, peer: SocketAddr, why: &str) {
        self.monitor.refused(reason);
        self.log.line(format!("closed {peer}: {why}"));
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        let mut open = self.connections.open();
        open.retain(|other| !Arc::ptr_eq(other, &self.connection));
        self.connections.monitor.connections.store(open.len() as u64, Ordering::Relaxed);
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
