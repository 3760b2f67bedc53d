//! The picture that README.md shows is what the example draws today.

#[allow(dead_code, reason = "its `main` prints what is compared here")]
#[path = "../../examples/first_drops.rs"]
mod first_drops;

#[test]
fn the_picture_is_up_to_date() {
    let drawn = first_drops::picture(&teeko::Game::solve("advanced").unwrap()).unwrap();
    assert_eq!(
        drawn,
        include_str!("../../pictures/first-drops.svg"),
        "run the example first_drops and keep what it prints"
    );
}
