//! Distances of a few tiles and the blank, all other tiles alike, for goals with free tiles.
//!
//! Additive tables count the moves of their own tiles alone, but bringing a few tiles home takes
//! mostly moves of others. These tables count every move, so their distances can't be added; the
//! largest is close to the number of moves.
//!
//! J. Culberson, J. Schaeffer, *Searching with pattern databases*, 1996.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::mem::take;

use smallvec::SmallVec;

use crate::canonical::{CanonicalBoard, Target};
use crate::exact::MAX_CELLS;
use crate::heuristic::Bound;
use crate::metric::Metric;
use crate::runtime::{OutOfMemory, Pace, filled, push};
use crate::shape::Shape;
use crate::side::Side;
use crate::tables::bits;

const MAX_GROUPS: usize = 5;
const MAX_TILES: usize = 7;

/// A bound that needs no tables, or the largest distance of some groups of tiles, if that is more.
#[derive(Clone, Debug)]
pub(crate) struct Projections<B> {
    plain: B,
    groups: Vec<Group>,
}

/// The distances of the blank and some tiles. An arrangement of them is a number: the blank's cell
/// is the lowest digit, to base 16 or 32, the tiles' cells are the others, to the number of cells.
/// So a move adds the same number for any places of the other tiles, and all cells of the blank are
/// in one [`Row`].
#[derive(Clone, Debug)]
struct Group {
    tiles: Vec<u16>,
    /// `[tile]`: the value of its digit; 0 for tiles of other groups and free ones.
    values: Vec<u32>,
    cells: usize,
    words: usize,
    steps: [BlankStep; 6],
    metric: Metric,
    /// Two bits for each arrangement: the distance modulo 3, or [`UNKNOWN`].
    distances: Vec<u32>,
}

const UNKNOWN: u32 = 3;
/// The number of arrangements in a word.
const PER_WORD: usize = 16;

/// The arrangements that differ in the blank's cell alone, two bits for each.
type Row = u64;

/// A step of the blank to a side, from all cells at once: the lower bit of each cell without a wall
/// on the side, and the number of the cell on the side minus the number of the cell; it wraps.
type BlankStep = (Row, u32);

const fn words_of(shape: Shape) -> usize {
    shape.cells().div_ceil(PER_WORD)
}

/// Returns the memory of the distances of a group, in bytes.
const fn group_bytes(shape: Shape, tiles: usize) -> u64 {
    let placements = (shape.cells() as u64).saturating_pow(tiles as u32);
    placements.saturating_mul(4 * words_of(shape) as u64)
}

/// Chooses groups of tiles whose tables keep within the memory, in bytes: all tiles that matter, or
/// a list that holds each tile about twice, taken row by row and column by column. `None` if
/// there are too many tiles or cells, or no tile.
pub(crate) fn choose_groups(target: &Target, memory: u64) -> Option<Vec<Vec<u16>>> {
    let (shape, free) = (target.shape, target.free.as_ref()?);
    if shape.cells() > MAX_CELLS {
        return None;
    }
    let matters = |&cell: &usize| cell != target.home && !free[cell];
    let by_row: Vec<usize> = (0..shape.cells()).filter(matters).collect();
    let of_column = |column| {
        let cells = by_row.iter().copied();
        cells.filter(move |&cell| shape.place(cell).column == column)
    };
    let by_column: Vec<usize> = (0..shape.columns()).flat_map(of_column).collect();
    let all = by_row.len();
    let bytes = |tiles: usize| group_bytes(shape, tiles);
    let count = |tiles: usize| {
        if tiles == all {
            1
        } else {
            (2 * all).div_ceil(tiles)
        }
    };
    let fits = |&tiles: &usize| {
        let in_all = bytes(tiles).saturating_mul(count(tiles) as u64);
        // An arrangement has 32 bits.
        count(tiles) <= MAX_GROUPS && in_all <= memory && bytes(tiles) < 1 << 30
    };
    let tiles = (1..=all.min(MAX_TILES)).rev().find(fits)?;
    let count = count(tiles);
    let mut groups: Vec<Vec<u16>> = Vec::new();
    for nth in 0..count {
        let order = [&by_row, &by_column][nth % 2];
        let first = nth / 2 * all / count.div_ceil(2);
        let group = order.iter().cycle().skip(first).take(tiles);
        let mut group: Vec<u64> = group.map(|&cell| cell as u64).collect();
        group.sort_unstable();
        let group: Vec<u16> = group.into_iter().map(|cell| cell as u16).collect();
        if !groups.contains(&group) {
            groups.push(group);
        }
    }
    Some(groups)
}

