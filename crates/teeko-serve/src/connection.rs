//! Connections: how many there are, how long one waits for its client, and whether a client is
//! still there.

use std::error::Error as _;
use std::io::{self, ErrorKind};
use std::mem;
use std::net::{IpAddr, SocketAddr};
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, Weak};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::http::Version;
use futures_util::FutureExt as _;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::time::{Instant, Sleep, sleep, timeout};

use crate::games::Service;
use crate::kept::lock;
use crate::routes::{Routes, observe};

/// The time in which a connection that has arrived before the end of the service is read.
const ARRIVED: Duration = Duration::from_millis(250);

/// The time after which a connection without a request is idle.
const IDLE: Duration = Duration::from_millis(100);

/// The time between looks whether the client of a request is still there.
const LOOK: Duration = Duration::from_secs(1);

/// An interim response, which tells the client to wait for the answer.
const INTERIM: &[u8] = b"HTTP/1.1 100 Continue\r\n\r\n";

#[derive(Default, Debug)]
pub(crate) struct Clients(Mutex<Vec<Weak<Client>>>);

/// The client of a connection.
#[derive(Debug)]
pub(crate) struct Client {
    peer: SocketAddr,
    connection: Mutex<Connection>,
    /// Notified to close the connection for others.
    evicted: Notify,
}

#[derive(Debug)]
struct Connection {
    stream: TcpStream,
    last: Last,
    /// Whether a request has arrived and the head of its answer is not known yet.
    is_asked: bool,
    /// When the last request was answered, or else the connection was opened.
    since: Instant,
}

/// What was done last with a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Last {
    /// It has nothing to read.
    Read,
    Wrote,
    /// It takes no more, because the client does not read.
    Blocked,
}

impl Clients {
    fn open(&self) -> Vec<Arc<Client>> {
        let mut clients = lock(&self.0);
        clients.retain(|client| client.strong_count() > 0);
        clients.iter().filter_map(Weak::upgrade).collect()
    }

    pub(crate) fn number(&self) -> usize {
        self.open().len()
    }

    pub(crate) fn add(&self, stream: TcpStream, peer: SocketAddr) -> Arc<Client> {
        // Answers are short and clients wait for them, so delaying packets would only cost time.
        let _ = stream.set_nodelay(true);
        // Nothing is known of what there is to read.
        let (last, since) = (Last::Wrote, Instant::now());
        let connection = Mutex::new(Connection {
            stream,
            last,
            is_asked: false,
            since,
        });
        let client = Arc::new(Client {
            peer,
            connection,
            evicted: Notify::new(),
        });
        lock(&self.0).push(Arc::downgrade(&client));
        client
    }

    /// Returns whether one more client may connect, at this address or at any. If there are `most`
    /// already, closes the connection that has been idle longest.
    pub(crate) fn make_room(&self, most: usize, address: Option<IpAddr>) -> bool {
        let mut open = self.open();
        open.retain(|client| address.is_none_or(|address| client.peer.ip() == address));
        if open.len() < most {
            return true;
        }
        let idle = open
            .iter()
            .filter_map(|client| Some((client.idle_since()?, client)));
        let Some((_, idle)) = idle.min_by_key(|(since, _)| *since) else {
            return false;
        };
        idle.evicted.notify_one();
        lock(&self.0).retain(|client| client.as_ptr() != Arc::as_ptr(idle));
        true
    }
}

impl Client {
    /// Returns since when the connection has been idle; `None` if a request may be on its way.
    fn idle_since(&self) -> Option<Instant> {
        let Connection {
            last,
            is_asked,
            since,
            ..
        } = *lock(&self.connection);
        (last == Last::Read && !is_asked && since.elapsed() > IDLE).then_some(since)
    }

    /// Says whether a request waits for its answer.
    pub(crate) fn set_asked(&self, is_asked: bool) {
        let mut connection = lock(&self.connection);
        (connection.is_asked, connection.since) = (is_asked, Instant::now());
    }

    /// Completes when the client of a request has left.
    ///
    /// A client that sends no more may have left or wait for its answer. Only one that waits takes
    /// an interim response, which HTTP/1.0 does not have: there, such a client has `patience`.
    pub(crate) async fn left(&self, version: Version, patience: Duration) {
        let has_interim = version == Version::HTTP_11;
        loop {
            sleep(if has_interim { LOOK } else { patience }).await;
            if !self.is_there(has_interim) {
                return;
            }
        }
    }

    fn is_there(&self, has_interim: bool) -> bool {
        let Connection { stream, last, .. } = &*lock(&self.connection);
        match stream.peek(&mut [0]).now_or_never() {
            Some(Ok(0)) if has_interim => {
                // Not in the middle of the answer to an earlier request.
                let told = (*last != Last::Blocked).then(|| stream.try_write(INTERIM));
                !matches!(told, Some(Err(error)) if error.kind() != ErrorKind::WouldBlock)
            }
            Some(Ok(0) | Err(_)) => false,
            _ => true,
        }
    }
}

pub(crate) async fn serve(service: Arc<Service>, routes: Routes, client: Arc<Client>) {
    let patience = service.config.client_time;
    let stream = Timed {
        client: Arc::clone(&client),
        patience,
        timer: Box::pin(sleep(patience)),
    };
    let answer =
        service_fn(|request| observe(Arc::clone(&service), &client, routes.clone(), request));
    let connection = http1::Builder::new()
        .half_close(true)
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .serve_connection(TokioIo::new(stream), answer);
    let mut connection = pin!(connection);
    let ended = tokio::select! {
        ended = &mut connection => ended,
        () = client.evicted.notified() => return,
        () = service.stopping.begun() => {
            if let Ok(ended) = timeout(ARRIVED, &mut connection).await {
                ended
            } else {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        }
    };
    let Err(error) = ended else { return };
    let cause = error
        .source()
        .and_then(|cause| cause.downcast_ref::<io::Error>());
    if error.is_timeout() || cause.is_some_and(|cause| cause.kind() == ErrorKind::TimedOut) {
        tracing::info!(peer = %client.peer, "closed: the client took too long");
    }
}

/// The stream of a connection. It fails if the client does not read its answer.
struct Timed {
    client: Arc<Client>,
    patience: Duration,
    /// Runs while the stream is blocked.
    timer: Pin<Box<Sleep>>,
}

impl AsyncRead for Timed {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let Connection { stream, last, .. } = &mut *lock(&self.client.connection);
        let result = Pin::new(stream).poll_read(context, buffer);
        if result.is_pending() && *last == Last::Wrote {
            *last = Last::Read;
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
        let Self {
            client,
            patience,
            timer,
        } = &mut *self;
        let Connection { stream, last, .. } = &mut *lock(&client.connection);
        let result = Pin::new(stream).poll_write(context, bytes);
        let now = if result.is_pending() {
            Last::Blocked
        } else {
            Last::Wrote
        };
        if mem::replace(last, now) != Last::Blocked && now == Last::Blocked {
            timer.as_mut().reset(Instant::now() + *patience);
        }
        if now == Last::Blocked && timer.as_mut().poll(context).is_ready() {
            return Poll::Ready(Err(ErrorKind::TimedOut.into()));
        }
        result
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut lock(&self.client.connection).stream).poll_flush(context)
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut lock(&self.client.connection).stream).poll_shutdown(context)
    }
}
