//! Moves, shapes, goals and options as text: what is printed can be read, and what can't be read is
//! named.

use npuzzle::notation::{ParseMovesError, ParseShapeError};
use npuzzle::{Direction, Goal, Moves, Shape};

use crate::oracle::shapes::shapes_up_to;

#[test]
fn moves_read_letters_and_runs() {
    let moves: Moves = "RRDLU".parse().expect("moves");
    assert_eq!("R2DLU".parse(), Ok(moves.clone()));
    assert_eq!(" R2 D1\nL U ".parse(), Ok(moves.clone()));
    assert_eq!(moves.to_string(), "RRDLU");
    assert_eq!(moves.multi_tile_len(), 4);
    assert_eq!(format!("{moves:#}"), "R2DLU");
    assert_eq!("".parse(), Ok(Moves::new()));
    assert_eq!("F10B".parse::<Moves>().map(|moves| moves.len()), Ok(11));
    for (text, error) in [
        (
            "RX",
            ParseMovesError::Character {
                byte: 1,
                character: 'X',
            },
        ),
        (
            "2R",
            ParseMovesError::Character {
                byte: 0,
                character: '2',
            },
        ),
        ("UR0", ParseMovesError::Count { byte: 2 }),
        ("UR65536", ParseMovesError::Count { byte: 2 }),
        (
            "UR99999999999999999999999",
            ParseMovesError::Count { byte: 2 },
        ),
    ] {
        assert_eq!(text.parse::<Moves>(), Err(error), "{text}");
    }
    let error = "RX".parse::<Moves>().expect_err("no move");
    assert_eq!(
        error.to_string(),
        "unexpected 'X' at byte 1; expected one of U, D, L, R, F, B, an arrow or a name such as up, \
         each with an optional number: R2"
    );
}

#[test]
fn text_of_moves_means_no_more_than_its_length_pays_for() {
    const ALWAYS: usize = 1 << 24;
    let legal = "L65535R65535".repeat(128);
    let moves: Moves = legal.parse().expect("less than 2^24 moves");
    assert_eq!(moves.len(), 256 * 65_535);
    let most = format!("{legal}U256").parse::<Moves>();
    assert_eq!(most.map(|moves| moves.len()), Ok(ALWAYS));
    assert!(format!("{legal}U257").parse::<Moves>().is_err());
    // One run more, and the letter of that run is named. Nothing is allocated: the sum is known
    // before.
    let error = format!("{legal}U65535").parse::<Moves>();
    let (byte, limit) = (legal.len(), ALWAYS as u64);
    assert_eq!(error, Err(ParseMovesError::TooMany { byte, limit }));
    assert_eq!(
        error.expect_err("too many").to_string(),
        "byte 1536: more than 16777216 moves, too many for so short a text"
    );
    // 1.28 GB before the bound.
    let hostile = "L65535".repeat(20_000);
    let error = hostile.parse::<Moves>().expect_err("1,310,700,000 moves");
    assert!(matches!(error, ParseMovesError::TooMany { limit, .. } if limit == ALWAYS as u64));
    // A longer text may mean 64 moves a byte.
    let long = format!("{}L65535", "UD".repeat(200_000));
    assert_eq!(long.parse::<Moves>().map(|moves| moves.len()), Ok(465_535));
    let runs = "L192R192".repeat(100_000);
    let moves: Moves = runs.parse().expect("48 moves a byte");
    assert_eq!(moves.len(), 38_400_000);
    let runs = "L320R320".repeat(100_000);
    let limit = runs.len() as u64 * 64;
    let error = runs.parse::<Moves>().expect_err("80 moves a byte");
    assert!(matches!(error, ParseMovesError::TooMany { limit: found, .. } if found == limit));
}

#[test]
fn runs_longer_than_any_board_are_printed_as_several() {
    let moves: Moves = std::iter::repeat_n(Direction::Up, 65_535 + 65_535 + 1).collect();
    assert_eq!(format!("{moves:#}"), "U65535U65535U");
    assert_eq!(format!("{moves:#}").parse(), Ok(moves));
}

