use alloc::vec::Vec;

use super::{BeamTask, Next, Objective, Pricing};
use crate::construct::layout::{Task, tasks};
use crate::construct::start_board::StartBoard;
use crate::construct::style::Style;
use crate::construct::workspace::Workspace;
use crate::exact::fixtures::{Random, walk};
use crate::runtime::job::block_on;
use crate::shape::Shape;

/// Returns boards that are carried: that of the workspace, and those of other ways of the blank.
fn carried(workspace: &Workspace, random: &mut Random) -> Vec<StartBoard> {
    let mut carried = alloc::vec![StartBoard::default()];
    for late in 1..4 {
        let way = workspace.random_way(30, random);
        carried.push(StartBoard { way, late });
    }
    carried
}

#[test]
fn boards_of_a_beam_cost_what_their_tiles_do() {
    let (mut compared, mut late) = (0, 0);
    for (rows, cols) in [(10, 10), (12, 9), (7, 8)] {
        let random = &mut Random(7);
        let shape = Shape::rectangle(rows, cols).unwrap();
        let (board, _) = walk(shape, shape.cells() - 1, 2_000, random);
        let workspace = Workspace::filled(&board);
        for task in tasks(&workspace, true).unwrap() {
            let Task::Beam(objective) = task else {
                continue;
            };
            let style = Style::numbered(1, 40);
            let params = match objective {
                Objective::Flow => style.flow(workspace.at.len(), &workspace),
                _ => style.params(&objective, 0, &workspace),
            };
            let carried = carried(&workspace, random);
            let (beam_task, pricing) = block_on(async |pace| {
                let left = workspace.left;
                let task = BeamTask::new(objective, params, left, carried, &workspace, pace).await;
                let mut task = task.unwrap();
                while task.beam.made() < 6 {
                    let next = task.beam.advance(u32::MAX, pace).await;
                    assert!(matches!(next.unwrap(), Next::Layer));
                }
                let pricing = Pricing::new(&task.plan, &workspace, pace).await.unwrap();
                (task, pricing)
            });
            let beam = &beam_task.beam;
            for (nth, state) in beam.states().iter().enumerate() {
                let mut expected = pricing.score(&beam_task.plan, beam.board(nth).0, &workspace);
                expected.late = state.late;
                expected.cost += 64 * i64::from(state.late);
                assert_eq!(*state, expected);
                compared += 1;
                late += usize::from(state.late > 0);
            }
        }
    }
    assert!(compared > 300 && late > 50, "{compared} {late}");
}
