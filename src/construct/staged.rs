//! A board put in order stage by stage, each by a beam.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;

use super::carried::Carried;
use super::choice::{self, Candidate, Choice};
use super::errand::{Aim, Errand, Standing};
use super::flow::Flow;
use super::flowing::Flowing;
use super::layout::{Task, tasks};
use super::lines::{self, Lines};
use super::peel::Peel;
use super::site::{Region, Site};
use super::solving::Solving;
use super::style::{self, Style};
use super::window::Window;
use crate::canonical::CanonicalBoard;
use crate::effort::Effort;
use crate::pairs::NewPairTables;
use crate::search::beam::Way;
use crate::side::Side;
use crate::tables::OutOfMemory;
use crate::work::{Counts, Step, Work};

/// The width of the beams that solve a block, at most.
const WIDTH_OF_BLOCK: usize = 200;

/// That of the beam that solves the last one, at least, and how many times as wide as others it is:
/// it costs little beside them, and all that it gains is gained.
const WIDTH_OF_LAST: usize = 500;
const LAST_TO_OTHERS: usize = 2;

/// How often the last block is tried, and by how many bits its beam is wider each time. All that
/// was made so far would be lost: one in thirty boards of 100 x 100 took three times as long.
const TRIES_OF_LAST: usize = 3;
const WIDER: usize = 2;

/// On boards with more cells left only those near a block are looked at, and so many around them.
const WHOLE: usize = 400;
const MARGIN: usize = 3;

/// On boards of more cells a tile is led to the block in hand, too, once so many beams have
/// failed for it: in the last band there is little room to bring one from afar.
const FETCHED_AFTER: usize = 2;

/// A block's solution is given up after so many moves, and that of the last one.
const MOST_IN_BLOCK: usize = 300;
const MOST_IN_LAST: usize = 600;

/// The solution of a board in stages: it flows, then block after block or frame after frame is put
/// in order and left alone.
#[derive(Debug)]
pub(super) struct Staged {
    style: Style,
    tasks: Vec<Task>,
    next: usize,
    /// How many tiles were led to the block in hand.
    fetched: usize,
    /// How often the task in hand has failed.
    failures: usize,
    /// How often it has been done, and the best way to do it.
    attempts: usize,
    best: Vec<Candidate>,
    /// The boards that the task may begin with, the best one first, which is that of the site.
    carried: Vec<Carried>,
    /// What all seemed to take in the end after each task that is done, and what it seemed to take
    /// on the way to the shortest solution, in sixteenths of a move.
    pub(super) milestones: Vec<u64>,
    to_beat: Vec<u64>,
    /// How the board flows before all else.
    flowing: Flowing,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    /// The next task is taken in hand.
    Begin,
    Errand(Box<Errand>),
    /// What is far from a block is led there.
    Fetch(Box<Peel>),
    /// The board flows on by the best ways of the blank.
    Flow(Box<Flow>),
    Lines(Box<Lines>),
    /// The way to the end of the lines is traced back.
    TraceLines(Box<Lines>, Way),
    /// The ways to the arrivals are traced back, from this one on.
    Trace(Choice, Way),
    /// The tables for a block are laid out, then it is solved.
    LayOut(Box<NewPairTables>, Box<Stage>),
    /// The block is solved, after this way.
    Block(Choice, Way, CanonicalBoard),
    Solve(Choice, Way, Solving),
    /// The last block is solved.
    LastBlock(CanonicalBoard),
    Last(Solving),
    /// The way is gone, from this move on.
    Go(Vec<Side>, usize),
    Over,
}

/// How far it has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    Busy,
    /// The board is solved.
    Solved,
    /// No beam found a way.
    GivenUp,
}

