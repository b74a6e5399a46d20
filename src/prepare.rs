//! The data of a shape and a home that searches need: chosen, built or read, and kept for later
//! calls.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::panic::{RefUnwindSafe, UnwindSafe};
use core::time::Duration;
use std::path::PathBuf;
use std::sync::{Mutex, OnceLock, TryLockError};
use std::thread;

use crate::canonical::{CanonicalBoard, Purpose, Target};
use crate::exact::MAX_CELLS;
use crate::exact::automaton::Automaton;
use crate::exact::batch::{self, SearchTables};
use crate::exact::general::General;
use crate::exact::manhattan::ManhattanKernel;
use crate::exact::pools::{PoolTables, choose_partitions, rounds_by_pool};
use crate::exact::projections::{Projections, choose_groups};
use crate::exact::rounds::{Rounds, SharedKernel, SharedRound};
use crate::exact::slides::{SlideKernel, SlideTables};
use crate::heuristic::{
    Bound, ByAxis, BySlides, EscapeDistance, HeuristicError, LinearConflict, Manhattan,
    PatternDatabases, WalkingDistance, escape_distance, walking_distance,
};
use crate::metric::Metric;
use crate::runtime::{BoxFuture, BuildProgress, Counts, Job, OutOfMemory, Pace, Slice, Work, lock};
use crate::shape::Shape;
use crate::space::SpaceTable;
use crate::tables::slides::{SlidePattern, SlideTable, Upright, plan};
use crate::tables::{
    self, HAS_POOLS, MAX_TABLES, Partition, Pool, TableError, TableMaker, all_patterns, make_tables,
};

/// The estimate that guides the search.
///
/// `Auto` serves every shape. A heuristic that a shape can't have (walking distance on 5 x 5,
/// patterns beyond 32 cells or in too little memory) is an error once a search needs it.
/// [`Quality::Fast`](crate::Quality) ignores the choice.
///
/// By [`Metric::MultiTile`](crate::Metric) all of them bound slides: `Auto` takes the table of all
/// boards up to 9 cells; `Auto` and `Patterns` take tables by slides for flat boards of 10 to 16
/// cells, `Patterns` no others; all else is the distances along each axis.
///
/// # Examples
/// ```
/// use npuzzle::HeuristicKind;
/// assert_eq!(HeuristicKind::default(), HeuristicKind::Auto);
/// assert_eq!("linear-conflict".parse(), Ok(HeuristicKind::LinearConflict));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HeuristicKind {
    /// The best that fits the shape and the memory:
    /// - Manhattan if the board is a path, which needs no search;
    /// - up to 9 cells the distances of all boards, so that a solution is read off them;
    /// - up to 32 cells tables for groups of tiles ([`Patterns`](Self::Patterns)), once an easy
    ///   board has not been solved without them;
    /// - linear conflict for larger boards, and if the memory doesn't suffice for tables.
    #[default]
    Auto,
    /// The sum of the tiles' taxicab distances.
    Manhattan,
    /// Manhattan and the detours of tiles that must pass each other in their line.
    LinearConflict,
    /// Rows and columns as multisets of tiles; for shapes with small sides.
    WalkingDistance,
    /// Pattern databases: tables of exact distances for groups of tiles, as large as the memory
    /// allows.
    Patterns,
}

/// A solver's options of heuristics and tables.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableOptions {
    pub(crate) heuristic: HeuristicKind,
    pub(crate) metric: Metric,
    /// For the tables of one shape, in bytes.
    pub(crate) memory: u64,
    /// The number of threads that build them.
    pub(crate) threads: usize,
    /// The folder in which tables are kept, if they are.
    pub(crate) folder: Option<PathBuf>,
    /// The caller's own partition, for boards of its shape and home.
    pub(crate) partition: Option<Partition>,
}

