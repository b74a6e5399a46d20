//! A game in a window, or in a browser: the loop is macroquad's; rules, undo and hints are a `Guide`'s.
//!
//! ```text
//! cargo run --release --package npuzzle-macroquad
//! ```

use std::time::Duration;

use macroquad::prelude::*;
use npuzzle::{
    BoardError, Control, Difficulty, Direction, DynBoard, Guide, Hint, Quality, Shape, Solver,
};

/// The share of a frame for better hints: at 60 Hz a frame has 16 ms.
const THINKING: Duration = Duration::from_millis(6);

/// The height of the buttons, and of the line of text above them.
const BAR: f32 = 48.0;

/// The colors of tiles: at home, elsewhere, and to be moved.
const HOME: Color = Color::new(0.2, 0.55, 0.35, 1.0);
const AWAY: Color = Color::new(0.2, 0.4, 0.65, 1.0);
const HINTED: Color = Color::new(0.8, 0.55, 0.15, 1.0);

/// The keys of the buttons from left to right: undo, redo, hint, new, difficulty, size.
const BUTTONS: [KeyCode; 6] = [
    KeyCode::U,
    KeyCode::R,
    KeyCode::H,
    KeyCode::N,
    KeyCode::D,
    KeyCode::S,
];

struct Game {
    guide: Guide<DynBoard>,
    /// One for all boards, because it keeps the tables of their shapes.
    solver: Solver,
    difficulty: Difficulty,
    side: usize,
    /// True from the wish for a hint to the next move.
    is_hint_wanted: bool,
    /// The place where each tile is drawn, in cells: it follows the board within some frames.
    drawn: Vec<Vec2>,
}

/// Draws a board that nobody has seen.
fn deal(side: usize, difficulty: Difficulty) -> Result<Guide<DynBoard>, BoardError> {
    let (shape, seed) = (Shape::square(side)?, miniquad::date::now().to_bits());
    Ok(Guide::new(DynBoard::of_difficulty(shape, difficulty, seed)))
}

impl Game {
    fn new(side: usize, difficulty: Difficulty) -> Result<Self, BoardError> {
        Ok(Self {
            guide: deal(side, difficulty)?,
            solver: Solver::builder().quality(Quality::Best).build(),
            difficulty,
            side,
            is_hint_wanted: false,
            drawn: Vec::new(),
        })
    }

    /// Makes the moves of this frame's keys and clicks. An error of a slide is the edge of the
    /// board, or a click not in line with the blank: nothing moves.
    fn play(&mut self, hint: Option<Hint>) -> Result<(), BoardError> {
        let (before, was_hinted) = (self.guide.position(), self.is_hint_wanted);
        let clicked = is_mouse_button_pressed(MouseButton::Left).then(|| mouse_position().into());
        let button = |&(nth, key): &(usize, KeyCode)| {
            is_key_pressed(key) || clicked.is_some_and(|point| button_area(nth).contains(point))
        };
        match BUTTONS.into_iter().enumerate().find(button) {
            Some((_, KeyCode::U)) => drop(self.guide.undo()),
            Some((_, KeyCode::R)) => drop(self.guide.redo()),
            Some((_, KeyCode::H)) => {
                self.is_hint_wanted = true;
                // The second time it is made.
                if let Some(hint) = hint.filter(|_| was_hinted) {
                    let _ = self.guide.slide_cell(hint.cell);
                }
            }
            Some((_, key)) => {
                match key {
                    KeyCode::S => self.side = if self.side == 8 { 3 } else { self.side + 1 },
                    KeyCode::D => {
                        let mut all = Difficulty::ALL.iter();
                        let harder = all.find(|&&other| other > self.difficulty);
                        self.difficulty = *harder.unwrap_or(&Difficulty::Easy);
                    }
                    _ => {}
                }
                self.guide = deal(self.side, self.difficulty)?;
                self.is_hint_wanted = false;
            }
            None => {}
        }
        for (key, direction) in [
            (KeyCode::Up, Direction::Up),
            (KeyCode::Down, Direction::Down),
            (KeyCode::Left, Direction::Left),
            (KeyCode::Right, Direction::Right),
        ] {
            if is_key_pressed(key) {
                let _ = self.guide.slide(direction);
            }
        }
        if let Some(cell) = clicked.and_then(|point| self.cell_at(point)) {
            let _ = self.guide.slide_cell(cell);
        }
        if self.guide.position() != before {
            self.is_hint_wanted = false;
        }
        Ok(())
    }

