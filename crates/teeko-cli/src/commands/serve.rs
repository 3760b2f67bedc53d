//! `teeko serve`: answers over HTTP, and a page that uses them.

mod log;

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use clap::Args;
use teeko::surfaces::{About, QUESTIONS};
use teeko_serve::{Config, ServeError, Server};
use tokio::runtime::{Builder, Runtime};

use self::log::{Log, LogFormat};
use crate::exit::{Exit, Failure};
use crate::parsers::number;
use crate::source_arguments::SourceArguments;
use crate::{interrupt, output, threads};

/// Answer questions over HTTP, for browsers, sites and bots
///
/// The page at / lets you play and look up values. /v1/44-ssss/position?moves=13,12 and similar
/// addresses return what other commands print with --json; /openapi.json lists them all. Variants
/// that have tables are answered from them. All others are solved on the first request and kept in
/// memory as long as there is room. Rule files cannot be used. Each request is logged on standard
/// error, unless with --quiet. /v1/44-ssss/progress says how far solving a variant has come,
/// /metrics has counts for Prometheus, and /healthz answers as long as the service runs.
///
/// Stop the service with Ctrl-C or SIGHUP (exit code 130) or SIGTERM (exit code 0). It first answers the
/// requests that have arrived.
#[derive(Debug, Args)]
#[allow(clippy::doc_markdown)] // The help shows addresses as they are typed.
#[command(after_help = EXAMPLE, after_long_help = format!("{}\n\n{EXAMPLE}", routes()))]
pub(crate) struct Arguments {
    /// Address to listen on; port 0 picks a free one. 127.0.0.1 is reachable from this machine only
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:8338", value_parser = address)]
    listen: SocketAddr,

    /// Host name that requests may have besides those of this machine, for a proxy that passes the
    /// name of its site on. Can be repeated. Without it, all names are accepted at an address that
    /// other machines can reach
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    allow_host: Vec<String>,

    /// Origin of a site that may show the page in a frame, such as https://example.org. Can be
    /// repeated. Without it, no site may
    #[arg(long, value_name = "ORIGIN", value_parser = origin)]
    embed_from: Vec<String>,

    /// Memory for solved variants, such as 600MB or 2GB. Solving takes up to as much again
    /// [default: a quarter of free memory, at most 2 GB]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,

    /// Number of solutions and searches that run at once; other requests for such work wait
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::<u16>(1..=1024))]
    solves: u16,

    /// Format of the log
    #[arg(long, value_name = "FORMAT", value_enum, default_value = "text")]
    log: LogFormat,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    #[command(flatten)]
    source: SourceArguments,
}

const EXAMPLE: &str = "Example:\n  teeko serve --listen 127.0.0.1:0";

/// Lists the paths of the questions with their parameters.
fn routes() -> String {
    let mut lines =
        vec!["Paths, with a variant for V; parameters in brackets may be left out:".to_owned()];
    for question in &QUESTIONS {
        let method = match question.about {
            About::Lines => "POST ",
            _ => "",
        };
        lines.push(format!("  {method}{}", question.usage()));
    }
    lines.join("\n")
}

/// How long to wait for the threads when the service stops.
const PATIENCE: Duration = Duration::from_secs(1);

fn address(text: &str) -> Result<SocketAddr, String> {
    if let Ok(address) = text.parse() {
        return Ok(address);
    }
    let expected =
        "expected an IP address and a port, such as 127.0.0.1:8338, 0.0.0.0:80 or [::1]:0";
    let port = text.strip_prefix("localhost").unwrap_or(text);
    let port = port.strip_prefix(':').unwrap_or(port);
    match port.parse::<u16>() {
        Ok(port) => Err(format!("{expected}; for this port write 127.0.0.1:{port}")),
        Err(_) => Err(expected.to_owned()),
    }
}

/// Checks the name of a host, as a Host header has it without its port.
fn host_name(text: &str) -> Result<String, String> {
    if !is_host(text, b".-_:[]") {
        return Err("expected the name of a host, such as example.org".to_owned());
    }
    Ok(text.to_owned())
}

/// Returns whether a text has letters, digits and these marks only, and some.
fn is_host(text: &str, marks: &[u8]) -> bool {
    let mut bytes = text.bytes();
    !text.is_empty() && bytes.all(|byte| byte.is_ascii_alphanumeric() || marks.contains(&byte))
}

/// Checks an origin: a scheme and a host, perhaps with a port.
fn origin(text: &str) -> Result<String, String> {
    let host = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"));
    if !host.is_some_and(|host| is_host(host, b".-:*[]")) {
        return Err("expected a scheme and a host, such as https://example.org".to_owned());
    }
    Ok(text.to_owned())
}

/// Parses a number of bytes: `600MB`, `1.5 GB`.
fn size(text: &str) -> Result<u64, String> {
    match bytes_of(text) {
        Some(bytes) if (1e6..1e18).contains(&bytes) => Ok(bytes as u64),
        _ => Err("expected a size of at least 1MB, such as 600MB or 2GB".to_owned()),
    }
}

