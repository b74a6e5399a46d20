//! `npuzzle completions` and `npuzzle manual`.

use super::{complaint, npuzzle, objects, solve, text};

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
fn the_manual_is_text_and_names_all_that_readers_look_for() {
    let output = npuzzle("manual").output().expect("ended");
    let manual = text(&output);
    for command in COMMANDS {
        assert!(manual.contains(&format!("\n   {command} ")), "{command}");
    }
    for word in [
        "\nBOARDS\n",
        "\nEXIT STATUS\n",
        "--resume",
        "Ctrl-C",
        "--columns",
        "X x O o _",
        "lower_bound",
        "setup_seconds",
    ] {
        assert!(manual.contains(word), "{word}");
    }
    let longest = manual.lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(100), "{longest:?} columns");
    let output = npuzzle("manual").arg("solve").output().expect("ended");
    assert!(text(&output).contains("--quality"), "{output:?}");
}

#[test]
fn the_manual_names_every_key_of_an_answer() {
    let manual = text(&npuzzle("manual").output().expect("ended"));
    let lines = "q 1 2 3/0 4 6/7 5 8 2\nr 2 1/3 0 1\ns 1 1 1\n";
    let output = solve(&["--json", "--columns", "id,board,length"], lines);
    let mut keys = 0;
    for object in objects(&output) {
        let members = object.as_object().expect("an object");
        for key in members.keys().filter(|key| *key != "summary") {
            assert!(manual.contains(&format!("\n     {key} ")), "{key}");
            keys += 1;
        }
    }
    assert!(keys > 15, "{output:?}");
}

#[test]
fn man_has_a_page_for_each_command() {
    let output = npuzzle("manual").arg("--man").output().expect("ended");
    let page = text(&output);
    assert!(page.contains(".TH npuzzle 1"), "{page}");
    assert!(page.contains(".SH \"EXIT STATUS\""), "{page}");
    for command in COMMANDS {
        let output = npuzzle("manual").args([command, "--man"]).output();
        let page = text(&output.expect("ended"));
        assert!(page.contains(&format!(".TH npuzzle-{command} 1")), "{page}");
    }
    let output = npuzzle("manual").arg("nothing").output().expect("ended");
    assert_eq!(output.status.code(), Some(2));
    assert!(complaint(&output).contains("there is no command nothing"));
}
