//! The distance of every board of a small shape.

use alloc::vec::Vec;

use smallvec::SmallVec;

use crate::direction::{Direction, ORDER};
use crate::shape::Shape;
use crate::tables::memory::{OutOfMemory, reserved, zeroed};

/// The distances of all boards of a shape of at most [`MAX_CELLS`](FullTable::MAX_CELLS) cells: a
/// solution is read off it.
///
/// A board is the blank's cell and the order of the tiles, three bits each, the lowest cell first.
/// Tiles are named by the cells that they must reach, the home left out, so the solved order is 0,
/// 1, 2, ... Two orders whose ranks differ in the last bit differ in the last two tiles alone,
/// hence in their parity, and the blank's cell decides which parity can be solved: half of the rank
/// is a perfect index.
#[derive(Clone, Debug)]
pub(crate) struct FullTable {
    home: usize,
    /// Half the number of orders.
    orders: usize,
    ranks: Ranks,
    /// For each blank cell the steps of the blank, in the order of [`ORDER`].
    steps: Vec<SmallVec<[Step; 4]>>,
    /// By blank cell and half rank: the distance in moves, and above it, at [`CHOICE`], which of
    /// the blank's steps leads nearer: the first in [`ORDER`], counted without walls.
    entries: Vec<u8>,
}

/// How many bits a tile takes in an order.
const BITS: u32 = 3;

/// Where an entry keeps the step that leads nearer. No cell of a small shape has more than four
/// neighbours.
const CHOICE: u32 = 6;

/// The bits of a distance: the farthest boards of 2 x 4 are 36 moves away.
const DISTANCE: u8 = (1 << CHOICE) - 1;

/// A step of the blank to a neighbour.
#[derive(Clone, Copy, Debug)]
struct Step {
    side: Direction,
    /// The neighbour, from which the tile comes.
    from: u8,
    /// The tile's place in the order before and after.
    place: u8,
    new_place: u8,
    /// Which of the neighbour's steps takes this one back.
    back: u8,
}

impl Step {
    /// Moves the tile to its new place; those in between shift by one.
    const fn apply(self, order: u32) -> u32 {
        let (from, to) = (BITS * self.place as u32, BITS * self.new_place as u32);
        let tile = order >> from & ((1 << BITS) - 1);
        let below = (1 << from) - 1;
        let without = order & below | order >> BITS & !below;
        let below = (1 << to) - 1;
        without & below | tile << to | (without & !below) << BITS
    }
}

/// Orders of boards of one blank cell, in a space that is large enough for all of them.
struct List {
    orders: Vec<u32>,
    count: usize,
}

impl List {
    /// Adds a board if it is new: without a branch, which would often be mispredicted.
    #[inline]
    fn push(&mut self, order: u32, is_new: bool) {
        self.orders[self.count] = order;
        self.count += usize::from(is_new);
    }
}

/// The values of the bits of four tiles.
const FOUR_TILES: usize = 1 << (4 * BITS);

/// The lexicographic rank of an order by two lookups: of its first four tiles, and of the others
/// among themselves.
#[derive(Clone, Debug)]
struct Ranks {
    first: Vec<u16>,
    last: Vec<u16>,
}

