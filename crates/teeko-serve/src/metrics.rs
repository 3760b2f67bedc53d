//! What the service counts and measures, for Prometheus.

use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System};
use teeko::questions;
use teeko_web::FILES;

use crate::games::Service;
use crate::kept::lock;
use crate::progress::PATH_END;

/// The upper bounds of the latency intervals, in seconds.
const SECONDS: [f64; 14] = [
    5e-5, 1e-4, 2.5e-4, 5e-4, 1e-3, 2.5e-3, 5e-3, 1e-2, 2.5e-2, 0.1, 0.25, 1.0, 5.0, 30.0,
];

#[derive(Default, Debug)]
pub(crate) struct Metrics {
    /// What was answered, by route.
    answered: Mutex<BTreeMap<&'static str, Answered>>,
    pub(crate) opened: Counter,
    pub(crate) solved: Counter,
}

#[derive(Default, Debug)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn add_one(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

/// The answers of a route.
#[derive(Default, Debug)]
struct Answered {
    by_status: BTreeMap<u16, u64>,
    /// The answers within each time of [`SECONDS`], longer ones left out.
    within: [u64; SECONDS.len()],
    number: u64,
    seconds: f64,
}

impl Metrics {
    pub(crate) fn answered(&self, path: &str, status: u16, time: Duration) {
        let route = match path {
            "/" => "page",
            "/openapi.json" => "openapi",
            "/metrics" | "/monitor" => "metrics",
            "/healthz" => "healthz",
            path if FILES
                .iter()
                .any(|(name, ..)| path.strip_prefix('/') == Some(name)) =>
            {
                "page"
            }
            path if path.ends_with(PATH_END) => "progress",
            path => questions::find(path).map_or("other", |(definition, _)| definition.name),
        };
        let seconds = time.as_secs_f64();
        let mut routes = lock(&self.answered);
        let answered = routes.entry(route).or_default();
        *answered.by_status.entry(status).or_default() += 1;
        for (within, most) in answered.within.iter_mut().zip(SECONDS) {
            *within += u64::from(seconds <= most);
        }
        answered.number += 1;
        answered.seconds += seconds;
    }
}

impl Service {
    /// Returns all counts, and the state of the service and its process, as Prometheus reads
    /// them: in the format `OpenMetrics`.
    pub(crate) fn metrics_text(&self) -> String {
        let mut text = Text::default();
        self.metrics.write(&mut text);
        let ((kept, games), (_, answers)) = (self.games.size(), self.answers.size());
        text.gauge("teeko_games_kept", "Rule sets kept in memory", kept);
        text.gauge("teeko_games_bytes", "An upper bound on their memory", games);
        text.gauge("teeko_answers_bytes", "Memory of kept answers", answers);
        text.gauge(
            "teeko_memory_budget_bytes",
            "Memory that both may take",
            self.config.memory,
        );
        text.gauge(
            "teeko_open_connections",
            "Connections",
            self.clients.number(),
        );
        write_process(&mut text);
        text.0 + "# EOF\n"
    }
}

impl Metrics {
    fn write(&self, text: &mut Text) {
        let routes = lock(&self.answered);
        text.family("teeko_requests", "counter", "Requests by route and status");
        for (route, answered) in &*routes {
            for (status, number) in &answered.by_status {
                let labels = format!("{{route=\"{route}\",status=\"{status}\"}}");
                text.line("teeko_requests_total", &labels, number);
            }
        }
        let name = "teeko_request_duration_seconds";
        text.family(
            name,
            "histogram",
            "Time to the head of the answer, in seconds",
        );
        for (
            route,
            Answered {
                within,
                number,
                seconds,
                ..
            },
        ) in &*routes
        {
            let (bounds, numbers) = (SECONDS.map(|most| most.to_string()), within.iter());
            let longest = ("+Inf".to_owned(), number);
            for (most, number) in bounds.into_iter().zip(numbers).chain([longest]) {
                let labels = format!("{{le=\"{most}\",route=\"{route}\"}}");
                text.line(&format!("{name}_bucket"), &labels, number);
            }
            let labels = format!("{{route=\"{route}\"}}");
            text.line(&format!("{name}_sum"), &labels, seconds);
            text.line(&format!("{name}_count"), &labels, number);
        }
        drop(routes);
        for (name, help, Counter(number)) in [
            (
                "teeko_tables_opened",
                "Rule sets opened from tables",
                &self.opened,
            ),
            ("teeko_solves", "Rule sets solved", &self.solved),
        ] {
            text.counter(name, help, number.load(Ordering::Relaxed));
        }
        text.family("teeko_build", "info", "The version of teeko");
        let labels = format!("{{version=\"{}\"}}", env!("CARGO_PKG_VERSION"));
        text.line("teeko_build_info", &labels, 1);
    }
}

/// Writes the metrics that Prometheus' own libraries have of a process, where the system reports
/// them.
fn write_process(text: &mut Text) -> Option<()> {
    let (this, mut system) = (sysinfo::get_current_pid().ok()?, System::new().ok()?);
    let kind = ProcessRefreshKind::nothing()
        .with_memory()
        .with_cpu()
        .without_tasks();
    system.refresh_processes_specifics(ProcessesToUpdate::Some(&[this]), false, kind);
    let process = system.process(this)?;
    let seconds = process.accumulated_cpu_time() as f64 / 1000.0;
    text.counter("process_cpu_seconds", "Processor time, in seconds", seconds);
    text.gauge(
        "process_resident_memory_bytes",
        "Resident memory",
        process.memory(),
    );
    text.gauge(
        "process_virtual_memory_bytes",
        "Virtual memory",
        process.virtual_memory(),
    );
    text.gauge(
        "process_start_time_seconds",
        "Start since 1970, in seconds",
        process.start_time(),
    );
    text.gauge("process_open_fds", "Open files", process.open_files()?);
    Some(())
}

/// Metrics as text.
#[derive(Default)]
struct Text(String);

impl Text {
    // Writing to memory does not fail.
    fn family(&mut self, name: &str, kind: &str, help: &str) {
        let _ = writeln!(self.0, "# HELP {name} {help}.\n# TYPE {name} {kind}");
    }

    fn line(&mut self, name: &str, labels: &str, value: impl Display) {
        let _ = writeln!(self.0, "{name}{labels} {value}");
    }

    fn counter(&mut self, name: &str, help: &str, value: impl Display) {
        self.family(name, "counter", help);
        self.line(&format!("{name}_total"), "", value);
    }

    fn gauge(&mut self, name: &str, help: &str, value: impl Display) {
        self.family(name, "gauge", help);
        self.line(name, "", value);
    }
}
