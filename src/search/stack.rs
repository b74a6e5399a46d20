//! IDA* with pattern tables, on an explicit stack.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::moves::Moves;
use crate::search::automaton::{Automaton, ORDER, REFUSED};
use crate::search::dispatch::{Kernel, dispatch};
use crate::search::instance::Instance;
use crate::search::meter::Meter;
use crate::search::patterns::{Blocks, Lens, MAX_CELLS, MAX_GROUPS, Patterns, Placed};
use crate::tables::{Narrow, Wide};

/// A move that the estimates allow, with what it does.
#[derive(Clone, Copy, Debug)]
struct Child<const VIEWS: usize> {
    placed: [Placed; VIEWS],
    groups: [u8; VIEWS],
    slack: [u8; VIEWS],
    automaton: u16,
    turn: u8,
    from: u8,
}

/// A board on the path from the root: the moves still to try, and what the move that made it changed.
#[derive(Clone, Copy, Debug)]
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

/// A turn that a cell's walls allow, and the neighbour whose tile moves.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    turn: u8,
    from: u8,
}

/// The ways from a cell.
#[derive(Clone, Copy, Debug)]
struct Ways<const MOVES: usize> {
    count: u8,
    ways: [Way; MOVES],
}

/// A search that can be left and entered again: all its state is in here.
#[derive(Debug)]
struct Search<'p, B, const VIEWS: usize, const MOVES: usize, const NUMBERED: bool> {
    /// By table and view.
    lenses: [[Lens<'p, B>; VIEWS]; MAX_GROUPS],
    /// By tile and view: its table.
    group_of: [[u8; VIEWS]; MAX_CELLS],
    rows: &'p [[u16; MOVES]],
    root: u16,
    ways: [Ways<MOVES>; MAX_CELLS],
    at: [u8; MAX_CELLS],
    placed: [[Placed; VIEWS]; MAX_GROUPS],
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
    let mut at = [0; MAX_CELLS];
    for (cell, &tile) in instance.at.iter().enumerate() {
        at[cell] = tile as u8;
    }
    let mut estimates = [0; VIEWS];
    let mut placed = [[Placed::default(); VIEWS]; MAX_GROUPS];
    let mut group_of = [[0; VIEWS]; MAX_CELLS];
    for view in 0..VIEWS {
        let (states, sum) = patterns
            .look(view, &at[..shape.cells()])
            .unwrap_or_default();
        for (group, state) in states.into_iter().enumerate() {
            placed[group][view] = state;
        }
        estimates[view] = sum;
        for (tile, &group) in patterns.group_of(view).iter().enumerate() {
            group_of[tile][view] = group;
        }
    }
    let mut ways = [Ways {
        count: 0,
        ways: [Way::default(); MOVES],
    }; MAX_CELLS];
    for (cell, ways) in ways.iter_mut().enumerate().take(shape.cells()) {
        // Children are tried from the last to the first, so the turns are listed backwards.
        for turn in (0..MOVES).rev() {
            if let Some(from) = shape.neighbour(cell, ORDER[turn]) {
                ways.ways[ways.count as usize] = Way {
                    turn: turn as u8,
                    from: from as u8,
                };
                ways.count += 1;
            }
        }
    }
    let search: Search<'_, B, VIEWS, MOVES, NUMBERED> = Search {
        lenses: core::array::from_fn(|group| {
            core::array::from_fn(|view| patterns.lens(view, group))
        }),
        group_of,
        rows: automaton.rows(),
        root: automaton.root(),
        ways,
        at,
        placed,
        frames: Vec::new(),
        depth: 0,
    };
    meter.generated += 1;
    dispatch(Rounds {
        search,
        blank: instance.blank,
        estimates,
        meter,
    })
}

/// The rounds of a solve, one bound after the other.
struct Rounds<'s, 'm, S, const VIEWS: usize> {
    search: S,
    blank: usize,
    estimates: [usize; VIEWS],
    meter: &'s mut Meter<'m>,
}

impl<B: Blocks, const VIEWS: usize, const MOVES: usize, const NUMBERED: bool>
    Kernel<ControlFlow<(), Moves>>
    for Rounds<'_, '_, Search<'_, B, VIEWS, MOVES, NUMBERED>, VIEWS>
{
    #[inline(always)]
    fn run<const BITS: bool>(self) -> ControlFlow<(), Moves> {
        let Self {
            mut search,
            blank,
            estimates,
            meter,
        } = self;
        let mut bound = estimates.into_iter().max().unwrap_or(0);
        loop {
            meter.begin_round(bound)?;
            if bound == 0 {
                return ControlFlow::Continue(Moves::new());
            }
            let slack = estimates.map(|estimate| ((bound - estimate) / 2) as u8);
            search.begin(blank, bound);
            if search.go_on::<BITS>(slack, bound, meter)? {
                return ControlFlow::Continue(search.path());
            }
            bound += 2;
        }
    }
}

