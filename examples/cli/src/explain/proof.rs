//! The proof that a board can or can't be solved.

use std::fmt;

use npuzzle::permutation::{Parity, cycles};
use npuzzle::{DynBoard, Evidence, Goal, Repair, Solvability};
use serde::Serialize;

use crate::homes::homes;
use crate::progress::moves;

/// The most lines of inversions, and the most numbers of a line, that are written out.
const MOST_LINES: usize = 24;
const MOST_NUMBERS: usize = 30;

/// The most cells of boards whose inversions are listed as JSON.
const MOST_CELLS_LISTED: usize = 256;

/// The page of the documentation that proves the rule.
const PAGE: &str = "npuzzle::learn::parity of the documentation (cargo doc --open)";

/// A proof in JSON.
#[derive(Serialize)]
pub(crate) struct Object<'a> {
    board: String,
    goal: String,
    solvable: bool,
    reason: String,
    #[serde(flatten)]
    inversions: Option<ByInversions>,
    cycles: &'a [Vec<u16>],
    swaps: usize,
    blank_distance: usize,
    manhattan: usize,
    swap_to_repair: Option<(u16, u16)>,
}

/// The evidence of rectangles and standard goals.
#[derive(Serialize)]
struct ByInversions {
    inversions: u64,
    pairs: Option<Vec<(u16, u16)>>,
    blank_row_from_bottom: usize,
    goal_row_from_bottom: usize,
}

/// The facts about a board that the proof states.
pub(crate) struct Proof<'a> {
    board: &'a DynBoard,
    goal: &'a Goal,
    why: Solvability,
    /// For each cell the cell where its tile belongs.
    homes: Vec<usize>,
    /// The tiles that are not at home, cycle by cycle: each goes to the cell of the next.
    cycles: Vec<Vec<u16>>,
}

impl<'a> Proof<'a> {
    pub(crate) fn new(board: &'a DynBoard, goal: &'a Goal) -> Self {
        let shape = board.shape();
        let home_of = homes(shape, goal);
        let homes: Vec<usize> = board
            .iter()
            .map(|tile| home_of[usize::from(tile)])
            .collect();
        let of_cells = cycles(&homes).unwrap_or_default(); // a board is a permutation
        let cycles = of_cells
            .iter()
            .map(|cycle| cycle.iter().map(|&cell| board.tiles()[cell]).collect())
            .collect();
        Self {
            board,
            goal,
            why: board.solvability(goal),
            homes,
            cycles,
        }
    }

