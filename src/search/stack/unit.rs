//! A search below one board, and its split into units: those of one round are independent of each
//! other.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::batch::{BATCH, Ground, Node, Work};
use crate::search::dispatch::{Kernel, dispatch};
use crate::search::meter::Meter;
use crate::search::patterns::Blocks;

/// A board below the root of a round, and how to get there.
#[derive(Clone, Debug)]
pub(super) struct Unit<const VIEWS: usize, const GROUPS: usize, const CELLS: usize> {
    pub(super) node: Node<VIEWS, GROUPS, CELLS>,
    turns: Vec<u8>,
}

impl<const VIEWS: usize, const GROUPS: usize, const CELLS: usize> Unit<VIEWS, GROUPS, CELLS> {
    /// Returns a solution of the root, given one of this unit.
    pub(super) fn through(&self, below: Vec<u8>) -> Vec<u8> {
        let mut turns = self.turns.clone();
        turns.extend(below);
        turns
    }
}

/// What became of a round that was to be split.
pub(super) enum Split<const VIEWS: usize, const GROUPS: usize, const CELLS: usize> {
    /// A solution was found on the way.
    Found(Vec<u8>),
    /// In the order in which they are searched.
    Units(Vec<Unit<VIEWS, GROUPS, CELLS>>),
}

/// How deep below its root a search notes paths: what a solution adds below is found by another
/// search, from there.
const NOTED: u16 = 12;

/// A search below one board, with room for its work.
#[derive(Debug)]
pub(super) struct Search<
    'g,
    'p,
    B,
    const VIEWS: usize,
    const MOVES: usize,
    const GROUPS: usize,
    const CELLS: usize,
> {
    ground: &'g Ground<'p, B, VIEWS, MOVES, GROUPS, CELLS>,
    /// The boards still to expand; the last come first.
    stack: Vec<Node<VIEWS, GROUPS, CELLS>>,
    /// The paths of all boards down to [`NOTED`]: the parent's place in here, and the turn.
    trail: Vec<(u32, u8)>,
    work: Work<VIEWS>,
}

impl<
    'g,
    'p,
    B: Blocks,
    const VIEWS: usize,
    const MOVES: usize,
    const GROUPS: usize,
    const CELLS: usize,
