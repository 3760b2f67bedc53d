//! Checks that apply to all requests (their Host header and length), and the headers of all
//! answers.
//!
//! tower-http has layers for CORS and for headers, which would replace ten lines. The checks of
//! the Host header and of the length of targets, and refusals that are counted, logged and answered
//! with a hint, would remain.

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{Extension, Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_MAX_AGE, ALLOW, HOST, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderValue, Method, StatusCode, Uri, Version};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use teeko::questions;
use teeko::rules::quoted;

use crate::connection::Connection;
use crate::host::means_this_machine;
use crate::monitor::Reason;
use crate::refusal::{Logged, Refusal, methods};
use crate::service::Service;

/// Refuses invalid requests before they reach a route, and counts, logs and completes every answer.
pub(crate) async fn guard(
    State(service): State<Arc<Service>>,
    Extension(connection): Extension<Arc<Connection>>,
    request: Request,
    next: Next,
) -> Response {
    let begin = Instant::now();
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let mut response = match check(&service, &request) {
        Err(refusal) => refusal.into_response(),
        Ok(()) if method == Method::OPTIONS => preflight(uri.path()),
        Ok(()) => next.run(request).await,
    };
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    let status = response.status().as_u16();
    service.monitor.answered(route(&uri), status, begin.elapsed());
    if let Some(Logged(reason, error)) = response.extensions_mut().remove() {
        service.monitor.refused(reason);
        let (peer, path) = (connection.peer, quoted(uri.path()));
        service.log.line(format!("refused {peer} with {status}: {method} {path}: {error}"));
    }
    response
}

fn check(service: &Service, request: &Request) -> Result<(), Refusal> {
    if request.version() == Version::HTTP_11 && !request.headers().contains_key(HOST) {
        let error = "expected a Host header, as HTTP/1.1 requires, found none";
        let hint = "send the name of the service, such as Host: localhost";
        return Err(Refusal::new(StatusCode::BAD_REQUEST, Reason::NoRequest, error, hint));
    }
    if service.at_loopback && !means_this_machine(request) {
        let error =
            "expected a Host header of this machine, such as localhost, found that of another";
        let hint = "ask for http://localhost or http://127.0.0.1, and let a proxy send that as \
            its Host header";
        return Err(Refusal::new(StatusCode::FORBIDDEN, Reason::Host, error, hint));
    }
    let most = service.limits.target_bytes;
    let length = request.uri().path_and_query().map_or(0, |target| target.as_str().len());
    if length > most {
        let error = format!("expected a path and query of at most {most} bytes, found {length}");
        let hint = "send many positions as the body of a POST to /v1/V/positions";
        return Err(Refusal::new(StatusCode::URI_TOO_LONG, Reason::Target, error, hint));
    }
    Ok(())
}

/// Answers the preflight request that a browser sends for the page of another site.
fn preflight(path: &str) -> Response {
    let headers = [
        (ALLOW, methods(path)),
        (ACCESS_CONTROL_ALLOW_METHODS, methods(path)),
        (ACCESS_CONTROL_ALLOW_HEADERS, "*"),
        (ACCESS_CONTROL_MAX_AGE, "86400"),
    ];
    (StatusCode::NO_CONTENT, headers).into_response()
}

/// Returns the name that a request is counted under.
fn route(uri: &Uri) -> &'static str {
    match uri.path() {
        "/" => "page",
        "/openapi.json" => "openapi",
        "/monitor" => "monitor",
        path => questions::find(path).map_or("other", |(definition, _)| definition.name),
    }
}
