//! The drawing of the screen.

use npuzzle::{DynBoard, Shape};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span, Text};
use ratatui::widgets::{Block, BorderType, Paragraph, Wrap};

use crate::options::shape_in_words;
use crate::play::app::{App, Menu, Plan, Screen};
use crate::play::game::{Game, Kind};
use crate::progress::{clock, moves};

/// The terminal's own colours suit its background; with `NO_COLOR` only bold and reversed text stays.
const PLAIN: Style = Style::new();
const GOOD: Style = Style::new().fg(Color::Green);
const MARK: Style = Style::new()
    .fg(Color::Yellow)
    .add_modifier(Modifier::REVERSED);
const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const MUTED: Style = Style::new().fg(Color::DarkGray);

/// The width of the panel beside the board, and of a screen that has room for it.
const PANEL: u16 = 26;
const WIDE: u16 = 58;

const HELP: [(&str, &str); 13] = [
    ("← ↓ ↑ →  h j k l", "slide a tile that way"),
    ("f b  < >", "slide a tile to the front, to the back"),
    ("click", "slide a run of tiles"),
    ("u backspace", "undo"),
    ("r", "redo"),
    ("R", "back to the start"),
    ("space", "a hint"),
    ("s", "watch the solution; any key ends it"),
    ("+ -", "faster, slower"),
    ("n", "a new board"),
    ("esc", "end a hint, a solution, a search"),
    ("q ctrl-c", "leave; the game is saved"),
    ("?", "this page; any key leaves it"),
];

