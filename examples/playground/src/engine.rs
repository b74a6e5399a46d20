//! One request, one answer.

use serde_json::{Value, json};

use crate::game::Game;
use crate::request::{Answer, Request};
use crate::searches::Searches;
use crate::{boards, explain};

/// Answers the requests of a page: it holds the game in play and the searches under way.
#[derive(Debug, Default)]
pub struct Engine {
    game: Option<Game>,
    searches: Searches,
}

impl Engine {
    /// Returns an engine without a game and without searches.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers a JSON request by JSON, which holds the error if the request is wrong.
    pub fn answer(&mut self, request: &[u8]) -> String {
        let answer = match serde_json::from_slice(request) {
            Ok(request) => self.dispatch(&Request(request)),
            Err(error) => Err(format!("not a request: {error}")),
        };
        answer
            .unwrap_or_else(|error| json!({ "error": error }))
            .to_string()
    }

    fn dispatch(&mut self, request: &Request) -> Answer {
        match request.text("do")? {
            "read" => boards::read(request),
            "goal" => boards::goal(request),
            "make" => boards::make(request),
            "random" => boards::random(request),
            "verify" => boards::verify(request),
            "walk" => boards::walk(request),
            "swap" => boards::swap(request),
            "explain" => explain::explain(request),
            "begin" => {
                let game = self.game.insert(Game::begin(request)?);
                Ok(game.state())
            }
            "search" => self.searches.begin(request),
            "advance" => self.searches.advance(request),
            "drop" => {
                self.searches.drop(request)?;
                Ok(Value::Null)
            }
            action => {
                let game = self.game.as_mut().ok_or("no game has begun")?;
                game.act(action, request)
            }
        }
    }
}
