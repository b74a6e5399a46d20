//! Each child of a board is what the tables say of it, looked up again.

use super::*;
use crate::DynBoard;
use crate::exact::automaton::{Automaton, REFUSED};
use crate::exact::batch::cells16::Cells16;
use crate::exact::batch::cells32::Cells32;
use crate::exact::batch::search_tables::LayoutTables;
use crate::exact::batch::size::{FourTables, TwoTables};
use crate::exact::batch::views::Views;
use crate::exact::patterns::Patterns;
use crate::goal::Goal;
use crate::runtime::job::Job;
use crate::runtime::work::Counts;
use crate::shape::Shape;
use crate::side::Side;
use crate::tables::{TableBuilder, choose_partitions};

fn views(shape: Shape, home: usize, memory: u64) -> Views {
    let choose =
        move |mut pace| async move { choose_partitions(shape, home, memory, &mut pace).await };
    let chosen = Job::new(choose).finish().expect("a partition");
    let tables = TableBuilder::new().tables(&chosen.patterns());
    let mut first = tables.expect("little memory");
    let second = first.split_off(chosen.first.patterns().len());
    let others = if second.is_empty() {
        Vec::new()
    } else {
        Vec::from([Patterns::new(second)])
    };
    Views::new(Patterns::new(first), others)
}

/// Returns the children of a board: the turn, the cells, the state of the automaton and the slacks
/// of those that the bound allows. Every distance is looked up by descending to the goal.
fn expected(
    kit: &SearchTables,
    cells: &[u8],
    automaton: u16,
    left: u16,
) -> Vec<(u8, Vec<u8>, u16, [u8; VIEWS])> {
    let (shape, views) = (kit.views().shape(), kit.views());
    let home = views.home();
    let blank = cells.iter().position(|&tile| usize::from(tile) == home);
    let blank = blank.expect("a blank");
    let (rows, turns) = kit.moving.rows();
    let mut children = Vec::new();
    for (turn, side) in (0..).zip(Side::ALL).take(turns) {
        let next = rows[usize::from(automaton) * turns + usize::from(turn)];
        let Some(from) = side.entered(shape, blank).filter(|_| next != REFUSED) else {
            continue;
        };
        let mut child = cells.to_vec();
        child.swap(blank, from);
        let mut slacks = [0; VIEWS];
        let fits = (0..views.count()).all(|view| {
            let (_, sum) = views.look(view, &child).expect("a solvable board");
            let slack = usize::from(left - 1)
                .checked_sub(sum)
                .map(|slack| slack / 2);
            slacks[view] = slack.unwrap_or_default() as u8;
            slack.is_some()
        });
        if fits {
            children.push((turn, child, next, slacks));
        }
    }
    children
}

/// Walks from boards and compares all children on the way. Returns how many there were.
fn compare<F: InSearchTables>(kit: &Shared<SearchTables>) -> usize {
    let shape = kit.views().shape();
    let ground = F::expander(kit);
    let mut compared = 0;
    for seed in 0..4 {
        let mut tiles: Vec<u16> = (1..shape.cells() as u16).collect();
        tiles.insert(kit.views().home(), 0);
        let goal = Goal::from(DynBoard::from_tiles(shape, tiles).expect("a permutation"));
        let board = DynBoard::from_seed_for(shape, &goal, seed).expect("a goal of the shape");
        let board = CanonicalBoard::new(&board, &goal).expect("a goal of the shape");
        let mut kernel = BatchKernel::<F>::new(Shared::clone(kit), &board);
        let bound = kernel.first_bound(0) + 8 + 2 * seed as usize;
        kernel.begin(bound, 0);
        let mut at = kernel.root;
        let mut cells = super::super::board_layout::cells::<F>(kit.views(), &at);
        assert_eq!(cells, narrow(board.cells())[..cells.len()]);
        for step in 0..40 {
            let meta = at.meta;
            if meta.left() == 0 {
                break;
            }
            kernel.expand_apart(&ground, &[at], &mut Counts::default());
            let made = kernel.stacks[1].boards().iter();
            let made = made.map(|child| (kernel.trail.step(child.mark).1, *child));
            let mut children: Vec<_> = made.collect();
            children.sort_by_key(|(turn, _)| *turn);
            let seen: Vec<_> = children
                .iter()
                .map(|(turn, child)| {
                    let meta = child.meta;
                    let cells = super::super::board_layout::cells::<F>(kit.views(), child);
                    assert_eq!(usize::from(cells[meta.blank()]), kit.views().home());
                    assert_eq!(meta.left(), at.meta.left() - 1);
                    (
                        *turn,
                        cells,
                        meta.automaton(),
                        core::array::from_fn(|view| child.slacks.of(view)),
                    )
                })
                .collect();
            assert_eq!(seen, expected(kit, &cells, meta.automaton(), meta.left()));
            compared += seen.len();
            let Some((_, child)) = children.get(step % children.len().max(1)) else {
                break;
            };
            at = *child;
            cells = super::super::board_layout::cells::<F>(kit.views(), &at);
        }
    }
    compared
}

#[test]
fn children_are_what_the_tables_say() {
    // Tables of one to eight tiles; two views, or one; tables that share entries; two partitions.
    let (mut with_second, mut large) = (0, 0);
    for (sides, home, memory) in [
        ([4, 4, 1], 15, 400_000),
        ([4, 4, 1], 15, 4_000_000),
        ([4, 4, 1], 0, 20_000),
        ([4, 4, 1], 5, 300_000),
        ([3, 4, 1], 11, 3_000_000),
        ([4, 4, 1], 6, 100_000),
        ([4, 4, 1], 1, 400_000),
        ([4, 4, 1], 8, 100_000),
        ([2, 8, 1], 15, 100_000),
        ([3, 5, 1], 14, 300_000),
        ([3, 3, 1], 8, 20_000),
        ([5, 5, 1], 24, 100_000),
        ([5, 5, 1], 2, 100_000),
        ([5, 5, 1], 1, 150_000),
        ([3, 8, 1], 23, 60_000),
        ([4, 8, 1], 31, 400_000),
        ([2, 2, 4], 15, 100_000),
        ([3, 3, 3], 26, 60_000),
    ] {
        let shape = Shape::new(sides[0], sides[1], sides[2]).expect("a shape");
        let views = views(shape, home, memory);
        with_second += usize::from(views.partitions().count() > 1);
        let kit = Shared::new(SearchTables::of_views(
            views.clone(),
            Automaton::at_once(shape),
        ));
        large += usize::from(matches!(kit.form(), LayoutTables::Cells16x2(_)));
        let narrow = match kit.form() {
            LayoutTables::Cells16x4(_) => Some(compare::<Cells16<FourTables>>(&kit)),
            LayoutTables::Cells16x2(_) => Some(compare::<Cells16<TwoTables>>(&kit)),
            LayoutTables::Cells32(_) | LayoutTables::EightViews(_) => None,
        };
        let wide = Shared::new(SearchTables::in_wide_form(views, Automaton::at_once(shape)));
        let wide = compare::<Cells32>(&wide);
        assert!(wide > 50, "{wide} children on {shape}");
        assert!(narrow.is_none_or(|narrow| narrow == wide));
    }
    assert!(with_second > 3, "{with_second}");
    assert!(large > 0, "{large}");
}
