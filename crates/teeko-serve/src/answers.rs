//! Answers to all requests below `/v1`.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use teeko::Game;
use teeko::questions::Subject;
use teeko::rules::{quoted, without_byte_order_mark};
use teeko::surfaces::{
    About, AnswerTime, AnyQuestion, AskedRules, Definition, PositionReader, Request,
    answer_positions, lines_of_array, whole_lines,
};
use teeko::work::{Observer, to_the_end};
use tokio::sync::OwnedSemaphorePermit;

use crate::bodies::{PART, Received, too_long};
use crate::games::{Ready, Service, blocking};
use crate::refusal::Refusal;
use crate::tags::tagged;

/// The positions of a search that take as long as the answer to a line, which looks at all moves of
/// a position and is written as text.
const POSITIONS_PER_LINE: u64 = 20;

const IDENTITY: &str = "identity";

/// Answers a question. Refuses paths that are those of no question.
pub(crate) async fn answer(
    State(service): State<Arc<Service>>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let request = Request::read(uri.path(), uri.query().unwrap_or_default())?;
    let definition = request.question.definition;
    // What is kept answers at once.
    let kept = service.kept(&request.rules);
    let new = if kept.is_some() {
        Vec::new()
    } else {
        request.readers()?
    };
    let Request {
        rules, question, ..
    } = request;
    let of_kept = kept.iter().flatten().map(|ready| ready.game.reader());
    let readers: Vec<&PositionReader> = of_kept.chain(&new).collect();
    let question = question.read(readers.iter().copied())?;
    question.check_bounds(&readers)?;
    let memory = question.memory(&readers);
    drop(readers);
    let is_search = definition.time == AnswerTime::Search;
    // The question after reading: one question has many addresses.
    let key = is_search.then(|| format!("{} {rules:?} {question:?}", definition.name));
    let is_missing = definition.about != About::Rules;
    let missing = rules
        .into_iter()
        .zip(new.into_iter().filter(|_| is_missing))
        .collect();
    let ready = kept.unwrap_or_default();
    let answer = compute(
        Arc::clone(&service),
        definition,
        question,
        memory,
        ready,
        missing,
    );
    let answer = match key {
        Some(key) => Box::pin(service.answers.get_or_make(key, answer)).await?,
        None => answer.await?,
    };
    Ok(tagged(&headers, definition.media_type, answer))
}

/// Answers a question about any number of games: those that are ready, and those that are missing.
async fn compute(
    service: Arc<Service>,
    definition: &'static Definition,
    question: Box<dyn AnyQuestion>,
    memory: u64,
    mut ready: Vec<Ready>,
    missing: Vec<(AskedRules, PositionReader)>,
) -> Result<Bytes, Refusal> {
    for (rules, reader) in missing {
        ready.push(Box::pin(service.open(rules, reader.named().clone())).await?);
    }
    let is_in_memory = ready.iter().all(|ready| ready.game.is_in_memory());
    let time = ready.first().map_or(Duration::ZERO, |ready| ready.time);
    let positions = Some(service.config.positions);
    let answer = move |observe: Observer<'_>| {
        let games: Vec<Game> = ready.iter().map(|ready| ready.game.clone()).collect();
        Ok(question
            .document(&Subject {
                games: &games,
                time,
                positions,
                observe,
            })?
            .into())
    };
    match definition.time {
        AnswerTime::Quick if is_in_memory => answer(&to_the_end),
        AnswerTime::Quick | AnswerTime::Slow => blocking(move || answer(&to_the_end)).await,
        AnswerTime::Search => {
            service
                .work(definition.name, memory, move |go_on| answer(&|_| go_on()))
                .await
        }
    }
}

/// Answers the lines in the body of a request.
pub(crate) async fn answer_lines(
    State(service): State<Arc<Service>>,
    uri: Uri,
    headers: HeaderMap,
    body: Body,
) -> Response {
    if let Some(refusal) = refuse_encoding(&headers) {
        return refusal;
    }
    let answer = answer_body(service, &uri, is_json(&headers), body).await;
    answer.into_response()
}

