#!/usr/bin/env python3
"""Writes what Python declares about questions and answers, from the declarations in Rust, and what
the page shows before its solver answers:

- `answers.py` of the Python package: the types of answers, made by datamodel-code-generator;
- `_questions.py` of the Python package: a method for each question;
- the docstrings that `_teeko.pyi` has: the comments of the Rust in the Python package;
- `goal_shapes.js` of the page: the shapes of each goal set.

    $(scripts/python.sh) scripts/declarations.py PROGRAM [--check]

These files are committed: `pip install` of a checkout needs no more than Rust and Python. PROGRAM
is the program `teeko`, such as target/debug/teeko. Its service describes questions and answers in
/openapi.json. With `--check` nothing is written, and the exit code is 1 if a file is not up to date.
"""

import argparse
import ast
import copy
import json
import re
import subprocess
import sys
import tempfile
import textwrap
import urllib.request
from pathlib import Path

CRATES = Path(__file__).resolve().parents[1] / "crates"
PACKAGE = CRATES / "teeko-python/python/teeko"

# The methods that do not have the names of their questions.
METHODS = {"position": "query", "solution": "census"}
# The questions whose functions are written by hand.
BY_HAND = ("rules", "positions", "variants", "plays", "claims", "questions")
# The kinds of parameters that are the first argument: the kinds that it replaces, and its
# declaration.
FIRST = {
    "position": (("position", "game", "start"), "position: Position | str"),
    "game": (("game",), "moves: str | Sequence[MoveLike] | GameRecord | Recorded"),
    "record": (("record",), "text: str"),
    "variants": (("variants",), "other: Self"),
}
# The answer without the field that a brief question leaves out is a type, too.
BRIEF = "Query"
LEFT_OUT = "moves"
# The kinds of texts that methods also take in another form.
TEXTS = {"start": "Position | str", "circle": "int | str", "list": "str | Iterable[str]"}
# The names of JSON's types.
TYPES = {"string": "str", "integer": "int", "boolean": "bool"}
# How datamodel-code-generator writes answers.
GENERATE = """
--input-file-type openapi --output-model-type typing.TypedDict --target-python-version 3.11
--use-schema-description --use-field-description --use-single-line-docstring --use-double-quotes
--formatters builtin
""".split()

# The line of each file after which this script writes it.
MARK = "scripts/declarations.py writes what follows.\n"


def description(program):
    """Returns what the service says about itself, and the shapes of each goal set."""
    command = [program, "--quiet", "serve", "--listen", "127.0.0.1:0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as service:
        try:
            address = service.stdout.readline().split()[-1]
            described = answer_of(f"{address}/openapi.json")
            shapes = {}
            for name in described["components"]["schemas"]["GoalSet"]["enum"]:
                shapes[name] = answer_of(f"{address}/v1/{name}-ssss/rules")["shapes"]
            return described, shapes
        finally:
            service.kill()


def answer_of(address):
    """Returns the JSON at an address."""
    with urllib.request.urlopen(address) as response:
        return json.load(response)


def page_shapes(sets):
    """Returns goal_shapes.js."""
    text = "\nexport const SHAPES = {\n"
    for name, shapes in sets.items():
        rows = json.dumps([shape["rows"] for shape in shapes])
        text += filled(f'"{name}": {rows},', "  ", "    ") + "\n"
    return text + "};\n"


def filled(text, first, others):
    """Wraps a paragraph at 100 columns. Its first line and the others begin with these texts."""
    wrapper = textwrap.TextWrapper(100, first, others, break_on_hyphens=False)
    wrapper.break_long_words = False
    return wrapper.fill(" ".join(text.split()))


def docstring(text, indent, arguments=()):
    """Returns a docstring. `arguments` are pairs of a name and what it says."""
    assert '"""' not in text and "\\" not in text, text
    start, *others = text.split("\n\n")
    lines = [filled(start, f'{indent}"""', indent)]
    lines += ["\n" + filled(paragraph, indent, indent) for paragraph in others]
    lines += [f"\n{indent}Args:"] if arguments else []
    for name, about in arguments:
        lines.append(filled(f"{name}: {about}", f"{indent}    ", f"{indent}        "))
    text = "\n".join(lines)
    return text + (f"\n{indent}" if "\n" in text or len(text) > 97 else "") + '"""\n'


def type_of(schema):
    """Returns the type of an answer or a parameter."""
    if "$ref" in schema:
        return schema["$ref"].split("/")[-1]
    if "enum" in schema:
        return f"Literal[{', '.join(map(json.dumps, schema['enum']))}]"
    kind = schema["type"]
    if isinstance(kind, list):
        (kind,) = [one for one in kind if one != "null"]
    return TYPES[kind]


def add_types(types, part, schemas):
    """Adds the types that a part of a schema refers to, and those that they refer to."""
    if isinstance(part, list):
        part = dict(enumerate(part))
    if not isinstance(part, dict):
        return
    for inner in part.values():
        add_types(types, inner, schemas)
    name = part.get("$ref", "").split("/")[-1]
    if name and name not in types:
        types[name] = copy.deepcopy(schemas[name])
        add_types(types, schemas[name], schemas)


def python_answers(types):
    """Returns answers.py."""
    brief = copy.deepcopy(types[BRIEF])
    del brief["properties"][LEFT_OUT]
    brief["description"] += f"\n\nIt lacks `{LEFT_OUT}`."
    types[BRIEF]["required"].append(LEFT_OUT)
    schemas = {**types, f"Brief{BRIEF}": brief}
    described = {"openapi": "3.1.0", "info": {"title": "", "version": ""}, "paths": {}}
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "answers.json")
        written = Path(folder, "answers.py")
        source.write_text(json.dumps(described | {"components": {"schemas": schemas}}))
        command = [sys.executable, "-W", "ignore", "-m", "datamodel_code_generator", *GENERATE]
        subprocess.run([*command, "--input", source, "--output", written], check=True)
        text = written.read_text()
    # The imports are written by hand.
    return "\n\n" + re.split(r"^from typing .*\n\n", text, flags=re.MULTILINE)[1]


