//! Boards: their constructors, conversions, moves and ranks.

use std::panic::{RefUnwindSafe, UnwindSafe};

use npuzzle::{
    Board, BoardError, Direction, DynBoard, Goal, LegalMoves, Moves, RankError, Shape, ShapeError,
    SlideError, Solvability, solvable_count,
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
    assert_eq!(Board::<2, 3>::default(), Board::solved());
}

#[test]
fn what_is_no_permutation_is_refused_and_named() {
    let shape = shape(2, 2, 1);
    let place = |cell| shape.place(cell);
    let refused = [
        (
            vec![1_i64, 2, 2, 0],
            BoardError::Duplicate {
                tile: 2,
                at: place(2),
                shape,
            },
        ),
        (
            vec![0, 1, 2, 0],
            BoardError::Duplicate {
                tile: 0,
                at: place(3),
                shape,
            },
        ),
        (
            vec![1, 2, 4, 0],
            BoardError::OutOfRange {
                tile: 4,
                at: place(2),
                shape,
            },
        ),
        (
            vec![1, -2, 3, 0],
            BoardError::OutOfRange {
                tile: -2,
                at: place(1),
                shape,
            },
        ),
        (
            vec![1, 2, 3],
            BoardError::TooFew {
                expected: 4,
                found: 3,
            },
        ),
        (vec![1, 2, 3, 0, 0], BoardError::TooMany { expected: 4 }),
    ];
    for (tiles, error) in refused {
        assert_eq!(Board::<2>::from_tiles(tiles.clone()), Err(error));
        assert_eq!(DynBoard::from_tiles(shape, tiles), Err(error));
    }
    let huge = Board::<2>::from_tiles([1, 2, u128::MAX, 0]);
    assert_eq!(
        huge,
        Err(BoardError::OutOfRange {
            tile: i64::MAX,
            at: place(2),
            shape,
        })
    );
    // An endless iterator is refused.
    assert_eq!(
        Board::<2>::from_tiles(0_u32..),
        Err(BoardError::TooMany { expected: 4 })
    );
    let found = Shape::rectangle(2, 3).expect("a shape");
    let wrong = BoardError::WrongShape {
        expected: Shape::rectangle(3, 2).expect("a shape"),
        found,
    };
    assert_eq!(Board::<3, 2>::try_from(DynBoard::solved(found)), Err(wrong));
    assert_eq!(wrong.to_string(), "the board is 2 x 3, not 3 x 2");
}

/// In a constant the same message is the compiler's: examples beside [`Board::new`] hold that to be
/// an error.
#[test]
fn new_boards_that_are_no_permutation_panic_with_the_reason() {
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
    let empty = ShapeError::EmptySide {
        rows: 2,
        columns: 0,
        layers: 1,
    };
    assert_eq!(Shape::new(2, 0, 1), Err(empty));
    assert!(Shape::new(256, 256, 1).is_ok());
    assert!(Shape::new(1, 1, 65_536).is_ok());
    for (rows, columns, layers) in [
        (257, 256, 1),
        (256, 256, 2),
        (usize::MAX, 2, 2),
        (2, usize::MAX, usize::MAX),
    ] {
        let too_many = ShapeError::TooManyCells {
            rows,
            columns,
            layers,
        };
        assert_eq!(Shape::new(rows, columns, layers), Err(too_many));
    }
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
    assert_eq!(shape.cell_in(2, 0, 0), None);
    assert_eq!(shape.cell(2, 3), shape.cell_in(0, 2, 3));
    assert_eq!((shape.cell(3, 0), shape.cell(0, 4)), (None, None));
    assert_eq!(Shape::square(3), Shape::new(3, 3, 1));
    assert_eq!(Shape::rectangle(3, 5), Shape::new(3, 5, 1));
    assert!(Shape::square(257).is_err() && Shape::rectangle(0, 3).is_err());
    let ways = (0..24).flat_map(|cell| Direction::ALL.map(|side| shape.neighbour(cell, side)));
    // 2 x (3 x 3 + 2 x 4) + 3 x 4 edges, each from both ends.
    assert_eq!(ways.flatten().count(), 2 * (2 * (3 * 3 + 2 * 4) + 3 * 4));
}

