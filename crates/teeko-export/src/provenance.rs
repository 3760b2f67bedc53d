//! What a file says of its origin.

/// Of what rules the rows of a file are, and of what tables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Provenance {
    /// The name of the rules: `44-ssss`.
    pub variant: String,
    /// The rules themselves, as JSON.
    pub rules: String,
    /// The content hashes of the table files with the same values, of the slide phase and of the
    /// drop phase. None if the format of tables cannot hold them.
    pub content_hashes: Option<[String; 2]>,
}

impl Provenance {
    /// All of it by name, and the version of the program, for the formats that say it.
    #[cfg(any(feature = "parquet", feature = "sqlite"))]
    pub(crate) fn entries(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let known = [
            ("variant", self.variant.as_str()),
            ("version", env!("CARGO_PKG_VERSION")),
            ("rules", &self.rules),
        ];
        let hashes = self.content_hashes.iter().flat_map(|[slide, drop]| {
            [("slide_content_hash", slide.as_str()), ("drop_content_hash", drop.as_str())]
        });
        known.into_iter().chain(hashes)
    }
}
