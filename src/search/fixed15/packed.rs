//! A board of up to 16 cells in two words: its tiles, and the moves that bring them closer to the
//! goal.

use crate::shape::Shape;
use crate::side::Side;

/// The sides to which the blank goes, in the order in which Korf tries them.
pub(super) const SIDES: [Side; 4] = [Side::Up, Side::Left, Side::Right, Side::Down];

/// The place of a side's opposite in [`SIDES`].
pub(super) const fn opposite(side: usize) -> usize {
    3 - side
}

/// Stands for the last move of a board that no move has led to.
pub(super) const NO_SIDE: usize = 4;

/// A board whose tiles bear the number of the cell that they must reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    /// A nibble per cell: the tile there, 0 for the blank.
    pub(super) tiles: u64,
    /// The moves that bring a tile closer, each a bit of [`want`]. In the goal, and only there,
    /// nothing is wanted.
    ///
    /// A slide changes the bits of two cells only, the blank's old and new one. The bits that tell
    /// about the children and grandchildren of a board can so be read in its parent.
    pub(super) closer_mask: u64,
}

impl Packed {
    /// Packs a board and adds up its Manhattan distance.
    pub(super) fn new(shape: Shape, at: &[u16], blank: usize) -> (Self, usize) {
        let mut packed = Self {
            tiles: 0,
            closer_mask: 0,
        };
        let mut distance = 0;
        for (cell, &tile) in at.iter().enumerate().filter(|&(cell, _)| cell != blank) {
            packed.tiles |= (tile as u64) << (4 * cell);
            packed.closer_mask |= closer_mask_at(shape, cell, tile as usize);
            distance += shape.distance(cell, tile as usize);
        }
        (packed, distance)
    }

    /// Returns the board after the slide that brings the blank to `blank`.
    #[inline]
    pub(super) const fn after(self, slide: &Slide, blank: usize) -> Self {
        let tile = ((self.tiles >> (4 * blank)) & 15) as usize;
        Self {
            tiles: self.tiles ^ slide.tiles[tile],
            closer_mask: self.closer_mask ^ slide.closer_mask[tile],
        }
    }
}

/// What changes in each word when a certain tile makes a certain step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slide {
    tiles: [u64; 16],
    closer_mask: [u64; 16],
}

/// For each blank cell and the side to which the blank came there: what that slide has changed.
pub(super) type Slides = [[Slide; 4]; 16];

/// Returns the slides of a shape. Those that have no room stay empty.
pub(super) const fn slides(shape: Shape) -> Slides {
    let mut slides = [[Slide {
        tiles: [0; 16],
        closer_mask: [0; 16],
    }; 4]; 16];
    let mut from = 0;
    while from < shape.cells() {
        let mut side = 0;
        while side < 4 {
            if let Some(blank) = SIDES[side].entered(shape, from) {
                let changes = &mut slides[blank][side];
                let mut tile = 0;
                while tile < shape.cells() {
                    changes.tiles[tile] =
                        ((tile as u64) << (4 * blank)) ^ ((tile as u64) << (4 * from));
                    changes.closer_mask[tile] =
                        closer_mask_at(shape, blank, tile) ^ closer_mask_at(shape, from, tile);
                    tile += 1;
                }
            }
            side += 1;
        }
        from += 1;
    }
    slides
}

/// The bit of [`Packed::closer_mask`] that is set where the tile at `cell` gets closer when the blank
/// comes to `cell`, going to this side.
pub(super) const fn want(cell: usize, side: usize) -> u64 {
    1 << (16 * side + cell)
}

/// Returns the bits of [`Packed::closer_mask`] of a tile at a cell.
const fn closer_mask_at(shape: Shape, cell: usize, tile: usize) -> u64 {
    let mut closer_mask = 0;
    let mut side = 0;
    while side < 4 {
        // The tile goes where the blank comes from.
        if let Some(to) = SIDES[opposite(side)].entered(shape, cell) {
            if shape.distance(to, tile) < shape.distance(cell, tile) {
                closer_mask |= want(cell, side);
            }
        }
        side += 1;
    }
    closer_mask
}

/// Returns the cell that the blank enters on this side, its own where there is a wall.
pub(super) const fn entered(shape: Shape, blank: usize, side: usize) -> usize {
    if blank < shape.cells() {
        if let Some(cell) = SIDES[side].entered(shape, blank) {
            return cell;
        }
    }
    blank
}

/// Returns whether the blank may go to this side: there is no wall, and it doesn't undo the last
/// move.
pub(super) const fn may_go(shape: Shape, blank: usize, last: usize, side: usize) -> bool {
    entered(shape, blank, side) != blank && last + side != 3
}

/// Returns how many children a board has.
pub(super) const fn children(shape: Shape, blank: usize, last: usize) -> u64 {
    let mut count = 0;
    let mut side = 0;
    while side < 4 {
        count += may_go(shape, blank, last, side) as u64;
        side += 1;
    }
    count
}

/// Returns the side that is tried last, [`NO_SIDE`] if no move is left.
pub(super) const fn last_side(shape: Shape, blank: usize, last: usize) -> usize {
    let mut side = 4;
    while side > 0 {
        side -= 1;
        if may_go(shape, blank, last, side) {
            return side;
        }
    }
    NO_SIDE
}

/// Returns the bits of [`Packed::closer_mask`] that tell which children get closer.
pub(super) const fn closer_children(shape: Shape, blank: usize, last: usize) -> u64 {
    let mut closer_mask = 0;
    let mut side = 0;
    while side < 4 {
        if may_go(shape, blank, last, side) {
            closer_mask |= want(entered(shape, blank, side), side);
        }
        side += 1;
    }
    closer_mask
}
