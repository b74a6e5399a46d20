//! The distances of all boards of a small shape, modulo 3, and shortest solutions read off them.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::iter;
use std::sync::OnceLock;

use crate::canonical::{CanonicalBoard, Target};
use crate::heuristic::Heuristic;
use crate::metric::Metric;
use crate::runtime::{OutOfMemory, Pace, reserved};
use crate::shape::Shape;
use crate::side::Side;
use crate::tables::{Order, Orders, TableId, rotate};

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
    pub(super) blocks: Blocks,
    /// For each block its two planes and a bit for each distance that its boards have, then the
    /// number of boards at each distance.
    pub(super) words: Vec<u64>,
}

/// The numbers of tiles and blocks, and the moves of the blank.
#[derive(Clone)]
pub(super) struct Blocks {
    pub(super) target: Target,
    pub(super) cells: usize,
    /// The number of outer tiles, and of inner tiles that the shape does not have.
    pub(super) outer: usize,
    pub(super) missing: usize,
    pub(super) orders: &'static Orders,
    /// `[sides * block + side]`: the move from its boards; `None` if there is a wall.
    pub(super) links: Vec<Option<Link>>,
    /// The number of sides: four of a flat shape, else six.
    pub(super) sides: usize,
    /// `[cell]`: the number of the tile that belongs there, 0 for the blank, `None` for any tile.
    pub(super) goal: Vec<Option<u8>>,
    /// The number of tiles that the goal places.
    named: u8,
}

/// A move of the blank from the boards of a block, and the inner tile that it takes from one slot to
/// another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    /// The block that it leads to, and the sides without a wall there but the one back, a bit each.
    pub(super) block: u32,
    open: u8,
    /// The slots, and whether they differ.
    from: u8,
    to: u8,
    is_turn: bool,
}

impl Link {
    /// Returns the slots as the number of a program.
    pub(super) const fn slots(self) -> usize {
        if self.is_turn {
            8 * self.from as usize + self.to as usize
        } else {
            0
        }
    }
}

/// A board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placed {
    block: u32,
    /// The number of the order of the inner tiles, from 0, by their cells, then those that are missing.
    order: u16,
    /// The sides without a wall, a bit each, but for those where no board is farther from the first
    /// one of the path: back, and by slides on.
    open: u8,
}

/// `[cell]`: the number of its tile, 0 for the blank. The tiles that the goal places are numbered
/// from 1 in the order of their cells there, then come the free ones. Outer tiles are the first,
/// inner ones the last of them.
pub(crate) type Numbers = [u8; SpaceTable::MAX_CELLS];

/// The number of inner tiles.
const INNER: usize = 7;

/// The bits of an order, and those of the order in which the tiles stand by their numbers.
pub(super) const ORDER_BITS: Order = (1 << (3 * INNER)) - 1;
pub(super) const IN_ORDER: Order = 0o6_543_210;

/// The words of their orders in a plane, and the orders in a word.
pub(super) const WORDS: usize = 42;
const WORD_BITS: usize = 60;

/// The words of a block: two planes, and a bit for each distance.
pub(super) const BLOCK: usize = 2 * WORDS + 2;

/// There are fewer moves to the farthest boards: 80 on 2 x 6.
pub(super) const LEVELS: usize = 128;

/// Returns the numbering of the orders of the inner tiles.
fn orders() -> Result<&'static Orders, OutOfMemory> {
    static INNER_ORDERS: OnceLock<Orders> = OnceLock::new();
    if let Some(orders) = INNER_ORDERS.get() {
        return Ok(orders);
    }
    let made = Orders::new(INNER)?;
    Ok(INNER_ORDERS.get_or_init(|| made))
}

/// Returns the number of blocks: of placements of the blank and the outer tiles.
pub(super) fn blocks_of(cells: usize) -> usize {
    let outer = cells.saturating_sub(INNER + 1);
    (cells - outer..=cells).product()
}

/// Returns the number of sides that a cell of a shape can have.
const fn sides_of(shape: Shape) -> usize {
    if shape.layers() == 1 { 4 } else { 6 }
}

/// Returns the words of a table.
pub(super) fn words_of(shape: Shape) -> usize {
    BLOCK * blocks_of(shape.cells()) + LEVELS
}

impl fmt::Debug for SpaceTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpaceTable").finish_non_exhaustive()
    }
}

