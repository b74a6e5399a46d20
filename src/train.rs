//! Weights of pairs of tiles, which rank the boards of beams, and their training.
//!
//! [`Quality::Best`](crate::Quality::Best) ranks boards of 5 x 5 to 9 x 9 by the weights that come with the crate.
//! [`PairTraining`] fits others to solutions that beams find with their help. A solver uses them for a shape if they are
//! saved as [`PairWeights::file_in`] its [`cache_dir`](crate::SolverBuilder::cache_dir); the feature `train` is not
//! needed for that.
//!
//! ```
//! use npuzzle::train::{PairTraining, PairWeights};
//! use npuzzle::Shape;
//!
//! let shape = Shape::square(5)?;
//! let mut training = PairTraining::new(&[shape], 1)?.with_games(2);
//! while training.advance()?.rounds < 1 {}
//! let folder = std::env::temp_dir().join(format!("npuzzle-train-{}", std::process::id()));
//! std::fs::create_dir_all(&folder)?;
//! training.weights().save(PairWeights::file_in(&folder, shape))?;
//! // `Solver::builder().cache_dir(&folder)` ranks boards of 5 x 5 by them.
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<_, Box<dyn core::error::Error>>(())
//! ```

mod fit;
mod game;
mod lessons;

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::vec::Vec;
use core::fmt;

use crate::canonical::CanonicalBoard;
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::messages::messages;
use crate::pairs::{self, Kinds, PairTables, PairTablesJob};
pub use crate::pairs::{PairWeights, PairWeightsError};
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::effort::Effort;
use crate::runtime::job::Job;
use crate::runtime::shared::Shared;
use crate::sample::{Generator, below};
use crate::shape::Shape;
use fit::{Fit, Lesson, Pass};
use game::{Field, Game, Played};

/// The boards that a round begins with, unless it is said otherwise.
const GAMES: u32 = 300;

/// The width of the beams. Wider ones find shorter solutions and take longer; in the same time,
/// more boards are worth more.
const WIDTH: usize = 300;

/// The rounds whose examples are used: older ones come from worse solutions.
const MEMORY: usize = 4;

/// The number of times that a round's examples are used.
const PASSES: u32 = 2;

/// From this round on the weights are fitted to comparisons instead of lengths: within a layer, the
/// board that leads to the goal should rank first. At the same width, mean lengths fell from 321 to
/// 295 moves on 7 x 7, and from 194 to 185 on 6 x 6.
const FIRST_RANKED: u32 = 16;

/// The width of the beams from then on, the boards of each layer that are compared with the one on
/// the way to the goal, and the rounds that are used, each once: more passes over fewer boards
/// overfit.
const RANKED_WIDTH: usize = 1000;
const COMPARED: usize = 4;
const RANKED_MEMORY: usize = 2;

/// The longest walk from the goal in round 0 is 2^3 half moves a cell; it grows by 2 each round.
const FIRST_WALKS: u32 = 3;
const LONGEST_WALKS: u32 = 8;

/// From this round on some boards are drawn from all there are, of 8 one more each round, up to 5.
const FIRST_RANDOM: u32 = 4;
const MOST_RANDOM: u32 = 5;

/// Fits [`PairWeights`] to solutions that beams find with their help, round by round.
///
/// In a round boards are solved: walks from the goal, longer each round, later random boards, and
/// some of the boards that the beams had kept on the way. Then the weights are fitted to the
/// lengths, and the next round's beams are better.
///
/// After 16 rounds that gains little more, and the weights are fitted to comparisons instead: of
/// all boards of a layer a beam must keep the one that leads to the goal, so that one should weigh
/// less than the others. From then on, weights also account for the edges of the board.
///
/// The same shapes, seed and numbers of games give the same weights, on every machine, however the
/// work is cut into slices. The weights that come with the crate are those of two commands:
/// `npuzzle train 5x5 6x6 --rounds 16 --out FIRST`, then
/// `npuzzle train 6x6 7x7 5x5 --from FIRST --rounds 48 --out FILE`.
///
/// # Examples
/// ```
/// use npuzzle::train::PairTraining;
/// use npuzzle::Shape;
///
/// let mut training = PairTraining::new(&[Shape::square(5)?], 1)?.with_games(2);
/// while training.advance()?.rounds < 1 {} // half a millisecond each
/// assert_ne!(training.weights(), npuzzle::train::PairWeights::shipped());
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
pub struct PairTraining {
    shapes: Vec<Shape>,
    seed: u64,
    random: Generator,
    games: u32,
    fit: Fit,
    rounds: u32,
    /// The games of the round that have begun, side games left out.
    begun: u32,
    /// `[shape]`: the data of its games, laid out again each round.
    fields: Vec<Field>,
    /// Boards of beams, from which side games begin, and the number of their shape.
    side: Vec<(usize, CanonicalBoard)>,
    /// `[round]`, the oldest first.
    lessons: VecDeque<Vec<Lesson>>,
    /// Games that ended, those that were solved, and the moves of those that began the round.
    played: u64,
    solved: u64,
    full: (u64, u64),
    last: (u64, u64),
    stage: Stage,
}

