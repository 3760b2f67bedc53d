//! Connections: how many there are, and how long one waits for its client.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, Weak};
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::Instant;
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tower_http::metrics::in_flight_requests::InFlightRequestsCounter;

use crate::cache::lock;

/// The time after which a connection without a request may be closed to make room for another one.
/// Otherwise idle ones are closed after `Config::client_time`, in `server.rs`.
const EVICTABLE_AFTER: Duration = Duration::from_millis(100);

#[derive(Default, Debug)]
pub(crate) struct Clients(Mutex<Vec<Weak<Client>>>);

/// The client of a connection.
#[derive(Debug)]
pub(crate) struct Client {
    pub(crate) peer: SocketAddr,
    /// The requests that wait for their answers, or the rest of these.
    pub(crate) requests: InFlightRequestsCounter,
    activity: Mutex<Activity>,
    /// Cancelled to close the connection for others.
    pub(crate) evicted: CancellationToken,
}

#[derive(Debug)]
struct Activity {
    last: Last,
    /// Whether bytes of a request have arrived since the last answer.
    asks: bool,
    /// When the last request was answered, or else the connection was opened.
    since: Instant,
}

/// The last operation on a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Last {
    /// There was nothing to read.
    Waits,
    /// Bytes were read or written.
    Moves,
    /// No bytes could be written, because the client does not read.
    Blocked,
}

impl Clients {
    fn open(&self) -> Vec<Arc<Client>> {
        let mut clients = lock(&self.0);
        clients.retain(|client| client.strong_count() > 0);
        clients.iter().filter_map(Weak::upgrade).collect()
    }

    pub(crate) fn number(&self) -> usize {
        self.open().len()
    }

    pub(crate) fn add(&self, peer: SocketAddr) -> Arc<Client> {
        // Nothing is known of what there is to read.
        let activity = Activity {
            last: Last::Moves,
            asks: false,
            since: Instant::now(),
        };
        let client = Arc::new(Client {
            peer,
            requests: InFlightRequestsCounter::new(),
            activity: Mutex::new(activity),
            evicted: CancellationToken::new(),
        });
        lock(&self.0).push(Arc::downgrade(&client));
        client
    }

    /// Returns whether one more client may connect, at this address or at any. If there are `most`
    /// already, closes the connection that has been idle longest.
    pub(crate) fn make_room(&self, most: usize, address: Option<IpAddr>) -> bool {
        let mut open = self.open();
        open.retain(|client| address.is_none_or(|address| client.peer.ip() == address));
        open.len() < most || self.evict_idle(&open)
    }

    /// Closes the connection that has been idle longest. Returns whether there is one.
    fn evict_idle(&self, open: &[Arc<Client>]) -> bool {
        let mut longest: Option<(Instant, &Arc<Client>)> = None;
        for client in open {
            let Some(since) = client.idle_since() else {
                continue;
            };
            if longest.is_none_or(|(known, _)| since < known) {
                longest = Some((since, client));
            }
        }
        let Some((_, idle)) = longest else {
            return false;
        };
        idle.evicted.cancel();
        lock(&self.0).retain(|client| client.as_ptr() != Arc::as_ptr(idle));
        true
    }
}

impl Client {
    /// Returns since when the connection has been idle; `None` if a request may be on its way.
    fn idle_since(&self) -> Option<Instant> {
        let Activity { last, since, .. } = *lock(&self.activity);
        if last == Last::Waits && self.requests.get() == 0 && since.elapsed() > EVICTABLE_AFTER {
            Some(since)
        } else {
            None
        }
    }

    /// Notes that the head of an answer is known.
    pub(crate) fn answered(&self) {
        let activity = &mut *lock(&self.activity);
        activity.asks = false;
        activity.since = Instant::now();
    }

    /// Returns whether a part of a request has arrived that has no answer yet.
    pub(crate) fn asks(&self) -> bool {
        lock(&self.activity).asks
    }
}

