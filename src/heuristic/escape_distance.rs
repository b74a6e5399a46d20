//! Escape distance: walking distance whose plans also take the tiles in conflict out of their lines.

use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;

use super::{Heuristic, HeuristicError, Places, home_of, same_boards};
use crate::canonical::CanonicalBoard;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::dispatch::fetch_early;
use crate::runtime::job::{Pace, block_on};
use crate::shape::Shape;

/// [`WalkingDistance`](super::WalkingDistance) whose moves include the escapes that linear conflicts
/// demand.
///
/// A resident of a row is a tile that stands in its goal row. Moves along rows keep the order of a
/// row's tiles, so residents that never leave stand in the order of their goals: all but a longest
/// increasing run of the `r` residents, `e < r` of them, leave the row at least once. A position
/// is that of walking distance and this demand `e` of each row; its distance is the least number
/// of moves to the goal that take a resident out of each row at least `e` times. Every solution
/// makes such moves, so the estimate is admissible. A resident that leaves lowers the demand by at
/// most 1, one that enters raises it by at most 1, and nothing else changes it: a plan from a
/// child, after the move that leads there, is one from its parent. Moves can be undone, so the
/// estimate is consistent; it changes by exactly 1, as the blank changes its row. Columns count
/// likewise. The sum is never below walking distance or [`LinearConflict`](super::LinearConflict).
///
/// ```
/// use npuzzle::heuristic::{CanonicalBoard, EscapeDistance, Heuristic};
/// use npuzzle::{Board, Goal};
///
/// let turned: Board<4> = "0 15 14 13/12 11 10 9/8 7 6 5/4 3 2 1".parse()?;
/// let board = CanonicalBoard::new(&turned, &Goal::BlankLast)?;
/// let escape = EscapeDistance::new(board.shape(), board.home())?;
/// assert_eq!(escape.estimate(&escape.evaluate(&board)), 70); // 80 moves solve it
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
///
/// For flat boards. The value of a board whose goal has free tiles is 0, and that of one that can't
/// be solved may be anything. A position takes a bit: 4 x 4 has 92,534 of them, 5 x 5 has
/// 379,584,504, which take 47 MB (twice that while they are built, for about a minute).
#[derive(Clone, Debug)]
pub struct EscapeDistance {
    places: Places,
    home: u16,
    axes: [Axis; 2],
}

/// The data that [`EscapeDistance`] stores for a board: the distance along each axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EscapeDistanceState(pub(crate) [u16; 2]);

impl EscapeDistance {
    /// Returns the heuristic for a shape and the blank's home.
    ///
    /// # Errors
    /// [`HeuristicError::NoSuchHome`] if the shape has no such cell, [`HeuristicError::TooLarge`] if
    /// it isn't flat or an axis has too many positions, [`HeuristicError::Table`] if memory runs out.
    pub fn new(shape: Shape, home: usize) -> Result<Self, HeuristicError> {
        block_on(async |pace| escape_distance(shape, home, u64::MAX, pace).await)
    }

    /// Returns the memory of the tables, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let [first, second] = self.axes.each_ref().map(|axis| &axis.lines);
        let is_shared = Arc::ptr_eq(first, second);
        let second = if is_shared { 0 } else { second.distances.len() };
        8 * (first.distances.len() + second)
    }

    /// Returns the number of a board's position along an axis, and prefetches its bit.
    #[inline]
    pub(crate) fn locate<T: Copy + Into<usize>>(&self, axis: usize, cells: &[T]) -> u32 {
        let Axis { lines, .. } = &self.axes[axis];
        let number = lines.number(&self.axes[axis].position(cells));
        fetch_early(&lines.distances, number as usize / 64);
        number
    }

    /// Returns whether the distance of a position is that of a neighbour minus 1, not plus 1.
    #[inline]
    pub(crate) fn is_closer(&self, axis: usize, number: u32, neighbour: u16) -> bool {
        self.axes[axis].lines.upper(number) != (neighbour.wrapping_add(1) & 2 != 0)
    }
}

impl Heuristic for EscapeDistance {
    type State = EscapeDistanceState;

    /// O(cells x distance).
    fn evaluate(&self, board: &CanonicalBoard) -> EscapeDistanceState {
        EscapeDistanceState(self.axes.each_ref().map(|axis| match board.free {
            None => axis.lines.distance(axis.position(board.cells())),
            Some(_) => 0,
        }))
    }

