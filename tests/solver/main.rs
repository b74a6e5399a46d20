//! Solvers of every quality, their heuristics, and games that they help with.

mod all_optimal;
mod analyse;
mod at_distance;
mod cache;
mod control;
mod drivers;
mod errors;
mod forged;
mod free_tiles;
mod guide;
mod heuristics;
mod kept;
mod korf;
mod many;
#[cfg(target_os = "linux")]
mod patterns;
mod pools;
mod quality;
mod search;
mod slides;
mod truth;

#[path = "../oracle"]
mod oracle {
    pub(crate) mod random;
    pub(crate) mod scrambled;
    pub(crate) mod shape;
    pub(crate) mod shapes;
    pub(crate) mod space;
}
