//! Tests of the analyses against solutions and the rules.

mod common;
mod full_verification;
mod games_for_points;
mod mutations;
