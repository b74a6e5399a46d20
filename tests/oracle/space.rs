//! All boards of a shape by plain breadth-first search, as numbers: for shapes of up to 12 cells.

use std::collections::{HashMap, HashSet};
use std::iter;

use npuzzle::{Direction, DynBoard, Goal, Puzzle, Shape};

/// All boards of a shape with a goal, level by level; boards that differ only in tiles that are free
/// in the goal are one.
///
/// A board is packed into a number: four bits for each cell, the first cell lowest.
pub(crate) struct Space {
    shape: Shape,
    goals: Vec<u64>,
    /// `[tile]`: true if the tile is not free.
    is_named: Vec<bool>,
    /// `[cell of the blank][direction]`: the cells that the blank passes.
    ways: Vec<Vec<Vec<usize>>>,
}

/// Stands for each free tile.
const FREE: u8 = 15;

impl Space {
    /// Each move of a tile counts.
    pub(crate) fn by_tiles(shape: Shape, goal: &Goal) -> Self {
        let goal = goal.board(shape).expect("the goal fits the shape");
        let tiles: Vec<_> = goal.iter().map(|tile| Some(tile as u8)).collect();
        Self::with_free_tiles(shape, &tiles, 1)
    }

    /// A slide of several tiles counts once.
    pub(crate) fn by_slides(shape: Shape, goal: &Goal) -> Self {
        let by_tiles = Self::by_tiles(shape, goal);
        let ways = ways(shape, usize::MAX);
        Self { ways, ..by_tiles }
    }

    /// The goal by cell; a slide of up to `most` tiles counts once.
    pub(crate) fn with_free_tiles(shape: Shape, goal: &[Option<u8>], most: usize) -> Self {
        assert!(shape.cells() < usize::from(FREE));
        let named = |tile| goal.contains(&Some(tile as u8));
        let mut is_named: Vec<bool> = (0..shape.cells()).map(named).collect();
        let tiles: Vec<u8> = goal.iter().map(|tile| tile.unwrap_or(FREE)).collect();
        let blanks = (0..tiles.len()).filter(|&cell| {
            let blank = if is_named[0] { 0 } else { FREE };
            tiles[cell] == blank
        });
        let goals = blanks.map(|blank| {
            let mut tiles = tiles.clone();
            tiles[blank] = 0;
            pack(tiles)
        });
        let goals = goals.collect();
        is_named[0] = true;
        let ways = ways(shape, most);
        Self {
            shape,
            goals,
            is_named,
            ways,
        }
    }

    fn pack(&self, board: &impl Puzzle) -> u64 {
        let alike = |tile: &u16| {
            let is_named = self.is_named[usize::from(*tile)];
            if is_named { *tile as u8 } else { FREE }
        };
        pack(board.tiles().iter().map(alike))
    }

    /// Returns a board that is packed into this number, its free tiles in rising order.
    pub(crate) fn board(&self, packed: u64) -> DynBoard {
        let mut free = (0..)
            .zip(&self.is_named)
            .filter(|(_, is_named)| !**is_named);
        let tiles = (0..self.shape.cells()).map(|cell| match tile_at(packed, cell) {
            FREE => free.next().expect("a free tile").0,
            tile => tile,
        });
        DynBoard::from_tiles(self.shape, tiles).expect("a permutation")
    }

    /// Calls the function with each distance and the boards that have it, and returns the numbers of
    /// boards.
    pub(crate) fn search(&self, each: impl FnMut(usize, &[u64])) -> Vec<usize> {
        let counts = self.search_up_to(usize::MAX, each);
        let boards = self.shape.solvable_count().map(|count| count as usize);
        let has_free_tiles = self.is_named.contains(&false);
        assert!(
            has_free_tiles || Some(counts.iter().sum()) == boards,
            "{}",
            self.shape
        );
        counts
    }

    /// The same for the boards that need at most this many moves.
    pub(crate) fn search_up_to(
        &self,
        most: usize,
        mut each: impl FnMut(usize, &[u64]),
    ) -> Vec<usize> {
        let mut known: HashSet<u64> = self.goals.iter().copied().collect();
        let (mut level, mut counts) = (self.goals.clone(), Vec::new());
        while !level.is_empty() && counts.len() <= most {
            each(counts.len(), &level);
            counts.push(level.len());
            let mut next = Vec::new();
            for board in level {
                let mut cells = 0..self.shape.cells();
                let blank = cells.find(|&cell| tile_at(board, cell) == 0);
                let blank = blank.expect("a blank");
                for way in &self.ways[blank] {
                    let (mut moved, mut blank) = (board, blank);
                    for &from in way {
                        let tile = u64::from(tile_at(moved, from));
                        moved ^= tile << (4 * from) ^ tile << (4 * blank);
                        blank = from;
                        if known.insert(moved) {
                            next.push(moved);
                        }
                    }
                }
            }
            level = next;
        }
        counts
    }

    /// Returns the distance of every board.
    pub(crate) fn distances(self) -> Distances {
        let mut by_board = HashMap::new();
        self.search(|distance, level| by_board.extend(level.iter().map(|&it| (it, distance))));
        let space = self;
        Distances { space, by_board }
    }
}

fn ways(shape: Shape, most: usize) -> Vec<Vec<Vec<usize>>> {
    let way = |cell, side| {
        let cells = iter::successors(Some(cell), |&cell| shape.neighbour(cell, side));
        cells.skip(1).take(most).collect()
    };
    let ways = |cell| Direction::ALL.map(|side| way(cell, side)).to_vec();
    (0..shape.cells()).map(ways).collect()
}

const fn tile_at(packed: u64, cell: usize) -> u8 {
    (packed >> (4 * cell)) as u8 & 15
}

fn pack(tiles: impl IntoIterator<Item = u8, IntoIter: DoubleEndedIterator>) -> u64 {
    let tiles = tiles.into_iter().rev();
    tiles.fold(0, |packed, tile| packed << 4 | u64::from(tile))
}

/// The number of moves from each board to the goal.
pub(crate) struct Distances {
    pub(crate) space: Space,
    by_board: HashMap<u64, usize>,
}

impl Distances {
    /// Returns the distance of a board, or `None` if no moves lead to the goal.
    pub(crate) fn of(&self, board: &impl Puzzle) -> Option<usize> {
        self.by_board.get(&self.space.pack(board)).copied()
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

/// Returns the board with two tiles exchanged.
pub(crate) fn swapped(board: &DynBoard, a: u16, b: u16) -> DynBoard {
    let tiles = board.iter().map(|tile| match tile {
        _ if tile == a => b,
        _ if tile == b => a,
        _ => tile,
    });
    DynBoard::from_tiles(board.shape(), tiles).expect("a permutation")
}
