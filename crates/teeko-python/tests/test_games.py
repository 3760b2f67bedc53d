"""Games, rules, positions and moves as objects of Python: notations, pickles, errors."""

import json
import pickle
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import teeko
from conftest import random_positions


def test_the_variants_are_scarnes() -> None:
    assert set(teeko.VARIANTS) == {variant["id"] for variant in teeko.variants()["variants"]}


def test_tables_answer_as_solutions_do(
    program: Callable[..., str], small: teeko.Game, tmp_path: Path
) -> None:
    program("solve", "44-ssss+4x4", "-o", tmp_path)
    opened = [teeko.open("44-ssss+4x4", tables=tmp_path, whole=whole) for whole in (False, True)]
    # A pickle has the rules and the folder only.
    pickles = [pickle.dumps(game) for game in (small, *opened)]
    for game in (*opened, *map(pickle.loads, pickles)):
        assert game.rules == small.rules
        for position in random_positions(small.rules, 200, seed=2):
            assert game.query(position) == small.query(position)
    with pytest.raises(teeko.MissingTablesError, match=r"44-pppp\+4x4: no tables: expected .* in "):
        teeko.open("44-pppp+4x4", tables=tmp_path)
    damaged = tmp_path / "44-ssss+4x4.drop"
    damaged.write_bytes(damaged.read_bytes()[:-9])
    with pytest.raises(teeko.DamagedTablesError, match="44-ssss"):
        pickle.loads(pickles[-1])


def test_every_notation_is_read_back(standard: teeko.Game) -> None:
    for position in random_positions(standard.rules, 200, seed=1):
        for text in (position.circles, position.rows, position.letters):
            assert standard.position(text) == position, text
        masks = position.black_mask, position.red_mask
        assert teeko.Position.from_masks(*masks, position.turn) == position
        assert teeko.Position.from_grid(position.to_grid(), position.turn) == position
        assert standard.position(position.slot).slot == position.slot
        assert pickle.loads(pickle.dumps(position)) == position
        assert hash(pickle.loads(pickle.dumps(position))) == hash(position)
        assert eval(repr(position), {"Position": teeko.Position}) == position
    pips = teeko.rules("44-ssss+pips").after("13=4 12=1")
    assert pips.circles == "b:13=4 r:12=1 b" and pips.letters == "b:c3=4 r:b3=1 b"
    assert pickle.loads(pickle.dumps(pips)) == pips


def test_moves() -> None:
    position = teeko.Position("b:1,2,3,9 r:5,10,15,21 b")
    drop, slide = teeko.Move("c3"), teeko.Move("9-4")
    assert (drop.to, drop.source, str(drop), drop.letters()) == (13, None, "13", "c3")
    assert (slide.to, slide.source, slide.to_tuples()) == (4, 9, [(0, 3), (1, 3)])
    assert slide == teeko.Move.from_tuples([(0, 3), (1, 3)]) and slide in position.legal_moves
    assert len({drop, slide, teeko.Move("13")}) == 2 and pickle.loads(pickle.dumps(slide)) == slide
    after = position.play(slide)
    assert (after.is_over, after.winner, after.phase) == (True, "black", "over")
    assert after.legal_moves == []
    assert position.play("9-4") == position.play([(0, 3), (1, 3)]) == after
    assert str(after).splitlines()[0] == "b b b b r" and str(after).endswith("\nblack has won")
    assert str(position.rules.start.play((2, 2))).splitlines()[2] == ". . b . ."


def test_rules_of_ones_own() -> None:
    goals = [(1, 2, 3, 4), {"circles": (5, 6, 9, 10), "empty": (7,)}]
    rules = teeko.rules("own-ssss+4x4", goals=goals)
    assert rules == teeko.rules("own-ssss+4x4", goals="1.2.3.4_5.6.9.10~7")
    assert pickle.loads(pickle.dumps(rules)) == rules
    document = json.loads(rules.document())
    assert document["schema"] == "teeko.rules/1"
    game = teeko.solve(rules)
    # 2 to 3 completes the row.
    assert game.probe("b:1,2,4,7 r:8,10,12,16 b").dtw == 1
    with pytest.raises(teeko.InputError, match="44-ssss: goals: expected none"):
        teeko.solve("44-ssss", goals=goals)
    with pytest.raises(teeko.InputError, match="goals: expected none"):
        teeko.solve(rules, goals=goals)
    for wrong, message in [
        ([{"circle": (1, 2, 3, 4)}], "expected circles"),
        ([(1, 2, 3)], "goal"),
        ([(1, 2, 3, 99)], "99"),
    ]:
        with pytest.raises(teeko.InputError, match=message):
            teeko.rules("own-ssss", goals=wrong)


