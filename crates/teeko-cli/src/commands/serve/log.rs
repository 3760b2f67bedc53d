//! The log of the service on standard error: a line for each event.

use std::io::{self, BufWriter, Stderr, Write};
use std::time::Duration;
use std::{mem, thread};

use clap::ValueEnum;
use tracing_appender::non_blocking::{NonBlocking, NonBlockingBuilder, WorkerGuard};

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum LogFormat {
    /// A line of text for each request
    Text,
    /// A line of JSON for each request
    Json,
}

/// The most unwritten lines. Further lines are dropped.
const MOST_LINES: usize = 1000;

/// The time between lines that are written together.
const PAUSE: Duration = Duration::from_millis(5);

/// The log. A thread writes its lines, since their reader may be slow or have stopped, and no
/// request waits for it.
pub(super) struct Log {
    lines: NonBlocking,
    writer: WorkerGuard,
}

impl Log {
    /// Starts the log. The program has one service and no other log.
    pub(super) fn start(format: LogFormat) -> Self {
        let (lines, writer) = NonBlockingBuilder::default()
            .buffered_lines_limit(MOST_LINES)
            .finish(Together(BufWriter::new(io::stderr())));
        let log = tracing_subscriber::fmt()
            .with_target(false)
            .with_writer(lines.clone());
        match format {
            LogFormat::Text => log.init(),
            LogFormat::Json => log.json().flatten_event(true).init(),
        }
        Self { lines, writer }
    }

    /// Waits until all lines are written, but not for a reader that has stopped.
    pub(super) fn finish(mut self) {
        if self.is_full() {
            // With a full queue, the `drop` of the guard would print an error on standard output.
            mem::forget(self.writer);
        }
    }

    /// Returns whether a further line would be dropped.
    fn is_full(&mut self) -> bool {
        let counter = self.lines.error_counter();
        let dropped = counter.dropped_lines();
        let _ = self.lines.write(b"");
        counter.dropped_lines() > dropped
    }
}

/// Writes lines together, after a pause. To wake the thread for each line takes a request longer
/// than to log it.
struct Together(BufWriter<Stderr>);

impl Write for Together {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    /// Is called when there are no more lines.
    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.0.flush();
        thread::sleep(PAUSE);
        flushed
    }
}
