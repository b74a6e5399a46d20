//! Features are additive: one caller builds with every set of them.

use npuzzle::{Board, Control, Shape, SolveError, Solver};

/// Solves boards of two shapes with tables that were built before. It names no feature.
fn caller(mut solver: Solver, shapes: [Shape; 2]) -> Result<[u64; 3], SolveError> {
    let [first, second] = shapes;
    solver.prepare_mut(first)?;
    let bytes = solver.table_bytes();
    solver.prepare_mut_with(second, &mut Control::new())?;
    let both = solver.table_bytes();
    let solution = solver.solve(&Board::<3, 4>::from_seed(1))?;
    let limited = &mut Control::new().max_nodes(u64::MAX);
    assert_eq!(
        solver.solve_with(&Board::<3, 4>::from_seed(1), limited),
        Ok(solution)
    );
    Ok([bytes, both, solver.table_bytes()])
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
    let stopped = solver.prepare_mut_with(
        Board::<4>::SHAPE,
        &mut Control::new().on_progress(|_| core::ops::ControlFlow::Break(())),
    );
    assert!(matches!(stopped, Err(SolveError::Stopped(_))));
}

#[test]
fn solvers_are_shared_between_threads_with_every_set_of_features() {
    fn is_shared<T: Send + Sync + core::panic::UnwindSafe + core::panic::RefUnwindSafe>() {}
    is_shared::<Solver>();
    #[cfg(feature = "std")]
    let _: fn(&Solver, Shape) -> Result<(), SolveError> = Solver::prepare;
    let _: fn(&mut Solver, Shape) -> Result<(), SolveError> = Solver::prepare_mut;
}