> Search<'g, 'p, B, VIEWS, MOVES, GROUPS, CELLS>
{
    pub(super) fn new(ground: &'g Ground<'p, B, VIEWS, MOVES, GROUPS, CELLS>) -> Self {
        Self {
            ground,
            stack: Vec::new(),
            trail: Vec::new(),
            work: Work::default(),
        }
    }

    #[cfg(feature = "std")]
    pub(super) const fn ground(&self) -> &'g Ground<'p, B, VIEWS, MOVES, GROUPS, CELLS> {
        self.ground
    }

    /// Splits a round into at least `wanted` units, if it has as many boards in some depth; some
    /// turns may be left out at the root.
    ///
    /// The units with the most slack come first: a solution is more likely there.
    pub(super) fn split(
        &mut self,
        root: &Node<VIEWS, GROUPS, CELLS>,
        left_out: u8,
        wanted: usize,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<(), Split<VIEWS, GROUPS, CELLS>> {
        let mut left_out = left_out;
        let mut units = vec![Unit {
            node: *root,
            turns: Vec::new(),
        }];
        while !units.is_empty() && (units.len() < wanted || left_out != 0) {
            let mut next = Vec::new();
            for unit in &units {
                meter.expand()?;
                let (children, made) = self.children(&unit.node);
                meter.generated += made;
                for (turn, node) in children {
                    if left_out >> turn & 1 == 0 {
                        let turns = unit.through(vec![turn]);
                        if node.left == 0 {
                            return ControlFlow::Continue(Split::Found(turns));
                        }
                        next.push(Unit { node, turns });
                    }
                }
            }
            left_out = 0;
            units = next;
        }
        let slack = |unit: &Unit<VIEWS, GROUPS, CELLS>| {
            let [first, second] = unit.node.slacks.to_le_bytes();
            u16::from(first) + u16::from(second)
        };
        units.sort_by_key(|unit| core::cmp::Reverse(slack(unit)));
        ControlFlow::Continue(Split::Units(units))
    }
    /// Finds the turns of a solution within the moves left, if there is one.
    pub(super) fn find(
        &mut self,
        root: &Node<VIEWS, GROUPS, CELLS>,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<(), Option<Vec<u8>>> {
        let (mut turns, mut node) = (Vec::new(), *root);
        while node.left > 0 {
            let Some(way) = dispatch(Descend {
                search: self,
                root: &node,
                meter,
            })?
            else {
                return ControlFlow::Continue(None);
            };
            for &turn in &way {
                let (children, _) = self.children(&node);
                let Some(&(_, child)) = children.iter().find(|&&(by, _)| by == turn) else {
                    unreachable!("the search has just made this move");
                };
                node = child;
            }
            turns.extend(way);
        }
        ControlFlow::Continue(Some(turns))
    }

    /// Returns the children of a board that the bound allows, each with the turn that makes it, and
    /// how many were generated.
    fn children(
        &mut self,
        node: &Node<VIEWS, GROUPS, CELLS>,
    ) -> (Vec<(u8, Node<VIEWS, GROUPS, CELLS>)>, u64) {
        let (batch, turn_as_mark) = (core::slice::from_ref(node), |_, turn: u8, _| turn.into());
        let mut children = Vec::new();
        let made = self
            .ground
            .expand::<false>(batch, &mut self.work, &mut children, turn_as_mark);
        let with_turn = |child: Node<VIEWS, GROUPS, CELLS>| (child.mark as u8, child);
        (children.into_iter().map(with_turn).collect(), made as u64)
    }

    /// Finds how solutions begin: the first [`NOTED`] turns of one, or all where it is shorter.
    #[inline(always)]
    fn descend<const BITS: bool>(
        &mut self,
        root: &Node<VIEWS, GROUPS, CELLS>,
        meter: &mut Meter<'_>,
    ) -> ControlFlow<(), Option<Vec<u8>>> {
        let Self {
            ground,
            stack,
            trail,
            work,
        } = self;
        let noted = root.left.saturating_sub(NOTED);
        trail.clear();
        trail.push((0, 0));
        stack.clear();
        stack.push(Node { mark: 0, ..*root });
        let mut batch = [*root; BATCH];
        while !stack.is_empty() {
            let mut taken = stack.len().min(BATCH);
            if meter.expanded + taken as u64 > meter.pause_at {
                meter.pause()?;
                // A batch is cut at a limit only: what is found must not depend on when somebody
                // looks.
                let allowed = meter.pause_at - meter.expanded;
                taken = taken.min(allowed.try_into().unwrap_or(BATCH));
            }
            let rest = stack.len() - taken;
            batch[..taken].copy_from_slice(&stack[rest..]);
            stack.truncate(rest);
            meter.expanded += taken as u64;
            let mut goal = None;
            let made = ground.expand::<BITS>(&batch[..taken], work, stack, |mark, turn, left| {
                let mark = if left < noted {
                    mark
                } else {
                    trail.push((mark, turn));
                    (trail.len() - 1) as u32
                };
                if left == 0 {
                    goal = Some(mark);
                }
                mark
            });
            meter.generated += made as u64;
            if let Some(mark) = goal {
                return ControlFlow::Continue(Some(path(trail, mark)));
            }
        }
        ControlFlow::Continue(None)
    }
}

/// What is compiled for several processors.
struct Descend<'a, 'm, S, N> {
    search: &'a mut S,
    root: &'a N,
    meter: &'a mut Meter<'m>,
}

impl<B: Blocks, const VIEWS: usize, const MOVES: usize, const GROUPS: usize, const CELLS: usize>
    Kernel<ControlFlow<(), Option<Vec<u8>>>>
    for Descend<'_, '_, Search<'_, '_, B, VIEWS, MOVES, GROUPS, CELLS>, Node<VIEWS, GROUPS, CELLS>>
{
    #[inline(always)]
    fn run<const BITS: bool>(self) -> ControlFlow<(), Option<Vec<u8>>> {
        self.search.descend::<BITS>(self.root, self.meter)
    }
}

/// Returns the turns from the root to a mark.
fn path(trail: &[(u32, u8)], mark: u32) -> Vec<u8> {
    let mut turns = Vec::new();
    let mut at = mark;
    while at != 0 {
        let (parent, turn) = trail[at as usize];
        turns.push(turn);
        at = parent;
    }
    turns.reverse();
    turns
}
