//! The parts in which a board is put in order.

use alloc::vec::Vec;

use super::line_by_line::Face;
use super::region_beam::Gather;
use super::tuning::{LAST_AFTER_LINES, Layout};
use super::workspace::Workspace;
use crate::region::Region;
use crate::runtime::alloc::OutOfMemory;
use crate::side::Side;

/// A step of putting a board in order.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// The tiles of a block are gathered in it and put in order.
    Block(Gather),
    /// Lines are put in order, one after the other; then only this part is left.
    Lines(Vec<Vec<usize>>, Region),
    /// The last block is solved separately.
    Last(Region),
}

/// Returns the steps in which a board is put in order.
pub(super) fn steps(workspace: &Workspace, layout: Layout) -> Result<Vec<Step>, OutOfMemory> {
    let mut steps = Vec::new();
    match layout {
        Layout::Lines => lines(workspace, &mut steps)?,
        Layout::Blocks => blocks(workspace, &mut steps),
        Layout::Whole => steps.push(Step::Last(workspace.left)),
    }
    Ok(steps)
}

/// Cuts a side into parts of about five cells.
fn cuts(side: usize) -> Vec<usize> {
    let fours = (5 - side % 5) % 5;
    if side <= 6 {
        alloc::vec![side]
    } else if 4 * fours <= side {
        let fives = (side - 4 * fours) / 5;
        core::iter::repeat_n(5, fives)
            .chain(core::iter::repeat_n(4, fours))
            .collect()
    } else if side == 11 {
        alloc::vec![5, 6]
    } else {
        // That is 7.
        alloc::vec![4, side - 4]
    }
}

/// Parts of an axis: first and last coordinate, and whether the rest has higher ones; nothing if no
/// rest is left.
type Parts = Vec<(usize, usize, Option<bool>)>;

/// Returns the parts of an axis from the ends inwards, those on the side with more of them first.
/// The home's comes last.
fn inwards(low: usize, high: usize, home: usize) -> Parts {
    let mut parts = Vec::new();
    let mut first = low;
    for length in cuts(high - low + 1) {
        parts.push((first, first + length - 1));
        first += length;
    }
    let is_home = |&(first, last): &(usize, usize)| first <= home && home <= last;
    let at_home = parts.iter().position(is_home).unwrap_or(0);
    let before = parts[..at_home].iter().map(|&(a, b)| (a, b, Some(true)));
    let after = parts[at_home + 1..].iter().rev();
    let after = after.map(|&(a, b)| (a, b, Some(false)));
    let (a, b) = parts[at_home];
    let mut inwards: Vec<_> = if 2 * at_home + 1 >= parts.len() {
        before.chain(after).collect()
    } else {
        after.chain(before).collect()
    };
    inwards.push((a, b, None));
    inwards
}

/// Adds band after band from the edges to the home's, and block after block in each. The rest is
/// never cut in two.
fn blocks(workspace: &Workspace, steps: &mut Vec<Step>) {
    let home = workspace.coordinates(workspace.home);
    let Region { low, high } = workspace.left;
    for (top, bottom, down) in inwards(low[0], high[0], home[0]) {
        let block = |left: usize, right: usize| Region {
            low: [top, left, 0],
            high: [bottom, right, 0],
        };
        // The gate's row, beside the rest.
        let row = if down == Some(false) { top } else { bottom };
        let columns = inwards(low[1], high[1], home[1]);
        let order: Vec<_> = if down.is_none() {
            with_last_two_joined(columns)
        } else {
            // The whole band is cut, from one end to the other.
            across(columns)
        };
        for (left, right, onwards) in order {
            let (gate, exit) = match (onwards, down) {
                (Some(is_up), _) => {
                    let col = if is_up { right } else { left };
                    ([row, col, 0], Side::along(1, is_up))
                }
                (None, Some(is_down)) => {
                    let col = if home[1] > left { right } else { left };
                    ([row, col, 0], Side::along(0, is_down))
                }
                (None, None) => {
                    steps.push(Step::Last(block(left, right)));
                    continue;
                }
            };
            let gate = workspace.cell(gate);
            let Some(outside) = workspace.beside(gate, exit) else {
                continue;
            };
            steps.push(Step::Block(Gather {
                block: block(left, right),
                gate,
                outside,
                exit,
            }));
        }
    }
}

/// Merges the last two parts. They are side by side: the last one is the home's.
///
/// Solved together they take fewer moves: 15 on 10 x 10.
fn with_last_two_joined(mut parts: Parts) -> Parts {
    if let [.., (low, high, _), (home_low, home_high, _)] = parts[..] {
        parts.truncate(parts.len() - 2);
        parts.push((low.min(home_low), high.max(home_high), None));
    }
    parts
}

/// Returns parts from one end to the other, so that the last ones are those of the home.
fn across(mut parts: Parts) -> Parts {
    let is_up = parts.first().and_then(|part| part.2).unwrap_or(true);
    parts.sort_unstable();
    if !is_up {
        parts.reverse();
    }
    let last = parts.len() - 1;
    for (nth, part) in parts.iter_mut().enumerate() {
        part.2 = (nth < last).then_some(is_up);
    }
    parts
}

/// Adds line after line of the outermost layers, until the last cells are left.
fn lines(workspace: &Workspace, steps: &mut Vec<Step>) -> Result<(), OutOfMemory> {
    let mut left = workspace.left;
    let mut lines = Vec::new();
    let has_two_rows = left.cells() == 2 * left.longest();
    let most = LAST_AFTER_LINES[usize::from(has_two_rows)];
    while left.cells() > most {
        let face = Face::outermost(&left, workspace)?;
        face.cut_off(&mut left);
        lines.extend(face.lines().map(<[usize]>::to_vec));
    }
    if !lines.is_empty() {
        steps.push(Step::Lines(lines, left));
    }
    steps.push(Step::Last(left));
    Ok(())
}
