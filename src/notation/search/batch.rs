//! Stored searches by tiles with tables.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::error::ParseSearchError;
use super::lines::{Lines, Words, digit, digits, path, paths, put_path, put_paths};
use crate::exact::batch::{StoredBatch, StoredBoard, StoredRound, StoredSplitting, StoredStage};
use crate::prepare::StoredProof;

/// Writes a search: its place in the round, the tables, then the nodes as paths and boards.
pub(super) fn put(text: &mut String, tables: &str, search: &StoredBatch) -> fmt::Result {
    let StoredBatch {
        bound,
        last_round,
        in_round,
        stage,
        is_part,
        round,
    } = search;
    let kind = if *is_part { "part" } else { "stack" };
    write!(text, "at {kind} {bound} {last_round} {in_round} ")?;
    match stage {
        StoredStage::New => writeln!(text, "new")?,
        StoredStage::Announced => writeln!(text, "announced")?,
        StoredStage::Splitting => writeln!(text, "splitting")?,
        StoredStage::Searching { unit, is_open, end } => {
            let is_open = u8::from(*is_open);
            writeln!(text, "searching {unit} {end} {is_open}")?;
        }
        StoredStage::Over => writeln!(text, "over")?,
    }
    writeln!(text, "tables {}", tables.replace('\n', "/"))?;
    if let Some(splitting) = &round.splitting {
        let StoredSplitting {
            level,
            expanded,
            children,
        } = splitting;
        write!(text, "splitting {expanded}")?;
        put_paths(text, level)?;
        writeln!(text)?;
        write!(text, "children")?;
        put_paths(text, children)?;
        writeln!(text)?;
    }
    write!(text, "seeds {} {}", round.left.start, round.left.end)?;
    put_paths(text, &round.seeds)?;
    write!(text, "\nway ")?;
    put_path(text, &round.turns)?;
    write!(text, "\nboards")?;
    for board in &round.stack {
        let StoredBoard {
            cells,
            automaton,
            left,
            mark,
        } = board;
        write!(text, " {automaton}.{left}.{mark}.")?;
        cells
            .iter()
            .try_for_each(|&cell| text.write_char(digit(cell)))?;
    }
    write!(text, "\ntrail")?;
    for (parent, turn) in &round.trail {
        write!(text, " {parent}.{turn}")?;
    }
    writeln!(text)
}

/// Reads what [`put`] writes, behind the words `at stack` or `at part`.
pub(super) fn read(
    mut words: Words<'_>,
    lines: &mut Lines<'_>,
    is_part: bool,
) -> Result<StoredProof, ParseSearchError> {
    let bound = words.number()?;
    let (last_round, in_round) = (words.number()?, words.number()?);
    let stage = match words.word()? {
        "new" => StoredStage::New,
        "announced" => StoredStage::Announced,
        "splitting" => StoredStage::Splitting,
        "searching" => StoredStage::Searching {
            unit: words.number()?,
            end: words.number()?,
            is_open: words.last::<u8>()? == 1,
        },
        "over" => StoredStage::Over,
        _ => return Err(words.error()),
    };
    let tables = lines.expect("tables")?.replace('/', "\n");
    let splitting = match lines.optional("splitting") {
        Some(mut level) => {
            let expanded = level.number()?;
            let children = lines.words("children")?;
            Some(StoredSplitting {
                level: paths(level)?,
                expanded,
                children: paths(children)?,
            })
        }
        None => None,
    };
    let mut seeds = lines.words("seeds")?;
    let left = seeds.number()?..seeds.number()?;
    let seeds = paths(seeds)?;
    let mut way = lines.words("way")?;
    let turns = way.word()?;
    let turns = path(turns).ok_or_else(|| way.error())?;
    let mut boards = lines.words("boards")?;
    let mut stack = Vec::new();
    while let Some(word) = boards.next() {
        let [automaton, left, mark, cells] = boards.fields(word)?;
        stack.push(StoredBoard {
            cells: digits(cells).ok_or_else(|| boards.error())?,
            automaton: boards.parse(automaton)?,
            left: boards.parse(left)?,
            mark: boards.parse(mark)?,
        });
    }
    let mut steps = lines.words("trail")?;
    let mut trail = Vec::new();
    while let Some(word) = steps.next() {
        let [parent, turn] = steps.fields(word)?;
        trail.push((steps.parse(parent)?, steps.parse(turn)?));
    }
    let round = StoredRound {
        splitting,
        seeds,
        left,
        turns,
        stack,
        trail,
    };
    let search = StoredBatch {
        bound,
        last_round,
        in_round,
        stage,
        is_part,
        round,
    };
    Ok(StoredProof::Stack { tables, search })
}
