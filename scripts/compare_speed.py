#!/usr/bin/env python3
"""Compares how long two revisions of the program take for the same work, and how much memory.

    scripts/compare_speed.py OLD NEW [--only PATTERN] [--rounds N] [--slow] [--instructions] [--list]

OLD and NEW are commits, or programs that are built already. Commits are built in a
temporary folder. Both programs run in turn, OLD first in one round and NEW in the next, so that
other work on the machine meets both alike. Processor time (user and system), time by the clock and
peak memory are medians; a ratio is the median of the ratios of the rounds, NEW divided by OLD.
Below 1, NEW is faster. A peak below that of Python itself, some 20 MB, is not seen.

--only runs those whose name contains a match of a regular expression, and --list prints the names.
--slow adds what takes minutes. --instructions counts the instructions by valgrind, which no other
work on the machine disturbs, and which knows AVX2, but not AVX-512. `service` needs wrk.

Needs Linux, git, cargo, and Python 3.11.
"""

import argparse
import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

POSITION = "b:7,9,12,14 r:10,13,17,19 b"


@dataclass
class Work:
    """A command to measure. Words in capitals, such as TABLES, stand for files of `Files`."""

    name: str
    arguments: str
    # A command of milliseconds is run several times in a round.
    times: int = 1
    is_slow: bool = False
    input: str | None = None


WORKS = [
    Work("solve 4 x 4", "solve 44-ssss+4x4 --no-write", times=20),
    Work("solve 44-ssss", "solve 44-ssss --no-write", times=3),
    Work("solve 58-ssss", "solve 58-ssss --no-write", times=3),
    Work("solve the sixteen", "solve --no-write", times=2),
    Work("solve points", "solve 58-ssss+points --no-write"),
    Work("solve pips", "solve 44-ssss+pips --no-write"),
    Work("solve 6 x 6", "solve 44-ssss+6x6 --no-write"),
    Work("solve 7 x 7", "solve 44-ssss+7x7 --no-write", is_slow=True),
    Work("solve and write the sixteen", "solve -o NEW --force"),
    Work("query with tables", "query POSITION --tables TABLES", times=20),
    Work("query without tables", "query POSITION --tables NOTHING", times=3),
    Work("batch of a million", "query --stdin --brief --json --tables TABLES", input="MILLION"),
    Work("batch of 20,000", "query --stdin --json --tables TABLES", input="POSITIONS"),
    Work("verify", "verify"),
    Work("verify tables", "verify --tables TABLES"),
    Work("verify tables in full", "verify --tables TABLES --full", is_slow=True),
    Work("export csv", "export --layer drop --tables TABLES --to csv -o NEW --force"),
    Work("export jsonl", "export --layer drop --tables TABLES --to jsonl -o NEW --force"),
    Work("export npy", "export --layer drop --tables TABLES --to npy -o NEW --force"),
    Work("export parquet", "export --layer drop --tables TABLES --to parquet -o NEW --force"),
    Work("certificate of a win", "certificate 58-ssss --tables NOTHING -o NEW --force"),
    Work("certificate of a draw", "certificate 44-ssss+4x4 --tables NOTHING -o NEW --force"),
    Work("certificate of 44-ssss", "certificate 44-ssss --tables NOTHING -o NEW --force", is_slow=True),
    Work("check a win", "check WIN", times=10),
]

# Requests in turn by this number of connections.
CONNECTIONS = [1, 50, 200]
SECONDS_OF_LOAD = 4
REQUESTS = 100_000


@dataclass
class Measured:
    """What one run took. Of the service it is for REQUESTS requests."""

    processor_seconds: float
    seconds: float
    megabytes: float


def main():
    options = parse_options()
    works = chosen_works(options)
    connections = chosen_connections(options)
    if options.list:
        print(*[work.name for work in works], *[service_name(of) for of in connections], sep="\n")
        return
    with tempfile.TemporaryDirectory(prefix="teeko-speed-") as folder:
        folder = Path(folder)
        programs = [program_of(folder, "old", options.old), program_of(folder, "new", options.new)]
        if options.instructions:
            compare_instructions(programs, works, folder)
        else:
            compare_times(programs, works, connections, options.rounds, folder)


