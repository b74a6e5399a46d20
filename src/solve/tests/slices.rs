//! Slices by slides do no more than slices by tiles, whatever is asked for.

use crate::dyn_board::DynBoard;
use crate::metric::Metric;
use crate::prepare::HeuristicKind;
use crate::runtime::effort::Effort;
use crate::runtime::work::{Counts, Step, Work};
use crate::shape::Shape;
use crate::solve::Solver;
use crate::solve::quality::Quality;

/// No child costs less, in nanoseconds.
const CHILD: usize = 15;

/// Counts, not times: what a slice does is bounded by the children that it makes.
#[test]
fn no_slice_makes_more_children_than_there_is_time_for() {
    let kinds = [
        HeuristicKind::Auto,
        HeuristicKind::Manhattan,
        HeuristicKind::LinearConflict,
        HeuristicKind::WalkingDistance,
    ];
    let qualities = [
        Quality::Fast,
        Quality::Best,
        Quality::Within { percent: 10 },
        Quality::Optimal,
    ];
    let mut solves = 0;
    for sides in [[4, 4, 1], [6, 6, 1], [2, 2, 100], [3, 3, 3]] {
        let shape = Shape::new(sides[0], sides[1], sides[2]).expect("a shape");
        let board = DynBoard::from_seed(shape, 1);
        for kind in kinds {
            for quality in qualities {
                let solver = Solver::builder()
                    .metric(Metric::Slides)
                    .heuristic(kind)
                    .quality(quality)
                    .memory(100_000)
                    .build();
                let solving = solver.solving(&board, quality, 1);
                let mut job = solving.expect("it can be solved").start(None);
                let mut counts = Counts::of_root();
                counts.limit = 60_000;
                while !counts.is_spent() {
                    let before = counts.generated;
                    let Ok(step) = job.advance(u64::MAX, &mut counts) else {
                        break; // Some heuristics do not fit some shapes.
                    };
                    let children = (counts.generated - before) as usize;
                    let most = 3 * Effort::SLICE / 2 / CHILD;
                    assert!(children <= most, "{shape} {kind:?} {quality:?}: {children}");
                    if step == Step::Done {
                        break;
                    }
                }
                solves += usize::from(counts.expanded > 10_000);
            }
        }
    }
    assert!(solves > 30, "{solves}");
}