impl Ranks {
    fn new(tiles: usize) -> Result<Self, OutOfMemory> {
        let mut ranks = Self {
            first: zeroed(FOUR_TILES)?,
            last: zeroed(FOUR_TILES)?,
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
        let unused = (0..tiles).filter(|tile| used >> tile & 1 == 0);
        for (smaller, tile) in (0..).zip(unused) {
            let orders_behind: u16 = (1..tiles - place).map(|n| n as u16).product();
            let order = order | (tile as u16) << (BITS as usize * place);
            let rank = rank + smaller * orders_behind;
            self.fill_first(tiles, left - 1, order, used | 1 << tile, rank);
        }
    }

    fn fill_last(ranks: &mut [u16], tiles: usize, left: usize, chosen: &mut Vec<usize>) {
        if left == 0 {
            let mut rank = 0;
            for (place, tile) in chosen.iter().enumerate() {
                let smaller = chosen[place..].iter().filter(|other| *other < tile).count();
                rank = rank * (chosen.len() - place) + smaller;
            }
            let order = chosen
                .iter()
                .rev()
                .fold(0, |order, tile| order << BITS | tile);
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
        let (first, last) = (order as usize % FOUR_TILES, order as usize / FOUR_TILES);
        usize::from(self.first[first]) + usize::from(self.last[last % FOUR_TILES])
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
            steps: reserved(cells)?,
            entries: zeroed(cells * orders)?,
        };
        let sides = |cell: usize| {
            let with_walls = ORDER.into_iter();
            with_walls.filter_map(move |side| Some((side, shape.neighbour(cell, side)?)))
        };
        for blank in 0..cells {
            let steps = sides(blank).map(|(side, from)| Step {
                side,
                from: from as u8,
                place: (from - usize::from(from > blank)) as u8,
                new_place: (blank - usize::from(blank > from)) as u8,
                back: sides(from).take_while(|&(_, cell)| cell != blank).count() as u8,
            });
            table.steps.push(steps.collect());
        }
        table.fill()?;
        Ok(table)
    }

    fn fill(&mut self) -> Result<(), OutOfMemory> {
        const UNKNOWN: u8 = u8::MAX;
        self.entries.fill(UNKNOWN);
        let solved =
            (0..self.steps.len() as u32 - 1).fold(0, |order, tile| order | tile << (BITS * tile));
        let goal = self.index(solved, self.home);
        self.entries[goal] = 0;
        // By blank cell, so that the same steps are made again and again.
        let mut level = Vec::new();
        let mut next = Vec::new();
        for _ in 0..self.steps.len() {
            // One more than there are, so that there is always room for what turns out to be known.
            level.push(List {
                orders: zeroed(self.orders + 1)?,
                count: 0,
            });
            next.push(List {
                orders: zeroed(self.orders + 1)?,
                count: 0,
            });
        }
        level[self.home].push(solved, true);
        let mut distance = 0;
        while level.iter().any(|list| list.count > 0) {
            distance += 1;
            for (list, steps) in level.iter_mut().zip(&self.steps) {
                for step in steps {
                    let known = &mut next[step.from as usize];
                    let first = step.from as usize * self.orders;
                    let entries = &mut self.entries[first..first + self.orders];
                    let found = distance | step.back << CHOICE;
                    for &order in &list.orders[..list.count] {
                        let order = step.apply(order);
                        let entry = &mut entries[self.ranks.rank(order) / 2];
                        let was = *entry;
                        // Of the steps that lead nearer the first, which makes the smallest entry;
                        // a nearer board keeps its own.
                        let is_nearer = distance <= was & DISTANCE;
                        *entry = if is_nearer { was.min(found) } else { was };
                        known.push(order, was == UNKNOWN);
                    }
                }
                list.count = 0;
            }
            core::mem::swap(&mut level, &mut next);
        }
        Ok(())
    }

    #[inline]
    fn index(&self, order: u32, blank: usize) -> usize {
        blank * self.orders + self.ranks.rank(order) / 2
    }

    /// Returns the memory taken, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.entries.len() + 2 * (self.ranks.first.len() + self.ranks.last.len())
    }

    /// Returns the memory that the table of a shape takes, in bytes.
    pub(crate) fn bytes_for(shape: Shape) -> usize {
        let cells = shape.cells();
        cells * (1..cells).product::<usize>().div_ceil(2) + 4 * FOUR_TILES
    }

    /// Returns the number of moves that the farthest boards need.
    #[cfg(feature = "std")]
    pub(crate) fn radius(&self) -> usize {
        let distances = self.entries.iter().map(|entry| entry & DISTANCE);
        distances.max().map_or(0, usize::from)
    }

    /// Returns the numbers of the boards at a distance.
    #[cfg(feature = "std")]
    pub(crate) fn at_distance(&self, distance: usize) -> impl Iterator<Item = usize> + '_ {
        let entries = self.entries.iter().zip(0..);
        let those = entries.filter(move |&(is, _)| usize::from(is & DISTANCE) == distance);
        those.map(|(_, number)| number)
    }

    /// Returns one of the two orders that share a number, as [`walk`](Self::walk) reads it, and the
    /// blank's cell. One of them can be solved; the other has the last two tiles exchanged.
    #[cfg(feature = "std")]
    pub(crate) fn order(&self, number: usize) -> (Vec<u16>, usize) {
        let (blank, mut rank) = (number / self.orders, number % self.orders * 2);
        let cells = self.steps.len();
        let mut unused: Vec<u16> = (0..cells as u16)
            .filter(|&tile| usize::from(tile) != self.home)
            .collect();
        let mut at = Vec::with_capacity(cells);
        for cell in 0..cells {
            if cell == blank {
                at.push(self.home as u16);
                continue;
            }
            let orders_behind: usize = (1..unused.len()).product();
            at.push(unused.remove(rank / orders_behind));
            rank %= orders_behind;
        }
        (at, blank)
    }

    /// Begins a walk home from a board, in which tiles are named by the cells that they must reach,
    /// the blank by the home.
    ///
    /// The board must be one from which the goal can be reached.
    pub(crate) fn walk(&self, at: &[u16], blank: usize) -> Walk<'_> {
        let tiles = at.iter().filter(|&&tile| tile as usize != self.home);
        let (mut order, mut place) = (0, 0);
        for &tile in tiles {
            order |= (u32::from(tile) - u32::from(tile as usize > self.home)) << place;
            place += BITS;
        }
        Walk {
            table: self,
            order,
            blank,
            entry: self.entries[self.index(order, blank)],
        }
    }
}

