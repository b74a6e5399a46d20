//! Solvers of every quality, their heuristics, and games that they help with.

mod all_optimal;
mod at_distance;
mod best;
mod clock;
#[cfg(feature = "std")]
mod constructions;
mod constructive;
mod cuts;
mod features;
mod forged;
mod guide;
mod heuristics;
#[cfg(feature = "std")] // pools
mod lanes;
#[cfg(all(feature = "std", target_os = "linux"))]
mod memory;
mod optimal;
#[cfg(feature = "std")]
mod patterns;
mod quality;
mod search;
mod slides;
#[cfg(feature = "std")] // minutes without its tables
mod small_shapes;
#[cfg(feature = "std")]
mod thinking;
#[cfg(feature = "std")]
mod threads;

#[path = "../oracle"]
mod oracle {
    pub(crate) mod breadth_first;
    pub(crate) mod by_slides;
    pub(crate) mod data;
    pub(crate) mod korf;
    pub(crate) mod random;
    pub(crate) mod scrambled;
    pub(crate) mod shape;
    pub(crate) mod shapes;
}
