//! Properties of every board, tested on random ones. Failures are kept in `tests/proptest-regressions`.

use npuzzle::inversions::{count, count_merge_sort, count_naive, parity};
use npuzzle::permutation::Parity;
use npuzzle::{Board, Direction, DynBoard, Goal, Moves, Shape, permutation};
use proptest::prelude::*;

use crate::oracle::partial_goal::partial_goal;
use crate::oracle::shape::shape;
use crate::oracle::shapes::goals;

/// Any shape with sides up to 9 and 5 layers.
fn shapes() -> impl Strategy<Value = Shape> {
    let layers = prop_oneof![Just(1_usize), 1..6_usize];
    (1..10_usize, 1..10_usize, layers).prop_map(|(rows, cols, layers)| shape(rows, cols, layers))
}

/// Any board of such a shape, solvable or not.
fn boards() -> impl Strategy<Value = DynBoard> {
    shapes().prop_flat_map(|shape| {
        let tiles: Vec<u16> = (0..shape.cells()).map(|tile| tile as u16).collect();
        Just(tiles)
            .prop_shuffle()
            .prop_map(move |tiles| DynBoard::from_tiles(shape, tiles).expect("a permutation"))
    })
}

/// A board, and a goal of its shape: another board and, by cell, whether any tile may stand there.
fn boards_and_partial_goals() -> impl Strategy<Value = (DynBoard, DynBoard, Vec<bool>)> {
    boards().prop_flat_map(|board| {
        let (shape, tiles) = (board.shape(), board.tiles().to_vec());
        let free = prop::collection::vec(any::<bool>(), tiles.len());
        let end = Just(tiles).prop_shuffle();
        let end = end.prop_map(move |tiles| DynBoard::from_tiles(shape, tiles).expect("tiles"));
        (Just(board), end, free)
    })
}