impl TableOptions {
    /// Returns the caller's own partition, if it is for these boards.
    fn own_partition(&self, target: &Target) -> Option<&Partition> {
        let own = self.partition.as_ref().filter(|_| target.free.is_none());
        let is_search = (target.purpose, self.metric) == (Purpose::Search, Metric::SingleTile);
        own.filter(|own| is_search && (own.shape(), own.home()) == (target.shape, target.home))
    }
}

/// The heuristic of a shape and a home, which decides the kernel: immutable and shared.
///
/// Boards come in canonical form and leave as moves, so no goal is stored here.
#[derive(Clone, Debug)]
pub(crate) enum Prepared {
    /// The distances of all boards, in moves of either metric.
    Full(Arc<SpaceTable>),
    /// The kernel for pattern tables.
    Patterns(Arc<SearchTables>),
    /// The same with the partitions that suit a board.
    Pool(Arc<PoolTables>),
    /// The general kernel, for goals with free tiles.
    SomeTiles(Arc<Projections<LinearConflict>>),
    /// The general kernel by slides, for goals with free tiles.
    SomeSlides(Arc<Projections<Arc<ByAxis>>>),
    /// The Manhattan kernel, or the general one beyond its shapes and for goals with free tiles.
    Manhattan(Arc<Manhattan>),
    /// The general kernel.
    LinearConflict(Arc<LinearConflict>),
    /// The general kernel.
    WalkingDistance(Arc<WalkingDistance>),
    /// The heuristic beside the tables of a pool.
    EscapeDistance(Arc<EscapeDistance>),
    /// The kernel for tables by slides.
    SlideTables(Arc<SlideTables>),
    /// The general kernel by slides.
    ByAxis(Arc<ByAxis>),
}

impl Prepared {
    /// Returns whether pattern databases guide the search of a shape, or it needs none.
    pub(crate) const fn has_tables(&self, shape: Shape) -> bool {
        let is_plain = matches!(
            self,
            Self::Manhattan(_)
                | Self::LinearConflict(_)
                | Self::WalkingDistance(_)
                | Self::ByAxis(_)
        );
        self.is_instant(shape) || !is_plain
    }

    /// Returns whether solutions are found without a search, or nearly so.
    pub(crate) const fn is_instant(&self, shape: Shape) -> bool {
        matches!(self, Self::Full(_)) || shape.is_path()
    }

    /// Returns the number of holders of the data, and the memory of all tables, in bytes.
    fn holders_and_bytes(&self) -> (usize, usize) {
        match self {
            Self::Full(it) => (Arc::strong_count(it), it.bytes()),
            Self::Patterns(it) => (Arc::strong_count(it), it.bytes()),
            Self::Pool(it) => (Arc::strong_count(it), it.bytes()),
            Self::SomeTiles(it) => (Arc::strong_count(it), it.bytes()),
            Self::SomeSlides(it) => (Arc::strong_count(it), it.bytes()),
            Self::Manhattan(it) => (Arc::strong_count(it), 0),
            Self::LinearConflict(it) => (Arc::strong_count(it), 0),
            Self::WalkingDistance(it) => (Arc::strong_count(it), it.bytes()),
            Self::EscapeDistance(it) => (Arc::strong_count(it), it.bytes()),
            Self::SlideTables(it) => (Arc::strong_count(it), it.bytes() as usize),
            Self::ByAxis(it) => (Arc::strong_count(it), 0),
        }
    }
}

/// Returns whether solutions of a shape are read off the distances of all boards, if there is
/// memory for those.
pub(crate) fn is_read_off(shape: Shape, kind: HeuristicKind) -> bool {
    kind == HeuristicKind::Auto && !shape.is_path() && shape.cells() <= SpaceTable::SMALL
}

/// The data prepared for shapes and homes, finished and under way, of a solver and its clones.
///
/// A job under way is advanced under a lock, a slice at a time, by each call that needs its result.
/// So a call that ends leaves the job to the next one.
///
/// Unused data and jobs stay for later calls, within their memory.
#[derive(Clone, Debug)]
pub(crate) struct PreparedTables {
    /// The least recently used first.
    slots: Arc<Mutex<Vec<Arc<Slot>>>>,
    /// The most memory of unused ones, in bytes.
    memory: u64,
}

