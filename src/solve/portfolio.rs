//! A portfolio of searches that share the work of a solve.

use crate::beam::{MAX_LINKS, max_width, solve_by_beam};
use crate::exact::pools::ExactSearch;
use crate::exact::rounds::StoredRound;
use crate::improve::Polish;
use crate::moves::Moves;
use crate::prepare::Prepared;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::Pace;
use crate::solve::constructions::Constructions;
use crate::solve::error::SolveError;
use crate::solve::solving::Solving;
use crate::solve::tuning::{
    BEAMS, CONSTRUCTIONS, FIRST_WIDTH, HOPELESS, POLISH, WIDER, Weights, beam_price,
};

/// A proof, and searches for shorter solutions beside it.
///
/// IDA\* proves, round by round, that there is no solution of fewer moves; each of its rounds costs
/// some five times as much as the one before. Beams and constructions become wider and wider.
#[derive(Debug)]
pub(super) struct Portfolio {
    proof: ExactSearch,
    /// The width of the next beam; `None` if there is none.
    width: Option<usize>,
    /// True if it goes from the goal to the board.
    goes_back: bool,
    pub(super) constructions: Option<Constructions>,
    polish: Option<Polish>,
    /// The work that is left of the budget.
    pub(super) left: u64,
    /// The price of an expansion by a beam, in expansions of the proof.
    beam_price: u64,
}

impl Portfolio {
    pub(super) fn new(prepared: &Prepared, solving: &Solving) -> Result<Self, OutOfMemory> {
        let (board, round) = (&solving.board, StoredRound::new(solving.bound));
        Ok(Self {
            proof: prepared.search(board, &round, solving.threads)?,
            width: (!prepared.is_instant(board.shape)).then_some(FIRST_WIDTH),
            goes_back: false,
            constructions: None,
            polish: None,
            left: u64::MAX,
            beam_price: beam_price(board.cells.len()),
        })
    }
}

impl Solving {
    /// Shares out an amount of work, or what is left of the budget.
    pub(super) async fn share(
        &mut self,
        portfolio: &mut Portfolio,
        weights: Weights,
        work: u64,
        pace: &mut Pace,
    ) -> Result<(), SolveError> {
        let mut shares = Shares::new(weights);
        while shares.spent() < work && portfolio.left > 0 {
            let Some((next, due)) = shares.next() else {
                break;
            };
            let before = pace.counts.expanded;
            let is_left = match next {
                CONSTRUCTIONS => self.construct_otherwise(portfolio, pace).await?,
                POLISH => self.polish(&mut portfolio.polish, due, pace).await?,
                BEAMS => self.widen(portfolio, pace).await?,
                _ => self.prove(portfolio, due, pace).await?,
            };
            if !is_left {
                shares.leave_out(next);
                continue;
            }
            let expanded = pace.counts.expanded.saturating_sub(before);
            let is_beam = next == BEAMS;
            let paid = if is_beam { portfolio.beam_price } else { 1 } * expanded;
            portfolio.left = portfolio.left.saturating_sub(paid);
            // The share of polishing counts time: an expansion of its beams is as dear as several
            // of a proof. The budget counts expansions. All is spent even if nothing is left to
            // gain.
            shares.spend(next, if next == POLISH { due } else { paid });
        }
        Ok(())
    }

    /// Constructs one more solution; returns whether any are constructed here.
    async fn construct_otherwise(
        &mut self,
        portfolio: &mut Portfolio,
        pace: &mut Pace,
    ) -> Result<bool, SolveError> {
        let Some(constructions) = &mut portfolio.constructions else {
            return Ok(false);
        };
        // The solution is also to be polished.
        let (board, length, left) = (&self.board, self.tile_moves, portfolio.left);
        let next = async |pace: &mut Pace| constructions.next(board, length, left / 2, pace).await;
        if let Some(moves) = pace.within(left, next).await.transpose()?.flatten() {
            self.keep(moves, pace).await;
        }
        Ok(true)
    }

    /// Polishes the best solution for a number of expansions; returns whether it may be polished.
    async fn polish(
        &mut self,
        polish: &mut Option<Polish>,
        allowance: u64,
        pace: &mut Pace,
    ) -> Result<bool, SolveError> {
        let Some(best) = &self.best else {
            return Ok(false);
        };
        if polish.as_ref().is_none_or(|it| it.len() != best.len()) {
            *polish = Polish::of(self.board.clone(), best);
        }
        let Some(polish) = polish else {
            return Ok(false);
        };
        polish.allow(allowance);
        while let Some(moves) = polish.next(pace).await? {
            self.keep(moves, pace).await;
        }
        Ok(true)
    }

