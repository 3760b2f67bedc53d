//! The page that shows, plays and explains every variant of Teeko.
//!
//! It is one HTML file that loads nothing from the network. [`page_with_solver`] contains the
//! solver itself, this crate compiled to WebAssembly, which runs in a worker; `scripts/page.sh`
//! makes that file. [`service_page`] asks the service that it was loaded from. Both forms ask the
//! same questions by the same paths, such as `/v1/44-ssss/position?moves=13`.
//!
//! The sources in `page/` are JavaScript modules that a browser, Node or a type checker can load as
//! they are. This crate joins them into one script.

// Only the exported names for the WebAssembly host need `unsafe`.
#![cfg_attr(not(target_family = "wasm"), forbid(unsafe_code))]

mod page;
#[cfg(target_family = "wasm")]
mod solver;

pub use self::page::service_page;
use self::page::{BOOT, MODULES, STYLES, TEMPLATES, WORKER, assemble, join_modules};

/// The solver of the page of a service, empty if this crate was built without it.
const SOLVER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/solver.wasm"));

/// A file of the page of a service.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct File {
    /// Its name.
    pub name: &'static str,
    /// Its media type.
    pub media_type: &'static str,
    /// Its content.
    pub content: &'static [u8],
    /// Its content, compressed.
    pub packed: Packed,
}

/// The content of a file, compressed as far as possible when this crate was built. Both encodings
/// are empty for the icon: a PNG image is compressed already.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Packed {
    /// By gzip.
    pub gzip: &'static [u8],
    /// By brotli.
    pub brotli: &'static [u8],
}

/// Returns what `build.rs` has made of a file.
macro_rules! packed {
    ($name:literal) => {
        Packed {
            gzip: include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".gz")),
            brotli: include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".br")),
        }
    };
}

/// [`service_page`], compressed.
pub const PACKED_PAGE: Packed = packed!("page.html");

/// The other files of the page of a service. Browsers install the page with them and keep it for
/// the time without a connection. The solver is the last; it is empty if `TEEKO_SOLVER` did not
/// name it when this crate was built.
pub const FILES: [File; 4] = [
    File {
        name: "manifest.webmanifest",
        media_type: "application/manifest+json",
        content: include_bytes!("../page/manifest.json"),
        packed: packed!("manifest.webmanifest"),
    },
    File {
        name: "service_worker.js",
        media_type: "text/javascript",
        content: include_bytes!(concat!(env!("OUT_DIR"), "/service_worker.js")),
        packed: packed!("service_worker.js"),
    },
    File {
        name: "icon.png",
        media_type: "image/png",
        content: include_bytes!("../pictures/icon.png"),
        packed: Packed {
            gzip: &[],
            brotli: &[],
        },
    },
    File {
        name: "solver.wasm",
        media_type: "application/wasm",
        content: SOLVER,
        packed: packed!("solver.wasm"),
    },
];

/// Returns the script of [`page_with_solver`], to be packed. It adds the style and the templates
/// that the first kilobytes do without.
pub fn script() -> String {
    let style = format!(
        "document.querySelector(\"style\").append(String.raw`{}`);",
        STYLES[1]
    );
    let add = "document.body.insertAdjacentHTML(\"beforeend\", String.raw`";
    let script = join_modules(MODULES);
    format!("\"use strict\";\n{style}\n{add}{TEMPLATES}`);\n{script}")
}

/// Returns the page that contains the solver: this crate as WebAssembly. The solver and [`script`]
/// are packed by gzip. The style of the board is not: the first kilobytes show it.
pub fn page_with_solver(script: &[u8], solver: &[u8]) -> String {
    assemble(&[
        ("style", STYLES[0]),
        ("source", "worker"),
        ("worker", &join_modules(WORKER)),
        ("solver", &in_base_91(solver)),
        ("packed", &in_base_91(script)),
        ("script", &join_modules(BOOT)),
    ])
}

/// Returns bytes as text that `unpack.js` reads and HTML needs no escapes for. Two characters are
/// 13 bits, or 14 if the lowest 13 of these are at most 88, so that 91 * 91 values suffice: the
/// text is 1.23 times as long as the bytes, in base 64 it would be 1.33 times.
fn in_base_91(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 5 / 4 + 2);
    let mut bits = 0_u32;
    let mut count = 0;
    for &byte in bytes {
        bits |= u32::from(byte) << count;
        count += 8;
        if count > 13 {
            let taken = if bits % (1 << 13) > 88 { 13 } else { 14 };
            let value = bits % (1 << taken);
            text.extend([digit(value % 91), digit(value / 91)]);
            bits >>= taken;
            count -= taken;
        }
    }
    if count > 0 {
        text.push(digit(bits % 91));
        // A byte that has begun needs a second digit only if one could not have it.
        if count > 7 || bits > 90 {
            text.push(digit(bits / 91));
        }
    }
    text
}

