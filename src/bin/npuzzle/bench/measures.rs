//! The measurements, one after the other.

use std::hint::black_box;
use std::time::{Duration, Instant};

use npuzzle::{Control, DynBoard, Quality, Shape, SolveError, Solver};
use serde::Serialize;

use crate::interrupt::INTERRUPTED;
use crate::plot::{Axis, Plot, Series};

/// A figure.
#[derive(Serialize)]
pub(crate) struct Figure {
    pub(crate) name: String,
    pub(crate) value: f64,
    pub(crate) unit: &'static str,
    /// With what, and of how many.
    pub(crate) note: String,
}

/// A measurement's results, and a plot of them with the name of its file.
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) figures: Vec<Figure>,
    pub(crate) plot: Option<(&'static str, Plot)>,
}

/// A measure to be made.
pub(crate) struct Measure {
    pub(crate) name: &'static str,
    pub(crate) run: Box<dyn FnOnce() -> Result<Found, SolveError>>,
}

/// The extent of the measurements.
#[derive(Clone, Copy)]
struct Effort {
    boards: u64,
    /// The time in which a question is asked again and again.
    asking: Duration,
    /// The largest tables, in bytes.
    memory: u64,
    /// The longest budget of a board, in seconds.
    budget: f64,
    side: usize,
}

/// Returns all measures.
pub(crate) fn measures(is_quick: bool, is_full: bool) -> Vec<Measure> {
    let effort = match (is_quick, is_full) {
        (true, _) => Effort {
            boards: 4,
            asking: Duration::from_millis(1),
            memory: 4_000_000,
            budget: 0.02,
            side: 10,
        },
        (_, false) => Effort {
            boards: 100,
            asking: Duration::from_millis(40),
            memory: 30_000_000,
            budget: 1.0,
            side: 100,
        },
        (_, true) => Effort {
            boards: 200,
            asking: Duration::from_millis(40),
            memory: 250_000_000,
            budget: 1.0,
            side: 100,
        },
    };
    let measure = |name, run: fn(Effort) -> Result<Found, SolveError>| Measure {
        name,
        run: Box::new(move || run(effort)),
    };
    vec![
        measure("is_solvable", solvability),
        measure("3 x 3", eights),
        measure("4 x 4 by memory", memory),
        measure("5 x 5 by time", budget),
        measure("by construction", construction),
    ]
}

fn square(side: usize) -> Shape {
    Shape::square(side).unwrap_or_else(|_| unreachable!("a small square is a shape"))
}

fn boards(shape: Shape, count: u64) -> Vec<DynBoard> {
    (1..=count)
        .map(|seed| DynBoard::from_seed(shape, seed))
        .collect()
}

/// The number of times that the same is measured: the shortest time counts, the others were
/// disturbed.
const TIMES: usize = 5;

#[expect(clippy::unnecessary_wraps, reason = "the other measures may fail")]
fn solvability(effort: Effort) -> Result<Found, SolveError> {
    let mut figures = Vec::new();
    for side in [4, 10, 100] {
        let boards = boards(square(side), 64);
        let mut best = f64::INFINITY;
        for _ in 0..TIMES {
            let (started, mut asked) = (Instant::now(), 0);
            while started.elapsed() < effort.asking {
                for board in &boards {
                    black_box(black_box(board).is_solvable());
                }
                asked += boards.len();
            }
            best = best.min(started.elapsed().as_nanos() as f64 / asked as f64);
        }
        figures.push(Figure {
            name: format!("is_solvable, {side} x {side}"),
            value: best,
            unit: "ns",
            note: "64 random boards of a shape known at run time".to_owned(),
        });
    }
    Ok(Found {
        figures,
        plot: None,
    })
}

/// The number of times that boards are solved; the fastest time counts.
const PASSES: usize = 2;

/// The costs of solving boards.
struct Solved {
    set_up: f64,
    seconds_a_board: f64,
    expanded_a_board: f64,
    table_bytes: u64,
}

fn solve_all(solver: &Solver, shape: Shape, count: u64) -> Result<Solved, SolveError> {
    let started = Instant::now();
    solver.prepare_with(shape, &mut Control::new().cancel(&INTERRUPTED))?;
    let set_up = started.elapsed().as_secs_f64();
    let boards = boards(shape, count);
    let (mut fastest, mut expanded) = (f64::INFINITY, 0);
    for _ in 0..PASSES {
        let started = Instant::now();
        expanded = 0;
        for board in &boards {
            let mut control = Control::new().cancel(&INTERRUPTED);
            match solver.solve_with(board, &mut control) {
                Ok(solution) => expanded += solution.stats().expanded,
                Err(SolveError::Stopped(_)) => break, // by Ctrl-C
                Err(error) => return Err(error),
            }
        }
        fastest = fastest.min(started.elapsed().as_secs_f64());
    }
    let count = boards.len() as f64;
    Ok(Solved {
        set_up,
        seconds_a_board: fastest / count,
        expanded_a_board: expanded as f64 / count,
        table_bytes: solver.table_bytes(),
    })
}

fn eights(effort: Effort) -> Result<Found, SolveError> {
    let count = effort.boards * 20;
    let builder = Solver::builder().threads(1);
    let solved = solve_all(&builder.build(), square(3), count)?;
    let figures = vec![
        Figure {
            name: "3 x 3, optimal".to_owned(),
            value: 1e6 * solved.seconds_a_board,
            unit: "us",
            note: format!("a board, of {count} random ones"),
        },
        Figure {
            name: "3 x 3, set-up".to_owned(),
            value: 1e3 * solved.set_up,
            unit: "ms",
            note: "once".to_owned(),
        },
    ];
    Ok(Found {
        figures,
        plot: None,
    })
}

