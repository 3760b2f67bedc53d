//! The prompt, and what is typed at it.

/// The sign that it is a person's turn to type.
pub(super) const PROMPT: &str = "> ";

/// The line typed at a prompt.
pub(super) enum Typed {
    Line(String),
    /// The end of the input, such as Ctrl-D.
    End,
    /// Ctrl-C.
    Interruption,
}
