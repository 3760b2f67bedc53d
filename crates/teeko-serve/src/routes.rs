//! The routes, and what applies to all of them.

use std::any::Any;
use std::convert::Infallible;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::{Request, State};
use axum::http::header::{
    CACHE_CONTROL, CONNECTION, CONTENT_TYPE, ETAG, HOST, HeaderName, RETRY_AFTER,
    X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{Extensions, HeaderMap, HeaderValue, Method, StatusCode, Uri, Version};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;
use hyper::body::Incoming;
use hyper::service::Service as _;
use hyper_util::service::TowerToHyperService;
use serde_json::json;
use teeko::rules::quoted;
use teeko::surfaces::{About, Definition, QUESTIONS, Question, json_text, no_such_path};
use tokio::time::timeout;
use tower::util::MapResponseLayer;
use tower_http::CompressionLevel;
use tower_http::catch_panic::{CatchPanicLayer, ResponseForPanic};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate};
use tower_http::cors::{Any as AnyOrigin, CorsLayer};
use tower_http::metrics::InFlightRequests;
use tower_http::metrics::in_flight_requests::ResponseBody;

use crate::answers::{answer, answer_lines};
use crate::cache::lock;
use crate::games::Service;
use crate::host::is_allowed;
use crate::methods::{get_alone, post_alone};
use crate::metrics::MEDIA_TYPE;
use crate::openapi::OPENAPI;
use crate::page;
use crate::refusal::{LogText, RETRY, Refusal};
use crate::tags::tagged;

/// The end of the path of progress, after that of the rules.
const PROGRESS: &str = "/progress";

/// How long a browser may remember which requests are allowed.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The routes for a connection, which count its requests.
pub(crate) type Routes = TowerToHyperService<InFlightRequests<Router>>;

