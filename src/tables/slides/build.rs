//! The building of a table: breadth first from the source, in slices, on several threads if told
//! to.

use alloc::vec::Vec;

use super::colours::Colours;
use super::plan::SlidePattern;
#[cfg(feature = "std")]
use super::pool::Pool;
use super::scan_axis::{ScanAxis, Transposer};
use super::sweep::{CHUNK, Fixed, Known, Line, Part, Way};
use super::table::{SlideTable, words_of_line};
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::effort::Effort;
use crate::runtime::shared::Shared;
use crate::tables::words::Words;

/// A table that is being built.
#[derive(Debug)]
pub(crate) struct BuildSlides {
    pattern: SlidePattern,
    transposer: Shared<Transposer>,
    threads: usize,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    New,
    /// Low words are turned.
    Turn(Fixed),
    /// Memory is taken for the lines.
    Room(Shared<Fixed>, Space),
    Level(Shared<Fixed>, Space, Level),
    Collect(Collect),
    Over,
}

/// What the search keeps.
#[derive(Debug)]
struct Space {
    /// By reading; none while a level is made for them.
    lines: [Vec<Line>; 2],
    /// The number of vertices that were not reached yet, by reading.
    unseen: [u64; 2],
    /// Threads that help with large levels.
    #[cfg(feature = "std")]
    pool: Option<Pool>,
}

/// A level of the search.
#[derive(Debug)]
struct Level {
    distance: u32,
    known: Shared<Known>,
    /// None while the pool works on them.
    parts: Vec<Part>,
    #[cfg(feature = "std")]
    is_shared: bool,
}

/// The bits are put together, and what else there was is given back, piece by piece: that takes
/// time, too.
#[derive(Debug)]
struct Collect {
    colours: Shared<Colours>,
    /// The largest distance.
    max: u32,
    fixed: Option<Shared<Fixed>>,
    spent: Vec<Vec<u64>>,
    /// The bits of each line, the last one first, and how many words of the next one are taken.
    bits: Vec<Vec<u64>>,
    at: usize,
    words: Words,
}

/// The cost to turn a low word for a cell, to touch a word of new memory, and to give a line
/// back, in nanoseconds.
const TURN_COST: usize = 4;
const NEW_WORD_COST: usize = 4;
const FREE_COST: usize = 150_000;

/// The frontier is so large that it is quicker to look for it from the vertices that were not
/// reached, if it has this share of their number, in tenths, and at least this many vertices.
const PULL_TENTHS: u64 = 8;
const PULL_FROM: u64 = 1_000;

/// A level is shared out to threads if the frontier has this many vertices: their edges take longer
/// than it takes to wake a thread.
const SHARED_FROM: u64 = 1 << 14;

impl BuildSlides {
    pub(crate) const fn new(pattern: SlidePattern, transposer: Shared<Transposer>) -> Self {
        Self {
            pattern,
            transposer,
            threads: 1,
            stage: Stage::New,
        }
    }

    /// Sets how many threads work.
    #[cfg(feature = "std")]
    pub(crate) const fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// Returns the number of vertices.
    pub(crate) fn vertices(&self) -> u64 {
        self.pattern.vertices()
    }

    /// Returns the level, and the vertices whose distance is known.
    pub(crate) fn progress(&self) -> (u32, u64) {
        match &self.stage {
            Stage::Level(_, space, level) => {
                let unseen: u64 = space.unseen.iter().sum();
                (level.distance, self.vertices() - unseen)
            }
            Stage::Collect(collect) => (collect.max, self.vertices()),
            _ => (0, 0),
        }
    }

    /// Goes on, and returns the table once it is built.
    pub(crate) fn advance(
        &mut self,
        effort: &mut Effort,
    ) -> Result<Option<SlideTable>, OutOfMemory> {
        while !effort.is_spent() {
            self.stage = match core::mem::replace(&mut self.stage, Stage::Over) {
                Stage::New => {
                    effort.spend(Effort::SLICE);
                    Stage::Turn(self.fixed()?)
                }
                Stage::Turn(mut fixed) => {
                    if fixed.turn(effort) {
                        let space = Space::new(&fixed)?;
                        Stage::Room(Shared::new(fixed), space)
                    } else {
                        Stage::Turn(fixed)
                    }
                }
                Stage::Room(fixed, mut space) => {
                    if space.make_room(&fixed, effort)? {
                        let level = space.first(&fixed, self.pattern.source)?;
                        Stage::Level(fixed, space, level)
                    } else {
                        Stage::Room(fixed, space)
                    }
                }
                Stage::Level(fixed, mut space, mut level) => {
                    if !level.advance(&mut space, self.threads, effort) {
                        Stage::Level(fixed, space, level)
                    } else if let Some(next) = level.next(&fixed, &mut space, self.threads)? {
                        Stage::Level(fixed, space, next)
                    } else {
                        Stage::Collect(Collect::new(fixed, space, level.distance - 1)?)
                    }
                }
                Stage::Collect(mut collect) => {
                    if collect.advance(effort) {
                        let Collect {
                            colours,
                            max,
                            words,
                            ..
                        } = collect;
                        let source = self.pattern.source;
                        return Ok(Some(SlideTable::new(colours, source, max, words)));
                    }
                    Stage::Collect(collect)
                }
                Stage::Over => return Ok(None),
            }
        }
        Ok(None)
    }

