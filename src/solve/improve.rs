//! Shorter ways between the boards of a solution.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::moves::Moves;
use crate::search::hashes::hash_of;
use crate::search::manhattan;
use crate::search::meter::{Counts, Meter};
use crate::tables::reserved;

/// Returns the moves without those that lead from a board back to the same board; `None` if there
/// are none such, or no memory for the 33 bytes a move that it takes.
///
/// O(cells + moves x log(moves)) time. Boards are told apart by a hash of 64 bits.
pub(super) fn without_loops(instance: &CanonicalBoard, moves: &Moves) -> Option<Moves> {
    let (shape, mut at) = (instance.shape, instance.cells.clone());
    let mut blank = instance.blank;
    let mut hash = 0;
    let mut met = reserved(moves.len() + 1).ok()?;
    met.push((hash, 0));
    for (nth, direction) in (1..).zip(moves) {
        let from = shape.neighbour(blank, direction.opposite())?;
        hash ^= hash_of(at[from], from) ^ hash_of(at[from], blank);
        at.swap(from, blank);
        blank = from;
        met.push((hash, nth));
    }
    let mut last = reserved(met.len()).ok()?;
    last.extend_from_slice(&met);
    last.sort_unstable();
    let mut short = Moves::new();
    short.try_reserve(moves.len()).ok()?;
    let mut now = 0;
    loop {
        let end = last.partition_point(|&(other, _)| other <= met[now].0);
        now = last[end - 1].1;
        match moves.as_slice().get(now) {
            Some(&direction) => short.push(direction),
            None => break,
        }
        now += 1;
    }
    let is_better = short.len() < moves.len() && instance.is_solved_by(&short);
    is_better.then_some(short)
}

/// The number of moves that are replaced at once: as many as Manhattan IDA\* mostly finds the
/// shortest way for in [`PATIENCE`] expansions.
const WINDOW: usize = 32;

/// How far one window begins behind the one before.
const STEP: usize = WINDOW / 4;

/// How much of the allowance is spent between two solutions that the meter is told of: on large
/// boards each has very many moves.
const TELL_INTERVAL: u64 = 1 << 14;

/// How many boards are expanded at most for one window.
const PATIENCE: u64 = 4_000;

/// Replaces stretches of a solution by shorter ways between the same two boards, until no stretch
/// has one or the allowance of expansions is spent. What is spent on cells is counted as expansions
/// too, in a way: 64 cells like one.
///
/// Breaks where the meter says so; `moves` is the shorter solution then too. The meter is told of
/// it now and then. Without memory for a copy nothing changes.
pub(super) fn shorten(
    instance: &CanonicalBoard,
    moves: &mut Moves,
    allowance: u64,
    meter: &mut Meter<'_>,
) -> ControlFlow<()> {
    let Ok(mut way) = reserved(moves.len()) else {
        return ControlFlow::Continue(());
    };
    way.extend_from_slice(moves.as_slice());
    let flow = shorten_way(instance, &mut way, allowance, meter);
    if way.len() < moves.len() {
        let mut shorter = Moves::new();
        if shorter.try_extend(way).is_ok() {
            *moves = shorter;
        }
        flow?;
        return meter.tell(moves);
    }
    flow
}

/// The same for moves that are cheap to replace.
fn shorten_way(
    instance: &CanonicalBoard,
    way: &mut Vec<Direction>,
    allowance: u64,
    meter: &mut Meter<'_>,
) -> ControlFlow<()> {
    let by_cells = 1 + instance.cells.len() as u64 / 64;
    let mut left = allowance;
    let mut told = (left, way.len());
    loop {
        let before = way.len();
        let mut from = instance.clone();
        let mut now = 0;
        while now < way.len() && left > 0 {
            let end = way.len().min(now + WINDOW);
            let spent = meter.expanded;
            let found = shorter(&from, &way[now..end], left.min(PATIENCE), meter);
            left = left.saturating_sub(meter.expanded - spent + by_cells);
            if let ControlFlow::Continue(Some(shorter)) = &found {
                way.splice(now..end, shorter.iter());
            }
            found.map_continue(drop)?;
            if way.len() < told.1 && told.0 - left >= TELL_INTERVAL {
                told = (left, way.len());
                let mut copy = Moves::new();
                if copy.try_extend(way.iter().copied()).is_ok() {
                    meter.tell(&copy)?;
                }
            }
            let is_last = end == way.len();
            let next = if is_last { way.len() } else { now + STEP };
            for &direction in &way[now..next.min(way.len())] {
                from.slide(direction);
            }
            now = next;
        }
        if way.len() == before || left == 0 {
            return ControlFlow::Continue(());
        }
    }
}

/// Looks for a shorter way from a board to where the moves lead.
fn shorter(
    from: &CanonicalBoard,
    moves: &[Direction],
    patience: u64,
    meter: &mut Meter<'_>,
) -> ControlFlow<(), Option<Moves>> {
    let mut to = from.clone();
    for &direction in moves {
        to.slide(direction);
    }
    let mut cell_of = vec![0; to.cells.len()];
    for (cell, &tile) in to.cells.iter().enumerate() {
        cell_of[usize::from(tile)] = cell as u16;
    }
    let window = CanonicalBoard {
        shape: from.shape,
        home: to.blank,
        cells: from
            .cells
            .iter()
            .map(|&tile| cell_of[usize::from(tile)])
            .collect(),
        blank: from.blank,
    };
    if window.manhattan() >= moves.len() {
        return ControlFlow::Continue(None);
    }
    let (expanded, generated, bound) = (meter.expanded, meter.generated, meter.bound);
    let mut is_over = false;
    let mut hook = |counts: &mut Counts<'_>| {
        meter.expanded = expanded + counts.expanded;
        meter.generated = generated + counts.generated;
        meter.pause()?;
        if counts.bound >= moves.len() || counts.expanded >= patience {
            is_over = true;
            return ControlFlow::Break(());
        }
        counts.pause_at = (meter.pause_at - expanded).min(patience);
        ControlFlow::Continue(())
    };
    let mut limited = Meter::new(&mut hook);
    let flow = manhattan::search(&window, &mut limited);
    let counts = limited.counts();
    meter.take(&Counts {
        expanded: expanded + counts.expanded,
        generated: generated + counts.generated,
        bound,
        ..counts
    });
    match flow {
        ControlFlow::Continue(moves) => ControlFlow::Continue(Some(moves)),
        ControlFlow::Break(()) if is_over => ControlFlow::Continue(None),
        ControlFlow::Break(()) => ControlFlow::Break(()),
    }
}
