//! IDA* with pattern tables, on an explicit stack.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::moves::Moves;
use crate::search::automaton::{Automaton, ORDER, REFUSED};
use crate::search::instance::Instance;
use crate::search::meter::Meter;
use crate::search::patterns::{Blocks, Lens, Patterns, Placed};
use crate::tables::{MAX_TABLE_CELLS, Narrow, Wide};

/// The most tables of a partition.
pub(crate) const MAX_GROUPS: usize = 16;

/// A move that the estimates allow, with what it does.
#[derive(Clone, Copy)]
struct Child<const VIEWS: usize> {
    placed: [Placed; VIEWS],
    groups: [u8; VIEWS],
    slack: [u8; VIEWS],
    automaton: u16,
    turn: u8,
    from: u8,
}

/// A board on the path from the root: the moves still to try, and what the move that made it changed.
#[derive(Clone, Copy)]
struct Frame<const VIEWS: usize, const MOVES: usize> {
    children: [Child<VIEWS>; MOVES],
    /// What the move that made this board changed.
    before: [Placed; VIEWS],
    groups: [u8; VIEWS],
    /// How many children are left; they are tried from the last to the first.
    left: u8,
    blank: u8,
    made_by: u8,
}

/// A search that can be left and entered again: all its state is in here.
struct Search<'p, B, const VIEWS: usize, const MOVES: usize, const NUMBERED: bool> {
    /// By view and table.
    lenses: [[Lens<'p, B>; MAX_GROUPS]; VIEWS],
    /// By tile and view: its table.
    group_of: [[u8; VIEWS]; MAX_TABLE_CELLS],
    automaton: &'p Automaton<MOVES>,
    neighbours: [[u8; MOVES]; MAX_TABLE_CELLS],
    at: [u8; MAX_TABLE_CELLS],
    placed: [[Placed; MAX_GROUPS]; VIEWS],
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
    match (patterns.is_narrow(), patterns.is_numbered()) {
        (true, true) => run::<Narrow, VIEWS, MOVES, true>(patterns, automaton, instance, meter),
        (true, false) => run::<Narrow, VIEWS, MOVES, false>(patterns, automaton, instance, meter),
        (false, true) => run::<Wide, VIEWS, MOVES, true>(patterns, automaton, instance, meter),
        (false, false) => run::<Wide, VIEWS, MOVES, false>(patterns, automaton, instance, meter),
    }
}

fn run<B: Blocks, const VIEWS: usize, const MOVES: usize, const NUMBERED: bool>(
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
    let mut placed = [[Placed::default(); MAX_GROUPS]; VIEWS];
    let mut group_of = [[0; VIEWS]; MAX_TABLE_CELLS];
    for view in 0..VIEWS {
        let (states, sum) = patterns.look(view, &at[..shape.cells()]).unwrap_or_default();
        placed[view][..states.len()].copy_from_slice(&states);
        estimates[view] = sum;
        for (tile, &group) in patterns.group_of(view).iter().enumerate() {
            group_of[tile][view] = group;
        }
    }
    let mut neighbours = [[0; MOVES]; MAX_TABLE_CELLS];
    for (cell, neighbours) in neighbours.iter_mut().enumerate().take(shape.cells()) {
        for (turn, neighbour) in neighbours.iter_mut().enumerate() {
            *neighbour = shape.neighbour(cell, ORDER[turn]).unwrap_or(cell) as u8;
        }
    }
    let mut search: Search<'_, B, VIEWS, MOVES, NUMBERED> = Search {
        lenses: core::array::from_fn(|view| patterns.lenses(view)),
        group_of,
        automaton,
        neighbours,
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

impl<B: Blocks, const VIEWS: usize, const MOVES: usize, const NUMBERED: bool>
    Search<'_, B, VIEWS, MOVES, NUMBERED>
{
    /// Sets the root of a round.
    fn begin(
        &mut self,
        blank: usize,
        slack: [u8; VIEWS],
        bound: usize,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<()> {
        let child = Child {
            placed: [Placed::default(); VIEWS],
            groups: [0; VIEWS],
            slack: [0; VIEWS],
            automaton: 0,
            turn: 0,
            from: 0,
        };
        let frame = Frame {
            children: [child; MOVES],
            before: [Placed::default(); VIEWS],
            groups: [0; VIEWS],
            left: 0,
            blank: blank as u8,
            made_by: 0,
        };
        self.frames.resize(bound + 1, frame);
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
            let child = &frame.children[frame.left as usize % MOVES];
            let (automaton, slack) = (child.automaton, child.slack);
            let (turn, from, groups) = (child.turn, child.from, child.groups);
            let mut before = [Placed::default(); VIEWS];
            for view in 0..VIEWS {
                let placed = &mut self.placed[view][groups[view] as usize % MAX_GROUPS];
                before[view] = core::mem::replace(placed, child.placed[view]);
            }
            let blank = frame.blank as usize % MAX_TABLE_CELLS;
            self.at[blank] = self.at[from as usize % MAX_TABLE_CELLS];
            self.depth += 1;
            let next = &mut self.frames[self.depth];
            next.blank = from;
            next.made_by = turn;
            next.groups = groups;
            next.before = before;
            if self.depth == bound {
                return ControlFlow::Continue(true);
            }
            self.expand(automaton, slack, meter)?;
        }
    }

    /// Undoes the move that made the last board.
    #[inline(always)]
    fn step_back(&mut self) {
        let frame = &self.frames[self.depth];
        for view in 0..VIEWS {
            self.placed[view][frame.groups[view] as usize % MAX_GROUPS] = frame.before[view];
        }
        self.depth -= 1;
        let parent = self.frames[self.depth].blank as usize % MAX_TABLE_CELLS;
        self.at[frame.blank as usize % MAX_TABLE_CELLS] = self.at[parent];
    }

    /// Lists the moves that the automaton and the estimates allow.
    #[inline(always)]
    fn expand(
        &mut self,
        automaton: u16,
        slack: [u8; VIEWS],
        meter: &mut Meter<'_>,
    ) -> ControlFlow<()> {
        meter.expand()?;
        let frame = &mut self.frames[self.depth];
        let blank = frame.blank as usize % MAX_TABLE_CELLS;
        let next = self.automaton.next(automaton, blank);
        let mut left = 0;
        for turn in (0..MOVES).rev() {
            if next[turn] == REFUSED {
                continue;
            }
            meter.generated += 1;
            let from = self.neighbours[blank][turn];
            let tile = self.at[from as usize % MAX_TABLE_CELLS] as usize % MAX_TABLE_CELLS;
            let groups = self.group_of[tile];
            let mut placed = [Placed::default(); VIEWS];
            let mut slack = slack;
            let mut allowed = true;
            for view in 0..VIEWS {
                let group = groups[view] as usize % MAX_GROUPS;
                let lens = &self.lenses[view][group];
                let farther;
                (placed[view], farther) =
                    lens.slide::<NUMBERED>(self.placed[view][group], blank, turn);
                if farther && slack[view] == 0 {
                    allowed = false;
                    break;
                }
                slack[view] -= u8::from(farther);
            }
            if allowed {
                frame.children[left % MOVES] =
                    Child { placed, groups, slack, automaton: next[turn], turn: turn as u8, from };
                left += 1;
            }
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