#[test]
fn moves_are_indexed_added_and_extended() {
    let moves: Moves = "RRDL".parse().expect("moves");
    assert_eq!(moves[2], Direction::Down);
    assert_eq!(
        moves[1..],
        [Direction::Right, Direction::Down, Direction::Left]
    );
    assert_eq!(moves.as_ref(), moves.as_slice());
    let back = Moves::from([Direction::Right]);
    let mut sum = moves.clone() + &back;
    assert_eq!(sum.to_string(), "RRDLR");
    sum += back;
    sum.extend(&moves[..1]);
    assert_eq!((sum + moves).to_string(), "RRDLRRRRRDL");
    let mut moves = Moves::new();
    assert_eq!(moves.try_push(Direction::Up), Ok(()));
    assert_eq!(moves.try_extend([Direction::Left; 200]), Ok(()));
    assert_eq!((moves.len(), moves.pop()), (201, Some(Direction::Left)));
    // No machine has room for these.
    let endless = std::iter::repeat_n(Direction::Down, usize::MAX);
    let error = moves.try_extend(endless).expect_err("too many");
    assert_eq!(error.bytes, (usize::MAX as u64).saturating_add(200));
    assert_eq!(moves.len(), 200);
    let mut rest = moves.into_iter();
    rest.next();
    assert_eq!(rest.len(), 199);
}

#[test]
fn letters_are_those_of_the_directions() {
    for direction in Direction::ALL {
        assert_eq!(Direction::from_letter(direction.letter()), Some(direction));
        assert_eq!(direction.opposite().opposite(), direction);
        assert_eq!(direction.to_string(), direction.letter().to_string());
        assert_eq!(direction.to_string().parse(), Ok(direction));
        let name = format!("{direction:?}");
        assert_eq!(name.parse(), Ok(direction));
        assert_eq!(name.to_lowercase().parse(), Ok(direction));
        assert_eq!(direction.arrow().to_string().parse(), Ok(direction));
        assert_eq!(direction.to_string().to_lowercase().parse(), Ok(direction));
    }
    for text in ["", "x", "X", "UD", " U", "upp"] {
        assert!(text.parse::<Direction>().is_err(), "{text:?}");
    }
}

#[test]
fn shapes_read_what_they_print() {
    for shape in shapes_up_to(24) {
        assert_eq!(shape.to_string().parse(), Ok(shape));
        let short = shape.to_string().replace(' ', "");
        assert_eq!(short.parse(), Ok(shape));
    }
    for text in ["4", " 4 ", "4x4", "4X4", "4×4", "4 x 4 x 1", "04x4"] {
        assert_eq!(
            text.parse(),
            Ok(Shape::square(4).expect("a shape")),
            "{text}"
        );
    }
    for (text, error) in [
        (
            "",
            "byte 0: expected a side; a shape is written as 4x4 or 3x3x3",
        ),
        (
            "x4",
            "byte 0: expected a side; a shape is written as 4x4 or 3x3x3",
        ),
        (
            "4x",
            "byte 2: expected a side; a shape is written as 4x4 or 3x3x3",
        ),
        (
            "4x4x",
            "byte 4: expected a side; a shape is written as 4x4 or 3x3x3",
        ),
        (
            "4 x -4",
            "byte 4: expected a side; a shape is written as 4x4 or 3x3x3",
        ),
        (
            "4xx4",
            "byte 2: expected a side; a shape is written as 4x4 or 3x3x3",
        ),
        (
            "4 4",
            "byte 0: expected a side; a shape is written as 4x4 or 3x3x3",
        ),
        (
            "4x4x4x4",
            "byte 6: a fourth side; a shape is written as 4x4 or 3x3x3",
        ),
        ("0x4", "a board of 0 x 4 has no cells"),
        ("300", "a board of 300 x 300 has more than 65536 cells"),
        ("2x65536", "a board of 2 x 65536 has more than 65536 cells"),
    ] {
        let found = text.parse::<Shape>().expect_err(text);
        assert_eq!(found.to_string(), error, "{text:?}");
    }
    let huge = "99999999999999999999x2".parse::<Shape>();
    assert!(matches!(huge, Err(ParseShapeError::Shape(_))));
}

#[test]
fn goals_have_names() {
    for (text, goal) in [
        ("blank-last", Goal::BlankLast),
        ("blank-first", Goal::BlankFirst),
        (" snail\n", Goal::Snail),
    ] {
        assert_eq!(text.parse(), Ok(goal.clone()));
        assert_eq!(goal.to_string(), text.trim());
    }
    let error = "spiral".parse::<Goal>().expect_err("no goal");
    assert_eq!(
        error.to_string(),
        "a goal is blank-last, blank-first, snail or a board"
    );
    let error = " 1 2/3 z".parse::<Goal>().expect_err("no board");
    assert!(error.to_string().starts_with("unexpected 'z' at byte 7; "));
}

