//! Which tiles go together.

use alloc::vec::Vec;

use super::gains::Gains;
use crate::runtime::cost_model::choose as cost;
use crate::runtime::job::Pace;
use crate::shape::Shape;
use crate::tables::grid::bits;
use crate::tables::symmetry::Symmetry;

/// A margin, so that rounding decides nothing.
const MARGIN: f64 = 1e-9;

/// Shares out the tiles to patterns of given sizes so that the gains are largest: several starts,
/// each improved by the best exchange of two tiles of different patterns until there is none.
/// Returns the patterns as sets of cells.
pub(super) async fn arrange(
    shape: Shape,
    home: usize,
    gains: &Gains,
    sizes: &[usize],
    pace: &mut Pace,
) -> Vec<u64> {
    let mut best: Option<(f64, Vec<u64>)> = None;
    for symmetry in Symmetry::all(shape) {
        for is_winding in [false, true] {
            let mut sets = first_sets((shape, home), sizes, &symmetry, is_winding);
            while let Some((i, j, tiles)) = best_exchange(&sets, gains, pace).await {
                sets[i] ^= tiles;
                sets[j] ^= tiles;
            }
            let value: f64 = sets.iter().map(|&set| gains.within(set)).sum();
            if best.as_ref().is_none_or(|best| value > best.0 + MARGIN) {
                best = Some((value, sets));
            }
        }
    }
    best.map(|best| best.1).unwrap_or_default()
}

/// Returns the sets that a start begins with: cells row by row, or to and fro, as a symmetry shows
/// them.
fn first_sets(
    (shape, home): (Shape, usize),
    sizes: &[usize],
    symmetry: &Symmetry,
    is_winding: bool,
) -> Vec<u64> {
    let wound = |cell: usize| match shape.place(cell) {
        at if is_winding && at.row % 2 == 1 => cell + shape.columns() - 1 - 2 * at.column,
        _ => cell,
    };
    let mut cells = (0..shape.cells())
        .map(|cell| symmetry.cell(wound(cell)))
        .filter(|&cell| cell != home);
    let set = |&size: &usize| {
        let cells = cells.by_ref().take(size);
        cells.fold(0, |set, cell| set | 1 << cell)
    };
    sizes.iter().map(set).collect()
}

/// Returns the exchange of two tiles that gains most: the two patterns, and both tiles as a set.
async fn best_exchange(
    sets: &[u64],
    gains: &Gains,
    pace: &mut Pace,
) -> Option<(usize, usize, u64)> {
    let (mut best, mut best_gain) = (None, MARGIN);
    for (i, &one) in sets.iter().enumerate() {
        for (j, &other) in sets.iter().enumerate().skip(i + 1) {
            pace.spend(cost::SWAP * (one.count_ones() * other.count_ones()) as usize)
                .await;
            for a in bits(one) {
                let left = one & !(1 << a);
                let loss = gains.among(a, left);
                for b in bits(other) {
                    let right = other & !(1 << b);
                    let gain =
                        gains.among(b, left) - loss + gains.among(a, right) - gains.among(b, right);
                    if gain > best_gain {
                        (best_gain, best) = (gain, Some((i, j, 1 << a | 1 << b)));
                    }
                }
            }
        }
    }
    best
}
