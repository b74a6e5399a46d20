//! Walking distance by slides: along each axis several tiles may move at once.

use alloc::vec;
use alloc::vec::Vec;

use super::{NewWalkingDistance, Table, WalkingDistance};
use crate::canonical::CanonicalBoard;
use crate::heuristic::by_slides::{Needed, SlideBound};
use crate::heuristic::{Heuristic, HeuristicError};
use crate::runtime::effort::Effort;
use crate::shape::Shape;

/// The slides that walking distance sees: for each axis the fewest runs of the blank that bring
/// all tiles to their rows (or columns, or layers).
#[derive(Clone, Debug)]
pub(crate) struct WalkingSlides {
    walking: WalkingDistance,
    /// By table and position.
    slides: Vec<Vec<u16>>,
}

impl SlideBound for WalkingSlides {
    type State = [u32; 3];

    fn state(&self, board: &CanonicalBoard) -> [u32; 3] {
        self.walking.evaluate(board)
    }

    fn after(&self, state: &[u32; 3], board: &CanonicalBoard, from: usize) -> [u32; 3] {
        self.walking.update(state, board, from)
    }

    fn least(&self, state: &[u32; 3], last: Option<usize>) -> u32 {
        let mut needed = [0; 3];
        for (axis, table) in self.walking.table_of.into_iter().enumerate() {
            if let Some(table) = table {
                needed[axis] = u32::from(self.slides[table][state[axis] as usize]);
            }
        }
        Needed(needed).least(last)
    }
}

/// The same for a shape and a home, while it is made.
#[derive(Debug)]
pub(crate) struct NewWalkingSlides {
    new: NewWalkingDistance,
    walking: Option<WalkingDistance>,
    slides: Vec<Vec<u16>>,
    count: Option<Count>,
}

/// The slides of the positions of a table, breadth first.
///
/// The positions of a level are gone through twice, by the way the blank goes. What a position
/// leads to by that way is added to its list, for the slide may go on.
#[derive(Debug)]
struct Count {
    slides: Vec<u16>,
    /// The positions at the level, and at the next one.
    level: Vec<u32>,
    next: Vec<u32>,
    /// Of which way it is, and the positions from which slides of that way start or go on; those
    /// before `at` are done. A position that is reached by one way is marked.
    back: bool,
    open: Vec<u32>,
    at: usize,
    marks: Vec<u8>,
    distance: u16,
}

const UNKNOWN: u16 = u16::MAX;

/// What the moves of a position cost, for each row.
const MOVES_COST: usize = 10;

impl NewWalkingSlides {
    /// Begins it.
    ///
    /// # Errors
    /// As [`WalkingDistance::new`].
    pub(crate) fn new(shape: Shape, home: usize) -> Result<Self, HeuristicError> {
        Ok(Self {
            new: NewWalkingDistance::new(shape, home)?,
            walking: None,
            slides: Vec::new(),
            count: None,
        })
    }

    /// Goes on, and returns the bound once it is made.
    ///
    /// # Errors
    /// As [`WalkingDistance::new`].
    pub(crate) fn advance(
        &mut self,
        effort: &mut Effort,
    ) -> Result<Option<WalkingSlides>, HeuristicError> {
        while !effort.is_spent() {
            let Some(walking) = &self.walking else {
                self.walking = self.new.advance(effort)?;
                continue;
            };
            let Some(table) = walking.tables.get(self.slides.len()) else {
                let slides = core::mem::take(&mut self.slides);
                return Ok(self
                    .walking
                    .take()
                    .map(|walking| WalkingSlides { walking, slides }));
            };
            let count = self.count.get_or_insert_with(|| Count::new(table));
            if count.advance(table, effort) {
                self.slides
                    .extend(self.count.take().map(|count| count.slides));
            }
        }
        Ok(None)
    }
}

impl Count {
    fn new(table: &Table) -> Self {
        let positions = table.positions.len();
        let mut slides = vec![UNKNOWN; positions];
        // The solved one is the first.
        slides[0] = 0;
        Self {
            slides,
            level: vec![0],
            next: Vec::new(),
            back: false,
            open: vec![0],
            at: 0,
            marks: vec![0; positions],
            distance: 1,
        }
    }

    /// Goes on; true at the end.
    fn advance(&mut self, table: &Table, effort: &mut Effort) -> bool {
        while !effort.is_spent() {
            if let Some(&position) = self.open.get(self.at) {
                self.at += 1;
                self.reach(table, position);
                effort.spend(MOVES_COST * table.rules.rows);
                continue;
            }
            self.at = 0;
            self.open.clear();
            if !self.back {
                self.back = true;
            } else if self.next.is_empty() {
                return true;
            } else {
                self.back = false;
                self.level = core::mem::take(&mut self.next);
                self.distance += 1;
            }
            self.open.extend_from_slice(&self.level);
        }
        false
    }

    /// Looks at what the blank reaches from a position by one more tile of a slide.
    fn reach(&mut self, table: &Table, position: u32) {
        let rules = table.rules;
        let row = rules.blank_row(table.positions[position as usize]);
        let from = if self.back {
            row + 1
        } else {
            row.wrapping_sub(1)
        };
        if from >= rules.rows {
            return;
        }
        for goal in 0..rules.rows {
            if rules.tiles(table.positions[position as usize], from, goal) == 0 {
                continue;
            }
            let next = table.after(position, self.back, goal);
            // Each way goes on from a position at most once: no later slide is a better one.
            let mark = 1 << u8::from(self.back);
            if self.marks[next as usize] & mark != 0 {
                continue;
            }
            let slides = &mut self.slides[next as usize];
            if *slides == UNKNOWN {
                *slides = self.distance;
                self.next.push(next);
            }
            self.marks[next as usize] |= mark;
            self.open.push(next);
        }
    }
}
