//! Lengths of solutions of large boards against time: a table in Markdown, or JSON.
//!
//! Each board is solved once, for as long as the longest limit, and each shorter solution is noted
//! with its time: so a run takes boards x limit, and says first how long that is. `cargo bench
//! --bench lengths` solves 5 boards of each shape for 10 s each; `-- 10x10 20x20` measures only
//! these shapes, `--boards 20` more boards of each, `--limits 1` only one second. `--json` prints rows
//! from which `results write` makes a table and a plot. Boards are `from_seed` of 1000 and on, so that
//! no tuning has seen them. Besides it reads boards with known lengths from `../shared/data` or
//! `NPUZZLE_DATA` if they are there. As a test it asserts lengths under a limit of expansions, which
//! are the same on every machine.

use std::env;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use npuzzle::{Control, DynBoard, Goal, Partial, Quality, Shape, SolveError, Solver};
use serde_json::json;

/// Shapes, and the most boards of each.
const SHAPES: [(&str, u64); 10] = [
    ("6x6", 20),
    ("7x7", 20),
    ("8x8", 20),
    ("10x10", 20),
    ("15x15", 20),
    ("20x20", 20),
    ("40x40", 10),
    ("100x100", 4),
    ("3x3x3", 20),
    ("4x4x4", 20),
];

/// Boards with known lengths: a file, how many numbers before the tiles the length is, the goal,
/// the side, and what they are called.
const KNOWN: [(&str, usize, Goal, usize, &str); 3] = [
    ("korf24.txt", 1, Goal::BlankFirst, 5, "Korf's 50"),
    (
        "deepcubea35-48-sample.txt",
        2,
        Goal::BlankLast,
        6,
        "6x6, DeepCubeA's",
    ),
    (
        "deepcubea35-48-sample.txt",
        2,
        Goal::BlankLast,
        7,
        "7x7, DeepCubeA's",
    ),
];

/// The seed of the first board.
const FIRST_SEED: u64 = 1000;

/// The seed of the boards of which lengths are asserted.
const ASSERTED_SEED: u64 = 500;

/// The number of boards of each shape that are solved if nobody says.
const BOARDS: u64 = 5;

/// The times at which means are taken for a plot, in seconds.
const TIMES: [f64; 13] = [
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0,
];

/// Options of a run.
struct Request {
    shapes: Vec<String>,
    boards: u64,
    limits: Vec<f64>,
    prints_json: bool,
}

impl Request {
    fn of_arguments() -> Self {
        let mut request = Self {
            shapes: Vec::new(),
            boards: BOARDS,
            limits: Vec::new(),
            prints_json: false,
        };
        let mut arguments = env::args().skip(1);
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--bench" => {}
                "--boards" => {
                    let number = arguments.next().and_then(|it| it.parse().ok());
                    request.boards = number.expect("a number of boards");
                }
                "--limits" => {
                    let number = arguments.next().and_then(|it| it.parse().ok());
                    request.limits.push(number.expect("a number of seconds"));
                }
                "--json" => request.prints_json = true,
                _ => request.shapes.push(argument),
            }
        }
        if request.limits.is_empty() {
            request.limits = vec![1.0, 10.0];
        }
        request
    }

    /// Returns how long a board is solved.
    fn seconds(&self) -> f64 {
        self.limits.iter().copied().fold(0.0, f64::max)
    }

    fn asks_for(&self, name: &str) -> bool {
        self.shapes.is_empty() || self.shapes.iter().any(|it| name.starts_with(it.as_str()))
    }
}

/// Returns the mean length of solutions and the mean of the proved bounds, or how many boards have
/// none.
fn mean(
    boards: &[DynBoard],
    solver: &Solver,
    control: impl Fn() -> Control<'static>,
) -> Result<(f64, f64), usize> {
    let (mut moves, mut bounds, mut unsolved) = (0, 0, 0);
    for board in boards {
        match solver.solve_with(board, &mut control()) {
            Ok(solution) => {
                assert_eq!(solution.verify(board), Ok(()));
                moves += solution.moves().len();
                bounds += solution.lower_bound();
            }
            Err(SolveError::Stopped(partial)) => match &partial.best {
                Some(best) => {
                    moves += best.len();
                    bounds += partial.lower_bound;
                }
                None => unsolved += 1,
            },
            Err(error) => panic!("{board}: {error}"),
        }
    }
    let count = boards.len() as f64;
    if unsolved == 0 {
        Ok((moves as f64 / count, bounds as f64 / count))
    } else {
        Err(unsolved)
    }
}

