//! Helpers for the tests of several formats.

use teeko_rules::work::Observer;
use teeko_rules::{Oracle, Outcome, Position};
pub(crate) use teeko_testing::{rules, solved};

use crate::rows::Encoder;
use crate::{
    CSV, Condition, ExportError, ExportRequest, ExportSubject, Format, Job, Positions, Provenance,
    Row, Selection, Written,
};

/// Returns the orbits of all layers.
pub(crate) fn orbits() -> Selection {
    Selection {
        layers: 0..9,
        positions: Positions::Orbits,
        condition: Condition::default(),
    }
}

/// The origin that a file of a variant states.
pub(crate) fn provenance(variant: &str) -> Provenance {
    let content_hashes = Some(["5", "d"].map(|digit| digit.repeat(64)));
    Provenance {
        variant: variant.to_owned(),
        rules: "{\"plan\":\"ssss\"}".to_owned(),
        content_hashes,
    }
}

/// Returns a request for the usual columns.
pub(crate) fn request(format: &'static Format, selection: Selection) -> ExportRequest {
    ExportRequest {
        format,
        is_compressed: false,
        selection,
        columns: None,
        values: false,
    }
}

/// The row of the empty board.
pub(crate) const EMPTY: Row = Row {
    layer: 0,
    slot: 0,
    position: Position::EMPTY,
    outcome: Outcome::Draw,
    score: 0,
    weight: 1,
};

/// Writes the rows of a selection with an encoder.
pub(crate) fn write_rows(
    oracle: &dyn Oracle,
    selection: &Selection,
    encoder: &mut impl Encoder,
    observe: Observer<'_>,
) -> Result<Written, ExportError> {
    let subject = ExportSubject {
        name: "",
        oracle,
        longest: &|| 0,
        provenance: &|| provenance(""),
    };
    Job {
        subject: &subject,
        request: &request(&CSV, selection.clone()),
        observe,
    }
    .write_rows(encoder)
}
