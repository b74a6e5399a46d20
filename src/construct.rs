//! Construction of solutions without a proof, for boards of any size.
//!
//! 1. *Transport*: the blank is routed so that most tiles come near their homes, far ones above
//!    all. A move of the blank moves one tile one cell, and leading a single tile takes three to
//!    five moves per cell; here two moves do it. [`greedy_transport`] plans one path after the
//!    other; on boards of up to 400 cells a beam finds fewer moves.
//! 2. *Regions*: [`regions`] cuts the board into regions, puts one after the other in order, each by
//!    a beam, and fixes it. Flat boards of up to 8 x 8 are one region, which a beam to the goal
//!    solves; larger ones lose blocks of about 5 x 5 cells, row by row of blocks, the home's and the
//!    one beside it last. A block is gathered by one beam and solved by another. Boxes and thin
//!    boards lose lines, by one beam that continues from line to line. A beam distinguishes only the
//!    tiles that it brings home: boards that differ in others count as one, and only few boards of a
//!    layer may have the blank on the same cell. Otherwise a beam soon fills with boards with the
//!    same trapped blank, and finds nothing.
//! 3. *Line by line* ([`line_by_line`]) always succeeds, without beams, and gives the first
//!    solution. The line (in a box the layer) at the far end of the longest side is put in order
//!    and then left fixed. Tile after tile is led to its cell, by the cheapest turn at each step;
//!    the last two of a line swing in together, through a window of six cells. The last cells, at
//!    most 8, are solved with a table of all distances. That is the method of *I. Parberry,
//!    Memory-efficient method for fast computation of short 15-puzzle solutions, 2015*, for any box
//!    and any home.
//!
//! [`policy`](crate::policy) has the values for each class of shapes. The number of moves grows
//! with cells x the mean side. Most of them belong to transport, if the board is large.

mod greedy_transport;
mod line_by_line;
mod regions;
#[cfg(test)]
mod tests;
mod workspace;

use alloc::boxed::Box;

use crate::beam::{MAX_LINKS, max_width};
use crate::canonical::CanonicalBoard;
use crate::exact::cropped::cropped;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::policy::{Class, Policy};
use crate::runtime::{BoxFuture, OutOfMemory, Pace};
use crate::space::SpaceTable;
use crate::tables::TableMaker;
pub(crate) use regions::BeamSettings;
use workspace::Workspace;

/// The construction of solutions of a board, each shorter than those found before.
///
/// Only the part of the board that is not in order is searched, so that a board that was scrambled
/// by few moves has a short solution on any shape. The first solution is immediate. Each move
/// counts as an expansion, even if a later move undoes it, and each board of a beam.
#[derive(Debug)]
pub(crate) struct Construction {
    board: CanonicalBoard,
    policy: Policy,
    /// The number of solutions that were begun: the first is plain, the second by beams.
    attempts: usize,
    /// The board after a transport without a beam: beams of regions continue from there.
    transported: Option<Box<Workspace>>,
    shortest: usize,
}

impl Construction {
    pub(crate) fn of(board: CanonicalBoard) -> Self {
        let board = cropped(&board).unwrap_or(board);
        Self {
            policy: Policy::of(board.shape),
            board,
            attempts: 0,
            transported: None,
            shortest: usize::MAX,
        }
    }

    /// Returns the width nearest to `width` for a construction of solutions of about `moves` moves.
    pub(crate) fn width_within(board: &CanonicalBoard, width: usize, moves: usize) -> usize {
        let policy = Policy::of(board.shape);
        let of_links = match (policy.class, policy.transport) {
            // No beam finishes.
            (Class::Large, Some(usize::MAX)) => usize::MAX,
            _ => MAX_LINKS / moves,
        };
        let most = max_width(board.shape).min(of_links).max(1);
        width.clamp(policy.first_width.min(most), most)
    }

    /// Returns the next solution, shorter than all before; `None` if there is none.
    pub(crate) async fn next(&mut self, pace: &mut Pace) -> Result<Option<Moves>, OutOfMemory> {
        self.attempts += 1;
        let found = match self.attempts {
            1 => Some(self.solve_plainly(pace).await?),
            2 if self.policy.has_beams => {
                let settings = BeamSettings {
                    number: 0,
                    width: self.policy.first_width,
                    quota: None,
                };
                self.solve_by_beams(settings, pace).await?
            }
            _ => None,
        };
        let shorter = found.filter(|moves| moves.len() < self.shortest);
        self.shortest = shorter.as_ref().map_or(self.shortest, |it| it.len());
        Ok(shorter)
    }

    /// Solves the board by greedy transport, then line by line.
    async fn solve_plainly(&mut self, pace: &mut Pace) -> Result<Moves, OutOfMemory> {
        let mut workspace = Workspace::new(&self.board, pace).await?;
        let home = workspace.home;
        if workspace.shape.is_path() {
            while workspace.blank != home {
                let next = home.clamp(workspace.blank.saturating_sub(1), workspace.blank + 1);
                workspace.walk(next, None, pace).await?;
            }
            return Ok(workspace.moves.into());
        }
        greedy_transport::run(&mut workspace, pace).await?;
        if self.policy.has_beams && !self.policy.transports_by(self.policy.first_width) {
            self.transported = Some(Box::new(workspace.clone()));
        }
        workspace.put_in_order(pace).await?;
        let Some(board) = workspace.block(&workspace.rest) else {
            unreachable!("the other tiles are where they belong");
        };
        let (metric, maker) = (Metric::SingleTile, TableMaker::default());
        let table = SpaceTable::make(board.target(), metric, &maker, pace).await?;
        let steps = table.walk(table.board(&board));
        workspace.go_all(steps.map(|(side, ..)| side), pace).await?;
        Ok(workspace.moves.into())
    }

    /// Solves the board by beams; returns `None` if they find nothing. They become narrower if the
    /// construction would exceed the quota.
    pub(crate) fn solve_by_beams<'p>(
        &'p mut self,
        settings: BeamSettings,
        pace: &'p mut Pace,
    ) -> BoxFuture<'p, Result<Option<Moves>, OutOfMemory>> {
        Box::pin(async move {
            let by_beams = self.policy.transports_by(settings.width);
            let mut workspace = if let Some(transported) = self.transported.take() {
                *transported
            } else {
                let mut workspace = Workspace::new(&self.board, pace).await?;
                if !by_beams {
                    greedy_transport::run(&mut workspace, pace).await?;
                }
                workspace
            };
            let is_solved = workspace.solve_by_regions(settings, pace).await?;
            Ok(is_solved.then(|| workspace.moves.into()))
        })
    }
}
