//! Answers to questions about rule sets.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::Response;
use teeko::questions::{self, AskedRules, Question};
use teeko::work::to_the_end;

use crate::kept::Ready;
use crate::refusal::{JSON, Refusal};
use crate::routes::Service;

/// Sets a flag when a request ends, be it that its client has gone.
struct Ended(Arc<AtomicBool>);

impl Drop for Ended {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Answers `GET` at any path of `/v1`.
pub(crate) async fn get(
    State(service): State<Arc<Service>>,
    request: Request,
) -> Result<Response, Refusal> {
    let asked =
        questions::Request::read(request.uri().path(), request.uri().query().unwrap_or_default())?;
    let text = match asked {
        questions::Request::Game { question: Question::Positions, .. } => {
            return Err(Refusal::method("POST, OPTIONS"));
        }
        questions::Request::Game { rules, question } => answer(&service, rules, question).await?,
        fixed => fixed.fixed_answer().ok_or_else(Refusal::no_such_path)?,
    };
    let mut response = Response::new(Body::from(text));
    response.headers_mut().insert(CONTENT_TYPE, JSON);
    Ok(response)
}

async fn answer(
    service: &Service,
    rules: AskedRules,
    question: Question,
) -> Result<String, Refusal> {
    let ready = if let Some(ready) = service.games.ready(&rules) {
        ready
    } else {
        let named = rules.named()?;
        if let Some(text) = question.answer_from_rules(&named) {
            return Ok(text);
        }
        question.check(&named)?;
        service.games.open(rules, named).await?
    };
    if let Question::Puzzles { .. } = question {
        search(service, ready, question).await
    } else if question.is_slow() || !ready.is_in_memory() {
        service.aside(move || question.answer(&ready.game, ready.time, &to_the_end)).await
    } else {
        Ok(question.answer(&ready.game, ready.time, &to_the_end)?)
    }
}

/// Searches for puzzles, as long as somebody waits for them.
async fn search(
    service: &Service,
    ready: Arc<Ready>,
    question: Question,
) -> Result<String, Refusal> {
    let permit = service.games.slow_work()?;
    let ended = Ended(Arc::default());
    let has_ended = Arc::clone(&ended.0);
    let games = Arc::clone(&service.games);
    let search = move || {
        let _permit = permit;
        let go_on = |_| {
            if has_ended.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { games.go_on() }
        };
        games.solvers().install(|| question.answer(&ready.game, ready.time, &go_on))
    };
    let found = tokio::task::spawn_blocking(search).await;
    Ok(found.map_err(|_| Refusal::broken())??)
}
