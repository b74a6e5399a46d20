//! A stored search with a correct checksum and any content is an error, or a search that obeys its
//! limits, holds little memory, and whose answer solves the board.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use npuzzle::{Board, DynBoard, HeuristicKind, Metric, Progress, Solver};

mod forge;
mod held;

use forge::{Edit, forged};
use held::Watch;

/// Solvers, and texts of their searches at several stages.
static STORED: LazyLock<Vec<(Solver, Vec<String>)>> = LazyLock::new(|| {
    let small = || Solver::builder().memory(40_000).threads(1);
    let solvers = [
        small().build(),
        small().heuristic(HeuristicKind::Manhattan).build(),
        small().metric(Metric::MultiTile).build(),
    ];
    let boards = [
        DynBoard::from(Board::<3>::from_seed(7)),
        DynBoard::from(Board::<3, 4>::from_seed(4)),
        DynBoard::from(Board::<4>::from_seed(2)),
    ];
    let texts = |solver: &Solver| {
        let mut texts = Vec::new();
        for board in &boards {
            let mut search = solver.search(board).expect("a solvable board");
            for slice in [0, 3, 300, 2_000, 5_000] {
                let _ = search.advance(slice).expect("little memory");
                texts.push(search.suspend().expect("a search for a shortest solution"));
            }
        }
        texts
    };
    solvers
        .into_iter()
        .map(|solver| {
            let texts = texts(&solver);
            (solver, texts)
        })
        .collect()
});

fuzz_target!(|input: (u8, u8, Vec<Edit>)| {
    let (solver, text, edits) = input;
    let (solver, texts) = &STORED[usize::from(solver) % STORED.len()];
    let _held = Watch::new();
    let text = forged(&texts[usize::from(text) % texts.len()], &edits);
    let Ok(mut search) = solver.resume(&text) else {
        return;
    };
    // What can be resumed can be stored again.
    let again = search.suspend().expect("a search for a shortest solution");
    assert!(solver.resume(&again).is_ok());
    let board = search.board().clone();
    for _ in 0..4 {
        match search.advance(500) {
            Ok(Progress::Running(_)) => {}
            Ok(Progress::Done(solution)) => {
                assert!(solution.verify(&board).is_ok());
                return;
            }
            // The answer is checked before it is returned.
            Err(error) => {
                assert!(!error.to_string().is_empty());
                return;
            }
            _ => {}
        }
    }
});
