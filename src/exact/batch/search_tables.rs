//! Read-only data shared by pattern-database searches.

use alloc::boxed::Box;
#[cfg(test)]
use alloc::vec::Vec;
use core::panic::{RefUnwindSafe, UnwindSafe};

use super::board_layout::BoardLayout;
use super::cells16::Cells16;
use super::cells32::Cells32;
use super::eight_views::{EightViews, EightViewsExpander, EightViewsScratch};
use super::expand::{Expand, Moving};
use super::size::{FourTables, TwoTables};
use super::view_by_view::{ByViewExpander, ScratchOf};
use super::views::{MIRRORED, Views};
use super::ways::Ways;
use crate::canonical::CanonicalBoard;
use crate::exact::automaton::Automaton;
use crate::exact::patterns::{PatternState, Patterns};
use crate::heuristic::Heuristic;
use crate::runtime::alloc::OutOfMemory;
#[cfg(test)]
use crate::runtime::job::Job;
use crate::runtime::job::Pace;
use crate::runtime::shared::Shareable;
use crate::tables::HAS_POOLS;

/// Tables and the automaton of their shape, and what the kernel makes of them.
#[derive(Debug)]
pub(crate) struct SearchTables {
    views: Views,
    pub(super) moving: Automaton,
    ways: Ways,
    form: LayoutTables,
}

/// The form that suits the tables.
#[derive(Debug)]
pub(super) enum LayoutTables {
    Cells16x4(Box<Cells16<FourTables>>),
    Cells16x2(Box<Cells16<TwoTables>>),
    Cells32(Box<Cells32>),
    EightViews(Box<EightViews>),
}

impl SearchTables {
    /// Returns the tables of the first view.
    pub(crate) const fn patterns(&self) -> &Patterns {
        self.views.first()
    }

    pub(crate) const fn views(&self) -> &Views {
        &self.views
    }

    /// Returns the moves that boards have.
    fn moves(&self) -> Moving<'_> {
        Moving::new(&self.ways, self.moving.rows().0)
    }

    pub(super) const fn form(&self) -> &LayoutTables {
        &self.form
    }
}

/// The estimate of the first view's tables.
impl Heuristic for SearchTables {
    type State = PatternState;

    fn evaluate(&self, board: &CanonicalBoard) -> PatternState {
        self.patterns().evaluate(board)
    }

    fn update(&self, state: &PatternState, board: &CanonicalBoard, from: usize) -> PatternState {
        self.patterns().update(state, board, from)
    }

    fn estimate(&self, state: &PatternState) -> u32 {
        self.patterns().estimate(state)
    }

    fn name(&self) -> &str {
        self.patterns().name()
    }
}

/// A layout that the tables of a search may have.
pub(super) trait InSearchTables: BoardLayout {
    /// The data that expands boards, borrowed for a slice of work.
    type Expander<'k>: Expand<Self, Self::Scratch>;
    /// Scratch for an expansion.
    type Scratch: Clone + Default + Shareable + UnwindSafe + RefUnwindSafe;

    /// Returns what expands boards in this layout.
    ///
    /// # Panics
    /// If the tables have another layout.
    fn expander(kit: &SearchTables) -> Self::Expander<'_>;
}

/// Implements [`InSearchTables`] for a layout that is looked up view by view.
macro_rules! view_by_view {
    ($layout:ty, $variant:ident) => {
        impl InSearchTables for $layout {
            type Expander<'k> = ByViewExpander<'k, Self>;
            type Scratch = ScratchOf<Self>;

            fn expander(kit: &SearchTables) -> Self::Expander<'_> {
                match &kit.form {
                    LayoutTables::$variant(form) => {
                        ByViewExpander::new(form, &kit.views, kit.moves())
                    }
                    _ => unreachable!("the search was begun in this layout"),
                }
            }
        }
    };
}

view_by_view!(Cells16<FourTables>, Cells16x4);
view_by_view!(Cells16<TwoTables>, Cells16x2);
view_by_view!(Cells32, Cells32);

impl InSearchTables for EightViews {
    type Expander<'k> = EightViewsExpander<'k>;
    type Scratch = EightViewsScratch;

    fn expander(kit: &SearchTables) -> Self::Expander<'_> {
        match &kit.form {
            LayoutTables::EightViews(form) => {
                EightViewsExpander::new(form, &kit.views, kit.moves())
            }
            _ => unreachable!("the search was begun in this layout"),
        }
    }
}

impl SearchTables {
    /// Lays out tables for the kernel.
    pub(crate) async fn new(
        views: Views,
        moving: Automaton,
        pace: &mut Pace,
    ) -> Result<Self, OutOfMemory> {
        let form = if HAS_POOLS && views.count() > MIRRORED {
            LayoutTables::EightViews(Box::new(EightViews::new(&views, pace).await?))
        } else if Cells16::<FourTables>::fits(&views) {
            LayoutTables::Cells16x4(Cells16::new(&views, pace).await?)
        } else if Cells16::<TwoTables>::fits(&views) {
            LayoutTables::Cells16x2(Cells16::new(&views, pace).await?)
        } else {
            LayoutTables::Cells32(Box::new(Cells32::new(&views, pace).await?))
        };
        Ok(Self::with(views, moving, form))
    }

    fn with(views: Views, moving: Automaton, form: LayoutTables) -> Self {
        Self {
            ways: Ways::new(views.shape(), &moving),
            views,
            moving,
            form,
        }
    }
}

#[cfg(test)]
impl SearchTables {
    /// Lays out the tables of one view at once.
    pub(crate) fn at_once(patterns: Patterns, moving: Automaton) -> Self {
        Self::of_views(Views::new(patterns, Vec::new()), moving)
    }

    /// Lays out tables at once.
    pub(super) fn of_views(views: Views, moving: Automaton) -> Self {
        let new = move |mut pace| async move { Self::new(views, moving, &mut pace).await };
        Job::new(new).finish().expect("little memory")
    }

    /// Lays out tables as [`Cells32`] at once, even if they fit another layout.
    pub(super) fn in_wide_form(views: Views, moving: Automaton) -> Self {
        let wide = views.clone();
        let new = move |mut pace| async move { Cells32::new(&wide, &mut pace).await };
        let wide = Job::new(new).finish().expect("little memory");
        Self::with(views, moving, LayoutTables::Cells32(Box::new(wide)))
    }
}
