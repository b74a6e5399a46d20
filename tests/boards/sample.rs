//! Random boards: frozen for ever by seed, uniform, and half of all permutations solvable.

use std::collections::BTreeMap;

use npuzzle::{Board, Difficulty, DynBoard, Goal};

use crate::oracle::shape::shape;
use crate::oracle::shapes::{goals, shapes};
use crate::oracle::space::distances;

/// The boards of these seeds must never change. If this fails, the change breaks every saved game
/// and daily puzzle.
#[test]
fn seeded_boards_are_frozen() {
    let printed = [
        Board::<2>::from_seed(0).to_string(),
        Board::<3>::from_seed(1).to_string(),
        Board::<4>::from_seed(20_261_120).to_string(),
        Board::<4>::from_seed(u64::MAX).to_string(),
        Board::<2, 3, 2>::from_seed(7).to_string(),
        Board::<1, 5>::from_seed(3).to_string(),
        Board::<4>::permutation_from_seed(20_261_120).to_string(),
        Board::<4>::from_seed_for(&Goal::Snail, 42)
            .expect("flat")
            .to_string(),
        Board::<4>::from_seed_for(&Goal::BlankFirst, 42)
            .expect("fits")
            .to_string(),
    ];
    let frozen = [
        "2 0/1 3",
        "0 1 4/3 7 2/6 8 5",
        "12 4 3 9/11 8 14 0/15 7 1 5/10 2 13 6",
        "1 15 11 12/4 7 0 6/2 10 9 8/5 3 13 14",
        "8 7 11/10 6 2//1 3 5/9 0 4",
        "1x5: 0 1 2 3 4",
        "12 4 3 9/11 8 14 0/15 7 1 5/10 2 13 6",
        "15 13 5 6/8 1 12 10/7 14 9 0/4 3 2 11",
        "13 15 5 6/8 1 12 10/7 14 9 0/4 3 2 11",
    ];
    assert_eq!(printed, frozen);
    for seed in 0..50 {
        let board = Board::<3, 4>::from_seed(seed);
        assert_eq!(DynBoard::from_seed(board.shape(), seed), board.into());
        let board = Board::<3, 4>::permutation_from_seed(seed);
        let dynamic = DynBoard::permutation_from_seed(board.shape(), seed);
        assert_eq!(dynamic, board.into());
    }
    let large = Board::<100>::from_seed(9);
    let digest = large.tiles().iter().fold(0_u64, |digest, &tile| {
        digest.wrapping_mul(0x0100_0000_01B3) ^ u64::from(tile)
    });
    assert_eq!(digest, 15_002_276_583_260_879_274);
}

/// Returns the chi-square statistic of counts that should all be equal.
fn chi_square(counts: impl Iterator<Item = u32>, cells: usize, draws: u32) -> f64 {
    let expected = f64::from(draws) / cells as f64;
    counts
        .map(|count| (f64::from(count) - expected).powi(2) / expected)
        .sum()
}

/// A bound that the statistic exceeds once in millions of seeds; the seeds are fixed.
fn bound(cells: usize) -> f64 {
    let freedom = (cells - 1) as f64;
    freedom + 5.0 * (2.0 * freedom).sqrt()
}

#[test]
fn all_solvable_boards_of_2x4_are_equally_likely() {
    let draws = 20 * 20_160;
    let mut counts = BTreeMap::new();
    for seed in 0..u64::from(draws) {
        *counts.entry(Board::<2, 4>::from_seed(seed)).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 20_160);
    let statistic = chi_square(counts.into_values(), 20_160, draws);
    assert!(statistic < bound(20_160), "{statistic}");
    let least = 20_160.0 - 5.0 * (2.0 * 20_160_f64).sqrt();
    assert!(statistic > least, "{statistic}: too even");
}

#[test]
fn half_of_all_random_permutations_is_solvable() {
    for shape in shapes("2x2 3x3 4x4 5x2 2x3x2 9x9") {
        let boards = (0..40_000).map(|seed| DynBoard::permutation_from_seed(shape, seed));
        let solvable = boards.filter(DynBoard::is_solvable).count();
        // Five standard deviations are 5 x sqrt(40,000) / 2 = 500.
        assert!(solvable.abs_diff(20_000) < 500, "{shape}: {solvable}");
    }
}

#[test]
fn boards_drawn_for_a_goal_reach_it() {
    for shape in shapes("2x2 3x4 1x6 2x2x3 1x1") {
        for goal in goals(shape, [99]) {
            for seed in 0..100 {
                let board = DynBoard::from_seed_for(shape, &goal, seed).expect("fits");
                assert!(board.is_solvable_for(&goal), "{board} to {goal}");
            }
        }
        let fits = Goal::Snail.fits(shape).is_ok();
        let snail = DynBoard::from_seed_for(shape, &Goal::Snail, 0);
        assert_eq!(snail.is_ok(), fits);
    }
}

#[cfg(feature = "rand_core_0_10")]
mod any_generator {
    use super::{Board, DynBoard, Goal, shape};

