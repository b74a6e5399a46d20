//! How long solutions of large boards are, against the time: a table in Markdown.
//!
//! `cargo bench --bench lengths` takes about 20 minutes on one core; `-- 10x10 20x20` measures only
//! these shapes, `--boards 5` fewer boards of each, `--limits 1` only one second. Boards are
//! `from_seed` of 500 and on, so that no tuning has seen them. Besides it reads boards with known
//! lengths from `../shared/data` or `NPUZZLE_DATA` if they are there. As a test it asserts lengths
//! under a limit of expansions, which are the same on every machine.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use npuzzle::{Control, DynBoard, Goal, Quality, Shape, SolveError, Solver};

/// Shapes, and how many boards of each.
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

/// Boards with known lengths: a file, how many numbers before the tiles the length is, the goal, the
/// side, and what they are called.
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
const FIRST_SEED: u64 = 500;

/// What a run is asked for.
struct Request {
    shapes: Vec<String>,
    boards: u64,
    limits: Vec<f64>,
}

impl Request {
    fn of_arguments() -> Self {
        let mut request = Self {
            shapes: Vec::new(),
            boards: u64::MAX,
            limits: Vec::new(),
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
                _ => request.shapes.push(argument),
            }
        }
        if request.limits.is_empty() {
            request.limits = vec![1.0, 10.0];
        }
        request
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
    let sides = [shape.rows(), shape.cols(), shape.layers()];
    let long: Vec<usize> = sides.into_iter().filter(|&side| side > 1).collect();
    (shape.cells() * long.iter().sum::<usize>()) as f64 / long.len() as f64
}

/// Measures boards with a goal, and prints the row.
fn row(name: &str, goal: &Goal, boards: &[DynBoard], known: Option<f64>, limits: &[f64]) {
    let solver = |quality| {
        let solver = Solver::builder().goal(goal.clone()).quality(quality);
        solver.threads(1).build()
    };
    let (best, fast) = (solver(Quality::Best), solver(Quality::Fast));
    let shape = boards[0].shape();
    let cube = cube(shape);
    let told = |found: Result<(f64, f64), usize>| match found {
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
    let start = Instant::now();
    let first = mean(boards, &fast, Control::new);
    let seconds = start.elapsed().as_secs_f64() / boards.len() as f64;
    print!(
        "| {name} | {} | {known} | {} in {seconds:.3} s |",
        boards.len(),
        told(first)
    );
    for &limit in limits {
        let control = || Control::new().timeout(Duration::from_secs_f64(limit));
        print!(" {} |", told(mean(boards, &best, control)));
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
        // Some lines begin with a number or a side, and with a length; some go on with other figures.
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
        (6, 6, 1, 200_000, 1.1),
        (10, 10, 1, 1_000_000, 1.2),
        (20, 20, 1, 3_000_000, 1.25),
        (3, 3, 3, 300_000, 1.1),
    ] {
        let shape = Shape::new(rows, cols, layers).expect("a shape");
        let board = DynBoard::from_seed(shape, FIRST_SEED);
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
    print!("| boards | number | known | `fast` |");
    for limit in &request.limits {
        print!(" `best` in {limit} s |");
    }
    println!(
        "\n| :-- | --: | --: | --: |{}",
        " --: |".repeat(request.limits.len())
    );
    for (file, before_tiles, goal, side, name) in KNOWN {
        let (mut boards, known) = known_boards(file, before_tiles, side);
        boards.truncate(request.boards.try_into().unwrap_or(usize::MAX));
        if request.asks_for(name) && !boards.is_empty() {
            row(name, &goal, &boards, Some(known), &request.limits);
        }
    }
    for (name, count) in SHAPES {
        if request.asks_for(name) {
            let shape: Shape = name.parse().expect("a shape");
            let seeds = FIRST_SEED..FIRST_SEED + count.min(request.boards);
            let boards: Vec<_> = seeds.map(|seed| DynBoard::from_seed(shape, seed)).collect();
            row(name, &Goal::BlankLast, &boards, None, &request.limits);
        }
    }
}
