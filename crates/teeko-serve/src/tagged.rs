//! Answers with entity tags, compressed for clients that accept it.

use std::io::Read;

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderName, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::read::GzEncoder;

/// The shortest answer that is compressed and has an entity tag, in bytes.
const LONG: usize = 1000;

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