/// Returns the cells times the mean side: n^3 for a square, n^4 for a cube.
fn cube(shape: Shape) -> f64 {
    let sides = [shape.rows(), shape.columns(), shape.layers()];
    let long: Vec<usize> = sides.into_iter().filter(|&side| side > 1).collect();
    (shape.cells() * long.iter().sum::<usize>()) as f64 / long.len() as f64
}

/// A result at a time: the seconds, the length of the shortest solution and the proved bound.
type Track = Vec<(f64, Option<usize>, usize)>;

/// Solves a board for `seconds`, and notes each shorter solution.
fn follow(board: &DynBoard, solver: &Solver, seconds: f64) -> Track {
    let (start, mut track) = (Instant::now(), Track::new());
    let mut note = |length: Option<usize>, bound: usize| {
        let known = (length, bound);
        if track.last().map(|last| (last.1, last.2)) != Some(known) {
            track.push((start.elapsed().as_secs_f64(), length, bound));
        }
    };
    let mut control = Control::new()
        .timeout(Duration::from_secs_f64(seconds))
        .on_progress(|known: &Partial| {
            let length = known.best.as_ref().map(npuzzle::Moves::len);
            note(length, known.lower_bound);
            ControlFlow::Continue(())
        });
    let solved = solver.solve_with(board, &mut control);
    drop(control);
    match solved {
        Ok(solution) => {
            assert_eq!(solution.verify(board), Ok(()));
            note(Some(solution.moves().len()), solution.lower_bound());
        }
        Err(SolveError::Stopped(known)) => {
            let length = known.best.as_ref().map(npuzzle::Moves::len);
            note(length, known.lower_bound);
        }
        Err(error) => panic!("{board}: {error}"),
    }
    track
}

/// Returns the mean length of solutions and the mean of the proved bounds after `seconds`, or the
/// number of boards without a solution by then.
fn mean_at(tracks: &[Track], seconds: f64) -> Result<(f64, f64), usize> {
    let (mut moves, mut bounds, mut unsolved) = (0, 0, 0);
    for track in tracks {
        let known = track.iter().rev().find(|it| it.0 <= seconds);
        match known {
            Some(&(_, Some(length), bound)) => {
                moves += length;
                bounds += bound;
            }
            _ => unsolved += 1,
        }
    }
    let count = tracks.len() as f64;
    if unsolved == 0 {
        Ok((moves as f64 / count, bounds as f64 / count))
    } else {
        Err(unsolved)
    }
}

/// Measures boards with a goal, and prints the row.
fn row(name: &str, goal: &Goal, boards: &[DynBoard], known: Option<f64>, request: &Request) {
    let solver = |quality| {
        let solver = Solver::builder().goal(goal.clone()).quality(quality);
        solver.threads(1).build()
    };
    let (best, fast) = (solver(Quality::Best), solver(Quality::Fast));
    let cube = cube(boards[0].shape());
    let start = Instant::now();
    let first = mean(boards, &fast, Control::new);
    let seconds = start.elapsed().as_secs_f64() / boards.len() as f64;
    let longest = request.seconds();
    let follow = |board| follow(board, &best, longest);
    let tracks: Vec<Track> = boards.iter().map(follow).collect();
    // A call notices its limit a little late, and an answer is not worse for that.
    let limits = request.limits.iter();
    let limits = limits.map(|&limit| {
        if limit < longest {
            limit
        } else {
            f64::INFINITY
        }
    });
    let found: Vec<_> = limits.map(|limit| mean_at(&tracks, limit)).collect();
    if request.prints_json {
        let told = |found: &Result<(f64, f64), usize>| match found {
            Ok((moves, bound)) => json!({ "moves": moves, "bound": bound }),
            Err(unsolved) => json!({ "unsolved": unsolved }),
        };
        let mut fast = told(&first);
        fast["seconds"] = json!(seconds);
        let times = TIMES.into_iter().filter(|&time| time <= longest);
        let line = times.filter_map(|time| Some((time, mean_at(&tracks, time).ok()?.0 / cube)));
        let row = json!({
            "boards": name,
            "number": boards.len(),
            "known": known,
            "cube": cube,
            "fast": fast,
            "best": told(&found[found.len() - 1]),
            "line": line.collect::<Vec<_>>(),
        });
        println!("{row}");
        return;
    }
    let told = |found: &Result<(f64, f64), usize>| match found {
        Ok((moves, bound)) => {
            let factor = moves / bound.max(1.0);
            format!(
                "{moves:.1} = {:.3} n³, {factor:.2} x the bound",
                moves / cube
            )
        }
        Err(unsolved) => format!("{unsolved} unsolved"),
    };
    let known = known.map_or_else(String::new, |it| format!("{it:.1}"));
    print!(
        "| {name} | {} | {known} | {} in {seconds:.3} s |",
        boards.len(),
        told(&first)
    );
    for found in &found {
        print!(" {} |", told(found));
    }
    println!();
}

