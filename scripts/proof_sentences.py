"""Which sentences a file for Coq may have. Others can switch a check off, state an axiom, load a
program into Coq, or change what it prints or writes: prove.py refuses them."""
import re

# Comments, strings and the text between them, as Coq reads them: comments are nested, and a string
# in a comment hides what would end it.
TOKEN = re.compile(r'\(\*|\*\)|"(?:[^"]|"")*"|[^("*]+|.', re.DOTALL)
#: Bullets and braces, which stand before a sentence.
BULLETS = re.compile(r"(?:[\s{}*+-]|\d+:)+")

LIBRARIES = ("NArith", "PArith", "Arith", "Lia", "List", "Bool", "FinFun", "FSets.FMapPositive",
             "Init.Byte", "Strings.Byte")
LIBRARY = "|".join(map(re.escape, LIBRARIES))
# Sentences of files written by hand. A tactic begins with a small letter. Without strings there is
# no notation, and without `:>` no coercion.
WRITTEN = re.compile(rf"""
    [a-z](?:(?!:>|\#\s*\[|").)*
  | (?:Definition|Fixpoint|Inductive|CoInductive|Record|Lemma|Theorem|Fact|Ltac|Variables?|
      Hypothesis|Let|Section|End|Proof|Qed)\b(?:(?!:>|\#\s*\[|").)*
  | From\ Coq\ Require\ (?:Import|Export)(?:\ (?:{LIBRARY}))+
  | From\ TeekoProof\ Require(?:\ Import)?(?:\ \w+)+
  | (?:Check|Print\ Assumptions)\ \w+
  | (?:Import|Export)\ ListNotations | Open\ Scope\ N_scope | Add\ Printing\ Constructor\ plan
  | Set\ Printing\ Depth\ 1000 | Hint\ Resolve\ positive_w\ :\ core | Module\ Map\ :=\ PositiveMap
  | Declare\ Scope\ bytes_scope | Delimit\ Scope\ bytes_scope\ with\ bytes
  | String\ Notation\ bytes\ Bytes\ bytes_list\ :\ bytes_scope
""", re.VERBOSE | re.DOTALL)
# Those of files that proof_data.py writes.
GENERATED = re.compile(r"""
    From\ TeekoProof\ Require\ Import\ Teeko\ (?:Checker|Boards)
  | (?:Definition|Lemma)\ \w+\ :.* | Proof | Qed
  | vm_cast_no_check\ \(eq_refl\ (?:true|false)\) | exact\ .*
""", re.VERBOSE | re.DOTALL)
# Extract.v as a whole: what it writes is what OCaml compiles.
EXTRACTION = """
From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt.
From TeekoProof Require Import Teeko Table.
Extract Constant N.testbit => "(fun set c -> (set lsr c) land 1 = 1)".
Extract Constant N.setbit => "(fun set c -> set lor (1 lsl c))".
Extract Constant N.clearbit => "(fun set c -> set land lnot (1 lsl c))".
Extraction "agreement.ml" agrees plies_of start teeko standard_shapes advanced_shapes plus_shapes
all_shapes.
"""


def refused(name, text):
    """The first sentence that the file NAME.v may not have, or None."""
    if name == "Extract":
        found = " ".join(without_comments(text).split())
        return None if found == " ".join(EXTRACTION.split()) else "a change"
    is_generated = name.startswith(("proof_of_", "mutants_of_"))
    allowed = GENERATED if is_generated else WRITTEN
    for sentence in sentences(without_comments(text, keep_strings=not is_generated)):
        if not allowed.fullmatch(sentence):
            return sentence
    return None


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
