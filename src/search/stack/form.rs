//! The kernel for boards of one form, behind an interface that all forms share.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::fmt;
use core::marker::PhantomData;
use core::panic::{RefUnwindSafe, UnwindSafe};

use super::batch::{BATCH, Ground, Node, Room};
use super::kit::{HasAutomaton, Kit, Moving};
use super::stored::{StoredBoard, StoredError, StoredRound, StoredSplitting};
use crate::canonical::CanonicalBoard;
use crate::permutation;
use crate::search::dispatch::{Kernel, dispatch};
use crate::search::patterns::{Blocks, Placed};
use crate::tables::{Narrow, Shared, Wide, narrow};
use crate::work::Counts;

/// How deep below its root a search notes paths: what a solution adds below is found by another
/// search, from there.
const NOTED: u16 = 12;

/// How many boards are expanded in a slice: some 0.4 milliseconds' work with tables that fit the
/// caches, and twice that with those that don't.
const SLICE: u64 = 1 << 12;

/// How many boards are expanded in a slice while a round is split: each takes a microsecond.
const SPLIT_SLICE: u64 = 1 << 9;

/// What a core has come to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum State {
    Paused,
    /// The turns from the root of the round to the goal.
    Found(Vec<u8>),
    Done,
}

/// The kernel for boards of one form: the search of a round, which may be split into units that are
/// independent of each other.
pub(super) trait Core: Send + Sync + UnwindSafe + RefUnwindSafe {
    /// Returns the number of moves that a solution takes at least.
    fn estimate(&self) -> usize;

    /// Begins the round of a bound, with the root as its only unit.
    fn begin(&mut self, bound: usize);

    /// Splits the round into at least `wanted` units, if it has as many boards in some depth;
    /// `left_out` names the turns that are left out at the root.
    ///
    /// The units with the most slack come first: a solution is more likely there.
    fn split(&mut self, kit: &Kit, left_out: u8, wanted: usize, counts: &mut Counts) -> State;

    /// Returns the number of units.
    fn units(&self) -> usize;

    /// Begins the search of a unit.
    fn open(&mut self, unit: usize);

    /// Goes on with the search of the unit.
    ///
    /// The second result is the count of expanded boards before the last batch.
    fn advance(&mut self, kit: &Kit, until: u64, counts: &mut Counts) -> (State, u64);

    /// Returns a copy.
    fn copy(&self) -> Box<dyn Core>;

    /// Returns what is stored of the round.
    fn store(&self, kit: &Kit) -> StoredRound;

    /// Takes over a round of `bound` that was stored.
    fn restore(&mut self, kit: &Kit, bound: usize, stored: &StoredRound)
    -> Result<(), StoredError>;
}

impl fmt::Debug for dyn Core {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Core")
            .field("units", &self.units())
            .finish_non_exhaustive()
    }
}

/// Returns the kernel for a board, of the form that suits its tables.
pub(super) fn form_for(kit: &Kit, board: &CanonicalBoard) -> Box<dyn Core> {
    match (kit.moving(), kit.patterns().views()) {
        (Moving::Flat(_), 1) => with_lookup::<1, 4>(kit, board),
        (Moving::Flat(_), _) => with_lookup::<2, 4>(kit, board),
        (Moving::Box(_), 1) => with_lookup::<1, 6>(kit, board),
        (Moving::Box(_), _) => with_lookup::<2, 6>(kit, board),
    }
}

fn with_lookup<const VIEWS: usize, const MOVES: usize>(
    kit: &Kit,
    board: &CanonicalBoard,
) -> Box<dyn Core>
where
    Moving: HasAutomaton<MOVES>,
{
    let patterns = kit.patterns();
    match (patterns.is_narrow(), patterns.len() <= 4) {
        (true, true) => Box::new(Form::<Narrow, VIEWS, MOVES, 4, 16>::new(kit, board)),
        (true, false) => Box::new(Form::<Narrow, VIEWS, MOVES, 16, 16>::new(kit, board)),
        (false, true) => Box::new(Form::<Wide, VIEWS, MOVES, 4, 32>::new(kit, board)),
        (false, false) => Box::new(Form::<Wide, VIEWS, MOVES, 16, 32>::new(kit, board)),
    }
}

