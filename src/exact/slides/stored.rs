//! Searches by slides as they are stored, and their parts.

use alloc::vec::Vec;

use super::kernel::{SlideSearch, SlideStage};
use super::kit::SlideKit;
use super::node::Node;
use super::step::RING;
use crate::canonical::CanonicalBoard;
use crate::exact::position::PositionError;
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::shared::Shared;

/// No round has this number of nodes.
const MOST_EXPANDED: u64 = 1 << 62;

/// A search by slides between two calls.
///
/// A node is stored as its path: the number of the reading that the first slide leaves as it is,
/// then for each slide the number of the blank's cell among the other cells of its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoredSlides {
    pub(crate) bound: usize,
    /// The nodes expanded in the round before, and in this one.
    pub(crate) last_round: u64,
    pub(crate) in_round: u64,
    pub(crate) stage: SlideStage,
    /// True if it ends with the round.
    pub(crate) is_part: bool,
    /// The nodes below which the round is still to be searched; the next one is last.
    pub(crate) seeds: Vec<Vec<u8>>,
    /// The nodes on the stack below one seed, and the children that were made but not looked at.
    pub(crate) open: Vec<Vec<u8>>,
    pub(crate) made: Vec<Vec<u8>>,
}

impl StoredSlides {
    /// Marks the rest of the round as exhausted by other searchers, with `expanded` expansions.
    pub(crate) fn end_round(&mut self, expanded: u64) {
        *self = Self {
            // A bound that is too high is refused when it is restored.
            bound: self.bound.saturating_add(1),
            last_round: self.in_round.saturating_add(expanded),
            in_round: 0,
            stage: SlideStage::Round,
            is_part: self.is_part,
            seeds: Vec::new(),
            open: Vec::new(),
            made: Vec::new(),
        };
    }
}

impl SlideSearch {
    /// Returns the stored form.
    pub(crate) fn store(&self) -> Result<StoredSlides, OutOfMemory> {
        let paths = |nodes: &[Node]| {
            let mut paths = reserved(nodes.len())?;
            for node in nodes {
                paths.push(self.path_of(node)?);
            }
            Ok::<Vec<Vec<u8>>, OutOfMemory>(paths)
        };
        let (open, made) = self.open.nodes()?;
        Ok(StoredSlides {
            bound: self.bound,
            last_round: self.last_round,
            in_round: self.in_round,
            stage: self.stage,
            is_part: self.is_part,
            seeds: paths(&self.seeds)?,
            open: paths(&open)?,
            made: paths(&made)?,
        })
    }

    /// Returns the search of a board that was stored.
    ///
    /// # Errors
    /// [`PositionError`] if what was stored is not of this board.
    pub(crate) fn restore(
        kit: Shared<SlideKit>,
        board: &CanonicalBoard,
        stored: &StoredSlides,
    ) -> Result<Self, PositionError> {
        let mut search = Self::new(kit, board, 0)?;
        let least = search.bound;
        search.bound = stored.bound;
        if stored.stage == SlideStage::Round {
            search.raise();
        }
        if stored.bound < least || !search.has_bound() {
            return Err(PositionError::Bound);
        }
        // Stored counts are untrusted; sums must not overflow.
        search.last_round = stored.last_round.min(MOST_EXPANDED);
        search.in_round = stored.in_round.min(MOST_EXPANDED);
        search.is_part = stored.is_part;
        search.stage = stored.stage;
        let is_open = !(stored.open.is_empty() && stored.made.is_empty());
        let may_be_open = stored.stage == SlideStage::Search;
        if stored.made.len() > RING || is_open && !may_be_open {
            return Err(PositionError::Next);
        }
        search.seeds = search.room_for_seeds(stored.seeds.len())?;
        for path in &stored.seeds {
            let seed = search.node(path)?;
            search.seeds.push(seed);
        }
        // All of them are below one seed.
        let first = stored.open.iter().chain(&stored.made).next();
        search.first = first
            .and_then(|path| path.first())
            .map_or(0, |&it| it.into());
        if let Some(first) = first {
            let mut all = stored.open.iter().chain(&stored.made);
            if !all.all(|path| path.first() == first.first()) {
                return Err(PositionError::Forbidden { at: 0 });
            }
        }
        search.open.reserve(stored.open.len())?;
        for path in &stored.open {
            let node = search.node(path)?;
            if node.left() < 2 {
                return Err(PositionError::Next);
            }
            search.open.push(node);
        }
        for path in &stored.made {
            let (&place, parent) = path.split_last().ok_or(PositionError::Next)?;
            let parent = search.node(parent)?;
            if parent.left() < 2 || usize::from(place) >= search.others_in_line(&parent) {
                return Err(PositionError::Forbidden { at: path.len() - 1 });
            }
            let end = search.end(search.first);
            search
                .open
                .make_child(&search.kit, end, &parent, place.into());
        }
        Ok(search)
    }

    /// Splits the rest of the round into up to `wanted` searches of their own, as they are stored;
    /// none while the round is not split into seeds.
    pub(crate) fn parts(&self, wanted: usize) -> Result<Vec<StoredSlides>, OutOfMemory> {
        let mut rest = self.store()?;
        let has_open = !self.open.is_empty();
        let units = self.seeds.len() + usize::from(has_open);
        if self.stage != SlideStage::Search || !self.is_split() || units < 2 {
            return Ok(Vec::new());
        }
        let size = units.div_ceil(wanted.max(1));
        let mut parts = reserved(units.div_ceil(size))?;
        (rest.in_round, rest.is_part) = (0, true);
        while !(rest.seeds.is_empty() && rest.open.is_empty() && rest.made.is_empty()) {
            let is_begun = parts.is_empty() && has_open;
            let seeds = size - usize::from(is_begun);
            let seeds = rest.seeds.split_off(rest.seeds.len().saturating_sub(seeds));
            parts.push(StoredSlides {
                seeds,
                open: core::mem::take(&mut rest.open),
                made: core::mem::take(&mut rest.made),
                ..rest
            });
        }
        Ok(parts)
    }
}