impl Blocks {
    pub(super) async fn new(target: Target, pace: &mut Pace) -> Result<Self, OutOfMemory> {
        let cells = target.shape.cells();
        let mut named = 0;
        let number = |cell| match &target.free {
            Some(free) if free[cell] => None,
            _ if cell == target.home => Some(0),
            _ => {
                named += 1;
                Some(named)
            }
        };
        let mut blocks = Self {
            goal: (0..cells).map(number).collect(),
            named,
            sides: sides_of(target.shape),
            target,
            cells,
            outer: cells.saturating_sub(INNER + 1),
            missing: (INNER + 1).saturating_sub(cells),
            orders: orders()?,
            links: Vec::new(),
        };
        let count = blocks_of(cells);
        blocks.links = reserved(blocks.sides * count)?;
        for block in 0..count {
            for &side in &Side::ALL[..blocks.sides] {
                let link = blocks.find_link(block, side);
                blocks.links.push(link);
            }
            pace.spend(400).await;
        }
        Ok(blocks)
    }

    /// Returns the move of the blank to a side, unless there is a wall.
    fn find_link(&self, block: usize, side: Side) -> Option<Link> {
        let mut numbers = self.numbers(block, 0);
        let blank = numbers.iter().position(|&it| it == 0)?;
        let (shape, sides) = (self.target.shape, &Side::ALL[..self.sides]);
        let cell = side.entered(shape, blank)?;
        let is_inner = |number: &u8| usize::from(*number) > self.outer;
        let slots_before = |cell| numbers[..cell].iter().filter(|it| is_inner(it)).count() as u8;
        let (from, mut to) = (slots_before(cell), slots_before(blank));
        if !is_inner(&numbers[cell]) {
            to = from;
        } else if blank > cell {
            to -= 1;
        }
        numbers.swap(cell, blank);
        let others = sides.iter().filter(|&&it| it != side.undo());
        let open = others.filter(|it| it.entered(shape, cell).is_some());
        Some(Link {
            block: self.place(&numbers).0,
            open: open.map(|&it| 1 << it as u8).sum(),
            from,
            to,
            is_turn: from != to,
        })
    }

    /// Returns the move of the blank to a side from the boards of a block, unless there is a wall.
    #[inline(always)]
    pub(super) fn link(&self, block: u32, side: Side) -> Option<Link> {
        self.links[self.sides * block as usize + side as usize]
    }

    /// Makes a move.
    #[inline(always)]
    pub(super) fn go(&self, link: Link, board: &mut Placed) {
        if link.is_turn {
            let order = self.orders.order(board.order.into());
            let order = rotate(order, link.from.into(), link.to.into());
            board.order = self.orders.number(order) as u16;
        }
        board.block = link.block;
        board.open = link.open;
    }

    /// Returns the inner tile with a number.
    pub(super) const fn inner(&self, number: u8) -> Order {
        (number as usize + self.missing - self.outer - 1) as Order
    }

    /// Returns the numbers of the tiles of the board of a block whose inner tiles are in an order.
    pub(super) fn numbers(&self, mut block: usize, mut order: Order) -> Numbers {
        let mut numbers = [u8::MAX; SpaceTable::MAX_CELLS];
        let (tiles, mut count) = (&mut numbers[..self.cells], blocks_of(self.cells));
        for (nth, number) in (1..=self.outer).chain([0]).enumerate() {
            count /= self.cells - nth;
            let mut open = tiles.iter_mut().filter(|it| **it == u8::MAX);
            let tile = open.nth(block / count).into_iter();
            tile.for_each(|tile| *tile = number as u8);
            block %= count;
        }
        for tile in tiles.iter_mut().filter(|it| **it == u8::MAX) {
            let number = (order & 7) as usize + self.outer + 1;
            // The one tile of two cells counts as equal to a missing one.
            *tile = number.saturating_sub(self.missing).max(1) as u8;
            order >>= 3;
        }
        numbers
    }

    /// Returns the block and the order of a board by the numbers of its tiles.
    fn place(&self, numbers: &Numbers) -> (u32, Order) {
        let (mut cells, mut order, mut slot) = ([0; INNER], 0, 0);
        for (cell, &number) in numbers[..self.cells].iter().enumerate() {
            match usize::from(number) {
                0 => cells[self.outer] = cell,
                outer if outer <= self.outer => cells[outer - 1] = cell,
                _ => {
                    order |= self.inner(number) << slot;
                    slot += 3;
                }
            }
        }
        // The missing ones are the first.
        order |= IN_ORDER << slot & ORDER_BITS;
        let (mut block, mut taken) = (0, 0_u16);
        for (nth, &cell) in cells[..=self.outer].iter().enumerate() {
            let below = (taken & ((1 << cell) - 1)).count_ones() as usize;
            block = block * (self.cells - nth) + cell - below;
            taken |= 1 << cell;
        }
        (block as u32, order)
    }

