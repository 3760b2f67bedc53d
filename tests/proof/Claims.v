(** * The theorems

    Read [Teeko.v] first, then this. Nothing but [Teeko] is imported, so every word below means what
    [Teeko.v] says. The proofs are looked up by name alone, and Coq compares what they prove with
    what is stated here. [Print Assumptions] shows what a theorem rests on: "Closed under the global
    context" means no axiom.

    A comment begins with the name that [scripts/prove.sh] takes. The goal sets have 44 goals on the
    standard board ([standard_shapes]), 58 ([advanced_shapes]), 64 ([plus_shapes]) and 78
    ([all_shapes]). *)

From TeekoProof Require Import Teeko.

(** In a plan, [S] is a drop that the player chooses and [P] one that the opponent points at. *)
Definition S := Standard.
Definition P := Pointed.

(** ** Scarne's sixteen variants *)

(** 44-ssss: Standard Teeko is a draw. *)
From TeekoProof Require proof_of_44_ssss.
Theorem ssss_44 : draw (teeko 5 5 standard_shapes (Plan S S S S) None).
Proof. exact proof_of_44_ssss.proof. Qed.
Check ssss_44. Print Assumptions ssss_44.

(** 44-pppp: Alternate with 44 goals is a draw. *)
From TeekoProof Require proof_of_44_pppp.
Theorem pppp_44 : draw (teeko 5 5 standard_shapes (Plan P P P P) None).
Proof. exact proof_of_44_pppp.proof. Qed.
Check pppp_44. Print Assumptions pppp_44.

(** 44-psss: One-move Alternate with 44 goals is a draw. *)
From TeekoProof Require proof_of_44_psss.
Theorem psss_44 : draw (teeko 5 5 standard_shapes (Plan P S S S) None).
Proof. exact proof_of_44_psss.proof. Qed.
Check psss_44. Print Assumptions psss_44.

(** 44-ppss: Two-move Alternate with 44 goals is a draw. *)
From TeekoProof Require proof_of_44_ppss.
Theorem ppss_44 : draw (teeko 5 5 standard_shapes (Plan P P S S) None).
Proof. exact proof_of_44_ppss.proof. Qed.
Check ppss_44. Print Assumptions ppss_44.

(** 44-ppps: Three-move Alternate with 44 goals is a draw. *)
From TeekoProof Require proof_of_44_ppps.
Theorem ppps_44 : draw (teeko 5 5 standard_shapes (Plan P P P S) None).
Proof. exact proof_of_44_ppps.proof. Qed.
Check ppps_44. Print Assumptions ppps_44.

(** 44-sppp: One-move Standard with 44 goals is a draw. *)
From TeekoProof Require proof_of_44_sppp.
Theorem sppp_44 : draw (teeko 5 5 standard_shapes (Plan S P P P) None).
Proof. exact proof_of_44_sppp.proof. Qed.
Check sppp_44. Print Assumptions sppp_44.

(** 44-sspp: Two-move Standard with 44 goals is a draw. *)
From TeekoProof Require proof_of_44_sspp.
Theorem sspp_44 : draw (teeko 5 5 standard_shapes (Plan S S P P) None).
Proof. exact proof_of_44_sspp.proof. Qed.
Check sspp_44. Print Assumptions sspp_44.

(** 44-sssp: Three-move Standard with 44 goals is a draw. *)
From TeekoProof Require proof_of_44_sssp.
Theorem sssp_44 : draw (teeko 5 5 standard_shapes (Plan S S S P) None).
Proof. exact proof_of_44_sssp.proof. Qed.
Check sssp_44. Print Assumptions sssp_44.

(** 58-ssss: Black wins Advanced Teeko within 13 plies. *)
From TeekoProof Require proof_of_58_ssss.
Theorem advanced_13 : wins (teeko 5 5 advanced_shapes (Plan S S S S) None) Black 13 start.
Proof. exact proof_of_58_ssss.proof. Qed.
Check advanced_13. Print Assumptions advanced_13.

(** 58-ssss:sooner: but not within 12. *)
From TeekoProof Require proof_of_58_ssss_sooner.
Theorem advanced_not_12 : ~ wins (teeko 5 5 advanced_shapes (Plan S S S S) None) Black 12 start.
Proof. exact proof_of_58_ssss_sooner.proof. Qed.
Check advanced_not_12. Print Assumptions advanced_not_12.

(** 58-pppp: Alternate with 58 goals is a draw. *)
From TeekoProof Require proof_of_58_pppp.
Theorem pppp_58 : draw (teeko 5 5 advanced_shapes (Plan P P P P) None).
Proof. exact proof_of_58_pppp.proof. Qed.
Check pppp_58. Print Assumptions pppp_58.

(** 58-psss: One-move Alternate with 58 goals is a draw. *)
From TeekoProof Require proof_of_58_psss.
Theorem psss_58 : draw (teeko 5 5 advanced_shapes (Plan P S S S) None).
Proof. exact proof_of_58_psss.proof. Qed.
Check psss_58. Print Assumptions psss_58.

(** 58-ppss: Two-move Alternate with 58 goals is a draw. *)
From TeekoProof Require proof_of_58_ppss.
Theorem ppss_58 : draw (teeko 5 5 advanced_shapes (Plan P P S S) None).
Proof. exact proof_of_58_ppss.proof. Qed.
Check ppss_58. Print Assumptions ppss_58.

(** 58-ppps: Three-move Alternate with 58 goals is a draw. *)
From TeekoProof Require proof_of_58_ppps.
Theorem ppps_58 : draw (teeko 5 5 advanced_shapes (Plan P P P S) None).
Proof. exact proof_of_58_ppps.proof. Qed.
Check ppps_58. Print Assumptions ppps_58.

(** 58-sppp: Black wins One-move Standard with 58 goals within 25 plies. *)
From TeekoProof Require proof_of_58_sppp.
Theorem sppp_58_25 : wins (teeko 5 5 advanced_shapes (Plan S P P P) None) Black 25 start.
Proof. exact proof_of_58_sppp.proof. Qed.
Check sppp_58_25. Print Assumptions sppp_58_25.

(** 58-sppp:sooner: but not within 24. *)
From TeekoProof Require proof_of_58_sppp_sooner.
Theorem sppp_58_not_24 : ~ wins (teeko 5 5 advanced_shapes (Plan S P P P) None) Black 24 start.
Proof. exact proof_of_58_sppp_sooner.proof. Qed.
Check sppp_58_not_24. Print Assumptions sppp_58_not_24.

(** 58-sspp: Two-move Standard with 58 goals is a draw. *)
From TeekoProof Require proof_of_58_sspp.
Theorem sspp_58 : draw (teeko 5 5 advanced_shapes (Plan S S P P) None).
Proof. exact proof_of_58_sspp.proof. Qed.
Check sspp_58. Print Assumptions sspp_58.

(** 58-sssp: Three-move Standard with 58 goals is a draw. *)
From TeekoProof Require proof_of_58_sssp.
Theorem sssp_58 : draw (teeko 5 5 advanced_shapes (Plan S S S P) None).
Proof. exact proof_of_58_sssp.proof. Qed.
Check sssp_58. Print Assumptions sssp_58.

(** ** Other rules and boards *)

(** 58-ssss+no-centre: a draw, if Black may not begin in the centre. *)
From TeekoProof Require proof_of_58_ssss_no_centre.
Theorem ssss_58_no_centre : draw (teeko 5 5 advanced_shapes (Plan S S S S) (Some 12)).
Proof. exact proof_of_58_ssss_no_centre.proof. Qed.
Check ssss_58_no_centre. Print Assumptions ssss_58_no_centre.

(** 58-sppp+no-centre: a draw, if Black may not begin in the centre. *)
From TeekoProof Require proof_of_58_sppp_no_centre.
Theorem sppp_58_no_centre : draw (teeko 5 5 advanced_shapes (Plan S P P P) (Some 12)).
Proof. exact proof_of_58_sppp_no_centre.proof. Qed.
Check sppp_58_no_centre. Print Assumptions sppp_58_no_centre.

(** 44-ssss+4x4: Teeko Junior is a draw. *)
From TeekoProof Require proof_of_44_ssss_4x4.
Theorem junior : draw (teeko 4 4 standard_shapes (Plan S S S S) None).
Proof. exact proof_of_44_ssss_4x4.proof. Qed.
Check junior. Print Assumptions junior.
