//! IDA* with pattern tables, on an explicit stack, many boards at a time.

mod batch;
#[cfg(feature = "std")]
mod parallel;
mod unit;

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::canonical::CanonicalBoard;
use crate::direction::ORDER;
use crate::moves::Moves;
use crate::search::automaton::Automaton;
use crate::search::meter::Meter;
use crate::search::patterns::{Blocks, Patterns, Placed};
use crate::tables::{Narrow, Wide};
use batch::{Ground, Node};
use unit::{Search, Split, Unit};

/// What the kernel needs beside the tables.
#[derive(Clone, Debug)]
pub(crate) enum Moving {
    Flat(Automaton<4>),
    Box(Automaton<6>),
}

/// A round is split where the one before it expanded as many boards: some ten milliseconds' work.
const SPLIT_FROM: u64 = 100_000;

/// Into how many units a round is split at least.
const UNITS: usize = 256;

/// Finds a shortest solution, or breaks off where the meter says so.
///
/// Iterative deepening A* (Korf 1985) with additive pattern tables (Korf and Felner 2002) seen in
/// one or two views, and the duplicate automaton of Taylor and Korf (1993). For each view a slack
/// is kept, half of what the bound leaves beyond the moves made and the sum of the distances: a
/// move that takes its tiles closer leaves it, another needs 1 of it. Every tile is in one
/// table, so where no move is left slack 0 means that all tiles are home.
pub(crate) fn search(
    patterns: &Patterns,
    moving: &Moving,
    instance: &CanonicalBoard,
    meter: &mut Meter<'_>,
) -> ControlFlow<(), Moves> {
    match (moving, patterns.views()) {
        (Moving::Flat(automaton), 1) => with_lookup::<1, 4>(patterns, automaton, instance, meter),
        (Moving::Flat(automaton), _) => with_lookup::<2, 4>(patterns, automaton, instance, meter),
        (Moving::Box(automaton), 1) => with_lookup::<1, 6>(patterns, automaton, instance, meter),
        (Moving::Box(automaton), _) => with_lookup::<2, 6>(patterns, automaton, instance, meter),
    }
}

fn with_lookup<const VIEWS: usize, const MOVES: usize>(
    patterns: &Patterns,
    automaton: &Automaton<MOVES>,
    instance: &CanonicalBoard,
    meter: &mut Meter<'_>,
) -> ControlFlow<(), Moves> {
    match (patterns.is_narrow(), patterns.len() <= 4) {
        (true, true) => run::<Narrow, VIEWS, MOVES, 4, 16>(patterns, automaton, instance, meter),
        (true, false) => run::<Narrow, VIEWS, MOVES, 16, 16>(patterns, automaton, instance, meter),
        (false, true) => run::<Wide, VIEWS, MOVES, 4, 32>(patterns, automaton, instance, meter),
        (false, false) => run::<Wide, VIEWS, MOVES, 16, 32>(patterns, automaton, instance, meter),
    }
}

fn run<
    B: Blocks,
    const VIEWS: usize,
    const MOVES: usize,
    const GROUPS: usize,
    const CELLS: usize,
