//! Building tables at once, with a callback.

use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use super::build::{Build, BuildGauge, BuildProgress};
use super::error::TableError;
use super::pattern::Pattern;
use super::table::Table;
use crate::runtime::job::Job;

/// Builds tables, with options and a callback for the progress.
///
/// The distance of a state is the fewest moves of the pattern's own tiles that bring them all home,
/// with the blank on the home's side of them. The builder goes breadth first from the goal; it
/// handles the k! orders of one map and region at once, as the bits of a few words. Time goes with
/// the number of entries: two to four nanoseconds each on one core of 2.5 GHz. Building takes three
/// bits of memory an entry, and up to half as much again if the orders don't fill
/// whole words and vectors.
///
/// ```
/// use core::ops::ControlFlow;
/// use npuzzle::{Shape, TableError, tables::{Pattern, TableBuilder}};
///
/// let pattern = Pattern::new(Shape::new(3, 3, 1)?, 8, [0, 1, 3])?;
/// let mut known = 0;
/// let table = TableBuilder::new()
///     .on_progress(&mut |progress| {
///         known = progress.known;
///         ControlFlow::Continue(())
///     })
///     .table(pattern)?;
/// assert_eq!(known, table.entries());
///
/// let stopped = TableBuilder::new().on_progress(&mut |_| ControlFlow::Break(())).table(pattern);
/// assert_eq!(stopped.unwrap_err(), TableError::Stopped);
/// # Ok::<_, Box<dyn core::error::Error>>(())
/// ```
pub struct TableBuilder<'a> {
    progress: Option<&'a mut Listener<'a>>,
    known: &'a [Table],
    threads: usize,
}

/// A callback that receives the progress, and may stop the work.
type Listener<'a> = dyn FnMut(&BuildProgress) -> ControlFlow<()> + 'a;

impl Default for TableBuilder<'_> {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for TableBuilder<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableBuilder").finish_non_exhaustive()
    }
}

impl<'a> TableBuilder<'a> {
    /// Returns a builder that works on one thread and in silence.
    ///
    /// ```
    /// use npuzzle::tables::{Pattern, TableBuilder};
    /// use npuzzle::Shape;
    /// let table = TableBuilder::new().table(Pattern::new(Shape::square(3)?, 8, [0])?)?;
    /// assert_eq!(table.max(), 4); // tile 1 alone, from the opposite corner
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new() -> Self {
        Self {
            progress: None,
            known: &[],
            threads: 1,
        }
    }

    /// Reports the progress about every half millisecond of an optimized build, and stops the work
    /// where the callback breaks.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use npuzzle::tables::{Pattern, TableBuilder};
    /// use npuzzle::Shape;
    /// let mut reports = 0;
    /// let mut count = |_: &_| {
    ///     reports += 1;
    ///     ControlFlow::Continue(())
    /// };
    /// let pattern = Pattern::new(Shape::square(3)?, 8, [0, 1])?;
    /// TableBuilder::new().on_progress(&mut count).table(pattern)?;
    /// assert!(reports > 0);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn on_progress(mut self, listener: &'a mut Listener<'a>) -> Self {
        self.progress = Some(listener);
        self
    }

    /// Takes tables that are there already: no table is built for a pattern of theirs.
    ///
    /// ```
    /// use npuzzle::tables::{Pattern, Table, TableBuilder};
    /// use npuzzle::Shape;
    /// let pattern = Pattern::new(Shape::square(3)?, 8, [0, 1])?;
    /// let known = [Table::build(pattern)?];
    /// let again = TableBuilder::new().known(&known).table(pattern)?;
    /// assert!(again.shares_entries_with(&known[0]));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub const fn known(mut self, tables: &'a [Table]) -> Self {
        self.known = tables;
        self
    }

    /// Sets how many threads work; 1 if not set, and 0 stands for all cores. There are never more
    /// than four for each core, or 16 if that is more.
    ///
    /// The tables don't depend on it. Small tables are built on one thread, and a thread that the
    /// system does not give is done without.
    ///
    /// ```
    /// use npuzzle::tables::{Pattern, Table, TableBuilder};
    /// use npuzzle::Shape;
    /// let pattern = Pattern::new(Shape::square(3)?, 8, [0, 1])?;
    /// let table = TableBuilder::new().threads(2).table(pattern)?;
    /// assert_eq!(table.mean(), Table::build(pattern)?.mean()); // the same table
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = crate::runtime::threads::count(threads);
        self
    }

    /// Builds the table of a pattern.
    ///
    /// # Errors
    /// [`TableError`] if there are too many states or too little memory, and if the callback
    /// stopped the work.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::tables::{Pattern, TableBuilder};
    /// use npuzzle::Shape;
    /// let pattern = Pattern::new(Shape::square(3)?, 8, [0, 1])?;
    /// let table = TableBuilder::new().table(pattern)?;
    /// assert_eq!(table.pattern(), &pattern);
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn table(self, pattern: Pattern) -> Result<Table, TableError> {
        let mut tables = self.tables(&[pattern])?;
        Ok(tables.swap_remove(0))
    }

    /// Builds the tables of several patterns, in their order.
    ///
    /// Patterns of the same shape and number of tiles share an index, and those of up to six tiles
    /// are built side by side, which takes little longer than one. A pattern whose states are the
    /// mirror image of those of an earlier one ([`Pattern::shares_table_with`]) shares the earlier
    /// table: [`Table::shares_entries_with`] returns whether it does.
    ///
    /// # Errors
    /// [`TableError`] if there are too many states or too little memory, and if the callback
    /// stopped the work.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::tables::{Partition, TableBuilder};
    /// let partition: Partition = "A A B / B B .".parse()?;
    /// let tables = TableBuilder::new().tables(partition.patterns())?;
    /// assert!(tables.iter().map(|table| table.pattern().tiles()).eq([2, 3]));
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn tables(self, patterns: &[Pattern]) -> Result<Vec<Table>, TableError> {
        let build = Build::new(patterns, self.known);
        let build = build.threads(self.threads);
        let (gauge, mut listener) = (BuildGauge::default(), self.progress);
        let shown = gauge.clone();
        let mut job = Job::new(move |mut pace| async move { build.run(&shown, &mut pace).await });
        loop {
            let made = job.do_slice();
            if let (Some(listener), Some(progress)) = (&mut listener, gauge.get()) {
                if listener(&progress).is_break() {
                    return Err(TableError::Stopped);
                }
            }
            if let Some(tables) = made {
                return tables;
            }
        }
    }
}

impl Table {
    /// Builds the table of a pattern; [`TableBuilder`] has more to choose.
    ///
    /// # Errors
    /// [`TableError`] if there are too many states or too little memory.
    ///
    /// # Examples
    /// ```
    /// use npuzzle::tables::{Pattern, Table};
    /// use npuzzle::Shape;
    /// let table = Table::build(Pattern::new(Shape::square(3)?, 8, [0])?)?;
    /// assert_eq!(table.max(), 4); // tile 1 alone, from the opposite corner
    /// # Ok::<_, Box<dyn core::error::Error>>(())
    /// ```
    pub fn build(pattern: Pattern) -> Result<Self, TableError> {
        TableBuilder::new().table(pattern)
    }
}
