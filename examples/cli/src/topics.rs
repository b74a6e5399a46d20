//! The topics of the manual. Commands repeat some of them below their help.

/// A section of the manual, in lines of at most 76 columns.
pub(crate) struct Topic {
    pub(crate) title: &'static str,
    pub(crate) text: &'static str,
}

/// The topics in the order of the manual.
pub(crate) const TOPICS: [&Topic; 11] = [
    &BOARDS,
    &INPUT,
    &GOALS,
    &MOVES,
    &QUALITY,
    &TABLES,
    &BATCHES,
    &COLUMNS,
    &JSON,
    &INTERRUPTS,
    &STATUS,
];

pub(crate) const BOARDS: Topic = Topic {
    title: "Boards",
    text: "\
A board is its tiles in reading order, with 0 for the blank. Rows end with
'/' or ';', layers with '//': \"1 2 3/4 5 6/7 8 0\". A bare row of n*n numbers
is a square; a shape before the tiles, as in \"1x9: 1 2 3 4 5 6 7 8 0\", or
the option --shape names another one. \"[[1,2],[3,0]]\" is another form. In
place of 0, the blank may be one of X x O o _ and . in a board of two or
more cells.",
};

pub(crate) const INPUT: Topic = Topic {
    title: "Input",
    text: "\
With no BOARD, or for -, standard input is read: one board a line, and '#'
begins a comment. A line with a single number n begins a grid of n rows. n*n
lines of one number each are a square. A BOARD that names a file stands for
the boards of the file, which is read in the same way; --file F reads F as
one grid: comments, the side n, then n rows.",
};

const GOALS: Topic = Topic {
    title: "Goals",
    text: "\
blank-last (1 2 3 ... 0) is the default. blank-first is 0 1 2 ...; snail is
a clockwise spiral from the top left corner, on rectangles. Any other board
of the same shape can be a goal: --goal \"1 2 3/8 0 4/7 6 5\".",
};

pub(crate) const MOVES: Topic = Topic {
    title: "Moves",
    text: "\
A letter names the way in which the tile moves: U up, D down, L left, R
right, and in a box F to the front, B to the back. A number repeats: R2D is
R, R, D. With --metric slides one move is a slide of a whole run of tiles,
R2D is two slides, and lengths and bounds are numbers of slides. With
--moves blank the letters name the way the blank moves, the opposite one, as
many other programs write it. --moves arrows prints the way the tile moves.
Moves in JSON follow the same options.",
};

const QUALITY: Topic = Topic {
    title: "Quality and limits",
    text: "\
--quality optimal finds the fewest moves and proves it. within=1.1 ends at a
solution that is proved to be at most 1.1 times the shortest. best searches
for the shortest solution that its limit allows, --budget N expansions if no
other is given. fast builds a solution at once, on boards of any size.
--max-nodes N and --timeout SECONDS limit each board: the answer has the
best solution so far, if there is one, and the lower bound that is proved.
With --max-nodes the answer is the same on every machine.",
};

const TABLES: Topic = Topic {
    title: "Memory and tables",
    text: "\
A search looks its lower bounds up in tables, which are built on first use.
--memory MIB is for the tables of a shape; more memory makes searches faster
and takes longer to build. --cache DIR keeps tables in files, so that the
next run reads them. A damaged file is an error: remove it, and the next run
builds it again.",
};

const BATCHES: Topic = Topic {
    title: "Batches",
    text: "\
Many boards are solved on all cores, and answered in the order of the input.
--threads N sets the number of threads; the answers are the same for every
number. What is not a board is reported, and the others are still answered.",
};

pub(crate) const COLUMNS: Topic = Topic {
    title: "Columns",
    text: "\
--columns id,board,length reads tables whose lines have further columns. Of
\"7 1 2 3/4 5 6/7 0 8 1\" the board is what the columns before and after it
leave. Columns are separated by spaces, tabs or commas; columns of other use
are named skip. A given length that is proved wrong is an error.",
};

const JSON: Topic = Topic {
    title: "JSON",
    text: "\
--json prints one object a line. Objects of solve have these keys, in this
order; those without a value are left out unless null is named here.

  line          the number of the line, or of the argument, from 1
  id            the column id
  board         the board in one line
  solvable      true or false
  reason        the reason, if the board can't be solved, or with --check
  error         what is wrong with the line, or why no search was possible
  length        the number of moves, null if no solution was found
  lower_bound   the proved least number of moves
  optimal       true if length equals lower_bound
  tiles         the length as moves of single tiles, or null
  slides        the length as slides of runs, or null
  moves         the solution
  expanded      the boards whose moves were tried
  generated     the boards that these moves led to
  seconds       the time of the search, without tables
  given_length  the column length
  interrupted   true if Ctrl-C ended the search

The last line is {\"summary\": ...} with boards, solved, setup_seconds,
solve_seconds, table_bytes and threads.",
};

pub(crate) const INTERRUPTS: Topic = Topic {
    title: "Ctrl-C and --resume",
    text: "\
Ctrl-C ends the boards under way, and each is answered with what is proved
so far; the boards after them are solved. A second Ctrl-C within a second
ends the program. --resume FILE continues a batch: FILE is the JSON output
of an earlier run, to be used with the same input and options. Boards that
have an answer in FILE are skipped, and the others are added to it. Boards
that Ctrl-C ended are solved again, those that a limit ended are not. A torn
last line is removed. The summary counts all answers; it is printed and
added to FILE. If there is no FILE, it is created.",
};

pub(crate) const STATUS: Topic = Topic {
    title: "Exit status",
    text: "\
0 if every board got an answer (\"unsolvable\" is one), 1 if a limit or Ctrl-C
came first, 2 if the input or an option is wrong. 2 wins over 1.",
};

/// Returns topics as a command prints them below its help.
pub(crate) fn notes(topics: &[&Topic]) -> String {
    let notes = topics
        .iter()
        .map(|topic| format!("{}:\n{}", topic.title, topic.text));
    notes.collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use super::TOPICS;

    #[test]
    fn lines_fit_the_manual() {
        for topic in TOPICS {
            assert!(!topic.text.ends_with('\n'), "{}", topic.title);
            for line in topic.text.lines() {
                assert!(line.len() <= 76, "{line}");
            }
        }
    }
}
