//! Trains the weights of pairs of tiles that rank the boards of beams, in the format of
//! `src/pairs/weights.bin`.
//!
//! `cargo bench -p npuzzle-benches --bench train -- FILE [ROUNDS]` makes the file from a seed alone,
//! the same on every machine. The path is relative to the root of the repository; the file is
//! written after each round, with a line of the mean lengths of solutions by shape.
//!
//! The first weights are the Manhattan distance. In a round, beams solve random boards by the
//! weights as they are. Then the weights are fitted to the solutions: in each layer of a beam, the
//! board on the way to the goal should rank before the others. It is compared with some of them; the
//! layers are drawn from those of two rounds. As a test it trains a small shape, and asserts that
//! beams find shorter solutions.

mod fit;
mod game;
mod kinds;
mod tests;

use std::path::Path;
use std::{env, fs};

use fit::Fit;
use game::{Field, compared};
use kinds::Kinds;
use npuzzle::{DynBoard, Shape};

const SEED: u64 = 1;
const ROUNDS: usize = 51;

/// The sides of the boards, squares.
const SIDES: [usize; 3] = [6, 7, 5];

/// The number of boards of each side in a round, and the width of beams.
const GAMES: usize = 67;
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

/// Trains weights for boards of some sides, and returns the bytes of the file, which are also written
/// after each round.
fn train(sides: &[usize], sizes: [usize; 3], write: impl Fn(&[u8])) -> Vec<u8> {
    let [rounds, games, width] = sizes;
    let (kinds, mut random) = (Kinds::new(), Random(SEED));
    let mut fields: Vec<_> = sides.iter().map(|&it| Field::new(it, &kinds)).collect();
    let mut fit = Fit::new(kinds.file.len());
    let mut file = fit.bytes(&kinds.file);
    // The number of the field, and boards of a layer; those of this round begin at `older`.
    let (mut lessons, mut older) = (Vec::new(), 0);
    for round in 1..=rounds {
        lessons.drain(..older);
        older = lessons.len();
        let mut means = Vec::new();
        for (nth, field) in fields.iter_mut().enumerate() {
            field.weigh(&file);
            let mut lengths = Vec::new();
            for _ in 0..games {
                if let Some(solved) = field.solve(&random.board(field.shape), width) {
                    lengths.push(solved.0.len());
                    let compared = compared(solved, &mut random).into_iter();
                    lessons.extend(compared.map(|boards| (nth, boards)));
                }
            }
            means.push(lengths.iter().sum::<usize>() as f64 / lengths.len() as f64);
        }
        println!("round {round}: {means:.1?} moves");
        for _ in 0..lessons.len() {
            let (nth, boards) = &lessons[random.below(lessons.len() as u64) as usize];
            for far in &boards[1..] {
                fit.compare(&fields[*nth], &boards[0], far);
            }
        }
        fit.next_round();
        file = fit.bytes(&kinds.file);
        write(&file);
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
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(file);
    let write = |bytes: &[u8]| fs::write(&file, bytes).expect("a file that can be written");
    train(&SIDES, [rounds.unwrap_or(ROUNDS), GAMES, WIDTH], write);
}
