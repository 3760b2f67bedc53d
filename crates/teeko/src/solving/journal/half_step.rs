//! A half-step file: the decided positions, column tile by column tile, with a checksum
//! for each tile.
//!
//! ```text
//! header   magic (8 bytes), number (4), identity (32), checksum (4)
//! chunk    tile (4), length (4), checksum (4), bytes; any number of them, each tile at most once
//! end      all ones (4), number of chunks (4), checksum (4)
//! ```
//! Numbers are little-endian. Checksums are CRC-32. That of the header or of a chunk covers
//! everything before it there, and that of a chunk also the chunk's bytes.

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use memmap2::Mmap;
use teeko_solve::Frames;
use teeko_table::open_regular;

/// Distinguishes the half-steps of one slide phase from others.
pub(super) type Identity = [u8; 32];

/// The last byte is the version of the format. It changes with the order of the half-steps or of
/// their tiles.
const MAGIC: [u8; 8] = *b"TEEKOHS\x01";
const CHUNK_HEADER: usize = 12;

/// The bytes of a checksum.
const CHECKSUM: usize = 4;

/// The bytes of the header.
const HEADER: usize = MAGIC.len() + 4 + size_of::<Identity>() + CHECKSUM;

/// Stands for the number of a tile at the end of the file.
const END: u32 = u32::MAX;

pub(super) const UNFINISHED: &str = "unfinished";

const BUFFER: usize = 1 << 20;

pub(super) fn chunk(tile: usize, decided: &[u8]) -> Vec<u8> {
    // A tile of the largest board has 41 MB.
    let numbers = [tile, decided.len()].map(|number| u32::try_from(number).expect("below 2^32"));
    chunk_of(numbers, decided)
}

fn chunk_of(numbers: [u32; 2], bytes: &[u8]) -> Vec<u8> {
    let mut chunk = Vec::with_capacity(CHUNK_HEADER + bytes.len());
    chunk.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    let checksum = checksum(&chunk, bytes);
    chunk.extend(checksum.to_le_bytes());
    chunk.extend(bytes);
    chunk
}

fn checksum(header: &[u8], bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header);
    hasher.update(bytes);
    hasher.finalize()
}

fn header(number: u32, identity: &Identity) -> Vec<u8> {
    let mut header = [&MAGIC[..], &number.to_le_bytes(), identity].concat();
    header.extend(crc32fast::hash(&header).to_le_bytes());
    header
}

/// A half-step that is being written. Dropping it before it is finished deletes it.
///
/// The file is not synced to disk, which would take time. A loss of power may cost any half-steps,
/// or parts of them, under any name. Checksums reveal that, and these are computed again.
#[derive(Debug)]
pub(super) struct NewHalfStep {
    path: PathBuf,
    unfinished: PathBuf,
    file: BufWriter<File>,
    chunks: u32,
}

impl NewHalfStep {
    /// Creates a half-step that will be at `path`. No other one may be in progress in its folder.
    pub(super) fn create(path: &Path, number: u32, identity: &Identity) -> io::Result<Self> {
        let unfinished = path.with_file_name(UNFINISHED);
        // A killed run may have left one. A new file never follows a link.
        let _ = fs::remove_file(&unfinished);
        let mut file = BufWriter::with_capacity(BUFFER, File::create_new(&unfinished)?);
        file.write_all(&header(number, identity))?;
        Ok(Self {
            path: path.to_owned(),
            unfinished,
            file,
            chunks: 0,
        })
    }

    pub(super) fn push(&mut self, chunk: &[u8]) -> io::Result<()> {
        self.chunks += 1;
        self.file.write_all(chunk)
    }

    /// Completes the file and gives it its name.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.file.write_all(&chunk_of([END, self.chunks], &[]))?;
        self.file.flush()?;
        fs::rename(&self.unfinished, &self.path)
    }
}

impl Drop for NewHalfStep {
    fn drop(&mut self) {
        // A finished file no longer has this name. An unfinished one that cannot be deleted is
        // overwritten by the next.
        let _ = fs::remove_file(&self.unfinished);
    }
}

