//! Beams beside a proof, wider and wider.

use crate::beam::{AnyBeam, MAX_LINKS, beam_for, max_width};
use crate::canonical::CanonicalBoard;
use crate::moves::Moves;
use crate::prepare::Prepared;
use crate::runtime::job::{FindOnce, Job};
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Part, Step};
use crate::solve::schedule::tuning::{FIRST_WIDTH, WIDER};

/// A beam gives up if its solution would be this many times as long as the Manhattan distance.
const HOPELESS: usize = 12;

/// Beams that look for shorter and shorter solutions.
pub(super) struct Beams {
    prepared: Shared<Prepared>,
    board: CanonicalBoard,
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
            prepared,
            width: Some(FIRST_WIDTH),
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
        self.goes_back = self.begun == 1;
        let board = if self.goes_back {
            self.board.reversed()
        } else {
            self.board.clone()
        };
        // All solutions have the same parity.
        let hopeless = HOPELESS * (board.manhattan() + 1);
        let most = length.map_or(hopeless, |length| length.saturating_sub(2));
        let share = (width, self.threads);
        self.begun = 1 - self.begun;
        if self.goes_back {
            // One that is wider than that gives up for the length of its trail.
            let widest = MAX_LINKS / length.unwrap_or(1).max(1);
            let widest = widest.min(max_width(self.board.shape));
            self.width = (width < widest).then_some(widest.min(WIDER * width));
        }
        self.allowance = allowance;
        let beam = FindOnce::new(Job::new(move |mut pace| async move {
            match beam_for(&board, share, most, &mut pace).await? {
                Some(mut beam) => pace.find(&mut beam).await,
                None => Ok(None),
            }
        }));
        self.beam = Some(Part::new(beam));
    }

    /// Goes on with the beam at work; `None` if it has ended.
    pub(super) fn advance(&mut self, until: u64, counts: &mut Counts) -> Option<Step<Moves>> {
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
