//! The answer for a board, in words and in JSON.

use std::time::Duration;

use npuzzle::notation::Notation;
use npuzzle::{DynBoard, Goal, Metric, Moves, Partial, Reason, Solution, SolveError, Stats};
use serde::Serialize;

use crate::failure::in_words;
use crate::input::Origin;
use crate::progress::count;

/// The answer for a board.
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

/// An answer in JSON.
#[derive(Default, Serialize)]
pub(crate) struct Object<'a> {
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<&'a String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solvable: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    found: Option<Found>,
    #[serde(skip_serializing_if = "Option::is_none")]
    given_length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    interrupted: Option<bool>,
}

/// The result of a search; lengths are `null` if no solution was found.
#[derive(Serialize)]
struct Found {
    length: Option<usize>,
    lower_bound: usize,
    optimal: bool,
    tiles: Option<usize>,
    slides: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    expanded: u64,
    generated: u64,
    seconds: f64,
}

impl Found {
    fn new(
        moves: Option<(&Moves, Notation)>,
        (metric, lower_bound, stats): (Metric, usize, Stats),
        elapsed: Duration,
    ) -> Self {
        let in_metric = |metric: Metric| moves.map(|(moves, _)| metric.length(moves));
        let length = in_metric(metric);
        Self {
            length,
            lower_bound,
            optimal: length == Some(lower_bound),
            tiles: in_metric(Metric::Tiles),
            slides: in_metric(Metric::Slides),
            moves: moves.map(|(moves, notation)| printed(metric, moves, notation)),
            expanded: stats.expanded,
            generated: stats.generated,
            seconds: seconds(elapsed),
        }
    }
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
    pub(crate) fn status(&self) -> u8 {
        match self.verdict {
            _ if self.contradiction().is_some() => 2,
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

    /// Returns whether time was over before there was any solution.
    pub(crate) fn lacks_time(&self) -> bool {
        match &self.verdict {
            Verdict::Stopped(known, _) => {
                known.best.is_none() && known.reason == Some(Reason::TimeLimit)
            }
            _ => false,
        }
    }

    /// Says that the length given with the board is not that of a shortest solution, if that is
    /// proved.
    pub(crate) fn contradiction(&self) -> Option<String> {
        let given = self.origin.labels.length?;
        let (metric, bound, best) = match &self.verdict {
            Verdict::Solved(solution, _) => (
                solution.metric(),
                solution.lower_bound(),
                Some(solution.length()),
            ),
            Verdict::Stopped(known, _) => {
                let best = known.best.as_ref();
                let best = best.map(|best| known.metric.length(best));
                (known.metric, known.lower_bound, best)
            }
            _ => return None,
        };
        let proved = if given < bound {
            format!("a solution has at least {}", count(metric, bound))
        } else {
            let best = best.filter(|&best| best < given)?;
            format!("there is a solution of {}", count(metric, best))
        };
        let origin = &self.origin;
        Some(format!(
            "{origin}: the length given is {given}, but {proved}"
        ))
    }

    /// Returns its JSON object, with moves in this notation.
    pub(crate) fn json(&self, notation: Notation) -> Object<'_> {
        let labels = &self.origin.labels;
        let mut object = Object {
            line: self.origin.number(),
            id: labels.id.as_deref(),
            board: self.is_board().then_some(&self.board),
            ..Object::default()
        };
        match &self.verdict {
            Verdict::Malformed(error) => {
                object.error = Some(format!("{}{error}", self.origin.beside_number()));
            }
            Verdict::Failed(error) => object.error = Some(error.clone()),
            Verdict::Checked { is_solvable, why } => {
                object.solvable = Some(*is_solvable);
                object.reason = Some(why);
            }
            Verdict::Unsolvable(why) => {
                object.solvable = Some(false);
                object.reason = Some(why);
            }
            Verdict::Solved(solution, elapsed) => {
                object.solvable = Some(true);
                let known = (solution.metric(), solution.lower_bound(), solution.stats());
                let moves = Some((solution.moves(), notation));
                object.found = Some(Found::new(moves, known, *elapsed));
                object.given_length = labels.length;
            }
            Verdict::Stopped(known, elapsed) => {
                object.solvable = Some(true);
                let best = known.best.as_ref().map(|best| (best, notation));
                let facts = (known.metric, known.lower_bound, known.stats);
                object.found = Some(Found::new(best, facts, *elapsed));
                object.given_length = labels.length;
                object.interrupted = (known.reason == Some(Reason::Cancelled)).then_some(true);
            }
        }
        object
    }

    /// Returns what to print, or to complain of, in words.
    pub(crate) fn in_words(&self, notation: Notation) -> Result<String, String> {
        let Self { origin, board, .. } = self;
        let board = match &origin.labels.id {
            Some(id) => format!("{id}: {board}"),
            None => board.clone(),
        };
        let given = origin.labels.length;
        let given = given.map_or_else(String::new, |given| format!(" ({given} given)"));
        let work = |stats: Stats, elapsed: &Duration| {
            let seconds = elapsed.as_secs_f64();
            format!("[{} expanded, {seconds:.6} s]{given}", stats.expanded)
        };
        Ok(match &self.verdict {
            Verdict::Malformed(error) => return Err(format!("{origin}: {error}")),
            Verdict::Failed(error) => return Err(format!("{origin}: {board}: {error}")),
            Verdict::Checked { why, .. } | Verdict::Unsolvable(why) => format!("{board}: {why}"),
            Verdict::Solved(solution, elapsed) => {
                let proof = match solution.lower_bound() {
                    0 if solution.is_optimal() => "this is the goal".to_owned(),
                    _ if solution.is_optimal() => "no fewer are possible".to_owned(),
                    bound => format!("{}, {bound} or more", factor(solution.length(), bound)),
                };
                let length = count(solution.metric(), solution.length());
                let work = work(solution.stats(), elapsed);
                match solution.moves() {
                    none if none.is_empty() => format!("{board}: {length} ({proof}) {work}"),
                    some => {
                        let some = printed(solution.metric(), some, notation);
                        format!("{board}: {length} ({proof}): {some} {work}")
                    }
                }
            }
            Verdict::Stopped(known, elapsed) => {
                let answer = known.best.as_ref().map_or_else(
                    || "no answer".to_owned(),
                    |best| {
                        let length = count(known.metric, known.metric.length(best));
                        let best = printed(known.metric, best, notation);
                        format!("{length}, not as few as asked for: {best}")
                    },
                );
                let reason = known
                    .reason
                    .map_or_else(String::new, |it| format!(", {it}"));
                format!(
                    "{board}: {answer}{reason}; a solution has at least {} {}",
                    count(known.metric, known.lower_bound),
                    work(known.stats, elapsed)
                )
            }
        })
    }
}

/// Says how much longer than the shortest a solution is at most, given a proved bound. The factor
/// is rounded up, so that it is never too small.
fn factor(length: usize, bound: usize) -> String {
    if bound == 0 {
        return "nothing is proved".to_owned();
    }
    let hundredths = (100 * length).div_ceil(bound);
    format!(
        "at most {}.{:02} x the shortest",
        hundredths / 100,
        hundredths % 100
    )
}

/// Returns moves one by one, or by slides as runs.
fn printed(metric: Metric, moves: &Moves, notation: Notation) -> String {
    match metric {
        Metric::Slides => format!("{:#}", moves.display_as(notation)),
        _ => moves.to_string_as(notation),
    }
}

/// Returns seconds to the microsecond.
pub(crate) fn seconds(duration: Duration) -> f64 {
    duration.as_micros() as f64 / 1e6
}
