//! How the crate is built.
//!
//! The files of the crate stand in rooms, one above the other. A file imports from its own row of
//! the drawing and from the rows below, never from above, and no file leads back to itself. A test
//! reads this drawing and holds the imports against it.
//!
//! ```text
//! bin                          the command line (feature `cli`), a user of the crate
//! learn                        pages to read: text alone
//! arbitrary · notation · serde what boards and options are called elsewhere
//! guide                        a player's session: undo, log, hints
//! solve                        policies and the driver: what a caller asks for, and its limits
//! prepared                     what a shape and a home need: heuristic, method, tables
//! construct · search           works: those that build an answer, those that seek one
//! heuristic                    lower bounds of the moves left
//! pairs                        weights of pairs of tiles, laid out for a shape
//! tables                       pattern tables: built, verified, kept in files
//! canonical · runtime          a board without goal and names; long work in slices
//! difficulty · methods · puzzle · rank · sample · scramble · slide · solvability
//! goal · invariant · inversions · manhattan · permutation
//! board · cells · direction · dyn_board · metric · moves · shape · side · validate
//! ```
//!
//! One noun, notation or algorithm a file; errors stand beside the operation that makes them. The
//! root, `lib`, is documentation and re-exports.
//!
//! # How an answer comes about
//! Policy, prepared, work. A [`Solver`](crate::Solver) chooses what to do. What a shape and a home
//! need is prepared once, never changes, and owns both, so that tables can't serve another goal. A
//! board comes in as a [`CanonicalBoard`](crate::CanonicalBoard) and leaves as
//! [`Moves`](crate::Moves): only that boundary knows of goals.
//!
//! Everything that takes long is a [`Work`](crate::runtime::work::Work): a value that holds its state and is
//! advanced in slices of a millisecond at most. No work looks at a clock or calls back; the driver
//! in `solve` owns clock, limits, progress and cancelling.
