//! The drawing of the screen.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Wrap};

use crate::options::shape_in_words;
use crate::play::app::{App, Colouring, Plan, Screen};
use crate::play::game::Shortest;
use crate::play::popups;
use crate::progress::{clock, moves};
use crate::tui::{BoardView, Grid, Tint};

/// The width of the panel beside the board, and of a screen that has room for it.
const PANEL: u16 = 26;
const WIDE: u16 = 58;

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
    let is_wide = area.width >= WIDE && area.height >= 10;
    draw_head(app, frame, head, is_wide);
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
    let said = Line::from(foot_line(app, is_wide, grid, foot.width));
    // What is too long loses its end, not both ends.
    let said = if said.width() <= usize::from(foot.width) {
        said.centered()
    } else {
        said
    };
    frame.render_widget(said, foot);
    popups::draw(app, frame);
    Some(grid)
}

/// Draws the first line: the game, and which key lists the keys if the panel doesn't say so.
fn draw_head(app: &App, frame: &mut Frame<'_>, head: Rect, is_wide: bool) {
    const KEYS: &str = " ? keys";
    let bold = Style::new().add_modifier(Modifier::BOLD);
    if is_wide {
        let title = Line::styled(app.title(), bold);
        frame.render_widget(title.centered(), head);
        return;
    }
    let columns = [Constraint::Min(0), Constraint::Length(KEYS.len() as u16)];
    let [left, right] = Layout::horizontal(columns).areas(head);
    let shape = shape_in_words(app.game.board().shape());
    let kind = app.game.kind;
    let titles = [app.title(), format!("{shape} · {kind}"), kind.to_string()];
    let room = usize::from(left.width);
    let fits = |it: &&String| it.chars().count() <= room;
    let title = titles.iter().find(fits).unwrap_or(&shape);
    frame.render_widget(Line::styled(title.clone(), bold), left);
    let keys = Line::styled(KEYS, app.palette.style(Tint::Muted));
    frame.render_widget(keys, right);
}

/// Returns the style of the tile in a cell.
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
            match app.best() {
                Some(best) => format!("{}, {}", moves(best.moves), clock(best.time)),
                None if app.record_name().is_none() => "typed: no record".to_owned(),
                None => "none yet".to_owned(),
            },
        ),
        Line::default(),
    ];
    let keys = [
        ("space", "hint"),
        ("w", "why"),
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
fn foot_line(app: &App, is_wide: bool, grid: Grid, width: u16) -> Span<'static> {
    let game = &app.game;
    let palette = app.palette;
    if app.is_won() && app.notice.is_empty() {
        return Span::styled(won(app), palette.style(Tint::Good));
    }
    let is_hinted = app.plan == Plan::ShowHint && game.hint.is_some();
    let text = if app.thinker.is_looking() && !is_hinted {
        let found = game.moves_left().map(moves);
        let found = found.map_or_else(String::new, |moves| format!(": {moves} found"));
        format!("looking for a way{found}")
    } else if !app.notice.is_empty() {
        app.notice.clone()
    } else if app.plan == Plan::Solve {
        let left = game.moves_left().map_or_else(String::new, moves);
        format!("solving: {left} left; any key ends it")
    } else if let (Plan::ShowHint, Some(cell), Some(left)) =
        (app.plan, game.next_cell(), game.moves_left())
    {
        let tile = game.board().tiles()[cell];
        format!(
            "hint: tile {tile}; then {} are left; w: why",
            moves(left - 1)
        )
    } else if !app.digits.is_empty() {
        format!("tile {}", app.digits)
    } else if grid.is_cut() {
        fitting(
            width,
            &[
                "the part around the blank; a larger window shows all",
                "around the blank; enlarge the window",
                "enlarge the window",
            ],
        )
    } else if is_wide {
        return Span::styled(
            "arrows slide a tile, a click slides a run",
            palette.style(Tint::Muted),
        );
    } else {
        let time = clock(game.time);
        let count = moves(game.guide.move_count());
        let shortest = shortest(game.shortest);
        fitting(
            width,
            &[
                &format!("{time} · {count} · shortest {shortest}"),
                &format!("{time} · {count}"),
                &count,
            ],
        )
    };
    Span::raw(text)
}

/// Returns the first text that fits a width, or the last one.
fn fitting(width: u16, texts: &[&str]) -> String {
    let fits = |it: &&&str| it.chars().count() <= usize::from(width);
    let text = texts.iter().find(fits).or(texts.last());
    text.copied().unwrap_or_default().to_owned()
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
