//! Saved games and best results, in one file.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::time::Duration;

use npuzzle::{DynBoard, Goal, Guide, Metric, Moves};

use crate::output;
use crate::play::game::{Game, Kind};

const FILE: &str = "play.txt";

/// The first line of the file.
const HEAD: &str = "npuzzle play 1";

/// The best results of a shape, a goal and a kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Best {
    pub(crate) moves: usize,
    pub(crate) time: Duration,
}

/// The content of the file, and its path. Without a folder nothing is stored.
pub(crate) struct Store {
    folder: Option<PathBuf>,
    /// One game per kind; the one that was played last comes first.
    games: Vec<Game>,
    /// By [`Game::record_name`].
    best: BTreeMap<String, Best>,
}

impl Store {
    pub(crate) const fn new(folder: Option<PathBuf>) -> Self {
        Self {
            folder,
            games: Vec::new(),
            best: BTreeMap::new(),
        }
    }

    /// Returns the game that was played last.
    pub(crate) fn last(&self) -> Option<&Game> {
        self.games.first()
    }

    /// Returns the saved game that one of this kind would replace.
    pub(crate) fn game(&self, kind: Kind) -> Option<&Game> {
        self.games
            .iter()
            .find(|game| game.kind.shares_slot_with(kind))
    }

    pub(crate) fn best(&self, name: &str) -> Option<Best> {
        self.best.get(name).copied()
    }

    /// Saves a game, unless it is solved, and makes it the one that was played last.
    ///
    /// # Errors
    /// Returns the reason if it was not saved (another program has saved a started game of this
    /// kind, or the file can't be read or written), or a warning that a damaged file was renamed.
    pub(crate) fn keep(&mut self, game: &Game) -> Result<(), String> {
        self.update(|store| {
            let old = store.game(game.kind);
            if old.is_some_and(|old| old.is_started() && !old.has_same_start(game)) {
                return Err("another game of this kind was saved meanwhile".to_owned());
            }
            store.drop_game(game.kind);
            if !game.is_solved() {
                store.games.insert(0, game.clone());
            }
            Ok(())
        })
    }

    /// Drops the saved game of a kind.
    pub(crate) fn forget(&mut self, kind: Kind) -> Result<(), String> {
        self.update(|store| {
            store.drop_game(kind);
            Ok(())
        })
    }

    /// Takes the result of a solved game.
    pub(crate) fn record(&mut self, name: String, new: Best) -> Result<(), String> {
        self.update(|store| {
            let best = store.best.entry(name).or_insert(new);
            best.moves = best.moves.min(new.moves);
            best.time = best.time.min(new.time);
            Ok(())
        })
    }

    fn drop_game(&mut self, kind: Kind) {
        self.games.retain(|game| !game.kind.shares_slot_with(kind));
    }

    /// Changes the current content of the file, which a second program may have written.
    fn update(
        &mut self,
        change: impl FnOnce(&mut Self) -> Result<(), String>,
    ) -> Result<(), String> {
        let damage = self.read();
        let Some(file) = self.folder.as_ref().map(|folder| folder.join(FILE)) else {
            return change(self);
        };
        if damage.is_err() && file.symlink_metadata().is_ok() {
            return damage;
        }
        change(self)?;
        let folder = file.parent().map_or(Ok(()), fs::create_dir_all);
        let written = folder.and_then(|()| output::replace(&file, self.to_text().as_bytes()));
        written.map_err(|error| format!("{} can't be written: {error}", file.display()))?;
        damage
    }

    /// Reads the file, if there is one.
    ///
    /// # Errors
    /// Returns the message that the file can't be read, or is damaged and was renamed.
    pub(crate) fn read(&mut self) -> Result<(), String> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        let file = folder.join(FILE);
        let content = match fs::read(&file) {
            Ok(bytes) => String::from_utf8(bytes).ok().and_then(|text| parse(&text)),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(format!("{} can't be read: {error}", file.display())),
        };
        if let Some((games, best)) = content {
            (self.games, self.best) = (games, best);
            return Ok(());
        }
        // Earlier damaged files stay.
        let mut aside = format!("{FILE}.damaged");
        while folder.join(&aside).symlink_metadata().is_ok() {
            aside.push('-');
        }
        match fs::rename(&file, folder.join(&aside)) {
            Ok(()) => Err(format!("{FILE} is damaged; it is {aside} now")),
            Err(error) => Err(format!("{FILE} is damaged, and can't be renamed: {error}")),
        }
    }

    fn to_text(&self) -> String {
        let mut text = format!("{HEAD}\n");
        for game in &self.games {
            let (kind, guide, is_helped) = (game.kind, &game.guide, game.is_helped);
            let turns = guide.turns().iter().map(|moves| format!("{moves:#}"));
            let turns: Vec<String> = turns.collect();
            let (start, turns, position) = (guide.start(), turns.join(" "), guide.position());
            let (goal, time) = (guide.goal(), game.time.as_millis());
            let bound = guide.lower_bound(Metric::SingleTile);
            let solution = guide.solution().map(|moves| format!("{moves} {bound}"));
            let solution = solution.unwrap_or_default();
            let _ = writeln!(
                text,
                "game|{kind}|{goal}|{start}|{turns}|{position}|{time}|{is_helped}|{solution}"
            );
        }
        for (name, Best { moves, time }) in &self.best {
            let _ = writeln!(text, "best|{name}|{moves}|{}", time.as_millis());
        }
        text
    }
}

/// Reads a file; `None` if it is damaged.
fn parse(text: &str) -> Option<(Vec<Game>, BTreeMap<String, Best>)> {
    let (mut games, mut best) = (Vec::new(), BTreeMap::new());
    let mut lines = text.lines();
    if lines.next() != Some(HEAD) || !text.ends_with('\n') {
        return None;
    }
    let milliseconds = |text: &str| text.parse().ok().map(Duration::from_millis);
    for line in lines {
        let mut fields = line.split('|');
        let mut next = || fields.next();
        match next()? {
            "game" => {
                let kind = next()?.parse().ok()?;
                let goal: Goal = next()?.parse().ok()?;
                let start: DynBoard = next()?.parse().ok()?;
                if !start.is_solvable_for(&goal) {
                    return None;
                }
                let mut game = Game::new(Guide::for_goal(start, goal).ok()?, kind);
                let turns = next()?.split_ascii_whitespace().map(str::parse);
                let turns: Vec<Moves> = turns.collect::<Result<_, _>>().ok()?;
                game.guide = game.guide.resume(turns, next()?.parse().ok()?).ok()?;
                game.time = milliseconds(next()?)?;
                game.is_helped = next()?.parse().ok()?;
                if let Some((moves, bound)) = next()?.split_once(' ') {
                    let (board, moves) = (game.board().clone(), moves.parse().ok()?);
                    game.guide.adopt(&board, &moves, bound.parse().ok()?).ok()?;
                }
                games.push(game);
            }
            "best" => {
                let name = next()?.to_owned();
                let (moves, time) = (next()?.parse().ok()?, milliseconds(next()?)?);
                best.insert(name, Best { moves, time });
            }
            _ => return None,
        }
        if next().is_some() {
            return None;
        }
    }
    Some((games, best))
}
