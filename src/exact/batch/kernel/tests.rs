//! Children match the entries of the tables, looked up again.

use super::*;
use crate::DynBoard;
use crate::exact::automaton::{Automaton, REFUSED};
use crate::exact::batch::compact::CompactLayout;
use crate::exact::batch::layout::{VIEWS, tables_of};
use crate::exact::batch::wide::WideLayout;
use crate::goal::Goal;
use crate::runtime::{Counts, block_on};
use crate::shape::Shape;
use crate::side::Side;
use crate::tables::{build_at_once, choose_partitions};

fn views(shape: Shape, home: usize, memory: u64) -> Vec<PatternDatabases> {
    let chosen = block_on(async |pace| choose_partitions(shape, home, memory, pace).await);
    let chosen = chosen.expect("a partition");
    let patterns = chosen.iter().flat_map(|it| &it.patterns);
    let tables = build_at_once(&patterns.copied().collect::<Vec<_>>());
    let mut first = tables.expect("little memory");
    let second = first.split_off(chosen[0].patterns.len());
    let partitions = [first, second].into_iter().filter(|it| !it.is_empty());
    let of = |tables| PatternDatabases { tables };
    let mut views: Vec<_> = partitions.map(of).collect();
    if views.len() == 1 {
        views.extend(views[0].mirrored());
    }
    views
}

/// Returns the children of a board: the turn, the blank's cell, the state of the automaton and the
/// slacks of those that the bound allows. Every distance is looked up by descending to the goal.
fn expected(
    tables: &SearchTables,
    cells: &[u16],
    automaton: u16,
    left: u16,
) -> Vec<(u8, usize, u16, [u8; VIEWS])> {
    let patterns = &tables.views[0];
    let blank = cells
        .iter()
        .position(|&tile| usize::from(tile) == patterns.home());
    let blank = blank.expect("a blank");
    let (rows, turns) = tables.moves.automaton.rows();
    let mut children = Vec::new();
    for (turn, side) in (0..).zip(Side::ALL).take(turns) {
        let next = rows[usize::from(automaton) * turns + usize::from(turn)];
        let from = side.entered(patterns.shape(), blank);
        let Some(from) = from.filter(|_| next != REFUSED) else {
            continue;
        };
        let mut child = cells.to_vec();
        child.swap(blank, from);
        let child = CanonicalBoard::from_cells(patterns.shape(), patterns.home(), child);
        let child = child.expect("a permutation");
        let mut slacks = [0; VIEWS];
        let mut views = slacks.iter_mut().zip(&tables.views);
        let fits = views.all(|(slack, patterns)| {
            let sum = patterns.evaluate(&child).sum;
            let rest = u32::from(left - 1).checked_sub(sum);
            *slack = (rest.unwrap_or_default() / 2) as u8;
            rest.is_some()
        });
        if fits {
            children.push((turn, from, next, slacks));
        }
    }
    children
}

/// Walks from boards and compares all children on the way. Returns their number.
fn compare<F: Layout>(tables: &Arc<SearchTables>, layout: &Arc<F>) -> usize {
    let (shape, home) = (tables.views[0].shape(), tables.views[0].home());
    let mut compared = 0;
    for seed in 0..4 {
        let mut tiles: Vec<u16> = (1..shape.cells() as u16).collect();
        tiles.insert(home, 0);
        let goal = Goal::from(DynBoard::from_tiles(shape, tiles).expect("a permutation"));
        let board = DynBoard::from_seed_for(shape, &goal, seed).expect("a goal of the shape");
        let board = CanonicalBoard::new(&board, &goal).expect("a goal of the shape");
        let (own, layout) = (Arc::clone(tables), Arc::clone(layout));
        let mut kernel = BatchKernel::new(own, layout, &board).expect("little memory");
        let bound = kernel.first_bound(0) + 8 + 2 * seed as usize;
        kernel.begin(bound, 0);
        let mut at = kernel.root;
        let mut cells = board.cells.clone();
        for step in 0..40 {
            let meta = at.meta;
            if meta.moves_left() == 0 {
                break;
            }
            kernel
                .expand_apart(&[at], &mut Counts::default())
                .expect("little memory");
            let made = kernel.stacks[1].boards().iter();
            let made = made.map(|child| (child.path.last(), *child));
            let mut children: Vec<_> = made.collect();
            children.sort_by_key(|(turn, _)| *turn);
            let seen = children.iter().map(|(turn, child)| {
                assert_eq!(child.meta.moves_left(), meta.moves_left() - 1);
                let slacks = core::array::from_fn(|view| child.slacks.of(view));
                (*turn, child.meta.blank(), child.meta.automaton(), slacks)
            });
            let expected = expected(tables, &cells, meta.automaton(), meta.moves_left());
            assert_eq!(seen.collect::<Vec<_>>(), expected);
            compared += children.len();
            let Some((_, child)) = children.get(step % children.len().max(1)) else {
                break;
            };
            cells.swap(meta.blank(), child.meta.blank());
            at = *child;
        }
    }
    compared
}

#[test]
fn children_match_the_tables() {
    // Tables of one to eight tiles; two views, or one; tables that share entries; two partitions.
    let (mut with_second, mut narrower) = (0, 0);
    for (sides, home, memory) in [
        ([4, 4, 1], 15, 400_000),
        ([4, 4, 1], 15, 4_000_000),
        ([4, 4, 1], 0, 20_000),
        ([4, 4, 1], 5, 300_000),
        ([3, 4, 1], 11, 3_000_000),
        ([4, 4, 1], 6, 100_000),
        ([4, 4, 1], 1, 400_000),
        ([4, 4, 1], 8, 400_000),
        ([2, 8, 1], 15, 1_100_000),
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
        with_second += usize::from(views[0].mirror().is_none() && views.len() > 1);
        let wide = block_on(async |pace| WideLayout::<2, 32>::new(&views, pace).await);
        let wide = wide.expect("little memory");
        let few = (tables_of(&views).count() < 8)
            .then(|| block_on(async |pace| WideLayout::<2, 8>::new(&views, pace).await));
        let small = CompactLayout::fits(&views)
            .then(|| block_on(async |pace| CompactLayout::new(&views, pace).await));
        let tables = SearchTables::at_once(views, Automaton::at_once(shape));
        let tables = Arc::new(tables);
        let few = few.map(|it| compare(&tables, &it.expect("little memory")));
        let small = small.map(|it| compare(&tables, &it.expect("little memory")));
        let wide = compare(&tables, &wide);
        assert!(wide > 50, "{wide} children on {shape}");
        for narrow in few.into_iter().chain(small) {
            narrower += 1;
            assert_eq!(narrow, wide);
        }
    }
    assert!(with_second > 3, "{with_second}");
    assert!(narrower > 8, "{narrower}");
}
