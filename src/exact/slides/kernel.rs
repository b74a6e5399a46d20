//! IDA* by tables of readings.

use alloc::vec::Vec;

use super::any_open::AnyOpen;
use super::kit::SlideKit;
use super::node::{Node, PathBits};
use super::step::Pause;
use crate::canonical::CanonicalBoard;
use crate::exact::position::PositionError;
use crate::moves::Moves;
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::cost_model::slides_kernel as cost;
use crate::runtime::effort::Effort;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::tables::slides::{MAX_SLIDE_CELLS, ScanAxis};

/// The search for solutions of the fewest slides of a flat board of at most 16 cells.
///
/// Iterative deepening A* (Korf 1985) over readings: slides alternate between the axes, so a round
/// of a bound has two roots, by the axis of the first slide. The axis of the last one follows, and
/// with it the vertex that must be reached.
///
/// A round searches below one seed after the other, each on an empty stack. The seeds of a small
/// round are its roots. A large one is split into more, which can be searched independently.
///
/// It finds all solutions of the last round, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct SlideSearch {
    pub(super) kit: Shared<SlideKit>,
    /// The board, turned upright.
    cells: [u8; MAX_SLIDE_CELLS],
    pub(super) bound: usize,
    /// The nodes expanded in the round before, and in this one.
    pub(super) last_round: u64,
    pub(super) in_round: u64,
    /// True if a solution was found: the round is the last one.
    is_found: bool,
    /// True if it ends with the round.
    pub(super) is_part: bool,
    pub(super) stage: SlideStage,
    /// The nodes below which the round is still to be searched; the next one is last.
    pub(super) seeds: Vec<Node>,
    /// The number of the reading that the first slide of the open nodes leaves as it is.
    pub(super) first: usize,
    pub(super) open: AnyOpen,
}

/// The stage of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlideStage {
    /// The bound is to be reported.
    Round,
    /// The round is being split into seeds.
    Split,
    Search,
    Over,
}

/// A round is split into [`SEEDS`] seeds or some more if the round before expanded this number of
/// nodes: about 10 milliseconds.
const SPLIT_FROM: u64 = 100_000;
const SEEDS: usize = 256;

/// No board of these shapes needs this number of slides; paths have bits for them.
const MOST_SLIDES: usize = 64;

/// A board of the search with its slides so far.
struct Played {
    cells: [u8; MAX_SLIDE_CELLS],
    /// The row and column of the blank.
    blank: [usize; 2],
    /// The slides, as the blank's cells among the other cells of its line, packed, and as moves.
    path: u128,
    moves: Moves,
}

impl SlideSearch {
    /// Returns the search of a solvable board. `proved` is a number of slides that every solution
    /// is known to need.
    pub(crate) fn new(
        kit: Shared<SlideKit>,
        board: &CanonicalBoard,
        proved: usize,
    ) -> Result<Self, OutOfMemory> {
        let mut search = Self {
            cells: kit.upright().board(board),
            bound: proved.clamp(1, MOST_SLIDES),
            last_round: 0,
            in_round: 0,
            is_found: false,
            is_part: false,
            stage: SlideStage::Round,
            seeds: Vec::new(),
            first: 0,
            open: AnyOpen::new(kit.views())?,
            kit,
        };
        if search.is_solved(&search.cells) {
            search.bound = 0;
        } else {
            search.raise();
        }
        Ok(search)
    }

    /// Returns the tables.
    pub(crate) fn kit(&self) -> &SlideKit {
        &self.kit
    }

    /// Raises the bound to the first one whose round has a root; leaves it if none has.
    pub(super) fn raise(&mut self) {
        let first = self.bound;
        while self.bound < MOST_SLIDES && !self.has_bound() {
            self.bound += 1;
        }
        if self.bound == MOST_SLIDES {
            self.bound = first;
        }
    }

    /// Returns whether the round of the bound has a root.
    pub(super) fn has_bound(&self) -> bool {
        match self.bound {
            0 => self.is_solved(&self.cells),
            MOST_SLIDES.. => false,
            _ => (0..2).any(|first| self.node(&[first]).is_ok()),
        }
    }

    /// Returns the reading of the goal in which a search ends, given its first reading.
    pub(super) const fn end(&self, first: usize) -> ScanAxis {
        // Each slide changes the axis.
        ScanAxis::BOTH[(first + self.bound + 1) % 2]
    }

    /// Returns the number of the reading that the first slide to a node leaves as it is.
    const fn first_of(&self, node: &Node) -> usize {
        (node.reading() + self.bound - node.left()) % 2
    }