/// Returns the boards of a side in a file of known lengths, and the mean of those; none if there is
/// no such file.
fn known_boards(file: &str, before_tiles: usize, side: usize) -> (Vec<DynBoard>, f64) {
    let folder = env::var_os("NPUZZLE_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"),
        PathBuf::from,
    );
    let text = fs::read_to_string(folder.join(file)).unwrap_or_default();
    let shape = Shape::square(side).expect("a shape");
    let (mut boards, mut lengths) = (Vec::new(), 0.0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words = line.split(|it: char| it.is_whitespace() || it == ',');
        let numbers: Vec<u16> = words.filter_map(|word| word.parse().ok()).collect();
        // Some lines begin with a number or a side, and with a length; some continue with other
        // figures.
        for before in 0..=3 {
            let end = before + side * side;
            let tiles = numbers.get(before..end).unwrap_or_default();
            if let Ok(board) = DynBoard::from_tiles(shape, tiles.iter().copied()) {
                let length = numbers.get(before.wrapping_sub(before_tiles));
                lengths += length.map_or(0.0, |&it| f64::from(it));
                boards.push(board);
                break;
            }
        }
    }
    let mean = lengths / boards.len().max(1) as f64;
    (boards, mean)
}

/// Asserts lengths under limits of expansions: the same on every machine.
fn assert_lengths() {
    for (rows, cols, layers, expanded, at_most) in [
        (6, 6, 1, 200_000, 0.8),
        (7, 7, 1, 400_000, 0.9),
        (10, 10, 1, 1_000_000, 1.1),
        (20, 20, 1, 3_000_000, 1.1),
        (40, 40, 1, 3_000_000, 1.06),
        (3, 3, 3, 300_000, 0.97),
    ] {
        let shape = Shape::new(rows, cols, layers).expect("a shape");
        let board = DynBoard::from_seed(shape, ASSERTED_SEED);
        let solver = Solver::builder().quality(Quality::Best).threads(1).build();
        let limit = || Control::new().max_nodes(expanded);
        let (moves, bound) = mean(&[board], &solver, limit).expect("best has an answer");
        let cube = cube(shape);
        println!(
            "{shape}: {moves} moves, bound {bound}, {:.3} n^3",
            moves / cube
        );
        assert!(moves <= at_most * cube, "{shape}: {moves}");
    }
}

fn main() {
    if !env::args().any(|argument| argument == "--bench") {
        assert_lengths();
        return;
    }
    let request = Request::of_arguments();
    // The boards of all rows that are asked for.
    let mut rows = Vec::new();
    for (file, before_tiles, goal, side, name) in KNOWN {
        let (mut boards, known) = known_boards(file, before_tiles, side);
        boards.truncate(request.boards.try_into().unwrap_or(usize::MAX));
        if request.asks_for(name) && !boards.is_empty() {
            rows.push((name, goal, boards, Some(known)));
        }
    }
    for (name, count) in SHAPES {
        if request.asks_for(name) {
            let shape: Shape = name.parse().expect("a shape");
            let seeds = FIRST_SEED..FIRST_SEED + count.min(request.boards);
            let boards: Vec<_> = seeds.map(|seed| DynBoard::from_seed(shape, seed)).collect();
            rows.push((name, Goal::BlankLast, boards, None));
        }
    }
    if !request.prints_json {
        let boards: usize = rows.iter().map(|row| row.2.len()).sum();
        let minutes = (boards as f64 * request.seconds() / 60.0).ceil();
        println!("{boards} boards: at most {minutes} minutes, and some seconds for `fast`\n");
        print!("| boards | number | known | `fast` |");
        for limit in &request.limits {
            print!(" `best` in {limit} s |");
        }
        println!(
            "\n| :-- | --: | --: | --: |{}",
            " --: |".repeat(request.limits.len())
        );
    }
    for (name, goal, boards, known) in rows {
        row(name, &goal, &boards, known, &request);
    }
}
