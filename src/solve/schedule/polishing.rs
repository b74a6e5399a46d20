//! The polishing of the best solution, and of its rivals.

use alloc::boxed::Box;

use crate::canonical::CanonicalBoard;
use crate::improve::Polish;
use crate::improve::slides::PolishSlides;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::work::{Counts, Part, Step, WITH_WHOLE};
use crate::solve::schedule::tuning::MAX_POLISHED_MOVES;

/// Returns a copy of moves that may be polished, if there is memory for it.
pub(super) fn copied(moves: &Moves) -> Option<Moves> {
    let mut copy = Moves::new();
    let is_copied = moves.len() <= MAX_POLISHED_MOVES && copy.try_extend(moves).is_ok();
    is_copied.then_some(copy)
}

/// The polishing of one solution after the other, by either metric.
#[derive(Debug)]
pub(super) struct Polishing {
    metric: Metric,
    /// The polishing of the best solution, or of its rival.
    work: Option<AnyPolish>,
    /// The polishing of the best solution, while its rival is polished.
    champion: Option<AnyPolish>,
    /// The shortest of the solutions that were constructed in this round, if it is not the best of
    /// all. Once polished it may become the best: some solutions lose many moves, others hardly
    /// any.
    rival: Option<Moves>,
    /// The length of the shortest solution that was constructed in this round.
    constructed: usize,
    is_under_way: bool,
}

#[derive(Debug)]
enum AnyPolish {
    Tiles(Box<Part<Polish>>),
    Slides(Box<Part<PolishSlides>>),
}

impl AnyPolish {
    /// Returns the polishing that a longer allowance continues.
    const fn by_tiles(&mut self) -> Option<&mut Polish> {
        match self {
            Self::Tiles(polish) => Some(&mut polish.work),
            Self::Slides(_) => None,
        }
    }
}

impl Polishing {
    pub(super) const fn new(metric: Metric) -> Self {
        Self {
            metric,
            work: None,
            champion: None,
            rival: None,
            constructed: usize::MAX,
            is_under_way: false,
        }
    }

    pub(super) const fn is_under_way(&self) -> bool {
        self.is_under_way
    }

    /// Keeps a solution that was constructed if it is the shortest of the round and, given the
    /// length of the best one, a rival of that.
    pub(super) fn keep_rival(&mut self, moves: &Moves, best: Option<usize>) {
        if self.metric == Metric::Tiles && moves.len() < self.constructed {
            self.constructed = moves.len();
            let is_best = best.is_none_or(|length| moves.len() < length);
            self.rival = if is_best { None } else { copied(moves) };
        }
    }

    /// Begins to polish the rival, if there is one, else the best solution, if its moves are known,
    /// for `allowance` expansions.
    pub(super) fn begin(
        &mut self,
        board: &CanonicalBoard,
        best: Option<&Moves>,
        allowance: u64,
    ) -> Result<(), OutOfMemory> {
        self.constructed = usize::MAX;
        let rival = self.rival.take();
        let Some(moves) = rival.as_ref().or(best).filter(|_| allowance > 0) else {
            return Ok(());
        };
        self.is_under_way = true;
        if self.metric == Metric::Slides {
            let polish = PolishSlides::of(board.clone(), moves, allowance)?;
            self.work = Some(AnyPolish::Slides(Box::new(Part::new(polish))));
            return Ok(());
        }
        let before = self.work.as_mut().and_then(AnyPolish::by_tiles);
        if let Some(before) = before {
            if rival.is_none() && before.len() == Some(moves.len()) {
                before.allow(allowance);
                return Ok(());
            }
        }
        let polish = Polish::of(board.clone(), moves, allowance)?;
        let polish = AnyPolish::Tiles(Box::new(Part::new(polish)));
        let before = self.work.replace(polish);
        self.champion = before.filter(|_| rival.is_some());
        Ok(())
    }

    /// Advances the polishing; after the end it is no longer under way.
    pub(super) fn advance(
        &mut self,
        until: u64,
        counts: &mut Counts,
    ) -> Result<Step<Moves>, OutOfMemory> {
        let step = match self.work.as_mut() {
            Some(AnyPolish::Tiles(polish)) => polish.advance(until, WITH_WHOLE, counts)?,
            Some(AnyPolish::Slides(polish)) => polish.advance(until, WITH_WHOLE, counts)?,
            None => Step::Done,
        };
        if step == Step::Done {
            self.end();
            return Ok(Step::Paused);
        }
        Ok(step)
    }

    /// Forgets a rival that has not become shorter than the best solution.
    fn end(&mut self) {
        self.is_under_way = false;
        let len = |work: &mut Option<AnyPolish>| {
            let polish = work.as_mut().and_then(AnyPolish::by_tiles);
            polish.and_then(|polish| polish.len())
        };
        let champion = len(&mut self.champion);
        if champion.is_some_and(|best| len(&mut self.work).is_none_or(|rival| best <= rival)) {
            self.work = self.champion.take();
        }
        self.champion = None;
    }
}
