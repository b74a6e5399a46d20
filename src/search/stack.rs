//! IDA* with pattern tables, on an explicit stack.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::moves::Moves;
use crate::search::automaton::{Automaton, ORDER, REFUSED};
use crate::search::instance::Instance;
use crate::search::meter::Meter;
use crate::search::patterns::{Blocks, Lens, Patterns, Placed};
use crate::tables::{MAX_TABLE_CELLS, Narrow, Wide};

/// A move that the estimates allow, with what it does.
#[derive(Clone, Copy)]
struct Child<const VIEWS: usize> {
    turn: u8,
    from: u8,
    automaton: u16,
    groups: [u8; VIEWS],
    placed: [Placed; VIEWS],
    slack: [u8; VIEWS],
}

/// A board on the path from the root: the moves still to try, and what the move that made it changed.
#[derive(Clone, Copy)]
struct Frame<const VIEWS: usize, const MOVES: usize> {
    children: [Child<VIEWS>; MOVES],
    /// How many of them are left; they are tried from the last to the first.
    left: u8,
    blank: u8,
    made_by: u8,
    groups: [u8; VIEWS],
    /// What the move that made this board changed.
    before: [Placed; VIEWS],
}

/// A search that can be left and entered again: all its state is in here.
struct Search<'p, B, const VIEWS: usize, const MOVES: usize> {
    lenses: [Vec<Lens<'p, B>>; VIEWS],
    group_of: [&'p [u8; MAX_TABLE_CELLS]; VIEWS],
    automaton: &'p Automaton<MOVES>,
    neighbours: Vec<[u8; MOVES]>,
    at: [u8; MAX_TABLE_CELLS],
    placed: [Vec<Placed>; VIEWS],
    frames: Vec<Frame<VIEWS, MOVES>>,
    depth: usize,
}

/// What the kernel needs beside the tables.
#[derive(Clone, Debug)]
pub(crate) enum Moving {
    Flat(Automaton<4>),
    Box(Automaton<6>),
}

/// Finds a shortest solution, or breaks off where the meter says so.
///
/// Iterative deepening A* (Korf 1985) with additive pattern tables (Korf and Felner 2002) seen in one or two views, and the
/// duplicate automaton of Taylor and Korf (1993). For each view a slack is kept, half of what the bound leaves beyond the moves made
/// and the sum of the distances: a move that takes its tiles closer leaves it, another needs 1 of it. Every tile is in one
/// table, so where no move is left slack 0 means that all tiles are home.
pub(crate) fn search(
    patterns: &Patterns,
    moving: &Moving,
    instance: &Instance,
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
    instance: &Instance,
    meter: &mut Meter<'_>,
) -> ControlFlow<(), Moves> {
    if patterns.is_narrow() {
        run::<Narrow, VIEWS, MOVES>(patterns, automaton, instance, meter)
    } else {
        run::<Wide, VIEWS, MOVES>(patterns, automaton, instance, meter)
    }
}

fn run<B: Blocks, const VIEWS: usize, const MOVES: usize>(
    patterns: &Patterns,
    automaton: &Automaton<MOVES>,
    instance: &Instance,
    meter: &mut Meter<'_>,
) -> ControlFlow<(), Moves> {
    let shape = patterns.shape();
    let mut at = [0; MAX_TABLE_CELLS];
    for (cell, &tile) in instance.at.iter().enumerate() {
        at[cell] = tile as u8;
    }
    let mut estimates = [0; VIEWS];
    let placed = core::array::from_fn(|view| {
        let (placed, sum) = patterns.look(view, &at[..shape.cells()]).unwrap_or_default();
        estimates[view] = sum;
        placed
    });
    let neighbour = |cell, turn: usize| shape.neighbour(cell, ORDER[turn]).unwrap_or(cell) as u8;
    let mut search = Search {
        lenses: core::array::from_fn(|view| patterns.lenses::<B>(view)),
        group_of: core::array::from_fn(|view| patterns.group_of(view)),
        automaton,
        neighbours: (0..shape.cells())
            .map(|cell| core::array::from_fn(|turn| neighbour(cell, turn)))
            .collect(),
        at,
        placed,
        frames: Vec::new(),
        depth: 0,
    };
    meter.generated += 1;
    let mut bound = estimates.into_iter().max().unwrap_or(0);
    loop {
        meter.begin_round(bound)?;
        if bound == 0 {
            return ControlFlow::Continue(Moves::new());
        }
        let slack = estimates.map(|estimate| ((bound - estimate) / 2) as u8);
        search.begin(instance.blank, slack, bound, meter)?;
        if search.go_on(bound, meter)? {
            return ControlFlow::Continue(search.path());
        }
        bound += 2;
    }
}

impl<B: Blocks, const VIEWS: usize, const MOVES: usize> Search<'_, B, VIEWS, MOVES> {
    /// Sets the root of a round.
    fn begin(
        &mut self,
        blank: usize,
        slack: [u8; VIEWS],
        bound: usize,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<()> {
        let child = Child {
            turn: 0,
            from: 0,
            automaton: 0,
            groups: [0; VIEWS],
            placed: [Placed::default(); VIEWS],
            slack: [0; VIEWS],
        };
        let frame = Frame {
            children: [child; MOVES],
            left: 0,
            blank: blank as u8,
            made_by: 0,
            groups: [0; VIEWS],
            before: [Placed::default(); VIEWS],
        };
        if self.frames.len() < bound + 1 {
            self.frames = vec![frame; bound + 1];
        }
        self.depth = 0;
        self.frames[0] = frame;
        self.expand(self.automaton.root(), slack, meter)
    }

    /// Searches on; true where a solution is found, false where there is none within the bound.
    fn go_on(&mut self, bound: usize, meter: &mut Meter<'_>) -> ControlFlow<(), bool> {
        loop {
            let frame = &mut self.frames[self.depth];
            if frame.left == 0 {
                if self.depth == 0 {
                    return ControlFlow::Continue(false);
                }
                self.step_back();
                continue;
            }
            frame.left -= 1;
            let child = frame.children[frame.left as usize];
            let blank = frame.blank as usize;
            self.depth += 1;
            let next = &mut self.frames[self.depth];
            next.blank = child.from;
            next.made_by = child.turn;
            next.groups = child.groups;
            self.at[blank] = self.at[child.from as usize];
            for view in 0..VIEWS {
                let placed = &mut self.placed[view][child.groups[view] as usize];
                next.before[view] = core::mem::replace(placed, child.placed[view]);
            }
            if self.depth == bound {
                return ControlFlow::Continue(true);
            }
            self.expand(child.automaton, child.slack, meter)?;
        }
    }

    /// Undoes the move that made the last board.
    #[inline]
    fn step_back(&mut self) {
        let frame = &self.frames[self.depth];
        for view in 0..VIEWS {
            self.placed[view][frame.groups[view] as usize] = frame.before[view];
        }
        self.depth -= 1;
        let parent = self.frames[self.depth].blank as usize;
        self.at[frame.blank as usize] = self.at[parent];
    }

    /// Lists the moves that the automaton and the estimates allow.
    #[inline]
    fn expand(
        &mut self,
        automaton: u16,
        slack: [u8; VIEWS],
        meter: &mut Meter<'_>,
    ) -> ControlFlow<()> {
        meter.expand()?;
        let frame = &mut self.frames[self.depth];
        let blank = frame.blank as usize;
        let next = self.automaton.next(automaton, blank);
        let mut left = 0;
        for turn in (0..MOVES).rev() {
            if next[turn] == REFUSED {
                continue;
            }
            meter.generated += 1;
            let from = self.neighbours[blank][turn];
            let tile = self.at[from as usize] as usize;
            let child = &mut frame.children[left];
            *child = Child {
                turn: turn as u8,
                from,
                automaton: next[turn],
                groups: [0; VIEWS],
                placed: [Placed::default(); VIEWS],
                slack,
            };
            let mut allowed = true;
            for view in 0..VIEWS {
                let group = self.group_of[view][tile];
                let state = self.placed[view][group as usize];
                let (state, farther) = self.lenses[view][group as usize].slide(state, blank, turn);
                child.groups[view] = group;
                child.placed[view] = state;
                if farther && slack[view] == 0 {
                    allowed = false;
                    break;
                }
                child.slack[view] -= u8::from(farther);
            }
            left += usize::from(allowed);
        }
        frame.left = left as u8;
        ControlFlow::Continue(())
    }

    /// Returns the moves from the root to the last board.
    fn path(&self) -> Moves {
        let made = self.frames[1..=self.depth].iter();
        made.map(|frame| ORDER[frame.made_by as usize].opposite()).collect()
    }
}