impl Staged {
    /// Returns the stages of a board in a style; `flows` says that it has to flow first.
    pub(super) fn new(
        site: &Site,
        style: Style,
        flows: bool,
        to_beat: &[u64],
    ) -> Result<Self, OutOfMemory> {
        Ok(Self {
            style,
            tasks: tasks(site, flows)?,
            next: 0,
            fetched: 0,
            failures: 0,
            attempts: 0,
            best: Vec::new(),
            carried: alloc::vec![Carried::default()],
            milestones: Vec::new(),
            to_beat: to_beat.to_vec(),
            flowing: Flowing::default(),
            stage: Stage::Begin,
        })
    }

    /// Returns the smallest box that holds all cells that are left.
    fn left(site: &Site) -> Region {
        let left = (0..site.at.len()).filter(|&cell| !site.is_fixed[cell]);
        Region::around(left.map(|cell| site.coordinates(cell))).unwrap_or(site.left)
    }

    /// Returns the part of the board in which an errand is run: all that is left, or what is near.
    fn window_for(aim: &Aim, site: &Site) -> Region {
        let left = Self::left(site);
        let Aim::Gather(gather) = aim else {
            return left;
        };
        if left.cells() <= WHOLE {
            return left;
        }
        let mut near = gather.block;
        let tiles = gather.block.cells_on(site);
        let places = tiles.map(|tile| usize::from(site.place_of[tile]));
        for place in places.chain([site.blank, gather.outside]) {
            near.include(site.coordinates(place));
        }
        for axis in [0, 1] {
            near.low[axis] = near.low[axis].saturating_sub(MARGIN).max(left.low[axis]);
            near.high[axis] = (near.high[axis] + MARGIN).min(left.high[axis]);
        }
        near
    }

    /// Takes the next task in hand.
    fn begin(&mut self, site: &Site) -> Result<Stage, OutOfMemory> {
        Ok(match self.tasks.get(self.next) {
            None => Stage::Over,
            Some(Task::Errand(Aim::Flow)) => {
                if let Some(flow) = self.flowing.begin(site) {
                    return Ok(Stage::Flow(flow));
                }
                let region = Flowing::region(site);
                let manner = self.style.flow(region.cells(), site);
                let errand = Errand::new(Aim::Flow, manner, region, self.carried.clone(), site)?;
                Stage::Errand(Box::new(errand))
            }
            Some(Task::Errand(aim)) => {
                let style = self.style.of_attempt(self.attempts);
                let manner = style.manner(aim, self.failures, site);
                let region = Self::window_for(aim, site);
                if region.cells() > Window::MOST {
                    return Ok(self.fetch(site));
                }
                let errand = Errand::new(aim.clone(), manner, region, self.carried.clone(), site)?;
                Stage::Errand(Box::new(errand))
            }
            Some(Task::Lines(lines, last)) => {
                let manner = self.style.of_lines(self.failures);
                let lines = Lines::new(lines.clone(), *last, &manner, site)?;
                Stage::Lines(Box::new(lines))
            }
            Some(Task::Last(region)) => match site.block(region) {
                Some(board) => with_tables(site, board, Stage::LastBlock)?,
                None => Stage::Over,
            },
        })
    }

    /// Leads what is farthest from the block in hand there, if its window is too large.
    fn fetch(&mut self, site: &Site) -> Stage {
        self.fetch_for(site).unwrap_or_else(|| self.give_up())
    }

    /// Returns the stage that leads what is farthest from the block in hand there, if that was not
    /// done for all of it.
    fn fetch_for(&mut self, site: &Site) -> Option<Stage> {
        let Some(Task::Errand(Aim::Gather(gather))) = self.tasks.get(self.next) else {
            return None;
        };
        let tiles = gather.block.cells_on(site).chain([site.home]);
        let far = |&tile: &usize| site.distance(site.place_of[tile].into(), gather.outside);
        let farthest = tiles.max_by_key(far);
        self.fetched += 1;
        let tile = farthest.filter(|_| self.fetched <= gather.block.cells() + 1)?;
        let peel = Peel::fetch(tile, gather.outside, site);
        Some(Stage::Fetch(Box::new(peel)))
    }

