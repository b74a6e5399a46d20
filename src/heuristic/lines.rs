//! Positions along an axis: of each line, how many of its tiles must reach which line.
//!
//! Moves along a line don't change them. [`WalkingDistance`](super::WalkingDistance) and
//! [`EscapeDistance`](super::EscapeDistance) search them breadth first.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::{HeuristicError, Manhattan};
use crate::runtime::{OutOfMemory, Pace, filled, push, reserve};
use crate::tables;

/// The most lines, cells of a line, and keys of contents. Keys have up to 8 digits below 128.
const MAX_LINES: usize = 11;
const MAX_WIDTH: usize = 32;
const MAX_KEYS: usize = 10_000;

/// The size of an axis and the blank's home, which decide its positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    /// The number of lines, and of cells of each.
    pub(super) height: usize,
    pub(super) width: usize,
    /// The number of kinds of tiles: of lines, but those of a path never pass each other.
    pub(super) kinds: usize,
    /// The blank's line when solved. Lines are counted from the end that is nearer to it.
    pub(super) home: usize,
    /// True if positions have demands.
    has_demands: bool,
}

impl Rules {
    /// Returns the rules of an axis.
    ///
    /// # Errors
    /// [`HeuristicError::TooLarge`] if the axis has too many lines or too long ones.
    pub(super) fn new(
        Manhattan { places, home }: &Manhattan,
        axis: usize,
        has_demands: bool,
    ) -> Result<Self, HeuristicError> {
        let (shape, home) = (places.shape, places.of((*home).into())[axis].into());
        let height = shape.sides()[axis];
        let width = shape.cells() / height;
        let rules = Self {
            height,
            width,
            kinds: if width == 1 { 1 } else { height },
            home: usize::min(home, height - 1 - home),
            has_demands,
        };
        let keys = rules.base().checked_pow(rules.kinds as u32);
        let is_small = height <= MAX_LINES && width <= MAX_WIDTH;
        if is_small && keys.is_some_and(|keys| keys <= MAX_KEYS) {
            Ok(rules)
        } else {
            Err(HeuristicError::TooLarge { shape })
        }
    }

    /// Returns the base of the keys, whose digits are the numbers of tiles of each kind.
    const fn base(&self) -> usize {
        self.width * self.height / self.kinds + 1
    }

    /// Returns the key of a tile that belongs to a line.
    const fn digit(&self, line: usize) -> usize {
        self.base().pow((line % self.kinds) as u32)
    }

    /// Returns the digits of a key, a byte each.
    fn digits(&self, key: usize) -> u64 {
        let digit = |kind| (key / self.digit(kind) % self.base()) as u64;
        (0..self.kinds).fold(0, |all, kind| all | digit(kind) << (8 * kind))
    }

    /// Returns whether a distance with the blank in a line is odd.
    pub(super) const fn is_odd(&self, blank: usize) -> bool {
        blank.abs_diff(self.home) % 2 != 0
    }
}

/// The numbers of all positions along an axis.
///
/// They may have a demand for each line: a number below that of its residents, the tiles that belong
/// there. Each resident that leaves lowers it.
///
/// Positions are numbered by the first line's contents, then its demand, then those of the next line,
/// and so on.
#[derive(Debug)]
pub(super) struct Lines {
    pub(super) rules: Rules,
    /// `[key]`: the number of the contents with this key; `NONE` if there are none.
    contents: Vec<u16>,
    /// `[contents]`: their key, and a byte for each digit of it.
    keys: Vec<(usize, u64)>,
    /// The contents with the blank are those from this one on.
    full: usize,
    /// `[line][rest]`: the number of positions of the lines from one on, given their rest: the multiset
    /// of their tiles. The last one is past the end.
    counts: Vec<Vec<u64>>,
    /// `[line][rest][contents]`: the number of the first position, and the rest of the next line.
    branches: Vec<Vec<(u32, u16)>>,
}

const NONE: u16 = u16::MAX;

/// Returns the number of tiles of a key, given a byte for each digit.
fn tiles_of(digits: u64) -> usize {
    digits.to_le_bytes().map(usize::from).iter().sum()
}

/// Returns whether no digit of a key is above that of another one, given a byte for each digit.
const fn is_part(digits: u64, of: u64) -> bool {
    /// A bit above each digit.
    const ABOVE: u64 = 0x8080_8080_8080_8080;
    ((of | ABOVE) - digits) & ABOVE == ABOVE
}

/// The number of a line's contents, and its demand.
type Line = (u16, u8);

