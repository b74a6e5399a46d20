//! IDA* by tables of scan orders.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Range;

use super::SlideTables;
use super::search::{Expander, Node, Open, path_bits};
use crate::canonical::CanonicalBoard;
use crate::exact::rounds::{AnyBoards, BlankMove, Boards, Kernel, Seeds, SplitPolicy};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::runtime::{Counts, Effort, OutOfMemory, Step, collected};
use crate::side::Side;
use crate::tables::slides::ScanAxis;

/// The search for the fewest slides of a flat board of at most 16 cells.
///
/// Iterative deepening A* (Korf 1985) over scan orders: slides alternate between the axes, so a
/// round of a bound has two roots, by the axis of the first slide. The axis of the last one
/// follows, and with it the vertex that must be reached.
#[derive(Clone, Debug)]
pub(crate) struct SlideKernel {
    tables: Arc<SlideTables>,
    board: CanonicalBoard,
    /// `[axis of the root][end]`: the root, and the slides that it needs at least.
    roots: [[(Node, usize); 2]; 2],
    bound: usize,
    boards: Boards<Node>,
    open: Open,
}

/// The largest first bound.
const MOST_SLIDES: usize = 50;

impl SlideKernel {
    /// Returns the kernel of a solvable board.
    pub(crate) fn new(tables: Arc<SlideTables>, board: &CanonicalBoard) -> Self {
        // For each cell of the upright board the cell that its tile must reach.
        let mut tiles = alloc::vec![0; board.cells.len()];
        for (&cell, &tile) in tables.upright.cells.iter().zip(&board.cells) {
            tiles[cell] = tables.upright.cells[usize::from(tile)];
        }
        let [side, cols] = tables.upright.sides;
        let blank = tables.upright.cells[board.blank];
        let at = [(blank / cols) as u8, (blank % cols) as u8];
        let root = |axis: ScanAxis, end| {
            let mut node = Node {
                axis: axis as u8,
                line: at[axis as usize],
                place: at[axis.other() as usize],
                ..Node::default()
            };
            let mut needed = 0;
            for (nth, view) in tables.views(end).iter().enumerate() {
                let (order, line) = view.table.pattern.order(axis, |cell| match tiles[cell] {
                    tile if view.is_mirrored => tile % side * side + tile / side,
                    tile => tile,
                });
                let axis = if view.is_mirrored { axis.other() } else { axis };
                let distance = view.table.distance(&tables.transposer, axis, (order, line));
                node.orders[nth / 2] |= u64::from(order) << (32 * (nth % 2));
                node.distances |= distance.min(0x7f) << (8 * nth);
                // The last slide goes to the other scan order.
                needed = needed.max(distance as usize + usize::from(view.is_at_end));
            }
            (node, needed)
        };
        Self {
            roots: ScanAxis::BOTH.map(|axis| ScanAxis::BOTH.map(|end| root(axis, end))),
            board: board.clone(),
            bound: 0,
            boards: Boards::of(Vec::new()),
            open: Open::default(),
            tables,
        }
    }

    /// Returns the roots of a round.
    fn roots(&self, bound: usize) -> Vec<Node> {
        // A path holds 64 slides (3 x 5: 51): only a forged search has a higher bound.
        let bits = path_bits(self.tables.transposer.cells_in_line);
        let most = (2 * u128::BITS / (bits[0] + bits[1])) as usize;
        let by_end = self.roots.iter().enumerate();
        let roots = by_end.map(|(axis, by_end)| by_end[(axis + bound + 1) % 2]);
        let roots = roots.filter(|(_, needed)| (1..=most).contains(&bound) && *needed <= bound);
        let left = bound as u8;
        roots.map(|(root, _)| Node { left, ..root }).collect()
    }

    fn blank(&self, node: &Node) -> usize {
        let (line, place) = (usize::from(node.line), usize::from(node.place));
        let upright = match node.axis() {
            0 => line * self.tables.upright.sides[1] + place,
            _ => place * self.tables.upright.sides[1] + line,
        };
        let mut cells = self.tables.upright.cells.iter();
        cells.position(|&cell| cell == upright).unwrap_or(upright)
    }

