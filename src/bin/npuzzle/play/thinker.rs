//! What is searched for while somebody plays: a slice between two pictures.

use npuzzle::{DynBoard, Goal, Moves, Progress, Quality, Search, Solver};

use crate::play::game::Shortest;

/// The boards of a slice: about a millisecond.
const SLICE: u64 = 4_000;

/// Boards that are expanded for the shortest length; after them the lower bound has to do.
const PATIENCE: u64 = 200_000_000;

/// The most cells of boards whose shortest length is looked for: on more it would take days.
const MOST_CELLS: usize = 16;

/// The searches of a game.
pub(crate) struct Thinker {
    goal: Goal,
    /// For ways from the board as it is; kept, since it knows the tables.
    solver: Solver,
    way: Option<Search>,
    /// For the shortest length from the start.
    shortest: Option<Search>,
}

/// What a slice has come to.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Thought {
    /// Nothing is to be done.
    Idle,
    Busy,
    /// A way from the board that was asked for.
    Way(Moves),
    Shortest(Shortest),
    /// The search failed: why.
    Failed(String),
}

impl Thinker {
    pub(crate) fn new(start: &DynBoard, goal: &Goal) -> Self {
        let builder = || Solver::builder().goal(goal.clone()).threads(1);
        let optimal = builder().build();
        let has_time = start.shape().cells() <= MOST_CELLS;
        Self {
            goal: goal.clone(),
            solver: builder().quality(Quality::Best).build(),
            way: None,
            shortest: has_time.then(|| optimal.search(start).ok()).flatten(),
        }
    }

    /// Begins to look for a way to the goal.
    pub(crate) fn look_from(&mut self, board: &DynBoard) -> Result<(), String> {
        debug_assert_eq!(self.solver.goal(), &self.goal);
        let search = self.solver.search(board);
        self.way = Some(search.map_err(|error| error.to_string())?);
        Ok(())
    }

    /// Ends the search for a way. What it found so far is returned.
    pub(crate) fn stop(&mut self) -> Option<Moves> {
        self.way.take().and_then(|search| search.best().cloned())
    }

    pub(crate) const fn is_looking(&self) -> bool {
        self.way.is_some()
    }

    /// Says how far the search for a way is.
    pub(crate) fn in_words(&self) -> Option<String> {
        match self.way.as_ref()?.progress() {
            Progress::Running {
                tables: Some(tables),
                ..
            } => {
                let percent = 100 * tables.known / tables.entries.max(1);
                Some(format!("tables: {percent} %"))
            }
            Progress::Running {
                best, lower_bound, ..
            } => Some(best.map_or_else(
                || format!("at least {lower_bound} moves"),
                |best| format!("{} moves found, at least {lower_bound}", best.len()),
            )),
            _ => None,
        }
    }

    /// Does a slice: of the way first.
    pub(crate) fn work(&mut self) -> Thought {
        if let Some(search) = &mut self.way {
            return match search.advance(SLICE) {
                Ok(Progress::Done(solution)) => {
                    let moves = solution.moves().clone();
                    self.way = None;
                    Thought::Way(moves)
                }
                Ok(_) => Thought::Busy,
                Err(error) => {
                    self.way = None;
                    Thought::Failed(error.to_string())
                }
            };
        }
        let Some(search) = &mut self.shortest else {
            return Thought::Idle;
        };
        let before = search.lower_bound();
        let (known, is_over) = match search.advance(SLICE) {
            Ok(Progress::Done(solution)) => (Shortest::Is(solution.moves().len()), true),
            Ok(Progress::Running {
                lower_bound, stats, ..
            }) => {
                let is_over = stats.expanded > PATIENCE;
                if lower_bound == before && !is_over {
                    return Thought::Busy;
                }
                (Shortest::AtLeast(lower_bound), is_over)
            }
            _ => (Shortest::AtLeast(before), true),
        };
        if is_over {
            self.shortest = None;
        }
        Thought::Shortest(known)
    }
}
