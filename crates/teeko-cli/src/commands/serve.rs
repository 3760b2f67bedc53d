//! `teeko serve`: the answers over HTTP, and a page that asks them.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::time::Duration;

use clap::Args;
use teeko_serve::{Config, Log, Server};

use crate::arguments::SourceArguments;
use crate::exit::{Exit, Failure};
use crate::interrupt::Endings;
use crate::output;

/// Answer over HTTP, for browsers, sites and bots
///
/// At / there is a page to play and look things up; /v1/44-ssss/position?moves=13,12 and its like
/// answer what other commands print with --json, and /openapi.json lists them all. Answers come
/// from tables where there are some. A variant without is solved when it is first asked for, and
/// kept as long as memory allows. Rule files are not read; what is refused is told on standard
/// error.
///
/// Ends by Ctrl-C, with exit code 130, or by SIGTERM, with 0, once requests that have come are
/// answered.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  teeko serve --listen 127.0.0.1:0")]
pub(crate) struct Arguments {
    /// Address to listen at; port 0 stands for any that is free. Only this machine reaches
    /// 127.0.0.1
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:8338", value_parser = address)]
    listen: SocketAddr,

    /// Memory for variants that are kept and solved, such as 600MB or 2GB [default: a quarter of
    /// what is free, at most 2 GB]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,

    /// Variants to solve and puzzles to search for at once; who asks for more is told to try again
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=1024))]
    solves: u16,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    #[command(flatten)]
    source: SourceArguments,
}

/// How long to wait for the threads to end.
const PATIENCE: Duration = Duration::from_secs(1);

/// Reads an address.
fn address(text: &str) -> Result<SocketAddr, String> {
    let expected =
        "expected an IP address and a port, such as 127.0.0.1:8338, 0.0.0.0:80 or [::1]:0";
    text.parse().map_err(|_| expected.to_owned())
}

/// Reads a number of bytes: `600MB`, `1.5 GB`.
fn size(text: &str) -> Result<u64, String> {
    const UNITS: [(&str, f64); 3] = [("MB", 1e6), ("GB", 1e9), ("TB", 1e12)];
    let expected = || "expected a size of at least 1MB, such as 600MB or 2GB".to_owned();
    let upper = text.trim().to_ascii_uppercase();
    let read = |&(unit, bytes): &(&str, f64)| {
        Some(upper.strip_suffix(unit)?.trim_end().parse::<f64>().ok()? * bytes)
    };
    let bytes = UNITS
        .iter()
        .find_map(read)
        .filter(|bytes| (1e6..1e18).contains(bytes))
        .ok_or_else(expected)?;
    Ok(bytes as u64)
}

impl Arguments {
    pub(crate) fn run(&self, quiet: bool) -> Result<Exit, Failure> {
        let mut config = Config::new(self.listen);
        config.folders = self.source.folders();
        config.solve = self.source.solves();
        config.threads = self.source.threads(quiet);
        config.memory = self.memory.unwrap_or(config.memory);
        config.solves = self.solves.into();
        if !quiet {
            config.log = Log::new(|line| output::print_note(&format!("{line}\n")));
        }
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
        let runtime = runtime.map_err(Failure::system("cannot start the threads to work with"))?;
        let exit = runtime.block_on(self.serve(config, quiet));
        runtime.shutdown_timeout(PATIENCE);
        exit
    }

    async fn serve(&self, config: Config, quiet: bool) -> Result<Exit, Failure> {
        let server = Server::bind(config).await.map_err(Failure::Serve)?;
        let endings = Endings::watch()?;
        output::print(&format!("listening on http://{}\n", server.address()))?;
        if self.open {
            open_browser(&format!("http://{}", reachable(server.address())), quiet);
        }
        let mut exit = Exit::Success;
        server.run(async { exit = endings.first().await }).await;
        Ok(exit)
    }
}

/// The address by which a browser on this machine reaches one that may stand for all.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// Opens a page in the browser. Where there is none, people can open it by themselves.
fn open_browser(page: &str, quiet: bool) {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command
        .args(arguments)
        .arg(page)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let page = page.to_owned();
    let run = move || {
        let fault = match command.status() {
            Ok(status) if status.success() => return,
            Ok(status) => io::Error::other(status.to_string()),
            Err(error) => error,
        };
        if !quiet {
            output::print_note(&format!(
                "note: no browser to open with {program} ({fault}); open {page} yourself\n"
            ));
        }
    };
    // It may stay as long as the browser does.
    std::thread::spawn(run);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_a_unit() {
        for (text, bytes) in [
            ("600MB", 600_000_000),
            ("2gb", 2_000_000_000),
            ("1.5 GB", 1_500_000_000),
            ("1MB", 1_000_000),
        ] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "5", "GB", "0GB", "-1GB", "NaNGB", "infGB", "1e99TB", "5 kB", "0.5MB"] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn addresses_are_of_the_network() {
        assert!(address("[::1]:0").is_ok() && address("0.0.0.0:80").is_ok());
        for text in ["", "8338", "localhost", "127.0.0.1", "127.0.0.1:99999"] {
            assert!(address(text).unwrap_err().contains("127.0.0.1:8338"), "{text}");
        }
        assert_eq!(reachable("0.0.0.0:80".parse().unwrap()).to_string(), "127.0.0.1:80");
        assert_eq!(reachable("[::]:80".parse().unwrap()).to_string(), "[::1]:80");
    }
}
