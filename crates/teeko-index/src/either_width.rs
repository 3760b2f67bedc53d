//! The values of a layer in one byte or in two.

use crate::PairTable;

/// Values of a [`Scale`](crate::Scale) by row and column, of either width.
#[derive(Debug)]
pub enum EitherWidth {
    Narrow(PairTable<u8>),
    Wide(PairTable<u16>),
}

/// Evaluates an expression with the values of either width.
macro_rules! of_either_width {
    ($values:expr, $table:ident => $result:expr) => {
        match $values {
            $crate::either_width::EitherWidth::Narrow($table) => $result,
            $crate::either_width::EitherWidth::Wide($table) => $result,
        }
    };
}
pub(crate) use of_either_width;
