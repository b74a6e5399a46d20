//! Moving tiles and the blank.

use alloc::vec;
use alloc::vec::Vec;

use crate::direction::Direction;
use crate::lesson::{Lesson, Manoeuvre};
use crate::shape::Tile;

impl Lesson {
    pub(super) fn cell_of(&self, tile: Tile) -> usize {
        usize::from(self.cells[usize::from(tile)])
    }

    /// Makes a move, if the edge of the board allows it.
    pub(super) fn make(&mut self, direction: Direction) {
        if let Ok(slide) = self.board.slide(direction) {
            self.cells[usize::from(slide.tile)] = slide.to as u16;
            self.moves.push(direction);
        }
    }

    /// Leads a tile to a cell.
    ///
    /// Each step brings it nearer; of two such steps it takes the one that the blank reaches
    /// sooner. So a lesson that begins midway takes the same steps.
    pub(super) fn lead(&mut self, tile: Tile, to: usize) {
        let shape = self.board.shape();
        loop {
            let at = self.cell_of(tile);
            let left = shape.distance(at, to);
            let steps = Direction::ALL.into_iter().filter_map(|direction| {
                let next = shape.neighbour(at, direction)?;
                if self.is_shut[next] || shape.distance(next, to) >= left {
                    return None;
                }
                Some((self.path(next, Some(at))?, direction))
            });
            // The cells that are free have a path to `to` until the tile is there.
            let Some((path, direction)) = steps.min_by_key(|step| step.0.len()) else {
                return;
            };
            for direction in path.into_iter().chain([direction]) {
                self.make(direction);
            }
        }
    }

    /// Walks the blank to a cell, around the tile at `held`.
    pub(super) fn walk(&mut self, to: usize, held: Option<usize>) -> Manoeuvre {
        for direction in self.path(to, held).into_iter().flatten() {
            self.make(direction);
        }
        let to = self.board.shape().place(to);
        Manoeuvre::Blank { to }
    }

    /// Finds the fewest moves that bring the blank to a cell, around the tile at `held`, by a
    /// breadth-first search from that cell; `None` if there is no path.
    fn path(&mut self, to: usize, held: Option<usize>) -> Option<Vec<Direction>> {
        let (shape, start) = (self.board.shape(), self.board.blank());
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
        let (mut at, mut path) = (start, Vec::new());
        while let Some(direction) = self.onwards[at] {
            path.push(direction);
            at = shape.neighbour(at, direction.opposite()).unwrap_or(to);
        }
        for cell in seen {
            self.onwards[cell] = None;
        }
        (at == to).then_some(path)
    }
}
