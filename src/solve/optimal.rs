//! A shortest solution: one proof, or the walk home by a table of all boards.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem;
use std::sync::Mutex;

use crate::canonical::CanonicalBoard;
use crate::exact::all_boards::{AllBoards, Placed};
use crate::exact::pools::ExactSearch;
use crate::exact::rounds::StoredRound;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::policy::{BEAM_WIDTH, GUESS, WIDEST_GUESS, beam_price};
use crate::prepare::HeuristicKind;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::effort::Slice;
use crate::runtime::job::Pace;
use crate::runtime::threads::lock;
use crate::runtime::work::{Counts, Step, Work};
use crate::solve::error::SolveError;
use crate::solve::qualities::Solving;

/// A proof between two slices.
#[derive(Debug)]
pub(super) enum Proof {
    /// It begins with this round, once there are tables.
    From(StoredRound),
    UnderWay {
        search: ExactSearch,
        /// True if beams come before its round.
        is_guessed: bool,
    },
}

impl Solving {
    /// Returns the same solve from a round on.
    pub(super) fn beginning_at(&self, round: StoredRound) -> Self {
        let proof = Arc::new(Mutex::new(Some(Proof::From(round))));
        Self {
            proof,
            ..self.clone()
        }
    }

    /// Returns what is left of the round.
    pub(super) fn stored(&self) -> Result<StoredRound, OutOfMemory> {
        match &*lock(&self.proof) {
            Some(Proof::UnderWay { search, .. }) => search.rounds.stored(),
            Some(Proof::From(round)) => round.copy(),
            None => Ok(StoredRound::new(self.bound)),
        }
    }

    /// Returns up to `wanted` parts of what is left of the round.
    pub(super) fn parts(&self, wanted: usize) -> Result<Vec<StoredRound>, OutOfMemory> {
        match &*lock(&self.proof) {
            Some(Proof::UnderWay { search, .. }) => search.rounds.parts(wanted),
            _ => Ok(Vec::new()),
        }
    }

    /// Returns whether the proof has come to a place where nothing is lost if it is stored, and
    /// where it has parts if `parts` of them are wanted.
    pub(super) fn may_stop(&self, parts: usize) -> bool {
        match &*lock(&self.proof) {
            Some(Proof::UnderWay { search, is_guessed }) => {
                let rounds = &search.rounds;
                // A search that resumes there would have the beams again.
                let is_before_beams = *is_guessed && rounds.is_announced();
                if is_before_beams || search.is_choosing() {
                    return false;
                }
                match parts {
                    0 => rounds.is_between_units(),
                    _ => rounds.has_parts(parts),
                }
            }
            Some(Proof::From(_)) => parts == 0,
            None => false,
        }
    }

    /// Looks for a shortest solution: without tables first if the board is near the goal, then with
    /// the best available.
    pub(super) async fn optimal(&mut self, pace: &mut Pace) -> Result<(), SolveError> {
        let (metric, proof) = (self.solver.metric(), Arc::clone(&self.proof));
        if lock(&proof).is_none() {
            // The probe searches by single tiles.
            if metric == Metric::Tiles && self.probe(pace).await? {
                return Ok(());
            }
            *lock(&proof) = Some(Proof::From(StoredRound::new(self.bound)));
        }
        let prepared = self.prepare(pace).await?;
        let stored = self.stored()?;
        let search = prepared.search(&self.board, &stored, self.threads, pace);
        let mut search = search.await?;
        search
            .rounds
            .set_memory(self.solver.options.table_options.memory);
        *lock(&proof) = Some(Proof::UnderWay {
            search,
            is_guessed: false,
        });
        // A heuristic that was asked for is to show what it is worth.
        let is_auto = self.solver.options.table_options.heuristic == HeuristicKind::Auto;
        let may_guess = is_auto && metric == Metric::Tiles && self.board.free.is_none();
        loop {
            let step = pace.next(&mut &*proof).await?;
            let width = match step {
                Step::Bound(bound) if may_guess => self.width_of_guess(bound, pace),
                _ => None,
            };
            if let Some(Proof::UnderWay { is_guessed, .. }) = &mut *lock(&proof) {
                *is_guessed = width.is_some();
            }
            if !self.apply(step, metric, pace).await {
                return Ok(());
            }
            if let Some(width) = width {
                self.guess(width, pace).await;
            }
        }
    }

    /// Returns the width of the beams before a round, if they are worth it.
    fn width_of_guess(&self, bound: usize, pace: &Pace) -> Option<usize> {
        let both = 2 * bound as u64 * beam_price(self.board.cells.len());
        let width = pace.counts.expanded / GUESS / both.max(1);
        (width >= BEAM_WIDTH as u64).then_some(width.min(WIDEST_GUESS) as usize)
    }

    /// Looks for a solution whose length is the bound, by beams from both ends: it spares the last
    /// round, the longest one. The driver ends the search then.
    async fn guess(&mut self, width: usize, pace: &mut Pace) {
        for is_back in [false, true] {
            if let Some(moves) = self.beam(width, self.bound, is_back, pace).await {
                return self.keep(moves, pace).await;
            }
        }
    }
}

impl Work for &Mutex<Option<Proof>> {
    type Failure = OutOfMemory;

    fn advance(&mut self, slice: &mut Slice, counts: &mut Counts) -> Result<Step, OutOfMemory> {
        match &mut *lock(self) {
            Some(Proof::UnderWay { search, .. }) => search.advance(slice, counts),
            _ => Ok(Step::Done),
        }
    }
}

/// A solution that is read off the distances of all boards, with the moves and the counts of a
/// proof by them. It needs no job.
#[derive(Debug)]
pub(super) struct ReadOff {
    table: Arc<AllBoards>,
    board: Placed,
    moves: Moves,
    /// The bound; `None` once it is reported.
    bound: Option<usize>,
}

impl ReadOff {
    /// Begins with a board from which the goal of the table can be reached.
    pub(super) fn new(table: Arc<AllBoards>, board: &CanonicalBoard) -> Self {
        let board = table.board(&board.cells, board.blank);
        Self {
            bound: Some(table.left(board)),
            board,
            table,
            moves: Moves::new(),
        }
    }
}

impl Work for ReadOff {
    type Failure = SolveError;

    fn advance(&mut self, slice: &mut Slice, counts: &mut Counts) -> Result<Step, SolveError> {
        if let Some(bound) = self.bound.take() {
            return Ok(Step::Bound(bound));
        }
        while self.table.left(self.board) > 0 {
            if counts.expanded >= slice.until.min(counts.limit) {
                return Ok(Step::Paused);
            }
            counts.expanded += 1;
            let (side, tiles, made) = self.table.step(&mut self.board);
            counts.generated += made;
            (0..tiles).for_each(|_| self.moves.push(side.tile_moves()));
        }
        Ok(Step::Found(mem::take(&mut self.moves)))
    }
}
