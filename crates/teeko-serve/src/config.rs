//! The configuration of a service.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use teeko::surfaces::available_memory;

/// The configuration of a service.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Config {
    /// The address to listen on. Port 0 picks a free port.
    pub listen: SocketAddr,
    /// The host names that requests may have besides those of this machine. At an address that is
    /// not a loopback address, an empty list allows all names.
    pub hosts: Vec<String>,
    /// The origins of the sites that may show the page in a frame, such as `https://example.org`.
    /// If the list is empty, none may.
    pub embedders: Vec<String>,
    /// The folders that are searched for tables, in this order.
    pub folders: Vec<PathBuf>,
    /// Whether rule sets without tables are solved.
    pub solve: bool,
    /// The number of threads that solve, and of threads that answer many positions.
    pub threads: usize,
    /// The memory budget for rule sets and answers that are kept, in bytes. Solves and searches may
    /// take as much again. The bodies of requests come on top: those of up to 64 KiB may take a
    /// sixteenth of this number together, and longer ones another sixteenth, or more if one of the
    /// longest needs it.
    pub memory: u64,
    /// The most solves and searches that run at once. Others wait.
    pub solves: usize,
    /// The longest body, in bytes.
    pub body_bytes: usize,
    /// The longest path and query together, in bytes.
    pub target_bytes: usize,
    /// The most open connections. Each takes a file descriptor. One more closes the connection that
    /// has been idle longest, or waits if none is idle.
    pub connections: usize,
    /// The most open connections of one address. One more closes that of the address that has been
    /// idle longest, or is closed itself if none is idle.
    pub connections_of_address: usize,
    /// The most positions that a search looks at, and 20 times the most positions of a body. A
    /// million take less than half a second of processor time.
    pub positions: u64,
    /// The time that a client has to send the whole head of a request, to send each 64 KiB of a
    /// body, and to read some of an answer. An idle connection is closed after this time.
    pub client_time: Duration,
    /// The time that an answer may take, waiting for others included.
    pub request_time: Duration,
    /// The time requests have to complete after the service is asked to stop.
    pub stop_time: Duration,
}

/// The upper bound on the default memory budget, in bytes: see [`Config::new`].
const MOST_MEMORY: u64 = 2_000_000_000;

/// The upper bound on the default number of connections.
const MOST_CONNECTIONS: usize = 512;

impl Config {
    /// Returns the default configuration for an address: no tables, a quarter of the free memory,
    /// at most 2 GB, one thread for each processor, and two rule sets solved at once; bodies of 4
    /// MiB, which is some hundred thousand positions; 8 KiB of path and query; 512 connections, but
    /// at most half as many as this process may open files, and half of them of one address;
    /// 4,000,000 positions; 10 seconds to wait for a client, 120 for an answer, 5 to stop.
    pub fn new(listen: SocketAddr) -> Self {
        let connections = descriptors().map_or(MOST_CONNECTIONS, connections_within);
        Self {
            listen,
            hosts: Vec::new(),
            embedders: Vec::new(),
            folders: Vec::new(),
            solve: true,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory: available_memory().map_or(MOST_MEMORY, |bytes| (bytes / 4).min(MOST_MEMORY)),
            solves: 2,
            body_bytes: 4 << 20,
            target_bytes: 8 << 10,
            connections,
            connections_of_address: connections.div_ceil(2),
            positions: 4_000_000,
            client_time: Duration::from_secs(10),
            request_time: Duration::from_secs(2 * 60),
            stop_time: Duration::from_secs(5),
        }
    }
}

/// Returns how many connections a process may have that may open this many files. It needs others
/// for tables.
fn connections_within(descriptors: u64) -> usize {
    let half = usize::try_from(descriptors / 2).unwrap_or(usize::MAX);
    half.clamp(1, MOST_CONNECTIONS)
}

/// Returns how many files this process may open, if that is limited.
fn descriptors() -> Option<u64> {
    #[cfg(unix)]
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    #[cfg(not(unix))]
    let limit = None;
    limit
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_leave_descriptors_for_tables() {
        let limits = [0, 1, 256, 1024, 1 << 20, u64::MAX];
        let connections = limits.map(connections_within);
        assert_eq!(connections, [1, 1, 128, 512, 512, 512]);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn descriptors_are_as_many_as_the_system_says() {
        let limits = std::fs::read_to_string("/proc/self/limits").unwrap();
        let open_files = limits
            .lines()
            .find_map(|line| line.strip_prefix("Max open files"));
        let soft = open_files.unwrap().split_whitespace().next().unwrap();
        assert_eq!(descriptors(), soft.parse().ok());
    }
}
