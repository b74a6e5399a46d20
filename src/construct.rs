//! Solutions at once, by construction.
//!
//! 1. The board *flows*: the blank is routed so that most tiles come nearer to their places, far
//!    ones above all. A move of the blank moves one tile one cell, and leading a single tile takes
//!    three to five moves a cell; here two moves do it. A board that is much longer than wide is
//!    *carried* before: see the file of that name.
//! 2. The board is *peeled*: of the box of cells that is left, which always holds the home, the
//!    line (in a box the layer) at the far end of the longest side is put in order, then it is
//!    never touched again. Tile after tile is led to its cell, by the cheapest turn at each step;
//!    the last two of a line swing in together, through a window of six cells. What is left in the
//!    end, at most 8 cells, is read off a table of all distances. That is the method of *I.
//!    Parberry, Memory-efficient method for fast computation of short 15-puzzle solutions, 2015*,
//!    for any box and any home.
//! 3. If the board is small enough, or what is left of it, a narrow beam search *settles* the lines
//!    instead, one after the other: it sees to the line in hand, and to the rest as the flow does.
//!    Boards that differ only in tiles of later lines count as one; without that a beam is soon
//!    full of them and finds nothing.
//!
//! The number of moves grows with cells x the mean side. Most of them belong to the first part, if
//! the board is large.

mod beam;
mod carry;
mod flow;
mod lines;
mod peel;
pub(crate) mod polish;
pub(crate) mod polish_slides;
mod rest;
mod site;
mod style;
#[cfg(test)]
mod tests;
mod walk;

use core::mem;
use core::ops::RangeInclusive;

use crate::canonical::CanonicalBoard;
use crate::moves::Moves;
use crate::search::all_boards::BuildAll;
use crate::tables::OutOfMemory;
use crate::work::{Counts, Step, Work};
use carry::Carry;
use flow::Flow;
use lines::Settle;
use peel::Peel;
use rest::{MOST_LEFT, Rest};
use site::Site;
use style::Style;

/// Boards of up to this number of cells are put in order by a beam, besides.
const SMALL: usize = 256;

/// The number of cells that are left of a larger board when a beam takes over.
const INNER: usize = 400;

/// In boards of up to this number of cells a beam puts that part in order that is left at last.
const MIDDLE: usize = 1_600;

/// The work of that beam: its width is this over the cells, within its limits; narrower in boxes.
const WORK: [usize; 2] = [20_000, 2_000];
const WIDTHS: [RangeInclusive<usize>; 2] = [100..=200, 30..=100];

/// How much longer than the shortest walks of the blank may be, before that beam takes over.
const WIDE_DETOUR: usize = 4;

/// How many cells are looked at in half a millisecond, in builds with optimization. Everything else
/// is counted in cells, too.
const SLICE: usize = 100_000;

/// The construction of solutions of a board, each shorter than those found before.
///
/// The first one is there at once, whatever the shape. Each move of a solution counts as an
/// expansion, and each board of a beam.
#[derive(Debug)]
pub(crate) struct Construct {
    instance: CanonicalBoard,
    plan: Plan,
    phase: Phase,
    site: Site,
    /// How many moves of the site are counted.
    counted: usize,
    /// The last cells, which are the same in all plans.
    rest: Option<Rest>,
    /// The length of the shortest solution found.
    shortest: usize,
}

/// What is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Plan {
    /// By flowing and peeling.
    Plain,
    /// With a beam for the last part.
    Refined,
    /// All of it by a beam of this style.
    Styled(usize),
    /// Nothing more.
    Over,
}

/// The part of a plan that is in hand.
#[expect(clippy::large_enum_variant, reason = "there is one at a time")]
#[derive(Debug)]
enum Phase {
    /// The cells are filled in.
    Fill,
    /// The table of the last cells is built.
    Table(BuildAll),
    /// The blank of a board of a single line goes home.
    Line,
    Carry(Carry),
    Flow(Flow),
    Peel(Peel),
    Settle(Settle),
    /// The last cells.
    Finish,
    /// The solution is complete.
    Found,
}

impl Construct {
    /// Returns the construction of solutions of a solvable board, which is not begun.
    pub(crate) fn new(instance: CanonicalBoard) -> Result<Self, OutOfMemory> {
        Self::begin(instance, Plan::Plain)
    }

    /// Returns the construction of another solution of a solvable board than those of
    /// [`new`](Self::new), and than those of other numbers from 1 on. `None` if the board is too
    /// large for that, or the number too high.
    pub(crate) fn otherwise(
        instance: CanonicalBoard,
        number: usize,
    ) -> Result<Option<Self>, OutOfMemory> {
        if instance.cells.len() > SMALL || instance.shape.is_path() || number >= Style::COUNT {
            return Ok(None);
        }
        Self::begin(instance, Plan::Styled(number)).map(Some)
    }

    fn begin(instance: CanonicalBoard, plan: Plan) -> Result<Self, OutOfMemory> {
        Ok(Self {
            site: Site::new(&instance)?,
            instance,
            plan,
            phase: Phase::Fill,
            counted: 0,
            rest: None,
            shortest: usize::MAX,
        })
    }

