//! Files that are written through to the disk on a thread of their own, as that may take seconds.

use alloc::borrow::ToOwned;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::draft::Draft;
use crate::runtime::effort::Effort;
use crate::runtime::pool::{News, Pool, Queue};

/// A draft on its way to the disk.
#[derive(Debug)]
pub(super) struct ToDisk(Pool<Disk>);

#[derive(Debug)]
struct Disk {
    /// The file that the draft is to become.
    path: PathBuf,
    /// Until the thread takes it.
    draft: Option<Draft>,
    /// Until the slice takes it that waits for it.
    result: Option<io::Result<Draft>>,
    /// True if no slice waits for it any more.
    is_left: bool,
}

impl ToDisk {
    /// Begins to write a draft through.
    pub(super) fn begin(draft: Draft, path: &Path) -> Self {
        let mut pool = Pool::new(Disk {
            path: path.to_owned(),
            draft: Some(draft),
            result: None,
            is_left: false,
        });
        pool.start(1);
        pool.ask(|_| ());
        Self(pool)
    }

    /// Waits for a slice, and returns the draft once the disk has all of it. If there is no thread,
    /// this one waits for the disk.
    pub(super) fn wait(&mut self) -> Option<io::Result<Draft>> {
        if self.0.workers() == 0 {
            self.0.help(&mut Effort::slice());
        }
        self.0.wait();
        let result = self.0.ask(|disk| disk.result.take());
        // The thread has panicked if there is no answer.
        result.unwrap_or_else(|| Some(Err(ErrorKind::Other.into())))
    }
}

impl Drop for ToDisk {
    fn drop(&mut self) {
        self.0.ask(|disk| disk.is_left = true);
        self.0.leave();
    }
}

impl Queue for Disk {
    type Task = (Draft, io::Result<()>);

    fn take(&mut self, _last: &mut usize) -> Option<Self::Task> {
        self.draft.take().map(|draft| (draft, Ok(())))
    }

    fn advance((draft, result): &mut Self::Task, _effort: &mut Effort) {
        *result = draft.sync();
    }

    fn give_back(&mut self, (draft, result): Self::Task) -> News {
        let result = result.map(|()| draft);
        if !self.is_left {
            self.result = Some(result);
        } else if let Ok(draft) = result {
            // The table is whole, so it is kept. If that fails, the next call builds it again.
            let _ = draft.publish(&self.path);
        }
        News::Owner
    }
}
