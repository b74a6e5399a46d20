//! The building of a table: breadth-first from the source, on several threads if told to.

use alloc::vec::Vec;
use core::mem;

use super::colours::Colours;
use super::plan::SlidePattern;
use super::scan_axis::{ScanAxis, Transposer};
use super::sweep::{CHUNK, Fixed, Known, Line, Part, Way};
use super::table::{SlideTable, words_of_line};
use crate::runtime::alloc::{OutOfMemory, reserved};
use crate::runtime::cost_model::slide_tables as cost;
use crate::runtime::effort::Effort;
use crate::runtime::gauge::ShowLevel;
use crate::runtime::job::Pace;
use crate::runtime::shared::Shared;
use crate::runtime::threads::{self, SLICES};
use crate::tables::words::Words;

/// A level is searched from the vertices that were not reached if the frontier has this share of
/// their number, in tenths, and at least this number of vertices.
const PULL_TENTHS: u64 = 8;
const PULL_FROM: u64 = 1_000;

/// A level is shared out to threads if the frontier has this number of vertices: their edges take
/// longer than it takes to start a thread.
const SHARED_FROM: u64 = 1 << 14;

/// Builds the table of a pattern. `show` receives the level, and the number of vertices whose
/// distance is known.
pub(crate) async fn build_slides(
    pattern: SlidePattern,
    transposer: &Shared<Transposer>,
    threads: usize,
    show: &dyn ShowLevel,
    pace: &mut Pace,
) -> Result<SlideTable, OutOfMemory> {
    let fixed = Shared::new(Fixed::new(pattern, transposer, pace).await?);
    let mut search = Search::new(fixed, pattern.source, threads, pace).await?;
    let (mut distance, mut frontier) = (1, 1);
    loop {
        let unseen: u64 = search.unseen.iter().sum();
        show(distance, pattern.vertices() - unseen);
        frontier = search.level(distance, frontier, pace).await?;
        if frontier == 0 {
            break;
        }
        distance += 1;
    }
    let max = distance - 1;
    show(max, pattern.vertices());
    let colours = Shared::clone(&search.fixed.colours);
    let words = search.collect(pace).await?;
    Ok(SlideTable::new(colours, pattern.source, max, words))
}

impl Fixed {
    /// Numbers the orders, and turns their low words.
    async fn new(
        pattern: SlidePattern,
        transposer: &Shared<Transposer>,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let SlidePattern { sides, home, .. } = pattern;
        let (colours, blocks) = Colours::with_blocks(sides, home, pattern.colours())?;
        pace.spend(Effort::SLICE).await;
        let mut images = [Vec::new(), Vec::new()];
        for axis in ScanAxis::BOTH {
            let (lines, cells_in_line) = transposer.lines(axis);
            let images = &mut images[axis as usize];
            *images = reserved(lines * cells_in_line * blocks.list.len())?;
            for line in 0..lines {
                for some in blocks.list.chunks(CHUNK / 32) {
                    for &word in some {
                        let image = |blank| transposer.turn(axis, line, blank, word);
                        images.extend((0..cells_in_line).map(image));
                    }
                    pace.spend(some.len() * cells_in_line * cost::TURN).await;
                }
            }
        }
        Ok(Self {
            colours: Shared::new(colours),
            blocks,
            images,
            transposer: Shared::clone(transposer),
        })
    }
}

/// The state of the search between two levels.
struct Search {
    fixed: Shared<Fixed>,
    threads: usize,
    /// The axis of the next level.
    axis: ScanAxis,
    /// `[axis][line]`; none while a level is made for them.
    lines: [Vec<Line>; 2],
    /// `[axis]`: the number of vertices that were not reached.
    unseen: [u64; 2],
}

