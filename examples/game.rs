//! What a game needs, to copy: shuffle, click, hint, win.
//!
//! ```text
//! cargo run --release --example game
//! ```

use std::error::Error;

use npuzzle::{Board, Direction, Guide, Solver};

/// A 3 x 3 game in progress.
struct Game {
    guide: Guide<Board<3>>,
}

impl Game {
    /// Starts a new game: the same board for the same number, always solvable, never solved already.
    fn new(number: u64) -> Option<Self> {
        Some(Self {
            guide: Guide::new(Board::unsolved_from_seed(number)?),
        })
    }

    /// Slides what the player clicked on; returns how many tiles moved, none where the click was in no line with the blank.
    fn click(&mut self, row: usize, column: usize) -> usize {
        self.guide
            .slide_cell(row * 3 + column)
            .map_or(0, |it| it.len())
    }

    /// Handles an arrow key: the tile beside the blank moves that way, if there is one.
    fn key(&mut self, direction: Direction) -> bool {
        self.guide.slide(direction).is_ok()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // A picture puzzle of somebody else: look before you play.
    let received: Board<3> = "1 2 3/4 5 6/8 7 0".parse()?;
    if !received.is_solvable() {
        println!("{}", received.solvability(&npuzzle::Goal::BlankLast));
    }

    let mut game = Game::new(20_261_120).ok_or("a board of one cell is no game")?;
    println!("today's board:\n{:#}\n", game.guide.board());

    // The player plays a little, and regrets the last move.
    game.click(0, 0);
    let direction = game.guide.board().legal_moves().next();
    if direction.is_some_and(|direction| game.key(direction)) {
        game.guide.undo();
    }
    println!(
        "after {} moves ({} pushes):",
        game.guide.move_count(),
        game.guide.slide_count()
    );
    println!("{:#}\n", game.guide.board());

    // Hints to the end. They would survive moves of the player's own in between.
    let solver = Solver::builder().build()?;
    if let Some(hint) = game.guide.hint(&solver)? {
        println!(
            "move tile {}: {} moves are left{}",
            hint.tile,
            hint.moves_left,
            if hint.proven {
                ", no fewer will do"
            } else {
                ""
            }
        );
    }
    while let Some(hint) = game.guide.hint(&solver)? {
        game.key(hint.direction);
    }
    let board = game.guide.board();
    println!("{board:#}\nsolved: {}", board.is_solved());
    assert!(board.is_solved());
    Ok(())
}
