//! Answers to what is refused.

use axum::body::Body;
use axum::http::header::{ALLOW, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use teeko::Error;
use teeko::documents::{self, json_text};
use teeko::questions::RequestError;

use crate::monitor::Reason;

/// Why a request is refused, with its status.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) document: documents::Refusal,
    /// What it is counted as; `None` for mistakes that cost nothing.
    pub(crate) reason: Option<Reason>,
    /// What the log says, where that is more than clients need to know.
    told: Option<String>,
    /// The methods that the path does have.
    allow: Option<&'static str>,
}

/// What the log says of a refusal, put beside the response.
#[derive(Clone, Debug)]
pub(crate) struct Logged(pub(crate) Reason, pub(crate) String);

/// After how many seconds it is worth to try again.
const RETRY_SECONDS: &str = "2";

impl Refusal {
    pub(crate) fn new(
        status: StatusCode,
        reason: Reason,
        error: impl Into<String>,
        hint: &str,
    ) -> Self {
        let document = documents::Refusal::new(error, Some(hint.to_owned()));
        Self { status, document, reason: Some(reason), told: None, allow: None }
    }

    /// Nothing is at a path.
    pub(crate) fn no_such_path() -> Self {
        let hint = "the paths are those that /openapi.json lists";
        let document = documents::Refusal::new(
            "expected a path such as /v1/44-ssss, found none that there is",
            Some(hint.to_owned()),
        );
        Self { status: StatusCode::NOT_FOUND, document, reason: None, told: None, allow: None }
    }

    /// A path is there, but not for this method.
    pub(crate) fn method(allow: &'static str) -> Self {
        let document = documents::Refusal::new(
            format!("expected one of the methods {allow}, found another"),
            Some("/openapi.json says which path has which".to_owned()),
        );
        Self {
            status: StatusCode::METHOD_NOT_ALLOWED,
            document,
            reason: None,
            told: None,
            allow: Some(allow),
        }
    }

    /// More at once than is allowed.
    pub(crate) fn busy(what: &str) -> Self {
        let hint = "try again in some seconds";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, Reason::Busy, what, hint)
    }

    /// Something went wrong that should not have.
    pub(crate) fn broken() -> Self {
        let hint = "try again; if it stays so, start the service anew";
        Self::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            Reason::Broken,
            "the answer was not to be had",
            hint,
        )
    }
}

impl From<RequestError> for Refusal {
    fn from(error: RequestError) -> Self {
        let status =
            StatusCode::from_u16(error.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        if status.is_server_error() {
            // It may name files.
            return Self { told: Some(error.to_string()), ..Self::broken() };
        }
        let reason = (status == StatusCode::UNPROCESSABLE_ENTITY).then_some(Reason::Memory);
        Self { status, document: error.document(), reason, told: None, allow: None }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        RequestError::from(error).into()
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = Response::new(Body::from(json_text(&self.document)));
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, JSON);
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(RETRY_AFTER, HeaderValue::from_static(RETRY_SECONDS));
        }
        if let Some(methods) = self.allow {
            headers.insert(ALLOW, HeaderValue::from_static(methods));
        }
        if let Some(reason) = self.reason {
            response
                .extensions_mut()
                .insert(Logged(reason, self.told.unwrap_or(self.document.error)));
        }
        response
    }
}

/// The type of JSON.
pub(crate) const JSON: HeaderValue = HeaderValue::from_static("application/json");