#[cfg(feature = "solver")]
#[test]
fn qualities_and_heuristics_read_what_they_print() {
    use npuzzle::{HeuristicKind, Quality};
    for (text, quality) in [
        ("optimal", Quality::Optimal),
        ("best", Quality::Best),
        ("fast", Quality::Fast),
        ("within=1", Quality::Within { percent: 0 }),
        ("within=1.05", Quality::Within { percent: 5 }),
        ("within=1.1", Quality::Within { percent: 10 }),
        ("within=100", Quality::Within { percent: 9_900 }),
        ("within=656.35", Quality::Within { percent: 65_535 }),
    ] {
        assert_eq!(text.parse(), Ok(quality));
        assert_eq!(quality.to_string(), text);
    }
    for percent in 0..=u16::MAX {
        let quality = Quality::Within { percent };
        assert_eq!(quality.to_string().parse(), Ok(quality));
    }
    // Further decimals are cut off: 1.129 is never exceeded by 1.12.
    for text in ["within=1.12", "within=1.120", "within=01.129"] {
        assert_eq!(text.parse(), Ok(Quality::Within { percent: 12 }));
    }
    for text in ["", "within", "Optimal", "good"] {
        let error = text.parse::<Quality>().expect_err(text);
        assert_eq!(
            error.to_string(),
            "a quality is optimal, within=FACTOR, best or fast"
        );
    }
    for factor in [
        "",
        "0.99",
        "656.36",
        "-1",
        "+1",
        "1.",
        ".5",
        "1.x",
        "1.1.1",
        "1e2",
        "nan",
        "99999999999",
    ] {
        let error = format!("within={factor}").parse::<Quality>();
        assert_eq!(
            error.expect_err(factor).to_string(),
            "the factor of a quality is a number from 1 to 656.35: within=1.1"
        );
    }
    for (text, kind) in [
        ("auto", HeuristicKind::Auto),
        ("manhattan", HeuristicKind::Manhattan),
        ("linear-conflict", HeuristicKind::LinearConflict),
        ("walking-distance", HeuristicKind::WalkingDistance),
        ("patterns", HeuristicKind::Patterns),
    ] {
        assert_eq!(text.parse(), Ok(kind));
        assert_eq!(kind.to_string(), text);
    }
    let error = "euclid".parse::<HeuristicKind>().expect_err("no heuristic");
    assert_eq!(
        error.to_string(),
        "a heuristic is auto, manhattan, linear-conflict, walking-distance or patterns"
    );
}

#[cfg(feature = "solver")]
#[test]
fn metrics_read_what_they_print() {
    use npuzzle::Metric;
    for (text, metric) in [("tiles", Metric::Tiles), ("slides", Metric::Slides)] {
        assert_eq!(text.parse(), Ok(metric));
        assert_eq!(metric.to_string(), text);
    }
    for text in ["", "Tiles", "moves"] {
        let error = text.parse::<Metric>().expect_err(text);
        assert_eq!(error.to_string(), "a metric is tiles or slides");
    }
}

#[cfg(feature = "serde")]
#[test]
fn what_serde_stores_is_the_text() {
    use npuzzle::{Board, DynBoard};

    fn stored<T>(value: &T, text: &str)
    where
        T: serde_core::Serialize + serde_core::de::DeserializeOwned + PartialEq + std::fmt::Debug,
    {
        assert_eq!(serde_json::to_string(value).expect("plain text"), text);
        assert_eq!(&serde_json::from_str::<T>(text).expect(text), value);
    }
    let row = Shape::rectangle(1, 4).expect("a shape");
    stored(&DynBoard::solved(row), r#""1x4: 1 2 3 0""#);
    stored(&Goal::from(DynBoard::solved(row)), r#""1x4: 1 2 3 0""#);
    stored(&Board::<2>::solved(), r#""1 2/3 0""#);
    stored(&Direction::Back, r#""B""#);
    stored(&row, r#""1 x 4""#);
    stored(&Moves::from([Direction::Up; 3]), r#""UUU""#);
    #[cfg(feature = "solver")]
    {
        stored(&npuzzle::Quality::Within { percent: 10 }, r#""within=1.1""#);
        stored(
            &npuzzle::HeuristicKind::WalkingDistance,
            r#""walking-distance""#,
        );
    }
    let error = serde_json::from_str::<Shape>(r#""4 by 4""#).expect_err("no shape");
    assert!(
        error
            .to_string()
            .starts_with("byte 0: expected a side; a shape is written as 4x4 or 3x3x3"),
        "{error}"
    );
}
