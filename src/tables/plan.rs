//! The builder's plan: all blocks, and the moves between them.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::grid::Maps;
use super::index::PatternIndex;
use super::lookup::MAP_COST;
use super::program::NewProgram;
use super::sweep::{Form, Half, Programs};
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::effort::Effort;

/// The two halves, even first, and all moves between them, while they are laid out.
#[derive(Debug)]
pub(super) struct Plan {
    form: Form,
    /// The orders of a block, over all tables.
    orders: u32,
    maps: Maps,
    /// The next map's number.
    number: usize,
    /// The blocks of each half so far.
    blocks: [usize; 2],
    /// The number of each block of the index within its half.
    places: Vec<u32>,
    halves: Option<[Half; 2]>,
    programs: Box<Programs>,
    /// The slots of the moves that need a program, as bits.
    needed: u64,
    compiling: Option<NewProgram>,
    /// The regions of a map, and the moves into a block.
    regions: Vec<u64>,
    moves: Vec<u32>,
}

/// What is laid out.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) halves: [Half; 2],
    pub(super) programs: Box<Programs>,
    /// The number of each block of the index within its half.
    pub(super) places: Vec<u32>,
}

/// What a map costs while blocks are counted, and what a move that leads into a block.
const COUNT_COST: usize = 30;
const MOVE_COST: usize = 15;

/// What eight bytes cost that are allocated and cleared.
const CLEAR_COST: usize = 2;

impl Plan {
    /// Begins the plan for so many tables; nothing is reached yet.
    pub(super) fn new(
        index: &PatternIndex,
        form: Form,
        tables: usize,
    ) -> Result<Self, OutOfMemory> {
        Ok(Self {
            form,
            orders: (tables * index.orders().count()) as u32,
            maps: Maps::new(index.grid().cells, index.tiles()),
            number: 0,
            blocks: [0; 2],
            places: reserved(index.blocks())?,
            halves: None,
            programs: Box::new([const { None }; 64]),
            needed: 0,
            compiling: None,
            regions: Vec::new(),
            moves: Vec::new(),
        })
    }

    /// Goes on, and returns the layout once it is made.
    pub(super) fn advance(
        &mut self,
        index: &PatternIndex,
        effort: &mut Effort,
    ) -> Result<Option<Layout>, OutOfMemory> {
        while !effort.is_spent() {
            if self.halves.is_none() {
                if let Some(map) = self.maps.next() {
                    self.count(index, map);
                    effort.spend(COUNT_COST);
                } else {
                    let [even, odd] = self.blocks;
                    self.halves = Some([Half::new(&self.form, even)?, Half::new(&self.form, odd)?]);
                    self.maps = Maps::new(index.grid().cells, index.tiles());
                }
                continue;
            }
            if let Some(map) = self.maps.next() {
                self.add_map(index, map, effort)?;
                effort.spend(MAP_COST);
            } else if let Some(program) = &mut self.compiling {
                if let Some(program) = program.advance(index.orders(), effort) {
                    self.programs[self.needed.trailing_zeros() as usize] = Some(program);
                    self.needed &= self.needed - 1;
                    self.compiling = None;
                }
            } else if self.needed != 0 {
                let slots = self.needed.trailing_zeros() as usize;
                self.compiling = Some(NewProgram::new(slots / 8, slots % 8));
            } else {
                let programs =
                    core::mem::replace(&mut self.programs, Box::new([const { None }; 64]));
                let places = core::mem::take(&mut self.places);
                let halves = self.halves.take();
                return Ok(halves.map(|halves| Layout {
                    halves,
                    programs,
                    places,
                }));
            }
        }
        Ok(None)
    }

    /// Gives the blocks of a map their places.
    fn count(&mut self, index: &PatternIndex, map: u64) {
        let blocks = &mut self.blocks[side(index, map)];
        for _ in index.blocks_of(self.number) {
            self.places.push(*blocks as u32);
            *blocks += 1;
        }
        self.number += 1;
    }

    /// Adds the blocks of a map.
    fn add_map(
        &mut self,
        index: &PatternIndex,
        map: u64,
        effort: &mut Effort,
    ) -> Result<(), OutOfMemory> {
        let side = side(index, map);
        let Some(halves) = &mut self.halves else {
            return Ok(());
        };
        let mut regions = core::mem::take(&mut self.regions);
        index.grid().regions(map, &mut regions);
        for &region in &regions {
            let half = &mut halves[side];
            let left = &mut self.blocks[side];
            half.push_block(region.count_ones() as u8, self.orders, *left, |bytes| {
                effort.spend(CLEAR_COST * bytes / 8);
            })?;
            *left -= 1;
            moves_into(
                index,
                &self.places,
                map,
                region,
                &mut self.moves,
                &mut self.needed,
            );
            effort.spend(MOVE_COST * self.moves.len());
            half.end_block(&self.moves)?;
        }
        self.regions = regions;
        Ok(())
    }
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
