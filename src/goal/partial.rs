//! Goals in which some tiles don't matter: the boards of such a goal, and the one for a board.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::cells::View;
use crate::dyn_board::DynBoard;
use crate::goal::Goal;
use crate::invariant::reaches;
use crate::shape::{BoardError, Shape, Tile};

/// The boards with given tiles on given cells: made by [`Goal::partial`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartialGoal {
    /// The board of the goal in which the free tiles stand in increasing order, the blank last.
    pub(crate) first: DynBoard,
    /// `[cell]`: true if any tile may stand there. There are two such cells at least.
    pub(crate) free: Box<[bool]>,
}

impl Goal {
    /// Returns the goal of some tiles by cell, `None` for any tile.
    ///
    /// # Errors
    /// [`BoardError`] as for a board.
    pub(crate) fn of_some(
        shape: Shape,
        tiles: impl IntoIterator<Item = Option<i64>>,
    ) -> Result<Self, BoardError> {
        let tiles: Vec<Option<i64>> = tiles.into_iter().collect();
        let free: Box<[bool]> = tiles.iter().map(Option::is_none).collect();
        let placed = tiles.iter().take(shape.cells());
        let mut named: Vec<i64> = placed.copied().flatten().collect();
        named.sort_unstable();
        let others = (1..shape.cells() as i64).chain([0]);
        let mut others = others.filter(|tile| named.binary_search(tile).is_err());
        let mut any = || others.next().unwrap_or_default();
        let first = tiles.into_iter().map(|tile| tile.unwrap_or_else(&mut any));
        let first = DynBoard::from_tiles(shape, first)?;
        Ok(match free.iter().filter(|&&is_free| is_free).count() {
            // One cell is left for one tile.
            0 | 1 => Self::Custom(first),
            _ => Self::Partial(PartialGoal { first, free }),
        })
    }
}

impl PartialGoal {
    pub(crate) fn cells(&self) -> impl Iterator<Item = Option<Tile>> + Clone + '_ {
        let cells = self.first.tiles().iter().zip(&self.free);
        cells.map(|(&tile, &is_free)| (!is_free).then_some(tile))
    }

    fn free_cells(&self) -> impl Iterator<Item = usize> + Clone + '_ {
        (0..self.free.len()).filter(|&cell| self.free[cell])
    }

    /// Returns whether the blank may end on any free cell.
    pub(crate) fn is_blank_free(&self) -> bool {
        self.free[self.first.blank()]
    }

    /// Returns the number of tiles that don't matter, without the blank.
    pub(crate) fn free_tiles(&self) -> usize {
        self.free_cells().count() - usize::from(self.is_blank_free())
    }

    /// Returns whether every board can be solved: each has a board of the goal of its own parity.
    pub(crate) fn has_both_parities(&self) -> bool {
        !self.first.shape().is_path() && (self.free_tiles() > 1 || self.has_one_end())
    }

    /// Returns whether each board that can be solved can reach only one board of the goal, or one
    /// that is nearer than all others.
    pub(crate) fn has_one_end(&self) -> bool {
        let shape = self.first.shape();
        let cells: Vec<usize> = self.free_cells().collect();
        match cells[..] {
            _ if shape.is_path() => true,
            // A tile and the blank change places: one swap, and steps of the blank.
            [a, b] => !self.is_blank_free() || shape.distance(a, b) % 2 == 0,
            _ => false,
        }
    }

    /// Returns the board of the goal that a board of its shape is to reach: one that it can reach,
    /// if there is any, and the nearest one on a path. Free tiles on free cells stay there.
    pub(crate) fn completed(&self, board: View<'_>) -> DynBoard {
        let shape = board.shape;
        if let Some(home) = self.home_on_path(board) {
            let mut tiles: Vec<Tile> = board.order().collect();
            tiles.insert(home, 0);
            return DynBoard::from_permutation(shape, tiles.into());
        }
        let mut is_free = vec![false; shape.cells()];
        for cell in self.free_cells() {
            is_free[usize::from(self.first.tiles()[cell])] = true;
        }
        let is_free = |tile: Tile| is_free[usize::from(tile)];
        let placed = board.tiles.iter().copied().zip(&self.free);
        let mut strays = placed.filter(|&(tile, on_free)| is_free(tile) && !on_free);
        let mut tiles: Box<[Tile]> = self.first.tiles().into();
        for cell in self.free_cells() {
            let here = Some(board.tiles[cell]).filter(|&tile| is_free(tile));
            let tile = here.or_else(|| Some(strays.next()?.0));
            tiles[cell] = tile.unwrap_or_default();
        }
        let completed = |tiles: &[Tile]| DynBoard::from_permutation(shape, tiles.into());
        if !shape.is_path() && !reaches(board, &Goal::Custom(completed(&tiles))) {
            // Two free tiles change places, or the tile and the blank if there is only one.
            let with_blank = self.free_tiles() < 2;
            let mut cells = self.free_cells().filter(|&it| with_blank || tiles[it] != 0);
            if let (Some(a), Some(b)) = (cells.next(), cells.next()) {
                tiles.swap(a, b);
            }
        }
        completed(&tiles)
    }

    /// Returns the cell nearest to the blank on which it can end; `None` if the board is no path,
    /// whose tiles never change their order, or can't reach the goal.
    fn home_on_path(&self, board: View<'_>) -> Option<usize> {
        if !board.shape.is_path() {
            return None;
        }
        let order: Vec<Tile> = board.order().collect();
        let may_hold = |cell: usize, tile| self.free[cell] || self.first.tiles()[cell] == tile;
        // A tile in front of the blank stands on the cell of its place in the order, others one
        // later.
        let front = (0..order.len()).take_while(|&nth| may_hold(nth, order[nth]));
        let back = (0..order.len()).rev();
        let back = back.take_while(|&nth| may_hold(nth + 1, order[nth]));
        let homes = order.len() - back.count()..=front.count();
        let homes = homes.filter(|&cell| may_hold(cell, 0));
        homes.min_by_key(|home| home.abs_diff(board.blank))
    }
}
