//! A board: tiles in their tray.

use clap::ValueEnum;
use npuzzle::permutation::cycles;
use npuzzle::{DynBoard, Goal, Moves};

use crate::draw::tray::Tray;
use crate::homes::homes;
use crate::picture::{Anchor, Ink, Picture, Point, Shape, Stroke};

/// The style of a drawing of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// The side of a cell.
    pub(crate) cell: f64,
    pub(crate) colours: Colours,
    /// The distance that has the hottest colour; `None` for that of the board's farthest tile.
    pub(crate) farthest: Option<usize>,
}

/// The hottest colour stands for this distance at least: near boards are not all hot.
const LEAST_FARTHEST: usize = 4;

impl Look {
    /// Returns the look of pictures that show several boards: one scale of distances for all.
    pub(crate) fn of_all(mut self, start: &DynBoard, goal: &Goal, moves: &Moves) -> Self {
        if self.colours != Colours::Distance {
            return self;
        }
        let shape = start.shape();
        let homes = homes(shape, goal);
        let distance = |tile: u16, cell| shape.distance(cell, homes[usize::from(tile)]);
        let mut board = start.clone();
        let mut most = farthest(&board, &homes);
        for direction in moves {
            let cell = board.blank();
            // The moves are legal.
            if let Ok(tile) = board.slide(direction) {
                most = most.max(distance(tile, cell));
            }
        }
        self.farthest = Some(most);
        self
    }
}

/// Returns the distance of the tile that is farthest from home; the blank is no tile.
fn farthest(board: &DynBoard, homes: &[usize]) -> usize {
    let tiles = board
        .tiles()
        .iter()
        .enumerate()
        .filter(|(_, tile)| **tile != 0);
    let distance =
        |(cell, &tile): (usize, &u16)| board.shape().distance(cell, homes[usize::from(tile)]);
    tiles.map(distance).max().unwrap_or(0)
}

/// The meaning of the colours of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colours {
    /// Tiles at home stand out
    Home,
    /// One colour for all tiles
    Plain,
    /// The row of its home
    Rows,
    /// The column of its home
    Columns,
    /// Its distance from its home
    Distance,
    /// Its cycle of the permutation
    Cycles,
}

/// The space around a board, in parts of a cell.
pub(crate) const MARGIN: f64 = 0.3;

/// Draws a board.
pub(crate) fn board_picture(board: &DynBoard, goal: &Goal, look: Look) -> Picture {
    let mut scene = Scene::new(board, goal, look);
    scene.draw_tray();
    for cell in 0..board.shape().cells() {
        scene.draw_tile(cell, scene.edge(cell));
    }
    scene.picture
}