    /// Ends a task that failed, or begins it anew.
    fn fail(&mut self, site: &Site) -> Stage {
        self.failures += 1;
        let tries = match &self.tasks[self.next] {
            Task::Last(_) => TRIES_OF_LAST,
            Task::Errand(_) | Task::Lines(..) => Style::TRIES,
        };
        if self.failures == tries {
            self.give_up()
        } else if self.failures >= FETCHED_AFTER && site.at.len() > WHOLE {
            self.fetch_for(site).unwrap_or(Stage::Begin)
        } else {
            Stage::Begin
        }
    }

    /// Ends all that without a solution.
    const fn give_up(&mut self) -> Stage {
        self.next = usize::MAX;
        Stage::Over
    }

    /// Takes an errand that is over.
    fn end_errand(
        &mut self,
        errand: Box<Errand>,
        site: &Site,
        effort: &mut Effort,
    ) -> Result<Stage, OutOfMemory> {
        if let Task::Errand(Aim::Flow) = self.tasks[self.next] {
            self.flowing
                .note(errand.arrivals.first().map_or(0, |it| it.made));
        }
        let best = mem::take(&mut self.best);
        let choice = Choice::new(errand, best, self.style.carried(site));
        self.choose(choice, site, effort)
    }

    /// Goes on with the choice: with the next arrival, then with another attempt, at last with the
    /// best way of all.
    fn choose(
        &mut self,
        choice: Choice,
        site: &Site,
        effort: &mut Effort,
    ) -> Result<Stage, OutOfMemory> {
        effort.spend(1_000);
        if let Some(arrival) = choice.arrival() {
            let way = Errand::way_to(arrival)?;
            return Ok(Stage::Trace(choice, way));
        }
        let best = choice.end();
        let (Task::Errand(aim), false) = (&self.tasks[self.next], best.is_empty()) else {
            return Ok(self.fail(site));
        };
        self.attempts += 1;
        if self.attempts < self.style.attempts(aim, site) {
            self.best = best;
            self.failures = 0;
            return Ok(Stage::Begin);
        }
        let exit = match aim {
            Aim::Gather(gather) => Some(gather.exit),
            Aim::Flow | Aim::Order { .. } => None,
        };
        let (way, carried) = choice::go_by_best(best, exit);
        self.carried = carried;
        Ok(Stage::Go(way, 0))
    }