    /// Returns the move of the blank from a cell to another one in line.
    fn blank_move(&self, from: usize, to: usize) -> BlankMove {
        let shape = self.board.shape;
        let is_in_row = shape.place(from).row == shape.place(to).row;
        BlankMove {
            side: Side::along(usize::from(is_in_row), to > from),
            tiles: shape.distance(from, to) as u16,
        }
    }

    /// Takes the last slide off the path to a node; returns it.
    fn undo(&self, node: &mut Node) -> BlankMove {
        let to = self.blank(node);
        node.axis ^= 1;
        node.left += 1;
        node.line = node.place;
        let bits = path_bits(self.tables.transposer.cells_in_line)[node.axis()];
        node.place = node.path as u8 & ((1 << bits) - 1);
        node.path >>= bits;
        self.blank_move(self.blank(node), to)
    }

    /// Returns the moves to a node and a last slide home, if they lead to the goal.
    fn solution(&self, mut node: Node) -> Option<Moves> {
        // The last slide is along the blank's line; the slide before was along the other axis.
        let (home, cols) = (self.tables.upright.home, self.tables.upright.sides[1]);
        let home_line = [home / cols, home % cols][node.axis()];
        let last = self.blank_move(self.blank(&node), self.board.home);
        if home_line != usize::from(node.line) || last.tiles == 0 {
            return None;
        }
        let mut path = Vec::from([last]);
        while usize::from(node.left) < self.bound {
            path.push(self.undo(&mut node));
        }
        path.reverse();
        let moves = BlankMove::moves(path);
        self.board.is_solved_by(&moves).then_some(moves)
    }
}

impl Kernel for SlideKernel {
    fn metric(&self) -> Metric {
        Metric::MultiTile
    }

    fn first_bound(&self, proved: usize) -> usize {
        if self.board.is_solved() {
            return proved;
        }
        let first = proved.max(1);
        // Beyond the largest bound no round has a root.
        let mut bounds = first..MOST_SLIDES;
        let found = bounds.find(|&bound| !self.roots(bound).is_empty());
        found.unwrap_or(first)
    }

    fn begin(&mut self, bound: usize, last_round: u64) -> SplitPolicy {
        self.bound = bound;
        self.boards = Boards::of(self.roots(bound));
        SplitPolicy::of_path(last_round)
    }

    fn boards(&mut self) -> &mut dyn AnyBoards {
        &mut self.boards
    }

    fn expand(
        &mut self,
        which: Range<usize>,
        seeds: &mut Seeds,
        counts: &mut Counts,
    ) -> Result<(), OutOfMemory> {
        let tables = Arc::clone(&self.tables);
        let expanders = [0, 1].map(|end| Expander::new(&tables, end));
        for nth in which {
            let seed = *self.boards.get(nth);
            let (made, nodes) = expanders[seed.end()].children(&seed, &mut self.open);
            counts.expanded += 1;
            counts.generated += made as u64;
            // In the order of the search's stack.
            for child in nodes.into_iter().rev() {
                if seeds.push(nth, self.undo(&mut child.clone()))? {
                    self.boards.add_child(child)?;
                }
            }
        }
        Ok(())
    }

    fn open(&mut self, seeds: &Seeds, unit: Range<usize>) -> Result<(), OutOfMemory> {
        let (open, boards) = (&mut self.open, &self.boards);
        open.head = open.tail;
        // The first one is taken first.
        let nodes = unit.rev().map(|nth| *boards.get(seeds.number(nth)));
        open.stack = collected(nodes)?;
        open.end = open.stack.last().map_or(0, Node::end);
        Ok(())
    }

    fn advance(
        &mut self,
        _: &Seeds,
        until: u64,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> Result<Step, OutOfMemory> {
        loop {
            let expander = Expander::new(&self.tables, self.open.end);
            if let Some(leaf) = expander.search(&mut self.open, until, counts, effort)? {
                effort.spend(500);
                if let Some(moves) = self.solution(leaf) {
                    return Ok(Step::Found(moves));
                }
                continue;
            }
            // A node of this round that is left is one of a pause; others are of the next colour.
            match self.open.stack.last() {
                None => return Ok(Step::Done),
                Some(node) if node.end() == self.open.end => return Ok(Step::Paused),
                Some(node) => self.open.end = node.end(),
            }
        }
    }
}

#[cfg(test)]
mod tests;
