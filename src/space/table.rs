//! The distances of all boards of a small shape, modulo 3, and shortest solutions read off them.

use alloc::boxed::Box;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::iter;
use core::ops::ControlFlow;
use std::path::{Path, PathBuf};

use crate::canonical::{CanonicalBoard, Target};
use crate::exact::neighbours::Neighbours;
use crate::heuristic::Heuristic;
use crate::metric::Metric;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::{BoxFuture, Pace};
use crate::shape::Shape;
use crate::side::Side;
use crate::space::build::build;
use crate::tables::{
    Order, Orders, TableError, file_in, make_folder, read_file, rotate, write_file,
};

/// The distance of every board that can be solved, for one goal.
///
/// A board is the cell of the blank, the cells of up to four *outer* tiles, and the order of the
/// seven *inner* ones. All boards that differ only in that order are a *block*, and have a bit each
/// in two planes of words: 0 if the board can't be solved, else 1 plus the distance modulo 3. The
/// next board on a shortest path is the neighbour with the number before, and the number of such
/// steps to the goal is the distance.
///
/// The last two inner tiles count as equal, which halves the boards. If the goal leaves two tiles
/// free, these are the two. Otherwise only one of both boards can be solved: the other one differs
/// by a swap. On a path, whose tiles never pass each other, both would be at the same distance.
///
/// A shape of fewer than seven tiles has inner tiles that stay in the first slots of the order.
///
/// The two bits are due to Cooperman and Finkelstein, *New methods for using Cayley graphs in
/// interconnection networks* (1992).
#[derive(Clone)]
pub(crate) struct SpaceTable {
    pub(crate) metric: Metric,
    blocks: Blocks,
    neighbours: Neighbours,
    /// For each block its two planes and a bit for each distance that its boards have, then the
    /// number of boards at each distance.
    words: Vec<u64>,
}

/// The numbers of tiles and blocks.
#[derive(Clone)]
pub(super) struct Blocks {
    pub(super) target: Target,
    pub(super) cells: usize,
    /// The number of outer tiles, and of inner tiles that the shape does not have.
    pub(super) outer: usize,
    pub(super) missing: usize,
    pub(super) orders: Orders,
    /// `[cells of the blank and the outer tile, four bits each]`: the block, if there is one outer tile
    /// at most.
    small: Vec<u16>,
    /// `[cell]`: the number of the tile that belongs there, 0 for the blank, `None` for any tile.
    pub(super) goal: Vec<Option<u8>>,
}

/// A board: the number of the tile on each cell, 0 for the blank. The tiles that the goal places are
/// numbered from 1 in the order of their cells there, then come the free ones. Outer tiles are the
/// first, inner ones the last of them.
///
/// Numbers and cells take four bits each: in arrays of bytes, a copy would wait for the move before.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    tiles: u64,
    /// The inner tiles, from 0, in the order of their cells, then those that are missing.
    order: Order,
    /// The cells of inner tiles, a bit each.
    inner: u16,
    /// `[outer tile]`: its cell.
    outer: u16,
    pub(super) blank: u8,
    /// The sides, a bit each, on which no board is farther from the first one of the path: back,
    /// and by slides on.
    closed: u8,
}

/// The number of inner tiles.
const INNER: usize = 7;

/// The words of their orders in a plane, and the orders in a word.
pub(super) const WORDS: usize = 42;
const WORD_BITS: usize = 60;

/// The words of a block: two planes, and a bit for each distance.
pub(super) const BLOCK: usize = 2 * WORDS + 2;

/// There are fewer moves to the farthest boards: 80 on 2 x 6.
pub(super) const LEVELS: usize = 128;

/// Returns the number of blocks: of placements of the blank and the outer tiles.
fn blocks_of(cells: usize) -> usize {
    let outer = cells.saturating_sub(INNER + 1);
    (cells - outer..=cells).product()
}

/// Returns the words of a table.
fn words_of(shape: Shape) -> usize {
    BLOCK * blocks_of(shape.cells()) + LEVELS
}

impl fmt::Debug for SpaceTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpaceTable").finish_non_exhaustive()
    }
}

