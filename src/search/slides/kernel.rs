//! IDA* by tables of readings.

use alloc::boxed::Box;

use super::kit::SlideKit;
use super::step::{ByBytes, Ground, Node, Open, Pause, Run, Square, Turn, path_bits};
use crate::canonical::CanonicalBoard;
use crate::moves::Moves;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::dispatch::dispatch;
use crate::runtime::effort::Effort;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::tables::slides::{MAX_SLIDE_CELLS, ScanAxis};

/// The search for solutions of the fewest slides of a flat board of at most 16 cells.
///
/// Iterative deepening A* (Korf 1985) over readings: slides alternate between the axes, so a round
/// of a bound has two searches, by the axis of the first slide. The axis of the last one follows,
/// and with it the vertex that must be reached.
///
/// It finds all solutions of the last round, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct SlideSearch {
    kit: Shared<SlideKit>,
    /// The board, turned upright.
    cells: [u8; MAX_SLIDE_CELLS],
    /// By the reading that the first slide leaves as it is, and that of the last one: what the
    /// views say.
    distances: [[[u8; 8]; 2]; 2],
    bound: usize,
    /// True if a solution was found: the round is the last one.
    is_found: bool,
    stage: Stage,
    open: AnyOpen,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// The bound is to be told.
    Round,
    /// The search that begins with a slide by this reading is next.
    Begin(usize),
    Search(usize),
    Last(usize),
    Over,
}

/// By the number of views.
#[derive(Clone, Debug)]
enum AnyOpen {
    Two(Box<Open<1>>),
    Four(Box<Open<2>>),
    Six(Box<Open<3>>),
    Eight(Box<Open<4>>),
}

/// The cost to play a path, in nanoseconds.
const LEAF_COST: usize = 500;

/// No board of these shapes needs this number of slides, for which the path has room.
const MOST_SLIDES: usize = 80;

impl SlideSearch {
    /// Returns the search of a solvable board. `proved` is a number of slides that every solution
    /// is known to need.
    pub(crate) fn new(
        kit: Shared<SlideKit>,
        board: &CanonicalBoard,
        proved: usize,
    ) -> Result<Self, OutOfMemory> {
        let cells = kit.upright().board(board);
        let mut distances = [[[0; 8]; 2]; 2];
        for first in ScanAxis::BOTH {
            for end in ScanAxis::BOTH {
                for (view, distance) in
                    (0..kit.views()).zip(&mut distances[first as usize][end as usize])
                {
                    *distance = kit.distance(view, first, end, &cells) as u8;
                }
            }
        }
        let open = match kit.views() {
            ..=2 => AnyOpen::Two(Box::new(Open::new()?)),
            3 | 4 => AnyOpen::Four(Box::new(Open::new()?)),
            5 | 6 => AnyOpen::Six(Box::new(Open::new()?)),
            _ => AnyOpen::Eight(Box::new(Open::new()?)),
        };
        let mut search = Self {
            kit,
            cells,
            distances,
            bound: proved.min(MOST_SLIDES),
            is_found: false,
            stage: Stage::Round,
            open,
        };
        if search.is_solved() {
            search.bound = 0;
        } else {
            search.bound = search.bound.max(1);
            search.raise();
        }
        Ok(search)
    }

    /// Goes on with the first bound of a round that has a search.
    fn raise(&mut self) {
        let may_be = |bound: usize| {
            [0, 1]
                .iter()
                .any(|&first| self.begins(first, bound).is_some())
        };
        let bounds = self.bound..MOST_SLIDES;
        self.bound = bounds
            .into_iter()
            .find(|&bound| may_be(bound))
            .unwrap_or(MOST_SLIDES);
    }

    fn is_solved(&self) -> bool {
        let [rows, cols] = self.kit.upright().sides();
        (0..rows * cols).all(|cell| usize::from(self.cells[cell]) == cell)
    }

    /// Returns the reading of the goal in which a search ends, if its bound allows it.
    fn begins(&self, first: usize, bound: usize) -> Option<ScanAxis> {
        // Each slide changes the axis.
        let end = ScanAxis::BOTH[(first + bound + 1) % 2];
        let distances = &self.distances[first][end as usize];
        let allowed = (0..self.kit.views()).all(|view| {
            let (_, is_at_end) = self.kit.lens(view, end);
            usize::from(distances[view]) + usize::from(is_at_end) <= bound
        });
        allowed.then_some(end)
    }

    /// Returns the root of a search.
    fn root(&self, first: usize, end: ScanAxis) -> Node<4> {
        let reading = ScanAxis::BOTH[first];
        let mut orders = [0; 4];
        let mut distances = self.distances[first][end as usize];
        for view in 0..8 {
            // A view that does not exist sees what the first one sees.
            let real = if view < self.kit.views() { view } else { 0 };
            let (order, _) = self.kit.order(real, reading, &self.cells);
            orders[view / 2] |= u64::from(order) << (32 * (view % 2));
            distances[view] = distances[real];
        }
        let [row, column] = self.blank();
        let (line, blank_in_line) = match reading {
            ScanAxis::Rows => (row, column),
            ScanAxis::Columns => (column, row),
        };
        Node {
            orders,
            path: 0,
            distances: u64::from_le_bytes(distances),
            line: line as u8,
            blank_in_line: blank_in_line as u8,
            left: self.bound as u8,
            reading: first as u8,
        }
    }

    /// Returns the row and column of the blank.
    fn blank(&self) -> [usize; 2] {
        let cols = self.kit.upright().sides()[1];
        let home = self.kit.upright().home();
        let blank = self
            .cells
            .iter()
            .position(|&tile| usize::from(tile) == home);
        let blank = blank.unwrap_or(home);
        [blank / cols, blank % cols]
    }

