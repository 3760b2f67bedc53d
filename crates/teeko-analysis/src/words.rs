//! Shares and lists in English.

/// Formats a share of a whole with this many decimals: `12.5 %`. A share above zero never looks like
/// zero: `< 0.1 %`.
pub fn percent(part: u64, whole: u64, decimals: u8) -> String {
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    let least = 1.0 / 10_f64.powi(decimals.into());
    let decimals = usize::from(decimals);
    if part > 0 && share < least {
        format!("< {least:.decimals$} %")
    } else {
        format!("{share:.decimals$} %")
    }
}

/// Joins items by commas.
pub(crate) fn list(items: impl IntoIterator<Item = String>) -> String {
    items.into_iter().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_more_than_zero_never_looks_like_zero() {
        let shares = [(0, 0), (0, 7), (2, 40_003_018), (1, 10_000), (1, 3)];
        assert_eq!(
            shares.map(|(part, whole)| percent(part, whole, 2)),
            ["0.00 %", "0.00 %", "< 0.01 %", "0.01 %", "33.33 %"]
        );
        assert_eq!(percent(1, 2000, 1), "< 0.1 %");
    }
}
