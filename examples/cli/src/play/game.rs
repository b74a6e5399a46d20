//! A game: a board in play, its clock, and the searches for its solutions.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use npuzzle::{
    Control, DynBoard, Goal, Guide, Hint, Progress, Quality, Search, Solver, daily_seed,
};

use crate::failure::told;
use crate::options::shape_in_words;

/// The origin of a game's board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Random,
    /// The board of a day, such as 20261122.
    Daily(u64),
    /// A board whose shortest solutions have this length.
    Distance(usize),
    /// A board of the command line; it has no record.
    Given,
}

impl Kind {
    /// Returns whether games of the two kinds replace each other: all days do, and all distances.
    pub(crate) fn shares_slot_with(self, other: Self) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Random => f.write_str("random"),
            Self::Daily(day) => write!(f, "daily {day}"),
            Self::Distance(moves) => write!(f, "distance {moves}"),
            Self::Given => f.write_str("given"),
        }
    }
}

impl FromStr for Kind {
    type Err = ();

    /// Reads what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Self, ()> {
        match text.split_once(' ') {
            None if text == "random" => Ok(Self::Random),
            None if text == "given" => Ok(Self::Given),
            Some(("daily", day)) => day.parse().map(Self::Daily).map_err(drop),
            Some(("distance", moves)) => moves.parse().map(Self::Distance).map_err(drop),
            _ => Err(()),
        }
    }
}

/// Returns the day of a time in seconds since 1970, in UTC, such as 20261122.
pub(crate) const fn day(seconds: u64) -> u64 {
    // Days since March 1st of the year 0, in eras of 400 years; a leap day ends its year.
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = (year + month / 10, (month + 2) % 12 + 1);
    let year = 400 * era + year;
    daily_seed(year as u32, month as u32, day as u32)
}

/// A game in play.
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) guide: Guide<DynBoard>,
    pub(crate) kind: Kind,
    /// The time that it was played.
    pub(crate) time: Duration,
    /// True if there was a hint: such games are no records.
    pub(crate) is_helped: bool,
    /// The next move of the best solution that is known from the current board.
    pub(crate) hint: Option<Hint>,
    /// The lower bound for solutions of the start, and whether there is one of that length.
    pub(crate) shortest: (usize, bool),
}

impl Game {
    pub(crate) fn new(guide: Guide<DynBoard>, kind: Kind) -> Self {
        let shortest = match kind {
            Kind::Distance(moves) => (moves, true),
            _ => (guide.board().manhattan(guide.goal()), false),
        };
        Self {
            guide,
            kind,
            time: Duration::ZERO,
            is_helped: false,
            hint: None,
            shortest,
        }
    }

    pub(crate) const fn board(&self) -> &DynBoard {
        self.guide.board()
    }

    pub(crate) const fn goal(&self) -> &Goal {
        self.guide.goal()
    }

    /// Returns whether there is a move that would be lost with this game.
    pub(crate) fn is_started(&self) -> bool {
        !self.guide.turns().is_empty()
    }

    pub(crate) fn is_solved(&self) -> bool {
        self.guide.is_solved()
    }

    /// Returns whether both games began on one board, with one goal.
    pub(crate) fn has_same_start(&self, other: &Self) -> bool {
        let shape = self.board().shape();
        self.guide.start() == other.guide.start() && self.goal().means_same_on(other.goal(), shape)
    }

    /// Returns the name of the record that this game counts for; `None` if its board was given.
    pub(crate) fn record_name(&self) -> Option<String> {
        let kind = match self.kind {
            Kind::Daily(_) => "daily".to_owned(),
            Kind::Given => return None,
            kind => kind.to_string(),
        };
        let shape = shape_in_words(self.board().shape());
        Some(format!("{shape} {} {kind}", self.goal()))
    }
}

/// The nodes of a slice, about two milliseconds. A slice that builds tables counts as 4,096 nodes.
const SLICE: u64 = 8_000;

/// The limit of the search for the shortest length; after it the lower bound is used.
const PATIENCE: u64 = 200_000_000;

/// The most cells of boards whose shortest length is searched: more would take days.
const MOST_CELLS: usize = 16;

/// The nodes of a search for shorter solutions: a few seconds at most, in slices.
const BUDGET: u64 = 250_000;

/// The searches of a game, which run in slices between two pictures.
pub(crate) struct Searches {
    /// For hints; kept, since it owns the tables. The guide of the game owns their search.
    solver: Solver,
    /// True while a shorter solution is searched.
    pub(crate) is_searching: bool,
    /// For the shortest length from the start.
    shortest: Option<Search>,
}

impl Searches {
    pub(crate) fn new(game: &Game) -> Self {
        let builder = Solver::builder().goal(game.goal().clone()).threads(1);
        let solver = builder.quality(Quality::Best).budget(BUDGET).build();
        let has_time = game.board().shape().cells() <= MOST_CELLS && !game.shortest.1;
        let optimal = solver.with_quality(Quality::Optimal);
        let search = || optimal.search(game.guide.start()).ok();
        Self {
            is_searching: false,
            shortest: has_time.then(search).flatten(),
            solver,
        }
    }

    /// Finds a first hint, and begins to search for a shorter solution.
    pub(crate) fn begin(&mut self, game: &mut Game) -> Result<(), String> {
        game.hint = game.guide.hint(&self.solver).map_err(told)?;
        self.is_searching = game.hint.is_some_and(|hint| !hint.proven);
        Ok(())
    }

    /// Updates the hint without searching.
    pub(crate) fn update_hint(&self, game: &mut Game) {
        let no_search = Control::new().max_nodes(0);
        game.hint = game.guide.hint_with(&self.solver, no_search).ok().flatten();
    }

    /// Does a slice, first for the hint; `Ok(false)` if there is nothing to do.
    pub(crate) fn work(&mut self, game: &mut Game) -> Result<bool, String> {
        if self.is_searching {
            let slice = Control::new().max_nodes(SLICE);
            let is_done = game.guide.think_with(&self.solver, slice);
            self.is_searching = is_done == Ok(false);
            is_done.map_err(told)?;
            self.update_hint(game);
            return Ok(true);
        }
        let Some(search) = &mut self.shortest else {
            return Ok(false);
        };
        let is_over = match search.advance(SLICE) {
            Ok(Progress::Done(solution)) => {
                game.shortest = (solution.moves().len(), true);
                true
            }
            Ok(Progress::Running(status)) => {
                game.shortest.0 = game.shortest.0.max(status.lower_bound);
                status.stats.expanded > PATIENCE
            }
            _ => true,
        };
        if is_over {
            self.shortest = None;
        }
        Ok(true)
    }
}
