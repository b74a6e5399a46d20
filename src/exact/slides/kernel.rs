//! IDA* by tables of readings.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use super::kit::SlideKit;
use super::node::{Node, PathBits};
use super::step::{ByBytes, Expander, Open, Pause, Square};
use crate::canonical::CanonicalBoard;
use crate::exact::rounds::{
    AnyBoards, BlankMove, Boards, Children, Kernel, Portions, Seeds, SharedKernel, State,
};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::runtime::cost_model::slides_kernel as cost;
use crate::runtime::effort::Effort;
use crate::runtime::shared::Shared;
use crate::runtime::work::Counts;
use crate::side::Side;
use crate::tables::slides::{MAX_SLIDE_CELLS, ScanAxis};

/// The search for solutions of the fewest slides of a flat board of at most 16 cells.
///
/// Iterative deepening A* (Korf 1985) over readings: slides alternate between the axes, so a round
/// of a bound has two roots, by the axis of the first slide. The axis of the last one follows, and
/// with it the vertex that must be reached.
#[derive(Clone, Debug)]
struct SlideKernel<const WORDS: usize> {
    kit: Shared<SlideKit>,
    /// The board, turned upright.
    cells: [u8; MAX_SLIDE_CELLS],
    bound: usize,
    boards: Boards<Node<WORDS>>,
    /// The seeds of the unit that are not taken yet.
    left: Range<usize>,
    /// The number of the reading that the first slide of the open nodes leaves as it is.
    first: usize,
    open: Open<WORDS>,
}

/// No board of these shapes needs this number of slides; paths have bits for them.
const MOST_SLIDES: usize = 64;

/// A board of the search with its slides so far.
struct Played {
    cells: [u8; MAX_SLIDE_CELLS],
    /// The row and column of the blank.
    blank: [usize; 2],
    moves: Moves,
}

/// Returns the kernel of a solvable board. Two views share a word of a node.
pub(crate) fn slide_kernel(kit: Shared<SlideKit>, board: &CanonicalBoard) -> Box<dyn SharedKernel> {
    match kit.views() {
        ..=2 => Box::new(SlideKernel::<1>::new(kit, board)),
        3 | 4 => Box::new(SlideKernel::<2>::new(kit, board)),
        _ => Box::new(SlideKernel::<3>::new(kit, board)),
    }
}

impl<const WORDS: usize> SlideKernel<WORDS> {
    fn new(kit: Shared<SlideKit>, board: &CanonicalBoard) -> Self {
        Self {
            cells: kit.upright().board(board),
            bound: 0,
            boards: Boards::of(Vec::new()),
            left: 0..0,
            first: 0,
            open: Open::new(),
            kit,
        }
    }

    /// Returns the reading of the goal in which a search ends, given its first reading.
    const fn end(&self, first: usize) -> ScanAxis {
        // Each slide changes the axis.
        ScanAxis::BOTH[(first + self.bound + 1) % 2]
    }

    /// Returns the number of the reading that the first slide to a node leaves as it is.
    const fn first_of(&self, node: &Node<WORDS>) -> usize {
        (node.reading() + self.bound - node.left()) % 2
    }

    fn are_solved(&self, cells: &[u8; MAX_SLIDE_CELLS]) -> bool {
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
        true
    }

    /// Returns the root whose first slide leaves a reading as it is; `None` if the bound forbids it.
    fn root(&self, first: usize, bound: usize) -> Option<Node<WORDS>> {
        if !(1..MOST_SLIDES).contains(&bound) {
            return None;
        }
        let board = self.unplayed();
        let end = ScanAxis::BOTH[(first + bound + 1) % 2];
        let axes = (ScanAxis::BOTH[first], end);
        Node::new(&self.kit, axes, &board.cells, (board.blank, 0, bound))
    }

    /// Returns the blank's last move to a node.
    fn last_move(&self, node: &Node<WORDS>) -> BlankMove {
        let (first, depth) = (self.first_of(node), self.bound - node.left());
        let played = self.played(first, node.path, depth);
        let path = BlankMove::path(&played.moves, Metric::Slides);
        path.last().copied().unwrap_or(BlankMove::of_one(Side::Up))
    }