    /// The tiles one after the other, each with those that come after it, but before it in the
    /// goal; only those that have some.
    fn inversions(&self) -> impl Iterator<Item = (u16, Vec<u16>)> + '_ {
        let cells = self.board.shape().cells();
        let tile = |cell: usize| self.board.tiles()[cell];
        let places = (0..cells).filter(move |&cell| tile(cell) != 0);
        let listed = places.map(move |cell| {
            let after = (cell + 1..cells).filter(|&it| self.homes[it] < self.homes[cell]);
            let after = after.map(tile).filter(|it| *it != 0);
            (tile(cell), after.collect::<Vec<u16>>())
        });
        listed.filter(|(_, after)| !after.is_empty())
    }

    fn swaps(&self) -> usize {
        self.cycles.iter().map(|cycle| cycle.len() - 1).sum()
    }

    /// The steps of the blank to its home.
    fn blank_distance(&self) -> usize {
        let blank = self.board.blank();
        self.board.shape().distance(blank, self.homes[blank])
    }

    pub(crate) fn json(&self) -> Object<'_> {
        let inversions = match *self.why.evidence() {
            Evidence::Inversions {
                inversions,
                blank_row_from_bottom,
                goal_row_from_bottom,
                ..
            } => Some(ByInversions {
                inversions,
                pairs: self.pairs(),
                blank_row_from_bottom,
                goal_row_from_bottom,
            }),
            _ => None,
        };
        Object {
            board: self.board.to_string(),
            goal: self.goal.to_string(),
            solvable: self.why.is_solvable(),
            reason: self.why.to_string(),
            inversions,
            cycles: &self.cycles,
            swaps: self.swaps(),
            blank_distance: self.blank_distance(),
            manhattan: self.board.manhattan(self.goal),
            swap_to_repair: match self.why.repair() {
                Some(Repair::Swap(a, b)) => Some((*a, *b)),
                _ => None,
            },
        }
    }

    /// Returns every inversion, or `None` for a board so large that the list would take gigabytes.
    fn pairs(&self) -> Option<Vec<(u16, u16)>> {
        let is_short = self.board.shape().cells() <= MOST_CELLS_LISTED;
        let pairs_of = |(tile, after): (u16, Vec<u16>)| after.into_iter().map(move |it| (tile, it));
        is_short.then(|| self.inversions().flat_map(pairs_of).collect())
    }

    fn write_inversions(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.board.shape();
        let Evidence::Inversions {
            inversions,
            in_goal_order,
            blank_row_from_bottom,
            goal_row_from_bottom,
        } = *self.why.evidence()
        else {
            return Ok(());
        };
        let parity = Parity::of(inversions);
        let tiles = self.board.iter().filter(|it| *it != 0);
        let row = Numbers(tiles.collect());
        writeln!(f, "Inversions")?;
        writeln!(
            f,
            "  Read row by row, without the blank, the tiles are\n    {row}"
        )?;
        let order = if in_goal_order {
            let shape = self.board.shape();
            let tiles = (0..shape.cells()).filter_map(|cell| self.goal.tile_at(shape, cell));
            let row = Numbers(tiles.filter(|it| *it != 0).collect());
            writeln!(f, "  and in the goal\n    {row}")?;
            "before it in the goal"
        } else {
            "smaller"
        };
        writeln!(
            f,
            "  Each tile that has one after it that is {order} makes an inversion with it:"
        )?;
        let mut listed = self.inversions();
        for (tile, rest) in listed.by_ref().take(MOST_LINES) {
            let count = rest.len();
            writeln!(f, "    {tile:>3} before {}: {count}", Numbers(rest))?;
        }
        if listed.next().is_some() {
            writeln!(f, "    ... and so on")?;
        }
        writeln!(f, "  Together {inversions}, which is {parity}.\n")?;

        let width = shape.columns();
        writeln!(f, "What a move changes")?;
        writeln!(
            f,
            "  A tile that slides to the left or right stays between the same others: no inversion changes."
        )?;
        let passed = width - 1;
        writeln!(
            f,
            "  A tile that slides up or down passes {passed} {}. With each the order turns round, so the\n  \
             inversions change by an {} number.",
            if passed == 1 { "other" } else { "others" },
            Parity::of(passed as u64),
        )?;
        if width % 2 == 1 {
            writeln!(
                f,
                "  The width is {width}, odd: no move changes the parity of the inversions.\n"
            )?;
            writeln!(f, "Verdict")?;
            writeln!(
                f,
                "  The goal has no inversion: even. This board has {inversions}: {parity}."
            )?;
        } else {
            let row = blank_row_from_bottom;
            let sum = inversions + row as u64;
            writeln!(
                f,
                "  And the blank changes its row by one. The width is {width}, even: no move changes the parity of\n  \
                 inversions + the blank's row.\n"
            )?;
            writeln!(f, "Verdict")?;
            writeln!(
                f,
                "  Rows are counted from the bottom: the lowest is row 1. Here the blank is in row {row}: {inversions} + {row} = {sum}, {}.",
                Parity::of(sum)
            )?;
            let goal = goal_row_from_bottom as u64;
            writeln!(
                f,
                "  The goal has no inversion and its blank in row {goal}: 0 + {goal} = {goal}, {}.",
                Parity::of(goal)
            )?;
        }
        self.write_verdict(f)
    }

    fn write_verdict(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.why.is_solvable() {
            writeln!(
                f,
                "  They agree, and that is enough: moves turn any three tiles of a block of 2 x 2 cells in a circle,\n  \
                 any three tiles can be brought to such a block and back, and turns of three tiles make every board\n  \
                 that agrees. So the board can be solved. The whole proof is the page {PAGE}.\n"
            )
        } else {
            writeln!(
                f,
                "  They differ, and no move changes that: the board can't be solved.\n"
            )
        }
    }

    fn write_order(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.board.shape();
        let goal = (0..shape.cells()).filter_map(|cell| self.goal.tile_at(shape, cell));
        let row =
            |tiles: &mut dyn Iterator<Item = u16>| Numbers(tiles.filter(|it| *it != 0).collect());
        writeln!(
            f,
            "Order\n  In a single line no tile can pass another: no move changes the order of the tiles. Here it is\n    {}\n  \
             and in the goal\n    {}\n",
            row(&mut self.board.iter()),
            row(&mut goal.into_iter())
        )?;
        writeln!(
            f,
            "Verdict\n  {}\n",
            if self.why.is_solvable() {
                "They agree, and the blank can be brought to its place: the board can be solved."
            } else {
                "They differ, and no move changes that: the board can't be solved."
            }
        )
    }

    fn write_cycles(&self, f: &mut fmt::Formatter<'_>, is_only: bool) -> fmt::Result {
        let (swaps, distance) = (self.swaps(), self.blank_distance());
        writeln!(
            f,
            "{}",
            if is_only {
                "By cycles"
            } else {
                "The same by cycles"
            }
        )?;
        if self.cycles.is_empty() {
            return writeln!(f, "  Every tile is at home.\n");
        }
        writeln!(
            f,
            "  Each of these tiles belongs where the next one is, and the last where the first one is:"
        )?;
        for cycle in self.cycles.iter().take(MOST_LINES) {
            let count = cycle.len() - 1;
            writeln!(
                f,
                "    ({}): {} tiles, {}",
                Numbers(cycle.clone()),
                cycle.len(),
                swaps_in_words(count)
            )?;
        }
        if self.cycles.len() > MOST_LINES {
            writeln!(
                f,
                "    ... and {} more cycles",
                self.cycles.len() - MOST_LINES
            )?;
        }
        writeln!(
            f,
            "  Together {}, the blank among the tiles: {}. The blank's distance from home is {distance}: {}.",
            swaps_in_words(swaps),
            Parity::of(swaps as u64),
            Parity::of(distance as u64)
        )?;
        writeln!(
            f,
            "  Each move is one swap and one step, so both must be even or both odd."
        )?;
        if is_only {
            self.write_verdict(f)
        } else {
            writeln!(f)
        }
    }
}