impl Lines {
    /// Numbers the positions along an axis; `None` if there are more than `most`.
    pub(super) async fn new(
        rules: Rules,
        most: u64,
        pace: &mut Pace,
    ) -> Result<Option<Self>, OutOfMemory> {
        let count = rules.base().pow(rules.kinds as u32);
        let mut lines = Self {
            rules,
            contents: filled(NONE, count)?,
            keys: Vec::new(),
            full: 0,
            counts: Vec::from([Vec::from([1])]),
            branches: Vec::new(),
        };
        for tiles in [rules.width, rules.width - 1] {
            lines.full = lines.keys.len();
            for key in (0..count).filter(|&key| tiles_of(rules.digits(key)) == tiles) {
                lines.contents[key] = lines.keys.len() as u16;
                push(&mut lines.keys, (key, rules.digits(key)))?;
            }
            pace.spend(20 * rules.kinds * count).await;
        }
        // The positions of the lines from each one on. Their rest is any part of all tiles that fills
        // them, but for the blank if it is there.
        let all = (0..rules.height).map(|line| rules.width * rules.digit(line));
        let all = rules.digits(all.sum::<usize>() - rules.digit(rules.home));
        // `[key]`: the number of the next line's rest.
        let mut nexts = filled(NONE, count)?;
        nexts[0] = 0;
        for line in (0..rules.height).rev() {
            let cells = rules.width * (rules.height - line);
            let mut rests = filled(NONE, nexts.len())?;
            let (mut counts, mut branches) = (Vec::new(), Vec::new());
            for (rest, number) in rests.iter_mut().enumerate() {
                pace.spend(20 * rules.kinds).await;
                let digits = rules.digits(rest);
                if !is_part(digits, all) || ![cells, cells - 1].contains(&tiles_of(digits)) {
                    continue;
                }
                *number = counts.len() as u16;
                let mut count = 0;
                reserve(&mut branches, lines.keys.len())?;
                for (contents, &(key, of_key)) in lines.keys.iter().enumerate() {
                    let is_part = is_part(of_key, digits);
                    let next = if is_part { nexts[rest - key] } else { NONE };
                    branches.push((count as u32, next));
                    if let Some(after) = lines.counts[0].get(usize::from(next)) {
                        count += after * u64::from(lines.demands(contents as u16, line));
                    }
                }
                push(&mut counts, count)?;
                pace.spend(8 * lines.keys.len()).await;
            }
            nexts = rests;
            lines.counts.insert(0, counts);
            lines.branches.insert(0, branches);
        }
        Ok((lines.positions() <= most).then_some(lines))
    }

    /// Returns the number of positions.
    pub(super) fn positions(&self) -> u64 {
        self.counts[0][0]
    }

    /// Returns the memory of the numbering, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.branches.iter().map(|it| size_of_val(&it[..])).sum()
    }

    /// Returns the number of the first position of a rest with a line, and the next rest.
    #[inline]
    fn first(&self, line: usize, rest: usize, (contents, demand): Line) -> (u32, usize) {
        let branch = rest * self.keys.len() + usize::from(contents);
        let (first, next) = self.branches[line][branch];
        let count = self.counts[line + 1][usize::from(next)] as u32;
        (first + u32::from(demand) * count, next.into())
    }

    /// Returns the number of the solved position.
    pub(super) fn goal(&self) -> u32 {
        let (mut number, mut rest) = (0, 0);
        for line in 0..self.rules.height {
            let tiles = self.rules.width - usize::from(line == self.rules.home);
            let contents = self.contents[tiles * self.rules.digit(line)];
            let (first, next) = self.first(line, rest, (contents, 0));
            (number, rest) = (number + first, next);
        }
        number
    }

    /// Returns the number of tiles of a kind in some contents.
    fn count(&self, contents: u16, kind: usize) -> u8 {
        (self.keys[usize::from(contents)].1 >> (8 * kind)) as u8
    }

    /// Returns the number of demands that a line with some contents can have.
    fn demands(&self, contents: u16, line: usize) -> u8 {
        if self.rules.has_demands {
            self.count(contents, line % self.rules.kinds).max(1)
        } else {
            1
        }
    }

    /// Searches all positions, breadth first from the goal. Returns two words for 64 positions: the
    /// upper bits of their distances modulo 4, whose lower ones the blank's line tells, and ones; and
    /// the largest distance.
    ///
    /// Calls `visit` with the number and distance of each, and each move that leads to it: whether the
    /// blank comes from a line behind, the tile's kind, and the number of the position before.
    ///
    /// Until the end the first bit of a position says that it is found, the second that it is
    /// expanded. One found but not expanded is of this layer, or of the next one if the blank's line
    /// has the other parity.
    pub(super) async fn search(
        &self,
        mut visit: impl FnMut((u32, u16), (bool, usize), u32),
        pace: &mut Pace,
    ) -> Result<(Vec<u64>, u16), OutOfMemory> {
        let words = (self.positions() as usize).div_ceil(64);
        let mut bits = pace.zeroed_words(2 * words).await?;
        let goal = self.goal() as usize;
        bits[goal / 64 * 2] |= 1 << (goal % 64);
        let mut cursor = Cursor::default();
        let (mut distance, mut known, mut is_over) = (0, 0, false);
        while !is_over {
            is_over = true;
            pace.show(distance.into(), known);
            for word in 0..words {
                let found = bits[2 * word] & !bits[2 * word + 1];
                for nth in tables::bits(found) {
                    let (number, bit) = ((64 * word + nth) as u32, 1 << nth);
                    let blank = cursor.seek(self, number);
                    if self.rules.is_odd(blank) != (distance % 2 != 0) {
                        continue;
                    }
                    is_over = false;
                    known += 1;
                    bits[2 * word + 1] |= bit;
                    if distance & 2 == 0 {
                        bits[2 * word] &= !bit;
                    }
                    cursor.befores(self, |from, kind, before| {
                        let (word, bit) = (before as usize / 64 * 2, 1 << (before % 64));
                        bits[word] |= bit & !bits[word + 1];
                        visit((number, distance), (from > blank, kind), before);
                    });
                }
                pace.spend(1 + 150 * found.count_ones() as usize).await;
            }
            distance += 1;
        }
        Ok((bits, distance.saturating_sub(2)))
    }
}

