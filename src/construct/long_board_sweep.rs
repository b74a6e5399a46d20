//! The sweep of tiles along a board that is much longer than wide.
//!
//! On such a board most tiles mainly move along the longest side, and there is no room to lead them
//! past each other one by one. The blank sweeps back and forth: wherever it crosses from
//! one slice of the board to the next, one tile goes the other way, the one that has farthest to
//! go. So all slices exchange a tile with their neighbours in two sweeps, as in odd-even
//! transposition sort. A tile goes about two moves for each cell that it comes nearer.
//!
//! Once few tiles are still far from their slices, most of a sweep would gain nothing. Then the
//! blank sweeps over parts of the board instead, one after the other, shorter and shorter ones.

use alloc::vec::Vec;

use super::tuning::{
    GAIN, LEAST_WORK, LONG, MOST_CELLS_OF_SLICE, MOST_PASSES, SHORTEST_PART, STEP_PARTS,
};
use super::workspace::{PART, Workspace, side_of};
use crate::direction::Direction;
use crate::runtime::alloc::{OutOfMemory, filled, reserve, reserved};
use crate::runtime::job::Pace;

/// The tiles of a long board, slice by slice, and the blank that sweeps them.
#[derive(Debug)]
pub(super) struct LongBoardSweep {
    /// The axis of the longest side, and the other ones.
    along: usize,
    across: [usize; 2],
    /// The slices of the board, and the cells of a slice along the other axes.
    slices: usize,
    sides: [usize; 2],
    /// `[slice * lanes + lane]`: the home slice of the cell's tile in the low 16 bits, the tile in
    /// the high ones.
    tiles: Vec<u32>,
    /// `[from * lanes + to]`, two cells of a slice: the cost of going from one to the other.
    tolls: Vec<i32>,
    /// The slice of the blank, and its cell there.
    at: usize,
    lane: usize,
    sweep: Sweep,
    tally: Tally,
    /// The tally when the current part was begun last, and when the first part was.
    of_round: Tally,
    of_pass: Tally,
}

/// The range of the blank's sweep.
#[derive(Clone, Copy, Debug)]
struct Sweep {
    /// The length of the parts in slices, minus one.
    length: usize,
    /// The current part, and whether the next one lies farther up.
    part: usize,
    is_upwards: bool,
    /// The way of the blank: to the first slice, to the last, to the first.
    leg: u8,
    rounds: usize,
    passes: usize,
}

/// The moves made, and the number of tiles that they brought nearer minus the number that they
/// brought away.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    moves: usize,
    gain: isize,
}

impl Tally {
    /// Returns whether at least one of this number of moves since then was a gain.
    const fn is_worth(&self, since: &Self, parts: usize) -> bool {
        let gain = self.gain - since.gain;
        gain * parts as isize >= (self.moves - since.moves) as isize && gain > 0
    }
}

impl LongBoardSweep {
    /// Returns the work for a whole board; `None` if it is not long.
    pub(super) fn new(workspace: &Workspace) -> Result<Option<Self>, OutOfMemory> {
        let sides = workspace.left.sides();
        let [along, across @ ..] = match sides {
            [rows, cols, layers] if rows >= cols.max(layers) => [0, 1, 2],
            [_, cols, layers] if cols >= layers => [1, 0, 2],
            _ => [2, 0, 1],
        };
        let (slices, sides) = (sides[along], across.map(|axis| sides[axis]));
        let lanes = sides[0] * sides[1];
        let work = workspace.at.len() as u64 * slices as u64;
        if work < LEAST_WORK
            || slices < LONG * sides[0].max(sides[1])
            || lanes > MOST_CELLS_OF_SLICE
        {
            return Ok(None);
        }
        let toll = (slices / STEP_PARTS) as i32 + 1;
        let mut tolls = reserved(lanes * lanes)?;
        for (from, to) in (0..lanes * lanes).map(|pair| (pair / lanes, pair % lanes)) {
            let apart = (from % sides[0]).abs_diff(to % sides[0])
                + (from / sides[0]).abs_diff(to / sides[0]);
            tolls.push(apart as i32 * toll);
        }
        let here = workspace.coordinates(workspace.blank);
        Ok(Some(Self {
            along,
            across,
            slices,
            sides,
            tiles: filled(0, slices * lanes)?,
            tolls,
            at: here[along],
            lane: here[across[1]] * sides[0] + here[across[0]],
            sweep: Sweep {
                length: slices - 1,
                part: 0,
                is_upwards: true,
                leg: 0,
                rounds: 0,
                passes: 0,
            },
            tally: Tally::default(),
            of_round: Tally::default(),
            of_pass: Tally::default(),
        }))
    }

