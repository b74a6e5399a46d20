//! The building of a table: breadth first from the source, in slices, on several threads if told
//! to.

use alloc::vec::Vec;

use super::colours::{Blocks, Colours};
use super::plan::SlidePattern;
use super::reading::{Reading, Turns};
use super::sweep::{Known, Sweep, Way};
use super::table::{SlideTable, words_of_line};
use crate::effort::Effort;
use crate::tables::Shared;
use crate::tables::memory::{OutOfMemory, reserved};
use crate::tables::words::Words;

/// A table that is being built.
#[derive(Debug)]
pub(crate) struct BuildSlides {
    pattern: SlidePattern,
    turns: Shared<Turns>,
    threads: usize,
    stage: Stage,
}

#[derive(Debug)]
enum Stage {
    New,
    /// Memory is taken; the low words are turned.
    Room(Space),
    Level(Space, Level),
    Over,
}

/// What the search keeps.
#[derive(Debug)]
pub(super) struct Space {
    colours: Shared<Colours>,
    blocks: Blocks,
    /// By reading, line, low word and cell of the line: the low word turned.
    images: [Vec<u32>; 2],
    /// By reading, all lines: the vertices that were reached, and those whose distance has bit 1.
    seen: [Vec<u64>; 2],
    bits: Words,
    /// The vertices of the last level and, while they are found, of the next one. The latter is
    /// empty before a level.
    frontier: Vec<u64>,
    next: Vec<u64>,
    /// How many vertices were not reached yet, by reading.
    unseen: [u64; 2],
}

/// A level of the search.
#[derive(Debug)]
struct Level {
    distance: u32,
    /// The reading of its vertices; the frontier is of the other one.
    reading: Reading,
    /// How many vertices the frontier has.
    frontier: u64,
    sweep: Option<Sweep>,
    /// The word that is taken over next, and the vertices found in those before.
    merged: usize,
    found: u64,
}

/// How many words are cleared or merged at a time; each takes about a nanosecond.
const CHUNK: usize = 1 << 14;

/// The frontier is so large that it is quicker to look for it from the vertices that were not
/// reached, if it has this share of their number, in tenths, and at least this many vertices.
const PULL_TENTHS: u64 = 8;
const PULL_FROM: u64 = 1_000;

/// A level is shared out to threads if the frontier has this many vertices: their edges take longer
/// than it takes to start threads.
const SHARED_FROM: u64 = 1 << 14;

impl BuildSlides {
    pub(crate) const fn new(pattern: SlidePattern, turns: Shared<Turns>) -> Self {
        Self {
            pattern,
            turns,
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
            Stage::Level(space, level) => {
                let unseen: u64 = space.unseen.iter().sum();
                (level.distance, self.vertices() - unseen)
            }
            _ => (0, 0),
        }
    }

    /// Goes on, and returns the table once it is built.
    pub(crate) fn advance(
        &mut self,
        effort: &mut Effort,
    ) -> Result<Option<SlideTable>, OutOfMemory> {
        while !effort.is_spent() {
            match core::mem::replace(&mut self.stage, Stage::Over) {
                Stage::New => {
                    let space = Space::new(&self.pattern, &self.turns)?;
                    effort.spend(Effort::SLICE);
                    self.stage = Stage::Room(space);
                }
                Stage::Room(mut space) => {
                    self.stage = if space.make_room(&self.turns, effort) {
                        let level = space.begin(self.pattern.source);
                        Stage::Level(space, level)
                    } else {
                        Stage::Room(space)
                    };
                }
                Stage::Level(mut space, mut level) => {
                    if !level.advance(&mut space, &self.turns, self.threads, effort) {
                        self.stage = Stage::Level(space, level);
                    } else if level.found > 0 {
                        let next = level.next();
                        self.stage = Stage::Level(space, next);
                    } else {
                        let max = level.distance - 1;
                        let table =
                            SlideTable::new(space.colours, self.pattern.source, max, space.bits);
                        return Ok(Some(table));
                    }
                }
                Stage::Over => return Ok(None),
            }
        }
        Ok(None)
    }
}

impl Space {
    /// Takes all memory, and writes to little of it.
    fn new(pattern: &SlidePattern, turns: &Turns) -> Result<Self, OutOfMemory> {
        let colours = Colours::with_blocks(pattern.sides, pattern.home, pattern.colours());
        let (colours, blocks) = colours?;
        let line = words_of_line(colours.orders());
        let words = |reading| turns.lines(reading).0 * line;
        let most = pattern.sides[0].max(pattern.sides[1]) * line;
        let [rows, cols] = Reading::BOTH;
        let images = pattern.sides[0] * pattern.sides[1] * blocks.list.len();
        let vertices = |reading| (turns.lines(reading).0 * colours.orders()) as u64;
        Ok(Self {
            images: [reserved(images)?, reserved(images)?],
            seen: [reserved(words(rows))?, reserved(words(cols))?],
            bits: Words::with_room(words(rows) + words(cols))?,
            frontier: reserved(most)?,
            next: reserved(most)?,
            unseen: Reading::BOTH.map(vertices),
            colours: Shared::new(colours),
            blocks,
        })
    }

