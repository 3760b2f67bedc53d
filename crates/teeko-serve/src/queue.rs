//! The queue for work that takes long: to solve rule sets and to search.
//!
//! A semaphore would serve the client that asks for the most. Here each client has its turn: the
//! first of a client's requests comes before the second of any other.

use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::refusal::Refusal;

/// The most requests of one client that wait.
const MOST_OF_CLIENT: usize = 32;

/// The queue.
#[derive(Debug)]
pub(crate) struct Queue {
    state: Mutex<State>,
    /// The number of places to work in.
    places: usize,
    /// The most requests that wait.
    most: usize,
}

#[derive(Debug)]
struct State {
    working: usize,
    /// The turn of the request that began last.
    turn: u64,
    /// In the order in which they begin.
    waiting: Vec<Ticket>,
    /// The time that work has taken, with more weight for the last.
    typical: Duration,
}

/// A request that waits.
#[derive(Debug)]
struct Ticket {
    client: IpAddr,
    turn: u64,
    begin: oneshot::Sender<Place>,
}

/// A place to work in. Dropping it lets the next request begin.
#[derive(Debug)]
pub(crate) struct Place {
    queue: Arc<Queue>,
    begin: Instant,
}

impl Queue {
    pub(crate) fn new(places: usize, most: usize) -> Self {
        let typical = Duration::from_secs(1);
        let state = State { working: 0, turn: 0, waiting: Vec::new(), typical };
        Self { state: Mutex::new(state), places, most }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a place. A caller that stops waiting leaves the queue.
    pub(crate) async fn place(self: &Arc<Self>, client: IpAddr) -> Result<Place, Refusal> {
        let receiver = {
            let mut state = self.state();
            state.waiting.retain(|ticket| !ticket.begin.is_closed());
            if state.working < self.places && state.waiting.is_empty() {
                state.working += 1;
                return Ok(self.begin());
            }
            let of_client = || state.waiting.iter().filter(|ticket| ticket.client == client);
            let (count, last) = (of_client().count(), of_client().next_back());
            if self.places == 0 || state.waiting.len() >= self.most || count >= MOST_OF_CLIENT {
                drop(state);
                return Err(self.refusal(client));
            }
            let turn = last.map_or(state.turn, |ticket| ticket.turn) + 1;
            let (begin, receiver) = oneshot::channel();
            let index = state.waiting.partition_point(|ticket| ticket.turn <= turn);
            state.waiting.insert(index, Ticket { client, turn, begin });
            receiver
        };
        receiver.await.map_err(|_| Refusal::broken())
    }

    fn begin(self: &Arc<Self>) -> Place {
        Place { queue: Arc::clone(self), begin: Instant::now() }
    }

    /// Returns the refusal of a client whose requests have waited too long, or are too many. It
    /// says when the last of them will probably begin.
    pub(crate) fn refusal(&self, client: IpAddr) -> Refusal {
        let state = self.state();
        let last = state.waiting.iter().rposition(|ticket| ticket.client == client);
        let place = last.unwrap_or(state.waiting.len()) + 1;
        let rounds = place.div_ceil(self.places.max(1)) as u32;
        let seconds = (state.typical * rounds).as_secs_f64().ceil() as u64;
        let error = format!(
            "expected a free place for work that takes long, found all taken; your place in the \
             queue is {place}"
        );
        Refusal::busy(&error).after(seconds.clamp(2, 600))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.typical = (state.typical * 3 + self.begin.elapsed()) / 4;
        if state.waiting.is_empty() {
            state.working -= 1;
            return;
        }
        let next = state.waiting.remove(0);
        state.turn = next.turn;
        drop(state);
        // If its client no longer waits, dropping the place asks the next.
        drop(next.begin.send(self.queue.begin()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn client(number: u8) -> IpAddr {
        Ipv4Addr::new(10, 0, 0, number).into()
    }

    /// The order in which requests of clients begin, of which one works at a time.
    fn order(clients: &[u8]) -> Vec<u8> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let queue = Arc::new(Queue::new(1, 100));
            let first = queue.place(client(0)).await.unwrap();
            let order: Arc<Mutex<Vec<u8>>> = Arc::default();
            let mut tasks = Vec::new();
            for &number in clients {
                let (queue, order) = (Arc::clone(&queue), Arc::clone(&order));
                tasks.push(tokio::spawn(async move {
                    let _place = queue.place(client(number)).await.unwrap();
                    order.lock().unwrap().push(number);
                }));
                tokio::task::yield_now().await;
            }
            drop(first);
            for task in tasks {
                task.await.unwrap();
            }
            order.lock().unwrap().clone()
        })
    }

    #[test]
    fn each_client_has_its_turn() {
        assert_eq!(order(&[1, 1, 1, 1, 2, 2, 3]), [1, 2, 3, 1, 2, 1, 1]);
        assert_eq!(order(&[1, 2, 3]), [1, 2, 3]);
    }

    #[test]
    fn too_many_are_refused_with_a_time_to_come_back() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let queue = Arc::new(Queue::new(1, 2));
            let first = queue.place(client(1)).await.unwrap();
            let mut waiting = Vec::new();
            for number in [1, 2] {
                let queue = Arc::clone(&queue);
                waiting.push(tokio::spawn(async move { queue.place(client(number)).await }));
                tokio::task::yield_now().await;
            }
            let refused = queue.place(client(3)).await.unwrap_err();
            assert!(refused.document.error.ends_with("your place in the queue is 3"));
            assert_eq!(refused.retry, 3);
            // Those that leave make room.
            waiting.iter().for_each(tokio::task::JoinHandle::abort);
            tokio::task::yield_now().await;
            drop(first);
            assert!(queue.place(client(3)).await.is_ok());
            assert_eq!(queue.state().working, 0);
        });
    }
}
