//! `npuzzle draw`: pictures of boards, as SVG.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use npuzzle::permutation::Parity;
use npuzzle::{DynBoard, Goal, Moves, Quality, Shape, SolveError, Solver, TileMove};

use crate::failure::Failure;
use crate::input::OneBoard;
use crate::interrupt;
use crate::options::parse_seconds;
use crate::output::write_to;

/// Draw a board, its solution, its inversions or its cycles as SVG
#[derive(Args)]
#[command(after_help = NOTES)]
pub(crate) struct Options {
    #[command(flatten)]
    input: OneBoard,
    /// View to draw
    #[arg(long = "as", value_name = "VIEW", value_enum, default_value_t = View::Board)]
    view: View,
    /// Meaning of the colours of tiles
    #[arg(long, value_enum, default_value_t = Colours::Home)]
    colours: Colours,
    /// The moves of a strip or an animation, such as R2DLU [default: a solution]
    #[arg(long)]
    moves: Option<Moves>,
    /// Maximum number of boards of a strip
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u16).range(2..))]
    frames: u16,
    /// Time of a move of an animation
    #[arg(long, value_name = "SECONDS", default_value = "0.35", value_parser = parse_seconds,
        allow_negative_numbers = true)]
    pace: Duration,
    /// Colours of the picture
    #[arg(long, value_enum, default_value_t = Theme::Auto)]
    theme: Theme,
    /// The side of a cell
    #[arg(long, value_name = "PIXELS", default_value_t = 56, value_parser = clap::value_parser!(u16).range(8..=512))]
    cell: u16,
    /// Write to this file [default: to standard output]
    #[arg(long, short = 'o', visible_alias = "output", value_name = "FILE")]
    svg: Option<PathBuf>,
}

