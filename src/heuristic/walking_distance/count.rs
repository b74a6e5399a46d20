//! The number of positions of an axis, without a search.

#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::Rules;

impl Rules {
    /// Returns the number of positions, or `limit + 1` if there are more than `limit`.
    ///
    /// A position is a matrix of tiles by row and goal row: each row is full, but for that of the
    /// blank, and so is each goal row, but for the home. In boards of rows of several cells all of
    /// them are reached. On a path tiles can't pass each other, so only the blank's cell differs.
    ///
    /// Each partial matrix that is visited can be completed, so the time is proportional to the
    /// result, and to the entries of a matrix.
    pub(super) fn positions(&self, limit: usize) -> usize {
        if self.width == 1 {
            return self.rows.min(limit + 1);
        }
        let mut matrices = Matrices {
            rows: self.rows,
            width: self.width,
            blank: 0,
            columns: (0..self.rows)
                .map(|goal| self.width - usize::from(goal == usize::from(self.home)))
                .collect(),
            found: 0,
            limit,
        };
        for blank in 0..self.rows {
            matrices.blank = blank;
            matrices.fill(0, 0, matrices.tiles(0));
        }
        matrices.found.min(limit + 1)
    }
}

/// The matrices of given sums of rows and columns, while they are counted.
struct Matrices {
    rows: usize,
    width: usize,
    blank: usize,
    /// The tiles of each goal row that are left for the rows to come.
    columns: Vec<usize>,
    found: usize,
    limit: usize,
}

impl Matrices {
    /// Returns how many tiles a row has.
    fn tiles(&self, row: usize) -> usize {
        self.width - usize::from(row == self.blank)
    }

    /// Counts the ways to fill a row from a column on with `left` tiles, and the rows after it.
    fn fill(&mut self, row: usize, column: usize, left: usize) {
        if self.found > self.limit {
            return;
        }
        // The last row takes what is left of each column.
        if row + 1 == self.rows {
            self.found += 1;
            return;
        }
        if column == self.rows {
            self.fill(row + 1, 0, self.tiles(row + 1));
            return;
        }
        let after: usize = self.columns[column + 1..].iter().sum();
        for tiles in left.saturating_sub(after)..=left.min(self.columns[column]) {
            self.columns[column] -= tiles;
            self.fill(row, column + 1, left - tiles);
            self.columns[column] += tiles;
        }
    }
}
