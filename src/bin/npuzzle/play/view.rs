//! What is on the screen.

use std::time::Duration;

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Paragraph, Wrap};

use crate::play::app::{App, Colouring, Plan, Screen};
use crate::play::game::Shortest;
use crate::play::menu::Menu;
use crate::play::typing::{Typing, Verdict};
use crate::progress::moves;
use crate::tui::{BoardView, Grid, Palette, Tint};

/// The width of the panel beside the board, and of a screen that has room for it.
const PANEL: u16 = 26;
const WIDE: u16 = 58;

const HELP: [(&str, &str); 14] = [
    ("← ↓ ↑ →  h j k l", "slide a tile that way"),
    ("f b  < >", "slide a tile to the front, to the back"),
    ("1 2 3 ...", "slide the tile of this number"),
    ("click", "slide a run of tiles"),
    ("u  r", "undo, do it again"),
    ("R", "back to the start"),
    ("space", "a hint"),
    ("s", "solve; any key ends it"),
    ("+ -", "the pace of a solution"),
    ("c", "what the colours tell"),
    ("n", "a new board"),
    ("t", "type a board"),
    ("q", "leave; the game is kept"),
    ("?", "this page; any key leaves it"),
];

/// Draws everything, and returns where the board is.
pub(crate) fn draw(app: &App, frame: &mut Frame<'_>) -> Option<Grid> {
    let area = frame.area();
    if area.height < 4 || area.width < 12 {
        frame.render_widget(Line::raw("too small"), area);
        return None;
    }
    let rows = [
        Constraint::Length(1),
        Constraint::Min(1),
        Constraint::Length(1),
    ];
    let [head, middle, foot] = Layout::vertical(rows).areas(area);
    let title = Line::styled(app.title(), Style::new().add_modifier(Modifier::BOLD));
    frame.render_widget(title.centered(), head);
    let is_wide = area.width >= WIDE && area.height >= 10;
    let (place, panel) = if is_wide {
        let columns = [Constraint::Min(1), Constraint::Length(PANEL)];
        let [place, panel] = Layout::horizontal(columns).areas(middle);
        (place, Some(panel))
    } else {
        (middle, None)
    };
    let board = app.game.board();
    let grid = Grid::new(board, place);
    let view = BoardView {
        board,
        grid,
        style: &|cell| tile_style(app, cell),
    };
    frame.render_widget(view, place);
    // A box would leave ends of its lines to be seen.
    if let (Some(panel), Screen::Game) = (panel, &app.screen) {
        frame.render_widget(Paragraph::new(facts(app)).wrap(Wrap { trim: false }), panel);
    }
    let said = Line::from(foot_line(app, is_wide, grid));
    // What is too long loses its end, not both ends.
    let said = if said.width() <= usize::from(foot.width) {
        said.centered()
    } else {
        said
    };
    frame.render_widget(said, foot);
    match &app.screen {
        Screen::Game => {}
        Screen::Help => pop_up(frame, "keys", help(app.palette)),
        Screen::Menu(menu) => pop_up(frame, "a new board", menu_lines(menu, app)),
        Screen::Typing(typing) => pop_up(frame, "type a board", typing_lines(typing, app.palette)),
    }
    Some(grid)
}

/// How the tile in a cell is drawn.
fn tile_style(app: &App, cell: usize) -> Style {
    let game = &app.game;
    let board = game.board();
    let shape = board.shape();
    let tile = board.tiles()[cell];
    let is_next = app.plan == Plan::ShowHint && game.next_cell() == Some(cell);
    let is_typed = !app.digits.is_empty() && app.digits == tile.to_string();
    if is_next || is_typed {
        return app.palette.style(Tint::Mark);
    }
    let home = game.homes[usize::from(tile)];
    let tint = match app.colouring {
        _ if tile == 0 => Tint::Muted,
        Colouring::Home if home == cell => Tint::Good,
        Colouring::Rows => Tint::Hue(shape.place(home).row),
        Colouring::Columns => Tint::Hue(shape.place(home).column),
        Colouring::Distance => match shape.distance(cell, home) {
            0 => Tint::Good,
            1 => Tint::Hue(0),
            2 => Tint::Hue(1),
            3 => Tint::Hue(2),
            _ => Tint::Bad,
        },
        Colouring::Home | Colouring::Nothing => Tint::Plain,
    };
    app.palette.style(tint)
}

/// The panel beside the board.
fn facts(app: &App) -> Vec<Line<'static>> {
    let game = &app.game;
    let muted = app.palette.style(Tint::Muted);
    let fact = |name: &'static str, value: String| {
        Line::from(vec![
            Span::styled(format!("{name:9} "), muted),
            Span::raw(value),
        ])
    };
    let mut lines = vec![
        fact("time", clock(game.time)),
        fact("moves", game.guide.move_count().to_string()),
        fact("slides", game.guide.slide_count().to_string()),
        fact("shortest", shortest(game.shortest)),
        fact(
            "best",
            app.best().map_or_else(
                || "none yet".to_owned(),
                |it| format!("{}, {}", moves(it.moves), clock(it.time)),
            ),
        ),
        Line::default(),
    ];
    let keys = [
        ("space", "hint"),
        ("s", "solve"),
        ("u r", "undo, redo"),
        ("n", "new board"),
        ("c", "colours"),
        ("?", "all keys"),
        ("q", "leave"),
    ];
    lines.extend(keys.map(|(key, what)| fact(key, what.to_owned())));
    lines
}