def parse_options():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", metavar="OLD")
    parser.add_argument("new", metavar="NEW")
    parser.add_argument("--only", metavar="PATTERN", default="", type=re.compile)
    parser.add_argument("--rounds", metavar="N", default=7, type=int)
    parser.add_argument("--slow", action="store_true")
    parser.add_argument("--instructions", action="store_true")
    parser.add_argument("--list", action="store_true")
    return parser.parse_args()


def chosen_works(options):
    return [
        work
        for work in WORKS
        if options.only.search(work.name) and (options.slow or not work.is_slow)
    ]


def chosen_connections(options):
    if options.instructions or not shutil.which("wrk"):
        return []
    return [number for number in CONNECTIONS if options.only.search(service_name(number))]


def service_name(connections):
    return f"service, connections: {connections}"


def program_of(folder, side, name):
    """Returns the program of a commit, which it builds, or the one that is named."""
    if os.path.isfile(name):
        return Path(name).absolute()
    repository = Path(__file__).absolute().parent.parent
    commit = output(["git", "rev-parse", "--verify", name + "^{commit}"], repository).strip()
    tree = folder / side
    tree.mkdir()
    archive = subprocess.Popen(["git", "archive", commit], cwd=repository, stdout=subprocess.PIPE)
    subprocess.run(["tar", "--extract", "--directory", tree], stdin=archive.stdout, check=True)
    # In one folder for both, cargo would take crates of the one for those of the other.
    environment = {**os.environ, "CARGO_TARGET_DIR": str(tree / "target")}
    build = ["cargo", "build", "--release", "--locked", "--package", "teeko-cli"]
    subprocess.run(build, cwd=tree, env=environment, check=True)
    return tree / "target/release/teeko"


def output(command, folder):
    return subprocess.run(command, cwd=folder, check=True, stdout=subprocess.PIPE, text=True).stdout


class Files:
    """The files that commands read and write, made by the program that reads them."""

    def __init__(self, program, folder):
        folder.mkdir()
        self.paths = {
            "TABLES": folder / "tables",
            "NOTHING": folder / "nothing",
            "POSITIONS": folder / "positions",
            "MILLION": folder / "million",
            "WIN": folder / "win",
            "NEW": folder / "new",
        }
        positions = "\n".join(random_positions(20_000)) + "\n"
        self.paths["POSITIONS"].write_text(positions)
        self.paths["MILLION"].write_text(positions * 50)
        for arguments in ["solve 44-ssss -o TABLES", "certificate 58-ssss --tables NOTHING -o WIN"]:
            command = [program, *self.arguments(arguments)]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def arguments(self, text):
        words = []
        for word in text.split():
            words.append(POSITION if word == "POSITION" else str(self.paths.get(word, word)))
        return words

    def remove_new(self):
        """Removes what the last command has written."""
        new = self.paths["NEW"]
        if new.is_dir():
            shutil.rmtree(new)
        new.unlink(missing_ok=True)


