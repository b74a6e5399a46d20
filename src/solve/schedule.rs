//! One schedule for all qualities that need no proof, or not a whole one: contestants in turns, and
//! a rule that ends them.

mod balance;
mod beams;
mod constructions;
mod opening;
mod plan;
mod polishing;
mod race;
#[cfg(test)]
mod tests;
pub(super) mod tuning;

use alloc::boxed::Box;

use crate::canonical::CanonicalBoard;
use crate::heuristic::by_axis;
use crate::metric::Metric;
use crate::moves::Moves;
use crate::prepare::{HeuristicKind, Prepared, Request};
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::solve::error::SolveError;
use crate::solve::policy::Policy;
use crate::solve::quality::Quality;
use crate::tables::BuildProgress;
use constructions::Constructions;
use opening::Opening;
use plan::{Plan, Then, Turn};
use polishing::{Polishing, copied};
use race::{Lap, Race};

/// A schedule of contestants, which find ever shorter solutions and prove bounds.
///
/// It depends on the board and the options alone. The turns of the opening come first, then those
/// of a round, again and again. The schedule ends when the best solution is short enough, or with
/// the budget; all limits of a call only cut it short, so with more work a solution is never longer.
#[derive(Debug)]
pub(super) struct Schedule {
    board: CanonicalBoard,
    metric: Metric,
    kind: HeuristicKind,
    threads: usize,
    plan: Plan,
    /// The turns left of the opening or of the round, the present one first. None are left at the
    /// end.
    turns: &'static [Turn],
    /// All shorter solutions are proved impossible.
    bound: usize,
    /// The length of the best solution, and its moves, if they may be polished.
    length: Option<usize>,
    moves: Option<Moves>,
    opening: Option<Box<Opening>>,
    request: Request,
    prepared: Option<Shared<Prepared>>,
    others: Constructions,
    polishing: Polishing,
    race: Option<Box<Race>>,
    /// True while a lap of the race is under way.
    is_racing: bool,
    /// The boards expanded, and those expanded before there were tables.
    spent: u64,
    unprepared: u64,
    /// The work of the rounds that have ended.
    rounds: u64,
    /// The work of the last beams beyond their share, as each one is wider than the one before: the
    /// next rounds have less for it.
    debt: u64,
}

impl Schedule {
    /// Returns the schedule of a quality for a board. `budget` is that of [`Quality::Best`]; `None`
    /// if only the limits of the call end it.
    pub(super) fn new(
        board: &CanonicalBoard,
        (quality, metric): (Quality, Metric),
        kind: HeuristicKind,
        request: Request,
        threads: usize,
        budget: Option<u64>,
    ) -> Self {
        let plan = Plan::new(board.shape, (quality, metric), kind, budget);
        Self {
            board: board.clone(),
            metric,
            kind,
            threads,
            turns: plan.opening,
            bound: match metric {
                Metric::Tiles => board.manhattan(),
                Metric::Slides => by_axis(board).least(None) as usize,
            },
            length: None,
            moves: None,
            opening: None,
            request,
            prepared: None,
            others: Constructions::new(board, plan.growth, threads),
            polishing: Polishing::new(metric),
            race: None,
            is_racing: false,
            spent: 0,
            unprepared: 0,
            rounds: plan.rounds.before,
            debt: 0,
            plan,
        }
    }

    /// Returns whether the best solution is what was asked for.
    fn is_enough(&self) -> bool {
        let allowed = self.bound as u64 * (100 + u64::from(self.plan.percent));
        self.length
            .is_some_and(|length| length as u64 * 100 <= allowed)
    }

    fn has_tables(&self) -> bool {
        let prepared = self.prepared.as_ref();
        prepared.is_some_and(|it| it.is_instant() || it.table_bytes() > 0)
    }