    /// Returns the board at the end of a packed path of `depth` slides.
    fn played(&self, first: usize, mut packed: u128, depth: usize) -> Played {
        let bits = PathBits::new(self.kit.cells_in_line());
        let mut places = alloc::vec![0; depth];
        for (nth, place) in places.iter_mut().enumerate().rev() {
            let reading = (first + nth) % 2;
            *place = bits.last(packed, reading);
            packed = bits.shortened(packed, reading);
        }
        let mut board = self.unplayed();
        for (nth, place) in places.into_iter().enumerate() {
            self.play(&mut board, (first + nth) % 2, place);
        }
        board
    }

    /// Returns the moves of a path and a last slide home, if they lead to the goal.
    fn solution(&self, first: usize, path: u128) -> Option<Moves> {
        let upright = self.kit.upright();
        let cols = upright.sides()[1];
        let home = [upright.home() / cols, upright.home() % cols];
        let depth = self.bound - 1;
        let mut board = self.played(first, path, depth);
        let last = (first + depth) % 2;
        let (at, to) = (board.blank[1 - last], home[1 - last]);
        let is_slide = at != to && self.play(&mut board, last, to - usize::from(to > at));
        (is_slide && self.are_solved(&board.cells)).then_some(board.moves)
    }
}

impl<const WORDS: usize> Kernel for SlideKernel<WORDS> {
    fn metric(&self) -> Metric {
        Metric::Slides
    }

    fn is_in_order(&self) -> bool {
        false
    }

    fn is_solved(&self) -> bool {
        self.are_solved(&self.cells)
    }

    fn first_bound(&self, proved: usize) -> usize {
        if self.is_solved() {
            return proved;
        }
        let has_root = |&bound: &usize| (0..2).any(|first| self.root(first, bound).is_some());
        let first = proved.max(1);
        // Beyond the largest bound no round has a root.
        (first..MOST_SLIDES).find(has_root).unwrap_or(first)
    }

    fn begin(&mut self, bound: usize, last_round: u64) -> Portions {
        self.bound = bound;
        let roots = (0..2).filter_map(|first| self.root(first, bound));
        self.boards = Boards::of(roots.collect());
        Portions::of_path(last_round)
    }

    fn boards(&mut self) -> &mut dyn AnyBoards {
        &mut self.boards
    }

    fn expand(&mut self, which: Range<usize>, children: &mut Children<'_>) {
        for nth in which {
            let seed = self.boards.all()[nth];
            let end = self.end(self.first_of(&seed));
            let turn = ByBytes::new(self.kit.transposer());
            let expander = Expander::new(&self.kit, turn, end);
            let (made, nodes) = expander.children(&seed, &mut self.open);
            children.counts.expanded += 1;
            children.counts.generated += made as u64;
            // In the order in which a search takes them from its stack.
            for child in nodes.into_iter().rev() {
                if children.push(nth, self.last_move(&child)) {
                    self.boards.add_child(child);
                }
            }
        }
    }

    fn open(&mut self, _: &Seeds, unit: Range<usize>) {
        self.open.clear();
        self.left = unit;
    }

    fn advance(
        &mut self,
        _: &Seeds,
        until: u64,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> State {
        while !effort.is_spent() {
            if self.open.is_empty() {
                let Some(nth) = self.left.next() else {
                    return State::Done;
                };
                let seed = self.boards.all()[nth];
                self.first = self.first_of(&seed);
                if seed.left() == 1 {
                    // There is one slide, and that goes home.
                    if let Some(moves) = self.solution(self.first, seed.path) {
                        return State::Found(moves);
                    }
                    continue;
                }
                self.open.push(seed);
            }
            let last = self.end(self.first);
            let limits = (until, &mut *counts, &mut *effort);
            let pause = if self.kit.upright().sides() == [4, 4] {
                Expander::new(&self.kit, Square, last).search(&mut self.open, limits)
            } else {
                let turn = ByBytes::new(self.kit.transposer());
                Expander::new(&self.kit, turn, last).search(&mut self.open, limits)
            };
            match pause {
                Pause::Slice => return State::Paused,
                Pause::Empty => {}
                Pause::Leaf(path) => {
                    effort.spend(cost::LEAF);
                    if let Some(moves) = self.solution(self.first, path) {
                        return State::Found(moves);
                    }
                }
            }
        }
        State::Paused
    }
}

#[cfg(test)]
mod tests;
