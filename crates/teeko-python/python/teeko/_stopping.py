"""Stopping long-running work from another thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

from teeko._arguments import unfit
from teeko._errors import StoppedError


class Event(Protocol):
    """What :func:`stopped_by` takes, such as a :class:`threading.Event`."""

    def is_set(self) -> bool: ...


_EVENTS: ContextVar[tuple[Event, ...]] = ContextVar("teeko.stopped_by", default=())


@contextmanager
def stopped_by(event: Event) -> Iterator[None]:
    """Stops the work of a ``with`` block soon after an event is set.

    Another thread sets the event. Long-running work, such as :func:`solve` and
    :meth:`Game.certificate`, then raises a :class:`StoppedError`. The block is that of the thread
    that works.

    >>> import threading
    >>> import teeko
    >>> stop = threading.Event()
    >>> threading.Timer(0.1, stop.set).start()
    >>> with teeko.stopped_by(stop):
    ...     teeko.solve("44-ssss+6x6")
    Traceback (most recent call last):
    teeko._errors.StoppedError: stopped
    """
    if not callable(getattr(event, "is_set", None)):
        raise unfit("event", "an event such as threading.Event()", event)
    token = _EVENTS.set((*_EVENTS.get(), event))
    try:
        yield
    finally:
        _EVENTS.reset(token)


def check() -> None:
    """Raises a StoppedError if an event of this thread is set."""
    if any(event.is_set() for event in _EVENTS.get()):
        raise StoppedError("stopped")
