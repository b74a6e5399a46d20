//! The tables of a pool, and the lanes that they make.

use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::exact::automaton::Automaton;
use crate::exact::batch::{SearchTables, Views};
use crate::exact::patterns::Patterns;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::job::Pace;
use crate::tables::{LanePool, Table, bytes_of};

/// The tables of a pool and the lanes that they make.
#[derive(Debug)]
pub(crate) struct LaneTables {
    /// `[pattern]`: the tables of all images.
    pub(super) tables: Vec<Table>,
    /// `[lane]`: its patterns.
    pub(super) lanes: Vec<Vec<u16>>,
    /// The lanes of the short rounds: one and its mirror image, or two that differ.
    pub(super) base: [usize; 2],
    /// The tables of the short rounds.
    pub(crate) base_tables: Arc<SearchTables>,
    pub(super) automaton: Automaton,
}

impl LaneTables {
    /// Lays out the tables of a pool.
    pub(crate) async fn new(
        pool: LanePool,
        tables: Vec<Table>,
        automaton: Automaton,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let lanes = pool.lanes;
        let base = base(&tables, &lanes);
        let mut partitions = Vec::from(base.map(|lane| patterns(&tables, &lanes[lane])));
        // A mirror image is the second view of the first one.
        if partitions[0].mirror().is_some() {
            partitions.truncate(1);
        }
        let views = Views::new(partitions);
        let base_tables = SearchTables::new(views, automaton.clone(), pace).await?;
        Ok(Self {
            tables,
            lanes,
            base,
            base_tables: Arc::new(base_tables),
            automaton,
        })
    }

    /// Returns the memory of the entries, in bytes.
    pub(crate) fn bytes(&self) -> usize {
        bytes_of(self.tables.iter())
    }

    /// Lays out lanes for a search.
    pub(super) async fn search_tables(
        &self,
        lanes: &[usize],
        pace: &mut Pace,
    ) -> Result<SearchTables, OutOfMemory> {
        let mut views = Vec::new();
        for &lane in lanes {
            views.push(patterns(&self.tables, &self.lanes[lane]));
            pace.end_slice().await;
        }
        SearchTables::new(Views::new(views), self.automaton.clone(), pace).await
    }
}

/// Returns the tables of a lane.
fn patterns(tables: &[Table], lane: &[u16]) -> Patterns {
    let of_lane = lane.iter().map(|&place| tables[usize::from(place)].clone());
    Patterns::new(of_lane.collect())
}

/// Returns the lane with the largest mean distance, and its mirror image. Where there is none, the
/// second is the one with the largest mean distance of those that share the fewest patterns with it.
fn base(tables: &[Table], lanes: &[Vec<u16>]) -> [usize; 2] {
    let mean = |lane: &Vec<u16>| -> f64 {
        let means = lane.iter().map(|&place| tables[usize::from(place)].mean());
        means.sum()
    };
    let best_by = |shared: &dyn Fn(&Vec<u16>) -> usize| {
        let best = (0..lanes.len()).min_by(|&a, &b| {
            let (a, b) = (&lanes[a], &lanes[b]);
            let order = mean(b).total_cmp(&mean(a));
            shared(a).cmp(&shared(b)).then(order)
        });
        best.unwrap_or(0)
    };
    let best = best_by(&|_| 0);
    let of_best = patterns(tables, &lanes[best]);
    let Some(mirror) = of_best.mirror() else {
        let of_both = |place: &&u16| lanes[best].contains(place);
        return [best, best_by(&|lane| lane.iter().filter(of_both).count())];
    };
    let set_of = |place: &u16| tables[usize::from(*place)].pattern().mask();
    let sets = lanes[best].iter().map(set_of);
    let mirrored: Vec<u64> = sets.map(|set| mirror.set(set)).collect();
    let is_image = |lane: &Vec<u16>| lane.iter().map(set_of).all(|set| mirrored.contains(&set));
    [best, lanes.iter().position(is_image).unwrap_or(best)]
}
