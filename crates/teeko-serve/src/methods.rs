//! Routes for one method each. Requests with another one are refused.

use std::sync::Arc;

use axum::handler::Handler;
use axum::routing::{MethodRouter, get, post};

use crate::games::Service;
use crate::refusal::Refusal;

/// Returns a route for GET and HEAD.
pub(crate) fn get_alone<H, T>(handler: H) -> MethodRouter<Arc<Service>>
where
    H: Handler<T, Arc<Service>>,
    T: 'static,
{
    get(handler).fallback(async || Refusal::method("GET, HEAD, OPTIONS"))
}

/// Returns a route for POST.
pub(crate) fn post_alone<H, T>(handler: H) -> MethodRouter<Arc<Service>>
where
    H: Handler<T, Arc<Service>>,
    T: 'static,
{
    post(handler).fallback(async || Refusal::method("POST, OPTIONS"))
}
