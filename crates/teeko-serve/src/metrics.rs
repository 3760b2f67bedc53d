//! What the service counts and measures, for Prometheus.

use std::fmt;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric};
use prometheus_client::metrics::counter::{ConstCounter, Counter};
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::{ConstGauge, Gauge};
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use sysinfo::{Process, ProcessRefreshKind, ProcessesToUpdate, System};

/// The media type of the text.
pub(crate) const MEDIA_TYPE: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The upper bounds of the latency intervals, in seconds.
const SECONDS: [f64; 14] = [
    5e-5, 1e-4, 2.5e-4, 5e-4, 1e-3, 2.5e-3, 5e-3, 1e-2, 2.5e-2, 0.1, 0.25, 1.0, 5.0, 30.0,
];

#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<Answered, Counter>,
    seconds: Family<Route, Histogram>,
    pub(crate) opened: Counter,
    pub(crate) solved: Counter,
    pub(crate) games_kept: Number,
    pub(crate) games_bytes: Number,
    pub(crate) answers_bytes: Number,
    pub(crate) budget_bytes: Number,
    pub(crate) connections: Number,
}

type Number = Gauge<u64, AtomicU64>;

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Answered {
    route: &'static str,
    status: u16,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Route {
    route: &'static str,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, EncodeLabelSet)]
struct Build {
    version: &'static str,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let metrics = Self {
            registry: Registry::default(),
            requests: Family::default(),
            seconds: Family::new_with_constructor(|| Histogram::new(SECONDS)),
            opened: Counter::default(),
            solved: Counter::default(),
            games_kept: Number::default(),
            games_bytes: Number::default(),
            answers_bytes: Number::default(),
            budget_bytes: Number::default(),
            connections: Number::default(),
        };
        let registry = metrics.register();
        Self {
            registry,
            ..metrics
        }
    }

    /// Returns a registry with all metrics. Clones of a metric share its value.
    fn register(&self) -> Registry {
        let mut all = Registry::default();
        let requests = "Requests by route and status";
        all.register("teeko_requests", requests, self.requests.clone());
        let seconds = "Time to the head of the answer, in seconds";
        all.register(
            "teeko_request_duration_seconds",
            seconds,
            self.seconds.clone(),
        );
        let opened = "Rule sets opened from tables";
        all.register("teeko_tables_opened", opened, self.opened.clone());
        all.register("teeko_solves", "Rule sets solved", self.solved.clone());
        let version = env!("CARGO_PKG_VERSION");
        let build = Info::new(Build { version });
        all.register("teeko_build", "The version of teeko", build);
        for (name, help, gauge) in self.gauges() {
            all.register(name, help, gauge.clone());
        }
        all.register_collector(Box::new(OfProcess));
        all
    }

    /// Returns the numbers that go up and down, with their names and descriptions.
    fn gauges(&self) -> [(&'static str, &'static str, &Number); 5] {
        [
            (
                "teeko_games_kept",
                "Rule sets kept in memory",
                &self.games_kept,
            ),
            (
                "teeko_games_bytes",
                "An upper bound on their memory",
                &self.games_bytes,
            ),
            (
                "teeko_answers_bytes",
                "Memory of kept answers",
                &self.answers_bytes,
            ),
            (
                "teeko_memory_budget_bytes",
                "Memory that both may take",
                &self.budget_bytes,
            ),
            ("teeko_open_connections", "Connections", &self.connections),
        ]
    }

    /// Counts the answer to a request.
    pub(crate) fn answered(&self, route: &'static str, status: u16, time: Duration) {
        let answered = Answered { route, status };
        self.requests.get_or_create(&answered).inc();
        let seconds = self.seconds.get_or_create(&Route { route });
        seconds.observe(time.as_secs_f64());
    }

    /// Returns all metrics in the format `OpenMetrics`.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to memory does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// The metrics that Prometheus' own libraries have of a process, where the system reports them.
#[derive(Debug)]
struct OfProcess;

impl Collector for OfProcess {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let system = this_process();
        let Some(process) = system.processes().values().next() else {
            return Ok(());
        };
        encode_seconds(&mut encoder, process)?;
        let open_files = process.open_files().map(|number| number as u64);
        for (name, help, value) in [
            (
                "process_resident_memory_bytes",
                "Resident memory.",
                Some(process.memory()),
            ),
            (
                "process_virtual_memory_bytes",
                "Virtual memory.",
                Some(process.virtual_memory()),
            ),
            (
                "process_start_time_seconds",
                "Start since 1970, in seconds.",
                Some(process.start_time()),
            ),
            ("process_open_fds", "Open files.", open_files),
        ] {
            let Some(value) = value else { continue };
            let gauge = ConstGauge::new(value);
            let kind = gauge.metric_type();
            gauge.encode(encoder.encode_descriptor(name, help, None, kind)?)?;
        }
        Ok(())
    }
}

/// Returns what the system reports of this process; nothing where it reports nothing.
fn this_process() -> System {
    let mut system = System::new();
    if let Ok(this) = sysinfo::get_current_pid() {
        let kind = ProcessRefreshKind::nothing()
            .with_memory()
            .with_cpu()
            .without_tasks();
        system.refresh_processes_specifics(ProcessesToUpdate::Some(&[this]), false, kind);
    }
    system
}

/// Encodes the processor time, which only grows.
fn encode_seconds(encoder: &mut DescriptorEncoder<'_>, process: &Process) -> fmt::Result {
    let seconds = process.accumulated_cpu_time() as f64 / 1000.0;
    let counter = ConstCounter::new(seconds);
    counter.encode(encoder.encode_descriptor(
        "process_cpu_seconds",
        "Processor time, in seconds.",
        None,
        counter.metric_type(),
    )?)
}
