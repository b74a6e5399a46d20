//! Building tables: mirror images, numberings, then table by table.

use alloc::vec::Vec;

use super::cost::{side_by_side, table_bytes, usual_build_bytes};
use super::error::TableError;
use super::index::PatternIndex;
use super::mirrors::{Mirrors, find_mirrors};
use super::order::{binomial, factorial};
use super::pattern::Pattern;
use super::side_by_side::build_side_by_side;
use super::sweep::Form;
use super::table::Table;
use crate::runtime::gauge::Gauge;
use crate::runtime::job::Pace;
use crate::runtime::shared::Shared;
use crate::shape::Shape;

/// The progress of building tables.
///
/// # Examples
/// ```
/// use core::ops::ControlFlow;
/// use npuzzle::tables::{Pattern, TableBuilder};
/// use npuzzle::Shape;
/// let pattern = Pattern::new(Shape::square(3)?, 8, [0, 1])?;
/// TableBuilder::new()
///     .on_progress(&mut |progress| {
///         println!("{} of {} entries", progress.known, progress.entries);
///         ControlFlow::Continue(())
///     })
///     .table(pattern)?;
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BuildProgress {
    /// The pattern being worked on, the first where several tables are built side by side; none
    /// for tables by slides, which are not about groups of tiles.
    pub pattern: Option<Pattern>,
    /// The distance from the goal that the builder works on, in moves of the pattern's tiles; 0
    /// while a file is read or written, and before the search begins.
    pub level: u32,
    /// The entries whose distance is known, over all tables of this call.
    pub known: u64,
    /// The entries of all tables of this call: somewhat less at first, until regions are counted.
    /// Where a pattern leaves fewer than two other tiles,
    /// only half of its entries are ever known; a table that was there before, or that
    /// another's mirror image saves, counts as known at once.
    pub entries: u64,
}

/// The progress of a job that makes tables, readable while it runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct BuildGauge(Shared<Gauge<5>>);

impl BuildGauge {
    pub(crate) fn set(&self, progress: BuildProgress) {
        let (board, mask) = progress.pattern.map_or((0, 0), |pattern| {
            let shape = pattern.shape();
            let sides = [
                shape.rows(),
                shape.columns(),
                shape.layers(),
                pattern.home(),
            ];
            let board = sides.iter().fold(0, |all, &side| all << 16 | side as u64);
            (board, pattern.mask())
        });
        let entries = progress.entries | 1 << 63;
        self.0
            .set([board, mask, progress.level.into(), progress.known, entries]);
    }

    /// Removes the progress.
    pub(crate) fn clear(&self) {
        self.0.set([0; 5]);
    }

    /// Returns the progress; `None` if there is nothing to show yet.
    pub(crate) fn get(&self) -> Option<BuildProgress> {
        let [board, mask, level, known, entries] = self.0.get();
        if entries == 0 {
            return None;
        }
        let side = |nth: u32| (board >> (48 - 16 * nth) & 0xffff) as usize;
        let shape = Shape::new(side(0), side(1), side(2)).ok();
        let pattern = shape.and_then(|shape| Pattern::from_mask(shape, side(3), mask).ok());
        Some(BuildProgress {
            pattern,
            level: level as u32,
            known,
            entries: entries & !(1 << 63),
        })
    }
}

/// The tables to build, and the means for it.
///
/// The distance of a state is the fewest moves of the pattern's own tiles that bring them all home,
/// with the blank on the home's side of them. The search goes breadth first from the goal; it
/// handles the k! orders of one map and region at once, as the bits of a few words.
#[derive(Debug)]
pub(crate) struct Build {
    patterns: Vec<Pattern>,
    threads: usize,
    tables: Vec<Option<Table>>,
    mirrors: Mirrors,
    indices: Vec<Shared<PatternIndex>>,
}

impl Build {
    /// Returns the build of these patterns' tables, in their order; known tables are taken as they
    /// are.
    pub(crate) fn new(patterns: &[Pattern], known: &[Table]) -> Self {
        let known_of = |pattern| known.iter().find(|table| table.pattern() == pattern);
        Self {
            patterns: patterns.to_vec(),
            threads: 1,
            tables: patterns.iter().map(|it| known_of(it).cloned()).collect(),
            mirrors: Mirrors::new(),
            indices: Vec::new(),
        }
    }