/// The data for some boards, or the job that makes them. A call that prepares them holds the slot;
/// a search holds the [`Prepared`].
#[derive(Debug)]
pub(crate) struct Slot {
    target: Target,
    /// True if the tables are those of the caller's own partition, whose memory is no limit.
    is_own: bool,
    ready: OnceLock<Prepared>,
    under_way: Mutex<Option<Job<Made>>>,
    /// The memory of the tables, finished or under way, in bytes, and the progress of those under way.
    held: Mutex<(usize, BuildProgress)>,
}

/// The data, and the first error of a file.
type Made = Result<(Prepared, Option<TableError>), HeuristicError>;

/// Returns the slot of these boards, and marks it as most recently used.
fn touch<'s>(slots: &'s mut [Arc<Slot>], target: &Target) -> Option<&'s Arc<Slot>> {
    // Most calls look for the last one.
    let at = slots.iter().rposition(|slot| slot.target == *target)?;
    slots[at..].rotate_left(1);
    slots.last()
}

impl PreparedTables {
    /// Returns the place for data that takes up to this memory while no call uses it, in bytes.
    pub(crate) fn new(memory: u64) -> Self {
        let slots = Arc::default();
        Self { slots, memory }
    }

    /// Returns the slot of these boards. It stays as long as it is held.
    pub(crate) fn hold(&self, target: &Target, options: &TableOptions) -> Arc<Slot> {
        let mut slots = lock(&self.slots);
        let slot = if let Some(known) = touch(&mut slots, target) {
            Arc::clone(known)
        } else {
            let slot = Arc::new(Slot {
                target: target.clone(),
                is_own: options.own_partition(target).is_some(),
                ready: OnceLock::new(),
                under_way: Mutex::default(),
                held: Mutex::new((0, BuildProgress::NONE)),
            });
            slots.push(Arc::clone(&slot));
            slot
        };
        drop(slots);
        self.evict();
        slot
    }

    /// Returns the data for these boards, if they are prepared; those of a space while it is held.
    pub(crate) fn get(&self, target: &Target) -> Option<Prepared> {
        let mut slots = lock(&self.slots);
        let slot = touch(&mut slots, target)?;
        let is_there = target.purpose != Purpose::Space || !slot.is_idle();
        slot.ready.get().filter(|_| is_there).cloned()
    }

    /// Drops data and jobs that no call uses, the least recently used first, until the memory is
    /// enough for the rest of them. Those used last stay: a job that takes more must be able to
    /// finish.
    pub(crate) fn evict(&self) {
        let mut slots = lock(&self.slots);
        let idle = slots.iter().filter(|slot| !slot.is_own && slot.is_idle());
        let kept: u64 = idle.map(|slot| slot.cost()).sum();
        let mut excess = kept.saturating_sub(self.memory);
        let last = slots.pop();
        slots.retain(|slot| {
            let is_kept = excess == 0 || slot.is_own || !slot.is_idle();
            excess = excess.saturating_sub(if is_kept { 0 } else { slot.cost() });
            is_kept
        });
        slots.extend(last);
    }

    /// Drops unused data.
    pub(crate) fn clear(&self) {
        lock(&self.slots).retain(|slot| !slot.is_idle());
    }

    /// Returns the memory of all pattern databases, finished or under way, in bytes.
    pub(crate) fn table_bytes(&self) -> u64 {
        self.evict();
        let slots = lock(&self.slots);
        let is_of_patterns =
            |slot: &&Arc<Slot>| !matches!(slot.ready.get(), Some(Prepared::WalkingDistance(_)));
        let of_patterns = slots.iter().filter(is_of_patterns);
        of_patterns.map(|slot| lock(&slot.held).0 as u64).sum()
    }

