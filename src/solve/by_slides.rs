//! Solutions of few slides, of the qualities that need no proof, or not a whole one.

#[cfg(test)]
mod tests;

use alloc::boxed::Box;

use crate::canonical::CanonicalBoard;
use crate::construct::polish_slides::{PolishSlides, is_polished};
use crate::heuristic::by_axis;
use crate::moves::Moves;
use crate::prepare::{HeuristicKind, Prepared, Proof, Request};
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Part, Step, WITH_WHOLE, Work};
use crate::solve::best::copied;
use crate::solve::constructions::{Constructions, Growth};
use crate::solve::error::SolveError;
use crate::solve::fast::Fast;
use crate::solve::policy::Policy;
use crate::solve::quality::Quality;
use crate::tables::BuildProgress;

/// The work of the first round, in expansions, on boards without tables, at most; with a small
/// budget it is an eighth of that. Each round does twice the work of the one before: a quarter of
/// it constructs solutions in other ways, half of it makes the best one shorter, the rest is proof.
const FIRST_ROUND: u64 = 1_000_000;
const BUDGET_TO_ROUND: u64 = 8;

/// The first round does no less than this, so that all its parts do some work.
const LEAST_ROUND: u64 = 1 << 7;

/// The expansions that go into making the first solution shorter by slides: some milliseconds.
const FIRST_POLISH: u64 = 20_000;

/// Finds solutions of few slides.
///
/// It begins with what [`Fast`] does, which is by tiles. Of those solutions the one with the fewest
/// slides counts, and it is made shorter stretch by stretch. Then IDA\* by slides looks for a
/// shortest one, and proves bounds. Boards without tables have rounds, in which more solutions are
/// constructed and made shorter.
#[derive(Debug)]
pub(super) struct BySlides {
    board: CanonicalBoard,
    quality: Quality,
    /// The work of [`Quality::Best`] that ends it; `None` if only the limits of the call do.
    budget: Option<u64>,
    /// The work of the first round.
    first_round: u64,
    /// All solutions of fewer slides are proved impossible.
    bound: usize,
    /// The slides of the best solution known, and its moves, if they may be polished.
    length: Option<usize>,
    moves: Option<Moves>,
    request: Request,
    proof: Option<(Shared<Prepared>, Box<Part<Proof>>)>,
    round: u32,
    others: Constructions,
    spent: u64,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    New(HeuristicKind),
    Fast(Box<Fast>),
    /// The first solution is made shorter, or that of a round.
    Polish(Box<Part<PolishSlides>>, bool),
    Tables,
    /// Solutions are constructed in other ways.
    Others,
    /// The proof, until it has expanded as many boards as that.
    Proof(u64),
    Over,
}

impl BySlides {
    /// Returns the search for a board. If `budget` is `None`, only the limits of the call end
    /// [`Quality::Best`].
    pub(super) fn new(
        board: &CanonicalBoard,
        kind: HeuristicKind,
        quality: Quality,
        request: Request,
        threads: usize,
        budget: Option<u64>,
    ) -> Self {
        let budget = budget.filter(|_| quality == Quality::Best);
        let first_round = budget.map_or(FIRST_ROUND, |budget| {
            (budget / BUDGET_TO_ROUND).clamp(LEAST_ROUND, FIRST_ROUND)
        });
        // Each construction fills a round, about: it does as much as all before.
        let growth = Growth {
            first: first_round / 4,
            later: 1,
        };
        Self {
            board: board.clone(),
            quality,
            budget,
            first_round,
            bound: by_axis(board).least(None) as usize,
            length: None,
            moves: None,
            request,
            proof: None,
            round: 0,
            others: Constructions::new(board, growth, threads),
            spent: 0,
            stage: Stage::New(kind),
        }
    }

    /// Returns whether the best solution known is what was asked for.
    fn is_enough(&self) -> bool {
        let percent = match self.quality {
            Quality::Within { percent } => u64::from(percent),
            _ => 0,
        };
        let allowed = self.bound as u64 * (100 + percent);
        self.length
            .is_some_and(|length| length as u64 * 100 <= allowed)
    }

