//! Walking distance: the tiles of a row are interchangeable, and so are those of a column.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use super::{Heuristic, HeuristicError, Places, home_of, same_boards};
use crate::canonical::CanonicalBoard;
use crate::runtime::job::{Pace, block_on};
use crate::shape::Shape;

/// Takahashi Ken'ichiro's walking distance: the least number of vertical moves, plus the least
/// number of horizontal ones.
///
/// For the vertical moves, forget the columns: of each row keep only *how many* of its tiles must
/// reach which row, and whether the blank is there. Any tile of a neighbouring row may move into
/// the blank's row. That puzzle is so much smaller (24,964 positions on 4 x 4) that a breadth-first
/// search from its goal finds all distances, and a table says where each move leads. The same goes
/// for columns, and for the layers of a box: a move goes along one axis, so the distances of all
/// axes add up. They are never below the [`Manhattan`](super::Manhattan) distance, and a move
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
    places: Places,
    home: u16,
    tables: Vec<AxisTable>,
    /// `[axis]`: the table, if the shape extends along the axis.
    table_of: [Option<usize>; 3],
}

/// The data that [`WalkingDistance`] stores for a board: the position along each axis, as its
/// number in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WalkingDistanceState([u32; 3]);

impl WalkingDistance {
    /// Returns the heuristic for a shape and the blank's home.
    ///
    /// # Errors
    /// [`HeuristicError::NoSuchHome`] if the shape has no such cell, [`HeuristicError::TooLarge`]
    /// if an axis has too many positions.
    pub fn new(shape: Shape, home: usize) -> Result<Self, HeuristicError> {
        block_on(async |pace| walking_distance(shape, home, pace).await)
    }

    /// Returns the number of positions in all tables.
    #[must_use]
    pub fn positions(&self) -> usize {
        self.tables.iter().map(|table| table.distances.len()).sum()
    }

    /// Returns the memory of the tables, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.tables.iter().map(AxisTable::bytes).sum()
    }
}

impl Heuristic for WalkingDistance {
    type State = WalkingDistanceState;

    /// O(cells).
    fn evaluate(&self, board: &CanonicalBoard) -> WalkingDistanceState {
        let mut state = [0; 3];
        for (axis, table) in self.table_of.into_iter().enumerate() {
            let Some(table) = table else { continue };
            let rules = &self.tables[table].rules;
            let mut position = rules.blank_in(usize::from(self.places.of(board.blank())[axis]));
            for (cell, &tile) in board.cells().iter().enumerate() {
                if tile != self.home {
                    let goal = self.places.of(usize::from(tile))[axis];
                    position += rules.tile(self.places.of(cell)[axis].into(), goal.into());
                }
            }
            // None is that of a board that can't be solved.
            let number = self.tables[table].numbers.get(&position);
            state[axis] = number.copied().unwrap_or_default();
        }
        WalkingDistanceState(state)
    }

    /// O(1): one look-up.
    fn update(
        &self,
        state: &WalkingDistanceState,
        board: &CanonicalBoard,
        from: usize,
    ) -> WalkingDistanceState {
        let to = board.blank();
        let axis = self.places.axis(from, to);
        let WalkingDistanceState(mut state) = *state;
        if let Some(table) = self.table_of[axis].filter(|_| board.free.is_none()) {
            let goal = self.places.of(usize::from(board.cells()[from]))[axis];
            let back = self.places.of(from)[axis] > self.places.of(to)[axis];
            let AxisTable { rules, links, .. } = &self.tables[table];
            let link = 2 * state[axis] as usize + usize::from(back);
            state[axis] = links[link * rules.rows + usize::from(goal)];
        }
        WalkingDistanceState(state)
    }

    fn estimate(&self, state: &WalkingDistanceState) -> u32 {
        let tables = state.0.iter().zip(self.table_of);
        let all = tables.filter_map(|(&it, table)| self.tables[table?].distances.get(it as usize));
        all.map(|&distance| u32::from(distance)).sum()
    }

    fn fits(&self, shape: Shape, home: usize) -> Result<(), HeuristicError> {
        same_boards((self.places.shape, usize::from(self.home)), (shape, home))
    }
}

/// `[rows]`: the most cells of a row with which an axis has at most 2^19 positions, of less than
/// 128 bits. On a path, with rows of one cell, there is one position for each cell of the blank.
const MAX_WIDTHS: [usize; 12] = [0, 1 << 14, 1 << 14, 33, 6, 3, 2, 1, 1, 1, 1, 1];

/// One axis, its cells cut across it into rows (which may be columns or layers).
///
/// A position is a number in whose digits, of `bits` bits, there stands for each row and each goal
/// row how many tiles there are; above them, the blank's row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rules {
    rows: usize,
    /// The cells of a row.
    width: usize,
    /// The blank's row when solved.
    home: u16,
    bits: u32,
}