def random_positions(number):
    """Returns positions of all layers, the same every time."""
    generator = random.Random(1954)
    positions = []
    for place in range(number):
        layer = place % 9
        # No goal has the circles 1 and 8. So in layer 8 Black, to move, has none.
        circles = [1, 8, *generator.sample([*range(2, 8), *range(9, 26)], 6)]
        black = circles[: (layer + 1) // 2]
        red = circles[4 : 4 + layer // 2]
        turn = "r" if layer % 2 else "b"
        positions.append(f"b:{joined(black)} r:{joined(red)} {turn}")
    return positions


def joined(circles):
    return ",".join(str(circle) for circle in circles)


def compare_times(programs, works, connections, rounds, folder):
    files = [Files(program, folder / f"files-{number}") for number, program in enumerate(programs)]
    print(f"{'':30} {'processor time':>27} {'by the clock':>27} {'peak memory':>27}")
    for work in works:
        report(work.name, in_turn(rounds, lambda side: run(programs[side], work, files[side])))
    for number in connections:
        name = service_name(number)
        report(name, in_turn(rounds, lambda side: serve(programs[side], number, files[side])))


def in_turn(rounds, measure):
    """Measures both programs in each round. Returns the pairs."""
    pairs = []
    for number in range(rounds):
        pair = {}
        for side in [0, 1] if number % 2 == 0 else [1, 0]:
            pair[side] = measure(side)
        pairs.append((pair[0], pair[1]))
    return pairs


def run(program, work, files):
    """Runs a command as often as it says. Returns what one of its runs took."""
    processor_seconds = 0.0
    seconds = 0.0
    megabytes = 0.0
    for _ in range(work.times):
        files.remove_new()
        source = files.paths[work.input] if work.input else os.devnull
        with open(source, "rb") as standard_input:
            start = time.perf_counter()
            process = subprocess.Popen(
                [program, *files.arguments(work.arguments)],
                stdin=standard_input,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            status, usage = wait(process)
            seconds += time.perf_counter() - start
        if status != 0:
            sys.exit(f"{program} {work.arguments}: exit status {status}")
        processor_seconds += usage.ru_utime + usage.ru_stime
        megabytes = max(megabytes, usage.ru_maxrss * 1024 / 1e6)
    return Measured(processor_seconds / work.times, seconds / work.times, megabytes)


def wait(process):
    """Waits for a process. Returns its exit status and what it has used."""
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, usage


def serve(program, connections, files):
    """Starts a service and asks it for a position over `connections` connections."""
    arguments = ["serve", "--listen", "127.0.0.1:0", "--tables", files.paths["TABLES"]]
    process = subprocess.Popen(
        [program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    address = process.stdout.readline().split()[-1]
    url = f"{address}/v1/44-ssss/position?moves=13,12"
    # The first answer opens the tables.
    load(url, 1, 1)
    before = processor_time(process.pid)
    requests_a_second = load(url, connections, SECONDS_OF_LOAD)
    processor_seconds = processor_time(process.pid) - before
    process.send_signal(signal.SIGTERM)
    _, usage = wait(process)
    requests = requests_a_second * SECONDS_OF_LOAD
    return Measured(
        processor_seconds * REQUESTS / requests,
        REQUESTS / requests_a_second,
        usage.ru_maxrss * 1024 / 1e6,
    )


def load(url, connections, seconds):
    """Sends requests for some seconds. Returns how many a second were answered."""
    command = ["wrk", "--threads", "1", "--connections", str(connections), f"--duration={seconds}s"]
    report = output([*command, url], None)
    if "Non-2xx" in report or "Socket errors" in report:
        sys.exit(report)
    return float(re.search(r"Requests/sec: +([0-9.]+)", report)[1])


def processor_time(process):
    """Returns the seconds of user and system time that a running process has taken."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def report(name, pairs):
    columns = [
        column(pairs, "processor_seconds", "s"),
        column(pairs, "seconds", "s"),
        column(pairs, "megabytes", "MB"),
    ]
    print(f"{name:30}", *columns, flush=True)


def column(pairs, field, unit):
    """Returns the medians of both programs and of the ratios."""
    old = [getattr(pair[0], field) for pair in pairs]
    new = [getattr(pair[1], field) for pair in pairs]
    ratios = [one / other for one, other in zip(new, old)]
    medians = f"{statistics.median(old):8.3g} {statistics.median(new):8.3g} {unit}"
    return f"{medians:>20} {statistics.median(ratios):6.3f}"


def compare_instructions(programs, works, folder):
    files = [Files(program, folder / f"files-{number}") for number, program in enumerate(programs)]
    for work in works:
        old, new = [instructions(programs[side], work, files[side]) for side in [0, 1]]
        print(f"{work.name:30} {old:16,} {new:16,} instructions {new / old:6.3f}", flush=True)


def instructions(program, work, files):
    """Returns the number of instructions that a command executes."""
    files.remove_new()
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    with open(files.paths[work.input] if work.input else os.devnull, "rb") as standard_input:
        done = subprocess.run(
            [*valgrind, program, *files.arguments(work.arguments)],
            stdin=standard_input,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=True,
        )
    return int(re.search(r"Collected : ([0-9]+)", done.stderr)[1])


if __name__ == "__main__":
    main()
