//! The quality η of the pools of the 24-puzzle (Clausecker and Schintke, *A measure of quality for
//! IDA\* heuristics*, 2021): the mean of b^-h over all boards, which an iteration of IDA* expands
//! boards in proportion to; b is the branching factor.

use alloc::vec;
use alloc::vec::Vec;
use core::array::from_fn;
use std::{env, println};

use super::{distance, lay_out};
use crate::canonical::CanonicalBoard;
use crate::dyn_board::DynBoard;
use crate::exact::fixtures::Random;
use crate::exact::pools::{FOLLOWED, PoolTables, choose, sample};
use crate::goal::Goal;
use crate::runtime::block_on;
use crate::shape::Shape;
use crate::tables::{Pool, build_at_once};

/// The branching factor of the 24-puzzle (Edelkamp and Korf, 1998).
const BRANCHING: f64 = 2.36761;

const CELLS: usize = 25;

/// The number of boards that choose partitions.
const ROOTS: u64 = 4;

/// Draws boards with probabilities in proportion to b^-m, where m is the Manhattan distance: then
/// the mean of b^(m-h) times the η of Manhattan distance is that of h, without bias. No sample
/// exceeds 1, so no rare board can spoil the mean.
struct Boards {
    shape: Shape,
    /// `[distance]`: its share.
    powers: [f64; 9],
    /// `[cells]`: the sum over all ways to fill these cells with the first tiles.
    sums: Vec<f64>,
}

impl Boards {
    fn new(shape: Shape) -> Self {
        let powers = from_fn(|distance| BRANCHING.powi(-(distance as i32)));
        let mut boards = Self {
            shape,
            powers,
            sums: vec![1.0; 1 << CELLS],
        };
        for cells in 1..1 << CELLS {
            boards.sums[cells] = boards.shares(cells).iter().sum();
        }
        boards
    }

    /// Returns `[cell]`: the sum with the last tile of a set of cells there.
    fn shares(&self, cells: usize) -> [f64; CELLS] {
        let tile = cells.count_ones() as usize - 1;
        from_fn(|cell| {
            let apart = (tile % 5).abs_diff(cell % 5) + (tile / 5).abs_diff(cell / 5);
            // Tile 0 is the blank.
            let power = self.powers[if tile == 0 { 0 } else { apart }];
            match cells >> cell & 1 {
                0 => 0.0,
                _ => power * self.sums[cells & !(1 << cell)],
            }
        })
    }

    /// Returns the mean of b^-m over all placements of tiles.
    fn eta(&self) -> f64 {
        (1..=CELLS).fold(self.sums[(1 << CELLS) - 1], |sum, it| sum / it as f64)
    }

    /// Draws a board that can be solved.
    fn draw(&self, goal: &Goal, random: &mut Random) -> CanonicalBoard {
        loop {
            let (mut cells, mut tiles) = ((1 << CELLS) - 1, [0; CELLS]);
            while cells != 0 {
                let shares = self.shares(cells);
                let unit = random.below(1 << 30) as f64 / f64::from(1 << 30);
                let mut left = unit * self.sums[cells];
                let of_cells = (0..CELLS).filter(|cell| cells >> cell & 1 != 0);
                let at = |&cell: &usize| {
                    left -= shares[cell];
                    left < 0.0
                };
                let last = cells.ilog2() as usize;
                let cell = of_cells.clone().find(at).unwrap_or(last);
                tiles[cell] = cells.count_ones() as u16 - 1;
                cells &= !(1 << cell);
            }
            let board = DynBoard::from_permutation(self.shape, tiles.into());
            if board.is_solvable_for(goal) {
                return CanonicalBoard::new(&board, goal).expect("the shape's goal");
            }
        }
    }
}

/// The mean of samples, and its standard error.
#[derive(Default)]
struct Mean {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Mean {
    fn add(&mut self, it: f64) {
        self.count += 1.0;
        self.sum += it;
        self.squares += it * it;
    }