    /// Returns the data for these boards. If there are none yet, begins their job or continues the
    /// one that another call has begun. An error is returned once: the next call begins a new job,
    /// or returns the data if only the files of tables failed.
    pub(crate) async fn prepare(
        &self,
        target: &Target,
        options: &TableOptions,
        pace: &mut Pace,
    ) -> Result<Prepared, HeuristicError> {
        let slot = self.hold(target, options);
        if let Some(prepared) = slot.ready.get() {
            return Ok(prepared.clone());
        }
        let answer = loop {
            let progress = lock(&slot.held).1;
            pace.set_preparing(Some(progress)).await;
            if let Some(answer) = slot.advance(options, &mut pace.slice) {
                break answer;
            }
        };
        pace.set_preparing(None).await;
        answer
    }

    /// Prepares escape distance for partitions that are chosen for a board, if it is better searched
    /// with it, and the pool leaves memory for it.
    async fn escape_distance(
        &self,
        pool: &PoolTables,
        board: &CanonicalBoard,
        options: &TableOptions,
        pace: &mut Pace,
    ) -> Result<Option<Arc<EscapeDistance>>, HeuristicError> {
        let Some(memory) = pool.memory_for_escape(board) else {
            return Ok(None);
        };
        let target = board.target().with_purpose(Purpose::Escape);
        let options = TableOptions {
            memory,
            ..options.clone()
        };
        Ok(match self.prepare(&target, &options, pace).await? {
            Prepared::EscapeDistance(escape) => Some(escape),
            _ => None,
        })
    }
}

impl Slot {
    /// Returns whether no call uses it, so that it can be dropped. That can't change while the slots
    /// are locked.
    fn is_idle(self: &Arc<Self>) -> bool {
        let is_in_use = |prepared: &Prepared| prepared.holders_and_bytes().0 > 1;
        Arc::strong_count(self) == 1 && !self.ready.get().is_some_and(is_in_use)
    }

    /// Returns the memory that it counts for, in bytes: of the tables and, roughly, of the rest.
    fn cost(&self) -> u64 {
        let (held, _) = *lock(&self.held);
        (held + 32 * self.target.shape.cells() + 1024) as u64
    }

    /// Advances the job by a slice, or begins it; returns its result once it is done.
    fn advance(
        &self,
        options: &TableOptions,
        slice: &mut Slice,
    ) -> Option<Result<Prepared, HeuristicError>> {
        let mut under_way = match self.under_way.try_lock() {
            Ok(guard) => guard,
            Err(TryLockError::Poisoned(error)) => error.into_inner(),
            Err(TryLockError::WouldBlock) => {
                // Another call is running this slice, which may be long: this one checks its
                // limits.
                thread::sleep(Duration::from_micros(500));
                return None;
            }
        };
        // Another call may have finished the job meanwhile.
        if let Some(prepared) = self.ready.get() {
            return Some(Ok(prepared.clone()));
        }
        // It is put back after the slice, so that a job that panics is dropped and a new one
        // begins.
        let mut job = under_way.take().unwrap_or_else(|| {
            let task = PrepareTask {
                target: self.target.clone(),
                options: options.clone(),
                maker: TableMaker {
                    folder: options.folder.clone(),
                    error: OnceLock::new(),
                    threads: options.threads,
                },
            };
            Job::new(move |mut pace| async move { task.run(&mut pace).await })
        });
        let made = job.do_slice(slice, &mut Counts::default());
        let held = match &made {
            None => job.held(),
            Some(Ok((prepared, _))) => prepared.holders_and_bytes().1,
            Some(Err(_)) => 0,
        };
        let progress = job.preparing().filter(|_| made.is_none());
        *lock(&self.held) = (held, progress.unwrap_or(BuildProgress::NONE));
        let Some(made) = made else {
            *under_way = Some(job);
            return None;
        };
        Some(made.and_then(|(prepared, file_error)| {
            // Later calls have the data even if the files failed.
            let prepared = self.ready.get_or_init(|| prepared).clone();
            file_error.map_or(Ok(prepared), |error| Err(HeuristicError::Table(error)))
        }))
    }
}

