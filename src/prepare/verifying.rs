//! The proof that tables are right, one after the other.

use alloc::boxed::Box;

use crate::prepare::{Method, Prepared};
use crate::runtime::effort::Effort;
use crate::runtime::shared::Shared;
use crate::tables::slides::{SlideTable, VerifySlides};
use crate::tables::{BuildProgress, Table, VerifyTable, VerifyTableError};

/// The check of all tables that are prepared for a shape.
#[derive(Debug)]
pub(crate) struct Verifying {
    prepared: Shared<Prepared>,
    /// The number of the table that is checked.
    number: usize,
    check: Option<Check>,
}

#[derive(Debug)]
enum Check {
    Pattern(Box<VerifyTable>),
    Slides(Box<VerifySlides>),
}

/// A table of either kind.
enum AnyTable<'a> {
    Pattern(&'a Table),
    Slides(&'a SlideTable),
}

impl Verifying {
    /// Begins with what was prepared.
    pub(crate) const fn new(prepared: Shared<Prepared>) -> Self {
        Self {
            prepared,
            number: 0,
            check: None,
        }
    }

    /// Returns the table that is checked; `None` if all were.
    fn table(&self) -> Option<AnyTable<'_>> {
        match self.prepared.method() {
            Method::Patterns(kit) => {
                let tables = kit.patterns().tables();
                tables.get(self.number).map(AnyTable::Pattern)
            }
            Method::SlideTables(kit) => {
                let mut tables = kit.tables();
                tables.nth(self.number).map(|it| AnyTable::Slides(it))
            }
            _ => None,
        }
    }

    /// Goes on; returns whether all tables are proved.
    pub(crate) fn advance(&mut self, effort: &mut Effort) -> Result<bool, VerifyTableError> {
        while !effort.is_spent() {
            let check = self.check.take();
            let Some(table) = self.table() else {
                return Ok(true);
            };
            let (check, is_proved) = match (table, check) {
                (AnyTable::Pattern(table), Some(Check::Pattern(mut check))) => {
                    let is_proved = check.advance(table, effort)?;
                    (Check::Pattern(check), is_proved)
                }
                (AnyTable::Slides(table), Some(Check::Slides(mut check))) => {
                    let is_proved = check.advance(table, effort)?;
                    (Check::Slides(check), is_proved)
                }
                (AnyTable::Pattern(table), _) => {
                    (Check::Pattern(Box::new(VerifyTable::new(table))), false)
                }
                (AnyTable::Slides(table), _) => {
                    (Check::Slides(Box::new(VerifySlides::new(table)?)), false)
                }
            };
            if is_proved {
                self.number += 1;
            } else {
                self.check = Some(check);
            }
        }
        Ok(false)
    }

    /// Returns how far the table is that is checked.
    pub(crate) fn progress(&self) -> Option<BuildProgress> {
        match (self.table()?, self.check.as_ref()?) {
            (AnyTable::Pattern(table), Check::Pattern(check)) => {
                let (known, entries) = check.progress();
                Some(BuildProgress {
                    pattern: Some(*table.pattern()),
                    level: 0,
                    known,
                    entries,
                })
            }
            (_, Check::Slides(check)) => {
                let (level, known, entries) = check.progress();
                Some(BuildProgress {
                    pattern: None,
                    level,
                    known,
                    entries,
                })
            }
            _ => None,
        }
    }
}
