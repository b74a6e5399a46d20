//! Whatever is done to a board leaves it a permutation that a plain model agrees with, and the two
//! types of boards agree in each result.

#![no_main]

use arbitrary::Arbitrary;
use libfuzzer_sys::fuzz_target;
use npuzzle::{Board, Direction, DynBoard, Goal, Moves, Puzzle};

#[derive(Arbitrary, Debug)]
enum Step {
    Slide(Direction),
    SlideCell(u8),
    SlideTile(u8),
    Play(Moves),
    PlayBack(Moves),
}

#[derive(Arbitrary, Debug)]
struct Input<const ROWS: usize, const COLS: usize, const LAYERS: usize> {
    board: Board<ROWS, COLS, LAYERS>,
    goal: Goal,
    steps: Vec<Step>,
}

/// The results of a step.
fn step<P: Puzzle>(board: &mut P, step: &Step) -> String {
    match step {
        Step::Slide(direction) => {
            assert_eq!(board.can_slide(*direction), board.after(*direction).is_ok());
            format!("{:?}", board.slide(*direction))
        }
        Step::SlideCell(cell) => format!("{:?}", board.slide_cell((*cell).into())),
        Step::SlideTile(tile) => format!("{:?}", board.slide_tile((*tile).into())),
        Step::Play(moves) => {
            let before = board.clone();
            let played = board.play(moves);
            assert!(played.is_ok() || *board == before);
            format!("{played:?}")
        }
        Step::PlayBack(moves) => {
            let before = board.clone();
            if board.play(moves).is_ok() {
                assert_eq!(board.play(&moves.inverse()), Ok(()));
            }
            assert!(*board == before);
            String::new()
        }
    }
}

fn run<const R: usize, const C: usize, const L: usize>(input: Input<R, C, L>) {
    let Input {
        board: mut fixed,
        goal,
        steps,
    } = input;
    let mut dynamic = DynBoard::from(fixed.clone());
    let solvable = fixed.is_solvable_for(&goal);
    let parity = fixed.inversions() % 2;
    let mut log = Moves::new();
    for it in &steps {
        let before = fixed.clone();
        assert_eq!(step(&mut fixed, it), step(&mut dynamic, it));
        assert_eq!(DynBoard::from(fixed.clone()), dynamic);
        assert_eq!(fixed.tiles()[fixed.blank()], 0);
        if let Step::Slide(direction) = it {
            if fixed != before {
                log.push(*direction);
                let mut back = fixed.clone();
                assert!(back.slide(direction.opposite()).is_ok() && back == before);
            }
        }
        let mut tiles = fixed.tiles().to_vec();
        tiles.sort_unstable();
        assert!(tiles.iter().zip(0..).all(|(&tile, number)| tile == number));
        // No move changes the class of a board.
        assert_eq!(fixed.is_solvable_for(&goal), solvable);
        assert_eq!(fixed.inversions(), fixed.inversions_naive());
        assert_eq!(fixed.solvability(&goal).is_solvable(), solvable);
        assert_eq!(
            fixed.is_solved_for(&goal),
            goal.board(fixed.shape()) == Ok(dynamic.clone())
        );
        assert_eq!(fixed.rank().map(Board::unrank), Ok(Ok(fixed.clone())));
    }
    assert!(R != 1 || L != 1 || fixed.inversions() % 2 == parity);
    assert!(log.len() <= steps.len());
}

#[derive(Arbitrary, Debug)]
enum Inputs {
    Square(Input<3, 3, 1>),
    Flat(Input<2, 5, 1>),
    Row(Input<1, 6, 1>),
    Column(Input<5, 1, 1>),
    Cube(Input<2, 2, 3>),
    Fifteen(Input<4, 4, 1>),
    Alone(Input<1, 1, 1>),
}

fuzz_target!(|inputs: Inputs| {
    match inputs {
        Inputs::Square(it) => run(it),
        Inputs::Flat(it) => run(it),
        Inputs::Row(it) => run(it),
        Inputs::Column(it) => run(it),
        Inputs::Cube(it) => run(it),
        Inputs::Fifteen(it) => run(it),
        Inputs::Alone(it) => run(it),
    }
});
