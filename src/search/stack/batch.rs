//! The expansion of many boards at a time.
//!
//! A processor waits for two things in a search with tables: for entries that no near cache holds,
//! and for branches that it guessed wrong. Both are shared here. A step takes the last [`BATCH`]
//! boards from the stack and does the same to all of them, stage by stage, in loops without a
//! branch on what the boards hold: list the moves, then for each view ask the memory for all
//! entries before the first is read, then keep the children that the bound allows.

use alloc::vec::Vec;

use crate::search::automaton::{Automaton, REFUSED};
use crate::search::patterns::{Aimed, Blocks, Lens, MAX_CELLS, Patterns, Placed, step, turn_of};
use crate::side::Side;

/// How many boards are expanded together: more wait for memory in parallel, fewer are expanded in
/// vain beside a solution.
pub(super) const BATCH: usize = 16;

/// At least the most children of a batch, and a power of two.
const CHILDREN: usize = BATCH * 8;

/// A board as the tables see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const VIEWS: usize, const GROUPS: usize, const CELLS: usize> {
    /// By view and table.
    pub(super) placed: [[Placed; GROUPS]; VIEWS],
    /// By cell: the tables of the tile there, four bits a view. What it says of the blank's cell
    /// means nothing.
    pub(super) groups: [u8; CELLS],
    /// Where its path is noted.
    pub(super) mark: u32,
    /// The state of the automaton.
    pub(super) automaton: u16,
    /// By view, eight bits each: half of what the bound leaves beyond the moves made and the
    /// estimate.
    pub(super) slacks: u16,
    /// The moves that the bound leaves.
    pub(super) left: u16,
    pub(super) blank: u8,
}

/// A move that may be made, in one word: written by parts it would be slow to read.
///
/// From bit 0 the state of the automaton after it, from bit 16 the cell of the tile that moves,
/// from 24 the step, from 32 the board's place in the batch, from 40 the slacks.
#[derive(Clone, Copy, Debug)]
struct Move(u64);

impl Move {
    const FROM: u32 = 16;
    const STEP: u32 = 24;
    const PARENT: u32 = 32;
    const SLACKS: u32 = 40;

    /// There is a wall.
    const NONE: Self = Self(REFUSED as u64);

    const fn new(from: usize, step: u8) -> Self {
        Self((from as u64) << Self::FROM | (step as u64) << Self::STEP)
    }

    const fn automaton(self) -> u16 {
        self.0 as u16
    }

    const fn from(self) -> u8 {
        (self.0 >> Self::FROM) as u8
    }

    const fn step(self) -> u8 {
        (self.0 >> Self::STEP) as u8
    }

    const fn parent(self) -> usize {
        (self.0 >> Self::PARENT) as usize % BATCH
    }

    const fn slack(self, view: usize) -> u64 {
        self.0 >> (Self::SLACKS + 8 * view as u32) & 0xff
    }

    const fn slacks(self) -> u16 {
        (self.0 >> Self::SLACKS) as u16
    }
}

/// What all searches of a shape read and none changes.
#[derive(Debug)]
pub(super) struct Ground<
    'p,
    B,
    const VIEWS: usize,
    const MOVES: usize,
    const GROUPS: usize,
    const CELLS: usize,
