//! A portfolio of searches that share the work of a solve.

use crate::beam::{MAX_LINKS, max_width, solve_by_beam};
use crate::construct::{BeamSettings, Construction};
use crate::exact::rounds::StoredRound;
use crate::improve::Polish;
use crate::moves::Moves;
use crate::policy::{
    BEAM_WIDER, BEAM_WIDTH, BEAMS, CONSTRUCTION_QUOTA, CONSTRUCTIONS, FAR_FROM_BOUND, HOPELESS,
    LAST_PAIR, POLISH, PROOF_SHARE, Policy, Shares, beam_price, is_for_beams,
};
use crate::prepare::Prepared;
use crate::runtime::{Job, Pace, Quota};
use crate::solve::{Quality, SolveError, Solving};

/// A proof, and searches for shorter solutions beside it.
///
/// IDA\* proves, round by round, that there is no shorter solution. Beams and constructions become
/// wider and wider.
#[derive(Debug)]
pub(super) struct Portfolio {
    /// Shared, since it outlasts the parts that advance it.
    proof: Job<Result<(), SolveError>>,
    /// The width of the next beam, and whether it goes from the goal to the board; `None` if there
    /// is none.
    beam: Option<(usize, bool)>,
    /// True if the pair of beams under way is the last one.
    is_last: bool,
    /// The budget of constructions, each in another variation and by wider beams; the number of those
    /// begun, and their expansions.
    usual: u64,
    attempts: usize,
    constructed: u64,
    /// The moves of a solution, about, once there is one, and the number of boards that a construction
    /// expands for each board of its width.
    moves: Option<usize>,
    layers: Option<u64>,
    polish: Option<Polish>,
    /// The work that is left of the budget.
    pub(super) left: u64,
}

impl Portfolio {
    /// Returns the members for a board, with constructions in a budget.
    pub(super) fn new(prepared: &Prepared, solving: &Solving, usual: u64) -> Self {
        let (mut own, by) = (solving.clone(), prepared.clone());
        let shared = StoredRound::new(solving.bound).shared();
        let prove = move |mut pace| async move { own.prove(&by, &shared, false, &mut pace).await };
        Self {
            proof: Job::new(prove),
            beam: (!prepared.is_instant(solving.board.shape)).then_some((BEAM_WIDTH, false)),
            is_last: false,
            usual,
            attempts: 0,
            constructed: 0,
            moves: None,
            layers: None,
            polish: None,
            left: u64::MAX,
        }
    }
}

impl Solving {
    /// Shares out an amount of work, or the rest of the budget: the member that has done the least
    /// for its share is next.
    pub(super) async fn share(
        &mut self,
        portfolio: &mut Portfolio,
        shares: Shares,
        work: u64,
        pace: &mut Pace,
    ) -> Result<(), SolveError> {
        let spent = Shares::default();
        let mut ledger = Ledger { shares, spent };
        let of_beam = beam_price(self.board.cells.len());
        while ledger.spent() < work && portfolio.left > 0 {
            let Some((next, mut due)) = ledger.next() else {
                break;
            };
            // A beam of a stretch does not end in a small allowance.
            if next == POLISH && ledger.shares[CONSTRUCTIONS] == 0 {
                due = due.max(MIN_POLISH.min(portfolio.left));
            }
            let (before, most) = (pace.counts.expanded, due.min(portfolio.left));
            // A proof beside beams is unlikely to end before a limit is met.
            let is_beside = next == PROOF_SHARE && ledger.shares[BEAMS] > 0;
            let is_limited = pace.counts.limit.min(pace.counts.time_left) < u64::MAX;
            let is_far = |length| length > self.bound + FAR_FROM_BOUND;
            let is_skipped =
                is_beside && is_limited && self.fills_limits() && self.length.is_some_and(is_far);
            let is_left = match next {
                CONSTRUCTIONS => self.construct_otherwise(portfolio, pace).await?,
                POLISH => self.polish(&mut portfolio.polish, most, pace).await?,
                BEAMS => self.widen(portfolio, pace).await?,
                _ if is_skipped => true,
                _ => {
                    let proof = &mut portfolio.proof;
                    let proving = async |pace: &mut Pace| self.follow(proof, true, pace).await;
                    pace.within(most, proving).await.transpose()?.is_none()
                }
            };
            if !is_left {
                ledger.shares[next] = 0;
                continue;
            }
            let expanded = pace.counts.expanded.saturating_sub(before);
            let price = if next == BEAMS { of_beam } else { 1 };
            portfolio.left = portfolio.left.saturating_sub(price * expanded);
            // The share of polishing counts time, since an expansion of its beams costs several of
            // a proof; the budget counts expansions. All is spent, as by a proof that is skipped.
            let is_all = next == POLISH || is_skipped;
            let work = if is_all { due } else { price * expanded };
            ledger.spent[next] = ledger.spent[next].saturating_add(work);
        }
        Ok(())
    }

