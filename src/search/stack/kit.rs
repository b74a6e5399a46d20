//! What searches with pattern tables read and none changes.

use alloc::boxed::Box;

use super::narrow::{Narrow, NewNarrow};
use super::ways::Ways;
use super::wide::{NewWide, Wide};
use crate::effort::Effort;
use crate::search::automaton::Automaton;
use crate::search::patterns::Patterns;

/// Tables and the automaton of their shape, and what the kernel makes of them.
#[derive(Clone, Debug)]
pub(crate) struct Kit {
    patterns: Patterns,
    moving: Moving,
    ways: Ways,
    form: FormTables,
}

/// The form that suits the tables.
#[derive(Clone, Debug)]
pub(super) enum FormTables {
    Narrow(Box<Narrow>),
    Wide(Box<Wide>),
}

impl Kit {
    pub(crate) const fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    pub(crate) const fn moving(&self) -> &Moving {
        &self.moving
    }

    pub(super) const fn ways(&self) -> &Ways {
        &self.ways
    }

    pub(super) const fn form(&self) -> &FormTables {
        &self.form
    }

    /// # Panics
    /// If it has the other form.
    pub(super) fn narrow(&self) -> &Narrow {
        match &self.form {
            FormTables::Narrow(form) => form,
            FormTables::Wide(_) => unreachable!("the search was begun in the wide form"),
        }
    }

    /// # Panics
    /// If it has the other form.
    pub(super) fn wide(&self) -> &Wide {
        match &self.form {
            FormTables::Wide(form) => form,
            FormTables::Narrow(_) => unreachable!("the search was begun in the narrow form"),
        }
    }
}

/// A kit that is being made.
#[derive(Debug)]
pub(crate) struct NewKit {
    /// Not there any more when it is made.
    parts: Option<(Patterns, Moving)>,
    form: NewForm,
}

#[derive(Debug)]
enum NewForm {
    Narrow(NewNarrow),
    Wide(NewWide),
}

impl NewKit {
    /// Begins a kit.
    pub(crate) fn new(patterns: Patterns, moving: Moving) -> Self {
        let form = match NewNarrow::new(&patterns) {
            Some(new) => NewForm::Narrow(new),
            None => NewForm::Wide(NewWide::new(&patterns)),
        };
        Self {
            parts: Some((patterns, moving)),
            form,
        }
    }

    /// Goes on, and returns the kit once it is made.
    pub(crate) fn advance(&mut self, effort: &mut Effort) -> Option<Kit> {
        let Some((patterns, _)) = &self.parts else {
            return None;
        };
        let form = match &mut self.form {
            NewForm::Narrow(new) => new.advance(patterns, effort).map(FormTables::Narrow),
            NewForm::Wide(new) => {
                let form = new.advance(patterns, effort);
                form.map(|form| FormTables::Wide(Box::new(form)))
            }
        };
        let form = form?;
        let (patterns, moving) = self.parts.take()?;
        Some(Kit {
            ways: Ways::new(patterns.shape(), &moving, patterns.views()),
            patterns,
            moving,
            form,
        })
    }
}

/// The automaton, by the number of moves that the blank has.
#[derive(Clone, Debug)]
pub(crate) enum Moving {
    Flat(Automaton<4>),
    Box(Automaton<6>),
}

impl Moving {
    /// Returns the rows of the automaton, one after the other, and the turns of a row.
    pub(super) fn rows(&self) -> (&[u16], usize) {
        match self {
            Self::Flat(automaton) => (automaton.rows().as_flattened(), 4),
            Self::Box(automaton) => (automaton.rows().as_flattened(), 6),
        }
    }

    /// Returns the state before the first move.
    pub(super) const fn root(&self) -> u16 {
        match self {
            Self::Flat(automaton) => automaton.root(),
            Self::Box(automaton) => automaton.root(),
        }
    }
}

#[cfg(test)]
impl Kit {
    /// Returns the kit at once.
    pub(crate) fn new(patterns: Patterns, moving: Moving) -> Self {
        NewKit::new(patterns, moving).to_the_end()
    }

    /// Returns the kit in the wide form, whatever suits the tables.
    pub(super) fn in_wide_form(patterns: Patterns, moving: Moving) -> Self {
        let new = NewKit {
            form: NewForm::Wide(NewWide::new(&patterns)),
            parts: Some((patterns, moving)),
        };
        new.to_the_end()
    }
}

#[cfg(test)]
impl NewKit {
    fn to_the_end(mut self) -> Kit {
        crate::effort::to_the_end(|effort| Ok::<_, ()>(self.advance(effort))).expect("no failure")
    }
}
