//! The routes, and what applies to all of them.

use std::convert::Infallible;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::body::HttpBody as _;
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_MAX_AGE, CACHE_CONTROL, CONNECTION,
    CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG, HOST, IF_NONE_MATCH,
    REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, Method, Request, StatusCode, Uri, Version};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use futures_util::FutureExt as _;
use hyper::body::Incoming;
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use miniz_oxide::deflate::compress_to_vec;
use teeko::questions::{About, QUESTIONS};
use teeko_web::{FILES, service_page};
use tokio::time::timeout;

use crate::answers::answer;
use crate::config::Config;
use crate::connection::Client;
use crate::games::Service;
use crate::host::is_allowed;
use crate::openapi::OPENAPI;
use crate::progress::{PATH_END, get_progress};
use crate::refusal::{RETRY, Refusal, Told};

/// The shortest answer that is compressed and has an entity tag, in bytes.
const LONG: usize = 1000;

pub(crate) type Routes = TowerToHyperService<Router>;

pub(crate) fn routes(service: Arc<Service>) -> Routes {
    // `Definition::path` writes the path of a question as axum writes routes.
    let questions = QUESTIONS.iter().fold(Router::new(), |router, question| {
        let of_method = if question.about == About::Lines {
            post
        } else {
            get
        };
        router.route(&question.path(), of_method(answer))
    });
    let files = FILES.iter().filter(|(.., content)| !content.is_empty());
    let files = files.fold(questions, |router, &(name, media_type, content)| {
        let file = async move |headers: HeaderMap| {
            (
                [(CACHE_CONTROL, "no-cache")],
                tagged(&headers, media_type, content),
            )
        };
        router.route(&format!("/{name}"), get(file))
    });
    let router = files
        .route("/", get(get_page))
        .route("/openapi.json", get(get_openapi))
        .route(&format!("/v1/{{variant}}{PATH_END}"), get(get_progress))
        .route(
            "/healthz",
            get(async || ([(CACHE_CONTROL, "no-store")], "ok\n")),
        )
        .route("/metrics", get(get_metrics))
        .route("/monitor", get(get_metrics))
        // This refuses paths that are those of no question.
        .fallback(answer)
        .method_not_allowed_fallback(async |uri: Uri| Refusal::method(uri.path()))
        .with_state(service);
    TowerToHyperService::new(router)
}