enum Stage {
    LayOut(Shared<PairWeights>, Option<PairTablesJob>),
    Play(Option<(Job<Result<Played, OutOfMemory>>, bool)>),
    Fit(Pass),
}

/// The progress of a training.
///
/// # Examples
/// ```
/// use npuzzle::train::PairTraining;
/// use npuzzle::Shape;
/// let progress = PairTraining::new(&[Shape::square(5)?], 1)?.progress();
/// println!("round {}: {:.0} %", progress.rounds + 1, progress.part * 100.0);
/// # assert_eq!(progress.rounds, 0);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct TrainingProgress {
    /// The rounds that are done.
    pub rounds: u32,
    /// The part of this round that is done, from 0 to 1.
    pub part: f64,
    /// The mean length of the solutions of the boards that the last full round began with.
    pub mean: Option<f64>,
}

/// Reasons why nothing can be trained.
///
/// # Examples
/// ```
/// use npuzzle::train::PairTraining;
/// use npuzzle::Shape;
/// let error = PairTraining::new(&[Shape::square(4)?], 1).unwrap_err();
/// assert_eq!(error.to_string(), "boards of 4 x 4 have no pairs: 5 x 5 to 9 x 9 have");
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TrainingError {
    /// No shape was named.
    NoShape,
    /// Boards of the shape aren't ranked by pairs: it is no rectangle of 5 x 5 to 9 x 9.
    Shape(Shape),
    /// There is no memory for what it takes.
    OutOfMemory,
}

messages! { TrainingError;
    Self::NoShape => "there is no shape to train for";
    Self::Shape(shape) => "boards of {shape} have no pairs: 5 x 5 to 9 x 9 have";
    Self::OutOfMemory => "there is no memory for the training";
}

impl From<OutOfMemory> for TrainingError {
    fn from(_: OutOfMemory) -> Self {
        Self::OutOfMemory
    }
}

impl fmt::Debug for PairTraining {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PairTraining")
            .field("shapes", &self.shapes)
            .field("rounds", &self.rounds)
            .finish_non_exhaustive()
    }
}

