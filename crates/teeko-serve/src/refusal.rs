//! Refusals of requests.

use std::time::Duration;

use axum::Extension;
use axum::http::header::{ALLOW, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderName, StatusCode};
use axum::response::{IntoResponse, Response};
use teeko::answers::ErrorDocument;
use teeko::surfaces::json_text;
use teeko::{Error, ErrorKind};

/// Why a request is refused, with its status.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    status: u16,
    pub(crate) document: ErrorDocument,
    /// The text for the log, if it says more than clients need to know.
    log_text: Option<String>,
}

/// The text of a refusal for the log, attached to the response.
#[derive(Clone, Debug)]
pub(crate) struct LogText(pub(crate) String);

/// The time after which the client may try again.
pub(crate) const RETRY: Duration = Duration::from_secs(2);

impl Refusal {
    pub(crate) fn new(status: u16, error: impl Into<String>, hint: &str) -> Self {
        let code = ErrorKind::of_status(status);
        let document = ErrorDocument::new(code, error.into(), Some(hint.to_owned()));
        Self {
            status,
            document,
            log_text: None,
        }
    }

    /// Returns the refusal with the code of a kind that its status does not tell.
    pub(crate) fn of_kind(mut self, kind: ErrorKind) -> Self {
        self.document.code = kind;
        self
    }

    /// Returns the refusal of other methods than those of a route.
    pub(crate) fn method(allow: &'static str) -> ([(HeaderName, &'static str); 1], Self) {
        let error = format!("method not allowed: expected one of {allow}");
        let hint = "/openapi.json says which path has which";
        ([(ALLOW, allow)], Self::new(405, error, hint))
    }

    pub(crate) fn busy(error: &str) -> Self {
        Self::new(503, error, "try again in some seconds")
    }

    /// Returns the refusal of a request that the end of the service has interrupted.
    pub(crate) fn stopping() -> Self {
        Self::busy("the service is shutting down")
    }

    pub(crate) fn broken() -> Self {
        let hint = "try again; if the error stays, the log of the service says more";
        Self::new(
            500,
            "internal error: the answer could not be computed",
            hint,
        )
    }
}

impl<E: Into<Error>> From<E> for Refusal {
    fn from(error: E) -> Self {
        let error = error.into();
        match error.status() {
            503 => Self::stopping(),
            // The text may contain file names.
            500.. => Self {
                log_text: Some(error.to_string()),
                ..Self::broken().of_kind(error.kind())
            },
            status => Self {
                status,
                document: error.document(),
                log_text: None,
            },
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Self {
            status,
            document,
            log_text,
        } = self;
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let content_type = [(CONTENT_TYPE, "application/json")];
        let retry = if status == StatusCode::SERVICE_UNAVAILABLE {
            Some([(RETRY_AFTER, RETRY.as_secs().to_string())])
        } else {
            None
        };
        let body = json_text(&document);
        let log_text = log_text.unwrap_or_else(|| document.error.to_string());
        (
            status,
            content_type,
            retry,
            Extension(LogText(log_text)),
            body,
        )
            .into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clients need not know where files are.
    #[test]
    fn only_the_log_says_which_file_is_at_fault() {
        let refusal = Refusal::from(Error::HalfStep("secret".into()));
        assert_eq!(refusal.status, 500);
        assert!(!refusal.document.error.to_string().contains("secret"));
        assert!(refusal.log_text.unwrap().contains("secret"));
    }
}