#[test]
fn places_are_equal_if_they_lie_alike() {
    // Fault 7: a place knew whether its board was flat, and differed from the same place of a box.
    let (flat, cube) = (shape(3, 3, 1).place(5), shape(3, 3, 3).place(5));
    assert_eq!(flat, cube);
    assert_eq!(flat.cmp(&cube), std::cmp::Ordering::Equal);
    assert_eq!(flat.to_string(), cube.to_string());
    // Messages still name the first layer of a box.
    let tiles = [1, 1, 2, 3, 4, 5, 6, 7];
    for (shape, message) in [
        (shape(2, 4, 1), "row 1: tile 1 appears twice"),
        (shape(2, 2, 2), "layer 1, row 1: tile 1 appears twice"),
    ] {
        let error = DynBoard::from_tiles(shape, tiles).expect_err("tile 1 twice");
        assert_eq!(error.to_string(), message);
    }
    let mut cube = Board::<2, 2, 2>::solved();
    cube.play(&"BD".parse().expect("moves")).expect("legal");
    assert_eq!(
        cube.slide(Direction::Back)
            .expect_err("the edge")
            .to_string(),
        "no tile can move B: the blank is in layer 1, row 1, column 2"
    );
}

#[test]
fn cells_are_indexed_by_number_and_by_place() {
    let board = Board::<2, 3, 2>::solved();
    assert_eq!(board[7], 8);
    assert_eq!(board[(1, 0, 1)], 8);
    assert_eq!(Board::<2, 3>::solved()[(1, 0)], 4);
    assert_eq!(DynBoard::from(board)[(1, 0, 1)], 8);
    let outside = std::panic::catch_unwind(|| DynBoard::solved(shape(2, 3, 1))[(0, 0, 3)]);
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
        assert_eq!(board.slide(direction), Ok(tile));
        assert_eq!(board.to_string(), after);
        assert_eq!(board.slide(direction.opposite()), Ok(tile));
        assert_eq!(board, solved);
    }
    let mut board = solved.clone();
    for direction in [Direction::Up, Direction::Left, Direction::Front] {
        assert!(matches!(
            board.slide(direction),
            Err(SlideError::NoTile { .. })
        ));
    }
    assert_eq!(board, solved);
}

#[test]
fn a_click_slides_the_run_of_tiles_between() {
    let mut board: Board<3, 3, 3> = Board::solved();
    assert_eq!(
        board.slide_cell(8).map(|moves| moves.to_string()),
        Ok("BB".into())
    );
    assert_eq!(board.blank(), 8);
    assert_eq!(
        board.slide_cell(2).map(|moves| moves.to_string()),
        Ok("DD".into())
    );
    assert_eq!(board.slide_cell(2).map(|moves| moves.len()), Ok(0));
    assert!(matches!(
        board.slide_cell(4),
        Err(SlideError::NotInLine { .. })
    ));
    assert_eq!(
        board.slide_cell(27),
        Err(SlideError::NoCell {
            cell: 27,
            cells: 27
        })
    );
    assert_eq!(board.blank(), 2);
}

#[test]
fn moves_are_played_all_or_none() {
    let mut board: Board<3> = Board::from_seed(5);
    let before = board.clone();
    let legal: Moves = board.legal_moves().take(1).collect();
    let mut moves = legal.clone();
    moves.extend(legal.inverse());
    moves.extend([Direction::Front]);
    let error = board
        .play(&moves)
        .expect_err("no move to the front on a flat board");
    assert_eq!((error.index, error.direction), (2, Direction::Front));
    assert_eq!(board, before);
}

#[test]
fn boards_are_ordered_by_tiles_in_reading_order() {
    let mut boards: Vec<Board<2>> = (0..24)
        .map(|rank| Board::unrank(rank).expect("in range"))
        .collect();
    assert!(boards.is_sorted());
    boards.sort_by_key(|board| DynBoard::from(board));
    assert!(
        boards
            .iter()
            .enumerate()
            .all(|(rank, board)| board.rank() == Ok(rank as u128))
    );
}

#[test]
fn ranks_are_perfect_indexes() {
    for (rows, cols, layers) in [
        (1, 1, 1),
        (1, 4, 1),
        (2, 2, 1),
        (2, 3, 1),
        (2, 2, 2),
        (7, 1, 1),
    ] {
        let shape = shape(rows, cols, layers);
        let all: u128 = (1..=shape.cells() as u128).product();
        let mut solvable = 0;
        for rank in 0..all {
            let board = DynBoard::unrank(shape, rank).expect("in range");
            assert_eq!(board.rank(), Ok(rank));
            solvable += u128::from(board.is_solvable());
            let is_ranked = match board.solvable_rank() {
                Ok(_) => true,
                Err(RankError::Unsolvable) => false,
                Err(error) => panic!("{error}"),
            };
            assert_eq!(is_ranked, board.is_solvable());
        }
        assert_eq!(solvable_count(shape), Some(solvable));
        for rank in 0..solvable {
            let board = DynBoard::unrank_solvable(shape, rank).expect("in range");
            assert!(board.is_solvable());
            assert_eq!(board.solvable_rank(), Ok(rank));
        }
        let out_of_range = |rank| RankError::OutOfRange { rank, shape };
        assert_eq!(DynBoard::unrank(shape, all), Err(out_of_range(all)));
        assert_eq!(
            DynBoard::unrank_solvable(shape, solvable),
            Err(out_of_range(solvable))
        );
    }
    let last = (1..=34).product::<u128>() - 1;
    let board = Board::<2, 17>::unrank(last).expect("the last of 34!");
    assert_eq!(board.rank(), Ok(last));
    assert_eq!(board.tiles()[0], 33);
    let too_many = RankError::TooManyCells {
        shape: shape(5, 7, 1),
    };
    assert_eq!(Board::<5, 7>::solved().rank(), Err(too_many));
    assert_eq!(Board::<5, 7>::unrank(0), Err(too_many));
}

