//! Figures as they are printed.

/// Writes a number with two digits that count, or with three if it begins with 1.
fn short(value: f64) -> String {
    let digits = |value: f64, digits: i32| {
        let places = digits - 1 - value.abs().log10().floor() as i32;
        let factor = 10_f64.powi(places);
        ((value * factor).round() / factor, places.max(0) as usize)
    };
    let (rounded, places) = digits(value, 2);
    let text = format!("{rounded:.places$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

/// Writes a time with its unit.
pub(crate) fn time(seconds: f64) -> String {
    let (value, unit) = match seconds {
        _ if seconds <= 0.0 => return "0 s".to_owned(),
        _ if seconds < 0.95e-6 => (seconds * 1e9, "ns"),
        _ if seconds < 0.95e-3 => (seconds * 1e6, "us"),
        _ if seconds < 0.095 => (seconds * 1e3, "ms"),
        _ => (seconds, "s"),
    };
    format!("{} {unit}", short(value))
}

/// Writes a number of bytes in units of 1,000,000 or 1,000,000,000 bytes.
pub(crate) fn bytes(bytes: f64) -> String {
    if bytes >= 0.95e9 {
        format!("{} GB", short(bytes / 1e9))
    } else {
        format!("{} MB", short(bytes / 1e6))
    }
}

/// Writes a whole number with commas.
pub(crate) fn count(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (nth, digit) in digits.chars().enumerate() {
        if nth > 0 && (digits.len() - nth) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Writes a large number with two digits and a word.
pub(crate) fn rough(value: f64) -> String {
    match value {
        _ if value >= 1e6 => format!("{} million", short(value / 1e6)),
        _ if value >= 1e3 => count((value / 100.0).round() * 100.0),
        _ => short(value),
    }
}

#[test]
fn figures_have_two_digits_and_a_unit() {
    assert_eq!(time(8.13e-9), "8.1 ns");
    assert_eq!(time(0.000_47), "470 us");
    assert_eq!(time(0.0026), "2.6 ms");
    assert_eq!(time(0.324), "0.32 s");
    assert_eq!(time(48.2), "48 s");
    assert_eq!(bytes(2_949_120.0), "2.9 MB");
    assert_eq!(bytes(1.004e9), "1 GB");
    assert_eq!(count(1_234_567.0), "1,234,567");
    assert_eq!(rough(209_612_345.0), "210 million");
    assert_eq!(rough(3_954.0), "4,000");
}
