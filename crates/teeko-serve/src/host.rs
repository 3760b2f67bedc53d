//! Which Host headers a service accepts.
//!
//! A page of another site can point its own domain name to 127.0.0.1 and have browsers send
//! requests that only this machine may send. The Host header then has that domain name. axum
//! does not check it.

use std::net::IpAddr;

use axum::http::header::HOST;
use axum::http::{HeaderValue, Request};

use crate::config::Config;

/// Returns whether a request names this machine, or one of the names of the configuration. At an
/// address that is not a loopback address, any name is allowed unless the configuration has some.
pub(crate) fn is_allowed<B>(config: &Config, request: &Request<B>) -> bool {
    if config.hosts.is_empty() && !is_loopback(config.listen.ip()) {
        return true;
    }
    let of_target = request.uri().host();
    let mut of_header = request.headers().get_all(HOST).iter();
    of_target.is_none_or(|host| is_known(config, host))
        && of_header.all(|value| is_known_value(config, value))
}

/// Returns whether a name is one of this machine or of the configuration.
fn is_known(config: &Config, host: &str) -> bool {
    let mut names = config.hosts.iter();
    is_local(host) || names.any(|name| name.eq_ignore_ascii_case(host))
}

/// Returns whether the value of a header is a known name, perhaps with a port.
fn is_known_value(config: &Config, value: &HeaderValue) -> bool {
    value
        .to_str()
        .is_ok_and(|text| is_known(config, without_port(text)))
}

fn without_port(host: &str) -> &str {
    let (name, port) = host.rsplit_once(':').unwrap_or((host, ""));
    // The colons of an IPv6 address are within brackets.
    if port.bytes().all(|byte| byte.is_ascii_digit()) {
        name
    } else {
        host
    }
}

fn is_local(host: &str) -> bool {
    let host = host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase();
    let address = host
        .strip_prefix('[')
        .and_then(|host| host.strip_suffix(']'))
        .unwrap_or(&host);
    host == "localhost" || host.ends_with(".localhost") || address.parse().is_ok_and(is_loopback)
}

/// Returns whether only this machine reaches an address, also one of IPv4 that is written as one of
/// IPv6.
fn is_loopback(address: IpAddr) -> bool {
    address.to_canonical().is_loopback()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Such an address is a loopback address, too.
    #[test]
    fn a_service_at_a_mapped_address_knows_its_names() {
        let config = Config::new("[::ffff:127.0.0.1]:0".parse().unwrap());
        let request = Request::builder().header(HOST, "example.org");
        assert!(!is_allowed(&config, &request.body(()).unwrap()));
    }

    /// Returns whether a service on this machine accepts a target with a Host header.
    fn accepts(target: &str, host: Option<&str>) -> bool {
        let config = Config::new(([127, 0, 0, 1], 0).into());
        let mut request = Request::builder().uri(target);
        if let Some(host) = host {
            request = request.header(HOST, host);
        }
        is_allowed(&config, &request.body(()).unwrap())
    }

    #[test]
    fn names_of_this_machine_are_accepted() {
        for host in [
            "localhost",
            "LOCALHOST:8338",
            "teeko.localhost",
            "127.0.0.1:80",
            "127.1.2.3",
            "[::1]:8338",
            "[::1]",
            "[::ffff:127.0.0.1]:8338",
            "localhost.",
        ] {
            assert!(accepts("/", Some(host)), "{host}");
        }
        // The clients that leave it out are no browsers.
        assert!(accepts("/", None));
        assert!(accepts("http://localhost:8338/", Some("localhost:8338")));
    }

    #[test]
    fn other_names_are_refused() {
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
            assert!(!accepts("/", Some(host)), "{host}");
        }
        assert!(!accepts("http://example.org/", Some("localhost")));
    }
}
