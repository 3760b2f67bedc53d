"""Threads, processes that come from fork, sub-interpreters, and Ctrl-C."""

import multiprocessing
import os
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
import teeko


def values(game: teeko.Game, seed: int) -> list[int]:
    source = np.random.default_rng(seed)
    boards = np.tile(np.arange(25, dtype=np.uint32), (2000, 1))
    circles = 1 << source.permuted(boards, axis=1)[:, :8]
    black, red = circles[:, :4].sum(1, dtype=np.uint32), circles[:, 4:].sum(1, dtype=np.uint32)
    return game.probe_many(black, red, "black").tolist()


def test_threads_share_a_game(standard: teeko.Game) -> None:
    expected = [values(standard, seed) for seed in range(4)]

    def work(seed: int) -> list[int]:
        for _ in range(5):
            standard.query("b:13 r: r")
            found = values(standard, seed)
        return found

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(work, range(4), timeout=60)) == expected


@pytest.mark.parametrize(
    "work",
    [
        lambda game: teeko.solve("44-ssss+6x6"),
        lambda game: game.certificate(),
        lambda game: teeko.atlas(goals="44", plans="ssss,pppp", board="6x6", steps="king"),
    ],
    ids=["solve", "certificate", "atlas"],
)
def test_an_event_stops_work_in_another_thread(
    work: Callable[[teeko.Game], object], standard: teeko.Game
) -> None:
    stop = threading.Event()

    def stopped_work() -> None:
        with teeko.stopped_by(threading.Event()), teeko.stopped_by(stop):
            work(standard)

    with ThreadPoolExecutor(1) as threads:
        running = threads.submit(stopped_work)
        time.sleep(0.2)
        # The work of other threads continues.
        assert teeko.solve("44-ssss+4x4").value.outcome == "draw"
        stop.set()
        with pytest.raises(teeko.StoppedError, match="stopped"):
            running.result(timeout=30)


def test_an_event_stops_no_work_after_its_block(small: teeko.Game) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(teeko.StoppedError), teeko.stopped_by(stop):
        small.stats()
    assert small.stats()
    with pytest.raises(teeko.InputError, match="event: expected an event"):
        with teeko.stopped_by(None):  # type: ignore[arg-type]
            pass


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_child_of_fork_has_threads_of_its_own(standard: teeko.Game) -> None:
    expected = values(standard, 1)
    context = multiprocessing.get_context("fork")
    with context.Pool(2) as pool:
        found = pool.map_async(child, (1, 2, 1)).get(timeout=60)
    assert found[0] == found[2]
    assert found[0] == [expected, "draw"]


def child(seed: int) -> list[object]:
    game = teeko.solve("44-ssss")
    return [values(game, seed), game.value.outcome]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_game_of_the_parent_answers_in_the_child(standard: teeko.Game) -> None:
    expected = values(standard, 3)

    def work() -> None:
        os._exit(values(standard, 3) != expected)

    process = multiprocessing.get_context("fork").Process(target=work, daemon=True)
    process.start()
    process.join(60)
    assert process.exitcode == 0


@pytest.mark.parametrize(
    "work",
    [
        "teeko.solve('44-ssss+7x6')",
        "game.export('a.csv', all_positions=True)",
        "import numpy; zeros = numpy.zeros(1 << 28, 'u4'); game.probe_many(zeros, zeros, 'black')",
    ],
)
def test_an_interruption_ends_the_work(work: str, tmp_path: Path) -> None:
    code = f"import teeko; game = teeko.solve('58-ssss'); print('begun', flush=True); {work}"
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, **pipes)
    assert process.stdout.readline() == "begun\n"
    time.sleep(1)
    begun = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in error and process.returncode != 0
    assert time.monotonic() - begun < 30
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_imported_that_is_not_asked_for() -> None:
    slow = {"numpy", "pettingzoo", "gymnasium", "IPython"}
    code = f"import sys, teeko; print({slow} & sys.modules.keys())"
    assert subprocess.check_output([sys.executable, "-c", code], text=True) == "set()\n"


def test_a_sub_interpreter_works_or_is_refused_at_import() -> None:
    """Python refuses those with their own lock. In others, types are shared."""
    program = """
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters

code = '''
try:
    import teeko
    print(teeko.solve("44-ssss+4x4").value.outcome)
except ImportError as error:
    print("refused" if "subinterpreters" in str(error) else error)
'''
for _ in range(2):
    one = interpreters.create()
    interpreters.run_string(one, code)
    interpreters.destroy(one)
exec(code)
"""
    found = subprocess.check_output([sys.executable, "-W", "ignore", "-c", program], text=True)
    assert found.split() in (["refused", "refused", "draw"], ["draw"] * 3)


def test_the_core_does_not_need_the_lock_of_the_interpreter() -> None:
    """In a free-threaded Python the import leaves the lock off."""
    program = "import sys, teeko; print(getattr(sys, '_is_gil_enabled', lambda: True)())"
    command = [sys.executable, "-W", "error", "-c", program]
    found = subprocess.check_output(command, text=True)
    is_free_threaded = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
    assert found == f"{not is_free_threaded}\n"