    /// Returns the longest side of a slice.
    pub(super) fn widest(&self) -> usize {
        self.sides[0].max(self.sides[1])
    }

    const fn lanes(&self) -> usize {
        self.sides[0] * self.sides[1]
    }

    /// Sweeps the tiles to their slices.
    pub(super) async fn run(
        mut self,
        workspace: &mut Workspace,
        pace: &mut Pace,
    ) -> Result<(), OutOfMemory> {
        let cells = self.tiles.len();
        for first in (0..cells).step_by(PART) {
            for nth in first..cells.min(first + PART) {
                let tile = workspace.at[self.cell(nth, workspace)];
                let slice = workspace.places[usize::from(tile)][self.along];
                self.tiles[nth] = u32::from(tile) << 16 | u32::from(slice);
            }
            workspace.settle(8 * PART, pace).await;
        }
        while let Some(to) = self.goal() {
            let moves = workspace.moves.len();
            self.go(to, &mut workspace.moves)?;
            let moves = workspace.moves.len() - moves;
            self.tally.moves += moves;
            workspace.made += moves;
            workspace.settle(moves * (2 + self.lanes() / 4), pace).await;
        }
        let blank = self.at * self.lanes() + self.lane;
        self.tiles[blank] = (workspace.home as u32) << 16;
        for first in (0..cells).step_by(PART) {
            for nth in first..cells.min(first + PART) {
                workspace.put((self.tiles[nth] >> 16) as u16, self.cell(nth, workspace));
            }
            workspace.settle(8 * PART, pace).await;
        }
        workspace.blank = self.cell(blank, workspace);
        Ok(())
    }

    /// Returns the cell of the board that is the `nth` in order of slices.
    const fn cell(&self, nth: usize, workspace: &Workspace) -> usize {
        let (slice, lane) = (nth / self.lanes(), nth % self.lanes());
        let mut at = [0; 3];
        at[self.along] = slice;
        at[self.across[0]] = lane % self.sides[0];
        at[self.across[1]] = lane / self.sides[0];
        workspace.cell(at)
    }

    /// Returns the slice to which the blank sweeps next; `None` if it has finished.
    fn goal(&mut self) -> Option<usize> {
        loop {
            let Sweep { length, part, .. } = self.sweep;
            let first = part * (length / 2).max(1);
            let last = (first + length).min(self.slices - 1);
            let goal = if self.sweep.leg == 1 { last } else { first };
            if self.at != goal && self.sweep.leg < 3 {
                return Some(goal);
            }
            self.sweep.leg += 1;
            if self.sweep.leg < 3 {
                continue;
            }
            self.sweep.leg = 0;
            self.sweep.rounds += 1;
            // The first sweeps of all gain little: far tiles have to come near first.
            let is_first = length == self.slices - 1 && self.sweep.rounds <= self.slices / 4;
            if is_first || self.tally.is_worth(&self.of_round, GAIN) {
                self.of_round = self.tally;
                continue;
            }
            self.next_part()?;
        }
    }

