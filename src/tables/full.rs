//! The distance of every board of a small shape.

use alloc::vec::Vec;

use crate::search::automaton::ORDER;
use crate::shape::Shape;
use crate::tables::memory::{OutOfMemory, reserved, zeroed};

/// The distances of all boards of a shape of at most [`MAX_CELLS`](FullTable::MAX_CELLS) cells: a solution is read off it.
///
/// A board is the blank's cell and the order of the tiles, four bits each, the lowest cell first. Tiles are named by the cells
/// that they must reach, the home left out, so the solved order is 0, 1, 2, ... Two orders whose ranks differ in the last bit
/// differ in the last two tiles alone, hence in their parity, and the blank's cell decides which parity can be solved: half of
/// the rank is a perfect index.
#[derive(Clone, Debug)]
pub(crate) struct FullTable {
    home: usize,
    /// Half the number of orders.
    orders: usize,
    ranks: Ranks,
    /// For each blank cell and turn of [`ORDER`]: the tile's place in the order before and after, and its cell.
    moves: Vec<[Option<Step>; 6]>,
    /// In moves, by blank cell and half rank.
    distances: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Step {
    from: u8,
    place: u8,
    new_place: u8,
}

impl Step {
    /// Moves the tile to its new place; those in between shift by one.
    const fn apply(self, order: u32) -> u32 {
        let (from, to) = (4 * self.place as u32, 4 * self.new_place as u32);
        let tile = order >> from & 15;
        let below = (1 << from) - 1;
        // Shifting by 4 at a time: 28 is the highest place, and its own four bits go first.
        let without = order & below | order >> 4 & !below;
        let below = (1 << to) - 1;
        without & below | tile << to | (without & !below) << 4
    }
}

/// The lexicographic rank of an order by two lookups: of its first four tiles, and of the others among themselves.
#[derive(Clone, Debug)]
struct Ranks {
    first: Vec<u16>,
    last: Vec<u16>,
}

impl Ranks {
    fn new(tiles: usize) -> Result<Self, OutOfMemory> {
        let mut ranks = Self {
            first: zeroed(1 << 16)?,
            last: zeroed(1 << 16)?,
        };
        let first = tiles.min(4);
        ranks.fill_first(tiles, first, 0, 0, 0);
        let last = tiles - first;
        // Which numbers are left does not matter, only their order: all choices from the tiles.
        Self::fill_last(&mut ranks.last, tiles, last, &mut Vec::new());
        Ok(ranks)
    }

    fn fill_first(&mut self, tiles: usize, left: usize, order: u16, used: u32, rank: u16) {
        let place = tiles.min(4) - left;
        if left == 0 {
            self.first[order as usize] = rank;
            return;
        }
        let mut smaller = 0;
        for tile in (0..tiles).filter(|tile| used >> tile & 1 == 0) {
            let orders_behind: u16 = (1..tiles - place).map(|n| n as u16).product();
            let order = order | (tile as u16) << (4 * place);
            self.fill_first(
                tiles,
                left - 1,
                order,
                used | 1 << tile,
                rank + smaller * orders_behind,
            );
            smaller += 1;
        }
    }

    fn fill_last(ranks: &mut [u16], tiles: usize, left: usize, chosen: &mut Vec<usize>) {
        if left == 0 {
            let mut rank = 0;
            for (place, tile) in chosen.iter().enumerate() {
                let smaller = chosen[place..].iter().filter(|other| *other < tile).count();
                rank = rank * (chosen.len() - place) + smaller;
            }
            let order = chosen.iter().rev().fold(0, |order, tile| order << 4 | tile);
            ranks[order] = rank as u16;
            return;
        }
        for tile in 0..tiles {
            if !chosen.contains(&tile) {
                chosen.push(tile);
                Self::fill_last(ranks, tiles, left - 1, chosen);
                chosen.pop();
            }
        }
    }

    #[inline]
    fn rank(&self, order: u32) -> usize {
        self.first[(order & 0xffff) as usize] as usize + self.last[(order >> 16) as usize] as usize
    }
}

impl FullTable {
    /// The most cells of a shape: 9!/2 = 181,440 boards.
    pub(crate) const MAX_CELLS: usize = 9;

    /// Searches the whole space breadth first from the goal: some milliseconds for 3 x 3.
    pub(crate) fn new(shape: Shape, home: usize) -> Result<Self, OutOfMemory> {
        assert!(
            shape.cells() <= Self::MAX_CELLS && !shape.is_path(),
            "not a small shape"
        );
        let cells = shape.cells();
        let orders = (1..cells).product::<usize>().div_ceil(2);
        let mut table = Self {
            home,
            orders,
            ranks: Ranks::new(cells - 1)?,
            moves: reserved(cells)?,
            distances: zeroed(cells * orders)?,
        };
        let step = |blank: usize, from: usize| Step {
            from: from as u8,
            place: (from - usize::from(from > blank)) as u8,
            new_place: (blank - usize::from(blank > from)) as u8,
        };
        for blank in 0..cells {
            let neighbours = ORDER.map(|side| shape.neighbour(blank, side));
            table
                .moves
                .push(neighbours.map(|from| Some(step(blank, from?))));
        }
        table.fill()?;
        Ok(table)
    }

    fn fill(&mut self) -> Result<(), OutOfMemory> {
        const UNKNOWN: u8 = u8::MAX;
        self.distances.fill(UNKNOWN);
        let solved =
            (0..self.moves.len() as u32 - 1).fold(0, |order, tile| order | tile << (4 * tile));
        let mut boards: Vec<(u32, u8)> = reserved(self.distances.len())?;
        boards.push((solved, self.home as u8));
        let goal = self.index(solved, self.home);
        self.distances[goal] = 0;
        let (mut begin, mut distance) = (0, 0);
        while begin < boards.len() {
            distance += 1;
            for known in begin..boards.len() {
                let (order, blank) = boards[known];
                begin += 1;
                for step in self.moves[blank as usize].into_iter().flatten() {
                    let next = step.apply(order);
                    let index = self.index(next, step.from as usize);
                    if self.distances[index] == UNKNOWN {
                        self.distances[index] = distance;
                        boards.push((next, step.from));
                    }
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn index(&self, order: u32, blank: usize) -> usize {
        blank * self.orders + self.ranks.rank(order) / 2
    }

    /// Returns the memory taken, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.distances.len() + 2 * (self.ranks.first.len() + self.ranks.last.len())
    }

    /// Calls back with the turn of [`ORDER`] of every move of a shortest solution, the first in that order where there are
    /// several, and returns their number.
    pub(crate) fn solve(&self, at: &[u16], blank: usize, mut visit: impl FnMut(usize)) -> usize {
        let tiles = at.iter().filter(|&&tile| tile as usize != self.home);
        let (mut order, mut place) = (0, 0);
        for &tile in tiles {
            order |= (u32::from(tile) - u32::from(tile as usize > self.home)) << place;
            place += 4;
        }
        let mut blank = blank;
        let length = self.distances[self.index(order, blank)];
        for left in (0..length).rev() {
            for (turn, step) in self.moves[blank].iter().enumerate() {
                let Some(step) = step else { continue };
                let next = step.apply(order);
                if self.distances[self.index(next, step.from as usize)] == left {
                    visit(turn);
                    (order, blank) = (next, step.from as usize);
                    break;
                }
            }
        }
        length as usize
    }
}
