//! The rules that texts on sliding puzzles teach by example: inversions, the rule by the width and
//! the blank's row, and the names of moves.

use npuzzle::inversions::count_naive;
use npuzzle::{Board, DynBoard, Goal, Puzzle};

use crate::oracle::shape::shape;

/// Boards, their inversions and whether they can be solved.
const EXAMPLES: [(&str, u64, bool); 11] = [
    // Even width, the blank in the last row: the number of inversions must be even.
    ("2 1 3 4/5 6 7 8/9 10 11 12/13 14 15 0", 1, false),
    ("2 1 3 4/8 6 7 5/9 10 11 12/13 14 15 0", 6, true),
    // Odd width; then even, with the blank in row 2, 3 and 2 from the bottom.
    ("1 8 2/0 4 3/7 6 5", 10, true),
    ("13 2 10 3/1 12 8 4/5 0 9 6/15 14 11 7", 41, true),
    ("6 13 7 10/8 9 11 0/15 2 12 5/14 3 1 4", 62, true),
    ("3 9 1 15/14 11 4 6/13 0 10 12/2 7 8 5", 56, false),
    // The last two tiles exchanged on odd width, many inversions, and Loyd's 14-15 puzzle.
    ("1 2 3/4 5 6/8 7 0", 1, false),
    ("8 1 2/0 4 3/7 6 5", 11, false),
    ("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", 1, false),
    // A text that is often copied counts 14 inversions here and calls the board unsolvable. It has
    // 15, with the blank in row 2 from the bottom, and can be solved.
    ("3 2 1 4/9 6 5 7/8 0 11 10/15 14 13 12", 15, true),
    // Three moves from the goal.
    ("1 2 3/0 4 6/7 5 8", 2, true),
];

#[test]
fn inversions_and_verdicts_are_those_taught() {
    for (text, inversions, solvable) in EXAMPLES {
        let board: DynBoard = text.parse().expect("a board");
        assert_eq!(board.inversions(), inversions, "{text}");
        assert_eq!(board.inversions_naive(), inversions, "{text}");
        assert_eq!(board.is_solvable(), solvable, "{text}");
        assert_eq!(text_book_rule(&board), solvable, "{text}");
        let why = board.solvability(&Goal::BlankLast);
        assert_eq!(why.is_solvable(), solvable, "{text}");
        let number = format!("Inversions ({inversions})");
        assert!(why.to_string().contains(&number), "{why}");
    }
}

#[cfg(feature = "solver")]
#[test]
fn moves_are_told_by_the_tiles() {
    let board: DynBoard = EXAMPLES[9].0.parse().expect("a board");
    let solution = board.solve().expect("it is solvable");
    assert_eq!((solution.moves().len(), solution.is_optimal()), (43, true));
    // Tile 4 left, 5 up, 8 left.
    let mut board: DynBoard = EXAMPLES[10].0.parse().expect("a board");
    let solution = board.solve().expect("it is solvable");
    assert_eq!(solution.moves().to_string(), "LUL");
    let moved = solution
        .moves()
        .iter()
        .map(|it| board.slide(it).map(|slide| slide.tile));
    assert!(moved.eq([Ok(4), Ok(5), Ok(8)]));
    assert!(board.is_solved());
}

/// The rule as text-books print it: by the width, and on an even width by the blank's row.
fn text_book_rule(board: &impl Puzzle) -> bool {
    let inversions = count_naive(board.tiles());
    let (rows, width) = (board.shape().rows(), board.shape().columns());
    if width % 2 == 1 {
        return inversions % 2 == 0;
    }
    let row_from_bottom = rows - board.blank() / width;
    if row_from_bottom % 2 == 1 {
        inversions % 2 == 0
    } else {
        inversions % 2 == 1
    }
}

#[test]
fn the_text_book_rule_is_the_general_one() {
    for (rows, cols) in [(3, 3), (4, 4), (3, 6), (6, 3), (9, 10)] {
        for seed in 0..1_000 {
            let board = DynBoard::permutation_from_seed(shape(rows, cols, 1), seed);
            assert_eq!(board.is_solvable(), text_book_rule(&board), "{board}");
        }
    }
    let board = Board::<4>::solved();
    assert!(text_book_rule(&board) && board.is_solvable());
}
