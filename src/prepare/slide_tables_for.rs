//! The tables of a shape by slides: which ones, and where they come from.

#[cfg(feature = "std")]
use alloc::boxed::Box;
use alloc::vec::Vec;

use super::error::{PrepareError, TableError};
use super::table_options::TableOptions;
use super::tables_for::Made;
use crate::runtime::gauge::ShowLevel;
use crate::runtime::job::Pace;
use crate::runtime::shared::Shared;
use crate::search::slides::SlideKit;
use crate::shape::Shape;
#[cfg(feature = "std")]
use crate::tables::slides::write_to;
use crate::tables::slides::{BuildSlides, SlidePattern, SlideTable, Transposer, Upright, plan};
use crate::tables::{BuildGauge, BuildProgress};

/// Checks that a shape has such tables in the memory allowed.
pub(super) fn check_slide_tables(
    shape: Shape,
    home: usize,
    options: &TableOptions,
) -> Result<(), TableError> {
    let upright = Upright::new(shape, home).ok_or(TableError::Slides { shape })?;
    let patterns = plan(
        upright.sides(),
        upright.home(),
        options.memory,
        options.build_memory,
    );
    if patterns.is_empty() {
        return Err(TableError::Slides { shape });
    }
    Ok(())
}

/// Plans the tables of a shape and a home by slides, reads, builds and keeps them. If an allocation
/// fails, the next smaller tables are tried.
///
/// # Errors
/// [`PrepareError`] if the shape has no such tables in the memory allowed, or if they can't be read.
/// The first allocation that failed, if even the smallest tables are too large.
pub(super) async fn slide_tables_for(
    shape: Shape,
    home: usize,
    options: TableOptions,
    gauge: BuildGauge,
    pace: &mut Pace,
) -> Result<Made<SlideKit>, PrepareError> {
    let upright = Upright::new(shape, home).ok_or(TableError::Slides { shape })?;
    let sides = upright.sides();
    let transposer = Shared::new(Transposer::new(sides[0], sides[1])?);
    let (mut memory, mut shortage) = (options.memory, None);
    loop {
        let patterns = plan(sides, upright.home(), memory, options.build_memory);
        if patterns.is_empty() {
            return Err(match shortage {
                Some(bytes) => PrepareError::OutOfMemory { bytes },
                None => TableError::Slides { shape }.into(),
            });
        }
        match all_made(&patterns, &transposer, &options, &gauge, pace).await {
            Ok((tables, unkept)) => {
                return Ok(Made {
                    kit: SlideKit::new(upright, transposer, tables),
                    unkept,
                    shortage,
                });
            }
            Err(PrepareError::OutOfMemory { bytes }) => {
                shortage.get_or_insert(bytes);
                // The next smaller ones: there are few.
                let all: u64 = patterns.iter().map(SlidePattern::bytes).sum();
                memory = all.saturating_sub(1);
            }
            Err(error) => return Err(error),
        }
    }
}

/// Returns all tables, and why one of them was not kept.
async fn all_made(
    patterns: &[SlidePattern],
    transposer: &Shared<Transposer>,
    options: &TableOptions,
    gauge: &BuildGauge,
    pace: &mut Pace,
) -> Result<(Vec<Shared<SlideTable>>, Option<TableError>), PrepareError> {
    let vertices = patterns.iter().map(SlidePattern::vertices).sum();
    let (mut tables, mut before, mut unkept) = (Vec::new(), 0, None);
    for &pattern in patterns {
        let show = |level, known| {
            gauge.set(BuildProgress {
                pattern: None,
                level,
                known: before + known,
                entries: vertices,
            });
        };
        show(0, 0);
        let (table, error) = made(pattern, transposer, options, &show, pace).await?;
        tables.push(table);
        unkept = unkept.or(error);
        before += pattern.vertices();
    }
    Ok((tables, unkept))
}

/// Returns a table that was read, or built and kept, and why it was not kept.
async fn made(
    pattern: SlidePattern,
    transposer: &Shared<Transposer>,
    options: &TableOptions,
    show: &dyn ShowLevel,
    pace: &mut Pace,
) -> Result<(Shared<SlideTable>, Option<TableError>), PrepareError> {
    #[cfg(feature = "std")]
    if let Some(folder) = &options.folder {
        let read = SlideTable::read(folder, pattern, &|read| show(0, read), pace).await?;
        if let Some(table) = read {
            return Ok((Shared::new(table), None));
        }
    }
    let build = BuildSlides::new(pattern, Shared::clone(transposer));
    #[cfg(feature = "std")]
    let build = build.threads(options.threads);
    let mut build = build;
    let table = pace.drive(|effort| {
        let made = build.advance(effort);
        let (level, known) = build.progress();
        show(level, known);
        made
    });
    let table = Shared::new(table.await?);
    #[cfg(feature = "std")]
    if let Some(folder) = &options.folder {
        let kept = write_to(folder, &table, pace).await;
        let unkept = kept.err().map(|error| TableError::File(Box::new(error)));
        return Ok((table, unkept));
    }
    #[cfg(not(feature = "std"))]
    let _ = options;
    Ok((table, None))
}
