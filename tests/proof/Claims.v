(** * The theorems

    Read [Teeko.v] first, then this. Nothing but [Teeko] is imported, so every word below means what
    [Teeko.v] says. The proofs are looked up by name alone, and Coq compares what they prove with
    what is stated here. [Print Assumptions] shows what a theorem rests on: "Closed under the global
    context" means no axiom.

    A comment begins with the name that [scripts/prove.sh] takes. The goal sets have 44 goals on the
    standard board ([standard_shapes]), 58 ([advanced_shapes]), 64 ([plus_shapes]) and 78
    ([all_shapes]). *)

From TeekoProof Require Import Teeko.
Set Printing Depth 1000.

(** In a plan, [S] is a drop that the player chooses and [P] one that the opponent points at. (In
    [Teeko.v], [S n] is n + 1.) *)
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

(** 58-ssss+no-centre: a draw, if Black may not begin in the centre, here circle 12. *)
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

(** 44-ssss+6x6: on 6 x 6, Black wins Standard Teeko within 13 plies. *)
From TeekoProof Require proof_of_44_ssss_6x6.
Theorem standard_6x6 : wins (teeko 6 6 standard_shapes (Plan S S S S) None) Black 13 start.
Proof. exact proof_of_44_ssss_6x6.proof. Qed.
Check standard_6x6. Print Assumptions standard_6x6.

(** 44-ssss:boards: and on every board of at least five columns and five rows, 7 x 7 and 8 x 8 among
    them, but for those of 5 x 5 and 5 x 6. *)
From TeekoProof Require proof_of_44_ssss_boards.
Theorem standard_boards : forall w h, 5 <= w -> 5 <= h -> 12 <= w + h ->
  wins (teeko w h standard_shapes (Plan S S S S) None) Black 13 start.
Proof. exact proof_of_44_ssss_boards.proof. Qed.
Check standard_boards. Print Assumptions standard_boards.

(** 44-ssss:boards:sooner: but not within 12, on any board of at least five columns and five rows. *)
From TeekoProof Require proof_of_44_ssss_boards_sooner.
Theorem standard_boards_not_12 : forall w h, 5 <= w -> 5 <= h ->
  ~ wins (teeko w h standard_shapes (Plan S S S S) None) Black 12 start.
Proof. exact proof_of_44_ssss_boards_sooner.proof. Qed.
Check standard_boards_not_12. Print Assumptions standard_boards_not_12.

(** 58-ssss:boards: Black wins Advanced Teeko within 13 plies on every board of at least five
    columns and five rows, *)
From TeekoProof Require proof_of_58_ssss_boards.
Theorem advanced_boards : forall w h, 5 <= w -> 5 <= h ->
  wins (teeko w h advanced_shapes (Plan S S S S) None) Black 13 start.
Proof. exact proof_of_58_ssss_boards.proof. Qed.
Check advanced_boards. Print Assumptions advanced_boards.

(** 58-ssss:larger: and within 11 if there are at least six of both, and seven of one of them. *)
From TeekoProof Require proof_of_58_ssss_larger.
Theorem advanced_larger : forall w h, 6 <= w -> 6 <= h -> 13 <= w + h ->
  wins (teeko w h advanced_shapes (Plan S S S S) None) Black 11 start.
Proof. exact proof_of_58_ssss_larger.proof. Qed.
Check advanced_larger. Print Assumptions advanced_larger.

(** 64-ssss:boards: Black wins within 11 plies on every board of at least five columns and five rows
    if the goals have tilted squares instead of larger upright ones, *)
From TeekoProof Require proof_of_64_ssss_boards.
Theorem plus_boards : forall w h, 5 <= w -> 5 <= h ->
  wins (teeko w h plus_shapes (Plan S S S S) None) Black 11 start.
Proof. exact proof_of_64_ssss_boards.proof. Qed.
Check plus_boards. Print Assumptions plus_boards.

(** 78-ssss:boards: and if they have both. *)
From TeekoProof Require proof_of_78_ssss_boards.
Theorem all_boards : forall w h, 5 <= w -> 5 <= h ->
  wins (teeko w h all_shapes (Plan S S S S) None) Black 11 start.
Proof. exact proof_of_78_ssss_boards.proof. Qed.
Check all_boards. Print Assumptions all_boards.

(** 64-ssss: Black wins Teeko Plus within 11 plies. *)
From TeekoProof Require proof_of_64_ssss.
Theorem plus_11 : wins (teeko 5 5 plus_shapes (Plan S S S S) None) Black 11 start.
Proof. exact proof_of_64_ssss.proof. Qed.
Check plus_11. Print Assumptions plus_11.

(** 64-ssss:sooner: but not within 10. *)
From TeekoProof Require proof_of_64_ssss_sooner.
Theorem plus_not_10 : ~ wins (teeko 5 5 plus_shapes (Plan S S S S) None) Black 10 start.
Proof. exact proof_of_64_ssss_sooner.proof. Qed.
Check plus_not_10. Print Assumptions plus_not_10.

(** 78-ssss: Black wins with all 78 goals within 11 plies. *)
From TeekoProof Require proof_of_78_ssss.
Theorem all_11 : wins (teeko 5 5 all_shapes (Plan S S S S) None) Black 11 start.
Proof. exact proof_of_78_ssss.proof. Qed.
Check all_11. Print Assumptions all_11.

