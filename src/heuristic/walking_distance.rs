//! Walking distance: the tiles of a row are interchangeable, and so are those of a column.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::lines::{Axis, Lines, Rules, Table};
use super::{Heuristic, HeuristicError, Manhattan};
use crate::canonical::CanonicalBoard;
use crate::runtime::{BoxFuture, OutOfMemory, Pace, block_on};
use crate::shape::Shape;

/// Takahashi Ken'ichiro's walking distance: the least number of vertical moves, plus the least
/// number of horizontal ones.
///
/// For the vertical moves, forget the columns: of each row keep only *how many* of its tiles must
/// reach which row, and whether the blank is there. Any tile of a neighbouring row may move into
/// the blank's row. That puzzle is so much smaller (24,964 positions on 4 x 4) that a breadth-first
/// search from its goal finds all distances, and a table says where each move leads. The same goes
/// for columns, and for the layers of a box: a move goes along one axis, so the distances of all
/// axes add up. They are never below the [`Manhattan`] distance, and a move
/// changes the sum by exactly 1.
///
/// ```
/// use npuzzle::heuristic::{CanonicalBoard, Heuristic, WalkingDistance};
/// use npuzzle::{Board, Goal};
///
/// // The first two rows have changed places. To let four tiles pass four others through one hole takes
/// // more than the 8 moves of their Manhattan distance.
/// let board: Board<4> = "5 6 7 8/1 2 3 4/9 10 11 12/13 14 15 0".parse()?;
/// let board = CanonicalBoard::new(&board, &Goal::BlankLast)?;
/// let walking = WalkingDistance::new(board.shape(), board.home())?;
/// assert_eq!(walking.positions(), 24_964);
/// assert_eq!(walking.estimate(&walking.evaluate(&board)), 14);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
///
/// The value of a board whose goal has free tiles is 0, and that of one that can't be solved may
/// be.
///
/// Tables are shared by axes with equal sides and homes. Positions take less than 100 bytes each on
/// 4 x 4, and their number explodes with the length of a side: an axis may have half a million of
/// them, which is enough for flat boards with sides of at most 4 and some longer ones (3 x 5, 2 x
/// 6).
///
/// Described by its inventor in 2001, in Japanese, at
/// `ic-net.or.jp/home/takaken/nt/slide/solve15.html` (offline now, but archived).
#[derive(Clone, Debug)]
pub struct WalkingDistance {
    manhattan: Manhattan,
    tables: Vec<Arc<Table<Walks>>>,
    /// `[axis]`: `None` if the shape does not extend along it.
    axes: [Option<Axis<Walks>>; 3],
}

/// `[position]`: its distance, then `[side from which a tile comes (behind, before)][kind]`: the next
/// position.
type Walks = Vec<u32>;

/// Returns the number of words of a position.
const fn stride(lines: &Lines) -> usize {
    1 + 2 * lines.rules.kinds
}

/// The most positions of an axis.
const MAX_POSITIONS: u64 = 1 << 19;

/// The data that [`WalkingDistance`] stores for a board: the position along each axis, as its
/// number in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkingDistanceState([u32; 3]);

impl WalkingDistance {
    /// Returns the heuristic for a shape and the blank's home.
    ///
    /// # Errors
    /// [`HeuristicError::NoSuchHome`] if the shape has no such cell, [`HeuristicError::TooLarge`]
    /// if an axis has too many positions or lines, [`HeuristicError::Table`] if memory runs out.
    pub fn new(shape: Shape, home: usize) -> Result<Self, HeuristicError> {
        block_on(async |pace| walking_distance(shape, home, pace).await)
    }

    /// Returns the number of positions in all tables.
    #[must_use]
    pub fn positions(&self) -> usize {
        let positions = self.tables.iter().map(|it| it.lines.positions());
        positions.sum::<u64>() as usize
    }