class Question:
    """A question about a game, about two, or about none."""

    def __init__(self, path, operation, schemas):
        self.name = operation["operationId"]
        self.method = METHODS.get(self.name, self.name)
        *_, (media_type, content) = operation["responses"]["200"]["content"].items()
        self.answer = None if media_type == "application/octet-stream" else content["schema"]
        summary, *others = operation["description"].split("\n\n")
        self.about = "\n\n".join([f"{summary}.", *others])
        # The field `schema` of the answer says the name of the document.
        name = content["schema"].get("$ref", "").split("/")[-1]
        fields = schemas.get(name, {}).get("properties", {})
        if "schema" in fields:
            document = fields["schema"]["description"].split(";")[0].rstrip(".")
            self.about += f"\n\nReturns the document {document}."
        elif not self.answer:
            self.about += "\n\nReturns the bytes of the file."
        self.has_game = "{variant}" in path
        parameters = [one for one in operation["parameters"] if "name" in one]
        kinds = [one.get("x-kind") for one in parameters]
        #: The kind of the parameter that is the first argument, and its name.
        self.first = next((kind for kind in FIRST if kind in kinds), None)
        self.place = parameters[kinds.index(self.first)]["name"] if self.first else None
        # The game has its goals.
        replaced = {"goals", *FIRST.get(self.first, ((), ""))[0]}
        self.parameters = [one for one in parameters if one.get("x-kind") not in replaced]

    def options(self):
        """Yields the other parameters: names, types and descriptions."""
        for parameter in self.parameters:
            schema, about = parameter["schema"], parameter["description"]
            most = schema.get("maximum", 1 << 16)
            if most < 1 << 16 and f" {most}," not in about:
                about += f". From {schema['minimum']} to {most}"
            own = TEXTS.get(parameter.get("x-kind")) or type_of(schema)
            yield parameter["name"], own, schema.get("default"), f"{about}."


class Method:
    """The method, or the function, that asks a question in Python."""

    def __init__(self, question):
        self.question = question
        self.is_method = question.has_game or question.place is not None
        self.indent = "    " if self.is_method else ""
        #: The declarations of its arguments.
        self.arguments = ["self"] if self.is_method else []
        #: The parameters of the question and the arguments that they are.
        self.given = {}
        #: What the docstring says of the arguments.
        self.about = []
        if question.place:
            self.add_first()
        for option in question.options():
            self.add_option(*option)
        self.answer = f"answers.{type_of(question.answer)}" if question.answer else "bytes"

    def add_first(self):
        """Adds the argument that the question is about."""
        argument = FIRST[self.question.first][1]
        self.arguments.append(argument)
        if self.question.first != "variants":
            self.given[self.question.place] = argument.split(":")[0]

    def add_option(self, name, kind, default, about):
        """Adds another argument."""
        own = {"pass": "pass_", "from": "start"}.get(name, name)
        self.given[name] = own
        self.about.append((own, about))
        if default is None:
            kind += " | None"
        if isinstance(default, str):
            default = json.dumps(default)
        # The distance of puzzles may come without its name.
        if name != "dtw" and "*" not in self.arguments:
            self.arguments.append("*")
        self.arguments.append(f"{own}: {kind} = {default}")

    def text(self):
        """Returns the method."""
        indent = f"{self.indent}    "
        overloads, answer = self.overloads()
        text = overloads + self.header(self.arguments, answer) + "\n"
        return text + docstring(self.question.about, indent, self.about) + self.call(indent)

    def overloads(self):
        """Returns the overloads of a method whose answer may be brief, and the type of any answer.
        """
        plain = "brief: bool = False"
        if plain not in self.arguments:
            return "", self.answer
        both = f"{self.answer} | answers.Brief{BRIEF}"
        forms = {"brief: Literal[False] = False": self.answer, "brief: bool": both}
        text = ""
        for brief, answer in forms.items():
            arguments = [brief if argument == plain else argument for argument in self.arguments]
            text += f"{self.indent}@overload\n{self.header(arguments, answer)} ...\n\n"
        return text, both

    def header(self, arguments, answer):
        """Returns the line or lines up to the body."""
        before = f"{self.indent}def {self.question.method}("
        return listed(before, arguments, f") -> {answer}:", self.indent)

    def call(self, indent):
        """Returns the body, which asks the question."""
        call = "answer" if self.question.answer else "ask"
        before = f'{indent}return {call}("{self.question.name}", {self.games()}, '
        values = [f'"{name}": {own}' for name, own in self.given.items()]
        line = f"{before}{{{', '.join(values)}}})\n"
        if len(line) <= 101:
            return line
        return listed(f"{indent}given = {{", values, "}", indent) + f"\n{before}given)\n"

    def games(self):
        """Returns the list of the games that the question is about."""
        if self.question.first == "variants":
            return "[self, other]"
        return "[self]" if self.is_method else "[]"


