//! JSON: one object per line; and CSV with the same values.

use std::io::{self, Write};

use serde_core::Serialize;
use serde_json::Value;
use serde_json::ser::{CompactFormatter, Formatter, Serializer};

/// Writes an object and the end of its line.
pub(crate) fn write_line(mut out: impl Write, object: &Value) -> io::Result<()> {
    object.serialize(&mut Serializer::with_formatter(&mut out, Plain))?;
    writeln!(out)
}

/// Writes the values of an object that has these keys, separated by commas; what is missing is empty.
pub(crate) fn write_csv(mut out: impl Write, keys: &str, object: &Value) -> io::Result<()> {
    for (nth, key) in keys.split(',').enumerate() {
        if nth > 0 {
            out.write_all(b",")?;
        }
        match &object[key] {
            Value::Null => {}
            Value::String(text) if !text.contains([',', '"', '\n', '\r']) => {
                out.write_all(text.as_bytes())?;
            }
            Value::String(text) => write!(out, "\"{}\"", text.replace('"', "\"\""))?,
            value => value.serialize(&mut Serializer::with_formatter(&mut out, Plain))?,
        }
    }
    writeln!(out)
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
        let mut line = Vec::new();
        let values = [0.0, 0.000_001, 0.000_012, 0.25, 7.0, -3e-6, f64::INFINITY];
        write_line(&mut line, &values.as_slice().into()).expect("memory never fails");
        let line = String::from_utf8(line).expect("text");
        assert_eq!(line, "[0.0,0.000001,0.000012,0.25,7.0,-0.000003,null]\n");
    }
}