/// Returns whether a file begins like a half-step of another slide phase, or of another version of
/// this program. A file that begins like none at all is damaged.
pub(super) fn is_of_others(path: &Path, identity: &Identity) -> bool {
    let Some(bytes) = read_header(path) else {
        return false;
    };
    let (header, checksum) = bytes.split_at(HEADER - CHECKSUM);
    let is_sound = crc32fast::hash(header).to_le_bytes() == *checksum;
    let is_own = header.starts_with(&MAGIC) && header.ends_with(identity);
    is_sound && !is_own
}

/// Returns the bytes of the header of a file, if it is long enough.
fn read_header(path: &Path) -> Option<[u8; HEADER]> {
    let mut file = open_regular(path, File::options().read(true), false).ok()?;
    let mut bytes = [0; HEADER];
    file.read_exact(&mut bytes).ok()?;
    Some(bytes)
}

#[derive(Debug)]
pub(crate) struct HalfStepFile {
    map: Mmap,
    tiles: HashMap<usize, Range<usize>>,
}

impl HalfStepFile {
    /// Opens the half-step at `path` if it is complete, sound, has this number and identity, and no
    /// tile of it has more than `longest` bytes.
    pub(super) fn open(
        path: &Path,
        number: u32,
        identity: &Identity,
        longest: u64,
    ) -> Option<Self> {
        let file = open_regular(path, File::options().read(true), false).ok()?;
        #[expect(unsafe_code)]
        // SAFETY: the file must not change or become shorter while it is mapped. Its folder has the
        // journal's lock, and a run that has the lock never writes to a half-step with a name.
        let map = unsafe { Mmap::map(&file) }.ok()?;
        let tiles = tiles(&map, &header(number, identity), longest)?;
        Some(Self { map, tiles })
    }
}

/// Returns where the bytes of each tile are in a file that begins with `header`; `None` if it is not
/// complete and sound, or a tile has more than `longest` bytes.
fn tiles(file: &[u8], header: &[u8], longest: u64) -> Option<HashMap<usize, Range<usize>>> {
    let mut rest = file.strip_prefix(header)?;
    let mut tiles = HashMap::new();
    loop {
        let chunk = ChunkHeader::take(&mut rest)?;
        if chunk.tile == END {
            let is_whole = chunk.length as usize == tiles.len() && rest.is_empty();
            return if is_whole && chunk.is_sound(&[]) {
                Some(tiles)
            } else {
                None
            };
        }
        let begin = file.len() - rest.len();
        let bytes;
        (bytes, rest) = rest.split_at_checked(chunk.length as usize)?;
        if u64::from(chunk.length) > longest || !chunk.is_sound(bytes) {
            return None;
        }
        let place = begin..begin + bytes.len();
        if tiles.insert(chunk.tile as usize, place).is_some() {
            return None;
        }
    }
}

/// The header of a chunk, or of the end.
struct ChunkHeader {
    tile: u32,
    length: u32,
    checksum: u32,
}

impl ChunkHeader {
    /// Takes the header from the front of `rest`, if that is long enough.
    fn take(rest: &mut &[u8]) -> Option<Self> {
        let (bytes, after) = rest.split_first_chunk::<CHUNK_HEADER>()?;
        *rest = after;
        let (numbers, _) = bytes.as_chunks::<4>();
        Some(Self {
            tile: u32::from_le_bytes(numbers[0]),
            length: u32::from_le_bytes(numbers[1]),
            checksum: u32::from_le_bytes(numbers[2]),
        })
    }

    /// Returns whether these bytes have the checksum.
    fn is_sound(&self, bytes: &[u8]) -> bool {
        let numbers = [self.tile.to_le_bytes(), self.length.to_le_bytes()];
        checksum(numbers.as_flattened(), bytes) == self.checksum
    }
}

impl Frames for HalfStepFile {
    fn frame(&self, tile: usize) -> Option<&[u8]> {
        Some(&self.map[self.tiles.get(&tile)?.clone()])
    }