    /// Improves the hints for a part of the frame, and returns the best known move. The clock is
    /// macroquad's, because std has none in browsers.
    fn think(&mut self) -> Option<Hint> {
        let clock = || Duration::from_secs_f64(get_time());
        let limits = Control::new().timeout(THINKING).clock(clock);
        if let Err(error) = self.guide.think_with(&self.solver, limits) {
            error!("no better hints: {error}"); // memory is short
        }
        let no_search = Control::new().max_nodes(0);
        let hint = self.guide.hint_with(&self.solver, no_search);
        hint.ok().flatten() // an error in the first frames: no solution is known yet
    }

    /// Returns the corner of the board, and the size of a cell.
    fn layout(&self) -> (Vec2, f32) {
        let window = vec2(screen_width(), screen_height() - 2.0 * BAR);
        let size = window.min_element() * 0.96 / self.side as f32;
        ((window - size * self.side as f32) / 2.0, size)
    }

    fn cell_at(&self, point: Vec2) -> Option<usize> {
        let (corner, size) = self.layout();
        let place = ((point - corner) / size).floor();
        let is_inside = place.min_element() >= 0.0;
        let shape = self.guide.board().shape();
        shape
            .cell(place.y as usize, place.x as usize)
            .filter(|_| is_inside)
    }

    /// Draws a frame. The tile of the hint beckons to where it should go.
    fn draw(&mut self, hint: Option<Hint>) {
        clear_background(BLACK);
        let ((corner, size), board) = (self.layout(), self.guide.board());
        let place = |cell| {
            let place = board.shape().place(cell);
            vec2(place.column as f32, place.row as f32)
        };
        self.drawn.resize(board.shape().cells(), Vec2::ZERO);
        for (cell, &tile) in board.tiles().iter().enumerate() {
            let tile = usize::from(tile);
            if tile == 0 {
                continue;
            }
            let drawn = &mut self.drawn[tile];
            *drawn += (place(cell) - *drawn) * (1.0 - (-20.0 * get_frame_time()).exp());
            let mut at = corner + *drawn * size;
            let mut color = if cell + 1 == tile { HOME } else { AWAY };
            if hint.is_some_and(|hint| hint.cell == cell) {
                let step = (place(board.blank()) - place(cell)) * size;
                at += step * 0.15 * (4.0 * get_time()).sin().abs() as f32;
                color = HINTED;
            }
            draw_rectangle(at.x, at.y, size * 0.95, size * 0.95, color);
            write(&tile.to_string(), at + size * 0.475, size * 0.5);
        }
        let moves = self.guide.moves().len();
        let message = match hint {
            _ if self.guide.is_solved() => format!("solved in {moves} moves"),
            Some(hint) if hint.proven => format!("tile {}: {} to go", hint.tile, hint.moves_left),
            Some(hint) => format!("tile {}: {} to go, or less", hint.tile, hint.moves_left),
            None if self.is_hint_wanted => "thinking ...".into(),
            None => format!("{moves} moves"),
        };
        let middle = vec2(screen_width() / 2.0, screen_height() - 1.5 * BAR);
        write(&message, middle, BAR * 0.6);
        let hint = if hint.is_some() { "Do it" } else { "Hint" };
        let (difficulty, size) = (format!("{:?}", self.difficulty), board.shape().to_string());
        let labels = ["Undo", "Redo", hint, "New", &difficulty, &size];
        for (nth, label) in labels.into_iter().enumerate() {
            let area = button_area(nth);
            draw_rectangle_lines(area.x, area.y, area.w, area.h, 2.0, GRAY);
            write(label, area.center(), BAR * 0.5);
        }
    }
}

fn button_area(nth: usize) -> Rect {
    let width = screen_width() / BUTTONS.len() as f32;
    let (left, top) = (nth as f32 * width, screen_height() - BAR);
    Rect::new(left + 2.0, top, width - 4.0, BAR - 4.0)
}

/// Writes a line around a point.
fn write(text: &str, middle: Vec2, height: f32) {
    let at = middle - get_text_center(text, None, height as u16, 1.0, 0.0);
    draw_text(text, at.x, at.y, height, WHITE);
}

fn window() -> Conf {
    Conf {
        window_title: "npuzzle".into(),
        window_width: 480,
        window_height: 576,
        ..Conf::default()
    }
}

#[macroquad::main(window)]
async fn main() -> Result<(), BoardError> {
    let mut game = Game::new(4, Difficulty::Medium)?;
    loop {
        let hint = game.think();
        game.play(hint)?;
        game.draw(hint.filter(|_| game.is_hint_wanted));
        next_frame().await;
    }
}
