//! Answers to all requests below `/v1`.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use teeko::Game;
use teeko::questions::Subject;
use teeko::rules::{quoted, without_byte_order_mark};
use teeko::surfaces::{
    About, AnswerTime, AnyQuestion, AskedRules, Definition, PositionReader, Question,
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

const JSON: &str = "application/json";

/// Answers a question.
pub(crate) async fn answer(
    definition: &'static Definition,
    service: Arc<Service>,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<Response, Refusal> {
    let (rules, question) = Question::of(definition, uri.path(), uri.query().unwrap_or_default())?;
    let work = Work::read(&service, rules, question)?;
    let answer = match work.key.clone() {
        Some(key) => {
            let answer = work.answer(Arc::clone(&service));
            Box::pin(service.answers.get_or_make(key, answer)).await?
        }
        None => work.answer(service).await?,
    };
    Ok(tagged(headers, definition.media_type, answer))
}

/// A question to answer, and the games that it is about.
struct Work {
    definition: &'static Definition,
    question: Box<dyn AnyQuestion>,
    /// The memory that a search takes.
    memory: u64,
    /// The question after reading, by which the answer of a search is kept: one question has many
    /// addresses.
    key: Option<String>,
    /// The games that are kept.
    ready: Vec<Ready>,
    /// The rules of those that are not.
    missing: Vec<(AskedRules, PositionReader)>,
}

impl Work {
    fn read(
        service: &Service,
        rules: Vec<AskedRules>,
        question: Question,
    ) -> Result<Self, Refusal> {
        let kept = service.kept(&rules);
        let new = if kept.is_some() {
            Vec::new()
        } else {
            AskedRules::readers(&rules)?
        };
        let definition = question.definition;
        let ready = kept.unwrap_or_default();
        let of_ready = ready.iter().map(|ready| ready.game.reader());
        let readers: Vec<&PositionReader> = of_ready.chain(&new).collect();
        let question = question.read(readers.iter().copied())?;
        question.check_bounds(&readers)?;
        let memory = question.memory(&readers);
        let key = if definition.time == AnswerTime::Search {
            Some(format!("{} {rules:?} {question:?}", definition.name))
        } else {
            None
        };
        let mut missing = Vec::new();
        if definition.about != About::Rules {
            missing.extend(rules.into_iter().zip(new));
        }
        Ok(Self {
            definition,
            question,
            memory,
            key,
            ready,
            missing,
        })
    }

    /// Opens or solves the games that are missing, and answers.
    async fn answer(mut self, service: Arc<Service>) -> Result<Bytes, Refusal> {
        for (rules, reader) in mem::take(&mut self.missing) {
            let open = service.open(rules, reader.named().clone());
            self.ready.push(Box::pin(open).await?);
        }
        let is_in_memory = self.ready.iter().all(|ready| ready.game.is_in_memory());
        let most = service.config.positions;
        match self.definition.time {
            AnswerTime::Quick if is_in_memory => self.document(most, &to_the_end),
            AnswerTime::Quick | AnswerTime::Slow => {
                blocking(move || self.document(most, &to_the_end)).await
            }
            AnswerTime::Search => {
                let name = self.definition.name;
                let memory = self.memory;
                let search = service
                    .run_in_turn(name, memory, move |go_on| self.document(most, &|_| go_on()));
                search.await
            }
        }
    }

    /// Answers the question, whose games are all ready. A search looks at `most` positions.
    fn document(&self, most: u64, observe: Observer<'_>) -> Result<Bytes, Refusal> {
        let games: Vec<Game> = self.ready.iter().map(|ready| ready.game.clone()).collect();
        let document = self.question.document(&Subject {
            games: &games,
            time: self
                .ready
                .first()
                .map_or(Duration::ZERO, |ready| ready.time),
            positions: Some(most),
            observe,
        })?;
        Ok(document.into())
    }
}

/// Answers the lines in the body of a request.
pub(crate) async fn answer_lines(
    definition: &'static Definition,
    service: Arc<Service>,
    uri: &Uri,
    headers: &HeaderMap,
    body: Body,
) -> Result<Response, Refusal> {
    if let Some(refusal) = refuse_encoding(headers) {
        return Ok(refusal);
    }
    let (mut rules, _) = Question::of(definition, uri.path(), uri.query().unwrap_or_default())?;
    answer_body(definition, service, rules.remove(0), is_json(headers), body).await
}

/// Answers the lines of a body, or the items of a JSON array.
async fn answer_body(
    definition: &'static Definition,
    service: Arc<Service>,
    rules: AskedRules,
    is_array: bool,
    body: Body,
) -> Result<Response, Refusal> {
    let named = rules.named()?;
    let config = &service.config;
    let receiving = service
        .bodies
        .receive(body, config.body_bytes, config.client_time);
    let Received { mut text, permit } = receiving.await?;
    without_byte_order_mark(&text)?;
    if is_array {
        text = blocking(move || Ok(lines_of_array(&text)?)).await?;
    }
    check_number(&text, config.positions / POSITIONS_PER_LINE)?;
    let game = service.open(rules, named).await?.game;
    let media_type = if is_array {
        JSON
    } else {
        definition.media_type
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

/// Refuses more lines than `most`.
fn check_number(text: &[u8], most: u64) -> Result<(), Refusal> {
    let lines = text.split(|&byte| byte == b'\n').count() as u64;
    if lines > most {
        let error = format!("expected at most {most} lines, found {lines}");
        return Err(too_long(error));
    }
    Ok(())
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
    name.is_some_and(|name| name.trim().eq_ignore_ascii_case(JSON))
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
        let place = Place {
            line: self.line,
            is_last: self.rest.is_none(),
        };
        self.line += lines;
        let game = self.game.clone();
        let service = Arc::clone(&self.service);
        let is_array = self.is_array;
        let answer = blocking(move || {
            let answers = service
                .bulk
                .install(|| answer_positions(&game, place.line, &part))?;
            Ok(if is_array {
                place.items(answers)
            } else {
                answers
            })
        });
        match answer.await {
            Ok(answer) => Ok(Some((answer.into(), self))),
            Err(refusal) => Err(refusal.document.error.to_string()),
        }
    }
}

/// Where a part stands in the whole answer.
struct Place {
    /// The number of its first line.
    line: u64,
    is_last: bool,
}

impl Place {
    /// Makes this part of a JSON array of lines of JSON.
    fn items(&self, mut lines: Vec<u8>) -> Vec<u8> {
        for byte in &mut lines {
            if *byte == b'\n' {
                *byte = b',';
            }
        }
        if self.is_last {
            lines.pop();
            lines.push(b']');
        }
        if self.line == 1 {
            lines.insert(0, b'[');
        }
        lines
    }
}
