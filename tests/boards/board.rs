//! Boards: their constructors, conversions, moves and ranks.

use std::array;
use std::panic::{RefUnwindSafe, UnwindSafe, catch_unwind};

use npuzzle::permutation::PermutationError;
use npuzzle::{
    Board, BoardError, Direction, DynBoard, Goal, MoveError, Moves, Shape, Solvability, TileMove,
};

use crate::oracle::shape::shape;

#[test]
fn every_constructor_makes_the_same_board() {
    const CONSTANT: Board<2, 3> = Board::new([[[1, 0, 2], [4, 5, 3]]]);
    let rows = [[1_u8, 0, 2], [4, 5, 3]];
    assert_eq!(Board::from_rows(rows), Ok(CONSTANT));
    assert_eq!(Board::try_from([[1_i64, 0, 2], [4, 5, 3]]), Ok(CONSTANT));
    assert_eq!(Board::from_layers([rows]), Ok(CONSTANT));
    assert_eq!(Board::from_tiles([1_usize, 0, 2, 4, 5, 3]), Ok(CONSTANT));
    assert_eq!("1 0 2/4 5 3".parse(), Ok(CONSTANT));
    let dynamic = DynBoard::from_tiles(shape(2, 3, 1), [1, 0, 2, 4, 5, 3]).expect("a board");
    assert_eq!(DynBoard::from(&CONSTANT), dynamic);
    assert_eq!(Board::try_from(&dynamic), Ok(CONSTANT));
    assert_eq!(CONSTANT.blank(), 1);
    assert_eq!(CONSTANT.tiles(), [1, 0, 2, 4, 5, 3]);
    assert_eq!(CONSTANT.rows(), &[[1, 0, 2], [4, 5, 3]]);
}

/// At run time, with the same message.
#[test]
fn a_constant_with_a_tile_twice_panics() {
    // Sides with common divisors, so that no wrong cell is right by chance.
    let solved: [[[u16; 4]; 2]; 3] = array::from_fn(|layer| {
        array::from_fn(|row| array::from_fn(|at| (8 * layer + 4 * row + at) as u16))
    });
    assert_eq!(Board::new(solved).blank(), 0);
    for tile in 1..24 {
        let mut twice = solved;
        twice[tile / 8][tile / 4 % 2][tile % 4] = tile as u16 - 1;
        assert!(catch_unwind(|| Board::new(twice)).is_err(), "{tile}");
    }
}

#[test]
fn what_is_no_permutation_is_refused_and_named() {
    let shape = shape(2, 2, 1);
    let twice = |tile, cell| {
        let at = shape.place(cell);
        BoardError::Duplicate { tile, at }
    };
    let too_large = |tile, cell| {
        let (at, cells) = (shape.place(cell), 4);
        BoardError::OutOfRange { tile, at, cells }
    };
    let too_many = BoardError::TooMany { expected: 4 };
    let (expected, found) = (4, 3);
    for (tiles, error) in [
        (vec![1_i128, 2, 2, 0], twice(2, 2)),
        (vec![0, 1, 2, 0], twice(0, 3)),
        (vec![1, 2, 4, 0], too_large(4, 2)),
        (vec![1, -2, 3, 0], too_large(-2, 1)),
        (vec![1, 2, i128::MAX, 0], too_large(i64::MAX, 2)),
        (vec![1, 2, 3], BoardError::TooFew { expected, found }),
        (vec![1, 2, 3, 0, 0], too_many),
    ] {
        assert_eq!(Board::<2>::from_tiles(tiles.clone()), Err(error));
        assert_eq!(DynBoard::from_tiles(shape, tiles), Err(error));
    }
    assert_eq!(Board::<2>::from_tiles(0_u32..), Err(too_many), "endless");
    let (expected, found) = (Board::<3, 2>::SHAPE, Board::<2, 3>::SHAPE);
    let wrong = BoardError::WrongShape { expected, found };
    assert_eq!(
        Board::<3, 2>::try_from(&DynBoard::solved(found)),
        Err(wrong)
    );
}

/// In a constant the compiler reports the same message: see the examples of [`Board::new`].
#[test]
fn new_panics_with_the_reason_unless_a_permutation() {
    for (tiles, reason) in [
        ([[1, 2], [2, 0]], "a tile appears twice"),
        ([[1, 2], [4, 0]], "a tile is larger than the board allows"),
    ] {
        let panic = std::panic::catch_unwind(|| Board::<2>::new([tiles])).expect_err(reason);
        assert_eq!(panic.downcast_ref::<&str>(), Some(&reason));
    }
}

