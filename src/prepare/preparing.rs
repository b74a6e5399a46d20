//! Preparing a shape, as a work.

use super::Prepared;
use super::error::PrepareError;
use super::heuristic_kind::HeuristicKind;
use super::method::{Method, is_read_off};
use super::prepare_task::{PrepareTask, Unkept};
use super::slide_tables::plan_slide_tables;
use super::table_options::TableOptions;
use crate::exact::all_boards::AllBoards;
use crate::heuristic::{ByAxis, LinearConflict, Manhattan, OfTiles, walking_distance};
use crate::metric::Metric;
use crate::runtime::job::{Job, Pace};
use crate::runtime::shared::Shared;
use crate::shape::Shape;
use crate::tables::{BuildGauge, BuildProgress, LanePool, TableError, check_folder};

/// The data of a shape and a home, while it is made.
#[derive(Debug)]
pub(crate) struct Preparing {
    gauge: BuildGauge,
    /// `None` once it has ended.
    job: Option<Job<Result<(Prepared, Unkept), PrepareError>>>,
    unkept: Unkept,
}

impl Preparing {
    /// Begins the data that the options allow.
    pub(crate) fn new(shape: Shape, home: usize, options: &TableOptions) -> Self {
        let gauge = BuildGauge::default();
        let task = PrepareTask {
            shape,
            home,
            options: options.clone(),
            gauge: gauge.clone(),
        };
        let run = move |mut pace| async move { task.run(&mut pace).await };
        Self {
            gauge,
            job: Some(Job::new(run)),
            unkept: None,
        }
    }

    /// Returns the progress of the tables, if some are read, built or kept.
    pub(crate) fn progress(&self) -> Option<BuildProgress> {
        self.job.as_ref().and_then(|_| self.gauge.get())
    }

    /// Returns, once, the error that kept the tables from being stored for the next program.
    pub(crate) const fn take_unkept(&mut self) -> Option<TableError> {
        self.unkept.take()
    }

    /// Does a slice; returns the data at the end.
    pub(crate) fn advance(&mut self) -> Option<Result<Shared<Prepared>, PrepareError>> {
        let ready = self.job.as_mut()?.do_slice()?;
        self.job = None;
        Some(ready.map(|(prepared, unkept)| {
            self.unkept = unkept;
            Shared::new(prepared)
        }))
    }
}

impl PrepareTask {
    /// Makes the data. Without tables, [`HeuristicKind::Auto`] takes a slower heuristic.
    async fn run(self, pace: &mut Pace) -> Result<(Prepared, Unkept), PrepareError> {
        if let Some(folder) = &self.options.folder {
            check_folder(folder)?;
        }
        let is_auto = self.options.heuristic == HeuristicKind::Auto;
        let made = match self.tables(pace).await {
            Ok(made) => made,
            // Tables that lie where they can't be used are an error.
            Err(error @ PrepareError::Table(TableError::File { .. } | TableError::Read { .. })) => {
                return Err(error);
            }
            Err(PrepareError::Table(_)) if is_auto => None,
            Err(error) => return Err(error),
        };
        self.gauge.clear();
        let (method, unkept) = match made {
            Some(made) => made,
            None => (self.without_tables(pace).await?, None),
        };
        let (shape, home) = (self.shape, self.home);
        Ok((Prepared::new(shape, home, method), unkept))
    }

    /// Makes the tables that serve best; `None` if the heuristic has none.
    async fn tables(&self, pace: &mut Pace) -> Result<Option<(Method, Unkept)>, PrepareError> {
        let (shape, kind, metric) = (self.shape, self.options.heuristic, self.options.metric);
        if is_read_off(shape, kind) {
            if AllBoards::bytes_for(shape) as u64 <= self.options.memory {
                pace.end_slice().await;
                let table = AllBoards::build(shape, self.home, metric, pace).await?;
                return Ok(Some((Method::Full(Shared::new(table)), None)));
            }
            if metric == Metric::Tiles {
                return Ok(None);
            }
        }
        let is_auto = kind == HeuristicKind::Auto && !shape.is_path();
        if !is_auto && kind != HeuristicKind::Patterns {
            return Ok(None);
        }
        pace.end_slice().await;
        self.chosen_tables(pace).await.map(Some)
    }

    /// Chooses tables, reads, builds and keeps them, and lays them out for a search.
    ///
    /// # Errors
    /// [`PrepareError`] if there are no such tables in the memory allowed, or if they can't be
    /// read, built or written.
    async fn chosen_tables(&self, pace: &mut Pace) -> Result<(Method, Unkept), PrepareError> {
        let (shape, home, memory) = (self.shape, self.home, self.options.memory);
        if self.options.metric == Metric::Slides {
            let (upright, patterns) = plan_slide_tables(shape, home, memory)?;
            let (kit, unkept) = self.slide_tables(upright, &patterns, pace).await?;
            return Ok((Method::SlideTables(Shared::new(kit)), unkept));
        }
        if let Some(pool) = LanePool::choose(shape, home, memory, pace).await {
            let (tables, unkept) = self.lane_tables(pool, pace).await?;
            return Ok((Method::Lanes(Shared::new(tables)), unkept));
        }
        let (patterns, in_first) = self.choose_patterns(pace).await?;
        let (kit, unkept) = self.pattern_tables(&patterns, in_first, pace).await?;
        Ok((Method::Patterns(Shared::new(kit)), unkept))
    }

    /// Makes the heuristic asked for, or the best one that needs no tables.
    async fn without_tables(&self, pace: &mut Pace) -> Result<Method, PrepareError> {
        let (shape, home, kind) = (self.shape, self.home, self.options.heuristic);
        let is_auto = kind == HeuristicKind::Auto;
        // The solution of a path is a single slide, so any bound serves.
        let is_plain = kind == HeuristicKind::Manhattan || is_auto && shape.is_path();
        let by_axis = || ByAxis::new(shape, home).map(|by| Method::ByAxis(Shared::new(by)));
        Ok(match (kind, self.options.metric) {
            (_, Metric::Tiles) if is_plain => {
                Method::Manhattan(Shared::new(Manhattan::new(shape, home)?))
            }
            (HeuristicKind::WalkingDistance, Metric::Tiles) => {
                pace.end_slice().await;
                let made = walking_distance(shape, home, pace).await?;
                Method::WalkingDistance(Shared::new(made))
            }
            (_, Metric::Tiles) => {
                Method::LinearConflict(Shared::new(LinearConflict::new(shape, home)?))
            }
            (HeuristicKind::LinearConflict, Metric::Slides) => {
                let by = OfTiles::new(LinearConflict::new(shape, home)?, shape);
                Method::ConflictSlides(Shared::new(by))
            }
            (_, Metric::Slides) => by_axis()?,
        })
    }
}
