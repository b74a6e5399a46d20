//! Files that are written through to the disk on a thread of their own, as that may take seconds.

use alloc::borrow::ToOwned;
use alloc::sync::Arc;
use core::time::Duration;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, PoisonError};

use super::draft::Draft;
use crate::runtime::threads::{self, lock};

/// A draft on its way to the disk.
///
/// A lock and a signal, not a channel: channels are compiled again for each type that goes through
/// them, and take ten times the code.
#[derive(Debug)]
pub(super) struct ToDisk {
    /// The file that the draft is to become.
    path: PathBuf,
    /// Until the thread takes it.
    draft: Mutex<Option<Draft>>,
    /// Until the slice takes it that waits for it.
    result: Mutex<Option<io::Result<Draft>>>,
    is_there: Condvar,
}

/// The time that a slice waits for the disk.
const PATIENCE: Duration = Duration::from_micros(500);

impl ToDisk {
    /// Begins to write a draft through. Without a thread it is done at once.
    pub(super) fn begin(draft: Draft, path: &Path) -> Arc<Self> {
        let disk = Arc::new(Self {
            path: path.to_owned(),
            draft: Mutex::new(Some(draft)),
            result: Mutex::new(None),
            is_there: Condvar::new(),
        });
        let work = {
            let disk = Arc::clone(&disk);
            move || disk.sync()
        };
        if threads::spawn(1, &work).is_empty() {
            disk.sync();
        }
        disk
    }

    fn sync(self: &Arc<Self>) {
        let Some(draft) = lock(&self.draft).take() else {
            return;
        };
        let synced = draft.synced();
        let mut result = lock(&self.result);
        if Arc::strong_count(self) > 1 {
            *result = Some(synced);
            self.is_there.notify_one();
        } else if let Ok(draft) = synced {
            // Nobody waits any more. The table is whole, so it is kept; if that fails, the next
            // call builds it again.
            let _ = draft.publish(&self.path);
        }
    }

    /// Waits for a moment, and returns the draft once the disk has all of it.
    pub(super) fn wait(self: &Arc<Self>) -> Option<io::Result<Draft>> {
        let result = lock(&self.result);
        let waited = self
            .is_there
            .wait_timeout_while(result, PATIENCE, |it| it.is_none());
        let mut result = waited.unwrap_or_else(PoisonError::into_inner).0;
        if result.is_none() && Arc::strong_count(self) == 1 {
            // The thread has ended, and left nothing.
            return Some(Err(ErrorKind::Other.into()));
        }
        result.take()
    }
}
