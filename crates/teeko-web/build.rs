//! Takes the solver into the crate, so that the page of a service works without a connection. The
//! variable `TEEKO_SOLVER` names its WebAssembly, as `scripts/wasm.sh` makes it. Without the
//! variable there is none.

use std::path::Path;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-env-changed=TEEKO_SOLVER");
    let solver = match env::var_os("TEEKO_SOLVER") {
        Some(path) => {
            println!("cargo::rerun-if-changed={}", path.display());
            fs::read(path)?
        }
        None => Vec::new(),
    };
    let folder = env::var_os("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&folder).join("solver.wasm"), solver)
}
