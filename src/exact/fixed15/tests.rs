//! The kernel of the 15-puzzle against the general one.

use alloc::boxed::Box;

use super::{Fixed15, SHAPE};
use crate::canonical::CanonicalBoard;
use crate::exact::fixtures::{Random, go_on, run, run_in_all_slices, walk};
use crate::exact::general::General;
use crate::exact::rounds::{Rounds, StoredRound};
use crate::heuristic::{ByTiles, Manhattan};

fn search(board: &CanonicalBoard) -> Rounds {
    Rounds::new(Box::new(Fixed15::new(board).unwrap()), 0)
}

/// Returns the same search by the general kernel, whose tests compare it with a recursion.
fn plainly(board: &CanonicalBoard) -> Rounds {
    let kernel = General::new(ByTiles(Manhattan::of_board(board)), board.clone());
    Rounds::new(Box::new(kernel.unwrap()), 0)
}

#[test]
fn agrees_with_the_plain_search_in_slices_and_at_limits() {
    let mut random = Random(1);
    for steps in [0, 1, 2, 5, 24, 30] {
        for home in 0..SHAPE.cells() {
            let (board, _) = walk(SHAPE, home, steps, &mut random);
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
        }
    }
}

/// Rounds of more than 100,000 boards, which other kernels split. The counts are those of a
/// recursion.
#[test]
fn counts_as_a_recursion_in_long_rounds_and_on_threads() {
    for (home, steps, expanded, generated) in
        [(5, 60, 439_282, 933_609), (8, 52, 573_159, 1_203_211)]
    {
        let (board, _) = walk(SHAPE, home, steps, &mut Random(9));
        for threads in [1, 3] {
            let kernel = Box::new(Fixed15::new(&board).unwrap());
            let mut search = Rounds::resumed(kernel, &StoredRound::default(), threads);
            let whole = run(&mut search, u64::MAX, || u64::MAX);
            assert!(board.is_solved_by(&whole.found[0]));
            assert_eq!((whole.expanded, whole.generated), (expanded, generated));
        }
    }
}
