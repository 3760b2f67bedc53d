//! The bodies of requests, and the memory that they take.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody as _};
use futures_util::StreamExt as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};

use crate::permits::{permits, units};
use crate::refusal::Refusal;

/// The bytes of positions to answer before the client receives the next part: about a thousand
/// positions.
pub(crate) const PART: usize = 1 << 13;

/// An upper bound on the bytes of the answer to a byte: a line of one letter has a long error.
const ANSWER_TO_BYTE: u64 = 128;

/// The bytes of a body that each have their own time limit to arrive. A body that is not longer
/// needs no permit before it is whole.
const STEP: usize = 1 << 16;

/// The memory for bodies and their answers. Short ones do not wait for that of long ones, which may
/// take long to arrive.
#[derive(Debug)]
pub(crate) struct Bodies {
    short: Arc<Semaphore>,
    long: Arc<Semaphore>,
}

/// A body, and the permit for the memory that it and its answer take.
pub(crate) struct Received {
    pub(crate) text: Vec<u8>,
    pub(crate) permit: OwnedSemaphorePermit,
}

impl Bodies {
    /// Returns the memory for short and for long bodies: `bytes` each, or what one of the longest
    /// needs.
    pub(crate) fn new(bytes: u64, longest: usize) -> Self {
        let for_one = |length| bytes.max(memory_of_body(length));
        Self {
            short: permits(units(for_one(STEP))),
            long: permits(units(for_one(longest))),
        }
    }

    /// Waits until there is memory for a body of `length` bytes and its answer, and reserves it.
    async fn reserve(&self, length: usize) -> Result<OwnedSemaphorePermit, Refusal> {
        let memory = if length > STEP {
            &self.long
        } else {
            &self.short
        };
        let permits = units(memory_of_body(length));
        let reserved = Arc::clone(memory).acquire_many_owned(permits).await;
        reserved.map_err(|_| Refusal::stopping())
    }

    /// Receives a body of at most `most` bytes from a client that has `patience` for each
    /// [`STEP`]. One that is too long is received to its end, too, because a client that is still
    /// sending may not read a refusal.
    pub(crate) async fn receive(
        &self,
        body: Body,
        most: usize,
        patience: Duration,
    ) -> Result<Received, Refusal> {
        let expected = expected_length(&body, most);
        let mut body = body.into_data_stream();
        let mut text = Vec::new();
        let mut length = 0;
        let mut permit = None;
        let mut step = STEP;
        let mut end = Instant::now() + patience;
        while let Some(part) = timeout_at(end, body.next()).await.map_err(|_| too_slow())? {
            let part: Bytes = part.map_err(|_| cut_off())?;
            length += part.len();
            if length > step {
                if permit.is_none() {
                    permit = Some(self.reserve(expected).await?);
                    text.reserve_exact(expected.saturating_sub(text.len()));
                }
                step = length + STEP;
                end = Instant::now() + patience;
            }
            if length <= most {
                text.extend_from_slice(&part);
            }
        }
        if length > most {
            return Err(too_long(format!(
                "expected a body of at most {most} bytes, found more"
            )));
        }
        let permit = match permit {
            Some(permit) => permit,
            None => self.reserve(length).await?,
        };
        Ok(Received { text, permit })
    }
}

/// Returns an upper bound on the bytes of a body that are kept.
fn expected_length(body: &Body, most: usize) -> usize {
    let upper = body.size_hint().upper();
    let upper = upper.and_then(|upper| usize::try_from(upper).ok());
    upper.map_or(most, |upper| upper.min(most))
}

/// Returns an upper bound on the memory that a body of `length` bytes and its answer take: an array
/// is read into lines, and a short line has a long answer.
fn memory_of_body(length: usize) -> u64 {
    let length = length as u64;
    2 * length + ANSWER_TO_BYTE * length.min(2 * PART as u64)
}

fn too_slow() -> Refusal {
    let hint = "send it faster, or in several parts";
    Refusal::new(408, "the body took too long", hint)
}

fn cut_off() -> Refusal {
    Refusal::new(400, "the body ended too soon", "send it whole")
}

pub(crate) fn too_long(error: String) -> Refusal {
    Refusal::new(413, error, "send the positions in several parts")
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;
    use futures_util::stream::{self, Stream};

    use super::*;

    async fn receive(text: &'static str, most: usize) -> Result<Vec<u8>, Refusal> {
        let bodies = Bodies::new(0, most);
        let patience = Duration::from_secs(60);
        let received = bodies.receive(Body::from(text), most, patience).await?;
        Ok(received.text)
    }

    #[tokio::test]
    async fn a_body_of_the_greatest_length_is_whole_and_a_longer_one_refused() {
        let text = "b:1 r: r\n";
        assert_eq!(receive(text, 9).await.unwrap(), text.as_bytes());
        let refused = too_long("expected a body of at most 8 bytes, found more".to_owned());
        assert_eq!(receive(text, 8).await, Err(refused));
    }

    /// Receives a body of unknown length, in these parts.
    async fn receive_parts(
        bodies: &Bodies,
        parts: impl Stream<Item = Bytes> + Send + 'static,
        patience: Duration,
    ) -> Result<Vec<u8>, Refusal> {
        let body = Body::from_stream(parts.map(Ok::<_, axum::Error>));
        let received = bodies.receive(body, 4 * STEP, patience).await?;
        Ok(received.text)
    }

    #[tokio::test]
    async fn a_short_body_does_not_wait_for_the_memory_of_long_ones() {
        let bodies = Bodies::new(0, 4 * STEP);
        let all = bodies.long.available_permits() as u32;
        let _taken = bodies.long.acquire_many(all).await.unwrap();
        for (length, waits) in [(65_536, false), (65_537, true)] {
            let part = Bytes::from(vec![b'a'; length]);
            let patience = Duration::from_secs(60);
            let received = receive_parts(&bodies, stream::iter([part.clone()]), patience);
            let expected = if waits { None } else { Some(Ok(part.to_vec())) };
            assert_eq!(received.now_or_never(), expected, "{length} bytes");
        }
    }

    /// There is new time for as many bytes as before, not for each of them.
    #[tokio::test]
    async fn a_body_that_trickles_is_refused() {
        let bodies = Bodies::new(0, 4 * STEP);
        let first = stream::iter([Bytes::from(vec![b'a'; STEP + 1])]);
        let trickle = stream::iter([b"a".as_slice(); 200]).then(|byte| async {
            tokio::time::sleep(Duration::from_millis(5)).await;
            Bytes::from_static(byte)
        });
        let patience = Duration::from_millis(50);
        let received = receive_parts(&bodies, first.chain(trickle), patience).await;
        assert_eq!(received, Err(too_slow()));
    }

    #[test]
    fn memory_is_reserved_for_what_is_kept_and_answered() {
        assert_eq!(expected_length(&Body::from("abc"), 2), 2);
        assert_eq!(expected_length(&Body::from("abc"), 4), 3);
        let without_length = Body::from_stream(stream::empty::<Result<Bytes, axum::Error>>());
        assert_eq!(expected_length(&without_length, 5), 5);
        assert_eq!(memory_of_body(10), 20 + 1280);
        // Answers are sent in parts.
        assert_eq!(memory_of_body(1 << 20), (2 << 20) + 128 * (2 << 13));
    }
}
