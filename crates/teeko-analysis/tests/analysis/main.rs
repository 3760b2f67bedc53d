//! Tests of the analyses against solutions, the reference solver and the rules. The environment
//! variable `ROUNDS` makes some of them longer.

mod attacks;
mod common;
mod full_verification;
mod games_for_points;
mod mutations;
mod take_backs;
mod why;
