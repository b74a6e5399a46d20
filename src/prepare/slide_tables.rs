//! Tables by slides of a shape: planned, read or built, and kept.

use alloc::vec::Vec;

use super::{PrepareError, PrepareTask, Unkept};
use crate::exact::slides::SlideKit;
use crate::runtime::gauge::ShowLevel;
use crate::runtime::job::Pace;
use crate::runtime::shared::Shared;
use crate::shape::Shape;
use crate::tables::slides::{SlidePattern, SlideTable, Transposer, Upright, build_slides, plan};
use crate::tables::{BuildProgress, TableError};

/// Plans the tables of a shape and a home by slides, of at most `memory` bytes.
pub(super) fn plan_slide_tables(
    shape: Shape,
    home: usize,
    memory: u64,
) -> Result<(Upright, Vec<SlidePattern>), TableError> {
    let upright = Upright::new(shape, home).ok_or(TableError::Shape { shape })?;
    let (sides, home) = (upright.sides(), upright.home());
    let patterns = plan(sides, home, memory);
    if patterns.is_empty() {
        return Err(TableError::Shape { shape });
    }
    Ok((upright, patterns))
}

impl PrepareTask {
    /// Makes the tables of these patterns, one after the other.
    pub(super) async fn slide_tables(
        &self,
        upright: Upright,
        patterns: &[SlidePattern],
        pace: &mut Pace,
    ) -> Result<(SlideKit, Unkept), PrepareError> {
        let [rows, cols] = upright.sides();
        let transposer = Shared::new(Transposer::new(rows, cols)?);
        let entries = patterns.iter().map(SlidePattern::vertices).sum();
        let (mut tables, mut before, mut unkept) = (Vec::new(), 0, None);
        for &pattern in patterns {
            let show = |level, known| {
                self.gauge.set(BuildProgress {
                    level,
                    known: before + known,
                    entries,
                });
            };
            show(0, 0);
            let (table, error) = self.slide_table(pattern, &transposer, &show, pace).await?;
            tables.push(table);
            unkept = unkept.or(error);
            before += pattern.vertices();
        }
        Ok((SlideKit::new(upright, transposer, tables), unkept))
    }

    /// Reads a table that is kept, or builds and keeps it.
    async fn slide_table(
        &self,
        pattern: SlidePattern,
        transposer: &Shared<Transposer>,
        show: &dyn ShowLevel,
        pace: &mut Pace,
    ) -> Result<(Shared<SlideTable>, Unkept), PrepareError> {
        if let Some(folder) = &self.options.folder {
            if let Some(table) = SlideTable::read(folder, pattern)? {
                return Ok((Shared::new(table), None));
            }
        }
        let threads = self.options.threads;
        let table = build_slides(pattern, transposer, threads, show, pace).await?;
        let table = Shared::new(table);
        if let Some(folder) = &self.options.folder {
            let kept = table.write(folder);
            return Ok((table, kept.err()));
        }
        Ok((table, None))
    }
}
