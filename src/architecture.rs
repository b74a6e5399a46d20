//! The architecture of the crate.
//!
//! The files of the crate stand in rooms, one above the other. A file imports from its own row of
//! the drawing and from the rows below, never from above. A test reads this drawing and compares
//! the imports of `crate::` with it.
//!
//! ```text
//! learn                        pages to read: text alone
//! arbitrary · notation · serde what boards and options are called elsewhere
//! guide                        a player's session: undo, log, hints
//! solve                        policies and the driver: what a caller asks for, and its limits
//! prepare                      what a shape and a home need: heuristic, method, tables
//! construct · improve          solutions at once, and shorter ones from them
//! beam                         beam search, and what ranks its boards
//! exact                        searches for shortest solutions
//! heuristic                    lower bounds of the moves left
//! pairs                        weights of pairs of tiles, laid out for a shape
//! tables                       pattern databases: built, read from files and written
//! sample                       boards by seed, by difficulty, by scrambling and at a distance
//! lesson                       a solution by hand, step by step
//! canonical · runtime          a board without goal and names; long work in slices
//! methods · puzzle · rank · slide · solvability
//! goal · invariant · inversions · manhattan · permutation
//! board · cells · direction · dyn_board · messages · metric · moves · region · shape · side · validate
//! ```
//!
//! A file is one mechanism, told from top to bottom; errors stand beside the operation that makes them.
//! The root, `lib`, is documentation and re-exports. Programs around the crate are packages of their own:
//! the command `npuzzle` in `examples/cli`, the page in the browser in `examples/playground`, and `benches`.
//!
//! # How an answer comes about
//! Policy, prepared, work. A [`Solver`](crate::Solver) chooses what to do. What a shape and a home
//! need is prepared once, never changes, and owns both, so that tables can't serve another goal. A
//! board comes in as a [`CanonicalBoard`](crate::heuristic::CanonicalBoard) and leaves as
//! [`Moves`](crate::Moves): only that boundary knows of goals.
//!
//! Everything that takes long is advanced in slices of a millisecond at most. It never looks at a
//! clock and never calls back; the driver in `solve` owns clock, limits, progress and cancelling.
//! There are two ways to write it:
//!
//! - A [`Job`](crate::runtime::job::Job) is an `async fn` that pays for each step with
//!   `pace.spend(cost).await`. The compiler writes its state machine. Tables, constructions, beams
//!   and polishing are jobs; [`FindJob`](crate::runtime::job::FindJob) is one that yields several
//!   solutions, one after the other.
//! - A [`Work`](crate::runtime::work::Work) holds its state in a value. Proofs are works, because
//!   they are stored and split between two units, and the driver sees each job as a work.
//!
//! # One of each
//! - Slices: [`Work`](crate::runtime::work::Work), [`Job`](crate::runtime::job::Job), and what a step costs in
//!   `runtime/cost_model.rs`.
//! - Rounds: `exact/rounds.rs` is iterative deepening for any kernel: bounds, seeds, units, threads, what is stored.
//! - Beams: `beam.rs` expands layer after layer, for any ranking; `beam/engine.rs` is the loop over the layers.
//! - Threads: started in `runtime/threads.rs` alone, for `exact/rounds/units.rs` (workers that last as long as a
//!   round), `solve/many.rs`, and the tables (`tables/side_by_side.rs`, `tables/slides/build.rs`).
//! - Memory that may run out: `runtime/alloc.rs`. Data that threads share: `runtime/shared.rs`. Code for several
//!   instruction sets: `runtime/dispatch.rs`.
//! - The loop of a call: `solve/driver.rs`. The order of contestants: `solve/schedule/plan.rs`. The preparation of a
//!   shape: `prepare/preparing.rs`. Messages of errors: `messages.rs`.
//!
//! - Line by line: `construct/line_by_line.rs` for short solutions, by the cheapest turn that a search finds;
//!   `lesson.rs` for people, by the same moves each time.
//!
//! # Three walks
//! `Board::solve()` on 4 x 4:
//! 1. `solve/shared.rs`: the solver that all callers share, of [`Quality::Best`](crate::Quality::Best).
//! 2. `solve/solver.rs`: `canonical` decides whether the board can be solved and relabels it; `run` drives a policy.
//! 3. `solve/schedule/plan.rs` has the turns of each quality: construct, polish, prepare tables, then a proof and
//!    beams. `solve/schedule.rs` goes through them until the solution is short enough or the budget is spent.
//! 4. `solve/driver.rs`: the loop. After each slice it checks what was found (`solve/answer.rs`), then looks at limits.
//! 5. `solve/schedule/opening.rs` has the first answer: `construct.rs`, then beams near the goal (`beam/near.rs`).
//! 6. `exact/rounds.rs` is the proof: rounds of iterative deepening; `exact/batch/expand.rs` is its inner loop.
//!
//! A table of patterns:
//! 1. `tables/choose.rs` shares out the tiles under a budget of memory: sizes, gains of pairs, arrangement.
//! 2. `tables/file.rs` reads the tables that are kept.
//! 3. `tables/build.rs` builds the others: mirror images from each other, equal sizes side by side.
//! 4. `tables/side_by_side.rs` is the breadth-first search by levels; `tables/sweep.rs` its inner loop over blocks.
//! 5. `tables/collect.rs` writes the bits.
//!
//! `Quality::Best` on 10 x 10:
//! 1. `solve/schedule/opening.rs` has a first solution by `construct.rs`.
//! 2. `construct/tuning.rs` says what is done on the shape: the layout, the transport, the widths of beams.
//! 3. `construct/region_loop.rs` goes through it: a beam (`construct/region_beam.rs`, run by `beam.rs`) leads tiles near
//!    their homes, then one puts each region of `construct/layout.rs` in order; `construct/line_by_line.rs` does what
//!    no beam can.
//! 4. `improve.rs` shortens stretches of the solution.
//! 5. `solve/schedule/constructions.rs` tries other constructions, in order, on all threads
//!    (`solve/ordered_jobs.rs`); `solve/schedule/polishing.rs` shortens the best one.
//! 6. `solve/schedule/race.rs` lets a proof and ever wider beams (`solve/schedule/beams.rs`) take turns.
