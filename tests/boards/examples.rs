//! Every public item has an example.

use std::fs;
use std::path::Path;

use crate::oracle::sources::sources;

/// The seal of `Puzzle`: public to the compiler, but no caller can name it.
const SEALED: &str = "cells.rs";

/// The words that begin an item with a page, or a part of a page, of its own. Constants and aliases
/// have none; `missing_docs` holds their sentence.
const ITEMS: [&str; 5] = ["fn", "struct", "enum", "trait", "mod"];

/// Returns the items of a file that need an example, each with its documentation.
///
/// `unreachable_pub` holds that `pub` is public, so the text of a file shows what is. A public
/// trait's functions are those with the four blanks of its body before them.
fn items(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let (mut docs, mut in_trait) = (String::new(), false);
    for line in text.lines() {
        let code = line.trim_start();
        if let Some(doc) = code.strip_prefix("///") {
            docs += doc;
            docs += "\n";
            continue;
        }
        if code.starts_with("#[") {
            docs += code;
            continue;
        }
        let words = code.strip_prefix("pub ").or(in_trait
            .then(|| line.strip_prefix("    "))
            .flatten()
            .filter(|rest| rest.starts_with("fn ")));
        let words = words.unwrap_or_default().split(|at| " (<{;:".contains(at));
        let mut words = words.skip_while(|word| matches!(*word, "const" | "async" | "unsafe"));
        if let (Some(kind), Some(name)) = (words.next(), words.next()) {
            if ITEMS.contains(&kind) && !name.is_empty() {
                found.push((format!("{kind} {name}"), docs.clone()));
            }
        }
        match line {
            _ if line.starts_with("pub trait ") => in_trait = true,
            "}" => in_trait = false,
            _ => {}
        }
        // Arguments of macros may stand between a documentation and its function.
        if !code.starts_with('{') && !code.starts_with("on DynBoard") {
            docs.clear();
        }
    }
    found
}

#[test]
fn every_public_item_has_an_example() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let program = source.join("bin");
    let is_shown_to_callers = |path: &&Path| !path.starts_with(&program) && !path.ends_with(SEALED);
    let (mut count, mut missing) = (0, Vec::new());
    let paths = sources(&source);
    for path in paths.iter().map(AsRef::as_ref).filter(is_shown_to_callers) {
        let text = fs::read_to_string(path).expect("a source file");
        for (item, docs) in items(&text) {
            count += 1;
            let page = item.strip_prefix("mod ").map(|name| {
                let page = path.with_extension("").join(name).with_extension("rs");
                let root = source.join(name).with_extension("rs");
                fs::read_to_string(page).or_else(|_| fs::read_to_string(root))
            });
            let is_shown = |docs: &str| docs.contains("```") || docs.contains("include_str!");
            let inner = page.and_then(Result::ok);
            let inner = inner.iter().flat_map(|text| text.lines());
            let mut inner = inner.take_while(|line| line.starts_with("//!"));
            if !is_shown(&docs) && !inner.any(|line| line.contains("```")) {
                missing.push(format!("{}: {item}", path.display()));
            }
        }
    }
    assert!(count > 400, "{count} items");
    assert!(
        missing.is_empty(),
        "without an example:\n{}",
        missing.join("\n")
    );
}

#[test]
fn items_without_an_example_are_found() {
    let text = "\
/// A shown type.
/// ```
/// ```
#[derive(Clone)]
pub struct Shown;

impl Shown {
    /// Returns nothing.
    #[must_use]
    pub const fn nothing(&self) {}
}

/// A trait.
pub trait Kind: Clone {
    /// Returns the kind.
    fn kind(&self);
}

pub(crate) fn hidden() {}
";
    let found = items(text);
    let names: Vec<_> = found.iter().map(|(item, _)| item.as_str()).collect();
    assert_eq!(
        names,
        ["struct Shown", "fn nothing", "trait Kind", "fn kind"]
    );
    let shown: Vec<_> = found.iter().map(|(_, docs)| docs.contains("```")).collect();
    assert_eq!(shown, [true, false, false, false]);
}

/// With no empty line between them, rustdoc draws nothing of a picture after a sentence, and lists
/// its page without one.
#[test]
fn pictures_stand_apart_from_the_first_sentence() {
    let lines: Vec<&str> = include_str!("../../src/learn.rs").lines().collect();
    let included = |line: &str| line.starts_with("#[doc = include_str!");
    assert!(lines.iter().filter(|line| included(line)).count() > 20);
    for pair in lines.windows(2).filter(|pair| included(pair[1])) {
        assert_eq!(pair[0], "///", "before {}", pair[1]);
    }
}