    /// Turns low words and clears memory; true once all is done.
    fn make_room(&mut self, turns: &Turns, effort: &mut Effort) -> bool {
        let list = &self.blocks.list;
        for reading in Reading::BOTH {
            let (lines, crosses) = turns.lines(reading);
            let images = &mut self.images[reading as usize];
            while images.len() < lines * crosses * list.len() {
                if effort.is_spent() {
                    return false;
                }
                let line = images.len() / crosses / list.len();
                let word = images.len() / crosses % list.len();
                let some = &list[word..list.len().min(word + CHUNK / 32)];
                for &word in some {
                    let image = |cross| turns.turn(reading, line, cross, word);
                    images.extend((0..crosses).map(image));
                }
                effort.spend(some.len() * crosses * 4);
            }
        }
        let line = words_of_line(self.colours.orders());
        for reading in Reading::BOTH {
            let words = turns.lines(reading).0 * line;
            let seen = &mut self.seen[reading as usize];
            while seen.len() < words {
                if effort.is_spent() {
                    return false;
                }
                let len = words.min(seen.len() + CHUNK);
                for _ in seen.len()..len {
                    self.bits.push(0);
                }
                seen.resize(len, 0);
                effort.spend(4 * CHUNK);
            }
        }
        let most = self.seen[0].len().max(self.seen[1].len());
        for list in [&mut self.frontier, &mut self.next] {
            while list.len() < most {
                if effort.is_spent() {
                    return false;
                }
                list.resize(most.min(list.len() + CHUNK), 0);
                effort.spend(2 * CHUNK);
            }
        }
        true
    }

    /// Begins with the goal in a reading.
    fn begin(&mut self, source: Reading) -> Level {
        let (goal, line) = self.colours.goal(source);
        let line_words = words_of_line(self.colours.orders());
        let number = self.colours.rank(goal);
        let word = line * line_words + number / 64;
        self.frontier[word] = 1 << (number % 64);
        self.seen[source as usize][word] = 1 << (number % 64);
        self.unseen[source as usize] -= 1;
        Level {
            distance: 1,
            reading: source.other(),
            frontier: 1,
            sweep: None,
            merged: 0,
            found: 0,
        }
    }
}

impl Level {
    /// Returns the level after this one.
    const fn next(&self) -> Self {
        Self {
            distance: self.distance + 1,
            reading: self.reading.other(),
            frontier: self.found,
            sweep: None,
            merged: 0,
            found: 0,
        }
    }

    /// Goes on; true at the end of the level. Then its vertices are the frontier.
    fn advance(
        &mut self,
        space: &mut Space,
        turns: &Turns,
        threads: usize,
        effort: &mut Effort,
    ) -> bool {
        let unseen = space.unseen[self.reading as usize];
        let is_large = self.frontier * 10 >= unseen * PULL_TENTHS && self.frontier >= PULL_FROM;
        let (lines, _) = turns.lines(self.reading);
        let sweep = self.sweep.get_or_insert_with(|| {
            let way = if is_large { Way::Pull } else { Way::Push };
            let is_shared = self.frontier >= SHARED_FROM;
            Sweep::new(way, lines, if is_shared { threads } else { 1 })
        });
        let to = self.reading as usize;
        let from = self.reading.other();
        let words = space.seen[to].len();
        let known = Known {
            colours: &space.colours,
            blocks: &space.blocks,
            images: match sweep.way() {
                Way::Push => &space.images[from as usize],
                Way::Pull => &space.images[to],
            },
            turns,
            reading: self.reading,
            frontier: &space.frontier,
            seen: &space.seen[to],
        };
        if !sweep.advance(&known, &mut space.next[..words], effort) {
            return false;
        }
        // A distance with bit 1.
        let mask = if self.distance & 2 == 0 { 0 } else { u64::MAX };
        while self.merged < space.frontier.len() {
            if effort.is_spent() {
                return false;
            }
            let end = space.frontier.len().min(self.merged + CHUNK);
            let of_level = self.merged.min(words)..end.min(words);
            let first = match self.reading {
                Reading::Rows => 0,
                Reading::Columns => space.seen[0].len(),
            };
            let bits = &mut space.bits[first + of_level.start..first + of_level.end];
            let seen = &mut space.seen[to][of_level];
            let some = self.merged..end;
            let next = &mut space.next[some.clone()];
            let frontier = &mut space.frontier[some];
            for ((seen, bits), next) in seen.iter_mut().zip(bits).zip(next.iter_mut()) {
                let new = *next & !*seen;
                *next = new;
                *seen |= new;
                *bits |= new & mask;
                self.found += u64::from(new.count_ones());
            }
            // The old frontier is cleared, for it is the next level's list of finds.
            frontier.fill(0);
            self.merged = end;
            effort.spend(2 * CHUNK);
        }
        core::mem::swap(&mut space.frontier, &mut space.next);
        space.unseen[to] -= self.found;
        true
    }
}
