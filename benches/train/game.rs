//! Boards that beams solve, ranked by the weights as they are.
//!
//! The library's beams rank by the weights that it was compiled with, so these are their own.

use std::mem;

use npuzzle::{Direction, DynBoard, Goal, Shape};

use crate::Random;
use crate::kinds::{Kinds, offset_between};

/// The entries of the set of visited boards, for each board of a layer.
const VISITED: usize = 32;

/// The boards of each layer that are compared with the one on the way to the goal.
const COMPARED: usize = 4;

/// A board on the way to the goal and another one of its layer.
pub(crate) type Compared = [Vec<usize>; 2];

type Solved = Option<(usize, Vec<Compared>)>;

/// The boards of a layer, and the places of those drawn from it.
type Layer = (Vec<Node>, Vec<usize>);

/// The kinds and weights on boards of a shape. A board is a list of entries `tile * cells + cell`, one
/// for each cell; a tile is named by its home, the blank by the last cell.
pub(crate) struct Field {
    shape: Shape,
    /// `[entry][entry]`: those of tiles by themselves, beside the blank and of pairs.
    pub(crate) kinds: Vec<[Option<u32>; 2]>,
    /// `[entry]`: the fixed weight of the square of the displacement, in quarters of a move, as in
    /// `src/pairs.rs`.
    pub(crate) squares: Vec<i16>,
    /// `[entry]`: keys that are combined into the hash of a board.
    keys: Vec<u64>,
    /// `[entry][entry]`, in quarters of a move.
    weights: Vec<i16>,
}

/// A board of a layer.
struct Node {
    board: Vec<usize>,
    hash: u64,
    /// The weight minus that of the first board.
    weight: i32,
    blank: usize,
    /// The cell of the blank before the move.
    last: usize,
    parent: usize,
}

impl Field {
    pub(crate) fn new(shape: Shape, kinds: &Kinds) -> Self {
        let (cells, square) = (shape.cells(), if shape.cells() <= 36 { 2 } else { 3 });
        let entries = || (0..cells * cells).map(|entry| (entry / cells, entry % cells));
        let pairs = entries().flat_map(|first| entries().map(move |second| [first, second]));
        let squares = entries().map(|(tile, cell)| {
            let squares = offset_between(shape, tile, cell).map(|along| along * along);
            (square * squares.iter().sum::<i32>()) as i16
        });
        let (mut keys, mut random) = (vec![0; cells * cells], Random(1));
        for (cell, tile) in entries() {
            keys[tile * cells + cell] = random.below(u64::MAX);
        }
        keys[cells * (cells - 1)..].fill(0);
        Self {
            shape,
            kinds: pairs.map(|pair| kinds.of_pair(shape, pair)).collect(),
            squares: squares.collect(),
            keys,
            weights: Vec::new(),
        }
    }

    /// Ranks boards by the weights of a file from now on.
    pub(crate) fn weigh(&mut self, file: &[u8]) {
        let weight = |&kind: &u32| i16::from(file[kind as usize] as i8);
        let fitted = |kinds: &[Option<u32>; 2]| kinds.iter().flatten().map(weight).sum();
        self.weights = self.kinds.iter().map(fitted).collect();
        let alone = self.weights.iter_mut().step_by(self.keys.len() + 1);
        for (weight, fixed) in alone.zip(&self.squares) {
            *weight += fixed;
        }
    }

    /// Solves a board by a beam; `None` if it fails. Returns the number of moves, and the boards to
    /// compare.
    pub(crate) fn play(&self, start: &DynBoard, width: usize, random: &mut Random) -> Solved {
        let cells = self.shape.cells();
        let entries = |board: &DynBoard| -> Vec<_> {
            let home = |tile: u16| (usize::from(tile) + cells - 1) % cells;
            let entry = |(cell, &tile)| home(tile) * cells + cell;
            board.tiles().iter().enumerate().map(entry).collect()
        };
        let hash = |board: &[usize]| board.iter().fold(0, |hash, &it| hash ^ self.keys[it]);
        let goal = hash(&entries(&DynBoard::solved(self.shape)));
        let board = entries(start);
        let first = Node {
            hash: hash(&board),
            board,
            weight: 0,
            blank: start.blank(),
            last: cells,
            parent: 0,
        };
        let mut visited = vec![first.hash; VISITED * width.next_power_of_two()];
        let mut layers: Vec<Layer> = vec![(vec![first], Vec::new())];
        for moves in 1..=3 * start.manhattan(&Goal::BlankLast) + 100 {
            let layer = layers[moves - 1].0.iter().enumerate();
            let mut children: Vec<_> = layer.flat_map(|(nth, it)| self.children(it, nth)).collect();
            if let Some(end) = children.iter().find(|child| child.hash == goal) {
                return Some((moves, compared(&layers, end.parent)));
            }
            children.sort_by_key(|child| child.weight);
            let is_new = |child: &Node| {
                let slot = child.hash as usize & (visited.len() - 1);
                mem::replace(&mut visited[slot], child.hash) != child.hash
            };
            let next: Vec<_> = children.into_iter().filter(is_new).take(width).collect();
            if next.is_empty() {
                return None;
            }
            let draw = |_| random.below(next.len() as u64) as usize;
            let drawn = (0..COMPARED).map(draw).collect();
            layers.push((next, drawn));
        }
        None
    }

    /// Returns the children of a board, but for the one before it.
    fn children(&self, node: &Node, parent: usize) -> impl Iterator<Item = Node> {
        let (board, to, square) = (&node.board, node.blank, self.keys.len());
        let beside = Direction::ALL.map(|side| self.shape.neighbour(to, side));
        let beside = beside.into_iter().flatten();
        beside.filter(|&from| from != node.last).map(move |from| {
            let (tile, blank) = (board[from], board[to]);
            let moved = [tile - from + to, blank - to + from, tile, blank];
            let rows = moved.map(|entry| &self.weights[entry * square..][..square]);
            let change = |it| i32::from(rows[0][it] + rows[1][it] - rows[2][it] - rows[3][it]);
            let others = board.iter().filter(|&&it| it != tile && it != blank);
            let alone = rows[0][moved[0]] + rows[0][moved[1]] - rows[2][tile] - rows[2][blank];
            let mut board = board.clone();
            (board[to], board[from]) = (moved[0], moved[1]);
            Node {
                board,
                hash: node.hash ^ self.keys[moved[0]] ^ self.keys[tile],
                weight: node.weight + i32::from(alone) + others.map(|&it| change(it)).sum::<i32>(),
                blank: from,
                last: to,
                parent,
            }
        })
    }
}

/// Pairs the boards on the way to the goal with those drawn from their layers.
fn compared(layers: &[Layer], mut nth: usize) -> Vec<Compared> {
    let mut compared = Vec::new();
    for (layer, drawn) in layers.iter().rev() {
        let near = &layer[nth];
        nth = near.parent;
        let others = drawn.iter().rev().map(|&far| &layer[far].board);
        let others = others.filter(|&far| *far != near.board);
        compared.extend(others.map(|far| [near.board.clone(), far.clone()]));
    }
    compared.reverse();
    compared
}
