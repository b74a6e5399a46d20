//! Pattern tables: how they are built, and how they are kept in files.

mod build;
mod cache;
mod partitions;

#[path = "../oracle"]
mod oracle {
    pub(crate) mod shape;
}