    /// Returns the number of cells in the blank's line beside its own.
    pub(super) fn others_in_line(&self, node: &Node) -> usize {
        self.kit.cells_in_line()[node.reading()] - 1
    }

    fn is_solved(&self, cells: &[u8; MAX_SLIDE_CELLS]) -> bool {
        let [rows, cols] = self.kit.upright().sides();
        (0..rows * cols).all(|cell| usize::from(cells[cell]) == cell)
    }

    /// Returns the board of the search, before the first slide.
    fn unplayed(&self) -> Played {
        let cols = self.kit.upright().sides()[1];
        let home = self.kit.upright().home();
        let is_blank = |&tile: &u8| usize::from(tile) == home;
        let blank = self.cells.iter().position(is_blank).unwrap_or(home);
        Played {
            cells: self.cells,
            blank: [blank / cols, blank % cols],
            path: 0,
            moves: Moves::new(),
        }
    }

    /// Plays a slide that leaves a reading as it is, to one of the other cells of the blank's line;
    /// returns whether there is such a cell.
    fn play(&self, board: &mut Played, reading: usize, place: usize) -> bool {
        let upright = self.kit.upright();
        let cells_in_line = self.kit.cells_in_line();
        if place + 1 >= cells_in_line[reading] {
            return false;
        }
        // A reading by rows is left as it is by slides along a row.
        let along = 1 - reading;
        let at = &mut board.blank;
        let to = place + usize::from(place >= at[along]);
        while at[along] != to {
            let is_onwards = to > at[along];
            let cell = |at: &[usize; 2]| at[0] * upright.sides()[1] + at[1];
            let blank = cell(at);
            if is_onwards {
                at[along] += 1;
            } else {
                at[along] -= 1;
            }
            board.cells.swap(blank, cell(at));
            // The tile goes the other way.
            board.moves.push(upright.direction(along == 0, !is_onwards));
        }
        board.path = PathBits::new(cells_in_line).extended(board.path, reading, place);
        true
    }

    /// Returns the node at the end of a path, which may come from anywhere.
    pub(super) fn node(&self, path: &[u8]) -> Result<Node, PositionError> {
        let none = |at| PositionError::Forbidden { at };
        let (&first, places) = path.split_first().ok_or(PositionError::Next)?;
        let first = usize::from(first);
        if first > 1 {
            return Err(none(0));
        }
        if places.len() >= self.bound || self.bound >= MOST_SLIDES {
            return Err(PositionError::Next);
        }
        let mut board = self.unplayed();
        for (nth, &place) in places.iter().enumerate() {
            if !self.play(&mut board, (first + nth) % 2, place.into()) {
                return Err(none(nth + 1));
            }
        }
        let reading = ScanAxis::BOTH[(first + places.len()) % 2];
        let left = self.bound - places.len();
        let node = Node::new(
            &self.kit,
            (reading, self.end(first)),
            &board.cells,
            (board.blank, board.path, left),
        );
        node.ok_or(PositionError::Pruned { at: places.len() })
    }

    /// Returns the path of a node, as [`node`](Self::node) reads it.
    pub(super) fn path_of(&self, node: &Node) -> Result<Vec<u8>, OutOfMemory> {
        let (depth, first) = (self.bound - node.left(), self.first_of(node));
        let mut path = reserved(depth + 1)?;
        path.push(first as u8);
        self.unpack(first, node.path, depth, &mut path);
        Ok(path)
    }

    /// Appends the slides of a packed path of `depth` slides to a path.
    fn unpack(&self, first: usize, mut packed: u128, depth: usize, path: &mut Vec<u8>) {
        let bits = PathBits::new(self.kit.cells_in_line());
        let begin = path.len();
        for nth in (0..depth).rev() {
            let reading = (first + nth) % 2;
            path.push(bits.last(packed, reading) as u8);
            packed = bits.shortened(packed, reading);
        }
        path[begin..].reverse();
    }

    /// Returns the moves of a path and a last slide home, if they lead to the goal.
    fn solution(&self, first: usize, path: u128) -> Option<Moves> {
        let upright = self.kit.upright();
        let cols = upright.sides()[1];
        let home = [upright.home() / cols, upright.home() % cols];
        let depth = self.bound - 1;
        let mut board = self.unplayed();
        let mut places = Vec::new();
        self.unpack(first, path, depth, &mut places);
        for (nth, place) in places.into_iter().enumerate() {
            self.play(&mut board, (first + nth) % 2, place.into());
        }
        let last = (first + depth) % 2;
        let (at, to) = (board.blank[1 - last], home[1 - last]);
        let is_slide = at != to && self.play(&mut board, last, to - usize::from(to > at));
        (is_slide && self.is_solved(&board.cells)).then_some(board.moves)
    }