const NOTES: &str = "\
Examples:
  npuzzle draw \"5 1 2 4/9 6 3 8/13 10 7 12/0 14 11 15\" > board.svg
  npuzzle draw --as moving --svg solution.svg \"1 2 3/0 4 6/7 5 8\"
  npuzzle draw --as inversions --theme dark --svg arcs.svg \"8 1 3/4 0 2/7 6 5\"";

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum View {
    /// The board
    Board,
    /// A solution, animated by CSS
    Moving,
    /// The boards of a solution, side by side
    Strip,
    /// The tiles in a row, with an arc for each inversion
    Inversions,
    /// The board in the colours of its cycles, and each cycle as a chain
    Cycles,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Colours {
    /// Tiles at home stand out
    Home,
    /// One colour for all tiles
    Plain,
    /// The row of the tile's home
    Rows,
    /// The column of the tile's home
    Columns,
    /// The tile's distance from its home
    Distance,
    /// The tile's cycle of the permutation
    Cycles,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Theme {
    Light,
    Dark,
    /// As the reader's screen
    Auto,
}

/// The classes of a picture's elements, with their style in the light and in the dark theme. The areas
/// and lines have eight hues that colour-blind people can tell apart; heat goes from cold to hot.
const CLASSES: &str = "\
paper    fill:#fff                                        fill:#16181d
tray     fill:#e9e5dc                                     fill:#0c0e11
tile     fill:#fffdf8;stroke:#d2ccbf                      fill:#2f353f;stroke:#434b57
home     fill:#d4eadb;stroke:#a5cdb3                      fill:#21482f;stroke:#356a49
area0    fill:#d3e4f6;stroke:#d2ccbf                      fill:#1f446b;stroke:#434b57
area1    fill:#fbe0c3;stroke:#d2ccbf                      fill:#6b3f12;stroke:#434b57
area2    fill:#d0ebda;stroke:#d2ccbf                      fill:#1d4f36;stroke:#434b57
area3    fill:#e5d9f5;stroke:#d2ccbf                      fill:#473069;stroke:#434b57
area4    fill:#f9d5d5;stroke:#d2ccbf                      fill:#6b2727;stroke:#434b57
area5    fill:#cdecef;stroke:#d2ccbf                      fill:#114e54;stroke:#434b57
area6    fill:#eeddcb;stroke:#d2ccbf                      fill:#543a20;stroke:#434b57
area7    fill:#f8d9e9;stroke:#d2ccbf                      fill:#5f2347;stroke:#434b57
line0    fill:none;stroke:#2b6cb0                         fill:none;stroke:#6cb2f7
line1    fill:none;stroke:#c2620a                         fill:none;stroke:#f6a04d
line2    fill:none;stroke:#2f855a                         fill:none;stroke:#63c58f
line3    fill:none;stroke:#7b4bb7                         fill:none;stroke:#b794f4
line4    fill:none;stroke:#c53030                         fill:none;stroke:#fc8181
line5    fill:none;stroke:#0e7c86                         fill:none;stroke:#4fd1d9
line6    fill:none;stroke:#8a5a2b                         fill:none;stroke:#d6a67a
line7    fill:none;stroke:#b3357c                         fill:none;stroke:#f687b3
heat0    fill:#fff8e7;stroke:#d2ccbf                      fill:#2a2f37;stroke:#434b57
heat1    fill:#fcd5ab;stroke:#d2ccbf                      fill:#593b2a;stroke:#434b57
heat2    fill:#f9b16e;stroke:#d2ccbf                      fill:#87461c;stroke:#434b57
heat3    fill:#ee9158;stroke:#d2ccbf                      fill:#9f4b24;stroke:#434b57
heat4    fill:#e37242;stroke:#d2ccbf                      fill:#b8502d;stroke:#434b57
moved    stroke:#c2560c;stroke-width:2.5                  stroke:#e07b28
number   fill:#2b2a27;font-weight:600;text-anchor:middle  fill:#eeece6
caption  fill:#6f6b62;text-anchor:middle                  fill:#a4aab3
note     fill:#6f6b62                                     fill:#a4aab3";

const HUES: usize = 8;
const HEATS: usize = 5;

/// The least distance of the hottest colour, so that a board near its goal is not all hot.
const LEAST_HOTTEST: usize = 4;

/// Fonts with round digits that systems have.
const FONTS: &str = "ui-rounded,'SF Pro Rounded','Segoe UI',Roboto,Ubuntu,system-ui,sans-serif";

/// Lengths as parts of a cell: around a board, between two tiles, around the tiles, between layers.
const MARGIN: f64 = 0.3;
const GAP: f64 = 0.07;
const RIM: f64 = 0.13;
const AISLE: f64 = 0.45;

/// The most cells of a board whose inversions can be told apart in a picture.
const MOST_CELLS_WITH_ARCS: usize = 100;

/// The width of a strip that has more than one row of boards.
const STRIP_WIDTH: f64 = 960.0;

/// The part of a move in which the tile slides; then it rests.
const SLIDING: f64 = 0.6;

/// The rest of the first and the last board of an animation, in moves.
const REST: f64 = 3.0;

/// The fastest pace: browsers draw some 60 pictures per second.
const FASTEST: Duration = Duration::from_millis(10);

type Point = (f64, f64);

/// A title, a width and a height, and elements.
type Drawing = (String, Point, String);

/// Draws what the options say.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let (board, goal) = (options.input.board(), &options.input.goal);
    goal.fits(board.shape())?;
    let mut moves = Moves::new();
    if matches!(options.view, View::Moving | View::Strip) {
        moves = match &options.moves {
            Some(moves) => moves.clone(),
            None => solution(board, goal)?,
        };
        board.clone().play(&moves)?;
    }
    let look = Look::new(options, &moves)?;
    let drawn = match options.view {
        View::Board => {
            let title = format!("The board {board}");
            (title, look.size(), look.board(board, &[]))
        }
        View::Moving => moving(options, &look, &moves),
        View::Strip => strip(options, &look, &moves),
        View::Inversions if board.shape().cells() > MOST_CELLS_WITH_ARCS => {
            return Err(Failure::Wrong(format!(
                "inversions can be drawn for boards of {MOST_CELLS_WITH_ARCS} cells at most"
            )));
        }
        View::Inversions => {
            let pairs = board.inverted_pairs(goal)?;
            inversions(board, &look, &pairs)
        }
        View::Cycles => chains(board, &look),
    };
    let svg = svg(options.theme, &drawn);
    write_to(options.svg.as_deref(), svg.as_bytes())
}

/// Solves a board by about a second of work.
fn solution(board: &DynBoard, goal: &Goal) -> Result<Moves, Failure> {
    let builder = Solver::builder().goal(goal.clone()).quality(Quality::Best);
    match builder.build().solve_with(board, interrupt::control(None)) {
        Err(SolveError::Stopped(_)) => Err(Failure::Stopped("no solution yet".to_owned())),
        solution => Ok(solution?.into_moves()),
    }
}

/// Returns an SVG with the styles of the classes that a drawing uses.
///
/// It has no empty line, so that Markdown takes it as one block.
fn svg(theme: Theme, (title, (width, height), body): &Drawing) -> String {
    let classes = CLASSES.lines().map(|line| {
        let mut words = line.split_whitespace();
        std::array::from_fn(|_| words.next().unwrap_or_default())
    });
    let used = |[name, ..]: &[&str; 3]| *name == "paper" || body.contains(&format!("np-{name}"));
    let used: Vec<[&str; 3]> = classes.filter(used).collect();
    let rules = |is_dark: bool, scope: &str| {
        let rules = used
            .iter()
            .map(|[name, light, dark]| match (is_dark, theme) {
                (false, _) => format!("{scope}.np-{name}{{{light}}}"),
                // Only colours differ; the light rule has the rest, unless there is none.
                (true, Theme::Dark) => format!("{scope}.np-{name}{{{light};{dark}}}"),
                (true, _) => format!("{scope}.np-{name}{{{dark}}}"),
            });
        rules.collect::<Vec<_>>().concat()
    };
    let colours = match theme {
        Theme::Light => rules(false, ""),
        Theme::Dark => rules(true, ""),
        // Pages of rustdoc have a theme of their own.
        Theme::Auto => format!(
            "{}\n@media (prefers-color-scheme:dark){{{}}}\n{}{}",
            rules(false, ""),
            rules(true, ""),
            rules(false, "[data-theme=light] "),
            rules(true, ":is([data-theme=dark],[data-theme=ayu]) "),
        ),
    };
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.1}\" height=\"{height:.1}\" \
         viewBox=\"0 0 {width:.1} {height:.1}\" role=\"img\" aria-label=\"{title}\" \
         font-family=\"{FONTS}\" style=\"max-width:100%;height:auto\">\n<title>{title}</title>\n\
         <style>\n{colours}\n</style>\n\
         <rect class=\"np-paper\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"8\"/>\n{body}</svg>\n"
    )
}

