//! Preparing a shape, as a work.

use super::Prepared;
use super::error::{PrepareError, TableError};
use super::heuristic_kind::HeuristicKind;
use super::method::Method;
use super::slide_tables_for::slide_tables_for;
use super::table_options::TableOptions;
use super::tables_for::{Made, tables_for};
use crate::heuristic::{
    ByAxis, HeuristicError, LinearConflict, Manhattan, OfTiles, WalkingDistance, WalkingSlides,
    walking_distance, walking_slides,
};
use crate::metric::Metric;
#[cfg(feature = "std")]
use crate::pairs::{self, PairWeights};
use crate::runtime::job::Job;
use crate::runtime::shared::Shared;
use crate::runtime::work::{Counts, Step, Work};
use crate::search::all_boards::{AllBoards, BuildAll};
use crate::search::patterns::MAX_CELLS;
use crate::search::slides::SlideKit;
use crate::search::stack::SearchTables;
use crate::shape::Shape;
#[cfg(feature = "std")]
use crate::tables::Folder;
use crate::tables::{BuildGauge, BuildProgress};

/// What a shape and a home need, while it is made.
#[derive(Debug)]
pub(crate) struct Preparing {
    shape: Shape,
    home: usize,
    kind: HeuristicKind,
    metric: Metric,
    /// Where weights of pairs may be.
    #[cfg(feature = "std")]
    folder: Option<Folder>,
    gauge: BuildGauge,
    stage: Stage,
    /// Why the tables were not kept for the next program, if they should have been.
    unkept: Option<TableError>,
    /// The bytes of the allocation that failed, if the tables are smaller for that, or missing.
    shortage: Option<u64>,
}

#[derive(Debug)]
enum Stage {
    /// Which method it will be is not decided yet.
    New(TableOptions),
    Tables(Job<Result<Made<SearchTables>, PrepareError>>),
    WalkingDistance(Job<Result<WalkingDistance, HeuristicError>>),
    SlideTables(Job<Result<Made<SlideKit>, PrepareError>>),
    WalkingSlides(Job<Result<WalkingSlides, HeuristicError>>),
    AllBoards(BuildAll),
    /// The tables can't be had: slower is better than nothing.
    Simpler,
    Over,
}

impl Preparing {
    /// Begins what the means allow.
    pub(crate) fn new(shape: Shape, home: usize, means: &TableOptions) -> Self {
        Self {
            shape,
            home,
            kind: means.heuristic,
            metric: means.metric,
            #[cfg(feature = "std")]
            folder: means.folder.clone(),
            gauge: BuildGauge::default(),
            stage: Stage::New(means.clone()),
            unkept: None,
            shortage: None,
        }
    }

    /// Returns how far the tables are, if some are read, built or kept.
    pub(crate) fn progress(&self) -> Option<BuildProgress> {
        match &self.stage {
            Stage::Tables(_) | Stage::SlideTables(_) => self.gauge.get(),
            _ => None,
        }
    }

    /// Returns, once, why the tables that were made could not be kept for the next program.
    #[cfg(feature = "std")]
    pub(crate) const fn take_unkept(&mut self) -> Option<TableError> {
        self.unkept.take()
    }

    /// Goes on, and returns the method once it can be used.
    fn go_on(&mut self, counts: &mut Counts) -> Result<Option<Method>, PrepareError> {
        let (shape, home) = (self.shape, self.home);
        #[cfg(feature = "std")]
        if let (Stage::New(_), Some(folder)) = (&self.stage, &self.folder) {
            folder.check()?;
        }
        match &mut self.stage {
            Stage::New(means) if self.metric == Metric::Slides => {
                let means = means.clone();
                self.begin_slides(&means)
            }
            Stage::New(means) => match self.kind {
                HeuristicKind::Auto if shape.is_path() => {
                    let heuristic = Shared::new(Manhattan::new(shape, home)?);
                    Ok(Some(Method::Manhattan(heuristic)))
                }
                HeuristicKind::Auto if shape.cells() <= AllBoards::MAX_CELLS => {
                    let fits = AllBoards::bytes_for(shape) as u64 <= means.memory;
                    self.stage = if fits {
                        Stage::AllBoards(BuildAll::new(shape, home, means.metric))
                    } else {
                        Stage::Simpler
                    };
                    Ok(None)
                }
                HeuristicKind::Auto if shape.cells() > MAX_CELLS => {
                    self.stage = Stage::Simpler;
                    Ok(None)
                }
                HeuristicKind::Auto | HeuristicKind::Patterns => {
                    let (means, gauge) = (means.clone(), self.gauge.clone());
                    self.stage = Stage::Tables(Job::new(move |mut pace| async move {
                        tables_for(shape, home, means, gauge, &mut pace).await
                    }));
                    Ok(None)
                }
                HeuristicKind::Manhattan => {
                    let heuristic = Shared::new(Manhattan::new(shape, home)?);
                    Ok(Some(Method::Manhattan(heuristic)))
                }
                HeuristicKind::LinearConflict => {
                    let heuristic = Shared::new(LinearConflict::new(shape, home)?);
                    Ok(Some(Method::LinearConflict(heuristic)))
                }
                HeuristicKind::WalkingDistance => {
                    let job = Job::new(move |mut pace| async move {
                        walking_distance(shape, home, &mut pace).await
                    });
                    self.stage = Stage::WalkingDistance(job);
                    Ok(None)
                }
            },
            Stage::Tables(tables) => match tables.advance().transpose() {
                Ok(made) => Ok(made.map(|made| {
                    (self.unkept, self.shortage) = (made.unkept, made.shortage);
                    Method::Patterns(Shared::new(made.kit))
                })),
                Err(error) => self.without_tables(error),
            },
            Stage::WalkingDistance(new) => {
                let made = new.advance().transpose()?;
                Ok(made.map(|heuristic| Method::WalkingDistance(Shared::new(heuristic))))
            }
            Stage::SlideTables(tables) => match tables.advance().transpose() {
                Ok(made) => Ok(made.map(|made| {
                    (self.unkept, self.shortage) = (made.unkept, made.shortage);
                    Method::SlideTables(Shared::new(made.kit))
                })),
                Err(error) => self.without_tables(error),
            },
            Stage::WalkingSlides(new) => match new.advance().transpose() {
                Ok(made) => {
                    let method = |by| Method::WalkingSlides(Shared::new(by));
                    Ok(made.map(method))
                }
                Err(HeuristicError::TooLarge { .. }) if self.kind == HeuristicKind::Auto => {
                    let by = Shared::new(ByAxis::new(shape, home)?);
                    Ok(Some(Method::ByAxis(by)))
                }
                Err(error) => Err(error.into()),
            },
            Stage::AllBoards(build) => match build.advance(u64::MAX, counts) {
                Ok(Step::Found(table)) => Ok(Some(Method::Full(Shared::new(table)))),
                Ok(_) => Ok(None),
                Err(error) => self.without_tables(error.into()),
            },
            Stage::Simpler if self.metric == Metric::Slides => {
                self.stage = Stage::WalkingSlides(Job::new(move |mut pace| async move {
                    walking_slides(shape, home, &mut pace).await
                }));
                Ok(None)
            }
            Stage::Simpler => {
                let heuristic = Shared::new(LinearConflict::new(shape, home)?);
                Ok(Some(Method::LinearConflict(heuristic)))
            }
            Stage::Over => Ok(None),
        }
    }

