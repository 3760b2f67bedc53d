"""Bots in separate processes, with hard limits on time and memory."""

from __future__ import annotations

import contextlib
import errno
import faulthandler
import itertools
import json
import multiprocessing
import numbers
import operator
import os
import pickle
import random
import reprlib
import signal
import socket
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path
from typing import IO, Any

from teeko._arguments import instance, integer
from teeko._errors import InputError, InputTypeError

if sys.platform != "win32":
    import resource

_prctl = None
if sys.platform == "linux":
    # Some builds of Python have no ctypes.
    with contextlib.suppress(ImportError, OSError, AttributeError):
        import ctypes

        _prctl = ctypes.CDLL(None).prctl

#: The seconds of processor time that a bot has to be imported and created.
STARTING = 30.0
#: The clock may run this many times longer than the processor works: others use the machine, too.
#: Windows limits no processor time.
PATIENCE = 1 if sys.platform == "win32" else 5
#: The most seconds of processor time. Timers and sockets take no much longer times.
LONGEST = 1e7
#: Options of prctl: the signal that a process gets when its parent ends, and whether it becomes the
#: parent of its descendants whose own parents have ended.
_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
#: The most bytes that a bot may write to a file, its output included.
MOST_WRITTEN = 1 << 20
#: The most bytes of an answer.
MOST_ANSWERED = 1 << 12
#: The bytes of a bot's output that are kept.
OUTPUT_KEPT = 4000


class Fault(Exception):
    """Why a bot loses."""


def check_limits(seconds: float | None, memory: int | None) -> None:
    """Checks the limits of a process."""
    if seconds is not None:
        instance("seconds", seconds, numbers.Real, "a number")
        check_positive("seconds", seconds, seconds > 0)
    check_positive("memory", memory, memory is None or integer("memory", memory) > 0)


def check_positive(name: str, value: float | None, is_valid: bool) -> None:
    """Raises the error for a number that should be positive unless it is valid."""
    if not is_valid:
        raise InputError(f"{name} {value}: expected a positive number")


class Process:
    """A bot in a process that ends when the context ends."""

    def __init__(
        self, player: Any, *, seconds: float | None, memory: int | None, seed: int
    ) -> None:
        self._seconds = None if seconds is None else float(min(seconds, LONGEST))
        self._starting = None if self._seconds is None else max(STARTING, self._seconds)
        self._arguments = player, memory, seed, self._starting, self._seconds

    def __enter__(self) -> Process:
        self._output = tempfile.TemporaryFile()
        self._socket, theirs = socket.socketpair()
        # Only a child of fork has the players that a notebook defines.
        is_linux = sys.platform == "linux"
        context: Any = multiprocessing.get_context("fork" if is_linux else "spawn")
        target = _supervise if is_linux else _serve
        output = self._output if is_linux else None
        arguments = theirs, output, *self._arguments
        self._process = context.Process(target=target, args=arguments, daemon=False)
        try:
            with warnings.catch_warnings():
                # The core starts its own threads in a child of fork.
                warnings.simplefilter("ignore", DeprecationWarning)
                self._process.start()
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise InputError(f"player: expected one that can be pickled, found {error}") from None
        finally:
            theirs.close()
        return self

    def __exit__(self, *error: object) -> None:
        self._socket.close()
        self._kill()
        self._output.close()

    def start(self) -> None:
        """Waits until the bot has been created."""
        self._answer(self._starting)

    def ask(self, request: dict[str, Any]) -> list[tuple[int, int]]:
        """Returns the cells of the bot's move."""
        with contextlib.suppress(OSError):  # If the process has ended, no answer comes.
            self._socket.settimeout(_by_clock(self._seconds))
            self._socket.sendall(json.dumps(request).encode() + b"\n")
        return [(row, column) for row, column in self._answer(self._seconds)]

    def output(self) -> str:
        """Returns the end of what the bot has printed."""
        if sys.platform != "linux":
            return ""
        number = self._output.fileno()
        first = max(0, os.fstat(number).st_size - OUTPUT_KEPT)
        return os.pread(number, OUTPUT_KEPT, first).decode(errors="replace")

    def _answer(self, seconds: float | None) -> Any:
        """Returns the bot's answer to the last request, or raises its fault."""
        text = self._read_line(seconds)
        try:
            answer = json.loads(text)
            if "fault" in answer:
                raise Fault(_line(str(answer["fault"])))
            return answer["cells"]
        except (ValueError, TypeError, KeyError):
            raise Fault(f"answered {text[:40]!r}") from None

    def _read_line(self, seconds: float | None) -> bytes:
        """Returns the line that the bot answers."""
        longest = _by_clock(seconds)
        end = None if longest is None else time.monotonic() + longest
        text = b""
        while not text.endswith(b"\n"):
            try:
                part = self._read_part(end)
            except TimeoutError:
                raise Fault(f"did not answer within {longest:g} s") from None
            if not part:
                raise Fault(self._ending(seconds))
            text += part
            if len(text) > MOST_ANSWERED:
                raise Fault(f"answered more than {MOST_ANSWERED} bytes")
        return text

    def _read_part(self, end: float | None) -> bytes:
        """Returns the next part of an answer: nothing if the process has ended. Raises a
        TimeoutError if none has come when the clock is at `end`.
        """
        left = None if end is None else end - time.monotonic()
        if left is not None and left <= 0:
            raise TimeoutError
        try:
            self._socket.settimeout(left)
            return self._socket.recv(MOST_ANSWERED)
        except TimeoutError:
            raise
        except OSError:
            return b""

    def _ending(self, seconds: float | None) -> str:
        self._process.join(1)
        code = self._process.exitcode
        how = f"exit code {code}"
        if code is not None and code < 0:
            with contextlib.suppress(ValueError):
                how = signal.Signals(-code).name
        if how == "SIGPROF" and seconds is not None:
            return f"thought for more than {seconds:g} s"
        return f"its process ended ({how})"

    def _kill(self) -> None:
        if sys.platform == "linux":
            # It ends the bot and what the bot has started, and then itself.
            self._process.terminate()
            self._process.join(PATIENCE)
        elif sys.platform != "win32" and self._process.pid is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.join()


