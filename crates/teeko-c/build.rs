//! Names the versions of the shared library that programs linked with this one can use: its SONAME,
//! such as `libteeko_c.so.0.1`.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // cargo-c gives the library this name itself.
    if std::env::var_os("CARGO_FEATURE_CAPI").is_some() {
        return;
    }
    // Before 1.0 a new minor version may change the interface.
    let version = match (
        env!("CARGO_PKG_VERSION_MAJOR"),
        env!("CARGO_PKG_VERSION_MINOR"),
    ) {
        ("0", minor) => format!("0.{minor}"),
        (major, _) => major.to_owned(),
    };
    let name = if std::env::var("CARGO_CFG_TARGET_VENDOR").as_deref() == Ok("apple") {
        format!("-install_name,@rpath/libteeko_c.{version}.dylib")
    } else if std::env::var_os("CARGO_CFG_UNIX").is_some() {
        format!("-soname,libteeko_c.so.{version}")
    } else {
        return;
    };
    println!("cargo::rustc-cdylib-link-arg=-Wl,{name}");
}
