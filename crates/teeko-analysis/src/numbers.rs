//! Numbers in English.

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
}
