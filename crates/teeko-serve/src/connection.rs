//! Connections: how many there are, and how long one waits for its client.
//!
//! `axum::serve` has no time-outs. tower-http's begin after the head of a request, and end with
//! the head of the answer.

use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, Sleep, sleep};

use crate::games::Service;

/// The connections of a listener.
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
    end: Pin<Box<Sleep>>,
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
        let end = Box::pin(sleep(service.config.client_time));
        (Timed { stream, peer, end, is_asked: false, service, _place: place }, peer)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

impl Timed {
    /// Lets the client have some time from now on.
    fn extend(&mut self, time: Duration) {
        self.end.as_mut().reset(Instant::now() + time);
    }

    /// Fails if the time is over, and otherwise wakes the task when it is.
    fn check(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        if self.end.as_mut().poll(context).is_pending() {
            return Ok(());
        }
        tracing::info!(peer = %self.peer, "closed: the client took too long");
        Err(io::ErrorKind::TimedOut.into())
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
            let time = self.service.config.client_time + self.service.config.request_time;
            self.extend(time);
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
            let time = self.service.config.client_time;
            self.extend(time);
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
