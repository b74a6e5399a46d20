//! Solutions at once, by construction.
//!
//! 1. The board *flows*: the blank is routed so that most tiles come nearer to their places, far
//!    ones above all. A move of the blank moves one tile one cell, and leading a single tile takes
//!    three to five moves a cell; here two moves do it. A board that is much longer than wide is
//!    *carried* before: see the file of that name.
//! 2. The board is *peeled*: of the box of cells that is left, which always holds the home, the
//!    line (in a box the layer) at the far end of the longest side is put in order and then left
//!    fixed. Tile after tile is led to its cell, by the cheapest turn at each step;
//!    the last two of a line swing in together, through a window of six cells. The last
//!    cells, at most 8, are solved with a table of all distances. That is the method of *I.
//!    Parberry, Memory-efficient method for fast computation of short 15-puzzle solutions, 2015*,
//!    for any box and any home.
//! 3. Beams do better, in *stages*: a beam lets the board flow; on a large board the flow above
//!    begins, and beams in windows continue it, if they are wide. Then block after
//!    block of about 5 x 5 cells is gathered and solved separately, row by row of blocks, or column
//!    by column, the home's block and the one beside it last. Boards of up to 8 x 8 lose frames
//!    instead, boxes and thin boards line after line. Each stage distinguishes
//!    only the tiles that it brings home: boards that differ in tiles of later blocks alone count
//!    as one board, and only few boards of a beam may have the blank on the same cell. Otherwise a
//!    beam soon fills with boards with the same trapped blank, and finds nothing.
//!
//! The number of moves grows with cells x the mean side. Most of them belong to the first part, if
//! the board is large.

mod beam_task;
mod candidate_pool;
mod detours;
mod endgame_table;
mod greedy_transport;
mod layout;
mod line_by_line;
mod lines;
mod long_board_sweep;
mod path_planner;
pub(crate) mod polish;
pub(crate) mod polish_slides;
mod price;
mod solving;
mod staged;
mod start_board;
mod style;
#[cfg(test)]
mod tests;
mod transport_schedule;
mod turned;
mod walk;
mod window;
mod workspace;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;

use crate::canonical::CanonicalBoard;
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::Job;
use crate::runtime::work::{Counts, Step, Work};
use crate::search::all_boards::AllBoards;
use crate::search::beam::{MAX_LINKS, max_width};
use crate::search::cropped::cropped;
use crate::shape::Shape;
use endgame_table::{EndgameTable, MOST_LEFT};
use greedy_transport::GreedyTransport;
use line_by_line::LineByLine;
use long_board_sweep::LongBoardSweep;
pub(crate) use solving::BlockTables;
use staged::Staged;
use style::Style;
use workspace::Workspace;

/// The largest product of cells and longest side for which beams gather the tiles: the construction
/// of 100 x 100 by beams takes a second. Line by line few expansions are enough.
const STAGED: usize = 1_000_000;
const STAGED_BY_LINES: usize = 1_600;

/// Boxes and thin boards of more cells flow before, without a beam, and those of which cells x the
/// sum of sides are more. Between the two numbers of each only wide beams are not trapped.
const FLOWS_BY_ANY_BEAM: [usize; 2] = [400, 25_000];
const FLOWS_BY_WIDE_BEAM: [usize; 2] = [900, 60_000];
const WIDE: usize = 200;

/// Other boards of more cells flow by wide beams only: with 180 boards a layer a solution of 20 x
/// 20 takes 3 % fewer moves than after a flow without a beam, and three times as long.
const FLOWS_BY_NARROW_BEAM: usize = 256;

/// In windows of a board narrower beams than this gain nothing over the flow that is planned
/// without a beam.
const WIDE_IN_WINDOWS: usize = 110;

/// On boards of more cells beams of that width take too long.
const MEDIUM: usize = 2_500;

/// Returns whether beams construct solutions of a shape.
fn is_staged(shape: Shape) -> bool {
    let longest = shape.rows().max(shape.cols()).max(shape.layers());
    let is_small = !layout::is_by_lines(shape) || shape.cells() <= STAGED_BY_LINES;
    !shape.is_path() && is_small && shape.cells() * longest <= STAGED
}