/// Answers the lines of a body, or the items of a JSON array.
async fn answer_body(
    service: Arc<Service>,
    uri: &Uri,
    is_array: bool,
    body: Body,
) -> Result<Response, Refusal> {
    let mut request = Request::read(uri.path(), uri.query().unwrap_or_default())?;
    let rules = request.rules.remove(0);
    let named = rules.named()?;
    let config = &service.config;
    let received = service
        .bodies
        .receive(body, config.body_bytes, config.client_time);
    let Received { mut text, permit } = received.await?;
    without_byte_order_mark(&text)?;
    if is_array {
        text = blocking(move || Ok(lines_of_array(&text)?)).await?;
    }
    let most = config.positions / POSITIONS_PER_LINE;
    let lines = text.split(|&byte| byte == b'\n').count() as u64;
    if lines > most {
        return Err(too_long(format!(
            "expected at most {most} lines, found {lines}"
        )));
    }
    let game = service.open(rules, named).await?.game;
    let media_type = if is_array {
        "application/json"
    } else {
        request.question.definition.media_type
    };
    let lines = Lines {
        service,
        game,
        rest: Some(Bytes::from(text)),
        is_array,
        line: 1,
        _permit: permit,
    };
    let answers = Body::from_stream(stream::try_unfold(lines, Lines::answer_part));
    Ok(([(CONTENT_TYPE, media_type)], answers).into_response())
}

/// Refuses a body that is compressed.
fn refuse_encoding(headers: &HeaderMap) -> Option<Response> {
    let encoding = headers.get(CONTENT_ENCODING);
    let encoding = encoding.filter(|encoding| *encoding != IDENTITY)?;
    let found = quoted(&String::from_utf8_lossy(encoding.as_bytes()));
    let error = format!("Content-Encoding: expected {IDENTITY} or none, found `{found}`");
    let refusal = Refusal::new(415, error, "send the body as it is, not compressed");
    Some(([(ACCEPT_ENCODING, IDENTITY)], refusal).into_response())
}

/// Returns whether a body is JSON, with any parameters of its media type.
fn is_json(headers: &HeaderMap) -> bool {
    let media_type = headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let name = media_type.and_then(|media_type| media_type.split(';').next());
    name.is_some_and(|name| name.trim().eq_ignore_ascii_case("application/json"))
}

/// Positions that are answered in parts.
struct Lines {
    service: Arc<Service>,
    game: Game,
    /// Those that have no answer yet.
    rest: Option<Bytes>,
    /// Whether the lines are the items of a JSON array, and so are their answers.
    is_array: bool,
    line: u64,
    _permit: OwnedSemaphorePermit,
}

impl Lines {
    /// Answers some lines. The next ones wait until the client has received these. After an error
    /// in the middle of an answer, the service can only close the connection.
    async fn answer_part(mut self) -> Result<Option<(Bytes, Self)>, String> {
        let Some(mut part) = self.rest.take() else {
            return Ok(None);
        };
        let (length, lines) = whole_lines(&part, PART);
        self.rest = Some(part.split_off(length)).filter(|rest| !rest.is_empty());
        let (line, is_array, is_last) = (self.line, self.is_array, self.rest.is_none());
        self.line += lines;
        let (game, service) = (self.game.clone(), Arc::clone(&self.service));
        let answer = blocking(move || {
            let answers = service
                .bulk
                .install(|| answer_positions(&game, line, &part))?;
            Ok(if is_array {
                items(answers, line == 1, is_last)
            } else {
                answers
            })
        });
        let answer = answer
            .await
            .map_err(|refusal| refusal.document.error.to_string())?;
        Ok(Some((answer.into(), self)))
    }
}

/// Makes a part of a JSON array of lines of JSON.
fn items(mut lines: Vec<u8>, is_first: bool, is_last: bool) -> Vec<u8> {
    lines
        .iter_mut()
        .filter(|byte| **byte == b'\n')
        .for_each(|byte| *byte = b',');
    if is_last {
        lines.pop();
        lines.push(b']');
    }
    if is_first {
        lines.insert(0, b'[');
    }
    lines
}
