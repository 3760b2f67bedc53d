"""Matches and tournaments of bots, which may be faulty in any way."""

import csv
import functools
import inspect
import itertools
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import teeko
from conftest import random_positions, solved
from teeko import matches, tournament
from teeko.matches import GridPlayer
from teeko.template import TeekoPlayer


BOT = "class TeekoPlayer:\n    def make_move(self, state):\n        "


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)


def table(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def first_cell(state):
    cells = itertools.product(range(len(state)), range(len(state[0])))
    return [next((row, column) for row, column in cells if state[row][column] == " ")]


class FirstCell:
    def make_move(self, state):
        return first_cell(state)


def test_a_bot_never_beats_the_perfect_player(standard: teeko.Game) -> None:
    settings = {"most_plies": 60, "seed": 1998}
    tally = matches.play_series(TeekoPlayer, GridPlayer(standard), 20, **settings)
    assert tally.wins == 0 and tally.losses > 10 and tally.draws + tally.losses == 20
    assert {result.reason for result in tally.results} <= {"goal", "plies", "repetition"}
    for result in tally.results:
        assert standard.after(result.moves) == result.position
    # Each match has its own seed, and all of them follow from that of the series.
    assert len({tuple(result.moves) for result in tally.results}) > 5
    again = matches.play_series(TeekoPlayer, GridPlayer(standard), 2, **settings)
    assert [result.moves for result in again.results] == [
        result.moves for result in tally.results[:2]
    ]


def raises(error):
    raise error


def spin(threads):
    for _ in range(threads - 1):
        threading.Thread(target=spin, args=(1,)).start()
    while True:
        pass


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (lambda state: [(0, 0), (3, 3)], r"^ply 1: played \[\(0, 0\), \(3, 3\)\] \(16-1\): .*drop"),
        (lambda state: [(9, 9)], r"^ply 1: \(9, 9\): expected a row"),
        (lambda state: None, "NoneType|found None"),
        (lambda state: [("a", "b")], r"make_move: expected .* found \[\('a', 'b'\)\]"),
        (lambda state: itertools.repeat((0, 0)), "found more than 2 pairs"),
        (lambda state: 1 / 0, "raised ZeroDivisionError"),
        (lambda state: sys.exit(3), "raised SystemExit: 3"),
        (lambda state: raises(ValueError("a\n\x1b[31m b")), r"^raised ValueError: a \[31m b$"),
        (lambda state: raises(KeyboardInterrupt()), "raised KeyboardInterrupt"),
        (lambda state: os._exit(7), r"its process ended \(exit code 7\)"),
        (lambda state: os.kill(os.getpid(), signal.SIGSEGV), "its process ended .SIGSEGV"),
        (lambda state: time.sleep(1000), "did not answer within 2.5 s"),
        (lambda state: spin(threads=2), "thought for more than 0.5 s"),
        (lambda state: list(iter(int, 1)), "thought for more|MemoryError"),
        (lambda state: bytearray(1 << 32), "raised MemoryError"),
        (lambda state: [print("x" * 4096) for _ in range(1000)], "^printed more than 1 MiB$"),
        (lambda state: (threading.Thread(target=time.sleep, args=(99,)).start(), 1 / 0), "Zero"),
        (lambda state: sys.modules["teeko"].matches and os.closerange(3, 99), "process ended"),
    ],
)
def test_who_breaks_the_rules_loses(small: teeko.Game, answer, reason: str) -> None:
    class Bad:
        def make_move(self, state):
            return answer(state)

    limits = {"rules": small.rules, "seconds": 0.5, "memory": 1 << 27}
    result = matches.play(Bad, GridPlayer(small), **limits)
    assert result.winner == "red" and result.moves == [] and result.is_fault
    assert re.search(reason, result.reason), result.reason