/// A position, and for each line the first position with the same lines before it, the number of
/// those that share this line, and the rest.
#[derive(Default)]
pub(super) struct Cursor {
    position: [Line; MAX_LINES],
    firsts: [u32; MAX_LINES + 1],
    counts: [u32; MAX_LINES],
    rests: [usize; MAX_LINES + 1],
    /// The blank's line.
    blank: usize,
}

impl Cursor {
    /// Goes to a position; returns its blank's line.
    pub(super) fn seek(&mut self, all: &Lines, number: u32) -> usize {
        let height = all.rules.height;
        let is_same = |&at: &usize| number.wrapping_sub(self.firsts[at + 1]) < self.counts[at];
        let same = (0..height).take_while(is_same).count();
        for line in same..height {
            let left = number - self.firsts[line];
            let branches = &all.branches[line][self.rests[line] * all.keys.len()..];
            let after = branches[..all.keys.len()].partition_point(|&(first, _)| first <= left);
            let (first, next) = branches[after - 1];
            self.rests[line + 1] = next.into();
            self.counts[line] = all.counts[line + 1][usize::from(next)] as u32;
            let demand = (left - first) / self.counts[line];
            self.firsts[line + 1] = number - left + first + demand * self.counts[line];
            self.position[line] = ((after - 1) as u16, demand as u8);
        }
        let mut lines = self.position[..height].iter();
        let blank = lines.position(|&(contents, _)| usize::from(contents) >= all.full);
        self.blank = blank.unwrap_or(0);
        self.blank
    }

    /// Calls back with each exchange of the blank and a tile of a neighbouring line, all demands
    /// unchanged: the tile's line before, its kind, the first of both lines, and both.
    #[inline]
    fn exchanges(&self, all: &Lines, mut f: impl FnMut(usize, usize, usize, [Line; 2])) {
        let blank = self.blank;
        for from in [blank.wrapping_sub(1), blank + 1] {
            let has_line = from < all.rules.height;
            for kind in (0..all.rules.kinds).filter(|_| has_line) {
                let (mut of_tile, mut of_blank) = (self.position[from], self.position[blank]);
                if all.count(of_tile.0, kind) > 0 {
                    let digit = all.rules.digit(kind);
                    of_tile.0 = all.contents[all.keys[usize::from(of_tile.0)].0 - digit];
                    of_blank.0 = all.contents[all.keys[usize::from(of_blank.0)].0 + digit];
                    if from < blank {
                        f(from, kind, from, [of_tile, of_blank]);
                    } else {
                        f(from, kind, blank, [of_blank, of_tile]);
                    }
                }
            }
        }
    }

    /// Returns the number of the position with two other lines.
    #[inline]
    fn number(&self, all: &Lines, low: usize, [first, second]: [Line; 2]) -> u32 {
        let (of_first, rest) = all.first(low, self.rests[low], first);
        let (of_second, _) = all.first(low + 1, rest, second);
        let same = self.firsts[all.rules.height] - self.firsts[low + 2];
        self.firsts[low] + of_first + of_second + same
    }

