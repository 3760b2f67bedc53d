"""The package answers the contract, which tests/contract of the repository has as data."""

import hashlib
import inspect
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import teeko
from conftest import solved

FOLDER = Path(__file__).parents[3] / "tests" / "contract"
FILES = sorted(FOLDER.glob("*.jsonl"))


@pytest.fixture(autouse=True)
def in_the_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """The contract names rule files by their paths from its folder."""
    monkeypatch.chdir(FOLDER)


def answers(
    question: str, games: list[teeko.Game], parameters: dict[str, Any]
) -> Iterator[Callable[[], Any]]:
    """The ways to ask a question: by its name, and by its method with texts and with objects."""
    if question == "diff":
        yield lambda: games[0].diff(games[1], **parameters)
    elif question == "certificate":
        yield lambda: hashlib.sha256(games[0].certificate(**parameters)).hexdigest()
        yield lambda: hashlib.sha256(games[0].ask(question, **parameters)).hexdigest()
    elif not games:
        lists = {name: value.split(",") for name, value in parameters.items() if "," in str(value)}
        yield lambda: getattr(teeko, question)(**parameters)
        yield lambda: getattr(teeko, question)(**parameters | lists)
    else:
        yield lambda: games[0].ask(question, **parameters)
        names = {"position": "query", "solution": "census"}
        method = getattr(games[0], names.get(question, question))
        # Words that no argument can have, or that mean something else in Python.
        names = {"from": "start", "game": "moves", "pass": "pass_"}
        given = {names.get(name, name): value for name, value in parameters.items()}
        try:
            inspect.signature(method).bind(**given)
        except TypeError:
            return
        yield lambda: method(**given)
        if "position" in given:
            position = games[0].position(given["position"])
            yield lambda: method(**given | {"position": position})


def without_times(value: Any) -> Any:
    if isinstance(value, list):
        return [without_times(part) for part in value]
    if isinstance(value, dict):
        return {name: without_times(part) for name, part in value.items() if name != "seconds"}
    return value


def check_answer(exchange: dict[str, Any], found: Any) -> None:
    question, expected = exchange["question"], exchange["answer"]
    found = without_times(found)
    if question == "questions":
        # The method returns the document without its schema.
        found = {"questions": found, "schema": "teeko.questions/1"}
    if isinstance(expected, dict) and "sha256" in expected:
        # The contract has long answers as hashes.
        text = json.dumps(found, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        found, expected = hashlib.sha256(text.encode()).hexdigest(), expected["sha256"]
    assert found == expected, exchange


def replay(exchange: dict[str, Any]) -> None:
    question, parameters = exchange["question"], exchange.get("parameters", {})
    names, goals = exchange.get("rules", []), exchange.get("goals")
    if question == "rules":
        check_answer(exchange, json.loads(teeko.rules(*names, goals=goals).document()))
        return
    games = [solved(name, goals=goals) for name in names]
    for answer in answers(question, games, parameters):
        if exchange["status"] == 200:
            check_answer(exchange, answer())
        else:
            with pytest.raises(teeko.TeekoError) as refused:
                answer()
            check_refusal(exchange, str(refused.value))
    # After `pass` and `at` fewer choices are left than a position has.
    is_whole = parameters.keys().isdisjoint(("pass", "at"))
    if question == "position" and exchange["status"] == 200 and is_whole:
        expected = exchange["answer"]
        outcome, dtw, score = games[0].probe(expected["position"])
        assert (outcome, dtw) == (expected["outcome"], expected["dtw"]), exchange
        # A finished game with numbered pieces has no score.
        signs = {"win": 1, "draw": 0, "loss": -1}
        if expected.get("score", score) is not None:
            assert score == expected.get("score", signs[outcome]), exchange


def check_refusal(exchange: dict[str, Any], message: str) -> None:
    assert exchange["status"] != 200, (message, exchange)
    assert message and "\n" not in message
    assert [name for name in exchange.get("names", []) if name not in message] == [], message


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_package_answers_the_contract(path: Path) -> None:
    exchanges = [json.loads(line) for line in path.read_text().splitlines()]
    # The question positions is one of services.
    is_all = os.environ.get("CONTRACT") == "all"
    exchanges = [each for each in exchanges if each["question"] != "positions"]
    asked = [each for each in exchanges if each.get("everywhere") or is_all]
    assert asked
    for exchange in asked:
        try:
            replay(exchange)
        except teeko.TeekoError as error:
            # Rules can be refused before there is a game to ask.
            check_refusal(exchange, str(error))
