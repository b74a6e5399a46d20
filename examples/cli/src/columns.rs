//! Tables of boards: which columns of a line are the board, its name and its length.

use std::str::FromStr;

/// The columns of a line, such as `id,board,length`: the board takes all numbers between the
/// columns before and after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Columns {
    before: Vec<Column>,
    after: Vec<Column>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Id,
    Length,
    Skip,
}

/// The columns of a line beside the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Labels {
    /// The name of the board.
    pub(crate) id: Option<String>,
    /// The length of its shortest solution.
    pub(crate) length: Option<usize>,
}

impl FromStr for Columns {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let mut has_board = false;
        for name in text.split(',') {
            let column = match name.trim() {
                "board" if has_board => return Err("there is one column board".to_owned()),
                "board" => {
                    has_board = true;
                    continue;
                }
                "id" => Column::Id,
                "length" => Column::Length,
                "skip" => Column::Skip,
                other => return Err(format!("{other:?} is not id, board, length or skip")),
            };
            if column != Column::Skip && before.iter().chain(&after).any(|it| *it == column) {
                return Err(format!("there is one column {}", name.trim()));
            }
            if has_board { &mut after } else { &mut before }.push(column);
        }
        if has_board {
            Ok(Self { before, after })
        } else {
            Err("no column is the board".to_owned())
        }
    }
}

impl Columns {
    /// Returns the text of the board of a line, and what the other columns say.
    pub(crate) fn split<'t>(&self, line: &'t str) -> Result<(&'t str, Labels), String> {
        let words = words(line);
        let others = self.before.len() + self.after.len();
        if words.len() <= others {
            let found = words.len();
            return Err(format!(
                "{found} columns; {others} and a board were expected"
            ));
        }
        let last = words.len() - self.after.len();
        let (first_of_board, last_of_board) = (words[self.before.len()], words[last - 1]);
        let mut labels = Labels::default();
        let others = (0..self.before.len()).chain(last..words.len());
        for (column, place) in self.before.iter().chain(&self.after).zip(others) {
            let (from, to) = words[place];
            let word = &line[from..to];
            match column {
                Column::Skip => {}
                Column::Id => labels.id = Some(word.to_owned()),
                Column::Length if matches!(word, "-" | "?") => {}
                Column::Length => {
                    let length = word
                        .parse()
                        .map_err(|_| format!("column {}: {word:?} is not a length", place + 1))?;
                    labels.length = Some(length);
                }
            }
        }
        Ok((&line[first_of_board.0..last_of_board.1], labels))
    }
}

/// Returns the first byte of each word of a line, and the one after it; spaces, tabs and commas
/// separate words.
fn words(line: &str) -> Vec<(usize, usize)> {
    let mut words = Vec::new();
    let mut begun = None;
    for (at, letter) in line.char_indices().chain([(line.len(), ' ')]) {
        if letter.is_whitespace() || letter == ',' {
            words.extend(begun.take().map(|from| (from, at)));
        } else {
            begun.get_or_insert(at);
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split<'t>(columns: &str, line: &'t str) -> Result<(&'t str, Labels), String> {
        columns.parse::<Columns>()?.split(line)
    }

    #[test]
    fn the_board_is_what_the_other_columns_leave() {
        let labels = |id: Option<&str>, length| Labels {
            id: id.map(str::to_owned),
            length,
        };
        for (columns, line, board, expected) in [
            ("board", "1 2/3 0", "1 2/3 0", labels(None, None)),
            (
                "id,board,length",
                "7 1 2 3 0 4",
                "1 2 3 0",
                labels(Some("7"), Some(4)),
            ),
            (
                "length, board",
                "4\t1 2 3 0",
                "1 2 3 0",
                labels(None, Some(4)),
            ),
            (
                "board,skip,length,skip",
                "[[1,2],[3,0]],x, 4,-",
                "[[1,2],[3,0]]",
                labels(None, Some(4)),
            ),
            ("board,length", "1 2/3 0 ?", "1 2/3 0", labels(None, None)),
        ] {
            assert_eq!(
                split(columns, line),
                Ok((board, expected)),
                "{columns}: {line}"
            );
        }
    }

    #[test]
    fn wrong_columns_and_lines_are_named() {
        for (columns, line, error) in [
            ("id,length", "", "no column is the board"),
            ("id,bored", "", "\"bored\" is not id, board, length or skip"),
            ("board,length,length", "", "there is one column length"),
            ("board,id,board", "", "there is one column board"),
            (
                "id,board,length",
                "1 2",
                "2 columns; 2 and a board were expected",
            ),
            (
                "board,length",
                "1 2 3 0 four",
                "column 5: \"four\" is not a length",
            ),
        ] {
            assert_eq!(
                split(columns, line),
                Err(error.to_owned()),
                "{columns}: {line}"
            );
        }
    }
}
