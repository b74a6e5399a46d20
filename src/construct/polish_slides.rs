//! Solutions of fewer slides, made of others stretch by stretch.

#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::heuristic::ByAxis;
use crate::moves::Moves;
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::cost_model::polish_slides as cost;
use crate::runtime::effort::Effort;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::search::general::General;
use crate::search::neighbours::Neighbours;
use crate::shape::Shape;

/// Larger boards are left as they are: a stretch of them takes too long to look at.
const MOST_CELLS: usize = 1 << 10;

/// The slides of a stretch in the first pass that finds nothing more, and the expansions after
/// which a stretch is left as it is. Each further pass takes one slide and twice the expansions
/// more: on 6 x 6 a slide has about ten continuations, and the bound cuts off most of them.
const STRETCH: usize = 5;
const PATIENCE: u64 = 500;

/// The longest stretch.
const LONGEST: usize = 24;

/// Longer solutions are left as they are: a pass would have to look at all of them at once.
const MOST_MOVES: usize = 1 << 17;

/// Makes a solution shorter by slides, until its allowance of expansions is spent. It finds a
/// shorter solution at the end of each pass that has made one.
#[derive(Debug)]
pub(crate) struct PolishSlides {
    neighbours: Shared<Neighbours>,
    /// The board of the solution.
    start: CanonicalBoard,
    /// The slides of the solution that are done in this pass, and those that are left, the next one
    /// last: a direction and a number of tiles each, no two in a row along one axis.
    done: Vec<Slide>,
    left: Vec<Slide>,
    /// The board after the slides that are done.
    board: CanonicalBoard,
    stretch: usize,
    patience: u64,
    /// The expansions that are left.
    allowance: u64,
    /// The number of slides that was told last.
    told: usize,
    /// The number of slides when the pass began.
    at_first: usize,
    search: Option<Search>,
    is_over: bool,
}

/// A slide: a direction and a number of tiles.
type Slide = (Direction, usize);

/// The search for a shorter way between the ends of a stretch.
#[derive(Debug)]
struct Search {
    work: General<Shared<ByAxis>>,
    /// The slides of the stretch.
    len: usize,
    counts: Counts,
}

/// Returns whether solutions of a board are made shorter, if they are not too long.
pub(crate) const fn is_polished(shape: Shape) -> bool {
    shape.cells() <= MOST_CELLS
}

/// Returns whether slides in two directions are along one axis.
fn is_along(a: Direction, b: Direction) -> bool {
    a == b || a == b.opposite()
}

/// Returns what two slides in a row along one axis make together, if that is a slide.
fn together((first, before): Slide, (direction, tiles): Slide) -> Option<Slide> {
    if first == direction {
        Some((first, before + tiles))
    } else if before > tiles {
        Some((first, before - tiles))
    } else if before < tiles {
        Some((direction, tiles - before))
    } else {
        None
    }
}

/// Adds a slide; along the axis of the last one it becomes one with it.
fn push(slides: &mut Vec<Slide>, slide: Slide) {
    match slides.last() {
        Some(&last) if is_along(last.0, slide.0) => {
            slides.pop();
            slides.extend(together(last, slide));
        }
        _ => slides.push(slide),
    }
}

impl PolishSlides {
    /// Begins with a solution of a board.
    pub(crate) fn new(
        board: CanonicalBoard,
        solution: &Moves,
        allowance: u64,
    ) -> Result<Self, OutOfMemory> {
        let is_over = !is_polished(board.shape) || solution.len() > MOST_MOVES;
        let mut left = Vec::new();
        if !is_over {
            left = reserved(solution.multi_tile_len())?;
            for slide in solution.runs() {
                push(&mut left, slide);
            }
            left.reverse();
        }
        Ok(Self {
            neighbours: Shared::new(Neighbours::new(board.shape)?),
            done: reserved(left.len())?,
            stretch: STRETCH,
            patience: PATIENCE,
            allowance,
            told: solution.multi_tile_len(),
            at_first: left.len(),
            is_over,
            start: board.clone(),
            board,
            left,
            search: None,
        })
    }

    /// Returns the number of slides of the solution.
    fn len(&self) -> usize {
        self.done.len() + self.left.len()
    }

    /// Plays a slide on a board.
    fn play(board: &mut CanonicalBoard, (direction, tiles): Slide, effort: &mut Effort) {
        for _ in 0..tiles {
            board.slide(direction);
        }
        effort.spend(cost::MOVE * tiles);
    }

    /// Takes back the last slide that is done.
    fn take_back(&mut self, effort: &mut Effort) -> Option<Slide> {
        let (direction, tiles) = self.done.pop()?;
        Self::play(&mut self.board, (direction.opposite(), tiles), effort);
        Some((direction, tiles))
    }

    /// Does a slide. Along the axis of the last one it becomes one with it.
    fn add(&mut self, slide: Slide, effort: &mut Effort) {
        let is_one = self
            .done
            .last()
            .is_some_and(|last| is_along(last.0, slide.0));
        let last = if is_one { self.take_back(effort) } else { None };
        let all = match last {
            Some(last) => together(last, slide),
            None => Some(slide),
        };
        if let Some(all) = all {
            Self::play(&mut self.board, all, effort);
            self.done.push(all);
        }
    }

