//! Slices in the multi-tile metric do no more work than in the single-tile metric.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::dyn_board::DynBoard;
use crate::metric::Metric;
use crate::prepare::HeuristicKind;
use crate::runtime::{Counts, Effort, Slice, Step, Work};
use crate::shape::Shape;
use crate::solve::Quality;
use crate::solve::Solver;

/// Runs a solve in slices of these efforts, one after the other, up to a number of expansions;
/// returns its reports, and the counts then.
fn reports(solver: &Solver, board: &DynBoard, efforts: &[Effort]) -> Vec<(Step, u64, u64)> {
    let solving = solver.solving(board, solver.options.quality, 1);
    let mut solving = solving.expect("it can be solved");
    solving.budget = Some(40_000);
    let mut job = solving.start(Arc::default());
    let (mut reports, mut counts) = (Vec::new(), Counts::default());
    for &effort in efforts.iter().cycle() {
        let slice = &mut Slice {
            effort,
            ..Slice::default()
        };
        let step = job.advance(slice, &mut counts).expect("there is memory");
        if step != Step::Paused {
            reports.push((step.clone(), counts.expanded, counts.generated));
        }
        if step == Step::Done || matches!(step, Step::Found(_)) && counts.expanded > 150_000 {
            break;
        }
    }
    reports
}

#[test]
fn the_effort_of_slices_changes_no_report() {
    let (whole, step) = (Effort::slice(), Effort::step());
    let mut most = 0;
    for (sides, metric, quality, memory) in [
        ([4, 4, 1], Metric::SingleTile, Quality::Optimal, 100_000),
        ([3, 4, 1], Metric::MultiTile, Quality::Optimal, 0),
        ([3, 4, 1], Metric::MultiTile, Quality::Optimal, 100_000),
        ([3, 4, 1], Metric::SingleTile, Quality::Optimal, 0),
        ([5, 5, 1], Metric::SingleTile, Quality::Best, 100_000),
        ([3, 3, 3], Metric::SingleTile, Quality::Best, 0),
        ([9, 8, 1], Metric::SingleTile, Quality::Fast, 0),
    ] {
        let shape = Shape::new(sides[0], sides[1], sides[2]).expect("a shape");
        let board = DynBoard::from_seed(shape, 2);
        let builder = Solver::builder().metric(metric).quality(quality);
        let builder = builder.memory(memory);
        let of = |efforts: &[Effort]| reports(&builder.clone().build(), &board, efforts);
        let expected = of(&[whole]);
        assert!(expected.len() > 1, "{shape}");
        assert_eq!(of(&[step]), expected, "{shape}");
        assert_eq!(of(&[step, whole, step, step]), expected, "{shape}");
        most = expected.iter().fold(most, |most, it| most.max(it.1));
    }
    assert!(most > 150_000, "rounds were split: {most}");
}

/// No child costs less, in nanoseconds.
const CHILD: usize = 15;

/// Counts, not times: the children made bound the work of a slice.
#[test]
fn no_slice_makes_more_children_than_its_effort() {
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
                    .metric(Metric::MultiTile)
                    .heuristic(kind)
                    .quality(quality)
                    .memory(100_000)
                    .build();
                let solving = solver.solving(&board, quality, 1);
                let mut job = solving.expect("it can be solved").start(Arc::default());
                let mut counts = Counts {
                    limit: 60_000,
                    ..Counts::default()
                };
                while !counts.is_spent() {
                    let before = counts.generated;
                    let Ok(step) = job.advance(&mut Slice::default(), &mut counts) else {
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
