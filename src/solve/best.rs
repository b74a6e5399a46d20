//! The shortest solution that is found within a budget.

#[cfg(test)]
mod tests;

use alloc::boxed::Box;

use crate::canonical::CanonicalBoard;
use crate::construct::Construct;
use crate::construct::polish::{Polish, solves_stretches};
use crate::moves::Moves;
use crate::pairs;
use crate::prepare::{HeuristicKind, Prepared, Proof, Request, is_read_off, takes_patterns};
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Part, Step, WITH_WHOLE, Work};
use crate::shape::Shape;
use crate::solve::beams::Beams;
use crate::solve::constructions::{Constructions, Growth};
use crate::solve::error::SolveError;
use crate::solve::fast::Fast;
use crate::solve::policy::Policy;
use crate::tables::BuildProgress;

/// The work that the rounds are laid out for, at most. The proof's expansion of a board is 1.
///
/// A call with limits of its own has rounds of this size whatever the solver's budget is, so that
/// limits only cut one schedule short. With a larger budget there are more rounds, not larger ones.
const WHOLE: u64 = 8_000_000;

/// The rounds are laid out for no less than this, so that every round does some work.
const LEAST_WHOLE: u64 = 1 << 10;

/// The proof leads the beams until it has had one part in this number of the budget.
const PROOF_FIRST: u64 = 4;

/// The number of times that the beams' work goes into the proof until then. So the first beams,
/// which gain most, come soon, and a proof that is near ends before the dearer ones.
const PROOF_TO_BEAMS: u64 = 4;

/// The number of times that the proof's later work goes into beams.
const BEAMS_TO_PROOF: u64 = 3;

/// The expansions that go into shorter ways between the boards of a solution each time that a beam
/// has found one, on boards without tables.
const POLISH: u64 = 100_000;

/// The same for the solution that was constructed, before there are tables: some milliseconds.
const FIRST_POLISH: u64 = 20_000;

/// The work of a round on boards without tables: this part of the budget, later this part of all
/// rounds before. So beams get wider, and still there are many.
const FIRST_ROUNDS: u64 = 2;
const LATER_ROUNDS: u64 = 8;

/// The same on boards of more cells: each round does as much as all before. A wide beam gains more
/// there than many: with 20 million expansions 20 x 20 takes 1 % fewer moves. On 10 x 10 nothing is
/// gained, on 15 x 15 half a percent in ten seconds.
const MANY_CELLS: usize = 160;
const LATER_ROUNDS_OF_MANY: u64 = 1;

const fn later_rounds(shape: Shape) -> u64 {
    if shape.cells() > MANY_CELLS {
        LATER_ROUNDS_OF_MANY
    } else {
        LATER_ROUNDS
    }
}

/// What of it goes into constructing in other ways, into polishing a solution, and into beams and
/// proof, in sixteenths.
#[derive(Clone, Copy, Debug)]
struct Shares {
    others: u64,
    polish: u64,
    race: u64,
}

/// If polishing solves stretches again by beams. On 10 x 10 that makes 980 moves of 998 in a third
/// of a second. In 60 million expansions 10 x 10 took 970 moves if two thirds of the constructions'
/// share went into polishing, 967 if as much as all of it or more.
const SHARES: Shares = Shares {
    others: 8,
    polish: 7,
    race: 1,
};

/// Elsewhere a solution is soon as short as windows can make it.
const SHARES_WITHOUT_STRETCHES: Shares = Shares {
    others: 13,
    polish: 1,
    race: 2,
};

/// The same on boxes of few cells. There beams from start to goal find the shorter solutions: on
/// 2 x 5 x 5 in a second 256 moves instead of 319.
const SHARES_OF_SMALL_BOXES: Shares = Shares {
    others: 1,
    polish: 1,
    race: 14,
};
const SMALL_BOX: usize = 64;

fn shares(shape: Shape) -> Shares {
    if !shape.is_rectangle() && shape.cells() <= SMALL_BOX {
        SHARES_OF_SMALL_BOXES
    } else if solves_stretches(shape) {
        SHARES
    } else {
        SHARES_WITHOUT_STRETCHES
    }
}