    /// Begins the search for a shorter way along the next stretch.
    fn begin(&mut self, effort: &mut Effort) -> Result<(), OutOfMemory> {
        let len = self.left.len().min(self.stretch);
        let mut there = self.board.clone();
        for &slide in self.left.iter().rev().take(len) {
            Self::play(&mut there, slide, effort);
        }
        let (shape, home) = (there.shape, there.blank);
        // The end of the stretch is the goal: a tile is named by its cell there.
        let mut cell_of = reserved(there.cells.len())?;
        cell_of.resize(there.cells.len(), 0_u16);
        for (cell, &tile) in there.cells.iter().enumerate() {
            cell_of[usize::from(tile)] = cell as u16;
        }
        for (to, tile) in there.cells.iter_mut().zip(&self.board.cells) {
            *to = cell_of[usize::from(*tile)];
        }
        (there.home, there.blank) = (home, self.board.blank);
        effort.spend(cost::CELL * there.cells.len());
        // The home is one of the shape's cells.
        if let Ok(by) = ByAxis::new(shape, home) {
            let neighbours = Shared::clone(&self.neighbours);
            self.search = Some(Search {
                work: General::new(Shared::new(by), neighbours, there, 0)?,
                len,
                counts: Counts::default(),
            });
        }
        Ok(())
    }

    /// Replaces a stretch by a shorter one, and goes back to where that may make a difference.
    fn replace(&mut self, len: usize, moves: &Moves, effort: &mut Effort) {
        let mut unchanged = self.done.len().saturating_sub(self.stretch - 1);
        self.left.truncate(self.left.len().saturating_sub(len));
        // Slides that meet along one axis become one, or cancel, so earlier slides may change.
        for slide in moves.runs() {
            self.add(slide, effort);
            unchanged = unchanged.min(self.done.len().saturating_sub(1));
        }
        while let (Some(&last), Some(&next)) = (self.done.last(), self.left.last()) {
            if !is_along(last.0, next.0) {
                break;
            }
            self.left.pop();
            self.add(next, effort);
            unchanged = unchanged.min(self.done.len().saturating_sub(1));
        }
        while self.done.len() > unchanged {
            let slide = self.take_back(effort);
            self.left.extend(slide);
        }
    }

    /// Continues with the next slide.
    fn advance_by_one(&mut self, effort: &mut Effort) {
        if let Some(slide) = self.left.pop() {
            Self::play(&mut self.board, slide, effort);
            self.done.push(slide);
        }
    }

    /// Begins the next pass, of longer stretches if this one has found nothing.
    fn next_pass(&mut self) -> Option<Moves> {
        self.left.extend(self.done.drain(..).rev());
        self.board.clone_from(&self.start);
        let is_shorter = self.len() < self.at_first;
        self.at_first = self.len();
        if !is_shorter {
            self.is_over = self.stretch >= LONGEST.min(self.len());
            self.stretch += 1;
            self.patience *= 2;
        }
        if self.len() >= self.told {
            return None;
        }
        self.told = self.len();
        let mut moves = Moves::new();
        for &(direction, tiles) in self.left.iter().rev() {
            moves
                .try_extend(core::iter::repeat_n(direction, tiles))
                .ok()?;
        }
        Some(moves)
    }
}

impl Work for PolishSlides {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        let mut effort = Effort::slice();
        while !effort.is_spent() {
            let Some(search) = &mut self.search else {
                if self.is_over {
                    return Ok(Step::Done);
                }
                // A stretch of two slides has no shorter way: they are along two axes.
                if self.left.len() > 2 && self.allowance > 0 {
                    self.begin(&mut effort)?;
                    continue;
                }
                let is_spent = self.allowance == 0;
                let shorter = self.next_pass();
                self.is_over |= is_spent;
                effort.spend(cost::SLIDE * self.len());
                if let Some(moves) = shorter {
                    return Ok(Step::Found(moves));
                }
                continue;
            };
            if counts.is_spent() || counts.expanded >= until {
                return Ok(Step::Paused);
            }
            let before = search.counts;
            let most = self.patience.min(before.expanded + self.allowance);
            let left = counts.limit.min(until) - counts.expanded;
            search.counts.limit = most.min(before.expanded + left);
            let step = search
                .work
                .advance_within(u64::MAX, &mut search.counts, &mut effort)?;
            counts.update(&before, &search.counts);
            self.allowance -= search.counts.expanded - before.expanded;
            let len = search.len;
            match step {
                Step::Found(moves) => {
                    self.search = None;
                    self.replace(len, &moves, &mut effort);
                }
                Step::Bound(bound) if bound >= len => {
                    self.search = None;
                    self.advance_by_one(&mut effort);
                }
                Step::Done => {
                    self.search = None;
                    self.advance_by_one(&mut effort);
                }
                Step::Paused | Step::Bound(_) => {
                    if search.counts.expanded >= most {
                        self.search = None;
                        self.advance_by_one(&mut effort);
                    } else if matches!(step, Step::Paused) {
                        return Ok(Step::Paused);
                    }
                }
            }
        }
        Ok(Step::Paused)
    }
}