    /// Constructs another solution, in about half of the budget that is left at most, so that it
    /// ends within its quota; returns whether enough was left of that, and any are constructed here.
    async fn construct_otherwise(
        &mut self,
        portfolio: &mut Portfolio,
        pace: &mut Pace,
    ) -> Result<bool, SolveError> {
        let (board, before) = (&self.board, pace.counts);
        let policy = Policy::of(board.shape);
        if !policy.has_beams {
            return Ok(false);
        }
        let length = self.tile_moves.unwrap_or(board.manhattan()).max(1);
        let moves = *portfolio.moves.get_or_insert(length);
        let (first, part) = policy.constructions(self.solver.metric(), portfolio.usual);
        // The first one is smaller, so that polishing begins; later solutions are also polished.
        let is_first = portfolio.attempts == 0;
        let first = first / 10 * if is_first { 7 } else { 10 };
        let most = portfolio.left / 2;
        let mut budget = first.max(portfolio.constructed / part).min(most);
        let layers = policy.layers_per_move * moves as u64 / 10;
        let layers = portfolio.layers.unwrap_or(layers).max(1);
        let quota = Quota::new(before, CONSTRUCTION_QUOTA, self.rate);
        if let Some(quota) = &quota {
            // The width is reduced if need be, but seldom.
            let fits = quota.left(&before) / 10 * 9;
            let is_little = !is_first && fits < budget;
            if is_little || fits / layers < policy.first_width as u64 {
                return Ok(false);
            }
            // One wide construction is better than two.
            let is_one = part == 1 && is_first;
            budget = fits.min(if is_one { most } else { budget });
        }
        let width = Construction::width_within(board, (budget / layers) as usize, moves);
        portfolio.attempts += 1;
        let quota = quota.map(|quota| (quota, length));
        let number = portfolio.attempts;
        let settings = BeamSettings {
            number,
            width,
            quota,
        };
        let mut construction = Construction::of(board.clone());
        let otherwise = async |pace: &mut Pace| construction.solve_by_beams(settings, pace).await;
        let found = pace.within(portfolio.left, otherwise).await;
        let expanded = pace.counts.expanded - before.expanded;
        portfolio.constructed += expanded;
        self.rate = pace.counts.rate_since(&before).or(self.rate);
        if let Some(moves) = found.transpose()?.flatten() {
            portfolio.layers = Some(expanded / width as u64);
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
        let polish = match polish {
            Some(it) if it.len() == best.len() => it,
            _ => polish.insert(Polish::of(self.board.clone(), best)?),
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
        let Some((width, is_back)) = portfolio.beam else {
            return Ok(false);
        };
        // All solutions have the same parity.
        let hopeless = HOPELESS.saturating_mul(self.board.manhattan() + 1);
        let most = (self.length).map_or(hopeless, |length| length.saturating_sub(2));
        let allowance = portfolio.left.div_ceil(beam_price(self.board.cells.len()));
        // A wider one exceeds the length of its trail.
        let layers = self.length.unwrap_or(1).max(1);
        let widest = (MAX_LINKS / layers).min(max_width(self.board.shape));
        let (before, rate) = (pace.counts, self.rate);
        // Under a time limit answers depend on the machine anyway: the second beam needn't know what
        // the first one found.
        let is_timed = before.time_left < u64::MAX && before.limit == u64::MAX;
        let has_threads = !cfg!(target_family = "wasm") && self.threads > 1;
        let are_both = has_threads && is_timed && !is_back;
        // The last pair shares what is left. The budget of a call without limits is no such limit:
        // a game thinks in it bit by bit.
        let quota = Quota::new(before, if is_back || are_both { 98 } else { 49 }, rate);
        let left = quota.map_or(u64::MAX, |quota| quota.left(&before));
        let left = usize::try_from(left).unwrap_or(usize::MAX);
        let is_little = left / layers < LAST_PAIR * width;
        portfolio.is_last |= !is_back && self.fills_limits() && is_little;
        let quota = quota.filter(|_| portfolio.is_last);
        let most_boards = quota.map_or(width, |_| (2 * (left / layers)).clamp(1, widest));
        let (found, measured) = match are_both {
            // A browser has no threads, so their code is not compiled.
            #[cfg(not(target_family = "wasm"))]
            true => (None, self.both_beams(most_boards, most, quota, pace).await),
            _ => {
                let beam = async |pace: &mut Pace| {
                    self.beam(most_boards, most, is_back, quota, pace).await
                };
                let found = pace.within(allowance, beam).await.flatten();
                (found, pace.counts.rate_since(&before))
            }
        };
        self.rate = measured.or(rate);
        if let Some(moves) = found {
            self.keep(moves, pace).await;
        }
        portfolio.beam = if is_back || are_both {
            let wider = widest.min(BEAM_WIDER * width);
            (width < widest && !portfolio.is_last).then_some((wider, false))
        } else {
            Some((width, true))
        };
        Ok(true)
    }

    /// Runs a pair of beams, from the board and back, on two threads. Keeps what they find, and returns
    /// the rate of the first.
    #[cfg(not(target_family = "wasm"))]
    async fn both_beams(
        &mut self,
        width: usize,
        most: usize,
        quota: Option<Quota>,
        pace: &mut Pace,
    ) -> Option<f64> {
        use crate::runtime::{Slice, threads};
        use alloc::vec::Vec;

        let begun = pace.counts;
        // Each with its counts and, once it has ended, what it has found.
        let mut beams = [false, true].map(|is_back| {
            let solving = self.clone();
            let beam = move |mut pace: Pace| async move {
                solving.beam(width, most, is_back, quota, &mut pace).await
            };
            (Job::new(beam), begun, None)
        });
        let mut slices = 1;
        loop {
            let left = beams.iter_mut().filter(|beam| beam.2.is_none());
            let left: Vec<_> = left.collect();
            if left.is_empty() {
                return beams[0].1.rate_since(&begun);
            }
            let now = pace.counts.time_left;
            threads::for_each(left.len(), left.into_iter(), |(job, counts, found)| {
                counts.time_left = now;
                *found = (0..slices).find_map(|_| job.do_slice(&mut Slice::default(), counts));
            });
            let [(_, one, _), (_, other, _)] = &beams;
            pace.counts.expanded = one.expanded + other.expanded - begun.expanded;
            pace.counts.generated = one.generated + other.generated - begun.generated;
            // What is found counts even if the time ends before the other beam does.
            for moves in beams.iter_mut().filter_map(|beam| beam.2.as_mut()?.take()) {
                self.keep(moves, pace).await;
            }
            pace.end_slice().await;
            let is_short = now.saturating_sub(pace.counts.time_left) < TIME_OF_THREAD;
            slices = if is_short { 2 * slices } else { slices / 2 };
            slices = slices.clamp(1, SLICES_OF_THREAD);
        }
    }

    /// Returns a solution of at most `most` moves, if a beam of a width finds one: from the board
    /// to the goal, or back. Without memory the beam is skipped.
    pub(super) async fn beam(
        &self,
        width: usize,
        most: usize,
        is_back: bool,
        quota: Option<Quota>,
        pace: &mut Pace,
    ) -> Option<Moves> {
        let reversed = is_back.then(|| self.board.reversed());
        let board = reversed.as_ref().unwrap_or(&self.board);
        let found = solve_by_beam(board, width, most, quota, pace).await;
        let moves = found.ok().flatten()?;
        Some(if is_back { moves.inverse() } else { moves })
    }

    /// Returns whether the last beams are to fill what is left: boards of the shape are best solved
    /// by beams.
    fn fills_limits(&self) -> bool {
        self.quality == Quality::Best && is_for_beams(self.board.shape)
    }
}

/// The most slices that a thread does at a time, and the time that they may take, in nanoseconds:
/// starting a thread takes as long as a good part of a slice. One by the clock of the tests.
#[cfg(not(target_family = "wasm"))]
const SLICES_OF_THREAD: usize = if cfg!(test) { 1 } else { 32 };
#[cfg(not(target_family = "wasm"))]
const TIME_OF_THREAD: u64 = 2_000_000;

/// The least work of a member at a time, for one that is level with all others.
const MIN_SHARE: u64 = 1 << 14;

/// The least work of polishing at a time once there are no more constructions.
const MIN_POLISH: u64 = 1 << 20;

/// The work that each member of the portfolio has done.
#[derive(Clone, Copy, Debug)]
struct Ledger {
    shares: Shares,
    spent: Shares,
}

impl Ledger {
    /// Returns the member that is next, and the work that brings it level with the one that has
    /// done most: [`MIN_SHARE`] if it is level, [`u64::MAX`] if it is alone. `None` if there are no
    /// members.
    fn next(&self) -> Option<(usize, u64)> {
        let share = |member: usize| u128::from(self.shares[member]);
        let spent = |member: usize| u128::from(self.spent[member]);
        let members = || (0..self.shares.len()).filter(|&member| self.shares[member] > 0);
        let next = members().min_by(|&a, &b| (spent(a) * share(b)).cmp(&(spent(b) * share(a))))?;
        let level = |other: usize| (spent(other) * share(next)).div_ceil(share(other)) as u64;
        let most = members().filter(|&other| other != next).map(level).max();
        let due = most.map_or(u64::MAX, |most| most.saturating_sub(self.spent[next]));
        Some((next, if due == 0 { MIN_SHARE } else { due }))
    }

    /// Returns the work of all.
    fn spent(&self) -> u64 {
        self.spent.into_iter().fold(0, u64::saturating_add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dyn_board::DynBoard;
    use crate::policy::USUAL_BUDGET;
    use crate::runtime::{Counts, Slice, Step, Work};
    use crate::shape::Shape;
    use crate::solve::solver::Solver;

    #[test]
    fn members_work_by_their_shares() {
        let (shares, spent) = ([8, 0, 7, 1], Shares::default());
        let mut ledger = Ledger { shares, spent };
        let mut random = 1_u64;
        while ledger.spent() < 1_000_000 {
            let (member, due) = ledger.next().expect("a member");
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            ledger.spent[member] += if member == 0 { random >> 52 } else { due };
        }
        assert_eq!(ledger.spent[1], 0);
        for (spent, share) in [(0, 8), (2, 7), (3, 1)] {
            let part = ledger.spent[spent] * 16 / share;
            assert!(part.abs_diff(1_000_000) < 100_000, "{ledger:?}");
        }
    }

    #[test]
    fn a_member_that_is_alone_may_do_all() {
        let (shares, spent) = ([2, 1, 0, 0], Shares::default());
        let mut ledger = Ledger { shares, spent };
        assert_eq!(ledger.next(), Some((0, MIN_SHARE)));
        ledger.spent[0] = 5;
        assert_eq!(ledger.next(), Some((1, 3)));
        ledger.shares[0] = 0;
        assert_eq!(ledger.next(), Some((1, u64::MAX)));
        ledger.shares[1] = 0;
        assert_eq!(ledger.next(), None);
    }

    /// The time of a slice by the clock of the test, in nanoseconds.
    const SLICE: u64 = 300_000;

    /// Runs the beams or the constructions of `Best` until too little is left for more. Returns the
    /// counts then.
    fn ended(side: usize, threads: usize, limits: Counts) -> Counts {
        let shape = Shape::square(side).expect("a shape");
        let board = DynBoard::from_seed(shape, 1);
        let solver = Solver::builder().quality(Quality::Best).build();
        let solving = solver.solving(&board, Quality::Best, threads);
        let mut solving = solving.expect("solvable");
        let mut job = Job::new(move |mut pace| async move {
            let pace = &mut pace;
            solving.fast(pace).await?;
            let prepared = solving.prepare(pace).await?;
            let mut portfolio = Portfolio::new(&prepared, &solving, USUAL_BUDGET);
            let mut is_left = true;
            while is_left {
                is_left = if is_for_beams(shape) {
                    solving.widen(&mut portfolio, pace).await?
                } else {
                    solving.construct_otherwise(&mut portfolio, pace).await?
                };
            }
            Ok::<_, SolveError>(())
        });
        let mut counts = limits;
        loop {
            let step = job.advance(&mut Slice::default(), &mut counts);
            if step.expect("no error") == Step::Done {
                return counts;
            }
            assert!(!counts.is_spent() && counts.time_left > SLICE, "cut off");
            counts.time_left -= SLICE * u64::from(limits.time_left < u64::MAX);
        }
    }

    #[test]
    fn what_is_left_is_used_and_suffices() {
        for (side, least, expanded, time) in [
            (6, 95, [150_000, 300_000], [60_000_000, 100_000_000]),
            (10, 50, [800_000, 1_500_000], [100_000_000, 200_000_000]),
        ] {
            for limit in expanded {
                let of_count = Counts {
                    limit,
                    ..Counts::default()
                };
                let counts = ended(side, 1, of_count);
                let used = 100 * counts.expanded / limit;
                assert!(used >= least, "{side}: {used} % of {limit}");
                assert_eq!(ended(side, 2, of_count), counts, "{side}, {limit}");
            }
            for (time_left, threads) in time.into_iter().flat_map(|it| [(it, 1), (it, 2)]) {
                let of_time = Counts {
                    time_left,
                    ..Counts::default()
                };
                let used = 100 - 100 * ended(side, threads, of_time).time_left / time_left;
                assert!(
                    used >= least,
                    "{side}, {threads}: {used} % of {time_left} ns"
                );
            }
        }
    }
}
