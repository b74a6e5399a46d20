//! Boards that are carried from one stage of a construction to the next, beside the best one.

use alloc::vec::Vec;

use super::workspace::Workspace;
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::side::Side;

/// A board that a stage may begin with.
///
/// The board that seems best after a stage often does not lead to the shortest solution. So the
/// best few boards continue together: the next beam begins with all of them, and ends with the best
/// result of any.
#[derive(Clone, Debug, Default)]
pub(super) struct StartBoard {
    /// The steps of the blank that make it from the board of the workspace.
    pub(super) way: Vec<Side>,
    /// The number of moves made so far minus that of the board that took fewest.
    pub(super) late: u16,
}

impl StartBoard {
    /// Returns the boards after several paths, and the number of moves of each; the first becomes
    /// the board of the workspace.
    pub(super) fn all(ways: &[(Vec<Side>, usize)]) -> Vec<Self> {
        let Some((first, _)) = ways.first() else {
            return Vec::new();
        };
        let fewest = ways.iter().map(|way| way.1).min().unwrap_or(0);
        let back = first.iter().rev().map(|side| side.undo());
        let carried = ways.iter().enumerate().map(|(nth, (way, made))| {
            let mut from_first = Vec::new();
            if nth > 0 {
                go_on(&mut from_first, back.clone());
                go_on(&mut from_first, way.iter().copied());
            }
            Self {
                way: from_first,
                late: u16::try_from(made - fewest).unwrap_or(u16::MAX),
            }
        });
        carried.collect()
    }
}

/// Appends steps to a way. A step and its reverse cancel.
pub(super) fn go_on(way: &mut Vec<Side>, steps: impl Iterator<Item = Side>) {
    for side in steps {
        if way.last() == Some(&side.undo()) {
            way.pop();
        } else {
            way.push(side);
        }
    }
}

/// Returns the tiles by cell, and the blank's cell, after a way from the board of the workspace.
pub(super) fn board_after(
    way: &[Side],
    workspace: &Workspace,
) -> Result<(Vec<u16>, usize), OutOfMemory> {
    let mut at = reserved(workspace.at.len())?;
    at.extend_from_slice(&workspace.at);
    let mut blank = workspace.blank;
    for &side in way {
        if let Some(to) = workspace.beside(blank, side) {
            at.swap(blank, to);
            blank = to;
        }
    }
    Ok((at, blank))
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{StartBoard, board_after, go_on};
    use crate::canonical::CanonicalBoard;
    use crate::construct::workspace::Workspace;
    use crate::exact::fixtures::{Random, walk};
    use crate::shape::Shape;
    use crate::side::Side;

    #[test]
    fn boards_stay_the_same_once_the_first_one_is_made() {
        let random = &mut Random(3);
        let (board, _) = walk(Shape::rectangle(3, 4).unwrap(), 11, 60, random);
        for (first, second) in [(0, 9), (9, 0), (30, 20), (7, 7)] {
            let mut workspace = Workspace::filled(&board);
            let ways = [first, second].map(|steps| (workspace.random_way(steps, random), steps));
            let expected = ways
                .each_ref()
                .map(|(way, _)| board_after(way, &workspace).unwrap());
            let carried = StartBoard::all(&ways);
            for &side in &ways[0].0 {
                let to = workspace.beside(workspace.blank, side).unwrap();
                workspace.go_or_undo(side, to).unwrap();
            }
            assert_eq!(
                (&workspace.at, workspace.blank),
                (&expected[0].0, expected[0].1)
            );
            for (it, expected) in carried.iter().zip(expected) {
                assert_eq!(board_after(&it.way, &workspace).unwrap(), expected);
            }
            assert!(carried[0].way.is_empty());
            let late = [first, second].map(|made| (made - first.min(second)) as u16);
            assert_eq!([carried[0].late, carried[1].late], late);
        }
    }

    #[test]
    fn a_step_there_and_back_is_none() {
        use Side::{Down, Left, Right, Up};
        let mut way = Vec::from([Up, Left]);
        go_on(&mut way, [Right, Left, Down, Up, Right, Down].into_iter());
        assert!(way.is_empty(), "{way:?}");
        go_on(&mut way, [Up, Left, Left].into_iter());
        assert_eq!(way, [Up, Left, Left]);
    }

    #[test]
    fn a_move_of_a_site_that_undoes_the_last_one_takes_it_back() {
        let board = CanonicalBoard::from_cells(Shape::rectangle(2, 2).unwrap(), 3, 0..4).unwrap();
        let mut workspace = Workspace::filled(&board);
        for (side, to, moves) in [(Side::Up, 1, 1), (Side::Left, 0, 2), (Side::Right, 1, 1)] {
            workspace.go_or_undo(side, to).unwrap();
            assert_eq!((workspace.blank, workspace.moves.len()), (to, moves));
        }
    }
}
