"""Makes certificates, has Coq check them, prints the theorems: see prove.sh, which starts it."""
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Lock

import proof_data
import proof_sentences

SOURCES = Path("tests/proof")
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", "target"))
FOLDER = TARGET / "proof"
PROGRAMS = TARGET / "release"
LEAST_VERSION = 8, 16, 1  # Versions before it had an error in the virtual machine.
QUICK = ["44-ssss+4x4", "58-ssss", "58-ssss:sooner", "58-sppp"]
USUAL = QUICK + ["58-sppp:sooner", "58-ssss+no-centre", "58-sppp+no-centre", *(
    f"44-{plan}" for plan in "pppp ppps ppss psss sppp sspp sssp ssss".split()), *(
    f"58-{plan}" for plan in "pppp ppps ppss psss sspp sssp".split())]
# Other claims about a variant than its value, and the positions that they are about. `sooner` has
# none: it says of the empty board that Black wins no sooner.
POSITIONS = {
    "sooner": [],
    "plays": [play["position"] for play in tomllib.loads(
        Path("crates/teeko-analysis/data/scarne-plays.toml").read_text())["play"]],
    "longest": ["b:10,11,14,15 r:4,5,6,16 b"],
}
# Also shown: that the checker refuses mutants of these certificates, all that proof_data.py makes
# where that takes seconds, else those named.
MUTANTS = {"44-ssss+4x4": None, "58-ssss": None, "58-ssss:sooner": ["swapped"], "58-sppp": ["plan"],
           "58-ssss+no-centre": ["ban"], "44-ssss": ["swapped"],
           **dict.fromkeys(proof_data.BOARDS)}

# What proofs and the program for tables rest on.
CHECKERS = "Checker", "Boards", "HoldsOut", "Adequacy", "Table"
# Coq uses one core, and up to some gigabytes of memory.
JOBS = min(2, len(os.sched_getaffinity(0)))