    /// Goes on with a stage.
    fn go_on(
        &mut self,
        stage: Stage,
        site: &mut Site,
        until: u64,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> Result<Stage, OutOfMemory> {
        Ok(match stage {
            Stage::Begin => {
                effort.spend(site.at.len() * 10);
                self.begin(site)?
            }
            Stage::Errand(mut errand) => match errand.advance(site, until, counts, effort)? {
                Standing::Busy => Stage::Errand(errand),
                Standing::Over => self.end_errand(errand, site, effort)?,
            },
            Stage::Lines(mut lines) => match lines.advance(site, until, counts, effort)? {
                lines::Standing::Busy => Stage::Lines(lines),
                lines::Standing::InOrder(way) => Stage::TraceLines(lines, way),
                lines::Standing::GivenUp => self.fail(site),
            },
            Stage::TraceLines(lines, mut way) => {
                if lines.trace(&mut way, effort) {
                    Stage::Go(way.backwards().iter().rev().copied().collect(), 0)
                } else {
                    Stage::TraceLines(lines, way)
                }
            }
            Stage::Trace(choice, way) => self.trace(choice, way, site, effort)?,
            Stage::LayOut(mut new, next) => {
                if site.blocks.go_on(&mut new, effort)? {
                    *next
                } else {
                    Stage::LayOut(new, next)
                }
            }
            Stage::Block(choice, way, board) => {
                effort.spend(BEGUN);
                let most = choice.most_in_block(&way);
                let most = most.unwrap_or(MOST_IN_BLOCK).min(MOST_IN_BLOCK);
                let width = self.style.width().min(WIDTH_OF_BLOCK);
                let solving = site.blocks.beam(&board, width, most)?;
                Stage::Solve(choice, way, solving)
            }
            Stage::LastBlock(board) => {
                effort.spend(BEGUN);
                // A small board is nothing but its last block.
                let width = if self.tasks.len() == 1 {
                    self.style.width()
                } else {
                    WIDTH_OF_LAST.max(LAST_TO_OTHERS * self.style.width())
                };
                let width = width << (WIDER * self.failures);
                Stage::Last(site.blocks.beam(&board, width, MOST_IN_LAST)?)
            }
            Stage::Solve(mut choice, way, mut solving) => {
                match solving.advance(until, counts)? {
                    Step::Found(moves) => choice.weigh(&way, &choice::sides(&moves), site)?,
                    Step::Done => {}
                    Step::Paused | Step::Bound(_) => {
                        effort.spend(Effort::SLICE);
                        return Ok(Stage::Solve(choice, way, solving));
                    }
                }
                choice.next();
                effort.spend(WEIGHED * site.at.len());
                self.choose(choice, site, effort)?
            }
            Stage::Last(mut solving) => match solving.advance(until, counts)? {
                Step::Found(moves) => Stage::Go(choice::sides(&moves), 0),
                Step::Done => self.fail(site),
                Step::Paused | Step::Bound(_) => {
                    effort.spend(Effort::SLICE);
                    Stage::Last(solving)
                }
            },
            Stage::Go(way, first) => self.go(way, first, site, effort)?,
            Stage::Flow(mut flow) => {
                if let Some(looked_at) = flow.step(site)? {
                    effort.spend(LOOKED_AT * looked_at);
                    match self.flowing.goes_on(flow, site) {
                        Some(flow) => Stage::Flow(flow),
                        None => Stage::Begin,
                    }
                } else {
                    self.end(site);
                    Stage::Begin
                }
            }
            Stage::Fetch(mut peel) => {
                if let Some(looked_at) = peel.step(site)? {
                    effort.spend(LOOKED_AT * looked_at);
                    Stage::Fetch(peel)
                } else {
                    Stage::Begin
                }
            }
            Stage::Over => Stage::Over,
        })
    }

    /// Goes on with the way to an arrival.
    fn trace(
        &mut self,
        mut choice: Choice,
        mut way: Way,
        site: &Site,
        effort: &mut Effort,
    ) -> Result<Stage, OutOfMemory> {
        if !choice.errand.trace(&mut way, effort) {
            return Ok(Stage::Trace(choice, way));
        }
        let board = choice.errand.block_after(&way, site)?;
        effort.spend(5 * (site.at.len() + way.backwards().len()));
        if let Some(board) = board {
            return with_tables(site, board, |board| Stage::Block(choice, way, board));
        }
        // There is no block.
        choice.weigh(&way, &[], site)?;
        choice.next();
        self.choose(choice, site, effort)
    }

    /// Goes some more of a way.
    fn go(
        &mut self,
        way: Vec<Side>,
        first: usize,
        site: &mut Site,
        effort: &mut Effort,
    ) -> Result<Stage, OutOfMemory> {
        let end = way.len().min(first + effort.room(GONE));
        effort.spend((end - first) * GONE);
        for &side in &way[first..end] {
            if let Some(cell) = site.beside(site.blank, side) {
                site.go_or_undo(side, cell)?;
            }
        }
        if end < way.len() {
            return Ok(Stage::Go(way, end));
        }
        if let Task::Errand(Aim::Flow) = self.tasks[self.next] {
            self.attempts = 0;
            if let Some(flow) = self.flowing.after_beam(site) {
                return Ok(Stage::Flow(flow));
            }
        }
        self.end(site);
        Ok(Stage::Begin)
    }

    /// Leaves alone what the task has put in order, and goes on to the next one.
    fn end(&mut self, site: &mut Site) {
        let cells = match &self.tasks[self.next] {
            Task::Errand(Aim::Gather(gather)) => gather.block.cells_on(site).collect(),
            Task::Errand(Aim::Order { cells, last: None }) => cells.clone(),
            Task::Lines(lines, _) => lines.iter().flatten().copied().collect(),
            Task::Errand(Aim::Order { .. } | Aim::Flow) | Task::Last(_) => Vec::new(),
        };
        for cell in cells {
            debug_assert_eq!(usize::from(site.at[cell]), cell);
            site.is_fixed[cell] = true;
        }
        self.next += 1;
        self.failures = 0;
        self.fetched = 0;
        self.attempts = 0;
        let milestone = style::milestone(site);
        let of_shortest = self.to_beat.get(self.milestones.len());
        if of_shortest.is_some_and(|&of_shortest| style::is_hopeless(milestone, of_shortest)) {
            self.give_up();
        }
        self.milestones.push(milestone);
    }

    /// Goes on for a slice. The boards expanded are counted, not beyond the limit, and not much
    /// beyond `until`.
    pub(super) fn advance(
        &mut self,
        site: &mut Site,
        until: u64,
        counts: &mut Counts,
    ) -> Result<Progress, OutOfMemory> {
        let mut effort = Effort::slice();
        while !effort.is_spent() && counts.expanded < until.min(counts.limit) {
            let stage = mem::replace(&mut self.stage, Stage::Over);
            self.stage = self.go_on(stage, site, until, counts, &mut effort)?;
            if let Stage::Over = self.stage {
                let is_solved = self.next == self.tasks.len();
                return Ok(if is_solved {
                    Progress::Solved
                } else {
                    Progress::GivenUp
                });
            }
        }
        Ok(Progress::Busy)
    }
}

/// What a move of a way costs that is gone, in nanoseconds.
const GONE: usize = 10;

/// What a cell costs when a way is weighed, in nanoseconds.
const WEIGHED: usize = 2;

/// What a cell costs that a flow looks at, in nanoseconds.
const LOOKED_AT: usize = 5;

/// What it costs to begin a beam, in nanoseconds.
const BEGUN: usize = 20_000;

/// Returns the stage that solves a block, after the one that lays out its tables, if need be.
fn with_tables(
    site: &Site,
    board: CanonicalBoard,
    solve: impl FnOnce(CanonicalBoard) -> Stage,
) -> Result<Stage, OutOfMemory> {
    let new = site.blocks.lay_out(board.shape)?;
    let solve = solve(board);
    Ok(match new {
        Some(new) => Stage::LayOut(Box::new(new), Box::new(solve)),
        None => solve,
    })
}

#[cfg(test)]
mod tests {
    use super::{Progress, Staged, Style};
    use crate::construct::site::Site;
    use crate::search::trial::{Random, walk};
    use crate::shape::Shape;
    use crate::work::{Counts, Step, Work};

    #[test]
    fn a_last_block_is_tried_again_by_wider_beams() {
        let shape = Shape::square(4).unwrap();
        let (mut by_narrow_beam, mut by_stages) = (0, 0);
        for seed in 0..30 {
            let (board, _) = walk(shape, 15, 400, &mut Random(seed));
            let mut site = Site::filled(&board);
            let mut staged = Staged::new(&site, Style::numbered(0, 1), false, &[]).unwrap();
            let mut counts = Counts::default();
            let progress = loop {
                match staged.advance(&mut site, u64::MAX, &mut counts).unwrap() {
                    Progress::Busy => {}
                    over => break over,
                }
            };
            by_stages += u32::from(progress == Progress::Solved);
            if progress == Progress::Solved {
                assert!(board.is_solved_by(&site.moves.iter().copied().collect()));
            }
            let mut beam = site.blocks.beam(&board, 1, 300).unwrap();
            by_narrow_beam += u32::from(loop {
                match beam.advance(u64::MAX, &mut counts).unwrap() {
                    Step::Found(_) => break true,
                    Step::Done => break false,
                    Step::Paused | Step::Bound(_) => {}
                }
            });
        }
        assert!(by_narrow_beam < by_stages, "{by_narrow_beam} {by_stages}");
    }
}