impl Blocks {
    fn new(target: Target) -> Result<Self, OutOfMemory> {
        let cells = target.shape.cells();
        let mut placed = 0..;
        let mut number = |cell| match &target.free {
            Some(free) if free[cell] => None,
            _ if cell == target.home => Some(0),
            _ => placed.next().map(|nth: u8| nth + 1),
        };
        let mut blocks = Self {
            goal: (0..cells).map(&mut number).collect(),
            target,
            cells,
            outer: cells.saturating_sub(INNER + 1),
            missing: (INNER + 1).saturating_sub(cells),
            orders: Orders::new(INNER)?,
            small: Vec::new(),
        };
        if blocks.outer <= 1 {
            blocks.small = (0..256).map(|it| blocks.block_of(it) as u16).collect();
        }
        Ok(blocks)
    }

    /// Returns the inner tile with a number.
    pub(super) const fn inner(&self, number: u8) -> Order {
        (number as usize + self.missing - self.outer - 1) as Order
    }

    /// Returns the block of a board.
    #[inline]
    pub(super) fn block(&self, board: &Placed) -> usize {
        let cells = u32::from(board.outer) | u32::from(board.blank) << (4 * self.outer);
        match self.small.get(cells as usize) {
            Some(&block) => block.into(),
            None => self.block_of(cells),
        }
    }

    /// Returns the block of the cells of the outer tiles and the blank, four bits each.
    #[inline]
    fn block_of(&self, cells: u32) -> usize {
        let (mut block, mut taken) = (0, 0_u16);
        for nth in 0..=self.outer {
            let cell = cells >> (4 * nth) & 15;
            let below = count(taken & ((1 << cell) - 1));
            block = block * (self.cells - nth) + cell as usize - below;
            taken |= 1 << cell;
        }
        block
    }

    /// Returns the board of a block whose inner tiles are in an order.
    pub(super) fn board(&self, mut block: usize, mut order: Order) -> Placed {
        let mut digits = [0; INNER];
        for nth in (0..=self.outer).rev() {
            digits[nth] = block % (self.cells - nth);
            block /= self.cells - nth;
        }
        let mut tiles = [u8::MAX; SpaceTable::MAX_CELLS];
        let tiles = &mut tiles[..self.cells];
        for (nth, digit) in digits.into_iter().enumerate().take(self.outer + 1) {
            let number = if nth < self.outer { nth as u8 + 1 } else { 0 };
            let mut open = tiles.iter_mut().filter(|it| **it == u8::MAX);
            open.nth(digit).into_iter().for_each(|tile| *tile = number);
        }
        for tile in tiles.iter_mut().filter(|it| **it == u8::MAX) {
            let number = (order & 7) as usize + self.outer + 1;
            // The one tile of two cells counts as equal to a missing one.
            *tile = number.saturating_sub(self.missing).max(1) as u8;
            order >>= 3;
        }
        self.placed(tiles)
    }

    /// Returns a board by the numbers of its tiles.
    fn placed(&self, tiles: &[u8]) -> Placed {
        let mut board = Placed {
            tiles: 0,
            order: 0,
            inner: 0,
            outer: 0,
            blank: 0,
            closed: 0,
        };
        let mut slot = 0;
        for (cell, &number) in tiles.iter().enumerate() {
            board.tiles |= u64::from(number) << (4 * cell);
            match usize::from(number) {
                0 => board.blank = cell as u8,
                outer if outer <= self.outer => board.outer |= (cell as u16) << (4 * (outer - 1)),
                _ => {
                    board.inner |= 1 << cell;
                    board.order |= self.inner(number) << slot;
                    slot += 3;
                }
            }
        }
        for missing in 0..self.missing {
            board.order |= (missing as Order) << (slot + 3 * missing);
        }
        board
    }
}

impl SpaceTable {
    /// The most cells of a shape: 12!/2 = 239,500,800 boards, and 65 MB.
    pub(crate) const MAX_CELLS: usize = 12;

    /// Solvers have the table of every shape of at most this number of cells.
    pub(crate) const SMALL: usize = 9;