> {
    /// By view and table.
    lenses: [[Lens<'p, B>; GROUPS]; VIEWS],
    /// Of the automaton.
    rows: &'p [[u16; MOVES]],
    /// By the blank's cell and turn.
    moves: [[Move; MOVES]; CELLS],
}

impl<'p, B: Blocks, const VIEWS: usize, const MOVES: usize, const GROUPS: usize, const CELLS: usize>
    Ground<'p, B, VIEWS, MOVES, GROUPS, CELLS>
{
    pub(super) fn new(patterns: &'p Patterns, automaton: &'p Automaton<MOVES>) -> Self {
        const { assert!(CELLS <= MAX_CELLS && VIEWS <= 2 && GROUPS <= 16) };
        let shape = patterns.shape();
        let mut moves = [[Move::NONE; MOVES]; CELLS];
        for (blank, moves) in moves.iter_mut().enumerate().take(shape.cells()) {
            for (turn, way) in moves.iter_mut().enumerate() {
                if let Some(from) = Side::ALL[turn].entered(shape, blank) {
                    *way = Move::new(from, step(blank, turn));
                }
            }
        }
        Self {
            lenses: core::array::from_fn(|view| {
                core::array::from_fn(|group| patterns.lens(view, group))
            }),
            rows: automaton.rows(),
            moves,
        }
    }

    /// Expands boards: the children that the automaton and the estimates allow are put on the
    /// stack, with the mark that `note` gives for their parent's mark, the turn and the moves
    /// left. Returns how many were generated.
    ///
    /// At most [`BATCH`] boards.
    #[inline(always)]
    pub(super) fn expand<const BITS: bool>(
        &self,
        batch: &[Node<VIEWS, GROUPS, CELLS>],
        room: &mut Room<VIEWS>,
        stack: &mut Vec<Node<VIEWS, GROUPS, CELLS>>,
        mut note: impl FnMut(u32, u8, u16) -> u32,
    ) -> usize {
        let Room {
            moves,
            aimed,
            alive,
            groups,
            keys,
        } = room;
        let mut made = 0;
        for (nth, node) in batch.iter().enumerate() {
            let row = &self.rows[node.automaton as usize];
            let ways = &self.moves[node.blank as usize % CELLS];
            let parent = (nth as u64) << Move::PARENT | u64::from(node.slacks) << Move::SLACKS;
            for (way, &next) in ways.iter().zip(row) {
                let way = Move(way.0 | u64::from(next) | parent);
                moves[made % CHILDREN] = way;
                alive[made % CHILDREN] = made as u8;
                made += usize::from(way.automaton() != REFUSED);
            }
        }
        let mut kept = made;
        for view in 0..VIEWS {
            for &nth in alive.iter().take(kept) {
                let nth = nth as usize % CHILDREN;
                let way = moves[nth];
                let node = &batch[way.parent()];
                let group = node.groups[way.from() as usize % CELLS] >> (4 * view);
                let group = group as usize % GROUPS;
                groups[view][nth] = group as u8;
                aimed[view][nth] =
                    self.lenses[view][group].aim::<BITS>(node.placed[view][group], way.step());
            }
            let before = kept;
            kept = 0;
            for at in 0..before.min(CHILDREN) {
                let nth = alive[at] as usize % CHILDREN;
                let group = groups[view][nth] as usize % GROUPS;
                let farther = self.lenses[view][group].farther(aimed[view][nth]);
                let way = moves[nth];
                // If it would borrow from the next field the child is not kept.
                moves[nth] = Move(
                    way.0
                        .wrapping_sub(farther << (Move::SLACKS + 8 * view as u32)),
                );
                alive[kept % CHILDREN] = nth as u8;
                kept += usize::from(farther <= way.slack(view));
            }
        }
        // Those with the most slack come last, hence are expanded first: where there is a solution
        // that finds it sooner.
        let kept = kept.min(CHILDREN);
        for (key, &nth) in keys.iter_mut().zip(&alive[..kept]) {
            let way = moves[nth as usize % CHILDREN];
            *key = (way.slack(0) + way.slack(1)) as u16 * CHILDREN as u16
                + u16::from(!nth) % CHILDREN as u16;
        }
        keys[..kept].sort_unstable();
        for &key in &keys[..kept] {
            let nth = usize::from(!key) % CHILDREN;
            let way = moves[nth];
            let parent = &batch[way.parent()];
            let mut node = *parent;
            for view in 0..VIEWS {
                let group = groups[view][nth] as usize % GROUPS;
                let farther = u64::from(parent.slacks >> (8 * view)) - way.slack(view);
                node.placed[view][group] = aimed[view][nth].placed(farther & 1);
            }
            node.groups[node.blank as usize % CELLS] = node.groups[way.from() as usize % CELLS];
            node.blank = way.from();
            node.automaton = way.automaton();
            node.slacks = way.slacks();
            node.left -= 1;
            node.mark = note(parent.mark, turn_of(way.step()), node.left);
            stack.push(node);
        }
        made
    }
}

/// Room for the children of a batch.
#[derive(Clone, Debug)]
pub(super) struct Room<const VIEWS: usize> {
    moves: [Move; CHILDREN],
    aimed: [[Aimed; CHILDREN]; VIEWS],
    /// The numbers of the children that are left.
    alive: [u8; CHILDREN],
    /// By view: the child's table.
    groups: [[u8; CHILDREN]; VIEWS],
    /// Slacks and numbers of the children that are left.
    keys: [u16; CHILDREN],
}

impl<const VIEWS: usize> Default for Room<VIEWS> {
    fn default() -> Self {
        Self {
            moves: [Move::NONE; CHILDREN],
            aimed: [[Aimed::default(); CHILDREN]; VIEWS],
            alive: [0; CHILDREN],
            groups: [[0; CHILDREN]; VIEWS],
            keys: [0; CHILDREN],
        }
    }
}