/// Returns whether boards of a shape flow by beams of a width.
fn flows_by_beam(shape: Shape, width: usize) -> bool {
    let (sides, all) = (shape.rows() + shape.cols() + shape.layers(), shape.cells());
    let fits = |[cells, work]: [usize; 2]| all <= cells && all * sides <= work;
    if transport_schedule::has_windows(shape) {
        width >= WIDE_IN_WINDOWS
    } else if !layout::is_by_lines(shape) && all > FLOWS_BY_NARROW_BEAM {
        width >= WIDE
    } else {
        fits(FLOWS_BY_ANY_BEAM) || width >= WIDE && fits(FLOWS_BY_WIDE_BEAM)
    }
}

/// The width of the first beams, for a board of this number of cells: narrower ones are trapped
/// more often on larger boards, unless those flow without a beam.
const fn least_width(cells: usize) -> usize {
    match cells {
        0..=64 => 200,
        65..=160 => 150,
        161..=256 => 100,
        257..=400 => 180,
        401..=2_500 => 60,
        _ => 20,
    }
}

/// The number of times that the first beams are tried in another style if they find nothing, and
/// their least width then.
const RETRIES: usize = 2;
const RETRIED: usize = 100;

/// The number of cells visited in half a millisecond, in optimized builds. All other costs are in
/// cells visited.
const SLICE: usize = 100_000;

/// The construction of solutions of a board, each shorter than those found before.
///
/// Only the part of the board that is not in order is searched, so that a board that was scrambled
/// by few moves has a short solution however large it is. The first solution is immediate, whatever
/// the shape. Each move counts as an expansion, even if a later move undoes it, and each board of a
/// beam.
#[derive(Debug)]
pub(crate) struct Construct {
    instance: CanonicalBoard,
    /// True if that is the board with rows for columns.
    is_turned: bool,
    plan: Plan,
    phase: Phase,
    workspace: Workspace,
    /// The number of moves made on the workspace that are counted. Undone moves are counted:
    /// whether a move is undone before it is counted would depend on how the work is cut into
    /// slices.
    counted: usize,
    /// The board after it flowed without a beam: stages continue from there.
    flowed: Option<Box<Workspace>>,
    /// The last cells, which are the same in all plans.
    rest: Option<EndgameTable>,
    /// The number of times that the beams may fail, and are tried in another style.
    retries: usize,
    /// Estimated total moves after each stage (see [`Staged`]), for the shortest known solution and
    /// for the last one found.
    to_beat: Vec<u64>,
    milestones: Vec<u64>,
    /// The length of the shortest solution found.
    shortest: usize,
}

/// The kind of construction.
#[derive(Clone, Copy, Debug)]
enum Plan {
    /// By flowing and peeling.
    Plain,
    /// With beams, of a style.
    Staged(Style),
    /// The construction is over.
    Over,
}

/// The current part of a plan.
#[derive(Debug)]
enum Phase {
    /// The cells are filled in.
    Fill,
    /// The table of the last cells is built.
    Table(Job<Result<AllBoards, OutOfMemory>>),
    /// The blank of a board of a single line goes home.
    Line,
    LongBoardSweep(LongBoardSweep),
    Flow(GreedyTransport),
    LineByLine(LineByLine),
    Staged(Staged),
    /// The last cells.
    Finish,
    /// The solution is complete.
    Found,
    /// No solution was found.
    Failed,
}

impl Construct {
    /// Returns a new construction of solutions of a solvable board.
    pub(crate) fn new(instance: CanonicalBoard) -> Result<Self, OutOfMemory> {
        let instance = cropped(&instance)?.unwrap_or(instance);
        Self::begin(instance, Plan::Plain)
    }

    /// Returns whether other solutions of boards of a shape can be constructed: they are not too
    /// large for that, and have more than a single line.
    pub(crate) fn has_others(shape: Shape) -> bool {
        is_staged(shape)
    }