def coq(name, folder=FOLDER):
    """What Coq says of a file, whether it accepts it, and its processor time and memory."""
    # Without -q a file of the user's comes first. Coq's cache of arithmetic goes to the folder that
    # it is started in.
    with open(folder / f"{name}.log", "w+") as log:
        child = subprocess.Popen(["coqc", "-q", "-Q", ".", "TeekoProof", f"{name}.v"], cwd=folder,
                                 stdout=log, stderr=log)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        log.seek(0)
        return (log.read(), child.returncode == 0, round(usage.ru_utime + usage.ru_stime),
                usage.ru_maxrss // 1024)

def accepted(name):
    """Has Coq accept a file that has no sentence but those that it may have. Returns what it
    prints, and its processor time and memory."""
    if sentence := proof_sentences.refused(name, (FOLDER / f"{name}.v").read_text()):
        sys.exit(f"error: {name}.v: expected a sentence that proof_sentences.py allows, found "
                 f"{sentence[:200]}")
    log, good, seconds, memory = coq(name)
    if not good:
        sys.exit(f"{log}error: {name}.v: expected Coq to accept it, and room for what it writes")
    return log, seconds, memory

def second_opinion(names, folder=FOLDER, options=()):
    """What Coq's second checker says of files, and whether it accepts them: it reads the compiled
    ones, checks what is switched off in a file, and computes without the virtual machine."""
    modules = [word for name in names for word in (*options, f"TeekoProof.{name}")]
    found = subprocess.run(["coqchk", "-silent", "-o", "-Q", ".", "TeekoProof", *modules],
                           cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return found.stdout, found.returncode == 0

# What coqchk lists, and of all but the theory nothing is accepted. Rocq has lines that Coq 8.16 has
# not: its last says of which types the indices are not counted, as is usual in Coq.
SUMMARY = re.compile(r"""\s*CONTEXT SUMMARY
=+
\* Theory: Set is predicative
(?:\* Theory: Rewrite rules are not allowed
)?\* Axioms: <none>
\* Constants/Inductives relying on type-in-type: <none>
\* Constants/Inductives relying on unsafe \(co\)fixpoints: <none>
\* Inductives whose positivity is assumed: <none>
(?:\* Inductives relying on indices not mattering:(?: <none>|(?:
 +\S+)+)
)?""")

def recheck(*names):
    """Has Coq's second checker accept files, with all that they rest on."""
    log, good = second_opinion(names)
    if not good or not SUMMARY.fullmatch(re.sub(r"\n\s*\n", "\n", log)):
        sys.exit(f"{log}error: {' '.join(names)}: expected coqchk to accept all, without axioms")
    print(f"coqchk accepts {', '.join(names)}", flush=True)

def certificate(claim):
    """The file with the strategies of a claim, made if it is missing, or None if it needs none."""
    if claim in proof_data.BOARDS and not proof_data.BOARDS[claim].strategies:
        return None
    variant, *more = claim.split(":", 1)
    path = FOLDER / f"{claim}.{'strategy' if more else 'certificate'}"
    if not path.exists():
        command = [PROGRAMS / "teeko", "--quiet", "certificate", variant, "--output", path]
        if claim in proof_data.BOARDS:
            command = [PROGRAMS / "examples/boards", claim]
        elif more:
            command = [PROGRAMS / "examples/strategy", variant, *POSITIONS[more[0]]]
        made = subprocess.check_output(command)
        if more:
            partial = path.with_suffix(".partial")
            partial.write_bytes(gzip.compress(made, mtime=0))
            partial.rename(path)
    return path

def prove(claim, version, record):
    """Has Coq check a certificate, and records or compares what it took. Returns the name of the
    proof."""
    path = certificate(claim)
    data = write(claim, path)
    _, seconds, memory = accepted(data.stem)
    print(f"{claim}: {data.stat().st_size:,} bytes, {seconds} s of processor time, {memory} MB",
          flush=True)
    if claim in MUTANTS:
        mutants = write(claim, path, mutants=True)
        _, spent, _ = accepted(mutants.stem)
        print(f"{claim}: refused {mutants.read_text().count('Lemma')} mutants, {spent} s",
              flush=True)
    result = {"data": sha256(data), "seconds": seconds, "megabytes": memory, "coq": version}
    if path:
        result = {"certificate": sha256(path), **result}
    compare(claim, result, record)
    return data.stem

def write(claim, path, mutants=False):
    """Writes what Coq checks of a certificate, or its mutants, and returns the path."""
    if claim in proof_data.BOARDS:
        return proof_data.boards(claim, path, FOLDER, mutants)
    only = MUTANTS[claim] if mutants else None
    return proof_data.main(claim.split(":")[0], path, FOLDER, mutants, only)

def sha256(file):
    return hashlib.sha256(file.read_bytes()).hexdigest()

def paragraphs(file):
    return (SOURCES / file).read_text().strip().split("\n\n")

def select(proofs):
    """The introduction of Claims.v, and its claims that rest on these proofs."""
    texts = []
    found = set()
    for text in paragraphs("Claims.v"):
        needed = set(re.findall(r"Require (proof_of_\w+|Table)\.", text))
        if needed <= proofs:
            texts.append(text)
            found |= needed
    if missing := proofs - found:
        sys.exit(f"error: Claims.v: expected a claim that rests on {missing.pop()}, found none")
    return "\n\n".join(texts) + "\n"

def only_theorems(text, log):
    """Whether Coq printed each theorem of Claims.v, that it has no axiom, and nothing else."""
    names = re.findall(r"^Check (\w+)\. Print Assumptions \1\.$", text, re.MULTILINE)
    *found, rest = log.split("Closed under the global context\n")
    if rest or len(found) != len(names):
        return False
    for name, theorem in zip(names, found):
        # Further lines of a theorem are indented.
        if not re.fullmatch(rf"{name}\n     : .*\n(?: {{7}}.*\n)*", theorem):
            return False
    return not re.search(r"Axioms|Warning|\.\.\.", log)

def refuse_all():
    """Has wrong definitions and false proofs refused. This comes last, and in a folder of their
    own: Coq reads lies as they are, and they could have it write files."""
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(JOBS) as pool:
        tests = []
        for test in wrong_definition, dishonest:
            for number, text in enumerate(paragraphs(f"{test.__name__}.txt")[1:]):
                tests.append(pool.submit(test, number, text, Path(folder)))
        for test in tests:
            test.result()

def wrong_definition(number, text, folder):
    """Has Coq refuse a wrong definition by a fact."""
    what, old, new = text.split("\n")
    library, facts = re.split("From TeekoProof Require Import Teeko.\n",
                              (SOURCES / "Facts.v").read_text())
    rules = f"{library}\n{(SOURCES / 'Teeko.v').read_text()}"
    if rules.count(old) != 1:
        sys.exit(f"error: wrong_definition.txt: expected {old!r} once in Teeko.v")
    rules = rules.replace(old, new)
    if sentence := proof_sentences.refused("Teeko", rules):
        sys.exit(f"error: wrong_definition.txt: expected no sentence such as {sentence[:200]}")
    (folder / f"wrong_{number}.v").write_text(f"{rules}\nModule Facts.\n{facts}")
    log, _, _, _ = coq(f"wrong_{number}", folder)
    line = re.search(rf'"./wrong_{number}.v", line (\d+)', log)
    if not line or int(line[1]) <= rules.count("\n") + 1 or "Facts is" in log:
        sys.exit(f"{log}error: wrong_definition.txt: expected a fact to refuse this: {what}")

IMPORTS = "From TeekoProof Require Import Teeko Checker.\n"

def dishonest(number, text, folder):
    """Has each of the barriers named refuse a lie."""
    heading, lie = text.split("\n", 1)
    file, barriers = re.fullmatch(r"(\w+)\.v, refused by (.*?): .*", heading).groups()
    barriers = barriers.split(" and ")
    folder = folder / f"dishonest_{number}"
    if barriers != ["sentences"]:
        prove_falsely(file, lie, folder)
    for barrier in barriers:
        if not BARRIERS[barrier](file, lie, folder):
            sys.exit(f"error: dishonest.txt: expected {barrier} to refuse this: {heading}")

def prove_falsely(file, lie, folder):
    """Has Coq accept a false proof that a lie makes, which looks right by itself: the checker has
    its own file, and so has the proof."""
    folder.mkdir()
    shutil.copy(FOLDER / "Teeko.vo", folder)
    game = proof_data.Variant("58-ssss").game()
    texts = {"Checker": "From TeekoProof Require Import Teeko.\n",
             "proof_of_58_ssss": IMPORTS}
    texts[file] += f"{lie}\n"
    if file == "Checker":
        texts["proof_of_58_ssss"] += (
            f"Lemma proof : wins {game} Black 1%nat start.\nProof. exact sure. Qed.\n")
    for name, text in texts.items():
        (folder / f"{name}.v").write_text(text)
        log, good, _, _ = coq(name, folder)
        if not good:
            sys.exit(f"{log}error: dishonest.txt: expected Coq to accept {name}.v")

def sentences_refuse(file, lie, folder):
    source = SOURCES / f"{file}.v"
    honest = source.read_text() if source.exists() else IMPORTS
    return proof_sentences.refused(file, f"{honest}\n{lie}\n")

def claims_refuse(file, lie, folder):
    text = select({"proof_of_58_ssss"}).replace("Black 13 start", "Black 1 start")
    (folder / "Claims.v").write_text(text)
    log, good, _, _ = coq("Claims", folder)
    return not good or not only_theorems(text, log)

def coqchk_refuses(file, lie, folder):
    # Without the files of Coq's library, which another job checks.
    log, good = second_opinion([file], folder, ["-norec"])
    return not good or re.search(r"^ +TeekoProof\.", log, re.MULTILINE)

BARRIERS = {"sentences": sentences_refuse, "Claims.v": claims_refuse, "coqchk": coqchk_refuses}

RESULTS = SOURCES / "results.toml"
RECORDING = Lock()

def compare(claim, result, record):
    """Compares what was made with what was recorded, or records it."""
    with RECORDING:
        text = RESULTS.read_text()
        known = tomllib.loads(text)
        if record:
            known |= {claim: result}
            heading = text.split("\n\n")[0]
            entries = [entry(*claim) for claim in sorted(known.items())]
            RESULTS.write_text("\n\n".join([heading, *entries]) + "\n")
    if claim not in known:
        print(f"{claim}: not in results.toml yet; --record adds it")
    for file in "certificate", "data":
        if known.get(claim, result).get(file) != result.get(file):
            sys.exit(f"error: results.toml: {claim}: expected the {file} recorded, found "
                     f"{result.get(file)}; record it with --record if it was meant to change")

def entry(claim, result):
    """What results.toml says of a claim."""
    lines = [f"{key} = {value!r}".replace("'", '"') for key, value in result.items()]
    return "\n".join([f'["{claim}"]', *lines])

def prepare():
    """Copies the sources to an empty folder. Returns Coq's version."""
    forget_libraries()
    version = subprocess.check_output(["coqc", "--print-version"], text=True).split()[0]
    if tuple(map(int, re.findall(r"\d+", version))) < LEAST_VERSION:
        sys.exit(f"error: coqc: expected Coq 8.16.1 or later, found {version}")
    empty_folder()
    for file in SOURCES.glob("*.v"):
        shutil.copy(file, FOLDER)
    accepted("Teeko")
    return version

def forget_libraries():
    """Drops the variables by which Coq and OCaml would look for libraries before their own."""
    for name in list(os.environ):
        if name.startswith(("COQ", "ROCQ", "OCAML", "CAML", "XDG_DATA_")):
            del os.environ[name]
    # Without these, Coq would look in the user's folders. This is no folder.
    os.environ["XDG_DATA_HOME"] = os.environ["XDG_DATA_DIRS"] = os.devnull

def empty_folder():
    """Removes all but certificates from the folder: Coq, OCaml and what copies files would use a
    compiled file, or follow a link."""
    if FOLDER.is_symlink():
        FOLDER.unlink()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file in FOLDER.iterdir():
        is_link = file.is_symlink()
        if file.is_dir() and not is_link:
            shutil.rmtree(file)
        elif is_link or not file.is_file() or file.suffix not in (".certificate", ".strategy"):
            file.unlink()

def export(name):
    """A process that writes the table of a variant."""
    columns = "black,red,layer,turn,outcome,dtw"
    return subprocess.Popen([PROGRAMS / "teeko", "--quiet", "export", name, "--to", "csv",
                             "--columns", columns, "-o", "-"], stdout=subprocess.PIPE)

def build_table():
    """Has Coq write the check of a table as a program, and OCaml compile it."""
    accepted("Extract")
    # Only now: Coq could have written a file of this name.
    shutil.copy(SOURCES / "table.ml", FOLDER)
    subprocess.run(["ocamlopt", "-w", "-a", "-inline", "100", "agreement.mli", "agreement.ml",
                    "table.ml", "-o", "table"], cwd=FOLDER, check=True, stderr=subprocess.DEVNULL)

def check_table(name, rows=None):
    """Has the program check the table of a variant, in two parts. Returns what it prints."""
    command = [FOLDER / "table", *table_arguments(name)]
    with ThreadPoolExecutor(2) as pool:
        parts = [pool.submit(check_part, name, rows, [*command, str(part), "2"])
                 for part in range(2)]
        return [part.result() for part in parts]

def table_arguments(name):
    """What table.ml is told of a variant: columns, rows, goals, plan, and the barred circle."""
    found = re.fullmatch(r"(44|58|64|78)-([ps]{4})(\+no-centre)?(?:\+([4-8])x([4-8]))?", name)
    if not found:
        sys.exit(f"error: {name}: expected the name of a variant, such as 44-ssss or 58-pppp+4x5")
    goals, plan, ban, width, height = found.groups()
    width = int(width or 5)
    height = int(height or 5)
    if ban and not width * height % 2:
        sys.exit(f"error: {name}: expected a board with a centre circle, as +no-centre forbids it")
    banned = width * height // 2 if ban else -1
    return [str(width), str(height), goals, plan, str(banned)]

def check_part(name, rows, command):
    """Has the program check a part of a table, whose rows are exported unless they are given.
    Returns its exit code and what it prints."""
    source = {"stdin": export(name).stdout} if rows is None else {"input": rows}
    found = subprocess.run(command, stdout=subprocess.PIPE, **source)
    return found.returncode, found.stdout.decode()

def prove_position(variant, position):
    """Proves in how many plies a side wins a position, and that it cannot sooner."""
    name = re.sub(r"\W+", "_", position)
    POSITIONS[name] = [position]
    try:
        data = proof_data.main(variant, certificate(f"{variant}:{name}"), FOLDER)
    except subprocess.CalledProcessError:
        sys.exit("error: expected a variant and a position in which a side wins")
    accepted("Checker")
    recheck("Checker")
    accepted(data.stem)
    # Like Claims.v, this file imports Teeko alone.
    statement = stated_in(data.read_text())
    (FOLDER / "Position.v").write_text(
        f"From TeekoProof Require Import Teeko.\nFrom TeekoProof Require {data.stem}.\n"
        f"Set Printing Depth 1000.\nTheorem position : {statement}.\n"
        f"Proof. exact {data.stem}.proof. Qed.\n"
        "Check position. Print Assumptions position.\n")
    log, _, _ = accepted("Position")
    print(log)
    if not only_theorems("Check position. Print Assumptions position.", log):
        sys.exit("error: Position.v: expected a theorem without axioms")

def stated_in(text):
    """What the lemma `proof` of a generated file states: one sentence, and not one of a comment."""
    start = "Lemma proof : "
    text = proof_sentences.without_comments(text, keep_strings=False)
    for sentence in proof_sentences.sentences(text):
        if sentence.startswith(start):
            return sentence.removeprefix(start)
    sys.exit("error: expected a generated file with a lemma `proof`")

def prove_table(name):
    """Has the program check all values of a variant."""
    start = time.monotonic()
    build_table()
    # A table with one wrong value is refused.
    rows = export("44-ssss+4x4").stdout.read()
    wrong = rows.replace(b",win,5\n", b",win,3\n", 1)
    if wrong == rows or not any(code and "refused" in text
                                for code, text in check_table("44-ssss+4x4", wrong)):
        sys.exit("error: table.ml: expected a wrong value to be refused")
    parts = check_table(name)
    for code, text in parts:
        print(text, end="")
        if code:
            sys.exit(f"error: {name}: expected a table that agrees with itself")
    longest = max(int(re.search(r"no win longer than (\d+)", text)[1]) for _, text in parts)
    print(f"All values of {name} are right, and no win takes more than {longest} plies. Checked in "
          f"{time.monotonic() - start:.0f} s.")

def main(arguments):
    if arguments[:1] == ["--table"] and len(arguments) == 2:
        prepare()
        for name in "Adequacy", "Table":
            accepted(name)
        recheck("Adequacy", "Table")
        check_claims({"Table"})
        prove_table(arguments[1])
        return
    if len(arguments) == 2 and re.search(r"[ /]", arguments[1]):
        prepare()
        prove_position(*arguments)
        return
    options, claims = read_arguments(arguments)
    start = time.monotonic()
    version = prepare()
    for name in CHECKERS:
        accepted(name)
    proofs = prove_all(claims, version, "--record" in options)
    count = check_claims(proofs | {"Table"})
    if "--coqchk" in options:
        recheck("Claims")
    if len(claims) > 1:
        prove_table("44-ssss+4x4")
    refuse_all()
    print(f"All {count} theorems are proved, in {time.monotonic() - start:.0f} s.")

def read_arguments(arguments):
    """The options, and the claims to prove."""
    options = {argument for argument in arguments if argument.startswith("--")}
    claims = [argument for argument in arguments if argument not in options]
    if unknown := options - {"--quick", "--all", "--record", "--coqchk"}:
        sys.exit(f"error: {unknown.pop()}: expected --quick, --all, --record, --coqchk, "
                 "--table VARIANT or claims")
    if claims:
        return options, claims
    if "--quick" in options:
        return options, QUICK
    return options, every_claim() if "--all" in options else USUAL

def every_claim():
    """All claims that Claims.v names."""
    claims = []
    for text in paragraphs("Claims.v"):
        claims += re.findall(r"\(\*\* (\S+): ", text)
    return claims

def prove_all(claims, version, record):
    """Has Coq check these claims, and what follows from the definitions. Returns the names of the
    proofs."""
    with ThreadPoolExecutor(JOBS) as pool:
        others = [pool.submit(accepted, "Facts"), pool.submit(recheck, *CHECKERS)]
        proofs = [pool.submit(prove, claim, version, record) for claim in claims]
        names = {proof.result() for proof in proofs}
        for other in others:
            other.result()
    return names

def check_claims(proofs):
    """Has Coq check the theorems that rest on these proofs, prints them, and returns how many there
    are."""
    text = select(proofs)
    (FOLDER / "Claims.v").write_text(text)
    log, _, _ = accepted("Claims")
    print(log)
    if not only_theorems(text, log):
        sys.exit("error: Claims.v: expected theorems without axioms, and nothing else")
    return text.count("\nTheorem ")

main(sys.argv[1:])
