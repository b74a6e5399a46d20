use alloc::vec::Vec;

use super::Construct;
use super::line_by_line;
use super::workspace::Workspace;
use crate::canonical::CanonicalBoard;
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::moves::Moves;
use crate::runtime::job::block_on;
use crate::runtime::work::{Counts, Step, Work};
use crate::shape::Shape;

fn shape([rows, cols, layers]: [usize; 3]) -> Shape {
    Shape::new(rows, cols, layers).expect("a shape")
}

fn board(sides: [usize; 3], goal: &Goal, seed: u64) -> CanonicalBoard {
    let board = DynBoard::from_seed_for(shape(sides), goal, seed).expect("a goal of the shape");
    CanonicalBoard::new(&board, goal).expect("a goal of the shape")
}

/// Advances a work to its end, with the number of boards that `slice` returns each time.
fn run(mut work: Construct, mut slice: impl FnMut() -> u64) -> (Vec<Moves>, Counts) {
    let (mut found, mut counts) = (Vec::new(), Counts::default());
    loop {
        let until = counts.expanded.saturating_add(slice());
        match work.advance(until, &mut counts).expect("memory") {
            Step::Paused => {}
            Step::Found(moves) => found.push(moves),
            Step::Done => return (found, counts),
            Step::Bound(bound) => panic!("it proves nothing, least of all {bound}"),
        }
        assert!(counts.expanded <= until, "{} > {until}", counts.expanded);
    }
}

/// Returns numbers from 1 to 64, which look random.
fn random() -> impl FnMut() -> u64 {
    let mut state = 1_u64;
    move || {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
        (state >> 58) + 1
    }
}

/// The works that are tried: of each kind one at least, on each kind of shape.
fn works() -> impl Iterator<Item = (CanonicalBoard, Construct)> {
    let plain = [
        ([1, 9, 1], 1),
        ([2, 2, 1], 1),
        ([3, 3, 1], 3),
        ([5, 4, 1], 1),
        ([2, 12, 1], 2),
        ([32, 2, 1], 1),
        ([7, 8, 1], 1),
        ([3, 3, 3], 1),
        ([12, 3, 1], 1),
        ([4, 2, 5], 1),
    ];
    let goals = [Goal::BlankLast, Goal::BlankFirst];
    let plain = plain.into_iter().flat_map(move |(sides, seeds)| {
        let goals = goals.clone().into_iter();
        goals.flat_map(move |goal| (0..seeds).map(move |seed| board(sides, &goal, seed)))
    });
    let plain = plain.map(|board| (board.clone(), Construct::of(board).expect("memory")));
    let otherwise = [
        ([3, 4, 1], 20),
        ([4, 4, 1], 26),
        ([2, 2, 3], 25),
        ([3, 3, 3], 2),
        ([10, 10, 1], 1),
    ];
    let otherwise = otherwise.into_iter().map(|(sides, number)| {
        let board = board(sides, &Goal::BlankLast, 5);
        let work = Construct::otherwise(board.clone(), number, 50).expect("memory");
        (board, work)
    });
    plain.chain(otherwise)
}

#[test]
fn every_find_is_a_solution_and_shorter_than_the_one_before() {
    let mut finds = 0;
    for (board, work) in works() {
        let (found, _) = run(work, || u64::MAX);
        assert!(!found.is_empty(), "{board}");
        assert!(
            found.iter().all(|moves| board.is_solved_by(moves)),
            "{board}"
        );
        assert!(
            found.is_sorted_by(|longer, shorter| longer.len() > shorter.len()),
            "{board}"
        );
        finds += found.len() - 1;
    }
    assert!(finds > 0, "nothing was ever made shorter");
}

#[test]
fn it_finds_and_counts_the_same_however_it_is_cut_into_slices() {
    for ((board, whole), (_, cut)) in works().zip(works()) {
        let expected = run(whole, || u64::MAX);
        assert_eq!(run(cut, || 1), expected, "{board}");
    }
    for ((board, whole), (_, cut)) in works().zip(works()) {
        let expected = run(whole, || 7);
        assert_eq!(run(cut, random()), expected, "{board}");
    }
}

#[test]
fn limits_are_met_exactly_and_it_goes_on_where_they_are_raised() {
    for ((board, whole), (_, mut cut)) in works().zip(works()) {
        let (expected, all) = run(whole, || u64::MAX);
        let (mut found, mut counts) = (Vec::new(), Counts::default());
        let mut raise = random();
        counts.limit = 0;
        loop {
            match cut.advance(u64::MAX, &mut counts).expect("memory") {
                Step::Paused if counts.expanded == counts.limit => counts.limit += raise(),
                Step::Paused => assert!(counts.expanded < counts.limit, "{board}"),
                Step::Found(moves) => found.push(moves),
                Step::Done => break,
                Step::Bound(_) => panic!("it proves nothing"),
            }
        }
        assert_eq!(found, expected, "{board}");
        assert_eq!(
            (counts.expanded, counts.generated),
            (all.expanded, all.generated),
            "{board}"
        );
    }
}