    /// O(cells).
    fn update(
        &self,
        state: &EscapeDistanceState,
        board: &CanonicalBoard,
        from: usize,
    ) -> EscapeDistanceState {
        let EscapeDistanceState(mut distances) = *state;
        let axis = self.places.axis(from, board.blank());
        if board.free.is_none() {
            let distance = &mut distances[axis];
            let number = self.locate(axis, board.after(from).cells());
            *distance = if self.is_closer(axis, number, *distance) {
                distance.saturating_sub(1)
            } else {
                *distance + 1
            };
        }
        EscapeDistanceState(distances)
    }

    fn estimate(&self, EscapeDistanceState([first, second]): &EscapeDistanceState) -> u32 {
        u32::from(*first) + u32::from(*second)
    }

    fn fits(&self, shape: Shape, home: usize) -> Result<(), HeuristicError> {
        same_boards((self.places.shape, usize::from(self.home)), (shape, home))
    }
}

/// Makes the heuristic for a shape and the blank's home within a limit of memory, in bytes.
///
/// # Errors
/// As [`EscapeDistance::new`].
pub(crate) async fn escape_distance(
    shape: Shape,
    home: usize,
    memory: u64,
    pace: &mut Pace,
) -> Result<EscapeDistance, HeuristicError> {
    let (home, places) = (home_of(shape, home)?, Places::new(shape));
    let mut all: Vec<Arc<Lines>> = Vec::new();
    for axis in 0..2 {
        let home = places.of(home.into())[axis].into();
        let lines = Lines::new(shape, axis, home).filter(|it| it.positions() / 4 <= memory);
        let lines = lines.ok_or(HeuristicError::TooLarge { shape })?;
        let is_same =
            |it: &&Arc<Lines>| (it.height, it.width, it.home) == (lines.height, lines.width, home);
        let known = all.iter().find(is_same).cloned();
        all.push(match known {
            Some(known) => known,
            None => Arc::new(lines.built(pace).await?),
        });
    }
    let axes = [0, 1].map(|axis| Axis::new(&places, axis, home, &all[axis]));
    Ok(EscapeDistance { places, home, axes })
}

const MAX_LINES: usize = 8;

/// The most cells of a line, keys of contents, and positions of an axis.
const MAX_WIDTH: usize = 32;
const MAX_KEYS: usize = 10_000;
const MAX_POSITIONS: u64 = 1 << 29;

/// For each line the number of its contents and its demand.
type Position = [(u16, u8); MAX_LINES];

/// An axis of a shape: from boards to positions.
#[derive(Clone, Debug)]
struct Axis {
    lines: Arc<Lines>,
    /// `[line][place]`: the cell.
    cells: Vec<u16>,
    /// `[line][tile]`: the tile's digit in the key of the contents, and the bit of its place, if it
    /// belongs there.
    tiles: Vec<(u16, u32)>,
}

impl Axis {
    fn new(places: &Places, axis: usize, home: u16, lines: &Arc<Lines>) -> Self {
        let count = places.shape.cells();
        let line_of = |cell: u16| usize::from(places.of(cell.into())[axis]);
        let mut cells: Vec<u16> = (0..count as u16).collect();
        cells.sort_by_key(|&cell| line_of(cell));
        let mut tiles = vec![(0, 0); count * lines.height];
        for (place, &tile) in cells.iter().enumerate().filter(|&(_, &tile)| tile != home) {
            for line in 0..lines.height {
                let bit = u32::from(line == line_of(tile)) << (place % lines.width);
                tiles[line * count + usize::from(tile)] = (lines.digit(line_of(tile)) as u16, bit);
            }
        }
        let lines = Arc::clone(lines);
        Self {
            lines,
            cells,
            tiles,
        }
    }

    #[inline]
    fn position<T: Copy + Into<usize>>(&self, board: &[T]) -> Position {
        let mut position = Position::default();
        let lines = self.cells.chunks_exact(self.lines.width);
        let lines = lines.zip(self.tiles.chunks_exact(board.len()));
        for ((contents, demand), (cells, tiles)) in position.iter_mut().zip(lines) {
            // Patience sorting: the least ends of increasing runs of each length, as a set.
            let (mut key, mut residents, mut ends) = (0, 0, 0_u32);
            for &cell in cells {
                let (digit, bit) = tiles[board[usize::from(cell)].into()];
                let not_less = ends & !bit.wrapping_sub(1);
                ends = ends & !(not_less & not_less.wrapping_neg()) | bit;
                key += usize::from(digit);
                residents |= bit;
            }
            *contents = self.lines.contents[key];
            *demand = (residents.count_ones() - ends.count_ones()) as u8;
        }
        position
    }
}

