//! The menu of a new game.

use npuzzle::{Goal, Shape};
use ratatui::crossterm::event::KeyCode;

/// The default game.
pub(crate) const USUAL_SHAPE: Shape = shape(4, 4, 1);

const fn shape(rows: usize, cols: usize, layers: usize) -> Shape {
    match Shape::new(rows, cols, layers) {
        Ok(shape) => shape,
        Err(_) => panic!("a shape of the menu"),
    }
}

const SHAPES: [Shape; 12] = [
    shape(2, 2, 1),
    shape(2, 3, 1),
    shape(3, 3, 1),
    shape(3, 4, 1),
    shape(4, 4, 1),
    shape(4, 5, 1),
    shape(5, 5, 1),
    shape(6, 6, 1),
    shape(8, 8, 1),
    shape(10, 10, 1),
    shape(2, 2, 2),
    shape(3, 3, 3),
];

/// The goals with a name.
pub(crate) const GOALS: [Goal; 3] = [Goal::BlankLast, Goal::BlankFirst, Goal::Snail];

const LEVELS: [Level; 9] = [
    Level::Random,
    Level::Daily,
    Level::Needs(5),
    Level::Needs(10),
    Level::Needs(15),
    Level::Needs(20),
    Level::Needs(30),
    Level::Needs(40),
    Level::Needs(50),
];

/// Which board to begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Level {
    Random,
    Daily,
    /// One whose shortest solutions have this many moves.
    Needs(usize),
}

/// The selected game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) shape: Shape,
    pub(crate) goal: Goal,
    pub(crate) level: Level,
}

/// The menu, while it is open.
#[derive(Clone, Debug)]
pub(crate) struct Menu {
    /// The line that the arrows change: shape, goal or level.
    pub(crate) line: usize,
    /// Which of each line.
    chosen: [usize; 3],
    /// The choices; the shape and the goal of the game are always among them.
    shapes: Vec<Shape>,
    goals: Vec<Goal>,
}

/// The request of a key.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Wish {
    Stay,
    Leave,
    Play,
    Type,
}

impl Menu {
    /// Opens the menu where a game was.
    pub(crate) fn new(of: Shape, goal: &Goal) -> Self {
        let mut shapes = SHAPES.to_vec();
        let mut goals = GOALS.to_vec();
        let chosen = [index_of(&mut shapes, &of), index_of(&mut goals, goal), 0];
        Self {
            line: 0,
            chosen,
            shapes,
            goals,
        }
    }

    pub(crate) fn choice(&self) -> Choice {
        let [shape, goal, level] = self.chosen;
        Choice {
            shape: self.shapes[shape],
            goal: self.goals[goal].clone(),
            level: LEVELS[level],
        }
    }

    /// The lines, with what is chosen.
    pub(crate) fn lines(&self) -> [(&'static str, String); 3] {
        let Choice { shape, goal, level } = self.choice();
        let level = match level {
            Level::Random => "any board".to_owned(),
            Level::Daily => "the board of the day".to_owned(),
            Level::Needs(moves) => format!("one that needs {moves} moves"),
        };
        [
            ("size", shape.to_string()),
            ("goal", goal_in_words(&goal)),
            ("board", level),
        ]
    }

    pub(crate) fn press(&mut self, key: KeyCode) -> Wish {
        let lengths = [self.shapes.len(), self.goals.len(), LEVELS.len()];
        let length = lengths[self.line];
        let chosen = &mut self.chosen[self.line];
        match key {
            KeyCode::Up | KeyCode::Char('k') => self.line = (self.line + 2) % 3,
            KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => self.line = (self.line + 1) % 3,
            KeyCode::Left | KeyCode::Char('h') => *chosen = (*chosen + length - 1) % length,
            KeyCode::Right | KeyCode::Char('l') => *chosen = (*chosen + 1) % length,
            KeyCode::Enter | KeyCode::Char(' ') => return Wish::Play,
            KeyCode::Char('t') => return Wish::Type,
            KeyCode::Esc | KeyCode::Char('q' | 'n') => return Wish::Leave,
            _ => {}
        }
        Wish::Stay
    }
}

/// Returns the place of a value in a list, to which it is added if it is missing.
fn index_of<T: PartialEq + Clone>(list: &mut Vec<T>, value: &T) -> usize {
    list.iter().position(|it| it == value).unwrap_or_else(|| {
        list.push(value.clone());
        list.len() - 1
    })
}

/// Returns the name of a goal, in a word or two.
pub(crate) fn goal_in_words(goal: &Goal) -> String {
    match goal {
        Goal::Custom(_) => "as in this game".to_owned(),
        named => named.to_string(),
    }
}