fn rect(class: &str, (x, y): Point, (width, height): Point, radius: f64) -> String {
    format!(
        "<rect class=\"np-{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" \
         height=\"{height:.1}\" rx=\"{radius:.1}\"/>\n"
    )
}

/// Returns a text whose capitals have their middle at a height.
fn text(class: &str, (x, y): Point, size: f64, words: &str) -> String {
    let foot = y + 0.36 * size;
    format!(
        "<text class=\"np-{class}\" x=\"{x:.1}\" y=\"{foot:.1}\" font-size=\"{size:.1}\">{words}</text>\n"
    )
}

/// Returns a tile with its number.
fn tile_at(class: &str, (x, y): Point, side: f64, tile: u16) -> String {
    let number = tile.to_string();
    let size = side * [0.44, 0.44, 0.36, 0.29, 0.24][number.len() - 1];
    let middle = (x + side / 2.0, y + side / 2.0);
    rect(class, (x, y), (side, side), 0.16 * side) + &text("number", middle, size, &number)
}

/// The layout and the colours of a board's pictures.
struct Look {
    shape: Shape,
    /// The side of a cell.
    side: f64,
    colours: Colours,
    /// For each tile the cell where it belongs; `None` for tiles that don't matter.
    homes: Vec<Option<usize>>,
    /// The cycles of the board.
    cycles: Vec<Vec<u16>>,
    /// The distance with the hottest colour.
    hottest: usize,
}

