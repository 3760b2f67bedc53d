//! The routes.

use std::io::Read;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    HeaderName, IF_NONE_MATCH, REFERRER_POLICY, VARY, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::read::GzEncoder;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};
use teeko::questions::RequestError;
use teeko_web::service_page;
use tokio::sync::Semaphore;

use crate::config::{Config, Limits};
use crate::games::{Games, blocking};
use crate::guard::guard;
use crate::log::LogQueue;
use crate::monitor::Monitor;
use crate::openapi::OPENAPI;
use crate::refusal::Refusal;
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
        blocking(move || Ok(work()?)).await
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
        .method_not_allowed_fallback(async |uri: axum::http::Uri| Refusal::method(uri.path()))
        .layer(from_fn_with_state(Arc::clone(&service), guard))
        .with_state(service)
}

/// The shortest answer that is compressed and has an entity tag, in bytes.
const LONG: usize = 1000;

/// What the page may do: run its own scripts, the solver among them, in this document and in
/// workers, and ask this service. No other site may frame it.
const PAGE_POLICY: &str = "default-src 'none'; \
     script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; \
    style-src 'unsafe-inline'; img-src data: blob:; worker-src blob:; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Answers with the page. Browsers may keep it and check each time whether it is current.
async fn get_page(headers: HeaderMap) -> impl IntoResponse {
    let policies = [
        (CACHE_CONTROL, "no-cache"),
        (CONTENT_SECURITY_POLICY, PAGE_POLICY),
        (REFERRER_POLICY, "no-referrer"),
        (X_FRAME_OPTIONS, "DENY"),
    ];
    (policies, tagged(&headers, "text/html; charset=utf-8", service_page()))
}

/// Returns an answer; one that the client knows already, without its body. Long answers have an
/// entity tag, and long text is compressed if the client accepts that.
///
/// tower-http's compression wraps every body, which takes longer than the answer to a position.
pub(crate) fn tagged(
    headers: &HeaderMap,
    of_type: &'static str,
    body: impl Into<Body> + AsRef<[u8]>,
) -> Response {
    let content_type = [(CONTENT_TYPE, HeaderValue::from_static(of_type))];
    let bytes = body.as_ref();
    if bytes.len() < LONG {
        return (content_type, body.into()).into_response();
    }
    let tag = format!("W/\"{:08x}{:x}\"", crc32fast::hash(bytes), bytes.len());
    let is_text = !of_type.ends_with("octet-stream");
    let response = if lists(headers, &IF_NONE_MATCH).any(|known| known == tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else if is_text && lists(headers, &ACCEPT_ENCODING).any(|coding| coding == "gzip") {
        let mut body = Vec::new();
        // Reading from memory does not fail.
        let _ = GzEncoder::new(bytes, flate2::Compression::fast()).read_to_end(&mut body);
        (content_type, [(CONTENT_ENCODING, "gzip")], body).into_response()
    } else {
        (content_type, body.into()).into_response()
    };
    ([(VARY, "accept-encoding"), (ETAG, &tag)], response).into_response()
}

/// Returns the items of the lists in the headers of a name.
fn lists<'a>(headers: &'a HeaderMap, name: &HeaderName) -> impl Iterator<Item = &'a str> {
    let lists = headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
    lists.flat_map(|list| list.split(',')).map(str::trim)
}

async fn get_openapi(headers: HeaderMap) -> Response {
    tagged(&headers, "application/json", OPENAPI.as_str())
}

async fn get_monitor(State(service): State<Arc<Service>>) -> impl IntoResponse {
    let headers =
        [(CACHE_CONTROL, "no-store"), (CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (headers, service.monitor.text(service.memory))
}