/// The stream of a connection. It notes what it does, and fails if the client does not read its
/// answer.
pub(crate) struct Watched {
    stream: Pin<Box<TimeoutStream<TcpStream>>>,
    client: Arc<Client>,
}

impl Watched {
    pub(crate) fn new(stream: TcpStream, client: Arc<Client>, patience: Duration) -> Self {
        // Answers are short and clients wait for them, so delaying packets would only cost time.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(patience));
        Self {
            stream: Box::pin(stream),
            client,
        }
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let result = self.stream.as_mut().poll_read(context, buffer);
        let activity = &mut *lock(&self.client.activity);
        if result.is_ready() {
            activity.last = Last::Moves;
            activity.asks |= buffer.filled().len() > before;
        } else if activity.last == Last::Moves {
            activity.last = Last::Waits;
        }
        result
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let result = self.stream.as_mut().poll_write(context, bytes);
        lock(&self.client.activity).last = match result {
            Poll::Ready(_) => Last::Moves,
            Poll::Pending => Last::Blocked,
        };
        result
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream.as_mut().poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::io::Write as _;

    use tokio::net::TcpListener;

    use super::*;

    /// The log tells an idle connection from a client that is slow to ask.
    #[tokio::test]
    async fn a_client_asks_from_the_first_byte_until_it_is_answered() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut peer = std::net::TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (stream, address) = listener.accept().await.unwrap();
        let client = Clients::default().add(address);
        let mut stream = Watched::new(stream, Arc::clone(&client), Duration::from_secs(1));
        assert!(!client.asks());

        peer.write_all(b"G").unwrap();
        let mut bytes = [0];
        let mut buffer = ReadBuf::new(&mut bytes);
        poll_fn(|context| Pin::new(&mut stream).poll_read(context, &mut buffer))
            .await
            .unwrap();
        assert!(client.asks());

        client.answered();
        assert!(!client.asks());

        drop(peer);
        poll_fn(|context| Pin::new(&mut stream).poll_read(context, &mut ReadBuf::new(&mut [0])))
            .await
            .unwrap();
        assert!(!client.asks(), "the end is no request");
    }

    /// Adds a client at an address that has been idle for this time.
    fn idle(clients: &Clients, address: [u8; 4], time: Duration) -> Arc<Client> {
        let client = clients.add((address, 1000).into());
        *lock(&client.activity) = Activity {
            last: Last::Waits,
            asks: false,
            since: Instant::now() - time,
        };
        client
    }

    #[test]
    fn a_new_client_has_the_place_of_the_one_that_is_idle_longest() {
        let [here, there, elsewhere] = [[127, 0, 0, 1], [127, 0, 0, 2], [127, 0, 0, 3]];
        let clients = Clients::default();
        let busy = clients.add((here, 1000).into());
        assert!(clients.make_room(2, None), "there is room");
        assert!(!clients.make_room(1, None), "none is idle");

        let shortest = idle(&clients, here, Duration::from_secs(1));
        let longer = idle(&clients, here, Duration::from_secs(2));
        let longest = idle(&clients, there, Duration::from_secs(3));
        assert!(clients.make_room(1, Some(elsewhere.into())));
        assert_eq!(clients.number(), 4, "no one else is there");
        assert!(clients.make_room(3, Some(here.into())));
        assert!(longer.evicted.is_cancelled());
        assert!(clients.make_room(3, None));
        assert!(longest.evicted.is_cancelled());
        assert_eq!(clients.number(), 2);
        assert!(!busy.evicted.is_cancelled() && !shortest.evicted.is_cancelled());
    }

    /// Its next request may be on its way.
    #[test]
    fn a_client_that_has_just_been_answered_keeps_its_place() {
        let clients = Clients::default();
        let answered = idle(&clients, [127, 0, 0, 1], Duration::from_secs(3));
        answered.answered();
        assert!(!clients.make_room(1, None));
    }
}