impl Group {
    /// Finds the distances of all arrangements, breadth first from those of the goal.
    async fn new(
        target: &Target,
        tiles: Vec<u16>,
        metric: Metric,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let (shape, home, free) = (target.shape, target.home, target.free.as_ref());
        let (cells, words) = (shape.cells(), words_of(shape));
        let mut values = filled(0, cells)?;
        let mut value = (PER_WORD * words) as u32;
        for &tile in &tiles {
            values[usize::from(tile)] = value;
            value *= cells as u32;
        }
        let len = value as usize / PER_WORD;
        let mut group = Self {
            tiles,
            values,
            cells,
            words,
            steps: [(0, 0); 6],
            metric,
            distances: pace.filled(u32::MAX, len).await?,
        };
        for (side, (open, stride)) in Side::ALL.iter().zip(&mut group.steps) {
            for cell in 0..cells {
                if let Some(entered) = side.entered(shape, cell) {
                    *open |= 1 << (2 * cell);
                    *stride = (entered as u32).wrapping_sub(cell as u32);
                }
            }
        }
        let is_end = |&cell: &usize| cell == home || free.is_some_and(|it| it[home] && it[cell]);
        let ends = (0..cells).filter(is_end);
        let ends = ends.fold(0, |ends, cell| ends | 1 << (2 * cell));
        let goal = group.arrangement(0, group.tiles.iter().map(|&tile| (tile, tile)));
        // The new arrangements of a level, and a bit for each word of some. They are visited in
        // memory order, which is much faster than in the order in which they are reached.
        let mut reached = pace.filled(0_u32, len).await?;
        let mut active = pace.filled(0_u64, len.div_ceil(64)).await?;
        let mut frontier = Vec::new();
        group.reach(goal, ends, &mut reached, &mut active);
        for level in 0.. {
            for (nth, active) in active.iter_mut().enumerate() {
                for bit in bits(take(active)) {
                    let word = 64 * nth + bit;
                    let new = take(&mut reached[word]);
                    group.distances[word] ^= new * (UNKNOWN ^ (level % 3));
                    push(&mut frontier, (word as u32, new))?;
                }
            }
            if frontier.is_empty() {
                break;
            }
            for some in frontier.chunks(64) {
                pace.spend(60 * some.len()).await;
                for &(word, new) in some {
                    let word = word as usize;
                    let placement = (PER_WORD * (word / words * words)) as u32;
                    let blanks = Row::from(new) << (32 * (word % words));
                    group.for_each_move(placement, blanks, |placement, blanks| {
                        group.reach(placement, blanks, &mut reached, &mut active);
                    });
                }
            }
            frontier.clear();
        }
        Ok(group)
    }

    /// Adds arrangements to those reached, unless their distances are known.
    fn reach(&self, placement: u32, mut blanks: Row, reached: &mut [u32], active: &mut [u64]) {
        let mut word = placement as usize / PER_WORD;
        while blanks != 0 {
            let distances = self.distances[word];
            let new = blanks as u32 & distances & distances >> 1;
            if new != 0 {
                reached[word] |= new;
                active[word / 64] |= 1 << (word % 64);
            }
            (word, blanks) = (word + 1, blanks >> 32);
        }
    }

    /// Returns the number of an arrangement: the blank's cell, and tiles with their cells.
    fn arrangement(&self, blank: usize, tiles: impl Iterator<Item = (u16, u16)>) -> u32 {
        let digits = tiles.map(|(tile, cell)| self.values[usize::from(tile)] * u32::from(cell));
        blank as u32 + digits.sum::<u32>()
    }

    fn modulo_3(&self, arrangement: u32) -> u32 {
        let at = arrangement as usize;
        self.distances[at / PER_WORD] >> (2 * (at % PER_WORD)) & 3
    }

    /// Calls a function with rows that hold the arrangements after a move of those in a row.
    fn for_each_move(&self, placement: u32, blanks: Row, mut each: impl FnMut(u32, Row)) {
        let (mut tiles, mut values) = (0, [0; MAX_CELLS]);
        let mut rest = placement as usize / (PER_WORD * self.words);
        for &tile in &self.tiles {
            // Divisions take most of the time otherwise.
            let (cell, above) = if self.cells == PER_WORD {
                (rest % PER_WORD, rest / PER_WORD)
            } else {
                (rest % self.cells, rest / self.cells)
            };
            rest = above;
            tiles |= 1 << (2 * cell);
            values[cell] = self.values[usize::from(tile)];
        }
        for &step in &self.steps {
            self.step(placement, blanks, step, (tiles, &values), &mut each);
        }
    }

