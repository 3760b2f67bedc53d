//! The log of a service, which no request waits for.
//!
//! The reader of the log may be slow or have stopped. So a thread of its own writes the lines, and
//! lines that its queue has no room for are dropped and counted. A queue of the standard library is
//! all that this takes, so there is no logging framework.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Duration;
use std::{io, thread};

use tokio::time::{Instant, sleep};

use crate::monitor::{Monitor, count};

/// The most lines that wait to be written.
const LINES: usize = 1000;

/// A log to which a service writes its refusals, line by line. A thread of the service calls it, so
/// that requests do not wait.
#[derive(Clone)]
pub struct Log(Arc<dyn Fn(&str) + Send + Sync>);

/// The lines on their way to a log.
#[derive(Clone, Debug)]
pub(crate) struct LogQueue {
    lines: SyncSender<String>,
    /// The number of lines that wait or are being written.
    unwritten: Arc<AtomicU64>,
    monitor: Arc<Monitor>,
}

impl Log {
    /// Creates a log that passes each line, without its end, to `write`.
    pub fn new(write: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self(Arc::new(write))
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Log")
    }
}

impl LogQueue {
    /// Starts the thread that writes to `log`.
    pub(crate) fn new(log: Log, monitor: Arc<Monitor>) -> io::Result<Self> {
        let (lines, receiver) = sync_channel::<String>(LINES);
        let unwritten = Arc::new(AtomicU64::new(0));
        let left = Arc::clone(&unwritten);
        let write = move || {
            for line in receiver {
                (log.0)(&line);
                left.fetch_sub(1, Ordering::Release);
            }
        };
        thread::Builder::new().name("log".to_owned()).spawn(write)?;
        Ok(Self { lines, unwritten, monitor })
    }

    /// Writes a line, or drops and counts it if too many others wait.
    pub(crate) fn line(&self, line: String) {
        self.unwritten.fetch_add(1, Ordering::Relaxed);
        if self.lines.try_send(line).is_err() {
            self.unwritten.fetch_sub(1, Ordering::Relaxed);
            count(&self.monitor.dropped_lines);
        }
    }

    /// Waits until all lines are written, at most for `time`.
    pub(crate) async fn written(&self, time: Duration) {
        let end = Instant::now() + time;
        while self.unwritten.load(Ordering::Acquire) > 0 && Instant::now() < end {
            sleep(Duration::from_millis(5)).await;
        }
    }
}
