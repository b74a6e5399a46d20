//! Constructions of many solutions, each by wider beams.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::canonical::CanonicalBoard;
use crate::construct::{BlockTables, Construct};
use crate::moves::Moves;
use crate::solve::error::SolveError;
use crate::solve::policy::{Part, WITH_WHOLE};
use crate::tables::OutOfMemory;
use crate::work::{Counts, Step};

/// How many layers a construction's beams have for each move of a solution, until it is known: some
/// ways are given up.
const LAYERS_A_MOVE: u64 = 2;

/// What the expansion of a board costs in such a beam, if a proof's costs 1: its tiles are copied.
const fn price(cells: usize) -> u64 {
    1 + cells as u64 / 256
}

/// Solutions constructed in one style after the other.
#[derive(Debug)]
pub(super) struct Constructions {
    board: CanonicalBoard,
    /// The number of the next style.
    number: usize,
    /// How many boards a construction expands for each board of its width.
    layers: Option<u64>,
    /// What ranks the boards of blocks.
    blocks: BlockTables,
    at_work: Option<(usize, Box<Part<Construct>>)>,
    /// What those that have ended have expanded, and what it was when the round began.
    expanded: u64,
    before: u64,
    /// The length of the shortest one, and what it seemed to take after each stage.
    shortest: usize,
    to_beat: Vec<u64>,
}

impl Constructions {
    pub(super) fn new(board: &CanonicalBoard) -> Self {
        Self {
            board: board.clone(),
            number: 1,
            layers: None,
            blocks: BlockTables::default(),
            at_work: None,
            expanded: 0,
            before: 0,
            shortest: usize::MAX,
            to_beat: Vec::new(),
        }
    }

    /// Takes tables that were laid out before: none are laid out twice.
    pub(super) fn take_blocks(&mut self, blocks: BlockTables) {
        self.blocks = blocks;
    }

    /// Begins the next one of a round; returns whether there is one, or the round is over.
    ///
    /// The round may do so much `work`, in expansions of a proof. The shortest solution known has
    /// `length` moves.
    pub(super) fn begin(&mut self, work: u64, length: Option<usize>) -> Result<bool, OutOfMemory> {
        let round = work / price(self.board.cells.len());
        if self.expanded - self.before < round && self.begin_one(round, length)? {
            return Ok(true);
        }
        self.before = self.expanded;
        Ok(false)
    }

    /// Begins the next one in a round that may expand so many boards; returns whether there is one.
    fn begin_one(&mut self, round: u64, length: Option<usize>) -> Result<bool, OutOfMemory> {
        let moves = length.unwrap_or(self.board.manhattan()).max(1) as u64;
        let layers = self.layers.unwrap_or(LAYERS_A_MOVE * moves);
        let width = (round / layers.max(1)) as usize;
        let width = Construct::width_within(&self.board, width, moves as usize);
        let work = Construct::otherwise(
            self.board.clone(),
            self.number,
            width,
            self.blocks.clone(),
            &self.to_beat,
        )?;
        self.number += 1;
        self.at_work = work.map(|work| (width, Box::new(Part::new(work))));
        Ok(self.at_work.is_some())
    }

    /// Goes on with the one at work; `None` if it has ended.
    pub(super) fn advance(
        &mut self,
        until: u64,
        counts: &mut Counts,
    ) -> Result<Option<Step<Moves>>, SolveError> {
        let Some((width, work)) = &mut self.at_work else {
            return Ok(None);
        };
        let step = work.advance(until, WITH_WHOLE, counts)?;
        if let Step::Found(moves) = &step {
            if moves.len() < self.shortest {
                self.shortest = moves.len();
                self.to_beat = work.work.milestones().to_vec();
            }
            self.layers = Some(work.counts.expanded / *width as u64);
        }
        if step != Step::Done {
            return Ok(Some(step));
        }
        let expanded = work.counts.expanded;
        self.blocks = work.work.blocks();
        self.expanded += expanded;
        self.at_work = None;
        Ok(None)
    }
}