/// Returns a digit of base 91: the digits are the characters from " to ~ without & and <.
fn digit(value: u32) -> char {
    let value = value as u8;
    char::from(b'"' + value + u8::from(value > 3) + u8::from(value > 24))
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::page::as_script;
    use super::*;

    #[test]
    fn modules_become_one_script() {
        let imports = "import { a } from \"./a.js\";\nimport {\n  b,\n} from \"./b.js\";\n";
        let module = format!("// Why.\n{imports}\n/** What. */\nexport const d = {{\n  a,\n}};\n");
        assert_eq!(as_script(&module), "const d = {\na,\n};\n");
    }

    /// Every module imports only from modules before it, so their names are already defined.
    #[test]
    fn modules_stand_after_those_they_import() {
        let mut files = scripts_in(&Path::new(env!("CARGO_MANIFEST_DIR")).join("page"));
        let mut known: Vec<PathBuf> = Vec::new();
        let mut imports = 0;
        for module in MODULES {
            let position = files
                .iter()
                .position(|file| std::fs::read_to_string(file).unwrap() == *module)
                .expect("the module is a file");
            let file = files.swap_remove(position);
            for line in module.lines().filter(|line| line.contains(" from \"")) {
                let name = line.rsplit('"').nth(1).unwrap();
                let imported = file.parent().unwrap().join(name).canonicalize().unwrap();
                assert!(known.contains(&imported), "{}: {name}", file.display());
                imports += 1;
            }
            known.push(file);
        }
        assert!(imports > MODULES.len() / 2, "{imports}");
        let mut others: Vec<_> = files.iter().map(|file| file.file_stem().unwrap()).collect();
        others.sort();
        assert_eq!(
            others,
            ["boot", "service_worker", "solver_call", "unpack", "worker"],
            "every other module is part of the page"
        );
    }

    /// Returns the JavaScript files in a folder and in the folders in it.
    fn scripts_in(folder: &Path) -> Vec<PathBuf> {
        let mut scripts = Vec::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                scripts.extend(scripts_in(&path));
            } else if path.extension().is_some_and(|extension| extension == "js") {
                scripts.push(path.canonicalize().unwrap());
            }
        }
        scripts
    }

    /// All modules share one scope, in which a second function would silently replace the first.
    #[test]
    fn no_two_modules_define_a_name() {
        let mut known = std::collections::HashSet::new();
        for line in MODULES.iter().flat_map(|module| module.lines()) {
            let mut words = line
                .split([' ', '('])
                .skip_while(|word| matches!(*word, "export" | "async"));
            if matches!(words.next(), Some("function" | "const" | "let")) {
                let name = words.next().unwrap();
                assert!(name.starts_with(['[', '{']) || known.insert(name), "{name}");
            }
        }
        assert!(known.contains("drawBoard") && known.contains("TEXTS"));
    }

    /// The texts are those of another program for base 91 with these digits.
    #[test]
    fn base_91_has_every_length() {
        let texts: [(&[u8], &str); 6] = [
            (b"", ""),
            (b"\0", "\"\""),
            (b"\xff", "m$"),
            (b"\0\0", "\"\"\""),
            (b"\xff\xff", "#~*"),
            (b"\0\x01\x02\x03\x04\x05\x06\x07", "n$cgn$sE8#"),
        ];
        for (bytes, text) in texts {
            assert_eq!(in_base_91(bytes), text, "{bytes:?}");
        }
    }

    #[test]
    fn only_the_page_of_a_service_names_files() {
        for File { name, .. } in FILES {
            assert!(service_page().contains(name), "{name}");
            assert!(!page_with_solver(b"", b"").contains(name), "{name}");
        }
    }

    /// A service without the solver would answer 404.
    #[test]
    fn the_service_worker_asks_for_the_solver_if_there_is_one() {
        let worker = str::from_utf8(FILES[1].content).unwrap();
        assert!(worker.contains("const PAGE = [\"./\""));
        assert_eq!(worker.contains("solver.wasm"), !SOLVER.is_empty());
    }

    #[test]
    fn each_form_has_its_source_and_no_gap() {
        let with_solver = page_with_solver(b"BBBB", b"AAAA");
        assert!(
            with_solver.contains("data-source=\"worker\"")
                && with_solver.contains(">T%9@3</script>")
                && with_solver.contains(">D)pV3</script>")
        );
        assert!(
            service_page().contains("data-source=\"service\"") && !service_page().contains("T%9@3")
        );
        let version = concat!(" data-version=\"", env!("CARGO_PKG_VERSION"), "\"");
        for page in [with_solver.as_str(), service_page()] {
            assert!(page.contains(version));
            assert!(page.starts_with("<!doctype html>") && page.ends_with("</html>\n"));
            assert!(
                !page.contains("{{") && !page.contains("\nimport ") && !page.contains("\nexport ")
            );
        }
    }

    /// The style and what is shown later are parts of the packed script as templates.
    #[test]
    fn the_style_is_complete_in_both_forms() {
        for part in [STYLES[0], STYLES[1], TEMPLATES] {
            assert!(!part.contains(['`', '$']) && service_page().contains(part));
        }
        assert!(script().contains(STYLES[1]) && script().contains(TEMPLATES));
        assert!(page_with_solver(b"", b"").contains(STYLES[0]));
    }

    /// Nothing is loaded from the network: the only addresses are those of namespaces.
    #[test]
    fn the_page_names_no_other_place() {
        let addresses = service_page()
            .match_indices("://")
            .map(|(place, _)| &service_page()[place - 4..place + 20]);
        let others: Vec<&str> = addresses
            .filter(|address| !address.contains("www.w3.org"))
            .collect();
        assert!(others.is_empty(), "{others:?}");
    }
}
