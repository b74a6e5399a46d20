//! The choice of the pools of the 24-puzzle: a test repeats it and holds the list against it.
//!
//! `cargo test --release --lib lanes::pools -- --ignored --nocapture` prints pools as they stand in
//! `tables/lane_pool.rs`.
//!
//! A candidate is a set of six connected cells with the region of the blank's home, up to the eight
//! symmetries of the board: the 189 sets make 251 candidates. Those of compact partitions are
//! examined: of all 683 partitions into sets with a [`spread`] of at most 33, and of the seven that
//! 24puzzle publishes. These are 97 tables; one of them is left out, since the blank's home is neither
//! with the first free cell nor with the last one.
//!
//! On each of 50 random boards the last short round is searched by one partition and its mirror
//! image, and random paths of it are kept. The score of a pool is the mean logarithm of the share
//! of paths that are left by the best six partitions of each board, chosen greedily as a search does.
//! A pool is grown by the partitions that gain the most score for each new table.
//!
//! The listed pools were chosen by the same score from paths of Korf's 50 instances, and then tables
//! were exchanged by simulated annealing. Its temperature followed the clock, so that choice can't be
//! repeated. The test shows how many paths the listed pools leave beside the grown ones, and asserts
//! that the ratio is at most [`MOST_PATHS`].

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use std::println;
use std::thread::available_parallelism;

use super::choose::{cut_off, distances_along};
use super::lane_tables::LaneTables;
use super::sample::{self, Paths};
use super::tuning::LONG_ROUND;
use crate::canonical::CanonicalBoard;
use crate::dyn_board::DynBoard;
use crate::exact::automaton::{Automaton, depth_for};
use crate::exact::batch::{self, AnyAutomaton};
use crate::exact::rounds::Rounds;
use crate::goal::Goal;
use crate::runtime::job::{Job, block_on};
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::shape::Shape;
use crate::tables::{LanePool, Partition, Pattern, TableBuilder, connected, partitions, spread};

const SIDE: usize = 5;
const TILES: usize = 6;
const HOME: usize = 0;

/// The largest [`spread`] of a set.
const MOST_SPREAD: usize = 33;

/// The partitions of 24puzzle's catalogue.
const PUBLISHED: [&str; 7] = [
    ". A B B B/A A B B B/A A A C C/D D D C C/D D D C C",
    ". A A B B/A A B B B/A A B C C/D D D C C/D D D C C",
    ". A B B B/A A B B B/A A A C C/C C C C D/D D D D D",
    ". A A B B/A A B B B/A A B C C/C C C C D/D D D D D",
    ". A B B B/A A B B B/A C C D D/A C C D D/A C C D D",
    ". A A B B/A A C C B/A A C C B/D D D C B/D D D C B",
    ". A B B B/A A B B B/A C C C D/A C C C D/A D D D D",
];

/// The boards are those of these seeds.
const SEEDS: core::ops::Range<u64> = 0..50;

/// The paths of a board, and the words of a set of them.
const PATHS: usize = 400;
const WORDS: usize = PATHS.div_ceil(64);

/// The partitions that are chosen for a board.
const CHOSEN: usize = 6;

/// The paths that a listed pool leaves, by those that a grown one leaves: at most.
const MOST_PATHS: f64 = 1.2;

/// A set of tables: bit `n` for the table `n`.
type Pool = u128;

fn shape() -> Shape {
    Shape::square(SIDE).expect("a shape")
}

/// The samples of all boards.
struct Samples {
    /// `[lane]`: its tables.
    tables: Vec<Pool>,
    /// `[board][lane]`: the paths that it cuts off.
    cuts: Vec<Vec<[u64; WORDS]>>,
    /// `[board]`: the number of paths.
    paths: Vec<usize>,
}