impl Search {
    /// Begins with the goal as the source has it.
    async fn new(
        fixed: Shared<Fixed>,
        source: ScanAxis,
        threads: usize,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let words = words_of_line(fixed.colours.orders());
        let mut lines = [Vec::new(), Vec::new()];
        for axis in ScanAxis::BOTH {
            for _ in 0..fixed.transposer.lines(axis).0 {
                let mut line = Line {
                    seen: reserved(words)?,
                    bits: reserved(words)?,
                    level: reserved(words)?,
                };
                while line.level.len() < words {
                    let len = words.min(line.level.len() + CHUNK);
                    for words in [&mut line.seen, &mut line.bits, &mut line.level] {
                        words.resize(len, 0);
                    }
                    pace.spend(3 * cost::NEW_WORD * CHUNK).await;
                }
                lines[axis as usize].push(line);
            }
        }
        let mut unseen = [0, 1].map(|axis| (lines[axis].len() * fixed.colours.orders()) as u64);
        unseen[source as usize] -= 1;
        let (goal, line) = fixed.colours.goal(source);
        let number = fixed.colours.rank(goal);
        let line = &mut lines[source as usize][line];
        line.level[number / 64] = 1 << (number % 64);
        line.seen[number / 64] = 1 << (number % 64);
        Ok(Self {
            fixed,
            threads,
            axis: source.other(),
            lines,
            unseen,
        })
    }

    /// Finds the vertices at a distance from the `frontier` vertices before, and returns their
    /// number.
    async fn level(
        &mut self,
        distance: u32,
        frontier: u64,
        pace: &mut Pace,
    ) -> Result<u64, OutOfMemory> {
        let axis = self.axis as usize;
        let is_large = frontier * 10 >= self.unseen[axis] * PULL_TENTHS && frontier >= PULL_FROM;
        let of_other = &mut self.lines[1 - axis];
        let mut levels = reserved(of_other.len())?;
        levels.extend(of_other.iter_mut().map(|line| mem::take(&mut line.level)));
        let mut known = Shared::new(Known {
            fixed: Shared::clone(&self.fixed),
            way: if is_large { Way::Pull } else { Way::Push },
            axis: self.axis,
            frontier: levels,
            has_bit: distance & 2 != 0,
        });
        let mut lines = mem::take(&mut self.lines[axis]);
        let count = lines.len();
        let shares = if frontier >= SHARED_FROM {
            self.threads.clamp(1, count)
        } else {
            1
        };
        let mut parts = reserved(shares)?;
        for nth in (0..shares).rev() {
            let first = nth * count / shares;
            parts.push(Part {
                lines: lines.split_off(first),
                first,
                found: 0,
            });
        }
        parts.reverse();
        self.find(&known, &mut parts, pace).await;
        let mut found = 0;
        for part in parts {
            found += part.found;
            self.lines[axis].extend(part.lines);
        }
        self.unseen[axis] -= found;
        if let Some(known) = Shared::get_mut(&mut known) {
            for (line, level) in self.lines[1 - axis]
                .iter_mut()
                .zip(known.frontier.drain(..))
            {
                line.level = level;
            }
        }
        self.axis = self.axis.other();
        Ok(found)
    }

    /// Finds the vertices of a level, on several threads if there are several parts.
    async fn find(&mut self, known: &Shared<Known>, parts: &mut Vec<Part>, pace: &mut Pace) {
        if parts.len() == 1 {
            return parts[0].find(known, pace).await;
        }
        let mut jobs: Vec<_> = parts
            .drain(..)
            .map(|part| (part.job(known), None))
            .collect();
        while jobs.iter().any(|(_, part)| part.is_none()) {
            threads::for_each(self.threads, jobs.iter_mut(), |(job, part)| {
                for _ in 0..SLICES {
                    if part.is_none() {
                        *part = job.do_slice();
                    }
                }
            });
            pace.end_slice().await;
        }
        parts.extend(jobs.into_iter().filter_map(|(_, part)| part));
    }

    /// Puts the bits of all lines together. Memory that is no longer needed is freed piece by
    /// piece, since that takes time.
    async fn collect(self, pace: &mut Pace) -> Result<Words, OutOfMemory> {
        let count = self.lines.iter().map(Vec::len).sum::<usize>();
        let mut words = Words::with_room(count * words_of_line(self.fixed.colours.orders()))?;
        let mut bits = reserved(count)?;
        for line in self.lines.into_iter().flatten() {
            for spent in [line.seen, line.level] {
                drop(spent);
                pace.spend(cost::FREE).await;
            }
            bits.push(line.bits);
        }
        drop(self.fixed);
        pace.spend(4 * cost::FREE).await;
        for line in bits {
            for some in line.chunks(CHUNK) {
                for &word in some {
                    words.push(word);
                }
                pace.spend(cost::NEW_WORD * CHUNK).await;
            }
            drop(line);
            pace.spend(cost::FREE).await;
        }
        Ok(words)
    }
}
