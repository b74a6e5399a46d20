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

/// A move and what a search has to know of it, in one word: written and read by parts it would be slow.
///
/// From bit 0 the state of the automaton after it, from bit 16 the cell of the tile that moves, from 24 the turn, from 32 the
/// tables that the tile belongs to by view (8 bits each), from 48 the slacks by view after it (8 bits each).
#[derive(Clone, Copy, Debug, Default)]
struct Move(u64);

impl Move {
    const FROM: u32 = 16;
    const TURN: u32 = 24;
    const GROUPS: u32 = 32;
    const SLACKS: u32 = 48;

    const fn automaton(self) -> usize {
        self.0 as u16 as usize
    }

    const fn from(self) -> u8 {
        (self.0 >> Self::FROM) as u8
    }

    const fn turn(self) -> u8 {
        (self.0 >> Self::TURN) as u8
    }

    const fn group(self, view: usize) -> usize {
        (self.0 >> (Self::GROUPS + 8 * view as u32)) as usize % MAX_GROUPS
    }

    const fn slack(self, view: usize) -> u8 {
        (self.0 >> (Self::SLACKS + 8 * view as u32)) as u8
    }

    /// Returns the slacks alone.
    const fn slacks(self) -> u64 {
        self.0 & !0 << Self::SLACKS
    }
}

/// A board to go to: the move, and what the tables see after it.
#[derive(Clone, Copy, Debug)]
struct Child<const VIEWS: usize> {
    by: Move,
    placed: [Placed; VIEWS],
}

/// A board on the path from the root: the moves still to try, and what the move that made it changed.
#[derive(Clone, Copy, Debug)]
struct Frame<const VIEWS: usize, const MOVES: usize> {
    children: [Child<VIEWS>; MOVES],
    before: [Placed; VIEWS],
    made_by: Move,
    /// How many children are left; they are tried from the last to the first.
    left: usize,
}

/// The moves that a cell's walls allow, without the tile's tables, the automaton and the slacks.
#[derive(Clone, Copy, Debug)]
struct Ways<const MOVES: usize> {
    count: usize,
    ways: [Move; MOVES],
}

/// A search that can be left and entered again: all its state is in here.
#[derive(Debug)]
struct Search<'p, B, const VIEWS: usize, const MOVES: usize, const NUMBERED: bool> {
    /// By table and view.
    lenses: [[Lens<'p, B>; VIEWS]; MAX_GROUPS],
    /// By tile: its tables, placed as in [`Move`].
    groups: [u64; MAX_CELLS],
    rows: &'p [[u16; MOVES]],
    root: u16,
    ways: [Ways<MOVES>; MAX_CELLS],
    at: [u8; MAX_CELLS],
    placed: [[Placed; VIEWS]; MAX_GROUPS],
    frames: Vec<Frame<VIEWS, MOVES>>,
    depth: usize,
}

/// Puts the children with the most slack last, where they are tried first: in the last round that finds the solution sooner,
/// in the others the order does not matter.
#[inline(always)]
fn order_by_slack<const VIEWS: usize>(children: &mut [Child<VIEWS>]) {
    let slack = |child: &Child<VIEWS>| {
        (0..VIEWS)
            .map(|view| u32::from(child.by.slack(view)))
            .sum::<u32>()
    };
    for end in 1..children.len() {
        let mut at = end;
        while at > 0 && slack(&children[at - 1]) > slack(&children[at]) {
            children.swap(at - 1, at);
            at -= 1;
        }
    }
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
    let mut groups = [0; MAX_CELLS];
    for view in 0..VIEWS {
        let (states, sum) = patterns
            .look(view, &at[..shape.cells()])
            .unwrap_or_default();
        for (group, state) in states.into_iter().enumerate() {
            placed[group][view] = state;
        }
        estimates[view] = sum;
        for (tile, &group) in patterns.group_of(view).iter().enumerate() {
            groups[tile] |= u64::from(group) << (Move::GROUPS + 8 * view as u32);
        }
    }
    let mut ways = [Ways {
        count: 0,
        ways: [Move::default(); MOVES],
    }; MAX_CELLS];
    for (cell, ways) in ways.iter_mut().enumerate().take(shape.cells()) {
        // Children are tried from the last to the first, so the turns are listed backwards.
        for turn in (0..MOVES).rev() {
            if let Some(from) = shape.neighbour(cell, ORDER[turn]) {
                let way = (from as u64) << Move::FROM | (turn as u64) << Move::TURN;
                ways.ways[ways.count] = Move(way);
                ways.count += 1;
            }
        }
    }
    let search: Search<'_, B, VIEWS, MOVES, NUMBERED> = Search {
        lenses: core::array::from_fn(|group| {
            core::array::from_fn(|view| patterns.lens(view, group))
        }),
        groups,
        rows: automaton.rows(),
        root: automaton.root(),
        ways,
        at,
        placed,
        frames: Vec::new(),
        depth: 0,
    };
    meter.generated += 1;
    let left_out = mirrored_turns(patterns, &at[..shape.cells()], instance.blank);
    dispatch(Rounds {
        search,
        blank: instance.blank,
        estimates,
        left_out,
        meter,
    })
}

