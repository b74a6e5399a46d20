//! Stored texts with words that were changed, and a correct checksum.

use arbitrary::Arbitrary;

/// A change of a word of a text.
#[derive(Arbitrary, Debug)]
pub(crate) enum Edit {
    Number { word: u16, value: u32 },
    Digits { word: u16, digits: u64 },
    Word { word: u16, text: String },
    Copy { word: u16, from: u16 },
    Remove { word: u16 },
    RemoveLine { line: u8 },
    RepeatLine { line: u8, to: u8 },
}

/// Returns the text with these changes. The last line is the checksum; FNV-1a, 64 bits.
pub(crate) fn forged(text: &str, edits: &[Edit]) -> String {
    let body = text.trim_end().rfind('\n').map_or("", |end| &text[..end]);
    let mut lines: Vec<Vec<String>> = body
        .lines()
        .map(|line| line.split(' ').map(String::from).collect())
        .collect();
    for edit in edits {
        apply(&mut lines, edit);
    }
    let mut text: String = lines.iter().map(|line| line.join(" ") + "\n").collect();
    let sum = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    text.push_str(&format!("check {sum:016x}\n"));
    text
}

fn apply(lines: &mut Vec<Vec<String>>, edit: &Edit) {
    let words: Vec<(usize, usize)> = lines
        .iter()
        .enumerate()
        .flat_map(|(line, words)| (0..words.len()).map(move |word| (line, word)))
        .collect();
    if words.is_empty() {
        return;
    }
    let at = |word: u16| words[usize::from(word) % words.len()];
    let line_at = |line: u8| usize::from(line) % lines.len();
    match edit {
        Edit::Number { word, value } => set(lines, at(*word), value.to_string()),
        Edit::Digits { word, digits } => set(lines, at(*word), digits.to_string()),
        Edit::Word { word, text } => set(lines, at(*word), text.clone()),
        Edit::Copy { word, from } => {
            let (line, place) = at(*from);
            let copied = lines[line][place].clone();
            set(lines, at(*word), copied);
        }
        Edit::Remove { word } => {
            let (line, place) = at(*word);
            lines[line].remove(place);
        }
        Edit::RemoveLine { line } => {
            let line = line_at(*line);
            lines.remove(line);
        }
        Edit::RepeatLine { line, to } => {
            let (copied, to) = (lines[line_at(*line)].clone(), line_at(*to));
            lines.insert(to, copied);
        }
    }
}

fn set(lines: &mut [Vec<String>], (line, word): (usize, usize), text: String) {
    lines[line][word] = text;
}
