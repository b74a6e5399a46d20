//! Processes that share a folder of tables.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};

use npuzzle::{Board, Solver};

use super::{HARD, Scratch, solver_with};

/// The folder of a process of the test below: it is this program again.
const CHILD: &str = "NPUZZLE_CACHE_TEST_CHILD";

#[test]
#[ignore = "it is what another test starts in processes of its own"]
fn child() {
    let Ok(folder) = env::var(CHILD) else { return };
    let board: Board<4> = HARD.parse().unwrap();
    let solution = solver_with(Path::new(&folder)).solve(&board).unwrap();
    assert_eq!(solution.moves().len(), 50);
}

#[test]
fn many_processes_share_a_folder() {
    let scratch = Scratch::new("shared");
    let children: Vec<_> = (0..8)
        .map(|_| {
            let mut command = Command::new(env::current_exe().unwrap());
            command.args(["--exact", "cache::processes::child", "--ignored"]);
            command.env(CHILD, &scratch.0).stdout(Stdio::piped());
            command.spawn().unwrap()
        })
        .collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            output.status.success() && said.contains("1 passed"),
            "{said}"
        );
    }
    let names = scratch.names();
    assert!(
        names.len() > 1 && names.iter().all(|it| !it.contains("draft")),
        "{names:?}"
    );
    let board: Board<4> = HARD.parse().unwrap();
    let right = Solver::builder().memory(4_000_000).build();
    assert_eq!(solver_with(&scratch.0).solve(&board), right.solve(&board));
}
