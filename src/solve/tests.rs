//! Solves of all qualities, from within.

mod near_the_goal;
mod slices;
