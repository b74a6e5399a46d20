//! Weights fitted to comparisons of boards, one after the other.

use std::mem;

use npuzzle::DynBoard;

use crate::game::{Field, entry};
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
    surplus: Vec<f32>,
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
            surplus: vec![0.0; kinds],
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
    pub(crate) fn compare(&mut self, field: &Field, near: &DynBoard, far: &DynBoard) {
        let (mut lead, mut listed) = (0.0, Vec::new());
        // Pairs that stand alike on both boards cancel.
        for (board, sign) in [(near, -1.0), (far, 1.0)] {
            let cells = 0..field.shape.cells();
            let entries: Vec<_> = cells.map(|cell| entry(board, cell)).collect();
            for (nth, &first) in entries.iter().enumerate() {
                lead += sign * f32::from(field.squares[first]) / 4.0;
                let row = &field.kinds[first * field.squares.len()..];
                let kinds = entries[nth..].iter().flat_map(|&second| &row[second]);
                for &kind in kinds.flatten() {
                    lead += sign * self.weights[kind as usize].0;
                    self.surplus[kind as usize] += sign;
                    listed.push(kind as usize);
                }
            }
        }
        // A sigmoid like the logistic function, but exact to the bit on every machine.
        let error = MAX_ERROR / 2.0 * (1.0 - lead / (1.0 + lead.abs()));
        for kind in listed {
            let error = error * mem::take(&mut self.surplus[kind]);
            let (weight, squares) = &mut self.weights[kind];
            *squares += error * error;
            *weight += self.rate * error / (*squares + FIRST_SQUARES).sqrt();
        }
    }
}
