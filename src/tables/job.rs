//! Tables that are built side by side: breadth-first from the goal, whole blocks at a time.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::collect::Collect;
use super::index::PatternIndex;
use super::pattern::Pattern;
use super::plan::{Layout, Plan, side};
use super::program::LANES;
use super::sweep::{Form, Half, Programs, Tally};
use super::table::Bits;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::effort::Effort;

/// Tables of as many tiles of one shape that are being built: one table a lane, or one table that
/// takes two lanes.
#[derive(Debug)]
pub(super) struct SideBySide {
    form: Form,
    patterns: Vec<Pattern>,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    Plan(Plan),
    Search(Search),
    Collect(Collect, Counted),
    /// The tables were given away.
    Over,
}

/// What was counted, by lane.
#[derive(Debug)]
struct Counted {
    known: Tally,
    max: [u32; LANES],
    /// The sum of the distances of all states.
    sum: [u64; LANES],
}

/// The search, step by step.
#[derive(Debug)]
struct Search {
    halves: [Half; 2],
    programs: Box<Programs>,
    /// By table: the goal's place in its half.
    goals: Vec<usize>,
    /// By table: 1 for a goal of the other colour than that of the first one. It comes a step
    /// later.
    late: Vec<u32>,
    first_side: usize,
    step: u32,
    /// How many pieces were swept at this step, and what was found in them.
    swept: usize,
    found: Tally,
    counted: Counted,
}

/// In bytes: halves whose orders take less are swept on one thread.
#[cfg(feature = "std")]
const LARGE_HALF: usize = 5 << 20;

impl SideBySide {
    /// Begins the tables of at most as many patterns as the form has lanes, or one that takes both
    /// lanes.
    pub(super) fn new(
        patterns: Vec<Pattern>,
        index: &PatternIndex,
        form: Form,
    ) -> Result<Self, OutOfMemory> {
        let plan = Plan::new(index, form, patterns.len())?;
        Ok(Self {
            form,
            patterns,
            stage: Stage::Plan(plan),
        })
    }

    /// Goes on, on so many threads where that pays, and returns the tables once they are built.
    pub(super) fn advance(
        &mut self,
        index: &PatternIndex,
        threads: usize,
        effort: &mut Effort,
    ) -> Result<Option<Vec<Bits>>, OutOfMemory> {
        if let Stage::Plan(plan) = &mut self.stage {
            let Some(layout) = plan.advance(index, effort)? else {
                return Ok(None);
            };
            self.stage = Stage::Search(Search::new(index, &self.patterns, layout));
        }
        if let Stage::Search(search) = &mut self.stage {
            if !search.advance(&self.form, threads, effort) {
                return Ok(None);
            }
            if let Stage::Search(search) = core::mem::replace(&mut self.stage, Stage::Over) {
                let (halves, planes, counted) = search.end();
                self.stage = Stage::Collect(Collect::new(index, halves, planes), counted);
            }
        }
        let Stage::Collect(collect, counted) = &mut self.stage else {
            return Ok(Some(Vec::new()));
        };
        let Some(words) = collect.advance(index, effort)? else {
            return Ok(None);
        };
        let lanes = index.orders().lanes();
        let bits = words.into_iter().enumerate().map(|(table, words)| {
            let of_table = table * lanes..(table + 1) * lanes;
            let total = |counts: &[u64; LANES]| counts[of_table.clone()].iter().sum::<u64>();
            Bits {
                words,
                max: counted.max[of_table.clone()]
                    .iter()
                    .copied()
                    .max()
                    .unwrap_or(0),
                mean: total(&counted.sum) as f64 / total(&counted.known.states) as f64,
                reached: total(&counted.known.orders),
            }
        });
        Ok(Some(bits.collect()))
    }

    /// Returns the distance from the goal that is worked on.
    pub(super) fn level(&self) -> u32 {
        match &self.stage {
            Stage::Plan(_) | Stage::Over => 0,
            Stage::Search(search) => search.step,
            Stage::Collect(_, counted) => counted.max.into_iter().max().unwrap_or(0),
        }
    }

    /// Returns how many entries have their distance.
    pub(super) fn known(&self) -> u64 {
        let sum = |tally: &Tally| tally.orders.iter().sum::<u64>();
        match &self.stage {
            Stage::Plan(_) | Stage::Over => 0,
            Stage::Search(search) => sum(&search.counted.known) + sum(&search.found),
            Stage::Collect(_, counted) => sum(&counted.known),
        }
    }
}