/// The boards to prepare for, and the options.
#[derive(Debug)]
struct PrepareTask {
    target: Target,
    options: TableOptions,
    maker: TableMaker,
}

impl PrepareTask {
    /// Makes the data. Without tables, [`HeuristicKind::Auto`] takes a slower heuristic.
    async fn run(mut self, pace: &mut Pace) -> Made {
        self.maker.check()?;
        let is_auto = self.options.heuristic == HeuristicKind::Auto;
        let has_memory = |error: &_| !matches!(error, TableError::OutOfMemory { .. });
        let made = match self.tables(pace).await {
            Err(HeuristicError::Table(error)) if is_auto && has_memory(&error) => None,
            made => made?,
        };
        let prepared = match made {
            Some(prepared) => prepared,
            None => self.without_tables(pace).await?,
        };
        Ok((prepared, self.maker.error.into_inner()))
    }

    async fn tables(&mut self, pace: &mut Pace) -> Result<Option<Prepared>, HeuristicError> {
        let (shape, purpose) = (self.target.shape, self.target.purpose);
        if purpose == Purpose::Escape && HAS_POOLS {
            let (home, memory) = (self.target.home, self.options.memory);
            let made: BoxFuture<'_, _> =
                Box::pin(escape_distance(shape, home, memory, &self.maker, pace));
            return match made.await {
                Ok(made) => Ok(Some(Prepared::EscapeDistance(Arc::new(made)))),
                Err(HeuristicError::TooLarge { .. }) => Ok(None),
                Err(error) => Err(error),
            };
        }
        let (kind, metric) = (self.options.heuristic, self.options.metric);
        let is_space = purpose == Purpose::Space;
        if is_space || self.target.free.is_none() && is_read_off(shape, kind) {
            if is_space || SpaceTable::bytes_for(shape) as u64 <= self.options.memory {
                pace.end_slice().await;
                return Box::pin(self.space_table(pace)).await.map(Some);
            }
            if metric == Metric::SingleTile {
                return Ok(None);
            }
        }
        let is_auto = kind == HeuristicKind::Auto && !shape.is_path();
        if !is_auto && kind != HeuristicKind::Patterns {
            return Ok(None);
        }
        pace.end_slice().await;
        // On the heap: each poll of a debug build copies its contents, and a search has 256 kB of
        // stack.
        Box::pin(self.chosen_tables(pace)).await.map(Some)
    }

    /// Reads or builds the table of all boards. A folder keeps those of spaces.
    async fn space_table(&mut self, pace: &mut Pace) -> Result<Prepared, HeuristicError> {
        let (target, metric) = (&self.target, self.options.metric);
        if target.purpose != Purpose::Space {
            // Those of small shapes take milliseconds.
            self.maker.folder = None;
        }
        pace.begin_table(target.shape.solvable_count().unwrap_or_default() as u64, 0);
        let table = SpaceTable::make(target.clone(), metric, &self.maker, pace).await?;
        Ok(Prepared::Full(Arc::new(table)))
    }

    /// Chooses tables, reads or builds them, stores new ones in the folder, if there is one, and
    /// lays them out for a search.
    ///
    /// # Errors
    /// [`HeuristicError::Table`] if no tables fit the memory, or if they can't be read, built or
    /// written.
    async fn chosen_tables(&self, pace: &mut Pace) -> Result<Prepared, HeuristicError> {
        let (shape, home, memory) = (self.target.shape, self.target.home, self.options.memory);
        if self.target.free.is_some() {
            return self.projections(pace).await;
        }
        if self.options.metric == Metric::MultiTile {
            return self.slide_tables(pace).await;
        }
        if shape.cells() > MAX_CELLS {
            return Err(TableError::Shape { shape }.into());
        }
        let partitions = if let Some(own) = self.options.own_partition(&self.target) {
            Vec::from([own.clone()])
        } else {
            if let Some(pool) = Pool::choose(shape, home, memory, pace).await {
                let tables = make_tables(&pool.patterns, &self.maker, pace).await?;
                let automaton = Automaton::new(shape, pace).await?;
                let tables = PoolTables::new(pool, tables, automaton, memory, pace).await?;
                return Ok(Prepared::Pool(Arc::new(tables)));
            }
            tables::choose_partitions(shape, home, memory, pace).await?
        };
        let in_first = partitions[0].patterns.len();
        if in_first > MAX_TABLES {
            return Err(TableError::Patterns { patterns: in_first }.into());
        }
        let patterns = all_patterns(&partitions);
        let mut first = make_tables(&patterns, &self.maker, pace).await?;
        let automaton = Automaton::new(shape, pace).await?;
        let second = first.split_off(in_first);
        let partitions = [first, second].into_iter().filter(|it| !it.is_empty());
        let views = partitions
            .map(|tables| PatternDatabases { tables })
            .collect();
        let tables = SearchTables::new(views, automaton, None, pace).await?;
        Ok(Prepared::Patterns(Arc::new(tables)))
    }

