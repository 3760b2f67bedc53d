//! Routes for GET and HEAD, or for POST. Other methods are refused. `OPTIONS` is among the allowed
//! ones that the refusal lists: where pages of all sites may ask, the layer for CORS answers it.

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