def listed(before, parts, after, indent):
    """Returns parts in a line, or a line for each if they do not fit."""
    line = f"{before}{', '.join(parts)}{after}"
    if len(line) <= 100:
        return line
    lines = "".join(f"{indent}    {part},\n" for part in parts)
    return f"{before}\n{lines}{indent}{after}"


def python_questions(questions):
    """Returns _questions.py."""
    text = ""
    for question in questions:
        if not question.has_game and not question.place:
            text += "\n\n" + Method(question).text()
    text += '\n\nclass Questions:\n    """What :class:`teeko.Game` can be asked."""\n\n'
    text += "    _native: _teeko.Game\n"
    methods = [one for one in questions if one.has_game or one.place]
    return text + "".join("\n" + Method(question).text() for question in methods)


# Comments, attributes, and the beginning of what they are about.
ITEM = re.compile(
    r"((?: *///.*\n)*)((?: *#\[.*\n)*)( *)(?:pub(?:\(crate\))? )?(struct|impl|fn) (\w+)"
)


def rust_comments():
    """Returns the comments of the classes, methods and functions in the Rust of the Python package.
    """
    comments = {}
    for path in sorted((CRATES / "teeko-python/src").glob("*.rs")):
        owner = ""
        for comment, attributes, indent, kind, name in ITEM.findall(path.read_text()):
            if kind != "fn":
                owner = name
            name = python_name(name, attributes)
            text = re.sub("^ */// ?", "", comment, flags=re.MULTILINE).strip()
            if text:
                comments[f"{owner}.{name}" if indent else name] = text
    return comments


def python_name(name, attributes):
    """Returns the name in Python of an item of Rust."""
    renamed = re.search(r'#\[(?:new|pyo3\(name = "(\w+)"\))\]', attributes)
    if not renamed:
        return name
    return renamed[1] or "__new__"


def stub(text, comments):
    """Returns a stub with these docstrings where it has its own."""
    lines = text.splitlines(keepends=True)
    kinds = ast.ClassDef, ast.FunctionDef
    items = [(node.name, node) for node in ast.parse(text).body if isinstance(node, kinds)]
    for name, node in list(items):
        parts = [part for part in node.body if isinstance(part, kinds)]
        items += [(f"{name}.{part.name}", part) for part in parts]
    # From the end, so that line numbers stay true.
    for name, node in sorted(items, key=lambda one: -one[1].lineno):
        if ast.get_docstring(node) is not None:
            own = node.body[0]
            indent = " " * (node.col_offset + 4)
            lines[own.lineno - 1 : own.end_lineno] = [docstring(comments[name], indent)]
    return "".join(lines)


def questions_of(described):
    """Returns the questions that the service describes."""
    questions = []
    for path, operations in described["paths"].items():
        for operation in operations.values():
            if operation["tags"] != ["service"]:
                questions.append(Question(path, operation, described["components"]["schemas"]))
    return questions


def main():
    parser = argparse.ArgumentParser(description=__doc__.split(":")[0] + ".")
    parser.add_argument("program", help="the program `teeko`, such as target/debug/teeko")
    parser.add_argument("--check", action="store_true", help="only check the files")
    arguments = parser.parse_args()
    described, goal_sets = description(arguments.program)
    schemas = described["components"]["schemas"]
    questions = questions_of(described)
    types = {}
    # The rules of a game are an object in Python, and `positions` is for services.
    add_types(types, [one.answer for one in questions if one.name not in BY_HAND[:2]], schemas)
    questions = [question for question in questions if question.name not in BY_HAND]
    files = {
        PACKAGE / "answers.py": python_answers(types),
        PACKAGE / "_questions.py": python_questions(questions),
        CRATES / "teeko-web/page/rules/goal_shapes.js": page_shapes(goal_sets),
    }
    for path in files:
        head, _ = path.read_text().split(MARK)
        files[path] = head + MARK + files[path]
    pyi = PACKAGE / "_teeko.pyi"
    files[pyi] = stub(pyi.read_text(), rust_comments())
    stale = [path for path, text in files.items() if path.read_text() != text]
    for path in stale:
        if arguments.check:
            print(f"{path}: not up to date; run {__file__} {arguments.program}", file=sys.stderr)
        else:
            path.write_text(files[path])
    sys.exit(arguments.check and bool(stale))


if __name__ == "__main__":
    main()
