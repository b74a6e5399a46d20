//! A game to start from: shuffle, click, undo, hint, win. The size is chosen at run time.
//!
//! ```text
//! cargo run --release --example game -- 4x4
//! ```

use std::error::Error;
use std::io::{self, ErrorKind, Write};

use std::time::Duration;

use npuzzle::{DynBoard, Guide, Quality, Shape, SolveError, Solver};

/// The time that a frame gives to thinking.
const THINKING: Duration = Duration::from_millis(4);

/// The frames between two moves, if a player follows the hints quickly.
const FRAMES: usize = 20;

/// A game in progress.
struct Game {
    guide: Guide<DynBoard>,
    /// Built once: it keeps what it learns of a shape. `Best` always answers, for boards of every
    /// size.
    solver: Solver,
}

impl Game {
    /// Shuffles: the same board for the same number, always solvable, never solved already.
    fn new(shape: Shape, number: u64) -> Option<Self> {
        Some(Self {
            guide: Guide::new(DynBoard::unsolved_from_seed(shape, number)?),
            solver: Solver::builder().quality(Quality::Best).build(),
        })
    }

    /// Slides what the player clicked on, and returns how many tiles moved: none if the click was
    /// not in line with the blank.
    fn click(&mut self, row: usize, column: usize) -> usize {
        let shape = self.guide.board().shape();
        let cell = row * shape.columns() + column;
        self.guide.slide_cell(cell).map_or(0, |moves| moves.len())
    }

    /// Does what a game does between two pictures: it draws one, then thinks a little. Returns
    /// whether there is nothing more to find.
    fn frame(&mut self) -> Result<bool, SolveError> {
        // Without a clock: `think_with(&self.solver, &mut Control::new().max_nodes(20_000))`.
        self.guide.think(&self.solver, THINKING)
    }

    /// Returns the tile to move next, at once; `None` if the board is solved.
    fn hint(&mut self) -> Result<Option<u16>, SolveError> {
        Ok(self.guide.hint(&self.solver)?.map(|hint| hint.tile))
    }
}

/// Plays a game to its end.
fn play(shape: Shape, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let mut game = Game::new(shape, 20_261_120).ok_or("a board of one cell can't be shuffled")?;
    writeln!(out, "today's board:\n{:#}\n", game.guide.board())?;

    // The player clicks on a corner, or on what is in line with the blank, and thinks better of it.
    let start = game.guide.board().clone();
    if game.click(0, 0) == 0 {
        let row = start.blank() / shape.columns();
        let column = usize::from(start.blank() % shape.columns() == 0);
        game.click(row, column);
    }
    assert_ne!(*game.guide.board(), start);
    writeln!(out, "a click moved tiles: {}", game.guide.moves())?;
    game.guide.undo();
    assert_eq!(*game.guide.board(), start);

    // Hints to the end. They survive moves of the player's own in between, and become better with
    // each frame.
    while let Some(tile) = game.hint()? {
        for _ in 0..FRAMES {
            if game.frame()? {
                break;
            }
        }
        let tile = game.hint()?.unwrap_or(tile);
        if let Some(cell) = game.guide.board().position(tile) {
            game.guide.slide_cell(cell)?;
        }
    }
    assert!(game.guide.is_solved());
    writeln!(out, "{:#}\n", game.guide.board())?;
    let (moves, slides) = (game.guide.move_count(), game.guide.slide_count());
    writeln!(out, "won in {moves} moves of tiles, {slides} slides")?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let shape = match std::env::args().nth(1).as_deref() {
        None | Some("3x3") => Shape::new(3, 3, 1)?,
        Some("4x4") => Shape::new(4, 4, 1)?,
        Some("5x5") => Shape::new(5, 5, 1)?,
        Some(_) => return Err("a size is 3x3, 4x4 or 5x5".into()),
    };
    match play(shape, &mut io::stdout().lock()) {
        // The reader of the output has closed it, as in `game | head -2`.
        Err(error) if is_broken_pipe(&*error) => Ok(()),
        result => result,
    }
}

fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::{ErrorKind, Shape, Write, io, is_broken_pipe, play};

    #[test]
    fn games_are_won() {
        for (rows, cols) in [(3, 3), (2, 5), (4, 4)] {
            let mut out = Vec::new();
            play(Shape::new(rows, cols, 1).expect("a shape"), &mut out).expect("a game");
            assert!(String::from_utf8_lossy(&out).contains("won in "));
        }
    }

    /// A reader like the program `head`: it reads a little and closes the pipe.
    struct Head(usize);

    impl Write for Head {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0 = self.0.checked_sub(1).ok_or(ErrorKind::BrokenPipe)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_closed_pipe_ends_the_game_in_peace() {
        let shape = Shape::new(3, 3, 1).expect("a shape");
        let error = play(shape, &mut Head(2)).expect_err("nobody reads");
        assert!(is_broken_pipe(&*error));
    }
}
