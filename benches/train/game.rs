//! Boards that beams solve, ranked by the weights as they are.
//!
//! The library's beams rank by the weights that it was compiled with, so these are their own.

use std::cmp::Ordering;
use std::iter;

use npuzzle::{DynBoard, Shape};

use crate::Random;
use crate::kinds::{Kinds, offset_between};

/// The number of boards of each layer that are compared with the one on the way to the goal.
const COMPARED: usize = 4;

/// The largest number of moves of a solution.
const MAX_MOVES: usize = 500;

/// The kinds and weights on boards of a shape. An entry of a board is `cell * cells + tile`.
pub(crate) struct Field {
    pub(crate) shape: Shape,
    /// `[entry][entry]`: those of tiles by themselves, beside the blank and of pairs.
    pub(crate) kinds: Vec<[Option<u32>; 2]>,
    /// `[entry]`: the fixed weight of the square of the displacement, in quarters of a move, as in
    /// `src/pairs.rs`.
    pub(crate) squares: Vec<i16>,
    /// `[entry][entry]`, in quarters of a move.
    weights: Vec<i16>,
}

/// A board of a layer.
pub(crate) struct Node {
    /// The weight minus that of the first board.
    weight: i32,
    board: DynBoard,
    parent: usize,
}

/// The layers before the goal, and the place of its parent in the last one.
type Solved = (Vec<Vec<Node>>, usize);

impl Field {
    /// Returns the kinds on boards of `side` rows and columns, without weights.
    pub(crate) fn new(side: usize, kinds: &Kinds) -> Self {
        let shape = Shape::square(side).expect("a shape");
        let cells = shape.cells();
        let home = |tile| (tile + cells - 1) % cells;
        let entries = || (0..cells * cells).map(|entry| (home(entry % cells), entry / cells));
        let pairs = entries().flat_map(|first| entries().map(move |second| [first, second]));
        let squares = entries().map(|(home, cell)| {
            let factor = match cells {
                _ if home == cells - 1 => 0,
                ..=36 => 2,
                _ => 3,
            };
            let [down, right] = offset_between(shape, home, cell);
            factor * (down * down + right * right) as i16
        });
        Self {
            shape,
            kinds: pairs.map(|pair| kinds.of_pair(shape, pair)).collect(),
            squares: squares.collect(),
            weights: Vec::new(),
        }
    }

    /// Ranks boards by the weights of a file from now on.
    pub(crate) fn weigh(&mut self, file: &[u8]) {
        let weight = |&kind: &u32| i16::from(file[kind as usize] as i8);
        let fitted = |kinds: &[Option<u32>; 2]| kinds.iter().flatten().map(weight).sum();
        self.weights = self.kinds.iter().map(fitted).collect();
        let alone = self.weights.iter_mut().step_by(self.squares.len() + 1);
        for (weight, fixed) in alone.zip(&self.squares) {
            *weight += fixed;
        }
    }

    /// Solves a board by a beam; `None` if it fails.
    pub(crate) fn solve(&self, start: &DynBoard, width: usize) -> Option<Solved> {
        let mut layers = vec![vec![Node {
            weight: 0,
            board: start.clone(),
            parent: 0,
        }]];
        while layers.len() < MAX_MOVES {
            let before = &layers[layers.len().saturating_sub(2)];
            let mut children = Vec::new();
            for (parent, node) in layers.last()?.iter().enumerate() {
                let back = before[node.parent].board.blank();
                for (_, board) in node.board.neighbours().filter(|it| it.1.blank() != back) {
                    let after = self.weight_around(&board, node.board.blank());
                    let change = after - self.weight_around(&node.board, board.blank());
                    children.push(Node {
                        weight: node.weight + change,
                        board,
                        parent,
                    });
                }
            }
            // Boards of earlier layers may come again; `MAX_MOVES` ends a beam that runs in circles.
            children.sort_by(order);
            children.dedup_by(|next, child| next.board == child.board);
            let is_new = |child: &Node| before.binary_search_by(|it| order(it, child)).is_err();
            let layer: Vec<_> = children.into_iter().filter(is_new).take(width).collect();
            if let Some(goal) = layer.iter().find(|node| node.board.is_solved()) {
                return Some((layers, goal.parent));
            }
            layers.push(layer);
        }
        None
    }

    /// Returns the weight of the blank and of the tile on a cell: by themselves and in all pairs.
    fn weight_around(&self, board: &DynBoard, cell: usize) -> i32 {
        let square = self.squares.len();
        let [tile, blank] = [cell, board.blank()].map(|cell| entry(board, cell));
        let row = |entry: usize| &self.weights[entry * square..][..square];
        let (of_tile, of_blank) = (row(tile), row(blank));
        let others = (0..self.shape.cells()).map(|cell| entry(board, cell));
        let sum: i32 = others.map(|it| i32::from(of_tile[it] + of_blank[it])).sum();
        // The pair of both is in both rows.
        sum - i32::from(of_tile[blank])
    }
}

/// Returns the entry of a cell of a board.
pub(crate) fn entry(board: &DynBoard, cell: usize) -> usize {
    cell * board.shape().cells() + usize::from(board[cell])
}

/// Compares nodes by weight, and then by board, so that equal boards are adjacent. The cell of the
/// blank distinguishes most boards of equal weight faster than the tiles do.
fn order(one: &Node, other: &Node) -> Ordering {
    let [one, other] = [one, other].map(|it| (it.weight, it.board.blank(), &it.board));
    one.cmp(&other)
}

/// Returns the boards on the way to the goal, each followed by some of its layer. A board that is
/// compared with itself changes no weight.
pub(crate) fn compared((layers, mut nth): Solved, random: &mut Random) -> Vec<Vec<DynBoard>> {
    let mut compared = Vec::new();
    for layer in layers.iter().rev() {
        let drawn = (0..COMPARED).map(|_| random.below(layer.len() as u64) as usize);
        let places = iter::once(nth).chain(drawn);
        compared.push(places.map(|it| layer[it].board.clone()).collect());
        nth = layer[nth].parent;
    }
    compared
}
