"""The reports of a tournament: text, CSV, JSON and a page."""

from __future__ import annotations

import csv
import html
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from teeko._grading import STANDINGS, Match, View, cross_table, games_table, standings, views

#: What the formulas of spreadsheets begin with.
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")


def printable(cell: Any) -> str:
    """Returns a text of others without characters that control a terminal or break a line."""
    text = "" if cell is None else str(cell)
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)


def columns(rows: list[list[Any]]) -> str:
    """Returns rows as text in columns, two spaces apart. The first column is that of the names."""
    texts = [list(map(printable, row)) for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    lines = ""
    for name, *numbers in texts:
        line = name.ljust(widths[0])
        for number, width in zip(numbers, widths[1:], strict=True):
            line += "  " + number.rjust(width)
        lines += line.rstrip() + "\n"
    return lines


def _html_table(rows: list[list[Any]]) -> str:
    """Returns rows as an HTML table. The first row is the head."""
    head, *body = rows
    lines = _html_row(head, "th")
    for row in body:
        lines += _html_row(row, "td")
    return f"<table>\n{lines}</table>\n"


def _html_row(row: list[Any], tag: str) -> str:
    """Returns a row of an HTML table; `tag` is the element of its cells."""
    line = ""
    for cell in row:
        line += f"<{tag}>{html.escape(printable(cell))}</{tag}>"
    return f"<tr>{line}</tr>\n"


def results_page(rules: str, table: list[list[Any]], matches: list[Match]) -> str:
    """Returns the page of the results, which others may see: it has no message of a bot's."""
    rules = html.escape(rules)
    return f"""\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Teeko: results</title>
<style>
:root {{ color-scheme: light dark; font-family: system-ui, sans-serif }}
body {{ margin: 2rem auto; max-width: 70rem; padding: 0 1rem }}
div {{ overflow-x: auto }}
table {{ border-collapse: collapse }}
th, td {{ border-bottom: 1px solid #8886; padding: .3rem .8rem .3rem 0; text-align: left }}
</style>
<h1>Teeko: results</h1>
<p>Rules: {rules}. A win is 1 point, a draw 0.5. <b>points</b> are those against other bots,
<b>level 1</b> (a beginner) to <b>level 5</b> (perfect) those against Teeko's own players. A
<b>mistake</b> gives away a win or a draw; a <b>fault</b> breaks a rule or a limit, and loses.
<b>kept_in_drop</b> and <b>kept_in_slide</b> are the rates of choices that were no mistakes, while
pieces were dropped and afterwards.</p>
<h2>Standings</h2>
<div>{_html_table(table)}</div>
<h2>Points against each other</h2>
<div>{_html_table(cross_table(table, matches))}</div>
<h2>Games</h2>
<p>Circles are numbered row by row from the top left, from 1.</p>
<div>{_html_table(_page_games(matches))}</div>
</html>
"""


def _page_games(matches: list[Match]) -> list[list[str]]:
    """Returns the table of games on the page, which has no fault's message."""
    rows = [["black", "red", "result", "end", "start", "moves"]]
    for match in matches:
        end = "fault" if match.result.is_fault else match.result.reason
        rows.append(
            [match.black, match.red, match.score, end, match.start.circles, match.moves]
        )
    return rows


def document(
    rules: str, matches: list[Match], table: list[list[Any]], ignored: Mapping[str, str]
) -> dict[str, Any]:
    """Returns the results as a document ``teeko.tournament/1``."""
    return {
        "schema": "teeko.tournament/1",
        "rules": rules,
        "standings": _entries(table),
        "games": _entries(games_table(matches)),
        "ignored": [{"file": name, "reason": reason} for name, reason in ignored.items()],
    }


def _entries(rows: list[list[Any]]) -> list[dict[str, Any]]:
    """Returns the rows of a table as dicts, whose keys are its titles."""
    titles, *others = rows
    return [dict(zip(titles, row, strict=True)) for row in others]


def write_reports(folder: Path, rules: str, bots: Iterable[str], matches: list[Match]) -> None:
    """Writes the standings and a report for each bot as CSV, and the page."""
    folder.mkdir(parents=True, exist_ok=True)
    table = standings(bots, matches)
    _write_csv(folder / f"{STANDINGS}.csv", table)
    page = results_page(rules, table, matches)
    path = folder / f"{STANDINGS}.html"
    path.write_text(page, encoding="utf-8", errors="backslashreplace")
    for name in bots:
        titles = ["opponent", "side", "outcome", "plies", "mistakes", "reason"]
        titles += ["seed", "rules", "start", "moves", "output"]
        rows = [_report_row(rules, view) for view in views(name, matches)]
        _write_csv(folder / f"{name}.csv", [titles, *rows])


def _report_row(rules: str, view: View) -> list[Any]:
    """Returns the row of a match in the report for one of its bots."""
    match = view.match
    reason = match.result.reason
    if match.result.is_fault and not view.is_fault:
        reason = f"the opponent {reason}"
    row = [view.opponent, view.side, view.outcome, len(match.result.moves)]
    row += [match.mistakes(view.side), reason, match.seed, rules]
    return [*row, match.start.circles, match.moves, _output(view)]


def _output(view: View) -> str:
    """Returns what a bot printed in a match that it lost by a fault; nothing of other matches."""
    if not view.is_fault:
        return ""
    output = view.match.result.output[view.side == "red"].strip()
    return "\n".join(map(printable, output.splitlines()))


def _write_csv(path: Path, rows: list[list[Any]]) -> None:
    with path.open("w", newline="", encoding="utf-8", errors="backslashreplace") as file:
        csv.writer(file, lineterminator="\n").writerows([*map(_csv, row)] for row in rows)


def _csv(cell: Any) -> Any:
    """Returns a cell of a CSV file. An apostrophe before a text of others that spreadsheets would
    take for a formula keeps it a text. Numbers stay what they are.
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
