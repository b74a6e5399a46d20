//! `npuzzle solve`: solves boards, or explains why they can't be solved.

use std::collections::{BTreeMap, BinaryHeap};
use std::io::{self, IsTerminal};
use std::mem;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;
use npuzzle::notation::Notation;
use npuzzle::tables::TableError;
use npuzzle::{
    Control, DynBoard, Goal, HeuristicKind, Metric, Quality, Reason, Shape, SolveError, Solver,
    SolverBuilder, Status,
};

use crate::answer::{Answer, Found, Output, Report, is_enough};
use crate::failure::{Failure, told};
use crate::input;
use crate::interrupt::{self, is_interrupted};
use crate::options::{GOAL, HEURISTIC, METRIC, QUALITY, parse_memory, parse_seconds};
use crate::progress;
use crate::rounds::Rounds;

/// Solve boards, or explain why they can't be solved
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Options {
    /// Boards such as "1 2 3/4 5 6/7 8 0"; without any, standard input
    /// has one per line, and '#' begins a comment
    #[arg(value_name = "BOARD", verbatim_doc_comment)]
    boards: Vec<String>,
    /// Read a grid file: comments, the side n, then n rows; - is
    /// standard input
    #[arg(long, value_name = "F", verbatim_doc_comment)]
    file: Vec<PathBuf>,
    /// The shape of all boards, such as 1x9
    #[arg(long, value_name = "SHAPE")]
    shape: Option<Shape>,
    /// blank-last, blank-first, snail, or a board with * for any tile
    #[arg(long, default_value = "blank-last", value_parser = GOAL, hide_possible_values = true)]
    goal: Goal,
    /// optimal, within=1.1, best or fast
    #[arg(long, default_value = "optimal", value_parser = QUALITY, hide_possible_values = true)]
    quality: Quality,
    /// Unit of moves: stm (single tiles) or mtm (runs of tiles)
    #[arg(long, default_value = "stm", value_parser = METRIC, hide_possible_values = true)]
    metric: Metric,
    /// Notation of moves: letters for the direction of the tile or of the blank, or arrows
    #[arg(long, value_name = "AS", default_value = "tile", verbatim_doc_comment)]
    pub(crate) moves: Notation,
    /// Only report whether each board can be solved, and why
    #[arg(long, conflicts_with_all = ["all", "first", "at_most", "rounds"])]
    check: bool,
    #[command(flatten)]
    pub(crate) question: Question,
    #[command(flatten)]
    tables: Tables,
    /// Threads, 0 for all cores, at most 4 per core or 16; the answers are the same for every
    /// number. A lone BOARD or --file has all of them, else each board has one
    #[arg(long, value_name = "N", default_value_t = 0, verbatim_doc_comment)]
    threads: usize,
    /// Expansions of --quality best for a board if no limit is set
    /// [default: 8,000,000]
    #[arg(long, value_name = "N", verbatim_doc_comment)]
    budget: Option<u64>,
    /// Give up on a board after N expansions
    #[arg(long, value_name = "N")]
    max_nodes: Option<u64>,
    /// Give up on a board after this time
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, allow_negative_numbers = true)]
    timeout: Option<Duration>,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// Questions beside a solution; board after board is answered, each by all threads.
#[derive(Args)]
pub(crate) struct Question {
    /// Count all shortest solutions, and print up to N of them in the
    /// order of their letters [default: 10]
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = LISTED)]
    #[arg(conflicts_with_all = ["quality", "csv"], verbatim_doc_comment)]
    all: Option<String>,
    /// Count all shortest solutions, and print the first of them:
    /// --all 1
    #[arg(long, conflicts_with_all = ["all", "quality", "csv"], verbatim_doc_comment)]
    first: bool,
    /// Only decide whether N moves are enough: yes, with a solution,
    /// or no
    #[arg(long, value_name = "N", conflicts_with_all = ["all", "first", "quality", "csv"], verbatim_doc_comment)]
    pub(crate) at_most: Option<usize>,
    /// Print the rounds of the search before the answer: the bound of
    /// each, its expanded and generated boards and its time
    #[arg(long, conflicts_with = "csv", verbatim_doc_comment)]
    rounds: bool,
}

impl Question {
    fn is_any(&self) -> bool {
        self.most().is_some() || self.at_most.is_some() || self.rounds
    }

    /// Returns what follows `--all` if it is a board: not a number, or digits of a board of 3 x 3.
    fn board(&self) -> Option<&String> {
        self.all.as_ref().filter(|it| number(it).is_none())
    }

