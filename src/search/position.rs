//! Where a search by rounds stands, so that it can be stored, and the parts of a round.

use alloc::vec::Vec;

use crate::messages::messages;
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::work::Tally;
use crate::side::Side;

/// Where a depth-first search stands within its round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Position {
    /// The blank's moves from the root to the last board of the path, as numbers of a [`Side`].
    pub(crate) turns: Vec<u8>,
    /// 0 if that board is not expanded yet; else one more than the number of sides tried there.
    pub(crate) next: u8,
}

impl Position {
    /// What `next` is if all sides have been tried.
    pub(crate) const ALL_TRIED: u8 = Side::ALL.len() as u8 + 1;

    /// Returns the position before the expansion of the board to which these turns lead.
    const fn before(turns: Vec<u8>) -> Self {
        Self { turns, next: 0 }
    }
}

/// A part of a round: the boards below the end of the first `floor` turns of a position, from that
/// position on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) position: Position,
    pub(crate) floor: usize,
    /// What one search of the whole round counts between the part before this one and this one.
    pub(crate) before: Tally,
}

/// A round in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    /// In the order in which one search comes to them.
    pub(crate) parts: Vec<Part>,
    /// What it counts after the last of them.
    pub(crate) after: Tally,
}

/// A path of boards, each made from the one before it.
pub(crate) trait Path {
    /// Goes on to the child on a side, if there is one that the round looks at.
    fn enter(&mut self, side: Side) -> Result<Entry, OutOfMemory>;

    /// Goes back to the parent of the last board.
    fn leave(&mut self);
}

/// The result of entering a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// There is a wall, or the last move would be undone.
    Forbidden,
    /// The child is too far from the goal for this round.
    Pruned,
    /// It is the last board of the path now.
    Entered,
}

/// A search by rounds that can continue where another one was.
pub(crate) trait Resume: Sized {
    /// Goes on where another search of the same board was in the round of this bound. It tells the
    /// bound again.
    ///
    /// All is checked, but that all rounds before were done.
    fn resumed(self, bound: usize, position: &Position) -> Result<Self, PositionError>;

    /// Makes it the search of the boards below the first `floor` moves of its path. It ends with
    /// them.
    fn below(self, floor: usize) -> Self;

    /// Does both, the second if there is a floor.
    fn restored(
        self,
        bound: usize,
        position: &Position,
        floor: Option<usize>,
    ) -> Result<Self, PositionError> {
        match floor {
            Some(floor) if floor > position.turns.len() => Err(PositionError::Next),
            Some(floor) => Ok(self.resumed(bound, position)?.below(floor)),
            None => self.resumed(bound, position),
        }
    }

    /// Makes it the search of a part of the round with this bound. It ends with the part.
    #[cfg(test)]
    fn part(self, bound: usize, part: &Part) -> Result<Self, PositionError> {
        self.restored(bound, &part.position, Some(part.floor))
    }
}

/// Plays the turns of a position that may come from anywhere.
pub(crate) fn follow(path: &mut dyn Path, turns: &[u8]) -> Result<(), PositionError> {
    for (at, &turn) in turns.iter().enumerate() {
        let side = Side::numbered(turn).ok_or(PositionError::Forbidden { at })?;
        match path.enter(side)? {
            Entry::Entered => {}
            Entry::Forbidden => return Err(PositionError::Forbidden { at }),
            Entry::Pruned => return Err(PositionError::Pruned { at }),
        }
    }
    Ok(())
}

/// The number of moves below the first board that a round is parted at most: where the tree is so
/// thin that there are too few boards up there, there is little to part.
const DEEPEST_PART: usize = 64;

/// A board of a layer while a round is parted.
struct Root {
    turns: Vec<u8>,
    before: Tally,
}

