//! The routes, and what applies to all of them.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::HttpBody as _;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_MAX_AGE, CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HOST,
    IF_NONE_MATCH, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, Version};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::FutureExt as _;
use teeko::questions::{About, QUESTIONS};
use teeko_web::{FILES, service_page};
use tokio::time::timeout;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate as _, SizeAbove};

use crate::answers::answer;
use crate::config::Config;
use crate::games::Service;
use crate::host::is_allowed;
use crate::openapi::OPENAPI;
use crate::refusal::{Refusal, Told};

/// The shortest answer that is compressed and has an entity tag, in bytes.
const LONG: usize = 1000;

pub(crate) fn router(service: Arc<Service>) -> Router {
    // Answers to many positions are sent in parts. Certificates and images are compressed already.
    let is_compressed = SizeAbove::new(LONG as u64)
        .and(NotForContentType::const_new("application/jsonl"))
        .and(NotForContentType::const_new("application/octet-stream"))
        .and(NotForContentType::IMAGES);
    let compression =
        CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(is_compressed);
    // Each layer costs each request some of its time.
    let layers = (from_fn_with_state(Arc::clone(&service), observe), compression);
    // `Definition::path` writes the path of a question as axum writes routes.
    let questions = QUESTIONS.iter().fold(Router::new(), |router, question| {
        let of_method = if question.about == About::Lines { post } else { get };
        router.route(&question.path(), of_method(answer))
    });
    let files = FILES.iter().fold(questions, |router, &(name, media_type, content)| {
        let file = async move |headers: HeaderMap| {
            ([(CACHE_CONTROL, "no-cache")], tagged(&headers, media_type, content))
        };
        router.route(&format!("/{name}"), get(file))
    });
    files
        .route("/", get(get_page))
        .route("/openapi.json", get(get_openapi))
        .route("/healthz", get(async || ([(CACHE_CONTROL, "no-store")], "ok\n")))
        .route("/metrics", get(get_metrics))
        .route("/monitor", get(get_metrics))
        // This refuses paths that are those of no question.
        .fallback(answer)
        .method_not_allowed_fallback(async |uri: Uri| Refusal::method(uri.path()))
        .layer(layers)
        .with_state(service)
}

/// Answers a request, counts it and logs it. Pages of all sites may read the answer.
async fn observe(State(service): State<Arc<Service>>, request: Request, next: Next) -> Response {
    let begin = Instant::now();
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let mut response = match method {
        Method::OPTIONS => preflight().into_response(),
        _ => guard(&service.config, request, next).await.into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let (status, time) = (response.status().as_u16(), begin.elapsed());
    service.metrics.answered(uri.path(), status, time);
    tracing::info!(
        method = method.as_str(),
        path = uri.path(),
        status,
        microseconds = time.as_micros() as u64,
        bytes = response.body().size_hint().exact(),
        error = response.extensions().get().map(|Told(error)| &**error),
        "request",
    );
    response
}

/// Tells a browser which requests the pages of other sites may send.
fn preflight() -> impl IntoResponse {
    [
        (ACCESS_CONTROL_ALLOW_METHODS, "GET,HEAD,POST"),
        (ACCESS_CONTROL_ALLOW_HEADERS, "*"),
        (ACCESS_CONTROL_MAX_AGE, "86400"),
    ]
}

/// Refuses requests that should not reach a route, those that take too long, and those whose answer
/// panics.
async fn guard(config: &Config, request: Request, next: Next) -> Result<Response, Refusal> {
    let most = config.target_bytes;
    let length = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
    let (status, error, hint) = if request.version() == Version::HTTP_11
        && !request.headers().contains_key(HOST)
    {
        let error = "expected a Host header, as HTTP/1.1 requires, found none".to_owned();
        (400, error, "send the name of the service, such as Host: localhost")
    } else if !is_allowed(config, &request) {
        let error = "expected a Host header of this machine, such as localhost, found that of \
            another";
        let hint = "ask for http://localhost or http://127.0.0.1; if a proxy passes the name of \
            its site on, start the service with --allow-host NAME";
        (403, error.to_owned(), hint)
    } else if length > most {
        let error = format!("expected a path and query of at most {most} bytes, found {length}");
        (414, error, "send many positions as the body of a POST to /v1/V/positions")
    } else {
        let busy = "expected an answer in less time, found too much other work";
        let answer = AssertUnwindSafe(next.run(request)).catch_unwind();
        let in_time = timeout(config.request_time, answer).await;
        return in_time.map_err(|_| Refusal::busy(busy))?.map_err(|_| Refusal::broken());
    };
    Err(Refusal::new(status, error, hint))
}

/// What the page may do: run its own scripts, the solver among them, in this document and in
/// workers, and ask this service. The sites that may frame it follow.
const PAGE_POLICY: &str = "default-src 'none'; \
     script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; \
    style-src 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; \
    manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors";

/// Answers with the page. Browsers may keep it and check each time whether it is current.
async fn get_page(State(service): State<Arc<Service>>, headers: HeaderMap) -> impl IntoResponse {
    let embedders = &service.config.embedders;
    let is_embedded = !embedders.is_empty();
    let framed_by = if is_embedded { embedders.join(" ") } else { "'none'".to_owned() };
    let policy = [(CONTENT_SECURITY_POLICY, format!("{PAGE_POLICY} {framed_by}"))];
    let others = [(CACHE_CONTROL, "no-cache"), (REFERRER_POLICY, "no-referrer")];
    // This header cannot name sites.
    let unframed = (!is_embedded).then_some([(X_FRAME_OPTIONS, "DENY")]);
    (policy, others, unframed, tagged(&headers, "text/html; charset=utf-8", service_page()))
}

async fn get_openapi(headers: HeaderMap) -> Response {
    tagged(&headers, "application/json", OPENAPI.as_str())
}

async fn get_metrics(State(service): State<Arc<Service>>) -> impl IntoResponse {
    let media_type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(CACHE_CONTROL, "no-store"), (CONTENT_TYPE, media_type)], service.metrics_text().await)
}

/// Returns an answer; one that the client knows already, without its body. Long answers have an
/// entity tag. A client that sends `*` knows any.
pub(crate) fn tagged(
    headers: &HeaderMap,
    media_type: &'static str,
    body: impl IntoResponse + AsRef<[u8]>,
) -> Response {
    let bytes = body.as_ref();
    let content_type = [(CONTENT_TYPE, media_type)];
    let tag = (bytes.len() >= LONG)
        .then(|| format!("W/\"{:08x}{:x}\"", crc32fast::hash(bytes), bytes.len()));
    let known = headers.get_all(IF_NONE_MATCH).into_iter().filter_map(|value| value.to_str().ok());
    let mut known = known.flat_map(|list| list.split(',')).map(str::trim);
    let is_known = known.any(|known| known == "*" || Some(known) == tag.as_deref());
    let tag = tag.map(|tag| [(ETAG, tag)]);
    if is_known {
        return (tag, StatusCode::NOT_MODIFIED).into_response();
    }
    (tag, content_type, body).into_response()
}
