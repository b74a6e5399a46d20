//! Preparing a shape, as a work.

use alloc::vec::Vec;

use super::Prepared;
use super::error::{PrepareError, TableError};
use super::heuristic_kind::HeuristicKind;
use super::method::{Method, is_read_off};
use super::prepare_task::{PrepareTask, Unkept};
use super::slide_tables::plan_slide_tables;
use super::table_options::TableOptions;
use crate::exact::all_boards::AllBoards;
use crate::heuristic::{
    ByAxis, HeuristicError, LinearConflict, Manhattan, OfTiles, walking_distance, walking_slides,
};
use crate::metric::Metric;
use crate::runtime::job::{Job, Pace};
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::shape::Shape;
use crate::tables::slides::{SlidePattern, Upright};
use crate::tables::{BuildGauge, BuildProgress, HAS_POOLS, LanePool, Pattern};

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
    #[cfg(feature = "std")]
    pub(crate) const fn take_unkept(&mut self) -> Option<TableError> {
        self.unkept.take()
    }
}

impl Work for Preparing {
    type Found = Shared<Prepared>;
    type Failure = PrepareError;

    fn advance(&mut self, _: u64, _: &mut Counts) -> Result<Step<Shared<Prepared>>, PrepareError> {
        let Some(job) = &mut self.job else {
            return Ok(Step::Done);
        };
        let Some(ready) = job.advance() else {
            return Ok(Step::Paused);
        };
        self.job = None;
        let (prepared, unkept) = ready?;
        self.unkept = unkept;
        Ok(Step::Found(Shared::new(prepared)))
    }
}

/// The tables of a kind that are to be made.
#[derive(PartialEq)]
enum TablePlan {
    /// The patterns, and the number of those in the first partition.
    Patterns(Vec<Pattern>, usize),
    Lanes(LanePool),
    Slides(Upright, Vec<SlidePattern>),
}

/// Finished tables.
struct Made {
    method: Method,
    unkept: Unkept,
    /// The bytes of the first allocation that failed, if the tables are smaller for that.
    shortage: Option<u64>,
}

impl PrepareTask {
    /// Makes the data. Without tables, [`HeuristicKind::Auto`] takes a slower heuristic.
    async fn run(self, pace: &mut Pace) -> Result<(Prepared, Unkept), PrepareError> {
        #[cfg(feature = "std")]
        if let Some(folder) = &self.options.folder {
            folder.check()?;
        }
        let is_auto = self.options.heuristic == HeuristicKind::Auto;
        let (made, shortage) = match self.tables(pace).await {
            Ok(made) => (made, None),
            // Tables that lie where they can't be used are an error.
            #[cfg(feature = "std")]
            Err(error @ PrepareError::Table(TableError::File(_))) => return Err(error),
            Err(PrepareError::OutOfMemory { bytes }) if is_auto => (None, Some(bytes)),
            Err(_) if is_auto => (None, None),
            Err(error) => return Err(error),
        };
        self.gauge.clear();
        let made = match made {
            Some(made) => made,
            None => Made {
                method: self.without_tables(pace).await?,
                unkept: None,
                shortage,
            },
        };
        let (shape, home) = (self.shape, self.home);
        let prepared = Prepared::new(shape, home, made.method, made.shortage);
        Ok((prepared, made.unkept))
    }

    /// Makes the tables that serve best; `None` if the heuristic has none.
    async fn tables(&self, pace: &mut Pace) -> Result<Option<Made>, PrepareError> {
        let (shape, kind, metric) = (self.shape, self.options.heuristic, self.options.metric);
        if is_read_off(shape, kind) {
            if AllBoards::bytes_for(shape) as u64 <= self.options.memory {
                pace.end_slice().await;
                let table = AllBoards::build(shape, self.home, metric, pace).await?;
                return Ok(Some(Made {
                    method: Method::Full(Shared::new(table)),
                    unkept: None,
                    shortage: None,
                }));
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
        self.planned_tables(pace).await.map(Some)
    }

    /// Plans tables, reads, builds and keeps them, and lays them out for a search. If an allocation
    /// fails, smaller tables are tried.
    ///
    /// # Errors
    /// [`PrepareError`] if there are no such tables in the memory allowed, or if they can't be read.
    /// The first allocation that failed, if even the smallest tables are too large.
    async fn planned_tables(&self, pace: &mut Pace) -> Result<Made, PrepareError> {
        let (mut memory, mut shortage, mut tried) = (self.options.memory, None, None);
        loop {
            let plan = match (self.plan(memory, pace).await, shortage) {
                (Ok(plan), _) => plan,
                // There are no smaller tables.
                (Err(_), Some(bytes)) => return Err(PrepareError::OutOfMemory { bytes }),
                (Err(error), None) => return Err(error.into()),
            };
            if tried.as_ref() != Some(&plan) {
                match self.make(&plan, pace).await {
                    Ok((method, unkept)) => {
                        return Ok(Made {
                            method,
                            unkept,
                            shortage,
                        });
                    }
                    Err(PrepareError::OutOfMemory { bytes }) if memory > 0 => {
                        shortage.get_or_insert(bytes);
                    }
                    Err(error) => return Err(error),
                }
            }
            memory = match &plan {
                TablePlan::Patterns(..) | TablePlan::Lanes(_) => memory / 2,
                // The next smaller set: there are few.
                TablePlan::Slides(_, patterns) => {
                    let bytes: u64 = patterns.iter().map(SlidePattern::bytes).sum();
                    bytes.saturating_sub(1)
                }
            };
            tried = Some(plan);
        }
    }

    /// Plans tables of at most `memory` bytes.
    async fn plan(&self, memory: u64, pace: &mut Pace) -> Result<TablePlan, TableError> {
        Ok(match self.options.metric {
            Metric::Tiles => {
                if let Some(pool) = self.choose_pool(memory, pace).await {
                    return Ok(TablePlan::Lanes(pool));
                }
                let (patterns, in_first) = self.choose_patterns(memory, pace).await?;
                TablePlan::Patterns(patterns, in_first)
            }
            Metric::Slides => {
                let (shape, home) = (self.shape, self.home);
                let (upright, patterns) = plan_slide_tables(shape, home, memory, &self.options)?;
                TablePlan::Slides(upright, patterns)
            }
        })
    }

    /// Makes the tables of a plan.
    async fn make(
        &self,
        plan: &TablePlan,
        pace: &mut Pace,
    ) -> Result<(Method, Unkept), PrepareError> {
        Ok(match plan {
            TablePlan::Patterns(patterns, in_first) => {
                let (kit, unkept) = self.pattern_tables(patterns, *in_first, pace).await?;
                (Method::Patterns(Shared::new(kit)), unkept)
            }
            TablePlan::Lanes(_) if !HAS_POOLS => unreachable!("there are no pools"),
            TablePlan::Lanes(pool) => {
                let (tables, unkept) = self.lane_tables(pool.clone(), pace).await?;
                (Method::Lanes(Shared::new(tables)), unkept)
            }
            TablePlan::Slides(upright, patterns) => {
                let (kit, unkept) = self.slide_tables(*upright, patterns, pace).await?;
                (Method::SlideTables(Shared::new(kit)), unkept)
            }
        })
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
            (_, Metric::Slides) if is_plain => by_axis()?,
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
            (_, Metric::Slides) => {
                pace.end_slice().await;
                match walking_slides(shape, home, pace).await {
                    Ok(made) => Method::WalkingSlides(Shared::new(made)),
                    Err(HeuristicError::TooLarge { .. }) if is_auto => by_axis()?,
                    Err(error) => return Err(error.into()),
                }
            }
        })
    }
}