    /// Starts the next part, or shorter ones; `None` if they would be too short.
    fn next_part(&mut self) -> Option<()> {
        let sweep = &mut self.sweep;
        self.of_round = self.tally;
        sweep.rounds = 0;
        // Each part overlaps half of the next one.
        let count = |length: usize| (self.slices - 1 - length).div_ceil((length / 2).max(1)) + 1;
        let last = count(sweep.length) - 1;
        if sweep.is_upwards && sweep.part < last {
            sweep.part += 1;
            return Some(());
        }
        if !sweep.is_upwards && sweep.part > 0 {
            sweep.part -= 1;
            return Some(());
        }
        sweep.passes += 1;
        let is_whole = last == 0;
        if is_whole || sweep.passes == MOST_PASSES || !self.tally.is_worth(&self.of_pass, GAIN) {
            if sweep.length <= SHORTEST_PART {
                return None;
            }
            sweep.length = (sweep.length / 2).max(SHORTEST_PART);
            sweep.passes = 0;
        }
        sweep.is_upwards = self.at < self.slices / 2;
        sweep.part = if sweep.is_upwards {
            0
        } else {
            count(sweep.length) - 1
        };
        self.of_pass = self.tally;
        Some(())
    }

    /// Sweeps the blank towards a slice, some slices far.
    fn go(&mut self, to: usize, moves: &mut Vec<Direction>) -> Result<(), OutOfMemory> {
        let lanes = self.lanes();
        let most = (PART / lanes).min(self.at.abs_diff(to));
        let longest_step = self.sides[0] + self.sides[1];
        reserve(moves, most * longest_step)?;
        let is_up = to > self.at;
        let tile_goes = side_of(self.along, is_up).tile_moves();
        for _ in 0..most {
            let next = if is_up { self.at + 1 } else { self.at - 1 };
            let lane = self.best_lane(next, is_up);
            if lane != self.lane {
                self.change_lane(lane, moves);
            }
            let tile = self.tiles[next * lanes + lane];
            self.tiles[self.at * lanes + lane] = tile;
            moves.push(tile_goes);
            let is_nearer = way_to_go(tile, next, is_up) > 0;
            self.tally.gain += if is_nearer { 1 } else { -1 };
            self.at = next;
        }
        Ok(())
    }

    /// Returns the best cell for the blank to cross to the next slice: that with the largest
    /// distance of its tile to its slice, minus the toll of the blank.
    #[inline]
    fn best_lane(&self, next: usize, is_up: bool) -> usize {
        let lanes = self.lanes();
        let tiles = &self.tiles[next * lanes..][..lanes];
        let tolls = &self.tolls[self.lane * lanes..][..lanes];
        let (mut most, mut best) = (i32::MIN, self.lane);
        for (lane, (&tile, &toll)) in tiles.iter().zip(tolls).enumerate() {
            let worth = way_to_go(tile, next, is_up) - toll;
            if worth > most {
                (most, best) = (worth, lane);
            }
        }
        best
    }

    /// Moves the blank to another cell of its slice.
    fn change_lane(&mut self, to: usize, moves: &mut Vec<Direction>) {
        let first = self.at * self.lanes();
        for (across, jump) in [(0, 1), (1, self.sides[0])] {
            let place = |lane: usize| [lane % self.sides[0], lane / self.sides[0]][across];
            while place(self.lane) != place(to) {
                let is_up = place(self.lane) < place(to);
                let next = if is_up {
                    self.lane + jump
                } else {
                    self.lane - jump
                };
                self.tiles[first + self.lane] = self.tiles[first + next];
                self.lane = next;
                moves.push(side_of(self.across[across], is_up).tile_moves());
            }
        }
    }
}

/// Returns the distance of a tile to its slice against the direction of the blank, negative if its
/// slice lies the other way.
#[inline]
const fn way_to_go(tile: u32, slice: usize, is_up: bool) -> i32 {
    let beyond = slice as i32 - (tile & 0xFFFF) as i32;
    if is_up { beyond } else { -beyond }
}
