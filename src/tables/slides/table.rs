//! Distances of the vertices of a graph of readings, at one bit each.

use super::colours::Colours;
use super::scan_axis::{ScanAxis, Transposer};
use crate::runtime::shared::Shared;
use crate::tables::words::Words;

/// The number of slides that the colours of a board are from the goal's, after a slide along one
/// axis.
///
/// Each reading, line of the blank and number of the order has a bit: bit 1 of the distance. Bit 0
/// is known: it says whether the reading is that of the source.
#[derive(Debug)]
pub(crate) struct SlideTable {
    colours: Shared<Colours>,
    /// The distances are from this reading of the goal.
    source: ScanAxis,
    /// The largest distance.
    max: u32,
    /// The bits for rows, then those for columns; each line begins a new word.
    words: Words,
}

/// Returns the number of words of the bits of a line.
pub(crate) const fn words_of_line(orders: usize) -> usize {
    orders.div_ceil(64)
}

impl SlideTable {
    pub(super) const fn new(
        colours: Shared<Colours>,
        source: ScanAxis,
        max: u32,
        words: Words,
    ) -> Self {
        Self {
            colours,
            source,
            max,
            words,
        }
    }

    pub(crate) const fn colours(&self) -> &Shared<Colours> {
        &self.colours
    }

    /// Returns the reading of the goal that the distances are from.
    pub(crate) const fn source(&self) -> ScanAxis {
        self.source
    }

    /// Returns the largest distance.
    pub(crate) const fn max(&self) -> u32 {
        self.max
    }

    /// Returns the bits of both readings.
    pub(super) fn all_words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the bits of a reading.
    pub(crate) fn words(&self, reading: ScanAxis) -> &[u64] {
        let [rows, _] = self.colours.sides();
        let rows = rows * words_of_line(self.colours.orders());
        match reading {
            ScanAxis::Rows => &self.words[..rows],
            ScanAxis::Columns => &self.words[rows..],
        }
    }

    /// Returns how many bits the lines of a reading are apart.
    pub(crate) fn stride(&self) -> usize {
        64 * words_of_line(self.colours.orders())
    }

    /// Returns the memory of the bits, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.words)
    }

    /// Returns the distance of a vertex modulo 4.
    fn distance_mod_4(&self, reading: ScanAxis, line: usize, order: u32) -> u32 {
        let bit = line * self.stride() + self.colours.rank(order);
        let high = self.words(reading)[bit / 64] >> (bit % 64) & 1;
        2 * high as u32 + u32::from(reading != self.source)
    }

    /// Returns the distance of a vertex: one goes from neighbour to nearer neighbour.
    pub(crate) fn distance(
        &self,
        transposer: &Transposer,
        reading: ScanAxis,
        line: usize,
        order: u32,
    ) -> u32 {
        let (goal, home) = self.colours.goal(self.source);
        let (mut reading, mut line, mut order) = (reading, line, order);
        let mut steps = 0;
        while (reading, line, order) != (self.source, home, goal) && steps < self.max {
            let nearer = (self.distance_mod_4(reading, line, order) + 3) % 4;
            let mut cells_in_line = 0..transposer.lines(reading).1;
            let next = cells_in_line.find_map(|blank_in_line| {
                let order = transposer.turn(reading, line, blank_in_line, order);
                let is_nearer =
                    self.distance_mod_4(reading.other(), blank_in_line, order) == nearer;
                is_nearer.then_some((blank_in_line, order))
            });
            // Each vertex that can be reached has a nearer neighbour, but for the source.
            let Some(next) = next else { break };
            reading = reading.other();
            (line, order) = next;
            steps += 1;
        }
        steps
    }
}
