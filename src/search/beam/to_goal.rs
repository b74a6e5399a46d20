//! Beams on whole boards, from the start to the goal.

use alloc::boxed::Box;
use core::panic::{RefUnwindSafe, UnwindSafe};

use super::trail::Way;
use super::{Beam, BeamConfig, Keys, Progress, max_width};
use crate::canonical::CanonicalBoard;
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::cost_model::beam as cost;
use crate::runtime::effort::Effort;
use crate::runtime::shared::{Shareable, Shared};
use crate::runtime::work::{Counts, Step, Work};
use crate::search::neighbours::Neighbours;
use crate::search::ranking::Ranking;

/// A beam to the goal by any ranking.
pub(crate) type AnyBeam = Box<dyn BeamWork>;

/// The work of a beam, which threads may share.
pub(crate) trait BeamWork:
    Work<Found = Moves, Failure = OutOfMemory> + Shareable + UnwindSafe + RefUnwindSafe
{
}

impl<W> BeamWork for W where
    W: Work<Found = Moves, Failure = OutOfMemory> + Shareable + UnwindSafe + RefUnwindSafe
{
}

/// A beam that looks for a solution of a length at most.
///
/// Most boards have a solution that the search does not find, so an end without one proves nothing.
#[derive(Debug)]
pub(crate) struct BeamToGoal<R: Ranking> {
    pub(super) beam: Beam<R>,
    most: usize,
    stage: Stage,
}

#[derive(Clone, Debug)]
enum Stage {
    Search,
    /// The way to the goal is traced back.
    Trace(Way),
    /// The moves are written down, some a slice.
    Write(Way, Moves),
    Over,
}

/// The moves that are written down at once.
const BLOCK: usize = 1 << 14;

/// On boards of more cells at most a part of the boards of a layer have the blank on the same cell.
/// On 9 x 9 solutions become shorter by a twelfth, on 5 x 10 fewer are not found; on 7 x 7 they
/// become longer by 1 %.
const LARGE: usize = 49;
const PART_OF_CELL: usize = 20;

/// Returns how many boards of a layer may have the blank on the same cell.
const fn width_of_cell(width: usize, cells: usize) -> usize {
    if cells > LARGE {
        width.div_ceil(PART_OF_CELL)
    } else {
        width
    }
}

impl<R: Ranking> BeamToGoal<R> {
    /// Returns the beam of a width for a board, given what the ranking keeps of it: `None` says
    /// that the board can't be solved.
    pub(crate) fn new(
        ranking: R,
        state: Option<R::State>,
        board: &CanonicalBoard,
        width: usize,
        most: usize,
    ) -> Result<Option<Self>, OutOfMemory> {
        let Some(state) = state else { return Ok(None) };
        let width = width.min(max_width(board.shape));
        let terms = BeamConfig {
            neighbours: Shared::new(Neighbours::new(board.shape)?),
            keys: Shared::new(Keys::new(board.cells.len(), |_| true)?),
            width,
            width_of_cell: width_of_cell(width, board.cells.len()),
            ends_at_goal: true,
        };
        let beam = Beam::new(ranking, state, &board.cells, board.blank, terms)?;
        let stage = if board.is_solved() {
            Stage::Trace(Way::new(0, 0, None)?)
        } else {
            Stage::Search
        };
        Ok(Some(Self { beam, most, stage }))
    }
}

impl<R> BeamToGoal<R>
where
    R: Ranking + UnwindSafe + RefUnwindSafe + 'static,
    R::State: UnwindSafe + RefUnwindSafe,
    R::Note: UnwindSafe + RefUnwindSafe,
{
    /// Returns the beam without its type, as [`new`](Self::new) does.
    pub(crate) fn boxed(
        ranking: R,
        state: Option<R::State>,
        board: &CanonicalBoard,
        width: usize,
        most: usize,
    ) -> Result<Option<AnyBeam>, OutOfMemory> {
        Self::shared(ranking, state, board, (width, 1), most)
    }

    /// Does the same for a beam of a width that expands wide layers on `threads` threads. Without
    /// `std` there is one.
    pub(crate) fn shared(
        ranking: R,
        state: Option<R::State>,
        board: &CanonicalBoard,
        (width, threads): (usize, usize),
        most: usize,
    ) -> Result<Option<AnyBeam>, OutOfMemory> {
        let mut beam = Self::new(ranking, state, board, width, most)?;
        if let Some(it) = &mut beam {
            it.beam.share_among(threads);
        }
        Ok(beam.map(|beam| Box::new(beam) as AnyBeam))
    }
}

impl<R: Ranking> Work for BeamToGoal<R> {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        let mut effort = Effort::slice();
        while !effort.is_spent() {
            match &mut self.stage {
                Stage::Search => {
                    let Some(left) = self.most.checked_sub(self.beam.made() + 1) else {
                        self.stage = Stage::Over;
                        continue;
                    };
                    let left = u32::try_from(left).unwrap_or(u32::MAX);
                    match self.beam.advance(left, until, counts, &mut effort)? {
                        Progress::Paused => break,
                        Progress::Layer => {}
                        Progress::Goal(link) => {
                            self.stage = Stage::Trace(self.beam.way_by(link)?);
                        }
                        Progress::Over => self.stage = Stage::Over,
                    }
                }
                Stage::Trace(way) => {
                    if self.beam.trace(way, &mut effort) {
                        let mut moves = Moves::new();
                        moves.try_reserve(way.backwards().len())?;
                        let empty = Way::new(0, 0, None)?;
                        self.stage = Stage::Write(core::mem::replace(way, empty), moves);
                    }
                }
                Stage::Write(way, moves) => {
                    let sides = way.backwards().iter().rev().skip(moves.len()).take(BLOCK);
                    let before = moves.len();
                    moves.extend(sides.map(|side| side.tile_moves()));
                    effort.spend(cost::WRITTEN * (moves.len() - before));
                    if moves.len() == way.backwards().len() {
                        let moves = core::mem::take(moves);
                        self.stage = Stage::Over;
                        return Ok(Step::Found(moves));
                    }
                }
                Stage::Over => return Ok(Step::Done),
            }
        }
        Ok(Step::Paused)
    }
}
