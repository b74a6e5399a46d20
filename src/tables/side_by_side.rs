//! Tables that are built side by side: breadth-first from the goal, whole blocks at a time.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::iter;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use super::collect::collect;
use super::index::PatternIndex;
use super::pattern::Pattern;
use super::plan::{Layout, lay_out, side};
use super::program::LANES;
use super::sweep::{Form, Half, Part, Parts, Programs, Tally};
use super::table::Bits;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::effort::Effort;
use crate::runtime::gauge::ShowLevel;
use crate::runtime::job::Pace;
use crate::runtime::threads::{self, SLICES, lock};

/// The counts by lane.
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
    /// `[table]`: the goal's place in its half.
    goals: Vec<usize>,
    /// `[table]`: 1 if the goal has another colour than the first one, and so comes a step later.
    late: Vec<u32>,
    first_side: usize,
    step: u32,
    counted: Counted,
}

/// In bytes: halves whose orders take less are swept on one thread.
const LARGE_HALF: usize = 5 << 20;

/// Builds tables of one number of tiles and one shape: one table a lane of the form, or one table
/// that takes two lanes. `show` receives the distance that the search works on, and the known
/// entries.
pub(super) async fn build_side_by_side(
    patterns: &[Pattern],
    index: &PatternIndex,
    form: &Form,
    threads: usize,
    show: &dyn ShowLevel,
    pace: &mut Pace,
) -> Result<Vec<Bits>, OutOfMemory> {
    let layout = lay_out(index, form, patterns.len(), pace).await?;
    let mut search = Search::new(index, patterns, layout);
    loop {
        let found = search.sweep(form, threads, show, pace).await;
        if search.end_step(found) {
            break;
        }
    }
    let (halves, planes, counted) = search.end();
    show(
        counted.max.into_iter().max().unwrap_or(0),
        counted.known.sum(),
    );
    let tables = collect(index, halves, &planes, pace).await?;
    let lanes = index.orders().lanes();
    let bits = tables.into_iter().enumerate().map(|(table, words)| {
        let of_table = table * lanes..(table + 1) * lanes;
        let total = |counts: &[u64; LANES]| counts[of_table.clone()].iter().sum::<u64>();
        let max = counted.max[of_table.clone()].iter().copied().max();
        Bits {
            words,
            max: max.unwrap_or(0),
            mean: total(&counted.sum) as f64 / total(&counted.known.states) as f64,
            reached: total(&counted.known.orders),
        }
    });
    Ok(bits.collect())
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
            counted: Counted {
                known: Tally::ZERO,
                max: [0; LANES],
                sum: [0; LANES],
            },
        }
    }

    /// Does a step of the search in all pieces, and returns what was found.
    async fn sweep(
        &mut self,
        form: &Form,
        threads: usize,
        show: &dyn ShowLevel,
        pace: &mut Pace,
    ) -> Tally {
        let known = self.counted.known.sum();
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
        if threads > 1 && to.bytes() >= LARGE_HALF {
            let mut left = to.pieces.len();
            let mut parts = to.parts();
            let mut found = Tally::ZERO;
            while left > 0 {
                let (some, swept) = sweep.on_threads(&mut parts, threads);
                found.add(&some);
                left -= swept;
                show(self.step, known + found.sum());
                pace.end_slice().await;
            }
            return found;
        }
        let mut found = Tally::ZERO;
        for part in to.parts() {
            let (some, cost) = sweep.piece(part);
            found.add(&some);
            show(self.step, known + found.sum());
            pace.spend(cost).await;
        }
        found
    }

    /// Ends a step with what was found in all pieces; true if it was the last one.
    fn end_step(&mut self, mut found: Tally) -> bool {
        let to = &mut self.halves[(self.first_side + self.step as usize) % 2];
        for (lane, &goal) in self.goals.iter().enumerate() {
            if self.late[lane] == self.step {
                found.add(&to.reach(goal, lane, self.step));
            }
        }
        if self.step > 1 && found.orders == [0; LANES] {
            return true;
        }
        let counted = &mut self.counted;
        for lane in 0..LANES {
            // Idle lanes, and the second lane of one table, go with the first.
            let late = self.late.get(lane).unwrap_or(&0);
            let level = self.step.saturating_sub(*late);
            if found.orders[lane] > 0 {
                counted.max[lane] = level;
                counted.sum[lane] += found.states[lane] * u64::from(level);
            }
        }
        counted.known.add(&found);
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
    /// Sweeps a piece; returns what was found, and the cost.
    fn piece(&self, part: Part<'_>) -> (Tally, usize) {
        (self.form.sweep)(part, self.from, self.programs, self.step)
    }

    /// Sweeps pieces on several threads for some slices. Returns what was found, and the number of
    /// pieces.
    fn on_threads(&self, parts: &mut Parts<'_>, threads: usize) -> (Tally, usize) {
        let swept = Mutex::new((Tally::ZERO, 0));
        let cost = AtomicUsize::new(0);
        let most = threads * SLICES * Effort::SLICE;
        let some = iter::from_fn(|| {
            let is_over = cost.load(Relaxed) >= most;
            if is_over { None } else { parts.next() }
        });
        threads::for_each(threads, some, |part| {
            let (found, of_piece) = self.piece(part);
            cost.fetch_add(of_piece, Relaxed);
            let mut swept = lock(&swept);
            swept.0.add(&found);
            swept.1 += 1;
        });
        swept.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}