impl Look {
    /// Chooses one scale of distances for all boards that the moves lead to.
    fn new(options: &Options, moves: &Moves) -> Result<Self, Failure> {
        let (board, goal) = (options.input.board(), &options.input.goal);
        let shape = board.shape();
        let (scale, colours) = match options.view {
            // A board side by side with others is smaller.
            View::Strip => (0.62, options.colours),
            View::Cycles => (1.0, Colours::Cycles),
            _ => (1.0, options.colours),
        };
        let mut look = Self {
            shape,
            side: scale * f64::from(options.cell),
            colours,
            homes: goal.homes(shape)?,
            cycles: board.cycles(goal)?,
            hottest: LEAST_HOTTEST,
        };
        let mut visits: Vec<(u16, usize)> = board.iter().zip(0..).collect();
        let mut now = board.clone();
        for direction in moves {
            // The moves are legal.
            visits.extend(now.slide(direction).map(|it| (it.tile, it.to)));
        }
        let tiles = visits.into_iter().filter(|(tile, _)| *tile != 0);
        let farthest = tiles.map(|(tile, cell)| look.distance(tile, cell)).max();
        look.hottest = look.hottest.max(farthest.unwrap_or(0));
        Ok(look)
    }

    fn distance(&self, tile: u16, cell: usize) -> usize {
        let home = self.homes[usize::from(tile)];
        home.map_or(0, |home| self.shape.distance(cell, home))
    }

    /// The class of a tile in a cell. Cycles are those of the first board.
    fn class(&self, tile: u16, cell: usize) -> String {
        let Some(home) = self.homes[usize::from(tile)] else {
            return "tile".to_owned();
        };
        let place = self.shape.place(home);
        let area = |nth: usize| format!("area{}", nth % HUES);
        match self.colours {
            Colours::Home if home == cell => "home".to_owned(),
            Colours::Home | Colours::Plain => "tile".to_owned(),
            Colours::Rows => area(place.row),
            Colours::Columns => area(place.column),
            Colours::Distance => {
                let distance = self.distance(tile, cell);
                format!("heat{}", (distance * (HEATS - 1)).div_ceil(self.hottest))
            }
            Colours::Cycles => {
                let nth = self.cycles.iter().position(|cycle| cycle.contains(&tile));
                nth.map_or_else(|| "tile".to_owned(), area)
            }
        }
    }

    /// The size of a layer with its rim.
    fn layer(&self) -> Point {
        let side = |cells: usize| self.side * ((1.0 + GAP) * cells as f64 - GAP + 2.0 * RIM);
        (side(self.shape.columns()), side(self.shape.rows()))
    }

    /// The size of a picture of a board, with margins and captions.
    fn size(&self) -> Point {
        let (width, height) = self.layer();
        let layers = self.shape.layers() as f64;
        let caption = if layers > 1.0 { AISLE } else { 0.0 };
        (
            layers * width + ((layers - 1.0) * AISLE + 2.0 * MARGIN) * self.side,
            height + (2.0 * MARGIN + caption) * self.side,
        )
    }

    /// The upper left corner of a cell.
    fn corner(&self, cell: usize) -> Point {
        let place = self.shape.place(cell);
        let left = (self.layer().0 + AISLE * self.side) * place.layer as f64;
        let along = |nth: usize| self.side * (MARGIN + RIM + (1.0 + GAP) * nth as f64);
        (left + along(place.column), along(place.row))
    }

