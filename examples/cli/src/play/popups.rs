//! The boxes over the board: keys, why a hint, a new board, a typed board, a question.

use ratatui::Frame;
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, BorderType, Clear, Padding, Paragraph, Widget, Wrap};

use crate::play::app::{App, Screen};
use crate::play::menu::{Menu, goal_in_words};
use crate::play::question::Question;
use crate::play::scroll::Scroll;
use crate::play::typing::{Typing, Verdict};
use crate::progress::{clock, moves};
use crate::tui::{Palette, Tint};

/// The widest box.
const MOST_WIDE: u16 = 62;

/// On a smaller screen a box has no border.
const LEAST_WITH_BORDER: (u16, u16) = (36, 12);

/// The width of a column of keys, and the least width of a box with such a column.
const KEYS: usize = 18;
const LEAST_FOR_COLUMNS: usize = 44;

const HELP: [(&str, &str); 16] = [
    ("← ↓ ↑ →  h j k l", "slide a tile that way"),
    ("f b  < >", "slide a tile to the front, to the back"),
    ("1 2 3 ... enter", "slide the tile of this number"),
    ("click", "slide a run of tiles"),
    ("u backspace  r", "undo, do it again"),
    ("R", "back to the start"),
    ("space", "a hint"),
    ("w", "why: the next step by hand"),
    ("s", "solve; any key ends it"),
    ("+ -", "the pace of a solution"),
    ("c", "what the colours tell"),
    ("n", "a new board"),
    ("t", "type a board"),
    ("esc", "end a hint, a solution, a search"),
    ("q ctrl-c", "leave; the game is kept"),
    ("?", "this page; other keys leave it"),
];

/// Draws the box that is open, if any.
pub(crate) fn draw(app: &App, frame: &mut Frame<'_>) {
    let palette = app.palette;
    let still = Scroll::default();
    match &app.screen {
        Screen::Game => {}
        Screen::Help(scroll) => {
            let lines = help(palette, usize::from(inner(frame.area()).width));
            draw_box(frame, "keys", &lines, scroll);
        }
        Screen::Why(why) => {
            let step = Line::styled(why.step.clone(), palette.style(Tint::Good));
            let lines = why.lines.iter().cloned().map(Line::raw);
            let lines: Vec<_> = std::iter::once(step).chain(lines).collect();
            draw_box(frame, "why", &lines, &why.scroll);
        }
        Screen::Menu(menu) => draw_box(frame, "a new board", &menu_lines(menu, app), &still),
        Screen::Typing(typing) => {
            draw_box(
                frame,
                "type a board",
                &typing_lines(typing, palette),
                &still,
            );
        }
        Screen::Question(question) => {
            let lines = question_lines(question, app);
            draw_box(frame, "a game has begun", &lines, &still);
        }
    }
}

fn help(palette: Palette, width: usize) -> Vec<Line<'static>> {
    let style = palette.style(Tint::Good);
    let has_columns = width >= LEAST_FOR_COLUMNS;
    let line = |(keys, what): (&str, &'static str)| {
        let keys = if has_columns {
            format!("{keys:KEYS$}")
        } else {
            format!("{keys}: ")
        };
        Line::from(vec![Span::styled(keys, style), Span::raw(what)])
    };
    HELP.map(line).to_vec()
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
    let muted = |words| Line::styled(words, palette.style(Tint::Muted));
    lines.push(muted("arrows choose, enter plays,"));
    lines.push(muted("t types a board, esc goes back"));
    if !app.notice.is_empty() {
        lines.push(Line::styled(app.notice.clone(), palette.style(Tint::Bad)));
    }
    lines
}

