//! Takes the solver into the crate, so that the page of a service works without a connection. The
//! variable `TEEKO_SOLVER` names its WebAssembly, as `scripts/wasm.sh` makes it. Without the
//! variable there is no solver.
//!
//! Compresses what a service sends to every visitor as far as gzip and brotli can.

#[allow(dead_code, unreachable_pub, reason = "the crate uses more of it")]
#[path = "src/page.rs"]
mod page;

use std::path::Path;
use std::{env, fs, io};

use brotli::enc::BrotliEncoderParams;

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/page.rs");
    println!("cargo::rerun-if-changed=page");
    println!("cargo::rerun-if-env-changed=TEEKO_SOLVER");
    let folder = env::var_os("OUT_DIR").unwrap_or_default();
    let folder = Path::new(&folder);
    let solver = solver()?;
    fs::write(folder.join("solver.wasm"), &solver)?;
    pack(folder, "solver.wasm", &solver)?;
    pack(folder, "page.html", page::service_page().as_bytes())?;
    let manifest = fs::read("page/manifest.json")?;
    pack(folder, "manifest.webmanifest", &manifest)?;
    let worker = service_worker(!solver.is_empty())?;
    fs::write(folder.join("service_worker.js"), &worker)?;
    pack(folder, "service_worker.js", worker.as_bytes())
}

/// Returns the service worker. It keeps the solver only if there is one.
fn service_worker(has_solver: bool) -> io::Result<String> {
    let worker = fs::read_to_string("page/service_worker.js")?;
    if has_solver {
        return Ok(worker);
    }
    Ok(worker.replace(", \"solver.wasm\"", ""))
}

/// Returns the solver, or nothing.
fn solver() -> io::Result<Vec<u8>> {
    let Some(path) = env::var_os("TEEKO_SOLVER") else {
        return Ok(Vec::new());
    };
    println!("cargo::rerun-if-changed={}", path.display());
    fs::read(path)
}

/// Writes a file in both encodings.
fn pack(folder: &Path, name: &str, mut content: &[u8]) -> io::Result<()> {
    let options = zopfli::Options::default();
    let mut gzip = Vec::new();
    zopfli::compress(options, zopfli::Format::Gzip, content, &mut gzip)?;
    fs::write(folder.join(format!("{name}.gz")), gzip)?;
    let options = BrotliEncoderParams::default();
    let mut brotli = Vec::new();
    brotli::BrotliCompress(&mut content, &mut brotli, &options)?;
    fs::write(folder.join(format!("{name}.br")), brotli)
}
