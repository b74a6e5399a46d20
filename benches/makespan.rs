//! The time that a hard board takes on many machines, by the sizes of its units: a table in Markdown,
//! and a plot.
//!
//! `cargo bench --bench makespan -- --measure ../examples/cluster/units.txt` searches three 24-puzzles
//! as `npuzzle units` does, the last bound without a solution in the most units that it has, and writes
//! the expansions of each unit. It takes a minute and a gigabyte; `--cache DIR` keeps the tables.
//! `cargo bench --bench makespan -- --plot ../examples/cluster/makespan.svg` reads that file, assigns
//! the units to 2 to 10,000 workers, and draws the speed-up. As a test it asserts that the committed
//! plot is that of the committed sizes. Counts are the same on every machine, and so are both files.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::env;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use npuzzle::{Control, DynBoard, Goal, Solver};

mod drawing;

use drawing::picture;
use drawing::plot::{Axis, Plot, Series};

/// Boards of Korf's 50, with their numbers and lengths.
const BOARDS: [(u16, usize, &str); 3] = [
    (
        28,
        98,
        "17 15 7 12 8/3 4 9 21 5/16 6 19 20 1/22 24 18 11 14/23 10 2 13 0",
    ),
    (
        5,
        100,
        "17 1 20 9 16/2 22 19 14 5/15 21 0 3 24/23 18 13 12 7/10 8 6 4 11",
    ),
    (
        37,
        100,
        "23 22 5 3 9/6 18 15 10 2/21 13 19 12 20/7 0 1 16 24/17 4 14 8 11",
    ),
];

/// The memory for tables, in bytes: all 44.
const MEMORY: u64 = 1_100 << 20;

/// More units than a bound has.
const ALL_UNITS: usize = 1 << 24;

/// The numbers of units for which the makespan is drawn.
const UNITS: [usize; 4] = [16, 64, 512, ALL_UNITS];

/// The numbers of workers.
const WORKERS: [usize; 12] = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 4_096, 10_000];

/// The first lines of the file of sizes.
const HEAD: &str = "\
# Boards expanded by each unit of the last bound without a solution of three of Korf's 24-puzzles, with 44 tables:
# cargo bench --bench makespan -- --measure ../examples/cluster/units.txt
";

/// The units of the last bound that is searched whole: two moves below the solution's length.
#[derive(Debug)]
struct Measured {
    /// The number in Korf's list.
    number: u16,
    /// The expansions of the process that splits the bound.
    split: u64,
    /// `[unit]`: its expansions.
    sizes: Vec<u64>,
}

/// Searches a board in units.
fn measure(number: u16, length: usize, board: &str, cache: Option<&Path>) -> Measured {
    let mut builder = Solver::builder()
        .goal(Goal::BlankFirst)
        .memory(MEMORY)
        .threads(1);
    if let Some(cache) = cache {
        builder = builder.cache_dir(cache);
    }
    let solver = builder.build();
    let board: DynBoard = board.parse().expect("a board");
    let mut search = solver.search(&board).expect("a solvable board");
    loop {
        let before = search.stats().expanded;
        let is_measured = search.lower_bound() + 2 == length;
        let wanted = if is_measured { ALL_UNITS } else { 64 };
        let units = search.split_with(wanted, &mut Control::new());
        let mut units = units.expect("a hard board");
        for unit in &mut units {
            while !unit.advance(1 << 40).expect("little memory") {}
        }
        let sizes: Vec<u64> = units.iter().map(|it| it.stats().expanded).collect();
        search.join(units).expect("units of this search");
        assert!(search.solution().is_none(), "no. {number}");
        if is_measured {
            let all = search.stats().expanded - before;
            return Measured {
                number,
                split: all - sizes.iter().sum::<u64>(),
                sizes,
            };
        }
    }
}

impl Measured {
    /// Reads what [`Display`](fmt::Display) writes.
    fn parse(text: &str) -> Option<Self> {
        let (head, sizes) = text.split_once(':')?;
        let mut words = head.split_whitespace();
        let mut number = |name: &str| {
            let number = (words.next() == Some(name)).then(|| words.next())??;
            number.parse::<u64>().ok()
        };
        let (board, split) = (number("board")?, number("split")?);
        let sizes = sizes.split_whitespace().map(|it| it.parse().ok());
        Some(Self {
            number: board.try_into().ok()?,
            split,
            sizes: sizes.collect::<Option<_>>()?,
        })
    }

    /// Returns the sizes of about `units` units, as a search groups them.
    fn grouped(&self, units: usize) -> Vec<u64> {
        let size = self.sizes.len().div_ceil(units);
        let groups = self.sizes.chunks(size);
        groups.map(|group| group.iter().sum()).collect()
    }

    /// Returns the speed-up by workers that take the next unit whenever they are free, after one of
    /// them has split the bound.
    fn speed_up(&self, units: usize, workers: usize) -> f64 {
        let sizes = self.grouped(units);
        let total = self.split + sizes.iter().sum::<u64>();
        total as f64 / (self.split + makespan(&sizes, workers)) as f64
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "board {} split {}:", self.number, self.split)?;
        for (nth, size) in self.sizes.iter().enumerate() {
            let before = if nth % 24 == 0 { "\n" } else { " " };
            write!(f, "{before}{size}")?;
        }
        writeln!(f)
    }
}

