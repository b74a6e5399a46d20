//! The tiles of one table, and what a move does to them.

/// The tiles of one table on a board, in one word.
///
/// Bits 0 to 31: the cells of the tiles. Bit 32: whether the two bits of the distance modulo 4
/// differ. Bit 33: its lower bit. From bit 40: the order of the tiles, three bits a slot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Placed(pub(crate) u64);

/// One move of a tile, as a table sees it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Step {
    /// The tile's cells before and after.
    pub(crate) flip: u32,
    /// The cells between them: each tile there is passed.
    pub(crate) between: u32,
    /// The cells below both.
    pub(crate) below: u32,
    /// The tile's cell before, where the blank is then.
    pub(crate) from: u8,
    /// True if the tile's cell gets a higher number.
    pub(crate) is_up: bool,
}

impl Placed {
    const DIFFER: u32 = 32;
    const LOWER: u32 = 33;
    const ORDER: u32 = 40;
    /// The bits that change with each move before the entry is known: the lower bit, and the bit
    /// that is compared with the entry.
    const CHANGED: u64 = 1 << Self::DIFFER | 1 << Self::LOWER;

    pub(crate) const fn new(map: u32, order: u32, distance: u32) -> Self {
        let differ = (distance ^ distance >> 1) & 1;
        let flags = (differ as u64) << Self::DIFFER | ((distance & 1) as u64) << Self::LOWER;
        Self(map as u64 | flags | (order as u64) << Self::ORDER)
    }

    #[inline(always)]
    pub(crate) const fn map(self) -> u32 {
        self.0 as u32
    }

    #[inline(always)]
    pub(crate) const fn order(self) -> u32 {
        (self.0 >> Self::ORDER) as u32
    }

    /// Returns the distance modulo 4.
    pub(crate) const fn distance(self) -> u32 {
        let (differ, lower) = (self.0 >> Self::DIFFER & 1, self.0 >> Self::LOWER & 1);
        ((differ ^ lower) << 1 | lower) as u32
    }

    /// Moves a tile. What depends on the new distance is as if that had grown and its entry were 0.
    /// `count` counts cells.
    ///
    /// There is no branch in it: half of all moves pass other tiles of the table, and no processor
    /// guesses which.
    #[inline(always)]
    pub(crate) fn moved(self, step: &Step, count: impl Fn(u32) -> u32) -> Self {
        let before = self.map();
        // The tile goes to the other end of its slot and those of the tiles that it passes.
        let low = Self::ORDER + 3 * count(before & step.below);
        let width = 3 + 3 * count(before & step.between);
        let slots = (1 << width) - 1;
        let part = self.0 >> low & slots;
        let right = if step.is_up { 3 } else { width - 3 };
        let turned = (part >> right | part << (width - right)) & slots;
        let shifted = self.0 ^ Self::CHANGED ^ u64::from(step.flip);
        Self(shifted ^ (part ^ turned) << low)
    }

    /// Returns whether the distance grew, 1 or 0, given its entry in the lowest bit.
    ///
    /// The entry is the upper bit of the new distance modulo 4, the lower one always changes. From
    /// 0 and 2 the upper one stays on the way up and changes on the way down; from 1 and 3 it is
    /// the other way round.
    #[inline(always)]
    pub(crate) const fn is_farther(self, entry: u64) -> u64 {
        (entry ^ self.0 >> Self::DIFFER) & 1
    }

    /// Returns the state, given whether its distance grew: 1 or 0.
    #[inline(always)]
    pub(crate) const fn grown(self, farther: u64) -> Self {
        // The upper bit of the distance is the entry, which is bit 32 before xor `farther`.
        let differ = (farther ^ self.0 >> Self::LOWER) & 1;
        Self(self.0 ^ differ << Self::DIFFER)
    }
}

/// Returns the number of cells in a set. `BITS` says that the processor counts them in one
/// instruction; without it lookups are faster than counting.
#[inline(always)]
pub(crate) fn count_tiles<const BITS: bool>(set: u32) -> u32 {
    if BITS {
        return set.count_ones();
    }
    count_byte(set) + count_byte(set >> 8) + count_byte(set >> 16) + count_byte(set >> 24)
}

/// Returns the number of cells in the lowest byte of a set, by a lookup.
#[inline(always)]
pub(crate) fn count_byte(set: u32) -> u32 {
    static COUNT: [u8; 256] = {
        let mut counts = [0; 256];
        let mut set = 0;
        while set < 256 {
            counts[set] = (set as u8).count_ones() as u8;
            set += 1;
        }
        counts
    };
    COUNT[(set & 0xff) as usize].into()
}
