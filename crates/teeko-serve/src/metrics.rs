//! What the service counts and measures, for Prometheus.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System};
use teeko::questions;
use teeko_web::FILES;

use crate::games::Service;
use crate::progress::PATH_END;

/// The upper bounds of the latency intervals, in seconds.
const SECONDS: [f64; 14] =
    [5e-5, 1e-4, 2.5e-4, 5e-4, 1e-3, 2.5e-3, 5e-3, 1e-2, 2.5e-2, 0.1, 0.25, 1.0, 5.0, 30.0];

#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Answered, Counter>,
    seconds: Family<Route, Histogram, fn() -> Histogram>,
    pub(crate) opened: Counter,
    pub(crate) solved: Counter,
}

/// The label of a route.
type Route = [(&'static str, &'static str); 1];

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Answered {
    route: &'static str,
    status: u16,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let requests = Family::default();
        let seconds = Family::new_with_constructor((|| Histogram::new(SECONDS)) as fn() -> _);
        let (opened, solved) = (Counter::default(), Counter::default());
        let mut registry = Registry::with_prefix("teeko");
        registry.register("requests", "Requests by route and status", requests.clone());
        let help = "Time to the head of the answer, in seconds";
        registry.register("request_duration_seconds", help, seconds.clone());
        registry.register("tables_opened", "Rule sets opened from tables", opened.clone());
        registry.register("solves", "Rule sets solved", solved.clone());
        let build = Info::new([("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("build", "The version of teeko", build);
        Self { registry, requests, seconds, opened, solved }
    }

    pub(crate) fn answered(&self, path: &str, status: u16, time: Duration) {
        let route = match path {
            "/" => "page",
            "/openapi.json" => "openapi",
            "/metrics" | "/monitor" => "metrics",
            "/healthz" => "healthz",
            path if FILES.iter().any(|(name, ..)| path.strip_prefix('/') == Some(name)) => "page",
            path if path.ends_with(PATH_END) => "progress",
            path => questions::find(path).map_or("other", |(definition, _)| definition.name),
        };
        self.requests.get_or_create(&Answered { route, status }).inc();
        self.seconds.get_or_create(&[("route", route)]).observe(time.as_secs_f64());
    }
}

impl Service {
    /// Returns all counts, and the state of the service and its process, as Prometheus reads
    /// them.
    pub(crate) fn metrics_text(&self) -> String {
        let mut state = Registry::default();
        let ((kept, games), (_, answers)) = (self.games.size(), self.answers.size());
        for (name, help, value) in [
            ("teeko_games_kept", "Rule sets kept in memory", kept),
            ("teeko_games_bytes", "An upper bound on their memory", games),
            ("teeko_answers_bytes", "Memory of kept answers", answers),
            ("teeko_memory_budget_bytes", "Memory that both may take", self.config.memory),
            ("teeko_open_connections", "Connections", self.clients.number() as u64),
        ] {
            state.register(name, help, ConstGauge::new(value as f64));
        }
        register_process(&mut state);
        let mut text = String::new();
        // Writing to memory does not fail.
        let _ = encode_registry(&mut text, &self.metrics.registry);
        let _ = encode_registry(&mut text, &state);
        let _ = encode_eof(&mut text);
        text
    }
}

/// Registers the metrics that Prometheus' own libraries have of a process, where the system reports
/// them.
fn register_process(registry: &mut Registry) -> Option<()> {
    let (this, mut system) = (sysinfo::get_current_pid().ok()?, System::new().ok()?);
    let kind = ProcessRefreshKind::nothing().with_memory().with_cpu().without_tasks();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[this]), false, kind);
    let process = system.process(this)?;
    let seconds = process.accumulated_cpu_time() as f64 / 1000.0;
    let help = "Processor time, in seconds";
    registry.register("process_cpu_seconds", help, ConstCounter::new(seconds));
    for (name, help, value) in [
        ("process_resident_memory_bytes", "Resident memory", process.memory()),
        ("process_virtual_memory_bytes", "Virtual memory", process.virtual_memory()),
        ("process_start_time_seconds", "Start since 1970, in seconds", process.start_time()),
    ] {
        registry.register(name, help, ConstGauge::new(value as f64));
    }
    let files = process.open_files()?;
    registry.register("process_open_fds", "Open files", ConstGauge::new(files as f64));
    Some(())
}
