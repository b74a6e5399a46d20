//! Which file of the crate imports which: a reader of paths, not of all Rust.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::oracle::sources::sources;

/// A file by the path of its module, `exact/all_boards`; the roots are `lib` and `bin`.
pub(crate) type File = String;

/// A module: the root's name, then those of the modules.
type Module = Vec<String>;

/// All files below a folder of sources, with the files that each of them imports from.
///
/// A name counts for the file that it comes from, whatever re-exports it came through. What a file
/// re-exports from its own modules it does not import. Tests, and what only documentation needs,
/// are left out.
pub(crate) fn imports(sources: &Path) -> BTreeMap<File, BTreeSet<File>> {
    let modules = read_folder(sources);
    let edges = modules.iter().map(|(from, source)| {
        let paths = source.paths.iter().filter(|path| !path.is_reexport);
        let files = paths.map(|path| resolve(&modules, &path.target, 0));
        let others: BTreeSet<File> = files.filter(|to| to != from).map(|to| name(&to)).collect();
        (name(from), others)
    });
    edges.collect()
}

fn name(module: &[String]) -> File {
    match module {
        [root, inner @ ..] if root == "lib" && !inner.is_empty() => inner.join("/"),
        _ => module.join("/"),
    }
}

/// The imports of a file.
struct Source {
    paths: Vec<Found>,
    /// The modules that its `use` names stand for.
    names: BTreeMap<String, Module>,
}

/// A path in a file.
struct Found {
    /// From the root, as far as the file tells.
    target: Module,
    /// True if the file offers something of its own modules to others.
    is_reexport: bool,
}

/// Reads all files below a folder but those of tests alone.
fn read_folder(folder: &Path) -> BTreeMap<Module, Source> {
    let paths = sources(folder).into_iter();
    let paths = paths.filter(|path| !path.ends_with("tests.rs"));
    let read = |path: PathBuf| {
        let inside = path.strip_prefix(folder).expect("a path below the folder");
        let words = inside.with_extension("");
        let words = words
            .iter()
            .map(|word| word.to_str().expect("a name").to_owned());
        let module = module_of(&words.collect::<Vec<_>>());
        let text = fs::read_to_string(path).expect("a source can be read");
        let source = read(&module, &text);
        (module, source)
    };
    paths.map(read).collect()
}

/// Returns the module of a file; `bin/npuzzle/main` is the root of the program.
fn module_of(file: &[String]) -> Module {
    let words: Vec<&str> = file.iter().map(String::as_str).collect();
    let module = match words[..] {
        ["lib"] => vec!["lib"],
        ["bin", _, "main"] => vec!["bin"],
        ["bin", _, ref inner @ ..] => [&["bin"], inner].concat(),
        ref inner => [&["lib"], inner].concat(),
    };
    module.into_iter().map(str::to_owned).collect()
}

/// Returns the file in which something stands.
fn resolve(modules: &BTreeMap<Module, Source>, path: &[String], hops: usize) -> Module {
    let known = (1..=path.len())
        .rev()
        .find(|&len| modules.contains_key(&path[..len]));
    let len = known.expect("every path begins at a root");
    let (module, rest) = path.split_at(len);
    let behind = rest
        .first()
        .and_then(|name| modules[module].names.get(name));
    match behind {
        // Names may stand for themselves by way of a glob; no real chain is so long.
        Some(target) if hops < 8 => {
            let path = [target, &rest[1..]].concat();
            resolve(modules, &path, hops + 1)
        }
        _ => module.to_vec(),
    }
}

/// Splits a text in words, `::` and single signs; comments, strings and lifetimes are left out.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let len = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if rest.starts_with("r\"") || rest.starts_with("r#\"") {
            let end = if rest.starts_with("r#") { "\"#" } else { "\"" };
            let start = 1 + end.len();
            rest[start..]
                .find(end)
                .map_or(rest.len(), |at| start + at + end.len())
        } else if first == '"' {
            quoted(rest)
        } else if first == '\'' {
            // A character, or a lifetime.
            let mut chars = rest.chars().skip(1);
            match (chars.next(), chars.next()) {
                (Some('\\'), _) => 3 + rest[3..].find('\'').unwrap_or(0),
                (Some(it), Some('\'')) => 2 + it.len_utf8(),
                _ => 1,
            }
        } else if first.is_alphanumeric() || first == '_' {
            let end = rest.find(|it: char| !it.is_alphanumeric() && it != '_');
            let len = end.unwrap_or(rest.len());
            tokens.push(rest[..len].to_owned());
            len
        } else {
            let len = if rest.starts_with("::") {
                2
            } else {
                first.len_utf8()
            };
            if !first.is_whitespace() {
                tokens.push(rest[..len].to_owned());
            }
            len
        };
        rest = &rest[len..];
    }
    tokens
}

/// Returns the length of a string with its quotes.
fn quoted(text: &str) -> usize {
    let mut is_escaped = false;
    let end = text.bytes().skip(1).position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    end.map_or(text.len(), |end| end + 2)
}