    /// Makes the tables that the memory allows, one after the other.
    async fn slide_tables(&self, pace: &mut Pace) -> Result<Prepared, HeuristicError> {
        let Target { shape, home, .. } = self.target;
        let upright = Upright::new(shape, home).ok_or(TableError::Shape { shape })?;
        let patterns = plan(upright.sides, upright.home, self.options.memory);
        if patterns.is_empty() {
            return Err(TableError::Shape { shape }.into());
        }
        let mut tables = SlideTables::new(upright)?;
        let entries = patterns.iter().map(SlidePattern::vertices).sum();
        let mut before = 0;
        for pattern in patterns {
            pace.begin_table(entries, before);
            // The bits, those reached, and those of the last level.
            pace.hold((tables.bytes() + 3 * pattern.bytes()) as usize);
            let table = SlideTable::make(pattern, &tables.transposer, &self.maker, pace).await?;
            pace.end_slice().await;
            tables.tables.push(table);
            before += pattern.vertices();
        }
        Ok(Prepared::SlideTables(Arc::new(tables)))
    }

    /// Makes the tables for a goal with free tiles.
    async fn projections(&self, pace: &mut Pace) -> Result<Prepared, HeuristicError> {
        let Target { shape, home, .. } = self.target;
        let groups = choose_groups(&self.target, self.options.memory);
        let groups = groups.ok_or(TableError::Shape { shape })?;
        Ok(if self.options.metric == Metric::MultiTile {
            let plain = Arc::new(ByAxis(Manhattan::new(shape, home)?));
            let tables = Projections::build(plain, &self.target, groups, pace).await?;
            Prepared::SomeSlides(Arc::new(tables))
        } else {
            let plain = LinearConflict::new(shape, home)?;
            let tables = Projections::build(plain, &self.target, groups, pace).await?;
            Prepared::SomeTiles(Arc::new(tables))
        })
    }

    /// Makes the chosen heuristic, or the best one that needs no tables.
    async fn without_tables(&self, pace: &mut Pace) -> Result<Prepared, HeuristicError> {
        let (shape, home) = (self.target.shape, self.target.home);
        if self.options.metric == Metric::MultiTile {
            return Ok(Prepared::ByAxis(Arc::new(ByAxis(Manhattan::new(
                shape, home,
            )?))));
        }
        let kind = match self.options.heuristic {
            // The solution of a path is a single slide, so any bound serves.
            HeuristicKind::Auto if shape.is_path() => HeuristicKind::Manhattan,
            kind => kind,
        };
        Ok(match kind {
            HeuristicKind::Manhattan => Prepared::Manhattan(Arc::new(Manhattan::new(shape, home)?)),
            HeuristicKind::WalkingDistance if self.target.free.is_some() => {
                return Err(HeuristicError::FreeTiles);
            }
            HeuristicKind::WalkingDistance => {
                pace.end_slice().await;
                let made = walking_distance(shape, home, pace).await?;
                Prepared::WalkingDistance(Arc::new(made))
            }
            _ => Prepared::LinearConflict(Arc::new(LinearConflict::new(shape, home)?)),
        })
    }
}

