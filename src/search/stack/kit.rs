//! What searches with pattern tables read and none changes.

use crate::search::automaton::Automaton;
use crate::search::patterns::Patterns;

/// Tables and the automaton of their shape.
#[derive(Clone, Debug)]
pub(crate) struct Kit {
    patterns: Patterns,
    moving: Moving,
}

impl Kit {
    pub(crate) const fn new(patterns: Patterns, moving: Moving) -> Self {
        Self { patterns, moving }
    }

    pub(crate) const fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    pub(crate) const fn moving(&self) -> &Moving {
        &self.moving
    }
}

/// The automaton, by the number of moves that the blank has.
#[derive(Clone, Debug)]
pub(crate) enum Moving {
    Flat(Automaton<4>),
    Box(Automaton<6>),
}

/// Gives the automaton with `MOVES` moves.
pub(crate) trait HasAutomaton<const MOVES: usize> {
    /// # Panics
    /// If it has another number of moves.
    fn automaton(&self) -> &Automaton<MOVES>;
}

impl HasAutomaton<4> for Moving {
    fn automaton(&self) -> &Automaton<4> {
        match self {
            Self::Flat(automaton) => automaton,
            Self::Box(_) => unreachable!("the shape is a box"),
        }
    }
}

impl HasAutomaton<6> for Moving {
    fn automaton(&self) -> &Automaton<6> {
        match self {
            Self::Box(automaton) => automaton,
            Self::Flat(_) => unreachable!("the shape is flat"),
        }
    }
}
