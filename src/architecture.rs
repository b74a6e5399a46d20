//! The architecture of the crate, for its maintainers.
//!
//! The files of the crate stand in rooms, one above the other. A file imports from its own row of
//! the drawing and from the rows below, never from above. A test reads this drawing and compares
//! the imports of `crate::` with it.
//!
//! ```text
//! learn                        pages to read: text alone
//! arbitrary · notation · serde what boards and options are called elsewhere
//! guide                        a player's session: undo, log, hints
//! solve                        qualities and the driver: what a caller asks for, and its limits
//! prepare                      what a shape and a home need: heuristic, tables, kernel
//! construct · improve          solutions at once, and shorter ones from them
//! beam                         beam search, and what ranks its boards
//! space                        the distance of every board of a small shape
//! exact                        searches for shortest solutions
//! heuristic                    lower bounds of the moves left
//! pairs                        weights of pairs of tiles, laid out for a shape
//! policy                       tuned values: a row for each class of shapes
//! tables                       pattern databases: built, read from files and written
//! sample                       boards by seed, difficulty, scrambling and rank
//! lesson                       a solution by hand, step by step
//! canonical · runtime          a board without goal and names; long work in slices
//! puzzle · solvability · verify
//! goal · inversions · permutation
//! board · cells · direction · dyn_board · messages · metric · moves · parse_error · region · shape · side
//! ```
//!
//! A file is one mechanism, told from top to bottom; errors stand beside the operation that makes
//! them. The root, `lib`, is documentation and re-exports. Programs around the crate are packages
//! of their own: the command `npuzzle` in `examples/cli`, the page in the browser in
//! `examples/playground`, the Python package in `examples/python`, a game in a window in
//! `examples/macroquad`, and `benches`.
//!
//! # How an answer comes about
//! A solve is one `async fn` of `solve/qualities.rs`: `optimal`, `fast`, `within`, `best` or `some_tiles` (goals with
//! free tiles). Tables are prepared once for a shape and
//! a home, which they own, so that they can't serve another goal. A board enters as a
//! `CanonicalBoard` and leaves as `Moves`: only
//! that boundary converts goals.
//!
//! Everything that takes long is advanced in slices of about half a millisecond. It never reads a
//! clock and never calls back; the driver in `solve` owns clock, limits, progress and cancelling,
//! and halves or doubles the effort of the next slice by the time that the last one took. The file
//! of a table is read and written in one slice. Long work is a `Job`:
//! an `async fn` that pays for each step with `pace.spend(cost).await`. A job reports solutions and bounds by
//! `pace.tell(step).await`, and limits a part of itself by `pace.within(expansions, part).await`. With each slice it receives the limit and the time left: by
//! a `Quota` of them (`runtime/work.rs`) the last beams of `best` size themselves to end in time. A
//! proof shares its round, as a `SharedRound`, with the search that owns the job: it is stored and
//! split between two units.
//!
//! # One of each
//! - Slices: `Job`, and what they may do in `runtime/effort.rs`. The driver sees
//!   a job, and a solution read off a table, which needs none, as a `Work`.
//! - Tables of all boards: `space/build.rs`, with the block programs of pattern databases. Searches of up to 9 cells
//!   and constructions end in one.
//! - Tables read, or built and written: `TableMaker` in `tables/file.rs`, for patterns, slides, spaces and escape
//!   distance.
//! - What the lines of a board hold, by number: `heuristic/lines.rs`, for walking distance and escape distance.
//! - Rounds: `exact/rounds.rs` is iterative deepening for any kernel: bounds, seeds, units, threads, what is stored.
//! - Beams: `beam.rs` expands layer after layer, for any ranking; `beam/candidates.rs` sorts the children.
//! - Threads: started in `runtime/threads.rs` alone, for `exact/rounds/units.rs` (workers that last as long as a
//!   round), `solve/many.rs`, and the tables (`tables/build.rs`).
//! - Memory that may run out: `runtime/alloc.rs`. Code for several instruction sets: `runtime/dispatch.rs`.
//! - The loop of a call: `solve/driver.rs`. The tuned values of constructions, beams and qualities: `policy.rs`.
//!   The preparation of a shape: `prepare.rs`. Messages of errors: `messages.rs`.
//! - Cells beside a cell: `Shape::neighbour`, seen from the blank in `side.rs`; `exact/neighbours.rs` for walks of the
//!   blank, with a byte for each cell; `tables/grid.rs` for sets of cells. Other tables of moves are made from these.
//! - State of the process: the tables of pairs that all solves share (`LAID_OUT` in `pairs.rs`) and the weights they
//!   are made of (`UNPACKED` in `pairs/weights.rs`), the numbers of the orders of seven tiles (`INNER_ORDERS` in
//!   `space/table.rs`), the solver of `Board::solve` (`SHARED_SOLVER` in `solve/solver.rs`), and the time of the first
//!   look at the clock (`CLOCK_START` in `solve/control.rs`).
//! - Line by line: `construct/line_by_line.rs` for short solutions, by the cheapest turn at each step;
//!   `lesson.rs` for people, by the same moves each time.
//!
//! # Three walks
//! `Board::solve()` on 4 x 4:
//! 1. `solve/solver.rs`: the solver that all callers share, of `Quality::Best`.
//! 2. There `canonical` decides whether the board can be solved and relabels it; `drive` runs the solve.
//! 3. `solve/qualities.rs`: `best` constructs, prepares tables, then shares the work among a proof and beams.
//! 4. `solve/driver.rs`: the loop. After each slice it checks what was found (`solve/answer.rs`), looks at limits, and
//!    ends the solve if the solution is good enough.
//! 5. `best` tries a near board for some thousand expansions; then `construct.rs` has the first answer,
//!    plainly, then by beams, those of `solve/near.rs` in between.
//! 6. `exact/rounds.rs` is the proof: rounds of iterative deepening; `exact/batch/kernel.rs` is its inner loop, and
//!    `exact/batch/layout.rs` expands the boards, stage by stage, by the lookups of `exact/batch/compact.rs`.
//!
//! A table of patterns:
//! 1. `tables/partition.rs` shares out the tiles under a budget of memory.
//! 2. `tables/file.rs` reads the tables that are kept.
//! 3. `tables/build.rs` builds the others, but for mirror images: a breadth-first search by levels, whose inner loop
//!    moves whole blocks of orders (`tables/program.rs`).
//!
//! `Quality::Best` on 10 x 10:
//! 1. `solve/qualities.rs`: `best` takes the answer of `fast`: plainly by `construct.rs`, then by beams.
//! 2. `policy.rs` has the values for the class of the shape: the transport, the widths of beams.
//! 3. `construct/regions.rs` cuts the board into regions: a beam (run by `beam.rs`) brings
//!    tiles near their homes, then one puts each region in order; `construct/line_by_line.rs` does
//!    what no beam can.
//! 4. `prepare.rs` finds no tables for the shape: linear conflict guides the proof.
//! 5. `solve/portfolio.rs` shares out the work as `policy.rs` says: the search that has done the least for
//!    its weight is next.
//! 6. It constructs another solution, in another style and by wider beams.
//! 7. `improve.rs` polishes the best solution: beams solve stretches of it again.
//! 8. The proof (`exact/rounds.rs`) gets little of the work. On boards with tables, on those ranked
//!    by pairs and on small boxes, beams from start to goal and back take the place of
//!    constructions.