/// The rounds of a solve, one bound after the other.
struct Rounds<'s, 'm, S, const VIEWS: usize> {
    search: S,
    blank: usize,
    estimates: [usize; VIEWS],
    /// By turn: whether it is left out at the root.
    left_out: [bool; 6],
    meter: &'s mut Meter<'m>,
}

/// Returns which moves of a board that is its own mirror image only mirror one that is tried before.
fn mirrored_turns(patterns: &Patterns, at: &[u8], blank: usize) -> [bool; 6] {
    let Some(mirror) = patterns.mirror() else {
        return [false; 6];
    };
    let mut cells = at.iter().enumerate();
    if !cells.all(|(cell, &tile)| at[mirror.cell(cell)] as usize == mirror.cell(tile as usize)) {
        return [false; 6];
    }
    let sides = ORDER.map(|side| patterns.shape().neighbour(blank, side));
    let image = |turn: usize| sides[turn].map(|cell| mirror.cell(cell));
    core::array::from_fn(|turn| {
        (0..turn).any(|before| sides[turn].is_some() && image(before) == sides[turn])
    })
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
            left_out,
            meter,
        } = self;
        // Something else may have proved more already.
        let mut bound = estimates.into_iter().fold(meter.bound, usize::max);
        loop {
            meter.begin_round(bound)?;
            if bound == 0 {
                return ControlFlow::Continue(Moves::new());
            }
            let mut root = (blank as u64) << Move::FROM | u64::from(search.root);
            for (view, estimate) in estimates.iter().enumerate() {
                root |= ((bound - estimate) as u64 / 2) << (Move::SLACKS + 8 * view as u32);
            }
            search.begin(Move(root), bound);
            if search.go_on::<BITS>(bound, left_out, meter)? {
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
    fn begin(&mut self, root: Move, bound: usize) {
        let child = Child {
            by: Move::default(),
            placed: [Placed::default(); VIEWS],
        };
        let before = [Placed::default(); VIEWS];
        let frame = Frame {
            children: [child; MOVES],
            before,
            made_by: root,
            left: 0,
        };
        self.frames.resize(bound + 1, frame);
        self.frames[0] = frame;
        self.depth = 0;
    }

    /// Searches a round; true where a solution is found, false where there is none within the bound.
    #[inline(always)]
    fn go_on<const BITS: bool>(
        &mut self,
        bound: usize,
        left_out: [bool; 6],
        meter: &mut Meter<'_>,
    ) -> ControlFlow<(), bool> {
        self.expand::<BITS>(meter)?;
        self.leave_out_mirrored(|turn| left_out[turn as usize % 6]);
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
            let Child { by, placed } = frame.children[frame.left % MOVES];
            let blank = frame.made_by.from() as usize % MAX_CELLS;
            self.at[blank] = self.at[by.from() as usize % MAX_CELLS];
            self.depth += 1;
            let next = &mut self.frames[self.depth];
            next.made_by = by;
            for (view, placed) in placed.into_iter().enumerate() {
                next.before[view] =
                    core::mem::replace(&mut self.placed[by.group(view)][view], placed);
            }
            if self.depth == bound {
                return ControlFlow::Continue(true);
            }
            self.expand::<BITS>(meter)?;
        }
    }

    /// Undoes the move that made the last board.
    #[inline(always)]
    fn step_back(&mut self) {
        let Frame {
            before, made_by, ..
        } = &self.frames[self.depth];
        for (view, before) in before.iter().enumerate() {
            self.placed[made_by.group(view)][view] = *before;
        }
        let blank = made_by.from() as usize % MAX_CELLS;
        self.depth -= 1;
        let parent = self.frames[self.depth].made_by.from() as usize % MAX_CELLS;
        self.at[blank] = self.at[parent];
    }

    /// Lists the moves that the automaton and the estimates allow.
    #[inline(always)]
    fn expand<const BITS: bool>(&mut self, meter: &mut Meter<'_>) -> ControlFlow<()> {
        meter.expand()?;
        let Self {
            lenses,
            groups,
            rows,
            ways,
            at,
            placed,
            frames,
            depth,
            ..
        } = self;
        let Frame {
            children,
            made_by,
            left,
            ..
        } = &mut frames[*depth];
        let (blank, slacks) = (made_by.from(), made_by.slacks());
        let row = &rows[made_by.automaton()];
        let ways = &ways[blank as usize % MAX_CELLS];
        let mut made = 0;
        for way in &ways.ways[..ways.count.min(MOVES)] {
            let automaton = row[way.turn() as usize % MOVES];
            let tile = at[way.from() as usize % MAX_CELLS];
            let groups = groups[tile as usize % MAX_CELLS];
            children[made % MOVES].by = Move(way.0 | groups | slacks | u64::from(automaton));
            made += usize::from(automaton != REFUSED);
        }
        meter.generated += made as u64;
        // View by view, all children: the table's entries come from afar, and what does not wait for each other comes together.
        for view in 0..VIEWS {
            let mut kept = 0;
            for nth in 0..made.min(MOVES) {
                let mut child = children[nth];
                let group = child.by.group(view);
                let lens = &lenses[group][view];
                let (state, farther) =
                    lens.slide::<NUMBERED, BITS>(placed[group][view], blank, child.by.turn());
                let allowed = farther <= child.by.slack(view);
                child.placed[view] = state;
                child.by.0 = child
                    .by
                    .0
                    .wrapping_sub(u64::from(farther) << (Move::SLACKS + 8 * view as u32));
                children[kept % MOVES] = child;
                kept += usize::from(allowed);
            }
            made = kept;
        }
        *left = made;
        if made > 1 {
            order_by_slack(&mut children[..made.min(MOVES)]);
        }
        ControlFlow::Continue(())
    }

    /// Leaves out those moves of the root that only mirror another, where the board is its own mirror image.
    ///
    /// The alphabetically first of the shortest solutions does not begin with such a move: its own mirror image, a solution
    /// too, would come before it. So the automaton's promise holds.
    fn leave_out_mirrored(&mut self, is_left_out: impl Fn(u8) -> bool) {
        let frame = &mut self.frames[0];
        let mut kept = 0;
        for nth in 0..frame.left {
            frame.children[kept] = frame.children[nth];
            kept += usize::from(!is_left_out(frame.children[nth].by.turn()));
        }
        frame.left = kept;
    }

    /// Returns the moves from the root to the last board.
    fn path(&self) -> Moves {
        let made = self.frames[1..=self.depth].iter();
        made.map(|frame| ORDER[frame.made_by.turn() as usize].opposite())
            .collect()
    }
}