    /// Returns a tile in the style of one cell, drawn at another one.
    fn tile(&self, tile: u16, cell: usize, at: usize, mark: &str) -> String {
        let (x, y) = self.corner(at);
        let side = self.side;
        let class = self.class(tile, cell) + mark;
        let mut drawn = match self.homes[usize::from(tile)] {
            Some(_) => tile_at(&class, (x, y), side, tile),
            None => rect(&class, (x, y), (side, side), 0.16 * side),
        };
        let distance = self.distance(tile, cell);
        if self.colours == Colours::Distance && distance > 0 {
            let corner = (x + 0.83 * side, y + 0.84 * side);
            drawn += &text("caption", corner, 0.19 * side, &distance.to_string());
        }
        drawn
    }

    /// Returns the trays of the layers.
    fn trays(&self) -> String {
        let (side, (width, height)) = (self.side, self.layer());
        let mut drawn = String::new();
        for layer in 0..self.shape.layers() {
            let left = MARGIN * side + (width + AISLE * side) * layer as f64;
            drawn += &rect("tray", (left, MARGIN * side), (width, height), 0.26 * side);
            if self.shape.layers() > 1 {
                let under = (left + width / 2.0, height + (MARGIN + 0.34) * side);
                let front = if layer == 0 { ", the front" } else { "" };
                let words = format!("layer {}{front}", layer + 1);
                drawn += &text("caption", under, 0.24 * side, &words);
            }
        }
        drawn
    }

    /// Returns a board, some of its tiles marked.
    fn board(&self, board: &DynBoard, moved: &[u16]) -> String {
        let mut drawn = self.trays();
        for (tile, cell) in board.iter().zip(0..).filter(|(tile, _)| *tile != 0) {
            let is_moved = moved.contains(&tile);
            let mark = if is_moved { " np-moved" } else { "" };
            drawn += &self.tile(tile, cell, cell, mark);
        }
        drawn
    }
}

/// Draws the first board, the last one and some between, side by side.
fn strip(options: &Options, look: &Look, moves: &Moves) -> Drawing {
    let board = options.input.board();
    let last = usize::from(options.frames).min(moves.len() + 1) - 1;
    // One margin lies between two boards.
    let margin = MARGIN * look.side;
    let (wide, high) = look.size();
    let (wide, high) = (wide - margin, high + 0.5 * look.side - margin);
    let columns = (((STRIP_WIDTH - margin) / wide) as usize).clamp(1, last + 1);
    let mut body = String::new();
    let (mut now, mut made) = (board.clone(), 0);
    for nth in 0..=last {
        let time = (nth as u64 * moves.len() as u64 / last.max(1) as u64) as usize;
        let since = &moves[made..time];
        // The moves are legal.
        let slid = since.iter().filter_map(|it| now.slide(*it).ok());
        let moved: Vec<u16> = slid.map(|it| it.tile).collect();
        let caption = match since {
            [] => "start".to_owned(),
            [one] => format!("{time}: {one}"),
            _ => format!("move {time}"),
        };
        let (x, y) = ((nth % columns) as f64 * wide, (nth / columns) as f64 * high);
        let drawn = look.board(&now, &moved);
        let under = (look.size().0 / 2.0, high + margin - 0.38 * look.side);
        let caption = text("caption", under, 0.36 * look.side, &caption);
        let _ = write!(
            body,
            "<g transform=\"translate({x:.1} {y:.1})\">\n{drawn}{caption}</g>\n"
        );
        made = time;
    }
    let rows = (last + 1).div_ceil(columns) as f64;
    let size = (margin + columns as f64 * wide, margin + rows * high);
    let title = format!("The board {board} and its moves {moves}");
    (title, size, body)
}