/// A shortest way home.
#[derive(Debug)]
pub(crate) struct Walk<'t> {
    table: &'t FullTable,
    order: u32,
    blank: usize,
    entry: u8,
}

impl Walk<'_> {
    /// Returns the number of moves left.
    pub(crate) const fn left(&self) -> usize {
        (self.entry & DISTANCE) as usize
    }

    /// Makes a move that leads nearer, the first in [`ORDER`] if there are several. Returns the
    /// side to which the blank goes, and how many boards one would have to look at to find it.
    ///
    /// # Panics
    /// If no move is left.
    pub(crate) fn step(&mut self) -> (Direction, u64) {
        assert!(self.left() > 0, "the goal has no nearer neighbour");
        let choice = self.entry >> CHOICE;
        let step = self.table.steps[self.blank][choice as usize];
        self.order = step.apply(self.order);
        self.blank = step.from as usize;
        self.entry = self.table.entries[self.table.index(self.order, self.blank)];
        (step.side, u64::from(choice) + 1)
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;
    use alloc::vec::Vec;

    use super::*;

    /// All boards and their distances by plain breadth-first search.
    fn distances(shape: Shape, home: usize) -> BTreeMap<Vec<u16>, usize> {
        let goal: Vec<u16> = (0..shape.cells() as u16).collect();
        let mut known = BTreeMap::from([(goal.clone(), 0)]);
        let mut level = alloc::vec![(goal, home)];
        let mut distance = 0;
        while !level.is_empty() {
            distance += 1;
            let mut next = Vec::new();
            for (at, blank) in level {
                for from in ORDER
                    .into_iter()
                    .filter_map(|side| shape.neighbour(blank, side))
                {
                    let mut child = at.clone();
                    child.swap(blank, from);
                    if !known.contains_key(&child) {
                        known.insert(child.clone(), distance);
                        next.push((child, from));
                    }
                }
            }
            level = next;
        }
        known
    }

    #[test]
    fn all_distances_are_those_of_breadth_first_search() {
        for (rows, cols, layers, homes) in [
            (2, 2, 1, &[0, 1, 2, 3][..]),
            (2, 3, 1, &[0, 1, 4, 5]),
            (3, 2, 1, &[0, 2, 5]),
            (2, 4, 1, &[0, 2, 7]),
            (4, 2, 1, &[1, 7]),
            (3, 3, 1, &[0, 4, 5, 8]),
            (2, 2, 2, &[0, 3, 7]),
        ] {
            let shape = Shape::new(rows, cols, layers).expect("a small shape");
            for &home in homes {
                let table = FullTable::new(shape, home).expect("little memory");
                assert_eq!(table.bytes(), FullTable::bytes_for(shape));
                let known = distances(shape, home);
                assert_eq!(known.len(), table.entries.len(), "{shape}");
                for (at, distance) in &known {
                    let blank = at.iter().position(|&tile| tile as usize == home);
                    let walk = table.walk(at, blank.expect("a blank"));
                    assert_eq!(walk.left(), *distance, "{shape}, home {home}: {at:?}");
                }
            }
        }
    }

    #[test]
    fn walks_lead_home() {
        let shape = Shape::new(3, 3, 1).expect("a small shape");
        let table = FullTable::new(shape, 4).expect("little memory");
        for (mut at, distance) in distances(shape, 4).into_iter().step_by(97) {
            let mut blank = at.iter().position(|&tile| tile == 4).expect("a blank");
            let mut walk = table.walk(&at, blank);
            for _ in 0..distance {
                let (side, looked_at) = walk.step();
                assert!((1..=4).contains(&looked_at));
                let from = shape.neighbour(blank, side).expect("a legal move");
                at.swap(blank, from);
                blank = from;
            }
            assert!(walk.left() == 0 && at.into_iter().eq(0..9));
        }
    }
}
