//! A board: tiles in their tray.

use clap::ValueEnum;
use npuzzle::permutation::cycles;
use npuzzle::{DynBoard, Goal};

use crate::draw::tray::Tray;
use crate::homes::homes;
use crate::picture::{Anchor, Ink, Picture, Point, Shape, Stroke};

/// How a board is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look {
    /// The side of a cell.
    pub(crate) cell: f64,
    pub(crate) colours: Colours,
}

/// What the colours of tiles tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Colours {
    /// Whether a tile is at home
    Home,
    /// Nothing
    Plain,
    /// The row where it belongs
    Rows,
    /// The column where it belongs
    Columns,
    /// How far it is from there
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

/// Draws a board of which each tile is a group, numbered by its tile.
pub(crate) fn tiles_in_motion(board: &DynBoard, goal: &Goal, look: Look) -> (Picture, Tray) {
    let mut scene = Scene::new(board, goal, look);
    scene.draw_tray();
    for cell in 0..board.shape().cells() {
        let before = scene.picture.shapes.len();
        scene.draw_tile(cell, scene.edge(cell));
        let shapes = scene.picture.shapes.split_off(before);
        if !shapes.is_empty() {
            let nth = usize::from(board.tiles()[cell]);
            scene.picture.add(Shape::Group { nth, shapes });
        }
    }
    (scene.picture, scene.tray)
}

/// A board, being drawn.
pub(crate) struct Scene<'a> {
    pub(crate) board: &'a DynBoard,
    pub(crate) look: Look,
    pub(crate) tray: Tray,
    pub(crate) picture: Picture,
    /// For each tile the cell where it belongs.
    pub(crate) homes: Vec<usize>,
    /// For each cell, which cycle it is in, if its tile is not at home.
    cycle_of: Vec<Option<u8>>,
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
                cycle_of[cell] = Some((nth % usize::from(u8::MAX)) as u8);
            }
        }
        Self {
            board,
            look,
            tray,
            picture: Picture::new(width, height, format!("The board {board}")),
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
        self.cycle_of[cell]
    }

    /// How far the tile in a cell is from home.
    pub(crate) fn distance(&self, cell: usize) -> usize {
        let home = self.homes[usize::from(self.board.tiles()[cell])];
        self.tray.shape.distance(cell, home)
    }

    /// The ink of the tile in a cell.
    pub(crate) fn fill(&self, cell: usize) -> Ink {
        let home = self.homes[usize::from(self.board.tiles()[cell])];
        let place = self.tray.shape.place(home);
        match self.look.colours {
            Colours::Home if home == cell => Ink::Home,
            Colours::Home | Colours::Plain => Ink::Tile,
            Colours::Rows => Ink::Soft(place.row as u8),
            Colours::Columns => Ink::Soft(place.column as u8),
            Colours::Cycles => self.cycle_of[cell].map_or(Ink::Tile, Ink::Soft),
            Colours::Distance => {
                let cells = 0..self.tray.shape.cells();
                // Near boards are not all cold.
                let most = cells.map(|cell| self.distance(cell)).max();
                let most = most.unwrap_or(0).max(4);
                Ink::heat(self.distance(cell), most)
            }
        }
    }

    /// The edge of the tile in a cell.
    pub(crate) fn edge(&self, cell: usize) -> Stroke {
        let ink = match self.fill(cell) {
            Ink::Home => Ink::HomeEdge,
            _ => Ink::Edge,
        };
        Stroke::new(ink, (0.02 * self.look.cell).max(0.5))
    }

    /// Draws the tile in a cell; nothing for the blank.
    pub(crate) fn draw_tile(&mut self, cell: usize, edge: Stroke) {
        self.draw_face(cell, edge);
        self.draw_number(cell);
    }

    pub(crate) fn draw_face(&mut self, cell: usize, edge: Stroke) {
        if self.board.tiles()[cell] == 0 {
            return;
        }
        let side = self.look.cell;
        self.picture.add(Shape::Rect {
            at: self.tray.corner(cell),
            size: (side, side),
            radius: 0.16 * side,
            fill: Some(self.fill(cell)),
            stroke: Some(edge),
        });
    }

    pub(crate) fn draw_number(&mut self, cell: usize) {
        let tile = self.board.tiles()[cell];
        if tile == 0 {
            return;
        }
        let side = self.look.cell;
        let at = self.tray.middle(cell);
        let text = tile.to_string();
        let ink = self.fill(cell).text();
        self.picture
            .add(number(at, text_size(side, text.len()), ink, text));
        let is_small = side < 36.0;
        if self.look.colours == Colours::Distance && !is_small {
            let corner = (at.0 + 0.4 * side, at.1 + 0.34 * side);
            let text = match self.distance(cell) {
                0 => return,
                distance => distance.to_string(),
            };
            let size = 0.19 * side;
            self.picture.label(corner, size, ink, Anchor::End, text);
        }
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
