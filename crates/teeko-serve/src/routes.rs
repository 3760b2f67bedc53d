//! The routes.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::SocketAddr;
use std::sync::{Arc, LazyLock};

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use teeko::questions::RequestError;
use teeko_web::service_page;
use tokio::sync::Semaphore;

use crate::config::{Config, Limits};
use crate::games::Games;
use crate::guard::guard;
use crate::log::LogQueue;
use crate::monitor::Monitor;
use crate::openapi::OPENAPI;
use crate::refusal::{JSON, Refusal};
use crate::{answers, bulk};

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
    memory: u64,
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
        let answer = tokio::task::spawn_blocking(work).await;
        Ok(answer.map_err(|_| Refusal::broken())??)
    }
}

/// Returns all routes.
pub(crate) fn router(service: Arc<Service>) -> Router {
    Router::new()
        .route("/", get(get_page))
        .route("/openapi.json", get(get_openapi))
        .route("/monitor", get(get_monitor))
        .route("/v1/{*asked}", get(answers::get).post(bulk::post))
        .fallback(async || Refusal::no_such_path())
        .method_not_allowed_fallback(async |uri: axum::http::Uri| {
            Refusal::method(if uri.path().starts_with("/v1/") {
                "GET, HEAD, POST, OPTIONS"
            } else {
                "GET, HEAD, OPTIONS"
            })
        })
        .layer(from_fn_with_state(Arc::clone(&service), guard))
        .with_state(service)
}

/// The entity tag by which a browser checks whether its copy of the page is current.
static PAGE_TAG: LazyLock<String> = LazyLock::new(|| {
    let mut hasher = DefaultHasher::new();
    service_page().hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
});

/// Answers with the page. Browsers may keep it and check each time whether it is current.
async fn get_page(headers: HeaderMap) -> Response {
    let tag = PAGE_TAG.as_str();
    let known = headers.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
    let is_known = known
        .flat_map(|list| list.split(','))
        .any(|known| known.trim().trim_start_matches("W/") == tag);
    let mut response = if is_known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        text("text/html; charset=utf-8", service_page())
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    // The tag consists of digits and quotation marks.
    headers.extend(HeaderValue::from_str(tag).ok().map(|tag| (ETAG, tag)));
    response
}

async fn get_openapi() -> Response {
    let mut response = Response::new(Body::from(OPENAPI.as_str()));
    response.headers_mut().insert(CONTENT_TYPE, JSON);
    response
}

async fn get_monitor(State(service): State<Arc<Service>>) -> Response {
    let mut response =
        text("text/plain; version=0.0.4; charset=utf-8", service.monitor.text(service.memory));
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn text(of_type: &'static str, text: impl Into<Body>) -> Response {
    let mut response = Response::new(text.into());
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(of_type));
    response
}