def test_an_illegal_move_is_said_in_rows_and_columns(standard: teeko.Game) -> None:
    slide = "b:1,2,13,14 r:3,4,19,20 b"
    form = "[(row, column), (source_row, source_column)]"
    for start, cells, move, expected in [
        ("b: r: b", [(0, 0), (1, 1)], "7-1", "expected a drop [(row, column)], found a slide"),
        (slide, [(1, 0)], "6", f"expected a slide {form}, found a drop"),
        (slide, [(0, 1), (1, 1)], "7-2", "expected [(1, 1), (0, 1)]: the destination comes first"),
        (slide, [(1, 1), (0, 2)], "3-7", "expected 'b' at (0, 2), found 'r'"),
        (slide, [(0, 2), (0, 1)], "2-3", "expected ' ' at (0, 2), found 'r'"),
        (slide, [(4, 0), (0, 0)], "1-21", "expected a legal move such as [(1, 0), (0, 0)]"),
    ]:

        class Plays:
            def make_move(self, state, cells=cells):
                return cells

        result = matches.play(Plays, GridPlayer(standard), start=teeko.Position(start))
        assert result.reason == f"ply 1: played {cells} ({move}): {expected}"
    # Plies are those of the match.
    result = matches.play(FirstCell, GridPlayer(standard))
    assert (result.winner, len(result.moves)) == ("red", 8)
    assert result.reason.startswith("ply 9: played [(")


def test_of_bots_that_never_move_neither_wins(small: teeko.Game) -> None:
    class Raises:
        def make_move(self, state):
            raise ValueError("no idea")

    class Nothing:
        def make_move(self, state):
            return []

    tally = matches.play_series(Raises, Nothing, 3, rules=small.rules)
    assert (tally.wins, tally.losses) == (0, 3)
    result = tally.results[0]
    assert result.winner is None and result.is_fault and result.moves == []
    assert result.reason.startswith("black: raised ValueError: no idea; red: ply 2: move: expected")
    assert matches.play(Raises, FirstCell, rules=small.rules).winner == "red"


def test_bots_that_count_their_moves_play_from_openings(standard: teeko.Game) -> None:
    class Counts(FirstCell):
        """Plays the first move of each phase, which it knows by the number of its own moves."""

        def __init__(self):
            self.moved = 0
            self.mine = [[" "] * 5 for _ in range(5)]

        def make_move(self, state):
            self.moved += 1
            assert self.mine == self.board == state
            moves = teeko.Position.from_grid(state, {"b": "black", "r": "red"}[self.my_piece])
            move = moves.legal_moves[0].to_tuples()
            assert len(move) == (1 if self.moved <= 4 else 2)
            return move

        def opponent_move(self, move):
            self.place_piece(move, self.opp)

        def place_piece(self, move, piece):
            (row, column), *source = move
            self.mine[row][column] = piece
            for row, column in source:
                self.mine[row][column] = " "

    three = "b:2,9,24 r:14,25 r"
    for text in ("b:13 r: r", "b:2,9 r:14,25 b", three, "b:2,9,24,25 r:4,5,11,20 b"):
        start = standard.position(text)
        result = matches.play(Counts, Counts, start=start, most_plies=12)
        assert not result.is_fault, result.reason
        assert len(result.moves) > 3

    class Fails(FirstCell):
        def make_move(self, state):
            raise ValueError("no idea")

    start = standard.position("b:2,9 r:14,25 b")
    assert matches.play(FirstCell, Fails, start=start).reason == "raised ValueError: no idea"
    both = matches.play(Fails, Fails, start=start)
    assert both.winner is None and both.reason.count("no idea") == 2


def test_a_fault_loses_a_match_and_not_the_series(small: teeko.Game) -> None:
    class Unmade:
        def __init__(self):
            print("creating")
            raise RuntimeError("no board")

    class Slots(FirstCell):
        __slots__ = ()

    class OnlySlots:
        __slots__ = ("opp",)
        make_move = FirstCell.make_move

    class NoMoves:
        pass

    settings = {"rules": small.rules, "seconds": 0.5}
    for bot, reason in [
        (Unmade, "raised RuntimeError: no board"),
        (OnlySlots, "AttributeError.*my_piece"),
        (NoMoves, "NoMoves has no method make_move"),
    ]:
        tally = matches.play_series(bot, FirstCell, 3, **settings)
        assert (tally.wins, tally.draws, tally.losses) == (0, 0, 3)
        assert all(re.search(reason, result.reason) for result in tally.results)
    # Of two bots that cannot be created, neither gets a point.
    tally = matches.play_series(Unmade, NoMoves, 2, **settings)
    assert (tally.wins, tally.draws, tally.losses) == (0, 0, 2)
    both = tally.results[0]
    assert both.winner is None and both.is_fault and both.outcome("red") == "loss"
    assert both.reason == (
        "black: raised RuntimeError: no board; "
        "red: raised TypeError: NoMoves has no method make_move"
    )
    output = matches.play(FirstCell, Unmade, **settings).output
    if sys.platform == "linux":
        assert output[1].startswith("creating\nTraceback") and output[0] == ""
    # A bot that answers continues to play.
    assert matches.play(Slots, FirstCell, **settings).reason not in ("", "raised AttributeError")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows limits the time by the clock")