impl Rules {
    /// Returns the rules of an axis; `None` if the shape does not extend along it.
    ///
    /// # Errors
    /// [`HeuristicError::TooLarge`] if the axis has too many positions, or too large ones.
    fn of_axis(shape: Shape, home: u16, axis: usize) -> Result<Option<Self>, HeuristicError> {
        let rows = shape.sides()[axis];
        if rows == 1 {
            return Ok(None);
        }
        let width = shape.cells() / rows;
        if MAX_WIDTHS.get(rows).is_none_or(|&most| width > most) {
            return Err(HeuristicError::TooLarge { shape });
        }
        Ok(Some(Self {
            rows,
            width,
            home: shape.coordinates(home.into())[axis] as u16,
            bits: width.ilog2() + 1,
        }))
    }

    /// Returns one tile in a row that must reach a goal row.
    const fn tile(&self, row: usize, goal: usize) -> u128 {
        1 << (self.bits * (row * self.rows + goal) as u32)
    }

    const fn tiles(&self, position: u128, row: usize, goal: usize) -> u128 {
        position >> (self.bits * (row * self.rows + goal) as u32) & ((1 << self.bits) - 1)
    }

    const fn blank_in(&self, row: usize) -> u128 {
        (row as u128) << (self.bits * (self.rows * self.rows) as u32)
    }

    const fn blank_row(&self, position: u128) -> usize {
        (position >> (self.bits * (self.rows * self.rows) as u32)) as usize
    }

    fn solved(&self) -> u128 {
        let home = usize::from(self.home);
        let all = (0..self.rows).map(|row| self.tile(row, row) * self.width as u128);
        all.sum::<u128>() - self.tile(home, home) + self.blank_in(home)
    }
}

/// All positions of an axis.
#[derive(Clone, Debug)]
struct AxisTable {
    rules: Rules,
    /// By position its number.
    numbers: BTreeMap<u128, u32>,
    distances: Vec<u16>,
    /// By position, side from which the tile comes (before, behind) and its goal row: the next
    /// position. Impossible moves lead to 0.
    links: Vec<u32>,
}

/// Makes walking distance for a shape and the blank's home.
///
/// # Errors
/// As [`WalkingDistance::new`].
pub(crate) async fn walking_distance(
    shape: Shape,
    home: usize,
    pace: &mut Pace,
) -> Result<WalkingDistance, HeuristicError> {
    let home = home_of(shape, home)?;
    let (mut tables, mut table_of, mut all) = (Vec::<AxisTable>::new(), [None; 3], [None; 3]);
    for (axis, rules) in all.iter_mut().enumerate() {
        *rules = Rules::of_axis(shape, home, axis)?;
    }
    for (table_of, rules) in table_of.iter_mut().zip(all) {
        let Some(rules) = rules else { continue };
        let known = tables.iter().position(|table| table.rules == rules);
        *table_of = Some(known.unwrap_or(tables.len()));
        if known.is_none() {
            tables.push(AxisTable::new(rules, pace).await);
        }
    }
    Ok(WalkingDistance {
        places: Places::new(shape),
        home,
        tables,
        table_of,
    })
}

impl AxisTable {
    /// Returns the memory, in bytes; a position takes about twice its size in the map.
    fn bytes(&self) -> usize {
        2 * size_of::<(u128, u32)>() * self.numbers.len()
            + size_of_val(&self.distances[..])
            + size_of_val(&self.links[..])
    }

    /// Finds all positions of an axis, breadth first from the solved one.
    async fn new(rules: Rules, pace: &mut Pace) -> Self {
        let mut table = Self {
            rules,
            numbers: BTreeMap::new(),
            distances: vec![0],
            links: Vec::new(),
        };
        table.numbers.insert(rules.solved(), 0);
        let (mut positions, mut number) = (vec![rules.solved()], 0);
        while number < positions.len() {
            table.add_moves(number, &mut positions);
            number += 1;
            pace.hold(table.bytes());
            pace.spend(200 * rules.rows).await;
        }
        table
    }

    /// Adds the links of a position, and the positions first reached by them.
    fn add_moves(&mut self, number: usize, positions: &mut Vec<u128>) {
        let (rules, position) = (self.rules, positions[number]);
        let row = rules.blank_row(position);
        for from in [row.wrapping_sub(1), row + 1] {
            for goal in 0..rules.rows {
                if from >= rules.rows || rules.tiles(position, from, goal) == 0 {
                    self.links.push(0);
                    continue;
                }
                let next = position - rules.tile(from, goal) + rules.tile(row, goal)
                    - rules.blank_in(row)
                    + rules.blank_in(from);
                let known = positions.len();
                let to = *self.numbers.entry(next).or_insert(known as u32);
                if to as usize == known {
                    positions.push(next);
                    self.distances.push(self.distances[number] + 1);
                }
                self.links.push(to);
            }
        }
    }
}