/// A walk over legal moves, chosen by the numbers.
fn walk(board: &mut DynBoard, choices: &[u8]) -> Moves {
    let mut moves = Moves::new();
    for &choice in choices {
        let legal: Vec<Direction> = board.legal_moves().collect();
        if !legal.is_empty() {
            let direction = legal[choice as usize % legal.len()];
            board.slide(direction).expect("a legal move");
            moves.push(direction);
        }
    }
    moves
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn moves_preserve_solvability_and_flip_the_parity(board in boards()) {
        let before = permutation::parity(board.tiles()).expect("a permutation");
        for direction in board.legal_moves() {
            let mut next = board.clone();
            next.slide(direction).expect("a legal move");
            let after = permutation::parity(next.tiles()).expect("a permutation");
            prop_assert_eq!(after, before ^ Parity::Odd);
            for goal in goals(board.shape(), [1]) {
                prop_assert_eq!(next.is_solvable_for(&goal), board.is_solvable_for(&goal));
            }
        }
    }

    #[test]
    fn moves_that_are_not_legal_change_nothing(board in boards()) {
        let legal: Vec<Direction> = board.legal_moves().collect();
        for direction in Direction::ALL {
            let mut next = board.clone();
            prop_assert_eq!(next.slide(direction).is_ok(), legal.contains(&direction));
            prop_assert_eq!(next != board, legal.contains(&direction));
        }
    }

    #[test]
    fn all_ways_of_counting_agree(board in boards()) {
        let tiles = board.tiles();
        let inversions = count_naive(tiles);
        prop_assert_eq!(count_merge_sort(tiles), inversions);
        prop_assert_eq!(count(tiles), inversions);
        prop_assert_eq!(parity(tiles), Parity::of(inversions));
        // The cycles count the blank as the smallest number: it closes an inversion with every tile before it.
        let with_blank = Parity::of(inversions + board.blank() as u64);
        prop_assert_eq!(permutation::parity(tiles), Ok(with_blank));
    }

    #[test]
    fn replaying_moves_and_their_inverse_is_identity(
        board in boards(), choices in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let mut end = board.clone();
        let moves = walk(&mut end, &choices);
        let mut replayed = board.clone();
        prop_assert_eq!(replayed.play(&moves), Ok(()));
        prop_assert_eq!(&replayed, &end);
        prop_assert_eq!(replayed.play(&moves.inverse()), Ok(()));
        prop_assert_eq!(&replayed, &board);
    }

    #[test]
    fn text_is_read_as_it_was_printed(
        board in boards(), choices in prop::collection::vec(any::<u8>(), 0..100),
    ) {
        prop_assert_eq!(board.to_string().parse(), Ok(board.clone()));
        prop_assert_eq!(format!("{board:#}").parse(), Ok(board.clone()));
        let moves = walk(&mut board.clone(), &choices);
        prop_assert_eq!(moves.to_string().parse(), Ok(moves.clone()));
        prop_assert_eq!(format!("{moves:#}").parse(), Ok(moves));
    }

    #[test]
    fn no_text_makes_a_parser_panic(text in "[0-9 ,/\n#RULDFBx-]{0,60}", any in any::<String>()) {
        for text in [text, any] {
            let _ = npuzzle::notation::read_boards(&text);
            let _ = npuzzle::notation::read_board(&text).map(|board| board.is_solvable());
            let _ = text.parse::<Board<2>>();
            let _ = npuzzle::notation::read_moves(&text);
            let _ = text.parse::<Goal>();
            let _ = npuzzle::notation::read_goal(&text);
            let _ = Moves::parse_on(&DynBoard::solved(shape(3, 3, 1)), &text);
        }
    }

    #[test]
    fn clicks_move_whole_runs(board in boards(), cell in 0..405_usize) {
        let cell = cell % board.shape().cells();
        let mut after = board.clone();
        let distance = board.shape().distance(cell, board.blank());
        if let Ok(slides) = after.slide_cell(cell) {
            let moves: Moves = slides.iter().map(|slide| slide.direction).collect();
            prop_assert_eq!(moves.len(), distance);
            prop_assert!(moves.multi_tile_len() <= 1);
            prop_assert_eq!(after.blank(), cell);
            let mut again = board.clone();
            prop_assert_eq!(again.play(&moves), Ok(()));
            prop_assert_eq!(again, after);
        } else {
            prop_assert_eq!(after, board);
        }
    }

    #[test]
    fn a_move_changes_the_manhattan_distance_by_one(board in boards()) {
        for goal in goals(board.shape(), [1]) {
            let before = board.manhattan(&goal);
            for direction in board.legal_moves() {
                let mut next = board.clone();
                next.slide(direction).expect("a legal move");
                prop_assert_eq!(next.manhattan(&goal).abs_diff(before), 1);
            }
        }
    }

    #[test]
    fn partial_goals_accept_their_boards((board, end, free) in boards_and_partial_goals()) {
        let goal = partial_goal(&end, |cell| free[cell]);
        prop_assert_eq!(goal.to_string().parse(), Ok(goal.clone()));
        prop_assert!(end.is_solved_for(&goal));
        let accepted = goal.board(board.shape()).expect("it fits");
        prop_assert!(accepted.is_solved_for(&goal));
        // The tile of a single free cell is known.
        let is_solved = (0..free.len()).all(|cell| free[cell] || board.get(cell) == end.get(cell));
        prop_assert_eq!(board.is_solved_for(&goal), is_solved);
        let is_solvable = board.solvability(&goal).is_solvable();
        prop_assert_eq!(board.is_solvable_for(&goal), is_solvable);
        prop_assert!(is_solvable || !board.is_solvable_for(&end.into()));
        for (_, next) in board.neighbours() {
            prop_assert_eq!(next.is_solvable_for(&goal), is_solvable);
        }
    }

    #[test]
    fn ranks_are_inverse_to_unranking(rank in 0..362_880_u128) {
        let board = Board::<3>::unrank(rank).expect("in range");
        prop_assert_eq!(board.rank(), Ok(rank));
    }
}

