//! Running searches, each advanced for some milliseconds per request.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use npuzzle::{
    Control, HeuristicKind, Metric, Progress, Quality, Search, SolveError, Solver, Status,
};
use serde_json::{Value, json};

use crate::request::{Answer, Request, told};

/// All searches, by number, and the solvers, which keep their tables for the next board.
#[derive(Debug, Default)]
pub(crate) struct Searches {
    last_id: u64,
    running: BTreeMap<u64, Running>,
    /// The last one by each metric, with its heuristic and memory.
    solvers: [Option<(Tables, Solver)>; 2],
}

/// The options that decide which tables a solver has, beside its metric: heuristic and memory.
type Tables = (HeuristicKind, Option<u64>);

/// A search, and the results of it that the page has received.
#[derive(Debug)]
struct Running {
    search: Search,
    metric: Metric,
    /// Each lower bound, with the expansions when it was proved.
    trail: Vec<(usize, u64)>,
    /// The length of the trail that the page has received.
    trail_told: usize,
    /// The length of the shortest solution that the page has received.
    told: Option<usize>,
}

impl Searches {
    /// Begins a search; nothing is searched yet.
    pub(crate) fn begin(&mut self, request: &Request) -> Answer {
        let (board, goal) = request.board_and_goal()?;
        let heuristic = request.optional("heuristic", Request::parse)?;
        let metric: Option<Metric> = request.optional("metric", Request::parse)?;
        let metric = metric.unwrap_or_default();
        let memory = request.optional("memory", Request::number)?;
        let quality: Quality = request.parse("quality")?;
        let solver = self.solver(metric, (heuristic.unwrap_or_default(), memory));
        let solver = solver.with_quality(quality).with_goal(goal);
        let search = solver.search(&board).map_err(|error| match error {
            SolveError::Unsolvable(why) => why.to_string(),
            error => told(error),
        })?;
        self.last_id += 1;
        let trail = vec![(search.lower_bound(), 0)];
        let running = Running {
            search,
            metric,
            trail,
            trail_told: 0,
            told: None,
        };
        self.running.insert(self.last_id, running);
        Ok(json!({ "id": self.last_id }))
    }

    fn solver(&mut self, metric: Metric, tables: Tables) -> &Solver {
        let kept = &mut self.solvers[usize::from(metric == Metric::MultiTile)];
        let same = kept.take().filter(|(of, _)| *of == tables);
        let (_, solver) = kept.insert(same.unwrap_or_else(|| {
            let builder = Solver::builder().metric(metric).heuristic(tables.0);
            let builder = match tables.1 {
                Some(bytes) => builder.memory(bytes),
                None => builder,
            };
            (tables, builder.build())
        }));
        solver
    }

    /// Advances a search for about ten milliseconds.
    pub(crate) fn advance(&mut self, request: &Request) -> Answer {
        let id = request.number("id")?;
        let running = self.running.get_mut(&id).ok_or("there is no such search")?;
        let answer = running.advance();
        if answer.as_ref().is_ok_and(|answer| answer["done"] == true) || answer.is_err() {
            self.running.remove(&id);
        }
        answer
    }

    /// Ends a search.
    pub(crate) fn drop(&mut self, request: &Request) -> Result<(), String> {
        self.running.remove(&request.number("id")?);
        Ok(())
    }
}

impl Running {
    fn advance(&mut self) -> Answer {
        let mut best = None;
        let trail = &mut self.trail;
        // The callback is called for news, and else when it is time, which ends the slice. The
        // first call reports the status before the slice.
        let listener = |known: &Status| {
            let bound = trail.last().map_or(0, |&(bound, _)| bound);
            let length = known.best.as_ref().map(|moves| moves.len());
            let is_news = known.lower_bound > bound || best != Some(length);
            if known.lower_bound > bound {
                trail.push((known.lower_bound, known.stats.expanded));
            }
            best = Some(length);
            if is_news {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let control = Control::new().on_progress(listener);
        let result = self.search.run(control);
        result.map_err(told)?;
        Ok(self.tell())
    }

    /// Reports the known results: the moves if the page does not have them, and the new part of the
    /// trail.
    fn tell(&mut self) -> Value {
        let stats = self.search.stats();
        let mut told = json!({
            "done": self.search.solution().is_some(),
            "bound": self.search.lower_bound(),
            "expanded": stats.expanded,
            "generated": stats.generated,
            "trail": &self.trail[self.trail_told..],
        });
        self.trail_told = self.trail.len();
        if let Some(best) = self.search.best() {
            let length = self.metric.length(best);
            told["length"] = json!(length);
            if self.told != Some(length) {
                self.told = Some(length);
                told["moves"] = json!(best.to_string());
                told["slides"] = json!(best.multi_tile_len());
            }
        }
        if let Progress::Running(&Status {
            tables: Some(tables),
            ..
        }) = self.search.progress()
        {
            told["tables"] = json!([tables.known, tables.entries]);
        }
        told
    }
}
