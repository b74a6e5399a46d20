//! The chunks of a depth of a round that is split, expanded by workers ahead of their turn.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::ops::Range;

use super::any_round::{AnyChunk, AnyRound};
use super::search_tables::SearchTables;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::effort::Effort;
use crate::runtime::pool::{News, Queue};
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Tally};

/// The number of chunks of a depth from which on workers expand them: to start workers takes as long
/// as to expand half a chunk.
pub(super) const CHUNKS_FROM: usize = 8;

/// A chunk that was expanded.
pub(super) type Expanded = Result<(AnyChunk, Tally), OutOfMemory>;

/// The chunks of a depth.
#[derive(Debug)]
pub(super) struct Chunks {
    depth: Shared<Depth>,
    /// The chunks that no worker has taken.
    left: Range<usize>,
    /// The first chunk that the owner has not taken over, and what is known of those from it on.
    first: usize,
    expanded: Vec<Option<Expanded>>,
    /// The searches that expand no chunk now.
    free: Vec<Box<dyn AnyRound>>,
}

/// The data that all chunks of a depth read.
#[derive(Debug)]
struct Depth {
    kit: Shared<SearchTables>,
    round: Box<dyn AnyRound>,
    left_out: u8,
}

/// The expansion of a chunk.
#[derive(Debug)]
pub(super) struct Task {
    chunk: usize,
    depth: Shared<Depth>,
    /// A copy of the round, once there is one.
    round: Option<Box<dyn AnyRound>>,
    expanded: Option<Expanded>,
}

impl Chunks {
    /// Returns the chunks that are left of the depth that a round is split at.
    pub(super) fn new(
        kit: Shared<SearchTables>,
        round: &dyn AnyRound,
        left_out: u8,
    ) -> Result<Self, OutOfMemory> {
        let left = round.chunks();
        Ok(Self {
            first: left.start,
            expanded: left.clone().map(|_| None).collect(),
            left,
            depth: Shared::new(Depth {
                kit,
                round: round.copy()?,
                left_out,
            }),
            free: Vec::new(),
        })
    }

    /// Takes a chunk over if it is expanded.
    pub(super) fn take_over(&mut self, chunk: usize) -> Option<Expanded> {
        self.expanded.get_mut(chunk - self.first)?.take()
    }
}

impl Queue for Chunks {
    type Task = Task;

    fn take(&mut self, _last: &mut usize) -> Option<Task> {
        Some(Task {
            chunk: self.left.next()?,
            depth: Shared::clone(&self.depth),
            round: self.free.pop(),
            expanded: None,
        })
    }

    fn advance(task: &mut Task, _effort: &mut Effort) {
        task.expanded = Some(task.expand());
    }

    fn give_back(&mut self, task: Task) -> News {
        self.free.extend(task.round);
        self.expanded[task.chunk - self.first] = task.expanded;
        News::Owner
    }
}

impl Task {
    fn expand(&mut self) -> Expanded {
        let depth = &self.depth;
        let round = match &mut self.round {
            Some(round) => round,
            none => none.insert(depth.round.copy()?),
        };
        let mut counts = Counts::default();
        let chunk = round.expand_chunk(&depth.kit, depth.left_out, self.chunk, &mut counts)?;
        Ok((chunk, counts.tally()))
    }
}