(** 78-ssss:sooner: but not within 10. *)
From TeekoProof Require proof_of_78_ssss_sooner.
Theorem all_not_10 : ~ wins (teeko 5 5 all_shapes (Plan S S S S) None) Black 10 start.
Proof. exact proof_of_78_ssss_sooner.proof. Qed.
Check all_not_10. Print Assumptions all_not_10.

(** 58-pspp: Black wins within 29 plies. *)
From TeekoProof Require proof_of_58_pspp.
Theorem pspp_58_29 : wins (teeko 5 5 advanced_shapes (Plan P S P P) None) Black 29 start.
Proof. exact proof_of_58_pspp.proof. Qed.
Check pspp_58_29. Print Assumptions pspp_58_29.

(** 58-ppsp: Black wins within 41 plies. *)
From TeekoProof Require proof_of_58_ppsp.
Theorem ppsp_58_41 : wins (teeko 5 5 advanced_shapes (Plan P P S P) None) Black 41 start.
Proof. exact proof_of_58_ppsp.proof. Qed.
Check ppsp_58_41. Print Assumptions ppsp_58_41.

(** ** Positions of Standard Teeko *)

(** Black wins a position within [n] plies but no sooner. All pieces are on the board, and [mover]
    is to slide; [mine] are the circles of its pieces, [theirs] those of the other side's. *)
Definition in_exactly (n : nat) (mover : side) (mine theirs : list N) : Prop :=
  let g := teeko 5 5 standard_shapes (Plan S S S S) None in
  let p := {| own := set_of mine; other := set_of theirs; turn := mover; drops := 8 |} in
  wins g Black n p /\ ~ wins g Black (pred n) p.

(** 44-ssss:plays: the positions of the seventeen winning plays in Scarne's booklets of 1952 and
    1954. *)
From TeekoProof Require proof_of_44_ssss_plays.
Theorem plays :
  in_exactly 3 Black [6; 8; 11; 13] [9; 12; 16; 18] /\
  in_exactly 3 Black [12; 14; 17; 20] [6; 7; 13; 18] /\
  in_exactly 3 Black [6; 7; 12; 13] [5; 8; 17; 18] /\
  in_exactly 3 Black [7; 11; 12; 16] [2; 8; 13; 17] /\
  in_exactly 3 Black [18; 19; 21; 22] [13; 15; 16; 17] /\
  in_exactly 3 Black [5; 7; 8; 15] [6; 12; 13; 18] /\
  in_exactly 3 Black [7; 12; 13; 17] [8; 11; 16; 23] /\
  in_exactly 4 Red [13; 16; 22; 24] [10; 11; 20; 21] /\
  in_exactly 3 Black [1; 8; 9; 12] [2; 3; 4; 6] /\
  in_exactly 3 Black [2; 7; 8; 19] [11; 12; 15; 18] /\
  in_exactly 3 Black [5; 10; 12; 18] [7; 11; 14; 15] /\
  in_exactly 5 Black [7; 8; 12; 17] [2; 3; 13; 18] /\
  in_exactly 5 Black [7; 12; 17; 21] [6; 11; 16; 22] /\
  in_exactly 5 Black [12; 14; 16; 17] [5; 6; 7; 18] /\
  in_exactly 5 Black [8; 10; 11; 17] [16; 18; 19; 24] /\
  in_exactly 5 Black [3; 8; 13; 23] [7; 10; 12; 18] /\
  in_exactly 7 Black [2; 9; 14; 17] [6; 12; 15; 16].
Proof. repeat split; apply proof_of_44_ssss_plays.proof. Qed.
Check plays. Print Assumptions plays.

(** 44-ssss:longest: a win that takes 39 plies. That none takes longer follows from the check of the
    table, by [none_longer] below. *)
From TeekoProof Require proof_of_44_ssss_longest.
Theorem longest : in_exactly 39 Black [9; 10; 13; 14] [3; 4; 5; 15].
Proof. exact proof_of_44_ssss_longest.proof. Qed.
Check longest. Print Assumptions longest.

(** ** Tables of values

    [Table.agrees g table p] compares the value of [p] in a table with those one ply later. Coq
    translates it to a program, which [scripts/prove.sh --table] runs for each position. The
    theorems hold however it is defined, but OCaml's integers have 63 bits: to believe the program,
    read [Table.v] up to [agrees]. A value is [Table.Won x n], that side [x] wins within [n]
    plies, or [Table.Drawn]: the first theorem says so. *)

(** A table that agrees with itself in every position that it has is right. *)
From TeekoProof Require Table.
Theorem tables : forall g table,
  (forall p v, table p = Some v -> Table.agrees g table p = true) ->
  forall p v, table p = Some v ->
  match v with
  | Table.Won x n => wins g x n p /\ forall m, (m < n)%nat -> ~ wins g x m p
  | Table.Drawn => never_loses g Black p /\ never_loses g Red p
  end.
Proof. exact Table.right_where_it_agrees. Qed.
Check tables. Print Assumptions tables.

(** And if it has no value of more than [b] plies, then a win within any number of plies is one
    within [b]. *)
From TeekoProof Require Table.
Theorem none_longer : forall g table b,
  (forall p v, table p = Some v -> Table.agrees g table p = true) ->
  (forall p x n, table p = Some (Table.Won x n) -> (n <= b)%nat) ->
  forall p v x n, table p = Some v -> wins g x n p -> wins g x b p.
Proof. exact Table.none_longer_where_it_agrees. Qed.
Check none_longer. Print Assumptions none_longer.
