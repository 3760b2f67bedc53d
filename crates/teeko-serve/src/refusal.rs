//! Refusals of requests.

use axum::http::header::{ALLOW, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use teeko::Error;
use teeko::answers::json_text;
use teeko::questions::{self, About};

/// Why a request is refused, with its status.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) document: questions::Refusal,
    /// The text for the log, if it says more than clients need to know.
    told: Option<String>,
}

/// The text of a refusal for the log, attached to the response.
#[derive(Clone, Debug)]
pub(crate) struct Told(pub(crate) String);

/// The seconds after which the client may try again.
const RETRY_SECONDS: u16 = 2;

impl Refusal {
    pub(crate) fn new(status: StatusCode, error: impl Into<String>, hint: &str) -> Self {
        let document = questions::Refusal::new(error, Some(hint.to_owned()));
        Self { status, document, told: None }
    }

    pub(crate) fn no_such_path() -> Self {
        let hint = "/openapi.json lists all paths";
        let error = "no such path: expected one such as /v1/44-ssss";
        Self::new(StatusCode::NOT_FOUND, error, hint)
    }

    /// Returns the refusal of a method that `path` does not have, with those that it has.
    pub(crate) fn method(path: &str) -> ([(HeaderName, &'static str); 1], Self) {
        let allow = match questions::find(path) {
            Some((definition, _)) if definition.about == About::Lines => "POST, OPTIONS",
            _ => "GET, HEAD, OPTIONS",
        };
        let error = format!("method not allowed: expected one of {allow}");
        let hint = "/openapi.json says which path has which";
        ([(ALLOW, allow)], Self::new(StatusCode::METHOD_NOT_ALLOWED, error, hint))
    }

    /// Returns the refusal of a request that memory or another limit does not allow.
    pub(crate) fn unprocessable(error: String, hint: &str) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, error, hint)
    }

    pub(crate) fn busy(error: &str) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, error, "try again in some seconds")
    }

    /// Returns the refusal of a request that the end of the service has interrupted.
    pub(crate) fn stopping() -> Self {
        Self::busy("the service is shutting down")
    }

    pub(crate) fn broken() -> Self {
        let hint = "try again; if the error stays, restart the service";
        let error = "internal error: the answer could not be computed";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, error, hint)
    }
}

impl<E: Into<Error>> From<E> for Refusal {
    fn from(error: E) -> Self {
        let error = error.into();
        let status =
            StatusCode::from_u16(error.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        if status == StatusCode::SERVICE_UNAVAILABLE {
            return Self::stopping();
        }
        if status.is_server_error() {
            // The text may contain file names.
            return Self { told: Some(error.to_string()), ..Self::broken() };
        }
        Self { status, document: error.document(), told: None }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = json_text(&self.document);
        let content_type = [(CONTENT_TYPE, "application/json")];
        let mut response = (self.status, content_type, body).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(RETRY_SECONDS));
        }
        response.extensions_mut().insert(Told(self.told.unwrap_or(self.document.error)));
        response
    }
}