#[test]
fn shapes_are_checked() {
    let no_shape = |sides| Err(BoardError::Shape { sides });
    assert_eq!(Shape::new(2, 0, 1), no_shape([2, 0, 1]));
    assert!(Shape::new(256, 256, 1).is_ok() && Shape::new(1, 1, 65_536).is_ok());
    for (rows, columns, layers) in [(257, 256, 1), (256, 256, 2), (2, usize::MAX, usize::MAX)] {
        let refused = no_shape([rows, columns, layers]);
        assert_eq!(Shape::new(rows, columns, layers), refused);
    }
    assert_eq!(Shape::square(3), Shape::new(3, 3, 1));
    assert_eq!(Shape::rectangle(3, 5), Shape::new(3, 5, 1));
    assert!(Shape::square(257).is_err() && Shape::rectangle(0, 3).is_err());
}

#[test]
fn cells_and_neighbours_agree_with_places() {
    let shape = shape(3, 4, 2);
    for cell in 0..shape.cells() {
        let at = shape.place(cell);
        assert_eq!(shape.cell_in(at.layer, at.row, at.column), Some(cell));
        for side in Direction::ALL {
            let Some(other) = shape.neighbour(cell, side) else {
                continue;
            };
            assert_eq!(shape.neighbour(other, side.opposite()), Some(cell));
            assert_eq!(shape.distance(cell, other), 1);
        }
    }
    // A place does not depend on the layers of its shape.
    let [flat, cube] = [1, 3].map(|layers| self::shape(3, 3, layers).place(5));
    assert_eq!((flat, flat.to_string()), (cube, cube.to_string()));
    assert_eq!(shape.cell_in(2, 0, 0), None);
    assert_eq!(shape.cell(2, 3), shape.cell_in(0, 2, 3));
    assert_eq!((shape.cell(3, 0), shape.cell(0, 4)), (None, None));
    let ways = (0..24).flat_map(|cell| Direction::ALL.map(|side| shape.neighbour(cell, side)));
    // 2 x (3 x 3 + 2 x 4) + 3 x 4 edges, each from both ends.
    assert_eq!(ways.flatten().count(), 2 * (2 * (3 * 3 + 2 * 4) + 3 * 4));
}

#[test]
fn cells_are_indexed_by_number_and_by_place() {
    let board = Board::<2, 3, 2>::solved();
    assert_eq!(board[7], 8);
    assert_eq!(board.layers()[1][0][1], 8);
    assert_eq!(Board::<2, 3>::solved()[(1, 0)], 4);
    assert_eq!(DynBoard::from(board)[(1, 0)], 4);
    let outside = std::panic::catch_unwind(|| DynBoard::solved(shape(2, 3, 1))[(0, 3)]);
    assert!(outside.is_err(), "column 3 is no cell of the next row");
}

#[test]
fn every_direction_moves_the_tile_that_way() {
    let solved: Board<2, 2, 2> = Board::solved();
    // The blank is behind, below and to the right: tiles can come from in front, from above and
    // from the left.
    let legal: Vec<_> = solved.legal_moves().collect();
    assert_eq!(legal, [Direction::Down, Direction::Right, Direction::Back]);
    assert_eq!(solved.legal_moves().len(), 3);
    for (direction, tile, after) in [
        (Direction::Down, 6, "1 2/3 4//5 0/7 6"),
        (Direction::Right, 7, "1 2/3 4//5 6/0 7"),
        (Direction::Back, 4, "1 2/3 0//5 6/7 4"),
    ] {
        let mut board = solved.clone();
        assert_eq!(board.slide(direction).map(|it| it.tile), Ok(tile));
        assert_eq!(board.to_string(), after);
        assert_eq!(
            board.slide(direction.opposite()).map(|it| it.tile),
            Ok(tile)
        );
        assert_eq!(board, solved);
    }
    let mut board = solved.clone();
    for direction in [Direction::Up, Direction::Left, Direction::Front] {
        let error = board.slide(direction).expect_err("a wall");
        let expected = format!(
            "no tile can move {direction}: the blank is in {}",
            board.shape().place(board.blank())
        );
        assert_eq!(error.to_string(), expected);
    }
    assert_eq!(board, solved);
}

