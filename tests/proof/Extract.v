(** * A program out of the proof

    Writes [agrees] of [Table.v] as OCaml, for [table.ml]; the other names are those of [Teeko.v].
    Numbers become OCaml's integers of 63 bits, and the operations on single bits those of OCaml. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatInt ExtrOcamlZInt.
From TeekoProof Require Import Teeko.
From TeekoProof Require Table.

Extract Constant N.testbit => "(fun set c -> (set lsr c) land 1 = 1)".
Extract Constant N.setbit => "(fun set c -> set lor (1 lsl c))".
Extract Constant N.clearbit => "(fun set c -> set land lnot (1 lsl c))".

Extraction "agreement.ml" Table.agrees start teeko standard_shapes advanced_shapes plus_shapes
  all_shapes.
