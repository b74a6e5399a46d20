//! What is kept from game to game, in files that may be damaged.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::time::Duration;

use etcetera::BaseStrategy;
use npuzzle::{DynBoard, Goal, Guide, Moves, Shape};

use crate::options::shape_in_words;
use crate::play::game::Game;

/// The first line of a stored game.
const HEAD: &str = "npuzzle game 1";

const GAME: &str = "game.txt";
const BEST: &str = "best.txt";

/// A folder for games; none, and nothing is kept.
pub(crate) struct Store {
    folder: Option<PathBuf>,
}

/// Returns the folder for data of the user's programs, if the system has one.
pub(crate) fn usual_folder() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    Some(folders.data_dir().join("npuzzle"))
}

/// The best results of a shape and a goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Best {
    pub(crate) moves: usize,
    pub(crate) time: Duration,
}

/// The best results, by shape and goal.
pub(crate) type Records = BTreeMap<String, Best>;

/// Returns the name under which results are kept.
pub(crate) fn record_name(shape: Shape, goal: &Goal) -> String {
    format!("{} {goal}", shape_in_words(shape))
}

impl Store {
    pub(crate) const fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// Reads the game that was left; `None` if there is none.
    ///
    /// A damaged file is put aside, and the error says so.
    pub(crate) fn game(&self) -> Result<Option<Game>, String> {
        self.read(GAME, read_game)
    }

    /// Keeps a game for the next time.
    pub(crate) fn keep(&self, game: &Game) -> io::Result<()> {
        self.write(GAME, &written(game))
    }

    /// Forgets the game that was kept.
    pub(crate) fn forget(&self) {
        if let Some(folder) = &self.folder {
            // If it can't be, it is there again next time. Nothing is lost.
            let _ = fs::remove_file(folder.join(GAME));
        }
    }

    /// Reads the best results. A damaged file is put aside, and the error says so.
    pub(crate) fn records(&self) -> Result<Records, String> {
        Ok(self.read(BEST, read_records)?.unwrap_or_default())
    }

    pub(crate) fn keep_records(&self, records: &Records) -> io::Result<()> {
        let mut text = String::new();
        for (name, best) in records {
            let milliseconds = best.time.as_millis();
            let _ = writeln!(text, "{name}|{}|{milliseconds}", best.moves);
        }
        self.write(BEST, &text)
    }

    fn read<T>(&self, name: &str, parse: fn(&str) -> Option<T>) -> Result<Option<T>, String> {
        let Some(folder) = &self.folder else {
            return Ok(None);
        };
        let file = folder.join(name);
        let value = match fs::read_to_string(&file) {
            Ok(text) => parse(&text),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            // It is no text.
            Err(error) if error.kind() == ErrorKind::InvalidData => None,
            Err(error) => return Err(format!("{name} can't be read: {error}")),
        };
        if value.is_some() {
            return Ok(value);
        }
        let aside = format!("{name}.damaged");
        match fs::rename(&file, folder.join(&aside)) {
            Ok(()) => Err(format!("{name} is damaged; it is {aside} now")),
            Err(error) => Err(format!(
                "{name} is damaged, and can't be put aside: {error}"
            )),
        }
    }

    /// Writes a file as a whole or not at all.
    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        fs::create_dir_all(folder)?;
        let new = folder.join(format!("{name}.new"));
        fs::write(&new, text)?;
        fs::rename(new, folder.join(name))
    }
}

fn written(game: &Game) -> String {
    let turns: Vec<String> = game
        .guide
        .turns()
        .map(|moves| format!("{moves:#}"))
        .collect();
    format!(
        "{HEAD}\nname {}\ngoal {}\nstart {}\nturns {}\nposition {}\nmilliseconds {}\nhelped {}\n",
        game.name,
        game.goal,
        game.guide.start(),
        turns.join(" "),
        game.guide.position(),
        game.time.as_millis(),
        game.is_helped,
    )
}

fn read_game(text: &str) -> Option<Game> {
    let mut lines = text.lines();
    if lines.next() != Some(HEAD) {
        return None;
    }
    let fields: BTreeMap<&str, &str> = lines.filter_map(|line| line.split_once(' ')).collect();
    let field = |name: &str| fields.get(name).copied();
    let start: DynBoard = field("start")?.parse().ok()?;
    let goal: Goal = field("goal")?.parse().ok()?;
    let turns = field("turns")?.split_ascii_whitespace();
    let turns: Result<Vec<Moves>, _> = turns.map(str::parse).collect();
    let position = field("position")?.parse().ok()?;
    if !start.is_solvable_for(&goal) {
        return None;
    }
    let guide = Guide::resume(start.clone(), turns.ok()?, position).ok()?;
    let mut game = Game::new(start, goal, field("name")?.to_owned());
    game.guide = guide;
    game.time = Duration::from_millis(field("milliseconds")?.parse().ok()?);
    game.is_helped = field("helped")?.parse().ok()?;
    Some(game)
}

fn read_records(text: &str) -> Option<Records> {
    let read = |line: &str| {
        let mut parts = line.split('|');
        let name = parts.next()?.to_owned();
        let moves = parts.next()?.parse().ok()?;
        let time = Duration::from_millis(parts.next()?.parse().ok()?);
        Some((name, Best { moves, time }))
    };
    text.lines().map(read).collect()
}
