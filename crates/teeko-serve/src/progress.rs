//! `/v1/V/progress`: how far the service has come with solving a rule set.

use std::sync::{Arc, Mutex, Weak};
use std::time::Instant;

use axum::extract::State;
use axum::http::Uri;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use serde_json::json;
use teeko::answers::json_text;
use teeko::questions::Request;
use teeko::work::Progress;

use crate::games::Service;
use crate::kept::lock;
use crate::refusal::Refusal;

/// The end of the path after that of the rules.
pub(crate) const PATH_END: &str = "/progress";

/// A solve that waits for its turn, or is under way: when its work began, and how far it has come.
#[derive(Debug, Default)]
pub(crate) struct Solving(Mutex<Option<(Instant, Progress)>>);

impl Solving {
    /// Notes how far the work that began at `begin` has come.
    pub(crate) fn observe(&self, begin: Instant, progress: Progress) {
        *lock(&self.0) = Some((begin, progress));
    }
}

/// Answers how far solving has come. The path and the query are those of the rules.
pub(crate) async fn get_progress(
    State(service): State<Arc<Service>>,
    uri: Uri,
) -> Result<impl IntoResponse, Refusal> {
    let path = uri.path();
    let of_rules = path.strip_suffix(PATH_END).unwrap_or(path);
    let asked = Request::read(of_rules, uri.query().unwrap_or_default())?;
    let variant = asked.readers()?[0].named().to_string();
    let (is_kept, rules) = (service.kept(&asked.rules).is_some(), &asked.rules[0]);
    let solving = lock(&service.solving).get(rules).and_then(Weak::upgrade);
    let noted = solving.and_then(|solving| *lock(&solving.0));
    let (done, of, seconds_left) = match noted {
        _ if is_kept => (1, 1, Some(0)),
        Some((begin, Progress { done, total })) => {
            let left = begin.elapsed().as_secs_f64() * total.saturating_sub(done) as f64;
            (
                done,
                total,
                (done > 0).then(|| (left / done as f64).ceil() as u64),
            )
        }
        None => (0, 1, None),
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
