//! The service as a whole, from its configuration to its end.

use std::io;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use rayon::ThreadPoolBuildError;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

use crate::config::Config;
use crate::connection::Connections;
use crate::games::Service;
use crate::routes::router;

/// The time to send the answers that the end of the service has interrupted.
const LAST_ANSWERS: Duration = Duration::from_millis(500);

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
        let listen = |cause| ServeError::Listen { address: config.listen, cause };
        let listener = TcpListener::bind(config.listen).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let service = Arc::new(Service::new(config)?);
        Ok(Self { listener, address, service })
    }

    /// Returns the address on which the service listens, with the actual port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` completes. Then it accepts no more connections, and answers the pending
    /// requests within [`stop_time`](Config::stop_time). After that it stops all solves and
    /// refuses their requests with 503.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Self { listener, service, .. } = self;
        let stopping = CancellationToken::new();
        let listener = Connections { listener, service: Arc::clone(&service) };
        let serving = axum::serve(listener, router(Arc::clone(&service)))
            .with_graceful_shutdown(stopping.clone().cancelled_owned());
        let mut serving = pin!(serving.into_future());
        // Serving ends only when it is asked to.
        tokio::select! {
            _ = &mut serving => {}
            () = stop => stopping.cancel(),
        }
        if timeout(service.config.stop_time, &mut serving).await.is_err() {
            service.stopped.cancel();
            let _ = timeout(LAST_ANSWERS, serving).await;
        }
    }
}
