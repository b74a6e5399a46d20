//! Jobs run in slices, for tests.

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::mem;
use std::sync::Mutex;

use crate::canonical::CanonicalBoard;
use crate::direction::Direction;
use crate::exact::rounds::{Kernel, Rounds, Seeds, SharedKernel, SharedRound, StoredRound};
use crate::moves::Moves;
use crate::runtime::{Counts, Job, OutOfMemory, Pace, Slice, Step, Work, lock};
use crate::shape::Shape;
use crate::side::Side;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    pub(crate) found: Vec<Moves>,
    pub(crate) bounds: Vec<usize>,
    pub(crate) expanded: u64,
    pub(crate) generated: u64,
}

/// Runs a task to its end, or until `limit` boards are expanded; `slice` returns the number of
/// expansions of each slice.
pub(crate) fn run<W>(work: &mut W, limit: u64, mut slice: impl FnMut() -> u64) -> Outcome
where
    W: Work,
    W::Failure: Debug,
{
    let mut outcome = Outcome::default();
    go_on(work, limit, &mut slice, &mut outcome);
    outcome
}

/// Resumes a task that reached its limit.
pub(crate) fn go_on<W>(
    work: &mut W,
    limit: u64,
    slice: &mut impl FnMut() -> u64,
    outcome: &mut Outcome,
) where
    W: Work,
    W::Failure: Debug,
{
    let mut counts = Counts {
        expanded: outcome.expanded,
        generated: outcome.generated,
        limit,
        ..Counts::default()
    };
    let mut idle = 0;
    loop {
        let before = counts;
        let slice = &mut Slice {
            until: counts.expanded.saturating_add(slice()),
            ..Slice::default()
        };
        let step = work.advance(slice, &mut counts).expect("there is memory");
        assert!(counts.expanded <= limit);
        assert!(before.expanded <= counts.expanded && before.generated <= counts.generated);
        match step {
            // Some slices expand nothing.
            Step::Paused if counts.expanded == limit => {
                idle = if counts == before { idle + 1 } else { 0 };
                if idle == 1000 {
                    break;
                }
            }
            Step::Paused => {}
            Step::Bound(bound) => outcome.bounds.push(bound),
            Step::Found(moves) => outcome.found.push(moves),
            Step::Done => break,
        }
    }
    (outcome.expanded, outcome.generated) = (counts.expanded, counts.generated);
}

/// Runs a task as a whole, in slices of all kinds and to limits; asserts equal results, and returns
/// them.
pub(crate) fn run_in_all_slices<W>(make: impl Fn() -> W) -> Outcome
where
    W: Work,
    W::Failure: Debug,
{
    let whole = run(&mut make(), u64::MAX, || u64::MAX);
    for slice in slices() {
        let mut random = Random(1);
        assert_eq!(run(&mut make(), u64::MAX, || slice(&mut random)), whole);
    }
    let mut random = Random(2);
    for _ in 0..8 {
        let limit = random.below(whole.expanded as usize + 2) as u64;
        let mut work = make();
        let mut outcome = run(&mut work, limit, || 333);
        assert_eq!(outcome.expanded, limit.min(whole.expanded));
        go_on(&mut work, u64::MAX, &mut || u64::MAX, &mut outcome);
        assert_eq!(outcome, whole, "limit {limit}");
    }
    whole
}

/// The most children of a board of the tests, by any metric.
const MOST_CHILDREN: u64 = 8;

/// Advances a search by some expansions; returns whether there is more to do.
pub(crate) fn advance(search: &mut impl Work, by: u64, outcome: &mut Outcome) -> bool {
    let mut counts = Counts {
        expanded: outcome.expanded,
        generated: outcome.generated,
        ..Counts::default()
    };
    let slice = &mut Slice {
        until: outcome.expanded + by,
        ..Slice::default()
    };
    let Ok(step) = search.advance(slice, &mut counts) else {
        panic!("there is memory");
    };
    // Each child has a parent that counts, also while a round is split.
    let expanded = counts.expanded - outcome.expanded;
    assert!(counts.generated - outcome.generated <= MOST_CHILDREN * expanded);
    (outcome.expanded, outcome.generated) = (counts.expanded, counts.generated);
    match step {
        Step::Paused => {}
        Step::Bound(bound) => outcome.bounds.push(bound),
        Step::Found(moves) => outcome.found.push(moves),
        Step::Done => return false,
    }
    true
}

