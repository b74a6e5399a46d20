//! Units of a search, for other threads, processes and machines.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use crate::dyn_board::DynBoard;
use crate::moves::Moves;
use crate::runtime::{Counts, Step, lock};
use crate::solve::stored::StoredError;
use crate::solve::{Control, Progress, Quality, Search, SolveError, Stats, Status};

/// The limit of [`Search::split`]. A round has several units once the round before it expanded
/// 100,000 boards, and a round expands at most about ten times the boards of the one before.
const SPLIT_EXPANSIONS: u64 = 1 << 22;

/// The most units that a search can be asked for: more than any round has.
const MOST_UNITS: usize = 1 << 20;

/// An independent part of a [`Search`]'s round, which can be searched anywhere.
///
/// [`Search::split`] makes units, [`Search::join`] takes them back. A unit can be sent to another
/// thread, and with [`suspend`](Self::suspend) to another process or machine. It finds a solution
/// of the round's length, or proves that its part has none.
///
/// # Examples
/// ```
/// use npuzzle::stored::{SearchUnit, StoredError};
/// use npuzzle::{Board, HeuristicKind, Solver};
///
/// let board: Board<4> = Board::from_seed(3);
/// let solver = Solver::builder().memory(400_000).build();
/// let mut search = solver.search(&board)?;
/// loop {
///     let units = match search.split(3) {
///         Ok(units) => units,
///         Err(StoredError::Solved) => break,
///         Err(error) => return Err(error.into()),
///     };
///     let mut done = Vec::new();
///     for mut unit in units {
///         let mut elsewhere: SearchUnit = unit.suspend()?.parse()?; // on another machine
///         while !elsewhere.advance(1_000_000)? {}
///         done.push(elsewhere.suspend()?.parse()?);
///     }
///     search.join(done)?;
/// }
/// assert_eq!(search.solution(), Some(&solver.solve(&board)?));
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct SearchUnit {
    pub(super) search: Search,
    pub(super) index: usize,
    /// The number of all units.
    pub(super) count: usize,
    /// The bound and the counts of the search that was split.
    pub(super) split_at: (usize, (u64, u64)),
}

impl SearchUnit {
    /// Returns the number of the unit, counted from 0.
    #[must_use]
    pub const fn index(&self) -> usize {
        self.index
    }

    /// Returns the number of all units of the split.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// Returns the board of the search.
    #[must_use]
    pub const fn board(&self) -> &DynBoard {
        &self.search.board
    }

    /// Advances until about `expansions` more boards are expanded, as [`Search::advance`]; returns
    /// whether the unit is done.
    ///
    /// # Errors
    /// As [`Search::advance`].
    pub fn advance(&mut self, expansions: u64) -> Result<bool, SolveError> {
        self.search.advance(expansions)?;
        Ok(self.is_done())
    }

    /// Advances within the limits of a call, as [`Search::run`]; returns whether the unit is done.
    ///
    /// # Errors
    /// As [`Search::run`].
    pub fn run(&mut self, control: Control<'_>) -> Result<bool, SolveError> {
        self.search.run(control)?;
        Ok(self.is_done())
    }

    /// Returns whether the unit is done.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.search.is_over()
    }

    /// Returns the solution that was found, if there is one in the unit.
    #[must_use]
    pub const fn found(&self) -> Option<&Moves> {
        self.search.best()
    }

    /// Returns the work done in the unit.
    #[must_use]
    pub const fn stats(&self) -> Stats {
        self.search.stats()
    }
}

impl Search {
    /// Splits the rest of the search's round into `units` units, or fewer if it has fewer parts.
    ///
    /// A search that is not yet in a round worth splitting first advances until it is: tables are
    /// built, and some hundred thousand boards expanded. A single unit is the whole round. The
    /// search itself does not change until [`join`](Self::join); if it advances before, it repeats
    /// the work of the units.
    ///
    /// At most about 4,194,304 boards are expanded, which only a forged text exceeds;
    /// [`split_with`](Self::split_with) takes other limits. A search by the Manhattan distance on 4
    /// x 4 has no parts, since it counts as a plain recursion.
    ///
    /// # Errors
    /// As [`split_with`](Self::split_with).
    pub fn split(&mut self, units: usize) -> Result<Vec<SearchUnit>, StoredError> {
        self.split_with(units, Control::new().max_nodes(SPLIT_EXPANSIONS))
    }

