//! How a service is set up.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use teeko::available_memory;

/// How a service is set up.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The address to listen at. Port 0 stands for any that is free.
    pub listen: SocketAddr,
    /// The folders to look for tables in, in this order.
    pub folders: Vec<PathBuf>,
    /// Whether rule sets without tables are solved.
    pub solve: bool,
    /// The threads that solve, and those that answer many positions.
    pub threads: usize,
    /// The memory for rule sets that are kept and for those being solved, in bytes.
    pub memory: u64,
    /// How many rule sets are solved and puzzles searched for at once, at most.
    pub solves: usize,
    /// What clients may take.
    pub limits: Limits,
    /// Where refusals are told.
    pub log: Log,
}

/// What clients may take of a service.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The longest body, in bytes.
    pub body_bytes: usize,
    /// The longest path and query together, in bytes.
    pub target_bytes: usize,
    /// The most connections at a time. What the system allows to be open may be less.
    pub connections: usize,
    /// The most requests at a time that wait for rule sets to be solved.
    pub waiting: usize,
    /// How long a client may take to send the head of a request, from its first byte on.
    pub head_time: Duration,
    /// How long a client may take to send a body.
    pub body_time: Duration,
    /// How long a connection may be idle, or a client take nothing of an answer.
    pub idle_time: Duration,
    /// How long requests have to end once the service is to stop.
    pub stop_time: Duration,
}

/// A place where a service tells what it refuses, line by line.
#[derive(Clone)]
pub struct Log(Arc<dyn Fn(&str) + Send + Sync>);

/// The memory budget, unless a smaller part of what is free: see [`Config::new`].
const MOST_MEMORY: u64 = 2_000_000_000;

impl Config {
    /// The usual set-up at an address: no tables, a quarter of the memory that is free, at most 2
    /// GB, a thread for each processor, two rule sets solved at once, and no log.
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
    /// Bodies of 4 MiB, which is some hundred thousand positions; 8 KiB of path and query; 2,000
    /// connections; 256 requests that wait; 10 seconds for a head, 30 for a body, 60 without a sign
    /// of life, 5 to stop.
    fn default() -> Self {
        Self {
            body_bytes: 4 << 20,
            target_bytes: 8 << 10,
            connections: 2000,
            waiting: 256,
            head_time: Duration::from_secs(10),
            body_time: Duration::from_secs(30),
            idle_time: Duration::from_mins(1),
            stop_time: Duration::from_secs(5),
        }
    }
}

impl Log {
    /// A log whose lines, without their ends, go to a function. It is called from any thread.
    pub fn new(write: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self(Arc::new(write))
    }

    pub(crate) fn line(&self, line: &str) {
        (self.0)(line);
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Log")
    }
}
