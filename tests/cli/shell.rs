//! `npuzzle completions` and `npuzzle manual`.

use super::{complaint, npuzzle, text};

const COMMANDS: [&str; 11] = [
    "solve",
    "check-moves",
    "boards",
    "stats",
    "draw",
    "watch",
    "play",
    "explain",
    "bench",
    "compare",
    "units",
];

#[test]
fn completions_know_all_commands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let output = npuzzle("completions").arg(shell).output().expect("ended");
        let script = text(&output);
        for command in COMMANDS {
            assert!(
                script.contains(command),
                "{command} is not in the script for {shell}"
            );
        }
    }
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    let output = npuzzle("manual").output().expect("ended");
    assert!(text(&output).contains(".TH npuzzle 1"), "{output:?}");
    for command in COMMANDS {
        let output = npuzzle("manual").arg(command).output().expect("ended");
        let page = text(&output);
        assert!(page.contains(&format!(".TH npuzzle-{command} 1")), "{page}");
    }
    let output = npuzzle("manual").arg("nothing").output().expect("ended");
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("there is no command nothing"));
}
