//! Texts as bytes: the byte order mark of UTF-8, and texts in other encodings.

use thiserror::Error;

/// A text that is not in UTF-8. It has the name of its encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected UTF-8 text, found {0}; save it as UTF-8")]
pub struct OtherEncoding(&'static str);

/// Returns a text without the byte order mark that some editors put at its beginning. The rest may
/// still be no UTF-8.
///
/// # Errors
/// If the text begins as one in UTF-16 or UTF-32 does: with their byte order marks, or with a zero
/// byte next to another.
pub const fn without_byte_order_mark(text: &[u8]) -> Result<&[u8], OtherEncoding> {
    match text {
        [0xef, 0xbb, 0xbf, rest @ ..] => Ok(rest),
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => Err(OtherEncoding("UTF-32")),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [0, 1..=255, ..] | [1..=255, 0, ..] => {
            Err(OtherEncoding("UTF-16"))
        }
        _ => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of `13`, as RFC 2781 and the Unicode Standard write them.
    #[test]
    fn other_encodings_are_named() {
        for (text, expected) in [
            (&b"13"[..], Ok(&b"13"[..])),
            (b"\xef\xbb\xbf13", Ok(b"13")),
            (b"", Ok(b"")),
            (b"1", Ok(b"1")),
            (b"\xe9", Ok(b"\xe9")),
            (b"\xff\xfe1\x003\x00", Err(OtherEncoding("UTF-16"))),
            (b"\xfe\xff\x001\x003", Err(OtherEncoding("UTF-16"))),
            (b"1\x003\x00", Err(OtherEncoding("UTF-16"))),
            (b"\x001\x003", Err(OtherEncoding("UTF-16"))),
            (
                b"\xff\xfe\x00\x001\x00\x00\x00",
                Err(OtherEncoding("UTF-32")),
            ),
            (
                b"\x00\x00\xfe\xff\x00\x00\x001",
                Err(OtherEncoding("UTF-32")),
            ),
        ] {
            assert_eq!(without_byte_order_mark(text), expected, "{text:x?}");
        }
    }
}
