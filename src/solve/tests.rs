//! Unit tests of solves of all qualities.

mod near_the_goal;
mod slices;