/// Budgets for tables of 4 x 4, in bytes, each of which buys others.
const BUDGETS: [u64; 4] = [500_000, 4_000_000, 30_000_000, 250_000_000];

fn memory(effort: Effort) -> Result<Found, SolveError> {
    let (mut figures, mut line) = (Vec::new(), Vec::new());
    let mut before = 0;
    for budget in BUDGETS.into_iter().filter(|it| *it <= effort.memory) {
        let builder = Solver::builder().threads(1).memory(budget);
        let solved = solve_all(&builder.build(), square(4), effort.boards)?;
        // A budget that buys no other tables is no figure of its own.
        if solved.table_bytes == before {
            continue;
        }
        before = solved.table_bytes;
        let megabytes = solved.table_bytes as f64 / 1e6;
        line.push((megabytes, 1e3 * solved.seconds_a_board));
        figures.push(Figure {
            name: format!("4 x 4, optimal, {megabytes:.1} MB of tables"),
            value: 1e3 * solved.seconds_a_board,
            unit: "ms",
            note: format!(
                "a board, of {} random ones; {:.0} expanded, set-up {:.2} s",
                effort.boards, solved.expanded_a_board, solved.set_up
            ),
        });
    }
    let plot = Plot {
        title: "Memory buys speed".to_owned(),
        note: format!(
            "{} random 15-puzzles, solved with the fewest moves on one thread",
            effort.boards
        ),
        across: Axis {
            name: "tables, MB".to_owned(),
            is_log: true,
        },
        up: Axis {
            name: "ms a board".to_owned(),
            is_log: true,
        },
        series: vec![Series {
            name: "4 x 4".to_owned(),
            dots: Vec::new(),
            line,
        }],
    };
    Ok(Found {
        figures,
        plot: Some(("memory", plot)),
    })
}

/// Budgets of time, in seconds.
const TIMES_A_BOARD: [f64; 6] = [0.005, 0.02, 0.05, 0.1, 0.3, 1.0];

fn budget(effort: Effort) -> Result<Found, SolveError> {
    let count = (effort.boards / 10).max(2);
    let (mut figures, mut series) = (Vec::new(), Vec::new());
    for side in [5, 6, 8] {
        let shape = square(side);
        let builder = Solver::builder().quality(Quality::Best).threads(1);
        let solver = builder.build();
        solver.prepare(shape)?;
        let mut line = Vec::new();
        for seconds in TIMES_A_BOARD.into_iter().filter(|it| *it <= effort.budget) {
            let mut moves = 0;
            for board in boards(shape, count) {
                let mut control = Control::new()
                    .timeout(Duration::from_secs_f64(seconds))
                    .cancel(&INTERRUPTED);
                moves += match solver.solve_with(&board, &mut control) {
                    Ok(solution) => solution.moves().len(),
                    Err(SolveError::Stopped(known)) => known.best.map_or(0, |best| best.len()),
                    Err(error) => return Err(error),
                };
            }
            let mean = moves as f64 / count as f64;
            line.push((seconds, mean / (side as f64).powi(3)));
            figures.push(Figure {
                name: format!("{side} x {side}, best in {seconds} s"),
                value: mean,
                unit: "moves",
                note: format!(
                    "{:.3} n^3, of {count} random boards",
                    mean / (side as f64).powi(3)
                ),
            });
        }
        series.push(Series {
            name: format!("{side} x {side}"),
            dots: Vec::new(),
            line,
        });
    }
    let plot = Plot {
        title: "Time buys shorter solutions".to_owned(),
        note: format!("the mean of {count} random boards each, on one thread"),
        across: Axis {
            name: "seconds a board".to_owned(),
            is_log: true,
        },
        up: Axis {
            name: "moves, in n^3".to_owned(),
            is_log: false,
        },
        series,
    };
    Ok(Found {
        figures,
        plot: Some(("budget", plot)),
    })
}

fn construction(effort: Effort) -> Result<Found, SolveError> {
    let (mut figures, mut line) = (Vec::new(), Vec::new());
    let solver = Solver::builder().quality(Quality::Fast).threads(1).build();
    for side in [5, 6, 8, 10, 20, 40, 70, 100] {
        if side > effort.side {
            break;
        }
        // Large boards differ little.
        let count = (400 / (side * side)).clamp(1, 10) as u64;
        let (mut moves, started) = (0, Instant::now());
        for board in boards(square(side), count) {
            moves += solver.solve(&board)?.moves().len();
        }
        let seconds = started.elapsed().as_secs_f64() / count as f64;
        let unit = moves as f64 / count as f64 / (side as f64).powi(3);
        line.push((side as f64, unit));
        figures.push(Figure {
            name: format!("{side} x {side}, by construction"),
            value: 1e3 * seconds,
            unit: "ms",
            note: format!("a board; {unit:.3} n^3 moves"),
        });
    }
    let plot = Plot {
        title: "Solutions by construction".to_owned(),
        note: "random boards, solved at once".to_owned(),
        across: Axis {
            name: "n, of n x n".to_owned(),
            is_log: false,
        },
        up: Axis {
            name: "moves, in n^3".to_owned(),
            is_log: false,
        },
        series: vec![Series {
            name: "fast".to_owned(),
            dots: Vec::new(),
            line,
        }],
    };
    Ok(Found {
        figures,
        plot: Some(("size", plot)),
    })
}
