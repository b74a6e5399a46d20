//! Storing of a round, and its restoration.

use alloc::vec;
use alloc::vec::Vec;

use super::super::board_layout::{BoardOf, cells};
use super::super::search_tables::{InSearchTables, SearchTables};
use super::super::stack::Stack;
use super::super::stored::{StoredBoard, StoredError, StoredRound, StoredSplitting};
use super::{NOTED, Round, Splitting, seen};
use crate::runtime::shared::Shared;

impl<F: InSearchTables> Round<F> {
    /// Returns the round as it is stored.
    pub(super) fn stored(&self, kit: &SearchTables) -> StoredRound {
        let ways = |boards: &[BoardOf<F>]| {
            let way = |board: &BoardOf<F>| self.trail.path(board.mark);
            boards.iter().map(way).collect()
        };
        let splitting = self.splitting.as_ref();
        let (stack, trail) = self.store_stacks(kit);
        StoredRound {
            splitting: splitting.map(|it| StoredSplitting {
                level: ways(&it.level),
                expanded: it.expanded,
                children: ways(&it.children),
            }),
            seeds: ways(&self.seeds),
            left: self.left.clone(),
            turns: self.turns.clone(),
            stack,
            trail,
        }
    }

    /// Continues a stored round of the same board and tables.
    pub(super) fn restore_from(
        &mut self,
        kit: &SearchTables,
        stored: &StoredRound,
    ) -> Result<(), StoredError> {
        let ground = F::expander(kit);
        if let Some(StoredSplitting {
            level,
            expanded,
            children,
        }) = &stored.splitting
        {
            self.splitting = Some(Splitting {
                level: Shared::new(self.followed(&ground, level)?),
                expanded: *expanded,
                children: self.followed(&ground, children)?,
            });
            if *expanded > level.len() {
                return Err(StoredError::Path);
            }
        }
        self.seeds = Shared::new(self.followed(&ground, &stored.seeds)?);
        if stored.left.start > stored.left.end || stored.left.end > self.seeds.len() {
            return Err(StoredError::Unit);
        }
        self.left = stored.left.clone();
        self.to_seeds = self.trail.steps.len();
        let start = self.follow(&ground, self.root, &stored.turns);
        self.start = start.ok_or(StoredError::Path)?;
        self.stacks.iter_mut().for_each(Stack::clear);
        self.turns.clone_from(&stored.turns);
        let first = if stored.turns.is_empty() {
            self.seeds.first()
        } else {
            None
        };
        let left = first.unwrap_or(&self.start).meta.left();
        self.trail.noted = left.saturating_sub(NOTED);
        self.restore_stacks(kit, stored, left)
    }

    /// Returns the boards at the ends of `ways`, and notes the ways.
    fn followed(
        &mut self,
        ground: &F::Expander<'_>,
        ways: &[Vec<u8>],
    ) -> Result<Vec<BoardOf<F>>, StoredError> {
        let mut boards = Vec::new();
        for turns in ways {
            let board = self.follow(ground, self.root, turns);
            let board = board.filter(|board| board.meta.left() > 0);
            let mut board = board.ok_or(StoredError::Path)?;
            let mut mark = 0;
            for &turn in turns {
                mark = self.trail.push(mark, turn);
            }
            board.mark = mark;
            boards.push(board);
        }
        Ok(boards)
    }

    /// Returns the boards of a unit that are still to expand, and the part of the trail that leads
    /// to them from the start of the search.
    fn store_stacks(&self, kit: &SearchTables) -> (Vec<StoredBoard>, Vec<(u32, u8)>) {
        let steps = &self.trail.steps;
        let boards = || self.stacks.iter().flat_map(Stack::boards);
        let mut places = vec![0; steps.len()];
        for board in boards() {
            places[board.mark as usize] = 1;
        }
        for (nth, &(parent, _)) in steps.iter().enumerate().rev() {
            if places[nth] == 1 {
                places[parent as usize] = 1;
            }
        }
        let mut trail = vec![(0, 0)];
        for (nth, &(parent, turn)) in steps.iter().enumerate().skip(1) {
            if places[nth] == 1 {
                places[nth] = trail.len() as u32;
                trail.push((
                    if parent == 0 {
                        0
                    } else {
                        places[parent as usize]
                    },
                    turn,
                ));
            }
        }
        places[0] = 0;
        let stored = |board| StoredBoard {
            cells: cells::<F>(kit.views(), board),
            automaton: board.meta.automaton(),
            left: board.meta.left(),
            mark: places[board.mark as usize],
        };
        (boards().map(stored).collect(), trail)
    }

    /// Restores the boards that are still to expand, and the trail to them.
    fn restore_stacks(
        &mut self,
        kit: &SearchTables,
        stored: &StoredRound,
        most_left: u16,
    ) -> Result<(), StoredError> {
        let (rows, turns) = kit.moving().rows();
        for (nth, &(parent, turn)) in stored.trail.iter().enumerate() {
            if parent as usize > nth.saturating_sub(1) || usize::from(turn) >= turns {
                return Err(StoredError::Trail { nth });
            }
        }
        // The first place is the root's in both.
        let base = self.trail.steps.len() as u32 - 1;
        let moved = |mark: u32| if mark == 0 { 0 } else { base + mark };
        let steps = stored.trail.iter().skip(1);
        self.trail
            .steps
            .extend(steps.map(|&(parent, turn)| (moved(parent), turn)));
        for (nth, board) in stored.stack.iter().enumerate() {
            let error = StoredError::Board { nth };
            let is_known = usize::from(board.automaton) < rows.len() / turns
                && ((board.mark as usize) < stored.trail.len() || board.mark == 0)
                && board.left <= most_left;
            let seen = is_known.then(|| seen::<F>(kit, &board.cells)).flatten();
            let (seen, estimates) = seen.ok_or(error)?;
            let left = usize::from(board.left);
            let mut known = estimates[..self.views].iter();
            if !known.all(|&it| it <= left && it % 2 == left % 2) {
                return Err(error);
            }
            let mut seen = self.with_meta(seen, board.automaton, board.left, &estimates);
            seen.mark = moved(board.mark);
            self.push(seen);
        }
        Ok(())
    }
}
