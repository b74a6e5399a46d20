//! Manhattan IDA* on any shape.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::direction::Direction;
use crate::moves::Moves;
use crate::search::instance::Instance;
use crate::search::meter::Meter;
use crate::shape::Shape;

/// The order in which moves are tried: the *blank* goes up, left, right, down, as in Korf's node counts, then to the layer in
/// front and behind. The tile moves the other way.
pub(crate) const ORDER: [Direction; 6] = [
    Direction::Down,
    Direction::Right,
    Direction::Left,
    Direction::Up,
    Direction::Back,
    Direction::Front,
];

/// No cell lies there.
const NONE: u32 = u32::MAX;

/// What the kernel has to know of a shape; of use for every board of it.
#[derive(Clone, Debug)]
pub(crate) struct Geometry {
    /// For each cell of the blank and each move of [`ORDER`]: the cell of the tile that moves.
    sources: Vec<[u32; 6]>,
    /// For each axis of [`ORDER`] (rows, columns, layers) the coordinate of each cell.
    coordinates: [Vec<u16>; 3],
}

impl Geometry {
    pub(crate) fn new(shape: Shape) -> Self {
        let cells = 0..shape.cells();
        let source = |blank, direction: Direction| {
            shape
                .neighbour(blank, direction.opposite())
                .map_or(NONE, |cell| cell as u32)
        };
        let sources = cells
            .clone()
            .map(|blank| ORDER.map(|direction| source(blank, direction)));
        let places = || cells.clone().map(|cell| shape.place(cell));
        Self {
            sources: sources.collect(),
            coordinates: [
                places().map(|place| place.row as u16).collect(),
                places().map(|place| place.column as u16).collect(),
                places().map(|place| place.layer as u16).collect(),
            ],
        }
    }

    /// Returns whether the tile bound for `destination` gets closer by making a move of [`ORDER`] from cell `from`.
    #[inline]
    fn gets_closer(&self, order: usize, from: usize, destination: usize) -> bool {
        const AXIS: [usize; 6] = [0, 1, 1, 0, 2, 2];
        const TOWARDS_HIGHER: [bool; 6] = [true, true, false, false, true, false];
        let coordinates = &self.coordinates[AXIS[order]];
        if TOWARDS_HIGHER[order] {
            coordinates[destination] > coordinates[from]
        } else {
            coordinates[destination] < coordinates[from]
        }
    }
}

/// A board on the path from the root.
#[derive(Clone, Copy)]
struct Frame {
    /// The move of [`ORDER`] that made it.
    made_by: u8,
    /// Whether that move took the tile farther from its goal.
    farther: bool,
    /// The next move to try.
    next: u8,
}

/// Never equal to a move's reverse.
const NO_MOVE: u8 = 7;

/// Searches with an explicit stack, so that no bound is too deep for it; the path is the only memory.
///
/// Iterative deepening A* (Korf 1985): depth-first search for solutions of exactly `bound` moves; the bound starts at the
/// Manhattan distance and is raised by 2, because every move changes the distance by 1 and a solution's length has its
/// parity. `slack` is half of what the bound leaves beyond the moves made and the distance: a move that takes its tile
/// closer leaves it, one that takes it farther needs 1 of it. Where no move is left, slack 0 means distance 0: the goal.
pub(crate) fn search(
    geometry: &Geometry,
    instance: &Instance,
    meter: &mut Meter<'_>,
) -> ControlFlow<(), Moves> {
    let distance = instance.manhattan();
    let mut at = instance.at.clone();
    let mut path = vec![];
    meter.generated += 1;
    let mut bound = distance;
    loop {
        meter.begin_round(bound)?;
        if bound == 0 {
            return ControlFlow::Continue(Moves::new());
        }
        let (mut blank, mut slack) = (instance.blank, (bound - distance) / 2);
        path.push(Frame {
            made_by: NO_MOVE,
            farther: false,
            next: 0,
        });
        meter.expand()?;
        while let Some(frame) = path.last_mut() {
            if frame.next == 6 {
                // Back to the parent: the tile that came to the old blank's cell returns.
                let undone = *frame;
                path.pop();
                if undone.made_by != NO_MOVE {
                    let back = reverse(undone.made_by) as usize;
                    let parent_blank = geometry.sources[blank][back] as usize;
                    at[blank] = at[parent_blank];
                    blank = parent_blank;
                    slack += usize::from(undone.farther);
                }
                continue;
            }
            let order = frame.next;
            frame.next += 1;
            if order == reverse(frame.made_by) {
                continue;
            }
            let from = geometry.sources[blank][order as usize];
            if from == NONE {
                continue;
            }
            let from = from as usize;
            meter.generated += 1;
            let tile = at[from];
            let farther = !geometry.gets_closer(order as usize, from, tile as usize);
            if farther && slack == 0 {
                continue;
            }
            slack -= usize::from(farther);
            at[blank] = tile;
            blank = from;
            path.push(Frame {
                made_by: order,
                farther,
                next: 0,
            });
            if path.len() > bound {
                let made = path[1..].iter().map(|frame| ORDER[frame.made_by as usize]);
                return ControlFlow::Continue(made.collect());
            }
            meter.expand()?;
        }
        bound += 2;
    }
}

/// Returns the move of [`ORDER`] that undoes this one.
const fn reverse(order: u8) -> u8 {
    [3, 2, 1, 0, 5, 4, NO_MOVE, NO_MOVE][order as usize]
}
