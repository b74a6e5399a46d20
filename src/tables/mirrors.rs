//! Which patterns are mirror images of others, so that one table serves both.

use alloc::vec::Vec;

use super::pattern::Pattern;
use super::symmetry::Symmetry;
use crate::runtime::effort::Effort;

/// For each pattern the first one before it that is its mirror image, and the symmetry that turns
/// it into that one.
pub(super) type Mirrors = Vec<Option<(usize, Symmetry)>>;

/// Mirror images that are being sought, pattern by pattern.
#[derive(Debug, Default)]
pub(super) struct FindMirrors {
    found: Mirrors,
    /// The symmetries of the last pattern's shape.
    symmetries: Vec<Symmetry>,
    /// The patterns that are no mirror images: their cells and their numbers, in this order.
    own: Vec<(u64, usize)>,
}

/// Returns the mirror images among these patterns.
pub(super) fn mirrors(patterns: &[Pattern]) -> Mirrors {
    let mut find = FindMirrors::default();
    loop {
        if let Some(mirrors) = find.advance(patterns, &mut Effort::slice()) {
            return mirrors;
        }
    }
}

/// What looking for a pattern in one symmetry costs.
const COST: usize = 150;

impl FindMirrors {
    /// Goes on, and returns what was found once all patterns were looked at.
    pub(super) fn advance(&mut self, patterns: &[Pattern], effort: &mut Effort) -> Option<Mirrors> {
        while let Some(pattern) = patterns.get(self.found.len()) {
            if effort.is_spent() {
                return None;
            }
            let nth = self.found.len();
            if nth == 0 || patterns[nth - 1].shape() != pattern.shape() {
                self.symmetries = Symmetry::all(pattern.shape());
            }
            effort.spend(COST * self.symmetries.len());
            let mirror = self.symmetries.iter().find_map(|symmetry| {
                let mask = symmetry.set(pattern.mask());
                let first = self.own.partition_point(|own| own.0 < mask);
                let mut same = self.own[first..].iter().take_while(|own| own.0 == mask);
                let is_image = |&&(_, of): &&(u64, usize)| {
                    patterns[of].shape() == pattern.shape()
                        && pattern.looks_like(&patterns[of], symmetry)
                };
                Some((same.find(is_image)?.1, *symmetry))
            });
            if mirror.is_none() {
                let at = self.own.partition_point(|own| own.0 <= pattern.mask());
                self.own.insert(at, (pattern.mask(), nth));
            }
            self.found.push(mirror);
        }
        Some(core::mem::take(&mut self.found))
    }
}
