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
mod price;
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

use crate::beam::block_tables::BlockTables;
use crate::beam::{MAX_LINKS, max_width};
use crate::canonical::CanonicalBoard;
use crate::exact::cropped::cropped;
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::{FindJob, Finder, Job, Pace};
use crate::shape::Shape;
use endgame_table::{EndgameTable, MOST_LEFT};
use greedy_transport::GreedyTransport;
pub(crate) use layout::is_in_blocks;
use long_board_sweep::LongBoardSweep;
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

/// The construction of solutions of a board, each shorter than those found before.
///
/// Only the part of the board that is not in order is searched, so that a board that was scrambled
/// by few moves has a short solution however large it is. The first solution is immediate, whatever
/// the shape. Each move counts as an expansion, even if a later move undoes it, and each board of a
/// beam.
pub(crate) type Construct = Finder<Construction, Moves>;

/// The state of a construction between two solutions.
#[derive(Debug)]
pub(crate) struct Construction {
    instance: CanonicalBoard,
    /// True if that is the board with rows for columns.
    is_turned: bool,
    plan: Plan,
    workspace: Workspace,
    /// The board after it flowed without a beam: stages continue from there.
    flowed: Option<Box<Workspace>>,
    /// The number of times that the beams may fail, and are tried in another style.
    retries: usize,
    /// Estimated total moves after each stage (see [`Staged`]), for the shortest known solution and
    /// for the last one found.
    to_beat: Vec<u64>,
    milestones: Vec<u64>,
    /// The length of the shortest solution found.
    shortest: usize,
}

/// The kind of the next construction.
#[derive(Clone, Copy, Debug)]
enum Plan {
    /// By flowing and peeling.
    Plain,
    /// With beams, of a style.
    Staged(Style),
    /// The construction is over.
    Over,
}

impl Construct {
    /// Returns a new construction of solutions of a solvable board.
    pub(crate) fn of(instance: CanonicalBoard) -> Result<Self, OutOfMemory> {
        let instance = cropped(&instance)?.unwrap_or(instance);
        let state = Construction::new(instance, Plan::Plain)?;
        Ok(Self::new(state, Construction::go_on))
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
        let plan = Plan::Staged(Style::numbered(number, width));
        let mut state = Construction::new(instance, plan)?;
        state.is_turned = is_turned;
        state.workspace.blocks = blocks;
        state.to_beat = to_beat.to_vec();
        state.retries = 0;
        Ok(Self::new(state, Construction::go_on))
    }

    /// Returns whether other solutions of boards of a shape can be constructed: they are not too
    /// large for that, and have more than a single line.
    pub(crate) fn has_others(shape: Shape) -> bool {
        is_staged(shape)
    }

    /// Returns the tables that were laid out, for the next construction; none between two finds.
    pub(crate) fn blocks(&self) -> BlockTables {
        let state = self.at_rest();
        state.map_or_else(BlockTables::default, |it| it.workspace.blocks.clone())
    }

    /// Returns the estimated total of the solution after each stage, for the constructions that are
    /// to beat it.
    pub(crate) fn milestones(&self) -> &[u64] {
        self.at_rest().map_or(&[], |state| &state.milestones)
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
}

impl Construction {
    fn new(instance: CanonicalBoard, plan: Plan) -> Result<Self, OutOfMemory> {
        Ok(Self {
            workspace: Workspace::new(&instance)?,
            instance,
            is_turned: false,
            plan,
            flowed: None,
            retries: RETRIES,
            to_beat: Vec::new(),
            milestones: Vec::new(),
            shortest: usize::MAX,
        })
    }

    /// Returns the job that goes on to the next solution.
    fn go_on(mut state: Box<Self>) -> FindJob<Self, Moves> {
        Job::new(|mut pace| async move {
            let found = state.next(&mut pace).await;
            (state, found)
        })
    }

    /// Returns the next solution, shorter than all before; `None` if there is none.
    async fn next(&mut self, pace: &mut Pace) -> Result<Option<Moves>, OutOfMemory> {
        loop {
            let is_found = match self.plan {
                Plan::Over => return Ok(None),
                Plan::Plain => {
                    self.solve_plainly(pace).await?;
                    true
                }
                Plan::Staged(style) => self.solve_by_stages(style, pace).await?,
            };
            self.plan = match self.plan {
                Plan::Plain if is_staged(self.instance.shape) => {
                    let width = least_width(self.instance.cells.len());
                    Plan::Staged(Style::numbered(0, width))
                }
                Plan::Staged(style) if !is_found && self.retries > 0 => {
                    self.retries -= 1;
                    Plan::Staged(style.next(RETRIED))
                }
                _ => Plan::Over,
            };
            let mut moves = mem::take(&mut self.workspace.moves);
            if is_found && moves.len() < self.shortest {
                self.shortest = moves.len();
                if self.is_turned {
                    turned::turn_back(&mut moves);
                }
                return Ok(Some(Moves::from_vec(moves)));
            }
        }
    }

    /// Solves the board by flowing and peeling.
    async fn solve_plainly(&mut self, pace: &mut Pace) -> Result<(), OutOfMemory> {
        self.workspace.fill(&self.instance, pace).await;
        let shape = self.workspace.shape;
        if shape.is_path() {
            return self.workspace.go_home(pace).await;
        }
        let rest = EndgameTable::new(&self.workspace, pace).await?;
        self.transport(pace).await?;
        if is_staged(shape) && !flows_by_beam(shape, least_width(shape.cells())) {
            self.flowed = Some(Box::new(self.workspace.copy()?));
        }
        line_by_line::put_in_order(&mut self.workspace, MOST_LEFT, pace).await?;
        rest.finish(&mut self.workspace)?;
        self.workspace.settle(0, pace).await;
        Ok(())
    }

    /// Solves the board by beams; returns false if they find nothing.
    async fn solve_by_stages(
        &mut self,
        style: Style,
        pace: &mut Pace,
    ) -> Result<bool, OutOfMemory> {
        let flows = flows_by_beam(self.workspace.shape, style.width());
        if let Some(flowed) = self.flowed.take().filter(|_| !flows) {
            self.workspace = *flowed;
        } else {
            self.workspace.fill(&self.instance, pace).await;
            if !flows {
                self.transport(pace).await?;
            }
        }
        let mut stages = Staged::new(&self.workspace, style, flows, &self.to_beat)?;
        let is_solved = stages.solve(&mut self.workspace, pace).await?;
        if is_solved {
            self.milestones = stages.milestones;
        }
        Ok(is_solved)
    }

    /// Lets the board flow without a beam; a long one is carried before.
    async fn transport(&mut self, pace: &mut Pace) -> Result<(), OutOfMemory> {
        let workspace = &mut self.workspace;
        let (mut far, mut is_long) = (workspace.left.longest(), false);
        if let Some(sweep) = LongBoardSweep::new(workspace)? {
            // Nothing is left to gain along the board then.
            (far, is_long) = (sweep.widest(), true);
            sweep.run(workspace, pace).await?;
        }
        let mut transport = GreedyTransport::new(far, is_long);
        transport.go_while(workspace, pace, |_, _| true).await?;
        Ok(())
    }
}
