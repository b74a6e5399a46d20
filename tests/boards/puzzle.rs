//! Questions through the trait, by the methods of both boards, and what a stranger looks for.

use npuzzle::{Board, BoardError, Direction, DynBoard, Goal, Moves, Puzzle, Shape, SlideError};

/// Everything that `Puzzle` can be asked, as text.
fn answers<P: Puzzle>(board: &P) -> String {
    let goals = [Goal::BlankLast, Goal::BlankFirst, Goal::Snail];
    let slides = Direction::ALL.map(|direction| {
        let after = board.after(direction);
        assert_eq!(board.can_slide(direction), after.is_ok());
        after.map(|it| it.to_string())
    });
    let clicks: Vec<_> = (0..=board.shape().cells())
        .map(|cell| board.clone().slide_cell(cell))
        .collect();
    let tiles: Vec<_> = (0..=board.shape().cells() as u16)
        .map(|tile| (board.position(tile), board.clone().slide_tile(tile)))
        .collect();
    let by_goal = goals.each_ref().map(|goal| {
        (
            board.is_solved_for(goal),
            board.is_solvable_for(goal),
            board.manhattan(goal),
            board.solvability(goal).to_string(),
        )
    });
    let mut played = board.clone();
    let moves: Moves = board.legal_moves().take(1).collect();
    let play = played.play(&moves);
    format!(
        "{:?} {:?} {} {:?} {} {} {} {} {} {by_goal:?} {slides:?} {clicks:?} {tiles:?} {play:?} {played} {:?} {:?} {}",
        board.shape(),
        board.tiles(),
        board.blank(),
        board.get(1),
        board.iter().map(usize::from).sum::<usize>(),
        board.is_solved(),
        board.is_solvable(),
        board.inversions(),
        board.inversions_naive(),
        board.rank(),
        board.solvable_rank(),
        board,
    )
}

#[test]
fn both_boards_answer_alike_and_so_do_their_own_methods() {
    for seed in 0..50 {
        let fixed = Board::<3, 4>::permutation_from_seed(seed);
        let dynamic = DynBoard::from(&fixed);
        assert_eq!(answers(&fixed), answers(&dynamic));
        for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Snail] {
            assert_eq!(fixed.manhattan(&goal), Puzzle::manhattan(&fixed, &goal));
            assert_eq!(
                dynamic.is_solvable_for(&goal),
                Puzzle::is_solvable_for(&fixed, &goal)
            );
        }
        assert!(
            fixed.iter().eq(&dynamic),
            "boards are iterated over by reference"
        );
        assert_eq!(fixed.rank(), Puzzle::rank(&dynamic));
        assert!(fixed.legal_moves().eq(Puzzle::legal_moves(&dynamic)));
    }
}

#[test]
fn tiles_are_found_and_slid_by_their_numbers() {
    let mut board: DynBoard = "1 2 3/4 5 6/7 8 0".parse().unwrap();
    assert_eq!(board.position(6), Some(5));
    assert_eq!(board.position(9), None);
    assert_eq!((board.get(5), board.get(9)), (Some(6), None));
    assert_eq!(board.slide_tile(7).unwrap().to_string(), "RR");
    assert_eq!(board.to_string(), "1 2 3/4 5 6/0 7 8");
    assert_eq!(
        board.slide_tile(9),
        Err(SlideError::NoSuchTile { tile: 9, cells: 9 })
    );
    let before = board.clone();
    assert!(matches!(
        board.slide_tile(5),
        Err(SlideError::NotInLine { .. })
    ));
    assert_eq!(board, before, "an error changes nothing");
    assert_eq!(
        board.slide_tile(0).unwrap(),
        Moves::new(),
        "the blank moves nothing"
    );
}

#[test]
fn boards_are_made_of_rows_of_any_kind() {
    let vectors = vec![vec![1_i32, 2, 3], vec![4, 0, 5]];
    let board = DynBoard::from_rows(&vectors).unwrap();
    assert_eq!(board.to_string(), "1 2 3/4 0 5");
    assert_eq!(
        DynBoard::from_rows([[1_u8, 2, 3], [4, 0, 5]]),
        Ok(board.clone())
    );
    assert_eq!(
        DynBoard::from_rows(vectors.iter().map(Vec::as_slice)),
        Ok(board.clone())
    );
    assert!(board.rows().eq([[1, 2, 3], [4, 0, 5]]));
    let fixed = Board::<2, 3>::try_from(vectors.as_slice()).unwrap();
    assert_eq!(fixed, Board::from_row_slices(&vectors).unwrap());
    assert_eq!(DynBoard::from(fixed), board);
    assert_eq!(
        Board::<2, 2>::try_from(vectors.clone()),
        Err(BoardError::WrongShape {
            expected: Board::<2, 2>::SHAPE,
            found: Board::<2, 3>::SHAPE,
        })
    );
    let ragged = [&[1, 2, 3][..], &[4, 0]];
    assert_eq!(
        DynBoard::from_rows(ragged),
        Err(BoardError::RowLength {
            row: 1,
            expected: 3,
            found: 2,
        })
    );
    assert!(matches!(
        DynBoard::from_rows([[0_u8; 0]; 0]),
        Err(BoardError::Shape(_))
    ));
    assert!(matches!(
        DynBoard::from_rows([[0_u8; 0]; 3]),
        Err(BoardError::Shape(_))
    ));
    let endless = std::iter::repeat([1_u8, 2]);
    assert!(
        matches!(DynBoard::from_rows(endless), Err(BoardError::Shape(_))),
        "too many rows are an error before they fill the memory"
    );
}

#[test]
fn goals_tell_their_tiles() {
    let shape = Shape::new(3, 3, 1).unwrap();
    for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Snail] {
        let board = goal.board(shape).unwrap();
        let tiles = (0..9).map(|cell| goal.tile_at(shape, cell).unwrap());
        assert!(tiles.eq(&board));
        assert_eq!(goal.tile_at(shape, 9), None);
        assert_eq!(goal.home(shape), Ok(board.blank()));
    }
    let cube = Shape::new(2, 2, 2).unwrap();
    assert_eq!(Goal::Snail.tile_at(cube, 0), None);
}
