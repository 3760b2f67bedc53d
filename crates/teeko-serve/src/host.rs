//! Which Host headers a service at a loopback address accepts.
//!
//! A page of another site can point its own domain name to 127.0.0.1 and have browsers send
//! requests that only this machine may send. The Host header then has that domain name. Neither
//! axum nor tower-http checks it.

use std::net::IpAddr;

use axum::http::Request;
use axum::http::header::HOST;

/// Returns whether a request names this machine: all its hosts are `localhost`, a name below it, or
/// loopback addresses.
pub(crate) fn means_this_machine<B>(request: &Request<B>) -> bool {
    let of_target = request.uri().host();
    let of_header = request.headers().get_all(HOST).iter();
    let is_local_header = |value: &axum::http::HeaderValue| {
        value.to_str().is_ok_and(|text| is_local(without_port(text)))
    };
    of_target.is_none_or(is_local) && of_header.into_iter().all(is_local_header)
}

fn without_port(host: &str) -> &str {
    let (name, port) = host.rsplit_once(':').unwrap_or((host, ""));
    // The colons of an IPv6 address are within brackets.
    if port.bytes().all(|byte| byte.is_ascii_digit()) { name } else { host }
}

fn is_local(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
    let address = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(&host);
    host == "localhost"
        || host.ends_with(".localhost")
        || address.parse().is_ok_and(|ip: IpAddr| ip.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_mean_it() {
        let means = |target: &str, host: Option<&str>| {
            let request = Request::builder().uri(target);
            let request =
                host.into_iter().fold(request, |request, host| request.header(HOST, host));
            means_this_machine(&request.body(()).unwrap())
        };
        for host in [
            "localhost",
            "LOCALHOST:8338",
            "teeko.localhost",
            "127.0.0.1:80",
            "127.1.2.3",
            "[::1]:8338",
            "[::1]",
            "localhost.",
        ] {
            assert!(means("/", Some(host)), "{host}");
        }
        for host in [
            "",
            "example.org",
            "localhost.example.org",
            "127.0.0.1.example.org:8338",
            "192.168.1.1",
            "[::2]",
            "notlocalhost",
            "0.0.0.0",
        ] {
            assert!(!means("/", Some(host)), "{host}");
        }
        // The clients that leave it out are no browsers.
        assert!(means("/", None));
        assert!(!means("http://example.org/", Some("localhost")));
        assert!(means("http://localhost:8338/", Some("localhost:8338")));
    }
}