/// The last line: what was said last, or how the game stands.
fn foot_line(app: &App, is_wide: bool, grid: Grid) -> Span<'static> {
    let game = &app.game;
    let palette = app.palette;
    if app.is_won() && app.notice.is_empty() {
        return Span::styled(won(app), palette.style(Tint::Good));
    }
    let text = if app.thinker.is_looking() {
        let known = app.thinker.in_words().unwrap_or_default();
        format!("looking for a way: {known}")
    } else if !app.notice.is_empty() {
        app.notice.clone()
    } else if app.plan == Plan::Solve {
        let left = game.moves_left().map_or_else(String::new, moves);
        format!("solving: {left} left; any key ends it")
    } else if let (Plan::ShowHint, Some(cell), Some(left)) =
        (app.plan, game.next_cell(), game.moves_left())
    {
        let tile = game.board().tiles()[cell];
        format!("hint: tile {tile}; then {} are left", moves(left - 1))
    } else if !app.digits.is_empty() {
        format!("tile {}", app.digits)
    } else if grid.is_cut() {
        "the part around the blank; a larger window shows all".to_owned()
    } else if is_wide {
        return Span::styled(
            "arrows slide a tile, a click slides a run",
            palette.style(Tint::Muted),
        );
    } else {
        format!(
            "{} · {} · shortest {} · ? keys",
            clock(game.time),
            moves(game.guide.move_count()),
            shortest(game.shortest)
        )
    };
    Span::raw(text)
}

fn won(app: &App) -> String {
    let game = &app.game;
    let count = game.guide.move_count();
    let shortest = match game.shortest {
        Shortest::Is(length) if length == count => "the fewest possible".to_owned(),
        Shortest::Is(length) => format!("the shortest way has {length}"),
        Shortest::AtLeast(length) => format!("at least {length} are needed"),
    };
    let help = if game.is_helped { " with help" } else { "" };
    let slides = match game.guide.slide_count() {
        1 => "1 slide".to_owned(),
        count => format!("{count} slides"),
    };
    let time = clock(game.time);
    format!(
        "solved{help} in {}, {slides}, {time}: {shortest}",
        moves(count)
    )
}

fn shortest(known: Shortest) -> String {
    match known {
        Shortest::Is(length) => length.to_string(),
        Shortest::AtLeast(length) => format!("{length} or more"),
    }
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match hours {
        0 => format!("{minutes}:{seconds:02}"),
        _ => format!("{hours}:{minutes:02}:{seconds:02}"),
    }
}

fn help(palette: Palette) -> Vec<Line<'static>> {
    let key = |key: &'static str| Span::styled(format!("{key:18}"), palette.style(Tint::Good));
    let lines = HELP.map(|(keys, what)| Line::from(vec![key(keys), Span::raw(what)]));
    lines.to_vec()
}

fn menu_lines(menu: &Menu, app: &App) -> Vec<Line<'static>> {
    let palette = app.palette;
    let mut lines = Vec::new();
    for (nth, (name, value)) in menu.lines().into_iter().enumerate() {
        let (style, arrows) = if nth == menu.line {
            (palette.style(Tint::Mark), ["◂", "▸"])
        } else {
            (Style::new(), [" ", " "])
        };
        let [left, right] = arrows;
        lines.push(Line::from(vec![
            Span::styled(format!("{name:6}"), palette.style(Tint::Muted)),
            Span::styled(format!("{left} {value} {right}"), style),
        ]));
    }
    lines.push(Line::default());
    lines.push(Line::styled(
        "arrows choose, enter plays,",
        palette.style(Tint::Muted),
    ));
    lines.push(Line::styled(
        "t types a board, esc goes back",
        palette.style(Tint::Muted),
    ));
    if !app.notice.is_empty() {
        lines.push(Line::default());
        lines.push(Line::styled(app.notice.clone(), palette.style(Tint::Bad)));
    }
    lines
}

fn typing_lines(typing: &Typing, palette: Palette) -> Vec<Line<'static>> {
    let mut lines = vec![
        Line::styled(
            "rows end with /, 0 is the blank",
            palette.style(Tint::Muted),
        ),
        Line::raw(format!("{}▏", typing.text)),
        Line::default(),
    ];
    match &typing.verdict {
        Verdict::Nothing => {
            lines.push(Line::styled(
                "1 2 3/4 5 6/7 8 0, say",
                palette.style(Tint::Muted),
            ));
        }
        Verdict::Wrong(why) => {
            lines.push(Line::styled(why.clone(), palette.style(Tint::Muted)));
        }
        Verdict::Solvable(_) => {
            lines.push(Line::styled(
                "it can be solved: enter plays it",
                palette.style(Tint::Good),
            ));
        }
        Verdict::Unsolvable(why, mended) => {
            lines.push(Line::styled(why.clone(), palette.style(Tint::Bad)));
            if mended.is_some() {
                lines.push(Line::styled("m mends it", palette.style(Tint::Good)));
            }
        }
    }
    lines
}

/// Draws lines in a box over the rest.
fn pop_up(frame: &mut Frame<'_>, title: &'static str, lines: Vec<Line<'static>>) {
    let area = frame.area();
    let width = area.width.min(62);
    let inner = usize::from(width.saturating_sub(4)).max(1);
    let rows: usize = lines
        .iter()
        .map(|line| line.width().div_ceil(inner).max(1))
        .sum();
    // Words that are not cut take a row more now and then.
    let height = (rows as u16 + 3).min(area.height);
    let place = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    let block = Block::bordered()
        .border_type(BorderType::Rounded)
        .title(format!(" {title} "))
        .padding(ratatui::widgets::Padding::horizontal(1));
    frame.render_widget(Clear, place);
    let text = Paragraph::new(lines)
        .wrap(Wrap { trim: false })
        .block(block);
    frame.render_widget(text, place);
}