    /// Returns the number of shortest solutions to print, if they are to be counted.
    fn most(&self) -> Option<usize> {
        let listed = self.all.as_ref().map(|it| number(it).or(number(LISTED)));
        listed.unwrap_or(self.first.then_some(1))
    }
}

/// Reads a number of solutions that can be printed.
fn number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|_| text.len() < 9)
}

/// The options of tables.
#[derive(Args)]
pub(crate) struct Tables {
    /// Memory for the tables of a shape: 250MB, 1.5GiB; a number
    /// alone counts MiB [default: 4MB; 26MB by slides
    /// or for a goal with *]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory, verbatim_doc_comment)]
    memory: Option<u64>,
    /// Keep tables in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
    /// manhattan, linear-conflict, walking-distance or patterns
    /// [default: the best that fits]
    #[arg(long, value_name = "NAME", verbatim_doc_comment, value_parser = HEURISTIC, hide_possible_values = true)]
    heuristic: Option<HeuristicKind>,
}

const NOTES: &str = "\
Boards:
A board is its tiles in reading order, with 0 for the blank. Rows end with
'/' or ';', layers with '//': \"1 2 3/4 5 6/7 8 0\". A bare row of n*n numbers
is a square; a shape before the tiles, as in \"1x9: 1 2 3 4 5 6 7 8 0\", or
the option --shape names another one. A word of n*n different signs is a board
as well: 812043765, abcdefgh. or with 15 as F. In place of 0, the blank may be
_ . - x or -1, and on more than four cells or with rows the largest of the
numbers from 1; standard error notes that.

On standard input a line is a board. A file is a grid: comments, then the side
n, then rows or one number per line; or the rows and columns, then the rows; or
several grids, or one board per line; up to 1 MiB. --file - is standard input.

Moves:
A letter is the direction in which the tile moves: U up, D down, L left, R
right, and in a box F to the front, B to the back. A number repeats: R2D is
R, R, D. With --metric mtm one move is a slide of a whole run of tiles.

JSON:
An object has these keys, in this order; those without a value are left out
unless null is named here.

  line          the number of the line or argument, or of a file's first board
  board         the board in one line
  solvable      true or false
  reason        the reason, if the board can't be solved, or with --check
  error         the fault of the line, or the reason why no search was possible
  length        the number of moves, null if no solution was found
  lower_bound   the proved least number of moves
  optimal       true if length equals lower_bound
  tiles         the length as moves of single tiles, or null
  slides        the length as slides of runs, or null
  moves         the solution
  expanded      the boards whose moves were tried
  generated     the boards that these moves led to
  seconds       the time of the search, without tables
  at_most       with --at-most: true or false; left out if a limit came first
  solutions     with --all and --first: the number of shortest solutions; if a
                limit came first \"solutions_at_least\": those counted so far
  all           with both: the first of them in the order of their letters
  rounds        with --rounds: bound, expanded, generated and seconds of each
  interrupted   true if Ctrl-C came before the answer; best has one early

