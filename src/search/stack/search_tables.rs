//! What searches with pattern tables read and none changes.

use alloc::boxed::Box;

use super::any_automaton::AnyAutomaton;
use super::board_layout::BoardLayout;
use super::cells16::{Cells16, NewCells16};
use super::cells32::{Cells32, NewCells32};
use super::size::{FourTables, TwoTables};
use super::views::Views;
use super::ways::Ways;
use crate::runtime::alloc::OutOfMemory;
use crate::runtime::effort::Effort;
use crate::search::patterns::Patterns;

/// Tables and the automaton of their shape, and what the kernel makes of them.
#[derive(Clone, Debug)]
pub(crate) struct SearchTables {
    views: Views,
    moving: AnyAutomaton,
    ways: Ways,
    form: LayoutTables,
}

/// The form that suits the tables.
#[derive(Clone, Debug)]
pub(super) enum LayoutTables {
    Cells16x4(Box<Cells16<FourTables>>),
    Cells16x2(Box<Cells16<TwoTables>>),
    Cells32(Box<Cells32>),
}

impl SearchTables {
    /// Returns the tables of the first view.
    pub(crate) const fn patterns(&self) -> &Patterns {
        self.views.first()
    }

    pub(crate) const fn views(&self) -> &Views {
        &self.views
    }

    pub(crate) const fn moving(&self) -> &AnyAutomaton {
        &self.moving
    }

    pub(super) const fn ways(&self) -> &Ways {
        &self.ways
    }

    pub(super) const fn form(&self) -> &LayoutTables {
        &self.form
    }
}

/// A form that a kit may have.
pub(super) trait InSearchTables: BoardLayout {
    /// Returns what was made for the form.
    ///
    /// # Panics
    /// If the kit has the other form.
    fn of(kit: &SearchTables) -> &Self;
}

impl InSearchTables for Cells16<FourTables> {
    fn of(kit: &SearchTables) -> &Self {
        match &kit.form {
            LayoutTables::Cells16x4(form) => form,
            _ => unreachable!("the search was begun in this form"),
        }
    }
}

impl InSearchTables for Cells16<TwoTables> {
    fn of(kit: &SearchTables) -> &Self {
        match &kit.form {
            LayoutTables::Cells16x2(form) => form,
            _ => unreachable!("the search was begun in this form"),
        }
    }
}

impl InSearchTables for Cells32 {
    fn of(kit: &SearchTables) -> &Self {
        match &kit.form {
            LayoutTables::Cells32(form) => form,
            _ => unreachable!("the search was begun in this form"),
        }
    }
}

/// A kit that is being made.
#[derive(Debug)]
pub(crate) struct NewSearchTables {
    /// Not there any more when it is made.
    parts: Option<(Views, AnyAutomaton)>,
    form: NewLayout,
}

#[derive(Debug)]
enum NewLayout {
    Cells16x4(Box<NewCells16<FourTables>>),
    Cells16x2(Box<NewCells16<TwoTables>>),
    Cells32(Box<NewCells32>),
}

impl NewSearchTables {
    /// Begins a kit.
    pub(crate) fn new(views: Views, moving: AnyAutomaton) -> Self {
        let small = NewCells16::new(&views).map(|new| NewLayout::Cells16x4(Box::new(new)));
        let narrow =
            small.or_else(|| Some(NewLayout::Cells16x2(Box::new(NewCells16::new(&views)?))));
        let form = narrow.unwrap_or_else(|| NewLayout::Cells32(Box::new(NewCells32::new(&views))));
        Self {
            parts: Some((views, moving)),
            form,
        }
    }

    /// Goes on, and returns the kit once it is made.
    pub(crate) fn advance(
        &mut self,
        effort: &mut Effort,
    ) -> Result<Option<SearchTables>, OutOfMemory> {
        let Some((views, _)) = &self.parts else {
            return Ok(None);
        };
        let form = match &mut self.form {
            NewLayout::Cells16x4(new) => new.advance(views, effort)?.map(LayoutTables::Cells16x4),
            NewLayout::Cells16x2(new) => new.advance(views, effort)?.map(LayoutTables::Cells16x2),
            NewLayout::Cells32(new) => {
                let form = new.advance(views, effort)?;
                form.map(|form| LayoutTables::Cells32(Box::new(form)))
            }
        };
        let parts = form.and_then(|form| Some((form, self.parts.take()?)));
        Ok(parts.map(|(form, (views, moving))| SearchTables {
            ways: Ways::new(views.shape(), &moving, views.count()),
            views,
            moving,
            form,
        }))
    }
}

#[cfg(test)]
impl SearchTables {
    /// Returns the kit at once.
    pub(crate) fn new(patterns: Patterns, moving: AnyAutomaton) -> Self {
        Self::of_views(Views::new(patterns, None), moving)
    }

    /// Returns the kit at once.
    pub(super) fn of_views(views: Views, moving: AnyAutomaton) -> Self {
        NewSearchTables::new(views, moving).finished()
    }

    /// Returns the kit in the wide form, whatever suits the tables.
    pub(super) fn in_wide_form(views: Views, moving: AnyAutomaton) -> Self {
        let new = NewSearchTables {
            form: NewLayout::Cells32(Box::new(NewCells32::new(&views))),
            parts: Some((views, moving)),
        };
        new.finished()
    }
}

#[cfg(test)]
impl NewSearchTables {
    fn finished(mut self) -> SearchTables {
        crate::runtime::effort::to_the_end(|effort| self.advance(effort)).expect("little memory")
    }
}