/// A board, being drawn.
pub(crate) struct Scene<'a> {
    pub(crate) board: &'a DynBoard,
    pub(crate) look: Look,
    pub(crate) tray: Tray,
    pub(crate) picture: Picture,
    /// For each tile the cell where it belongs.
    pub(crate) homes: Vec<usize>,
    /// For each tile, which cycle it is in, if it is not at home.
    cycle_of: Vec<Option<u8>>,
    /// The distance that has the hottest colour.
    hottest: usize,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(board: &'a DynBoard, goal: &Goal, look: Look) -> Self {
        let shape = board.shape();
        let margin = MARGIN * look.cell;
        let tray = Tray {
            shape,
            cell: look.cell,
            at: (margin, margin),
        };
        let (width, height) = tray.size();
        let caption = if shape.layers() > 1 { 0.45 } else { 0.0 };
        let (width, height) = (
            width + 2.0 * margin,
            height + 2.0 * margin + caption * look.cell,
        );
        let homes = homes(shape, goal);
        let mut cycle_of = vec![None; shape.cells()];
        let cells: Vec<usize> = board
            .tiles()
            .iter()
            .map(|&it| homes[usize::from(it)])
            .collect();
        // Boards are permutations, so there is no error here.
        for (nth, cycle) in cycles(&cells).unwrap_or_default().iter().enumerate() {
            for &cell in cycle {
                cycle_of[usize::from(board.tiles()[cell])] =
                    Some((nth % usize::from(u8::MAX)) as u8);
            }
        }
        Self {
            board,
            look,
            tray,
            picture: Picture::new(width, height, format!("The board {board}")),
            hottest: look
                .farthest
                .unwrap_or_else(|| farthest(board, &homes))
                .max(LEAST_FARTHEST),
            homes,
            cycle_of,
        }
    }

    /// Draws what lies below the tiles.
    pub(crate) fn draw_tray(&mut self) {
        let (width, height) = (self.picture.width, self.picture.height);
        let cell = self.look.cell;
        self.picture.add(Shape::Rect {
            at: (0.0, 0.0),
            size: (width, height),
            radius: 0.2 * cell,
            fill: Some(Ink::Paper),
            stroke: None,
        });
        let layers = self.tray.shape.layers();
        for layer in 0..layers {
            let (left, top) = self.tray.layer(layer);
            let size = self.tray.layer_size();
            self.picture.add(Shape::Rect {
                at: (left, top),
                size,
                radius: 0.26 * cell,
                fill: Some(Ink::Tray),
                stroke: None,
            });
            if layers > 1 {
                let label = match layer {
                    0 => "layer 1, the front".to_owned(),
                    _ => format!("layer {}", layer + 1),
                };
                let at = (left + size.0 / 2.0, top + size.1 + 0.34 * cell);
                self.picture.text(at, 0.24 * cell, Ink::Muted, label);
            }
        }
    }

    /// The cycle of the tile in a cell, if it is not at home.
    pub(crate) fn cycle(&self, cell: usize) -> Option<u8> {
        self.cycle_of[usize::from(self.board.tiles()[cell])]
    }

    /// The distance of a tile in a cell from its home.
    fn distance(&self, tile: u16, cell: usize) -> usize {
        self.tray
            .shape
            .distance(cell, self.homes[usize::from(tile)])
    }

    /// The ink of the tile in a cell.
    pub(crate) fn fill(&self, cell: usize) -> Ink {
        self.ink(self.board.tiles()[cell], cell)
    }

    /// The ink of a tile in a cell. Cycles are those of the board, wherever the tile is.
    fn ink(&self, tile: u16, cell: usize) -> Ink {
        let home = self.homes[usize::from(tile)];
        let place = self.tray.shape.place(home);
        match self.look.colours {
            Colours::Home if home == cell => Ink::Home,
            Colours::Home | Colours::Plain => Ink::Tile,
            Colours::Rows => Ink::Soft(place.row as u8),
            Colours::Columns => Ink::Soft(place.column as u8),
            Colours::Cycles => self.cycle_of[usize::from(tile)].map_or(Ink::Tile, Ink::Soft),
            Colours::Distance => Ink::heat(self.distance(tile, cell), self.hottest),
        }
    }

    /// The edge of the tile in a cell.
    pub(crate) fn edge(&self, cell: usize) -> Stroke {
        self.edge_of(self.fill(cell))
    }

    fn edge_of(&self, fill: Ink) -> Stroke {
        let ink = match fill {
            Ink::Home => Ink::HomeEdge,
            _ => Ink::Edge,
        };
        Stroke::new(ink, (0.02 * self.look.cell).max(0.5))
    }

    /// Returns a tile as it looks in one cell, drawn at another one.
    pub(crate) fn tile_at(&self, tile: u16, cell: usize, at: usize) -> Vec<Shape> {
        let edge = self.edge_of(self.ink(tile, cell));
        let mut shapes = vec![self.face(tile, cell, at, edge)];
        shapes.extend(self.numbers(tile, cell, at));
        shapes
    }

    /// Draws the tile in a cell; nothing for the blank.
    pub(crate) fn draw_tile(&mut self, cell: usize, edge: Stroke) {
        self.draw_face(cell, edge);
        self.draw_number(cell);
    }

    pub(crate) fn draw_face(&mut self, cell: usize, edge: Stroke) {
        let tile = self.board.tiles()[cell];
        if tile != 0 {
            let face = self.face(tile, cell, cell, edge);
            self.picture.add(face);
        }
    }

    pub(crate) fn draw_number(&mut self, cell: usize) {
        let tile = self.board.tiles()[cell];
        if tile != 0 {
            let numbers = self.numbers(tile, cell, cell);
            self.picture.shapes.extend(numbers);
        }
    }

    /// Returns the area of a tile as it looks in one cell, at another one.
    fn face(&self, tile: u16, cell: usize, at: usize, edge: Stroke) -> Shape {
        let side = self.look.cell;
        Shape::Rect {
            at: self.tray.corner(at),
            size: (side, side),
            radius: 0.16 * side,
            fill: Some(self.ink(tile, cell)),
            stroke: Some(edge),
        }
    }

    /// Returns what is written on a tile in one cell, at another one.
    fn numbers(&self, tile: u16, cell: usize, at: usize) -> Vec<Shape> {
        let side = self.look.cell;
        let at = self.tray.middle(at);
        let text = tile.to_string();
        let ink = self.ink(tile, cell).text();
        let mut shapes = vec![number(at, text_size(side, text.len()), ink, text)];
        let is_small = side < 36.0;
        let distance = self.distance(tile, cell);
        if self.look.colours == Colours::Distance && !is_small && distance > 0 {
            shapes.push(Shape::Text {
                at: (at.0 + 0.4 * side, at.1 + 0.34 * side),
                size: 0.19 * side,
                ink,
                anchor: Anchor::End,
                is_bold: false,
                text: distance.to_string(),
            });
        }
        shapes
    }
}

/// Returns the number of a tile, in the middle of a place.
pub(crate) const fn number(at: Point, size: f64, ink: Ink, text: String) -> Shape {
    Shape::Text {
        at,
        size,
        ink,
        anchor: Anchor::Middle,
        is_bold: true,
        text,
    }
}

/// The size of numbers of this many digits, so that they fit a tile.
pub(crate) fn text_size(side: f64, digits: usize) -> f64 {
    side * match digits {
        0..=2 => 0.44,
        3 => 0.36,
        4 => 0.29,
        _ => 0.24,
    }
}
