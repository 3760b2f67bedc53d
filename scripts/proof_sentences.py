"""Which sentences a file for Coq may have. Others can switch a check off, state an axiom, load a
program into Coq, or change what it prints or writes: prove.py refuses them."""
import hashlib
import re

# Comments, strings and the text between them, as Coq reads them: comments are nested, and a string
# in a comment hides what would end it.
TOKEN = re.compile(r'\(\*|\*\)|"(?:[^"]|"")*"|[^("*]+|.', re.DOTALL)
#: Bullets and braces, which stand before a sentence.
BULLETS = re.compile(r"(?:[\s{}*+-]|\d+:)+")

LIBRARIES = ("NArith", "PArith", "Arith", "Lia", "List", "Bool", "FinFun", "FSets.FMapPositive",
             "Init.Byte", "Strings.Byte")
LIBRARY = "|".join(map(re.escape, LIBRARIES))
# Sentences of files written by hand, but for recursive functions. A tactic begins with a small
# letter. Without strings there is no notation, and without `:>` no coercion.
WRITTEN = re.compile(rf"""
    [a-z](?:(?!:>|\#\s*\[|").)*
  | (?:Definition|Inductive|CoInductive|Record|Lemma|Theorem|Fact|Ltac|Variables?|
      Hypothesis|Let|Section|End|Proof|Qed)\b(?:(?!:>|\#\s*\[|").)*
  | From\ Coq\ Require\ (?:Import|Export)(?:\ (?:{LIBRARY}))+
  | From\ TeekoProof\ Require(?:\ Import)?
      (?:\ (?:Teeko|Checker|Boards|HoldsOut|Adequacy|Table|proof_of_\w+))+
  | (?:Check|Print\ Assumptions)\ \w+
  | (?:Import|Export)\ ListNotations | Open\ Scope\ N_scope | Add\ Printing\ Constructor\ plan
  | Set\ Printing\ Depth\ 1000 | Hint\ Resolve\ positive_w\ :\ core | Module\ Map\ :=\ PositiveMap
  | Declare\ Scope\ bytes_scope | Delimit\ Scope\ bytes_scope\ with\ bytes
  | String\ Notation\ bytes\ Bytes\ bytes_list\ :\ bytes_scope
""", re.VERBOSE | re.DOTALL)
# Coq 8.16 to 9.2 accept some recursive functions that never end, which prove anything, and so does
# coqchk: issues 20455 and 21839 of rocq-prover/rocq. So no term or tactic may make one. Those of
# the files written by hand are listed, with the start of the SHA-256 of the sentence.
RECURSION = re.compile(r"\b(?:fix|ltac|native\w*|(?:Co)?Fixpoint)\b|<<:|\bcofix\b(?! IH(?:;|$))")
FUNCTIONS = {
    "wins_within": "b0a1cdc8ec49a35613e2df15d831f9e9",  # Adequacy.v
    "wins_by": "39ec2b54b5342f0c4741159718cccba4",  # Boards.v
    "transposed": "9ecf71828aad96ad1583686be80a0804",  # Boards.v
    "all": "fa39bda64eec6acdd4f230ab9946df75",  # Checker.v
    "some": "2b1d3a920effe24681184dc63e85a0f1",  # Checker.v
    "answered": "c20e9ef904482b7de52bb0d799e60bed",  # Checker.v
    "safe": "29b7ff76a517e97f07fac88076479fde",  # Checker.v
    "decode": "cabb9f535e18b475555cce520f214b33",  # Checker.v
    "drops_held": "8252c34e0183897590b7b9e5277e4143",  # HoldsOut.v
    "values": "d8e56dc10d387643b075dc81ae3e7870",  # Table.v
}
# Those of files that proof_data.py writes.
GENERATED = re.compile(r"""
    From\ TeekoProof\ Require\ Import\ Teeko\ (?:Checker|Boards|HoldsOut)
  | (?:Definition|Lemma)\ \w+\ :.* | Proof | Qed
  | vm_cast_no_check\ \(eq_refl\ (?:true|false)\) | exact\ .*
""", re.VERBOSE | re.DOTALL)
# Extract.v as a whole: what it writes is what OCaml compiles.
EXTRACTION = """
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt.
From TeekoProof Require Import Teeko.
From TeekoProof Require Table.
Extract Constant N.testbit => "(fun set c -> (set lsr c) land 1 = 1)".
Extract Constant N.setbit => "(fun set c -> set lor (1 lsl c))".
Extract Constant N.clearbit => "(fun set c -> set land lnot (1 lsl c))".
Extraction "agreement.ml" Table.agrees start teeko standard_shapes advanced_shapes plus_shapes
all_shapes.
"""


def refused(name, text):
    """The first sentence that the file NAME.v may not have, or None."""
    if name == "Extract":
        found = " ".join(without_comments(text).split())
        return None if found == " ".join(EXTRACTION.split()) else "a change"
    is_generated = name.startswith(("proof_of_", "mutants_of_"))
    allowed = GENERATED if is_generated else WRITTEN
    text = without_comments(text, keep_strings=not is_generated)
    # Python takes more characters for spaces and letters than Coq does.
    if not text.isascii():
        return "a character beyond ASCII"
    sections = 0
    for sentence in sentences(text):
        word = sentence.split()[0]
        sections += (word == "Section") - (word == "End")
        if word == "Fixpoint" and not is_generated:
            is_allowed = is_listed(sentence)
        else:
            is_allowed = allowed.fullmatch(sentence) and not is_recursive(sentence)
        # Outside a section it would be an axiom.
        is_axiom = word in ("Variable", "Variables", "Hypothesis", "Let") and sections < 1
        if is_axiom or not is_allowed:
            return sentence
    return None


def is_listed(sentence):
    """Whether a recursive function is one of those listed."""
    return hashlib.sha256(sentence.encode()).hexdigest()[:32] in FUNCTIONS.values()


def is_recursive(sentence):
    """Whether a sentence makes a recursive function. Lemmas `with` one another are one, too."""
    if RECURSION.search(sentence):
        return True
    words = re.findall(r"\w+", sentence)
    is_lemma = sentence.startswith(("Lemma", "Theorem", "Fact"))
    return is_lemma and words.count("with") > words.count("match")


def without_comments(text, keep_strings=True):
    """The text with each comment replaced by a space, and each string by an empty one unless
    strings are kept."""
    found = []
    depth = 0
    for match in TOKEN.finditer(text):
        token = match[0]
        if token == "(*":
            depth += 1
        elif token == "*)" and depth:
            depth -= 1
            found.append(" ")
        elif not depth:
            is_string = token[0] == '"' and not keep_strings
            found.append('""' if is_string else token)
    return "".join(found)


def sentences(text):
    """The sentences of a text without comments, each without its end and the bullets before it."""
    for part in re.split(r"\.(?=\s|$)", text):
        sentence = BULLETS.sub("", part, count=1) if BULLETS.match(part) else part
        if sentence := " ".join(sentence.split()):
            yield sentence
