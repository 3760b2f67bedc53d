//! Sets how the module is linked on systems that need every symbol at link time: Python's come with
//! the interpreter that loads it.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
