//! The service as a whole: from a set-up to its end.
//!
//! `axum::serve` would accept without limit and wait at the end for as long as a client likes: it
//! gives no hold on a connection.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use rayon::ThreadPoolBuildError;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};

use crate::config::Config;
use crate::connection::{Connection, Stage, Watched};
use crate::connections::{Connections, Place};
use crate::monitor::{Monitor, Reason};
use crate::refusal::Refusal;
use crate::routes::{Service, router};

/// The longest head of a request, in bytes: some times the longest target. There may be one of each
/// connection.
const HEAD_BYTES: usize = 1 << 15;

/// How long to wait for files that can be opened again.
const PAUSE: Duration = Duration::from_millis(50);

/// Why a service cannot begin. A message is one line.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ServeError {
    /// An address that it cannot listen at.
    #[error("{address}: expected an address to listen at, found none that can be had: {cause}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        cause: io::Error,
    },
    /// Threads that cannot be started.
    #[error("cannot start the threads to work with: {0}")]
    Threads(#[from] ThreadPoolBuildError),
}

/// A service that listens.
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
    /// Begins to listen. Whoever connects waits until the service [runs](Server::run).
    ///
    /// # Errors
    /// If the address is not to be had, or threads cannot be started.
    ///
    /// # Panics
    /// If it is not called within a tokio runtime with time and network.
    pub async fn bind(config: Config) -> Result<Self, ServeError> {
        let listen = |cause| ServeError::Listen { address: config.listen, cause };
        let listener = TcpListener::bind(config.listen).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let monitor = Arc::new(Monitor::default());
        let service = Arc::new(Service::new(&config, address, &monitor)?);
        let connections = Arc::new(Connections::new(config.limits, monitor, config.log));
        Ok(Self { listener, address, service, connections })
    }

    /// The address that it listens at, with the port that it has found.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` is done. Then nobody can connect any more, requests that have come are
    /// answered as far as [`stop_time`](crate::Limits::stop_time) allows, and what is being solved
    /// is given up.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Self { listener, service, connections, .. } = self;
        let routes = TowerToHyperService::new(router(Arc::clone(&service)));
        let (stopping, stopped) = watch::channel(false);
        let mut patience = interval(connections.patience());
        patience.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut stop = pin!(stop);
        loop {
            tokio::select! {
                () = &mut stop => break,
                _ = patience.tick() => connections.close_slow(),
                accepted = listener.accept() => match accepted {
                    Ok((stream, peer)) => match connections.admit(peer) {
                        Some(place) => {
                            tokio::spawn(converse(stream, place, routes.clone(), stopped.clone()));
                        }
                        None => turn_away(&stream),
                    },
                    Err(error) => {
                        service.log.line(&format!("cannot accept a connection: {error}"));
                        sleep(PAUSE).await;
                    }
                },
            }
        }
        drop(listener);
        stopping.send_replace(true);
        service.games.stop();
        let end = Instant::now() + service.limits.stop_time;
        while !connections.is_empty() && Instant::now() < end {
            sleep(PAUSE / 5).await;
        }
    }
}

/// Serves a connection to its end.
async fn converse(
    stream: TcpStream,
    (connection, place): (Arc<Connection>, Place),
    routes: Routes,
    mut stopped: watch::Receiver<bool>,
) {
    // Answers are short, and whoever asks waits for them. Without it they only come later.
    let _ = stream.set_nodelay(true);
    let of_request = Arc::clone(&connection);
    let answer = service_fn(move |mut request: Request<Incoming>| {
        let connection = Arc::clone(&of_request);
        connection.enter(Stage::Busy);
        request.extensions_mut().insert(Arc::clone(&connection));
        let response = routes.call(request);
        async move {
            let response = response.await;
            connection.enter(Stage::Idle);
            response
        }
    });
    let mut builder = http1::Builder::new();
    builder.max_buf_size(HEAD_BYTES).header_read_timeout(None);
    let stream = Watched { stream, connection: Arc::clone(&connection) };
    let mut conversation = pin!(builder.serve_connection(TokioIo::new(stream), answer));
    let mut is_stopping = false;
    loop {
        tokio::select! {
            result = &mut conversation => {
                if result.is_err_and(|error| error.is_parse()) {
                    place.refuse(Reason::NoRequest, connection.peer, "its bytes were no request");
                }
                return;
            }
            () = connection.closed.notified() => return,
            _ = stopped.changed(), if !is_stopping => {
                is_stopping = true;
                conversation.as_mut().graceful_shutdown();
            }
        }
    }
}

/// Tells a client that there is no room for it.
fn turn_away(stream: &TcpStream) {
    let refusal = Refusal::busy("expected fewer connections, found too many");
    let body = teeko::documents::json_text(&refusal.document);
    let head = "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\naccess-control-allow-origin: *\r\n\
                retry-after: 2\r\nconnection: close";
    // A client that cannot take some bytes at once goes without.
    let _ = stream
        .try_write(format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).as_bytes());
}