/// Reads the paths of a file.
fn read(module: &[String], text: &str) -> Source {
    let tokens = tokens(text);
    let mut source = Source {
        paths: Vec::new(),
        names: BTreeMap::new(),
    };
    // The modules within the file that are open, each with the number of open braces around it.
    let mut inner: Vec<(String, usize)> = Vec::new();
    let mut depth = 0;
    let mut at = 0;
    let mut others = Vec::new();
    while at < tokens.len() {
        let here: Module = [
            module,
            &inner.iter().map(|it| it.0.clone()).collect::<Vec<_>>(),
        ]
        .concat();
        match tokens[at].as_str() {
            "#" => {
                let (end, is_left_out) = attribute(&tokens, at);
                at = if is_left_out {
                    item_end(&tokens, end)
                } else {
                    end
                };
                continue;
            }
            "use" => {
                let is_public = at > 0 && matches!(tokens[at - 1].as_str(), "pub" | ")");
                let mut leaves = Vec::new();
                at = tree(&tokens, at + 1, &[], &mut leaves);
                for (path, name) in leaves {
                    let target = absolute(&here, &path);
                    let is_own = target.len() > module.len() && target.starts_with(module);
                    source.paths.push(Found {
                        target: target.clone(),
                        is_reexport: is_public && is_own,
                    });
                    source.names.insert(name, target);
                }
                continue;
            }
            // Its brace comes later, so now the depth is the one outside.
            "mod" if tokens[at + 2] == "{" => inner.push((tokens[at + 1].clone(), depth)),
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                if inner.last().is_some_and(|(_, outside)| *outside == depth) {
                    inner.pop();
                }
            }
            _ if at + 1 < tokens.len()
                && tokens[at + 1] == "::"
                && (at == 0 || tokens[at - 1] != "::") =>
            {
                let mut path = vec![tokens[at].clone()];
                while tokens[at + 1] == "::" && is_word(&tokens[at + 2]) {
                    path.push(tokens[at + 2].clone());
                    at += 2;
                }
                others.push((here, path));
            }
            _ => {}
        }
        at += 1;
    }
    for (here, path) in others {
        let target = match source.names.get(&path[0]) {
            Some(target) => [target, &path[1..]].concat(),
            None => absolute(&here, &path),
        };
        source.paths.push(Found {
            target,
            is_reexport: false,
        });
    }
    source
}

fn is_word(token: &str) -> bool {
    token.starts_with(|first: char| first.is_alphabetic() || first == '_')
}

/// Returns a path from the root. One that begins with another word may begin at a module of the
/// file's own; if it does not, what is behind is not found, and the path leads to the file itself.
fn absolute(here: &[String], path: &[String]) -> Module {
    let root = &here[..1];
    match path[0].as_str() {
        "crate" => [root, &path[1..]].concat(),
        "npuzzle" => [&["lib".to_owned()], &path[1..]].concat(),
        "self" => [here, &path[1..]].concat(),
        "super" => absolute_above(&here[..here.len() - 1], &path[1..]),
        _ => [here, path].concat(),
    }
}

fn absolute_above(above: &[String], path: &[String]) -> Module {
    match path.first().map(String::as_str) {
        Some("super") => absolute_above(&above[..above.len() - 1], &path[1..]),
        _ => [above, path].concat(),
    }
}

/// Returns what is behind an attribute, and whether it leaves out what follows: tests, and what
/// only documentation needs.
fn attribute(tokens: &[String], at: usize) -> (usize, bool) {
    let first = if tokens[at + 1] == "!" {
        at + 2
    } else {
        at + 1
    };
    if tokens[first] != "[" {
        // A sign in a macro.
        return (at + 1, false);
    }
    let end = closing(tokens, first);
    let words = &tokens[first + 1..end];
    let has = |word: &str| words.iter().any(|it| it == word);
    let is_condition = words[0] == "cfg" && !has("not");
    let is_left_out = is_condition && (has("test") || has("doc") || has("doctest"));
    (end + 1, is_left_out)
}

/// Returns what is behind an item.
fn item_end(tokens: &[String], mut at: usize) -> usize {
    while tokens[at] == "#" {
        at = attribute(tokens, at).0;
    }
    let is_use = tokens[at..]
        .iter()
        .find(|it| ["use", "mod", "fn", "struct", "impl"].contains(&it.as_str()));
    let is_use = is_use.is_some_and(|word| word == "use");
    while tokens[at] != ";" {
        if tokens[at] == "{" && !is_use {
            return closing(tokens, at) + 1;
        }
        at += 1;
    }
    at + 1
}

/// Returns the bracket that closes this one.
fn closing(tokens: &[String], open: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token.as_str() {
            "{" | "[" | "(" => depth += 1,
            "}" | "]" | ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    panic!("a bracket is not closed")
}

/// Reads a tree of paths, `a::{b, c as d}`: each with the name that it gets. Returns the place of
/// the sign that ends it.
fn tree(
    tokens: &[String],
    mut at: usize,
    before: &[String],
    leaves: &mut Vec<(Vec<String>, String)>,
) -> usize {
    let mut path = before.to_vec();
    loop {
        match tokens[at].as_str() {
            "{" => {
                at += 1;
                while tokens[at] != "}" {
                    at = tree(tokens, at, &path, leaves);
                    at += usize::from(tokens[at] == ",");
                }
                return at + 1;
            }
            "as" => {
                leaves.push((path, tokens[at + 1].clone()));
                return at + 2;
            }
            ";" | "," | "}" => {
                let name = path.last().cloned().unwrap_or_default();
                leaves.push((path, name));
                return at;
            }
            "self" if !path.is_empty() => {}
            "::" => {}
            word => path.push(word.to_owned()),
        }
        at += 1;
    }
}
