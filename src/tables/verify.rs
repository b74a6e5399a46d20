//! The independent check of tables: breadth-first search over a graph that shares no code with the
//! builders.

mod error;
mod graph;
mod pattern_graph;

use super::table::Table;
use crate::runtime::gauge::ShowLevel;
use crate::runtime::job::{Pace, block_on};
pub use error::VerifyTableError;
pub(crate) use graph::{Graph, Reached, search};
use pattern_graph::PatternGraph;

impl Table {
    /// Proves that the table is right, from its bits and the rules of the puzzle alone.
    ///
    /// A breadth-first search from the goal finds the distance of every entry that can reach it.
    /// The table is right exactly when each of these entries has bit 1 of its distance, and all
    /// others, and the unused bits behind the last entry, are 0.
    ///
    /// What was counted while the table was built ([`max`](Self::max), [`mean`](Self::mean),
    /// [`reached`](Self::reached)) is counted again. This shares no code with the builder, and
    /// it numbers maps and regions on its own; of the index it takes the list of the orders of the
    /// tiles.
    ///
    /// It takes about a third of a microsecond and a byte of memory for each entry, and some
    /// hundred bytes for each set of cells that the tiles can stand on.
    ///
    /// # Errors
    /// [`VerifyTableError`] names the first bad entry that was found.
    ///
    /// ```
    /// use npuzzle::{Shape, tables::{Pattern, Table}};
    ///
    /// let table = Table::build(Pattern::new(Shape::new(3, 3, 1)?, 4, [0, 1, 2])?)?;
    /// assert_eq!(table.verify(), Ok(()));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn verify(&self) -> Result<(), VerifyTableError> {
        block_on(async |pace| self.check(&|_, _| {}, pace).await)
    }

    /// Does the same in slices. `show` receives the level of the search, and the number of entries
    /// reached.
    pub(crate) async fn check(
        &self,
        show: &dyn ShowLevel,
        pace: &mut Pace,
    ) -> Result<(), VerifyTableError> {
        let graph = PatternGraph::new(self, pace).await?;
        let mut behind = graph.entries() as u64..64 * self.words().len() as u64;
        if let Some(entry) = behind.find(|&entry| self.bit(entry)) {
            return Err(VerifyTableError::Unreached { entry });
        }
        let Reached { entries, max, mean } = search(&graph, show, pace).await?;
        let is_mean = mean.to_bits() == self.mean().to_bits();
        if entries == self.reached() && max == self.max() && is_mean {
            return Ok(());
        }
        let reached = entries;
        Err(VerifyTableError::Counts { reached, max })
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::super::index::PatternIndex;
    use super::super::pattern::Pattern;
    use super::super::table::Bits;
    use super::*;
    use crate::runtime::shared::Shared;
    use crate::shape::Shape;

    /// Returns the table with other bits and counts.
    fn forged(table: &Table, change: impl FnOnce(&mut Bits)) -> Table {
        let mut bits = Bits {
            words: table.words().to_vec().into(),
            max: table.max(),
            mean: table.mean(),
            reached: table.reached(),
        };
        change(&mut bits);
        let pattern = *table.pattern();
        let index = PatternIndex::at_once(pattern.shape(), pattern.tiles()).unwrap();
        Table::new(pattern, Shared::new(index), bits)
    }

    #[test]
    fn every_flipped_bit_is_found() {
        for (rows, cols, layers, home, cells) in [
            (2, 2, 1, 3, &[0, 1][..]),
            (2, 3, 1, 5, &[0, 1]),
            (2, 3, 1, 1, &[0, 2, 4]),
            (2, 3, 1, 1, &[0, 2, 3, 4, 5]),
            (3, 3, 1, 4, &[0, 1]),
            (2, 2, 2, 7, &[0, 3]),
        ] {
            let shape = Shape::new(rows, cols, layers).unwrap();
            let pattern = Pattern::new(shape, home, cells.iter().copied()).unwrap();
            let table = Table::build(pattern).unwrap();
            table.verify().unwrap();
            for entry in 0..64 * table.words().len() {
                let bad = forged(&table, |bits| bits.words[entry / 64] ^= 1 << (entry % 64));
                assert!(bad.verify().is_err(), "bit {entry} of\n{pattern}");
            }
        }
    }

    #[test]
    fn wrong_counts_are_found() {
        let shape = Shape::new(2, 3, 1).unwrap();
        let table = Table::build(Pattern::new(shape, 5, [0, 1, 2]).unwrap()).unwrap();
        forged(&table, |_| ()).verify().unwrap();
        let changes: [fn(&mut Bits); 5] = [
            |bits| bits.max += 1,
            |bits| bits.mean *= 1.5,
            |bits| bits.reached -= 1,
            |bits| bits.words = [&bits.words[..], &[0]].concat().into(),
            |bits| bits.words = Vec::new().into(),
        ];
        for change in changes {
            assert!(forged(&table, change).verify().is_err());
        }
    }
}