    /// Builds the table. `show` receives each distance and the number of boards known.
    ///
    /// # Panics
    /// If the shape has more than [`MAX_CELLS`](Self::MAX_CELLS) cells.
    pub(crate) fn build<'p>(
        target: Target,
        metric: Metric,
        threads: usize,
        show: &'p (dyn Fn(u32, u64) + Sync),
        pace: &'p mut Pace,
    ) -> BoxFuture<'p, Result<Self, OutOfMemory>> {
        assert!(target.shape.cells() <= Self::MAX_CELLS, "not a small shape");
        Box::pin(async move {
            pace.hold(Self::bytes_for(target.shape));
            let blocks = Blocks::new(target)?;
            let count = blocks_of(blocks.cells);
            let words = build(&blocks, count, metric, threads, show, pace).await?;
            Self::new(blocks, metric, words)
        })
    }

    fn new(blocks: Blocks, metric: Metric, words: Vec<u64>) -> Result<Self, OutOfMemory> {
        Ok(Self {
            neighbours: Neighbours::new(blocks.target.shape)?,
            metric,
            blocks,
            words,
        })
    }

    /// Returns the memory that the table of a shape takes, in bytes.
    pub(crate) fn bytes_for(shape: Shape) -> usize {
        8 * words_of(shape)
    }

    /// Returns the memory taken, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.words[..])
    }

    /// Returns whether the goal leaves two tiles free: then each board here stands for two.
    pub(crate) fn has_free_tiles(&self) -> bool {
        let named = self.blocks.goal.iter().flatten().filter(|it| **it > 0);
        named.count() + 2 < self.blocks.cells
    }

    /// Returns the number of boards here at each distance.
    pub(crate) fn histogram(&self) -> &[u64] {
        let counts = &self.words[self.words.len() - LEVELS..];
        let end = counts.iter().rposition(|&count| count > 0).unwrap_or(0);
        &counts[..=end]
    }

    /// Returns a board from which the goal can be reached.
    pub(crate) fn board(&self, board: &CanonicalBoard) -> Placed {
        let goal = &self.blocks.goal;
        let mut free = goal.iter().flatten().filter(|it| **it > 0).count() as u8;
        let mut tiles = [0; Self::MAX_CELLS];
        for (cell, (tile, &to)) in tiles.iter_mut().zip(&board.cells).enumerate() {
            *tile = match goal[usize::from(to)] {
                _ if cell == board.blank => 0,
                Some(number) if number > 0 => number,
                _ => {
                    free += 1;
                    free
                }
            };
        }
        self.blocks.placed(&tiles[..goal.len()])
    }

    /// Returns 1 plus the distance modulo 3.
    #[inline]
    fn code(&self, board: &Placed) -> u8 {
        let order = self.blocks.orders.number(board.order);
        self.code_at(self.blocks.block(board), order)
    }

    #[inline]
    fn code_at(&self, block: usize, order: usize) -> u8 {
        // As `Orders::bit`, with both lanes in one.
        let (word, bit) = (order / WORD_BITS, order % WORD_BITS);
        let word = word / 4 * 2 + word % 2;
        let plane = |nth: usize| self.words[BLOCK * block + WORDS * nth + word] >> bit & 1;
        (plane(0) | plane(1) << 1) as u8
    }

    /// Visits the children of a board on the path, by side and number of tiles, until one ends it.
    #[inline]
    fn try_children<B>(
        &self,
        board: &Placed,
        mut visit: impl FnMut(Side, u8, Placed) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let is_multi = self.metric == Metric::MultiTile;
        for (mut from, side) in self.neighbours.moves(board.blank.into(), board.closed) {
            let mut child = *board;
            child.closed = 1 << side.undo() as u8;
            if is_multi {
                child.closed |= 1 << side as u8;
            }
            for tiles in 1.. {
                child.go(from);
                visit(side, tiles, child)?;
                match self.neighbours.entered(from, side) {
                    Some(next) if is_multi => from = next,
                    _ => break,
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Makes the first move to a board of a code, if one does. Returns the side to which the blank
    /// goes, the number of tiles that move, and the number of boards examined.
    #[inline]
    fn step(&self, board: &mut Placed, nearer: u8) -> Option<(Side, u8, u8)> {
        let mut made = 0;
        let found = self.try_children(board, |side, tiles, child| {
            made += 1;
            if self.code(&child) == nearer {
                return ControlFlow::Break((side, tiles, child));
            }
            ControlFlow::Continue(())
        });
        let (side, tiles, child) = found.break_value()?;
        *board = child;
        Some((side, tiles, made))
    }

    /// Returns the sides of the blank's first moves on shortest paths, each once.
    pub(crate) fn nearer_sides(&self, board: &Placed) -> Vec<Side> {
        let (nearer, mut sides) = (before(self.code(board)), Vec::new());
        let _ = self.try_children(board, |side, _, child| {
            if self.code(&child) == nearer && sides.last() != Some(&side) {
                sides.push(side);
            }
            ControlFlow::<()>::Continue(())
        });
        sides
    }

    /// Returns the first shortest path from a board to the goal, by steps: the side to which the
    /// blank goes, the number of tiles that move, and the number of boards examined.
    pub(crate) fn walk(&self, mut board: Placed) -> impl Iterator<Item = (Side, u8, u8)> + '_ {
        let mut code = self.code(&board);
        let steps = iter::from_fn(move || {
            code = before(code);
            self.step(&mut board, code)
        });
        // A forged file must not make it endless.
        steps.take(LEVELS)
    }

    /// Returns the distance of a board, by a walk to the goal.
    pub(crate) fn distance(&self, board: Placed) -> usize {
        self.walk(board).count()
    }

    /// Returns the blocks with boards at a distance.
    fn blocks_at(&self, distance: usize) -> impl Iterator<Item = usize> + '_ {
        let blocks = self
            .words
            .chunks_exact(BLOCK)
            .take(blocks_of(self.blocks.cells));
        let has_some = move |block: &[u64]| {
            let word = block.get(2 * WORDS + distance / 64);
            distance < LEVELS && word.is_some_and(|word| word >> (distance % 64) & 1 != 0)
        };
        let blocks = blocks.enumerate().filter(move |(_, block)| has_some(block));
        blocks.map(|(block, _)| block)
    }

    /// Returns the board of a block and an order, if it is at the distance.
    fn at(&self, block: usize, order: usize, distance: usize) -> Option<Placed> {
        if usize::from(self.code_at(block, order)) != distance % 3 + 1 {
            return None;
        }
        let board = self.blocks.board(block, self.blocks.orders.order(order));
        Some(board).filter(|board| self.distance(*board) == distance)
    }

    /// Returns the boards at a distance, each once. Skips blocks without such boards.
    pub(crate) fn at_distance(&self, distance: usize) -> impl Iterator<Item = Placed> + '_ {
        let orders = &self.blocks.orders;
        let halves = || (0..orders.count()).filter(|&order| orders.bit(order).1 == 0);
        let blocks = self.blocks_at(distance);
        blocks.flat_map(move |block| {
            halves().filter_map(move |order| self.at(block, order, distance))
        })
    }

    /// Draws one of the boards at a distance, all equally likely; `None` if there is none. It tries
    /// those of the blocks that have some: one in 2,520 at least.
    pub(crate) fn draw(
        &self,
        distance: usize,
        mut below: impl FnMut(usize) -> usize,
    ) -> Option<Placed> {
        let blocks: Vec<usize> = self.blocks_at(distance).collect();
        let orders = self.blocks.orders.count();
        // A forged file must not make it endless.
        let tries = if blocks.is_empty() { 0 } else { 1 << 20 };
        let mut tries = (0..tries).map(|_| (blocks[below(blocks.len())], below(orders)));
        tries.find_map(|(block, order)| self.at(block, order, distance))
    }

    /// Returns the file of a table in a folder, and the identity of the table.
    fn file_in(folder: &Path, target: &Target, metric: Metric) -> (PathBuf, [u64; 3]) {
        let [rows, columns, layers] = target.shape.sides().map(|side| side as u64);
        let free = target.free.iter().flatten().rev();
        let free = free.fold(0, |mask, &is_free| mask << 1 | u64::from(is_free));
        let (home, metric_bit) = (target.home, metric as u64);
        let name = format!("space-{rows}x{columns}x{layers}-{home}-{free:x}-{metric_bit}");
        let sides = rows | columns << 16 | layers << 32;
        // Tables of patterns have no bit beside the sides.
        (
            file_in(folder, &name),
            [sides | 1 << 63, home as u64 | metric_bit << 32, free],
        )
    }

    /// Reads a table from a folder; `None` if there is no such file.
    pub(crate) fn read(
        folder: &Path,
        target: &Target,
        metric: Metric,
    ) -> Result<Option<Self>, TableError> {
        let (file, identity) = Self::file_in(folder, target, metric);
        let words = match read_file(&file, identity, words_of(target.shape)) {
            Err(error) if error.is_missing() => return Ok(None),
            read => read?.1,
        };
        Ok(Some(Self::new(
            Blocks::new(target.clone())?,
            metric,
            words,
        )?))
    }

    /// Writes the table to a folder.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), TableError> {
        make_folder(folder)?;
        let (file, identity) = Self::file_in(folder, &self.blocks.target, self.metric);
        write_file(&file, identity, (0, 0.0), &self.words)
    }
}

