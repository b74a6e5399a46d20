//! What is said of a board, in words and in JSON.

use std::time::Duration;

use npuzzle::{DynBoard, Goal, Moves, Partial, Solution, SolveError, Stats};

use crate::failure::in_words;
use crate::input::Origin;
use crate::json::Object;
use crate::progress::moves;

/// What is said of a board.
pub(crate) struct Answer {
    origin: Origin,
    /// The board in one line; empty if there is none.
    board: String,
    verdict: Verdict,
}

enum Verdict {
    /// It is not a board.
    Malformed(String),
    /// Only whether it can be solved was asked for.
    Checked {
        is_solvable: bool,
        why: String,
    },
    Unsolvable(String),
    Solved(Solution, Duration),
    /// A limit or Ctrl-C came first.
    Stopped(Box<Partial>, Duration),
    /// It could not be tried.
    Failed(String),
}

impl Answer {
    /// Says why there is no board.
    pub(crate) const fn malformed(origin: Origin, error: String) -> Self {
        Self {
            origin,
            board: String::new(),
            verdict: Verdict::Malformed(error),
        }
    }

    /// Says whether a board can be solved.
    pub(crate) fn checked(origin: Origin, board: &DynBoard, goal: &Goal) -> Self {
        let why = board.solvability(goal);
        Self {
            origin,
            board: board.to_string(),
            verdict: Verdict::Checked {
                is_solvable: why.is_solvable(),
                why: why.to_string(),
            },
        }
    }

    /// Says how a board is solved, or why not, after this time.
    pub(crate) fn solved(
        origin: Origin,
        board: &DynBoard,
        result: Result<Solution, SolveError>,
        elapsed: Duration,
    ) -> Self {
        Self {
            origin,
            board: board.to_string(),
            verdict: match result {
                Ok(solution) => Verdict::Solved(solution, elapsed),
                Err(SolveError::Unsolvable(why)) => Verdict::Unsolvable(why.to_string()),
                Err(SolveError::Stopped(known)) => Verdict::Stopped(known, elapsed),
                Err(error) => Verdict::Failed(in_words(&error)),
            },
        }
    }

    /// Returns the exit status that it asks for.
    pub(crate) const fn status(&self) -> u8 {
        match self.verdict {
            Verdict::Malformed(_) | Verdict::Failed(_) => 2,
            Verdict::Stopped(..) => 1,
            Verdict::Checked { .. } | Verdict::Unsolvable(_) | Verdict::Solved(..) => 0,
        }
    }

    /// Returns whether there was a board at all.
    pub(crate) const fn is_board(&self) -> bool {
        !matches!(self.verdict, Verdict::Malformed(_))
    }

    /// Returns whether it is a solution of the quality asked for.
    pub(crate) const fn is_solution(&self) -> bool {
        matches!(self.verdict, Verdict::Solved(..))
    }

    /// Returns the object for it.
    pub(crate) fn json(&self) -> Object {
        let object = Object::new().with("line", self.origin.number());
        let solvable = |is_solvable: bool| {
            let object = Object::new().with("line", self.origin.number());
            object
                .with("board", self.board.as_str())
                .with("solvable", is_solvable)
        };
        match &self.verdict {
            Verdict::Malformed(error) => {
                object.with("error", format!("{}{error}", self.origin.beside_number()))
            }
            Verdict::Failed(error) => object
                .with("board", self.board.as_str())
                .with("error", error.as_str()),
            Verdict::Checked { is_solvable, why } => {
                solvable(*is_solvable).with("reason", why.as_str())
            }
            Verdict::Unsolvable(why) => solvable(false).with("reason", why.as_str()),
            Verdict::Solved(solution, elapsed) => {
                let (moves, bound) = (solution.moves(), solution.lower_bound());
                found(
                    solvable(true),
                    Some(moves),
                    bound,
                    solution.stats(),
                    *elapsed,
                )
            }
            Verdict::Stopped(known, elapsed) => {
                let (best, bound) = (known.best.as_ref(), known.lower_bound);
                found(solvable(true), best, bound, known.stats, *elapsed)
            }
        }
    }

    /// Returns what to print, or to complain of, in words.
    pub(crate) fn in_words(&self) -> Result<String, String> {
        let Self { origin, board, .. } = self;
        let work = |stats: Stats, elapsed: &Duration| {
            let seconds = elapsed.as_secs_f64();
            format!("[{} expanded, {seconds:.6} s]", stats.expanded)
        };
        Ok(match &self.verdict {
            Verdict::Malformed(error) => return Err(format!("{origin}: {error}")),
            Verdict::Failed(error) => return Err(format!("{origin}: {board}: {error}")),
            Verdict::Checked { why, .. } | Verdict::Unsolvable(why) => format!("{board}: {why}"),
            Verdict::Solved(solution, elapsed) => {
                let proof = match solution.lower_bound() {
                    0 if solution.is_optimal() => "this is the goal".to_owned(),
                    _ if solution.is_optimal() => "no fewer are possible".to_owned(),
                    1 => "at least 1 is needed".to_owned(),
                    bound => format!("at least {bound} are needed"),
                };
                let length = moves(solution.moves().len());
                let work = work(solution.stats(), elapsed);
                match solution.moves() {
                    none if none.is_empty() => format!("{board}: {length} ({proof}) {work}"),
                    some => format!("{board}: {length} ({proof}): {some} {work}"),
                }
            }
            Verdict::Stopped(known, elapsed) => {
                let answer = known.best.as_ref().map_or_else(
                    || "no answer".to_owned(),
                    |best| {
                        let length = moves(best.len());
                        format!("{length}, not as few as asked for: {best}")
                    },
                );
                format!(
                    "{board}: {answer}, {}; a solution has at least {} {}",
                    known.reason,
                    moves(known.lower_bound),
                    work(known.stats, elapsed)
                )
            }
        })
    }
}

/// Adds what is known of a board that can be solved.
fn found(
    object: Object,
    moves: Option<&Moves>,
    lower_bound: usize,
    stats: Stats,
    elapsed: Duration,
) -> Object {
    let length = moves.map(Moves::len);
    let object = object
        .with("length", length)
        .with("lower_bound", lower_bound)
        .with("optimal", length == Some(lower_bound));
    let object = match moves {
        Some(moves) => object.with("moves", moves.to_string()),
        None => object,
    };
    object
        .with("expanded", stats.expanded)
        .with("generated", stats.generated)
        .with("seconds", seconds(elapsed))
}

/// Returns seconds to the microsecond.
pub(crate) fn seconds(duration: Duration) -> f64 {
    duration.as_micros() as f64 / 1e6
}
