//! A shortest solution, read off the table of all boards.

use alloc::vec::Vec;
use core::ops::Range;

use super::{AllBoards, Walk};
use crate::canonical::CanonicalBoard;
use crate::exact::rounds::{AnyBoards, Boards, Children, Kernel, Portions, Seeds, State};
use crate::metric::Metric;
use crate::moves::Moves;
use crate::runtime::effort::Effort;
use crate::runtime::shared::Shared;
use crate::runtime::work::Counts;

/// The walk home from a board. A board is expanded for each move, and boards are made until one is
/// nearer to the goal, as by a search that knows the distance of each.
///
/// It has at most 36 moves, so it never pauses for its time.
#[derive(Clone, Debug)]
pub(crate) struct ReadOff {
    table: Shared<AllBoards>,
    start: Walk,
    walk: Walk,
    moves: Moves,
    is_begun: bool,
    roots: Boards<()>,
}

impl ReadOff {
    /// Begins with a board from which the goal of the table can be reached.
    pub(crate) fn new(table: Shared<AllBoards>, instance: &CanonicalBoard) -> Self {
        let start = table.walk(&instance.cells, instance.blank);
        Self {
            table,
            walk: start,
            start,
            moves: Moves::new(),
            is_begun: false,
            roots: Boards::of(Vec::new()),
        }
    }
}

impl Kernel for ReadOff {
    fn metric(&self) -> Metric {
        self.table.metric()
    }

    fn first_bound(&self, _: usize) -> usize {
        self.start.left()
    }

    fn begin(&mut self, _: usize, _: u64) -> Portions {
        self.roots = Boards::of(Vec::from([()]));
        Portions::WHOLE
    }

    fn boards(&mut self) -> &mut dyn AnyBoards {
        &mut self.roots
    }

    /// Makes no children: the walk is not split.
    fn expand(&mut self, _: Range<usize>, _: &mut Children<'_>) {}

    fn open(&mut self, _: &Seeds, _: Range<usize>) {
        self.walk = self.start;
        self.moves = Moves::new();
        self.is_begun = false;
    }

    fn advance(&mut self, _: &Seeds, until: u64, counts: &mut Counts, _: &mut Effort) -> State {
        if !core::mem::replace(&mut self.is_begun, true) {
            counts.generated += 1;
        }
        while self.walk.left() > 0 {
            if counts.expanded >= until {
                return State::Paused;
            }
            counts.expanded += 1;
            let (side, tiles, made) = self.walk.step(&self.table);
            counts.generated += made;
            let moves = core::iter::repeat_n(side.tile_moves(), tiles);
            self.moves.extend(moves);
        }
        State::Found(core::mem::take(&mut self.moves))
    }
}

#[cfg(test)]
mod tests {
    use alloc::boxed::Box;

    use super::*;
    use crate::exact::rounds::Rounds;
    use crate::runtime::work::{Step, Work};
    use crate::shape::Shape;

    /// Walks home in slices of some expansions; returns what was found and counted.
    fn walked(table: &Shared<AllBoards>, board: &CanonicalBoard, slice: u64) -> (Moves, Counts) {
        let mut work = Rounds::new(Box::new(ReadOff::new(Shared::clone(table), board)), 0);
        let mut counts = Counts::default();
        let bound = work.advance(0, &mut counts);
        let mut found = None;
        loop {
            let until = counts.expanded.saturating_add(slice);
            match work
                .advance(until, &mut counts)
                .expect("no memory is taken")
            {
                Step::Paused => assert_eq!(counts.expanded, until),
                Step::Found(moves) => found = Some(moves),
                Step::Done => break,
                Step::Bound(_) => panic!("a bound after the first"),
            }
        }
        let moves = found.expect("a walk ends");
        assert_eq!(bound, Ok(Step::Bound(moves.len())));
        (moves, counts)
    }

    #[test]
    fn slices_and_limits_change_nothing() {
        let shape = Shape::new(3, 3, 1).expect("a small shape");
        let table = Shared::new(AllBoards::new(shape, 8, Metric::Tiles).expect("little memory"));
        // 31 moves, as far as boards get.
        let board = CanonicalBoard::from_cells(shape, 8, [7, 5, 6, 4, 8, 1, 2, 3, 0]);
        let board = board.expect("a permutation");
        let whole = walked(&table, &board, u64::MAX);
        assert!(board.is_solved_by(&whole.0));
        assert_eq!(whole.1.expanded, whole.0.len() as u64);
        for slice in [1, 7] {
            assert_eq!(walked(&table, &board, slice), whole);
        }
        for limit in 0..whole.1.expanded {
            let mut work = Rounds::new(Box::new(ReadOff::new(Shared::clone(&table), &board)), 0);
            let mut counts = Counts {
                limit,
                ..Counts::default()
            };
            let _ = work.advance(u64::MAX, &mut counts);
            for _ in 0..2 {
                assert_eq!(work.advance(u64::MAX, &mut counts), Ok(Step::Paused));
                assert_eq!(counts.expanded, limit);
            }
            counts.limit = u64::MAX;
            let found = work.advance(u64::MAX, &mut counts);
            assert_eq!(found, Ok(Step::Found(whole.0.clone())));
            assert_eq!(counts, whole.1);
        }
    }
}
