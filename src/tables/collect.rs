//! From the blocks of a search to the words of tables.

use alloc::vec::Vec;

use super::grid::Maps;
use super::index::PatternIndex;
use super::memory::OutOfMemory;
use super::plan::side;
use super::sweep::Half;
use super::words::Words;
use crate::effort::Effort;

/// Puts the blocks of both halves in the order of the index, without the unused bits of their
/// words: one table after the other. The memory of the blocks goes as that of the last table comes.
#[derive(Debug)]
pub(super) struct Collect {
    halves: [Half; 2],
    /// By table and half the plane with the table's bits.
    planes: Vec<[usize; 2]>,
    maps: Maps,
    /// The next map's number.
    number: usize,
    /// The next block of each half.
    blocks: [usize; 2],
    made: Vec<Words>,
    /// Whether the memory was given back that is not needed any more.
    is_tidy: bool,
    writer: Option<Writer>,
}

/// What a map costs, and a word of a block.
const MAP_COST: usize = 30;
const WORD_COST: usize = 3;

impl Collect {
    pub(super) const fn new(
        index: &PatternIndex,
        halves: [Half; 2],
        planes: Vec<[usize; 2]>,
    ) -> Self {
        Self {
            halves,
            planes,
            maps: Maps::new(index.grid().cells, index.tiles()),
            number: 0,
            blocks: [0; 2],
            made: Vec::new(),
            is_tidy: false,
            writer: None,
        }
    }

    /// Goes on, and returns the words of all tables once they are there.
    pub(super) fn advance(
        &mut self,
        index: &PatternIndex,
        effort: &mut Effort,
    ) -> Result<Option<Vec<Words>>, OutOfMemory> {
        if !self.is_tidy {
            // Of one table, one plane is enough.
            let others = |half: usize| match self.planes[..] {
                [planes] => Some(1 - planes[half]),
                _ => None,
            };
            let (even, odd) = (others(0), others(1));
            let [first, second] = &mut self.halves;
            self.is_tidy = first.forget(even, effort) && second.forget(odd, effort);
        }
        while !effort.is_spent() {
            let table = self.made.len();
            if table == self.planes.len() {
                return Ok(Some(core::mem::take(&mut self.made)));
            }
            let writer = match &mut self.writer {
                Some(writer) => writer,
                None => self.writer.insert(Writer::new(index)?),
            };
            let Some(map) = self.maps.next() else {
                if let Some(writer) = self.writer.take() {
                    self.made.push(writer.end());
                }
                self.maps = Maps::new(index.grid().cells, index.tiles());
                (self.number, self.blocks) = (0, [0; 2]);
                continue;
            };
            effort.spend(MAP_COST);
            let side = side(index, map);
            let (half, plane) = (&mut self.halves[side], self.planes[table][side]);
            for _ in index.blocks_of(self.number) {
                let block = half.block(plane, self.blocks[side]);
                let words = writer.put_block(index, block, half.lanes(), table);
                effort.spend(WORD_COST * words);
                self.blocks[side] += 1;
                if table + 1 == self.planes.len() {
                    half.forget_before(plane, self.blocks[side], effort);
                }
            }
            self.number += 1;
        }
        Ok(None)
    }
}

/// The words of a table, while they are written.
#[derive(Debug)]
struct Writer {
    words: Words,
    partial: u64,
    filled: u32,
    /// The bits of a word of a block.
    bits: u32,
}

impl Writer {
    fn new(index: &PatternIndex) -> Result<Self, OutOfMemory> {
        Ok(Self {
            words: Words::with_room(index.entries().div_ceil(64) as usize)?,
            partial: 0,
            filled: 0,
            bits: index.orders().word_bits() as u32,
        })
    }

    fn put(&mut self, word: u64) {
        self.partial |= word << self.filled;
        self.filled += self.bits;
        if self.filled >= 64 {
            self.words.push(self.partial);
            self.filled -= 64;
            // The bits that found no place; none where `filled` is 0.
            self.partial = word >> 1 >> (self.bits - 1 - self.filled);
        }
    }

    /// Writes a block, and returns how many words that took.
    fn put_block(
        &mut self,
        index: &PatternIndex,
        block: &[u64],
        lanes: usize,
        table: usize,
    ) -> usize {
        if index.orders().lanes() == 1 {
            let used = index.orders().words();
            for nth in 0..used {
                self.put(block[nth * lanes + table]);
            }
            return used;
        }
        // Two words in two lanes.
        for words in block.chunks_exact(4) {
            for at in [0, 2, 1, 3] {
                self.put(words[at]);
            }
        }
        block.len()
    }

    fn end(mut self) -> Words {
        if self.filled > 0 {
            self.words.push(self.partial);
        }
        self.words
    }
}
