//! The search that runs while somebody plays: a slice between two frames.

use npuzzle::{Control, DynBoard, Goal, Guide, Hint, Progress, Quality, Search, Solver};

use crate::play::game::Shortest;

/// The boards of a slice: about two milliseconds. A slice that builds tables counts as 4,096 boards.
const SLICE: u64 = 8_000;

/// Boards that are expanded for the shortest length; after them the lower bound has to do.
const PATIENCE: u64 = 200_000_000;

/// The most cells of boards whose shortest length is looked for: on more it would take days.
const MOST_CELLS: usize = 16;

/// The expansions of a search for shorter ways: a few seconds of thinking at most, a slice between
/// two pictures.
const BUDGET: u64 = 250_000;

/// The searches of a game.
pub(crate) struct Thinker {
    /// For hints; kept, since it knows the tables. The guide of the game owns their search.
    solver: Solver,
    is_looking: bool,
    /// For the shortest length from the start.
    shortest: Option<Search>,
}

/// The result of a slice.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Thought {
    /// Nothing is to be done.
    Idle,
    Busy,
    /// The next move of the best way that is known.
    Way(Option<Hint>),
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
            solver: builder().quality(Quality::Best).budget(BUDGET).build(),
            is_looking: false,
            shortest: has_time.then(|| optimal.search(start).ok()).flatten(),
        }
    }

    /// Begins to look for shorter ways to the goal. Returns a first way at once.
    pub(crate) fn look(&mut self, guide: &mut Guide<DynBoard>) -> Thought {
        match guide.hint(&self.solver) {
            Ok(hint) => {
                self.is_looking = hint.is_some_and(|hint| !hint.proven);
                Thought::Way(hint)
            }
            Err(error) => Thought::Failed(error.to_string()),
        }
    }

    /// Looks no longer. The guide keeps its search for the next time.
    pub(crate) const fn stop(&mut self) {
        self.is_looking = false;
    }

    pub(crate) const fn is_looking(&self) -> bool {
        self.is_looking
    }

    /// Returns the next move of the best way that is known; nothing is searched.
    pub(crate) fn hint(&self, guide: &mut Guide<DynBoard>) -> Option<Hint> {
        let mut no_search = Control::new().max_nodes(0);
        guide.hint_with(&self.solver, &mut no_search).ok().flatten()
    }

    /// Does a slice: of the way first.
    pub(crate) fn work(&mut self, guide: &mut Guide<DynBoard>) -> Thought {
        if self.is_looking {
            let mut slice = Control::new().max_nodes(SLICE);
            let thought = guide.think_with(&self.solver, &mut slice);
            self.is_looking = thought == Ok(false);
            return match thought {
                Ok(_) => Thought::Way(self.hint(guide)),
                Err(error) => Thought::Failed(error.to_string()),
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