impl Placed {
    /// Returns the number of the tile on a cell.
    #[inline]
    pub(crate) const fn number(&self, cell: usize) -> u8 {
        (self.tiles >> (4 * cell)) as u8 & 15
    }

    pub(super) const fn is_inner(&self, cell: usize) -> bool {
        self.inner >> cell & 1 != 0
    }

    /// Returns the slots between which an inner tile moves from a cell to the blank's.
    #[inline]
    pub(super) const fn slots(&self, from: usize) -> (usize, usize) {
        let others = self.inner & !(1 << from);
        (
            count(others & ((1 << from) - 1)),
            count(others & ((1 << self.blank) - 1)),
        )
    }

    /// Moves the blank to the cell next to it.
    #[inline]
    pub(super) fn go(&mut self, from: usize) {
        let (number, to) = (self.number(from), usize::from(self.blank));
        if self.is_inner(from) {
            // Else the tile passes none.
            if from.abs_diff(to) > 1 {
                let (from, to) = self.slots(from);
                self.order = rotate(self.order, from, to);
            }
            self.inner ^= 1 << from | 1 << to;
        } else {
            self.outer ^= ((from ^ to) as u16) << (4 * (number - 1));
        }
        self.tiles ^= u64::from(number) << (4 * from) | u64::from(number) << (4 * to);
        self.blank = from as u8;
    }
}

