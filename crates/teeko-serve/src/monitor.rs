//! The counts of the service, in the text format of Prometheus.
//!
//! prometheus-client would replace only the last forty lines, and would look up a label under a
//! lock for every request. Here a request adds to three atomic numbers, and the routes come from
//! the table of questions.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use teeko::questions::QUESTIONS;

/// Declares the reasons with the names of their counters.
macro_rules! reasons {
    ($($(#[$doc:meta])* $reason:ident = $name:literal,)*) => {
        /// Why something was refused.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Reason {
            $($(#[$doc])* $reason,)*
        }

        const REASONS: &[&str] = &[$($name),*];
    };
}

reasons! {
    /// The Host header names another machine.
    Host = "host",
    /// The path and query are too long.
    Target = "target",
    /// The body is too long.
    Body = "body",
    /// The body does not arrive in time.
    SlowBody = "slow_body",
    /// There are more requests at once than allowed.
    Busy = "busy",
    /// The request needs more memory or work than allowed.
    Memory = "memory",
    /// The service or its tables are broken.
    Broken = "broken",
    /// The head of the request does not arrive in time.
    SlowHead = "slow_head",
    /// An answer is read too slowly.
    SlowReader = "slow_reader",
    /// The bytes are not an HTTP request.
    NoRequest = "no_request",
    /// The connection was closed for another one.
    Displaced = "displaced",
    /// There was no room for the connection.
    Connections = "connections",
}

/// The routes that are not questions.
const OTHER_ROUTES: [&str; 4] = ["page", "openapi", "monitor", "other"];

/// The statuses of answers; the last entry counts all others.
const STATUSES: [u16; 15] =
    [200, 204, 304, 400, 403, 404, 405, 408, 413, 414, 422, 500, 503, 504, 0];

/// The upper bounds of the latency intervals, in microseconds.
const ENDS: [u64; 15] = [
    50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000,
    5_000_000, 30_000_000,
];

/// The requests to one route.
#[derive(Debug, Default)]
struct OfRoute {
    name: &'static str,
    by_status: [AtomicU64; STATUSES.len()],
    /// The counts by interval; the last is beyond all bounds.
    by_latency: [AtomicU64; ENDS.len() + 1],
    microseconds: AtomicU64,
}

/// All counts.
#[derive(Debug, Default)]
pub(crate) struct Monitor {
    routes: Vec<OfRoute>,
    refusals: [AtomicU64; REASONS.len()],
    /// The open connections.
    pub(crate) connections: AtomicU64,
    /// The lines of the log that were dropped.
    pub(crate) dropped_lines: AtomicU64,
    /// Questions about rule sets that were in memory.
    pub(crate) found: AtomicU64,
    /// Questions about other rule sets.
    pub(crate) missed: AtomicU64,
    pub(crate) opened: AtomicU64,
    pub(crate) solved: AtomicU64,
    pub(crate) failed: AtomicU64,
    pub(crate) given_up: AtomicU64,
    /// The rule sets kept, and their bytes.
    pub(crate) kept: AtomicU64,
    pub(crate) bytes: AtomicU64,
}

/// Adds one to a counter.
pub(crate) fn count(counter: &AtomicU64) {
    counter.fetch_add(1, Ordering::Relaxed);
}

fn value(counter: &AtomicU64) -> u64 {
    counter.load(Ordering::Relaxed)
}

impl Monitor {
    pub(crate) fn new() -> Self {
        let names = QUESTIONS.iter().map(|question| question.name).chain(OTHER_ROUTES);
        let routes = names.map(|name| OfRoute { name, ..OfRoute::default() }).collect();
        Self { routes, ..Self::default() }
    }

    /// Counts a request to a route.
    pub(crate) fn answered(&self, route: &str, status: u16, time: Duration) {
        let Some(of_route) = self.routes.iter().find(|known| known.name == route) else { return };
        let status =
            STATUSES.iter().position(|&known| known == status).unwrap_or(STATUSES.len() - 1);
        count(&of_route.by_status[status]);
        let microseconds = time.as_micros() as u64;
        count(&of_route.by_latency[ENDS.partition_point(|&end| end < microseconds)]);
        of_route.microseconds.fetch_add(microseconds, Ordering::Relaxed);
    }

    /// Counts a refusal.
    pub(crate) fn refused(&self, reason: Reason) {
        count(&self.refusals[reason as usize]);
    }

    /// Returns all counts as text.
    pub(crate) fn text(&self, memory: u64) -> String {
        let mut text = String::new();
        heading(&mut text, "teeko_requests_total", "counter", "Requests by route and status.");
        for counts in &self.routes {
            for (status, counter) in
                STATUSES.iter().zip(&counts.by_status).filter(|(_, counter)| value(counter) > 0)
            {
                let status = if *status == 0 { "other".to_owned() } else { status.to_string() };
                let (route, number) = (counts.name, value(counter));
                let labels = format!("route=\"{route}\",status=\"{status}\"");
                let _ = writeln!(text, "teeko_requests_total{{{labels}}} {number}");
            }
        }
        heading(&mut text, "teeko_request_seconds", "histogram", "Time to the head of the answer.");
        for counts in &self.routes {
            histogram(&mut text, counts);
        }
        heading(&mut text, "teeko_refusals_total", "counter", "What was refused, by reason.");
        for (reason, counter) in REASONS.iter().zip(&self.refusals) {
            let _ =
                writeln!(text, "teeko_refusals_total{{reason=\"{reason}\"}} {}", value(counter));
        }
        for (name, help, number) in [
            ("teeko_cache_hits_total", "Questions to rule sets that were kept.", &self.found),
            ("teeko_cache_misses_total", "Questions to rule sets that were not.", &self.missed),
            ("teeko_tables_opened_total", "Rule sets opened from tables.", &self.opened),
            ("teeko_solves_total", "Rule sets solved.", &self.solved),
            (
                "teeko_solve_failures_total",
                "Rule sets that could not be opened or solved.",
                &self.failed,
            ),
            (
                "teeko_games_given_up_total",
                "Rule sets evicted to make room for others.",
                &self.given_up,
            ),
            ("teeko_games_kept", "Rule sets kept.", &self.kept),
            ("teeko_games_bytes", "An upper bound on their memory.", &self.bytes),
            ("teeko_memory_budget_bytes", "The memory that they may take.", &memory.into()),
            ("teeko_open_connections", "Connections.", &self.connections),
            (
                "teeko_log_lines_dropped_total",
                "Lines of the log that were dropped, since too many others waited.",
                &self.dropped_lines,
            ),
        ] {
            let kind = if name.ends_with("_total") { "counter" } else { "gauge" };
            heading(&mut text, name, kind, help);
            let _ = writeln!(text, "{name} {}", value(number));
        }
        text
    }
}

fn heading(text: &mut String, name: &str, kind: &str, help: &str) {
    let _ = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}");
}

/// Appends the latencies of a route, if there are any.
fn histogram(text: &mut String, counts: &OfRoute) {
    let route = counts.name;
    let total: u64 = counts.by_latency.iter().map(value).sum();
    if total == 0 {
        return;
    }
    let mut below = 0;
    for (end, counter) in ENDS.iter().zip(&counts.by_latency) {
        below += value(counter);
        let seconds = *end as f64 / 1e6;
        let _ = writeln!(
            text,
            "teeko_request_seconds_bucket{{route=\"{route}\",le=\"{seconds}\"}} {below}"
        );
    }
    let _ = writeln!(text, "teeko_request_seconds_bucket{{route=\"{route}\",le=\"+Inf\"}} {total}");
    let seconds = value(&counts.microseconds) as f64 / 1e6;
    let _ = writeln!(text, "teeko_request_seconds_sum{{route=\"{route}\"}} {seconds}");
    let _ = writeln!(text, "teeko_request_seconds_count{{route=\"{route}\"}} {total}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_has_what_was_counted() {
        let monitor = Monitor::new();
        for microseconds in [40, 50, 51, 3_000, 40_000_000] {
            monitor.answered("position", 200, Duration::from_micros(microseconds));
        }
        monitor.answered("other", 418, Duration::ZERO);
        monitor.refused(Reason::Body);
        let text = monitor.text(7);
        for line in [
            "teeko_requests_total{route=\"position\",status=\"200\"} 5",
            "teeko_requests_total{route=\"other\",status=\"other\"} 1",
            "teeko_request_seconds_bucket{route=\"position\",le=\"0.00005\"} 2",
            "teeko_request_seconds_bucket{route=\"position\",le=\"0.005\"} 4",
            "teeko_request_seconds_bucket{route=\"position\",le=\"30\"} 4",
            "teeko_request_seconds_bucket{route=\"position\",le=\"+Inf\"} 5",
            "teeko_request_seconds_sum{route=\"position\"} 40.003141",
            "teeko_refusals_total{reason=\"body\"} 1",
            "teeko_refusals_total{reason=\"host\"} 0",
            "teeko_memory_budget_bytes 7",
        ] {
            assert!(text.lines().any(|other| other == line), "{line}\n{text}");
        }
        assert!(!text.contains("route=\"page\""));
    }
}