/// Reads a number of bytes with its unit.
fn bytes_of(text: &str) -> Option<f64> {
    const UNITS: [(&str, f64); 3] = [("MB", 1e6), ("GB", 1e9), ("TB", 1e12)];
    let text = text.trim().to_ascii_uppercase();
    for (unit, bytes) in UNITS {
        if let Some(number) = text.strip_suffix(unit) {
            let number: f64 = number.trim_end().parse().ok()?;
            return Some(number * bytes);
        }
    }
    None
}

impl Arguments {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let config = self.config();
        let runtime =
            runtime().map_err(Failure::system("cannot create the threads of the service"))?;
        let log = if output::is_quiet() {
            None
        } else {
            Some(Log::start(self.log))
        };
        let exit = runtime.block_on(self.serve(config));
        if let Some(log) = log {
            log.finish();
        }
        runtime.shutdown_timeout(PATIENCE);
        exit
    }

    fn config(&self) -> Config {
        let mut config = Config::new(self.listen);
        config.folders = self.source.folders();
        config.solve = !self.source.no_solve;
        config.threads = threads::number(self.source.solving.threads);
        config.memory = self.memory.unwrap_or(config.memory);
        config.solves = self.solves.into();
        config.hosts.clone_from(&self.allow_host);
        config.embedders.clone_from(&self.embed_from);
        config
    }

    async fn serve(&self, config: Config) -> Result<Exit, Failure> {
        let server = Server::bind(config)
            .await
            .map_err(|fault| cannot_start(&fault))?;
        let first_signal = interrupt::first_signal()?;
        self.source.note_missing_folder();
        output::print(&format!("listening on http://{}\n", server.address()))?;
        if self.open {
            open_browser(format!("http://{}", reachable(server.address())));
        }
        let mut exit = Exit::Success;
        server.run(async { exit = first_signal.await }).await;
        Ok(exit)
    }
}

/// Returns the error for a service that cannot start.
fn cannot_start(fault: &ServeError) -> Failure {
    let next = match fault {
        ServeError::Listen { .. } => {
            "; choose another one, or any free port with --listen 127.0.0.1:0"
        }
        _ => "",
    };
    Failure::new(Exit::Resources, format!("{fault}{next}"))
}

/// Starts the threads that serve connections, one for each processor.
fn runtime() -> io::Result<Runtime> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    // tokio panics if the system refuses it a thread. One more is for work that takes long, and one
    // for the log.
    try_threads(threads + 2)?;
    Builder::new_multi_thread()
        .worker_threads(threads)
        .enable_all()
        .build()
}

/// Checks that the system lets this process have this many more threads, which have ended on
/// return.
fn try_threads(threads: usize) -> io::Result<()> {
    let gate = Mutex::new(());
    thread::scope(|scope| {
        let _closed = gate.lock();
        for _ in 0..threads {
            thread::Builder::new().spawn_scoped(scope, || drop(gate.lock()))?;
        }
        Ok(())
    })
}

/// Returns the address under which a browser on this machine reaches the service; an unspecified
/// address becomes localhost.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(Ipv4Addr::UNSPECIFIED) => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(Ipv6Addr::UNSPECIFIED) => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// Opens a page in the browser, without waiting for it.
fn open_browser(page: String) {
    let thread = thread::Builder::new().name("browser".to_owned());
    let _ = thread.spawn(move || open_or_note(&page));
}

/// Opens a page by a command that may run as long as the browser does. If that fails, a note asks
/// the user to open it.
fn open_or_note(page: &str) {
    if open::that(page).is_err() {
        output::note(&format!("cannot open a browser; open {page} yourself"));
    }
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
        for text in [
            "", "5", "GB", "0GB", "-1GB", "NaNGB", "infGB", "1e99TB", "5 kB", "0.5MB",
        ] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn origins_have_a_scheme_and_a_host() {
        for text in [
            "https://example.org",
            "http://127.0.0.1:8000",
            "https://*.example.org",
        ] {
            assert_eq!(origin(text).as_deref(), Ok(text));
        }
        for text in [
            "",
            "example.org",
            "https://",
            "https://a/b",
            "http://a; b",
            "ftp://a",
        ] {
            assert!(origin(text).is_err(), "{text}");
        }
    }

    #[test]
    fn addresses_are_of_the_network() {
        assert!(address("[::1]:0").is_ok() && address("0.0.0.0:80").is_ok());
        for text in ["", "8338", "localhost", "127.0.0.1", "127.0.0.1:99999"] {
            assert!(
                address(text).unwrap_err().contains("127.0.0.1:8338"),
                "{text}"
            );
        }
        for text in ["9000", ":9000", "localhost:9000"] {
            let error = address(text).unwrap_err();
            assert!(error.ends_with("write 127.0.0.1:9000"), "{error}");
        }
        assert_eq!(
            reachable("0.0.0.0:80".parse().unwrap()).to_string(),
            "127.0.0.1:80"
        );
        assert_eq!(
            reachable("[::]:80".parse().unwrap()).to_string(),
            "[::1]:80"
        );
    }
}
