//! Positions of searches by rounds, so that they can be stored, and the parts of a round.

use alloc::vec::Vec;

use crate::messages::messages;
use crate::runtime::alloc::{OutOfMemory, reserved, try_push};
use crate::runtime::work::Tally;
use crate::side::Side;

/// A move of the blank: to a side, past a run of tiles. By tiles the run is of one tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlankMove {
    pub(crate) side: Side,
    pub(crate) tiles: u16,
}

impl BlankMove {
    /// Returns the blank's steps from cell to cell as moves: each by itself, or if `runs`, those to
    /// one side as one.
    pub(crate) fn of_steps(steps: &[Side], runs: bool) -> Vec<Self> {
        let moves = steps.chunk_by(|a, b| runs && a == b);
        let moves = moves.map(|run| Self {
            side: run[0],
            tiles: u16::try_from(run.len()).unwrap_or(u16::MAX),
        });
        moves.collect()
    }
}

/// The position of a depth-first search in its round.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Position {
    /// The blank's moves from the root to the last board of the path.
    pub(crate) moves: Vec<BlankMove>,
    /// 0 if that board is not expanded yet; else one more than the number of sides tried there.
    pub(crate) next: u8,
}

impl Position {
    /// The value of `next` if all sides have been tried.
    pub(crate) const ALL_TRIED: u8 = Side::ALL.len() as u8 + 1;

    /// Returns the position before the expansion of the board to which these moves lead.
    const fn before(moves: Vec<BlankMove>) -> Self {
        Self { moves, next: 0 }
    }
}

/// A part of a round: the boards below the end of the first `floor` moves of a position, from that
/// position on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) position: Position,
    pub(crate) floor: usize,
    /// The counts of one search of the whole round between the part before this one and this one.
    pub(crate) before: Tally,
}

/// A round in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Parts {
    /// In the order in which one search comes to them.
    pub(crate) parts: Vec<Part>,
    /// Its counts after the last of them.
    pub(crate) after: Tally,
}

/// A path of boards, each made from the one before it.
pub(crate) trait Path {
    /// Enters the child that the move of one tile makes, if the round searches it.
    fn enter(&mut self, side: Side) -> Result<Entry, OutOfMemory>;

    /// Replaces the last board, which was entered or passed, by that of a run of one tile more.
    /// Leaves it if there is none, as by tiles.
    fn extend(&mut self) -> Entry {
        self.leave();
        Entry::Forbidden
    }

    /// Leaves the last board for its parent.
    fn leave(&mut self);
}

/// The result of entering a child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// There is a wall, or the last move would be undone or continued.
    Forbidden,
    /// The child is too far from the goal for this round.
    Pruned,
    /// The child is too far, but is the last board of the path now: a run of more tiles may lead to
    /// a nearer one.
    Passed,
    /// The child is the last board of the path now.
    Entered,
}

/// A search by rounds whose position can be stored and resumed.
pub(crate) trait Resume: Sized {
    /// Returns the length of the solutions of the round.
    fn bound(&self) -> usize;

    /// Returns the number of moves to the boards below which it searches, if it is a part.
    fn floor(&self) -> Option<usize>;

    /// Returns the position of the search in its round, if it has found nothing yet.
    fn position(&self) -> Result<Position, OutOfMemory>;

    /// Parts the rest of the round at the least depth with `at_least` boards; the search itself
    /// stays as it is.
    fn parts(&mut self, at_least: usize) -> Result<Parts, OutOfMemory>;