    /// Calls back with the number of each position to which a move leads.
    pub(super) fn nexts(&self, all: &Lines, mut f: impl FnMut(u32)) {
        self.exchanges(all, |from, kind, low, mut both| {
            let demand = &mut both[from - low].1;
            *demand = demand.saturating_sub(u8::from(kind == from));
            f(self.number(all, low, both));
        });
    }

    /// Calls back with each position from which a move leads here: the blank's line, the tile's kind,
    /// the number.
    fn befores(&self, all: &Lines, mut f: impl FnMut(usize, usize, u32)) {
        // The move leads from the line that is the blank's here to the tile's line here.
        self.exchanges(all, |from, kind, low, mut both| {
            if !all.rules.has_demands || kind != from && kind != self.blank {
                return f(from, kind, self.number(all, low, both));
            }
            let line = kind - low;
            let most = all.demands(both[line].0, kind) - 1;
            let has_left = kind == self.blank;
            if both[line].1 <= if has_left { 0 } else { most } {
                f(from, kind, self.number(all, low, both));
            }
            if has_left && both[line].1 < most {
                both[line].1 += 1;
                f(from, kind, self.number(all, low, both));
            }
        });
    }
}

/// The data of an axis by the numbers of its positions.
#[derive(Debug)]
pub(super) struct Table<D> {
    pub(super) lines: Lines,
    pub(super) data: D,
}

/// An axis of a shape: from boards to positions.
#[derive(Clone, Debug)]
pub(super) struct Axis<D> {
    pub(super) table: Arc<Table<D>>,
    /// True if the last line of the shape is the first one here.
    pub(super) is_turned: bool,
    /// `[line][place]`: the cell.
    cells: Vec<u16>,
    /// `[tile]`.
    pub(super) kinds: Vec<u16>,
    /// `[line][tile]`: the tile's digit in the key of the contents, and the bit of its place, if it
    /// belongs there.
    tiles: Vec<(u16, u32)>,
}

impl<D> Axis<D> {
    pub(super) fn new(manhattan: &Manhattan, axis: usize, table: &Arc<Table<D>>) -> Self {
        let (places, home) = (&manhattan.places, manhattan.home);
        let (count, rules) = (places.shape.cells(), table.lines.rules);
        let is_turned = usize::from(places.of(home.into())[axis]) != rules.home;
        let line_of = |cell: u16| match usize::from(places.of(cell.into())[axis]) {
            line if is_turned => rules.height - 1 - line,
            line => line,
        };
        let of_line = |line| (0..count as u16).filter(move |&cell| line_of(cell) == line);
        let cells: Vec<u16> = (0..rules.height).flat_map(of_line).collect();
        let mut tiles = vec![(0, 0); count * rules.height];
        for (place, &tile) in cells.iter().enumerate().filter(|&(_, &tile)| tile != home) {
            for line in 0..rules.height {
                let bit = u32::from(line == line_of(tile)) << (place % rules.width);
                tiles[line * count + usize::from(tile)] = (rules.digit(line_of(tile)) as u16, bit);
            }
        }
        let kinds = (0..count as u16).map(|tile| (line_of(tile) % rules.kinds) as u16);
        Self {
            table: Arc::clone(table),
            kinds: kinds.collect(),
            is_turned,
            cells,
            tiles,
        }
    }

    /// Returns the number of the position of a board without free tiles.
    #[inline]
    pub(super) fn number<T: Copy + Into<usize>>(&self, board: &[T]) -> u32 {
        let all = &self.table.lines;
        let lines = self.cells.chunks_exact(all.rules.width);
        let lines = lines.zip(self.tiles.chunks_exact(board.len()));
        let (mut number, mut rest) = (0, 0);
        for (line, (cells, tiles)) in lines.enumerate() {
            // Patience sorting: the least ends of increasing runs of each length, as a set.
            let (mut key, mut residents, mut ends) = (0, 0, 0_u32);
            for &cell in cells {
                let (digit, bit) = tiles[board[usize::from(cell)].into()];
                let not_less = ends & !bit.wrapping_sub(1);
                ends = ends & !(not_less & not_less.wrapping_neg()) | bit;
                key += usize::from(digit);
                residents |= bit;
            }
            let demand = if all.rules.has_demands {
                residents.count_ones() - ends.count_ones()
            } else {
                0
            };
            let line_of_board = (all.contents[key], demand as u8);
            let (first, next) = all.first(line, rest, line_of_board);
            (number, rest) = (number + first, next);
        }
        number
    }
}
