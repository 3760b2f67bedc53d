//! Tests of the solver: values, all ways to solve, journals, and stopping.

mod in_memory;
mod journal;
mod rule_sets;
mod stopping;
mod values;
mod ways;
