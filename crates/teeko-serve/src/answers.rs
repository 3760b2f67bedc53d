//! Answers to questions about rule sets.

use std::net::IpAddr;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Extension, Request, State};
use axum::response::Response;
use teeko::questions::{self, About, AskedRules, Work};
use teeko::work::{Observer, to_the_end};
use teeko::{Game, NamedRules};

use crate::connection::Connection;
use crate::games::blocking;
use crate::kept::Ready;
use crate::refusal::Refusal;
use crate::service::Service;
use crate::tagged::tagged;

/// Answers `GET` requests below `/v1`.
pub(crate) async fn get(
    State(service): State<Arc<Service>>,
    Extension(connection): Extension<Arc<Connection>>,
    request: Request,
) -> Result<Response, Refusal> {
    let asked =
        questions::Request::read(request.uri().path(), request.uri().query().unwrap_or_default())?;
    let definition = asked.question.definition();
    if definition.about == About::Lines {
        return Err(Refusal::method(request.uri().path()));
    }
    let bytes = answer(&service, asked, connection.peer.ip()).await?;
    Ok(tagged(request.headers(), definition.media_type, bytes))
}

async fn answer(
    service: &Service,
    asked: questions::Request,
    client: IpAddr,
) -> Result<Vec<u8>, Refusal> {
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
            ready.push(service.games.open(rules, named.clone(), client).await?);
        }
        (named, ready)
    };
    let is_in_memory = ready.iter().all(|ready| ready.is_in_memory());
    let memory = question.memory(&named);
    let time = ready.first().map_or(Duration::ZERO, |ready| ready.time);
    let positions = service.limits.positions;
    let answer = move |observe: Observer<'_>| {
        let games: Vec<Game> = ready.iter().map(|ready: &Arc<Ready>| ready.game.clone()).collect();
        question.answer(&named, &games, time, Some(positions), observe)
    };
    match definition.work {
        Work::Quick if is_in_memory => Ok(answer(&to_the_end)?),
        Work::Quick | Work::Slow => service.aside(move || answer(&to_the_end)).await,
        // It runs on the solver threads and stops if the client disconnects.
        Work::Search => {
            let place = service.games.place(client).await?;
            let games = Arc::clone(&service.games);
            // Dropped when the request ends, even if its client has disconnected.
            let request = Arc::new(());
            let pending = Arc::downgrade(&request);
            let search = move || {
                let _place = place;
                let _reservation = games.reserve(definition.name, memory)?;
                let go_on = |_| match pending.strong_count() {
                    0 => ControlFlow::Break(()),
                    _ => games.go_on(),
                };
                Ok(games.solvers.install(|| answer(&go_on))?)
            };
            let answer = blocking(search).await;
            drop(request);
            answer
        }
    }
}