/// A board below the root of a round, and how to get there.
#[derive(Clone, Debug)]
struct Unit<const VIEWS: usize, const GROUPS: usize, const CELLS: usize> {
    node: Node<VIEWS, GROUPS, CELLS>,
    turns: Vec<u8>,
}

/// A round that is being split: the boards of a depth, the number of those that are expanded, and
/// their children.
#[derive(Clone, Debug)]
struct Splitting<U> {
    level: Vec<U>,
    expanded: usize,
    children: Vec<U>,
}

/// The kernel for boards of up to `CELLS` cells, `VIEWS` views of up to `GROUPS` tables and `MOVES`
/// turns.
struct Form<B, const VIEWS: usize, const MOVES: usize, const GROUPS: usize, const CELLS: usize> {
    /// The first board, with the bound of the round.
    root: Node<VIEWS, GROUPS, CELLS>,
    estimates: [usize; VIEWS],
    splitting: Option<Splitting<Unit<VIEWS, GROUPS, CELLS>>>,
    units: Shared<Vec<Unit<VIEWS, GROUPS, CELLS>>>,
    /// The turns from the root to where the present search began.
    turns: Vec<u8>,
    /// Boards with fewer moves left are not noted.
    noted: u16,
    /// The boards still to expand; the last come first.
    stack: Vec<Node<VIEWS, GROUPS, CELLS>>,
    /// The paths of all boards down to [`NOTED`]: the parent's place in here, and the turn.
    trail: Vec<(u32, u8)>,
    room: Box<Room<VIEWS>>,
    blocks: PhantomData<fn() -> B>,
}

impl<B, const VIEWS: usize, const MOVES: usize, const GROUPS: usize, const CELLS: usize> Clone
    for Form<B, VIEWS, MOVES, GROUPS, CELLS>
{
    fn clone(&self) -> Self {
        Self {
            root: self.root,
            estimates: self.estimates,
            splitting: self.splitting.clone(),
            units: self.units.clone(),
            turns: self.turns.clone(),
            noted: self.noted,
            stack: self.stack.clone(),
            trail: self.trail.clone(),
            room: self.room.clone(),
            blocks: PhantomData,
        }
    }
}

impl<B: Blocks, const VIEWS: usize, const MOVES: usize, const GROUPS: usize, const CELLS: usize>
    Form<B, VIEWS, MOVES, GROUPS, CELLS>
