//! Tables by slides of a shape: planned, read or built, and kept.

use alloc::vec::Vec;

use super::{HeuristicError, PrepareTask, Unkept};
use crate::exact::slides::SlideTables;
use crate::runtime::job::Pace;
use crate::shape::Shape;
use crate::tables::slides::{SlidePattern, SlideTable, Upright, plan};
use crate::tables::{BuildProgress, TableError};

/// Plans the tables of a shape and a home by slides, of at most `memory` bytes.
pub(super) fn plan_slide_tables(
    shape: Shape,
    home: usize,
    memory: u64,
) -> Result<(Upright, Vec<SlidePattern>), TableError> {
    let upright = Upright::new(shape, home).ok_or(TableError::Shape { shape })?;
    let patterns = plan(upright.sides, upright.home, memory);
    if patterns.is_empty() {
        return Err(TableError::Shape { shape });
    }
    Ok((upright, patterns))
}

impl PrepareTask {
    /// Makes the tables of these patterns, one after the other: reads those that are kept, builds
    /// and keeps the others.
    pub(super) async fn slide_tables(
        &self,
        upright: Upright,
        patterns: &[SlidePattern],
        pace: &mut Pace,
    ) -> Result<(SlideTables, Unkept), HeuristicError> {
        let mut tables = SlideTables::new(upright)?;
        let entries = patterns.iter().map(SlidePattern::vertices).sum();
        let (mut before, mut unkept) = (0, None);
        for &pattern in patterns {
            let show = |level, known| {
                self.gauge.set(BuildProgress {
                    level,
                    known: before + known,
                    entries,
                });
            };
            show(0, 0);
            let folder = self.options.folder.as_deref();
            let kept = folder.map(|folder| SlideTable::read(folder, pattern));
            let table = if let Some(table) = kept.transpose()?.flatten() {
                table
            } else {
                let build = SlideTable::build(pattern, &tables.transposer, &show, pace);
                let table = build.await?;
                let error = folder.and_then(|folder| table.write(folder).err());
                unkept = unkept.or(error);
                table
            };
            pace.end_slice().await;
            tables.add(table);
            before += pattern.vertices();
        }
        Ok((tables, unkept))
    }
}