    fn last_tile(&self) -> Option<usize> {
        self.tiles.keys().max().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use teeko_testing::damage;

    fn decided(tile: usize) -> Vec<u8> {
        let length = tile * 60 + 1;
        (0..length)
            .map(|place| {
                if place % 5 == tile % 5 {
                    place as u8
                } else {
                    0
                }
            })
            .collect()
    }

    /// No tile of these tests is longer, except one.
    const LONGEST: usize = 10_000;

    fn open(path: &Path, number: u32, identity: &Identity) -> Option<HalfStepFile> {
        HalfStepFile::open(path, number, identity, LONGEST as u64)
    }

    fn write(path: &Path) {
        let mut new = NewHalfStep::create(path, 3, &[7; 32]).unwrap();
        for tile in (0..40).rev() {
            new.push(&chunk(tile, &decided(tile))).unwrap();
        }
        new.finish().unwrap();
    }

    #[test]
    fn what_was_decided_comes_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        write(&path);
        let file = open(&path, 3, &[7; 32]).unwrap();
        for tile in 0..40 {
            assert_eq!(file.frame(tile), Some(&decided(tile)[..]));
        }
        assert_eq!((file.frame(40), file.last_tile()), (None, Some(39)));
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            1,
            "nothing unfinished"
        );
        assert!(open(&path, 4, &[7; 32]).is_none());
        assert!(open(&path, 3, &[8; 32]).is_none());
        assert!(open(folder.path(), 3, &[7; 32]).is_none());
    }

    #[test]
    fn a_file_is_as_described() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        let mut new = NewHalfStep::create(&path, 3, &[7; 32]).unwrap();
        new.push(&chunk(5, b"bytes")).unwrap();
        new.finish().unwrap();
        let with_checksum = |bytes: &[u8]| {
            let checksum = crc32fast::hash(bytes).to_le_bytes();
            [bytes, &checksum].concat()
        };
        let header = [b"TEEKOHS\x01\x03\0\0\0".as_slice(), &[7; 32]].concat();
        let checksum = crc32fast::hash(b"\x05\0\0\0\x05\0\0\0bytes").to_le_bytes();
        let expected = [
            with_checksum(&header),
            [b"\x05\0\0\0\x05\0\0\0".as_slice(), &checksum, b"bytes"].concat(),
            with_checksum(b"\xff\xff\xff\xff\x01\0\0\0"),
        ];
        assert_eq!(fs::read(&path).unwrap(), expected.concat());
    }

    /// A file of other rules is left alone, one that is damaged is written anew.
    #[test]
    fn a_file_of_others_is_told_from_a_damaged_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        write(&path);
        assert!(!is_of_others(&path, &[7; 32]));
        assert!(is_of_others(&path, &[8; 32]));
        let mut bytes = fs::read(&path).unwrap();
        bytes.truncate(48);
        fs::write(&path, &bytes).unwrap();
        assert!(is_of_others(&path, &[8; 32]), "the header is enough");
        bytes[20] ^= 1;
        fs::write(&path, &bytes).unwrap();
        assert!(!is_of_others(&path, &[8; 32]), "damaged");
        fs::write(&path, &bytes[..47]).unwrap();
        assert!(!is_of_others(&path, &[8; 32]), "too short");
    }

    #[test]
    fn an_unfinished_half_step_is_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let new = NewHalfStep::create(&folder.path().join("a"), 3, &[7; 32]).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        drop(new);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn any_damage_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        write(&path);
        let sound = fs::read(&path).unwrap();
        let is_refused = |bytes: &[u8]| {
            fs::write(&path, bytes).unwrap();
            open(&path, 3, &[7; 32]).is_none()
        };
        assert!(!is_refused(&sound));
        damage(&sound, (0..sound.len()).step_by(97), |damage, bytes| {
            assert!(is_refused(bytes), "{damage:?}");
        });
        let header = header(3, &[7; 32]);
        let twice = [
            &header[..],
            &chunk(1, &[1]),
            &chunk(1, &[1]),
            &chunk_of([END, 2], &[]),
        ]
        .concat();
        assert!(is_refused(&twice));
        let too_long = [
            &header[..],
            &chunk(1, &vec![0; LONGEST + 1]),
            &chunk_of([END, 1], &[]),
        ]
        .concat();
        assert!(is_refused(&too_long));
    }
}
