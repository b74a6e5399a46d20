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
    // The cells and the numbers of the patterns that are no mirror images, in order.
    let mut own: Vec<(u64, usize)> = Vec::new();
    for (nth, pattern) in patterns.iter().enumerate() {
        if nth == 0 || patterns[nth - 1].shape != pattern.shape {
            symmetries = Symmetry::all(pattern.shape);
        }
        let mirror = symmetries.iter().find_map(|symmetry| {
            let mask = symmetry.set(pattern.mask);
            let first = own.partition_point(|own| own.0 < mask);
            let is_image = |&&(_, of): &&(u64, usize)| {
                patterns[of].shape == pattern.shape && pattern.looks_like(&patterns[of], symmetry)
            };
            let mut same = own[first..].iter().take_while(|own| own.0 == mask);
            Some((same.find(is_image)?.1, *symmetry))
        });
        if mirror.is_none() {
            let place = own.partition_point(|&own| own < (pattern.mask, nth));
            own.insert(place, (pattern.mask, nth));
        }
        found.push(mirror);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::Shape;

    #[test]
    fn patterns_of_two_shapes_are_no_mirror_images() {
        let pattern = |rows, columns, mask| {
            let shape = Shape::rectangle(rows, columns).expect("a shape");
            Pattern::new(shape, 5, mask).expect("a pattern")
        };
        let own = pattern(2, 3, 0b11);
        let mirrors = |other| find_mirrors(&[own, other])[1].is_some();
        assert!(mirrors(pattern(2, 3, 0b110)));
        assert!(!mirrors(pattern(2, 3, 0b111)));
        assert!(!mirrors(pattern(3, 3, 0b11)));
        assert!(!mirrors(pattern(3, 2, 0b11)));
    }
}