    /// Splits the rest of the search's round, as [`split`](Self::split), within the limits of a
    /// call.
    ///
    /// # Errors
    /// - [`StoredError::Solved`] if the search ends before there is anything to split.
    /// - [`StoredError::Units`] if the number of units is 0, or above 1,048,576.
    /// - [`StoredError::Quality`] if it is not one of [`Quality::Optimal`].
    /// - [`StoredError::Stopped`] if a limit was met before. The search has advanced, and another
    ///   call continues there.
    /// - [`StoredError::Solve`] if it can't continue.
    pub fn split_with(
        &mut self,
        units: usize,
        control: Control<'_>,
    ) -> Result<Vec<SearchUnit>, StoredError> {
        if self.solving.quality != Quality::Optimal {
            return Err(StoredError::Quality);
        }
        if self.solution.is_some() {
            return Err(StoredError::Solved);
        }
        if !(1..=MOST_UNITS).contains(&units) {
            return Err(StoredError::Units { asked: units });
        }
        self.drive(control, 0, Some(units))?;
        if self.is_over() {
            return Err(StoredError::Solved);
        }
        let reason = self.known.reason;
        if let Some(reason) = reason.filter(|_| !lock(&self.round).may_stop(units)) {
            return Err(StoredError::Stopped(reason));
        }
        let parts = lock(&self.round).parts(units).map_err(SolveError::from)?;
        let of = parts.len();
        let units = parts.into_iter().enumerate().map(|(nth, part)| SearchUnit {
            search: self.again(part, Status::new(self.known.metric, self.known.lower_bound)),
            index: nth,
            count: of,
            split_at: self.place(),
        });
        let units = units.collect();
        self.units = Some(of);
        Ok(units)
    }

    /// Returns the bound and the counts, which identify the search of a unit.
    pub(super) const fn place(&self) -> (usize, (u64, u64)) {
        (self.known.lower_bound, self.known.stats.counts())
    }

    /// Returns the number of units of the last [`split`](Self::split), until they are joined.
    #[must_use]
    pub const fn unit_count(&self) -> Option<usize> {
        self.units
    }

    /// Returns whether a unit is one of the last [`split`](Self::split), even if it was stored
    /// since.
    #[must_use]
    pub fn owns(&self, unit: &SearchUnit) -> bool {
        unit.search.board == self.board
            && unit
                .search
                .goal()
                .means_same_on(self.goal(), self.board.shape())
            && self.units == Some(unit.count)
            && unit.split_at == self.place()
    }

    /// Takes back the units of the last [`split`](Self::split), in any order, and continues from
    /// there: the answer and its counts are those of a search in one go.
    ///
    /// Units after one that has found a solution need not be done.
    ///
    /// # Errors
    /// [`StoredError`] names the unit at fault. The search stays as it was.
    pub fn join(
        &mut self,
        units: impl IntoIterator<Item = SearchUnit>,
    ) -> Result<Progress<'_>, StoredError> {
        if let Some(error) = &self.failure {
            return Err(error.clone().into());
        }
        let Some(of) = self.units else {
            return Err(StoredError::NotSplit);
        };
        let at_fault = |unit, fault| StoredError::Unit { unit, fault };
        let mut done: BTreeMap<usize, SearchUnit> = BTreeMap::new();
        for unit in units {
            let nth = unit.index;
            if !self.owns(&unit) {
                return Err(at_fault(nth, "is not one of the last split"));
            }
            if done.insert(nth, unit).is_some() {
                return Err(at_fault(nth, "is there twice"));
            }
        }
        let mut counted = Counts::default();
        let mut found = None;
        for nth in 0..of {
            let unit = done.remove(&nth);
            let unit = unit.ok_or_else(|| at_fault(nth, "is missing"))?;
            if !unit.is_done() {
                return Err(at_fault(nth, "is not done"));
            }
            counted.add(unit.search.known.counts());
            found = unit.search.solution;
            if found.is_some() {
                break;
            }
        }
        let stride = self.solving.board.stride(self.known.metric);
        let round = lock(&self.round).stored().map_err(SolveError::from)?;
        let next = round.next(stride, counted.expanded);
        let bound = found.as_ref().map_or(next.bound, |it| it.lower_bound);
        let mut known = self.known.clone();
        let (board, goal) = (&self.board, self.goal());
        known.record(Step::Bound(bound), &mut None, board, goal)?;
        if let Some(solution) = found {
            known.record_found(solution.moves, board, goal)?;
        }
        counted.add(known.counts());
        known.count(counted);
        if known.best.is_some() {
            known.end();
        }
        *self = self.again(next, known);
        self.settle();
        Ok(self.progress())
    }
}
