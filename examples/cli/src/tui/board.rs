//! A board in the terminal.

use npuzzle::{DynBoard, Shape};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, BorderType, Widget};

/// The layout of a board's cells on the screen: layers side by side if they fit, or else the part
/// around the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Grid {
    shape: Shape,
    /// The corner of the first cell that is seen.
    at: Position,
    /// A cell's width and height.
    cell: (u16, u16),
    /// The first layer, row and column that are seen, and how many of each.
    first: [usize; 3],
    seen: [usize; 3],
}

/// The space between two layers.
const AISLE: u16 = 3;

impl Grid {
    /// Finds the largest cells with which a board fits.
    pub(crate) fn new(board: &DynBoard, area: Rect) -> Self {
        let shape = board.shape();
        let digits = (shape.cells() - 1).to_string().len() as u16;
        let sides = [shape.layers(), shape.rows(), shape.columns()];
        // Boxes, then numbers with room, then numbers.
        let sizes = [(digits + 4, 3), (digits + 2, 1), (digits + 1, 1)];
        let fits = |cell: &(u16, u16)| {
            let (width, height) = extent(sides, *cell);
            width <= u32::from(area.width) && height <= u32::from(area.height)
        };
        let cell = *sizes.iter().find(|it| fits(it)).unwrap_or(&sizes[2]);
        let mut seen = sides;
        let mut first = [0; 3];
        if !fits(&cell) {
            let place = shape.place(board.blank());
            let room = [
                1,
                usize::from(area.height / cell.1).max(1),
                usize::from(area.width / cell.0).max(1),
            ];
            let blank = [place.layer, place.row, place.column];
            for axis in 0..3 {
                seen[axis] = room[axis].min(sides[axis]);
                let most = sides[axis] - seen[axis];
                first[axis] = blank[axis].saturating_sub(seen[axis] / 2).min(most);
            }
        }
        let (width, height) = extent(seen, cell);
        let middle = |from: u16, room: u16, needed: u32| {
            from + (u32::from(room).saturating_sub(needed) / 2) as u16
        };
        let at = Position {
            x: middle(area.x, area.width, width),
            y: middle(area.y, area.height, height),
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
    pub(crate) const fn is_cut(&self) -> bool {
        let [layers, rows, columns] = self.seen;
        layers * rows * columns < self.shape.cells()
    }

    /// Returns where a cell is, if it is seen.
    pub(crate) fn rect(&self, cell: usize) -> Option<Rect> {
        let place = self.shape.place(cell);
        let at = [place.layer, place.row, place.column];
        let mut from = [0; 3];
        for axis in 0..3 {
            from[axis] = at[axis].checked_sub(self.first[axis])?;
            if from[axis] >= self.seen[axis] {
                return None;
            }
        }
        let [layer, row, column] = from.map(|it| it as u16);
        let (width, height) = self.cell;
        let layer_width = width * self.seen[2] as u16 + AISLE;
        Some(Rect {
            x: self.at.x + layer * layer_width + column * width,
            y: self.at.y + row * height,
            width,
            height,
        })
    }

    /// Returns the cell at a place of the screen.
    pub(crate) fn cell_at(&self, place: Position) -> Option<usize> {
        let is_there = |cell: &usize| self.rect(*cell).is_some_and(|it| it.contains(place));
        (0..self.shape.cells()).find(is_there)
    }
}

/// Returns how much of the screen cells take, layer beside layer.
fn extent([layers, rows, columns]: [usize; 3], (width, height): (u16, u16)) -> (u32, u32) {
    let (layers, rows, columns) = (layers as u32, rows as u32, columns as u32);
    let layer = columns * u32::from(width);
    (
        layers * layer + (layers - 1) * u32::from(AISLE),
        rows * u32::from(height),
    )
}

/// Draws a board.
pub(crate) struct BoardView<'a> {
    pub(crate) board: &'a DynBoard,
    pub(crate) grid: Grid,
    /// The style of the tile in a cell.
    pub(crate) style: &'a dyn Fn(usize) -> Style,
}

impl Widget for BoardView<'_> {
    fn render(self, area: Rect, buffer: &mut Buffer) {
        for (cell, &tile) in self.board.tiles().iter().enumerate() {
            let Some(rect) = self.grid.rect(cell) else {
                continue;
            };
            let rect = rect.intersection(area);
            if rect.is_empty() {
                continue;
            }
            let style = (self.style)(cell);
            if rect.height < 3 {
                let text = match tile {
                    0 => "·".to_owned(),
                    _ => tile.to_string(),
                };
                let width = usize::from(rect.width) - 1;
                let text = format!("{text:>width$}");
                buffer.set_stringn(rect.x, rect.y, text, width, style);
            } else if tile != 0 {
                let block = Block::bordered()
                    .border_type(BorderType::Rounded)
                    .border_style(style.remove_modifier(Modifier::BOLD));
                let inner = block.inner(rect);
                block.render(rect, buffer);
                let number = Line::styled(tile.to_string(), style.add_modifier(Modifier::BOLD));
                number.centered().render(inner, buffer);
                buffer.set_style(inner, style);
            }
        }
    }
}