fn as_text(slides: &[TileMove]) -> String {
    let moves: Moves = slides.iter().map(|slide| slide.direction).collect();
    moves.to_string()
}

#[test]
fn a_click_slides_the_run_of_tiles_between() {
    let mut board: Board<3, 3, 3> = Board::solved();
    for (cell, moves) in [(8, "BB"), (2, "DD"), (2, "")] {
        let moved = board.slide_cell(cell).map(|slides| as_text(&slides));
        assert_eq!((moved.as_deref(), board.blank()), (Ok(moves), cell));
    }
    let error = board.slide_cell(4).expect_err("not in line");
    let expected = "the tile in row 2, column 2 is not in line with the blank in row 1, column 3";
    assert_eq!(error.to_string(), expected);
    let (cell, cells) = (27, 27);
    assert_eq!(
        board.slide_cell(cell),
        Err(MoveError::NoCell { cell, cells })
    );
    assert_eq!(board.blank(), 2);
    let solved = Board::<3>::solved();
    assert_eq!((solved.position(6), solved.position(9)), (Some(5), None));
    assert_eq!((solved.get(5), solved.get(9)), (Some(6), None));
}

#[test]
fn moves_are_played_all_or_none() {
    let mut board: Board<3> = Board::from_seed(5);
    let before = board.clone();
    let legal: Moves = board.legal_moves().take(1).collect();
    let mut moves = legal.clone();
    moves.extend(&legal.inverse());
    moves.extend([Direction::Front]);
    let error = board
        .play(&moves)
        .expect_err("no move to the front on a flat board");
    assert!(matches!(
        error,
        MoveError::Illegal {
            index: 2,
            direction: Direction::Front,
            ..
        }
    ));
    assert_eq!(board, before);
}

#[test]
fn ranks_are_perfect_indexes_in_the_order_of_boards() {
    for (rows, cols, layers) in [(1, 1, 1), (1, 4, 1), (2, 3, 1), (2, 2, 2), (7, 1, 1)] {
        let shape = shape(rows, cols, layers);
        let all: u128 = (1..=shape.cells() as u128).product();
        let (mut solvable, mut last) = (0, None);
        for rank in 0..all {
            let board = DynBoard::unrank(shape, rank).expect("in range");
            assert_eq!(board.rank(), Ok(rank));
            solvable += u128::from(board.is_solvable());
            assert!(last.is_none_or(|last| last < board));
            last = Some(board);
        }
        assert_eq!(shape.solvable_count(), Some(solvable));
        let (rank, count) = (all, all);
        let past_the_last = PermutationError::NoSuchRank { rank, count };
        assert_eq!(DynBoard::unrank(shape, rank), Err(past_the_last));
    }
    // 34 cells are the most.
    let count: u128 = (1..=34).product();
    let board = Board::<2, 17>::unrank(count - 1).expect("the last of 34!");
    assert_eq!((board.rank(), board.tiles()[0]), (Ok(count - 1), 33));
    assert_eq!(board.shape().solvable_count(), Some(count / 2));
    let too_many = PermutationError::TooLong { len: 35 };
    assert_eq!(Board::<5, 7>::solved().rank(), Err(too_many));
    assert_eq!(Board::<5, 7>::unrank(0), Err(too_many));
    assert_eq!(Board::<5, 7>::SHAPE.solvable_count(), None);
}

#[test]
fn the_snail_winds_inwards() {
    let shape = |rows, cols| shape(rows, cols, 1);
    for (rows, cols, tiles) in [
        (1, 4, "1x4: 1 2 3 0"),
        (3, 1, "1/2/0"),
        (2, 3, "1 2 3/0 5 4"),
        (3, 2, "1 2/0 3/5 4"),
        (4, 4, "1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7"),
        (5, 3, "1 2 3/12 13 4/11 14 5/10 0 6/9 8 7"),
    ] {
        let snail = Goal::Snail.board(shape(rows, cols)).expect("flat");
        assert_eq!(snail.to_string(), tiles);
    }
    for (rows, cols) in (1..9).flat_map(|rows| (1..9).map(move |cols| (rows, cols))) {
        let goal = Goal::Snail.board(shape(rows, cols)).expect("flat");
        assert!(goal.is_solved_for(&Goal::Snail));
        // Each number is beside the one before it.
        let cell_of = |tile| goal.position(tile).expect("a tile");
        for tile in 2..(rows * cols) as u16 {
            assert_eq!(goal.shape().distance(cell_of(tile - 1), cell_of(tile)), 1);
        }
        for named in [Goal::BlankLast, Goal::BlankFirst, Goal::Snail] {
            let board = named.board(goal.shape()).expect("flat");
            let tiles = (0..rows * cols).map(|cell| named.tile_at(board.shape(), cell));
            assert!(tiles.eq(board.iter().map(Some)));
            assert_eq!(named.tile_at(board.shape(), rows * cols), None);
            assert_eq!(named.home(board.shape()), Ok(board.blank()));
        }
    }
}

