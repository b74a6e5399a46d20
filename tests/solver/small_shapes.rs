//! Every shape of few cells with every kind of goal: what the solver answers is true, and the
//! better the quality the shorter.

use npuzzle::{Control, DynBoard, Goal, Quality, Solution, SolveError, Solver};

use crate::oracle::shapes::{goals, shapes_up_to};

/// Small tables, which are built at once: most boards of a shape are solved for one goal only.
const MEMORY: u64 = 60_000;

const PERCENT: u16 = 20;

/// The solvers of a goal, one for each quality.
struct Solvers {
    goal: Goal,
    optimal: Solver,
    within: Solver,
    best: Solver,
    fast: Solver,
}

impl Solvers {
    fn new(goal: &Goal) -> Self {
        let solver = |quality| {
            let builder = Solver::builder().goal(goal.clone()).quality(quality);
            // In the usual budget `Best` would take a second where the tables do not fit.
            builder.memory(MEMORY).budget(250_000).build()
        };
        Self {
            goal: goal.clone(),
            optimal: solver(Quality::Optimal),
            within: solver(Quality::Within { percent: PERCENT }),
            best: solver(Quality::Best),
            fast: solver(Quality::Fast),
        }
    }

    /// Checks what all of them answer; tells whether the board can be solved.
    fn check(&self, board: &DynBoard) -> bool {
        let solvability = board.solvability(&self.goal);
        assert_eq!(board.is_solvable_for(&self.goal), solvability.is_solvable());
        let solvers = [&self.optimal, &self.within, &self.best, &self.fast];
        if !solvability.is_solvable() {
            for solver in solvers {
                let refused = solver.solve(board);
                assert!(
                    matches!(&refused, Err(SolveError::Unsolvable(reasons)) if **reasons == solvability),
                    "{board}: {refused:?}"
                );
            }
            return false;
        }
        let answer = |solver: &Solver, control: &mut Control<'_>| {
            let solution = solver.solve_with(board, control);
            let solution = solution.unwrap_or_else(|error| panic!("{board}: {error}"));
            self.check_solution(board, &solution);
            solution
        };
        // More than any of these boards takes.
        let limited = |solver| answer(solver, &mut Control::new().max_nodes(200_000));
        let [optimal, within, fast] = [&self.optimal, &self.within, &self.fast].map(limited);
        let best = answer(&self.best, &mut Control::new());
        let optimum = optimal.moves().len();
        assert!(optimal.is_optimal(), "{board}");
        for other in [&within, &best, &fast] {
            assert!(other.lower_bound() <= optimum, "{board}: {other:?}");
            assert!(other.moves().len() >= optimum, "{board}: {other:?}");
        }
        let most = (100 + usize::from(PERCENT)) * within.lower_bound();
        assert!(100 * within.moves().len() <= most, "{board}: {within:?}");
        assert!(best.is_optimal(), "{board}: {best:?}");
        true
    }

    fn check_solution(&self, board: &DynBoard, solution: &Solution) {
        let (length, bound) = (solution.moves().len(), solution.lower_bound());
        assert_eq!(solution.verify(board), Ok(()), "{board}");
        assert!(bound >= board.manhattan(&self.goal), "{board}: {bound}");
        assert!(bound <= length, "{board}: {length} < {bound}");
        assert_eq!(solution.is_optimal(), bound == length, "{board}");
        let mut end = board.clone();
        end.play(solution.moves()).expect("legal moves");
        assert!(end.is_solved_for(&self.goal), "{board}");
        // Each move takes the blank to a cell of the other colour.
        let home = self.goal.home(board.shape()).expect("the goal fits");
        let steps = board.shape().distance(board.blank(), home);
        assert_eq!(length % 2, steps % 2, "{board}");
    }
}

#[test]
fn every_quality_is_true_on_every_small_shape_with_every_goal() {
    let (mut solved, mut refused) = (0, 0);
    for shape in shapes_up_to(12) {
        for goal in goals(shape, [12]) {
            let solvers = Solvers::new(&goal);
            for seed in 0..2 {
                let solvable = DynBoard::from_seed_for(shape, &goal, seed).expect("it fits");
                assert!(solvers.check(&solvable));
                solved += 1;
                if !solvers.check(&DynBoard::permutation_from_seed(shape, seed)) {
                    refused += 1;
                }
            }
        }
    }
    assert!(solved > 450 && refused > 150, "{solved}, {refused}");
}
