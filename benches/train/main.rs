//! Trains the weights of pairs of tiles that rank the boards of beams, in the format of
//! `src/pairs/weights.bin`.
//!
//! `cargo bench -p npuzzle-benches --bench train -- FILE [ROUNDS]` makes the file from a seed alone,
//! the same on every machine. The path is relative to the root of the repository; the file is
//! written after each round, with a line of the mean lengths of solutions by shape.
//!
//! The first weights are the Manhattan distance. In a round, beams solve random boards by the
//! weights as they are. Then the weights are fitted to the solutions: in each layer of a beam, the
//! board on the way to the goal should rank before the others. Some of the others are compared with
//! it, those of two rounds in random order. As a test it trains a small shape, and asserts that
//! beams find shorter solutions.

mod fit;
mod game;
mod kinds;
mod tests;

use std::env;
use std::fs;
use std::path::Path;

use fit::Fit;
use game::Field;
use kinds::Kinds;
use npuzzle::{DynBoard, Shape};

const SEED: u64 = 1;
const ROUNDS: usize = 51;

/// The sides of the boards, which take turns.
const SIDES: [usize; 3] = [6, 7, 5];

/// The boards of a round, and the width of beams.
const GAMES: usize = 200;
const WIDTH: usize = 1000;

/// Of 8 boards, those drawn from all that there are. The others are walks from the goal, of up to
/// 2^8 half moves a cell.
const RANDOM_EIGHTHS: u64 = 5;
const LONGEST_WALKS: u64 = 8;

/// Random numbers (Steele, Lea & Flood 2014).
struct Random(u64);

impl Random {
    const fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ mixed >> 31) % limit
    }

    fn board(&mut self, shape: Shape) -> DynBoard {
        let seed = self.below(u64::MAX);
        if self.below(8) < RANDOM_EIGHTHS {
            return DynBoard::from_seed(shape, seed);
        }
        let shortest = (shape.cells() as u64 / 2) << self.below(LONGEST_WALKS);
        DynBoard::scrambled(shape, (shortest + self.below(shortest)) as usize, seed)
    }
}

/// Trains weights for some shapes, and returns the bytes of the file. After each round, the bytes and
/// the lengths of the solutions by shape are passed on.
fn train(
    shapes: &[Shape],
    [rounds, games, width]: [usize; 3],
    mut after_round: impl FnMut(&[u8], &[Vec<usize>]),
) -> Vec<u8> {
    let (kinds, mut random) = (Kinds::new(), Random(SEED));
    let fields = shapes.iter().map(|&shape| Field::new(shape, &kinds));
    let mut fields: Vec<_> = fields.collect();
    let mut fit = Fit::new(kinds.file.len());
    let mut file = fit.bytes(&kinds.file);
    // The number of the shape and two boards; those of the last round begin at `older`.
    let (mut lessons, mut older) = (Vec::new(), 0);
    for _ in 0..rounds {
        for field in &mut fields {
            field.weigh(&file);
        }
        lessons.drain(..older);
        older = lessons.len();
        let mut lengths = vec![Vec::new(); shapes.len()];
        for nth in (0..shapes.len()).cycle().take(games) {
            let board = random.board(shapes[nth]);
            if let Some((moves, compared)) = fields[nth].play(&board, width, &mut random) {
                lengths[nth].push(moves);
                lessons.extend(compared.into_iter().map(|it| (nth, it)));
            }
        }
        let mut order: Vec<_> = (0..lessons.len()).collect();
        for last in (1..order.len()).rev() {
            order.swap(last, random.below(last as u64 + 1) as usize);
        }
        for (shape, [near, far]) in order.into_iter().map(|nth| &lessons[nth]) {
            fit.compare(&fields[*shape], near, far);
        }
        fit.next_round();
        file = fit.bytes(&kinds.file);
        after_round(&file, &lengths);
    }
    file
}

fn main() {
    if !env::args().any(|argument| argument == "--bench") {
        return tests::assert_learning();
    }
    // Cargo adds `--bench` at the end, and starts the program in the folder of the package.
    let file = env::args().nth(1).expect("a file");
    // `--bench` is no number.
    let rounds = env::args().nth(2).and_then(|it| it.parse().ok());
    let sizes = [rounds.unwrap_or(ROUNDS), GAMES, WIDTH];
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    let shapes = SIDES.map(|side| Shape::square(side).expect("a shape"));
    let mut round = 0;
    train(&shapes, sizes, |bytes, lengths| {
        round += 1;
        let mean = |it: &Vec<usize>| it.iter().sum::<usize>() as f64 / it.len() as f64;
        let means: Vec<_> = lengths.iter().map(mean).collect();
        println!("round {round}: {means:.1?} moves");
        fs::write(&file, bytes).expect("a file that can be written");
    });
}