/// Small pseudo-random numbers (`SplitMix64`).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((x ^ (x >> 31)) % limit as u64) as usize
    }
}

/// Walks from the goal, never straight back; returns the board and the path home.
pub(crate) fn walk(
    shape: Shape,
    home: usize,
    steps: usize,
    random: &mut Random,
) -> (CanonicalBoard, Moves) {
    let mut board = CanonicalBoard {
        shape,
        home,
        cells: (0..shape.cells()).map(|cell| cell as u16).collect(),
        blank: home,
        free: None,
    };
    let (mut moves, mut last) = (Vec::<Direction>::new(), None);
    while moves.len() < steps {
        let side = Side::ALL[random.below(6)];
        if last != Some(side.undo()) && board.slide(side.tile_moves()) {
            last = Some(side);
            moves.push(side.tile_moves().opposite());
        }
    }
    (board, moves.into_iter().rev().collect())
}

/// Returns slices of all kinds: one each.
pub(crate) fn slices() -> [fn(&mut Random) -> u64; 4] {
    [
        |_| u64::MAX,
        |_| 1,
        |_| 7,
        |random| random.below(1000) as u64,
    ]
}

/// A search for a shortest solution, and the round that it is in.
#[derive(Debug)]
pub(crate) struct RoundsJob {
    job: Job<Result<(), OutOfMemory>>,
    pub(crate) shared: Arc<Mutex<SharedRound>>,
}

impl RoundsJob {
    /// Returns the search from a round on, for some threads.
    pub(crate) fn new(kernel: Box<dyn SharedKernel>, from: &StoredRound, threads: usize) -> Self {
        Self::of(from.clone(), move |shared, mut pace| async move {
            let mut rounds = Rounds::new(kernel, &shared, threads);
            rounds.prove(&mut pace).await
        })
    }

    /// Returns a search from a round on.
    pub(crate) fn of<F>(
        from: StoredRound,
        prove: impl FnOnce(Arc<Mutex<SharedRound>>, Pace) -> F + Send + Sync + 'static,
    ) -> Self
    where
        F: Future<Output = Result<(), OutOfMemory>> + Send + Sync + 'static,
    {
        let shared = Arc::new(Mutex::new(SharedRound::new(from)));
        let own = Arc::clone(&shared);
        let job = Job::new(|pace| prove(own, pace));
        Self { job, shared }
    }
}

impl Work for RoundsJob {
    type Failure = OutOfMemory;

    fn advance(&mut self, slice: &mut Slice, counts: &mut Counts) -> Result<Step, OutOfMemory> {
        self.job.advance(slice, counts)
    }
}

/// Rounds below their roots, one after the other, to the end of the first one with a solution, as a
/// recursion has them.
pub(crate) struct WholeRounds<K: Kernel + ?Sized> {
    kernel: Box<K>,
    bound: usize,
    /// The roots of the round; `None` before its beginning.
    roots: Option<Seeds>,
    is_told: bool,
    is_found: bool,
}

impl<K: Kernel + ?Sized> WholeRounds<K> {
    pub(crate) fn new(kernel: Box<K>) -> Self {
        Self {
            bound: kernel.first_bound(0),
            kernel,
            roots: None,
            is_told: false,
            is_found: false,
        }
    }
}

impl<K: Kernel + ?Sized> Work for WholeRounds<K> {
    type Failure = OutOfMemory;

    fn advance(&mut self, slice: &mut Slice, counts: &mut Counts) -> Result<Step, OutOfMemory> {
        if !mem::replace(&mut self.is_told, true) {
            return Ok(Step::Bound(self.bound));
        }
        if self.roots.is_none() {
            self.kernel.begin(self.bound, 0);
            let mut roots = Seeds::of_roots(self.kernel.boards().len());
            if self.bound == 0 && self.kernel.is_solved() {
                (roots, self.is_found) = (Seeds::of_roots(0), true);
                self.roots = Some(roots);
                return Ok(Step::Found(Moves::new()));
            }
            if roots.len() > 0 {
                self.kernel.open(&roots, 0..roots.len())?;
            }
            self.roots = Some(roots);
        }
        let roots = self.roots.as_ref().filter(|roots| roots.len() > 0);
        let until = slice.until.min(counts.limit);
        let step = match roots {
            Some(roots) => self
                .kernel
                .advance(roots, until, counts, &mut slice.effort)?,
            None => Step::Done,
        };
        self.is_found |= matches!(step, Step::Found(_));
        if step != Step::Done || self.is_found {
            return Ok(step);
        }
        self.bound = self.kernel.first_bound(self.bound + 1);
        (self.roots, self.is_told) = (None, true);
        Ok(Step::Bound(self.bound))
    }
}