/// Answers a request, counts it and logs it. Pages of all sites may read the answer.
pub(crate) async fn observe(
    service: Arc<Service>,
    client: &Client,
    routes: Routes,
    request: Request<Incoming>,
) -> Result<Response, Infallible> {
    let begin = Instant::now();
    client.set_asked(true);
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let mut response = match method {
        Method::OPTIONS => preflight(request.headers()).into_response(),
        _ => guard(&service.config, client, routes, request)
            .await
            .into_response(),
    };
    client.set_asked(false);
    let headers = response.headers_mut();
    if service.stopping.has_begun() {
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
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
    Ok(response)
}

/// Tells a browser which requests the pages of other sites may send, and that those of public sites
/// may send them to a service in a private network.
fn preflight(headers: &HeaderMap) -> impl IntoResponse {
    let is_private = headers.contains_key("access-control-request-private-network");
    let others = [
        (ACCESS_CONTROL_ALLOW_METHODS, "GET,HEAD,POST"),
        (ACCESS_CONTROL_ALLOW_HEADERS, "*"),
        (ACCESS_CONTROL_MAX_AGE, "86400"),
    ];
    (
        is_private.then_some([("access-control-allow-private-network", "true")]),
        others,
    )
}

/// Refuses requests that should not reach a route, those that take too long, those whose client has
/// left, and those whose answer panics.
async fn guard(
    config: &Config,
    client: &Client,
    routes: Routes,
    request: Request<Incoming>,
) -> Result<Response, Refusal> {
    let most = config.target_bytes;
    let length = request
        .uri()
        .path_and_query()
        .map_or(0, |target| target.as_str().len());
    let (status, error, hint) = if request.version() == Version::HTTP_11
        && !request.headers().contains_key(HOST)
    {
        let error = "expected a Host header, as HTTP/1.1 requires, found none".to_owned();
        (
            400,
            error,
            "send the name of the service, such as Host: localhost",
        )
    } else if !is_allowed(config, &request) {
        let error = "expected a Host header of this machine, such as localhost, found that of \
            another";
        let hint = "ask for http://localhost or http://127.0.0.1; if a proxy passes the name of \
            its site on, start the service with --allow-host NAME";
        (403, error.to_owned(), hint)
    } else if length > most {
        let error = format!("expected a path and query of at most {most} bytes, found {length}");
        (
            414,
            error,
            "send many positions as the body of a POST to /v1/V/positions",
        )
    } else {
        let busy = "expected an answer in less time, found too much other work";
        let version = request.version();
        let mut answer = Box::pin(AssertUnwindSafe(routes.call(request)).catch_unwind());
        let in_time = tokio::select! {
            biased;
            in_time = timeout(config.request_time, &mut answer) => in_time,
            () = client.left(version, config.client_time) => return Err(Refusal::left()),
        };
        let Ok(ended) = in_time else {
            // A client that tries again after `Retry-After` waits for the same work.
            tokio::spawn(timeout(2 * RETRY, answer));
            return Err(Refusal::busy(busy));
        };
        let Ok(answer) = ended.map_err(|_| Refusal::broken())?;
        return Ok(answer);
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
    let framed_by = if is_embedded {
        embedders.join(" ")
    } else {
        "'none'".to_owned()
    };
    let policy = [(
        CONTENT_SECURITY_POLICY,
        format!("{PAGE_POLICY} {framed_by}"),
    )];
    let others = [
        (CACHE_CONTROL, "no-cache"),
        (REFERRER_POLICY, "no-referrer"),
    ];
    // This header cannot name sites.
    let unframed = (!is_embedded).then_some([(X_FRAME_OPTIONS, "DENY")]);
    (
        policy,
        others,
        unframed,
        tagged(&headers, "text/html; charset=utf-8", service_page()),
    )
}

async fn get_openapi(headers: HeaderMap) -> Response {
    tagged(&headers, "application/json", OPENAPI.as_str())
}

async fn get_metrics(State(service): State<Arc<Service>>) -> impl IntoResponse {
    let media_type = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    (
        [(CACHE_CONTROL, "no-store"), (CONTENT_TYPE, media_type)],
        service.metrics_text(),
    )
}

/// Returns an answer; one that the client knows already, without its body. Long answers have an
/// entity tag, and are compressed for clients that accept gzip. A client that sends `*` knows any.
pub(crate) fn tagged(
    headers: &HeaderMap,
    media_type: &'static str,
    body: impl IntoResponse + AsRef<[u8]>,
) -> Response {
    let bytes = body.as_ref();
    let content_type = [(CONTENT_TYPE, media_type)];
    let tag = (bytes.len() >= LONG)
        .then(|| format!("W/\"{:08x}{:x}\"", crc32fast::hash(bytes), bytes.len()));
    let known = headers
        .get_all(IF_NONE_MATCH)
        .into_iter()
        .filter_map(|value| value.to_str().ok());
    let mut known = known.flat_map(|list| list.split(',')).map(str::trim);
    let is_known = known.any(|known| known == "*" || Some(known) == tag.as_deref());
    let tag = tag.map(|tag| [(ETAG, tag)]);
    if is_known {
        return (tag, StatusCode::NOT_MODIFIED).into_response();
    }
    // Certificates and images are compressed already.
    let is_text = media_type != "application/octet-stream" && !media_type.starts_with("image/");
    if tag.is_none() || !is_text {
        return (tag, content_type, body).into_response();
    }
    let vary = [(VARY, "accept-encoding")];
    if !accepts_gzip(headers) {
        return (tag, content_type, vary, body).into_response();
    }
    (
        tag,
        content_type,
        vary,
        [(CONTENT_ENCODING, "gzip")],
        gzip(bytes),
    )
        .into_response()
}

fn accepts_gzip(headers: &HeaderMap) -> bool {
    let lists = headers
        .get_all(ACCEPT_ENCODING)
        .into_iter()
        .filter_map(|list| list.to_str().ok());
    lists.flat_map(|list| list.split(',')).any(|encoding| {
        let (name, weight) = encoding.split_once(';').unwrap_or((encoding, "q=1"));
        let weight = weight
            .trim()
            .strip_prefix("q=")
            .and_then(|weight| weight.parse().ok());
        name.trim().eq_ignore_ascii_case("gzip") && weight.is_some_and(|weight: f32| weight > 0.0)
    })
}

/// Returns bytes as a gzip file (RFC 1952), compressed quickly.
fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut file = vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 4, 255];
    file.extend(compress_to_vec(bytes, 1));
    file.extend(crc32fast::hash(bytes).to_le_bytes());
    file.extend((bytes.len() as u32).to_le_bytes());
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_accepted_where_it_is_named_with_a_weight() {
        let accepts = |list: &str| {
            let list = HeaderValue::from_str(list).unwrap();
            accepts_gzip(&HeaderMap::from_iter([(ACCEPT_ENCODING, list)]))
        };
        assert!(accepts("gzip") && accepts("br, GZIP;q=0.5, *") && accepts("deflate,gzip; q=1.0"));
        for list in [
            "",
            "br",
            "identity, gzip;q=0",
            "gzip;q=0.000, br",
            "gzipped",
        ] {
            assert!(!accepts(list), "{list}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