/// What the first constructions may expand on boards of more cells, in sixteenths of the budget: in
/// a second 20 x 20 takes 2 % fewer moves than with a quarter of that. On 10 x 10 and 15 x 15 it is
/// the same.
const FIRST_OF_MANY: u64 = 13;

/// Returns how the constructions of boards of a shape grow: each one fills a round, about.
fn growth(shape: Shape, whole: u64) -> Growth {
    Growth {
        first: if shape.cells() > MANY_CELLS {
            FIRST_OF_MANY * whole / 16
        } else {
            whole / FIRST_ROUNDS / 16 * shares(shape).others
        },
        later: later_rounds(shape),
    }
}

/// The number of times that the proof's work goes into beams on boards that are ranked by pairs.
/// Those beams gain more than all else; constructing in other ways gains nothing beside them.
const PAIRS_TO_PROOF: u64 = 16;

/// Solutions of more moves are not polished: a copy of them would take too much memory.
const MOST_POLISHED: usize = 1 << 24;

/// Returns what the expansion of a board costs in a beam: its children are hashed, and its tiles
/// copied.
const fn price(cells: usize) -> u64 {
    4 + cells as u64 / 16
}

/// Finds the shortest solution that it can.
///
/// It begins with what [`Fast`] does, and shortens that a little. Then tables are made. With them
/// IDA\* looks for a shortest solution, and beams, which become wider and wider, for
/// shorter ones. Without tables there are rounds: solutions are constructed in other ways, the
/// shortest is shortened stretch by stretch, then beams and a proof have their turn.
///
/// That is one schedule, without end, which depends on the board and the options alone. The budget
/// and all limits only cut it short, so with more work a solution is never longer.
#[derive(Debug)]
pub(super) struct Best {
    board: CanonicalBoard,
    threads: usize,
    kind: HeuristicKind,
    /// The work that ends it; `None` if only the limits of the call do.
    budget: Option<u64>,
    /// The work that the rounds are laid out for.
    whole: u64,
    /// All shorter solutions are proved impossible.
    bound: usize,
    /// The length of the shortest solution known, and its moves, if they may be polished.
    length: Option<usize>,
    moves: Option<Moves>,
    /// The polishing of the best solution, or of the rival.
    polish: Option<Box<Part<Polish>>>,
    /// The polishing of the best solution before there was a rival.
    champion: Option<Box<Part<Polish>>>,
    /// The shortest of the solutions that were constructed in this round, if it is not that of
    /// all: it may become that if it is shortened, too. One of 977 moves is now and then made
    /// 913, and others hardly shorter.
    rival: Option<Moves>,
    /// The length of the shortest solution that was constructed in this round.
    constructed: usize,
    request: Request,
    prepared: Option<Shared<Prepared>>,
    /// The work of the rounds that have ended.
    rounds: u64,
    /// The expansions of the last beams beyond their share, as each one is wider than the one
    /// before: the next rounds have less for it.
    debt: u64,
    others: Constructions,
    race: Option<Race>,
    /// The boards expanded before there were tables.
    spent: u64,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    /// The bound is to be told.
    New,
    /// The plain construction, with counts of its own.
    First(Box<(Construct, Counts)>),
    Fast(Box<Fast>),
    /// The best solution is shortened; and what comes then.
    Polish(After),
    Tables,
    /// Solutions are constructed in other ways.
    Others,
    Race,
    Over,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    Tables,
    /// The race that was left for it.
    Race,
    NextRace,
}

/// A proof and beams, in turn.
#[derive(Debug)]
struct Race {
    proof: Part<Proof>,
    beams: Beams,
    /// The expansions of proof and beams when the round began.
    start: [u64; 2],
    /// The work of the round.
    budget: u64,
}

