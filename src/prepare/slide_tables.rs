//! Tables by slides of a shape: planned, read or built, and kept.

use super::{HeuristicError, PrepareTask, Target};
use crate::exact::slides::SlideTables;
use crate::runtime::job::Pace;
use crate::runtime::threads::lock;
use crate::tables::slides::{SlidePattern, SlideTable, Upright, plan};
use crate::tables::{BuildProgress, TableError};

impl PrepareTask {
    /// Makes the tables that the memory allows, one after the other: reads stored ones, builds and
    /// stores the others.
    pub(super) async fn slide_tables(
        &mut self,
        pace: &mut Pace,
    ) -> Result<SlideTables, HeuristicError> {
        let Target { shape, home, .. } = self.target;
        let upright = Upright::new(shape, home).ok_or(TableError::Shape { shape })?;
        let patterns = plan(upright.sides, upright.home, self.options.memory);
        if patterns.is_empty() {
            return Err(TableError::Shape { shape }.into());
        }
        let mut tables = SlideTables::new(upright)?;
        let entries = patterns.iter().map(SlidePattern::vertices).sum();
        let mut before = 0;
        for pattern in patterns {
            let show = |level, known| {
                *lock(&self.gauge) = Some(BuildProgress {
                    level,
                    known: before + known,
                    entries,
                });
            };
            show(0, 0);
            let folder = self.options.folder.as_deref();
            let kept = match folder.map(|folder| SlideTable::read(folder, pattern)) {
                Some(Err(error)) if error.is_of_file() => {
                    self.file_error.get_or_insert(error);
                    None
                }
                kept => kept.transpose()?.flatten(),
            };
            let table = if let Some(table) = kept {
                table
            } else {
                // The bits, those reached, and those of the last level.
                pace.hold((tables.bytes() + 3 * pattern.bytes()) as usize);
                let build = SlideTable::build(pattern, &tables.transposer, &show, pace);
                let table = build.await?;
                if let Some(error) = folder.and_then(|folder| table.write(folder).err()) {
                    self.file_error.get_or_insert(error);
                }
                table
            };
            pace.end_slice().await;
            tables.tables.push(table);
            before += pattern.vertices();
        }
        Ok(tables)
    }
}
