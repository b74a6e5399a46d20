//! Solvers of every quality, their heuristics, and games that they help with.

#[cfg(feature = "std")]
mod all_optimal;
#[cfg(feature = "std")]
mod at_distance;
mod control;
mod cuts;
#[cfg(feature = "std")]
mod drivers;
mod features;
mod forged;
#[cfg(feature = "std")]
mod guide;
mod heuristics;
mod korf;
#[cfg(feature = "std")] // pools
mod lanes;
#[cfg(feature = "std")]
mod many;
#[cfg(all(feature = "std", target_os = "linux"))]
mod memory;
#[cfg(feature = "std")]
mod patterns;
mod quality;
mod search;
#[cfg(feature = "std")]
mod slides;
#[cfg(feature = "std")] // minutes without its tables
mod truth;

#[path = "../oracle"]
mod oracle {
    pub(crate) mod korf;
    pub(crate) mod random;
    pub(crate) mod scrambled;
    pub(crate) mod shape;
    pub(crate) mod shapes;
    #[cfg(feature = "std")]
    pub(crate) mod space;
}
