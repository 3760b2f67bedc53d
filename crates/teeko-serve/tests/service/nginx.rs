//! The service behind nginx, with the configuration in `deploy`.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;

use teeko_testing::program;
use tempfile::TempDir;

use crate::common::{Answer, Running, connect, send, start, wait_until};

/// nginx in front of a service, which ends when this is dropped.
struct Proxy {
    address: SocketAddr,
    child: Child,
    service: Running,
    _folder: TempDir,
}

impl Proxy {
    /// Starts both. Clients name their addresses in a header. Returns `None` without nginx.
    fn start() -> Option<Self> {
        let mut nginx = program("nginx")?;
        let service = start(|config| {
            config.hosts = vec!["teeko.example.org".to_owned()];
            config.connections = 24;
            config.solves = 1;
        });
        let free = TcpListener::bind("127.0.0.1:0")
            .unwrap()
            .local_addr()
            .unwrap();
        let folder = tempfile::tempdir().unwrap();
        let deploy = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/nginx.conf");
        let of_site = std::fs::read_to_string(deploy).unwrap();
        let of_site = of_site
            .replace("listen 80;", &format!("listen {free};"))
            .replace("127.0.0.1:8338", &service.address.to_string())
            // A busy machine may answer less than twenty a second.
            .replace("rate=20r/s", "rate=1r/s");
        std::fs::write(folder.path().join("site.conf"), of_site).unwrap();
        let main = "daemon off; master_process off; pid nginx.pid; error_log stderr;\n\
            events { worker_connections 1024; }\n\
            http { access_log off; client_body_temp_path body; proxy_temp_path proxy;\n\
            fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;\n\
            set_real_ip_from 127.0.0.1; real_ip_header X-Client; include site.conf; }\n";
        let configuration = folder.path().join("main.conf");
        std::fs::write(&configuration, main).unwrap();
        nginx
            .arg("-p")
            .arg(folder.path())
            .arg("-c")
            .arg(configuration);
        let child = nginx
            .args(["-e", "stderr"])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let proxy = Self {
            address: free,
            child,
            service,
            _folder: folder,
        };
        wait_until("nginx starts", || TcpStream::connect(free).is_ok());
        Some(proxy)
    }

    /// A connection on which a client at 10.0.0.`client` has sent a request.
    fn asking(&self, client: u8, request: &str, head: &str) -> TcpStream {
        let mut stream = connect(self.address);
        let text = format!(
            "{request} HTTP/1.1\r\nhost: teeko.example.org\r\nx-client: 10.0.0.{client}\r\n\
             connection: close\r\n{head}\r\n"
        );
        stream.write_all(text.as_bytes()).unwrap();
        stream
    }

    fn get(&self, client: u8, target: &str) -> Answer {
        answer(&mut self.asking(client, &format!("GET {target}"), ""))
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn answer(stream: &mut TcpStream) -> Answer {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    Answer::read(&bytes)
}

const QUICK: &str = "/v1/44-ssss+4x4/position?moves=6";

#[test]
fn slow_clients_behind_nginx_hold_no_connection_of_the_service() {
    let Some(proxy) = Proxy::start() else { return };
    assert_eq!(proxy.get(1, QUICK).status, 200);
    // Its name is not known to the service if a client says another.
    let other = format!("GET {QUICK} HTTP/1.0\r\nhost: example.org\r\n\r\n");
    assert_eq!(send(proxy.address, other.as_bytes()).status, 403);
    // A part of a head, a part of a body, and an answer that is not read: each from more clients
    // than the service has connections.
    let positions = "b:1 r: r\n".repeat(20_000);
    let length = format!("content-length: {}\r\n", positions.len());
    let post = "POST /v1/44-ssss+4x4/positions";
    let slow: Vec<TcpStream> = (0..32)
        .flat_map(|client| {
            let mut head = connect(proxy.address);
            head.write_all(b"GET / HT").unwrap();
            let mut body = proxy.asking(100 + client, post, &length);
            body.write_all(b"b:1 r:").unwrap();
            let mut reader = proxy.asking(200 + client % 32, post, &length);
            reader.write_all(positions.as_bytes()).unwrap();
            [head, body, reader]
        })
        .collect();
    for client in 1..50 {
        assert_eq!(proxy.get(client, QUICK).status, 200);
    }
    // nginx has all answers, although none was read.
    let posted = "teeko_requests_total{route=\"positions\",status=\"200\"}";
    wait_until("32 answers", || proxy.service.measured(posted) == 32);
    drop(slow);
}

#[test]
fn one_greedy_client_behind_nginx_does_not_hurt_others() {
    let Some(proxy) = Proxy::start() else { return };
    assert_eq!(proxy.get(1, QUICK).status, 200);
    // The solves that nginx lets through wait for a turn, and one more is refused.
    let solving = proxy.service.asking("GET /v1/44-ssss+pips", "");
    let plans = [
        "ssss", "psss", "spss", "ppss", "ssps", "psps", "spps", "ppps",
    ];
    let ask = |plan: &str| proxy.asking(2, &format!("GET /v1/44-{plan}+5x4"), "");
    let mut greedy: Vec<TcpStream> = plans.into_iter().map(ask).collect();
    proxy.service.wait_for_connections(1 + plans.len() as u64);
    assert_eq!(answer(&mut ask("pppp")).status, 429);
    for _ in 0..20 {
        assert_eq!(proxy.get(3, QUICK).status, 200);
    }
    drop(solving);
    assert!(greedy.iter_mut().all(|stream| answer(stream).status == 200));
    // Too many quick requests in a moment.
    let refused = thread::scope(|scope| {
        let ask = || {
            (0..100)
                .map(|_| proxy.get(2, QUICK))
                .find(|answer| answer.status == 429)
        };
        let asking: Vec<_> = (0..4).map(|_| scope.spawn(ask)).collect();
        asking.into_iter().find_map(|asking| asking.join().unwrap())
    });
    let refused = refused.expect("400 requests are too many");
    assert!(!refused.text("error").is_empty() && !refused.text("hint").is_empty());
    assert_eq!(refused.header("access-control-allow-origin"), Some("*"));
    assert_eq!(refused.header("retry-after"), Some("2"));
    assert_eq!(proxy.get(3, QUICK).status, 200);
}