    /// Counts up, which shows that it is used.
    struct Counter(u64);

    impl rand_core::TryRng for Counter {
        type Error = core::convert::Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            self.try_next_u64().map(|number| (number >> 32) as u32)
        }

        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            Ok(self.0)
        }

        fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
            bytes.fill_with(|| self.try_next_u32().map_or(0, |number| number as u8));
            Ok(())
        }
    }

    #[test]
    fn draws_valid_boards() {
        let mut rng = Counter(1);
        let mut solvable = 0;
        for _ in 0..1_000 {
            assert!(Board::<4>::random(&mut rng).is_solvable());
            let goal = Goal::Snail;
            assert!(
                Board::<4>::random_for(&goal, &mut rng).is_ok_and(|b| b.is_solvable_for(&goal))
            );
            solvable += u32::from(Board::<4>::random_permutation(&mut rng).is_solvable());
        }
        assert!(solvable.abs_diff(500) < 80, "{solvable}");
        let shape = shape(2, 2, 2);
        assert!(DynBoard::random(shape, &mut rng).is_solvable());
    }
}

/// The boards of these seeds must never change.
#[test]
fn boards_of_a_difficulty_are_frozen() {
    for &difficulty in Difficulty::ALL {
        assert_eq!(difficulty.to_string().parse(), Ok(difficulty));
    }
    assert!("Easy".parse::<Difficulty>().is_err());
    let boards = Difficulty::ALL
        .iter()
        .map(|&it| Board::<4>::of_difficulty(it, 20_261_120).to_string());
    let frozen = [
        "2 5 0 4/1 7 11 8/9 6 3 15/13 10 14 12",
        "1 2 7 5/10 6 3 11/0 13 14 4/9 12 15 8",
        "12 4 3 9/11 8 14 0/15 7 1 5/10 2 13 6",
    ];
    assert_eq!(boards.collect::<Vec<_>>(), frozen);
    let goal = Goal::Snail;
    let board = Board::<3>::of_difficulty_for(&goal, Difficulty::Medium, 1).expect("flat");
    assert_eq!(board.to_string(), "4 1 2/3 5 0/7 8 6");
}

#[test]
fn boards_of_a_difficulty_are_solvable_and_unsolved() {
    for shape in shapes("1x2 1x9 2x2 3x2 2x9 4x5 2x2x2 3x3x3 40x3") {
        for goal in [Goal::BlankLast, Goal::BlankFirst] {
            let seeds = |difficulty| (0..20).map(move |seed| (difficulty, seed));
            for (difficulty, seed) in Difficulty::ALL.iter().copied().flat_map(seeds) {
                let board = DynBoard::of_difficulty_for(shape, &goal, difficulty, seed);
                let board = board.expect("it fits");
                let is_fine = board.is_solvable_for(&goal) && !board.is_solved_for(&goal);
                assert!(is_fine, "{shape} {difficulty:?} {seed}");
            }
        }
    }
    let one = shape(1, 1, 1);
    assert!(DynBoard::of_difficulty(one, Difficulty::Hard, 1).is_solved());
    let custom = Goal::from(Board::<4>::permutation_from_seed(1));
    assert!(Board::<3>::of_difficulty_for(&custom, Difficulty::Easy, 1).is_err());
}

/// Distances on 3 x 3, and Manhattan distances on larger shapeslie in the documented ranges.
#[test]
fn difficulties_keep_their_ranges() {
    let square = |side| shape(side, side, 1);
    let distances = distances(square(3), &Goal::BlankLast);
    let of = |difficulty, seed| distances.of(&DynBoard::of_difficulty(square(3), difficulty, seed));
    for (difficulty, range, quartiles) in [
        (Difficulty::Easy, 2..=11, [11, 11]),
        (Difficulty::Medium, 6..=27, [17, 23]),
        (Difficulty::Hard, 11..=31, [21, 25]),
    ] {
        let mut found: Vec<usize> = (0..1_000).filter_map(|seed| of(difficulty, seed)).collect();
        found.sort_unstable();
        assert!(found.iter().all(|it| range.contains(it)), "{found:?}");
        assert_eq!([found[250], found[750]], quartiles, "{difficulty:?}");
    }
    for cells in [16, 25, 64_usize] {
        for (difficulty, range) in [
            (Difficulty::Easy, cells / 4..=5 * cells / 4),
            (Difficulty::Medium, 3 * cells / 4..=3 * cells),
            (Difficulty::Hard, 5 * cells / 4..=usize::MAX),
        ] {
            for seed in 0..100 {
                let board = DynBoard::of_difficulty(square(cells.isqrt()), difficulty, seed);
                let distance = board.manhattan(&Goal::BlankLast);
                let is_in = range.contains(&distance);
                assert!(is_in, "{difficulty:?} {seed}: {distance}");
            }
        }
    }
}