/// Returns the number of cells in a set: faster by a table than without a popcount instruction.
#[inline]
const fn count(cells: u16) -> usize {
    COUNTS[cells as usize % COUNTS.len()] as usize
}

static COUNTS: [u8; 1 << SpaceTable::MAX_CELLS] = {
    let (mut counts, mut set) = ([0; 1 << SpaceTable::MAX_CELLS], 0_u16);
    while (set as usize) < counts.len() {
        counts[set as usize] = set.count_ones() as u8;
        set += 1;
    }
    counts
};

/// Returns the code of boards that are one move nearer.
const fn before(code: u8) -> u8 {
    [0, 3, 1, 2][code as usize]
}

/// The exact number of moves left.
impl Heuristic for SpaceTable {
    type State = u32;

    fn evaluate(&self, board: &CanonicalBoard) -> u32 {
        self.distance(self.board(board)) as u32
    }

    fn update(&self, state: &u32, board: &CanonicalBoard, from: usize) -> u32 {
        let mut child = self.board(board);
        child.go(from);
        // Distances of neighbours differ by one at most.
        match (u32::from(self.code(&child)) + 2 * state) % 3 {
            1 => *state,
            2 => state + 1,
            _ => state.saturating_sub(1),
        }
    }

    fn estimate(&self, state: &u32) -> u32 {
        *state
    }
}
