//! The day, for its board.

use std::fmt;
use std::str::FromStr;

/// A day of the Gregorian calendar, in UTC: everybody has the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Date {
    year: u64,
    month: u64,
    day: u64,
}

const SECONDS_A_DAY: u64 = 86_400;

impl Date {
    /// Returns the day of a time in seconds since 1970.
    pub(crate) fn of(seconds: u64) -> Self {
        let is_leap = |year: u64| year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let (mut year, mut days) = (1970, seconds / SECONDS_A_DAY);
        while days >= 365 + u64::from(is_leap(year)) {
            days -= 365 + u64::from(is_leap(year));
            year += 1;
        }
        let february = 28 + u64::from(is_leap(year));
        let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let mut month = 1;
        for length in months {
            if days < length {
                break;
            }
            days -= length;
            month += 1;
        }
        Self {
            year,
            month,
            day: days + 1,
        }
    }

    /// Returns the seed of the day's board, such as 20261122.
    pub(crate) const fn seed(self) -> u64 {
        self.year * 10_000 + self.month * 100 + self.day
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// A text is not a date such as `2026-11-22`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotADate;

impl FromStr for Date {
    type Err = NotADate;

    /// Reads what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Self, NotADate> {
        let mut parts = text.splitn(3, '-').map(str::parse);
        let mut part = || parts.next().and_then(Result::ok).ok_or(NotADate);
        let [year, month, day] = [part()?, part()?, part()?];
        if !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return Err(NotADate);
        }
        Ok(Self { year, month, day })
    }
}
