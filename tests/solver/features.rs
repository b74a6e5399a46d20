//! Features are additive: one caller builds with every set of them.

use npuzzle::{Board, Control, DynBoard, Goal, Shape, SolveError, Solver};

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

#[test]
fn clones_and_solvers_for_other_goals_have_what_was_prepared() {
    let mut solver = Solver::builder().memory(60_000).build();
    solver
        .prepare_mut(Board::<3, 4>::SHAPE)
        .expect("little memory");
    let bytes = solver.table_bytes();
    assert!(bytes > 0);
    let copy = solver.clone();
    assert_eq!(copy.table_bytes(), bytes);
    // Another goal with the blank at home in the same cell.
    let goal: DynBoard = "11 10 9 8/7 6 5 4/3 1 2 0".parse().expect("a board");
    let other = solver.for_goal(goal.clone());
    assert_eq!(
        (other.goal(), solver.goal()),
        (&Goal::from(goal), &Goal::BlankLast)
    );
    let board: Board<3, 4> = "11 10 9 8/7 6 5 4/3 1 0 2".parse().expect("a board");
    let solution = other.solve(&board).expect("solvable");
    assert_eq!(solution.moves().to_string(), "L");
    other
        .clone()
        .prepare_mut(Board::<3, 4>::SHAPE)
        .expect("it is there");
    assert_eq!(other.table_bytes(), bytes, "nothing is built again");
    #[cfg(feature = "std")]
    {
        copy.prepare(Board::<2, 5>::SHAPE).expect("little memory");
        assert!(
            solver.table_bytes() > bytes,
            "what a clone builds is shared"
        );
    }
}
