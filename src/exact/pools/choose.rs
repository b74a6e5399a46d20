//! The partitions that suit a board.

use alloc::vec::Vec;

use super::FOLLOWED;
use super::pool_tables::PoolTables;
use super::sample::PathStep;
use crate::canonical::CanonicalBoard;
use crate::runtime::{OutOfMemory, Pace, filled, reserved};

/// Returns partitions for a board: those that together cut off the most paths, one after the other
/// (greedily), then the base.
pub(super) async fn choose(
    tables: &PoolTables,
    board: &CanonicalBoard,
    paths: &[Vec<PathStep>],
    pace: &mut Pace,
) -> Result<Vec<usize>, OutOfMemory> {
    // `[pattern]`: the distance of its tiles after each step of all paths, path after path.
    let mut distances: Vec<Vec<u8>> = reserved(tables.tables.len())?;
    for table in &tables.tables {
        let at_root = table.locate(board);
        let mut along = reserved(paths.iter().map(Vec::len).sum())?;
        for path in paths {
            pace.spend(40 * path.len()).await;
            let mut placed = at_root;
            for step in path {
                if table.pattern.mask >> step.tile & 1 != 0 {
                    placed = table.slid(placed, step.from.into(), step.to.into());
                }
                along.push(placed.distance as u8);
            }
        }
        distances.push(along);
    }
    // `[partition][path]`.
    let mut cuts: Vec<Vec<bool>> = reserved(tables.partitions.len())?;
    for partition in &tables.partitions {
        let sum = |nth: usize| -> u16 {
            let of_pattern = |&pattern: &u16| u16::from(distances[usize::from(pattern)][nth]);
            partition.iter().map(of_pattern).sum()
        };
        // A path is cut off if the sum exceeds the moves left after some step.
        let mut steps = 0..;
        let cut = paths.iter().map(|path| {
            let sums = path.iter().zip(steps.by_ref().map(sum));
            // Not `any`: every step of the path must be consumed.
            sums.filter(|(step, sum)| *sum > step.left).count() > 0
        });
        cuts.push(cut.collect());
        pace.spend(4 * steps.start).await;
    }
    let mut chosen = Vec::from(tables.base);
    let mut is_left = filled(true, paths.len())?;
    while chosen.len() < FOLLOWED {
        let cut_by = |partition: usize| {
            let both = cuts[partition].iter().zip(&is_left);
            both.filter(|&(&cut, &left)| cut && left).count()
        };
        let others = (0..tables.partitions.len()).filter(|partition| !chosen.contains(partition));
        // The first among equals.
        let Some(best) = others.rev().max_by_key(|&partition| cut_by(partition)) else {
            break;
        };
        for (left, cut) in is_left.iter_mut().zip(&cuts[best]) {
            *left &= !cut;
        }
        chosen.push(best);
        pace.spend(tables.partitions.len() * paths.len()).await;
    }
    chosen.resize(FOLLOWED, tables.base[0]);
    // A kernel looks up the first ones first.
    chosen.rotate_left(tables.base.len());
    Ok(chosen)
}