proptest! {
    // Fewer, since the naive way takes long.
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn all_ways_of_counting_agree_on_any_numbers(
        small in prop::collection::vec(any::<i8>(), 0..200),
        large in prop::collection::vec(any::<u64>(), 0..200),
        distinct in prop::collection::hash_set(any::<u16>(), 0..2_000),
    ) {
        prop_assert_eq!(count_merge_sort(&small), count_naive(&small));
        prop_assert_eq!(count(&small), count_naive(&small));
        prop_assert_eq!(parity(&small), Parity::of(count_naive(&small)));
        prop_assert_eq!(count_merge_sort(&large), count_naive(&large));
        prop_assert_eq!(count(&large), count_naive(&large));
        let distinct: Vec<u16> = distinct.into_iter().collect();
        prop_assert_eq!(count_merge_sort(&distinct), count_naive(&distinct));
        prop_assert_eq!(count(&distinct), count_naive(&distinct));
        prop_assert_eq!(parity(&distinct), Parity::of(count_naive(&distinct)));
    }
}

#[cfg(feature = "serde")]
mod as_json {
    use super::{
        Board, DynBoard, Goal, Moves, boards, boards_and_partial_goals, partial_goal, walk,
    };
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]

        #[test]
        fn values_are_read_as_they_were_written(
            board in boards(), choices in prop::collection::vec(any::<u8>(), 0..100),
        ) {
            let json = serde_json::to_string(&board).expect("text");
            prop_assert_eq!(&json, &format!("\"{board}\""));
            prop_assert_eq!(serde_json::from_str::<DynBoard>(&json).expect("a board"), board.clone());
            let moves = walk(&mut board.clone(), &choices);
            let json = serde_json::to_string(&moves).expect("text");
            prop_assert_eq!(serde_json::from_str::<Moves>(&json).expect("moves"), moves);
            let goal = Goal::from(board);
            let json = serde_json::to_string(&goal).expect("text");
            prop_assert_eq!(serde_json::from_str::<Goal>(&json).expect("a goal"), goal);
        }

        #[test]
        fn partial_goals_are_read_as_they_were_written((_, end, free) in boards_and_partial_goals()) {
            let goal = partial_goal(&end, |cell| free[cell]);
            let json = serde_json::to_string(&goal).expect("text");
            prop_assert_eq!(serde_json::from_str::<Goal>(&json).expect("a goal"), goal);
        }
    }

    #[test]
    fn tampered_text_is_refused() {
        let error = serde_json::from_str::<Board<2>>("\"1 2/2 0\"").expect_err("tile 2 twice");
        assert!(
            format!("{error:#}").starts_with("row 2: tile 2 appears twice"),
            "{error}"
        );
        assert!(serde_json::from_str::<Board<2>>("\"1 2 3/4 5 0\"").is_err());
        assert!(serde_json::from_str::<Board<2>>("7").is_err());
    }
}

#[cfg(feature = "arbitrary")]
mod from_bytes {
    use super::{Board, DynBoard, Goal, Moves};
    use arbitrary::{Arbitrary, Unstructured};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(500))]

        #[test]
        fn arbitrary_values_are_valid(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
            let mut input = Unstructured::new(&bytes);
            let board = DynBoard::arbitrary(&mut input).expect("never out of bytes");
            prop_assert_eq!(board.to_string().parse::<DynBoard>(), Ok(board));
            let board = Board::<3, 2>::arbitrary(&mut input).expect("never out of bytes");
            prop_assert_eq!(board.to_string().parse::<Board<3, 2>>(), Ok(board));
            let goal = Goal::arbitrary(&mut input).expect("never out of bytes");
            prop_assert_eq!(goal.to_string().parse::<Goal>(), Ok(goal));
            let moves = Moves::arbitrary(&mut input).expect("never out of bytes");
            prop_assert_eq!(moves.to_string().parse::<Moves>(), Ok(moves));
        }
    }
}
