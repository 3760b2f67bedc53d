//! The configuration of a service.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use teeko::available_memory;

use crate::log::Log;

/// The configuration of a service.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The address to listen on. Port 0 picks a free port.
    pub listen: SocketAddr,
    /// The folders that are searched for tables, in this order.
    pub folders: Vec<PathBuf>,
    /// Whether rule sets without tables are solved.
    pub solve: bool,
    /// The number of threads that solve, and of threads that answer many positions.
    pub threads: usize,
    /// The memory budget for rule sets, both those kept and those being solved, in bytes.
    pub memory: u64,
    /// The most solves and puzzle searches that run at once.
    pub solves: usize,
    /// The limits for clients.
    pub limits: Limits,
    /// The log of refusals.
    pub log: Log,
}

/// Limits for clients of a service.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The longest body, in bytes.
    pub body_bytes: usize,
    /// The longest path and query together, in bytes.
    pub target_bytes: usize,
    /// The most open connections. The system's limit on open files may lower it.
    pub connections: usize,
    /// The most requests that wait for rule sets to be solved.
    pub waiting: usize,
    /// The time a client has to send the head of a request, from its first byte on.
    pub head_time: Duration,
    /// The time a client has to send a body.
    pub body_time: Duration,
    /// The time that a request waits to be solved or searched for, after others. Then it is
    /// refused, and keeps its place for when the client asks again.
    pub queue_time: Duration,
    /// The most positions that a search looks at, and the most positions of a body. A million take
    /// less than half a second of processor time.
    pub positions: u64,
    /// The time a connection may be idle.
    pub idle_time: Duration,
    /// The time after which a client that has read less than a kilobyte a second of an answer is
    /// disconnected.
    pub read_time: Duration,
    /// The time requests have to complete after the service is asked to stop.
    pub stop_time: Duration,
}

/// The upper bound on the default memory budget, in bytes: see [`Config::new`].
const MOST_MEMORY: u64 = 2_000_000_000;

impl Config {
    /// Returns the default configuration for an address: no tables, a quarter of the free memory,
    /// at most 2 GB, one thread for each processor, two rule sets solved at once, and no log.
    pub fn new(listen: SocketAddr) -> Self {
        Self {
            listen,
            folders: Vec::new(),
            solve: true,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory: available_memory().map_or(MOST_MEMORY, |bytes| (bytes / 4).min(MOST_MEMORY)),
            solves: 2,
            limits: Limits::default(),
            log: Log::new(|_| ()),
        }
    }
}

impl Default for Limits {
    /// Returns the default limits: bodies of 4 MiB, which is some hundred thousand positions; 8 KiB
    /// of path and query; 2,000 connections; 256 waiting requests; 10 seconds for a head, 30 for a
    /// body, 20 in the queue, 4,000,000 positions; 60 seconds when idle, 20 to read, 5 to stop.
    fn default() -> Self {
        Self {
            body_bytes: 4 << 20,
            target_bytes: 8 << 10,
            connections: 2000,
            waiting: 256,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(30),
            queue_time: Duration::from_secs(20),
            positions: 4_000_000,
            idle_time: Duration::from_mins(1),
            read_time: Duration::from_secs(20),
            stop_time: Duration::from_secs(5),
        }
    }
}
