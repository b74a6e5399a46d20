use super::Polish;
use crate::canonical::CanonicalBoard;
use crate::exact::fixtures::{Random, run, run_in_all_slices, walk};
use crate::moves::Moves;
use crate::runtime::{Job, OutOfMemory, Step};
use crate::shape::Shape;

/// Returns a task that reports the solutions of a polish with several allowances.
fn allowed(
    board: &CanonicalBoard,
    moves: &Moves,
    allowances: [u64; 2],
) -> Job<Result<(), OutOfMemory>> {
    let mut polish = Polish::of(board.clone(), moves).unwrap();
    Job::new(move |mut pace| async move {
        for allowance in allowances {
            polish.allow(allowance);
            while let Some(moves) = polish.next(&mut pace).await? {
                assert_eq!(moves.len(), polish.len());
                pace.tell(Step::Found(moves)).await;
            }
        }
        Ok(())
    })
}

fn polish(board: &CanonicalBoard, moves: &Moves, allowance: u64) -> Job<Result<(), OutOfMemory>> {
    allowed(board, moves, [allowance, 0])
}

/// Walks of some steps, each with its path home.
fn walks(steps: usize) -> impl Iterator<Item = (CanonicalBoard, Moves)> {
    let shapes = [(10, 11), (2, 20), (9, 8), (14, 3)];
    let shapes = shapes.map(|(rows, cols)| Shape::rectangle(rows, cols).unwrap());
    shapes.into_iter().zip(0..).map(move |(shape, seed)| {
        let mut random = Random(seed);
        let home = random.below(shape.cells());
        walk(shape, home, steps, &mut random)
    })
}

#[test]
fn each_result_is_shorter_for_any_slices_and_limits() {
    let mut found = 0;
    for (board, moves) in walks(600) {
        let outcome = run_in_all_slices(|| polish(&board, &moves, 200_000));
        assert!(outcome.expanded <= 200_000);
        found += outcome.found.len();
        let mut length = moves.len();
        for found in &outcome.found {
            assert!(found.len() < length && board.is_solved_by(found), "{board}");
            length = found.len();
        }
    }
    assert!(found > 0);
}

#[test]
fn beams_solve_stretches_of_large_boards_again() {
    let shape = Shape::square(11).unwrap();
    let (board, moves) = walk(shape, 30, 400, &mut Random(8));
    let short = run(&mut polish(&board, &moves, 20_000), u64::MAX, || u64::MAX);
    let mut polish = allowed(&board, &moves, [20_000, 2_000_000]);
    let outcome = run(&mut polish, u64::MAX, || u64::MAX);
    assert!(outcome.found.starts_with(&short.found) && outcome.expanded <= 2_020_000);
    let length = |found: &[Moves]| found.last().map_or(moves.len(), |moves| moves.len());
    let (long, short) = (length(&outcome.found), length(&short.found));
    assert!(20 * long < 19 * short, "{long} {short}");
    let mut before = moves.len();
    for found in &outcome.found {
        assert!(board.is_solved_by(found) && found.len() < before);
        before = found.len();
    }
    // A finished pass leaves no move beside its inverse.
    let last = outcome.found.last().expect("a shorter one");
    assert!(last.windows(2).all(|two| two[0] != two[1].opposite()));
}
