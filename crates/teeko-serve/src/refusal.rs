//! Refusals of requests.

use axum::http::header::{ALLOW, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use teeko::answers::json_text;
use teeko::questions::{self, About, RequestError};

use crate::monitor::Reason;

/// Why a request is refused, with its status.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) document: questions::Refusal,
    /// The reason under which it is counted; `None` for mistakes that cost nothing.
    pub(crate) reason: Option<Reason>,
    /// The text for the log, if it says more than clients need to know.
    told: Option<String>,
    /// The methods that the path has.
    allow: Option<&'static str>,
    /// The seconds after which the client may try again, if the status is 503.
    pub(crate) retry: u64,
}

/// The log line of a refusal, attached to the response.
#[derive(Clone, Debug)]
pub(crate) struct Logged(pub(crate) Reason, pub(crate) String);

/// The seconds after which the client may try again.
const RETRY_SECONDS: u64 = 2;

impl Refusal {
    pub(crate) fn new(
        status: StatusCode,
        reason: Reason,
        error: impl Into<String>,
        hint: &str,
    ) -> Self {
        Self { reason: Some(reason), ..Self::mistake(status, error, hint) }
    }

    /// Returns the refusal of a mistake that costs nothing, and is not counted.
    fn mistake(status: StatusCode, error: impl Into<String>, hint: &str) -> Self {
        Self::of_document(status, questions::Refusal::new(error, Some(hint.to_owned())))
    }

    fn of_document(status: StatusCode, document: questions::Refusal) -> Self {
        Self { status, document, reason: None, told: None, allow: None, retry: RETRY_SECONDS }
    }

    /// Returns the refusal of a path that does not exist.
    pub(crate) fn no_such_path() -> Self {
        let hint = "/openapi.json lists all paths";
        let error = "no such path: expected one such as /v1/44-ssss";
        Self::mistake(StatusCode::NOT_FOUND, error, hint)
    }

    /// Returns the refusal of a method that `path` does not have.
    pub(crate) fn method(path: &str) -> Self {
        let allow = methods(path);
        let error = format!("method not allowed: expected one of {allow}");
        let hint = "/openapi.json says which path has which";
        Self { allow: Some(allow), ..Self::mistake(StatusCode::METHOD_NOT_ALLOWED, error, hint) }
    }

    /// Returns the refusal of a request that memory or another limit does not allow.
    pub(crate) fn unprocessable(error: String, hint: &str) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, Reason::Memory, error, hint)
    }

    /// Returns the refusal of a request when there are too many at once.
    pub(crate) fn busy(what: &str) -> Self {
        let hint = "try again in some seconds";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, Reason::Busy, what, hint)
    }

    /// Returns the refusal of a request that the end of the service has interrupted.
    pub(crate) fn stopping() -> Self {
        Self::busy("the service is shutting down")
    }

    /// Returns the refusal with another number of seconds after which to try again.
    pub(crate) fn after(self, retry: u64) -> Self {
        Self { retry, ..self }
    }

    /// Returns the refusal of bytes that hyper does not take for a request.
    pub(crate) fn of_bytes(status: StatusCode) -> Self {
        let (error, hint) = match status {
            StatusCode::BAD_REQUEST => ("this is not an HTTP request", "use HTTP/1.1"),
            _ => ("the head of the request is too long", "send positions as the body of a POST"),
        };
        Self::mistake(status, error, hint)
    }

    /// Returns the bytes of an answer after which the connection is closed.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        let body = json_text(&self.document);
        let retry = match self.status {
            StatusCode::SERVICE_UNAVAILABLE => format!("retry-after: {}\r\n", self.retry),
            _ => String::new(),
        };
        let head = format!(
            "HTTP/1.1 {}\r\ncontent-type: application/json\r\naccess-control-allow-origin: \
             *\r\n{retry}connection: close\r\ncontent-length: {}\r\n\r\n",
            self.status,
            body.len()
        );
        (head + &body).into_bytes()
    }

    /// Returns the refusal after an internal error.
    pub(crate) fn broken() -> Self {
        let hint = "try again; if the error stays, restart the service";
        let error = "internal error: the answer could not be computed";
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, Reason::Broken, error, hint)
    }
}

impl<E: Into<RequestError>> From<E> for Refusal {
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
        let reason = (status == StatusCode::UNPROCESSABLE_ENTITY).then_some(Reason::Memory);
        Self { reason, ..Self::of_document(status, error.document()) }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = json_text(&self.document);
        let content_type = [(CONTENT_TYPE, "application/json")];
        let mut response = (self.status, content_type, body).into_response();
        let headers = response.headers_mut();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(RETRY_AFTER, HeaderValue::from(self.retry));
        }
        headers.extend(self.allow.map(|methods| (ALLOW, HeaderValue::from_static(methods))));
        if let Some(reason) = self.reason {
            let logged = Logged(reason, self.told.unwrap_or(self.document.error));
            response.extensions_mut().insert(logged);
        }
        response
    }
}

/// Returns the methods that a path has.
pub(crate) fn methods(path: &str) -> &'static str {
    match questions::find(path) {
        Some((definition, _)) if definition.about == About::Lines => "POST, OPTIONS",
        _ => "GET, HEAD, OPTIONS",
    }
}