The last line is {\"summary\": ...} with boards, solved, setup_seconds,
solve_seconds, table_bytes and threads, but not with --no-summary.

Ctrl-C ends the boards under way, and each is answered with the bound proved so
far; the boards after them are not solved. A second Ctrl-C ends the program.

Exit status: 0 if every board got an answer (\"unsolvable\" is one), 1 if a limit
or Ctrl-C came first, 2 if the input or an option is wrong. 2 wins over 1.";

/// The time after which the command warns that a proof without limits may take long.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most lines that are read ahead.
const MOST_WAITING: usize = 10_000;

/// The number of solutions that `--all` prints.
const LISTED: &str = "10";

/// The cells beyond which `--at-most` tries a search for any short solution before a proof, and the
/// expansions of that search.
const MOST_CELLS_OF_PROOF: usize = 16;
const FIRST_TRY: u64 = 2_000_000;

const MAY_TAKE_LONG: &str = "the proof of a shortest solution may take very long: --quality best gives a short one \
     soon; --memory 250MB, for 5 x 5 1.2GB, makes the proof faster";

impl Tables {
    pub(crate) fn builder(&self, goal: &Goal, metric: Metric) -> SolverBuilder {
        let mut builder = Solver::builder()
            .goal(goal.clone())
            .metric(metric)
            .heuristic(self.heuristic.unwrap_or_default());
        if let Some(memory) = self.memory {
            builder = builder.memory(memory);
        }
        with_cache(builder, self.cache.as_ref())
    }
}

/// Sets the folder of tables, if there is one.
pub(crate) fn with_cache(builder: SolverBuilder, folder: Option<&PathBuf>) -> SolverBuilder {
    match folder {
        Some(folder) => builder.cache_dir(folder),
        None => builder,
    }
}

/// Returns whether a call failed at the files of tables alone: the next call has the tables.
const fn is_of_cache(error: &SolveError) -> bool {
    use TableError::{File, Read, Write};

    let SolveError::Table(error) = error else {
        return false;
    };
    matches!(error, File { .. } | Read { .. } | Write { .. })
}

/// Calls again if the files of tables alone were at fault, which is only a warning.
pub(crate) fn despite_cache<T>(call: impl Fn() -> Result<T, SolveError>) -> Result<T, SolveError> {
    match call() {
        Err(error) if is_of_cache(&error) => {
            progress::note(format_args!("warning: {error:#}"));
            call()
        }
        result => result,
    }
}

/// Prepares the tables of a shape, if they are stored in a folder. Other errors than those of its files
/// appear in the search.
pub(crate) fn prepare_stored(solver: &Solver, shape: Shape, folder: Option<&PathBuf>) {
    if folder.is_some() {
        let _ = despite_cache(|| solver.prepare_with(shape, interrupt::control(None)));
    }
}

/// Solves what the options name, and returns the exit status.
pub(crate) fn run(options: &Options) -> Result<u8, Failure> {
    interrupt::watch();
    let mut builder = options.tables.builder(&options.goal, options.metric);
    builder = builder.quality(options.quality).threads(options.threads);
    if let Some(expansions) = options.budget {
        builder = builder.budget(expansions);
    }
    let solver = builder.build();
    let progress = progress::spinner();
    let report = Mutex::new(Report::new(options, progress.clone()));
    let boards = options.question.board().into_iter().chain(&options.boards);
    let boards: Vec<String> = boards.cloned().collect();
    let is_typed = boards.is_empty() && options.file.is_empty();
    let inputs = if is_typed {
        if io::stdin().is_terminal() {
            progress::note("type boards, one per line, and Ctrl-D at the end; --help explains");
        }
        input::typed(options.shape)
    } else {
        input::named(&boards, &options.file, options.shape)
    };
    let is_alone = boards.len() + options.file.len() == 1;
    let boards = inputs
        .take_while(|_| !is_interrupted())
        .filter_map(|mut input| {
            // Errors wait for the answers before them.
            while lock(&report).waiting() > MOST_WAITING && !is_interrupted() {
                thread::sleep(Duration::from_millis(10));
            }
            input.board = input.board.and_then(|board| {
                let fits = options.goal.fits(board.shape());
                fits.map(|()| board).map_err(told)
            });
            lock(&report).receive(input)
        });
    let session = Session {
        options,
        solver,
        progress,
        spent: Mutex::default(),
        rounds: Mutex::default(),
    };
    if options.check || is_alone || options.question.is_any() {
        // Each board has all threads.
        for (nth, board) in boards.enumerate() {
            let answer = session.answer(nth, &board);
            lock(&report).answer(&board, &answer);
        }
    } else {
        let each = |nth, board: DynBoard, result| {
            let again = |control| session.solver.solve_with(&board, control);
            let result = session.despite_cache(nth, result, again);
            lock(&report).answer(&board, &Answer::from(result));
            ControlFlow::Continue(())
        };
        session
            .solver
            .solve_each(boards, |nth| session.control(nth, Spent::default()), each);
    }
    let report = report.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(report.finish(&session.solver)?)
}

/// Locks data. Poison is ignored: no update leaves it inconsistent.
fn lock<T>(data: &Mutex<T>) -> MutexGuard<'_, T> {
    data.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The options, the solver and the progress bar, shared by the threads.
struct Session<'a> {
    options: &'a Options,
    solver: Solver,
    progress: ProgressBar,
    /// `[board]`: the time that its search took, until its answer is printed; only with a timeout.
    spent: Mutex<BTreeMap<usize, Duration>>,
    /// The rounds of the board under way; only with `--rounds`.
    rounds: Mutex<Rounds>,
}

/// The time and the expansions of a board before a call.
#[derive(Clone, Copy, Default)]
struct Spent {
    time: Duration,
    expanded: u64,
}

impl Session<'_> {
    /// Answers one board by all threads.
    fn answer(&self, nth: usize, board: &DynBoard) -> Answer {
        let Options { goal, question, .. } = self.options;
        if self.options.check {
            return Answer::Explained(board.solvability(goal));
        }
        let mut answer = match (question.most(), question.at_most) {
            (Some(most), _) => self.shortest(nth, board, most),
            (_, Some(most)) => self.at_most(nth, board, most),
            _ => self.solve(nth, board, Spent::default()),
        };
        let rounds = mem::take(&mut *lock(&self.rounds));
        if let (Answer::Found(found), true) = (&mut answer, question.rounds) {
            found.rounds = rounds.end(found.lower_bound, found.stats);
        }
        answer
    }

    fn solve(&self, nth: usize, board: &DynBoard, spent: Spent) -> Answer {
        let solve = |control| self.solver.solve_with(board, control);
        self.despite_cache(nth, solve(self.control(nth, spent)), solve)
            .into()
    }

    /// Looks for a solution of at most `most` moves until there is one, or none is possible.
    fn at_most(&self, nth: usize, board: &DynBoard, most: usize) -> Answer {
        let (begun, mut spent) = (Instant::now(), Spent::default());
        // The rounds are those of a proof.
        if board.shape().cells() > MOST_CELLS_OF_PROOF && !self.options.question.rounds {
            let limit = self.options.max_nodes.unwrap_or(u64::MAX);
            let control = self.control(nth, spent).max_nodes(limit.min(FIRST_TRY));
            let tried = self.solver.with_quality(Quality::Best);
            let tried = Answer::from(tried.solve_with(board, control));
            let is_over = matches!(&tried, Answer::Found(Found { stopped: Some(reason), .. })
                if limit <= FIRST_TRY || *reason != Reason::NodeLimit);
            if is_over || tried.decides(most).is_some() {
                return tried;
            }
            (spent.time, spent.expanded) = (begun.elapsed(), FIRST_TRY);
        }
        self.solve(nth, board, spent)
    }

    /// Counts the shortest solutions, and keeps the first `most` in the order of the letters of a
    /// notation; of arrows in the order of the letters of tiles.
    fn shortest(&self, nth: usize, board: &DynBoard, most: usize) -> Answer {
        let notation = match self.options.moves {
            Notation::Blank => Notation::Blank,
            _ => Notation::Tile,
        };
        let begun = Instant::now();
        let all = |control| self.solver.all_optimal_with(board, control);
        let solutions = all(self.control(nth, Spent::default()));
        let mut solutions = match self.despite_cache(nth, solutions, all) {
            Ok(solutions) => solutions,
            Err(error) => return Err(error).into(),
        };
        // The last of those that are kept is on top.
        let (mut number, mut kept) = (0, BinaryHeap::new());
        let stopped = loop {
            let (time, expanded) = (begun.elapsed(), solutions.stats().expanded);
            let moves = match solutions.next_with(self.control(nth, Spent { time, expanded })) {
                Ok(Some(moves)) => moves,
                Ok(None) => break None,
                Err(SolveError::Stopped(known)) => break known.reason,
                Err(error) => return Err(error).into(),
            };
            number += 1;
            let letters = moves.display_as(notation).to_string();
            if kept.len() < most {
                kept.push((letters, moves));
            } else if let Some(mut last) = kept.peek_mut().filter(|last| letters < last.0) {
                *last = (letters, moves);
            }
        };
        lock(&self.spent).remove(&nth);
        let first = kept.into_sorted_vec().into_iter().map(|(_, moves)| moves);
        Answer::Found(Found {
            metric: self.options.metric,
            length: Some(solutions.length()),
            lower_bound: solutions.length(),
            moves: first.collect(),
            // Finding the length has found a solution.
            number: Some(number.max(1)),
            stopped,
            stats: solutions.stats(),
            ..Found::default()
        })
    }

    /// Returns the limits of a call for a board.
    fn control(&self, nth: usize, spent: Spent) -> Control<'_> {
        let (mut control, begun) = (interrupt::control(None), Instant::now());
        if let Some(expansions) = self.options.max_nodes {
            control = control.max_nodes(expansions.saturating_sub(spent.expanded));
        }
        if let Some(timeout) = self.options.timeout {
            control = control.clock(move || {
                let time = begun.elapsed();
                lock(&self.spent).insert(nth, time);
                time
            });
            control = control.timeout(timeout.saturating_sub(spent.time));
        }
        let options = self.options;
        let is_limited = options.max_nodes.is_some() || options.timeout.is_some();
        let may_take_long = options.quality == Quality::Optimal && !is_limited;
        let (at_most, rounds) = (options.question.at_most, options.question.rounds);
        if self.progress.is_hidden() && !may_take_long && at_most.is_none() && !rounds {
            return control;
        }
        let mut show = progress::shown(&self.progress, move |known| {
            static NOTED: Once = Once::new();
            if may_take_long && begun.elapsed() > PATIENCE {
                NOTED.call_once(|| self.progress.suspend(|| progress::note(MAY_TAKE_LONG)));
            }
            progress::describe(nth + 1, 0, known)
        });
        let length = |known: &Status| Some(known.metric.length(known.best.as_ref()?));
        control.on_progress(move |known| {
            if rounds {
                lock(&self.rounds).note(known.lower_bound, known.stats);
            }
            match at_most {
                Some(most) if is_enough(length(known), known.lower_bound, most).is_some() => {
                    ControlFlow::Break(())
                }
                _ => show(known),
            }
        })
    }

    /// Solves a board again, in its remaining time, if its tables could not be read from their
    /// folder or stored there: they are in memory. The answer is that of a search without the
    /// fault.
    fn despite_cache<'a, T>(
        &'a self,
        nth: usize,
        result: Result<T, SolveError>,
        again: impl FnOnce(Control<'a>) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let time = lock(&self.spent).remove(&nth).unwrap_or_default();
        match result {
            Err(error) if is_of_cache(&error) => {
                let warning = format!("warning: {error:#}");
                self.progress.suspend(|| progress::note(warning));
                again(self.control(nth, Spent { time, expanded: 0 }))
            }
            result => result,
        }
    }
}

