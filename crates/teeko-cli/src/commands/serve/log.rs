//! The log of the service on standard error: a line for each event.

use std::fmt::{self, Write as _};
use std::io::{self, Write as _};
use std::iter::once;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, SystemTime};

use clap::ValueEnum;
use serde_json::{Map, Value};
use tokio::runtime::Runtime;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum LogFormat {
    /// A line of text for each request
    Text,
    /// A line of JSON for each request
    Json,
}

/// The most unwritten lines.
const MOST_LINES: usize = 1000;

/// The time between lines that are written together.
const PAUSE: Duration = Duration::from_millis(5);

/// The lines of the log that are not written yet. Further lines are dropped. An empty one is the
/// last.
#[derive(Clone)]
pub(super) struct Log(SyncSender<String>);

impl Log {
    /// Starts the log. A thread of the runtime writes its lines to standard error, since the reader
    /// of the log may be slow or have stopped, and no request waits for it.
    pub(super) fn start(format: LogFormat, runtime: &Runtime) -> Self {
        let (lines, unwritten) = sync_channel::<String>(MOST_LINES);
        runtime.spawn_blocking(move || {
            let mut is_last = false;
            while !is_last && let Ok(first) = unwritten.recv() {
                let lines: Vec<_> = once(first).chain(unwritten.try_iter()).collect();
                let _ = io::stderr().write_all(lines.concat().as_bytes());
                is_last = lines.iter().any(String::is_empty);
                // To wake this thread for each line takes a request longer than to log it.
                thread::sleep(PAUSE);
            }
        });
        // The program has one service and no other log.
        let _ = tracing::subscriber::set_global_default(Lines {
            format,
            lines: lines.clone(),
        });
        Self(lines)
    }

    /// Ends the thread once all lines are written.
    pub(super) fn finish(&self) {
        let _ = self.0.try_send(String::new());
    }
}

/// Makes a line of each event.
struct Lines {
    format: LogFormat,
    lines: SyncSender<String>,
}

impl Subscriber for Lines {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn event(&self, event: &Event<'_>) {
        let (mut fields, level) = (Fields(Map::new()), event.metadata().level());
        event.record(&mut fields);
        let line = line(self.format, SystemTime::now(), level.as_str(), fields.0);
        let _ = self.lines.try_send(line);
    }

    // The service has events alone, no spans.
    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// The fields of an event by name, its message among them.
struct Fields(Map<String, Value>);

impl Visit for Fields {
    fn record_u64(&mut self, field: &Field, value: u64) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name().to_owned(), value.into());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.record_str(field, &format!("{value:?}"));
    }
}

fn line(format: LogFormat, time: SystemTime, level: &str, fields: Map<String, Value>) -> String {
    let time = utc(time);
    let mut line = match format {
        LogFormat::Json => {
            let head = [("timestamp", time.into()), ("level", level.into())];
            let head = head.map(|(name, value): (_, Value)| (name.to_owned(), value));
            head.into_iter()
                .chain(fields)
                .collect::<Value>()
                .to_string()
        }
        LogFormat::Text => {
            let message = fields
                .get("message")
                .and_then(Value::as_str)
                .unwrap_or_default();
            let others = fields.iter().filter(|(name, _)| *name != "message");
            others.fold(
                format!("{time}  {level} {message}"),
                |mut line, (name, value)| {
                    // Writing to memory does not fail.
                    let _ = match value {
                        Value::String(text) => write!(line, " {name}={text:?}"),
                        value => write!(line, " {name}={value}"),
                    };
                    line
                },
            )
        }
    };
    line.push('\n');
    line
}

/// Returns a time in UTC as RFC 3339 has it: `2026-01-31T23:59:59.000000Z`.
fn utc(time: SystemTime) -> String {
    let time = time
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    let (seconds, micros) = (time.as_secs(), time.subsec_micros());
    let (mut day, second) = (seconds / 86_400, seconds % 86_400);
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let mut year = 1970;
    while day >= 365 + u64::from(is_leap(year)) {
        day -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if day < days {
            break;
        }
        (day, month) = (day - days, month + 1);
    }
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    let day = day + 1;
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{micros:06}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_the_calendar() {
        // By `date --utc --date=@SECONDS`.
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00.000000Z"),
            (951_782_399, "2000-02-28T23:59:59.000000Z"),
            (951_782_400, "2000-02-29T00:00:00.000000Z"),
            (1_735_689_599, "2024-12-31T23:59:59.000000Z"),
            (1_772_323_200, "2026-03-01T00:00:00.000000Z"),
            (4_107_542_400, "2100-03-01T00:00:00.000000Z"),
        ] {
            assert_eq!(
                utc(SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)),
                expected
            );
        }
    }

    #[test]
    fn what_clients_send_stays_within_its_line() {
        let fields = || {
            let path: Value = "/a\nb\u{1b}[31m\"".into();
            Map::from_iter([
                ("message".to_owned(), "request".into()),
                ("path".to_owned(), path),
            ])
        };
        let start = SystemTime::UNIX_EPOCH;
        assert_eq!(
            line(LogFormat::Text, start, "INFO", fields()),
            "1970-01-01T00:00:00.000000Z  INFO request path=\"/a\\nb\\u{1b}[31m\\\"\"\n"
        );
        assert_eq!(
            line(LogFormat::Json, start, "INFO", fields()),
            "{\"timestamp\":\"1970-01-01T00:00:00.000000Z\",\"level\":\"INFO\",\
             \"message\":\"request\",\"path\":\"/a\\nb\\u001b[31m\\\"\"}\n"
        );
    }
}