impl Best {
    /// Returns the search for a board. If `budget` is `None`, only the limits of the call end it.
    pub(super) fn new(
        board: &CanonicalBoard,
        kind: HeuristicKind,
        request: Request,
        threads: usize,
        budget: Option<u64>,
    ) -> Self {
        let whole = budget.unwrap_or(WHOLE).clamp(LEAST_WHOLE, WHOLE);
        Self {
            threads,
            budget,
            whole,
            bound: board.manhattan(),
            length: None,
            moves: None,
            polish: None,
            champion: None,
            rival: None,
            constructed: usize::MAX,
            request,
            prepared: None,
            rounds: 0,
            debt: 0,
            others: Constructions::new(board, growth(board.shape, whole), threads),
            race: None,
            spent: 0,
            stage: Stage::New,
            kind,
            board: board.clone(),
        }
    }

    /// Begins to shorten the best solution, if it may be polished, or continues with it; or begins
    /// with a rival, if there is one.
    fn polish(&mut self, allowance: u64, after: After) -> Result<(), SolveError> {
        let rival = self.rival.take();
        let polished = self.polish.as_ref().map(|it| it.work.len());
        if let (Some(best), None) = (&mut self.polish, &rival) {
            if polished == self.length {
                best.work.allow(allowance);
                self.stage = Stage::Polish(after);
                return Ok(());
            }
        }
        let Some(moves) = rival.as_ref().or(self.moves.as_ref()) else {
            return self.go_on(after);
        };
        let before = self.polish.take();
        let tables = before.as_ref().map(|it| it.work.tables());
        let tables = tables.unwrap_or_default();
        let polish = Polish::new(self.board.clone(), moves, allowance, tables)?;
        self.polish = Some(Box::new(Part::new(polish)));
        self.champion = before.filter(|_| rival.is_some());
        self.stage = Stage::Polish(after);
        Ok(())
    }

    /// Ends polishing: a rival that is not shorter than the best solution is forgotten.
    fn end_polish(&mut self, after: After) -> Result<(), SolveError> {
        if let Some(champion) = self.champion.take() {
            let rival = self.polish.as_ref().map(|it| it.work.len());
            if rival.is_none_or(|rival| champion.work.len() <= rival) {
                self.polish = Some(champion);
            }
        }
        self.go_on(after)
    }

    /// Remembers a solution that was constructed as a rival of the best one, if it may be one.
    fn keep_rival(&mut self, moves: &Moves) {
        if moves.len() < self.constructed {
            self.constructed = moves.len();
            let is_best = self.length.is_none_or(|length| moves.len() < length);
            self.rival = if is_best { None } else { copied(moves) };
        }
    }

    /// Begins what comes after polishing.
    fn go_on(&mut self, after: After) -> Result<(), SolveError> {
        self.stage = match after {
            After::Tables => Stage::Tables,
            After::Race => Stage::Race,
            After::NextRace => {
                self.begin_race()?;
                Stage::Race
            }
        };
        Ok(())
    }

    /// Begins what comes after the tables.
    fn begin_rounds(&mut self) -> Result<(), SolveError> {
        if self.has_tables() || pairs::rank_beams(self.board.shape) {
            self.go_on(After::NextRace)
        } else {
            self.stage = Stage::Others;
            Ok(())
        }
    }

    /// Returns whether the answer is read off the table of all boards, if there is memory for it.
    fn is_read_off(&self) -> bool {
        is_read_off(self.board.shape, self.kind)
    }

    /// Begins the next part of a round on boards without tables.
    fn begin_race(&mut self) -> Result<(), SolveError> {
        let Some(prepared) = &self.prepared else {
            return Ok(());
        };
        let whole = self.budget.unwrap_or(WHOLE);
        let budget = if prepared.patterns().is_some() || prepared.is_instant() {
            whole - self.spent.min(whole / 2)
        } else if pairs::rank_beams(self.board.shape) {
            whole.max(self.rounds) - self.spent.min(whole / 2)
        } else {
            let share = self.shares().race * self.share();
            let budget = share.saturating_sub(self.debt);
            self.debt = self.debt.saturating_sub(share);
            budget
        };
        if let Some(race) = &mut self.race {
            race.start = [race.proof.counts.expanded, race.beams.expanded()];
            race.budget = budget;
        } else {
            let proof = Proof::new(prepared, &self.board, self.bound, self.threads)?;
            self.race = Some(Race {
                proof: Part::new(proof),
                beams: Beams::new(Shared::clone(prepared), self.board.clone(), self.threads),
                start: [0; 2],
                budget,
            });
        }
        Ok(())
    }

