//! The methods of `Puzzle` and of both boards, and boards made of rows.

use npuzzle::{Board, BoardError, Direction, DynBoard, Goal, Moves, Puzzle};

use crate::oracle::shape::shape;

/// The results of all methods of `Puzzle`, as text.
fn answers<P: Puzzle>(board: &P) -> String {
    let slides = Direction::ALL.map(|direction| {
        let after = board.after(direction);
        assert_eq!(board.legal_moves().any(|it| it == direction), after.is_ok());
        after.map(|it| it.to_string())
    });
    let cells = 0..=board.shape().cells();
    let by_number: Vec<_> = cells
        .map(|nth| {
            let mut clicked = board.clone();
            let slides = clicked.slide_cell(nth);
            (
                board.get(nth),
                board.position(nth as u16),
                slides,
                clicked.to_string(),
            )
        })
        .collect();
    let by_goal = [Goal::BlankLast, Goal::BlankFirst, Goal::Snail].map(|goal| {
        let (is_solved, is_solvable) = (board.is_solved_for(&goal), board.is_solvable_for(&goal));
        let why = board.solvability(&goal).to_string();
        (is_solved, is_solvable, board.manhattan(&goal), why)
    });
    let mut played = board.clone();
    let moves: Moves = board.legal_moves().take(1).collect();
    let play = played.play(&moves);
    format!(
        "{board} {:?} {:?} {} {:?} {} {} {} {} {:?} {by_goal:?} {slides:?} {by_number:?} {play:?} {played}",
        board.shape(),
        board.tiles(),
        board.blank(),
        board.iter().collect::<Vec<_>>(),
        board.is_solved(),
        board.is_solvable(),
        board.inversions(),
        board.inversions_naive(),
        board.rank(),
    )
}

#[test]
fn board_and_dyn_board_answer_alike() {
    for seed in 0..50 {
        let fixed = Board::<3, 4>::permutation_from_seed(seed);
        let dynamic = DynBoard::from(&fixed);
        assert_eq!(answers(&fixed), answers(&dynamic));
        for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Snail] {
            assert_eq!(fixed.manhattan(&goal), Puzzle::manhattan(&fixed, &goal));
            let is_solvable = Puzzle::is_solvable_for(&fixed, &goal);
            assert_eq!(dynamic.is_solvable_for(&goal), is_solvable);
        }
        assert!(fixed.iter().eq(dynamic.iter()));
        assert_eq!(fixed.rank(), Puzzle::rank(&dynamic));
        assert!(fixed.legal_moves().eq(Puzzle::legal_moves(&dynamic)));
    }
}

#[test]
fn boards_are_made_of_rows_of_any_kind() {
    let vectors = vec![vec![1_i32, 2, 3], vec![4, 0, 5]];
    let board = DynBoard::from_rows(&vectors).expect("a board");
    assert_eq!(board.to_string(), "1 2 3/4 0 5");
    assert!(board.rows().eq([[1, 2, 3], [4, 0, 5]]));
    let slices = vectors.iter().map(Vec::as_slice);
    assert_eq!(DynBoard::from_rows(slices).as_ref(), Ok(&board));
    let arrays = DynBoard::from_rows([[1_u8, 2, 3], [4, 0, 5]]);
    assert_eq!(arrays.as_ref(), Ok(&board));
    let fixed = Board::<2, 3>::from_row_slices(&vectors).expect("the shape");
    assert_eq!(DynBoard::from(fixed), board);
    let (expected, found) = (Board::<2, 2>::SHAPE, Board::<2, 3>::SHAPE);
    let wrong = BoardError::WrongShape { expected, found };
    assert_eq!(Board::<2, 2>::from_row_slices(&vectors), Err(wrong));
    let (row, expected, found) = (1, 3, 2);
    let ragged = BoardError::RowLength {
        row,
        expected,
        found,
    };
    assert_eq!(DynBoard::from_rows([&[1, 2, 3][..], &[4, 0]]), Err(ragged));
    let endless = std::iter::repeat([1_u8, 2]);
    for error in [
        DynBoard::from_rows([[0_u8; 0]; 0]),
        DynBoard::from_rows([[0_u8; 0]; 3]),
        // Too many rows are an error before they fill the memory.
        DynBoard::from_rows(endless),
    ] {
        assert!(matches!(error, Err(BoardError::Shape { .. })), "{error:?}");
    }
}

/// Two goals mean the same if the same boards are solved for them.
#[test]
fn goals_mean_the_same_if_they_accept_the_same_boards() {
    let texts = "blank-last,blank-first,snail,1 2/3 0,1 2/0 3,0 1/2 3,1 2/* *,1 * / * 0,1 * / 3 *,* */* *,* 2/3 0,1 2/3 *,* 1/2 3,\
        1x4: 1 2 3 0,1x4: 1 2 * *,1x4: * * 3 0,1x4: * 2 3 0,1 2 3/8 0 4/7 6 5";
    let goals: Vec<Goal> = texts.split(',').map(|it| it.parse().unwrap()).collect();
    let mut same = 0;
    for shape in [shape(2, 2, 1), shape(1, 4, 1)] {
        let all = (0..24).map(|rank| DynBoard::unrank(shape, rank).unwrap());
        let boards: Vec<DynBoard> = all.collect();
        let accepted =
            |goal: &Goal| -> Vec<bool> { boards.iter().map(|it| it.is_solved_for(goal)).collect() };
        for a in &goals {
            for b in &goals {
                let fit = a.fits(shape).is_ok() && b.fits(shape).is_ok();
                let expected = fit && accepted(a) == accepted(b);
                assert_eq!(
                    a.means_same_on(b, shape),
                    expected,
                    "{a} and {b} on {shape}"
                );
                same += usize::from(expected && a != b);
            }
        }
    }
    assert!(same > 10, "{same} pairs that are written in two ways");
}