impl Samples {
    /// Samples all boards with all lanes of these tables, written as in the list of pools.
    fn new(sets: &[u32]) -> Self {
        let pool = block_on(async |pace| LanePool::of_sets(shape(), HOME, sets, pace).await);
        let tables_of = |lane: &Vec<u16>| {
            let patterns = lane.iter().map(|&place| &pool.patterns[usize::from(place)]);
            let place = |pattern| {
                sets.iter()
                    .position(|&it| Some(it) == LanePool::written(pattern))
            };
            let places = patterns.map(|it| place(it).expect("a table of the pool"));
            places.fold(0, |all, place| all | 1 << place)
        };
        let tables = pool.lanes.iter().map(tables_of).collect();
        let threads = available_parallelism().map_or(1, usize::from);
        let built = TableBuilder::new().threads(threads).tables(&pool.patterns);
        let built = built.expect("little memory");
        let automaton = AnyAutomaton::Flat(Automaton::at_once(shape(), depth_for(shape())));
        let make =
            move |mut pace| async move { LaneTables::new(pool, built, automaton, &mut pace).await };
        let lanes = Shared::new(Job::new(make).finish().expect("little memory"));
        let mut samples = Self {
            tables,
            cuts: Vec::new(),
            paths: Vec::new(),
        };
        for seed in SEEDS {
            let board = DynBoard::from_seed_for(shape(), &Goal::BlankFirst, seed);
            let board = board.expect("a goal of the shape");
            let board = CanonicalBoard::new(&board, &Goal::BlankFirst).expect("the same");
            if let Some(paths) = paths(&lanes, &board) {
                samples.add(&lanes, &board, &paths);
            }
        }
        samples
    }

    fn add(&mut self, lanes: &LaneTables, board: &CanonicalBoard, paths: &Paths) {
        let patterns = lanes.tables().len();
        let along = |pattern| {
            let along =
                async |pace: &mut _| distances_along(lanes, pattern, board, paths, pace).await;
            block_on(along).expect("little memory")
        };
        let distances: Vec<Vec<u8>> = (0..patterns).map(along).collect();
        let cuts = lanes.lanes.iter().map(|lane| {
            let of_lane: Vec<&[u8]> = lane
                .iter()
                .map(|&pattern| distances[usize::from(pattern)].as_slice())
                .collect();
            let mut cuts = [0; WORDS];
            let cut = cut_off(&of_lane, paths).expect("little memory");
            for (nth, _) in cut.iter().enumerate().filter(|it| *it.1) {
                cuts[nth / 64] |= 1 << (nth % 64);
            }
            cuts
        });
        self.cuts.push(cuts.collect());
        self.paths.push(paths.ends.len());
    }

    /// Returns the mean logarithm of the share of paths that are left; `1.0` without lanes.
    fn score(&self, pool: Pool) -> f64 {
        let lanes = 0..self.tables.len();
        let lanes: Vec<usize> = lanes.filter(|&it| self.tables[it] & !pool == 0).collect();
        let mut sum = 0.0;
        for (cuts, &paths) in self.cuts.iter().zip(&self.paths) {
            let mut left = [u64::MAX; WORDS];
            for (nth, word) in left.iter_mut().enumerate() {
                let bits = paths.saturating_sub(64 * nth).min(64);
                *word = u64::MAX.checked_shr(64 - bits as u32).unwrap_or(0);
            }
            let count = |left: &[u64; WORDS], lane: usize| -> u32 {
                let both = left.iter().zip(&cuts[lane]);
                both.map(|(left, cut)| (left & !cut).count_ones()).sum()
            };
            for _ in 0..CHOSEN {
                let Some(&best) = lanes.iter().min_by_key(|&&lane| count(&left, lane)) else {
                    return 1.0;
                };
                for (left, cut) in left.iter_mut().zip(&cuts[best]) {
                    *left &= !cut;
                }
            }
            let left: u32 = left.iter().map(|it| it.count_ones()).sum();
            sum += ((f64::from(left) + 0.5) / paths as f64).ln();
        }
        sum / self.paths.len() as f64
    }

