//! `npuzzle explain`: why a board can or can't be solved.

use std::io::{self, Write};

use clap::Args;
use npuzzle::permutation::Parity;
use npuzzle::solvability::Evidence;
use npuzzle::{DynBoard, Goal};

use crate::failure::Failure;
use crate::input::OneBoard;
use crate::progress::moves;

/// Explain why a board can or can't be solved
#[derive(Args)]
#[command(after_help = "\
Example:
  npuzzle explain \"1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0\"")]
pub(crate) struct Options {
    #[command(flatten)]
    input: OneBoard,
}

/// The most lines of inversions or cycles, and the most numbers of a line, that are printed.
const MOST_LINES: usize = 24;
const MOST_NUMBERS: usize = 30;

/// The most cells of boards whose inversions are listed.
const MOST_CELLS: usize = 256;

pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let (board, goal) = (options.input.board(), &options.input.goal);
    let target = goal.board(board.shape())?;
    let why = board.solvability(goal);
    let mut out = io::BufWriter::new(io::stdout());
    writeln!(out, "{board:#}\n\n{why}\n")?;
    let is_partial = matches!(goal, Goal::Partial(_));
    match why.evidence() {
        // Some tiles are free.
        _ if is_partial => {}
        Evidence::Path { .. } => {
            let order = |board: &DynBoard| numbers(board.iter().filter(|tile| *tile != 0));
            let (now, then) = (order(board), order(&target));
            writeln!(
                out,
                "No move changes the order of the tiles in a single line. It is\n  \
                 {now}\nand in the goal\n  {then}\n"
            )?;
        }
        evidence => {
            write_inversions(&mut out, board, goal, evidence)?;
            write_cycles(&mut out, board, goal)?;
        }
    }
    if why.is_solvable() {
        let distance = board.manhattan(goal);
        let least = moves(distance);
        let parity = format!(",\nand an {} number", Parity::of(distance as u64));
        let parity = if is_partial { "" } else { &parity };
        writeln!(
            out,
            "The Manhattan distance is {distance}: a solution has at least {least}{parity}."
        )?;
    }
    Ok(out.flush()?)
}

/// Writes the inversions, if they are evidence, and the text-book proof.
fn write_inversions(
    out: &mut impl Write,
    board: &DynBoard,
    goal: &Goal,
    evidence: &Evidence,
) -> io::Result<()> {
    let Evidence::Inversions {
        inversions,
        in_goal_order,
        blank_row_from_bottom: row,
        goal_row_from_bottom: goal_row,
        ..
    } = *evidence
    else {
        return Ok(());
    };
    let order = if in_goal_order {
        "that comes before it in the goal"
    } else {
        "that is smaller"
    };
    writeln!(
        out,
        "By inversions\n  \
         Each tile with a later one {order} is an inversion: {inversions} in all, an {} number.",
        Parity::of(inversions)
    )?;
    if board.shape().cells() <= MOST_CELLS {
        let pairs = board.inverted_pairs(goal).unwrap_or_default();
        let mut tiles = pairs.chunk_by(|one, other| one.0 == other.0);
        for pairs in tiles.by_ref().take(MOST_LINES) {
            let later = numbers(pairs.iter().map(|(_, later)| *later));
            writeln!(out, "    {:>3} before {later}", pairs[0].0)?;
        }
        if tiles.next().is_some() {
            writeln!(out, "    ...")?;
        }
    }
    let width = board.shape().columns();
    let passed = Parity::of(width as u64 - 1);
    let proof = match width % 2 {
        1 => "No move changes their parity, and the goal has none: even.".to_owned(),
        _ => format!(
            "It changes the blank's row by one as well: no move changes the parity of inversions plus\n  \
             the blank's row. Here that is {inversions} + {row}, in the goal 0 + {goal_row}."
        ),
    };
    writeln!(
        out,
        "  A tile that slides left or right passes no other tile. One that slides up or down passes\n  \
         {}, an {passed} number, and so changes the inversions by an {passed} number.\n  {proof}\n",
        width - 1
    )
}

/// Writes the cycles, and the proof for any shape.
fn write_cycles(out: &mut impl Write, board: &DynBoard, goal: &Goal) -> io::Result<()> {
    let cycles = board.cycles(goal).unwrap_or_default();
    writeln!(out, "By cycles")?;
    if cycles.is_empty() {
        return writeln!(out, "  Every tile is at home.\n");
    }
    writeln!(
        out,
        "  Each tile belongs in the cell of the next one, and the last in the cell of the first:"
    )?;
    for cycle in cycles.iter().take(MOST_LINES) {
        writeln!(out, "    ({})", numbers(cycle.iter().copied()))?;
    }
    if cycles.len() > MOST_LINES {
        writeln!(out, "    ...")?;
    }
    let swaps: usize = cycles.iter().map(|cycle| cycle.len() - 1).sum();
    let home = goal.home(board.shape()).unwrap_or_default();
    let steps = board.shape().distance(board.blank(), home);
    writeln!(
        out,
        "  A cycle of k tiles takes k - 1 swaps: {swaps} in all, an {} number. The blank's steps home:\n  \
         {steps}, an {} number. Each move is one swap and one step of the blank: the two agree in\n  \
         parity on every board that can be solved, and all boards in which they agree can be.\n",
        Parity::of(swaps as u64),
        Parity::of(steps as u64)
    )
}

/// Returns numbers in a line.
fn numbers(all: impl Iterator<Item = u16>) -> String {
    let mut all = all.map(|number| number.to_string());
    let mut shown: Vec<String> = all.by_ref().take(MOST_NUMBERS).collect();
    shown.extend(all.next().map(|_| "...".to_owned()));
    shown.join(" ")
}