#[cfg(test)]
mod tests {

    use super::*;
    use crate::interrupt::INTERRUPTED;
    use clap::FromArgMatches;
    use npuzzle::Solution;
    use std::sync::atomic::Ordering;

    /// A board whose tables could not be stored.
    fn solve_again(session: &Session<'_>, nth: usize) -> Result<Solution, SolveError> {
        let board = DynBoard::from_seed(Shape::square(5).expect("a shape"), 1);
        let (path, error) = (PathBuf::from("folder").into(), io::ErrorKind::Other);
        let result = Err(SolveError::Table(TableError::Write { path, error }));
        session.despite_cache(nth, result, |it| session.solver.solve_with(&board, it))
    }

    fn with_session(arguments: &str, test: impl FnOnce(&Session<'_>)) {
        let command = Options::augment_args(clap::Command::new("solve").no_binary_name(true));
        let matches = command.get_matches_from(arguments.split(' '));
        let options = Options::from_arg_matches(&matches).expect("good options");
        test(&Session {
            options: &options,
            solver: options
                .tables
                .builder(&options.goal, options.metric)
                .build(),
            progress: ProgressBar::hidden(),
            spent: Mutex::default(),
            rounds: Mutex::default(),
        });
    }

    #[test]
    fn a_board_is_solved_again_in_its_remaining_time() {
        with_session("--timeout 1000000 --heuristic manhattan", |session| {
            let spent = Duration::from_secs(1_000_000);
            lock(&session.spent).extend([(1, Duration::ZERO), (2, spent)]);
            let Err(SolveError::Stopped(known)) = solve_again(session, 2) else {
                panic!("its time is over");
            };
            assert_eq!(known.reason, Some(Reason::TimeLimit));
            // The time of each search is noted, for its board alone.
            let spent = lock(&session.spent);
            assert!(spent[&1].is_zero() && spent[&2] < Duration::from_secs(1_000_000));
        });
    }

    /// The search ends once its progress was shown.
    #[test]
    fn a_board_that_is_solved_again_keeps_its_number() {
        with_session("--heuristic manhattan", |session| {
            thread::scope(|scope| {
                scope.spawn(|| {
                    while session.progress.message().is_empty() {
                        thread::sleep(Duration::from_millis(1));
                    }
                    INTERRUPTED.store(true, Ordering::Relaxed);
                });
                assert!(solve_again(session, 6).is_err());
            });
            INTERRUPTED.store(false, Ordering::Relaxed);
            let message = session.progress.message();
            assert!(message.starts_with("board 7: "), "{message}");
        });
    }
}
