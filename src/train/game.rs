//! A board that a beam tries to solve.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::beam::ranking::ByPairs;
use crate::beam::{Beam, BeamConfig, Keys, Next};
use crate::canonical::CanonicalBoard;
use crate::exact::neighbours::Neighbours;
use crate::pairs::PairTables;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::{Job, Pace};
use crate::runtime::shared::Shared;
use crate::sample::{Generator, below};
use crate::side::Side;

/// A game is given up after this multiple of the Manhattan distance of its board, and this number
/// of moves.
const HOPELESS: usize = 3;
const HOPELESS_ADDED: usize = 100;

/// The data that all games on a shape share.
pub(super) struct Field {
    tables: Shared<PairTables>,
    neighbours: Shared<Neighbours>,
    keys: Shared<Keys>,
}

impl Field {
    pub(super) fn new(tables: PairTables) -> Result<Self, OutOfMemory> {
        let shape = tables.shape();
        Ok(Self {
            tables: Shared::new(tables),
            neighbours: Shared::new(Neighbours::new(shape)?),
            keys: Shared::new(Keys::new(shape.cells(), |_| true)?),
        })
    }
}

/// A beam being advanced, and some boards that it visited.
pub(super) struct Game {
    shape: usize,
    start: CanonicalBoard,
    beam: Beam<ByPairs>,
    /// The layers after which it is given up.
    most: usize,
    /// Boards of each layer, drawn at random, and how many of each are kept.
    kept: Vec<CanonicalBoard>,
    of_layer: usize,
}

/// A game that is over: with what is left of the random numbers, and the sides to which the blank
/// moves, from the first step on, if it was solved.
pub(super) type Played = (Box<Game>, Generator, Option<Vec<Side>>);

impl Game {
    /// Begins a game on the shape with this number, by a beam of `width`; `of_layer` boards of each
    /// layer are kept.
    pub(super) fn new(
        field: &Field,
        shape: usize,
        start: CanonicalBoard,
        (width, of_layer): (usize, usize),
    ) -> Result<Self, OutOfMemory> {
        let terms = BeamConfig {
            neighbours: Shared::clone(&field.neighbours),
            keys: Shared::clone(&field.keys),
            width,
            width_of_cell: width,
            ends_at_goal: true,
        };
        let ranking = ByPairs(Shared::clone(&field.tables));
        let state = ByPairs::evaluate(&start);
        let beam = Beam::new(ranking, state, start.cells(), start.blank(), terms)?;
        Ok(Self {
            shape,
            most: HOPELESS * start.manhattan() + HOPELESS_ADDED,
            start,
            beam,
            kept: Vec::new(),
            of_layer,
        })
    }

    pub(super) const fn shape(&self) -> usize {
        self.shape
    }

    /// Returns the board that it began with.
    pub(super) const fn start(&self) -> &CanonicalBoard {
        &self.start
    }

    /// Returns the number of layers of which boards were kept.
    pub(super) fn layers(&self) -> usize {
        self.kept.len() / self.of_layer
    }

    /// Returns the boards that were kept of the layer after `moves` moves, at least one.
    pub(super) fn kept_after(&self, moves: usize) -> &[CanonicalBoard] {
        let from = (moves - 1) * self.of_layer;
        self.kept.get(from..from + self.of_layer).unwrap_or(&[])
    }

    /// Returns one of the boards that were kept, of this layer or a later one.
    pub(super) fn some_kept(&self, random: &mut Generator, from: usize) -> Option<CanonicalBoard> {
        let later = self
            .kept
            .get(from * self.of_layer..)
            .filter(|later| !later.is_empty())?;
        let nth = below(later.len() as u32, &mut || random.next());
        Some(later[nth as usize].clone())
    }

    /// Returns the job that plays the game.
    pub(super) fn job(
        mut self: Box<Self>,
        mut random: Generator,
    ) -> Job<Result<Played, OutOfMemory>> {
        Job::new(move |mut pace| async move {
            let way = self.play(&mut random, &mut pace).await?;
            Ok((self, random, way))
        })
    }

    /// Plays until the board is solved or given up.
    async fn play(
        &mut self,
        random: &mut Generator,
        pace: &mut Pace,
    ) -> Result<Option<Vec<Side>>, OutOfMemory> {
        if self.start.is_solved() {
            return Ok(Some(Vec::new()));
        }
        loop {
            match self.beam.advance(u32::MAX, pace).await? {
                Next::Layer if self.beam.made() < self.most => self.keep_some(random),
                Next::Layer | Next::Over => return Ok(None),
                Next::Goal(link) => {
                    let parent = (self.beam.made(), link.parent());
                    let way = self.beam.way_to(parent, Some(link), pace).await?;
                    return Ok(Some(way.backwards().iter().rev().copied().collect()));
                }
            }
        }
    }

    /// Keeps some boards of the layer.
    fn keep_some(&mut self, random: &mut Generator) {
        let boards = self.beam.states().len() as u32;
        for _ in 0..self.of_layer {
            let nth = below(boards, &mut || random.next());
            let (tiles, blank) = self.beam.board(nth as usize);
            let mut board = self.start.clone();
            board.cells.copy_from_slice(tiles);
            board.blank = blank;
            self.kept.push(board);
        }
    }
}