    pub(crate) const fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Builds all tables.
    ///
    /// # Errors
    /// [`TableError`], but never `Stopped`.
    pub(crate) async fn run(
        mut self,
        gauge: &BuildGauge,
        pace: &mut Pace,
    ) -> Result<Vec<Table>, TableError> {
        let show = |pattern: Option<&Pattern>, level, known, entries| {
            gauge.set(BuildProgress {
                pattern: pattern.copied(),
                level,
                known,
                entries,
            });
        };
        let least = |pattern: &Pattern| {
            binomial(pattern.shape().cells(), pattern.tiles()) * factorial(pattern.tiles()) as u64
        };
        let is_known = self.tables.iter().all(Option::is_some);
        if !is_known {
            let least = self.patterns.iter().map(least);
            show(
                self.patterns.first(),
                0,
                0,
                least.fold(0, u64::saturating_add),
            );
        }
        self.mirrors = find_mirrors(&self.patterns, pace).await;
        self.find_indices(pace).await?;
        let entries_of = |of: &Self, nth: usize| {
            let index = of.indices.iter().find(|it| it.serves(&of.patterns[nth]));
            index.map_or(0, |index| index.entries())
        };
        let all = 0..self.patterns.len();
        let entries = all.clone().map(|nth| entries_of(&self, nth)).sum();
        let is_there = |&nth: &usize| self.tables[nth].is_some() || self.mirrors[nth].is_some();
        let mut before = all.filter(is_there).map(|nth| entries_of(&self, nth)).sum();
        while !self.indices.is_empty() {
            let index = self.indices[0].clone();
            let of = self.next_together(&index);
            if of.is_empty() {
                self.indices.remove(0);
                continue;
            }
            let patterns: Vec<Pattern> = of.iter().map(|&nth| self.patterns[nth]).collect();
            let form = Form::of(index.tiles(), of.len());
            let show = |level, known| show(patterns.first(), level, before + known, entries);
            show(0, 0);
            let tables =
                build_side_by_side(&patterns, &index, &form, self.threads, &show, pace).await?;
            before += of.len() as u64 * index.entries();
            for ((nth, bits), pattern) in of.into_iter().zip(tables).zip(patterns) {
                self.tables[nth] = Some(Table::new(pattern, index.clone(), bits));
            }
        }
        if !is_known {
            show(self.patterns.first(), 0, before, entries);
        }
        Ok(self.with_mirrors())
    }

    /// Finds the numberings, one for each shape and number of tiles. The largest tables come first:
    /// then the others need not wait in memory.
    async fn find_indices(&mut self, pace: &mut Pace) -> Result<(), TableError> {
        for nth in 0..self.patterns.len() {
            let pattern = &self.patterns[nth];
            if self.indices.iter().any(|index| index.serves(pattern)) {
                continue;
            }
            let index = match &self.tables[nth] {
                Some(table) => table.shared_index(),
                None => {
                    Shared::new(PatternIndex::new(pattern.shape(), pattern.tiles(), pace).await?)
                }
            };
            let smaller = |other: &Shared<PatternIndex>| other.entries() < index.entries();
            let at = self.indices.iter().position(smaller);
            self.indices.insert(at.unwrap_or(self.indices.len()), index);
        }
        Ok(())
    }

    /// Returns the patterns of a numbering whose tables are built next, side by side.
    fn next_together(&self, index: &PatternIndex) -> Vec<usize> {
        let is_missing = |&nth: &usize| {
            self.tables[nth].is_none()
                && self.mirrors[nth].is_none()
                && index.serves(&self.patterns[nth])
        };
        let mut of: Vec<usize> = (0..self.patterns.len()).filter(is_missing).collect();
        let blocks = index.blocks() as u64;
        let allowed = usual_build_bytes(table_bytes(index.tiles(), blocks));
        let together = side_by_side(index.shape(), index.tiles(), blocks, of.len(), allowed);
        of.truncate(together);
        of
    }

    /// Returns all tables, with those of mirror images.
    fn with_mirrors(mut self) -> Vec<Table> {
        for nth in 0..self.tables.len() {
            if let (Some((of, symmetry)), None) = (&self.mirrors[nth], &self.tables[nth]) {
                let image = self.tables[*of].as_ref();
                self.tables[nth] =
                    image.map(|table| table.seen_from(self.patterns[nth], *symmetry));
            }
        }
        self.tables.into_iter().flatten().collect()
    }
}

impl Form {
    /// Returns the form of `tables` tables of `tiles` tiles that are built side by side.
    const fn of(tiles: usize, tables: usize) -> Self {
        match (tiles, tables) {
            (0..=4, 1) => Self::new::<1, 1>(),
            (0..=4, _) => Self::new::<4, 1>(),
            (5, 1) => Self::new::<1, 2>(),
            (5, _) => Self::new::<4, 2>(),
            (6, 1) => Self::new::<1, 15>(),
            (6, _) => Self::new::<2, 16>(),
            (7, _) => Self::new::<2, 42>(),
            _ => Self::new::<2, 336>(),
        }
    }
}
