//! The search of a board by rounds, whose partitions are chosen for it after a long round.

use alloc::sync::Arc;
use std::sync::Mutex;

use super::pool_tables::PoolTables;
use super::{FOLLOWED, LONG_ROUND, choose, sample};
use crate::canonical::CanonicalBoard;
use crate::exact::batch;
use crate::exact::rounds::{Rounds, SharedRound};
use crate::heuristic::EscapeDistance;
use crate::runtime::{OutOfMemory, Pace, lock};

/// Returns the search of a solvable board by partitions, from a round on, on up to `threads`
/// threads: by the base first, then by those that suit the board, with its escape distance.
pub(crate) async fn rounds_by_pool(
    tables: &Arc<PoolTables>,
    board: &CanonicalBoard,
    escape: Option<Arc<EscapeDistance>>,
    shared: &Arc<Mutex<SharedRound>>,
    threads: usize,
    pace: &mut Pace,
) -> Result<Rounds, OutOfMemory> {
    let is_known = |&partition: &usize| partition < tables.partitions.len();
    let chosen = lock(shared).round.partitions.clone();
    let kernel = if chosen.len() == FOLLOWED && chosen.iter().all(is_known) {
        let laid_out = tables.search_tables(&chosen, escape, pace).await?;
        batch::kernel(&Arc::new(laid_out), board)?
    } else {
        lock(shared).round.partitions.clear();
        batch::kernel(&tables.base_tables, board)?
    };
    let mut rounds = Rounds::new(kernel, shared, threads);
    rounds.long_round = LONG_ROUND;
    Ok(rounds)
}

/// Chooses partitions for the next round, if the last one was long; returns whether it did. They
/// may raise the bound.
pub(crate) async fn choose_partitions(
    tables: &Arc<PoolTables>,
    board: &CanonicalBoard,
    escape: Option<Arc<EscapeDistance>>,
    rounds: &mut Rounds,
    pace: &mut Pace,
) -> Result<bool, OutOfMemory> {
    let Some(bound) = rounds.bound().filter(|_| rounds.is_choosing()) else {
        return Ok(false);
    };
    let paths = sample::paths(tables, board, bound.saturating_sub(2), pace).await?;
    let partitions = choose::choose(tables, board, &paths, pace).await?;
    let laid_out = tables.search_tables(&partitions, escape, pace).await?;
    rounds.replace(batch::kernel(&Arc::new(laid_out), board)?, partitions);
    pace.end_slice().await;
    pace.wait_for_allowance().await;
    Ok(true)
}