/// All positions along an axis with some lines of some width, and their distances.
///
/// Positions are numbered by the first line's contents, then its demand, then those of the next line,
/// and so on.
#[derive(Debug)]
struct Lines {
    /// The number of lines, and of cells of each.
    height: usize,
    width: usize,
    /// The blank's line when solved.
    home: usize,
    /// `[key]`: the number of the contents with this key, whose digits are the numbers of tiles of
    /// each goal line; `NONE` if there are none.
    contents: Vec<u16>,
    /// `[contents]`: the key. Those with the blank come last, from `full` on.
    keys: Vec<usize>,
    full: usize,
    /// `[contents][goal]`: the number of its tiles, and the contents with one fewer and one more.
    tiles: Vec<(usize, u16, u16)>,
    /// `[line]`: the lines from one on.
    levels: Vec<Level>,
    /// `[position]`: the upper bit of the distance modulo 4; the blank's line tells the lower one.
    distances: Vec<u64>,
}

const NONE: u16 = u16::MAX;

#[derive(Debug, Default)]
struct Level {
    /// `[rest]`: the number of positions with this multiset of tiles.
    counts: Vec<u64>,
    /// `[rest][contents]`: the number of the first position, and the rest of the next level.
    branches: Vec<(u32, u16)>,
}

impl Lines {
    /// Numbers the positions along an axis, unless there are too many.
    fn new(shape: Shape, axis: usize, home: usize) -> Option<Self> {
        let lines = shape.sides()[axis];
        let width = shape.cells() / lines;
        let is_small = shape.is_flat() && lines <= MAX_LINES && width <= MAX_WIDTH;
        let keys = (width + 1).checked_pow(lines as u32);
        let keys = keys.filter(|&keys| is_small && keys <= MAX_KEYS)?;
        let mut all = Self {
            height: lines,
            width,
            home,
            contents: vec![NONE; keys],
            keys: Vec::new(),
            full: 0,
            tiles: Vec::new(),
            levels: Vec::new(),
            distances: Vec::new(),
        };
        for sum in [width, width - 1] {
            all.full = all.keys.len();
            for key in 0..keys {
                if (0..lines).map(|goal| all.count(key, goal)).sum::<usize>() == sum {
                    all.contents[key] = all.keys.len() as u16;
                    all.keys.push(key);
                }
            }
        }
        let contents_of = |key: Option<usize>| key.and_then(|key| all.contents.get(key)).copied();
        let goals = |&key: &usize| (0..lines).map(move |goal| (key, goal));
        let tiles = all.keys.iter().flat_map(goals).map(|(key, goal)| {
            let fewer = contents_of(key.checked_sub(all.digit(goal)));
            let more = contents_of(key.checked_add(all.digit(goal)));
            (
                all.count(key, goal),
                fewer.unwrap_or(NONE),
                more.unwrap_or(NONE),
            )
        });
        all.tiles = tiles.collect();
        all.add_levels();
        (all.positions() <= MAX_POSITIONS).then_some(all)
    }

    fn positions(&self) -> u64 {
        self.levels[0].counts[0]
    }

    const fn digit(&self, goal: usize) -> usize {
        (self.width + 1).pow(goal as u32)
    }

    /// Returns the number of tiles of a goal line.
    const fn count(&self, key: usize, goal: usize) -> usize {
        key / self.digit(goal) % (self.width + 1)
    }

