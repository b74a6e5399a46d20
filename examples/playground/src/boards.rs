//! Boards: read from any text, made again, described for the page.

use npuzzle::notation::{read_board, read_goal};
use npuzzle::{DynBoard, Goal, Moves, ParseError, Shape, Tile, daily_seed};
use serde_json::{Value, json};

use crate::request::{Answer, Request, told};

/// The most rows and columns that the page draws.
const MOST_FLAT: usize = 10;

/// The most rows, columns and layers of a box that the page draws.
const MOST_IN_BOX: usize = 4;

/// Reads a board in any form that the crate reads.
pub(crate) fn read(request: &Request) -> Answer {
    let text = request.text("text")?;
    let board = read_board(text).map_err(located)?;
    check_size(board.shape())?;
    // A goal for another shape is replaced by the default.
    let goal = request.goal()?;
    let goal = if goal.fits(board.shape()).is_ok() {
        goal
    } else {
        Goal::BlankLast
    };
    Ok(describe(&board, &goal))
}

/// Reads a goal that is written as a board, `*` for any tile.
pub(crate) fn goal(request: &Request) -> Answer {
    let goal = read_goal(request.text("text")?).map_err(located)?;
    let shape = goal.shape();
    let shape = shape.ok_or("the goal has to be a board, with * for any tile")?;
    check_size(shape)?;
    Ok(json!({
        "goal": goal.to_string(),
        "rows": shape.rows(),
        "cols": shape.columns(),
        "layers": shape.layers(),
    }))
}

/// Returns the message of a fault in a text of one line or several.
fn located(error: ParseError) -> String {
    match error.line() {
        1 => told(error),
        line => format!("line {line}: {error:#}"),
    }
}

/// Makes a board: `random` (all solvable ones equally likely), `daily` (that of a date), `easy` (some moves from the goal),
/// `any` (half of them unsolvable), or `solved`.
pub(crate) fn make(request: &Request) -> Answer {
    let layers = request.optional("layers", Request::size)?.unwrap_or(1);
    let shape = Shape::new(request.size("rows")?, request.size("cols")?, layers);
    let shape = shape.map_err(told)?;
    check_size(shape)?;
    let goal = request.goal()?;
    let seed = request.optional("seed", Request::number)?.unwrap_or(0);
    let board = match request.text("kind")? {
        "random" => DynBoard::from_seed_for(shape, &goal, seed),
        "daily" => {
            let [year, month, day] = ["year", "month", "day"].map(|it| request.size(it));
            let seed = daily_seed(year? as u32, month? as u32, day? as u32);
            DynBoard::from_seed_for(shape, &goal, seed)
        }
        "easy" => DynBoard::scrambled_for(shape, &goal, request.size("moves")?, seed),
        "any" => Ok(DynBoard::permutation_from_seed(shape, seed)),
        "solved" => goal.board(shape),
        kind => return Err(format!("there is no kind of board '{kind}'")),
    };
    let board = board.map_err(told)?;
    Ok(describe(&board, &goal))
}

/// Draws a board of any size, all from which the goal can be reached being equally likely.
pub(crate) fn random(request: &Request) -> Answer {
    let (shape, goal) = (request.parse("shape")?, request.goal()?);
    let board = DynBoard::from_seed_for(shape, &goal, request.number("seed")?);
    let board = board.map_err(told)?;
    Ok(json!({ "board": board.to_string() }))
}

/// Plays moves and returns whether they solve the board, and if not, why.
pub(crate) fn verify(request: &Request) -> Answer {
    let (board, goal) = request.board_and_goal()?;
    let (moves, fault) = match Moves::parse_on(&board, request.text("moves")?) {
        Ok(moves) => (moves, None),
        Err(error) => (Moves::new(), Some(told(error))),
    };
    let verdict = npuzzle::verify(&board, &moves, &goal).map_err(told)?;
    let is_solved = verdict.is_solved && fault.is_none();
    Ok(json!({
        "solved": is_solved,
        "legal": verdict.illegal.is_none() && fault.is_none(),
        "reason": fault.or_else(|| (!is_solved).then(|| verdict.to_string())),
        "length": moves.len(),
        "slides": moves.multi_tile_len(),
        "end": verdict.end.to_string(),
    }))
}

/// Exchanges two tiles, 0 being the blank.
pub(crate) fn swap(request: &Request) -> Answer {
    let (board, _) = request.board_and_goal()?;
    let [a, b] = ["a", "b"].map(|name| request.size(name));
    let tile = |size: usize| Tile::try_from(size).unwrap_or(Tile::MAX);
    let swapped = board.swapped(tile(a?), tile(b?)).map_err(told)?;
    Ok(json!({ "board": swapped.to_string() }))
}

/// Plays moves and returns, for each, the cell of the tile that moves: the blank is there next.
pub(crate) fn walk(request: &Request) -> Answer {
    let mut walker: DynBoard = request.parse("board")?;
    let moves: Moves = request.parse("moves")?;
    let played = walker.clone().play(&moves);
    played.map_err(told)?;
    let mut cells = Vec::with_capacity(moves.len());
    for direction in &moves {
        // They were just played.
        let _ = walker.slide(direction);
        cells.push(walker.blank());
    }
    Ok(json!({ "cells": cells, "slides": moves.multi_tile_len() }))
}

fn check_size(shape: Shape) -> Result<(), String> {
    let sides = [shape.rows(), shape.columns(), shape.layers()];
    let most = if shape.is_flat() {
        MOST_FLAT
    } else {
        MOST_IN_BOX
    };
    if sides.iter().any(|&side| side > most) {
        return Err(format!(
            "a board of {shape} is too large for this page: \
             it draws up to {MOST_FLAT} x {MOST_FLAT}, and boxes up to {MOST_IN_BOX} x {MOST_IN_BOX} x {MOST_IN_BOX}"
        ));
    }
    Ok(())
}

/// Returns the data of a board that the page draws.
pub(crate) fn describe(board: &DynBoard, goal: &Goal) -> Value {
    let shape = board.shape();
    json!({
        "board": board.to_string(),
        "goal": goal.to_string(),
        "rows": shape.rows(),
        "cols": shape.columns(),
        "layers": shape.layers(),
        "shape": shape.to_string(),
        "tiles": board.tiles(),
        "homes": goal.homes(shape).unwrap_or_default(),
        "solvable": board.is_solvable_for(goal),
        "solved": board.is_solved_for(goal),
    })
}
