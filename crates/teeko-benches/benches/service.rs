//! Asks a running service one question of each kind, as a client on the same machine does, with a
//! connection for each: `cargo bench -p teeko-benches --bench service`. `/healthz` shows what of
//! this is the connection. The service keeps the answers of searches, so these come from memory.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc::channel;
use std::thread;

use criterion::{Criterion, criterion_group, criterion_main};
use teeko_serve::{Config, Server};
use tokio::runtime::Builder;

const PATHS: [&str; 16] = [
    "/healthz",
    "/",
    "/v1/variants",
    "/v1/claims",
    "/v1/44-ssss",
    "/v1/44-ssss/rules",
    "/v1/44-ssss/position?moves=13,12",
    "/v1/44-ssss/position?position=b:7,9,12,14%20r:10,13,17,19%20b",
    "/v1/44-ssss/position?moves=13,12&brief",
    "/v1/44-ssss/choice?moves=13,12",
    "/v1/44-ssss/line?position=b:3,10,15,18%20r:7,13,16,17%20b",
    "/v1/44-ssss/review?game=13,18,12,14,8,7,9,2",
    "/v1/44-ssss/puzzles?dtw=5&limit=2",
    "/v1/44-ssss/random?seed=7",
    "/v1/44-ssss/stats",
    "/v1/diff?variants=44-ssss,58-ssss",
];

fn service(criterion: &mut Criterion) {
    let address = start();
    let mut group = criterion.benchmark_group("service");
    for path in PATHS {
        let request =
            format!("GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
        // The first answer to each solves or searches.
        assert_eq!(status(&send(address, &request)), "200", "{path}");
        group.bench_function(path, |bencher| bencher.iter(|| send(address, &request)));
    }

    let path = "/v1/44-ssss/positions";
    let body = "b:7,9,12,14 r:10,13,17,19 b\n".repeat(1000);
    let request = format!(
        "POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {}\r\n\r\n\
         {body}",
        body.len()
    );
    assert_eq!(status(&send(address, &request)), "200", "{path}");
    group.sample_size(10);
    group.bench_function("/v1/44-ssss/positions, 1000 positions", |bencher| {
        bencher.iter(|| send(address, &request));
    });
    group.finish();
}

/// Starts a service that ends with this process.
fn start() -> SocketAddr {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        let runtime = Builder::new_multi_thread().enable_all().build();
        runtime.expect("a runtime").block_on(async {
            let config = Config::new(([127, 0, 0, 1], 0).into());
            let server = Server::bind(config).await.expect("a free port");
            sender.send(server.address()).expect("a benchmark");
            server.run(std::future::pending()).await;
        });
    });
    receiver.recv().expect("an address")
}

/// Returns what is answered to a request, until the service closes the connection.
fn send(address: SocketAddr, request: &str) -> Vec<u8> {
    let mut stream = TcpStream::connect(address).expect("a connection");
    stream.write_all(request.as_bytes()).expect("a connection");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    answer
}

/// Returns the status of an answer.
fn status(answer: &[u8]) -> &str {
    let status = answer.get(9..12).unwrap_or_default();
    str::from_utf8(status).unwrap_or_default()
}

criterion_group!(benches, service);
criterion_main!(benches);