    fn step(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, SolveError> {
        if let Stage::Proof(due) = self.stage {
            return self.prove(due, until, counts);
        }
        match &mut self.stage {
            Stage::New(kind) => {
                self.stage = Stage::Fast(Box::new(Fast::new(&self.board, *kind)?));
                return Ok(Step::Bound(self.bound));
            }
            Stage::Fast(fast) => match fast.advance(until, counts)? {
                // That is a number of tiles.
                Step::Bound(_) => {}
                Step::Done => {
                    self.others.take_blocks(fast.blocks());
                    self.polish(FIRST_POLISH, true)?;
                }
                step => return Ok(step),
            },
            Stage::Polish(polish, is_first) => {
                let is_first = *is_first;
                match polish.advance(until, WITH_WHOLE, counts)? {
                    Step::Done => self.after_polish(is_first),
                    step => return Ok(step),
                }
            }
            Stage::Tables => {
                if let Step::Found(prepared) = self.request.advance(until, counts)? {
                    let proof = Proof::new(&prepared, &self.board, self.bound, 1)?;
                    let has_tables = prepared.is_instant() || prepared.table_bytes() > 0;
                    self.stage = if has_tables {
                        Stage::Proof(u64::MAX)
                    } else {
                        Stage::Others
                    };
                    self.proof = Some((prepared, Box::new(Part::new(proof))));
                }
            }
            Stage::Others => {
                let work = self.round_work();
                if let Some(step) = self.others.advance(work / 4, None, until, counts)? {
                    return Ok(step);
                }
                self.polish(work / 2, false)?;
            }
            Stage::Proof(_) | Stage::Over => return Ok(Step::Done),
        }
        Ok(Step::Paused)
    }

    /// Returns the work of the round.
    fn round_work(&self) -> u64 {
        self.first_round << self.round.min(32)
    }

    /// Begins to make the best solution shorter.
    fn polish(&mut self, allowance: u64, is_first: bool) -> Result<(), SolveError> {
        let Some(moves) = &self.moves else {
            self.after_polish(is_first);
            return Ok(());
        };
        let polish = PolishSlides::new(self.board.clone(), moves, allowance)?;
        self.stage = Stage::Polish(Box::new(Part::new(polish)), is_first);
        Ok(())
    }

    /// Begins what comes then.
    fn after_polish(&mut self, is_first: bool) {
        self.stage = match (is_first, self.quality) {
            (true, Quality::Fast) => Stage::Over,
            (true, _) => Stage::Tables,
            (false, _) => {
                let proof = self.proof.as_ref();
                let before = proof.map_or(0, |(_, proof)| proof.counts.expanded);
                let work = self.round_work();
                Stage::Proof(before.saturating_add(work / 4))
            }
        };
    }

    /// Goes on with the proof.
    fn prove(
        &mut self,
        due: u64,
        until: u64,
        counts: &mut Counts,
    ) -> Result<Step<Moves>, SolveError> {
        let Some((_, proof)) = &mut self.proof else {
            return Ok(Step::Done);
        };
        let left = self
            .budget
            .map_or(u64::MAX, |budget| budget.saturating_sub(self.spent));
        let most = due.min(proof.counts.expanded.saturating_add(left));
        if !proof.has_expanded(most) {
            return Ok(proof.advance(until, (most, most), counts)?);
        }
        if left == 0 {
            self.stage = Stage::Over;
        } else {
            self.round += 1;
            self.stage = Stage::Others;
        }
        Ok(Step::Paused)
    }
}

impl Work for BySlides {
    type Found = Moves;
    type Failure = SolveError;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, SolveError> {
        if self.is_enough() {
            self.stage = Stage::Over;
        }
        if matches!(self.stage, Stage::Polish(..) | Stage::Proof(_)) {
            self.others.let_work(counts);
        }
        let before = counts.expanded;
        let step = self.step(until, counts)?;
        // What others have begun may be counted again.
        self.spent = self.spent + counts.expanded - before;
        match &step {
            Step::Bound(bound) => self.bound = self.bound.max(*bound),
            Step::Found(moves) => {
                let length = moves.multi_tile_len();
                if self.length.is_none_or(|least| length < least) {
                    self.length = Some(length);
                    self.moves = if is_polished(self.board.shape) {
                        copied(moves)
                    } else {
                        None
                    };
                }
            }
            Step::Paused | Step::Done => {}
        }
        Ok(step)
    }
}

impl Policy for BySlides {
    fn tables(&self) -> Option<BuildProgress> {
        match self.stage {
            Stage::Tables => self.request.progress(),
            _ => None,
        }
    }

    fn best_ahead(&mut self) -> Option<Moves> {
        self.others.best_ahead(Moves::multi_tile_len)
    }
}