impl fmt::Display for Proof<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in format!("{:#}", self.board).lines() {
            writeln!(f, "  {row}")?;
        }
        writeln!(f, "\nThe goal is {}.\n", self.goal)?;
        match self.why.evidence() {
            Evidence::Inversions { .. } => {
                self.write_inversions(f)?;
                self.write_cycles(f, false)?;
            }
            Evidence::Cycles { .. } => self.write_cycles(f, true)?,
            Evidence::Path { .. } => self.write_order(f)?,
            _ => {}
        }
        writeln!(f, "In short\n  {}", self.why)?;
        if self.why.is_solvable() {
            let distance = self.board.manhattan(self.goal);
            let parity = Parity::of(distance as u64);
            writeln!(
                f,
                "  The tiles are {distance} steps from home together, so at least {} are needed, and an {parity} number.",
                moves(distance)
            )?;
        }
        Ok(())
    }
}

fn swaps_in_words(count: usize) -> String {
    match count {
        1 => "1 swap".to_owned(),
        _ => format!("{count} swaps"),
    }
}

/// Numbers in a line, not too many.
struct Numbers(Vec<u16>);

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, tile) in self.0.iter().take(MOST_NUMBERS).enumerate() {
            let space = if nth == 0 { "" } else { " " };
            write!(f, "{space}{tile}")?;
        }
        if self.0.len() > MOST_NUMBERS {
            f.write_str(" ...")?;
        }
        Ok(())
    }
}
