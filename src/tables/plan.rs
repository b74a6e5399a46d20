//! The builder's plan: all blocks, and the moves between them.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::grid::{Maps, bits};
use super::index::PatternIndex;
use super::program::Program;
use super::sweep::{Form, Half, Programs};
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::cost_model::table as cost;
use crate::runtime::job::Pace;

/// All blocks, and the moves between them.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) halves: [Half; 2],
    pub(super) programs: Box<Programs>,
    /// The number of each block of the index within its half.
    pub(super) places: Vec<u32>,
}

/// Lays out the blocks of `tables` tables that are built side by side; no state is reached yet.
pub(super) async fn lay_out(
    index: &PatternIndex,
    form: &Form,
    tables: usize,
    pace: &mut Pace,
) -> Result<Layout, OutOfMemory> {
    let all_maps = || Maps::new(index.grid().cells, index.tiles());
    let orders = (tables * index.orders().count()) as u32;
    let mut places = reserved(index.blocks())?;
    let mut blocks = [0; 2];
    for (number, map) in all_maps().enumerate() {
        let blocks = &mut blocks[side(index, map)];
        for _ in index.blocks_of(number) {
            places.push(*blocks as u32);
            *blocks += 1;
        }
        pace.spend(cost::COUNTED_MAP).await;
    }
    let mut halves = [Half::new(form, blocks[0])?, Half::new(form, blocks[1])?];
    // The slots of the moves that need a program, as bits.
    let mut needed = 0;
    let (mut regions, mut moves) = (Vec::new(), Vec::new());
    for map in all_maps() {
        let side = side(index, map);
        let (half, left) = (&mut halves[side], &mut blocks[side]);
        index.grid().regions(map, &mut regions);
        for &region in &regions {
            half.push_block(region.count_ones() as u8, orders, *left, |bytes| {
                pace.pay(cost::NEW_WORD * bytes / 8);
            })?;
            *left -= 1;
            moves_into(index, &places, map, region, &mut moves, &mut needed);
            pace.pay(cost::ENTRANCE * moves.len());
            half.end_block(&moves)?;
        }
        pace.spend(cost::MAP).await;
    }
    let mut programs = Box::new([const { None }; 64]);
    for slots in bits(needed) {
        let program = Program::new(index.orders(), slots / 8, slots % 8, pace).await;
        programs[slots] = Some(program);
    }
    Ok(Layout {
        halves,
        programs,
        places,
    })
}

/// Fills in the moves that lead into a block, and adds their slots to those that need a program.
fn moves_into(
    index: &PatternIndex,
    places: &[u32],
    map: u64,
    region: u64,
    moves: &mut Vec<u32>,
    needed: &mut u64,
) {
    let grid = index.grid();
    moves.clear();
    let mut slot = 0;
    let mut rest = map;
    while rest != 0 {
        let cell = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        // The tile on `cell` came from the blank's cell.
        let mut blanks = grid.around(1 << cell) & region;
        while blanks != 0 {
            let blank = blanks.trailing_zeros() as usize;
            let before = map ^ 1 << cell | 1 << blank;
            blanks &= blanks - 1;
            let passed = between(map, cell, blank);
            let from = if blank < cell {
                slot - passed
            } else {
                slot + passed
            };
            let slots = if passed == 0 { 0 } else { 8 * from + slot };
            if passed != 0 {
                *needed |= 1 << slots;
            }
            let source = places[index.block(before, cell)];
            moves.push(source << 6 | slots as u32);
        }
        slot += 1;
    }
}

/// Counts the tiles on the cells between two cells, in reading order.
const fn between(map: u64, a: usize, b: usize) -> usize {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    let cells = ((1 << high) - 1) & !((2 << low) - 1);
    let mut tiles = map & cells;
    let mut count = 0;
    // There are few: this is quicker than counting the bits of the whole word.
    while tiles != 0 {
        tiles &= tiles - 1;
        count += 1;
    }
    count
}

/// Returns the half that a map belongs to.
pub(super) const fn side(index: &PatternIndex, map: u64) -> usize {
    (map & index.grid().odd).count_ones() as usize & 1
}
