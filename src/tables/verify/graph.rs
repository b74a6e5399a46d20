//! Breadth-first search over the entries of a table.

use alloc::vec::Vec;

use super::error::VerifyTableError;
use crate::runtime::alloc::reserved;
use crate::runtime::cost_model::verify as cost;
use crate::runtime::gauge::ShowLevel;
use crate::runtime::job::Pace;
use crate::runtime::shared::Shareable;

/// The entries of a table as a graph, with numbers of its own for them.
pub(crate) trait Graph: Shareable {
    /// The cost to find the neighbours of an entry, in nanoseconds.
    const ENTRY_COST: usize;

    fn entries(&self) -> usize;

    /// Returns the entry of the goal.
    fn goal(&self) -> usize;

    /// Returns the bit that the table stores for an entry.
    fn bit(&self, entry: usize) -> bool;

    fn states(&self, entry: usize) -> u64;

    /// Calls back with each entry that is one move away.
    fn each_next(&self, entry: usize, each: impl FnMut(usize));
}

/// The counts of the entries that can reach the goal.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reached {
    pub(crate) entries: u64,
    /// The largest distance.
    pub(crate) max: u32,
    /// The mean distance of all states.
    pub(crate) mean: f64,
}

/// Not a distance: the entry was not reached.
const UNKNOWN: u8 = u8::MAX;

/// The number of distances that are made, and that are scanned, at a time.
const MADE: usize = 1 << 14;
const SCANNED: usize = 64;

/// Searches breadth-first from the goal. Each entry must have bit 1 of its distance, and 0 if it is
/// not reached. `show` receives the level and the number of entries reached.
///
/// It takes a byte for each entry: a level is found by a scan of all distances.
pub(crate) async fn search<G: Graph>(
    graph: &G,
    show: &dyn ShowLevel,
    pace: &mut Pace,
) -> Result<Reached, VerifyTableError> {
    let entries = graph.entries();
    let mut distances = reserved(entries)?;
    while distances.len() < entries {
        distances.resize(entries.min(distances.len() + MADE), UNKNOWN);
        pace.spend(MADE * cost::MAKE).await;
    }
    let windows = || {
        (0..entries)
            .map(move |at| at..entries.min(at + SCANNED))
            .step_by(SCANNED)
    };
    let mut search = Search::new(graph, distances)?;
    let (mut level, mut before) = (0, 0);
    while search.reached > before {
        before = search.reached;
        for window in windows() {
            if search.distances[window.clone()].contains(&level) {
                for entry in window {
                    if search.distances[entry] == level {
                        search.expand(entry)?;
                        pace.pay(G::ENTRY_COST);
                    }
                }
                show(level.into(), search.reached);
            }
            pace.spend(SCANNED * cost::SCAN).await;
        }
        level = level.saturating_add(1);
    }
    for mut window in windows() {
        let is_wrong = |entry: &usize| search.distances[*entry] == UNKNOWN && graph.bit(*entry);
        if let Some(entry) = window.find(is_wrong) {
            let entry = entry as u64;
            return Err(VerifyTableError::Unreached { entry });
        }
        pace.spend(SCANNED * cost::SCAN).await;
    }
    Ok(Reached {
        entries: search.reached,
        // The last level had no next one.
        max: u32::from(level) - 1,
        mean: search.sum as f64 / search.states as f64,
    })
}

struct Search<'g, G> {
    graph: &'g G,
    distances: Vec<u8>,
    reached: u64,
    /// The number of the states of all entries reached, and the sum of their distances.
    states: u64,
    sum: u64,
}

impl<'g, G: Graph> Search<'g, G> {
    /// Begins at the goal.
    fn new(graph: &'g G, mut distances: Vec<u8>) -> Result<Self, VerifyTableError> {
        let goal = graph.goal();
        if graph.bit(goal) {
            return Err(VerifyTableError::Goal { entry: goal as u64 });
        }
        distances[goal] = 0;
        Ok(Self {
            graph,
            distances,
            reached: 1,
            states: graph.states(goal),
            sum: 0,
        })
    }

    /// Finds the neighbours of an entry that are farther from the goal.
    fn expand(&mut self, entry: usize) -> Result<(), VerifyTableError> {
        let distance = self.distances[entry] + 1;
        let mut wrong = None;
        self.graph.each_next(entry, |next| {
            if self.distances[next] == UNKNOWN {
                let states = self.graph.states(next);
                self.distances[next] = distance;
                self.reached += 1;
                self.states += states;
                self.sum += states * u64::from(distance);
                if distance == UNKNOWN || self.graph.bit(next) != (distance & 2 != 0) {
                    wrong = Some(next as u64);
                }
            }
        });
        match (wrong, distance) {
            (None, _) => Ok(()),
            // Its bit says that it is at the distance of the goal, or nearer.
            (Some(entry), 1 | UNKNOWN) => Err(VerifyTableError::Distance { entry }),
            (Some(entry), 2) => Err(VerifyTableError::Goal { entry }),
            (Some(entry), _) => Err(VerifyTableError::NoneNearer { entry }),
        }
    }
}
