//! The game in play: its log, undo and redo, and hints.

use npuzzle::lesson::Lesson;
use npuzzle::{Control, Direction, DynBoard, Guide, Moves, Quality, Solver};
use serde_json::{Value, json};

use crate::boards::describe;
use crate::request::{Answer, Request, told};

/// A game, and the solver of its hints. The page advances its search each frame.
#[derive(Debug)]
pub(crate) struct Game {
    guide: Guide<DynBoard>,
    solver: Solver,
}

impl Game {
    /// Begins a game, or continues with one: with the turns of its log, of which some are played.
    pub(crate) fn begin(request: &Request) -> Result<Self, String> {
        let (board, goal) = request.board_and_goal()?;
        let mut turns = Vec::new();
        for turn in request.texts("turns")? {
            turns.push(turn.parse::<Moves>().map_err(told)?);
        }
        let position = request.optional("position", Request::size)?;
        let position = position.unwrap_or(turns.len());
        let guide = Guide::for_goal(board, goal.clone()).map_err(told)?;
        let guide = guide.resume(turns, position).map_err(told)?;
        let solver = Solver::builder().goal(goal).quality(Quality::Best).build();
        Ok(Self { guide, solver })
    }

    /// Executes an action of the player, and returns the new state.
    pub(crate) fn act(&mut self, action: &str, request: &Request) -> Answer {
        let moves = match action {
            "press" => {
                let pressed = self.guide.slide_cell(request.size("cell")?);
                let slides = pressed.map_err(told)?;
                slides.iter().map(|slide| slide.direction).collect()
            }
            "slide" => {
                let direction: Direction = request.parse("direction")?;
                let slid = self.guide.slide(direction);
                slid.map_err(told)?;
                Moves::from_iter([direction])
            }
            "undo" => self.guide.undo().unwrap_or_default(),
            "redo" => self.guide.redo().unwrap_or_default(),
            "restart" => {
                self.guide.restart();
                Moves::new()
            }
            "hint" => return self.hint(),
            "lesson" => return Ok(self.lesson()),
            "think" => return self.think(request),
            "adopt" => return self.adopt(request),
            "analyse" => return self.analyse(request),
            _ => return Err(format!("'{action}' is nothing that can be done")),
        };
        let mut state = self.state();
        state["made"] = json!(moves.to_string());
        Ok(state)
    }

    /// Returns the state of a game for the page, with the data to resume it later.
    pub(crate) fn state(&self) -> Value {
        let board = self.guide.board();
        let shape = board.shape();
        let goal = self.solver.goal();
        let mut state = describe(board, goal);
        let turns: Vec<String> = self.guide.turns().iter().map(ToString::to_string).collect();
        let pressable: Vec<usize> = (0..shape.cells())
            .filter(|&cell| board.can_slide_cell(cell))
            .collect();
        state["start"] = json!(self.guide.start().to_string());
        state["turns"] = json!(turns);
        state["position"] = json!(self.guide.position());
        state["moves"] = json!(self.guide.moves().len());
        state["slides"] = json!(self.guide.moves().multi_tile_len());
        state["manhattan"] = json!(board.manhattan(goal));
        state["pressable"] = json!(pressable);
        state
    }

    /// Adopts a solution that a search found, from a board of this game.
    fn adopt(&mut self, request: &Request) -> Answer {
        let from: DynBoard = request.parse("from")?;
        let moves: Moves = request.parse("moves")?;
        let bound = request.size("bound")?;
        let is_kept = self.guide.adopt(&from, &moves, bound);
        Ok(json!({ "kept": is_kept.map_err(told)? }))
    }

    /// Analyses the moves of the game within a number of expansions. All numbers are `null` if that
    /// is not enough.
    fn analyse(&self, request: &Request) -> Answer {
        let control = Control::new().max_nodes(request.number("boards")?);
        let (start, moves) = (self.guide.start(), self.guide.moves());
        let analysis = self.solver.analyse_with(start, &moves, control);
        let analysis = analysis.map_err(told)?;
        Ok(json!({
            "shortest": analysis.shortest,
            "detour": analysis.first_lost().map(|first| first + 1),
        }))
    }

    /// Searches for a shorter solution by about a number of expansions, and returns whether the
    /// search is over. There is no clock here: the page checks its own between two calls.
    fn think(&mut self, request: &Request) -> Answer {
        let control = Control::new().max_nodes(request.number("boards")?);
        let is_over = self.guide.think_with(&self.solver, control);
        Ok(json!({ "over": is_over.map_err(told)? }))
    }

    /// Returns the next move of the best known solution; the first call finds one.
    fn hint(&mut self) -> Answer {
        let hint = self.guide.hint(&self.solver);
        let Some(hint) = hint.map_err(told)? else {
            return Ok(Value::Null);
        };
        Ok(json!({
            "tile": hint.tile,
            "cell": hint.cell,
            "direction": hint.direction.to_string(),
            "left": hint.moves_left,
            "proven": hint.proven,
        }))
    }

    /// Returns the next step by hand, in words with its moves; `null` if there is none, as on a
    /// box.
    fn lesson(&self) -> Value {
        let lesson = Lesson::new(self.guide.board(), self.solver.goal());
        let step = lesson.ok().and_then(|mut lesson| lesson.next());
        step.map_or(Value::Null, |step| step.to_string().into())
    }
}
