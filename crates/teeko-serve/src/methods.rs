//! Routes for GET and HEAD, or for POST. `OPTIONS` lists the allowed methods; where pages of all
//! sites may ask, the layer for CORS answers it instead. Other methods are refused.

use std::sync::Arc;

use axum::handler::Handler;
use axum::http::StatusCode;
use axum::http::header::ALLOW;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, get, post};

use crate::games::Service;
use crate::refusal::Refusal;

/// The methods of a route for GET and HEAD.
const OF_GET: &str = "GET, HEAD, OPTIONS";

/// The methods of a route for POST.
const OF_POST: &str = "POST, OPTIONS";

/// Returns a route for GET and HEAD.
pub(crate) fn get_alone<H, T>(handler: H) -> MethodRouter<Arc<Service>>
where
    H: Handler<T, Arc<Service>>,
    T: 'static,
{
    get(handler)
        .options(async || allowed(OF_GET))
        .fallback(async || Refusal::method(OF_GET))
}

/// Returns a route for POST.
pub(crate) fn post_alone<H, T>(handler: H) -> MethodRouter<Arc<Service>>
where
    H: Handler<T, Arc<Service>>,
    T: 'static,
{
    post(handler)
        .options(async || allowed(OF_POST))
        .fallback(async || Refusal::method(OF_POST))
}

/// Returns the answer to `OPTIONS`, which has no body.
fn allowed(methods: &'static str) -> impl IntoResponse {
    (StatusCode::NO_CONTENT, [(ALLOW, methods)])
}