where
    Moving: HasAutomaton<MOVES>,
{
    fn new(kit: &Kit, board: &CanonicalBoard) -> Self {
        let automaton = HasAutomaton::<MOVES>::automaton(kit.moving());
        let cells = narrow(board.cells());
        let cells = &cells[..board.cells().len()];
        // Boards that can't be solved don't get here; without an estimate nothing would be wrong.
        let root = node(kit, cells, automaton.root());
        let (root, estimates) = root.unwrap_or((Node::default(), [0; VIEWS]));
        Self {
            root,
            estimates,
            splitting: None,
            units: Shared::default(),
            turns: Vec::new(),
            noted: 0,
            stack: Vec::new(),
            trail: Vec::new(),
            room: Box::default(),
            blocks: PhantomData,
        }
    }

    fn ground(kit: &Kit) -> Ground<'_, B, VIEWS, MOVES, GROUPS, CELLS> {
        Ground::new(
            kit.patterns(),
            HasAutomaton::<MOVES>::automaton(kit.moving()),
        )
    }

    /// Begins the search below a board that `turns` lead to.
    fn search_below(&mut self, node: &Node<VIEWS, GROUPS, CELLS>) {
        self.noted = node.left.saturating_sub(NOTED);
        self.trail.clear();
        self.trail.push((0, 0));
        self.stack.clear();
        self.stack.push(Node { mark: 0, ..*node });
    }

    /// Returns the children of a board that the bound allows, each with the turn that makes it, and
    /// how many were generated.
    fn children(
        &mut self,
        ground: &Ground<'_, B, VIEWS, MOVES, GROUPS, CELLS>,
        node: &Node<VIEWS, GROUPS, CELLS>,
    ) -> (Vec<(u8, Node<VIEWS, GROUPS, CELLS>)>, u64) {
        let (batch, turn_as_mark) = (core::slice::from_ref(node), |_, turn: u8, _| turn.into());
        let mut children = Vec::new();
        let made = ground.expand::<false>(batch, &mut self.room, &mut children, turn_as_mark);
        let with_turn = |child: Node<VIEWS, GROUPS, CELLS>| (child.mark as u8, child);
        (children.into_iter().map(with_turn).collect(), made as u64)
    }

    /// Returns the board that turns lead to, if the bound allows the way.
    fn follow(
        &mut self,
        ground: &Ground<'_, B, VIEWS, MOVES, GROUPS, CELLS>,
        turns: &[u8],
    ) -> Option<Node<VIEWS, GROUPS, CELLS>> {
        let mut node = self.root;
        for &turn in turns {
            let (children, _) = self.children(ground, &node);
            (_, node) = *children.iter().find(|&&(by, _)| by == turn)?;
        }
        Some(node)
    }

    /// Searches until a solution has begun (its mark is returned), nothing is left or a pause is
    /// due.
    #[inline(always)]
    fn descend<const BITS: bool>(
        &mut self,
        ground: &Ground<'_, B, VIEWS, MOVES, GROUPS, CELLS>,
        until: u64,
        counts: &mut Counts,
    ) -> Descended {
        let Self {
            stack,
            trail,
            room,
            noted,
            ..
        } = self;
        let mut batch = [self.root; BATCH];
        while !stack.is_empty() {
            if counts.expanded >= until || counts.is_spent() {
                return Descended::Paused;
            }
            // A batch is cut at the limit only: what is found must not depend on when somebody
            // looks.
            let left = counts.limit - counts.expanded;
            let taken = stack.len().min(BATCH).min(left.try_into().unwrap_or(BATCH));
            let rest = stack.len() - taken;
            batch[..taken].copy_from_slice(&stack[rest..]);
            stack.truncate(rest);
            let mut goal = None;
            let made = ground.expand::<BITS>(&batch[..taken], room, stack, |mark, turn, left| {
                let mark = if left < *noted {
                    mark
                } else {
                    trail.push((mark, turn));
                    (trail.len() - 1) as u32
                };
                if left == 0 {
                    goal = Some(mark);
                }
                mark
            });
            counts.expanded += taken as u64;
            counts.generated += made as u64;
            if let Some(mark) = goal {
                return Descended::Begun {
                    mark,
                    before: counts.expanded - taken as u64,
                };
            }
        }
        Descended::Done
    }

    fn restored(
        &mut self,
        ground: &Ground<'_, B, VIEWS, MOVES, GROUPS, CELLS>,
        paths: &[Vec<u8>],
    ) -> Result<Vec<Unit<VIEWS, GROUPS, CELLS>>, StoredError> {
        let unit = |turns: &Vec<u8>| {
            let node = self.follow(ground, turns).filter(|node| node.left > 0);
            Ok(Unit {
                node: node.ok_or(StoredError::Path)?,
                turns: turns.clone(),
            })
        };
        paths.iter().map(unit).collect()
    }
}

/// How a descent ended.
enum Descended {
    Paused,
    /// A solution begins with the noted way to the mark; `before` is the count of expanded boards
    /// before the batch with it.
    Begun {
        mark: u32,
        before: u64,
    },
    Done,
}

/// What is compiled for several processors.
struct Descent<'a, F, G> {
    form: &'a mut F,
    ground: &'a G,
    until: u64,
    counts: &'a mut Counts,
}

impl<B: Blocks, const VIEWS: usize, const MOVES: usize, const GROUPS: usize, const CELLS: usize>
    Kernel<Descended>
    for Descent<
        '_,
        Form<B, VIEWS, MOVES, GROUPS, CELLS>,
        Ground<'_, B, VIEWS, MOVES, GROUPS, CELLS>,
    >
where
    Moving: HasAutomaton<MOVES>,
{
    #[inline(always)]
    fn run<const BITS: bool>(self) -> Descended {
        self.form
            .descend::<BITS>(self.ground, self.until, self.counts)
    }
}

impl<B: Blocks, const VIEWS: usize, const MOVES: usize, const GROUPS: usize, const CELLS: usize>
    Core for Form<B, VIEWS, MOVES, GROUPS, CELLS>