    fn shares(&self) -> Shares {
        shares(self.board.shape)
    }

    /// Returns a sixteenth of the work of the round.
    fn share(&self) -> u64 {
        let later = self.rounds / later_rounds(self.board.shape);
        (self.whole / FIRST_ROUNDS).max(later) / 16
    }

    fn has_tables(&self) -> bool {
        let prepared = self.prepared.as_ref();
        prepared.is_some_and(|it| it.patterns().is_some() || it.is_instant())
    }

    fn step(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, SolveError> {
        match &mut self.stage {
            Stage::New => {
                self.stage = if self.is_read_off() {
                    let construct = Construct::new(self.board.clone())?;
                    Stage::First(Box::new((construct, Counts::of_root())))
                } else {
                    Stage::Fast(Box::new(Fast::new(&self.board, self.kind)?))
                };
                return Ok(Step::Bound(self.bound));
            }
            Stage::First(first) => {
                // It is not counted, so that a limit of boards that is enough for the answer of the
                // table is enough for both.
                let (construct, counts) = &mut **first;
                let step = construct.advance(u64::MAX, counts)?;
                if matches!(step, Step::Found(_) | Step::Done) {
                    self.stage = Stage::Tables;
                }
                return Ok(match step {
                    Step::Done => Step::Paused,
                    step => step,
                });
            }
            Stage::Fast(fast) => {
                let step = fast.advance(until, counts)?;
                if step != Step::Done {
                    return Ok(step);
                }
                self.others.take_blocks(fast.blocks());
                if self.prepared.is_some() {
                    self.begin_rounds()?;
                } else if takes_patterns(self.board.shape) {
                    self.polish(FIRST_POLISH, After::Tables)?;
                } else {
                    self.stage = Stage::Tables;
                }
            }
            Stage::Polish(after) => {
                let after = *after;
                let step = match &mut self.polish {
                    Some(polish) => polish.advance(until, WITH_WHOLE, counts)?,
                    None => Step::Done,
                };
                if step != Step::Done {
                    return Ok(step);
                }
                self.end_polish(after)?;
            }
            Stage::Tables => {
                if let Step::Found(prepared) = self.request.advance(until, counts)? {
                    self.prepared = Some(prepared);
                    if self.is_read_off() && !self.has_tables() {
                        // There was no memory for the table.
                        self.stage = Stage::Fast(Box::new(Fast::new(&self.board, self.kind)?));
                    } else {
                        self.begin_rounds()?;
                    }
                }
            }
            Stage::Others => {
                let work = self.shares().others * self.share();
                if let Some(step) = self.others.advance(work, self.length, until, counts)? {
                    if let Step::Found(moves) = &step {
                        self.keep_rival(moves);
                    }
                    return Ok(step);
                }
                self.constructed = usize::MAX;
                let work = self.shares().polish * self.share();
                self.polish(work, After::NextRace)?;
            }
            Stage::Race => return self.race(until, counts),
            Stage::Over => return Ok(Step::Done),
        }
        Ok(Step::Paused)
    }

    /// Goes on with beams and proof.
    fn race(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, SolveError> {
        let has_tables = self.has_tables();
        let Some(race) = &mut self.race else {
            return Ok(Step::Done);
        };
        if race.beams.is_at_work() {
            match race.beams.advance(until, counts) {
                Some(Step::Found(moves)) if !has_tables => {
                    self.keep(&moves);
                    self.polish(POLISH, After::Race)?;
                    return Ok(Step::Found(moves));
                }
                Some(step) => return Ok(step),
                None => {}
            }
        }
        let price = price(self.board.cells.len());
        let beams = price * (race.beams.expanded() - race.start[1]);
        let left = race.budget.saturating_sub(beams);
        let is_bounded = self.budget.is_some() || !has_tables;
        let wanted = if race.beams.is_exhausted() {
            u64::MAX
        } else if pairs::rank_beams(self.board.shape) {
            beams / PAIRS_TO_PROOF
        } else {
            proof_due(race.budget, beams)
        };
        // Without tables a race ends with its budget; with them only if there are no limits.
        let due = if is_bounded { wanted.min(left) } else { wanted };
        let due = due.saturating_add(race.start[0]);
        if !race.proof.has_expanded(due) {
            // The share is exact, so that what the beams get does not depend on threads.
            return Ok(race.proof.advance(until, (due, due), counts)?);
        }
        let work = (due - race.start[0]).saturating_add(beams);
        if is_bounded && work >= race.budget {
            self.debt += work - race.budget;
            self.end_round()?;
            return Ok(Step::Paused);
        }
        let allowance = if self.budget.is_none() {
            u64::MAX
        } else {
            (race.budget - work).div_ceil(price)
        };
        race.beams.widen(self.length, allowance);
        Ok(Step::Paused)
    }

    /// Ends a round; without limits all is over after some.
    fn end_round(&mut self) -> Result<(), SolveError> {
        let by_pairs = pairs::rank_beams(self.board.shape);
        let work = match &self.race {
            Some(race) if by_pairs => race.budget,
            _ => 16 * self.share(),
        };
        self.rounds = self.rounds.saturating_add(work);
        let is_over = self.budget.is_some_and(|budget| {
            self.has_tables() || by_pairs || self.rounds.saturating_add(16) > budget
        });
        if is_over {
            self.stage = Stage::Over;
        } else if by_pairs {
            self.go_on(After::NextRace)?;
        } else {
            self.stage = Stage::Others;
        }
        Ok(())
    }

    /// Remembers a solution if it is the shortest.
    fn keep(&mut self, moves: &Moves) {
        if self.length.is_some_and(|length| length <= moves.len()) {
            return;
        }
        self.length = Some(moves.len());
        self.moves = copied(moves);
    }
}

/// Returns a copy of moves that may be polished, if there is memory for it.
pub(super) fn copied(moves: &Moves) -> Option<Moves> {
    let mut copy = Moves::new();
    let is_copied = moves.len() <= MOST_POLISHED && copy.try_extend(moves).is_ok();
    is_copied.then_some(copy)
}

/// Returns how many boards the proof expands before the next beam, given the beams' work.
const fn proof_due(budget: u64, beams: u64) -> u64 {
    let first = budget / PROOF_FIRST;
    let together = PROOF_TO_BEAMS * beams;
    if together <= first {
        together
    } else {
        first + (beams - first / PROOF_TO_BEAMS) / BEAMS_TO_PROOF
    }
}

impl Work for Best {
    type Found = Moves;
    type Failure = SolveError;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, SolveError> {
        if self.length.is_some_and(|length| length <= self.bound) {
            self.stage = Stage::Over;
        }
        if matches!(self.stage, Stage::Polish(..) | Stage::Race) {
            self.others.let_work(counts);
        }
        let before = counts.expanded;
        let step = self.step(until, counts)?;
        if self.prepared.is_none() {
            self.spent += counts.expanded - before;
        }
        match &step {
            Step::Bound(bound) => self.bound = self.bound.max(*bound),
            Step::Found(moves) => self.keep(moves),
            Step::Paused | Step::Done => {}
        }
        Ok(step)
    }
}

impl Policy for Best {
    fn tables(&self) -> Option<BuildProgress> {
        match self.stage {
            Stage::Tables => self.request.progress(),
            _ => None,
        }
    }

    fn best_ahead(&mut self) -> Option<Moves> {
        self.others.best_ahead(Moves::len)
    }
}
