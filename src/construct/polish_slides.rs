//! Solutions of fewer slides, made of others stretch by stretch.

#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::effort::Effort;
use crate::heuristic::ByAxis;
use crate::moves::Moves;
use crate::search::neighbours::Neighbours;
use crate::search::slides::GeneralSlides;
use crate::tables::{OutOfMemory, Shared, reserved};
use crate::work::{Counts, Step, Work};

/// Larger boards are left as they are: a stretch of them takes too long to look at.
pub(crate) const MOST_CELLS: usize = 1 << 10;

/// The slides of a stretch in the first pass that finds nothing more, and the expansions after
/// which a stretch is left as it is. Each further pass takes one slide and twice the expansions
/// more: on 6 x 6 a slide has about ten continuations, most of which the bound cuts off.
const STRETCH: usize = 5;
const PATIENCE: u64 = 500;

/// The longest stretch.
const LONGEST: usize = 24;

/// What it costs to look at a cell when a stretch is begun, in nanoseconds.
const CELL_COST: usize = 20;

/// Makes a solution shorter by slides, until its allowance of expansions is spent. It finds a
/// shorter solution at the end of each pass that has made one.
#[derive(Debug)]
pub(crate) struct PolishSlides {
    neighbours: Shared<Neighbours>,
    /// The slides of the solution: a direction and a number of tiles each, no two in a row along
    /// one axis.
    slides: Vec<(Direction, usize)>,
    /// The slides before this one are done in this pass; the board is that before it.
    at: usize,
    board: CanonicalBoard,
    stretch: usize,
    patience: u64,
    /// What may still be expanded.
    allowance: u64,
    /// The number of slides that was told last.
    told: usize,
    /// The number of slides when the pass began.
    at_first: usize,
    search: Option<Search>,
    is_over: bool,
}

/// The search for a shorter way between the ends of a stretch.
#[derive(Debug)]
struct Search {
    work: GeneralSlides<Shared<ByAxis>>,
    /// The slides of the stretch.
    len: usize,
    counts: Counts,
}

/// Returns whether slides in two directions are along one axis.
fn is_along(a: Direction, b: Direction) -> bool {
    a == b || a == b.opposite()
}

/// Adds a slide; along the axis of the last one it becomes one with it.
fn push(slides: &mut Vec<(Direction, usize)>, direction: Direction, tiles: usize) {
    let Some((last, before)) = slides.pop() else {
        slides.push((direction, tiles));
        return;
    };
    if !is_along(last, direction) {
        slides.push((last, before));
        slides.push((direction, tiles));
    } else if last == direction {
        slides.push((last, before + tiles));
    } else if before > tiles {
        slides.push((last, before - tiles));
    } else if before < tiles {
        slides.push((direction, tiles - before));
    }
}

impl PolishSlides {
    /// Begins with a solution of a board.
    pub(crate) fn new(
        board: CanonicalBoard,
        solution: &Moves,
        allowance: u64,
    ) -> Result<Self, OutOfMemory> {
        let mut slides = reserved(solution.multi_tile_len())?;
        for (direction, tiles) in solution.runs() {
            push(&mut slides, direction, tiles);
        }
        Ok(Self {
            neighbours: Shared::new(Neighbours::new(board.shape)?),
            at: 0,
            stretch: STRETCH,
            patience: PATIENCE,
            allowance,
            told: solution.multi_tile_len(),
            at_first: slides.len(),
            is_over: board.cells.len() > MOST_CELLS,
            board,
            slides,
            search: None,
        })
    }

    /// Plays slides from the board on.
    fn play(board: &mut CanonicalBoard, slides: &[(Direction, usize)]) {
        for &(direction, tiles) in slides {
            for _ in 0..tiles {
                board.slide(direction);
            }
        }
    }

    /// Goes back to the slide before which so many are done.
    fn go_back(&mut self, at: usize) {
        while self.at > at {
            self.at -= 1;
            let (direction, tiles) = self.slides[self.at];
            for _ in 0..tiles {
                self.board.slide(direction.opposite());
            }
        }
    }

    /// Begins the search for a shorter way along the next stretch.
    fn begin(&mut self, effort: &mut Effort) -> Result<(), OutOfMemory> {
        let end = self.slides.len().min(self.at + self.stretch);
        let mut there = self.board.clone();
        Self::play(&mut there, &self.slides[self.at..end]);
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
        effort.spend(CELL_COST * there.cells.len());
        // The home is one of the shape's cells.
        if let Ok(by) = ByAxis::new(shape, home) {
            let neighbours = Shared::clone(&self.neighbours);
            self.search = Some(Search {
                work: GeneralSlides::new(Shared::new(by), neighbours, there, 0)?,
                len: end - self.at,
                counts: Counts::default(),
            });
        }
        Ok(())
    }

    /// Replaces a stretch by a shorter one, and goes back to where that may make a difference.
    fn replace(&mut self, len: usize, moves: &Moves) {
        let (at, from) = (self.at, self.at.saturating_sub(self.stretch - 1));
        self.go_back(0);
        let rest = self.slides.split_off(at + len);
        self.slides.truncate(at);
        // Slides that meet along one axis become one, or none, so those before may change, too.
        let mut unchanged = from;
        for (direction, tiles) in moves.runs().chain(rest) {
            push(&mut self.slides, direction, tiles);
            unchanged = unchanged.min(self.slides.len().saturating_sub(1));
        }
        Self::play(&mut self.board, &self.slides[..unchanged]);
        self.at = unchanged;
    }

    /// Goes on to the next slide.
    fn advance_by_one(&mut self) {
        if let Some(&slide) = self.slides.get(self.at) {
            Self::play(&mut self.board, &[slide]);
            self.at += 1;
        }
    }

    /// Begins the next pass, of longer stretches if this one has found nothing.
    fn next_pass(&mut self) -> Option<Moves> {
        self.go_back(0);
        let is_shorter = self.slides.len() < self.at_first;
        self.at_first = self.slides.len();
        if !is_shorter {
            self.is_over = self.stretch >= LONGEST.min(self.slides.len());
            self.stretch += 1;
            self.patience *= 2;
        }
        if self.slides.len() >= self.told {
            return None;
        }
        self.told = self.slides.len();
        let mut moves = Moves::new();
        for &(direction, tiles) in &self.slides {
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
                if self.at + 2 < self.slides.len() && self.allowance > 0 {
                    self.begin(&mut effort)?;
                    continue;
                }
                let is_spent = self.allowance == 0;
                let shorter = self.next_pass();
                self.is_over |= is_spent;
                effort.spend(CELL_COST * self.slides.len());
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
            let step = search.work.advance(u64::MAX, &mut search.counts)?;
            counts.update(&before, &search.counts);
            self.allowance -= search.counts.expanded - before.expanded;
            let len = search.len;
            match step {
                Step::Found(moves) => {
                    self.search = None;
                    self.replace(len, &moves);
                }
                Step::Bound(bound) if bound >= len => {
                    self.search = None;
                    self.advance_by_one();
                }
                Step::Done => {
                    self.search = None;
                    self.advance_by_one();
                }
                Step::Paused | Step::Bound(_) => {
                    if search.counts.expanded >= most {
                        self.search = None;
                        self.advance_by_one();
                    } else if matches!(step, Step::Paused) {
                        return Ok(Step::Paused);
                    }
                }
            }
        }
        Ok(Step::Paused)
    }
}