where
    Moving: HasAutomaton<MOVES>,
{
    fn estimate(&self) -> usize {
        self.estimates.into_iter().fold(0, usize::max)
    }

    fn begin(&mut self, bound: usize) {
        self.root.left = bound as u16;
        self.root.slacks = slacks(bound, &self.estimates);
        self.splitting = None;
        self.units = Shared::new(vec![Unit {
            node: self.root,
            turns: Vec::new(),
        }]);
        self.stack.clear();
    }

    fn split(&mut self, kit: &Kit, left_out: u8, wanted: usize, counts: &mut Counts) -> State {
        let ground = Self::ground(kit);
        let end = counts.limit.min(counts.expanded + SPLIT_SLICE);
        let splitting = self.splitting.take();
        let mut splitting = splitting.unwrap_or_else(|| Splitting {
            level: self.units.to_vec(),
            expanded: 0,
            children: Vec::new(),
        });
        loop {
            let Splitting {
                level,
                expanded,
                children,
            } = &mut splitting;
            if *expanded == level.len() {
                *level = core::mem::take(children);
                *expanded = 0;
            }
            let is_root = level.first().is_some_and(|unit| unit.turns.is_empty());
            let is_enough = level.len() >= wanted && !(is_root && left_out != 0);
            if *expanded == 0 && (is_enough || level.is_empty()) {
                break;
            }
            if counts.expanded >= end {
                self.splitting = Some(splitting);
                return State::Paused;
            }
            let unit = &level[*expanded];
            *expanded += 1;
            let (made, generated) = self.children(&ground, &unit.node);
            counts.expanded += 1;
            counts.generated += generated;
            for (turn, node) in made {
                if is_root && left_out >> turn & 1 != 0 {
                    continue;
                }
                let mut turns = unit.turns.clone();
                turns.push(turn);
                if node.left == 0 {
                    return State::Found(turns);
                }
                children.push(Unit { node, turns });
            }
        }
        let mut units = splitting.level;
        let slack = |unit: &Unit<VIEWS, GROUPS, CELLS>| {
            let [first, second] = unit.node.slacks.to_le_bytes();
            u16::from(first) + u16::from(second)
        };
        units.sort_by_key(|unit| Reverse(slack(unit)));
        self.units = Shared::new(units);
        State::Done
    }

    fn units(&self) -> usize {
        self.units.len()
    }

    fn open(&mut self, unit: usize) {
        let units = Shared::clone(&self.units);
        let Unit { node, turns } = &units[unit];
        self.turns.clone_from(turns);
        self.search_below(node);
    }

    fn advance(&mut self, kit: &Kit, until: u64, counts: &mut Counts) -> (State, u64) {
        let ground = Self::ground(kit);
        let until = until.min(counts.expanded + SLICE);
        loop {
            let descended = dispatch(Descent {
                form: self,
                ground: &ground,
                until,
                counts,
            });
            match descended {
                Descended::Paused => return (State::Paused, counts.expanded),
                Descended::Done => return (State::Done, counts.expanded),
                Descended::Begun { mark, before } => {
                    let way = path(&self.trail, mark);
                    self.turns.extend(way);
                    let turns = core::mem::take(&mut self.turns);
                    let node = self.follow(&ground, &turns);
                    self.turns = turns;
                    match node {
                        Some(node) if node.left > 0 => self.search_below(&node),
                        Some(_) => {
                            self.stack.clear();
                            return (State::Found(core::mem::take(&mut self.turns)), before);
                        }
                        // Only a stored search that was tampered with leads astray.
                        None => self.stack.clear(),
                    }
                }
            }
        }
    }

    fn copy(&self) -> Box<dyn Core> {
        Box::new(self.clone())
    }

    fn store(&self, kit: &Kit) -> StoredRound {
        let paths = |units: &[Unit<VIEWS, GROUPS, CELLS>]| {
            units.iter().map(|unit| unit.turns.clone()).collect()
        };
        let board = |node: &Node<VIEWS, GROUPS, CELLS>| StoredBoard {
            cells: kit.patterns().cells(&node.placed[0], node.blank.into()),
            automaton: node.automaton,
            left: node.left,
            mark: node.mark,
        };
        let splitting = self.splitting.as_ref();
        StoredRound {
            splitting: splitting.map(|it| StoredSplitting {
                level: paths(&it.level),
                expanded: it.expanded,
                children: paths(&it.children),
            }),
            units: paths(&self.units),
            turns: self.turns.clone(),
            stack: self.stack.iter().map(board).collect(),
            trail: self.trail.clone(),
        }
    }

    fn restore(
        &mut self,
        kit: &Kit,
        bound: usize,
        stored: &StoredRound,
    ) -> Result<(), StoredError> {
        let ground = Self::ground(kit);
        self.begin(bound);
        if let Some(StoredSplitting {
            level,
            expanded,
            children,
        }) = &stored.splitting
        {
            self.splitting = Some(Splitting {
                level: self.restored(&ground, level)?,
                expanded: *expanded,
                children: self.restored(&ground, children)?,
            });
            if *expanded > level.len() {
                return Err(StoredError::Path);
            }
        }
        self.units = Shared::new(self.restored(&ground, &stored.units)?);
        let start = self
            .follow(&ground, &stored.turns)
            .ok_or(StoredError::Path)?;
        self.turns.clone_from(&stored.turns);
        self.noted = start.left.saturating_sub(NOTED);
        for (nth, &(parent, turn)) in stored.trail.iter().enumerate() {
            if parent as usize > nth.saturating_sub(1) || usize::from(turn) >= MOVES {
                return Err(StoredError::Trail { nth });
            }
        }
        self.trail.clone_from(&stored.trail);
        let states = HasAutomaton::<MOVES>::automaton(kit.moving()).rows().len();
        self.stack.clear();
        for (nth, board) in stored.stack.iter().enumerate() {
            let node = (usize::from(board.automaton) < states)
                .then(|| node(kit, &board.cells, board.automaton))
                .flatten()
                .filter(|_| (board.mark as usize) < self.trail.len() && board.left <= start.left);
            let left = usize::from(board.left);
            let fits = |estimates: &[usize; VIEWS]| {
                let parity = left % 2;
                estimates.iter().all(|it| *it <= left && it % 2 == parity)
            };
            let Some((node, estimates)) = node.filter(|(_, estimates)| fits(estimates)) else {
                return Err(StoredError::Board { nth });
            };
            self.stack.push(Node {
                slacks: slacks(left, &estimates),
                left: board.left,
                mark: board.mark,
                ..node
            });
        }
        Ok(())
    }
}

