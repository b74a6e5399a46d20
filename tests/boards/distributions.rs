//! How many boards there are at each distance, by breadth-first search of whole shapes: against
//! published counts, and the solver against a sample of each distance.

use npuzzle::{Direction, DynBoard, Goal, Shape, solvable_count};

use crate::oracle::data;
use crate::oracle::shape::shape;

/// All boards of a shape with a goal, level by level.
///
/// A board is a number: four bits for each cell, the first cell lowest.
struct Space {
    shape: Shape,
    goal: u64,
    /// For each cell its neighbours.
    neighbours: Vec<Vec<usize>>,
}

impl Space {
    fn new(shape: Shape, goal: &Goal) -> Self {
        assert!(
            shape.cells() < 16,
            "four bits for each tile, and above the last"
        );
        let goal = goal.board(shape).expect("the goal fits the shape");
        let neighbours = |cell| {
            let sides = Direction::ALL.into_iter();
            sides.filter_map(move |side| shape.neighbour(cell, side))
        };
        Self {
            shape,
            goal: goal
                .tiles()
                .iter()
                .rev()
                .fold(0, |board, &tile| board << 4 | u64::from(tile)),
            neighbours: (0..shape.cells())
                .map(|cell| neighbours(cell).collect())
                .collect(),
        }
    }

    fn tiles(&self, board: u64) -> impl Iterator<Item = u64> {
        (0..self.shape.cells()).map(move |cell| board >> (4 * cell) & 15)
    }

    fn board(&self, board: u64) -> DynBoard {
        DynBoard::from_tiles(self.shape, self.tiles(board)).expect("a permutation")
    }

    /// Returns the blank's cell and a number that no other board has from which the goal can be
    /// reached: the blank's cell, then half the lexicographic rank of the tiles' order, since
    /// of two orders that differ in the last two tiles one can be solved.
    fn number(&self, board: u64) -> (usize, usize) {
        let (mut blank, mut rank, mut orders) = (0, 0, 1);
        // For each tile four bits: how many smaller ones have been seen.
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
        (blank, blank * (orders / 2) + rank / 2)
    }

    /// Calls the function with each distance and the boards that have it, and returns how many
    /// there are.
    fn search(&self, mut each: impl FnMut(usize, &[u64])) -> Vec<usize> {
        let boards = solvable_count(self.shape).expect("a small shape") as usize;
        let mut known = vec![0_u64; boards.div_ceil(64)];
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
        while !level.is_empty() {
            each(counts.len(), &level);
            counts.push(level.len());
            for &board in &level {
                let (blank, _) = self.number(board);
                for &from in &self.neighbours[blank] {
                    let tile = board >> (4 * from) & 15;
                    let moved = board ^ tile << (4 * from) ^ tile << (4 * blank);
                    if learn(self.number(moved).1) {
                        next.push(moved);
                    }
                }
            }
            std::mem::swap(&mut level, &mut next);
            next.clear();
        }
        assert_eq!(counts.iter().sum::<usize>(), boards, "{}", self.shape);
        counts
    }
}

/// Compares the counts of a shape with those below the header that begins so: `[3x3]`..
fn check(published: &str, header: &str, shape: Shape, goal: &Goal) {
    let rows = published.lines().zip(published.lines().skip(1));
    let row = rows
        .into_iter()
        .find(|(above, _)| above.starts_with(header));
    let (_, counts) = row.unwrap_or_else(|| panic!("no {header}"));
    let counts = counts.split(' ').map(str::parse);
    let counts: Vec<usize> = counts.collect::<Result<_, _>>().expect("counts");
    let space = Space::new(shape, goal);
    assert_eq!(space.search(|_, _| ()), counts, "{header}");
}

/// The tiles in order, and the blank in this cell.
fn blank_at(shape: Shape, home: usize) -> Goal {
    let mut tiles: Vec<usize> = (1..shape.cells()).collect();
    tiles.insert(home, 0);
    let board = DynBoard::from_tiles(shape, tiles);
    board.expect("a permutation").into()
}

#[test]
fn counts_are_the_published_ones() {
    let Some(text) = data::read("distributions.txt", "the counts of 11 shapes and goals") else {
        return;
    };
    for (header, rows, cols) in [
        ("[2x2]", 2, 2),
        ("[2x3]", 2, 3),
        ("[2x4]", 2, 4),
        ("[3x3]", 3, 3),
        ("[2x5]", 2, 5),
    ] {
        let lying = shape(rows, cols, 1);
        check(&text, header, lying, &Goal::BlankLast);
        if lying.cells() < 10 {
            // Standing, and with the blank's home in another corner, they are the same.
            check(&text, header, lying, &Goal::BlankFirst);
            check(&text, header, lying, &blank_at(lying, cols - 1));
            check(&text, header, shape(cols, rows, 1), &Goal::BlankLast);
        }
    }
    for (header, home) in [
        ("[3x3 blank home mid-edge]", 1),
        ("[3x3 blank home mid-edge]", 3),
        ("[3x3 blank home centre]", 4),
    ] {
        let shape = shape(3, 3, 1);
        check(&text, header, shape, &blank_at(shape, home));
    }
}

#[test]
fn counts_of_2x2x2_are_the_known_ones() {
    let known = [
        1, 3, 6, 12, 24, 48, 93, 180, 351, 675, 1191, 1963, 3015, 3772, 3732, 2837, 1589, 572, 78,
        18,
    ];
    let shape = shape(2, 2, 2);
    for goal in [Goal::BlankLast, Goal::BlankFirst, blank_at(shape, 5)] {
        assert_eq!(Space::new(shape, &goal).search(|_, _| ()), known);
    }
}

/// It takes half a gigabyte.
#[test]
#[ignore = "long, for release builds: .ci/full"]
fn counts_of_12_cells_are_the_published_ones() {
    let Some(text) = data::read("distributions.txt", "the counts of 2 shapes") else {
        return;
    };
    check(&text, "[3x4]", shape(3, 4, 1), &Goal::BlankLast);
    check(&text, "[2x6]", shape(2, 6, 1), &Goal::BlankFirst);
}

#[test]
fn solvable_ranks_are_the_numbers_of_an_unrelated_search() {
    for shape in [shape(2, 3, 1), shape(4, 2, 1), shape(2, 2, 2)] {
        let space = Space::new(shape, &Goal::BlankLast);
        space.search(|_, level| {
            for &packed in level {
                let (board, rank) = (space.board(packed), space.number(packed).1 as u128);
                assert_eq!(board.solvable_rank(), Ok(rank), "{board}");
                assert_eq!(DynBoard::unrank_solvable(shape, rank), Ok(board));
            }
        });
    }
}

#[cfg(all(feature = "std", feature = "solver"))] // minutes without its tables
#[test]
fn boards_at_each_distance_of_2x5_take_as_many_moves() {
    let solver = npuzzle::Solver::builder();
    let solver = solver.build();
    let space = Space::new(shape(2, 5, 1), &Goal::BlankLast);
    let mut solved = 0;
    space.search(|distance, level| {
        // All of a small level, and of others boards from everywhere.
        for &packed in level.iter().step_by(level.len().div_ceil(40)) {
            let board = space.board(packed);
            let solution = solver.solve(&board).expect("a solvable board");
            assert_eq!(solution.moves().len(), distance, "{board}");
            assert_eq!(solution.verify(&board), Ok(()), "{board}");
            assert!(solution.is_optimal());
            solved += 1;
        }
    });
    assert!(solved > 1_500, "{solved}");
}
