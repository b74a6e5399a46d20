//! A game to start from: shuffle, click, undo, hint, win.
//!
//! ```text
//! cargo run --release --example game -- 4x4
//! ```

use std::error::Error;
use std::time::Duration;

use npuzzle::{Difficulty, DynBoard, Guide, Hint, Quality, Shape, SolveError, Solver};

/// The share of a frame for better hints.
const THINKING: Duration = Duration::from_millis(4);

/// A game in progress.
struct Game {
    guide: Guide<DynBoard>,
    /// Built once, because it keeps the tables of a shape. `Best` answers for boards of every size.
    solver: Solver,
}

impl Game {
    /// Shuffles: the same solvable board for the same seed.
    fn new(shape: Shape, seed: u64) -> Self {
        Self {
            guide: Guide::new(DynBoard::of_difficulty(shape, Difficulty::Hard, seed)),
            solver: Solver::builder().quality(Quality::Best).build(),
        }
    }

    /// Slides the run of tiles from this cell to the blank, and returns its length: 0 if the cell is
    /// not in line with the blank.
    fn click(&mut self, row: usize, column: usize) -> usize {
        let cell = row * self.guide.board().shape().columns() + column;
        self.guide.slide_cell(cell).map_or(0, |moves| moves.len())
    }

    /// Improves the hints between two frames. Without a clock: `guide.think_with`.
    fn frame(&mut self) -> Result<(), SolveError> {
        self.guide.think(&self.solver, THINKING).map(drop)
    }

    /// Returns the next move and its tile; `None` if the board is solved.
    fn hint(&mut self) -> Result<Option<Hint>, SolveError> {
        self.guide.hint(&self.solver)
    }
}

/// Plays a game and reports it: clicks on both ends of a row, undo, then hints to the end.
fn play(shape: Shape) -> Result<String, Box<dyn Error>> {
    let mut game = Game::new(shape, 20_261_120);
    let start = game.guide.board().clone();
    let row = start.blank() / shape.columns();
    let moved = game.click(row, 0) + game.click(row, shape.columns() - 1);
    assert!(moved > 0 || shape.columns() == 1);
    while game.guide.undo().is_some() {}
    assert_eq!(*game.guide.board(), start);
    while let Some(hint) = game.hint()? {
        game.guide.slide(hint.direction)?;
        game.frame()?;
    }
    assert!(game.guide.is_solved());
    let (moves, board) = (game.guide.moves().len(), game.guide.board());
    Ok(format!("{start:#}\n\n{board:#}\n\nwon in {moves} moves"))
}

fn main() -> Result<(), Box<dyn Error>> {
    let size = std::env::args().nth(1);
    println!("{}", play(size.as_deref().unwrap_or("3x3").parse()?)?);
    Ok(())
}

#[test]
fn games_are_won() -> Result<(), Box<dyn Error>> {
    for shape in ["3x3", "2x5", "4x4"] {
        assert!(play(shape.parse()?)?.contains("won in "));
    }
    Ok(())
}
