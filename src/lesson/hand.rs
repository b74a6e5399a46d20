//! The board of a lesson: tiles led to cells, and the blank around them.

use alloc::vec;
use alloc::vec::Vec;

use crate::cells::Tile;
use crate::direction::Direction;
use crate::dyn_board::DynBoard;
use crate::moves::Moves;
use crate::puzzle::Puzzle;
use crate::shape::Shape;

/// A flat board whose tiles are led one by one.
#[derive(Clone, Debug)]
pub(super) struct Hand {
    pub(super) board: DynBoard,
    /// `[tile]`: its cell.
    cells: Vec<u16>,
    /// `[cell]`: true if its tile stays, so that the blank can't enter.
    pub(super) is_shut: Vec<bool>,
    /// `[cell]`: the next move on the blank's path, for cells that a search has reached.
    onwards: Vec<Option<Direction>>,
}

impl Hand {
    pub(super) fn new(board: &impl Puzzle) -> Self {
        let shape = board.shape();
        let mut cells = vec![0; shape.cells()];
        for (cell, tile) in board.iter().enumerate() {
            cells[usize::from(tile)] = cell as u16;
        }
        Self {
            board: DynBoard::from_permutation(shape, board.tiles().into()),
            cells,
            is_shut: vec![false; shape.cells()],
            onwards: vec![None; shape.cells()],
        }
    }

    pub(super) const fn shape(&self) -> Shape {
        self.board.shape()
    }

    pub(super) const fn blank(&self) -> usize {
        self.board.blank()
    }

    pub(super) fn cell_of(&self, tile: Tile) -> usize {
        usize::from(self.cells[usize::from(tile)])
    }

    /// Makes a move, if the edge of the board allows it.
    pub(super) fn make(&mut self, direction: Direction, moves: &mut Moves) {
        if let Ok(slide) = self.board.slide(direction) {
            self.cells[usize::from(slide.tile)] = slide.to as u16;
            moves.push(direction);
        }
    }

    /// Leads a tile to a cell.
    ///
    /// Each step brings it nearer; of two such steps it takes the one that the blank reaches
    /// sooner. So a lesson that begins on the way takes the same steps.
    pub(super) fn lead(&mut self, tile: Tile, to: usize, moves: &mut Moves) {
        let shape = self.shape();
        loop {
            let at = self.cell_of(tile);
            let left = shape.distance(at, to);
            let mut shortest: Option<(Vec<Direction>, Direction)> = None;
            for direction in Direction::ALL {
                let next = shape.neighbour(at, direction);
                let is_nearer = |next: &usize| shape.distance(*next, to) < left;
                let Some(next) = next.filter(|next| !self.is_shut[*next] && is_nearer(next)) else {
                    continue;
                };
                let Some(way) = self.way(next, Some(at)) else {
                    continue;
                };
                if shortest.as_ref().is_none_or(|it| way.len() < it.0.len()) {
                    shortest = Some((way, direction));
                }
            }
            // The cells that are free have a way to `to` until the tile is there.
            let Some((way, direction)) = shortest else {
                return;
            };
            self.play(&way, moves);
            self.make(direction, moves);
        }
    }

    /// Walks the blank to a cell, around the tile at `held`.
    pub(super) fn walk(&mut self, to: usize, held: Option<usize>, moves: &mut Moves) {
        if let Some(way) = self.way(to, held) {
            self.play(&way, moves);
        }
    }

    fn play(&mut self, way: &[Direction], moves: &mut Moves) {
        for &direction in way {
            self.make(direction, moves);
        }
    }

    /// Finds the fewest moves that bring the blank to a cell, around the tile at `held`, by a
    /// breadth-first search from that cell; `None` if there is no path.
    fn way(&mut self, to: usize, held: Option<usize>) -> Option<Vec<Direction>> {
        let (shape, start) = (self.shape(), self.blank());
        let mut seen = vec![to];
        let mut read = 0;
        while read < seen.len() && seen[read] != start {
            let cell = seen[read];
            read += 1;
            for direction in Direction::ALL {
                let Some(next) = shape.neighbour(cell, direction) else {
                    continue;
                };
                let is_free = !self.is_shut[next] && held != Some(next) && next != to;
                if is_free && self.onwards[next].is_none() {
                    self.onwards[next] = Some(direction);
                    seen.push(next);
                }
            }
        }
        let (mut at, mut way) = (start, Vec::new());
        while let Some(direction) = self.onwards[at] {
            way.push(direction);
            at = shape.neighbour(at, direction.opposite()).unwrap_or(to);
        }
        for cell in seen {
            self.onwards[cell] = None;
        }
        (at == to).then_some(way)
    }

    /// Returns the move that takes the blank from a cell to one beside it.
    pub(super) fn move_between(&self, from: usize, to: usize) -> Option<Direction> {
        let shape = self.shape();
        let leads = |it: &Direction| shape.neighbour(from, it.opposite()) == Some(to);
        Direction::ALL.into_iter().find(leads)
    }
}
