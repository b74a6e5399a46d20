//! Games and records in files, which may be damaged.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::time::Duration;

use etcetera::BaseStrategy;
use npuzzle::{DynBoard, Goal, Guide, Moves};

use crate::output;
use crate::play::game::Game;

/// The first line of a stored game.
const HEAD: &str = "npuzzle game 1";

/// The only file for a game in versions without slots.
const OLD_GAME: &str = "game.txt";

/// Names the slot of the game that was played last.
const LAST: &str = "last.txt";

const BEST: &str = "best.txt";

/// The folder for games and records. Without a folder nothing is stored.
pub(crate) struct Store {
    folder: Option<PathBuf>,
}

/// Returns the folder for data of the user's programs, if the system has one.
pub(crate) fn usual_folder() -> Option<PathBuf> {
    let folders = etcetera::choose_base_strategy().ok()?;
    Some(folders.data_dir().join("npuzzle"))
}

/// The best results of a shape, a goal and a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Best {
    pub(crate) moves: usize,
    pub(crate) time: Duration,
}

/// The best results, by [`Kind::record_name`](crate::play::kind::Kind::record_name).
///
/// Older versions counted boards of all kinds together, under a name without a kind. Such results
/// stay in the file, and no board reads them.
pub(crate) type Records = BTreeMap<String, Best>;

impl Store {
    pub(crate) const fn new(folder: Option<PathBuf>) -> Self {
        Self { folder }
    }

    /// Reads the game that was played last; `None` if none is stored.
    ///
    /// A damaged file is renamed, and the error says so.
    pub(crate) fn last_game(&self) -> Result<Option<Game>, String> {
        if let Some(game) = self.adopt_old_game()? {
            return Ok(Some(game));
        }
        let read_name = |text: &str| {
            let name = text.trim();
            is_slot(name).then(|| name.to_owned())
        };
        match self.read(LAST, read_name)? {
            Some(slot) => self.read(&slot, read_game),
            None => Ok(None),
        }
    }

    /// Moves the game of an older version to its slot, and returns it.
    ///
    /// If the slot has a game, the old file stays until the slot is free.
    fn adopt_old_game(&self) -> Result<Option<Game>, String> {
        let (Some(folder), Some(game)) = (&self.folder, self.read(OLD_GAME, read_game)?) else {
            return Ok(None);
        };
        let slot = game.slot();
        if self.read(&slot, read_game)?.is_none() {
            let moved = fs::rename(folder.join(OLD_GAME), folder.join(&slot));
            moved
                .and_then(|()| self.write(LAST, &slot))
                .map_err(|error| format!("{OLD_GAME} can't be moved to {slot}: {error}"))?;
            return Ok(Some(game));
        }
        Ok(None)
    }

    /// Reads the game of a slot; `None` if the slot is empty.
    ///
    /// A damaged file is renamed, and the error says so.
    pub(crate) fn game(&self, slot: &str) -> Result<Option<Game>, String> {
        self.read(slot, read_game)
    }

    /// Writes a game to its slot, and makes it the one that was played last.
    ///
    /// # Errors
    /// Says why nothing was written: the slot has a started game on another board, the file there
    /// can't be read or renamed, or the folder can't be written to.
    pub(crate) fn keep(&self, game: &Game) -> Result<(), String> {
        let slot = game.slot();
        match self.game(&slot) {
            // A second program may have written it since this game began.
            Ok(Some(other)) if other.is_started() && !other.has_same_start(game) => {
                return Err("its file has another game".to_owned());
            }
            Ok(_) => {}
            // A damaged file was renamed, if that was possible.
            Err(_) if !self.exists(&slot) => {}
            Err(why) => return Err(why),
        }
        let written = self.write(&slot, &written(game));
        written
            .and_then(|()| self.write(LAST, &slot))
            .map_err(|error| error.to_string())
    }

    /// Removes a game from its slot, if the slot has this game and no other.
    pub(crate) fn forget(&self, game: &Game) {
        let slot = game.slot();
        if let (Some(folder), Ok(Some(stored))) = (&self.folder, self.game(&slot)) {
            if stored.has_same_start(game) {
                // If the file can't be removed, the game is offered again.
                let _ = fs::remove_file(folder.join(slot));
            }
        }
    }

    /// Reads the best results. A damaged file is renamed, and the error says so.
    pub(crate) fn records(&self) -> Result<Records, String> {
        Ok(self.read(BEST, read_records)?.unwrap_or_default())
    }

    /// Writes the best results.
    ///
    /// # Errors
    /// Says why nothing was written: the present file can't be read or renamed, or the folder
    /// can't be written to.
    pub(crate) fn keep_records(&self, records: &Records) -> Result<(), String> {
        match self.records() {
            Err(why) if self.exists(BEST) => return Err(why),
            _ => {}
        }
        let mut text = String::new();
        for (name, best) in records {
            let milliseconds = best.time.as_millis();
            let _ = writeln!(text, "{name}|{}|{milliseconds}", best.moves);
        }
        self.write(BEST, &text).map_err(|error| error.to_string())
    }

    fn exists(&self, name: &str) -> bool {
        let folder = self.folder.as_ref();
        folder.is_some_and(|it| it.join(name).symlink_metadata().is_ok())
    }

    fn read<T>(&self, name: &str, parse: impl Fn(&str) -> Option<T>) -> Result<Option<T>, String> {
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
        // An earlier damaged file stays.
        let names = (1_u32..).map(|nth| match nth {
            1 => format!("{name}.damaged"),
            _ => format!("{name}.damaged-{nth}"),
        });
        let mut free = names.filter(|it| !self.exists(it));
        let aside = free.next().unwrap_or_default();
        match fs::rename(&file, folder.join(&aside)) {
            Ok(()) => Err(format!("{name} is damaged; it is {aside} now")),
            Err(error) => Err(format!("{name} is damaged, and can't be renamed: {error}")),
        }
    }

    /// Writes a file as a whole or not at all.
    fn write(&self, name: &str, text: &str) -> io::Result<()> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        fs::create_dir_all(folder)?;
        output::replace(&folder.join(name), text.as_bytes())
    }
}

/// Returns whether a text is the name of a slot, and no path to elsewhere.
fn is_slot(name: &str) -> bool {
    let middle = name.strip_prefix("game-");
    let middle = middle.and_then(|it| it.strip_suffix(".txt"));
    middle.is_some_and(|it| !it.contains(['/', '\\', '\0']))
}

fn written(game: &Game) -> String {
    let turns: Vec<String> = game
        .guide
        .turns()
        .map(|moves| format!("{moves:#}"))
        .collect();
    format!(
        "{HEAD}\nname {}\ngoal {}\nstart {}\nturns {}\nposition {}\nmilliseconds {}\nhelped {}\n",
        game.kind,
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
    let mut game = Game::new(start, goal, field("name")?.parse().ok()?);
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
