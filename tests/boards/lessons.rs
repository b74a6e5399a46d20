//! The rules that texts on sliding puzzles teach by example: inversions, the rule by the width and
//! the blank's row, the names of moves, and that half of all arrangements can be solved.

use npuzzle::inversions::{count, count_merge_sort, count_naive};
use npuzzle::{Board, DynBoard, Goal, Puzzle};

/// Each board with its inversions and whether it can be solved.
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
        assert_eq!(count_naive(board.tiles()), inversions, "{text}");
        assert_eq!(count_merge_sort(board.tiles()), inversions, "{text}");
        assert_eq!(count(board.tiles()), inversions, "{text}");
        assert_eq!(board.inversions(), inversions, "{text}");
        assert_eq!(board.inversions_naive(), inversions, "{text}");
        assert_eq!(board.is_solvable(), solvable, "{text}");
        let why = board.solvability(&Goal::BlankLast);
        assert_eq!(why.is_solvable(), solvable, "{text}");
        let verdict = if solvable {
            "solvable: "
        } else {
            "unsolvable: "
        };
        assert!(why.to_string().starts_with(verdict), "{why}");
        assert!(
            why.to_string()
                .contains(&format!("Inversions ({inversions})")),
            "{why}"
        );
    }
}

#[cfg(all(feature = "std", feature = "solver"))]
#[test]
fn a_board_often_called_unsolvable_takes_43_moves() {
    let board: Board<4> = "3 2 1 4/9 6 5 7/8 0 11 10/15 14 13 12"
        .parse()
        .expect("a board");
    let solution = board.solve().expect("it is solvable");
    assert_eq!(solution.moves().len(), 43);
    assert!(solution.is_optimal());
    assert_eq!(solution.verify(&board), Ok(()));
}

#[cfg(all(feature = "std", feature = "solver"))]
#[test]
fn three_moves_are_told_as_tile_4_left_5_up_8_left() {
    let mut board: Board<3> = "1 2 3/0 4 6/7 5 8".parse().expect("a board");
    let solution = board.solve().expect("it is solvable");
    assert_eq!(solution.moves().to_string(), "LUL");
    let moved: Vec<_> = solution
        .moves()
        .iter()
        .map(|d| board.slide(d).expect("legal"))
        .collect();
    assert_eq!(moved, [4, 5, 8]);
    assert!(board.is_solved());
}

#[cfg(all(feature = "std", feature = "solver"))]
#[test]
fn the_63_puzzle_is_solved_in_all_six_directions() {
    let mut board = Board::<4, 4, 4>::solved();
    let scramble = "FRDBLUFRDDBLURFFULDB"
        .parse()
        .map(|moves: npuzzle::Moves| moves.inverse());
    let scramble = scramble.expect("moves");
    let mut directions: Vec<_> = scramble.iter().collect();
    directions.retain(|&direction| board.slide(direction).is_ok());
    directions.sort();
    directions.dedup();
    assert_eq!(directions.len(), 6, "the scramble uses every direction");
    let solution = board.solve().expect("it was made by moves");
    assert!(solution.is_optimal());
    assert!(solution.moves().len() <= 20);
    assert_eq!(solution.verify(&board), Ok(()));
}

#[test]
fn half_of_all_arrangements_is_solvable() {
    // Exactly half: of the 24 boards of 2 x 2, of the 720 of 2 x 3 and of 3 x 2, of the 362,880 of
    // 3 x 3.
    fn solvable<const ROWS: usize, const COLS: usize>(boards: u128) -> usize {
        let boards = (0..boards).map(|rank| Board::<ROWS, COLS>::unrank(rank).expect("in range"));
        boards
            .filter(|board| board.is_solvable() && board.shape().cells() == ROWS * COLS)
            .count()
    }
    assert_eq!(solvable::<2, 2>(24), 12);
    assert_eq!(solvable::<2, 3>(720), 360);
    assert_eq!(solvable::<3, 2>(720), 360);
    assert_eq!(solvable::<3, 3>(362_880), 181_440);
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
    for seed in 0..2_000 {
        let small = Board::<3>::permutation_from_seed(seed);
        assert_eq!(small.is_solvable(), text_book_rule(&small), "{small}");
        let usual = Board::<4>::permutation_from_seed(seed);
        assert_eq!(usual.is_solvable(), text_book_rule(&usual), "{usual}");
        let wide = Board::<3, 6>::permutation_from_seed(seed);
        assert_eq!(wide.is_solvable(), text_book_rule(&wide), "{wide}");
        let high = Board::<6, 3>::permutation_from_seed(seed);
        assert_eq!(high.is_solvable(), text_book_rule(&high), "{high}");
    }
}