/// Draws a board whose tiles move by CSS.
fn moving(options: &Options, look: &Look, moves: &Moves) -> Drawing {
    let board = options.input.board();
    let whole = moves.len() as f64 + 2.0 * REST;
    let seconds = whole * options.pace.max(FASTEST).as_secs_f64();
    // For each tile the cells it visits, and when it has left the one before and arrived there.
    let mut visits: Vec<Vec<(f64, f64, usize)>> = vec![Vec::new(); board.shape().cells()];
    for (tile, cell) in board.iter().zip(0..) {
        visits[usize::from(tile)].push((0.0, 0.0, cell));
    }
    let mut now = board.clone();
    for (nth, direction) in moves.iter().enumerate() {
        let time = REST + nth as f64;
        // The moves are legal.
        if let Ok(TileMove { tile, to, .. }) = now.slide(direction) {
            let percent = |time: f64| 100.0 * time / whole;
            visits[usize::from(tile)].push((percent(time), percent(time + SLIDING), to));
        }
    }
    let (mut style, mut body) = (String::new(), look.trays());
    let mut animate = |name: &str, timing: &str, steps: &[(f64, String)]| {
        let _ = write!(style, "@keyframes {name}{{");
        for (percent, state) in steps {
            let _ = write!(style, "{percent:.3}%{{{state}}}");
        }
        let _ = writeln!(
            style,
            "}}.{name}{{animation:{name} {seconds:.2}s {timing} infinite}}"
        );
    };
    for (tile, visits) in (1..=u16::MAX).zip(&visits[1..]) {
        let start = visits[0].2;
        let (left, top) = look.corner(start);
        let mut steps = Vec::new();
        // Colours may depend on a tile's cell: one of its variants is visible at a time.
        let mut looks: Vec<String> = Vec::new();
        let mut seen = Vec::new();
        let mut state = String::new();
        for &(leaves, arrives, cell) in visits {
            let (x, y) = look.corner(cell);
            steps.push((leaves, state));
            state = format!("transform:translate({:.1}px,{:.1}px)", x - left, y - top);
            steps.push((arrives, state.clone()));
            let drawn = look.tile(tile, cell, start, "");
            let known = looks.iter().position(|it| *it == drawn);
            seen.push((arrives, known.unwrap_or(looks.len())));
            if known.is_none() {
                looks.push(drawn);
            }
        }
        steps.push((100.0, state));
        if visits.len() > 1 {
            animate(&format!("np-m{tile}"), "linear", &steps[1..]);
        }
        let _ = writeln!(body, "<g class=\"np-m{tile}\">");
        for (nth, drawn) in looks.iter().enumerate() {
            let name = format!("np-f{tile}-{nth}");
            let opacity = |now: usize| format!("opacity:{}", u8::from(now == nth));
            if looks.len() > 1 {
                let steps = seen.iter().map(|&(time, now)| (time, opacity(now)));
                animate(&name, "step-end", &steps.collect::<Vec<_>>());
            }
            let style = opacity(0);
            let _ = write!(
                body,
                "<g class=\"{name}\" style=\"{style}\">\n{drawn}</g>\n"
            );
        }
        body += "</g>\n";
    }
    style += "@media (prefers-reduced-motion:reduce){g{animation:none!important}}";
    let title = format!("The board {board} and its moves {moves:#}");
    let body = format!("<style>\n{style}\n</style>\n{body}");
    (title, look.size(), body)
}