/// Prints what the construction takes on shapes of all kinds, and its longest slice. Only the
/// solutions are judged.
#[cfg(feature = "std")]
#[test]
#[ignore = "prints a table: cargo test --release --lib construct -- --ignored --nocapture"]
fn table_of_moves_seconds_and_slices() {
    use core::time::Duration;
    use std::println;
    use std::time::Instant;

    let shapes = [
        [4, 4, 1],
        [10, 10, 1],
        [20, 20, 1],
        [40, 40, 1],
        [100, 100, 1],
        [200, 200, 1],
        [256, 256, 1],
        [3, 300, 1],
        [2, 1_000, 1],
        [2, 5_000, 1],
        [3, 3_333, 1],
        [16, 4_096, 1],
        [8, 8_192, 1],
        [3, 21_845, 1],
        [2, 32_768, 1],
        [1, 65_536, 1],
        [8, 8, 8],
        [20, 20, 20],
        [16, 16, 256],
        [2, 2, 16_384],
        [40, 40, 40],
    ];
    println!("shape                moves     /manh.   first s  all s    longest slice ms");
    for sides in shapes {
        let board = board(sides, &Goal::BlankLast, 1);
        let (mut best, mut first) = (Moves::new(), Duration::ZERO);
        let mut longest = Duration::ZERO;
        let mut counts = Counts::default();
        let start = Instant::now();
        let mut work = Construct::of(board.clone()).expect("memory");
        loop {
            let begin = Instant::now();
            let step = work.advance(u64::MAX, &mut counts).expect("memory");
            longest = longest.max(begin.elapsed());
            match step {
                Step::Found(moves) => {
                    if best.is_empty() {
                        first = start.elapsed();
                    }
                    best = moves;
                }
                Step::Done => break,
                _ => {}
            }
        }
        let all = start.elapsed();
        assert!(board.is_solved_by(&best));
        println!(
            "{:18} {:>12} {:>7.2} {:>9.3} {:>8.3} {:>9.3}",
            std::format!("{}", board.shape()),
            best.len(),
            best.len() as f64 / board.manhattan() as f64,
            first.as_secs_f64(),
            all.as_secs_f64(),
            longest.as_secs_f64() * 1e3
        );
    }
}

/// Far tiles are led to their block, past blocks that stay unchanged.
#[test]
fn far_tiles_are_fetched() {
    for seed in 0..20 {
        let board = board([12, 14, 1], &Goal::BlankLast, seed);
        let mut workspace = Workspace::filled(&board);
        // Two blocks of the first band, wherever their tiles are.
        for cell in (0..5).flat_map(|row| (0..10).map(move |col| 14 * row + col)) {
            workspace.is_fixed[cell] = true;
        }
        let walled = workspace.at.clone();
        let to = 14 * 4 + 10;
        for goal in [13, 100, workspace.home, 167 - 14] {
            let from = usize::from(workspace.place_of[goal]);
            if workspace.is_fixed[from] || workspace.is_fixed[workspace.blank] {
                continue;
            }
            let fetched =
                block_on(async |pace| line_by_line::fetch(&mut workspace, goal, to, pace).await);
            fetched.expect("memory");
            assert_eq!(usize::from(workspace.place_of[goal]), to, "{board}, {goal}");
        }
        let fixed = (0..168).filter(|&cell| workspace.is_fixed[cell]);
        assert!({ fixed }.all(|cell| workspace.at[cell] == walled[cell]));
        let mut replayed = board.clone();
        assert!(
            workspace
                .moves
                .iter()
                .all(|&direction| replayed.slide(direction))
        );
        assert_eq!(replayed.cells[..], workspace.at[..]);
    }
}

/// Boards of all kinds: square, long, thin, deep, small and large, the home in a corner, on an edge
/// and inside.
#[test]
fn beams_solve_boards_of_all_shapes_and_homes() {
    let mut solved = 0;
    for (sides, home) in [
        ([6, 6, 1], 35),
        ([7, 7, 1], 24),
        ([9, 6, 1], 3),
        ([3, 12, 1], 0),
        ([2, 40, 1], 79),
        ([60, 4, 1], 100),
        ([8, 13, 1], 50),
        ([10, 10, 1], 99),
        ([10, 10, 1], 55),
        ([11, 12, 1], 0),
        ([14, 17, 1], 9),
        ([26, 24, 1], 300),
        ([32, 32, 1], 1023),
        ([3, 3, 3], 13),
        ([4, 5, 3], 59),
        ([6, 6, 6], 0),
        ([9, 8, 7], 503),
    ] {
        let cells = sides.iter().product::<usize>();
        let tiles = (1..cells as u16).collect::<Vec<_>>();
        let tiles = [&tiles[..home], &[0], &tiles[home..]].concat();
        let goal = Goal::from(DynBoard::from_tiles(shape(sides), tiles).expect("a board"));
        let board = board(sides, &goal, 7);
        for number in 0..2 {
            let work = Construct::otherwise(board.clone(), number, 100).expect("memory");
            let (found, _) = run(work, || u64::MAX);
            assert!(
                found.iter().all(|moves| board.is_solved_by(moves)),
                "{sides:?}"
            );
            solved += found.len();
        }
    }
    // Now and then a beam finds nothing.
    assert!(solved >= 30, "{solved} of 34");
}

/// Moves that are undone in the end were counted before.
#[test]
fn boards_near_the_goal_are_counted_the_same_however_they_are_cut_into_slices() {
    let mut works = 0;
    for sides in [[9, 9, 1], [10, 10, 1], [16, 16, 1], [3, 20, 1], [4, 4, 4]] {
        for steps in [0, 1, 2, 20, 80] {
            let board = DynBoard::scrambled(shape(sides), steps, steps as u64);
            let board = CanonicalBoard::new(&board, &Goal::BlankLast).expect("its goal");
            let work = || Construct::of(board.clone()).expect("memory");
            let whole = run(work(), || u64::MAX);
            assert!(whole.0.iter().all(|moves| board.is_solved_by(moves)));
            assert!(whole.1.expanded < 1 << 32, "{:?}", whole.1);
            assert_eq!(run(work(), random()), whole, "{board}");
            works += usize::from(!whole.0.is_empty());
        }
    }
    assert_eq!(works, 25);
}