impl<B: Blocks, const VIEWS: usize, const MOVES: usize, const NUMBERED: bool>
    Search<'_, B, VIEWS, MOVES, NUMBERED>
{
    /// Sets the root of a round.
    fn begin(&mut self, blank: usize, bound: usize) {
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
    }

    /// Searches a round; true where a solution is found, false where there is none within the bound.
    #[inline(always)]
    fn go_on<const BITS: bool>(
        &mut self,
        slack: [u8; VIEWS],
        bound: usize,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<(), bool> {
        self.expand::<BITS>(self.root, slack, meter)?;
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
            let child = frame.children[frame.left as usize % MOVES];
            let blank = frame.blank;
            self.depth += 1;
            let next = &mut self.frames[self.depth];
            next.blank = child.from;
            next.made_by = child.turn;
            next.groups = child.groups;
            for view in 0..VIEWS {
                let group = child.groups[view] as usize % MAX_GROUPS;
                let placed = &mut self.placed[group][view];
                next.before[view] = *placed;
                *placed = child.placed[view];
            }
            self.at[blank as usize % MAX_CELLS] = self.at[child.from as usize % MAX_CELLS];
            if self.depth == bound {
                return ControlFlow::Continue(true);
            }
            self.expand::<BITS>(child.automaton, child.slack, meter)?;
        }
    }

    /// Undoes the move that made the last board.
    #[inline(always)]
    fn step_back(&mut self) {
        let frame = &self.frames[self.depth];
        for view in 0..VIEWS {
            self.placed[frame.groups[view] as usize % MAX_GROUPS][view] = frame.before[view];
        }
        let blank = frame.blank as usize % MAX_CELLS;
        self.depth -= 1;
        let parent = self.frames[self.depth].blank as usize % MAX_CELLS;
        self.at[blank] = self.at[parent];
    }

    /// Lists the moves that the automaton and the estimates allow.
    #[inline(always)]
    fn expand<const BITS: bool>(
        &mut self,
        automaton: u16,
        slack: [u8; VIEWS],
        meter: &mut Meter<'_>,
    ) -> ControlFlow<()> {
        meter.expand()?;
        let frame = &mut self.frames[self.depth];
        let blank = frame.blank;
        let row = self.rows[automaton as usize];
        let ways = &self.ways[blank as usize % MAX_CELLS];
        let (mut left, mut generated) = (0, 0);
        for &Way { turn, from } in &ways.ways[..(ways.count as usize).min(MOVES)] {
            let automaton = row[turn as usize % MOVES];
            if automaton == REFUSED {
                continue;
            }
            generated += 1;
            let tile = self.at[from as usize % MAX_CELLS];
            let groups = self.group_of[tile as usize % MAX_CELLS];
            let mut child = Child {
                placed: [Placed::default(); VIEWS],
                groups,
                slack,
                automaton,
                turn,
                from,
            };
            let mut allowed = true;
            for view in 0..VIEWS {
                let group = groups[view] as usize % MAX_GROUPS;
                let state = self.placed[group][view];
                let lens = &self.lenses[group][view];
                let (state, farther) = lens.slide::<NUMBERED, BITS>(state, blank, turn);
                if slack[view] < farther {
                    allowed = false;
                    break;
                }
                child.placed[view] = state;
                child.slack[view] = slack[view] - farther;
            }
            if allowed {
                frame.children[left % MOVES] = child;
                left += 1;
                {
                    let mut i = left - 1;
                    while i > 0 {
                        let key = |c: &Child<VIEWS>| c.slack.iter().map(|&x| x as u32).sum::<u32>();
                        if key(&frame.children[i - 1]) > key(&frame.children[i]) {
                            frame.children.swap(i - 1, i);
                            i -= 1;
                        } else {
                            break;
                        }
                    }
                }
            }
        }
        meter.generated += generated;
        frame.left = left as u8;
        ControlFlow::Continue(())
    }

    /// Returns the moves from the root to the last board.
    fn path(&self) -> Moves {
        let made = self.frames[1..=self.depth].iter();
        made.map(|frame| ORDER[frame.made_by as usize].opposite())
            .collect()
    }
}
