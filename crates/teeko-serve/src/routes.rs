//! The routes.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_FRAME_OPTIONS,
};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use teeko_web::service_page;

use crate::guard::guard;
use crate::openapi::OPENAPI;
use crate::refusal::Refusal;
use crate::service::Service;
use crate::tagged::tagged;
use crate::{answers, bulk};

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

async fn get_openapi(headers: HeaderMap) -> Response {
    tagged(&headers, "application/json", OPENAPI.as_str())
}

async fn get_monitor(State(service): State<Arc<Service>>) -> impl IntoResponse {
    let headers =
        [(CACHE_CONTROL, "no-store"), (CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (headers, service.monitor.text(service.memory))
}