def test_a_bot_loses_no_time_while_the_machine_does_something_else(small: teeko.Game) -> None:
    class Waits(FirstCell):
        def __init__(self):
            time.sleep(0.6)

        def make_move(self, state):
            time.sleep(0.6)
            return first_cell(state)

    class Spins(FirstCell):
        def make_move(self, state):
            return spin(threads=1)

    settings = {"rules": small.rules, "seconds": 0.5, "most_plies": 1}
    assert matches.play(Waits, FirstCell, **settings).reason == "plies"
    # In a thread, whose stack does not have the frames of pytest.
    with ThreadPoolExecutor() as threads:
        result = threads.submit(matches.play, Spins, FirstCell, **settings).result()
    assert result.reason == "thought for more than 0.5 s"
    if sys.platform == "linux":
        assert "in spin\n" in result.output[0]
    # Times beyond all timers are no error.
    assert matches.play(FirstCell, FirstCell, **{**settings, "seconds": 1e300}).reason == "plies"


def test_factories_create_bots(small: teeko.Game) -> None:
    class Named(FirstCell):
        def __init__(self, name):
            self.name = name

    settings = {"rules": small.rules, "most_plies": 4}
    for bot in (Named("a"), lambda: Named("b"), functools.partial(Named, "c"), FirstCell):
        assert matches.play(bot, bot, **settings).reason == "plies"
    for wrong in (3, None, "bot", object()):
        with pytest.raises(teeko.InputError, match="player: expected an object with make_move"):
            matches.play(wrong, FirstCell, **settings)
    for name, value in [("most_plies", -1), ("seconds", 0), ("memory", -1), ("games", 0)]:
        with pytest.raises(teeko.InputError, match=f"{name} {value}: expected a positive"):
            matches.play_series(FirstCell, FirstCell, **{"games": 1, **settings, name: value})


def test_bots_with_a_board_of_their_own_do_not_drift(small: teeko.Game) -> None:
    class Remembers:
        def __init__(self):
            self.mine = [[" "] * 4 for _ in range(4)]

        def make_move(self, state):
            assert self.mine == self.board == state
            return first_cell(state)

        def opponent_move(self, move):
            assert len(move) == 1 and self.board[move[0][0]][move[0][1]] == " "
            self.place_piece(move, self.opp)

        def place_piece(self, move, piece):
            (row, column), *source = move
            self.mine[row][column] = piece
            for row, column in source:
                self.mine[row][column] = " "

    result = matches.play(Remembers, Remembers, rules=small.rules)
    assert len(result.moves) == 8 and "make_move" not in result.reason
    assert re.search("circle|drop", result.reason), result.reason


def test_a_position_that_occurs_for_the_third_time_ends_a_match(small: teeko.Game) -> None:
    class BackAndForth:
        def __init__(self):
            self.played = 0

        def make_move(self, state):
            row = 0 if self.my_piece == "b" else 3
            here, there = (row, 3), (row, 2)
            self.played += 1
            if self.played <= 4:
                return [[(row, 0), (row, 1), here, (abs(row - 1), 2)][self.played - 1]]
            return [there, here] if self.played % 2 else [here, there]

    result = matches.play(BackAndForth, BackAndForth, rules="28-ssss+4x4")
    assert (result.winner, result.reason, result.is_fault) == (None, "repetition", False)
    assert len(result.moves) == 8 + 8


def test_the_result_of_a_match_is_reviewed(standard: teeko.Game) -> None:
    start = standard.after("13 12 18")
    result = matches.play(FirstCell, FirstCell, start=start, most_plies=3)
    assert (result.start, result.record.end) == (start, result.position)
    assert standard.review(result) == standard.review(result.moves, start=start)


def test_games_in_which_the_opponent_points_are_refused(small: teeko.Game) -> None:
    with pytest.raises(teeko.InputError, match="chooses its own drops"):
        matches.play(GridPlayer(small), GridPlayer(small), rules="44-pppp+4x4")