    /// Returns the construction of another solution of a solvable board, by beams of a width, in
    /// the style of index `number`.
    pub(crate) fn otherwise(
        instance: CanonicalBoard,
        number: usize,
        width: usize,
        blocks: BlockTables,
        to_beat: &[u64],
    ) -> Result<Self, OutOfMemory> {
        let instance = cropped(&instance)?.unwrap_or(instance);
        // Every other one goes column by column.
        let turned = if number % 2 == 0 {
            turned::turned(&instance)?
        } else {
            None
        };
        let is_turned = turned.is_some();
        let instance = turned.unwrap_or(instance);
        let mut construct = Self::begin(instance, Plan::Staged(Style::numbered(number, width)))?;
        construct.is_turned = is_turned;
        construct.workspace.blocks = blocks;
        construct.to_beat = to_beat.to_vec();
        construct.retries = 0;
        Ok(construct)
    }

    /// Returns the tables that were laid out, for the next construction.
    pub(crate) fn blocks(&self) -> BlockTables {
        self.workspace.blocks.clone()
    }

    /// Returns the estimated total of the solution after each stage, for the constructions that are
    /// to beat it.
    pub(crate) fn milestones(&self) -> &[u64] {
        &self.milestones
    }

    /// Returns the width nearest to `width` for a construction of solutions of about `moves` moves.
    pub(crate) fn width_within(instance: &CanonicalBoard, width: usize, moves: usize) -> usize {
        let shape = instance.shape;
        let of_links = if transport_schedule::has_windows(shape) {
            usize::MAX
        } else {
            MAX_LINKS / (2 * moves)
        };
        let most = max_width(shape).min(of_links).max(1);
        let least = if transport_schedule::has_windows(shape) && shape.cells() <= MEDIUM {
            WIDE_IN_WINDOWS
        } else {
            least_width(shape.cells())
        };
        width.clamp(least.min(most), most)
    }

    fn begin(instance: CanonicalBoard, plan: Plan) -> Result<Self, OutOfMemory> {
        Ok(Self {
            workspace: Workspace::new(&instance)?,
            instance,
            is_turned: false,
            plan,
            phase: Phase::Fill,
            counted: 0,
            flowed: None,
            rest: None,
            retries: RETRIES,
            to_beat: Vec::new(),
            milestones: Vec::new(),
            shortest: usize::MAX,
        })
    }

    /// Counts moves that are made and not counted yet. Returns whether all are counted.
    fn count_moves(&mut self, until: u64, counts: &mut Counts) -> bool {
        let due = self.workspace.made - self.counted;
        let allowed = until.min(counts.limit).saturating_sub(counts.expanded);
        let counted = (due as u64).min(allowed);
        counts.expanded += counted;
        counts.generated += counted;
        self.counted += counted as usize;
        counted == due as u64
    }

    /// Runs a small part. Returns the number of cells visited, or a number that stands for the same
    /// time.
    fn step(&mut self, until: u64, counts: &mut Counts) -> Result<usize, OutOfMemory> {
        let workspace = &mut self.workspace;
        let looked_at = match &mut self.phase {
            Phase::Fill => workspace.fill(&self.instance),
            Phase::Table(build) => match build.advance() {
                Some(table) => {
                    self.rest = Some(EndgameTable::new(table?, workspace));
                    None
                }
                // That was a slice.
                None => Some(SLICE),
            },
            Phase::Line => workspace.go_home()?,
            Phase::LongBoardSweep(carry) => carry.step(workspace)?,
            Phase::Flow(flow) => flow.step(workspace)?,
            Phase::LineByLine(peel) => peel.step(workspace)?,
            Phase::Staged(staged) => match staged.advance(workspace, until, counts)? {
                staged::Progress::Busy => Some(SLICE),
                staged::Progress::Solved => {
                    self.milestones = mem::take(&mut staged.milestones);
                    self.phase = Phase::Found;
                    return Ok(SLICE);
                }
                staged::Progress::GivenUp => {
                    self.phase = Phase::Failed;
                    return Ok(SLICE);
                }
            },
            Phase::Finish | Phase::Found | Phase::Failed => None,
        };
        if let Some(looked_at) = looked_at {
            return Ok(looked_at);
        }
        self.phase = self.next_phase()?;
        Ok(SLICE)
    }

