//! The origin of a file's rows.

/// The origin of a file's rows: their rules and the tables with the same values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Provenance {
    /// The name of the rules: `44-ssss`.
    pub variant: String,
    /// The rules themselves, as JSON: in full, the document `teeko.rules/1`.
    pub rules: String,
    /// The content hashes of the table files with the same values, of the slide phase and of the
    /// drop phase. `None` if the table format cannot hold them.
    pub content_hashes: Option<[String; 2]>,
}

impl Provenance {
    /// Returns all of it by name, with the version of the program, for formats that store it.
    #[cfg(feature = "parquet")]
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