    /// Numbers the orders, and takes memory for what is turned.
    fn fixed(&self) -> Result<Fixed, OutOfMemory> {
        let SlidePattern { sides, home, .. } = self.pattern;
        let (colours, blocks) = Colours::with_blocks(sides, home, self.pattern.colours())?;
        let images = sides[0] * sides[1] * blocks.list.len();
        Ok(Fixed {
            colours: Shared::new(colours),
            blocks,
            images: [reserved(images)?, reserved(images)?],
            transposer: Shared::clone(&self.transposer),
        })
    }
}

impl Fixed {
    /// Transposer low words; true once all are.
    fn turn(&mut self, effort: &mut Effort) -> bool {
        let list = &self.blocks.list;
        for reading in ScanAxis::BOTH {
            let (lines, cells_in_line) = self.transposer.lines(reading);
            let images = &mut self.images[reading as usize];
            while images.len() < lines * cells_in_line * list.len() {
                if effort.is_spent() {
                    return false;
                }
                let line = images.len() / cells_in_line / list.len();
                let word = images.len() / cells_in_line % list.len();
                let some = &list[word..list.len().min(word + CHUNK / 32)];
                for &word in some {
                    let image =
                        |blank_in_line| self.transposer.turn(reading, line, blank_in_line, word);
                    images.extend((0..cells_in_line).map(image));
                }
                effort.spend(some.len() * cells_in_line * TURN_COST);
            }
        }
        true
    }
}

impl Space {
    fn new(fixed: &Fixed) -> Result<Self, OutOfMemory> {
        let lines = ScanAxis::BOTH.map(|reading| fixed.transposer.lines(reading).0);
        Ok(Self {
            lines: [reserved(lines[0])?, reserved(lines[1])?],
            unseen: lines.map(|lines| (lines * fixed.colours.orders()) as u64),
            #[cfg(feature = "std")]
            pool: None,
        })
    }

    /// Takes memory for the lines, and clears it; true once all is done.
    fn make_room(&mut self, fixed: &Fixed, effort: &mut Effort) -> Result<bool, OutOfMemory> {
        let words = words_of_line(fixed.colours.orders());
        for reading in ScanAxis::BOTH {
            let lines = &mut self.lines[reading as usize];
            loop {
                let is_last = lines.len() == fixed.transposer.lines(reading).0;
                match lines.last_mut() {
                    Some(line) if line.level.len() < words => {
                        if effort.is_spent() {
                            return Ok(false);
                        }
                        let len = words.min(line.level.len() + CHUNK);
                        for words in [&mut line.seen, &mut line.bits, &mut line.level] {
                            words.resize(len, 0);
                        }
                        effort.spend(3 * NEW_WORD_COST * CHUNK);
                    }
                    _ if is_last => break,
                    _ => lines.push(Line {
                        seen: reserved(words)?,
                        bits: reserved(words)?,
                        level: reserved(words)?,
                    }),
                }
            }
        }
        Ok(true)
    }

    /// Begins with the goal in a reading.
    fn first(&mut self, fixed: &Shared<Fixed>, source: ScanAxis) -> Result<Level, OutOfMemory> {
        let (goal, line) = fixed.colours.goal(source);
        let number = fixed.colours.rank(goal);
        let line = &mut self.lines[source as usize][line];
        line.level[number / 64] = 1 << (number % 64);
        line.seen[number / 64] = 1 << (number % 64);
        self.unseen[source as usize] -= 1;
        self.level(fixed, source.other(), (1, 1), 1)
    }