/// Returns half of what a bound leaves beyond each estimate, eight bits each.
fn slacks(bound: usize, estimates: &[usize]) -> u16 {
    let slack = |(view, estimate): (usize, &usize)| ((bound - estimate) as u16 / 2) << (8 * view);
    estimates.iter().enumerate().map(slack).sum()
}

/// Returns a board as the tables see it, without bound, and its estimates; `None` if it is not a
/// board that can be solved.
fn node<const VIEWS: usize, const GROUPS: usize, const CELLS: usize>(
    kit: &Kit,
    cells: &[u8],
    automaton: u16,
) -> Option<(Node<VIEWS, GROUPS, CELLS>, [usize; VIEWS])> {
    let patterns = kit.patterns();
    let number = patterns.shape().cells();
    if cells.len() != number || cells.iter().any(|&tile| usize::from(tile) >= number) {
        return None;
    }
    let blank = cells
        .iter()
        .position(|&tile| usize::from(tile) == patterns.home())?;
    let is_odd = patterns.shape().distance(blank, patterns.home()) % 2 == 1;
    if permutation::parity(cells).ok()?.is_odd() != is_odd {
        return None;
    }
    let mut estimates = [0; VIEWS];
    let mut node = Node {
        automaton,
        blank: blank as u8,
        ..Node::default()
    };
    for (view, estimate) in estimates.iter_mut().enumerate() {
        let (states, sum) = patterns.look(view, cells)?;
        node.placed[view][..states.len()].copy_from_slice(&states);
        *estimate = sum;
        for (groups, &tile) in node.groups.iter_mut().zip(cells) {
            *groups |= patterns.group_of(view)[usize::from(tile)] << (4 * view);
        }
    }
    Some((node, estimates))
}

/// Returns the turns from the root to a mark.
fn path(trail: &[(u32, u8)], mark: u32) -> Vec<u8> {
    let mut turns = Vec::new();
    let mut at = mark;
    while at != 0 {
        let (parent, turn) = trail[at as usize];
        turns.push(turn);
        at = parent;
    }
    turns.reverse();
    turns
}

impl<const VIEWS: usize, const GROUPS: usize, const CELLS: usize> Default
    for Node<VIEWS, GROUPS, CELLS>
{
    fn default() -> Self {
        Self {
            placed: [[Placed::default(); GROUPS]; VIEWS],
            groups: [0; CELLS],
            mark: 0,
            automaton: 0,
            slacks: 0,
            left: 0,
            blank: 0,
        }
    }
}
