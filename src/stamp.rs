//! How the same inherent methods come to stand on both boards.

/// Puts the methods on [`Board`](crate::Board) and on [`DynBoard`](crate::DynBoard), so that `board.is_solvable()` needs no
/// import. Each file that adds an algorithm stamps its own.
macro_rules! stamp {
    ($($methods:tt)*) => {
        impl<const ROWS: usize, const COLS: usize, const LAYERS: usize>
            $crate::board::Board<ROWS, COLS, LAYERS>
        {
            $($methods)*
        }

        impl $crate::dyn_board::DynBoard {
            $($methods)*
        }
    };
}

pub(crate) use stamp;