/// Parts what a search still has to do in its round at the least depth with `at_least` boards, or
/// at the deepest one that is of use. All of it may be above that depth: then there are no parts.
///
/// The path holds the first `floor` boards below the root, and it does so again in the end.
pub(crate) fn part(
    path: &mut dyn Path,
    position: &Position,
    floor: usize,
    bound: usize,
    at_least: usize,
) -> Result<Parts, OutOfMemory> {
    let mut layer = reserved(1)?;
    layer.push(Root {
        turns: extended(&position.turns[..floor], None)?,
        before: Tally::default(),
    });
    let mut after = Tally::default();
    let mut depth = floor;
    // Children of the deepest boards would have no move left.
    let deepest = bound.saturating_sub(1).min(floor + DEEPEST_PART);
    while layer.len() < at_least && !layer.is_empty() && depth < deepest {
        let mut next = reserved(3 * layer.len())?;
        let mut carry = Tally::default();
        for (nth, root) in layer.into_iter().enumerate() {
            carry.add(root.before);
            let is_begun = nth == 0 && is_begun(position, depth);
            let mut tried = 0;
            if !is_begun {
                carry.expanded += 1;
            } else if let Some(&turn) = position.turns.get(depth) {
                next.try_reserve(1).map_err(out_of_memory)?;
                next.push(Root {
                    turns: extended(&root.turns, Some(turn))?,
                    before: carry.take(),
                });
                tried = usize::from(turn) + 1;
            } else {
                tried = usize::from(position.next) - 1;
            }
            let sides = root.turns[floor..].iter();
            let sides = sides.filter_map(|&turn| Side::numbered(turn));
            for side in sides.clone() {
                path.enter(side)?;
            }
            for &side in &Side::ALL[tried..] {
                let entry = path.enter(side)?;
                carry.generated += u64::from(entry != Entry::Forbidden);
                if entry == Entry::Entered {
                    path.leave();
                    next.try_reserve(1).map_err(out_of_memory)?;
                    next.push(Root {
                        turns: extended(&root.turns, Some(side as u8))?,
                        before: carry.take(),
                    });
                }
            }
            sides.for_each(|_| path.leave());
        }
        carry.add(after);
        after = carry;
        layer = next;
        depth += 1;
    }
    let mut parts = reserved(layer.len())?;
    for (nth, root) in layer.into_iter().enumerate() {
        let position = if nth == 0 && is_begun(position, depth) {
            Position {
                turns: extended(&position.turns, None)?,
                next: position.next,
            }
        } else {
            Position::before(root.turns)
        };
        parts.push(Part {
            position,
            floor: depth,
            before: root.before,
        });
    }
    Ok(Parts { parts, after })
}

/// Returns whether the board at a depth of the path is expanded already.
fn is_begun(position: &Position, depth: usize) -> bool {
    position.turns.len() > depth || position.turns.len() == depth && position.next > 0
}

/// Returns a copy of turns, with one more.
fn extended(turns: &[u8], turn: Option<u8>) -> Result<Vec<u8>, OutOfMemory> {
    let mut copy = reserved(turns.len() + usize::from(turn.is_some()))?;
    copy.extend_from_slice(turns);
    copy.extend(turn);
    Ok(copy)
}

const fn out_of_memory(_: alloc::collections::TryReserveError) -> OutOfMemory {
    OutOfMemory {
        bytes: size_of::<Root>() as u64,
    }
}

/// Reasons why a stored position can't be resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) enum PositionError {
    /// No round of this board has such a bound.
    Bound,
    /// A turn is none, or leads into a wall, or undoes the one before it.
    Forbidden {
        /// The number of turns before it.
        at: usize,
    },
    /// A turn leads to a board that is too far from the goal for this round.
    Pruned {
        /// The number of turns before it.
        at: usize,
    },
    /// More sides were tried than there are, or fewer turns were made than belong to the part.
    Next,
    /// There is no memory for the path.
    OutOfMemory(OutOfMemory),
}

impl From<OutOfMemory> for PositionError {
    fn from(error: OutOfMemory) -> Self {
        Self::OutOfMemory(error)
    }
}

messages! { PositionError;
    Self::Bound => "the board has no round with such a bound";
    Self::Forbidden { at } => "move {} can't be made", at + 1;
    Self::Pruned { at } => "move {} leads too far for the bound", at + 1;
    Self::Next => "the position is none of such a search";
    Self::OutOfMemory(OutOfMemory { bytes }) => "no memory for a path of {bytes} bytes";
}
