//! Entity tags: a client that has an answer already does not receive it again.

use axum::body::Bytes;
use axum::http::header::{CONTENT_TYPE, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use headers::{ETag, HeaderMapExt as _, IfNoneMatch};

/// The shortest answer that has an entity tag and is compressed, in bytes.
const LONG: usize = 1000;

/// Returns an answer, or only that the client has it. One that is long has an entity tag.
pub(crate) fn tagged(headers: &HeaderMap, media_type: &'static str, body: Bytes) -> Response {
    let is_long = body.len() >= LONG;
    if !is_long && !headers.contains_key(IF_NONE_MATCH) {
        return ([(CONTENT_TYPE, media_type)], body).into_response();
    }
    let tag = tag_of(&body);
    let mut response = if is_known(headers, &tag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(CONTENT_TYPE, media_type)], body).into_response()
    };
    if is_long {
        response.headers_mut().typed_insert(tag);
    }
    response
}

/// Returns whether a client has the answer with this tag. One that sends `*` has any.
fn is_known(headers: &HeaderMap, tag: &ETag) -> bool {
    let known = headers.typed_get::<IfNoneMatch>();
    known.is_some_and(|known| !known.precondition_passes(tag))
}

/// Returns the tag of an answer. It is a weak one, since the answer may be sent compressed.
fn tag_of(body: &[u8]) -> ETag {
    let tag = format!("W/\"{:08x}{:x}\"", crc32fast::hash(body), body.len());
    tag.parse().expect("digits between quotes")
}
