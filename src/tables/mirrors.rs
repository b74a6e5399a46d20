//! Which patterns are mirror images of others, so that one table serves both.

use alloc::vec::Vec;

use super::pattern::Pattern;
use super::symmetry::Symmetry;

/// For each pattern the first one before it that is its mirror image, and the symmetry that turns
/// it into that one.
pub(super) type Mirrors = Vec<Option<(usize, Symmetry)>>;

/// Finds the mirror images among these patterns.
pub(super) fn find_mirrors(patterns: &[Pattern]) -> Mirrors {
    let (mut found, mut symmetries) = (Mirrors::new(), Vec::new());
    // The patterns that are no mirror images: their cells and their numbers, in this order.
    let mut own: Vec<(u64, usize)> = Vec::new();
    for (nth, pattern) in patterns.iter().enumerate() {
        if nth == 0 || patterns[nth - 1].shape() != pattern.shape() {
            symmetries = Symmetry::all(pattern.shape());
        }
        let mirror = symmetries.iter().find_map(|symmetry| {
            let mask = symmetry.set(pattern.mask());
            let first = own.partition_point(|own| own.0 < mask);
            let mut same = own[first..].iter().take_while(|own| own.0 == mask);
            let is_image = |&&(_, of): &&(u64, usize)| {
                patterns[of].shape() == pattern.shape()
                    && pattern.looks_like(&patterns[of], symmetry)
            };
            Some((same.find(is_image)?.1, *symmetry))
        });
        if mirror.is_none() {
            let at = own.partition_point(|own| own.0 <= pattern.mask());
            own.insert(at, (pattern.mask(), nth));
        }
        found.push(mirror);
    }
    found
}