def test_a_match_has_the_rules_of_a_player_that_knows_its_own(
    small: teeko.Game, standard: teeko.Game
) -> None:
    course = solved("teeko2")
    tally = matches.play_series(TeekoPlayer, GridPlayer(course), 2, most_plies=60, seed=3)
    assert tally.losses + tally.draws == 2
    for result in tally.results:
        assert result.position.rules == course.rules and not result.is_fault
    for black, settings, expected, found in [
        (TeekoPlayer, {"rules": "44-ssss"}, "44-ssss", "37e-ssss"),
        (GridPlayer(standard), {}, "44-ssss", "37e-ssss"),
        (TeekoPlayer, {"start": standard.start}, "37e-ssss", "44-ssss"),
    ]:
        with pytest.raises(teeko.InputError, match=f"the rules {expected}, found {found};"):
            matches.play(black, GridPlayer(course), **settings)
    assert matches.play(TeekoPlayer, TeekoPlayer, start=small.start).position.rules == small.rules


@pytest.mark.parametrize("name", ["teeko2", "58-ssss", "jackman", "37d-ssss", "junior", "44+6x5"])
def test_the_template_plays_the_rules_asked_for(
    name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert tournament.main(["--template", "--rules", name]) == 0
    source = capfd.readouterr().out
    rules = teeko.rules(name)
    assert f'rules="{rules.name}"' in source
    module: dict[str, Any] = {"__name__": "bot"}
    exec(source, module)
    bot = module["TeekoPlayer"]()
    for position in random_positions(rules, 300, seed=5):
        bot.my_piece, bot.opp = "b", "r"
        winner = {1: "black", -1: "red", 0: None}[bot.game_value(position.to_grid())]
        assert winner == position.winner, position
        if not position.is_over:
            moves = bot.legal_moves(position.to_grid(), position.turn[0])
            expected = [move.to_tuples() for move in position.legal_moves]
            assert sorted(moves) == sorted(expected), position


def test_the_template_is_printed_for_rules_that_it_can_play(
    capfd: pytest.CaptureFixture[str]
) -> None:
    for name, message in [
        ("44-pppp", "chooses its own drops"),
        ("44-ssss+no-centre", "a king's steps and free drops"),
        ("44-ssss+knight", "a king's steps and free drops"),
    ]:
        assert tournament.main(["--template", "--rules", name]) == 1
        assert message in capfd.readouterr().err


def test_a_tournament_grades_a_folder(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert tournament.main(["--template"]) == 0
    template = capfd.readouterr().out
    assert template == Path(sys.modules["teeko.template"].__file__ or "").read_text()
    files = {
        "ann.py": template,
        "bob.py": "import ann\nclass Bob(ann.TeekoPlayer):\n    pass\n",
        "eve.py": "".join(f"class {name}:\n    make_move = None\n" for name in "AB"),
        "kim.py": f"{BOT}while True: pass\n",
        "zoe.py": "syntax error",
        "_draft.py": "",
    }
    write(tmp_path, files)
    options = "--games 1 --levels 1 --seconds 0.5 --most-plies 20 --seed 7".split()
    assert tournament.main([str(tmp_path), *options]) == 0
    shown = capfd.readouterr().out
    assert "ann - kim: 1-0 after 1 plies, thought for more than 0.5 s" in shown
    # Before the matches, and below the standings.
    assert shown.count("ignored _draft.py: its name begins with _\n") == 2
    folder = tmp_path / "reports"
    names = ["ann", "bob", "eve", "kim", "zoe"]
    expected = {f"{name}.csv" for name in ["standings", *names]}
    assert {path.name for path in folder.iterdir()} == expected | {"standings.html"}
    rows = table(folder / "standings.csv")
    assert {row["bot"] for row in rows[:2]} == {"ann", "bob"}
    by_name = {row["bot"]: row for row in rows}
    assert float(by_name["ann"]["points"]) + float(by_name["bob"]["points"]) == 7
    assert [by_name[name]["faults"] for name in names[:3]] == ["0", "0", "5"]
    games = table(folder / "ann.csv")
    assert [game["opponent"] for game in games] == ["bob", "eve", "kim", "zoe", "level 1"]
    assert {game["output"] for game in games} == {""}
    assert "SyntaxError" in table(folder / "zoe.csv")[0]["output"]
    missing = "expected a class TeekoPlayer with make_move"
    assert missing in table(folder / "eve.csv")[0]["output"]
    # The same seed plays the same games, as JSON, too.
    json_options = ["--json", "--reports", str(tmp_path / "2")]
    assert tournament.main([str(tmp_path), *options, *json_options]) == 0
    printed = capfd.readouterr()
    assert "ann - kim: 1-0" in printed.err and "ignored _draft.py" in printed.err
    document = json.loads(printed.out)
    assert document["schema"] == "teeko.tournament/1" and document["rules"] == "44-ssss"
    draft = {"file": "_draft.py", "reason": "its name begins with _"}
    assert document["ignored"] == [draft, {"file": "reports/", "reason": "a folder without bot.py"}]
    texts = [
        {key: "" if value is None else str(value) for key, value in row.items()}
        for row in document["standings"]
    ]
    assert texts == rows
    of_ann = [game for game in document["games"] if "ann" in (game["black"], game["red"])]
    assert [game["moves"] for game in of_ann] == [game["moves"] for game in games]
    lost = next(game for game in of_ann if "kim" in (game["black"], game["red"]))
    assert (lost["winner"], lost["is_fault"], lost["plies"]) == ("black", True, 1)
    # What others may see: all results, and no message of a bot's.
    page = (folder / "standings.html").read_text()
    assert all(f"<td>{game['moves']}</td>" in page for game in games)
    assert "<td>fault</td>" in page and "SyntaxError" not in page and "thought" not in page
    first, second = (row["bot"] for row in rows[:2])
    points = {"black": 1.0, "red": 0.0, None: 0.5}
    game = next(game for game in of_ann if "bob" in (game["black"], game["red"]))
    of_black = points[game["winner"]]
    of_first = of_black if game["black"] == first else 1 - of_black
    assert f"<tr><td>{first}</td><td></td><td>{of_first}</td>" in page
    assert f"<tr><td>{second}</td><td>{1 - of_first}</td><td></td>" in page
    assert (tmp_path / "2" / "ann.csv").read_text() == (folder / "ann.csv").read_text()
    (tmp_path / "none").mkdir()
    assert tournament.main([str(tmp_path / "none")]) == 1
    assert "expected files NAME.py with bots, found none" in capfd.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such error")
def test_a_closed_pipe_is_no_error_and_a_full_disk_is_one(tmp_path: Path) -> None:
    (tmp_path / "ann.py").write_text(inspect.getsource(sys.modules["teeko.template"]))
    options = [str(tmp_path), "--games", "1", "--levels", "1", "--most-plies", "4"]

    def run(*arguments: str, **streams: Any) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "teeko.tournament", *arguments]
        # As Python is by default: what is printed waits in a buffer.
        environment = {**os.environ, "PYTHONUNBUFFERED": ""}
        settings = {"stderr": subprocess.PIPE, "env": environment, "text": True, **streams}
        return subprocess.run(command, **settings)

    for arguments in (["--template"], options, [*options, "--json"]):
        read, write = os.pipe()
        os.close(read)
        found = run(*arguments, stdout=write)
        assert (found.returncode, "Error" in found.stderr) == (0, False), found
        # As in a pipe that takes both.
        assert run(*arguments, stdout=write, stderr=write).returncode == 0
        os.close(write)
    assert (tmp_path / "reports" / "standings.csv").is_file()
    if sys.platform == "linux":
        with open("/dev/full", "w") as full:
            for arguments in (["--template"], options):
                found = run(*arguments, stdout=full)
                assert found.returncode == 1 and found.stderr.startswith("error: "), found.stderr
                assert "No space left" in found.stderr and found.stderr.count("\n") == 1


def test_what_is_a_bot(tmp_path: Path) -> None:
    bots = {
        "ann.py": f"{BOT}pass\n",
        "bob/bot.py": f"{BOT}pass\n",
        "kim.py": "import board\nclass Kim(board.Base):\n    make_move = None\n",
        "zoe.py": "import nothing_such\n",
    }
    no_class = "expected a class TeekoPlayer with make_move, found none"
    reasons = {
        "ann/": "there is another bot called ann",
        "board.py": "expected a class with a method make_move, found Base without it",
        "imports.py": no_class,
        "notes.txt": "not a Python file",
        "standings.py": "its name has another meaning in the results",
        "level 1.py": "its name has another meaning in the results",
        "_draft.py": "its name begins with _",
        ".hidden": "its name begins with .",
        "tests/": "a folder without bot.py",
    }
    write(tmp_path, {name: "" for name in reasons if not name.endswith("/")})
    write(tmp_path, {"ann/bot.py": "", "tests/ann.py": "", "__pycache__/ann.pyc": ""})
    board = "class Base:\n    pass\n"
    write(tmp_path, {**bots, "board.py": board, "imports.py": "from kim import Kim\n"})
    found, ignored = tournament.found_bots(tmp_path)
    assert [str(bot.path.relative_to(tmp_path)) for bot in found.values()] == list(bots)
    assert ignored == reasons


def test_a_bot_imports_the_files_beside_it(tmp_path: Path) -> None:
    """Those of a bot's own folder come before Python's modules."""
    bot = "import random, teeko\nclass Bot:\n    def make_move(self, state):\n"
    bot += "        return [({row}, 0)] if (random.__file__, teeko.__file__) == {files} else None\n"
    own = tuple(str((tmp_path / "kim" / f"{name}.py").resolve()) for name in ("random", "teeko"))
    shared = random.__file__, str((tmp_path / "teeko.py").resolve())
    modules = ["teeko.py", "random.py", "kim/teeko.py", "kim/random.py"]
    write(tmp_path, dict.fromkeys(modules, ""))
    write(tmp_path, {"kim/bot.py": bot.format(row=0, files=own)})
    write(tmp_path, {"ann.py": bot.format(row=1, files=shared)})
    bots, ignored = tournament.found_bots(tmp_path)
    assert set(bots) == {"ann", "kim"} and set(ignored) == {"random.py", "teeko.py"}
    result = matches.play(bots["ann"], bots["kim"], most_plies=2)
    assert [str(move) for move in result.moves] == ["6", "1"], result.reason


@pytest.mark.skipif(sys.platform != "linux", reason="README: others do not have this")
@pytest.mark.parametrize(
    ("end", "reason"),
    [
        ("return [(0, 0)]", "plies\n"),
        ("os._exit(7)", "its process ended (exit code 7)\n"),
        ("while True: pass", "thought for more than 0.5 s\n"),
        ("kill", ""),
    ],
)
def test_what_a_bot_starts_ends_with_its_match(tmp_path: Path, end: str, reason: str) -> None:
    bot = tmp_path / "ann.py"
    # A process in its own session, whose parent has ended: the bot is not its ancestor.
    bot.write_text(
        "import os, subprocess, sys\n"
        "code = 'import os, subprocess; print(subprocess.Popen([\"sleep\", \"99\"], "
        "start_new_session=True, stdout=2).pid)'\n"
        "class TeekoPlayer:\n    def make_move(self, state):\n"
        "        pid = subprocess.check_output([sys.executable, '-c', code], text=True)\n"
        "        open('pid', 'w').write(pid)\n"
        f"        {end if end != 'kill' else 'while True: pass'}\n"
    )
    program = (
        "import pathlib, sys, teeko; from teeko import matches, tournament\n"
        "bot = tournament.Submission(pathlib.Path(sys.argv[1]))\n"
        "other = matches.GridPlayer(teeko.solve('junior'))\n"
        "print(matches.play(bot, other, most_plies=1, seconds=float(sys.argv[2])).reason)\n"
    )
    seconds = "0.5" if end != "kill" else "99"
    command = [sys.executable, "-c", program, str(bot), seconds]
    referee = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    pid = tmp_path / "pid"
    if end == "kill":
        wait_until(lambda: pid.exists() and pid.read_text())
        referee.kill()
    assert referee.communicate(timeout=60)[0] == reason
    left = Path("/proc") / pid.read_text().strip()
    if end == "kill":
        wait_until(lambda: not left.exists())
    assert not left.exists()


def wait_until(condition):
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_pairs_of_matches_start_from_drawn_openings(standard: teeko.Game) -> None:
    settings = {"levels": [], "openings": 3, "most_plies": 6}
    bots = {"ann": FirstCell, "bob": TeekoPlayer, "kim": FirstCell}
    found = tournament.run(bots, standard, seed=4, **settings)
    starts = [match.start for match in found]
    # Three pairs, each with three openings, each of those with both sides.
    assert len(found) == 18 and len(set(starts)) == 3
    for first, second in zip(found[::2], found[1::2], strict=True):
        assert first.start == second.start and first[:2] == second[1::-1]
        assert first.start.layer == 4 and standard.probe(first.start).outcome == "draw"
        assert first.result.position == first.start.play(" ".join(map(str, first.result.moves)))
    # Others do not change with the pair, but with the seed.
    assert starts[:6] == starts[6:12] == starts[12:]
    again = tournament.run(bots, standard, seed=4, games=4, **settings)
    assert [match.start for match in again] == [start for _ in range(3) for start in starts[:4]]
    other = tournament.run(bots, standard, seed=5, **settings)
    assert not set(starts) & {match.start for match in other}
    for name, wrong in [("openings", -1), ("games", 0)]:
        with pytest.raises(teeko.InputError, match=f"{name} {wrong}: expected a positive number"):
            tournament.run(bots, standard, **{**settings, name: wrong})
    with pytest.raises(teeko.InputError, match="levels 12: expected a number from 1, a beginner"):
        tournament.run(bots, standard, **{**settings, "levels": [1, 12]})
    # The side that has circle 1 wins: it needs three other circles, one of them above 9.
    three = itertools.combinations(range(2, 17), 3)
    won = teeko.solve("own-ssss+4x4", goals=[(1, *others) for others in three if others[2] > 9])
    with pytest.raises(teeko.InputError, match="openings: expected rules with drawn positions"):
        tournament.run(bots, won, **settings)


def test_the_standings_have_the_rate_of_choices_that_keep_the_result(
    standard: teeko.Game,
) -> None:
    bots = {"ann": TeekoPlayer}
    found = tournament.run(bots, standard, openings=10, levels=[1, 2], seed=2)
    row = dict(zip(*tournament.standings(["ann"], found), strict=True))
    counts = {"drop": [0, 0], "slide": [0, 0]}
    for match in found:
        position, side = match.start, "black" if match.black == "ann" else "red"
        for move in match.result.moves:
            before, after = standard.probe(position), standard.probe(position.play(move))
            if position.turn == side:
                kept, choices = counts[position.phase]
                signs = {"win": 1, "draw": 0, "loss": -1}
                is_kept = signs[before.outcome] == -signs[after.outcome]
                counts[position.phase] = [kept + is_kept, choices + 1]
            position = position.play(move)
    for phase, (kept, choices) in counts.items():
        assert 0 < kept < choices
        assert row[f"kept_in_{phase}"] == round(kept / choices, 3)
    assert row["mistakes"] == sum(choices - kept for kept, choices in counts.values())


def test_texts_of_others_stay_texts_in_reports(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    names = ["=1+1", "@a", "-2", "+b", "a|b", "<b>", "[x](y)", "my_bot", "it_", "a\x1b[31m"]
    write(tmp_path, {f"{name}.py": f"{BOT}raise ValueError\n" for name in names})
    options = "--games 1 --levels 1 --rules junior".split()
    assert tournament.main([str(tmp_path), *options]) == 0
    folder = tmp_path / "reports"
    tables = {path.stem: table(path) for path in folder.glob("*.csv")}
    # An apostrophe is what spreadsheets take for the sign of a text.
    expected = {"'" + name if name[0] in "=@-+" else name for name in names}
    assert {row["bot"] for row in tables["standings"]} == expected
    assert {game["rules"] for game in tables["my_bot"]} == {"44-ssss+4x4"}
    assert {game["opponent"] for game in tables["my_bot"]} == (expected - {"my_bot"}) | {"level 1"}
    for row in itertools.chain(*tables.values()):
        assert not any(cell.startswith(tuple("=@+-\t")) for cell in row.values()), row
    shown = capfd.readouterr().out
    assert "\na\\x1b[31m  " in shown and "\x1b" not in shown
    page = (folder / "standings.html").read_text()
    for cell in ["&lt;b&gt;", "a|b", "a\\x1b[31m"]:
        assert f"<td>{cell}</td>" in page, cell
    assert page.count("<b>") == page.count("</b>") == 7


def test_the_template_wins_and_stops_wins(standard: teeko.Game) -> None:
    bot = TeekoPlayer()
    bot.my_piece, bot.opp = "b", "r"
    wins = standard.position("b:1,2,3,10 r:12,18,20,24 b").to_grid()
    assert bot.make_move(wins) == [(0, 3), (1, 4)]
    stops = standard.position("b:13,20,25 r:1,2,3 b")
    assert bot.make_move(stops.to_grid()) == [(0, 3)]
