//! Beams beside a proof, wider and wider.

use crate::beam::{AnyBeam, MAX_LINKS, max_width};
use crate::canonical::CanonicalBoard;
use crate::moves::Moves;
use crate::pairs::{self, PairTables};
use crate::prepare::Prepared;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::Job;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Part, Step};
use crate::shape::Shape;
use crate::solve::schedule::tuning::{FIRST_WIDTH, FIRST_WIDTH_BY_PAIRS, WIDER, WIDER_BY_PAIRS};

/// The ranking of boards by their pairs of tiles.
#[derive(Debug)]
enum Pairs {
    /// Nothing does: the shape is another one, or there is no memory.
    None,
    New(Job<Result<Option<Shared<PairTables>>, OutOfMemory>>),
    Ready(Shared<PairTables>),
}

impl Pairs {
    fn of(shape: Shape) -> Self {
        if !pairs::rank_beams(shape) {
            return Self::None;
        }
        Self::New(Job::new(move |mut pace| async move {
            pairs::tables_for(shape, &mut pace).await
        }))
    }

    /// Goes on with tables that are not ready, if there are any.
    fn lay_out(&mut self) -> bool {
        let Self::New(new) = self else { return false };
        match new.advance() {
            None => {}
            Some(Ok(Some(tables))) => *self = Self::Ready(tables),
            Some(_) => *self = Self::None,
        }
        true
    }

    const fn ready(&self) -> Option<&Shared<PairTables>> {
        match self {
            Self::Ready(tables) => Some(tables),
            _ => None,
        }
    }
}

/// Beams that look for shorter and shorter solutions.
pub(super) struct Beams {
    prepared: Shared<Prepared>,
    board: CanonicalBoard,
    pairs: Pairs,
    /// The width of the next beam; `None` if there is none.
    width: Option<usize>,
    /// The beams of that width that have been begun.
    begun: u32,
    /// True if the beam at work goes from the goal to the board.
    goes_back: bool,
    threads: usize,
    beam: Option<Part<AnyBeam>>,
    /// The expansions that the beam at work may spend.
    allowance: u64,
    /// The boards expanded by the beams that have ended.
    expanded: u64,
}

impl Beams {
    pub(super) fn new(prepared: Shared<Prepared>, board: CanonicalBoard, threads: usize) -> Self {
        Self {
            pairs: Pairs::of(board.shape),
            prepared,
            width: Some(if pairs::rank_beams(board.shape) {
                FIRST_WIDTH_BY_PAIRS
            } else {
                FIRST_WIDTH
            }),
            threads,
            begun: 0,
            goes_back: false,
            beam: None,
            allowance: 0,
            expanded: 0,
            board,
        }
    }

    /// Returns the number of boards expanded by the beams that have ended.
    pub(super) const fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Returns whether there is no wider beam to try.
    pub(super) fn is_exhausted(&self) -> bool {
        self.prepared.is_instant() || self.width.is_none()
    }

    /// Begins the next beam, for solutions shorter than `length`, in `allowance` expansions at
    /// most.
    pub(super) fn widen(&mut self, length: Option<usize>, allowance: u64) {
        let Some(width) = self.width else { return };
        let pairs = self.pairs.ready();
        // Pairs rank boards for every home of the blank.
        let is_second = self.begun == 1;
        self.goes_back = is_second;
        let reversed = is_second.then(|| self.board.reversed());
        let board = reversed.as_ref().unwrap_or(&self.board);
        let beam = (self.prepared).beam(board, (width, self.threads), length, pairs);
        if pairs.is_some() && !is_second {
            self.begun = 1;
        } else {
            let wider = if pairs.is_some() {
                WIDER_BY_PAIRS
            } else {
                WIDER
            };
            // One that is wider than that gives up for the length of its trail.
            let widest = MAX_LINKS / length.unwrap_or(1).max(1);
            let widest = widest.min(max_width(self.board.shape));
            self.begun = 0;
            self.width = (width < widest).then_some(widest.min(wider * width));
        }
        self.allowance = allowance;
        // A search less if there is no memory; nothing depends on it.
        self.beam = beam.ok().flatten().map(Part::new);
    }

    /// Goes on with the beam at work; `None` if it has ended.
    pub(super) fn advance(&mut self, until: u64, counts: &mut Counts) -> Option<Step<Moves>> {
        if self.pairs.lay_out() {
            return Some(Step::Paused);
        }
        let beam = self.beam.as_mut()?;
        let step = beam.advance(until, (u64::MAX, self.allowance), counts);
        match step {
            Ok(Step::Found(moves)) => {
                self.end();
                Some(Step::Found(if self.goes_back {
                    moves.inverse()
                } else {
                    moves
                }))
            }
            Ok(Step::Paused | Step::Bound(_)) if !beam.has_expanded(self.allowance) => {
                Some(Step::Paused)
            }
            _ => {
                self.end();
                None
            }
        }
    }

    fn end(&mut self) {
        if let Some(beam) = self.beam.take() {
            self.expanded += beam.counts.expanded;
        }
    }
}

impl core::fmt::Debug for Beams {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Beams")
            .field("width", &self.width)
            .field("expanded", &self.expanded)
            .finish_non_exhaustive()
    }
}