    /// Returns the pool of this number of tables to which lanes are added by what they gain.
    fn grown(&self, size: u32) -> Pool {
        let mut pool = 0;
        loop {
            let before = self.score(pool).min(0.0);
            let candidates: BTreeSet<Pool> = self.tables.iter().map(|it| it | pool).collect();
            let gain = |with: Pool| {
                let added = with.count_ones() - pool.count_ones();
                (before - self.score(with)) / f64::from(added)
            };
            let fitting = candidates
                .into_iter()
                .filter(|it| *it != pool && it.count_ones() <= size);
            let gains = fitting.map(|with| (gain(with), with));
            let Some((_, best)) = gains.max_by(|a, b| a.0.total_cmp(&b.0)) else {
                return pool;
            };
            pool = best;
        }
    }
}

/// Returns paths of the last round before lanes are chosen; `None` if the board is solved before.
fn paths(lanes: &LaneTables, board: &CanonicalBoard) -> Option<Paths> {
    let mut search = Rounds::new(batch::kernel(lanes.base(), board), 0);
    let mut counts = Counts::default();
    let bound = loop {
        let until = counts.expanded + 1;
        match search.advance(until, &mut counts).expect("little memory") {
            Step::Found(_) => return None,
            Step::Bound(bound) if search.last_round() >= LONG_ROUND => break bound - 2,
            _ => {}
        }
    };
    let paths = block_on(async |pace| sample::paths(lanes, board, bound, pace).await);
    let mut paths = paths.expect("little memory");
    paths.ends.truncate(PATHS);
    paths
        .steps
        .truncate(paths.ends.last().copied().unwrap_or(0));
    Some(paths)
}

/// Returns the tables of the compact partitions.
fn compact_tables() -> Vec<u32> {
    let sets = block_on(async |pace| connected(shape(), HOME, TILES, pace).await).into_iter();
    let compact = sets.filter(|&set| spread(shape(), set) <= MOST_SPREAD);
    let compact = compact.map(|set| Pattern::from_mask(shape(), HOME, set).expect("a pattern"));
    let compact: Vec<Pattern> = compact.collect();
    let partitions = block_on(async |pace| partitions(&compact, pace).await);
    assert_eq!(partitions.len(), 683);
    let published = PUBLISHED.iter().flat_map(|drawing| {
        let partition: Partition = drawing.parse().expect("a partition");
        partition.patterns().to_vec()
    });
    let patterns = partitions.iter().flatten();
    let patterns = patterns
        .map(|&it| compact[usize::from(it)])
        .chain(published);
    let tables: BTreeSet<u32> = patterns.filter_map(|it| LanePool::written(&it)).collect();
    tables.into_iter().collect()
}

#[test]
fn listed_tables_are_of_compact_partitions() {
    let tables = compact_tables();
    assert_eq!(tables.len(), 96);
    let listed = LanePool::listed();
    assert!(listed.into_iter().flatten().all(|it| tables.contains(it)));
}

#[test]
#[ignore = "builds 96 tables: .ci/full"]
fn pools_are_chosen_by_what_their_lanes_leave() {
    let tables = compact_tables();
    let samples = Samples::new(&tables);
    println!(
        "{} lanes, {} boards; all tables leave {:.4}",
        samples.tables.len(),
        samples.paths.len(),
        samples.score(Pool::MAX).exp()
    );
    for listed in LanePool::listed() {
        let place = |it: &u32| tables.iter().position(|table| table == it);
        let places = listed.iter().filter_map(place);
        let pool = places.fold(0, |all: Pool, place| all | 1 << place);
        let grown = samples.grown(listed.len() as u32);
        let [of_listed, of_grown] = [pool, grown].map(|pool| samples.score(pool).exp());
        let sets = (0..tables.len()).filter(|it| grown >> it & 1 == 1);
        let sets: Vec<String> = sets.map(|it| format!("{:#x}", tables[it])).collect();
        println!(
            "{} tables leave {of_listed:.4}, grown {of_grown:.4}:\n    &[{}],",
            listed.len(),
            sets.join(", ")
        );
        assert!(of_listed <= MOST_PATHS * of_grown);
    }
}