    /// Ends a phase, and returns the next one.
    fn next_phase(&mut self) -> Result<Phase, OutOfMemory> {
        match self.plan {
            Plan::Plain => self.next_plain(),
            Plan::Staged(style) => self.next_staged(style),
            Plan::Over => Ok(Phase::Found),
        }
    }

    fn next_plain(&mut self) -> Result<Phase, OutOfMemory> {
        let workspace = &mut self.workspace;
        Ok(match &self.phase {
            Phase::Fill if workspace.shape.is_path() => Phase::Line,
            Phase::Fill if self.rest.is_none() => Phase::Table(endgame_table::build_for(workspace)),
            Phase::Fill | Phase::Table(_) | Phase::LongBoardSweep(_) => self.flow()?,
            Phase::Flow(_) => {
                let width = least_width(workspace.at.len());
                if is_staged(workspace.shape) && !flows_by_beam(workspace.shape, width) {
                    self.flowed = Some(Box::new(workspace.copy()?));
                }
                Phase::LineByLine(LineByLine::until(MOST_LEFT))
            }
            Phase::LineByLine(_) => Phase::Finish,
            Phase::Finish => {
                if let Some(rest) = &self.rest {
                    rest.finish(workspace)?;
                }
                Phase::Found
            }
            Phase::Line | Phase::Staged(_) | Phase::Found | Phase::Failed => Phase::Found,
        })
    }

    fn next_staged(&mut self, style: Style) -> Result<Phase, OutOfMemory> {
        let flows = flows_by_beam(self.workspace.shape, style.width());
        let has_flowed = matches!(self.phase, Phase::Flow(_));
        if !flows && !has_flowed {
            let Some(flowed) = self.flowed.take() else {
                return self.flow();
            };
            self.workspace = *flowed;
            self.counted = self.workspace.made;
        }
        Staged::new(&self.workspace, style, flows, &self.to_beat).map(Phase::Staged)
    }

    /// Returns the phase in which the board flows without a beam, or the one before that.
    fn flow(&self) -> Result<Phase, OutOfMemory> {
        if let Phase::LongBoardSweep(carry) = &self.phase {
            // Nothing is left to gain along the board.
            return Ok(Phase::Flow(GreedyTransport::new(carry.widest(), true)));
        }
        Ok(match LongBoardSweep::new(&self.workspace)? {
            Some(carry) => Phase::LongBoardSweep(carry),
            None => Phase::Flow(GreedyTransport::new(self.workspace.left.longest(), false)),
        })
    }

    /// Takes the complete solution and begins the next plan. `None` if the solution is not shorter
    /// than those before.
    fn take(&mut self) -> Option<Moves> {
        let mut moves = mem::take(&mut self.workspace.moves);
        if self.is_turned {
            turned::turn_back(&mut moves);
        }
        let is_found = matches!(self.phase, Phase::Found);
        let cells = self.instance.cells.len();
        self.plan = match self.plan {
            Plan::Plain if is_staged(self.instance.shape) => {
                Plan::Staged(Style::numbered(0, least_width(cells)))
            }
            Plan::Staged(style) if !is_found && self.retries > 0 => {
                self.retries -= 1;
                Plan::Staged(style.next(RETRIED))
            }
            _ => Plan::Over,
        };
        if !matches!(self.plan, Plan::Over) {
            self.workspace.clear(&self.instance);
        }
        self.phase = Phase::Fill;
        self.counted = 0;
        let is_shorter = is_found && moves.len() < self.shortest;
        if is_found {
            self.shortest = self.shortest.min(moves.len());
        }
        is_shorter.then(|| Moves::from_vec(moves))
    }
}

impl Work for Construct {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        let mut looked_at = 0;
        while !matches!(self.plan, Plan::Over) {
            if !self.count_moves(until, counts) {
                return Ok(Step::Paused);
            }
            if matches!(self.phase, Phase::Found | Phase::Failed) {
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
