//! Answers to many positions in one request.
//!
//! The body limits of axum and tower-http apply to one body. Here all bodies together have a limit,
//! too, and memory is taken only for bytes that have arrived.

use std::sync::Arc;

use axum::body::{Body, BodyDataStream, Bytes};
use axum::extract::{Extension, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use teeko::questions::{self, About, answer_positions, whole_lines};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;

use crate::connection::{Connection, Stage};
use crate::kept::Ready;
use crate::monitor::Reason;
use crate::refusal::Refusal;
use crate::service::Service;

/// The bytes of positions to answer before the client receives the next part: some thousand
/// positions.
const PART: usize = 1 << 17;

/// The positions of a search that take as long as the answer to a line.
const POSITIONS_PER_LINE: u64 = 20;

/// A request body, with its share of the memory for all bodies.
struct Received {
    text: Vec<u8>,
    permits: OwnedSemaphorePermit,
}

/// The positions that have no answer yet.
struct Rest {
    service: Arc<Service>,
    ready: Arc<Ready>,
    received: Received,
    /// The number of the first line.
    line: u64,
}

/// Answers `POST` requests below `/v1`.
pub(crate) async fn post(
    State(service): State<Arc<Service>>,
    Extension(connection): Extension<Arc<Connection>>,
    request: Request,
) -> Result<Response, Refusal> {
    let asked =
        questions::Request::read(request.uri().path(), request.uri().query().unwrap_or_default())?;
    let (About::Lines, Some(rules)) =
        (asked.question.definition().about, asked.rules.into_iter().next())
    else {
        return Err(Refusal::method(request.uri().path()));
    };
    let named = rules.named()?;
    connection.enter(Stage::Body);
    let received = receive(&service, request).await;
    connection.enter(Stage::Busy);
    let received = received?;
    check_lines(&received.text, service.limits.positions)?;
    let ready = match service.games.ready(&rules) {
        Some(ready) => ready,
        None => service.games.open(rules, named, connection.peer.ip()).await?,
    };
    let rest = Rest { service, ready, received, line: 1 };
    let answers = Body::from_stream(stream::unfold(rest, Rest::answer_part));
    Ok(([(CONTENT_TYPE, "application/jsonl")], answers).into_response())
}

impl Rest {
    /// Answers some lines. The next ones wait until the client has received these. After an error
    /// in the middle of an answer, the service can only close the connection.
    async fn answer_part(mut self) -> Option<(Result<Bytes, String>, Self)> {
        if self.received.text.is_empty() {
            return None;
        }
        let (length, lines) = whole_lines(&self.received.text, PART);
        let part = self.received.take(length);
        let line = self.line;
        self.line += lines;
        let (ready, service) = (Arc::clone(&self.ready), Arc::clone(&self.service));
        let part =
            move || Ok(service.bulk.install(|| answer_positions(&ready.game, line, &part))?);
        let answer = self.service.aside(part).await;
        Some((answer.map(Bytes::from).map_err(|refusal| refusal.document.error), self))
    }
}

/// Receives a request body.
async fn receive(service: &Arc<Service>, request: Request) -> Result<Received, Refusal> {
    let most = service.limits.body_bytes;
    let length = request
        .headers()
        .get(CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok()?.parse::<u64>().ok());
    let mut body = request.into_body().into_data_stream();
    let mut received = Received { text: Vec::new(), permits: memory(service, 0)? };
    if length.is_none_or(|length| length <= most as u64) {
        let read = timeout(service.limits.body_time, received.read(service, &mut body)).await;
        let is_whole = read.map_err(|_| {
            let (error, hint) = ("the body took too long", "send it faster, or in several parts");
            Refusal::new(StatusCode::REQUEST_TIMEOUT, Reason::SlowBody, error, hint)
        })?;
        if is_whole? {
            return Ok(received);
        }
    }
    // A client that is still sending may not read a refusal before it has sent everything.
    let time = service.limits.body_time;
    tokio::spawn(timeout(time, async move { while let Some(Ok(_)) = body.next().await {} }));
    Err(too_long(format!("expected a body of at most {most} bytes, found more")))
}

/// Takes a share of the memory for all bodies.
fn memory(service: &Service, bytes: u32) -> Result<OwnedSemaphorePermit, Refusal> {
    let permit = Arc::clone(&service.bodies).try_acquire_many_owned(bytes);
    permit.map_err(|_| Refusal::busy("expected memory for a body, found it taken by others"))
}

fn too_long(error: String) -> Refusal {
    let hint = "send the positions in several parts";
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, Reason::Body, error, hint)
}

/// Checks that a body has no more positions than a search may look at.
fn check_lines(text: &[u8], most: u64) -> Result<(), Refusal> {
    // An answer looks at all moves of a position, and is written as text.
    let most = most / POSITIONS_PER_LINE;
    let lines = text.split(|&byte| byte == b'\n').count() as u64;
    if lines <= most {
        return Ok(());
    }
    Err(too_long(format!("expected at most {most} lines, found {lines}")))
}

impl Received {
    /// Removes the first bytes, and returns their memory to other bodies.
    fn take(&mut self, length: usize) -> Vec<u8> {
        let rest = self.text.split_off(length);
        drop(self.permits.split(length));
        std::mem::replace(&mut self.text, rest)
    }

    /// Reads a body up to its limit. Returns whether it is complete.
    async fn read(
        &mut self,
        service: &Service,
        body: &mut BodyDataStream,
    ) -> Result<bool, Refusal> {
        while let Some(part) = body.next().await {
            let part = part.map_err(|_| {
                let (error, hint) = ("the body ended too soon", "send it whole");
                Refusal::new(StatusCode::BAD_REQUEST, Reason::NoRequest, error, hint)
            })?;
            if self.text.len() + part.len() > service.limits.body_bytes {
                return Ok(false);
            }
            // Parts are always shorter than that.
            let bytes = part.len().try_into().unwrap_or(u32::MAX);
            let permit = memory(service, bytes)?;
            self.permits.merge(permit);
            self.text.extend_from_slice(&part);
        }
        Ok(true)
    }
}
