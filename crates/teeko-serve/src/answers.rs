//! Answers to questions about rule sets.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::HeaderValue;
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use teeko::questions::{self, About, AskedRules, RequestError, Work};
use teeko::work::{Observer, to_the_end};
use teeko::{Game, NamedRules};

use crate::kept::Ready;
use crate::refusal::Refusal;
use crate::routes::Service;

/// Sets a flag when a request ends, even if its client has disconnected.
struct Ended(Arc<AtomicBool>);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Answers `GET` requests below `/v1`.
pub(crate) async fn get(
    State(service): State<Arc<Service>>,
    request: Request,
) -> Result<Response, Refusal> {
    let asked =
        questions::Request::read(request.uri().path(), request.uri().query().unwrap_or_default())?;
    let definition = asked.question.definition();
    if definition.about == About::Lines {
        return Err(Refusal::method("POST, OPTIONS"));
    }
    let mut response = Response::new(Body::from(answer(&service, asked).await?));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(definition.media_type));
    Ok(response)
}

async fn answer(service: &Service, asked: questions::Request) -> Result<Vec<u8>, Refusal> {
    let questions::Request { rules, question, .. } = asked;
    let definition = question.definition();
    let is_of_games = matches!(definition.about, About::Game | About::Games);
    let kept = || rules.iter().map(|rules| service.games.ready(rules)).collect::<Option<Vec<_>>>();
    let (named, ready) = if let Some(ready) = is_of_games.then(kept).flatten() {
        let named: Vec<NamedRules> = ready.iter().map(|ready| ready.game.named().clone()).collect();
        question.check_bounds(&named)?;
        (named, ready)
    } else {
        let named = rules.iter().map(AskedRules::named).collect::<Result<Vec<_>, _>>()?;
        question.check(&named)?;
        question.check_bounds(&named)?;
        let mut ready = Vec::new();
        for (rules, named) in rules.into_iter().zip(&named).filter(|_| is_of_games) {
            ready.push(service.games.open(rules, named.clone()).await?);
        }
        (named, ready)
    };
    let is_in_memory = ready.iter().all(|ready| ready.is_in_memory());
    let memory = question.memory();
    let time = ready.first().map_or(Duration::ZERO, |ready| ready.time);
    let answer = move |observe: Observer<'_>| {
        let games: Vec<Game> = ready.iter().map(|ready: &Arc<Ready>| ready.game.clone()).collect();
        question.answer(&named, &games, time, observe)
    };
    match definition.work {
        Work::Search => search(service, definition.name, memory, answer).await,
        Work::Quick if is_in_memory => Ok(answer(&to_the_end)?),
        Work::Quick | Work::Slow => service.aside(move || answer(&to_the_end)).await,
    }
}

/// Runs a search on the solver threads and stops it if the client disconnects.
async fn search(
    service: &Service,
    name: &'static str,
    memory: u64,
    answer: impl FnOnce(Observer<'_>) -> Result<Vec<u8>, RequestError> + Send + 'static,
) -> Result<Vec<u8>, Refusal> {
    let permit = service.games.slow_work()?;
    let ended = Ended(Arc::default());
    let has_ended = Arc::clone(&ended.0);
    let games = Arc::clone(&service.games);
    let search = move || {
        let _permit = permit;
        let _reservation = games.reserve(name, memory)?;
        let go_on = |_| {
            if has_ended.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { games.go_on() }
        };
        Ok(games.solvers().install(|| answer(&go_on))?)
    };
    tokio::task::spawn_blocking(search).await.map_err(|_| Refusal::broken())?
}
