//! Escape distance: walking distance whose plans also take the tiles in conflict out of their lines.

use alloc::boxed::Box;
use alloc::format;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::lines::{Axis, Cursor, Lines, Rules, Table};
use super::{Heuristic, HeuristicError, Manhattan};
use crate::canonical::CanonicalBoard;
use crate::runtime::{BoxFuture, OutOfMemory, Pace, block_on, fetch_early};
use crate::shape::Shape;
use crate::tables::{Contents, TableId, TableMaker};

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
    manhattan: Manhattan,
    axes: [Axis<Escapes>; 2],
}

/// The data that [`EscapeDistance`] stores for a board: the distance along each axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EscapeDistanceState(pub(crate) [u16; 2]);

/// The distances of all positions along an axis.
#[derive(Clone, Debug)]
struct Escapes {
    /// `[position]`: the upper bit of the distance modulo 4; the blank's line tells the lower one.
    bits: Vec<u64>,
    max: u16,
}

/// The most positions of an axis.
const MAX_POSITIONS: u64 = 1 << 29;

impl EscapeDistance {
    /// Returns the heuristic for a shape and the blank's home.
    ///
    /// # Errors
    /// [`HeuristicError::NoSuchHome`] if the shape has no such cell, [`HeuristicError::TooLarge`] if
    /// it isn't flat or an axis has too many positions or lines, [`HeuristicError::Table`] if memory
    /// runs out.
    pub fn new(shape: Shape, home: usize) -> Result<Self, HeuristicError> {
        let maker = TableMaker::default();
        block_on(async |pace| escape_distance(shape, home, u64::MAX, &maker, pace).await)
    }

    /// Returns the memory of the tables, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let [first, second] = self.axes.each_ref().map(|axis| &axis.table);
        let bytes = |it: &Table<Escapes>| it.lines.bytes() + size_of_val(&it.data.bits[..]);
        let is_shared = Arc::ptr_eq(first, second);
        bytes(first) + if is_shared { 0 } else { bytes(second) }
    }

    /// Returns the number of a board's position along an axis, and prefetches its bit.
    #[inline]
    pub(crate) fn locate<T: Copy + Into<usize>>(&self, axis: usize, cells: &[T]) -> u32 {
        let axis = &self.axes[axis];
        let number = axis.number(cells);
        fetch_early(&axis.table.data.bits, number as usize / 64);
        number
    }

    /// Returns whether the distance of a position is that of a neighbour minus 1, not plus 1.
    #[inline]
    pub(crate) fn is_closer(&self, axis: usize, number: u32, neighbour: u16) -> bool {
        self.axes[axis].table.data.is_closer(number, neighbour)
    }
}

impl Heuristic for EscapeDistance {
    type State = EscapeDistanceState;

    /// O(cells x distance).
    fn evaluate(&self, board: &CanonicalBoard) -> EscapeDistanceState {
        EscapeDistanceState(self.axes.each_ref().map(|axis| match board.free {
            None => axis.table.distance(axis.number(board.cells())),
            Some(_) => 0,
        }))
    }

    /// O(cells).
    fn update(&self, state: &Self::State, board: &CanonicalBoard, from: usize) -> Self::State {
        let EscapeDistanceState(mut distances) = *state;
        let axis = self.manhattan.places.axis(from, board.blank());
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
        self.manhattan.fits(shape, home)
    }
}

/// Makes the heuristic for a shape and the blank's home within a limit of memory, in bytes: reads
/// its tables, or builds and stores them.
///
/// # Errors
/// As [`EscapeDistance::new`].
pub(crate) fn escape_distance<'p>(
    shape: Shape,
    home: usize,
    memory: u64,
    maker: &'p TableMaker,
    pace: &'p mut Pace,
) -> BoxFuture<'p, Result<EscapeDistance, HeuristicError>> {
    Box::pin(async move {
        let manhattan = Manhattan::new(shape, home)?;
        if !shape.is_flat() {
            return Err(HeuristicError::TooLarge { shape });
        }
        let (mut tables, mut left) = (Vec::<Arc<Table<Escapes>>>::new(), memory);
        // A refusal costs nothing: both before the first table.
        let rules = |axis| Rules::new(&manhattan, axis, true);
        for rules in [rules(0)?, rules(1)?] {
            if let Some(first) = tables.first().filter(|it| it.lines.rules == rules) {
                tables.push(Arc::clone(first));
                continue;
            }
            // Two bits a position while they are built.
            let most = MAX_POSITIONS.min(left.saturating_mul(4));
            let lines = Lines::new(rules, most, pace).await?;
            let lines = lines.ok_or(HeuristicError::TooLarge { shape })?;
            left -= lines.positions() / 4;
            let (id, words) = (Escapes::id(rules), lines.positions().div_ceil(64) as usize);
            pace.hold(lines.positions() as usize / 4);
            pace.begin_table(lines.positions(), 0);
            let ((max, _), bits) = maker.make(&id, words, build(&lines, pace)).await?;
            // A forged one must not make a sum overflow.
            let max = max.min(1 << 14) as u16;
            let data = Escapes { bits, max };
            pace.end_slice().await;
            tables.push(Arc::new(Table { lines, data }));
        }
        let axes = [0, 1].map(|axis| Axis::new(&manhattan, axis, &tables[axis]));
        Ok(EscapeDistance { manhattan, axes })
    })
}

/// Builds the table of an axis.
async fn build(lines: &Lines, pace: &mut Pace) -> Result<Contents, OutOfMemory> {
    let (mut bits, max) = lines.search(|_, _, _| {}, pace).await?;
    // Every second word is for the search alone.
    let words = bits.len() / 2;
    for word in 0..words {
        bits[word] = bits[2 * word];
        pace.spend(1).await;
    }
    pace.shorten(&mut bits, words).await;
    Ok(((max.into(), 0.0), bits))
}

impl Escapes {
    /// Returns whether the distance of a position is that of a neighbour minus 1, not plus 1.
    #[inline]
    fn is_closer(&self, number: u32, neighbour: u16) -> bool {
        self.is_upper(number) != (neighbour.wrapping_add(1) & 2 != 0)
    }

    #[inline]
    fn is_upper(&self, number: u32) -> bool {
        self.bits[number as usize / 64] >> (number % 64) & 1 != 0
    }

    /// Returns the name of the table of an axis, and the identity.
    fn id(rules: Rules) -> TableId {
        let (height, width, home) = (rules.height as u64, rules.width as u64, rules.home as u64);
        let name = format!("escape-{height}x{width}-{home}");
        // No other table has this bit beside its sides.
        (name, [height | width << 16 | 1 << 62, home, 0])
    }
}

impl Table<Escapes> {
    /// Returns the distance of a position: follows a shortest plan.
    fn distance(&self, mut number: u32) -> u16 {
        let mut cursor = Cursor::default();
        let is_odd = self.lines.rules.is_odd(cursor.seek(&self.lines, number));
        // Modulo 4.
        let mut left = 2 * u16::from(self.data.is_upper(number)) + u16::from(is_odd);
        for distance in 0..self.data.max {
            let mut closer = None;
            cursor.nexts(&self.lines, |next| {
                if self.data.is_closer(next, left) {
                    closer = Some(next);
                }
            });
            // The goal alone has none.
            let Some(next) = closer else {
                return distance;
            };
            (number, left) = (next, (left + 3) % 4);
            cursor.seek(&self.lines, number);
        }
        self.data.max
    }
}