    fn round(&self) -> &'static [Turn] {
        self.plan.round[usize::from(self.has_tables())]
    }

    /// Returns some sixteenths of the present round.
    fn share(&self, sixteenths: u64) -> u64 {
        self.plan.rounds.share(self.rounds, sixteenths)
    }

    /// Advances the contestant whose turn it is.
    fn take(
        &mut self,
        turn: Turn,
        until: u64,
        counts: &mut Counts,
    ) -> Result<(Step<Moves>, Then), SolveError> {
        let step = match turn {
            Turn::Bound => return Ok((Step::Bound(self.bound), Then::Next)),
            Turn::Prepare => self.prepare(until, counts)?,
            Turn::FirstPolish => self.polish(self.plan.first_polish)?,
            Turn::Others(share) => self.construct(self.share(share), until, counts)?,
            Turn::Polish(share) => self.polish(self.share(share))?,
            Turn::Race(share) => self.race(share, until, counts)?,
            _ => {
                let opening = match &mut self.opening {
                    Some(opening) => opening,
                    none => none.insert(Box::new(Opening::new(&self.board, self.kind)?)),
                };
                return Ok(opening.advance(turn, until, counts)?);
            }
        };
        let then = match (turn, &step) {
            (Turn::Prepare, Step::Done) if self.has_tables() => Then::EndOpening,
            (_, Step::Done) => Then::Next,
            _ => Then::Stay,
        };
        Ok((step, then))
    }

    /// Goes to the turn that follows.
    fn follow(&mut self, then: Then) {
        let is_opening = |turns: &[Turn]| turns.first().is_some_and(|turn| turn.is_opening());
        if then == Then::Stay {
            return;
        }
        self.turns = &self.turns[1..];
        while then == Then::EndOpening && is_opening(self.turns) {
            self.turns = &self.turns[1..];
        }
        if !is_opening(self.turns) {
            self.opening = None;
        }
        // A round ends with its race.
        if self.turns.is_empty() && !(self.is_racing && self.end_round()) {
            self.turns = self.round();
        }
    }

    /// Ends a round; returns whether the budget is spent.
    fn end_round(&mut self) -> bool {
        let (budget, beyond) = self.race.as_ref().map_or((0, 0), |race| race.spent());
        let is_whole = self.round() == [Turn::Race(None)];
        let work = if is_whole {
            budget
        } else {
            self.plan.rounds.work(self.rounds)
        };
        self.rounds = self.rounds.saturating_add(work);
        self.debt += beyond;
        self.is_racing = false;
        self.plan.budget.is_some_and(|budget| {
            let is_spent = match self.metric {
                Metric::Tiles => self.rounds.saturating_add(16) > budget,
                Metric::Slides => self.spent >= budget,
            };
            is_whole || is_spent
        })
    }

    /// Advances the preparation of the shape.
    fn prepare(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, SolveError> {
        let Step::Found(prepared) = self.request.advance(until, counts)? else {
            return Ok(Step::Paused);
        };
        self.unprepared = self.spent;
        self.prepared = Some(prepared);
        Ok(Step::Done)
    }

    /// Advances the other constructions.
    fn construct(
        &mut self,
        work: u64,
        until: u64,
        counts: &mut Counts,
    ) -> Result<Step<Moves>, SolveError> {
        let length = self.length.filter(|_| self.metric == Metric::Tiles);
        let step = self.others.advance(work, length, until, counts)?;
        if let Step::Found(moves) = &step {
            self.polishing.keep_rival(moves, self.length);
        }
        Ok(step)
    }

    /// Begins to polish the best solution, or its rival; the present turn continues after that.
    fn polish(&mut self, allowance: u64) -> Result<Step<Moves>, SolveError> {
        let best = self.moves.as_ref();
        self.polishing.begin(&self.board, best, allowance)?;
        Ok(Step::Done)
    }

    /// Advances the proof or the beams; without tables, solutions of beams are polished at once.
    fn race(
        &mut self,
        share: Option<u64>,
        until: u64,
        counts: &mut Counts,
    ) -> Result<Step<Moves>, SolveError> {
        if !self.is_racing {
            self.begin_lap(share)?;
        }
        let Some(race) = &mut self.race else {
            return Ok(Step::Done);
        };
        let step = race.advance(self.length, until, counts)?;
        if let Step::Found(moves) = &step {
            if self.plan.is_polished && !self.has_tables() {
                self.keep(moves);
                self.polish(tuning::POLISH)?;
            }
        }
        Ok(step)
    }

    /// Begins a lap of the race, for some sixteenths of the round.
    fn begin_lap(&mut self, share: Option<u64>) -> Result<(), SolveError> {
        let plan = &self.plan;
        let mut budget = if let Some(share) = share {
            let share = self.share(share);
            let budget = share.saturating_sub(self.debt);
            self.debt = self.debt.saturating_sub(share);
            budget
        } else {
            plan.race.max(self.rounds) - self.unprepared.min(plan.race / 2)
        };
        if let (Metric::Slides, Some(all)) = (self.metric, plan.budget) {
            budget = budget.min(all.saturating_sub(self.spent));
        }
        let lap = Lap {
            budget,
            is_bounded: plan.budget.is_some() || !self.has_tables(),
            cuts_beams: plan.budget.is_some(),
        };
        if let (None, Some(prepared)) = (&self.race, &self.prepared) {
            let (bound, threads) = (self.bound, self.threads);
            let race = Race::new(prepared, &self.board, bound, threads, plan.balance)?;
            self.race = Some(Box::new(race));
        }
        if let Some(race) = &mut self.race {
            race.begin(lap);
        }
        self.is_racing = true;
        Ok(())
    }

    /// Keeps a solution if it is the best.
    fn keep(&mut self, moves: &Moves) {
        let length = self.metric.length(moves);
        if self.length.is_none_or(|best| length < best) {
            self.length = Some(length);
            self.moves = if self.plan.is_polished {
                copied(moves)
            } else {
                None
            };
        }
    }

    fn step(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, SolveError> {
        if self.polishing.is_under_way() {
            return Ok(self.polishing.advance(until, counts)?);
        }
        let Some(&turn) = self.turns.first() else {
            return Ok(Step::Done);
        };
        let (step, then) = self.take(turn, until, counts)?;
        self.follow(then);
        Ok(match step {
            Step::Done => Step::Paused,
            // The opening searches by tiles.
            Step::Bound(_) if turn.is_opening() && self.metric == Metric::Slides => Step::Paused,
            step => step,
        })
    }
}

impl Work for Schedule {
    type Found = Moves;
    type Failure = SolveError;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, SolveError> {
        if self.is_enough() {
            return Ok(Step::Done);
        }
        if !matches!(self.turns, [Turn::Others(_), ..]) {
            self.others.let_work(counts);
        }
        let before = counts.expanded;
        let step = self.step(until, counts)?;
        // Jobs that other threads have begun may be counted again.
        self.spent = self.spent + counts.expanded - before;
        match &step {
            Step::Bound(bound) => self.bound = self.bound.max(*bound),
            Step::Found(moves) => self.keep(moves),
            Step::Paused | Step::Done => {}
        }
        Ok(step)
    }
}

impl Policy for Schedule {
    fn is_preparing(&self) -> bool {
        let is_next = matches!(self.turns, [Turn::Prepare, ..]) && !self.polishing.is_under_way();
        is_next && !self.request.is_ready()
    }

    fn tables(&self) -> Option<BuildProgress> {
        self.is_preparing().then(|| self.request.progress())?
    }

    fn best_ahead(&mut self) -> Option<Moves> {
        self.others.best_ahead(self.metric)
    }
}