/// Returns when the last unit ends if each is taken, in their order, by the first free worker.
fn makespan(sizes: &[u64], workers: usize) -> u64 {
    let mut free = BinaryHeap::from(vec![Reverse(0_u64); workers]);
    let mut last = 0;
    for size in sizes {
        let Reverse(start) = free.pop().expect("a worker");
        last = last.max(start + size);
        free.push(Reverse(start + size));
    }
    last
}

/// Returns the geometric mean over the boards.
fn mean(measured: &[Measured], of: impl Fn(&Measured) -> f64) -> f64 {
    let logarithms = measured.iter().map(|it| of(it).ln());
    (logarithms.sum::<f64>() / measured.len() as f64).exp()
}

/// Draws the efficiency for each number of units.
fn drawn(measured: &[Measured]) -> String {
    let series = UNITS.map(|units| {
        let efficiency = |workers: usize| {
            let of = |it: &Measured| it.speed_up(units, workers) / workers as f64;
            100.0 * mean(measured, of)
        };
        Series {
            name: name(units),
            dots: Vec::new(),
            line: WORKERS.map(|it| (it as f64, efficiency(it))).to_vec(),
        }
    });
    let numbers: Vec<String> = measured.iter().map(|it| it.number.to_string()).collect();
    let plot = Plot {
        title: "One 24-puzzle on many workers".to_owned(),
        note: format!(
            "Korf's nos. {}, the last bound without a solution, by expansions",
            numbers.join(", ")
        ),
        across: Axis {
            name: "workers".to_owned(),
            is_log: true,
        },
        up: Axis {
            name: "% of the ideal speed-up".to_owned(),
            is_log: false,
        },
        series: series.into(),
    };
    picture::svg(&plot.picture(), picture::Theme::Auto)
}

fn name(units: usize) -> String {
    if units == ALL_UNITS {
        "all units".to_owned()
    } else {
        format!("{units} units")
    }
}

fn print_tables(measured: &[Measured]) {
    println!("| board | units | expanded, M | by the split, M | largest unit, M | most speed-up |");
    println!("| --: | --: | --: | --: | --: | --: |");
    for it in measured {
        for units in UNITS {
            let sizes = it.grouped(units);
            let largest = sizes.iter().copied().max().unwrap_or_default();
            let all = it.split + sizes.iter().sum::<u64>();
            let [all, split, largest] = [all, it.split, largest].map(|it| it as f64 / 1e6);
            println!(
                "| {} | {} | {all:.1} | {split:.2} | {largest:.2} | {:.0} |",
                it.number,
                sizes.len(),
                all / (split + largest)
            );
        }
    }
    print!("\n| workers |");
    for units in UNITS {
        print!(" {} |", name(units));
    }
    println!("\n| --: | --: | --: | --: | --: |");
    for workers in WORKERS {
        print!("| {workers} |");
        for units in UNITS {
            print!(" {:.1} |", mean(measured, |it| it.speed_up(units, workers)));
        }
        println!();
    }
}

/// Returns the committed files: the sizes, and the plot.
fn committed() -> [PathBuf; 2] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/cluster");
    ["units.txt", "makespan.svg"].map(|name| folder.join(name))
}

fn read(file: &Path) -> Vec<Measured> {
    let text = fs::read_to_string(file);
    let text = text.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let boards = text.split("\n\n").filter(|it| !it.starts_with('#'));
    let boards = boards.map(|it| Measured::parse(it).expect("a board and its units"));
    boards.collect()
}

fn write(file: &Path, text: &str) {
    fs::write(file, text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
}

/// Returns the value of an option.
fn option(name: &str) -> Option<PathBuf> {
    let value = env::args().skip_while(|argument| argument != name).nth(1);
    value.map(PathBuf::from)
}

fn main() {
    let [sizes, plot] = committed();
    // Cargo says so in a benchmark, and nothing in a test.
    if !env::args().any(|argument| argument == "--bench") {
        return test(&sizes, &plot);
    }
    if let Some(file) = option("--measure") {
        let cache = option("--cache");
        let mut text = HEAD.to_owned();
        for (number, length, board) in BOARDS {
            let measured = measure(number, length, board, cache.as_deref());
            text.push('\n');
            text.push_str(&measured.to_string());
        }
        write(&file, &text);
        return;
    }
    let measured = read(&sizes);
    print_tables(&measured);
    if let Some(file) = option("--plot") {
        write(&file, &drawn(&measured));
    }
}

/// Asserts that the committed plot is the one of the committed sizes, and what no makespan is below.
fn test(sizes: &Path, plot: &Path) {
    let measured = read(sizes);
    assert_eq!(measured.len(), BOARDS.len());
    for it in &measured {
        for units in UNITS {
            let sizes = it.grouped(units);
            let (sum, largest) = (sizes.iter().sum::<u64>(), sizes.iter().copied().max());
            let largest = largest.expect("units");
            assert_eq!(makespan(&sizes, 1), sum);
            assert_eq!(makespan(&sizes, sizes.len()), largest);
            for workers in WORKERS {
                let makespan = makespan(&sizes, workers);
                let ideal = sum.div_ceil(workers as u64);
                assert!(makespan >= ideal.max(largest));
                assert!(makespan <= ideal + largest);
            }
        }
    }
    let committed = fs::read_to_string(plot).expect("the plot");
    assert!(drawn(&measured) == committed, "the plot is another one");
}
