//! Numbers and lists in English.

/// Formats a number with commas: `75,710,250`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats a share of a whole, rounded to some decimals: `12.5 %`.
pub fn percent(part: u64, whole: u64, decimals: usize) -> String {
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    format!("{share:.decimals$} %")
}

/// Formats a share of a whole as [`percent`] does, but one above zero never looks like zero:
/// `< 0.1 %`.
pub fn visible_percent(part: u64, whole: u64, decimals: usize) -> String {
    let share = 100.0 * part as f64 / whole.max(1) as f64;
    let least = 0.1_f64.powi(decimals as i32);
    if part > 0 && share < least {
        format!("< {least:.decimals$} %")
    } else {
        percent(part, whole, decimals)
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
    fn commas_stand_before_each_group_of_three_digits() {
        assert_eq!(
            [0, 12, 999, 1000, 75_710_250].map(count),
            ["0", "12", "999", "1,000", "75,710,250"]
        );
    }

    #[test]
    fn a_share_above_zero_is_visible_where_it_should_be() {
        assert_eq!(percent(1, 8, 2), "12.50 %");
        assert_eq!(percent(7, 20_000, 1), "0.0 %");
        assert_eq!(visible_percent(7, 20_000, 1), "< 0.1 %");
        assert_eq!(visible_percent(2, 40_003_018, 2), "< 0.01 %");
        assert_eq!(visible_percent(20, 20_000, 1), "0.1 %");
        assert_eq!(visible_percent(0, 0, 2), "0.00 %");
    }
}