    fn print(&self, name: &str, eta: f64) {
        let mean = self.sum / self.count;
        let variance = self.squares / self.count - mean * mean;
        let error = (variance / self.count).sqrt();
        println!(
            "{name}: {:.3e} +- {:.1} %",
            eta * mean,
            100.0 * error / mean
        );
    }
}

/// Returns the partitions that the search of a random board chooses for a bound in its last rounds.
fn chosen(tables: &PoolTables, board: &CanonicalBoard) -> Vec<usize> {
    let sums = tables
        .base
        .iter()
        .map(|&nth| distance(tables, &tables.partitions[nth], board));
    let bound = sums.max().unwrap_or(0) as usize + 8;
    block_on(async |pace| {
        let paths = sample::paths(tables, board, bound, pace)
            .await
            .expect("little memory");
        choose::choose(tables, board, &paths, pace)
            .await
            .expect("little memory")
    })
}

/// Prints η of a pool; `NPUZZLE_ETA="MEGABYTES SAMPLES"` sets its memory and the number of boards. That of
/// Manhattan distance is checked.
#[test]
#[ignore = "minutes, and the memory of the pool and 0.3 GB"]
fn eta_of_manhattan_distance_is_the_published() {
    let words = env::var("NPUZZLE_ETA").unwrap_or_else(|_| "250 20000".into());
    let words: Vec<u64> = words
        .split(' ')
        .map(|it| it.parse().expect("a number"))
        .collect();
    let shape = Shape::rectangle(5, 5).expect("a shape");
    let goal = Goal::BlankFirst;
    let boards = Boards::new(shape);
    let plain = boards.eta();
    println!("Manhattan distance: {plain:.4e}, exact");
    // The permanent of the powers is published: 1.0010e-19.
    assert!((plain / 1.0010e-19 - 1.0).abs() < 0.001);
    let budget = words[0] << 20;
    let pool = block_on(async |pace| Pool::choose(shape, 0, budget, pace).await);
    let pool = pool.expect("a pool for this memory");
    let tables = build_at_once(&pool.patterns).expect("the memory of the pool");
    let tables = lay_out(shape, pool, tables);
    let roots: Vec<_> = (0..ROOTS)
        .map(|seed| DynBoard::from_seed_for(shape, &goal, seed).expect("a goal"))
        .collect();
    let roots = roots
        .iter()
        .map(|it| CanonicalBoard::new(it, &goal).expect("the shape's goal"));
    let chosen: Vec<Vec<usize>> = roots.map(|root| chosen(&tables, &root)).collect();
    let mut random = Random(1);
    let [mut of_base, mut of_chosen, mut of_all] = from_fn(|_| Mean::default());
    for nth in 0..words[1] {
        let board = boards.draw(&goal, &mut random);
        let mut known = vec![None; tables.tables.len()];
        let mut share = |partitions: &mut dyn Iterator<Item = usize>| {
            let mut of_pattern = |&pattern: &u16| {
                let table = &tables.tables[usize::from(pattern)];
                *known[usize::from(pattern)].get_or_insert_with(|| table.locate(&board).distance)
            };
            let sums = partitions.map(|it| tables.partitions[it].iter().map(&mut of_pattern).sum());
            let more = sums.max().unwrap_or(0_u32) - board.manhattan() as u32;
            BRANCHING.powi(-(more as i32))
        };
        of_base.add(share(&mut tables.base.into_iter()));
        let of_roots = chosen.iter().map(|it| share(&mut it.iter().copied()));
        of_chosen.add(of_roots.sum::<f64>() / chosen.len() as f64);
        if nth % 16 == 0 {
            of_all.add(share(&mut (0..tables.partitions.len())));
        }
    }
    let (count, bytes) = (tables.partitions.len(), tables.bytes());
    println!("{bytes} bytes of tables, {count} partitions");
    of_base.print("the partition and mirror image of short rounds", plain);
    of_chosen.print(
        "the eight partitions of a board's choice, mean of four boards",
        plain,
    );
    of_all.print("the maximum of all partitions", plain);
    assert_eq!(chosen[0].len(), FOLLOWED);
}