/// A scramble of one move or more is never the goal, even if its walk returns there.
#[test]
fn scrambles_are_unsolved_and_within_their_moves() {
    for shape in shapes("2x2 1x2 1x5 3x1 3x3 2x2x2") {
        for goal in goals(shape, [2]) {
            let distances = distances(shape, &goal);
            for (moves, seed) in (0..=40).flat_map(|moves| (0..20).map(move |seed| (moves, seed))) {
                let board = DynBoard::scrambled_for(shape, &goal, moves, seed);
                let distance = distances.of(&board.expect("it fits")).expect("solvable");
                assert!((moves.min(1)..=moves).contains(&distance), "{shape} {seed}");
                assert!(shape.is_path() || distance % 2 == moves % 2);
                // No cycle is shorter than 12 moves.
                assert!(shape.is_path() || moves > 6 || distance == moves);
            }
        }
    }
    for seed in 0..5_000 {
        assert!(!Board::<3>::scrambled(12, seed).is_solved(), "{seed}");
    }
    assert!(Board::<1>::scrambled(9, 1).is_solved(), "there is no other");
    let frozen = "2 4 0 8/9 1 7 5/13 10 3 6/14 11 15 12";
    assert_eq!(Board::<4>::scrambled(30, 7).to_string(), frozen);
    let dynamic = DynBoard::scrambled(shape(4, 4, 1), 30, 7);
    assert_eq!(dynamic.to_string(), frozen);
    assert_ne!(Board::<4>::scrambled(30, 8).to_string(), frozen);
    let small = Board::<3>::scrambled(12, 3).to_string();
    assert_eq!(small, "1 3 0/8 2 5/4 7 6");
    assert_eq!(Board::<2>::scrambled(11, 1), Board::<2>::scrambled(23, 1));
    let other = Goal::from(Board::<3>::solved());
    assert!(Board::<4>::scrambled_for(&other, 3, 1).is_err());
}

/// Each board that can reach a goal with free tiles is as likely as any other.
#[test]
fn boards_for_goals_with_free_tiles_are_uniform() {
    let hard =
        |shape, goal: &Goal, seed| DynBoard::of_difficulty_for(shape, goal, Difficulty::Hard, seed);
    for text in [
        "1x2: * *",
        "1x3: 1 * *",
        "1x4: * * * *",
        "1x5: 1 * 3 * *",
        "1x5: * * 3 * *",
        "1x5: * 1 * 2 *",
        "1x5: 0 * 2 * *",
        "1x5: * 0 2 * *",
        "4/*/*/*/2",
        "*//2//3//*//*",
        "2x2: 1 2/* *",
        "2x2: 1 */3 *",
        "2x2: 1 */* 0",
        "2x2: * 2/3 *",
    ] {
        let goal: Goal = text.parse().expect("a goal");
        let shape = goal.shape().expect("a goal of one shape");
        let count = (1..=shape.cells() as u128).product();
        let all = (0..count).map(|rank| DynBoard::unrank(shape, rank).expect("a board"));
        let mut counts: BTreeMap<String, u32> = all
            .filter(|board| board.is_solvable_for(&goal))
            .map(|board| (board.to_string(), 0))
            .collect();
        let draws = 100 * counts.len() as u32;
        for seed in 0..draws {
            let board = DynBoard::from_seed_for(shape, &goal, seed.into()).expect("it fits");
            *counts
                .get_mut(&board.to_string())
                .expect("it reaches the goal") += 1;
            if seed < 100 {
                let board = hard(shape, &goal, seed.into()).expect("it fits");
                assert!(board.is_solvable_for(&goal), "{text}: {board}");
            }
        }
        // The mean of chi-square is the number of boards minus 1.
        let squares = counts
            .values()
            .map(|&it| (f64::from(it) - 100.0).powi(2) / 100.0);
        let (squares, freedom) = (squares.sum::<f64>(), counts.len() as f64 - 1.0);
        assert!(
            squares <= freedom + 4.0 * (2.0 * freedom).sqrt(),
            "{text}: {squares}"
        );
    }
}

/// Orders of tiles that reach a goal of a path: each is one with the blank on some cell.
#[test]
fn a_path_can_reach_a_goal_if_its_order_can() {
    for text in [
        "1x5: 1 * 3 * *",
        "1x5: * * 3 * *",
        "1x5: * 1 * 2 *",
        "4/*/*/*/2",
    ] {
        let goal: Goal = text.parse().expect("a goal");
        let shape = goal.shape().expect("a goal of one shape");
        for board in (0..120).map(|rank| DynBoard::unrank(shape, rank).expect("a board")) {
            let order: Vec<u16> = board
                .tiles()
                .iter()
                .copied()
                .filter(|&it| it != 0)
                .collect();
            let is_solved = |home| {
                let mut tiles = order.clone();
                tiles.insert(home, 0);
                let board = DynBoard::from_tiles(shape, tiles).expect("a board");
                board.is_solved_for(&goal)
            };
            assert_eq!(
                board.is_solvable_for(&goal),
                (0..5).any(is_solved),
                "{text}: {board}"
            );
        }
    }
}