#[test]
fn manhattan_is_the_sum_of_taxicab_distances() {
    let board: Board<3> = "8 1 3/4 0 2/7 6 5".parse().expect("a board");
    assert_eq!(board.manhattan(&Goal::BlankLast), 10); // 1 + 2 + 0 + 0 + 2 + 2 + 0 + 3
    assert_eq!(Board::<4, 4, 4>::solved().manhattan(&Goal::BlankLast), 0);
    // A goal of another shape is never reached.
    let other = Goal::from(DynBoard::solved(shape(3, 4, 1)));
    assert_eq!(board.manhattan(&other), usize::MAX);
    assert!(!board.is_solvable_for(&other) && !board.is_solved_for(&other));
}

const fn anywhere<T: Send + Sync + UnwindSafe + RefUnwindSafe>() {}

#[test]
fn public_types_are_small_and_go_anywhere() {
    anywhere::<Board<4>>();
    anywhere::<DynBoard>();
    anywhere::<Goal>();
    anywhere::<Moves>();
    anywhere::<Solvability>();
    #[cfg(feature = "solver")]
    {
        anywhere::<npuzzle::Solver>();
        anywhere::<npuzzle::SolverBuilder>();
        anywhere::<npuzzle::Solution>();
        anywhere::<npuzzle::SolveError>();
        anywhere::<npuzzle::Status>();
        anywhere::<npuzzle::Stats>();
        anywhere::<npuzzle::Search>();
        anywhere::<npuzzle::Guide<DynBoard>>();
        anywhere::<npuzzle::stored::SearchUnit>();
        assert!(size_of::<npuzzle::SolveError>() <= 64);
    }
    assert_eq!(size_of::<Board<3>>(), 20);
    assert_eq!(size_of::<Board<4>>(), 34);
    assert_eq!(size_of::<Board<4, 4, 4>>(), 130);
    assert_eq!(size_of::<Direction>(), 1);
    assert_eq!(size_of::<Option<Direction>>(), 1);
    assert_eq!(size_of_val(&Board::<3>::solved().legal_moves()), 1);
    assert!(size_of::<DynBoard>() <= 32 + size_of::<usize>());
    assert!(size_of::<Moves>() <= 96 + 2 * size_of::<usize>());
    assert!(size_of::<BoardError>() <= 64);
}

#[test]
fn swaps_and_clicks_agree_with_the_board() {
    for seed in 0..20 {
        let board = DynBoard::permutation_from_seed(shape(3, 4, 1), seed);
        for cell in 0..13 {
            let clicked = board.clone().slide_cell(cell);
            assert_eq!(
                board.can_slide_cell(cell),
                clicked.is_ok_and(|it| !it.is_empty())
            );
        }
        let (a, b) = (seed as u16 % 12, 3 * seed as u16 % 12);
        let swapped = board.swapped(a, b).expect("two of its tiles");
        assert_eq!(swapped.blank(), swapped.position(0).expect("a blank"));
        assert_eq!(swapped.position(a), board.position(b));
        assert_eq!(swapped.swapped(b, a).as_ref(), Ok(&board));
        let error = board.swapped(a, 12).expect_err("there is no such tile");
        assert_eq!(error.to_string(), "tile 12 is not one of 0 to 11");
        let repaired = board.solvability(&Goal::BlankLast).repair();
        let is_solvable = |(a, b)| board.swapped(a, b).is_ok_and(|it| it.is_solvable());
        assert!(repaired.map_or(board.is_solvable(), is_solvable));
    }
}

