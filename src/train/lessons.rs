//! Examples for the fit, from games that are over.

use super::PairTraining;
use super::fit::{Example, Lesson};
use super::game::Game;
use crate::canonical::CanonicalBoard;
use crate::runtime::alloc::OutOfMemory;
use crate::side::Side;

/// The games that begin with some board of another game's beam. Without them the weights would
/// learn boards on paths to the goal only, and rank all others as high.
const SIDE_GAMES: usize = 4;

/// The boards of a failed game that are used, and the moves that are added to their estimates.
const LESSONS: usize = 8;
const LESSON: f32 = 10.0;

/// An example is left out if its solution exceeds this multiple of its Manhattan distance plus this
/// number of moves: such a length is due to the beam, not to the board.
const ODD: f32 = 1.7;
const ODD_ADDED: f32 = 24.0;

impl PairTraining {
    /// Adds an example to the lessons of the round.
    fn add(&mut self, nth: usize, board: &CanonicalBoard, moves: f32) -> Result<(), OutOfMemory> {
        let example = Example::new(nth, board, moves);
        self.fit.see(&example, board.manhattan());
        self.push(Lesson::Takes(example))
    }

    fn push(&mut self, lesson: Lesson) -> Result<(), OutOfMemory> {
        let Some(lessons) = self.lessons.back_mut() else {
            return Ok(());
        };
        if lessons.try_reserve(1).is_err() {
            let bytes = 2 * size_of_val(lessons.as_slice()) as u64;
            return Err(OutOfMemory { bytes });
        }
        lessons.push(lesson);
        Ok(())
    }

    /// Adds examples of the boards on the way to the goal, and queues side games from others.
    pub(super) fn learn(
        &mut self,
        game: &Game,
        is_full: bool,
        way: &[Side],
    ) -> Result<(), OutOfMemory> {
        self.played += 1;
        self.solved += 1;
        let mut board = game.start().clone();
        for (made, side) in way.iter().map(Some).chain([None]).enumerate() {
            let moves = (way.len() - made) as f32;
            if self.ranks() {
                self.compare(game, &board, made)?;
            } else if moves <= ODD * board.manhattan() as f32 + ODD_ADDED {
                self.add(game.shape(), &board, moves)?;
            }
            if let Some(from) = side.and_then(|side| side.entered(board.shape(), board.blank())) {
                board.move_tile(from);
            }
        }
        if is_full {
            self.full = (self.full.0 + 1, self.full.1 + way.len() as u64);
            let side_games = if self.ranks() { 0 } else { SIDE_GAMES };
            for _ in 0..side_games {
                if let Some(board) = game.some_kept(&mut self.random, 0) {
                    self.side.push((game.shape(), board));
                }
            }
        }
        Ok(())
    }

    /// Adds comparisons of the board on the way to the goal after `made` moves with others of its
    /// layer.
    fn compare(
        &mut self,
        game: &Game,
        board: &CanonicalBoard,
        made: usize,
    ) -> Result<(), OutOfMemory> {
        if made == 0 {
            return Ok(());
        }
        let example = |board| Example::new(game.shape(), board, 0.0);
        for other in game.kept_after(made).iter().filter(|&it| it != board) {
            self.push(Lesson::Nearer(example(board), example(other)))?;
        }
        Ok(())
    }

    /// Adds examples of boards where a beam got stuck: they are farther than estimated.
    pub(super) fn learn_of_loss(&mut self, game: &Game) -> Result<(), OutOfMemory> {
        self.played += 1;
        if self.ranks() {
            return Ok(());
        }
        for _ in 0..LESSONS {
            let Some(board) = game.some_kept(&mut self.random, game.layers() / 2) else {
                break;
            };
            let distance = board.manhattan() as f32;
            let moves = self.fit.estimate(game.shape(), &board).max(distance) + LESSON;
            self.add(game.shape(), &board, moves.min(ODD * distance + ODD_ADDED))?;
        }
        Ok(())
    }
}
