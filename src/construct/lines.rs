//! Line after line by beam search, on boards that are small enough for it.

use alloc::vec::Vec;

use super::beam::{Beam, Costs, NO_SLOT, Progress, Stage};
use super::peel::Face;
use super::rest::{MOST_LEFT, Rest};
use super::site::Site;
use super::style::Style;
use crate::tables::{OutOfMemory, filled};
use crate::work::Counts;

/// A line is given up after so many moves for each cell that is left.
const MOST: usize = 10;

/// Finds a way of the blank that puts lines in order, one after the other, and leaves those lines
/// alone.
#[derive(Debug)]
pub(super) struct Settle {
    lines: Lines,
    beam: Beam,
}

/// All lines that are left, in order, down to the last cells.
#[derive(Debug)]
struct Lines {
    faces: Vec<Face>,
    /// The one in hand: its face, and its number there.
    face: usize,
    line: usize,
    /// By cell: which of the line's it is.
    slot: Vec<u16>,
    /// By cell: how many lines before the one that it is in come first.
    behind: Vec<u16>,
    costs: Costs,
}

impl Lines {
    fn new(site: &Site, decay: i64) -> Result<Self, OutOfMemory> {
        let mut faces = Vec::new();
        let mut left = site.left;
        while left.cells() > MOST_LEFT {
            let face = Face::outermost(&left, site)?;
            face.cut_off(&mut left);
            faces.push(face);
        }
        let count = faces.iter().flat_map(Face::lines).count();
        let mut behind = filled(count as u16, site.at.len())?;
        for (number, line) in (0..).zip(faces.iter().flat_map(Face::lines)) {
            for &cell in line {
                behind[cell] = number;
            }
        }
        let mut lines = Self {
            faces,
            face: 0,
            line: 0,
            slot: filled(NO_SLOT, site.at.len())?,
            behind,
            costs: Costs::new(count, site.left.longest(), decay)?,
        };
        lines.begin();
        Ok(lines)
    }

    /// Returns the line in hand; `None` if none is left.
    fn current(&self) -> Option<&[usize]> {
        self.faces.get(self.face)?.lines().nth(self.line)
    }

    /// Numbers the cells of the line in hand.
    fn begin(&mut self) {
        self.slot.fill(NO_SLOT);
        let Some(face) = self.faces.get(self.face) else {
            return;
        };
        for (nth, &cell) in (0..).zip(face.lines().nth(self.line).into_iter().flatten()) {
            self.slot[cell] = nth;
        }
    }

    /// Leaves the line in hand alone from now on, and takes the next one.
    fn go_on(&mut self, site: &mut Site) {
        for number in &mut self.behind {
            *number = number.saturating_sub(1);
        }
        for &cell in self.current().into_iter().flatten() {
            site.is_fixed[cell] = true;
        }
        self.line += 1;
        if self.current().is_none() {
            if let Some(face) = self.faces.get(self.face) {
                face.leave(site);
            }
            (self.face, self.line) = (self.face + 1, 0);
        }
        self.begin();
    }

    fn stage<'s>(&'s self, line: &'s [usize], site: &'s Site) -> Stage<'s> {
        Stage {
            places: &site.places,
            left: site.left,
            jumps: site.jumps(),
            is_fixed: &site.is_fixed,
            cells: line,
            slot: &self.slot,
            behind: &self.behind,
            costs: &self.costs,
            is_flat: site.shape.is_rectangle(),
        }
    }
}

impl Settle {
    pub(super) fn new(site: &Site, style: Style) -> Result<Self, OutOfMemory> {
        Ok(Self {
            lines: Lines::new(site, style.decay)?,
            beam: Beam::new(&site.at, site.blank, style)?,
        })
    }

    /// Does a small part. Returns how many cells were looked at; `None` if no line is left, or if
    /// one was given up. The boards expanded are counted, as [`Beam::step`] does.
    pub(super) fn step(
        &mut self,
        site: &mut Site,
        until: u64,
        counts: &mut Counts,
    ) -> Result<Option<usize>, OutOfMemory> {
        let Some(line) = self.lines.current() else {
            return Ok(None);
        };
        let stage = self.lines.stage(line, site);
        let most = MOST * site.left.cells();
        Ok(match self.beam.step(&stage, most, until, counts)? {
            Progress::Busy(cells) => Some(cells),
            Progress::Settled => {
                self.lines.go_on(site);
                Some(site.at.len())
            }
            Progress::GivenUp => None,
        })
    }

    /// Goes the way that was found: if few cells are left, the one to the board that is nearest to
    /// the end.
    pub(super) fn finish(&self, site: &mut Site, rest: &Rest) -> Result<(), OutOfMemory> {
        let way = if site.left.cells() > MOST_LEFT {
            self.beam.way_to_first()?
        } else {
            let left = |at: &[u16], blank: usize| rest.walk(at, blank).left();
            self.beam.way_to_nearest(left)?
        };
        for side in way {
            if let Some(cell) = side.entered(site.shape, site.blank) {
                site.go(side, cell)?;
            }
        }
        Ok(())
    }
}