    /// Finds the rests of all lines, from the first one on; then counts positions, from the last one
    /// on.
    fn add_levels(&mut self) {
        let goals = || 0..self.height;
        let all = goals()
            .map(|goal| self.width * self.digit(goal))
            .sum::<usize>();
        // A rest, and whether the blank is in these lines.
        let mut rests = vec![(all - self.digit(self.home), true)];
        let mut levels = Vec::new();
        for _ in goals() {
            let mut known = vec![NONE; self.contents.len()];
            let (mut branches, mut nexts) = (Vec::new(), Vec::new());
            for &(rest, has_blank) in &rests {
                for (contents, &key) in self.keys.iter().enumerate() {
                    let takes_blank = contents >= self.full;
                    let fits = goals().all(|goal| self.count(rest, goal) >= self.count(key, goal));
                    if !fits || takes_blank && !has_blank {
                        branches.push((0, NONE));
                        continue;
                    }
                    let next = &mut known[rest - key];
                    if *next == NONE {
                        *next = nexts.len() as u16;
                        nexts.push((rest - key, has_blank && !takes_blank));
                    }
                    branches.push((0, *next));
                }
            }
            rests = nexts;
            levels.push(Level {
                branches,
                ..Level::default()
            });
        }
        let mut counts = vec![1];
        for (line, level) in levels.iter_mut().enumerate().rev() {
            for branches in level.branches.chunks_exact_mut(self.keys.len()) {
                let mut count = 0;
                for ((first, next), &key) in branches.iter_mut().zip(&self.keys) {
                    *first = count as u32;
                    if *next != NONE {
                        let demands = self.count(key, line).max(1) as u64;
                        count += counts[usize::from(*next)] * demands;
                    }
                }
                level.counts.push(count);
            }
            counts.clone_from(&level.counts);
        }
        levels.push(Level {
            counts: vec![1],
            ..Level::default()
        });
        self.levels = levels;
    }

    /// Returns the number of the first position of a rest with a line, and the next rest.
    #[inline]
    fn first(&self, line: usize, rest: usize, (contents, demand): (u16, u8)) -> (u32, usize) {
        let branch = rest * self.keys.len() + usize::from(contents);
        let (first, next) = self.levels[line].branches[branch];
        let count = self.levels[line + 1].counts[usize::from(next)] as u32;
        (first + u32::from(demand) * count, next.into())
    }

    #[inline]
    fn number(&self, position: &Position) -> u32 {
        let (mut number, mut rest) = (0, 0);
        for (line, &of_line) in position[..self.height].iter().enumerate() {
            let (first, next) = self.first(line, rest, of_line);
            (number, rest) = (number + first, next);
        }
        number
    }

    #[inline]
    fn upper(&self, number: u32) -> bool {
        self.distances[number as usize / 64] >> (number % 64) & 1 != 0
    }

    fn blank(&self, position: &Position) -> usize {
        let mut lines = position.iter();
        let blank = lines.position(|&(contents, _)| usize::from(contents) >= self.full);
        blank.unwrap_or(self.home)
    }

    #[inline]
    fn tiles(&self, (contents, _): (u16, u8), goal: usize) -> (usize, u16, u16) {
        self.tiles[usize::from(contents) * self.height + goal]
    }

    /// Calls back with each position whose blank has changed places with a tile of a neighbouring
    /// line, all demands unchanged: the tile's line before, its goal line, the position.
    #[inline]
    fn moves(&self, position: &Position, blank: usize, mut f: impl FnMut(usize, usize, Position)) {
        for from in [blank.wrapping_sub(1), blank + 1] {
            for goal in 0..if from < self.height { self.height } else { 0 } {
                let (count, fewer, _) = self.tiles(position[from], goal);
                if count > 0 {
                    let mut next = *position;
                    next[from].0 = fewer;
                    next[blank].0 = self.tiles(position[blank], goal).2;
                    f(from, goal, next);
                }
            }
        }
    }

    /// Returns the distance of a position: follows a shortest plan.
    fn distance(&self, mut position: Position) -> u16 {
        let modulo_4 = |position: &Position, blank: usize| {
            u16::from(self.upper(self.number(position))) * 2
                + (blank.abs_diff(self.home) % 2) as u16
        };
        let mut left = modulo_4(&position, self.blank(&position));
        for distance in 0.. {
            let mut closer = None;
            self.moves(&position, self.blank(&position), |from, goal, mut next| {
                if goal == from {
                    next[from].1 = next[from].1.saturating_sub(1);
                }
                if (modulo_4(&next, from) + 1) % 4 == left {
                    closer = Some(next);
                }
            });
            // The goal alone has none.
            let Some(next) = closer else {
                return distance;
            };
            (position, left) = (next, (left + 3) % 4);
        }
        0
    }

