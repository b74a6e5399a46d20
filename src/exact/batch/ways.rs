//! The moves of a board that the edges and the automaton allow.

use alloc::boxed::Box;
use alloc::vec;

use super::board_layout::Meta;
use crate::exact::automaton::{Automaton, REFUSED};
use crate::exact::patterns::{MAX_CELLS, step};
use crate::runtime::dispatch::fetch_early;
use crate::shape::Shape;
use crate::side::Side;

/// The axes of a box.
pub(super) const AXES: usize = 3;

/// The turns along each axis.
const TURNS: [[u8; 2]; AXES] = [
    [Side::Up as u8, Side::Down as u8],
    [Side::Left as u8, Side::Right as u8],
    [Side::Front as u8, Side::Back as u8],
];

/// For each axis, and each set of its two turns: the turns, 16 bits each.
pub(super) const PICKS: [[u32; 4]; AXES] = {
    let mut picks = [[0; 4]; AXES];
    let mut axis = 0;
    while axis < AXES {
        let [first, second] = [TURNS[axis][0] as u32, TURNS[axis][1] as u32];
        picks[axis] = [0, first, second, first | second << 16];
        axis += 1;
    }
    picks
};

/// Returns the bit of a turn in a set: two bits an axis.
const fn bit(turn: usize) -> u8 {
    let mut place = 0;
    while TURNS[place / 2][place % 2] as usize != turn {
        place += 1;
    }
    1 << place
}

/// The moves of a shape, laid out for the kernel.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    /// By the blank's cell: the turns that stay on the board.
    walls: [u8; MAX_CELLS],
    /// By state of the automaton: the turns that it allows. Indexed by 16 bits, so that no index
    /// needs a check.
    passed: Box<[u8; 1 << 16]>,
    /// By step: what it adds to a board's [`Meta`].
    adds: [u64; 256],
    /// The turns of a row of the automaton.
    turns: usize,
}

impl Ways {
    pub(super) fn new(shape: Shape, moving: &Automaton) -> Self {
        let (rows, turns) = moving.rows();
        let passed: Box<[u8]> = vec![0; 1 << 16].into();
        let Ok(mut passed): Result<Box<[u8; 1 << 16]>, _> = passed.try_into() else {
            unreachable!("it has one place for each number of 16 bits");
        };
        for (passed, row) in passed.iter_mut().zip(rows.chunks_exact(turns)) {
            let turns = row.iter().enumerate();
            let passing = turns.filter(|&(_, &next)| next != REFUSED);
            *passed = passing.map(|(turn, _)| bit(turn)).sum();
        }
        let mut ways = Self {
            walls: [0; MAX_CELLS],
            passed,
            adds: [0; 256],
            turns,
        };
        for blank in 0..shape.cells() {
            for (turn, side) in Side::ALL.into_iter().enumerate().take(turns) {
                if let Some(to) = side.entered(shape, blank) {
                    ways.walls[blank] |= bit(turn);
                    ways.adds[usize::from(step(blank, turn))] = Meta::step(blank, to);
                }
            }
        }
        ways
    }

    /// Returns the turns that a board has, two bits an axis.
    #[inline(always)]
    pub(super) fn open(&self, meta: Meta) -> u8 {
        self.passed[usize::from(meta.automaton())] & self.walls[meta.blank() % MAX_CELLS]
    }

    /// Asks the memory for a board's row of the automaton.
    #[inline(always)]
    pub(super) fn fetch_row(&self, rows: &[u16], meta: Meta) {
        fetch_early(rows, usize::from(meta.automaton()) * self.turns);
    }

    /// Returns what a board holds beside its tiles after a step; `rows` are those of the automaton.
    #[inline(always)]
    pub(super) fn after(&self, rows: &[u16], meta: Meta, step: u8, turn: u8) -> Meta {
        let next = rows[usize::from(meta.automaton()) * self.turns + usize::from(turn)];
        let with_next = meta.0 & !0xffff | u64::from(next);
        Meta(with_next.wrapping_add(self.adds[usize::from(step)]))
    }
}
