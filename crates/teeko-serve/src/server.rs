//! The service as a whole, from its configuration to its end.

use std::error::Error as _;
use std::io::{self, ErrorKind};
use std::iter;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::Router;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use rayon::ThreadPoolBuildError;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_util::task::TaskTracker;
use tower_http::metrics::InFlightRequests;

use crate::clients::{Client, Watched};
use crate::config::Config;
use crate::games::Service;
use crate::routes::{observe, routes};

/// The time between two checks for room for a connection.
const WAIT: Duration = Duration::from_millis(10);

/// The time in which connections that have arrived before the end of the service are read.
const ARRIVED: Duration = Duration::from_millis(250);

/// The time to send the answers that the end of the service has interrupted.
const LAST_ANSWERS: Duration = Duration::from_millis(500);

/// The longest head of a request, in bytes.
const HEAD_BYTES: usize = 32 << 10;

/// Why a service cannot start. Messages are one line.
#[derive(Debug, Error)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the messages say what went wrong")]
pub enum ServeError {
    #[error("{address}: cannot listen on this address: {cause}")]
    Listen {
        address: SocketAddr,
        cause: io::Error,
    },
    #[error("cannot start the threads to work with: {0}")]
    Threads(#[from] ThreadPoolBuildError),
}

/// A service that is bound to an address.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    service: Arc<Service>,
}

impl Server {
    /// Binds to the address of the configuration. Connections wait until the service
    /// [runs](Server::run).
    ///
    /// # Errors
    /// Returns an error if the address is not available, or threads cannot be started.
    ///
    /// # Panics
    /// Panics if called outside a tokio runtime with time and network.
    pub async fn bind(config: Config) -> Result<Self, ServeError> {
        let (listener, address) =
            listen(config.listen)
                .await
                .map_err(|cause| ServeError::Listen {
                    address: config.listen,
                    cause,
                })?;
        let service = Arc::new(Service::new(config)?);
        Ok(Self {
            listener,
            address,
            service,
        })
    }

    /// Returns the address on which the service listens, with the actual port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` completes. Then it accepts no more connections, and answers the pending
    /// requests within [`stop_time`](Config::stop_time). After that it stops all solves and
    /// refuses their requests with 503.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let stopping = self.service.stopping.clone();
        let connections = Connections::new(self.service);
        let accepting = connections.accept_all(self.listener);
        let stopped = async {
            stop.await;
            stopping.cancel();
        };
        tokio::join!(accepting, stopped);
        connections.end().await;
    }
}

/// Listens on an address. Returns the actual one, too, which has the port that the system picked.
async fn listen(address: SocketAddr) -> io::Result<(TcpListener, SocketAddr)> {
    let listener = TcpListener::bind(address).await?;
    let address = listener.local_addr()?;
    Ok((listener, address))
}

/// The connections of a service.
struct Connections {
    service: Arc<Service>,
    routes: Router,
    tasks: TaskTracker,
    graceful: GracefulShutdown,
}

impl Connections {
    fn new(service: Arc<Service>) -> Self {
        Self {
            routes: routes(Arc::clone(&service)),
            service,
            tasks: TaskTracker::new(),
            graceful: GracefulShutdown::new(),
        }
    }

    /// Begins to serve each connection, until the service stops.
    async fn accept_all(&self, listener: TcpListener) {
        let Service {
            clients,
            config,
            stopping,
            ..
        } = &*self.service;
        while let Some(accepted) = stopping.run_until_cancelled(listener.accept()).await {
            let Ok((stream, peer)) = accepted else {
                // The system may be out of file descriptors.
                clients.make_room(0, None);
                sleep(WAIT).await;
                continue;
            };
            if !clients.make_room(config.connections_of_address, Some(peer.ip())) {
                tracing::info!(%peer, "closed: too many connections of this address");
                continue;
            }
            while !clients.make_room(config.connections, None) && !stopping.is_cancelled() {
                sleep(WAIT).await;
            }
            self.begin(stream, peer);
        }
        for (stream, peer) in arrived(listener) {
            self.begin(stream, peer);
        }
    }

    /// Serves a connection until it ends.
    ///
    /// The caller of [`Server::run`] compiles what that awaits. The futures of connections, which
    /// are most of the service, are compiled here, once.
    fn begin(&self, stream: TcpStream, peer: SocketAddr) {
        let service = Arc::clone(&self.service);
        let patience = service.config.client_time;
        let client = service.clients.add(peer);
        let stream = Watched::new(stream, Arc::clone(&client), patience);
        let routes = self.routes.clone();
        let watcher = self.graceful.watcher();
        let connection = serve(service, stream, client, routes, watcher);
        self.tasks.spawn(connection);
    }

    /// Waits until all requests are answered. Stops those that take too long.
    async fn end(self) {
        let Self {
            service,
            tasks,
            graceful,
            ..
        } = self;
        tasks.close();
        let answered = async {
            if timeout(ARRIVED, tasks.wait()).await.is_err() {
                graceful.shutdown().await;
            }
            tasks.wait().await;
        };
        if timeout(service.config.stop_time, answered).await.is_err() {
            service.stopped.cancel();
            let _ = timeout(LAST_ANSWERS, tasks.wait()).await;
        }
    }
}

/// Returns the connections that the system has accepted, and closes the listener.
fn arrived(listener: TcpListener) -> impl Iterator<Item = (TcpStream, SocketAddr)> {
    let listener = listener.into_std().ok();
    iter::from_fn(move || {
        let (stream, peer) = listener.as_ref()?.accept().ok()?;
        stream.set_nonblocking(true).ok()?;
        Some((TcpStream::from_std(stream).ok()?, peer))
    })
}

/// Serves a connection until it ends, or is closed for others.
async fn serve(
    service: Arc<Service>,
    stream: Watched,
    client: Arc<Client>,
    routes: Router,
    watcher: Watcher,
) {
    let routes = InFlightRequests::new(routes, client.requests.clone());
    let routes = TowerToHyperService::new(routes);
    let answer = service_fn(|request| note(observe(&service, &routes, request), &client));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(service.config.client_time)
        .max_buf_size(HEAD_BYTES)
        .auto_date_header(has_date(SystemTime::now()))
        .serve_connection(TokioIo::new(stream), answer);
    let connection = watcher.watch(connection);
    let Some(Err(error)) = client.evicted.run_until_cancelled(connection).await else {
        return;
    };
    log_timeout(&error, &client);
}

/// Logs why a connection was closed, if its time was up.
fn log_timeout(error: &hyper::Error, client: &Client) {
    let peer = client.peer;
    let cause = error
        .source()
        .and_then(|cause| cause.downcast_ref::<io::Error>());
    if error.is_timeout() && !client.asks() {
        tracing::info!(%peer, "closed: idle connection");
    } else if error.is_timeout() || cause.is_some_and(|cause| cause.kind() == ErrorKind::TimedOut) {
        tracing::info!(%peer, "closed: the client took too long");
    }
}

/// Notes when the head of an answer is known.
async fn note<T>(answer: impl Future<Output = T>, client: &Client) -> T {
    let answer = answer.await;
    client.answered();
    answer
}

/// Returns whether a clock is good for the header `Date`. hyper panics if it is before 1970.
fn has_date(now: SystemTime) -> bool {
    now >= SystemTime::UNIX_EPOCH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_before_1970_has_no_date() {
        let second = Duration::from_secs(1);
        assert!(has_date(SystemTime::UNIX_EPOCH) && has_date(SystemTime::now()));
        assert!(!has_date(SystemTime::UNIX_EPOCH - second));
    }
}