impl App {
    /// Draws everything, and notes where the board is.
    pub(crate) fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        self.grid = None;
        if area.height < 4 || area.width < 12 {
            frame.render_widget("too small", area);
            return;
        }
        let is_wide = area.width >= WIDE && area.height >= 10;
        let line = Constraint::Length(1);
        let rows = [line, Constraint::Min(1), line];
        let [head, middle, foot] = Layout::vertical(rows).areas(area);
        let panel = if is_wide { PANEL } else { 0 };
        let columns = [Constraint::Min(1), Constraint::Length(panel)];
        let [place, panel] = Layout::horizontal(columns).areas(middle);
        frame.render_widget(Line::styled(title(&self.game, head.width), BOLD), head);
        if !is_wide {
            frame.render_widget(Line::styled("? keys", MUTED).right_aligned(), head);
        }
        let text = match &self.screen {
            Screen::Game => {
                let grid = Grid::new(self.game.board(), place);
                self.draw_board(frame, grid);
                self.grid = Some(grid);
                let facts = Paragraph::new(self.facts()).wrap(Wrap { trim: false });
                frame.render_widget(facts, panel);
                None
            }
            Screen::Menu(menu) => Some(menu_text(menu)),
            Screen::Question(new) => Some(self.question(new)),
            Screen::Help => Some(Text::from_iter(
                HELP.map(|(keys, what)| pair(format!("{keys:18}"), GOOD, what)),
            )),
        };
        if let Some(text) = text {
            frame.render_widget(Paragraph::new(text).wrap(Wrap { trim: false }), middle);
        }
        frame.render_widget(self.foot(is_wide), foot);
    }

    fn draw_board(&self, frame: &mut Frame<'_>, grid: Grid) {
        let game = &self.game;
        let board = game.board();
        let hint = game.hint.filter(|_| self.plan == Plan::Hint);
        for (tile, cell) in board.iter().zip(0..) {
            let Some(rect) = grid.rect(cell) else {
                continue;
            };
            let rect = rect.intersection(frame.area());
            let style = match hint {
                Some(hint) if hint.cell == cell => MARK,
                _ if tile == 0 => MUTED,
                _ if game.goal().tile_at(board.shape(), cell) == Some(tile) => GOOD,
                _ => PLAIN,
            };
            if rect.height < 3 {
                let number = match tile {
                    0 => "·".to_owned(),
                    _ => tile.to_string(),
                };
                let width = usize::from(rect.width).saturating_sub(1);
                frame.render_widget(Span::styled(format!("{number:>width$}"), style), rect);
            } else if tile != 0 {
                let block = Block::bordered()
                    .border_type(BorderType::Rounded)
                    .border_style(style);
                let number = Line::styled(tile.to_string(), style.patch(BOLD)).centered();
                frame.render_widget(Paragraph::new(number).block(block).style(style), rect);
            }
        }
    }

    /// The panel beside the board.
    fn facts(&self) -> Text<'static> {
        let game = &self.game;
        let best = match game.record_name().map(|name| self.store.best(&name)) {
            None => "given: no record".to_owned(),
            Some(None) => "none yet".to_owned(),
            Some(Some(best)) => format!("{}, {}", moves(best.moves), clock(best.time)),
        };
        let facts = [
            ("time", clock(game.time)),
            ("moves", game.guide.moves().len().to_string()),
            ("slides", game.guide.moves().multi_tile_len().to_string()),
            ("shortest", shortest(game)),
            ("best", best),
            ("", String::new()),
            ("space", "hint".into()),
            ("s", "solve".into()),
            ("u r", "undo, redo".into()),
            ("n", "new board".into()),
            ("?", "all keys".into()),
            ("q", "leave".into()),
            ("", String::new()),
        ];
        let mut text =
            Text::from_iter(facts.map(|(name, value)| pair(format!("{name:9} "), MUTED, value)));
        if !self.by_hand.is_empty() {
            text.push_line(format!("by hand: {}", self.by_hand));
        }
        text
    }

    /// The last line: the last message, or the state of the game.
    fn foot(&self, is_wide: bool) -> Line<'static> {
        let game = &self.game;
        if !self.notice.is_empty() {
            return Line::raw(self.notice.clone());
        }
        if !matches!(self.screen, Screen::Game) {
            return Line::default();
        }
        if game.is_solved() {
            return Line::styled(won(game, self.first_lost), GOOD);
        }
        match (self.plan, game.hint) {
            (Plan::Hint, Some(hint)) => {
                let left = moves(hint.moves_left - 1);
                return Line::raw(format!("hint: tile {}; then {left} are left", hint.tile));
            }
            (Plan::Watch, Some(hint)) => {
                let left = moves(hint.moves_left);
                return Line::raw(if self.searches.is_searching {
                    format!("looking for a shorter solution: {left} found")
                } else {
                    format!("solving: {left} left; any key ends it")
                });
            }
            _ => {}
        }
        if self.grid.is_some_and(|grid| grid.is_cut()) {
            Line::raw("around the blank; a larger window shows all")
        } else if is_wide {
            Line::styled("arrows slide a tile, a click slides a run", MUTED)
        } else {
            let (time, count) = (clock(game.time), moves(game.guide.moves().len()));
            Line::raw(format!("{time} · {count} · shortest {}", shortest(game)))
        }
    }

    /// The question before a started game is replaced.
    fn question(&self, new: &Game) -> Text<'static> {
        let mut text = Text::from_iter([
            pair("y".into(), GOOD, " drops the old game"),
            pair("c".into(), GOOD, " continues it"),
            pair("n".into(), GOOD, " changes nothing"),
        ]);
        if let Some(old) = self.store.game(new.kind) {
            let (count, time) = (moves(old.guide.moves().len()), clock(old.time));
            text.push_line(format!("{}: {count}, {time}", title(old, u16::MAX)));
        }
        text
    }
}

/// A line of a name in a style and a value.
fn pair<'a>(name: String, style: Style, value: impl Into<Span<'a>>) -> Line<'a> {
    Line::from(vec![Span::styled(name, style), value.into()])
}

/// The name of a game: all of it, or what fits a width.
fn title(game: &Game, width: u16) -> String {
    let shape = shape_in_words(game.board().shape());
    let whole = format!("{shape} · {} · {}", game.goal(), game.kind);
    if whole.chars().count() + 8 > usize::from(width) {
        shape
    } else {
        whole
    }
}

fn menu_text(menu: &Menu) -> Text<'static> {
    let (shape, goal, kind) = menu.choice();
    let board = match kind {
        Kind::Random | Kind::Given => "any board".to_owned(),
        Kind::Daily(_) => "the board of the day".to_owned(),
        Kind::Distance(moves) => format!("one that needs {moves} moves"),
    };
    let lines = [
        ("size", shape.to_string()),
        ("goal", goal.to_string()),
        ("board", board),
    ];
    let lines = lines.into_iter().enumerate().map(|(nth, (name, value))| {
        let value = if nth == menu.line {
            Span::styled(format!("◂ {value} ▸"), MARK)
        } else {
            Span::raw(format!("  {value}"))
        };
        pair(format!("{name:6}"), MUTED, value)
    });
    let keys = "arrows choose, enter plays, esc goes back";
    lines.chain([Line::styled(keys, MUTED)]).collect()
}

