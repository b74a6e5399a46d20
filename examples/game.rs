//! What a game needs, to copy: shuffle, click, hint, win.
//!
//! ```text
//! cargo run --release --example game
//! ```

use std::error::Error;

use npuzzle::{Board, Direction, Moves};

/// A 3 x 3 game in progress.
struct Game {
    board: Board<3>,
    log: Moves,
}

impl Game {
    /// Starts a new game: the same board for the same number, always solvable, never solved already.
    fn new(number: u64) -> Option<Self> {
        Some(Self {
            board: Board::unsolved_from_seed(number)?,
            log: Moves::new(),
        })
    }

    /// Slides what the player clicked on; returns how many tiles moved, none where the click was in no line with the blank.
    fn click(&mut self, row: usize, column: usize) -> usize {
        let moved = self.board.slide_cell(row * 3 + column).unwrap_or_default();
        self.log.extend(&moved);
        moved.len()
    }

    /// Handles an arrow key: the tile beside the blank moves that way, if there is one.
    fn key(&mut self, direction: Direction) -> bool {
        let moved = self.board.slide(direction).is_ok();
        self.log.extend(moved.then_some(direction));
        moved
    }

    /// Takes the last move back.
    fn undo(&mut self) -> bool {
        self.log
            .pop()
            .is_some_and(|last| self.board.slide(last.opposite()).is_ok())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // A picture puzzle of somebody else: look before you play.
    let received: Board<3> = "1 2 3/4 5 6/8 7 0".parse()?;
    if !received.is_solvable() {
        println!("{}", received.solvability(&npuzzle::Goal::BlankLast));
    }

    let mut game = Game::new(20_261_120).ok_or("a board of one cell is no game")?;
    println!("today's board:\n{:#}\n", game.board);

    // The player plays a little, and regrets the last move.
    game.click(0, 0);
    let direction = game.board.legal_moves().next();
    if direction.is_some_and(|direction| game.key(direction)) {
        game.undo();
    }
    println!(
        "after {} moves ({} pushes):",
        game.log.len(),
        game.log.multi_tile_len()
    );
    println!("{:#}\n", game.board);

    // The solution, played like the player would.
    let solution = game.board.solve()?;
    println!(
        "{} moves are left, no fewer will do: {:#}",
        solution.moves().len(),
        solution.moves()
    );
    for direction in solution.moves() {
        game.key(direction);
    }
    println!("{:#}\nsolved: {}", game.board, game.board.is_solved());
    assert!(game.board.is_solved());
    Ok(())
}