    /// Counts moves that are made and not counted yet. Returns whether all are counted.
    fn count_moves(&mut self, until: u64, counts: &mut Counts) -> bool {
        let due = self.site.moves.len() - self.counted;
        let allowed = until.min(counts.limit).saturating_sub(counts.expanded);
        let counted = (due as u64).min(allowed);
        counts.expanded += counted;
        counts.generated += counted;
        self.counted += counted as usize;
        counted == due as u64
    }

    /// Does a small part. Returns how many cells were looked at, or a number that stands for as
    /// much time.
    fn step(&mut self, until: u64, counts: &mut Counts) -> Result<usize, OutOfMemory> {
        let site = &mut self.site;
        let looked_at = match &mut self.phase {
            Phase::Fill => site.fill(&self.instance),
            Phase::Table(build) => match build.advance(until, counts)? {
                Step::Found(table) => {
                    self.rest = Some(Rest::new(table, site));
                    None
                }
                // That was a slice.
                _ => Some(SLICE),
            },
            Phase::Line => site.go_home()?,
            Phase::Carry(carry) => carry.step(site)?,
            Phase::Flow(flow) => flow.step(site)?,
            Phase::Peel(peel) => peel.step(site)?,
            Phase::Settle(settle) => settle.step(site, until, counts)?,
            Phase::Finish | Phase::Found => None,
        };
        if let Some(looked_at) = looked_at {
            return Ok(looked_at);
        }
        self.phase = self.next_phase()?;
        Ok(SLICE)
    }

    /// Ends a phase, and returns the next one.
    fn next_phase(&mut self) -> Result<Phase, OutOfMemory> {
        let site = &mut self.site;
        let is_plain = self.plan == Plan::Plain;
        match &self.phase {
            Phase::Fill if site.shape.is_path() => return Ok(Phase::Line),
            Phase::Fill if self.rest.is_none() => {
                return Ok(Phase::Table(rest::build_for(site)));
            }
            Phase::Fill | Phase::Table(_) if is_plain || site.at.len() > SMALL => {
                if !is_plain {
                    site.detour = WIDE_DETOUR;
                }
                return Ok(match Carry::new(site)? {
                    Some(carry) => Phase::Carry(carry),
                    None => Phase::Flow(Flow::new(site.left.longest(), false)),
                });
            }
            Phase::Carry(carry) => {
                // Along the board no more is to be gained.
                return Ok(Phase::Flow(Flow::new(carry.widest(), true)));
            }
            Phase::Flow(_) => {
                let most = if is_plain { MOST_LEFT } else { INNER };
                return Ok(Phase::Peel(Peel::until(most)));
            }
            Phase::Settle(settle) => {
                if let Some(rest) = &self.rest {
                    settle.finish(site, rest)?;
                }
                let left = site.left.cells();
                if left > MOST_LEFT {
                    // The line that was given up is peeled.
                    return Ok(Phase::Peel(Peel::until(left - 1)));
                }
            }
            Phase::Finish => {
                if let Some(rest) = &self.rest {
                    rest.finish(site)?;
                }
                return Ok(Phase::Found);
            }
            Phase::Line | Phase::Found => return Ok(Phase::Found),
            Phase::Fill | Phase::Table(_) | Phase::Peel(_) => {}
        }
        if is_plain || site.left.cells() <= MOST_LEFT {
            return Ok(Phase::Finish);
        }
        let number = match self.plan {
            Plan::Styled(number) => number,
            _ => 0,
        };
        let style = Style::numbered(number, width_for(&self.instance));
        Ok(Phase::Settle(Settle::new(site, style)?))
    }

    /// Takes the solution that is complete and begins with the next plan. `None` if it is not
    /// shorter than those before.
    fn take(&mut self) -> Option<Moves> {
        let moves = mem::take(&mut self.site.moves);
        let cells = self.instance.cells.len();
        self.plan = match self.plan {
            Plan::Plain if cells <= MIDDLE && !self.instance.shape.is_path() => Plan::Refined,
            _ => Plan::Over,
        };
        if self.plan != Plan::Over {
            self.site.clear(&self.instance);
        }
        self.phase = Phase::Fill;
        self.counted = 0;
        let is_shorter = moves.len() < self.shortest;
        self.shortest = self.shortest.min(moves.len());
        is_shorter.then(|| Moves::from_vec(moves))
    }
}

/// Returns the width of a beam of little work.
fn width_for(instance: &CanonicalBoard) -> usize {
    let is_box = usize::from(!instance.shape.is_rectangle());
    let widths = &WIDTHS[is_box];
    (WORK[is_box] / instance.cells.len()).clamp(*widths.start(), *widths.end())
}

impl Work for Construct {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        let mut looked_at = 0;
        while self.plan != Plan::Over {
            if !self.count_moves(until, counts) {
                return Ok(Step::Paused);
            }
            if matches!(self.phase, Phase::Found) {
                if let Some(moves) = self.take() {
                    return Ok(Step::Found(moves));
                }
                continue;
            }
            if looked_at >= SLICE || counts.expanded >= until.min(counts.limit) {
                return Ok(Step::Paused);
            }
            looked_at += self.step(until, counts)?;
        }
        Ok(Step::Done)
    }
}
