//! The automaton of a shape, whatever its moves.

use crate::exact::automaton::Automaton;

/// The automaton, by the number of moves that the blank has.
#[derive(Clone, Debug)]
pub(crate) enum AnyAutomaton {
    Flat(Automaton<4>),
    Box(Automaton<6>),
}

impl AnyAutomaton {
    /// Returns the rows of the automaton, one after the other, and the turns of a row.
    pub(crate) fn rows(&self) -> (&[u16], usize) {
        match self {
            Self::Flat(automaton) => (automaton.rows().as_flattened(), 4),
            Self::Box(automaton) => (automaton.rows().as_flattened(), 6),
        }
    }

    /// Returns the state before the first move.
    pub(crate) const fn root(&self) -> u16 {
        match self {
            Self::Flat(automaton) => automaton.root(),
            Self::Box(automaton) => automaton.root(),
        }
    }
}
