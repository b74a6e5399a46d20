//! Costs of distances.

use alloc::vec::Vec;

use crate::runtime::alloc::{OutOfMemory, reserved};

/// The cost of a step next to the goal.
pub(super) const UNIT: i32 = 64;

/// The powers of distances along an axis, in units.
///
/// If far tiles cost more than their distance, they come first and tiles that are near give way to
/// them.
#[derive(Clone, Debug)]
pub(super) struct DistanceCosts(Vec<i32>);

impl DistanceCosts {
    /// Returns the distances up to `longest` to the power of `eighths` eighths.
    pub(super) fn new(longest: usize, eighths: u32) -> Result<Self, OutOfMemory> {
        /// The bits behind the point of a root.
        const BITS: u32 = 12;

        let power = |distance: usize| {
            // The eighth root, by three square roots: there are no others without floats.
            let root = ((distance as u128) << (8 * BITS)).isqrt().isqrt().isqrt() as u64;
            let power = (0..eighths).fold(1 << BITS, |power, _| (power * root) >> BITS);
            ((power * UNIT as u64) >> BITS) as i32
        };
        let mut powers = reserved(longest + 1)?;
        powers.extend((0..=longest).map(power));
        Ok(Self(powers))
    }

    /// Returns the cost of a distance along an axis.
    pub(super) fn along(&self, distance: usize) -> i32 {
        self.0[distance]
    }

    /// Returns the cost of two cells at these distances along each axis.
    pub(super) fn of(&self, apart: [usize; 3]) -> i32 {
        apart.into_iter().map(|distance| self.0[distance]).sum()
    }
}

/// The estimated cost of tiles away from their places, in 256ths of a move.
///
/// Two boards with the same Manhattan distance are not equally near: few tiles that are far away
/// take longer than many that are near. On 10 x 10 a line through the steps that are left after a
/// transport is off by 55 moves on average, one through the squares by 38.
#[derive(Clone, Copy, Debug)]
pub(super) struct RemainingCost {
    /// For each step.
    pub(super) step: u32,
    /// For the square of the steps along each axis.
    pub(super) square: u32,
}

impl RemainingCost {
    /// Returns the cost of a tile at these distances along each axis.
    pub(super) fn of(self, apart: [usize; 3]) -> u32 {
        let of_axis = |distance: usize| {
            let steps = distance as u32;
            self.step * steps + self.square * steps * steps
        };
        apart.into_iter().map(of_axis).sum()
    }

    /// Returns the cost of tiles at this total number of steps, without the squares.
    pub(super) const fn of_steps(self, steps: u32) -> u32 {
        self.step.wrapping_mul(steps)
    }
}