    /// Begins what serves a search by slides.
    fn begin_slides(&mut self, means: &TableOptions) -> Result<Option<Method>, PrepareError> {
        let (shape, home) = (self.shape, self.home);
        let is_small = !shape.is_path() && shape.cells() <= AllBoards::MAX_CELLS;
        self.stage = match self.kind {
            // One slide does, and any bound will do.
            HeuristicKind::Auto if shape.is_path() => {
                let by = Shared::new(ByAxis::new(shape, home)?);
                return Ok(Some(Method::ByAxis(by)));
            }
            HeuristicKind::Auto
                if is_small && AllBoards::bytes_for(shape) as u64 <= means.memory =>
            {
                Stage::AllBoards(BuildAll::new(shape, home, Metric::Slides))
            }
            HeuristicKind::Auto | HeuristicKind::Patterns => {
                let (means, gauge) = (means.clone(), self.gauge.clone());
                Stage::SlideTables(Job::new(move |mut pace| async move {
                    slide_tables_for(shape, home, means, gauge, &mut pace).await
                }))
            }
            HeuristicKind::WalkingDistance => {
                Stage::WalkingSlides(Job::new(move |mut pace| async move {
                    walking_slides(shape, home, &mut pace).await
                }))
            }
            HeuristicKind::Manhattan => {
                let by = Shared::new(ByAxis::new(shape, home)?);
                return Ok(Some(Method::ByAxis(by)));
            }
            HeuristicKind::LinearConflict => {
                let by = OfTiles::new(LinearConflict::new(shape, home)?, shape);
                let by = Shared::new(by);
                return Ok(Some(Method::ConflictSlides(by)));
            }
        };
        Ok(None)
    }

    /// Returns the weights of pairs that were trained for the shape, if there are some.
    #[cfg(feature = "std")]
    fn weights(&self) -> Result<Option<PairWeights>, PrepareError> {
        match &self.folder {
            Some(folder) if self.metric == Metric::Tiles && pairs::rank_beams(self.shape) => {
                Ok(pairs::kept_in(folder, self.shape)?)
            }
            _ => Ok(None),
        }
    }

    /// Goes on with something simpler, unless these very tables were asked for or lie where they
    /// can't be used.
    fn without_tables(&mut self, error: PrepareError) -> Result<Option<Method>, PrepareError> {
        #[cfg(feature = "std")]
        if matches!(error, PrepareError::Table(TableError::File(_))) {
            return Err(error);
        }
        if self.kind != HeuristicKind::Auto {
            return Err(error);
        }
        if let PrepareError::OutOfMemory { bytes } = error {
            self.shortage = Some(bytes);
        }
        self.stage = Stage::Simpler;
        Ok(None)
    }
}

impl Work for Preparing {
    type Found = Shared<Prepared>;
    type Failure = PrepareError;

    fn advance(
        &mut self,
        _: u64,
        counts: &mut Counts,
    ) -> Result<Step<Shared<Prepared>>, PrepareError> {
        if matches!(self.stage, Stage::Over) {
            return Ok(Step::Done);
        }
        let Some(method) = self.go_on(counts)? else {
            return Ok(Step::Paused);
        };
        self.stage = Stage::Over;
        #[cfg(feature = "std")]
        let weights = self.weights()?;
        #[cfg(not(feature = "std"))]
        let weights = None;
        let prepared = Prepared::new(self.shape, self.home, method, weights, self.shortage);
        Ok(Step::Found(Shared::new(prepared)))
    }
}
