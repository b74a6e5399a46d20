//! The sizes of [`Cells16`](super::cells16::Cells16): many small tables, or two large ones.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::panic::{RefUnwindSafe, UnwindSafe};

use super::board_layout::Plain;
use super::views::MIRRORED;
use crate::runtime::alloc::{OutOfMemory, boxed, reserve};
use crate::runtime::dispatch::fetch_early;
use crate::runtime::shared::Shareable;

/// The widths of the states of tables, and the arrays for lookups.
pub(super) trait Size: Debug + UnwindSafe + RefUnwindSafe + Shareable + 'static {
    /// The most tables in a view.
    const TABLES: usize;
    /// The most tiles of a table.
    const TILES: usize;
    /// As of [`ByView`](super::view_by_view::ByView::ASKED).
    const ASKED: usize;
    /// The bit at which the distance begins in a state.
    const DISTANCE: u32;
    /// The mask of an order's number.
    const ORDERS: u32;

    /// The tiles of one table, in one word.
    type State: Plain + Default + Shareable;
    /// By view and table.
    type States: Plain + Shareable;
    /// A place in the changes.
    type Place: Plain + Default + Shareable;
    type Maps: Debug + Shareable + UnwindSafe + RefUnwindSafe;
    type Changes: Debug + Shareable + UnwindSafe + RefUnwindSafe;

    const NO_STATES: Self::States;

    fn state(word: u64) -> Self::State;
    fn word(state: Self::State) -> u64;
    fn get(states: &Self::States, view: usize, table: usize) -> Self::State;
    fn set(states: &mut Self::States, view: usize, table: usize, state: Self::State);
    fn place(place: usize) -> Self::Place;
    fn at(place: Self::Place) -> usize;

    /// Allocates maps and changes, none entered yet.
    fn none() -> Result<(Self::Maps, Self::Changes), OutOfMemory>;

    /// Returns the word of a map.
    fn map(maps: &Self::Maps, number: u16) -> u64;

    /// Returns what changes in an order.
    fn change(changes: &Self::Changes, place: Self::Place) -> u16;

    /// Asks the memory for a change, if no near cache holds all of them.
    fn fetch(changes: &Self::Changes, place: Self::Place);

    /// Enters the maps of another number of tiles, after `before` others.
    fn enter_maps(maps: &mut Self::Maps, before: usize, words: &[u64]) -> Result<(), OutOfMemory>;

    /// Enters the changes of another number of tiles, after `before` others.
    fn enter_changes(
        changes: &mut Self::Changes,
        before: usize,
        more: &[u16],
    ) -> Result<(), OutOfMemory>;
}

/// Defines the number of tables, the widths of states and places, and the access to them.
macro_rules! widths {
    ($tables:literal, $state:ty, $place:ty) => {
        const TABLES: usize = $tables;

        type State = $state;
        type States = [[$state; $tables]; MIRRORED];
        type Place = $place;

        const NO_STATES: Self::States = [[0; $tables]; MIRRORED];

        #[inline(always)]
        fn state(word: u64) -> $state {
            word as $state
        }

        #[inline(always)]
        fn word(state: $state) -> u64 {
            state as u64
        }

        #[inline(always)]
        fn get(states: &Self::States, view: usize, table: usize) -> $state {
            states[view][table % $tables]
        }

        #[inline(always)]
        fn set(states: &mut Self::States, view: usize, table: usize, state: $state) {
            states[view][table % $tables] = state;
        }

        #[inline(always)]
        fn place(place: usize) -> $place {
            place as $place
        }

        #[inline(always)]
        fn at(place: $place) -> usize {
            place as usize
        }
    };
}

/// Up to four tables of up to six tiles in a view. All lookups except entries are in arrays of
/// fixed size, so no index needs a check.
///
/// A state: bits 0 to 15 the cells of the tiles, 16 and 17 the table, 18 to 29 the number of their
/// order, 30 and 31 their distance modulo 4.
#[derive(Clone, Debug)]
pub(super) struct FourTables;

/// The number of maps of one to six tiles: 14,892 on 16 cells.
const MAPS: usize = 1 << 14;

/// The number of changes of orders: 25,201 on 2 x 8, where a tile passes up to seven others.
const CHANGES: usize = 1 << 15;

impl Size for FourTables {
    widths!(4, u32, u16);

    const TILES: usize = 6;
    const ASKED: usize = usize::MAX / 2;
    const DISTANCE: u32 = 30;
    const ORDERS: u32 = (1 << 12) - 1;

    type Maps = Box<[u64; MAPS]>;
    type Changes = Box<[u16; CHANGES]>;

    fn none() -> Result<(Self::Maps, Self::Changes), OutOfMemory> {
        Ok((boxed(0)?, boxed(0)?))
    }

    #[inline(always)]
    fn map(maps: &Self::Maps, number: u16) -> u64 {
        maps[usize::from(number) % MAPS]
    }

    #[inline(always)]
    fn change(changes: &Self::Changes, place: u16) -> u16 {
        changes[usize::from(place) % CHANGES]
    }

    #[inline(always)]
    fn fetch(_: &Self::Changes, _: u16) {}

    fn enter_maps(maps: &mut Self::Maps, before: usize, words: &[u64]) -> Result<(), OutOfMemory> {
        // Tables of up to six tiles have no more.
        if let Some(room) = maps.get_mut(before..before + words.len()) {
            room.copy_from_slice(words);
        }
        Ok(())
    }

    fn enter_changes(
        changes: &mut Self::Changes,
        before: usize,
        more: &[u16],
    ) -> Result<(), OutOfMemory> {
        if let Some(room) = changes.get_mut(before..before + more.len()) {
            room.copy_from_slice(more);
        }
        Ok(())
    }
}

/// Up to two tables of up to eight tiles in a view.
///
/// A state: bits 0 to 15 the cells of the tiles, 16 and 17 the table, 18 to 33 the number of their
/// order, 62 and 63 their distance modulo 4.
#[derive(Clone, Debug)]
pub(super) struct TwoTables;

impl Size for TwoTables {
    widths!(2, u64, u32);

    const TILES: usize = 8;
    const ASKED: usize = 16;
    const DISTANCE: u32 = 62;
    const ORDERS: u32 = (1 << 16) - 1;

    type Maps = Vec<u64>;
    type Changes = Vec<u16>;

    fn none() -> Result<(Vec<u64>, Vec<u16>), OutOfMemory> {
        Ok((Vec::new(), Vec::new()))
    }

    #[inline(always)]
    fn map(maps: &Vec<u64>, number: u16) -> u64 {
        maps[usize::from(number)]
    }

    #[inline(always)]
    fn change(changes: &Vec<u16>, place: u32) -> u16 {
        changes[place as usize]
    }

    #[inline(always)]
    fn fetch(changes: &Vec<u16>, place: u32) {
        fetch_early(changes, place as usize);
    }

    fn enter_maps(maps: &mut Vec<u64>, _: usize, words: &[u64]) -> Result<(), OutOfMemory> {
        append(maps, words)
    }

    fn enter_changes(changes: &mut Vec<u16>, _: usize, more: &[u16]) -> Result<(), OutOfMemory> {
        append(changes, more)
    }
}

/// Appends values, if there is memory.
fn append<T: Copy>(to: &mut Vec<T>, more: &[T]) -> Result<(), OutOfMemory> {
    reserve(to, more.len())?;
    to.extend_from_slice(more);
    Ok(())
}