impl PairTraining {
    /// Begins a training with no weights but the Manhattan distance, on boards of these shapes in
    /// turn.
    ///
    /// # Errors
    /// [`TrainingError`] if a shape is none of 5 x 5 to 9 x 9, or there is no memory.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::train::{PairTraining, TrainingError};
    /// use npuzzle::Shape;
    /// assert_eq!(PairTraining::new(&[Shape::square(5)?], 1)?.progress().rounds, 0);
    /// assert_eq!(PairTraining::new(&[], 1).unwrap_err(), TrainingError::NoShape);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn new(shapes: &[Shape], seed: u64) -> Result<Self, TrainingError> {
        if shapes.is_empty() {
            return Err(TrainingError::NoShape);
        }
        if let Some(&shape) = shapes.iter().find(|&&shape| !pairs::rank_beams(shape)) {
            return Err(TrainingError::Shape(shape));
        }
        let fit = Fit::new(Kinds::at_once()?, shapes)?;
        let weights = Shared::new(fit.weights());
        Ok(Self {
            shapes: Vec::from(shapes),
            seed,
            random: Generator::new(seed),
            games: GAMES,
            fit,
            rounds: 0,
            begun: 0,
            fields: Vec::new(),
            side: Vec::new(),
            lessons: VecDeque::new(),
            played: 0,
            solved: 0,
            full: (0, 0),
            last: (0, 0),
            stage: Stage::LayOut(weights, None),
        })
    }

    /// Sets the number of boards that a round begins with, at least 1.
    ///
    /// ```
    /// use npuzzle::train::PairTraining;
    /// use npuzzle::Shape;
    /// let mut training = PairTraining::new(&[Shape::square(5)?], 1)?.with_games(2); // not 300
    /// training.advance()?;
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_games(mut self, games: u32) -> Self {
        self.games = games.max(1);
        self
    }

    /// Continues with weights that were fitted before, as from round 16 on: boards of a layer are
    /// compared.
    ///
    /// ```
    /// use npuzzle::train::{PairTraining, PairWeights};
    /// use npuzzle::Shape;
    /// let shipped = PairWeights::shipped();
    /// let training = PairTraining::new(&[Shape::square(5)?], 1)?.with_weights(&shipped);
    /// assert_eq!(training.progress().rounds, 16);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_weights(mut self, weights: &PairWeights) -> Self {
        self.rounds = FIRST_RANKED;
        self.begin_to_rank(weights);
        self.stage = Stage::LayOut(Shared::new(weights.clone()), None);
        self
    }

    /// Returns the weights as they are now. Those of round 17 and on are rounded to quarters of a
    /// move; the training continues with the exact ones.
    ///
    /// ```
    /// use npuzzle::train::{PairTraining, PairWeights};
    /// use npuzzle::Shape;
    /// let training = PairTraining::new(&[Shape::square(5)?], 1)?;
    /// assert_ne!(training.weights(), PairWeights::shipped()); // none are fitted yet
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn weights(&self) -> PairWeights {
        let weights = self.fit.weights();
        if self.rounds > FIRST_RANKED {
            weights.coarse()
        } else {
            weights
        }
    }

    /// Returns the progress of the training.
    ///
    /// ```
    /// use npuzzle::train::PairTraining;
    /// use npuzzle::Shape;
    /// let progress = PairTraining::new(&[Shape::square(5)?], 1)?.progress();
    /// assert_eq!((progress.rounds, progress.mean), (0, None));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn progress(&self) -> TrainingProgress {
        /// Playing takes about as long as this many times fitting.
        const PLAY: f64 = 0.6;

        let part = match &self.stage {
            Stage::LayOut(..) => 0.0,
            Stage::Play(_) => PLAY * f64::from(self.begun) / f64::from(self.games),
            Stage::Fit(pass) => PLAY + (1.0 - PLAY) * pass.part(),
        };
        let (games, moves) = self.last;
        TrainingProgress {
            rounds: self.rounds,
            part,
            mean: (games > 0).then(|| moves as f64 / games as f64),
        }
    }

    /// Advances for about half a millisecond, and returns the progress. The training never ends.
    ///
    /// # Errors
    /// [`TrainingError::OutOfMemory`].
    ///
    /// # Examples
    /// ```
    /// use npuzzle::train::PairTraining;
    /// use npuzzle::Shape;
    /// let mut training = PairTraining::new(&[Shape::square(5)?], 1)?.with_games(2);
    /// while training.advance()?.rounds < 1 {} // draw a bar
    /// assert!(training.progress().mean.is_some());
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn advance(&mut self) -> Result<TrainingProgress, TrainingError> {
        self.advance_slice(&mut Effort::slice())?;
        Ok(self.progress())
    }

    fn advance_slice(&mut self, effort: &mut Effort) -> Result<(), OutOfMemory> {
        while !effort.is_spent() {
            match &mut self.stage {
                Stage::LayOut(weights, new) => {
                    let Some(&shape) = self.shapes.get(self.fields.len()) else {
                        self.begin_games()?;
                        continue;
                    };
                    let new = if let Some(new) = new {
                        new
                    } else {
                        new.insert(PairTables::job(shape, Shared::clone(weights)))
                    };
                    if let Some(tables) = new.advance_in(effort) {
                        self.lay_out(tables?)?;
                    }
                }
                Stage::Play(game) => match game.take() {
                    Some((mut game, is_full)) => match game.advance_in(effort) {
                        Some(played) => self.end_game(played?, is_full)?,
                        None => self.stage = Stage::Play(Some((game, is_full))),
                    },
                    None => self.begin_game()?,
                },
                Stage::Fit(pass) => {
                    if self.fit.advance(pass, &self.lessons, effort) {
                        self.end_round();
                    }
                }
            }
        }
        Ok(())
    }

    fn lay_out(&mut self, tables: PairTables) -> Result<(), OutOfMemory> {
        self.fields.push(Field::new(tables)?);
        if let Stage::LayOut(_, new) = &mut self.stage {
            *new = None;
        }
        Ok(())
    }

    fn begin_games(&mut self) -> Result<(), OutOfMemory> {
        self.begun = 0;
        self.full = (0, 0);
        self.lessons.push_back(reserved(0)?);
        self.stage = Stage::Play(None);
        Ok(())
    }

    /// Begins a side game, or else the next game, or else fits.
    fn begin_game(&mut self) -> Result<(), OutOfMemory> {
        if let Some((nth, board)) = self.side.pop() {
            let game = Game::new(&self.fields[nth], nth, board, self.beam())?;
            self.play(game, false);
            return Ok(());
        }
        if self.begun == self.games {
            let pass = self
                .fit
                .begin(&self.lessons, if self.ranks() { 1 } else { PASSES })?;
            self.stage = Stage::Fit(pass);
            return Ok(());
        }
        let nth = self.begun as usize % self.shapes.len();
        let board = self.draw(self.shapes[nth]);
        self.begun += 1;
        let Some(board) = board else { return Ok(()) };
        let game = Game::new(&self.fields[nth], nth, board, self.beam())?;
        self.play(game, true);
        Ok(())
    }

    /// Lets a game run. It draws from the random numbers meanwhile.
    fn play(&mut self, game: Game, is_full: bool) {
        let job = Box::new(game).job(self.random.clone());
        self.stage = Stage::Play(Some((job, is_full)));
    }

    /// Learns from a game that is over.
    fn end_game(&mut self, (game, random, way): Played, is_full: bool) -> Result<(), OutOfMemory> {
        self.random = random;
        match way {
            Some(way) => self.learn(&game, is_full, &way),
            None => self.learn_of_loss(&game),
        }
    }

    /// Returns whether boards are compared in this round.
    const fn ranks(&self) -> bool {
        self.rounds >= FIRST_RANKED
    }

    /// Returns the width of beams, and how many boards of each layer are kept.
    const fn beam(&self) -> (usize, usize) {
        if self.ranks() {
            (RANKED_WIDTH, COMPARED)
        } else {
            (WIDTH, 1)
        }
    }

    /// Draws a board to begin with.
    fn draw(&mut self, shape: Shape) -> Option<CanonicalBoard> {
        let random = &mut self.random;
        let mut below = |limit: u32| below(limit, &mut || random.next());
        let eighths = (self.rounds + 1)
            .saturating_sub(FIRST_RANDOM)
            .min(MOST_RANDOM);
        let is_random = below(8) < eighths;
        let doubled = below(LONGEST_WALKS.min(FIRST_WALKS + self.rounds));
        let shortest = (shape.cells() as u32 / 2) << doubled;
        let moves = shortest + below(shortest);
        let seed = u64::from(below(u32::MAX));
        let goal = Goal::BlankLast;
        let board = if is_random {
            DynBoard::from_seed_for(shape, &goal, seed)
        } else {
            DynBoard::scrambled_for(shape, &goal, moves as usize, seed)
        };
        // The usual goal fits every shape.
        CanonicalBoard::new(&board.ok()?, &goal).ok()
    }

    fn end_round(&mut self) {
        self.rounds += 1;
        self.last = self.full;
        let memory = if self.ranks() { RANKED_MEMORY } else { MEMORY };
        while self.lessons.len() >= memory {
            self.lessons.pop_front();
        }
        self.fields.clear();
        let weights = self.fit.weights();
        if self.rounds == FIRST_RANKED {
            self.begin_to_rank(&weights);
        }
        self.stage = Stage::LayOut(Shared::new(weights), None);
    }

    /// Drops everything but the weights, and compares boards from now on.
    fn begin_to_rank(&mut self, weights: &PairWeights) {
        self.fit.rank(weights);
        self.lessons.clear();
        self.random = Generator::new(self.seed);
    }
}

#[cfg(test)]
mod tests;