#[test]
fn the_snail_winds_inwards() {
    let snail = |rows, cols| {
        Goal::Snail
            .board(shape(rows, cols, 1))
            .expect("flat")
            .to_string()
    };
    assert_eq!(snail(1, 4), "1x4: 1 2 3 0");
    assert_eq!(snail(3, 1), "1/2/0");
    assert_eq!(snail(2, 3), "1 2 3/0 5 4");
    assert_eq!(snail(3, 2), "1 2/0 3/5 4");
    assert_eq!(snail(4, 4), "1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7");
    assert_eq!(snail(5, 3), "1 2 3/12 13 4/11 14 5/10 0 6/9 8 7");
    for rows in 1..9 {
        for cols in 1..9 {
            let goal = Goal::Snail.board(shape(rows, cols, 1)).expect("flat");
            assert_eq!(Goal::Snail.home(goal.shape()), Ok(goal.blank()));
            assert!(goal.is_solved_for(&Goal::Snail));
            // Each number is beside the one before it.
            let cell_of = |tile| {
                goal.tiles()
                    .iter()
                    .position(|&t| t == tile)
                    .expect("a tile")
            };
            for tile in 2..(rows * cols) as u16 {
                assert_eq!(goal.shape().distance(cell_of(tile - 1), cell_of(tile)), 1);
            }
        }
    }
}

#[test]
fn manhattan_is_the_sum_of_taxicab_distances() {
    let board: Board<3> = "8 1 3/4 0 2/7 6 5".parse().expect("a board");
    assert_eq!(board.manhattan(&Goal::BlankLast), 10); // 1 + 2 + 0 + 0 + 2 + 2 + 0 + 3
    assert_eq!(Board::<4, 4, 4>::solved().manhattan(&Goal::BlankLast), 0);
    assert_eq!(
        Board::<3>::solved().manhattan(&Goal::Custom(DynBoard::solved(shape(3, 4, 1)))),
        usize::MAX
    );
}

const fn anywhere<T: Send + Sync + UnwindSafe + RefUnwindSafe>() {}

#[test]
fn public_types_are_small_and_go_anywhere() {
    anywhere::<Board<4>>();
    anywhere::<DynBoard>();
    anywhere::<Goal>();
    anywhere::<Moves>();
    anywhere::<Solvability>();
    anywhere::<LegalMoves>();

    assert_eq!(size_of::<Board<3>>(), 20);
    assert_eq!(size_of::<Board<4>>(), 34);
    assert_eq!(size_of::<Board<4, 4, 4>>(), 130);
    assert_eq!(size_of::<Direction>(), 1);
    assert_eq!(size_of::<Option<Direction>>(), 1);
    assert_eq!(size_of::<LegalMoves>(), 1);
    assert!(size_of::<DynBoard>() <= 32 + size_of::<usize>());
    assert!(size_of::<Moves>() <= 96 + 2 * size_of::<usize>());
    assert!(size_of::<BoardError>() <= 64);
}

#[cfg(feature = "solver")]
#[test]
fn types_of_the_solver_go_anywhere_but_a_control() {
    use npuzzle::{
        Partial, Search, SearchUnit, Solution, SolveError, Solver, SolverBuilder, Stats,
    };

    anywhere::<Solver>();
    anywhere::<SolverBuilder>();
    anywhere::<Solution>();
    anywhere::<SolveError>();
    anywhere::<Partial>();
    anywhere::<Stats>();
    anywhere::<Search>();
    anywhere::<SearchUnit>();
    // A control may borrow a callback, so it goes nowhere; it is only made here.
    drop(npuzzle::Control::new());
    assert!(size_of::<SolveError>() <= 40);
}
