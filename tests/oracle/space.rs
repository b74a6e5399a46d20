//! All boards of a shape by plain breadth-first search, as numbers: for shapes of up to 12 cells.

use std::iter;

use npuzzle::{Direction, DynBoard, Goal, Puzzle, Shape};

/// All boards of a shape with a goal, level by level.
///
/// A board is packed into a number: four bits for each cell, the first cell lowest.
pub(crate) struct Space {
    shape: Shape,
    goal: u64,
    /// For each cell of the blank, and each way that it can go, the cells that it comes to.
    ways: Vec<Vec<Vec<usize>>>,
}

impl Space {
    /// Each move of a tile counts.
    pub(crate) fn by_tiles(shape: Shape, goal: &Goal) -> Self {
        Self::new(shape, goal, 1)
    }

    /// A slide of several tiles counts once.
    pub(crate) fn by_slides(shape: Shape, goal: &Goal) -> Self {
        Self::new(shape, goal, usize::MAX)
    }

    fn new(shape: Shape, goal: &Goal, most: usize) -> Self {
        assert!(shape.cells() < 16, "four bits for each tile, and above");
        let way = |cell, side| {
            let cells = iter::successors(Some(cell), |&cell| shape.neighbour(cell, side));
            cells.skip(1).take(most).collect()
        };
        let ways = |cell| Direction::ALL.map(|side| way(cell, side)).to_vec();
        Self {
            shape,
            goal: pack(&goal.board(shape).expect("the goal fits the shape")),
            ways: (0..shape.cells()).map(ways).collect(),
        }
    }

    fn tiles(&self, board: u64) -> impl Iterator<Item = u64> {
        (0..self.shape.cells()).map(move |cell| board >> (4 * cell) & 15)
    }

    pub(crate) fn board(&self, board: u64) -> DynBoard {
        DynBoard::from_tiles(self.shape, self.tiles(board)).expect("a permutation")
    }

    /// Returns the blank's cell and the number of the board among all permutations: the blank's
    /// cell, then the lexicographic rank of the order of the tiles.
    pub(crate) fn number(&self, board: u64) -> (usize, usize) {
        let (mut blank, mut rank, mut orders) = (0, 0, 1);
        // For each tile four bits: the number of smaller tiles before it.
        let mut smaller_seen = 0_u64;
        let mut left = self.shape.cells() - 1;
        for (cell, tile) in self.tiles(board).enumerate() {
            if tile == 0 {
                blank = cell;
                continue;
            }
            let smaller_left = tile - 1 - (smaller_seen >> (4 * tile) & 15);
            rank = rank * left + smaller_left as usize;
            orders *= left;
            left -= 1;
            smaller_seen += 0x1111_1111_1111_1111 << (4 * (tile + 1));
        }
        (blank, blank * orders + rank)
    }

    /// Calls the function with each distance and the boards that have it, and returns how many
    /// there are.
    pub(crate) fn search(&self, each: impl FnMut(usize, &[u64])) -> Vec<usize> {
        let counts = self.search_up_to(usize::MAX, each);
        let boards = self.shape.solvable_count().map(|count| count as usize);
        assert_eq!(Some(counts.iter().sum()), boards, "{}", self.shape);
        counts
    }

    /// The same for the boards that need at most this many moves.
    pub(crate) fn search_up_to(
        &self,
        most: usize,
        mut each: impl FnMut(usize, &[u64]),
    ) -> Vec<usize> {
        let mut known = vec![0_u64; permutations(self.shape).div_ceil(64)];
        // Returns whether it was new.
        let mut learn = |number: usize| {
            let (word, bit) = (&mut known[number / 64], 1 << (number % 64));
            let is_new = *word & bit == 0;
            *word |= bit;
            is_new
        };
        assert!(learn(self.number(self.goal).1));
        let (mut level, mut next) = (vec![self.goal], Vec::new());
        let mut counts = Vec::new();
        while !level.is_empty() && counts.len() <= most {
            each(counts.len(), &level);
            counts.push(level.len());
            for &board in &level {
                let (blank, _) = self.number(board);
                for way in &self.ways[blank] {
                    let (mut moved, mut blank) = (board, blank);
                    for &from in way {
                        let tile = moved >> (4 * from) & 15;
                        moved ^= tile << (4 * from) ^ tile << (4 * blank);
                        blank = from;
                        if learn(self.number(moved).1) {
                            next.push(moved);
                        }
                    }
                }
            }
            std::mem::swap(&mut level, &mut next);
            next.clear();
        }
        counts
    }

    /// Returns the distance of every board.
    pub(crate) fn distances(self) -> Distances {
        let mut by_number = vec![u8::MAX; permutations(self.shape)];
        self.search(|distance, level| {
            for &board in level {
                by_number[self.number(board).1] = distance as u8;
            }
        });
        let space = self;
        Distances { space, by_number }
    }
}

fn permutations(shape: Shape) -> usize {
    (1..=shape.cells()).product()
}

fn pack(board: &impl Puzzle) -> u64 {
    let tiles = board.tiles().iter().rev();
    tiles.fold(0, |packed, &tile| packed << 4 | u64::from(tile))
}

/// The number of moves from each board to the goal.
pub(crate) struct Distances {
    space: Space,
    by_number: Vec<u8>,
}

impl Distances {
    /// Returns the distance of a board, or `None` if no moves lead to the goal.
    pub(crate) fn of(&self, board: &impl Puzzle) -> Option<usize> {
        let distance = self.by_number[self.space.number(pack(board)).1];
        (distance < u8::MAX).then_some(distance.into())
    }
}

/// Returns the distances by moves of single tiles.
pub(crate) fn distances(shape: Shape, goal: &Goal) -> Distances {
    Space::by_tiles(shape, goal).distances()
}

/// Returns the goal with the tiles in order, and the blank in this cell.
pub(crate) fn blank_at(shape: Shape, home: usize) -> Goal {
    let mut tiles: Vec<usize> = (1..shape.cells()).collect();
    tiles.insert(home, 0);
    let board = DynBoard::from_tiles(shape, tiles);
    board.expect("a permutation").into()
}