/// Draws the tiles in a row, and an arc over each pair in the wrong order.
fn inversions(board: &DynBoard, look: &Look, pairs: &[(u16, u16)]) -> Drawing {
    let (side, step) = (look.side, 1.14 * look.side);
    let tiles: Vec<u16> = board.iter().filter(|it| *it != 0).collect();
    let nth = |tile: u16| tiles.iter().position(|it| *it == tile).unwrap_or(0);
    let pairs: Vec<(usize, usize)> = pairs.iter().map(|&(a, b)| (nth(a), nth(b))).collect();
    let hue = |nth: usize| look.homes[usize::from(tiles[nth])].unwrap_or(0) % HUES;
    let longest = pairs.iter().map(|(a, b)| b - a).max().unwrap_or(0);
    // Arcs of many cells are flat, which limits the height of the picture.
    let rise = |cells: usize| side * (0.42 * (cells as f64).min(9.0) + 0.02 * cells as f64 + 0.1);
    let row = MARGIN * side + rise(longest);
    let width = (step * tiles.len() as f64).max(6.0 * side) + 2.0 * MARGIN * side;
    let left = (width - step * tiles.len() as f64 + step - side) / 2.0;
    let mut body = String::new();
    for &(a, b) in &pairs {
        let (from, to) = (left + step * a as f64, left + step * b as f64);
        let (from, to) = (from + 0.56 * side, to + 0.44 * side);
        let (foot, hue) = (row - 0.08 * side, hue(a));
        let (top, width) = (foot - rise(b - a) / 0.75, 0.04 * side);
        let _ = writeln!(
            body,
            "<path class=\"np-line{hue}\" stroke-width=\"{width:.1}\" stroke-opacity=\".8\" \
             d=\"M{from:.1} {foot:.1}C{from:.1} {top:.1} {to:.1} {top:.1} {to:.1} {foot:.1}\"/>"
        );
    }
    for (nth, &tile) in tiles.iter().enumerate() {
        let class = if pairs.iter().any(|(a, _)| *a == nth) {
            format!("area{}", hue(nth))
        } else {
            "tile".to_owned()
        };
        body += &tile_at(&class, (left + step * nth as f64, row), side, tile);
    }
    let words = match pairs.len() {
        0 => "no inversion: the tiles are in order".to_owned(),
        1 => "1 inversion: odd".to_owned(),
        count => format!("{count} inversions: {}", Parity::of(count as u64)),
    };
    let under = (width / 2.0, row + 1.55 * side);
    body += &text("caption", under, 0.36 * side, &words);
    let title = format!("The tiles of the board {board} in a row: {words}");
    (title, (width, row + (1.8 + MARGIN) * side), body)
}

/// Draws a board in the colours of its cycles, and each cycle as a chain below it.
fn chains(board: &DynBoard, look: &Look) -> Drawing {
    let (side, (link, step)) = (look.side, (0.56 * look.side, 0.96 * look.side));
    let margin = MARGIN * side;
    let (width, top) = look.size();
    // A chain that does not fit continues in the next row.
    let width = width.max(8.0 * step + 2.0 * margin);
    let columns = ((width - 2.0 * margin + 0.4 * side) / step) as usize;
    let shift = (width - look.size().0) / 2.0;
    let drawn = look.board(board, &[]);
    let mut body = format!("<g transform=\"translate({shift:.1} 0)\">\n{drawn}</g>\n");
    let words = "each tile belongs where the next one is";
    body += &text("note", (margin, top + 0.05 * side), 0.26 * side, words);
    let mut row = 0;
    for (hue, cycle) in look.cycles.iter().enumerate() {
        for (nth, &tile) in cycle.iter().enumerate() {
            let column = nth % columns;
            row += usize::from(nth > 0 && column == 0);
            let x = margin + column as f64 * step;
            let y = top + (0.4 + 0.76 * row as f64) * side;
            body += &match tile {
                0 => rect("tray", (x, y), (link, link), 0.16 * link),
                tile => tile_at(&format!("area{}", hue % HUES), (x, y), link, tile),
            };
            if nth + 1 < cycle.len() {
                let middle = (x + link + 0.2 * side, y + link / 2.0);
                body += &text("caption", middle, 0.3 * side, "→");
            }
        }
        row += 1;
    }
    let height = top + (0.4 + 0.76 * row as f64) * side + margin / 2.0;
    let title = format!("Where each tile of the board {board} belongs");
    (title, (width, height), body)
}