    /// Runs the next beam; returns whether there was one.
    async fn widen(
        &mut self,
        portfolio: &mut Portfolio,
        pace: &mut Pace,
    ) -> Result<bool, SolveError> {
        let Some(width) = portfolio.width else {
            return Ok(false);
        };
        let is_back = portfolio.goes_back;
        // All solutions have the same parity.
        let hopeless = HOPELESS.saturating_mul(self.board.manhattan() + 1);
        let most = (self.length).map_or(hopeless, |length| length.saturating_sub(2));
        let allowance = portfolio.left.div_ceil(portfolio.beam_price);
        let beam = async |pace: &mut Pace| self.beam(width, most, is_back, pace).await;
        if let Some(moves) = pace.within(allowance, beam).await.flatten() {
            self.keep(moves, pace).await;
        }
        if is_back {
            // One that is wider than that gives up for the length of its trail.
            let widest = MAX_LINKS / self.length.unwrap_or(1).max(1);
            let widest = widest.min(max_width(self.board.shape));
            portfolio.width = (width < widest).then_some(widest.min(WIDER * width));
        }
        portfolio.goes_back = !is_back;
        Ok(true)
    }

    /// Returns a solution of at most `most` moves, if a beam of a width finds one: from the board to
    /// the goal, or back. No memory is a search less; nothing depends on it.
    pub(super) async fn beam(
        &self,
        width: usize,
        most: usize,
        is_back: bool,
        pace: &mut Pace,
    ) -> Option<Moves> {
        let moves = if is_back {
            let found = solve_by_beam(&self.board.reversed(), width, most, pace).await;
            found.map(|moves| moves.map(|moves| moves.inverse()))
        } else {
            solve_by_beam(&self.board, width, most, pace).await
        };
        moves.ok().flatten()
    }

    /// Continues the proof for a number of expansions; returns whether it has not ended.
    pub(super) async fn prove(
        &mut self,
        portfolio: &mut Portfolio,
        allowance: u64,
        pace: &mut Pace,
    ) -> Result<bool, SolveError> {
        let (proof, metric) = (&mut portfolio.proof, self.solver.metric());
        let proving = async |pace: &mut Pace| self.find(proof, metric, pace).await;
        let ended = pace.within(allowance.min(portfolio.left), proving).await;
        Ok(ended.transpose()?.is_none())
    }
}

/// The work of a member that is level with all others.
const A_LITTLE: u64 = 1 << 14;

/// The work of some members: the one that has done the least for its weight is next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares<const N: usize> {
    weights: [u64; N],
    spent: [u64; N],
}

impl<const N: usize> Shares<N> {
    /// Returns the shares of members of which none has done anything. A weight of 0 leaves one out.
    pub(super) const fn new(weights: [u64; N]) -> Self {
        Self {
            weights,
            spent: [0; N],
        }
    }

    /// Returns the member that is next, and the work that brings it level with the one that has
    /// done most: [`A_LITTLE`] if it is level, [`u64::MAX`] if it is alone. `None` if there are no
    /// members.
    pub(super) fn next(&self) -> Option<(usize, u64)> {
        let weight = |member: usize| u128::from(self.weights[member]);
        let spent = |member: usize| u128::from(self.spent[member]);
        let members = || (0..N).filter(|&member| self.weights[member] > 0);
        let next =
            members().min_by(|&a, &b| (spent(a) * weight(b)).cmp(&(spent(b) * weight(a))))?;
        let level = |other: usize| (spent(other) * weight(next)).div_ceil(weight(other)) as u64;
        let most = members().filter(|&other| other != next).map(level).max();
        let due = most.map_or(u64::MAX, |most| most.saturating_sub(self.spent[next]));
        Some((next, if due == 0 { A_LITTLE } else { due }))
    }

    /// Counts the work of a member.
    pub(super) const fn spend(&mut self, member: usize, work: u64) {
        self.spent[member] = self.spent[member].saturating_add(work);
    }

    /// Leaves a member out from now on.
    pub(super) const fn leave_out(&mut self, member: usize) {
        self.weights[member] = 0;
    }

    /// Returns the work of all.
    pub(super) fn spent(&self) -> u64 {
        self.spent.into_iter().fold(0, u64::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_do_work_by_their_weight() {
        let mut shares = Shares::new([8, 0, 7, 1]);
        let mut random = 1_u64;
        while shares.spent() < 1_000_000 {
            let (member, due) = shares.next().expect("a member");
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            shares.spend(member, if member == 0 { random >> 52 } else { due });
        }
        assert_eq!(shares.spent[1], 0);
        for (spent, weight) in [(0, 8), (2, 7), (3, 1)] {
            let share = shares.spent[spent] * 16 / weight;
            assert!(share.abs_diff(1_000_000) < 100_000, "{shares:?}");
        }
    }

    #[test]
    fn one_that_is_alone_may_do_all() {
        let mut shares = Shares::new([2, 1]);
        assert_eq!(shares.next(), Some((0, A_LITTLE)));
        shares.spend(0, 5);
        assert_eq!(shares.next(), Some((1, 3)));
        shares.leave_out(0);
        assert_eq!(shares.next(), Some((1, u64::MAX)));
        shares.leave_out(1);
        assert_eq!(shares.next(), None);
    }
}
