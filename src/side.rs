//! The six directions of the blank.

use crate::direction::Direction;
use crate::shape::Shape;
use Side::{Back, Down, Front, Left, Right, Up};

/// The direction of the *blank*. The tile that it swaps with moves in the opposite direction, which
/// is the move's [`Direction`].
///
/// The order is Korf's: searches try the sides, and compare words of them, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(crate) enum Side {
    Up,
    Left,
    Right,
    Down,
    Front,
    Back,
}

impl Side {
    pub(crate) const ALL: [Self; 6] = [Up, Left, Right, Down, Front, Back];

    pub(crate) fn numbered(turn: u8) -> Option<Self> {
        Self::ALL.get(usize::from(turn)).copied()
    }

    pub(crate) const fn undo(self) -> Self {
        Self::ALL[[3, 2, 1, 0, 5, 4][self as usize]]
    }

    /// Returns the axis of the blank's move: 0 up and down, 1 left and right, 2 through the layers.
    pub(crate) const fn axis(self) -> usize {
        [0, 1, 1, 0, 2, 2][self as usize]
    }

    /// Returns whether the blank moves towards higher coordinates.
    pub(crate) const fn is_high(self) -> bool {
        matches!(self, Down | Right | Back)
    }

    /// Returns the side along an axis, towards higher coordinates or lower ones.
    pub(crate) const fn along(axis: usize, is_high: bool) -> Self {
        Self::ALL[[[0, 3], [1, 2], [4, 5]][axis][is_high as usize]]
    }

    /// Returns the direction of the tile when the blank moves to this side.
    pub(crate) const fn tile_moves(self) -> Direction {
        Direction::ALL[[1, 3, 2, 0, 5, 4][self as usize]]
    }

    /// Returns the side to which the blank moves when a tile moves in a direction.
    pub(crate) const fn of_blank(tile_moves: Direction) -> Self {
        Self::ALL[[3, 0, 2, 1, 5, 4][tile_moves as usize]]
    }

    /// Returns the cell that the blank enters on this side, unless there is a wall.
    pub(crate) const fn entered(self, shape: Shape, blank: usize) -> Option<usize> {
        shape.neighbour(blank, self.tile_moves().opposite())
    }
}

#[cfg(test)]
mod tests {
    use super::Side;
    use crate::direction::Direction::{Back, Down, Front, Left, Right, Up};

    #[test]
    fn is_korfs_order_seen_from_the_blank() {
        let tiles = [Down, Right, Left, Up, Back, Front];
        for ((turn, side), tile) in (0..).zip(Side::ALL).zip(tiles) {
            assert_eq!(side as u8, turn);
            assert_eq!(Side::numbered(turn), Some(side));
            assert_eq!(side.tile_moves(), tile);
            assert_eq!(side.undo().tile_moves(), tile.opposite());
            assert_eq!(Side::of_blank(side.tile_moves()), side);
        }
        assert_eq!(Side::numbered(6), None);
    }
}