    /// Returns whether the round is split into more seeds than its roots.
    pub(super) const fn is_split(&self) -> bool {
        self.last_round >= SPLIT_FROM
    }

    /// Returns memory for this number of seeds, and for those of a round that is being split.
    pub(super) fn room_for_seeds(&self, seeds: usize) -> Result<Vec<Node>, OutOfMemory> {
        let split = if self.is_split() { 2 * SEEDS } else { 2 };
        reserved(seeds.saturating_add(split))
    }

    /// Begins a round with its roots as seeds.
    fn begin_round(&mut self) -> Result<(), OutOfMemory> {
        let roots = [1, 0].iter().filter_map(|&first| self.node(&[first]).ok());
        let mut seeds = self.room_for_seeds(0)?;
        seeds.extend(roots);
        self.seeds = seeds;
        self.stage = SlideStage::Split;
        Ok(())
    }

    /// Replaces the last of the seeds with the most slides left by its children, if there are too
    /// few seeds. Returns whether the limit of expansions forbids that.
    fn split(
        &mut self,
        end: u64,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> Result<bool, OutOfMemory> {
        let nearest = (0..self.seeds.len()).max_by_key(|&nth| self.seeds[nth].left());
        let is_enough = !self.is_split() || self.seeds.len() >= SEEDS;
        let Some(nth) = nearest.filter(|&nth| !is_enough && self.seeds[nth].left() > 2) else {
            self.stage = SlideStage::Search;
            return Ok(false);
        };
        if counts.expanded >= end {
            return Ok(true);
        }
        let seed = self.seeds[nth];
        let end = self.end(self.first_of(&seed));
        let (made, children) = self.open.children(&self.kit, end, &seed)?;
        // The seeds have room for these.
        self.seeds.splice(nth..=nth, children);
        counts.expanded += 1;
        counts.generated += made as u64;
        self.in_round += 1;
        effort.spend(cost::SEED);
        Ok(false)
    }

    /// Notes a solution.
    fn found(&mut self, moves: Option<Moves>) -> Option<Step<Moves>> {
        let moves = moves?;
        self.is_found = true;
        Some(Step::Found(moves))
    }

    /// Searches below the open nodes, or below the next seed.
    fn search(
        &mut self,
        end: u64,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> Option<Step<Moves>> {
        if self.open.is_empty() {
            let Some(seed) = self.seeds.pop() else {
                return self.end_round();
            };
            self.first = self.first_of(&seed);
            if seed.left() == 1 {
                // There is one slide, and that goes home.
                return self.found(self.solution(self.first, seed.path));
            }
            self.open.push(seed);
        }
        let before = counts.expanded;
        let last = self.end(self.first);
        let pause = self.open.search(&self.kit, last, end, counts, effort);
        self.in_round += counts.expanded - before;
        match pause {
            Pause::Slice => Some(Step::Paused),
            Pause::Empty => None,
            Pause::Leaf(path) => {
                effort.spend(cost::LEAF);
                self.found(self.solution(self.first, path))
            }
        }
    }

    /// Ends the round, or begins the next one.
    fn end_round(&mut self) -> Option<Step<Moves>> {
        if !self.is_found && !self.is_part {
            self.last_round = core::mem::take(&mut self.in_round);
            self.bound += 1;
            self.raise();
            if self.has_bound() {
                self.stage = SlideStage::Round;
                return None;
            }
        }
        self.stage = SlideStage::Over;
        None
    }
}

impl Work for SlideSearch {
    type Found = Moves;
    type Failure = OutOfMemory;

    fn advance(&mut self, until: u64, counts: &mut Counts) -> Result<Step<Moves>, OutOfMemory> {
        let end = until.min(counts.limit);
        let mut effort = Effort::slice();
        while !effort.is_spent() {
            match self.stage {
                SlideStage::Round => {
                    self.begin_round()?;
                    return Ok(Step::Bound(self.bound));
                }
                SlideStage::Split if self.bound == 0 => {
                    self.stage = SlideStage::Over;
                    return Ok(Step::Found(Moves::new()));
                }
                SlideStage::Split => {
                    if self.split(end, counts, &mut effort)? {
                        return Ok(Step::Paused);
                    }
                }
                SlideStage::Search => {
                    if let Some(step) = self.search(end, counts, &mut effort) {
                        return Ok(step);
                    }
                }
                SlideStage::Over => return Ok(Step::Done),
            }
        }
        Ok(Step::Paused)
    }
}

#[cfg(test)]
mod tests;
