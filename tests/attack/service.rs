//! The attacks on `teeko serve`.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fastrand::Rng;

/// The requests of one attack.
pub(crate) const REQUESTS: u64 = 5000;

/// The variants that are asked for. Together they take a second to solve.
const VARIANTS: [&str; 6] = [
    "44-ssss+4x4",
    "58-psss+4x4",
    "44-pppp+4x4+pass",
    "58-ssss+4x4+points",
    "44-ssss+4x4+pips",
    "own-ssss+4x4",
];

/// The statuses that a request may have as its answer.
const STATUSES: [u16; 13] = [200, 204, 304, 400, 403, 404, 405, 408, 413, 414, 422, 431, 503];

/// A service that ends when this is dropped. Its standard error is a pipe that nobody reads.
pub(crate) struct Service {
    child: Child,
    address: String,
}

impl Service {
    pub(crate) fn start(program: &Path) -> Self {
        let mut serve = Command::new(program);
        serve.args(["serve", "--listen", "127.0.0.1:0", "--memory", "200MB"]);
        let mut child =
            serve.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a service");
        let mut line = String::new();
        let stdout = child.stdout.as_mut().expect("its output");
        BufReader::with_capacity(1, stdout).read_line(&mut line).expect("its address");
        let address = line.trim_end().rsplit('/').next().expect("an address").to_owned();
        Self { child, address }
    }

    fn connect(&self) -> Result<TcpStream, String> {
        let stream = TcpStream::connect(&self.address).map_err(|error| error.to_string())?;
        stream
            .set_read_timeout(Some(Duration::from_secs(30)))
            .map_err(|error| error.to_string())?;
        stream.set_nodelay(true).map_err(|error| error.to_string())?;
        Ok(stream)
    }

    /// Sends the requests of one attack.
    pub(crate) fn attack(&self, random: &mut Rng) -> Result<(), String> {
        let mut stream = BufReader::new(self.connect()?);
        for _ in 0..REQUESTS {
            if random.u8(..100) == 0 {
                self.send_nonsense(random)?;
            }
            let request = request(random);
            let failed = |what: String| format!("{request:?}: {what}");
            if stream.get_mut().write_all(request.as_bytes()).is_err() {
                stream = BufReader::new(self.connect()?);
                continue;
            }
            let is_head = request.starts_with("HEAD");
            let (head, body) = read_answer(&mut stream, is_head).map_err(failed)?;
            let status = head.split(' ').nth(1).and_then(|status| status.parse::<u16>().ok());
            let is_known = status.is_some_and(|status| STATUSES.contains(&status));
            if !is_known || body.contains("panicked") {
                return Err(failed(format!("found {head:?} {body:?}")));
            }
            if status >= Some(400) && !is_head && !body.starts_with("{\"error\":") {
                return Err(failed(format!("expected an error, found {head:?} {body:?}")));
            }
            if head.contains("connection: close") {
                stream = BufReader::new(self.connect()?);
            }
        }
        Ok(())
    }

    /// Sends bytes that are no request, or a part of one, and leaves.
    fn send_nonsense(&self, random: &mut Rng) -> Result<(), String> {
        let mut stream = self.connect()?;
        let mut bytes = request(random).into_bytes();
        match random.u8(..3) {
            0 => bytes.truncate(random.usize(..bytes.len())),
            1 => bytes.iter_mut().filter(|_| random.u8(..10) == 0).for_each(|byte| *byte ^= 1 << 5),
            _ => bytes = (0..random.usize(1..3000)).map(|byte| (byte * 7) as u8).collect(),
        }
        let _ = stream.write_all(&bytes);
        Ok(())
    }

    /// Checks that the service still answers, and how many files it has open.
    pub(crate) fn check(&self) -> Result<(), String> {
        let mut stream = BufReader::new(self.connect()?);
        let request =
            "GET /v1/44-ssss+4x4/position?moves=6,7&brief HTTP/1.1\r\nhost: localhost\r\n\r\n";
        stream.get_mut().write_all(request.as_bytes()).map_err(|error| error.to_string())?;
        let (head, body) = read_answer(&mut stream, false)?;
        if !head.starts_with("HTTP/1.1 200 ") || !body.contains("\"outcome\":\"draw\"") {
            return Err(format!("expected an answer, found {head:?} {body:?}"));
        }
        let files = fs::read_dir(format!("/proc/{}/fd", self.child.id()));
        let files = files.map_or(0, Iterator::count);
        if files > 200 { Err(format!("expected few open files, found {files}")) } else { Ok(()) }
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn pick<'a>(items: &[&'a str], random: &mut Rng) -> &'a str {
    items[random.usize(..items.len())]
}

