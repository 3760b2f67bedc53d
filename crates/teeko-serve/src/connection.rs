//! Connections: how many there are, and how long one waits for its client.
//!
//! `axum::serve` has no time-outs. tower-http's begin after the head of a request, and end with
//! the head of the answer.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, Sleep, sleep};

use crate::games::Service;

#[derive(Debug)]
pub(crate) struct Connections {
    pub(crate) listener: TcpListener,
    pub(crate) service: Arc<Service>,
}

/// The stream of a connection. It fails if the client takes too long.
#[derive(Debug)]
pub(crate) struct Timed {
    stream: TcpStream,
    peer: SocketAddr,
    /// When the client has taken too long.
    end: Instant,
    /// Set to `end` only when it has run out, since setting it takes a lock of the runtime.
    timer: Pin<Box<Sleep>>,
    /// Whether a request has begun to arrive since the last bytes of an answer.
    is_asked: bool,
    service: Arc<Service>,
    _place: Option<OwnedSemaphorePermit>,
}

impl Listener for Connections {
    type Io = Timed;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Timed, SocketAddr) {
        let (stream, peer) = Listener::accept(&mut self.listener).await;
        let place = Arc::clone(&self.service.connections).acquire_owned().await.ok();
        // Answers are short and clients wait for them, so delaying packets would only cost time.
        let _ = stream.set_nodelay(true);
        let service = Arc::clone(&self.service);
        let timer = Box::pin(sleep(service.config.client_time));
        let end = timer.deadline();
        (Timed { stream, peer, end, timer, is_asked: false, service, _place: place }, peer)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Timed {
    /// Fails if the time is over, and otherwise wakes the task when it may be.
    fn check(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        while self.timer.as_mut().poll(context).is_ready() {
            let now = Instant::now();
            if now >= self.end {
                tracing::info!(peer = %self.peer, "closed: the client took too long");
                return Err(io::ErrorKind::TimedOut.into());
            }
            // An answer may bring the end forward, to no earlier than this.
            let next = self.end.min(now + self.service.config.client_time);
            self.timer.as_mut().reset(next);
        }
        Ok(())
    }
}

impl AsyncRead for Timed {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let result = Pin::new(&mut self.stream).poll_read(context, buffer);
        if result.is_pending() {
            self.check(context)?;
        } else if !self.is_asked {
            // Further bytes do not extend the time. The answer may take some of it.
            self.is_asked = true;
            let config = &self.service.config;
            self.end = Instant::now() + config.client_time + config.request_time;
        }
        result
    }
}

impl AsyncWrite for Timed {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = Pin::new(&mut self.stream).poll_write(context, bytes);
        if result.is_pending() {
            self.check(context)?;
        } else {
            self.is_asked = false;
            self.end = Instant::now() + self.service.config.client_time;
        }
        result
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