impl Prepared {
    /// Returns the search of a solvable board from a round on, on up to `threads` threads.
    pub(crate) async fn rounds(
        &self,
        board: &CanonicalBoard,
        shared: &Arc<Mutex<SharedRound>>,
        threads: usize,
        (tables, options): (&PreparedTables, &TableOptions),
        pace: &mut Pace,
    ) -> Result<Rounds, HeuristicError> {
        // What pools need is behind a pointer: a page, which has none, then leaves out that code.
        let rounds = match self {
            Self::Patterns(tables) => Rounds::new(batch::kernel(tables, board)?, shared, threads),
            Self::Pool(pool) if HAS_POOLS => {
                let made: BoxFuture<'_, _> = Box::pin(async {
                    let mut escape = None;
                    // A stored search continues by the partitions that it had chosen.
                    if !lock(shared).round.partitions.is_empty() {
                        escape = tables.escape_distance(pool, board, options, pace).await?;
                    }
                    let rounds = rounds_by_pool(pool, board, escape, shared, threads, pace);
                    Ok::<_, HeuristicError>(rounds.await?)
                });
                made.await?
            }
            _ => Rounds::new(self.every_child(board)?, shared, threads),
        };
        pace.wait_for_allowance().await;
        Ok(rounds)
    }

    /// Chooses partitions for the next round, if there is a pool and the last round was long;
    /// returns whether it did.
    pub(crate) async fn choose_partitions(
        &self,
        board: &CanonicalBoard,
        rounds: &mut Rounds,
        (tables, options): (&PreparedTables, &TableOptions),
        pace: &mut Pace,
    ) -> Result<bool, HeuristicError> {
        match self {
            Self::Pool(pool) if HAS_POOLS && rounds.is_choosing() => {
                let made: BoxFuture<'_, _> = Box::pin(async {
                    let escape = tables.escape_distance(pool, board, options, pace).await?;
                    Ok(choose_partitions(pool, board, escape, rounds, pace).await?)
                });
                made.await
            }
            _ => Ok(false),
        }
    }

    /// Returns a kernel that prunes by its bound alone, apart from moves that undo the last one or,
    /// by slides, continue it: it reaches every shortest solution.
    pub(crate) fn every_child(
        &self,
        board: &CanonicalBoard,
    ) -> Result<Box<dyn SharedKernel>, OutOfMemory> {
        match self {
            Self::Full(table) if table.metric == Metric::SingleTile => general(table, board),
            Self::Full(table) => {
                let (heuristic, longest) = (Arc::clone(table), 1);
                general(&BySlides { heuristic, longest }, board)
            }
            Self::Patterns(tables) => general(tables, board),
            Self::Pool(tables) => general(&tables.base_tables, board),
            Self::SomeTiles(tables) => general(tables, board),
            Self::SomeSlides(tables) => general(tables, board),
            Self::Manhattan(by) => match ManhattanKernel::new(board) {
                Some(kernel) => Ok(Box::new(kernel)),
                None => general(by, board),
            },
            Self::LinearConflict(by) => general(by, board),
            Self::WalkingDistance(by) => general(by, board),
            Self::EscapeDistance(_) => unreachable!("it is beside a pool"),
            Self::SlideTables(tables) => Ok(Box::new(SlideKernel::new(Arc::clone(tables), board))),
            Self::ByAxis(by) => general(by, board),
        }
    }
}

/// Returns the general kernel by a bound.
fn general<B>(bound: &B, board: &CanonicalBoard) -> Result<Box<dyn SharedKernel>, OutOfMemory>
where
    B: Bound<State: Send + Sync + UnwindSafe + RefUnwindSafe>,
    B: Clone + Send + Sync + UnwindSafe + RefUnwindSafe + 'static,
{
    Ok(Box::new(General::new(bound.clone(), board.clone())?))
}

#[cfg(test)]
mod tests;
