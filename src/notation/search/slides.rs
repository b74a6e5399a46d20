//! Stored searches by slides with tables.

use core::fmt::{self, Write};

use super::error::ParseSearchError;
use super::lines::{Lines, Words, paths, put_paths};
use crate::exact::slides::{SlideStage, StoredSlides};
use crate::prepare::StoredProof;

/// The words of the stages.
const STAGES: [(&str, SlideStage); 4] = [
    ("round", SlideStage::Round),
    ("split", SlideStage::Split),
    ("search", SlideStage::Search),
    ("over", SlideStage::Over),
];

/// Writes a search: the bound, the counts of both rounds, the stage and whether it is a part, then
/// the tables, and the nodes as paths.
pub(super) fn put(text: &mut impl Write, tables: &str, search: &StoredSlides) -> fmt::Result {
    let StoredSlides {
        bound,
        last_round,
        in_round,
        stage,
        is_part,
        seeds,
        open,
        made,
    } = search;
    let word = STAGES.iter().find(|(_, it)| it == stage);
    let word = word.map_or("", |(word, _)| word);
    let part = u8::from(*is_part);
    writeln!(
        text,
        "at slides {bound} {last_round} {in_round} {word} {part}"
    )?;
    write!(text, "tables {tables}")?;
    for (word, nodes) in [("seeds", seeds), ("open", open), ("made", made)] {
        write!(text, "\n{word}")?;
        put_paths(text, nodes)?;
    }
    writeln!(text)
}

/// Reads what [`put`] writes, behind the words `at slides`.
pub(super) fn read(
    mut words: Words<'_>,
    lines: &mut Lines<'_>,
) -> Result<StoredProof, ParseSearchError> {
    let bound = words.number()?;
    let (last_round, in_round) = (words.number()?, words.number()?);
    let word = words.word()?;
    let stage = STAGES.iter().find(|(it, _)| *it == word);
    let stage = stage.ok_or_else(|| words.error())?.1;
    let is_part = words.last::<u8>()? == 1;
    let tables = lines.expect("tables")?.into();
    let search = StoredSlides {
        bound,
        last_round,
        in_round,
        stage,
        is_part,
        seeds: paths(lines.words("seeds")?)?,
        open: paths(lines.words("open")?)?,
        made: paths(lines.words("made")?)?,
    };
    Ok(StoredProof::Slides { tables, search })
}
