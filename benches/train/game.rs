//! Boards that beams solve, ranked by the weights as they are.
//!
//! The library's beams rank by the weights that it was compiled with, so these are their own.

use std::mem;

use npuzzle::{Direction, DynBoard, Goal, Shape};

use crate::Random;
use crate::kinds::Layout;

/// The entries of the set of visited boards, for each board of a layer.
const VISITED: usize = 32;

/// The boards of each layer that are compared with the one on the way to the goal.
const COMPARED: usize = 4;

/// A board on the way to the goal and another one of its layer.
pub(crate) type Compared = [Vec<usize>; 2];

type Solved = Option<(usize, Vec<Compared>)>;

/// The weights on boards of a shape.
pub(crate) struct Field {
    shape: Shape,
    /// `[entry][entry]`, in quarters of a move.
    weights: Vec<i16>,
    /// `[entry]`: keys that are combined into the hash of a board.
    keys: Vec<u64>,
}

/// A board of a layer; `board` of a child is empty until the child is chosen.
#[derive(Default)]
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
    pub(crate) fn new(layout: &Layout, weights: &[i8]) -> Self {
        let (cells, square) = (layout.shape.cells(), layout.squares.len());
        let weight = |kind: u32| i16::from(weights[kind as usize]);
        let fitted = |kinds: &[Option<u32>; 2]| kinds.iter().flatten().map(|&it| weight(it)).sum();
        let mut weights: Vec<i16> = layout.kinds.iter().map(fitted).collect();
        for (entry, fixed) in layout.squares.iter().enumerate() {
            weights[entry * square + entry] += fixed;
        }
        let (mut keys, mut random) = (vec![0; square], Random(1));
        for nth in 0..square {
            keys[nth % cells * cells + nth / cells] = random.below(u64::MAX);
        }
        keys[square - cells..].fill(0);
        let shape = layout.shape;
        Self {
            shape,
            weights,
            keys,
        }
    }

    /// Solves a board by a beam; `None` if it fails. Returns the number of moves, and the boards to
    /// compare.
    pub(crate) fn play(&self, board: &DynBoard, width: usize, random: &mut Random) -> Solved {
        let cells = self.shape.cells();
        let most = 3 * board.manhattan(&Goal::BlankLast) + 100;
        let hash = |board: &[usize]| board.iter().fold(0, |hash, &it| hash ^ self.keys[it]);
        let goal: Vec<_> = (0..cells).map(|tile| tile * cells + tile).collect();
        let homes = (0..).zip(board.tiles());
        let homes =
            homes.map(|(cell, &tile)| (usize::from(tile) + cells - 1) % cells * cells + cell);
        let (blank, last, start) = (board.blank(), cells, homes.collect::<Vec<_>>());
        let (hash, goal) = (hash(&start), hash(&goal));
        let first = Node {
            board: start,
            hash,
            blank,
            last,
            ..Node::default()
        };
        let mut visited = vec![hash; VISITED * width.next_power_of_two()];
        let (mut layers, mut drawn) = (vec![vec![first]], vec![Vec::new()]);
        for moves in 1..=most {
            let layer = &layers[moves - 1];
            let children = (0..layer.len()).flat_map(|nth| self.children(layer, nth));
            let children: Vec<_> = children.collect();
            if let Some(end) = children.iter().find(|child| child.hash == goal) {
                return Some((moves, compared(&layers, end.parent, &drawn)));
            }
            let next = choose(layer, children, width, &mut visited);
            if next.is_empty() {
                return None;
            }
            let draw = |_| random.below(next.len() as u64) as usize;
            drawn.push((0..COMPARED).map(draw).collect());
            layers.push(next);
        }
        None
    }

    /// Returns the children of a board, but for the one before it.
    fn children(&self, layer: &[Node], parent: usize) -> impl Iterator<Item = Node> {
        let (node, square) = (&layer[parent], self.keys.len());
        let (board, to) = (&node.board, node.blank);
        let beside = Direction::ALL.map(|side| self.shape.neighbour(to, side));
        let beside = beside.into_iter().flatten();
        beside.filter(|&from| from != node.last).map(move |from| {
            let (tile, blank) = (board[from], board[to]);
            let moved = [tile - from + to, blank - to + from, tile, blank];
            let rows = moved.map(|entry| &self.weights[entry * square..][..square]);
            let change = |it| i32::from(rows[0][it] + rows[1][it] - rows[2][it] - rows[3][it]);
            let others = board.iter().filter(|&&it| it != tile && it != blank);
            let alone = rows[0][moved[0]] + rows[0][moved[1]] - rows[2][tile] - rows[2][blank];
            Node {
                board: Vec::new(),
                hash: node.hash ^ self.keys[moved[0]] ^ self.keys[tile],
                weight: node.weight + i32::from(alone) + others.map(|&it| change(it)).sum::<i32>(),
                blank: from,
                last: to,
                parent,
            }
        })
    }
}

/// Returns the best children that were not visited lately.
fn choose(layer: &[Node], mut children: Vec<Node>, width: usize, visited: &mut [u64]) -> Vec<Node> {
    let mut order: Vec<_> = children.iter().map(|child| child.weight).zip(0..).collect();
    order.sort_unstable();
    let is_new = |&(_, nth): &(i32, usize)| {
        let hash = children[nth].hash;
        let slot = hash as usize & (visited.len() - 1);
        mem::replace(&mut visited[slot], hash) != hash
    };
    let chosen: Vec<_> = order.into_iter().filter(is_new).take(width).collect();
    let next = chosen.into_iter().map(|(_, nth)| {
        let mut child = mem::take(&mut children[nth]);
        let (from, to) = (child.blank, child.last);
        child.board.clone_from(&layer[child.parent].board);
        child.board.swap(from, to);
        child.board[from] = child.board[from] - to + from;
        child.board[to] = child.board[to] - from + to;
        child
    });
    next.collect()
}

/// Pairs the boards on the way to the goal with those `drawn` from their layers.
fn compared(layers: &[Vec<Node>], mut nth: usize, drawn: &[Vec<usize>]) -> Vec<Compared> {
    let mut compared = Vec::new();
    for (layer, drawn) in layers.iter().zip(drawn).rev() {
        let near = &layer[nth];
        nth = near.parent;
        let others = drawn.iter().rev().map(|&far| &layer[far].board);
        let others = others.filter(|&far| *far != near.board);
        compared.extend(others.map(|far| [near.board.clone(), far.clone()]));
    }
    compared.reverse();
    compared
}
