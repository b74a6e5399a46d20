//! Solvers of every quality, their heuristics, and games with hints.

mod all_optimal;
mod analyse;
mod at_distance;
mod breadth_first;
mod cache;
mod control;
mod errors;
mod evicted_tables;
mod free_tiles;
mod guide;
mod heuristics;
mod korf;
mod many;
mod pattern_databases;
mod pools;
mod quality;
mod search;
mod slicing;
mod slides;
mod spaces;
mod stored_text;

#[path = "../oracle"]
mod oracle {
    pub(crate) mod answer;
    pub(crate) mod cases;
    pub(crate) mod partial_goal;
    pub(crate) mod random;
    pub(crate) mod random_goal;
    pub(crate) mod scrambled;
    pub(crate) mod shape;
    pub(crate) mod shapes;
    pub(crate) mod space;
    pub(crate) mod stop;
    pub(crate) mod stored;
}