#[test]
fn boards_along_moves_are_those_of_play() {
    let board: Board<2, 3> = "1 2 3/4 0 5".parse().expect("a board");
    let moves: Moves = "DRULL".parse().expect("moves");
    let along: Vec<_> = board.boards_along(&moves).collect();
    for (nth, after) in along.iter().enumerate() {
        let mut played = board.clone();
        let result = played.play(&moves[..=nth].into());
        assert_eq!(after.clone(), result.map(|()| played), "{nth}");
    }
    assert!(along[..4].iter().all(Result::is_ok) && along.len() == 5);
}

#[test]
fn simplified_moves_end_on_the_same_board() {
    for seed in 0..50 {
        let mut dice = crate::oracle::random::Random(seed);
        let (mut end, mut moves) = (Board::<3>::solved(), Moves::new());
        for _ in 0..40 {
            let legal: Vec<_> = end.legal_moves().collect();
            let direction = legal[dice.below(legal.len())];
            end.slide(direction).expect("a legal move");
            moves.push(direction);
        }
        moves.simplify();
        assert!(moves.windows(2).all(|two| two[0] != two[1].opposite()));
        let mut simplified = Board::<3>::solved();
        assert_eq!(simplified.play(&moves), Ok(()));
        assert_eq!(simplified, end);
        let owned: Vec<Direction> = moves.clone().into();
        assert!(moves.into_iter().eq(owned));
    }
}

#[test]
fn homes_are_the_cells_of_the_tiles() {
    let partial: Goal = "1 2 3/* * */* 0 *".parse().expect("a goal");
    for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Snail, partial] {
        let of = shape(3, 3, 1);
        let homes = goal.homes(of).expect("it fits");
        for (tile, home) in homes.into_iter().enumerate() {
            assert_eq!(home, goal.cell_of(of, tile as u16));
        }
    }
    assert!(Goal::Snail.homes(shape(2, 2, 2)).is_err());
}

#[test]
fn a_verdict_has_the_last_board() {
    let board: Board<3> = "1 2 3/0 4 6/7 5 8".parse().expect("a board");
    let verdict = |moves: &str, goal: &Goal| {
        npuzzle::verify(&board, &moves.parse().expect("moves"), goal).expect("it fits")
    };
    let goal = Goal::BlankLast;
    for (moves, sentence, end) in [
        ("LUL", "solved in 3 moves", "1 2 3/4 5 6/7 8 0"),
        (
            "LLL",
            "move 3: no tile can move L: the blank is in row 2, column 3",
            "1 2 3/4 6 0/7 5 8",
        ),
        (
            "L",
            "1 move ends in 1 2 3/4 0 6/7 5 8, not in the goal",
            "1 2 3/4 0 6/7 5 8",
        ),
        (
            "RDR",
            "move 1: no tile can move R: the blank is in row 2, column 1; \
             as moves of the blank they solve it",
            "1 2 3/0 4 6/7 5 8",
        ),
    ] {
        let verdict = verdict(moves, &goal);
        assert_eq!(
            (verdict.to_string(), verdict.end.to_string()),
            (sentence.into(), end.into())
        );
        assert_eq!(verdict.is_solved, moves == "LUL");
        assert_eq!(verdict.is_solved_by_blank, moves == "RDR");
    }
    assert!(verdict("", &board.clone().into()).is_solved);
    let other = DynBoard::solved(shape(3, 4, 1));
    assert!(npuzzle::verify(&board, &Moves::new(), &other.into()).is_err());
}

#[test]
fn a_game_takes_turns_back_and_plays_them_again() {
    let mut guide = npuzzle::Guide::new(Board::<3>::solved());
    let slides = guide.slide_cell(6).expect("in line with the blank");
    assert_eq!((slides.len(), guide.position()), (2, 1));
    let slid = guide.slide(Direction::Down).expect("a tile above");
    assert_eq!(slid.tile, 4);
    let after = guide.board().clone();
    guide.restart();
    assert!(guide.is_solved() && guide.undo().is_none());
    while guide.redo().is_some() {}
    assert_eq!(
        (guide.board(), guide.moves()),
        (&after, "RRD".parse().expect("moves"))
    );
    let turns = guide.turns().to_vec();
    let resumed = npuzzle::Guide::new(Board::<3>::solved()).resume(turns, 1);
    assert_eq!(resumed.expect("legal moves").moves().to_string(), "RR");
}