fn shortest(game: &Game) -> String {
    match game.shortest {
        (length, true) => length.to_string(),
        (length, false) => format!("{length} or more"),
    }
}

fn won(game: &Game, first_lost: Option<usize>) -> String {
    let count = game.guide.moves().len();
    let shortest = match game.shortest {
        (length, _) if length == count => "the fewest possible".to_owned(),
        (length, true) => {
            let more = count.saturating_sub(length);
            let first = first_lost.map(|it| format!("; the first detour was move {}", it + 1));
            format!("{more} more than the fewest{}", first.unwrap_or_default())
        }
        (length, false) => format!("at least {length} are needed"),
    };
    let help = if game.is_helped { " with help" } else { "" };
    let (count, time) = (moves(count), clock(game.time));
    format!("solved{help} in {count}, {time}: {shortest}")
}

/// The layout of a board's cells on the screen: layers side by side if they fit, otherwise the part
/// around the blank.
#[derive(Clone, Copy)]
pub(crate) struct Grid {
    shape: Shape,
    /// The corner of the first cell that is seen.
    at: Position,
    /// A cell's width and height.
    cell: (u16, u16),
    /// The first visible layer, row and column, and the number of each.
    first: [usize; 3],
    seen: [usize; 3],
}

/// The space between two layers.
const AISLE: u16 = 3;

impl Grid {
    /// Finds the largest cells with which a board fits.
    fn new(board: &DynBoard, area: Rect) -> Self {
        let shape = board.shape();
        let digits = (shape.cells() - 1).to_string().len() as u16;
        let sides = [shape.layers(), shape.rows(), shape.columns()];
        let extent = |[layers, rows, columns]: [usize; 3], (width, height): (u16, u16)| {
            let layer = columns * usize::from(width) + usize::from(AISLE);
            let width = layers * layer - usize::from(AISLE);
            (width, rows * usize::from(height))
        };
        let room = (usize::from(area.width), usize::from(area.height));
        let fits = |cell: &(u16, u16)| {
            let (width, height) = extent(sides, *cell);
            width <= room.0 && height <= room.1
        };
        // Boxes, then numbers with room, then numbers.
        let sizes = [(digits + 4, 3), (digits + 2, 1), (digits + 1, 1)];
        let cell = sizes.into_iter().find(fits).unwrap_or(sizes[2]);
        let (mut first, mut seen) = ([0; 3], sides);
        if !fits(&cell) {
            let place = shape.place(board.blank());
            let blank = [place.layer, place.row, place.column];
            let (width, height) = (usize::from(cell.0), usize::from(cell.1));
            let most = [1, room.1 / height, room.0 / width];
            for axis in 0..3 {
                seen[axis] = most[axis].clamp(1, sides[axis]);
                let last = sides[axis] - seen[axis];
                first[axis] = blank[axis].saturating_sub(seen[axis] / 2).min(last);
            }
        }
        let (width, height) = extent(seen, cell);
        let at = Position {
            x: area.x + (room.0.saturating_sub(width) / 2) as u16,
            y: area.y + (room.1.saturating_sub(height) / 2) as u16,
        };
        Self {
            shape,
            at,
            cell,
            first,
            seen,
        }
    }

    /// Returns whether only a part of the board is seen.
    fn is_cut(&self) -> bool {
        self.seen.iter().product::<usize>() < self.shape.cells()
    }

    /// Returns where a cell is, if it is seen.
    pub(crate) fn rect(&self, cell: usize) -> Option<Rect> {
        let place = self.shape.place(cell);
        let mut from = [place.layer, place.row, place.column];
        for (axis, at) in from.iter_mut().enumerate() {
            *at = at.checked_sub(self.first[axis])?;
            if *at >= self.seen[axis] {
                return None;
            }
        }
        let [layer, row, column] = from.map(|it| it as u16);
        let (width, height) = self.cell;
        let layer = layer * (width * self.seen[2] as u16 + AISLE);
        let (x, y) = (self.at.x + layer + column * width, self.at.y + row * height);
        Some(Rect::new(x, y, width, height))
    }

    /// Returns the cell at a place of the screen.
    pub(crate) fn cell_at(&self, place: Position) -> Option<usize> {
        let is_there = |cell: &usize| self.rect(*cell).is_some_and(|it| it.contains(place));
        (0..self.shape.cells()).find(is_there)
    }
}
