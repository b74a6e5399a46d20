use alloc::vec::Vec;

use super::{BeamSettings, RegionBeam, Task, solve_by_beam, tasks};
use crate::canonical::CanonicalBoard;
use crate::construct::workspace::Workspace;
use crate::exact::fixtures::{Random, walk};
use crate::runtime::block_on;
use crate::shape::Shape;

/// Returns a beam for a task on all of a board.
fn beam<'w>(task: &'w Task, number: usize, workspace: &'w Workspace) -> RegionBeam<'w> {
    let settings = BeamSettings {
        number,
        width: 40,
        quota: None,
    };
    RegionBeam::new(task, workspace, workspace.rest, settings, 0).expect("memory")
}

#[test]
fn scores_of_a_beam_are_those_of_its_boards() {
    let mut compared = 0;
    for sides in [[10, 10, 1], [12, 9, 1], [7, 11, 1], [3, 8, 1], [3, 4, 5]] {
        let shape = Shape::new(sides[0], sides[1], sides[2]).unwrap();
        let (board, _) = walk(shape, shape.cells() - 1, 2_000, &mut Random(7));
        let workspace = block_on(async |pace| Workspace::new(&board, pace).await).unwrap();
        let (tasks, _) = tasks(&workspace).expect("memory");
        for task in tasks.iter().chain([&Task::Transport]) {
            let mut it = beam(task, 1, &workspace);
            block_on(async |pace| {
                while it.beam.made < 6 {
                    assert!(it.advance(pace).await.expect("memory"));
                }
            });
            let costs = it.window.costs().expect("memory");
            for (number, score) in it.beam.states().enumerate() {
                assert_eq!(*score, costs.evaluate(it.beam.board(number)));
                compared += 1;
            }
        }
    }
    assert!(compared > 300, "{compared}");
}

#[test]
fn the_first_board_is_no_arrival_if_its_block_is_odd() {
    let shape = Shape::square(10).unwrap();
    let home = shape.cells() - 1;
    for is_odd in [false, true] {
        let solved: Vec<u16> = (0..shape.cells()).map(|cell| cell as u16).collect();
        let board = CanonicalBoard::from_cells(shape, home, solved.iter().copied()).unwrap();
        let workspace = block_on(async |pace| Workspace::new(&board, pace).await).unwrap();
        let (tasks, _) = tasks(&workspace).expect("memory");
        let Task::Gather(gather) = &tasks[0] else {
            panic!("{:?}", tasks[0]);
        };
        // The block is gathered: the blank is on the gate, whose tile is outside.
        let mut cells = solved;
        cells.swap(gather.gate, gather.outside);
        cells.swap(gather.gate, home);
        if is_odd {
            cells.swap(0, 1);
        }
        let board = CanonicalBoard::from_cells(shape, home, cells).unwrap();
        let workspace = block_on(async |pace| Workspace::new(&board, pace).await).unwrap();
        let mut it = beam(&tasks[0], 0, &workspace);
        let arrivals = block_on(async |pace| it.arrivals(pace).await).expect("memory");
        assert!(!arrivals.is_empty());
        let made: Vec<usize> = arrivals.iter().map(|arrival| arrival.1).collect();
        assert_eq!(made.contains(&0), !is_odd, "{made:?}");
    }
}

#[test]
fn a_last_block_is_tried_again_by_wider_beams() {
    let shape = Shape::square(4).unwrap();
    let (mut by_narrow_beam, mut by_regions) = (0, 0);
    for seed in 0..30 {
        let (board, _) = walk(shape, 15, 400, &mut Random(seed));
        let settings = BeamSettings {
            number: 0,
            width: 1,
            quota: None,
        };
        block_on(async |pace| {
            let mut workspace = Workspace::new(&board, pace).await.unwrap();
            if workspace.solve_by_regions(settings, pace).await.unwrap() {
                by_regions += 1;
                assert!(board.is_solved_by(&workspace.moves[..].into()));
            }
        });
        let beam = block_on(async |pace| solve_by_beam(&board, 1, 300, None, pace).await);
        by_narrow_beam += u32::from(beam.unwrap().is_some());
    }
    assert!(by_narrow_beam < by_regions, "{by_narrow_beam} {by_regions}");
}