    /// Begins a level by its distance and the number of vertices of the frontier.
    fn level(
        &mut self,
        fixed: &Shared<Fixed>,
        reading: ScanAxis,
        (distance, frontier): (u32, u64),
        threads: usize,
    ) -> Result<Level, OutOfMemory> {
        let unseen = self.unseen[reading as usize];
        let is_large = frontier * 10 >= unseen * PULL_TENTHS && frontier >= PULL_FROM;
        let of_other = &mut self.lines[reading.other() as usize];
        let mut levels = reserved(of_other.len())?;
        levels.extend(
            of_other
                .iter_mut()
                .map(|line| core::mem::take(&mut line.level)),
        );
        let known = Known {
            fixed: Shared::clone(fixed),
            way: if is_large { Way::Pull } else { Way::Push },
            reading,
            frontier: levels,
            has_bit: distance & 2 != 0,
        };
        let mut lines = core::mem::take(&mut self.lines[reading as usize]);
        let count = lines.len();
        let shares = if frontier >= SHARED_FROM {
            threads.clamp(1, count)
        } else {
            1
        };
        let mut parts = reserved(shares)?;
        for nth in (0..shares).rev() {
            let first = nth * count / shares;
            parts.push(Part::new(first, lines.split_off(first)));
        }
        Ok(Level {
            distance,
            known: Shared::new(known),
            parts,
            #[cfg(feature = "std")]
            is_shared: shares > 1,
        })
    }
}

impl Level {
    /// Goes on; true at the end of the level.
    fn advance(
        &mut self,
        #[cfg_attr(
            not(feature = "std"),
            expect(unused_variables, reason = "there is no pool")
        )]
        space: &mut Space,
        #[cfg_attr(
            not(feature = "std"),
            expect(unused_variables, reason = "there are none")
        )]
        threads: usize,
        effort: &mut Effort,
    ) -> bool {
        #[cfg(feature = "std")]
        if self.is_shared {
            let pool = space.pool.get_or_insert_with(|| Pool::new(threads - 1));
            return pool.advance(&self.known, &mut self.parts, effort);
        }
        let mut parts = self.parts.iter_mut();
        parts.all(|part| part.advance(&self.known, effort))
    }

    /// Gives all back at the end of the level, and begins the next one, if there is one.
    fn next(
        &mut self,
        fixed: &Shared<Fixed>,
        space: &mut Space,
        threads: usize,
    ) -> Result<Option<Self>, OutOfMemory> {
        let reading = self.known.reading;
        let mut found = 0;
        // Parts may come back from the pool in another order.
        self.parts.sort_by_key(Part::first);
        for part in self.parts.drain(..) {
            found += part.found;
            space.lines[reading as usize].extend(part.lines);
        }
        space.unseen[reading as usize] -= found;
        if let Some(known) = Shared::get_mut(&mut self.known) {
            let of_other = &mut space.lines[reading.other() as usize];
            for (line, level) in of_other.iter_mut().zip(known.frontier.drain(..)) {
                line.level = level;
            }
        }
        if found == 0 {
            return Ok(None);
        }
        let next = space.level(fixed, reading.other(), (self.distance + 1, found), threads);
        next.map(Some)
    }
}

impl Collect {
    fn new(fixed: Shared<Fixed>, space: Space, max: u32) -> Result<Self, OutOfMemory> {
        let count = space.lines.iter().map(Vec::len).sum::<usize>();
        let mut spent = reserved(2 * count)?;
        let mut bits = reserved(count)?;
        for line in space.lines.into_iter().flatten() {
            spent.extend([line.seen, line.level]);
            bits.push(line.bits);
        }
        bits.reverse();
        let colours = Shared::clone(&fixed.colours);
        Ok(Self {
            words: Words::with_room(count * words_of_line(colours.orders()))?,
            colours,
            max,
            fixed: Some(fixed),
            spent,
            bits,
            at: 0,
        })
    }

    /// Goes on; true once the words are those of the table.
    fn advance(&mut self, effort: &mut Effort) -> bool {
        while !effort.is_spent() {
            if self.spent.pop().is_some() {
                effort.spend(FREE_COST);
            } else if self.fixed.take().is_some() {
                effort.spend(4 * FREE_COST);
            } else if let Some(line) = self.bits.last() {
                let end = line.len().min(self.at + CHUNK);
                for &word in &line[self.at..end] {
                    self.words.push(word);
                }
                effort.spend(NEW_WORD_COST * CHUNK);
                self.at = end;
                if end == line.len() {
                    self.bits.pop();
                    self.at = 0;
                    effort.spend(FREE_COST);
                }
            } else {
                return true;
            }
        }
        false
    }
}
