//! The known contents of the sixteen variants' table files.
//!
//! The manifest is data embedded in the program. The data file states the source of its numbers. It
//! also has the censuses, for readers: they follow from the values, and so from the content hashes.

/// The content hashes of known table files.
#[derive(Clone, Debug)]
pub struct Manifest(toml::Table);

impl Manifest {
    /// Returns the manifest embedded in the program.
    pub fn embedded() -> Self {
        Self(
            include_str!("../data/manifest.toml")
                .parse()
                .expect("a sound manifest"),
        )
    }

    /// Returns the content hash of the file of this name; `None` if the manifest has no such file.
    pub fn content_hash(&self, name: &str) -> Option<&str> {
        let (stem, extension) = name.rsplit_once('.')?;
        self.0
            .get(extension)?
            .get(stem)?
            .get("content_hash")?
            .as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_names() {
        let manifest = Manifest::embedded();
        let hashes = ["44.slide", "58.slide", "44-pppp.drop"].map(|name| {
            let hash = manifest.content_hash(name).unwrap();
            assert_eq!(hash.len(), 64, "{name}");
            hash
        });
        assert!(hashes[0] != hashes[1] && hashes[1] != hashes[2]);
        for unknown in ["44", "44.drop", "45.slide", ".slide", "44-pppp.slide"] {
            assert_eq!(manifest.content_hash(unknown), None, "{unknown}");
        }
    }
}
