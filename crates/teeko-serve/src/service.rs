//! The state that all requests share.

use std::net::SocketAddr;
use std::sync::Arc;

use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use teeko::questions::RequestError;
use tokio::sync::Semaphore;

use crate::config::{Config, Limits};
use crate::games::{Games, blocking};
use crate::log::LogQueue;
use crate::monitor::Monitor;
use crate::refusal::Refusal;

/// The state that all requests share.
#[derive(Debug)]
pub(crate) struct Service {
    pub(crate) games: Arc<Games>,
    pub(crate) monitor: Arc<Monitor>,
    pub(crate) limits: Limits,
    pub(crate) log: LogQueue,
    /// Whether only this machine can connect.
    pub(crate) at_loopback: bool,
    /// The threads that answer many positions.
    pub(crate) bulk: ThreadPool,
    /// The memory for all bodies together, in bytes.
    pub(crate) bodies: Arc<Semaphore>,
    /// The permits for slow answers; other requests wait.
    aside: Semaphore,
    pub(crate) memory: u64,
}

/// The most bodies of maximum size at once.
const BODIES: usize = 32;

/// The slow answers that run at once for each thread.
const ASIDE: usize = 2;

impl Service {
    pub(crate) fn new(
        config: &Config,
        address: SocketAddr,
        monitor: &Arc<Monitor>,
        log: LogQueue,
    ) -> Result<Self, ThreadPoolBuildError> {
        Ok(Self {
            games: Arc::new(Games::new(config, Arc::clone(monitor))?),
            monitor: Arc::clone(monitor),
            limits: config.limits,
            log,
            at_loopback: address.ip().is_loopback(),
            bulk: ThreadPoolBuilder::new().num_threads(config.threads).build()?,
            bodies: Arc::new(Semaphore::new(BODIES * config.limits.body_bytes)),
            aside: Semaphore::new(ASIDE * config.threads.max(1)),
            memory: config.memory,
        })
    }

    /// Runs slow work on another thread, so that other answers do not wait for it.
    pub(crate) async fn aside<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, RequestError> + Send + 'static,
    ) -> Result<T, Refusal> {
        let _permit = self.aside.acquire().await.map_err(|_| Refusal::broken())?;
        blocking(move || Ok(work()?)).await
    }
}
