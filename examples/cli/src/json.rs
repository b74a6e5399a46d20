//! JSON: one object per line; and CSV with the same values.

use std::io::{self, Write};

use serde_core::Serialize;
use serde_json::Value;
use serde_json::ser::{CompactFormatter, Formatter, Serializer};

/// Returns an object in one line.
pub(crate) fn line(object: &Value) -> String {
    let mut line = Vec::new();
    let written = object.serialize(&mut Serializer::with_formatter(&mut line, Plain));
    written.expect("memory never fails");
    String::from_utf8_lossy(&line).into_owned()
}

/// Returns the values of an object that has these keys, separated by commas; what is missing is empty.
pub(crate) fn csv(keys: &str, object: &Value) -> String {
    let values = keys.split(',').map(|key| match &object[key] {
        Value::Null => String::new(),
        Value::String(text) if !text.contains([',', '"', '\n', '\r']) => text.clone(),
        Value::String(text) => format!("\"{}\"", text.replace('"', "\"\"")),
        value => line(value),
    });
    values.collect::<Vec<_>>().join(",")
}

/// Writes small numbers without an exponent, so that `sort -n` and `awk` read the times of boards.
struct Plain;

impl Formatter for Plain {
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        if value != 0.0 && value.abs() < 1e-4 {
            write!(writer, "{value}")
        } else {
            CompactFormatter.write_f64(writer, value)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_no_exponent_and_infinity_is_null() {
        let values = [0.0, 0.000_001, 0.000_012, 0.25, 7.0, -3e-6, f64::INFINITY];
        let line = line(&values.as_slice().into());
        assert_eq!(line, "[0.0,0.000001,0.000012,0.25,7.0,-0.000003,null]");
    }
}