/// The name of a route for the counts, attached to its responses.
#[derive(Clone, Copy, Debug)]
struct RouteName(&'static str);

/// Returns all routes. A path is matched here only: its route has the question and the name.
pub(crate) fn routes(service: Arc<Service>) -> Router {
    let mut router = fallback(&service);
    for question in &QUESTIONS {
        let methods = answering(question);
        // `Definition::path` writes the path of a question as axum writes routes.
        let path = question.path();
        router = router.route(&path, with_cors(&service, question.name, methods));
    }
    for (path, methods) in page::routes() {
        router = router.route(&path, with_cors(&service, "page", methods));
    }
    let progress = format!("/v1/{{variant}}{PROGRESS}");
    for (path, name, methods) in [
        (&*progress, "progress", get_alone(get_progress)),
        ("/openapi.json", "openapi", get_alone(get_openapi)),
        ("/healthz", "healthz", get_alone(get_health)),
    ] {
        router = router.route(path, with_cors(&service, name, methods));
    }
    for path in ["/metrics", "/monitor"] {
        router = router.route(
            path,
            without_cors(&service, "metrics", get_alone(get_metrics)),
        );
    }
    router.with_state(service)
}

/// Returns a router without routes, which refuses all paths.
fn fallback(service: &Arc<Service>) -> Router<Arc<Service>> {
    Router::new()
        .fallback(async |uri: Uri| Refusal::from(no_such_path(uri.path())))
        .layer((
            cors(),
            from_fn_with_state(Arc::clone(service), limit),
            unbroken(),
            compressed(),
        ))
}

/// Returns a route that answers a question.
fn answering(question: &'static Definition) -> MethodRouter<Arc<Service>> {
    if question.about == About::Lines {
        post_alone(
            async move |State(service), uri: Uri, headers: HeaderMap, body: Body| {
                answer_lines(question, service, &uri, &headers, body).await
            },
        )
    } else {
        get_alone(async move |State(service), uri: Uri, headers: HeaderMap| {
            answer(question, service, &uri, &headers).await
        })
    }
}

/// Names a route, keeps it within the limits of the service, and allows pages of all sites to ask
/// it.
fn with_cors(
    service: &Arc<Service>,
    name: &'static str,
    methods: MethodRouter<Arc<Service>>,
) -> MethodRouter<Arc<Service>> {
    // One layer of several: axum clones and boxes what a layer is around for each request.
    methods.layer((
        named(name),
        cors(),
        from_fn_with_state(Arc::clone(service), limit),
        unbroken(),
        compressed(),
    ))
}

/// Returns a route that pages of other sites may not ask: for what is about the service itself. Its
/// answers are not compressed.
fn without_cors(
    service: &Arc<Service>,
    name: &'static str,
    methods: MethodRouter<Arc<Service>>,
) -> MethodRouter<Arc<Service>> {
    methods.layer((
        named(name),
        from_fn_with_state(Arc::clone(service), limit),
        unbroken(),
    ))
}

/// Attaches the name of a route to its responses.
fn named(name: &'static str) -> MapResponseLayer<impl Fn(Response) -> Response + Clone> {
    MapResponseLayer::new(move |mut response: Response| {
        response.extensions_mut().insert(RouteName(name));
        response
    })
}

/// Compresses long answers quickly: those with an entity tag. Those to many positions have none,
/// since they are sent in parts, and certificates and images are compressed already.
fn compressed() -> CompressionLayer<impl Predicate> {
    let is_text =
        NotForContentType::const_new("application/octet-stream").and(NotForContentType::IMAGES);
    CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(is_text.and(is_tagged))
}

fn is_tagged(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    headers.contains_key(ETAG)
}

/// Refuses a request whose answer panics.
fn unbroken() -> CatchPanicLayer<impl ResponseForPanic<ResponseBody = Body>> {
    CatchPanicLayer::custom(|_: Box<dyn Any + Send>| Refusal::broken().into_response())
}

/// Allows the pages of all sites to send requests, those of public sites also to a service in a
/// private network.
fn cors() -> CorsLayer {
    CorsLayer::new()
        .allow_origin(AnyOrigin)
        .allow_methods([Method::GET, Method::HEAD, Method::POST])
        .allow_headers(AnyOrigin)
        .expose_headers([ETAG, RETRY_AFTER])
        .allow_private_network(true)
        .max_age(DAY)
        .vary(Vec::<HeaderName>::new())
}

/// Answers a request, counts the answer and logs it.
pub(crate) async fn observe(
    service: &Service,
    routes: &Routes,
    request: hyper::Request<Incoming>,
) -> Result<hyper::Response<ResponseBody<Body>>, Infallible> {
    let begin = Instant::now();
    let method = request.method().clone();
    let uri = request.uri().clone();
    let mut response = routes.call(request).await?;
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if service.stopping.is_cancelled() {
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    let status = response.status().as_u16();
    let time = begin.elapsed();
    let RouteName(route) = *response.extensions().get().unwrap_or(&RouteName("other"));
    service.metrics.answered(route, status, time);
    tracing::info!(
        method = method.as_str(),
        path = uri.path(),
        status,
        microseconds = time.as_micros() as u64,
        bytes = response.body().size_hint().exact(),
        error = response.extensions().get().map(|LogText(error)| &**error),
        "request",
    );
    Ok(response)
}

/// Refuses requests that should not reach a route.
fn check(service: &Service, request: &Request) -> Result<(), Refusal> {
    let has_host = request.headers().contains_key(HOST);
    if request.version() == Version::HTTP_11 && !has_host {
        let error = "expected a Host header, as HTTP/1.1 requires, found none";
        let hint = "send the name of the service, such as Host: localhost";
        return Err(Refusal::new(400, error, hint));
    }
    if !is_allowed(&service.config, request) {
        let error = "expected a Host header of this machine, such as localhost, found that of \
            another";
        let hint = "ask for http://localhost or http://127.0.0.1; if a proxy passes the name of \
            its site on, start the service with --allow-host NAME";
        return Err(Refusal::new(403, error, hint));
    }
    let most = service.config.target_bytes;
    let target = request.uri().path_and_query();
    let length = target.map_or(0, |target| target.as_str().len());
    if length > most {
        let error = format!("expected a path and query of at most {most} bytes, found {length}");
        let hint = "send many positions as the body of a POST to /v1/V/positions";
        return Err(Refusal::new(414, error, hint));
    }
    Ok(())
}

/// Refuses requests that should not reach a route, and those that take too long.
async fn limit(
    State(service): State<Arc<Service>>,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    check(&service, &request)?;
    let mut answer = Box::pin(next.run(request));
    if let Ok(answer) = timeout(service.config.request_time, &mut answer).await {
        return Ok(answer);
    }
    // A client that tries again after `Retry-After` waits for the same work.
    tokio::spawn(timeout(2 * RETRY, answer));
    let error = "expected an answer in less time, found too much other work";
    Err(Refusal::busy(error))
}

async fn get_health() -> impl IntoResponse {
    ([(CACHE_CONTROL, "no-store")], "ok\n")
}

/// Answers how far solving has come. The path and the query are those of the rules.
async fn get_progress(
    State(service): State<Arc<Service>>,
    uri: Uri,
) -> Result<impl IntoResponse, Refusal> {
    let path = uri.path();
    let of_rules = path.strip_suffix(PROGRESS).unwrap_or(path);
    let (rules, _) = Question::of_path(of_rules, uri.query().unwrap_or_default())?;
    let [rules] = &rules[..] else {
        let expected = "expected one such as /v1/44-ssss/progress";
        let error = format!("`{}`: no such path: {expected}", quoted(path));
        let hint = "/v1/questions lists all paths with their parameters";
        return Err(Refusal::new(404, error, hint));
    };
    let variant = rules.named()?.to_string();
    let (done, of, seconds_left) = if service.games.get(rules).is_some() {
        (1, 1, Some(0))
    } else {
        let solving = lock(&service.solving).get(rules).and_then(Weak::upgrade);
        let state = solving.and_then(|solving| solving.state());
        state.unwrap_or((0, 1, None))
    };
    let document = json!({
        "schema": "teeko.progress/1",
        "variant": variant,
        "done": done,
        "of": of,
        "seconds_left": seconds_left,
    });
    let head = [
        (CACHE_CONTROL, "no-store"),
        (CONTENT_TYPE, "application/json"),
    ];
    Ok((head, json_text(&document)))
}

async fn get_openapi(headers: HeaderMap) -> Response {
    let description = Bytes::from_static(OPENAPI.as_bytes());
    tagged(&headers, "application/json", description)
}

async fn get_metrics(State(service): State<Arc<Service>>) -> impl IntoResponse {
    let head = [(CACHE_CONTROL, "no-store"), (CONTENT_TYPE, MEDIA_TYPE)];
    (head, service.metrics_text())
}
