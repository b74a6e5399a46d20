//! Weights fitted to comparisons of boards, one after the other.

use std::{iter, mem};

use crate::game::Field;
use crate::kinds::halves;

/// The learning rate of the first round: the largest step of a weight is about this, in moves.
const RATE: f32 = 0.06;

/// The factor of the rate from one round to the next.
const DECAY: f32 = 0.97;

/// Weights change less the more they have changed (Duchi, Hazan & Singer 2011). The sum of the
/// squared errors begins with this, and loses a part of itself each round.
const FIRST_SQUARES: f32 = 300.0;
const FORGOTTEN: f32 = 0.1;

/// The largest error of a comparison.
const MAX_ERROR: f32 = 10.0;

/// The weights of all kinds, in training.
pub(crate) struct Fit {
    /// In moves, and the sum of the squared errors.
    weights: Vec<(f32, f32)>,
    rate: f32,
    /// `[kind]`: the count on the farther board minus the count on the nearer one.
    surplus: Vec<i16>,
}

impl Fit {
    /// Begins with the Manhattan distance.
    pub(crate) fn new(kinds: usize) -> Self {
        let mut weights = vec![(0.0, 0.0); kinds];
        for (weight, [less, more]) in weights.iter_mut().zip(halves(8)) {
            weight.0 = (less + more) as f32;
        }
        Self {
            weights,
            rate: RATE,
            surplus: vec![0; kinds],
        }
    }

    /// Returns the bytes of the file, in quarters of a move. A cast to `i8` saturates.
    pub(crate) fn bytes(&self, file: &[u32]) -> Vec<u8> {
        let rounded = |&kind: &u32| (4.0 * self.weights[kind as usize].0).round() as i8 as u8;
        file.iter().map(rounded).collect()
    }

    /// Begins the next round.
    pub(crate) fn next_round(&mut self) {
        self.rate *= DECAY;
        for weight in &mut self.weights {
            weight.1 *= 1.0 - FORGOTTEN;
        }
    }

    /// Changes the weights so that the board `near` ranks before the board `far`.
    pub(crate) fn compare(&mut self, field: &Field, near: &[usize], far: &[usize]) {
        let [near, far] = [(near, far), (far, near)].map(|(board, other)| {
            let (fixed, kinds) = list(field, board, other);
            let weights = kinds.iter().map(|&kind| self.weights[kind as usize].0);
            (weights.fold(fixed, |sum, weight| sum + weight), kinds)
        });
        let lead = far.0 - near.0;
        // A sigmoid like the logistic function, but exact to the bit on every machine.
        let error = MAX_ERROR / 2.0 * (1.0 - lead / (1.0 + lead.abs()));
        for (kinds, count) in [(&near.1, -1), (&far.1, 1)] {
            for &kind in kinds {
                self.surplus[kind as usize] += count;
            }
        }
        for &kind in near.1.iter().chain(&far.1) {
            let error = error * f32::from(mem::take(&mut self.surplus[kind as usize]));
            let (weight, squares) = &mut self.weights[kind as usize];
            *squares += error * error;
            *weight += self.rate * error / (*squares + FIRST_SQUARES).sqrt();
        }
    }
}

/// Returns the part of a board's rank that is not fitted, in moves, and the kinds on the board, but
/// for the pairs that stand alike on the `other` one.
fn list(field: &Field, board: &[usize], other: &[usize]) -> (f32, Vec<u32>) {
    let (cells, square) = (board.len(), field.squares.len());
    let is_blank = |&&entry: &&usize| entry >= square - cells;
    let (blank, tiles): (Vec<usize>, Vec<usize>) = board.iter().partition(is_blank);
    let is_same = |entry: usize| other[entry % cells] == entry;
    let mut list = Vec::with_capacity(square);
    for (nth, &first) in tiles.iter().enumerate() {
        let rest = tiles[nth + 1..].iter();
        let moved = rest.filter(|&&it| !(is_same(first) && is_same(it)));
        let listed = iter::once(&first).chain(&blank).chain(moved);
        for &it in listed {
            list.extend(field.kinds[first * square + it].iter().flatten());
        }
    }
    let fixed = tiles.iter().map(|&entry| i32::from(field.squares[entry]));
    (fixed.sum::<i32>() as f32 / 4.0, list)
}
