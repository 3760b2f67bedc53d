//! One connection: what it waits for, since when, and its stream.
//!
//! hyper's `header_read_timeout` ends slow heads, but not clients that do not read their answer.
//! tower-http's timeouts begin after the head. The tests run both attacks.

use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;

/// What a connection waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u64)]
pub(crate) enum Stage {
    /// Waits for a request, or for the client to read the last answer.
    Idle = 0,
    /// Waits for the rest of the head of a request.
    Head = 1,
    /// Waits for the rest of a body.
    Body = 2,
    /// Waits for the service to compute the answer.
    Busy = 3,
}

/// The number of low bits that store the stage.
const STAGE_BITS: u32 = 2;

/// A connection.
#[derive(Debug)]
pub(crate) struct Connection {
    pub(crate) peer: SocketAddr,
    /// The start of the clock that all connections share.
    epoch: Instant,
    /// The stage, and above it the milliseconds from the epoch to its start.
    state: AtomicU64,
    /// Notified when the connection is to be closed.
    pub(crate) closed: Notify,
}

impl Connection {
    pub(crate) fn new(peer: SocketAddr, epoch: Instant) -> Self {
        let this = Self { peer, epoch, state: AtomicU64::new(0), closed: Notify::new() };
        this.enter(Stage::Idle);
        this
    }

    /// Begins a stage.
    pub(crate) fn enter(&self, stage: Stage) {
        let now = self.epoch.elapsed().as_millis() as u64;
        self.state.store(now << STAGE_BITS | stage as u64, Ordering::Relaxed);
    }

    /// Returns the stage, and the time from the epoch to its start.
    pub(crate) fn stage(&self) -> (Stage, Duration) {
        let packed = self.state.load(Ordering::Relaxed);
        let stage = [Stage::Idle, Stage::Head, Stage::Body, Stage::Busy]
            [(packed & ((1 << STAGE_BITS) - 1)) as usize];
        (stage, Duration::from_millis(packed >> STAGE_BITS))
    }
}

/// The stream of a connection. It reports sent and received bytes to the connection.
pub(crate) struct Watched {
    pub(crate) stream: TcpStream,
    pub(crate) connection: Arc<Connection>,
}

impl Watched {
    /// Records the number of bytes sent.
    fn sent(&self, result: &Poll<io::Result<usize>>) {
        if matches!(result, Poll::Ready(Ok(1..))) && self.connection.stage().0 == Stage::Idle {
            self.connection.enter(Stage::Idle);
        }
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
        if buffer.filled().len() > before && self.connection.stage().0 == Stage::Idle {
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
        let result = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.sent(&result);
        result
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.sent(&result);
        result
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
