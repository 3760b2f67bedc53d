//! One connection: what it waits for, since when, and its stream.
//!
//! hyper's `header_read_timeout` ends slow heads, but not clients that do not read their answer. It
//! answers bytes that are no request with a status alone, to which the stream adds the body.
//! tower-http's timeouts begin after the head, and hyper has none for a connection that is idle.
//! The tests run these attacks.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::sleep;

use crate::config::Limits;
use crate::monitor::Reason;
use crate::refusal::Refusal;

/// The bytes a second that a client must read of an answer.
const LEAST_RATE: f64 = 1000.0;

/// What a connection waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Waits for a request, or sends an answer.
    Idle,
    /// Waits for the rest of the head of a request.
    Head,
    /// Waits for the rest of a body.
    Body,
    /// Waits for the service to compute the answer.
    Busy,
    /// Waits for the client to read an answer.
    Unread,
}

/// A connection.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) peer: SocketAddr,
    state: Mutex<State>,
    /// Notified when the connection is to be closed.
    pub(crate) closed: Notify,
}

/// The stage of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    pub(crate) stage: Stage,
    pub(crate) since: Instant,
    /// The bytes that the client has read since then.
    pub(crate) read: u64,
}

impl State {
    fn new(stage: Stage) -> Self {
        Self { stage, since: Instant::now(), read: 0 }
    }
}

impl Connection {
    pub(crate) fn new(peer: SocketAddr) -> Self {
        Self { peer, state: Mutex::new(State::new(Stage::Idle)), closed: Notify::new() }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a stage.
    pub(crate) fn enter(&self, stage: Stage) {
        *self.lock() = State::new(stage);
    }

    pub(crate) fn state(&self) -> State {
        *self.lock()
    }

    /// Waits until the client takes too long. Returns why it is refused, unless it was only idle.
    pub(crate) async fn slow(&self, limits: &Limits) -> Option<(Reason, &'static str)> {
        let Limits { head_time, idle_time, read_time, .. } = *limits;
        let shortest = head_time.min(idle_time).min(read_time);
        let between = (shortest / 4).clamp(Duration::from_millis(10), Duration::from_secs(1));
        let least_read = (read_time.as_secs_f64() * LEAST_RATE) as u64;
        loop {
            let State { stage, since, read } = self.state();
            let time = since.elapsed();
            match stage {
                Stage::Idle if time > idle_time => return None,
                Stage::Head if time > head_time => {
                    return Some((Reason::SlowHead, "the head of a request took too long"));
                }
                Stage::Unread if time > read_time && read < least_read => {
                    return Some((Reason::SlowReader, "it read its answer too slowly"));
                }
                // Each time begins anew.
                Stage::Unread if time > read_time => self.enter(Stage::Unread),
                // Bodies are limited where they are read, and answers depend on the service alone.
                _ => {}
            }
            sleep(between).await;
        }
    }
}

/// The stream of a connection. It reports sent and received bytes to the connection.
pub(crate) struct Watched {
    pub(crate) stream: TcpStream,
    pub(crate) connection: Arc<Connection>,
}

impl Watched {
    /// Records the number of bytes sent, or that the client has to read first.
    fn sent(&self, result: &Poll<io::Result<usize>>) {
        let stage = self.connection.state().stage;
        match result {
            Poll::Ready(Ok(_)) if stage == Stage::Idle => self.connection.enter(Stage::Idle),
            Poll::Ready(Ok(sent)) => self.connection.lock().read += *sent as u64,
            Poll::Pending if stage == Stage::Idle => self.connection.enter(Stage::Unread),
            _ => {}
        }
    }

    /// Sends a whole refusal instead of what hyper sends before there is a request.
    fn refuse(&self, bytes: &[u8]) -> bool {
        if self.connection.state().stage != Stage::Head {
            return false;
        }
        let status = bytes.get(9..12).and_then(|status| StatusCode::from_bytes(status).ok());
        let Some(status) = status.filter(StatusCode::is_client_error) else { return false };
        // A client that cannot receive these bytes at once gets none.
        let _ = self.stream.try_write(&Refusal::of_bytes(status).to_bytes());
        true
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let result = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before && self.connection.state().stage == Stage::Idle {
            self.connection.enter(Stage::Head);
        }
        result
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        if self.refuse(bytes) {
            return Poll::Ready(Ok(bytes.len()));
        }
        let result = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.sent(&result);
        result
    }

    /// hyper flushes when it has sent what it has.
    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.connection.state().stage == Stage::Unread {
            self.connection.enter(Stage::Idle);
        }
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