def test_what_is_wrong_is_said_in_the_programs_words(standard: teeko.Game) -> None:
    for ask, message in [
        (lambda: teeko.solve("44-ssss+8x8"), "memory"),
        (lambda: standard.after("13 13"), "circle 13: expected an empty circle, found a piece of"),
        (lambda: standard.best("b:1,2,3,4 r:6,7,8,10 r"), "found none: the game is over"),
        (lambda: standard.start.play("26"), "^move `26`: circle `26`: expected 1 to 25"),
        (lambda: standard.after("13").play((2, 2)), "^move `13`: circle 13: expected an empty"),
        (lambda: standard.start.play("13 13"), "^ply 2, `13`: circle 13: expected an empty"),
        (lambda: standard.query("13 12 18"), r'moves, write game.after\("13 12 18"\)$'),
        (lambda: standard.probe(teeko.rules("44-ssss+4x4").start), "5x5"),
        (lambda: teeko.Position.from_grid([["b"]]), "5 rows of 5 cells"),
        (lambda: teeko.Position.from_masks(1, 0, "green"), "expected black or red"),
        (lambda: teeko.Move("1", 99, 99), "board"),
    ]:
        with pytest.raises((teeko.InputError, teeko.ResourceError), match=message) as raised:
            ask()
        assert "\n" not in str(raised.value)
    # What comes before a wrong ply is judged.
    reviewed = standard.review("13 12 99")
    assert len(reviewed["choices"]) == 2 and "99" in reviewed["error"]
    for ask, message in [
        (lambda: standard.probe(3), "expected a teeko.Position or a text, found <class 'int'>"),
        (lambda: standard.start.play(1.5), "move: expected a teeko.Move, a text, a circle or"),
        (lambda: teeko.Position("b: r: b", 44), "rules: expected teeko.Rules or a name"),
    ]:
        with pytest.raises(TypeError, match=message) as raised:
            ask()
        assert isinstance(raised.value, teeko.InputError)


def test_every_method_takes_moves_as_the_others_do(standard: teeko.Game) -> None:
    assert standard.after([13, np.int64(12), 18, "8"]) == standard.after("13 12 18 8")
    assert standard.start.play(13) == standard.after("13")
    moves = ["13", (2, 1), teeko.Move("18"), [(1, 2)]]
    ends = [standard.after(moves), teeko.GameRecord(moves).end, standard.rules.after(moves)]
    assert ends == [standard.after("13 12 18 8")] * 3
    reviewed = standard.review(moves)
    assert [choice["move"] for choice in reviewed["choices"]] == ["13", "12", "18", "8"]
    assert reviewed == standard.review("13 12 18 8") == standard.ask("review", game=moves)
    assert standard.review('["13","12"]') == standard.review("13 12")
    assert standard.ask("position", moves=moves) == standard.query(ends[0])
    for empty in ("", " ", [], (), '[Event "a"]', "# variant: 44-ssss"):
        assert standard.after(empty) == teeko.GameRecord(empty).end == standard.start
        assert standard.review(empty)["choices"] == []
    takers = [
        standard.after,
        standard.review,
        teeko.GameRecord,
        lambda moves: standard.ask("review", game=moves),
        lambda moves: standard.ask("position", moves=moves),
    ]
    for wrong, message in [
        (True, "moves: expected a text or a list of moves, found <class 'bool'>"),
        (13, "moves: expected a text or a list of moves, found <class 'int'>"),
        ([26], "ply 1, `26`: circle `26`: expected 1 to 25"),
        ([1.5], "move: expected a teeko.Move, a text, a circle or (row, column), found <class 'fl"),
        (["13", True], "move: expected a teeko.Move, a text, a circle or (row, column), found <"),
        ([(2, 2), (2, 9)], "(2, 9): expected a row from 0 to 4 and a column from 0 to 4"),
        (["13 12"], "ply 1, `13 12`: expected one move in each text of a list, found several"),
        ("[]", "game `[]`: expected a move such as 13, found none"),
    ]:
        for taker in takers:
            with pytest.raises(teeko.InputError) as raised:
                taker(wrong)
            assert str(raised.value).startswith(message), (wrong, str(raised.value))


def test_grids_are_read_by_the_rules_of_the_game() -> None:
    game = teeko.solve("teeko2")
    grid = teeko.Position("b:1,3,11,13 r:2,4,5,6 r").to_grid()
    # The square of side 2 is a goal of this game, but not of the standard one.
    assert game.position_from_grid(grid, "red").winner == "black"
    assert game.position_from_grid(game.start.to_grid()) == game.start


def test_notebooks_draw_boards(standard: teeko.Game, small: teeko.Game) -> None:
    position = standard.after("13 12 18")
    assert position.svg() == position._repr_svg_()
    assert position.svg().startswith("<svg ") and position.svg().count("<circle") == 25 + 1
    drawn = standard.query(position)._repr_svg_()
    assert drawn is not None and drawn.count("<text") == 25 - 3
    pips = teeko.solve("44-ssss+pips+4x4")
    assert pips.query("b:1=4 r: r")._repr_svg_() is not None
    assert small.census()._repr_svg_() is None