    /// Returns the memory of the tables, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        let bytes = |it: &Arc<Table<Walks>>| it.lines.bytes() + size_of_val(&it.data[..]);
        self.tables.iter().map(bytes).sum()
    }
}

impl Heuristic for WalkingDistance {
    type State = WalkingDistanceState;

    /// O(cells).
    fn evaluate(&self, board: &CanonicalBoard) -> WalkingDistanceState {
        let number = |axis: &Axis<Walks>| match board.free {
            None => axis.number(board.cells()),
            Some(_) => axis.table.lines.goal(),
        };
        let axes = self.axes.each_ref();
        WalkingDistanceState(axes.map(|axis| axis.as_ref().map_or(0, number)))
    }

    /// O(1): one look-up.
    fn update(&self, state: &Self::State, board: &CanonicalBoard, from: usize) -> Self::State {
        let to = board.blank();
        let axis = self.manhattan.places.axis(from, to);
        let WalkingDistanceState(mut state) = *state;
        if let Some(it) = self.axes[axis].as_ref().filter(|_| board.free.is_none()) {
            let kind = 1 + usize::from(it.kinds[usize::from(board.cells()[from])]);
            let Table { lines, data } = &*it.table;
            let is_before = (from < to) != it.is_turned;
            let side = if is_before { lines.rules.kinds } else { 0 };
            state[axis] = data[state[axis] as usize * stride(lines) + side + kind];
        }
        WalkingDistanceState(state)
    }

    fn estimate(&self, state: &WalkingDistanceState) -> u32 {
        let tables = state.0.iter().zip(&self.axes);
        let distances = tables.filter_map(|(&position, axis)| {
            let table = &axis.as_ref()?.table;
            table.data.get(position as usize * stride(&table.lines))
        });
        distances.sum()
    }

    fn fits(&self, shape: Shape, home: usize) -> Result<(), HeuristicError> {
        self.manhattan.fits(shape, home)
    }
}

/// Makes walking distance for a shape and the blank's home.
///
/// # Errors
/// As [`WalkingDistance::new`].
pub(crate) fn walking_distance(
    shape: Shape,
    home: usize,
    pace: &mut Pace,
) -> BoxFuture<'_, Result<WalkingDistance, HeuristicError>> {
    Box::pin(async move {
        let manhattan = Manhattan::new(shape, home)?;
        let (mut tables, mut axes) = (Vec::<Arc<Table<Walks>>>::new(), [const { None }; 3]);
        // A refusal costs nothing: all before the first table.
        let all = (0..3).filter(|&axis| shape.sides()[axis] > 1);
        let all = all.map(|axis| Ok((axis, Rules::new(&manhattan, axis, false)?)));
        for (axis, rules) in all.collect::<Result<Vec<_>, HeuristicError>>()? {
            if tables.iter().all(|it| it.lines.rules != rules) {
                let lines = Lines::new(rules, MAX_POSITIONS, pace).await?;
                let lines = lines.ok_or(HeuristicError::TooLarge { shape })?;
                let data = walks(&lines, pace).await?;
                tables.push(Arc::new(Table { lines, data }));
            }
            let mut known = tables.iter().filter(|it| it.lines.rules == rules);
            axes[axis] = known.next().map(|it| Axis::new(&manhattan, axis, it));
        }
        Ok(WalkingDistance {
            manhattan,
            tables,
            axes,
        })
    })
}

/// Finds the distances and the moves of all positions.
async fn walks(lines: &Lines, pace: &mut Pace) -> Result<Walks, OutOfMemory> {
    let stride = stride(lines);
    let mut words = pace.filled(0, stride * lines.positions() as usize).await?;
    pace.hold(2 * size_of_val(&words[..]));
    let visit = |(number, distance), (is_behind, kind), next| {
        let words = &mut words[number as usize * stride..][..stride];
        words[0] = u32::from(distance);
        let side = if is_behind { 0 } else { stride / 2 };
        words[1 + side + kind] = next;
    };
    lines.search(visit, pace).await?;
    Ok(words)
}
