//! Answers to all requests below `/v1`.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt, stream};
use teeko::questions::{
    self, About, AnswerTime, AnyAsked, AskedRules, Definition, Subject, answer_positions,
    lines_of_array, whole_lines,
};
use teeko::rules::{quoted, without_byte_order_mark};
use teeko::work::{Observer, to_the_end};
use teeko::{Game, PositionReader};
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::{Instant, timeout_at};

use crate::games::{Ready, Service, blocking};
use crate::refusal::Refusal;
use crate::routes::tagged;

/// The bytes of positions to answer before the client receives the next part: about a thousand
/// positions.
pub(crate) const PART: usize = 1 << 13;

/// An upper bound on the bytes of the answer to a byte: a line of one letter has a long error.
pub(crate) const ANSWER_TO_BYTE: u64 = 128;

/// The bytes of a body that need no permit and have a time of their own to arrive.
const STEP: usize = 1 << 16;

/// The positions of a search that take as long as the answer to a line, which looks at all moves of
/// a position and is written as text.
const POSITIONS_PER_LINE: u64 = 20;

const IDENTITY: &str = "identity";

pub(crate) async fn answer(
    State(service): State<Arc<Service>>,
    request: Request,
) -> Result<Response, Refusal> {
    let uri = request.uri();
    let asked = questions::Request::read(uri.path(), uri.query().unwrap_or_default())?;
    let definition = asked.question.definition;
    if definition.about == About::Lines {
        return Box::pin(answer_lines(service, asked, request)).await;
    }
    // What is kept answers at once.
    let kept = service.kept(&asked.rules);
    let new = if kept.is_some() {
        Vec::new()
    } else {
        asked.readers()?
    };
    let questions::Request {
        rules, question, ..
    } = asked;
    let of_kept = kept.iter().flatten().map(|ready| ready.game.reader());
    let readers: Vec<&PositionReader> = of_kept.chain(&new).collect();
    let asked = question.read(readers.iter().copied())?;
    asked.check_bounds(&readers)?;
    let memory = asked.memory(&readers);
    drop(readers);
    // The question as it was read: one question has many addresses.
    let key = || format!("{} {rules:?} {asked:?}", definition.name);
    let key = (definition.time == AnswerTime::Search).then(key);
    let is_missing = definition.about != About::Rules;
    let missing = rules
        .into_iter()
        .zip(new.into_iter().filter(|_| is_missing))
        .collect();
    let ready = kept.unwrap_or_default();
    let answer = compute(
        Arc::clone(&service),
        definition,
        asked,
        memory,
        ready,
        missing,
    );
    let answer = match key {
        Some(key) => Box::pin(service.answers.get_or_make(key, answer)).await?,
        None => answer.await?,
    };
    Ok(tagged(request.headers(), definition.media_type, answer))
}

/// Answers a question about any number of games: those that are ready, and those that are missing.
async fn compute(
    service: Arc<Service>,
    definition: &'static Definition,
    asked: Box<dyn AnyAsked>,
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
        Ok(asked
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
async fn answer_lines(
    service: Arc<Service>,
    mut asked: questions::Request,
    request: Request,
) -> Result<Response, Refusal> {
    let rules = asked.rules.remove(0);
    let named = rules.named()?;
    let content_type = request
        .headers()
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let is_array = content_type.is_some_and(is_json);
    if let Some(encoding) = request
        .headers()
        .get(CONTENT_ENCODING)
        .filter(|it| *it != IDENTITY)
    {
        let found = quoted(&String::from_utf8_lossy(encoding.as_bytes()));
        let error = format!("Content-Encoding: expected {IDENTITY} or none, found `{found}`");
        let refusal = Refusal::new(415, error, "send the body as it is, not compressed");
        return Ok(([(ACCEPT_ENCODING, IDENTITY)], refusal).into_response());
    }
    let (mut text, permit) = receive(&service, request).await?;
    without_byte_order_mark(&text)?;
    if is_array {
        text = blocking(move || Ok(lines_of_array(&text)?)).await?;
    }
    let most = service.config.positions / POSITIONS_PER_LINE;
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
        asked.question.definition.media_type
    };
    let rest = Some(Bytes::from(text));
    let lines = Lines {
        service,
        game,
        rest,
        is_array,
        line: 1,
        _permit: permit,
    };
    let answers = Body::from_stream(stream::try_unfold(lines, Lines::answer_part));
    Ok(([(CONTENT_TYPE, media_type)], answers).into_response())
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

fn is_json(content_type: &str) -> bool {
    let name = content_type.split(';').next().unwrap_or_default();
    name.trim().eq_ignore_ascii_case("application/json")
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

/// Receives a body, and reserves the memory that it and its answer take. One that is too long is
/// received to its end, too, because a client that is still sending may not read a refusal.
async fn receive(
    service: &Service,
    request: Request,
) -> Result<(Vec<u8>, OwnedSemaphorePermit), Refusal> {
    let (most, patience) = (service.config.body_bytes, service.config.client_time);
    let (mut text, mut length, mut permit) = (Vec::new(), 0, None);
    let body = request.into_body();
    let upper = body
        .size_hint()
        .upper()
        .and_then(|upper| upper.try_into().ok());
    let expected = most.min(upper.unwrap_or(most));
    let mut body = body.into_data_stream();
    // Slow bodies stay below the first step, and no other body waits for them.
    let (mut step, mut end) = (STEP, Instant::now() + patience);
    while let Some(part) = timeout_at(end, body.next()).await.map_err(|_| {
        Refusal::new(
            408,
            "the body took too long",
            "send it faster, or in several parts",
        )
    })? {
        let part =
            part.map_err(|_| Refusal::new(400, "the body ended too soon", "send it whole"))?;
        length += part.len();
        if length > step {
            if permit.is_none() {
                permit = Some(service.reserve(expected).await?);
                text.reserve_exact(expected - text.len());
            }
            (step, end) = (length + STEP, Instant::now() + patience);
        }
        if length <= most {
            text.extend_from_slice(&part);
        }
    }
    if length > most {
        return Err(too_long(format!(
            "expected a body of at most {most} bytes, found more"
        )));
    }
    let permit = match permit {
        Some(permit) => permit,
        None => service.reserve(length).await?,
    };
    Ok((text, permit))
}

fn too_long(error: String) -> Refusal {
    Refusal::new(413, error, "send the positions in several parts")
}
