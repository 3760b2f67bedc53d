//! A service in this process, and a client that speaks as little HTTP as it takes.

use std::cell::RefCell;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc::channel;
use std::thread::{JoinHandle, sleep};
use std::time::{Duration, Instant};

use serde_json::Value;
use teeko_serve::{Config, Server};
use tokio::sync::oneshot;

/// A service that runs until it is dropped.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
    /// The body, which is no text in every answer.
    pub(crate) bytes: Vec<u8>,
}

/// A service at a free port of this machine, set up in some way.
pub(crate) fn start(set_up: impl FnOnce(&mut Config)) -> Running {
    let mut config = Config::new(([127, 0, 0, 1], 0).into());
    config.stop_time = Duration::from_millis(200);
    set_up(&mut config);
    let (stop, stopped) = oneshot::channel();
    let (tell, told) = channel();
    let thread = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let server = Server::bind(config).await.unwrap();
            tell.send(server.address()).unwrap();
            server.run(async { drop(stopped.await) }).await;
        });
        runtime.shutdown_timeout(Duration::from_millis(200));
    });
    Running {
        address: told.recv().unwrap(),
        stop: Some(stop),
        thread: Some(thread),
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.stop.take());
        self.thread.take().unwrap().join().unwrap();
    }
}

/// A connection that nothing has been sent on.
pub(crate) fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream
        .set_read_timeout(Some(Duration::from_secs(2 * 60)))
        .unwrap();
    stream
}

/// What is answered to these bytes, by a service that closes the connection after it.
pub(crate) fn send(address: SocketAddr, bytes: &[u8]) -> Answer {
    let mut stream = connect(address);
    // A service that has heard enough may close before all is sent.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    Answer::read(&answer)
}

/// Waits until something is the case.
pub(crate) fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let end = Instant::now() + Duration::from_secs(2 * 60);
    while !is_so() {
        assert!(Instant::now() < end, "{what}");
        sleep(Duration::from_millis(5));
    }
}

impl Running {
    /// Connections that ask for rule sets whose solves take many seconds one after the other, also
    /// on a fast machine.
    pub(crate) fn asking_slow(&self) -> [TcpStream; 4] {
        ["44", "54", "58", "64"].map(|goals| self.asking(&format!("GET /v1/{goals}-ssss+pips"), ""))
    }

    pub(crate) fn connect(&self) -> TcpStream {
        connect(self.address)
    }

    /// A connection on which the head of a request has been sent, with these further lines, each
    /// with its end.
    pub(crate) fn asking(&self, request: &str, head: &str) -> TcpStream {
        let mut stream = self.connect();
        let text = format!("{request} HTTP/1.1\r\nhost: localhost\r\n{head}\r\n");
        stream.write_all(text.as_bytes()).unwrap();
        stream
    }

    /// A connection on which a body of positions of this length is to follow.
    pub(crate) fn posting(&self, length: usize) -> TcpStream {
        let head = format!("content-length: {length}\r\n");
        self.asking("POST /v1/44-ssss+4x4/positions", &head)
    }

    /// What is answered to a request with these further lines in its head, each with its end, and
    /// this body.
    pub(crate) fn request(&self, method: &str, target: &str, head: &str, body: &str) -> Answer {
        let length = if body.is_empty() {
            String::new()
        } else {
            format!("content-length: {}\r\n", body.len())
        };
        let host = if head.to_ascii_lowercase().contains("host:") {
            ""
        } else {
            "host: localhost\r\n"
        };
        let text = format!(
            "{method} {target} HTTP/1.1\r\n{host}connection: close\r\n{length}{head}\r\n{body}"
        );
        send(self.address, text.as_bytes())
    }

    pub(crate) fn get(&self, target: &str) -> Answer {
        self.request("GET", target, "", "")
    }

    /// A number that `/metrics` has, 0 if nothing was counted under its name.
    pub(crate) fn measured(&self, name: &str) -> u64 {
        number_in(&self.get("/metrics").body, name)
    }

    /// Waits until this many connections are open besides the one that asks. That one is the same
    /// all the time: a connection counts until the service has noticed its end.
    pub(crate) fn wait_for_connections(&self, number: u64) {
        let stream = RefCell::new(self.connect());
        let open = || {
            let mut stream = stream.borrow_mut();
            stream
                .write_all(b"GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n")
                .unwrap();
            let mut answer = Vec::new();
            while !answer.ends_with(b"\n# EOF\n") {
                let mut part = [0; 4096];
                let length = stream.read(&mut part).unwrap();
                assert_ne!(length, 0, "{:?}", Answer::read(&answer));
                answer.extend(&part[..length]);
            }
            number_in(&Answer::read(&answer).body, "teeko_open_connections") - 1
        };
        wait_until("the connections", || open() == number);
    }
}

/// A number that metrics have, 0 if nothing was counted under its name.
fn number_in(metrics: &str, name: &str) -> u64 {
    let number = |line: &str| {
        line.strip_prefix(name)?
            .strip_prefix(' ')?
            .parse::<f64>()
            .ok()
    };
    metrics.lines().find_map(number).unwrap_or_default() as u64
}

impl Answer {
    pub(crate) fn read(bytes: &[u8]) -> Self {
        let end = bytes
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .unwrap_or(bytes.len());
        let (head, body) = (String::from_utf8_lossy(&bytes[..end]), bytes.get(end + 4..));
        let head = head.into_owned();
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok())
            .unwrap_or(0);
        let chunked = head
            .to_ascii_lowercase()
            .contains("transfer-encoding: chunked");
        let body = body.unwrap_or_default();
        let body = if chunked {
            without_chunks(body)
        } else {
            body.to_vec()
        };
        let text = String::from_utf8_lossy(&body).into_owned();
        Self {
            status,
            head,
            body: text,
            bytes: body,
        }
    }

    /// A line of the head.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines
            .find(|(other, _)| other.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The text of a field.
    pub(crate) fn text(&self, field: &str) -> String {
        self.json()[field]
            .as_str()
            .unwrap_or_else(|| panic!("{field}: {self:?}"))
            .to_owned()
    }
}

fn without_chunks(mut body: &[u8]) -> Vec<u8> {
    let (mut bytes, mut is_whole) = (Vec::new(), false);
    while let Some(end) = body.windows(2).position(|two| two == b"\r\n") {
        let length = std::str::from_utf8(&body[..end]).unwrap();
        let length = usize::from_str_radix(length, 16).unwrap();
        bytes.extend(&body[end + 2..][..length]);
        body = &body[end + 2 + length + 2..];
        is_whole = length == 0;
    }
    assert!(
        is_whole,
        "the answer is cut off after {} bytes",
        bytes.len()
    );
    bytes
}
