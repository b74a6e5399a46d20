//! The part of the standard library that the thread pool uses, with threads that shuttle schedules.

mod few_switches;

pub use few_switches::check;

/// `std::sync`, whose locks and waits are points where another thread may continue. No wait times
/// out.
pub mod sync {
    pub use shuttle::sync::{Condvar, Mutex, MutexGuard, PoisonError};
}

/// `std::thread`.
pub mod thread {
    use std::io;
    use std::num::NonZero;

    pub use shuttle::thread::{JoinHandle, Scope, ScopedJoinHandle, panicking, scope};

    /// Starts threads, all with the usual stack.
    #[derive(Debug, Default)]
    pub struct Builder;

    impl Builder {
        /// Returns a builder.
        #[must_use]
        pub const fn new() -> Self {
            Self
        }

        /// Starts a thread.
        ///
        /// # Errors
        /// None: there are threads enough.
        pub fn spawn<T: Send + 'static>(
            self,
            work: impl FnOnce() -> T + Send + 'static,
        ) -> io::Result<JoinHandle<T>> {
            Ok(shuttle::thread::spawn(work))
        }

        /// Starts a thread of a scope.
        ///
        /// # Errors
        /// None: there are threads enough.
        pub fn spawn_scoped<'scope, T: Send + 'scope>(
            self,
            scope: &'scope Scope<'scope, '_>,
            work: impl FnOnce() -> T + Send + 'scope,
        ) -> io::Result<ScopedJoinHandle<'scope, T>> {
            Ok(scope.spawn(work))
        }
    }

    /// Returns the number of cores: two.
    ///
    /// # Errors
    /// None.
    pub fn available_parallelism() -> io::Result<NonZero<usize>> {
        Ok(const { NonZero::new(2).unwrap() })
    }
}
