//! The Manhattan kernel against the general one, whose tests compare that with a recursion.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::ManhattanKernel;
use crate::canonical::CanonicalBoard;
use crate::exact::fixtures::{
    Checked, Random, RoundsJob, WholeRounds, check_rounds, go_on, run, run_in_all_slices, walk,
};
use crate::exact::general::General;
use crate::exact::rounds::{SharedKernel, StoredRound};
use crate::heuristic::Manhattan;
use crate::moves::Moves;
use crate::shape::Shape;
use crate::side::Side;

fn kernel(board: &CanonicalBoard) -> Box<ManhattanKernel> {
    Box::new(ManhattanKernel::new(board).unwrap())
}

fn search(board: &CanonicalBoard) -> RoundsJob {
    RoundsJob::new(kernel(board), &StoredRound::default(), 1)
}

fn general(board: &CanonicalBoard) -> Box<dyn SharedKernel> {
    let kernel = General::new(
        Manhattan::new(board.shape, board.home).unwrap(),
        board.clone(),
    );
    Box::new(kernel.unwrap())
}

/// Returns the same search by the general kernel.
fn plainly(board: &CanonicalBoard) -> RoundsJob {
    RoundsJob::new(general(board), &StoredRound::default(), 1)
}

fn shape((rows, cols, layers): (usize, usize, usize)) -> Shape {
    Shape::new(rows, cols, layers).unwrap()
}

const KORFS: (usize, usize, usize) = (4, 4, 1);

#[test]
fn agrees_with_the_general_kernel_for_any_slices() {
    let mut random = Random(1);
    for steps in [0, 1, 2, 5, 24, 30] {
        let korfs = (0..16).map(|home| (KORFS, home));
        let others = [
            ((2, 2, 1), 1),
            ((3, 5, 1), 0),
            ((5, 5, 1), 24),
            ((2, 8, 1), 7),
            ((2, 2, 3), 4),
            ((3, 3, 3), 13),
            ((4, 4, 4), 0),
            ((16, 16, 1), 255),
            ((2, 128, 1), 128),
            ((8, 4, 8), 77),
        ];
        for (sides, home) in korfs.chain(others) {
            let (board, _) = walk(shape(sides), home, steps, &mut random);
            let wanted = run(&mut plainly(&board), u64::MAX, || u64::MAX);
            assert_eq!(run_in_all_slices(|| search(&board)), wanted, "{board}");
            for limit in [0, 1, 5, 63, 64, 65, wanted.expanded / 2] {
                let mut stopped = search(&board);
                let mut got = run(&mut stopped, limit, || 97);
                let at_limit = run(&mut plainly(&board), limit, || u64::MAX);
                assert_eq!(got, at_limit, "{board} {limit}");
                go_on(&mut stopped, u64::MAX, &mut || 65, &mut got);
                assert_eq!(got, wanted, "{board} {limit}");
            }
            let all = run(&mut WholeRounds::new(general(&board)), u64::MAX, || {
                u64::MAX
            });
            let found = run_in_all_slices(|| WholeRounds::new(kernel(&board)));
            assert_eq!(found, all, "{board}");
        }
    }
}

#[test]
fn serves_paths_and_single_cells() {
    for sides in [(1, 1, 1), (1, 7, 1), (1, 1, 256), (256, 1, 1)] {
        let shape = shape(sides);
        for steps in [0, 3.min(shape.cells() - 1)] {
            let (board, moves) = walk(shape, 0, steps, &mut Random(1));
            assert_eq!(run_in_all_slices(|| search(&board)).found, [moves]);
        }
    }
    let (mut board, _) = walk(shape((1, 257, 1)), 0, 0, &mut Random(1));
    assert!(ManhattanKernel::new(&board).is_none());
    (board, _) = walk(shape(KORFS), 0, 0, &mut Random(1));
    board.free = Some([false; 16].into());
    assert!(ManhattanKernel::new(&board).is_none());
}

/// Rounds of 15-puzzles that expand more than 100,000 boards, which other kernels split. The counts
/// are those of a recursion.
#[test]
fn counts_match_a_recursion_on_threads() {
    for (home, steps, expanded, generated) in
        [(5, 60, 439_282, 933_609), (8, 52, 573_159, 1_203_211)]
    {
        let (board, _) = walk(shape(KORFS), home, steps, &mut Random(9));
        for threads in [1, 3] {
            let mut search = RoundsJob::new(kernel(&board), &StoredRound::default(), threads);
            let whole = run(&mut search, u64::MAX, || u64::MAX);
            assert!(board.is_solved_by(&whole.found[0]));
            assert_eq!((whole.expanded, whole.generated), (expanded, generated));
        }
    }
}

#[test]
fn splitting_changes_nothing() {
    let mut checked = Checked::default();
    for (sides, home, seed) in [((3, 5, 1), 14, 3), ((3, 3, 3), 0, 2)] {
        let (board, _) = walk(shape(sides), home, 60, &mut Random(seed));
        let make = |from: &StoredRound, threads| -> RoundsJob {
            RoundsJob::new(kernel(&board), from, threads)
        };
        check_rounds(make, 2, &mut checked);
        let wanted = run(&mut plainly(&board), u64::MAX, || u64::MAX);
        assert_eq!(run(&mut search(&board), u64::MAX, || u64::MAX), wanted);
    }
    assert!(checked.stored > 5 && checked.parted > 2, "{checked:?}");
}

/// A stored round of the 15-puzzle has all its paths in one unit.
#[test]
fn walks_all_seeds_of_a_unit() {
    let (board, _) = walk(shape(KORFS), 5, 40, &mut Random(0));
    let wanted = run(&mut WholeRounds::new(kernel(&board)), u64::MAX, || u64::MAX);
    let mut paths: Vec<Moves> = Vec::new();
    for side in Side::ALL {
        if board.clone().slide(side.tile_moves()) {
            paths.push([side.tile_moves()].into_iter().collect());
        }
    }
    assert!(wanted.found.iter().all(|it| it[..1] != paths[0][..]));
    let round = StoredRound {
        seeds: Some(paths),
        ..StoredRound::new(*wanted.bounds.last().unwrap())
    };
    let make = || RoundsJob::new(kernel(&board), &round, 1);
    assert_eq!(run_in_all_slices(make).found, wanted.found[..1]);
}
