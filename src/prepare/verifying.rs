//! The check of all tables of a shape, one after the other.

use crate::prepare::{Method, Prepared};
use crate::runtime::job::{Job, Pace};
use crate::runtime::shared::Shared;
use crate::tables::{BuildGauge, BuildProgress, Pattern, Table, VerifyTableError};

/// The check of all tables that are prepared for a shape.
#[derive(Debug)]
pub(crate) struct Verifying {
    gauge: BuildGauge,
    job: Job<Result<(), VerifyTableError>>,
}

impl Verifying {
    /// Begins with what was prepared.
    pub(crate) fn new(prepared: Shared<Prepared>) -> Self {
        let gauge = BuildGauge::default();
        let shown = gauge.clone();
        let check = move |mut pace| async move { check(&prepared, &shown, &mut pace).await };
        Self {
            gauge,
            job: Job::new(check),
        }
    }

    /// Does a slice; returns the result once all tables are proved, or one is wrong.
    pub(crate) fn advance(&mut self) -> Option<Result<(), VerifyTableError>> {
        self.job.advance()
    }

    /// Returns the progress with the table that is being checked.
    pub(crate) fn progress(&self) -> Option<BuildProgress> {
        self.gauge.get()
    }
}

/// Returns the pattern tables of a method.
fn tables_of(method: &Method) -> &[Table] {
    match method {
        Method::Patterns(tables) => tables.patterns().tables(),
        Method::Lanes(tables) => tables.tables(),
        _ => &[],
    }
}

/// Checks all tables of a method.
async fn check(
    prepared: &Prepared,
    gauge: &BuildGauge,
    pace: &mut Pace,
) -> Result<(), VerifyTableError> {
    let show = |pattern: Option<Pattern>, level, known, entries| {
        gauge.set(BuildProgress {
            pattern,
            level,
            known,
            entries,
        });
    };
    match prepared.method() {
        Method::Patterns(_) | Method::Lanes(_) => {
            let mut last: Option<&Table> = None;
            for table in tables_of(prepared.method()) {
                // Images stand together.
                if last.is_some_and(|last| table.shares_entries_with(last)) {
                    continue;
                }
                last = Some(table);
                let (pattern, entries) = (Some(*table.pattern()), table.entries());
                let show = |_, known| show(pattern, 0, known, entries);
                show(0, 0);
                table.check(&show, pace).await?;
                gauge.clear();
            }
        }
        Method::SlideTables(tables) => {
            for table in tables.tables() {
                let entries = table.vertices();
                let show = |level, known| show(None, level, known, entries);
                show(0, 0);
                table.check(&show, pace).await?;
                gauge.clear();
            }
        }
        _ => {}
    }
    Ok(())
}
