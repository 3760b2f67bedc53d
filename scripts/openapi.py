#!/usr/bin/env python3
"""Checks that the description of the service in /openapi.json is true.

    $(scripts/python.sh) scripts/openapi.py PROGRAM

Starts `PROGRAM serve`. openapi-python-client makes a client from the description, which asks every
operation as in its examples: each answer has the documented type, and no field is lost. Then
Schemathesis sends requests within and outside of the description: no answer is an internal error,
has a status that is not documented, or breaks its schema. Both are packages of
scripts/requirements.txt.
"""

import enum
import importlib
import json
import pathlib
import subprocess
import sys
import tempfile
import typing
import urllib.parse
import urllib.request

# Random names are the names of no variant. This one is solved at once.
SCHEMATHESIS = """
[parameters]
"path.variant" = "44-ssss+4x4"
"query.variants" = "44-ssss+4x4,58-ssss+4x4"
"query.board" = "4x4"

# A bad item of the body has its error in its place.
[[operations]]
include-path = "/v1/{variant}/positions"
checks.negative_data_rejection.enabled = false

# The parameter above is sent even where it is meant to be missing.
[[operations]]
include-path = "/v1/diff"
checks.negative_data_rejection.enabled = false
"""


def as_type(hint, text):
    """Returns the text of a parameter as a value of its type in the client."""
    (kind,) = [
        kind
        for kind in typing.get_args(hint) or [hint]
        if kind in (str, int, bool) or isinstance(kind, enum.EnumMeta)
    ]
    return text in ("", "1", "true") if kind is bool else kind(text)


def plain(answer):
    """Returns an answer of the client as plain values."""
    if isinstance(answer, list):
        return [plain(item) for item in answer]
    return answer.to_dict() if hasattr(answer, "to_dict") else answer


def ask(client, path, tag, operation, example):
    """Asks an operation as its example does."""
    target = urllib.parse.urlsplit(example["x-request"])
    fields = dict(urllib.parse.parse_qsl(target.query, keep_blank_values=True))
    if "{variant}" in path:
        fields["variant"] = urllib.parse.unquote(target.path.split("/")[2])
    module = importlib.import_module(f"teeko_client.api.{tag}.{operation}")
    hints = typing.get_type_hints(module.sync_detailed)
    arguments = {}
    for name, text in fields.items():
        name = name if name in hints else name + "_"
        arguments[name] = as_type(hints[name], text)
    if "x-body" in example:
        arguments["body"] = example["x-body"].splitlines()
    response = module.sync_detailed(client=client, **arguments)
    assert response.status_code == 200, (example, response)
    if response.headers["content-type"] == "application/json":
        whole = json.loads(response.content)
        assert plain(response.parsed) == whole, (example, response.parsed)
    else:
        assert response.parsed, (example, response)


def ask_all(address, folder):
    """Makes a client and asks every operation."""
    config = folder / "client.yml"
    # The client reads this type of text as any other.
    overrides = {"application/openmetrics-text": "text/plain"}
    config.write_text(json.dumps({"post_hooks": [], "content_type_overrides": overrides}))
    make = [sys.executable, "-m", "openapi_python_client", "generate"]
    make += ["--url", f"{address}/openapi.json"]
    make += ["--output-path", folder / "client", "--config", config]
    subprocess.run(make, check=True)
    sys.path.insert(0, str(folder / "client"))
    client = importlib.import_module("teeko_client").Client(base_url=address, timeout=60)
    with urllib.request.urlopen(f"{address}/openapi.json") as answer:
        description = json.load(answer)
    asked = 0
    for path, methods in description["paths"].items():
        for operation in methods.values():
            contents = operation["responses"]["200"]["content"].values()
            examples = [
                example for content in contents for example in content.get("examples", {}).values()
            ]
            assert examples, path
            for example in examples:
                ask(client, path, operation["tags"][0], operation["operationId"], example)
                asked += 1
    print(f"{asked} examples asked with a generated client")


def run_schemathesis(address, folder):
    """Sends requests within and outside of the description."""
    config = folder / "schemathesis.toml"
    config.write_text(SCHEMATHESIS)
    run = [sys.executable, "-m", "schemathesis.cli", "--config-file", config, "run"]
    run += [f"{address}/openapi.json"]
    # A position can fit the description and still break the rules of the game.
    run += ["--exclude-checks", "positive_data_acceptance"]
    run += ["--seed", "1", "--max-examples", "10", "--request-timeout", "60", "--no-color"]
    subprocess.run(run, check=True, cwd=folder)


def main():
    command = [sys.argv[1], "--quiet", "serve", "--listen", "127.0.0.1:0", "--memory", "400MB"]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as service,
        tempfile.TemporaryDirectory() as folder,
    ):
        try:
            address = service.stdout.readline().removeprefix("listening on ").strip()
            ask_all(address, pathlib.Path(folder))
            run_schemathesis(address, pathlib.Path(folder))
        finally:
            service.terminate()


if __name__ == "__main__":
    main()