>(
    patterns: &Patterns,
    automaton: &Automaton<MOVES>,
    instance: &CanonicalBoard,
    meter: &mut Meter<'_>,
) -> ControlFlow<(), Moves> {
    let at: Vec<u8> = instance.cells.iter().map(|&tile| tile as u8).collect();
    let mut estimates = [0; VIEWS];
    let mut root = Node {
        placed: [[Placed::default(); GROUPS]; VIEWS],
        groups: [0; CELLS],
        mark: 0,
        automaton: automaton.root(),
        slacks: 0,
        left: 0,
        blank: instance.blank as u8,
    };
    for (view, estimate) in estimates.iter_mut().enumerate() {
        let (states, sum) = patterns.look(view, &at).unwrap_or_default();
        root.placed[view][..states.len()].copy_from_slice(&states);
        *estimate = sum;
        for (groups, &tile) in root.groups.iter_mut().zip(&at) {
            *groups |= patterns.group_of(view)[tile as usize] << (4 * view);
        }
    }
    meter.generated += 1;
    let ground = Ground::<B, VIEWS, MOVES, GROUPS, CELLS>::new(patterns, automaton);
    let left_out = mirrored_turns(patterns, &at, instance.blank);
    let mut search = Search::new(&ground);
    // Something else may have proved more already.
    let mut bound = estimates.into_iter().fold(meter.bound, usize::max);
    let mut last_round = 0;
    loop {
        meter.begin_round(bound)?;
        if bound == 0 {
            return ControlFlow::Continue(Moves::new());
        }
        let mut root = Node {
            left: bound as u16,
            ..root
        };
        for (view, estimate) in estimates.iter().enumerate() {
            root.slacks |= ((bound - estimate) as u16 / 2) << (8 * view);
        }
        let before = meter.expanded;
        let turns = if last_round < SPLIT_FROM && left_out == 0 {
            search.find(&root, meter)?
        } else {
            let wanted = if last_round < SPLIT_FROM { 1 } else { UNITS };
            match search.split(&root, left_out, wanted, meter)? {
                Split::Found(turns) => Some(turns),
                Split::Units(units) => run_units(&mut search, &units, meter)?,
            }
        };
        if let Some(turns) = turns {
            let moves = turns
                .into_iter()
                .map(|turn| ORDER[turn as usize].opposite());
            return ControlFlow::Continue(moves.collect());
        }
        last_round = meter.expanded - before;
        bound += 2;
    }
}

/// Searches the units of a round in order, on as many threads as the meter allows; the first unit
/// with a solution counts.
fn run_units<
    B: Blocks,
    const VIEWS: usize,
    const MOVES: usize,
    const GROUPS: usize,
    const CELLS: usize,
>(
    search: &mut Search<'_, '_, B, VIEWS, MOVES, GROUPS, CELLS>,
    units: &[Unit<VIEWS, GROUPS, CELLS>],
    meter: &mut Meter<'_>,
) -> ControlFlow<(), Option<Vec<u8>>> {
    #[cfg(feature = "std")]
    let units = if meter.threads > 1 && units.len() > 1 {
        match parallel::run(search.ground(), units, meter) {
            parallel::Outcome::Done(turns) => return ControlFlow::Continue(turns),
            parallel::Outcome::Stopped => return ControlFlow::Break(()),
            // From here the search ends as it does on one thread.
            parallel::Outcome::Cut { unit } => &units[unit..],
        }
    } else {
        units
    };
    for unit in units {
        if let Some(below) = search.find(&unit.node, meter)? {
            return ControlFlow::Continue(Some(unit.through(below)));
        }
    }
    ControlFlow::Continue(None)
}

/// Returns which moves of a board that is its own mirror image only mirror one that is tried
/// before, as a set of turns.
///
/// The alphabetically first of the shortest solutions does not begin with such a move: its own
/// mirror image, a solution too, would come before it. So the automaton's promise holds without
/// them.
fn mirrored_turns(patterns: &Patterns, at: &[u8], blank: usize) -> u8 {
    let Some(mirror) = patterns.mirror() else {
        return 0;
    };
    let mut cells = at.iter().enumerate();
    if !cells.all(|(cell, &tile)| at[mirror.cell(cell)] as usize == mirror.cell(tile as usize)) {
        return 0;
    }
    let sides = ORDER.map(|side| patterns.shape().neighbour(blank, side));
    let image = |turn: usize| sides[turn].map(|cell| mirror.cell(cell));
    (0..ORDER.len())
        .filter(|&turn| {
            (0..turn).any(|before| sides[turn].is_some() && image(before) == sides[turn])
        })
        .map(|turn| 1 << turn)
        .sum()
}
