//! A claim and its result.

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

/// A claim and its result. It is serialised with a field `pass`.
#[derive(Clone, Debug, Deserialize)]
pub struct Claim {
    /// Its identifier.
    pub id: String,
    /// The claim in words, where the identifier does not say it.
    pub what: Option<String>,
    /// The expected result.
    pub expected: String,
    /// The result found.
    #[serde(skip)]
    pub found: String,
    /// Details of the result; may be empty. Of a published claim, at first those to expect.
    #[serde(default)]
    pub detail: String,
    /// The person or work that makes the claim.
    pub source: String,
    /// Where a published claim can be read: an address, or a book.
    #[serde(rename = "where")]
    pub place: Option<String>,
}

impl Claim {
    /// Makes a claim with its result, without details.
    pub fn new(id: &str, expected: &str, found: &str, source: &str) -> Self {
        let [id, expected, found, source] = [id, expected, found, source].map(str::to_owned);
        Self {
            id,
            what: None,
            expected,
            found,
            detail: String::new(),
            source,
            place: None,
        }
    }

    /// Whether the result found is the expected one.
    pub fn passes(&self) -> bool {
        self.expected == self.found
    }
}

impl Serialize for Claim {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Claim", 8)?;
        fields.serialize_field("id", &self.id)?;
        fields.serialize_field("expected", &self.expected)?;
        fields.serialize_field("found", &self.found)?;
        fields.serialize_field("pass", &self.passes())?;
        fields.serialize_field("source", &self.source)?;
        fields.serialize_field("where", &self.place)?;
        fields.serialize_field("what", &self.what)?;
        fields.serialize_field("detail", &self.detail)?;
        fields.end()
    }
}