    /// Returns the moves of a path and a last slide home, if they lead to the goal.
    fn solution(&self, first: usize, path: u128) -> Option<Moves> {
        let upright = self.kit.upright();
        let [rows, cols] = upright.sides();
        let bits = path_bits([cols, rows]);
        let axis = |nth: usize| (first + nth) % 2;
        let mut places = [0; MOST_SLIDES];
        let mut rest = path;
        for nth in (0..self.bound - 1).rev() {
            let bits = bits[axis(nth)];
            places[nth] = (rest & ((1 << bits) - 1)) as usize;
            rest >>= bits;
        }
        let mut cells = self.cells;
        let mut at = self.blank();
        let home = [upright.home() / cols, upright.home() % cols];
        let mut moves = Moves::new();
        for (nth, &place) in places.iter().enumerate().take(self.bound) {
            // A reading by rows is left as it is by slides along a row.
            let along = 1 - axis(nth);
            let to = if nth + 1 == self.bound {
                home[along]
            } else {
                place + usize::from(place >= at[along])
            };
            while at[along] != to {
                let is_onwards = to > at[along];
                let blank = at[0] * cols + at[1];
                at[along] = if is_onwards {
                    at[along] + 1
                } else {
                    at[along] - 1
                };
                cells.swap(blank, at[0] * cols + at[1]);
                // The tile goes the other way.
                moves.push(upright.direction(along == 0, !is_onwards));
            }
        }
        let mut all = cells.iter().enumerate().take(rows * cols);
        all.all(|(cell, &tile)| usize::from(tile) == cell)
            .then_some(moves)
    }

    /// Begins the search by a first reading.
    fn begin(&mut self, first: usize, end: ScanAxis) {
        let root = self.root(first, end);
        match &mut self.open {
            AnyOpen::Two(open) => open.push(root.narrowed()),
            AnyOpen::Four(open) => open.push(root.narrowed()),
            AnyOpen::Six(open) => open.push(root.narrowed()),
            AnyOpen::Eight(open) => open.push(root),
        }
    }

    /// Goes on with a search.
    fn search(
        &mut self,
        first: usize,
        end: u64,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> Pause {
        let reading = ScanAxis::BOTH[(first + self.bound + 1) % 2];
        let kit = Shared::clone(&self.kit);
        match &mut self.open {
            AnyOpen::Two(open) => go_on(&kit, open, reading, end, counts, effort),
            AnyOpen::Four(open) => go_on(&kit, open, reading, end, counts, effort),
            AnyOpen::Six(open) => go_on(&kit, open, reading, end, counts, effort),
            AnyOpen::Eight(open) => go_on(&kit, open, reading, end, counts, effort),
        }
    }
}

/// Goes on with a search by the number of words that its views take.
fn go_on<const WORDS: usize>(
    kit: &SlideKit,
    open: &mut Open<WORDS>,
    reading: ScanAxis,
    end: u64,
    counts: &mut Counts,
    effort: &mut Effort,
) -> Pause {
    if kit.upright().sides() == [4, 4] {
        go_on_by(kit, Square, open, reading, end, counts, effort)
    } else {
        let turn = ByBytes::new(kit.transposer());
        go_on_by(kit, turn, open, reading, end, counts, effort)
    }
}

fn go_on_by<T: Turn, const WORDS: usize>(
    kit: &SlideKit,
    turn: T,
    open: &mut Open<WORDS>,
    reading: ScanAxis,
    end: u64,
    counts: &mut Counts,
    effort: &mut Effort,
) -> Pause {
    let ground = Ground::new(kit, turn, reading);
    dispatch(Run {
        ground: &ground,
        open,
        end,
        counts,
        effort,
    })
}

impl Work for SlideSearch {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        let end = until.min(counts.limit);
        let mut effort = Effort::slice();
        while !effort.is_spent() {
            match self.stage {
                Stage::Round => {
                    self.stage = Stage::Begin(0);
                    return Ok(Step::Bound(self.bound));
                }
                Stage::Begin(_) if self.bound == 0 => {
                    self.stage = Stage::Over;
                    return Ok(Step::Found(Moves::new()));
                }
                Stage::Begin(2) if self.is_found => {
                    self.stage = Stage::Over;
                }
                Stage::Begin(2) => {
                    self.bound += 1;
                    self.raise();
                    self.stage = Stage::Round;
                }
                Stage::Begin(first) => {
                    self.stage = match self.begins(first, self.bound) {
                        // There is one slide, and that goes home.
                        Some(_) if self.bound == 1 => Stage::Last(first),
                        Some(end) => {
                            self.begin(first, end);
                            Stage::Search(first)
                        }
                        None => Stage::Begin(first + 1),
                    };
                }
                Stage::Last(first) => {
                    self.stage = Stage::Begin(first + 1);
                    if let Some(moves) = self.solution(first, 0) {
                        self.is_found = true;
                        return Ok(Step::Found(moves));
                    }
                }
                Stage::Search(first) => match self.search(first, end, counts, &mut effort) {
                    Pause::Slice => return Ok(Step::Paused),
                    Pause::Empty => self.stage = Stage::Begin(first + 1),
                    Pause::Leaf(path) => {
                        if let Some(moves) = self.solution(first, path) {
                            self.is_found = true;
                            return Ok(Step::Found(moves));
                        }
                        effort.spend(LEAF_COST);
                    }
                },
                Stage::Over => return Ok(Step::Done),
            }
        }
        Ok(Step::Paused)
    }
}

#[cfg(test)]
mod tests;
