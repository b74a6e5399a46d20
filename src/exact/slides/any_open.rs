//! The nodes of a search, by the number of words that its views take.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::kit::SlideKit;
use super::node::Node;
use super::step::{ByBytes, Expander, Limits, Open, Pause, Square};
use crate::runtime::effort::Effort;
use crate::runtime::work::Counts;
use crate::tables::slides::ScanAxis;

/// The nodes that are still to be looked at, of two, four or six views.
#[derive(Clone, Debug)]
pub(super) enum AnyOpen {
    Two(Box<Open<1>>),
    Four(Box<Open<2>>),
    Six(Box<Open<3>>),
}

/// Evaluates an expression for the nodes of any number of views.
macro_rules! each {
    ($any:expr, $open:ident => $result:expr) => {
        match $any {
            Self::Two($open) => $result,
            Self::Four($open) => $result,
            Self::Six($open) => $result,
        }
    };
}

impl AnyOpen {
    /// Returns room for the nodes of a search with this number of views.
    pub(super) fn new(views: usize) -> Self {
        match views {
            ..=2 => Self::Two(Box::new(Open::new())),
            3 | 4 => Self::Four(Box::new(Open::new())),
            _ => Self::Six(Box::new(Open::new())),
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        each!(self, open => open.is_empty())
    }

    /// Puts a node on the stack.
    pub(super) fn push(&mut self, node: Node) {
        each!(self, open => open.push(node.narrowed()));
    }

    /// Leaves all nodes.
    pub(super) fn clear(&mut self) {
        each!(self, open => open.clear());
    }

    /// Returns the number of a node's children and those within the bound, if no nodes are open.
    pub(super) fn children(
        &mut self,
        kit: &SlideKit,
        end: ScanAxis,
        node: &Node,
    ) -> (usize, Vec<Node>) {
        let turn = ByBytes::new(kit.transposer());
        each!(self, open => Expander::new(kit, turn, end).children(&node.narrowed(), open))
    }

    /// Searches below the nodes; `last` is the reading in which the search ends, `end` the number
    /// of expansions.
    pub(super) fn search(
        &mut self,
        kit: &SlideKit,
        last: ScanAxis,
        end: u64,
        counts: &mut Counts,
        effort: &mut Effort,
    ) -> Pause {
        each!(self, open => search(kit, open, last, (end, counts, effort)))
    }
}

fn search<const WORDS: usize>(
    kit: &SlideKit,
    open: &mut Open<WORDS>,
    last: ScanAxis,
    limits: Limits<'_>,
) -> Pause {
    if kit.upright().sides() == [4, 4] {
        Expander::new(kit, Square, last).search(open, limits)
    } else {
        let turn = ByBytes::new(kit.transposer());
        Expander::new(kit, turn, last).search(open, limits)
    }
}
