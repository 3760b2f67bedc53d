//! Every variant of Teeko over HTTP: who wins a position, in how many plies, and what every move is
//! worth.
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
//! The paths, their parameters and the answers are those of [`teeko::questions`]; `/openapi.json`
//! describes them, `/` is a page that asks them, `/monitor` tells a Prometheus server how the
//! service does.
//!
//! # Where answers come from
//!
//! From tables, if the folders of the [`Config`] have some; else the rule set is solved when it is
//! first asked for, once however many ask. What has been opened or solved is kept in memory as long
//! as the budget allows, and given up when it is the one that has not been asked for the longest.
//! Questions to what is kept wait for no solving: that has threads of its own.
//!
//! # What is refused
//!
//! Whatever strangers may send takes a bounded part of memory, threads and time; the [`Limits`] say
//! how much. Each refusal has a status, an error and a hint, is counted in `/monitor`, and is told
//! to the [`Log`] of the configuration in one line. A connection that waits for its client, be it
//! slow or idle, makes room for a new one where there are too many.
//!
//! This crate prints nothing and knows no signals: [`Server::run`] ends once a future of the
//! caller's does.

#![forbid(unsafe_code)]

mod answers;
mod bulk;
mod config;
mod connection;
mod connections;
mod games;
mod guard;
mod host;
mod kept;
mod monitor;
mod openapi;
mod refusal;
mod routes;
mod server;

pub use crate::config::{Config, Limits, Log};
pub use crate::openapi::OPENAPI;
pub use crate::server::{ServeError, Server};

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
