//! The rounds of a search, as its progress reports them: one for each bound that it proves.

use std::fmt;
use std::time::Duration;

use npuzzle::Stats;
use serde_json::{Value, json};

/// A round of a search: no solution is shorter than its bound.
#[derive(Clone, Copy)]
pub(crate) struct Round {
    bound: usize,
    expanded: u64,
    generated: u64,
    seconds: f64,
}

impl Round {
    /// Returns the round in JSON.
    pub(crate) fn object(&self) -> Value {
        json!({
            "bound": self.bound,
            "expanded": self.expanded,
            "generated": self.generated,
            "seconds": self.seconds,
        })
    }
}

/// Prints a line for people.
impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (bound, expanded, generated) = (self.bound, self.expanded, self.generated);
        write!(
            f,
            "bound {bound}: {expanded} expanded, {generated} generated, {:.6} s",
            self.seconds
        )
    }
}

/// The bounds of a search, each with the work done when its round began.
#[derive(Default)]
pub(crate) struct Rounds {
    begun: Vec<(usize, Stats)>,
}

impl Rounds {
    /// Takes a progress report: the bound and the work.
    pub(crate) fn note(&mut self, bound: usize, stats: Stats) {
        if self.begun.last().is_none_or(|&(last, _)| bound > last) {
            self.begun.push((bound, stats));
        }
    }

    /// Returns the rounds of a search that did this work and proved this bound. A bound that was
    /// passed without work had no round.
    pub(crate) fn end(mut self, bound: usize, stats: Stats) -> Vec<Round> {
        self.note(bound, stats);
        let ends = self.begun.iter().skip(1).map(|&(_, stats)| stats);
        let rounds = self.begun.iter().zip(ends.chain([stats]));
        let rounds = rounds.map(|(&(bound, before), after)| Round {
            bound,
            expanded: after.expanded.saturating_sub(before.expanded),
            generated: after.generated.saturating_sub(before.generated),
            seconds: seconds(after.search.saturating_sub(before.search)),
        });
        rounds
            .filter(|round| round.expanded > 0 || round.bound == bound)
            .collect()
    }
}

/// Returns seconds to the microsecond.
pub(crate) fn seconds(duration: Duration) -> f64 {
    duration.as_micros() as f64 / 1e6
}
