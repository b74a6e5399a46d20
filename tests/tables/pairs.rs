//! Weights of pairs in files, and solvers that rank boards by them.

use std::env;
use std::fs;
use std::path::PathBuf;

use npuzzle::tables::FileFault;
use npuzzle::train::PairWeights;
use npuzzle::{Control, DynBoard, Quality, SolveError, Solver, TableError};

use crate::oracle::shape::shape;

/// A folder of its own for a test, gone when the test ends well.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("npuzzle-pairs-{name}-{}", std::process::id()));
        // What an earlier process of the same number left.
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The shipped weights, with zero for those of a single byte.
fn without_small_weights() -> PairWeights {
    let mut bytes = PairWeights::shipped().to_bytes();
    let end = bytes.len() - 8;
    let mut is_second = false;
    for byte in &mut bytes[16..end] {
        let is_first_of_two = !is_second && *byte >= 0x80;
        if !is_second && !is_first_of_two {
            *byte = 0;
        }
        is_second = is_first_of_two;
    }
    // FNV-1a.
    let sum = bytes[..end]
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum: u64, &byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    bytes[end..].copy_from_slice(&sum.to_le_bytes());
    PairWeights::from_bytes(&bytes).unwrap()
}

/// The moves of the best solution of a board within 300,000 expansions.
fn best(solver: &Solver, board: &DynBoard) -> Result<String, SolveError> {
    let solution = solver.solve_with(board, &mut Control::new().max_nodes(300_000));
    match solution {
        Ok(solution) => Ok(solution.moves().to_string()),
        Err(SolveError::Stopped(partial)) => Ok(partial.best.unwrap().to_string()),
        Err(error) => Err(error),
    }
}

#[test]
fn a_changed_file_is_never_taken() {
    let scratch = Scratch::new("changed");
    let file = scratch.0.join("some.weights");
    let shipped = PairWeights::shipped();
    shipped.save(&file).unwrap();
    assert_eq!(PairWeights::load(&file).unwrap(), shipped);
    let bytes = fs::read(&file).unwrap();
    for at in (0..bytes.len()).step_by(4_999).chain([0, 8, 12, 16]) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x10;
        fs::write(&file, changed).unwrap();
        let error = PairWeights::load(&file).unwrap_err();
        assert_eq!(error.path(), file, "byte {at}");
    }
    fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
    let error = PairWeights::load(&file).unwrap_err();
    assert_eq!(error.fault(), FileFault::Checksum);
    assert_eq!(
        PairWeights::load(&scratch.0).unwrap_err().fault(),
        FileFault::NotAFile
    );
}

#[test]
fn a_solver_takes_the_weights_of_its_folder_or_none() {
    let scratch = Scratch::new("folder");
    let shape = shape(6, 6, 1);
    let board = DynBoard::from_seed(shape, 1);
    let usual = Solver::builder().quality(Quality::Best).threads(1);
    let shipped = best(&usual.clone().build(), &board).unwrap();
    let kept = || usual.clone().cache_dir(&scratch.0).build();
    assert_eq!(best(&kept(), &board).unwrap(), shipped);

    let file = PairWeights::file_in(&scratch.0, shape);
    without_small_weights().save(&file).unwrap();
    assert_ne!(best(&kept(), &board).unwrap(), shipped);

    fs::write(&file, "no weights").unwrap();
    let error = best(&kept(), &board).unwrap_err();
    assert!(
        matches!(&error, SolveError::Table(TableError::File(error)) if error.path() == file),
        "{error:?}"
    );
    fs::remove_file(&file).unwrap();
    assert_eq!(best(&kept(), &board).unwrap(), shipped);
}
