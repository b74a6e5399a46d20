//! Solutions of fewer slides, made of others stretch by stretch.

#[cfg(test)]
mod tests;

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::tuning::{EXPANSIONS_OF_SLIDES, SLIDES};
use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::exact::general::General;
use crate::exact::neighbours::Neighbours;
use crate::exact::rounds::Rounds;
use crate::heuristic::ByAxis;
use crate::moves::Moves;
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::cost_model::improve_slides as cost;
use crate::runtime::effort::Effort;
use crate::runtime::job::{FindJob, Finder, Job, Pace};
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step};
use crate::shape::Shape;

/// Larger boards are left as they are: a stretch of them takes too long to look at.
const MOST_CELLS: usize = 1 << 10;

/// The longest stretch.
const LONGEST: usize = 24;

/// Longer solutions are left as they are: a pass would have to look at all of them at once.
const MOST_MOVES: usize = 1 << 17;

/// Makes a solution shorter by slides, until its allowance of expansions is spent. It finds a
/// shorter solution at the end of each pass that has made one.
pub(crate) type PolishSlides = Finder<SlidesState, Moves>;

/// The state of a polish by slides between two solutions.
#[derive(Debug)]
pub(crate) struct SlidesState {
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
    is_over: bool,
}

/// A slide: a direction and a number of tiles.
type Slide = (Direction, usize);

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
    pub(crate) fn of(
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
        let state = SlidesState {
            neighbours: Shared::new(Neighbours::new(board.shape)?),
            done: reserved(left.len())?,
            stretch: SLIDES,
            patience: EXPANSIONS_OF_SLIDES,
            allowance,
            told: solution.multi_tile_len(),
            at_first: left.len(),
            is_over,
            start: board.clone(),
            board,
            left,
        };
        Ok(Self::new(state, SlidesState::next_job))
    }
}

impl SlidesState {
    /// Returns the job that continues to the next solution.
    fn next_job(mut state: Box<Self>) -> FindJob<Self, Moves> {
        Job::new(|mut pace| async move {
            let found = state.next(&mut pace).await;
            (state, found)
        })
    }

    /// Returns a shorter solution at the end of each pass that has made one; then `None`.
    async fn next(&mut self, pace: &mut Pace) -> Result<Option<Moves>, OutOfMemory> {
        while !self.is_over {
            // A stretch of two slides has no shorter way: they are along two axes.
            if self.left.len() > 2 && self.allowance > 0 {
                self.shorten(pace).await?;
                continue;
            }
            let is_spent = self.allowance == 0;
            let shorter = self.next_pass();
            self.is_over |= is_spent;
            pace.spend(cost::SLIDE * self.len()).await;
            if shorter.is_some() {
                return Ok(shorter);
            }
        }
        Ok(None)
    }

    /// Looks for a shorter way along the next stretch.
    async fn shorten(&mut self, pace: &mut Pace) -> Result<(), OutOfMemory> {
        let len = self.left.len().min(self.stretch);
        let Some(mut search) = self.begin(len, &mut pace.effort)? else {
            self.is_over = true;
            return Ok(());
        };
        let mut counts = Counts::default();
        let found = loop {
            pace.wait_for_allowance().await;
            let before = counts;
            let most = self.patience.min(before.expanded + self.allowance);
            let left = pace.counts.limit.min(pace.until) - pace.counts.expanded;
            counts.limit = most.min(before.expanded + left);
            let step = search.advance_within(u64::MAX, &mut counts, &mut pace.effort);
            pace.counts.update(&before, &counts);
            self.allowance -= counts.expanded - before.expanded;
            match step {
                Step::Found(moves) => break Some(moves),
                Step::Bound(bound) if bound >= len => break None,
                Step::Done => break None,
                Step::Paused | Step::Bound(_) if counts.expanded >= most => break None,
                Step::Paused | Step::Bound(_) => pace.spend(0).await,
            }
        };
        match found {
            Some(moves) => self.replace(len, &moves, &mut pace.effort),
            None => self.advance_by_one(&mut pace.effort),
        }
        pace.spend(0).await;
        Ok(())
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

    /// Returns the search for a shorter way along the next `len` slides; `None` if the board has no
    /// such search.
    fn begin(&self, len: usize, effort: &mut Effort) -> Result<Option<Rounds>, OutOfMemory> {
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
        let Ok(by) = ByAxis::new(shape, home) else {
            return Ok(None);
        };
        let neighbours = Shared::clone(&self.neighbours);
        let kernel = General::new(Shared::new(by), neighbours, there);
        Ok(Some(Rounds::new(Box::new(kernel), 0)))
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
