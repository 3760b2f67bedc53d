//! The service as a whole, from its configuration to its end.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use std::{io, iter};

use rayon::ThreadPoolBuildError;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{Sender, channel};
use tokio::time::{sleep, timeout};

use crate::config::Config;
use crate::connection::serve;
use crate::games::Service;
use crate::routes::{Routes, routes};

/// The time between looks whether there is room for a connection.
const WAIT: Duration = Duration::from_millis(10);

/// The time to send the answers that the end of the service has interrupted.
const LAST_ANSWERS: Duration = Duration::from_millis(500);

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
        let listen = |cause| ServeError::Listen {
            address: config.listen,
            cause,
        };
        let listener = TcpListener::bind(config.listen).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
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
        let Self {
            listener, service, ..
        } = self;
        let routes = routes(Arc::clone(&service));
        // Each connection holds a sender, so the channel is closed when all have ended.
        let (open, mut all) = channel::<Infallible>(1);
        let begin = |connection| begin(&service, &routes, connection, open.clone());
        let mut next = None;
        let accept_all = async {
            let (clients, config) = (&service.clients, &service.config);
            loop {
                // The system may be out of file descriptors.
                let Ok((stream, peer)) = listener.accept().await else {
                    sleep(WAIT).await;
                    continue;
                };
                if !clients.make_room(config.connections_of_address, Some(peer.ip())) {
                    tracing::info!(%peer, "closed: too many connections of this address");
                    continue;
                }
                next = Some((stream, peer));
                while !clients.make_room(config.connections, None) {
                    sleep(WAIT).await;
                }
                next.take().map(begin);
            }
        };
        tokio::select! {
            () = accept_all => {}
            () = stop => {}
        }
        service.stopping.begin();
        next.into_iter().chain(arrived(listener)).for_each(begin);
        drop(open);
        if timeout(service.config.stop_time, all.recv()).await.is_err() {
            service.stopped.begin();
            let _ = timeout(LAST_ANSWERS, all.recv()).await;
        }
    }
}

/// Serves a connection until it ends, and then drops `open`.
///
/// The caller of [`Server::run`] compiles what that awaits. The futures of connections, which are
/// most of the service, are compiled here, once.
fn begin(
    service: &Arc<Service>,
    routes: &Routes,
    (stream, peer): (TcpStream, SocketAddr),
    open: Sender<Infallible>,
) {
    let client = service.clients.add(stream, peer);
    let connection = serve(Arc::clone(service), routes.clone(), client);
    tokio::spawn(async move {
        connection.await;
        drop(open);
    });
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