def test_moves_are_sorted_by_their_circles() -> None:
    texts = ["2", "10", "2-1", "2-10", "10-4"]
    moves = [teeko.Move(text) for text in texts]
    assert [str(move) for move in sorted(reversed(moves))] == texts
    assert max(moves) == moves[-1] and len({*moves, teeko.Move("2")}) == 5
    for position in random_positions(teeko.Rules(), 100, seed=5):
        assert sorted(position.legal_moves) == position.legal_moves
    with pytest.raises(TypeError):
        assert moves[0] < "2"


def test_a_record_is_the_file_of_a_game(program: Callable[..., str], tmp_path: Path) -> None:
    """The program saves what Python reads, and reads what Python writes."""
    saved = tmp_path / "saved.txt"
    typed = f"13\n12\n18\nsave {saved}\nquit\n"
    program("play", "58-ssss", "--as", "both", input=typed)
    record = teeko.GameRecord(saved.read_text())
    assert record.rules == teeko.Rules("58-ssss") and record.plies == ["13", "12", "18"]
    assert str(record) == saved.read_text()
    start = teeko.Position("b:7,9,12,14 r:10,13,17,19 b", "58-ssss")
    record = teeko.GameRecord(start=start).play("14-8")
    (tmp_path / "own.txt").write_text(str(record))
    document = json.loads(program("review", "--json", f"@{tmp_path / 'own.txt'}"))
    assert document["variant"] == "58-ssss"
    assert [choice["move"] for choice in document["choices"]] == ["14-8"]
    assert document == teeko.solve("58-ssss").review(str(record))


def test_records_have_moves_and_positions(standard: teeko.Game) -> None:
    record = teeko.GameRecord([(2, 2), "12", teeko.Move("18")])
    assert record == teeko.GameRecord("1. c3 12 2. 18! {a comment} 1-0")
    assert record.moves == [teeko.Move("13"), teeko.Move("12"), teeko.Move("18")]
    assert record.positions == [standard.after(moves) for moves in ("", "13", "13 12", "13 12 18")]
    assert (record.start, record.end) == (standard.start, standard.after("13 12 18"))
    assert teeko.GameRecord().play("13 12").play(teeko.Move("18")) == record
    assert len({record, teeko.GameRecord(str(record)), pickle.loads(pickle.dumps(record))}) == 1
    assert repr(record) == "GameRecord('13 12 18', '44-ssss')"
    assert standard.review(record) == standard.review("13 12 18")
    moved = teeko.GameRecord("14-8", start="b:7,9,12,14 r:10,13,17,19 b")
    assert "# from: b:7,9,12,14 r:10,13,17,19 b\n14-8\n" in str(moved)
    assert moved == teeko.GameRecord(str(moved)) == eval(repr(moved), vars(teeko))
    assert standard.review(moved) == standard.review("14-8", start=moved.start)
    passed = teeko.GameRecord("13 pass 12", "44-pppp+pass")
    assert passed.plies == ["13", "pass 12"] and passed == teeko.GameRecord(str(passed))
    # The goals of a rule file are in its games, and have to be those that are asked for.
    own = teeko.rules("own-ssss+4x4", goals=[(1, 2, 3, 4)])
    text = str(teeko.GameRecord("6 7", own))
    assert teeko.GameRecord(text, own).rules == own
    for arguments, expected in [
        (("13 13",), "ply 2, `13`"),
        (("# variant: 58-ssss\n13", "44-ssss"), "expected rules as asked for, 44-ssss"),
        ((text,), "rules: expected those of the game, @own-ssss.4x4, found none"),
        ((text, teeko.rules("own-ssss+4x4", goals=[(1, 2, 5, 6)])), "found @own-ssss"),
    ]:
        with pytest.raises(teeko.InputError, match=expected):
            teeko.GameRecord(*arguments)


def test_an_error_has_what_was_found(standard: teeko.Game) -> None:
    with pytest.raises(teeko.InputError, match="expected a name of one circle") as raised:
        standard.record("13 C2")
    assert raised.value.found == [
        {"naming": "letters", "circle": 18},
        {"naming": "course", "circle": 13},
    ]
    with pytest.raises(teeko.InputError) as raised:
        standard.record("13 Z9")
    assert raised.value.found is None


def test_a_census_has_the_time_of_its_game(program: Callable[..., str], tmp_path: Path) -> None:
    solved = teeko.solve("44-ssss+4x4")
    assert 0 < solved.census()["seconds"] < 60
    program("solve", solved.name, "-o", tmp_path)
    assert 0 < teeko.open(solved.name, tables=tmp_path).census()["seconds"] < 60
