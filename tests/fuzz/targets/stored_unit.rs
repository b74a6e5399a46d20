//! A stored unit of a search with a correct checksum and any content is an error, or a unit that
//! obeys its limits and holds little memory.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use npuzzle::{Board, Solver};

mod forge;
mod held;

use forge::{Edit, forged};
use held::Watch;

static STORED: LazyLock<(Solver, Vec<String>)> = LazyLock::new(|| {
    let solver = Solver::builder().memory(40_000).threads(1).build();
    let mut search = solver
        .search(&Board::<4>::from_seed(2))
        .expect("a solvable board");
    // Many units have few seeds each: a unit follows the paths to all of its seeds when it is read.
    let mut units = search.split(256).expect("a long search");
    let mut texts = Vec::new();
    for unit in units.iter_mut().step_by(100) {
        for slice in [0, 500, 20_000] {
            let _ = unit.advance(slice).expect("little memory");
            texts.push(unit.suspend().expect("a unit of this search"));
        }
    }
    (solver, texts)
});

fuzz_target!(|input: (u8, Vec<Edit>)| {
    let (solver, texts) = &*STORED;
    let _held = Watch::new();
    let text = forged(&texts[usize::from(input.0) % texts.len()], &input.1);
    let Ok(mut unit) = solver.resume_unit(&text) else {
        return;
    };
    let (number, count) = (unit.index(), unit.count());
    assert!(number < count);
    for _ in 0..4 {
        match unit.advance(500) {
            Ok(false) => {}
            Ok(true) => return assert!(unit.is_done()),
            Err(error) => return assert!(!error.to_string().is_empty()),
        }
    }
});