    /// Goes a step, and by slides the others to its side. `tiles` are the cells of the tiles, and
    /// for each the value of its tile.
    fn step(
        &self,
        placement: u32,
        blanks: Row,
        (open, stride): BlankStep,
        tiles: (Row, &[u32; MAX_CELLS]),
        each: &mut impl FnMut(u32, Row),
    ) {
        let turn = stride.wrapping_mul(2) % Row::BITS;
        let entered = (blanks & open).rotate_left(turn);
        let mut go = |placement, blanks| {
            if blanks != 0 {
                each(placement, blanks);
                if self.metric == Metric::MultiTile {
                    // The tiles that were passed are behind the blank.
                    self.step(placement, blanks, (open, stride), tiles, each);
                }
            }
        };
        go(placement, entered & !tiles.0);
        let mut passing = entered & tiles.0;
        while passing != 0 {
            let cell = passing.trailing_zeros();
            passing &= passing - 1;
            let change = stride.wrapping_mul(tiles.1[cell as usize / 2]);
            go(placement.wrapping_sub(change), 1 << cell);
        }
    }

    /// Returns a distance by a descent to the goal.
    fn descend(&self, mut arrangement: u32) -> u32 {
        let mut distance = 0;
        loop {
            let below = (self.modulo_3(arrangement) + 2) % 3;
            let blank = arrangement % (PER_WORD * self.words) as u32;
            let mut next = None;
            self.for_each_move(arrangement - blank, 1 << (2 * blank), |placement, blank| {
                let moved = placement + blank.trailing_zeros() / 2;
                if self.modulo_3(moved) == below {
                    next = Some(moved);
                }
            });
            let Some(next) = next else { return distance };
            (arrangement, distance) = (next, distance + 1);
        }
    }
}

impl<B: Bound> Projections<B> {
    pub(crate) async fn build(
        plain: B,
        target: &Target,
        groups: Vec<Vec<u16>>,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let mut made = Self {
            plain,
            groups: Vec::new(),
        };
        for tiles in groups {
            // The distances, the arrangements reached, and a frontier of twice their size at most.
            pace.hold(made.bytes() + 4 * group_bytes(target.shape, tiles.len()) as usize);
            let group = Group::new(target, tiles, B::METRIC, pace).await?;
            made.groups.push(group);
        }
        Ok(made)
    }

    pub(crate) fn bytes(&self) -> usize {
        let bytes = |group: &Group| size_of_val(&group.distances[..]);
        self.groups.iter().map(bytes).sum()
    }
}

/// Shared, because searches own their bound.
impl<B: Bound> Bound for Arc<Projections<B>> {
    /// The state of the bound without tables, and `[group]`: the arrangement and its distance.
    type State = (B::State, SmallVec<[(u32, u32); MAX_GROUPS]>);

    const METRIC: Metric = B::METRIC;

    fn state(&self, board: &CanonicalBoard) -> Self::State {
        let of_group = |group: &Group| {
            let contents = (0..).zip(board.cells()).map(|(cell, &tile)| (tile, cell));
            let arrangement = group.arrangement(board.blank(), contents);
            (arrangement, group.descend(arrangement))
        };
        let groups = self.groups.iter().map(of_group);
        (self.plain.state(board), groups.collect())
    }

    fn after(
        &self,
        (plain, groups): &Self::State,
        board: &CanonicalBoard,
        from: usize,
    ) -> Self::State {
        let tile = usize::from(board.cells()[from]);
        let mut groups = groups.clone();
        for ((arrangement, distance), group) in groups.iter_mut().zip(&self.groups) {
            // The tile goes one way and the blank the other.
            let step = (board.blank() as u32).wrapping_sub(from as u32);
            let value = group.values[tile].wrapping_sub(1);
            *arrangement = arrangement.wrapping_add(step.wrapping_mul(value));
            // A move changes the distance by one at most.
            *distance = *distance + (group.modulo_3(*arrangement) + 4 - *distance % 3) % 3 - 1;
        }
        (self.plain.after(plain, board, from), groups)
    }

    fn least(&self, (plain, groups): &Self::State, last: Option<usize>) -> u32 {
        let plain = self.plain.least(plain, last);
        groups.iter().map(|it| it.1).fold(plain, u32::max)
    }
}
