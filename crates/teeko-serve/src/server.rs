//! The service as a whole, from its configuration to its end.
//!
//! `axum::serve` would accept connections without limit, and wait at the end for as long as a
//! client likes. It gives no control over a connection. The graceful shutdown is hyper-util's.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use axum::response::IntoResponse;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use hyper_util::service::TowerToHyperService;
use rayon::ThreadPoolBuildError;
use thiserror::Error;
use tokio::io::{AsyncWriteExt as _, copy, sink};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::config::Config;
use crate::connection::{Stage, Watched};
use crate::connections::{Connections, Entry};
use crate::log::LogQueue;
use crate::monitor::{Monitor, Reason};
use crate::refusal::Refusal;
use crate::routes::router;
use crate::service::Service;

/// The longest head of a request, in bytes: a multiple of the longest target. Each connection may
/// hold one.
const HEAD_BYTES: usize = 1 << 15;

/// How long to wait when the system has no more open files.
const PAUSE: Duration = Duration::from_millis(50);

/// How long the end waits for the reader of the log.
const LOG_TIME: Duration = Duration::from_secs(1);

/// Why a service cannot start. Messages are one line.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The service cannot listen on the address.
    #[error("{address}: cannot listen on this address: {cause}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The error of the system.
        cause: io::Error,
    },
    /// Threads cannot be started.
    #[error("cannot start the threads to work with: {0}")]
    Threads(#[from] ThreadPoolBuildError),
    /// The thread of the log cannot be started.
    #[error("cannot start the thread that writes the log: {0}")]
    Log(io::Error),
}

/// A service that is bound to an address.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    service: Arc<Service>,
    connections: Arc<Connections>,
}

/// The hyper service of all routes.
type Routes = TowerToHyperService<axum::Router>;

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
        let listen = |cause| ServeError::Listen { address: config.listen, cause };
        let listener = TcpListener::bind(config.listen).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let monitor = Arc::new(Monitor::new());
        let log =
            LogQueue::new(config.log.clone(), Arc::clone(&monitor)).map_err(ServeError::Log)?;
        let service = Arc::new(Service::new(&config, address, &monitor, log.clone())?);
        let connections = Arc::new(Connections::new(config.limits, monitor, log));
        Ok(Self { listener, address, service, connections })
    }

    /// Returns the address on which the service listens, with the actual port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` completes. Then it accepts no more connections, answers the pending
    /// requests within [`stop_time`](crate::Limits::stop_time) or refuses them with 503, and stops
    /// all solves.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Self { listener, service, connections, .. } = self;
        let routes = TowerToHyperService::new(router(Arc::clone(&service)));
        let graceful = GracefulShutdown::new();
        let (over, is_over) = watch::channel(false);
        let admit = |stream, peer| match connections.admit(peer) {
            Some(entry) => {
                let (watcher, is_over) = (graceful.watcher(), is_over.clone());
                tokio::spawn(converse(stream, entry, routes.clone(), watcher, is_over))
            }
            None => tokio::spawn(turn_away(stream)),
        };
        let mut stop = pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => drop(admit(stream, peer)),
                    Err(error) => {
                        connections.make_room();
                        service.log.line(format!("cannot accept a connection: {error}"));
                        sleep(PAUSE).await;
                    }
                },
            }
        }
        // These clients have a connection, although it was not accepted yet.
        while let Ok(Ok((stream, peer))) = timeout(Duration::ZERO, listener.accept()).await {
            admit(stream, peer);
        }
        drop(listener);
        service.games.stop();
        let end = Instant::now() + service.limits.stop_time;
        // Requests on their way arrive until then.
        sleep(PAUSE).await;
        let mut closed = pin!(graceful.shutdown());
        if timeout_at(end, &mut closed).await.is_err() {
            over.send_replace(true);
            let _ = timeout(PAUSE, closed).await;
        }
        service.log.written(LOG_TIME).await;
    }
}

/// Serves a connection to its end.
async fn converse(
    stream: TcpStream,
    entry: Entry,
    routes: Routes,
    watcher: Watcher,
    is_over: watch::Receiver<bool>,
) {
    let Entry { connection, connections } = &entry;
    // Answers are short and clients wait for them, so delaying packets would only cost time.
    let _ = stream.set_nodelay(true);
    let answer = service_fn(|mut request: Request<Incoming>| {
        connection.enter(Stage::Busy);
        request.extensions_mut().insert(Arc::clone(connection));
        let (response, mut is_over) = (routes.call(request), is_over.clone());
        async move {
            let response = tokio::select! {
                biased;
                response = response => response,
                _ = is_over.wait_for(|is_over| *is_over) => {
                    Ok(Refusal::stopping().into_response())
                }
            };
            connection.enter(Stage::Idle);
            response
        }
    });
    let mut builder = http1::Builder::new();
    builder.max_buf_size(HEAD_BYTES).header_read_timeout(None);
    let stream = Watched { stream, connection: Arc::clone(connection) };
    let conversation = builder.serve_connection(TokioIo::new(stream), answer);
    let refusal = tokio::select! {
        result = watcher.watch(conversation) => {
            let is_no_request = result.is_err_and(|error| error.is_parse());
            is_no_request.then_some((Reason::NoRequest, "its bytes were no request"))
        }
        slow = connection.slow(&connections.limits) => slow,
        () = connection.closed.notified() => None,
    };
    if let Some((reason, why)) = refusal {
        connections.refuse(reason, connection.peer, why);
    }
}

/// Answers a client for which there is no room. Closing a connection with unread bytes destroys the
/// answer, so it reads what arrives within [`PAUSE`].
async fn turn_away(mut stream: TcpStream) {
    let refusal = Refusal::busy("too many connections");
    let talk = async {
        stream.write_all(&refusal.to_bytes()).await?;
        stream.shutdown().await?;
        copy(&mut stream, &mut sink()).await
    };
    let _ = timeout(PAUSE, talk).await;
}
