//! Tests of the solver: journals, counting, and stopping.

mod counted;
mod journal;
mod stopping;
