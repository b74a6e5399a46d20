//! The schedules of all qualities, as tables: the turns of contestants, their shares, and the end.

use crate::improve::slides;
use crate::improve::solves_stretches;
use crate::metric::Metric;
use crate::pairs;
use crate::prepare::{HeuristicKind, is_read_off, takes_patterns};
use crate::shape::Shape;
use crate::solve::quality::Quality;
use crate::solve::schedule::balance::Balance;
use crate::solve::schedule::constructions::Growth;
use crate::solve::schedule::tuning;
use Turn::{
    Bound, ByBeams, FirstPolish, LikelyNear, Near, Others, Plain, Polish, Prepare, Probe, Race,
    Uncounted,
};

/// A turn of a contestant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// Reports the distance as the first lower bound.
    Bound,
    /// The plain construction.
    Plain,
    /// The same, without counting its expansions: a limit that is enough for the answer of the
    /// table of all boards is enough for both.
    Uncounted,
    /// Manhattan IDA\* on a board near the goal. It mostly ends with a shortest solution, and then
    /// the turns of the opening that follow are skipped.
    Probe,
    /// Beams on a board near the goal that are likely to find a solution. After a good one the
    /// turns of the opening that follow are skipped.
    LikelyNear,
    /// The construction by beams.
    ByBeams,
    /// The beams of a board near the goal, if they have had no turn.
    Near,
    /// Shortens the first solution for some milliseconds.
    FirstPolish,
    /// The preparation of the shape: tables above all.
    Prepare,
    /// Other constructions, for this number of sixteenths of the round.
    Others(u64),
    /// Shortens the best solution, for this number of sixteenths of the round.
    Polish(u64),
    /// Proof and beams, for this number of sixteenths of the round; `None` for the whole budget.
    Race(Option<u64>),
}

/// The turn that follows a slice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Then {
    Stay,
    Next,
    /// The turn after the opening.
    EndOpening,
}

impl Turn {
    /// Returns whether the turn belongs to the opening, which a good solution ends.
    pub(super) const fn is_opening(self) -> bool {
        matches!(self, Plain | Probe | LikelyNear | ByBeams | Near)
    }
}

/// `Fast`: constructions; a board near the goal has other contestants in between. Only solutions by
/// slides are polished.
const FAST: &[Turn] = &[Bound, Plain, Probe, LikelyNear, ByBeams, Near, FirstPolish];

/// `Within`: the plain construction may be short enough.
const WITHIN: &[Turn] = &[Bound, Probe, Plain, Near, Prepare];

/// `Best`, and `Within` by slides: the answer of `Fast`, then tables.
const BEST: &[Turn] = &[
    Bound,
    Plain,
    Probe,
    LikelyNear,
    ByBeams,
    Near,
    FirstPolish,
    Prepare,
];

/// `Best` on shapes with a table of all boards. If there is no memory for the table, the opening
/// follows.
const BEST_READ_OFF: &[Turn] = &[
    Bound, Uncounted, Prepare, Plain, Probe, LikelyNear, ByBeams, Near,
];

/// The only round with tables, and on boards that are ranked by pairs. There beams gain more than
/// all else: constructing in other ways gains nothing beside them.
const RACE: &[Turn] = &[Race(None)];

/// A round without tables, if polishing solves stretches again by beams. On 10 x 10 that makes 980
/// moves of 998 in a third of a second. In 60 million expansions 10 x 10 took 970 moves if two
/// thirds of the constructions' share went into polishing, 967 if all of it or more.
const ROUND: &[Turn] = &[Others(8), Polish(7), Race(Some(1))];

/// A round elsewhere: a solution is soon as short as windows can make it.
const ROUND_WITHOUT_STRETCHES: &[Turn] = &[Others(13), Polish(1), Race(Some(2))];

/// A round on boxes of few cells.
const ROUND_OF_SMALL_BOXES: &[Turn] = &[Others(1), Polish(1), Race(Some(14))];

const ROUND_OF_SLIDES: &[Turn] = &[Others(4), Polish(8), Race(Some(4))];

/// The table of a quality, a metric and a board.
#[derive(Debug)]
pub(super) struct Plan {
    /// The turns before the rounds.
    pub(super) opening: &'static [Turn],
    /// The turns of a round: without tables and with tables.
    pub(super) round: [&'static [Turn]; 2],
    /// The excess of a solution that ends the schedule, in hundredths of the lower bound.
    pub(super) percent: u16,
    /// The work that ends the schedule; `None` if only the limits of the call do.
    pub(super) budget: Option<u64>,
    /// The work of a race for the whole budget.
    pub(super) race: u64,
    pub(super) rounds: Rounds,
    pub(super) growth: Growth,
    /// The proof's share beside beams; `None` without beams.
    pub(super) balance: Option<Balance>,
    /// True if solutions are polished, so that their moves are kept.
    pub(super) is_polished: bool,
    /// The expansions for polishing the first solution.
    pub(super) first_polish: u64,
}

/// The work of rounds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rounds {
    /// The work of the first one.
    first: u64,
    /// Later ones take this part of all before.
    later: u64,
    /// The work that counts as done before the first one.
    pub(super) before: u64,
    /// The work of a round is a multiple of this.
    unit: u64,
}