    /// Resumes from the position of another search of the same board in the round of this bound.
    /// Reports the bound again.
    ///
    /// Everything is checked except that all rounds before were done.
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
            Some(floor) if floor > position.moves.len() => Err(PositionError::Next),
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

/// Enters the child that a move makes.
pub(crate) fn enter_run(path: &mut dyn Path, run: BlankMove) -> Result<Entry, OutOfMemory> {
    let mut entry = path.enter(run.side)?;
    for _ in 1..run.tiles {
        if matches!(entry, Entry::Forbidden | Entry::Pruned) {
            return Ok(Entry::Forbidden);
        }
        entry = path.extend();
    }
    Ok(entry)
}

/// Plays the moves of a position that may come from anywhere.
pub(crate) fn follow(path: &mut dyn Path, position: &Position) -> Result<(), PositionError> {
    for (at, &run) in position.moves.iter().enumerate() {
        // The last board may be one that was passed: a longer run is tried next.
        let is_last = at + 1 == position.moves.len() && position.next == Position::ALL_TRIED;
        match enter_run(path, run)? {
            Entry::Entered => {}
            Entry::Passed if is_last => {}
            Entry::Forbidden => return Err(PositionError::Forbidden { at }),
            Entry::Pruned | Entry::Passed => return Err(PositionError::Pruned { at }),
        }
    }
    Ok(())
}

/// The depth below the first board at which a round is parted at most: a tree without `at_least`
/// boards up there is too thin to be worth it.
const DEEPEST_PART: usize = 64;

/// A board of a layer while a round is parted.
struct Root {
    moves: Vec<BlankMove>,
    before: Tally,
}

/// Parts the rest of a search's round at the least depth with `at_least` boards, or at the deepest
/// one that is of use. There are no parts if all of the rest is above that depth.
///
/// The path holds the first `floor` boards below the root, before and after.
pub(crate) fn part(
    path: &mut dyn Path,
    position: &Position,
    floor: usize,
    bound: usize,
    at_least: usize,
) -> Result<Parts, OutOfMemory> {
    let mut layer = reserved(1)?;
    layer.push(Root {
        moves: extended(&position.moves[..floor], None)?,
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
            // The first side to try, and the tiles of the runs to that side that were tried.
            let (mut first, mut tried) = (0, 0);
            let mut push = |child: BlankMove, carry: &mut Tally| {
                let moves = extended(&root.moves, Some(child))?;
                let before = carry.take();
                try_push(&mut next, Root { moves, before })
            };
            if !is_begun {
                carry.expanded += 1;
            } else if let Some(&child) = position.moves.get(depth) {
                push(child, &mut carry)?;
                (first, tried) = (child.side as usize, child.tiles);
            } else {
                first = usize::from(position.next) - 1;
            }
            let below = &root.moves[floor..];
            for &run in below {
                enter_run(path, run)?;
            }
            for &side in &Side::ALL[first..] {
                let mut entry = path.enter(side)?;
                for tiles in 1.. {
                    if tiles > tried && entry != Entry::Forbidden {
                        carry.generated += 1;
                        if entry == Entry::Entered {
                            push(BlankMove { side, tiles }, &mut carry)?;
                        }
                    }
                    if matches!(entry, Entry::Forbidden | Entry::Pruned) {
                        break;
                    }
                    entry = path.extend();
                }
                tried = 0;
            }
            for _ in below {
                path.leave();
            }
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
                moves: extended(&position.moves, None)?,
                next: position.next,
            }
        } else {
            Position::before(root.moves)
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
    position.moves.len() > depth || position.moves.len() == depth && position.next > 0
}

/// Returns a copy of moves, with one more.
fn extended(moves: &[BlankMove], run: Option<BlankMove>) -> Result<Vec<BlankMove>, OutOfMemory> {
    let mut copy = reserved(moves.len() + usize::from(run.is_some()))?;
    copy.extend_from_slice(moves);
    copy.extend(run);
    Ok(copy)
}

/// Reasons why a stored position can't be resumed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(crate) enum PositionError {
    /// No round of this board has such a bound.
    Bound,
    /// A move leads into a wall, or undoes or continues the one before it.
    Forbidden {
        /// The number of moves before it.
        at: usize,
    },
    /// A move leads to a board that is too far from the goal for this round.
    Pruned {
        /// The number of moves before it.
        at: usize,
    },
    /// More sides were tried than there are, or fewer moves were made than belong to the part.
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
