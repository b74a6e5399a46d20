//! Features are additive: one caller builds with every set of them.

use npuzzle::{Board, Control, Shape, SolveError, Solver};

/// Solves a board with tables that were built before. It names no feature.
fn caller(mut solver: Solver, [first, second]: [Shape; 2]) -> Result<[u64; 3], SolveError> {
    solver.prepare_mut(first)?;
    let one = solver.table_bytes();
    solver.prepare_mut_with(second, &mut Control::new())?;
    let both = solver.table_bytes();
    let board = Board::<3, 4>::from_seed(1);
    let solution = solver.solve(&board)?;
    let mut limited = Control::new().max_nodes(u64::MAX);
    assert_eq!(solver.solve_with(&board, &mut limited), Ok(solution));
    Ok([one, both, solver.table_bytes()])
}

#[test]
fn one_caller_serves_every_set_of_features() {
    let solver = Solver::builder().memory(60_000).build();
    let shapes = [Board::<3, 4>::SHAPE, Board::<2, 5>::SHAPE];
    let [one, both, after] = caller(solver, shapes).expect("little memory");
    assert!(one > 0 && both > one, "{one}, {both}");
    assert_eq!(after, both, "nothing is built again");
    // A limit is met within the call.
    let mut solver = Solver::builder().memory(400_000).build();
    let mut control = Control::new().on_progress(|_| core::ops::ControlFlow::Break(()));
    let stopped = solver.prepare_mut_with(Board::<4>::SHAPE, &mut control);
    assert!(matches!(stopped, Err(SolveError::Stopped(_))));
    #[cfg(feature = "std")]
    let _: fn(&Solver, Shape) -> Result<(), SolveError> = Solver::prepare;
}
