//! `npuzzle stats`.

use std::process::Output;

use serde_json::Value;

use super::{complaint, npuzzle, objects, text};

fn stats(arguments: &[&str]) -> Output {
    npuzzle("stats").args(arguments).output().expect("ended")
}

#[test]
fn statistics_are_consistent() {
    for (arguments, shape, cells, side) in [
        (&["12", "--seed", "3"][..], "12x12", 144, 12.0),
        (&["9x15", "--goal", "snail"], "9x15", 135, 12.0),
        (&["4x4x4", "--seconds", "1e9"], "4x4x4", 64, 4.0),
        (&["7", "--improve", "0.1"], "7x7", 49, 7.0),
        (&["1"], "1x1", 1, 1.0),
    ] {
        let output = stats(&[arguments, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        assert!(output.stderr.is_empty(), "no progress if nobody watches");
        let objects = objects(&output);
        assert_eq!(objects.len(), 1);
        let report = &objects[0];
        let whole = |value: &Value| value.as_u64().expect("a number");
        let figure = |name: &str| report[name].as_f64().unwrap_or(f64::NAN);
        let moves = whole(&report["moves"]);
        let is = |name: &str, wanted: f64| {
            assert!((figure(name) - wanted).abs() < 1e-9, "{name}: {report}");
        };
        assert_eq!(report["shape"], shape);
        assert_eq!(report["cells"], cells);
        is("moves_per_cell", moves as f64 / f64::from(cells));
        let unit = f64::from(cells) * side;
        is("moves_per_cell_and_side", moves as f64 / unit);
        let (manhattan, bound) = (whole(&report["manhattan"]), whole(&report["lower_bound"]));
        assert!(manhattan <= bound && bound <= moves, "{report}");
        let (slides, turns) = (whole(&report["slides"]), whole(&report["turns"]));
        assert!(slides <= moves && turns == slides.saturating_sub(1));
        let built = &report["built"];
        assert!(whole(&built["moves"]) >= moves, "{report}");
        assert!(built["seconds"].as_f64() <= report["seconds"].as_f64());
        assert!(report["table_build_bytes"].is_null(), "too large or small");
        if cells == 1 {
            assert!(report["most_moved"].is_null() && report["moves_per_tile"].is_null());
            continue;
        }
        is("moves_per_manhattan", moves as f64 / manhattan as f64);
        is("moves_per_tile", moves as f64 / f64::from(cells - 1));
        let most = &report["most_moved"];
        assert!((1..cells as u64).contains(&whole(&most["tile"])));
        assert!(whole(&most["moves"]) as f64 >= figure("moves_per_tile"));
    }
}

#[test]
fn keys_keep_their_order() {
    let output = stats(&["3", "--json"]);
    let report = &objects(&output)[0];
    let keys: Vec<_> = report.as_object().expect("an object").keys().collect();
    let expected = "shape goal seed cells moves slides turns moves_per_cell moves_per_cell_and_side \
                    manhattan moves_per_manhattan moves_per_tile most_moved lower_bound built \
                    table_memory table_build_bytes seconds";
    assert!(
        keys.iter().copied().eq(expected.split_whitespace()),
        "{keys:?}"
    );
}

#[test]
fn statistics_are_in_words_too() {
    let output = stats(&["2x3x2", "--seed", "9"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(text(&output).starts_with("board                       2x3x2, seed 9: 12 cells\n"));
    assert!(text(&output).contains("\ntables                      up to 4 MB, built in "));
    let report = &objects(&stats(&["4", "--json"]))[0];
    let build = report["table_build_bytes"]
        .as_u64()
        .expect("4 x 4 has tables");
    assert_eq!(report["table_memory"], 4_000_000);
    // At most three times the tables, which take nearly all of their memory, and 32 MB.
    assert!((3_000_000..44_000_000).contains(&build), "{build}");
    let output = stats(&["200", "--seconds", "0"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    assert_eq!(
        complaint(&output),
        "error: there was no time for a solution\n"
    );
}

#[test]
fn wrong_options_are_refused() {
    for (wrong, word) in [
        (&["0"][..], "has no cells"),
        (&["1000"], "more than 65536 cells"),
        (&["4x"], "a shape is written as 4x4 or 3x3x3"),
        (&["2x2x2x2"], "a shape is written as 4x4 or 3x3x3"),
        (&["50", "--seconds", "-1"], "a time can't be negative"),
        (&["50", "--seconds", "nan"], "not a number of seconds"),
        (&["50", "--seconds", "1e99"], "a time can't be so long"),
        (&["50", "--improve", "long"], "not a number of seconds"),
        (&["3x3", "--goal", "1 2/3 0"], "blank-last"),
    ] {
        let output = stats(wrong);
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(output.stdout.is_empty());
        let complaint = complaint(&output);
        assert!(complaint.contains(word), "{complaint}");
    }
}