/// The number of times that [`check_rounds`] stored and split a search.
#[derive(Debug, Default)]
pub(crate) struct Checked {
    pub(crate) stored: usize,
    pub(crate) parted: usize,
}

/// Checks that slicing, storing, splitting and threads change neither answer nor counts of a search
/// by rounds. `make` returns the search from a round on, for some threads.
pub(crate) fn check_rounds(
    make: impl Fn(&StoredRound, usize) -> RoundsJob,
    stride: usize,
    checked: &mut Checked,
) {
    let begun = StoredRound::default();
    let mut whole = run(&mut make(&begun, 1), u64::MAX, || u64::MAX);
    for slice in slices() {
        let mut random = Random(5);
        let got = run(&mut make(&begun, 1), u64::MAX, || slice(&mut random));
        assert_eq!(got, whole);
    }
    for threads in 2..5 {
        for slice in [u64::MAX, 5_000] {
            let got = run(&mut make(&begun, threads), u64::MAX, || slice);
            assert_eq!(got, whole, "{threads} threads");
        }
        // A limit cuts a batch, which may change the counts beyond it.
        let limit = whole.expanded * 2 / 3;
        let [one, got] = [1, threads].map(|threads| {
            let mut search = make(&begun, threads);
            let mut outcome = run(&mut search, limit, || u64::MAX);
            let before = outcome.clone();
            go_on(&mut search, u64::MAX, &mut || u64::MAX, &mut outcome);
            (before, outcome)
        });
        assert_eq!(got, one, "{threads} threads, to {limit} and beyond");
    }
    // A search that is resumed may report its bound again.
    whole.bounds.dedup();
    check_storing(&make, &whole, checked);
    for wanted in [2, 9, 1_000] {
        check_parts(&make, &whole, (wanted, stride), checked);
    }
}

fn stored(search: &RoundsJob) -> StoredRound {
    lock(&search.shared).stored().expect("little memory")
}

fn check_storing(
    make: impl Fn(&StoredRound, usize) -> RoundsJob,
    whole: &Outcome,
    checked: &mut Checked,
) {
    let mut last = StoredRound::default();
    let mut search = make(&last, 1);
    let (mut outcome, mut expanded, mut is_under_way) = (Outcome::default(), 0, false);
    while advance(&mut search, 1_000, &mut outcome) && outcome.found.is_empty() {
        let is_between = lock(&search.shared).may_stop(0);
        is_under_way |= !is_between;
        if is_under_way && is_between {
            // Otherwise a caller that stores repeatedly makes no progress.
            assert_ne!(stored(&search), last);
        }
        let is_due = outcome.expanded > expanded + whole.expanded / 40;
        if !is_between || !is_due {
            continue;
        }
        expanded = outcome.expanded;
        last = stored(&search);
        (search, is_under_way) = (make(&last, 1), false);
        if last.seeds.is_some() {
            checked.stored += 1;
        }
    }
    outcome.bounds.dedup();
    assert_eq!(&outcome, whole);
}

fn check_parts(
    make: impl Fn(&StoredRound, usize) -> RoundsJob,
    whole: &Outcome,
    (wanted, stride): (usize, usize),
    checked: &mut Checked,
) {
    let mut search = make(&StoredRound::default(), 1);
    let (mut outcome, mut slices) = (Outcome::default(), 0);
    while outcome.found.is_empty() && advance(&mut search, 100, &mut outcome) {
        // At the beginning of a round, and later: a unit that is open has no part.
        let parts = lock(&search.shared).parts(wanted).expect("little memory");
        slices += 1;
        if parts.is_empty() || slices % 5 > 0 {
            continue;
        }
        checked.parted += 1;
        let before = outcome.expanded;
        for part in &parts {
            let own = run(&mut make(part, 1), u64::MAX, || 999);
            assert!(own.bounds.is_empty());
            outcome.expanded += own.expanded;
            outcome.generated += own.generated;
            outcome.found.extend(own.found);
            if !outcome.found.is_empty() {
                break;
            }
        }
        let next = stored(&search).next(stride, outcome.expanded - before);
        search = make(&next, 1);
    }
    outcome.bounds.dedup();
    assert_eq!(&outcome, whole, "{wanted} parts");
}