    /// Returns a board by the numbers of its tiles.
    fn board(&self, numbers: &Numbers) -> Placed {
        let (block, order) = self.place(numbers);
        self.placed(block, self.orders.number(order))
    }

    /// Returns the board of a block whose inner tiles are in the order with a number.
    fn placed(&self, block: u32, order: usize) -> Placed {
        let sides = Side::ALL[..self.sides].iter();
        let open = sides.filter(|&&side| self.link(block, side).is_some());
        Placed {
            block,
            order: order as u16,
            open: open.map(|&side| 1 << side as u8).sum(),
        }
    }
}

impl SpaceTable {
    /// The most cells of a shape: 12!/2 = 239,500,800 boards, and 68 MB.
    pub(crate) const MAX_CELLS: usize = 12;

    /// Solvers have the table of every shape of at most this number of cells.
    pub(crate) const SMALL: usize = 9;

    /// Returns the shape of the boards.
    pub(crate) const fn shape(&self) -> Shape {
        self.blocks.target.shape
    }

    /// Returns the memory that the table of a shape takes, in bytes.
    pub(crate) fn bytes_for(shape: Shape) -> usize {
        8 * words_of(shape) + size_of::<Option<Link>>() * sides_of(shape) * blocks_of(shape.cells())
    }

    /// Returns the memory taken, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.words[..]) + size_of_val(&self.blocks.links[..])
    }

    /// Returns whether the goal leaves two tiles free: then each board here stands for two.
    pub(crate) fn has_free_tiles(&self) -> bool {
        usize::from(self.blocks.named) + 2 < self.blocks.cells
    }

    /// Returns the number of boards here at each distance.
    pub(crate) fn histogram(&self) -> &[u64] {
        let counts = &self.words[self.words.len() - LEVELS..];
        let end = counts.iter().rposition(|&count| count > 0).unwrap_or(0);
        &counts[..=end]
    }

    /// Returns a board from which the goal can be reached.
    pub(crate) fn board(&self, board: &CanonicalBoard) -> Placed {
        self.blocks.board(&self.numbers(board))
    }

    /// Returns the numbers of the tiles of a board.
    fn numbers(&self, board: &CanonicalBoard) -> Numbers {
        let (goal, mut free) = (&self.blocks.goal, self.blocks.named);
        let mut numbers = [0; Self::MAX_CELLS];
        for (cell, (number, &to)) in numbers.iter_mut().zip(&board.cells).enumerate() {
            *number = match goal[usize::from(to)] {
                _ if cell == board.blank => 0,
                Some(number) if number > 0 => number,
                _ => {
                    free += 1;
                    free
                }
            };
        }
        numbers
    }

    /// Returns `[cell]`: the number of the tile of a board.
    pub(crate) fn numbers_of(&self, board: Placed) -> Numbers {
        let order = self.blocks.orders.order(board.order.into());
        self.blocks.numbers(board.block as usize, order)
    }

    /// Returns 1 plus the distance modulo 3.
    #[inline(always)]
    fn code(&self, board: Placed) -> u8 {
        let (block, order) = (board.block as usize, usize::from(board.order));
        // As `Orders::bit`, with both lanes in one.
        let (word, bit) = (order / WORD_BITS, order % WORD_BITS);
        let word = word / 4 * 2 + word % 2;
        let plane = |nth: usize| self.words[BLOCK * block + WORDS * nth + word] >> bit & 1;
        (plane(0) | plane(1) << 1) as u8
    }

    /// Returns the first child of a board on the path with a code, if one has it: the side to which
    /// the blank goes, the number of tiles that move, and that of the boards examined. If it is
    /// certain that one has it, the last one is not looked up.
    #[inline(always)]
    fn child(&self, board: Placed, code: u8, is_certain: bool) -> Option<(Placed, Side, u8, u8)> {
        let is_multi = self.metric == Metric::MultiTile;
        let (mut open, mut made) = (board.open, 0);
        while let Some(side) = Side::numbered(open.trailing_zeros() as u8) {
            open &= open - 1;
            let (mut child, mut next) = (board, self.blocks.link(board.block, side));
            for tiles in 1.. {
                let Some(link) = next else { break };
                self.blocks.go(link, &mut child);
                made += 1;
                next = None;
                if is_multi {
                    child.open &= !(1 << side as u8);
                    next = self.blocks.link(child.block, side);
                }
                let is_last = open == 0 && next.is_none();
                if is_last && is_certain || self.code(child) == code {
                    return Some((child, side, tiles, made));
                }
            }
        }
        None
    }

    /// Returns the sides of the blank's first moves on shortest paths, each once.
    pub(crate) fn nearer_sides(&self, board: Placed) -> impl Iterator<Item = Side> {
        let code = before(self.code(board));
        Side::ALL.into_iter().filter(move |&side| {
            let open = board.open & 1 << side as u8;
            self.child(Placed { open, ..board }, code, false).is_some()
        })
    }

    /// Returns the first shortest path from a board to the goal, by steps: the side to which the
    /// blank goes, the number of tiles that move, and the number of boards examined.
    pub(crate) fn walk(&self, mut board: Placed) -> impl Iterator<Item = (Side, u8, u8)> + '_ {
        let mut code = self.code(board);
        let steps = iter::from_fn(move || {
            // A solved board has the code 1, as others have.
            let (child, side, tiles, made) = self.child(board, before(code), code != 1)?;
            (board, code) = (child, before(code));
            Some((side, tiles, made))
        });
        // A forged file must not make it endless.
        steps.take(LEVELS)
    }

    /// Returns the distance of a board, by a walk to the goal.
    pub(crate) fn distance(&self, board: Placed) -> usize {
        self.walk(board).count()
    }

    /// Returns the distance of a board by that of a neighbour, which differs by one at most.
    pub(super) fn beside(&self, neighbour: u32, board: Placed) -> u32 {
        let more = (u32::from(self.code(board)) + 2 * neighbour) % 3;
        (neighbour + more).saturating_sub(1)
    }

    /// Returns the blocks with boards at a distance.
    fn blocks_at(&self, distance: usize) -> impl Iterator<Item = usize> + '_ {
        let blocks = blocks_of(self.blocks.cells);
        (0..if distance < LEVELS { blocks } else { 0 }).filter(move |block| {
            let word = BLOCK * block + 2 * WORDS + distance / 64;
            self.words[word] >> (distance % 64) & 1 != 0
        })
    }

    /// Returns whether a board is at a distance.
    fn is_at(&self, board: Placed, distance: usize) -> bool {
        usize::from(self.code(board)) == distance % 3 + 1 && self.distance(board) == distance
    }

    /// Returns the boards at a distance, each once. Skips blocks without such boards.
    pub(crate) fn at_distance(&self, distance: usize) -> impl Iterator<Item = Placed> + '_ {
        let blocks = self.blocks_at(distance);
        blocks.flat_map(move |block| {
            let boards = self.boards_of(block);
            boards.filter(move |&board| self.is_at(board, distance))
        })
    }

    /// Returns the boards of a block.
    pub(super) fn boards_of(&self, block: usize) -> impl Iterator<Item = Placed> + '_ {
        let orders = &self.blocks.orders;
        let halves = (0..orders.count()).filter(|&order| orders.bit(order).1 == 0);
        let boards = halves.map(move |order| self.blocks.placed(block as u32, order));
        boards.filter(|&board| self.code(board) > 0)
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
        let mut tries = (0..tries).map(|_| {
            let block = blocks[below(blocks.len())] as u32;
            self.blocks.placed(block, below(orders))
        });
        tries.find(|&board| self.is_at(board, distance))
    }

    /// Returns the name of a table, and the identity.
    pub(super) fn id(target: &Target, metric: Metric) -> TableId {
        let [rows, columns, layers] = target.shape.sides().map(|side| side as u64);
        let free = target.free.iter().flatten().rev();
        let free = free.fold(0, |mask, &is_free| mask << 1 | u64::from(is_free));
        let (home, metric) = (target.home, metric as u64);
        // Tables of patterns have no bit beside the sides.
        let sides = rows | columns << 16 | layers << 32 | 1 << 63;
        (
            format!("space-{rows}x{columns}x{layers}-{home}-{free:x}-{metric}"),
            [sides, home as u64 | metric << 32, free],
        )
    }
}

/// Returns the code of boards that are one move nearer.
const fn before(code: u8) -> u8 {
    if code == 1 { 3 } else { code.saturating_sub(1) }
}

/// The exact number of moves left.
impl Heuristic for SpaceTable {
    type State = u32;

    fn evaluate(&self, board: &CanonicalBoard) -> u32 {
        self.distance(self.board(board)) as u32
    }

    fn update(&self, state: &u32, board: &CanonicalBoard, from: usize) -> u32 {
        let mut numbers = self.numbers(board);
        numbers.swap(from, board.blank);
        let child = self.blocks.board(&numbers);
        self.beside(*state, child)
    }

    fn estimate(&self, state: &u32) -> u32 {
        *state
    }
}
