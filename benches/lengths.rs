//! Lengths of solutions of large boards against time, a line of JSON for each shape.
//!
//! Each board is solved once by `Quality::Best` for as long as the limit, and each shorter solution
//! is noted with its time: a run takes boards x limit. `cargo bench -p npuzzle-benches --bench
//! lengths` solves 5 boards of each shape for 10 s each; `-- 10x10 20x20` measures only these
//! shapes, `--boards 20` more boards of each, `--limit 1` only one second. `results write` makes a
//! table and a plot of the lines. Boards are `from_seed` of 1000 and on, so that no tuning has seen
//! them; besides it reads boards with known lengths from `../shared/data` or `NPUZZLE_DATA` if they
//! exist. As a test it asserts lengths under limits of expansions, which are the same on every
//! machine.

use std::env;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use npuzzle::{Control, DynBoard, Goal, Quality, Shape, SolveError, Solver, Status};
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

/// Boards with known lengths: a file, the offset of the length before the tiles, the goal, the
/// side, and the name.
const KNOWN: [(&str, usize, Goal, usize, &str); 3] = [
    ("korf24.txt", 1, Goal::BlankFirst, 5, "5x5, Korf's"),
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

/// The times at which means are taken for a plot, in seconds.
const TIMES: [f64; 13] = [
    0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0,
];

/// Returns the cells times the mean side: n^3 for a square, n^4 for a cube.
fn cube(shape: Shape) -> f64 {
    let sides = [shape.rows(), shape.columns(), shape.layers()];
    let long: Vec<usize> = sides.into_iter().filter(|&side| side > 1).collect();
    (shape.cells() * long.iter().sum::<usize>()) as f64 / long.len() as f64
}

/// The state of a solve at a time: seconds, moves of the shortest solution and the proved bound.
type Track = Vec<(f64, Option<usize>, usize)>;

/// Solves a board within limits, and notes each shorter solution and higher bound.
fn follow(board: &DynBoard, solver: &Solver, limits: Control<'_>) -> Track {
    let (start, mut track) = (Instant::now(), Track::new());
    let mut note = |length: Option<usize>, bound: usize| {
        if track.last().map(|last: &(f64, _, _)| (last.1, last.2)) != Some((length, bound)) {
            track.push((start.elapsed().as_secs_f64(), length, bound));
        }
    };
    let control = limits.on_progress(|known: &Status| {
        note(
            known.best.as_ref().map(|moves| moves.len()),
            known.lower_bound,
        );
        ControlFlow::Continue(())
    });
    let solved = solver.solve_with(board, control);
    match solved {
        Ok(solution) => {
            assert_eq!(solution.verify(board), Ok(()));
            let length = Some(solution.moves().len());
            track.push((
                start.elapsed().as_secs_f64(),
                length,
                solution.lower_bound(),
            ));
        }
        Err(SolveError::Stopped(known)) => {
            note(
                known.best.as_ref().map(|moves| moves.len()),
                known.lower_bound,
            );
        }
        Err(error) => panic!("{board}: {error}"),
    }
    track
}

/// Returns the means of lengths and of proved bounds after `seconds`; none if a board has no solution by then.
fn means(tracks: &[Track], seconds: f64) -> Option<(f64, f64)> {
    let known = |track: &Track| {
        let &(_, length, bound) = track.iter().rev().find(|it| it.0 <= seconds)?;
        Some((length? as f64, bound as f64))
    };
    let known: Vec<(f64, f64)> = tracks.iter().map(known).collect::<Option<_>>()?;
    let count = known.len() as f64;
    let sums = known
        .iter()
        .fold((0.0, 0.0), |sum, it| (sum.0 + it.0, sum.1 + it.1));
    Some((sums.0 / count, sums.1 / count))
}

/// Measures boards with a goal, and prints the line.
fn measure(name: &str, goal: &Goal, boards: &[DynBoard], known: Option<f64>, limit: f64) {
    let cube = cube(boards[0].shape());
    let tracks = |quality, limits: &dyn Fn() -> Control<'static>| {
        let solver = Solver::builder().goal(goal.clone()).quality(quality);
        let solver = solver.threads(1).build();
        let tracks = boards.iter().map(|board| follow(board, &solver, limits()));
        tracks.collect::<Vec<Track>>()
    };
    // A call notices its limit a little late, which makes no answer worse.
    let told = |tracks: &[Track]| {
        let (moves, bound) = means(tracks, f64::INFINITY).expect("each board has an answer");
        let seconds: f64 = tracks.iter().map(|it| it[it.len() - 1].0).sum();
        json!({ "moves": moves, "bound": bound, "seconds": seconds / tracks.len() as f64 })
    };
    let fast = tracks(Quality::Fast, &Control::new);
    let best = tracks(Quality::Best, &|| {
        Control::new().timeout(Duration::from_secs_f64(limit))
    });
    let times = TIMES.into_iter().filter(|&time| time <= limit);
    let line = times.filter_map(|time| Some((time, means(&best, time)?.0 / cube)));
    let line: Vec<_> = line.collect();
    let row = json!({
        "boards": name,
        "number": boards.len(),
        "known": known,
        "cube": cube,
        "fast": told(&fast),
        "best": told(&best),
        "line": line,
    });
    println!("{row}");
}

/// Returns the first boards of a side in a file of known lengths, `most` at most, and the mean of
/// their lengths; none if there is no such file.
fn known_boards(file: &str, before_tiles: usize, side: usize, most: usize) -> (Vec<DynBoard>, f64) {
    let folder = env::var_os("NPUZZLE_DATA").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"),
        PathBuf::from,
    );
    let text = fs::read_to_string(folder.join(file)).unwrap_or_default();
    let shape = Shape::square(side).expect("a shape");
    let (mut boards, mut lengths) = (Vec::new(), 0.0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if boards.len() == most {
            break;
        }
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
        let track = follow(&board, &solver, Control::new().max_nodes(expanded));
        let (moves, bound) = means(&[track], f64::INFINITY).expect("an answer");
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
    let (mut shapes, mut count, mut limit) = (Vec::new(), 5, 10.0);
    let mut arguments = env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut number = || arguments.next().and_then(|it| it.parse().ok());
        match argument.as_str() {
            "--bench" => {}
            "--boards" => count = number().expect("a number of boards") as u64,
            "--limit" => limit = number().expect("a number of seconds"),
            _ => shapes.push(argument),
        }
    }
    let is_asked =
        |name: &str| shapes.is_empty() || shapes.iter().any(|it| name.starts_with(it.as_str()));
    for (file, before_tiles, goal, side, name) in KNOWN {
        let (boards, known) = known_boards(file, before_tiles, side, count as usize);
        if is_asked(name) && !boards.is_empty() {
            measure(name, &goal, &boards, Some(known), limit);
        }
    }
    for (name, most) in SHAPES {
        if is_asked(name) {
            let shape: Shape = name.parse().expect("a shape");
            let seeds = FIRST_SEED..FIRST_SEED + most.min(count);
            let boards: Vec<_> = seeds.map(|seed| DynBoard::from_seed(shape, seed)).collect();
            measure(name, &Goal::BlankLast, &boards, None, limit);
        }
    }
}