impl Plan {
    /// Returns the plan for boards of a shape. `budget` is that of [`Quality::Best`]; `None` if only
    /// the limits of the call end it.
    pub(super) fn new(
        shape: Shape,
        (quality, metric): (Quality, Metric),
        kind: HeuristicKind,
        budget: Option<u64>,
    ) -> Self {
        let budget = budget.filter(|_| quality == Quality::Best);
        let best = match metric {
            Metric::Tiles => Self::best(shape, budget),
            Metric::Slides => Self::best_by_slides(shape, budget),
        };
        match (quality, metric) {
            (Quality::Fast, _) => Self {
                opening: FAST,
                round: [&[]; 2],
                is_polished: metric == Metric::Slides && best.is_polished,
                ..best
            },
            (Quality::Within { percent }, Metric::Tiles) => Self {
                opening: WITHIN,
                round: [RACE; 2],
                percent,
                race: u64::MAX,
                // The proof of a shortest solution needs no beams.
                balance: (percent > 0).then_some(tuning::WITHIN),
                is_polished: false,
                ..best
            },
            (Quality::Within { percent }, Metric::Slides) => Self { percent, ..best },
            (Quality::Best, Metric::Tiles) if is_read_off(shape, kind) => Self {
                opening: BEST_READ_OFF,
                ..best
            },
            (Quality::Best | Quality::Optimal, _) => best,
        }
    }

    fn best(shape: Shape, budget: Option<u64>) -> Self {
        let (cells, whole) = (shape.cells(), whole(budget));
        let has_many_cells = cells > tuning::MANY_CELLS;
        let round = if pairs::rank_beams(shape) {
            RACE
        } else if !shape.is_flat() && cells <= tuning::SMALL_BOX {
            ROUND_OF_SMALL_BOXES
        } else if solves_stretches(shape) {
            ROUND
        } else {
            ROUND_WITHOUT_STRETCHES
        };
        let rounds = Rounds {
            first: whole / tuning::FIRST_ROUND,
            later: if has_many_cells {
                tuning::LATER_ROUNDS_OF_MANY
            } else {
                tuning::LATER_ROUNDS
            },
            before: 0,
            unit: 16,
        };
        let mut growth = rounds.growth(round);
        if has_many_cells {
            growth.first = tuning::FIRST_OF_MANY * whole / 16;
        }
        Self {
            opening: BEST,
            round: [round, RACE],
            percent: 0,
            budget,
            race: budget.unwrap_or(tuning::USUAL_BUDGET),
            rounds,
            growth,
            balance: Some(if pairs::rank_beams(shape) {
                tuning::best_by_pairs(cells)
            } else {
                tuning::best(cells)
            }),
            is_polished: true,
            // Pattern tables take long to build.
            first_polish: if takes_patterns(shape) {
                tuning::FIRST_POLISH
            } else {
                0
            },
        }
    }

    fn best_by_slides(shape: Shape, budget: Option<u64>) -> Self {
        let first = whole(budget) / tuning::FIRST_ROUND_OF_SLIDES;
        // Each round does twice the work of the one before.
        let rounds = Rounds {
            first,
            later: 1,
            before: first,
            unit: 1,
        };
        Self {
            opening: BEST,
            round: [ROUND_OF_SLIDES, RACE],
            percent: 0,
            budget,
            race: u64::MAX,
            rounds,
            growth: rounds.growth(ROUND_OF_SLIDES),
            balance: None,
            is_polished: slides::is_polished(shape),
            first_polish: tuning::FIRST_POLISH,
        }
    }
}

/// Returns the budget that rounds are laid out for.
fn whole(budget: Option<u64>) -> u64 {
    let usual = tuning::USUAL_BUDGET;
    budget.unwrap_or(usual).clamp(tuning::LEAST_BUDGET, usual)
}

impl Rounds {
    /// Returns the work of the next round, given the work of all before.
    pub(super) fn work(&self, before: u64) -> u64 {
        let work = self.first.max(before / self.later);
        work - work % self.unit
    }

    /// Returns some sixteenths of the work of the next round.
    pub(super) fn share(&self, before: u64, sixteenths: u64) -> u64 {
        self.work(before).saturating_mul(sixteenths) / 16
    }

    /// Returns the growth of the other constructions: each of them takes about its share of a round.
    fn growth(&self, round: &[Turn]) -> Growth {
        Growth {
            first: match round {
                [Others(sixteenths), ..] => self.share(0, *sixteenths),
                _ => 0,
            },
            later: self.later,
        }
    }
}