fn typing_lines(typing: &Typing, palette: Palette) -> Vec<Line<'static>> {
    let muted = |words: String| Line::styled(words, palette.style(Tint::Muted));
    let good = |words: &'static str| Line::styled(words, palette.style(Tint::Good));
    let goal = goal_in_words(&typing.goal);
    let mut lines = vec![
        Line::raw(format!("{}▏", typing.text)),
        muted(format!("goal: {goal}; tab changes it")),
    ];
    match &typing.verdict {
        Verdict::Nothing => {
            lines.push(muted("esc goes back; 0 is the blank,".to_owned()));
            lines.push(muted("/ ends a row: 1 2 3/4 5 6/7 8 0".to_owned()));
        }
        Verdict::Wrong(why) => lines.push(muted(why.clone())),
        Verdict::Solvable(_) => lines.push(good("it can be solved: enter plays it")),
        Verdict::Unsolvable(why, mended) => {
            if mended.is_some() {
                lines.push(good("m mends it"));
            }
            lines.push(Line::styled(why.clone(), palette.style(Tint::Bad)));
        }
    }
    lines
}

/// The keys come first: a small screen may cut the rest.
fn question_lines(question: &Question, app: &App) -> Vec<Line<'static>> {
    let palette = app.palette;
    let style = palette.style(Tint::Good);
    let key = |key: &'static str, what: &'static str| {
        Line::from(vec![Span::styled(key, style), Span::raw(what)])
    };
    let game = question.stored.as_ref().unwrap_or(&app.game);
    let mut lines = vec![key("y", " drops the old game")];
    match question.stored {
        Some(_) => lines.extend([key("c", " continues it"), key("n", " changes nothing")]),
        None => lines.push(key("n", " continues it")),
    }
    let what = format!(
        "{}: {}, {}",
        game.kind,
        moves(game.guide.move_count()),
        clock(game.time)
    );
    lines.push(Line::styled(what, palette.style(Tint::Muted)));
    let board = format!("its board is {}", game.board());
    lines.push(Line::styled(board, palette.style(Tint::Muted)));
    lines
}

/// Returns whether a screen has room for the border of a box.
const fn has_border(area: Rect) -> bool {
    let (width, height) = LEAST_WITH_BORDER;
    area.width >= width && area.height >= height
}

/// The largest place for the text of a box.
fn inner(area: Rect) -> Rect {
    let width = area.width.min(MOST_WIDE);
    let border = if has_border(area) { (4, 2) } else { (0, 1) };
    Rect {
        x: area.x,
        y: area.y,
        width: width.saturating_sub(border.0),
        height: area.height.saturating_sub(border.1),
    }
}

/// Draws lines in a box over the rest, and says how to see more of them if they don't fit.
fn draw_box(frame: &mut Frame<'_>, title: &str, lines: &[Line<'static>], scroll: &Scroll) {
    let area = frame.area();
    let most = inner(area);
    let text = Paragraph::new(lines.to_vec()).wrap(Wrap { trim: false });
    let rows = wrapped_rows(lines, &text, most.width);
    let seen = rows.min(most.height);
    let top = scroll.place(rows, seen);
    let mut block = if has_border(area) {
        Block::bordered()
            .border_type(BorderType::Rounded)
            .padding(Padding::horizontal(1))
    } else {
        Block::new()
    };
    let more = if rows > seen { ": ↑ ↓" } else { "" };
    block = block.title(format!(" {title}{more} "));
    let width = area.width.min(MOST_WIDE);
    let height = (seen + area.height - most.height.min(area.height)).min(area.height);
    let place = Rect {
        x: area.x + (area.width - width) / 2,
        y: area.y + (area.height - height) / 2,
        width,
        height,
    };
    frame.render_widget(Clear, place);
    frame.render_widget(text.block(block).scroll((top, 0)), place);
}

/// Counts the rows of lines that are wrapped at a width.
fn wrapped_rows(lines: &[Line<'static>], text: &Paragraph<'_>, width: u16) -> u16 {
    let width = width.max(1);
    // Two rows of a line have more than one row's letters, or their words would be in one.
    let most = |line: &Line<'_>| 2 * line.width() / usize::from(width) + 1;
    let most: usize = lines.iter().map(most).sum();
    let height = most.min(usize::from(u16::MAX / width)) as u16;
    let area = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(area);
    text.render(area, &mut buffer);
    let is_used = |row: &[Cell]| row.iter().any(|it| it.symbol() != " ");
    let last = buffer.content.chunks(usize::from(width)).rposition(is_used);
    last.map_or(1, |it| it as u16 + 1)
}