impl Search {
    fn new(index: &PatternIndex, patterns: &[Pattern], layout: Layout) -> Self {
        let Layout {
            halves,
            programs,
            places,
        } = layout;
        let first_side = side(index, patterns[0].mask());
        let goal = |pattern: &Pattern| places[index.block(pattern.mask(), pattern.home())] as usize;
        let late = |pattern: &Pattern| (side(index, pattern.mask()) ^ first_side) as u32;
        Self {
            halves,
            programs,
            goals: patterns.iter().map(goal).collect(),
            late: patterns.iter().map(late).collect(),
            first_side,
            step: 0,
            swept: 0,
            found: Tally::ZERO,
            counted: Counted {
                known: Tally::ZERO,
                max: [0; LANES],
                sum: [0; LANES],
            },
        }
    }

    /// Goes on; true if all distances are known.
    fn advance(&mut self, form: &Form, threads: usize, effort: &mut Effort) -> bool {
        while !effort.is_spent() {
            let (even, odd) = self.halves.split_at_mut(1);
            let (to, from) = if (self.first_side + self.step as usize) % 2 == 0 {
                (&mut even[0], &odd[0])
            } else {
                (&mut odd[0], &even[0])
            };
            let sweep = Sweep {
                form,
                from,
                programs: &self.programs,
                step: self.step,
            };
            let (found, swept) = sweep.some(to, self.swept, threads, effort);
            self.found.add(&found);
            self.swept += swept;
            if self.swept == to.pieces.len() && self.end_step() {
                return true;
            }
        }
        false
    }

    /// Ends a step after all pieces were swept; true if it was the last one.
    fn end_step(&mut self) -> bool {
        let to = &mut self.halves[(self.first_side + self.step as usize) % 2];
        for (lane, &goal) in self.goals.iter().enumerate() {
            if self.late[lane] == self.step {
                self.found.add(&to.reach(goal, lane, self.step));
            }
        }
        if self.step > 1 && self.found.orders == [0; LANES] {
            return true;
        }
        let counted = &mut self.counted;
        for lane in 0..LANES {
            // Idle lanes, and the second lane of one table, go with the first.
            let late = self.late.get(lane).unwrap_or(&0);
            let level = self.step.saturating_sub(*late);
            if self.found.orders[lane] > 0 {
                counted.max[lane] = level;
                counted.sum[lane] += self.found.states[lane] * u64::from(level);
            }
        }
        counted.known.add(&self.found);
        self.found = Tally::ZERO;
        self.swept = 0;
        self.step += 1;
        false
    }

    /// Returns the halves and what was counted, and by table and half the plane in which bit 1 of
    /// the distance is set.
    fn end(self) -> ([Half; 2], Vec<[usize; 2]>, Counted) {
        let planes = self.late.iter().map(|&late| {
            // Steps with bit 1 are distances with bit 1, but for late ones at even steps.
            core::array::from_fn(|half| usize::from(late == 0 || half != self.first_side))
        });
        (self.halves, planes.collect(), self.counted)
    }
}

/// A step of the search.
struct Sweep<'a> {
    form: &'a Form,
    from: &'a Half,
    programs: &'a Programs,
    step: u32,
}

impl Sweep<'_> {
    /// Sweeps some pieces from the given one on. Returns what was found, and in how many pieces.
    fn some(
        &self,
        to: &mut Half,
        first: usize,
        #[cfg_attr(
            not(feature = "std"),
            expect(unused_variables, reason = "there are none")
        )]
        threads: usize,
        effort: &mut Effort,
    ) -> (Tally, usize) {
        #[cfg(feature = "std")]
        if threads > 1 && to.bytes() >= LARGE_HALF {
            return self.in_threads(to, first, threads, effort);
        }
        let (mut found, mut swept) = (Tally::ZERO, 0);
        for part in to.parts(first) {
            let (some, cost) = (self.form.sweep)(part, self.from, self.programs, self.step);
            found.add(&some);
            swept += 1;
            effort.spend(cost);
            if effort.is_spent() {
                break;
            }
        }
        (found, swept)
    }

    /// The same on several threads, this one among them, for a slice each.
    #[cfg(feature = "std")]
    fn in_threads(
        &self,
        to: &mut Half,
        first: usize,
        threads: usize,
        effort: &mut Effort,
    ) -> (Tally, usize) {
        use std::sync::{Mutex, PoisonError};

        use crate::runtime::threads::{self, lock};

        let parts = Mutex::new(to.parts(first));
        let total = Mutex::new((Tally::ZERO, 0));
        let help = || {
            let (mut found, mut swept) = (Tally::ZERO, 0);
            let mut effort = Effort::slice();
            while !effort.is_spent() {
                let next = lock(&parts).next();
                let Some(part) = next else { break };
                let (some, cost) = (self.form.sweep)(part, self.from, self.programs, self.step);
                found.add(&some);
                swept += 1;
                effort.spend(cost);
            }
            let mut total = lock(&total);
            total.0.add(&found);
            total.1 += swept;
        };
        std::thread::scope(|scope| {
            threads::start(scope, threads - 1, &help);
            help();
        });
        // What this thread did, and starting the others.
        effort.spend(Effort::SLICE);
        total.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