    /// Finds the distances of all positions, breadth first from the goal.
    ///
    /// Until then a position has two bits: first that it is found, or the bit of its distance; second
    /// that it is expanded. One found but not expanded is of this layer, or of the next one if the
    /// blank's line has the other parity.
    async fn built(mut self, pace: &mut Pace) -> Result<Self, OutOfMemory> {
        let words = (self.positions() as usize).div_ceil(64);
        pace.hold(16 * words);
        let mut bits = pace.zeroed_words(2 * words).await?;
        let mut goal = Position::default();
        for (line, (contents, _)) in goal.iter_mut().enumerate().take(self.height) {
            let tiles = self.width - usize::from(line == self.home);
            *contents = self.contents[tiles * self.digit(line)];
        }
        let goal = self.number(&goal) as usize;
        bits[goal / 64 * 2] |= 1 << (goal % 64);
        let mut cursor = Cursor::default();
        let (mut distance, mut is_over) = (0, false);
        while !is_over {
            is_over = true;
            for word in 0..words {
                let mut found = bits[2 * word] & !bits[2 * word + 1];
                let cost = 1 + 150 * found.count_ones() as usize;
                while found != 0 {
                    let bit = found & found.wrapping_neg();
                    found ^= bit;
                    let number = (64 * word) as u32 + bit.trailing_zeros();
                    let blank = cursor.seek(&self, number);
                    if blank.abs_diff(self.home) % 2 != distance % 2 {
                        continue;
                    }
                    is_over = false;
                    bits[2 * word + 1] |= bit;
                    if distance & 2 == 0 {
                        bits[2 * word] &= !bit;
                    }
                    cursor.befores(&self, blank, |number| {
                        let (word, bit) = (number as usize / 64 * 2, 1 << (number % 64));
                        bits[word] |= bit & !bits[word + 1];
                    });
                }
                pace.spend(cost).await;
            }
            distance += 1;
        }
        for word in 0..words {
            bits[word] = bits[2 * word];
            pace.spend(1).await;
        }
        bits.truncate(words);
        bits.shrink_to_fit();
        self.distances = bits;
        Ok(self)
    }
}

/// A position, and for each line the first position with the same lines up to it, the number of
/// those, and the rest.
#[derive(Default)]
struct Cursor {
    position: Position,
    firsts: [u32; MAX_LINES],
    counts: [u32; MAX_LINES],
    rests: [usize; MAX_LINES + 1],
}

impl Cursor {
    const fn before(&self, line: usize) -> u32 {
        if line > 0 { self.firsts[line - 1] } else { 0 }
    }

    /// Goes to a position; returns its blank's line.
    fn seek(&mut self, all: &Lines, number: u32) -> usize {
        let is_same = |line: &usize| number.wrapping_sub(self.firsts[*line]) < self.counts[*line];
        let same = (0..all.height).take_while(is_same).count();
        for line in same..all.height {
            let left = number - self.before(line);
            let branches = &all.levels[line].branches[self.rests[line] * all.keys.len()..];
            let after = branches[..all.keys.len()].partition_point(|&(first, _)| first <= left);
            let (first, next) = branches[after - 1];
            self.rests[line + 1] = next.into();
            self.counts[line] = all.levels[line + 1].counts[usize::from(next)] as u32;
            let demand = (left - first) / self.counts[line];
            self.firsts[line] = number - left + first + demand * self.counts[line];
            self.position[line] = ((after - 1) as u16, demand as u8);
        }
        all.blank(&self.position)
    }

    /// Calls back with the positions from which a move leads here.
    fn befores(&self, all: &Lines, blank: usize, mut f: impl FnMut(u32)) {
        let end = self.firsts[all.height - 1];
        all.moves(&self.position, blank, |line, goal, mut before| {
            let low = blank.min(line);
            let rest = self.before(low) + end - self.firsts[low + 1];
            let mut put = |before: &Position| {
                let (first, next) = all.first(low, self.rests[low], before[low]);
                f(rest + first + all.first(low + 1, next, before[low + 1]).0);
            };
            // The move leads from the line that is the blank's here to the tile's line here.
            let most = all.tiles(before[goal], goal).0.saturating_sub(1);
            let demand = usize::from(before[goal].1);
            if if goal == blank {
                demand == 0
            } else {
                goal != line || demand <= most
            } {
                put(&before);
            }
            if goal == blank && demand < most {
                before[goal].1 += 1;
                put(&before);
            }
        });
    }
}