def _by_clock(seconds: float | None) -> float | None:
    """Returns the seconds by the clock for some seconds of processor time."""
    return None if seconds is None else PATIENCE * seconds


def _line(text: str) -> str:
    """Returns a text of a bot as one line that a terminal can show."""
    printable = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(printable.split()).removesuffix(":")


def is_factory(player: Any) -> bool:
    """Whether a player is called to create the bot. Raises an error if it is not a player."""
    if not isinstance(player, type) and callable(getattr(player, "make_move", None)):
        return False
    if callable(player):
        return True
    raise InputTypeError(
        "player: expected an object with make_move(state), or a function or class that creates "
        f"one, found {reprlib.repr(player)}"
    )


def _supervise(*arguments: Any) -> None:
    """Runs the bot in a child of this process, and then ends all that the bot has started, even in
    sessions of its own. SIGTERM, or the end of the referee, ends the bot.
    """
    if _prctl is not None:
        _prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
        _prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    awaited = {signal.SIGCHLD, signal.SIGTERM}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, awaited)
    bot = os.fork()
    if bot == 0:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        _serve(*arguments)
    while os.waitid(os.P_PID, bot, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        if signal.sigwait(awaited) == signal.SIGTERM:
            os.kill(bot, signal.SIGKILL)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(bot, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(bot, 0)[1])
    with contextlib.suppress(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
        while _kill_children():
            os.waitpid(-1, 0)
    if code < 0:
        _end_by(-code)
    os._exit(code)


def _end_by(number: int) -> None:
    """Ends this process by the signal that has ended the bot. The referee reads the bot's end from
    that of this process.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError):
        signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
    os.kill(os.getpid(), number)


def _kill_children() -> bool:
    """Kills all children of this process, and returns whether there was one. Those of other users
    stay.
    """
    is_one = False
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # The name of a program, in brackets, may have spaces and brackets.
            parent = path.read_text(errors="replace").rpartition(")")[2].split()[1]
            if int(parent) == os.getpid():
                os.kill(int(path.parent.name), signal.SIGKILL)
                is_one = True
    return is_one


def _serve(
    connection: socket.socket,
    output: IO[bytes] | None,
    player: Any,
    memory: int | None,
    seed: int,
    starting: float | None,
    seconds: float | None,
) -> None:
    """Answers requests until the referee is satisfied. Runs in the bot's process."""
    try:
        _isolate(output, memory)
        _limit_time(starting)
        bot = _created(player, seed)
        _limit_time(0)
        _reply(connection, cells=[])
        for line in connection.makefile("rb"):
            _limit_time(seconds)
            cells = _moved(bot, json.loads(line))
            _limit_time(0)
            _reply(connection, cells=cells)
    except BaseException as error:  # A bot must not get past this with any exception.
        with contextlib.suppress(BaseException):
            traceback.print_exc()
        with contextlib.suppress(BaseException):
            _reply(connection, fault=_fault(error)[:200])
    finally:
        with contextlib.suppress(BaseException):
            sys.stdout.flush()
        # Threads and exit handlers of the bot do not delay the end.
        os._exit(0)


def _fault(error: BaseException) -> str:
    """Returns an exception as a fault. Runs in the bot's process."""
    if isinstance(error, OSError) and error.errno == errno.EFBIG:
        is_output = os.fstat(1).st_size >= MOST_WRITTEN
        did = "printed more than" if is_output else "wrote a file of more than"
        return f"{did} {MOST_WRITTEN >> 20} MiB"
    return f"raised {type(error).__name__}: {error}"


def _reply(connection: socket.socket, **answer: Any) -> None:
    """Sends an answer to the referee."""
    connection.sendall(json.dumps(answer).encode() + b"\n")


def _created(player: Any, seed: int) -> Any:
    """Returns the bot that a player is or creates, with random numbers from `seed`."""
    random.seed(seed)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed % (1 << 32))
    bot = player() if is_factory(player) else player
    if not callable(getattr(bot, "make_move", None)):
        raise TypeError(f"{type(bot).__name__} has no method make_move")
    return bot


def _isolate(output: IO[bytes] | None, memory: int | None) -> None:
    """Redirects the output, and limits what the process may use."""
    with open(os.devnull, "r+b") as nothing:
        os.dup2(nothing.fileno(), 0)
        for number in (1, 2):
            os.dup2((output or nothing).fileno(), number)
    sys.stdin = open(0, closefd=False)
    sys.stdout = sys.stderr = open(1, "w", buffering=1, errors="replace", closefd=False)
    faulthandler.enable(sys.stderr)
    if sys.platform == "win32":
        return
    os.setsid()
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    # Where a bot was when its time was up is part of its output.
    faulthandler.register(signal.SIGPROF, sys.stderr, chain=True)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (MOST_WRITTEN, MOST_WRITTEN))
    if memory is not None and sys.platform == "linux":
        limit = _data_size() + memory
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def _data_size() -> int:
    """Returns the bytes of data that this process has on Linux."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmData"))


def _limit_time(seconds: float | None) -> None:
    """Limits the processor time that this process, with all its threads, uses from now on. 0 lifts
    the limit.
    """
    if sys.platform != "win32" and seconds is not None:
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _moved(bot: Any, request: dict[str, Any]) -> list[list[int]]:
    """Lets a bot move, and returns the cells of its move."""
    bot.my_piece, bot.opp = request["pieces"]
    if request["opponent"] is not None and hasattr(bot, "opponent_move"):
        bot.board = request["before"]
        bot.opponent_move([tuple(cell) for cell in request["opponent"]])
    bot.board = [row[:] for row in request["grid"]]
    answer = bot.make_move(request["grid"])
    # In the drops of a start the answer does not count.
    cells = request.get("played") or _cells(answer)
    if hasattr(bot, "place_piece"):
        bot.place_piece([tuple(cell) for cell in cells], bot.my_piece)
    return cells


def _cells(answer: Any) -> list[list[int]]:
    """Returns the cells that a bot has answered, at most three."""
    try:
        cells = []
        for given in itertools.islice(answer, 3):
            cell = list(map(operator.index, given))
            if len(cell) != 2:
                raise TypeError
            cells.append(cell)
        return cells
    except TypeError:
        raise TypeError(
            "make_move: expected [(row, column)] or [(row, column), (source_row, source_column)], "
            f"found {reprlib.repr(answer)}"
        ) from None
