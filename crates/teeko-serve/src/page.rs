//! The page and its files.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, REFERRER_POLICY,
    VARY, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::MethodRouter;
use teeko_web::{FILES, File, PACKED_PAGE, Packed, service_page};

use crate::games::Service;
use crate::methods::get_alone;
use crate::tags::tagged;

/// The content security policy: the page may run its own scripts, the solver among them, in this
/// document and in workers, and ask this service. The sites that may frame it follow.
const PAGE_POLICY: &str = "default-src 'none'; \
     script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; \
    style-src 'unsafe-inline'; img-src 'self' data: blob:; worker-src 'self' blob:; \
    manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors";

/// Returns the paths of the page and its files, with what answers them.
pub(crate) fn routes() -> Vec<(String, MethodRouter<Arc<Service>>)> {
    let mut routes = vec![("/".to_owned(), get_alone(get_page))];
    for file in FILES {
        if file.content.is_empty() {
            continue;
        }
        let methods = get_alone(async move |headers: HeaderMap| get_file(&headers, file));
        routes.push((format!("/{}", file.name), methods));
    }
    routes
}

/// Answers with the page. Browsers may keep it and check each time whether it is current.
async fn get_page(State(service): State<Arc<Service>>, headers: HeaderMap) -> impl IntoResponse {
    let embedders = &service.config.embedders;
    let frame_ancestors = if embedders.is_empty() {
        "'none'".to_owned()
    } else {
        embedders.join(" ")
    };
    let policy = format!("{PAGE_POLICY} {frame_ancestors}");
    let security = [
        (CONTENT_SECURITY_POLICY, policy),
        (CACHE_CONTROL, "no-cache".to_owned()),
        (REFERRER_POLICY, "no-referrer".to_owned()),
    ];
    // This header cannot name sites.
    let unframed = if embedders.is_empty() {
        Some([(X_FRAME_OPTIONS, "DENY")])
    } else {
        None
    };
    let content = service_page().as_bytes();
    let page = encoded(&headers, "text/html; charset=utf-8", content, PACKED_PAGE);
    (security, unframed, page)
}

fn get_file(headers: &HeaderMap, file: File) -> impl IntoResponse + use<> {
    let answer = encoded(headers, file.media_type, file.content, file.packed);
    ([(CACHE_CONTROL, "no-cache")], answer)
}

/// Returns a file in the encoding that the client prefers; brotli is the shorter one.
fn encoded(
    headers: &HeaderMap,
    media_type: &'static str,
    content: &'static [u8],
    packed: Packed,
) -> Response {
    let mut answer = tagged(headers, media_type, Bytes::from_static(content));
    if packed.gzip.is_empty() {
        return answer;
    }
    let vary = HeaderValue::from_static("accept-encoding");
    answer.headers_mut().insert(VARY, vary);
    let gzip = weight(headers, "gzip");
    let brotli = weight(headers, "br");
    if answer.status() != StatusCode::OK || gzip.max(brotli) <= 0.0 {
        return answer;
    }
    let (encoding, bytes) = if brotli >= gzip {
        ("br", packed.brotli)
    } else {
        ("gzip", packed.gzip)
    };
    let encoding = HeaderValue::from_static(encoding);
    answer.headers_mut().insert(CONTENT_ENCODING, encoding);
    *answer.body_mut() = Body::from(bytes);
    answer
}

/// Returns the weight that a client gives an encoding, 0 if it does not name it. tower-http weighs
/// encodings, too, but sends files of a folder only.
fn weight(headers: &HeaderMap, encoding: &str) -> f32 {
    let lists = headers.get_all(ACCEPT_ENCODING).into_iter();
    let lists = lists.filter_map(|list| list.to_str().ok());
    for item in lists.flat_map(|list| list.split(',')) {
        let (name, weight) = item.split_once(';').unwrap_or((item, "q=1"));
        if name.trim().eq_ignore_ascii_case(encoding) {
            let weight = weight.trim().strip_prefix("q=");
            return weight.map_or(0.0, |weight| weight.parse().unwrap_or_default());
        }
    }
    0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_have_weights() {
        for (list, gzip, brotli) in [
            ("", 0.0, 0.0),
            ("gzip", 1.0, 0.0),
            ("br, GZIP;q=0.5, *", 0.5, 1.0),
            ("deflate,gzip; q=0.25", 0.25, 0.0),
            ("identity, gzip;q=0, br;q=0.000", 0.0, 0.0),
            ("gzipped, br;q=x", 0.0, 0.0),
        ] {
            let value = HeaderValue::from_str(list).unwrap();
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, value)]);
            let weights = (weight(&headers, "gzip"), weight(&headers, "br"));
            assert_eq!(weights, (gzip, brotli), "{list}");
        }
        assert!(weight(&HeaderMap::new(), "gzip") <= 0.0);
    }
}