/// Returns a request, valid or almost.
fn request(random: &mut Rng) -> String {
    let variant = pick(&VARIANTS, random);
    let mut target = format!(
        "/v1/{variant}{}?{}",
        pick(
            &["", "/position", "/position", "/line", "/review", "/choice", "/rules", "/positions"],
            random
        ),
        parameters(random)
    );
    match random.u8(..20) {
        0 => target.replace_range(.., "/v1/variants"),
        1 => {
            // The search for a certificate takes a second.
            let long = if random.u8(..250) == 0 { "certificate" } else { "puzzles?dtw=5&limit=1" };
            target = format!("/v1/{variant}/{long}");
        }
        2 => {
            target
                .replace_range(.., pick(&["/", "/openapi.json", "/monitor", "/v1/plays"], random));
        }
        3 => {
            let place = random.usize(1..=target.len());
            target.insert_str(
                place,
                pick(&["%", "%00", "%f0%9f%92%a9", "&&", "=", "+", "/../"], random),
            );
        }
        4 => target.truncate(random.usize(1..=target.len())),
        _ => {}
    }
    let body = if random.u8(..10) == 0 { "b:1 r: r\nnonsense\n\n# none\n" } else { "" };
    let method = if target.contains("/positions") && random.bool() {
        "POST"
    } else {
        pick(&["GET", "GET", "GET", "GET", "GET", "HEAD", "OPTIONS", "DELETE"], random)
    };
    let host = pick(
        &["host: localhost\r\n", "host: localhost\r\n", "host: [::1]:1\r\n", "", "host: a.b\r\n"],
        random,
    );
    let more = pick(&["", "", "accept-encoding: gzip\r\n", "if-none-match: *\r\n"], random);
    let length = body.len();
    format!("{method} {target} HTTP/1.1\r\n{host}{more}content-length: {length}\r\n\r\n{body}")
}

fn parameters(random: &mut Rng) -> String {
    let moves: Vec<String> = (0..random.usize(..10)).map(|_| random.u8(..18).to_string()).collect();
    let number = pick(&["0", "1", "5", "20", "65535", "-1", "18446744073709551616", ""], random);
    let one = |random: &mut Rng| match random.u8(..8) {
        0 | 1 => format!("moves={}", moves.join(pick(&[",", "+", "%20"], random))),
        2 => "position=b:1,2,3,8%20r:5,6,11,16%20b".to_owned(),
        3 => format!("game={}", moves.join(",")),
        4 => format!("{}={number}", pick(&["plies", "strength", "seed", "limit"], random)),
        5 => "goals=1.2.5.6_2.3.6.7~1".to_owned(),
        6 => pick(&["brief", "boards", "brief=1", "unknown"], random).to_owned(),
        _ => format!(
            "position={}",
            pick(&["", "b:1 r:1", "4/4/4/4%20b", "slot:8:1%20b", "b:1%00"], random)
                .replace(' ', "%20")
        ),
    };
    let count = random.usize(..4);
    (0..count).map(|_| one(random)).collect::<Vec<_>>().join("&")
}

/// Reads the head and the body of an answer.
fn read_answer(
    stream: &mut BufReader<TcpStream>,
    is_head: bool,
) -> Result<(String, String), String> {
    let failed = |error: std::io::Error| format!("expected an answer, found {error}");
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        if stream.read_line(&mut head).map_err(failed)? == 0 {
            return Err(format!("expected an answer, found {head:?}"));
        }
    }
    let field = |name: &str| {
        head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ").map(str::to_owned))
    };
    let mut body = Vec::new();
    if field("transfer-encoding").is_some() && !is_head {
        loop {
            let mut length = String::new();
            stream.read_line(&mut length).map_err(failed)?;
            let length =
                usize::from_str_radix(length.trim_end(), 16).map_err(|error| error.to_string())?;
            let mut part = vec![0; length + 2];
            stream.read_exact(&mut part).map_err(failed)?;
            body.extend(&part[..length]);
            if length == 0 {
                break;
            }
        }
    } else if !is_head {
        let length = field("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
        body.resize(length, 0);
        stream.read_exact(&mut body).map_err(failed)?;
    }
    Ok((head, String::from_utf8_lossy(&body).into_owned()))
}
