//! A file of a table whose bytes were changed is an error, or the same table.

#![no_main]

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use npuzzle::Shape;
use npuzzle::tables::{Partition, Table, TableBuilder};

/// The table, its file and the bytes of that.
static STORED: LazyLock<(Table, PathBuf, Vec<u8>)> = LazyLock::new(|| {
    let shape = Shape::square(3).expect("a shape");
    let partition = Partition::choose(shape, 8, 10_000).expect("a partition");
    let table = TableBuilder::new().tables(&partition.patterns()[..1]);
    let table = table.expect("little memory").remove(0);
    let name = format!("npuzzle-fuzz-{}.table", std::process::id());
    let path = std::env::temp_dir().join(name);
    table.save(&path).expect("a file");
    let bytes = fs::read(&path).expect("the file");
    (table, path, bytes)
});

fuzz_target!(|input: (Vec<(u16, u8)>, Option<u16>, Vec<u8>)| {
    let (table, path, stored) = &*STORED;
    let (changes, end, more) = input;
    let mut bytes = stored.clone();
    for (at, by) in changes {
        // Half of the changes are in the head.
        let head = bytes.len().min(64);
        let len = if at % 2 == 0 { head } else { bytes.len() };
        bytes[usize::from(at / 2) % len] ^= by;
    }
    if let Some(end) = end {
        bytes.truncate(end.into());
    }
    bytes.extend(more);
    fs::write(path, &bytes).expect("a file");
    match Table::load(path, *table.pattern()) {
        Ok(read) => {
            assert!(bytes == *stored, "a changed file was read");
            assert_eq!(read.max(), table.max());
        }
        Err(error) => assert!(bytes != *stored, "{error}"),
    }
});
