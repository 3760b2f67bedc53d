//! Answers questions about every variant of Teeko over HTTP: who wins a position, in how many
//! plies, and the value of every move.
//!
//! ```no_run
//! use teeko_serve::{Config, Server};
//!
//! # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
//! let server = Server::bind(Config::new("127.0.0.1:8338".parse()?)).await?;
//! println!("listening on http://{}", server.address());
//! server.run(std::future::pending()).await;
//! # Ok(())
//! # }
//! ```
//!
//! The paths, parameters and answers are those of [`teeko::questions`]. `/openapi.json` describes
//! them, `/` is a page that uses them, `/v1/V/progress` reports the progress of solving a rule set,
//! and `/metrics` has counts for a Prometheus server.
//!
//! # Where answers come from
//!
//! If the folders of the [`Config`] have tables of a rule set, its answers come from these.
//! Otherwise the rule set is solved at its first request, once for all clients. Opened and solved
//! rule sets and the answers of searches are kept in memory within the budget; those that are used
//! least are evicted. Solving has its own threads, so questions about rule sets in memory do not
//! wait for it.
//!
//! # What is refused
//!
//! Requests take a bounded amount of memory, threads and time; the [`Config`] sets the bounds. Each
//! refusal has a status, an error and a hint.
//!
//! Requests are logged as events of `tracing`. This crate prints nothing and handles no signals:
//! [`Server::run`] ends when the caller's future completes.

#![forbid(unsafe_code)]

mod answers;
mod bodies;
mod cache;
mod clients;
mod config;
mod games;
mod host;
mod methods;
mod metrics;
mod openapi;
mod page;
mod permits;
mod progress;
mod refusal;
mod routes;
mod server;
mod tags;

pub use crate::config::Config;
pub use crate::openapi::OPENAPI;
pub use crate::server::{ServeError, Server};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
