(** * The definitions of [Teeko.v] mean what they should

    Facts to compare with the rules of the game. No theorem depends on them. [scripts/prove.sh]
    shows that each of the edits in [wrong_definition.txt] makes one of them fail. *)

From TeekoProof Require Import Teeko.

Ltac computed := vm_compute; reflexivity.

Definition chosen := Plan Standard Standard Standard Standard.
Definition standard := teeko 5 5 standard_shapes chosen None.

(** ** The board and the goals *)

Fact circles_25 : circles standard = up_to 25.
Proof. computed. Qed.

(** Circle 0 is a corner, 9 the second of the right edge, 12 the centre. *)
Fact neighbours_of : map (fun a => map snd (filter (fun ab => fst ab =? a) (neighbours standard)))
    [0; 9; 12] = [[1; 5; 6]; [3; 4; 8; 13; 14]; [6; 7; 8; 11; 13; 16; 17; 18]].
Proof. computed. Qed.
Fact pairs_72 : length (filter (fun ab => fst ab <? snd ab) (neighbours standard)) = 72%nat.
Proof. computed. Qed.
Fact both_ways : length (filter (fun ab => snd ab <? fst ab) (neighbours standard)) = 72%nat.
Proof. computed. Qed.

(** The number of goals, all different. *)
Definition count (w h : N) (shapes : goal_set) : nat :=
  let found := goals (teeko w h shapes chosen None) in
  if Nat.eqb (length (nodup N.eq_dec found)) (length found) then length found else 0.
Definition counts (w h : N) :=
  map (count w h) [standard_shapes; advanced_shapes; plus_shapes; all_shapes].
Fact goals_5x5 : counts 5 5 = [44; 58; 64; 78]%nat.
Proof. computed. Qed.
Fact goals_4x4 : counts 4 4 = [19; 24; 25; 30]%nat.
Proof. computed. Qed.
Fact goals_4x5 : counts 4 5 = [29; 37; 39; 47]%nat.
Proof. computed. Qed.

(** A row, a column, both diagonals, and squares of side 1, side 4, and two that are tilted. *)
Definition is_among (shapes : goal_set) (l : list N) : bool :=
  is_goal (teeko 5 5 shapes chosen None) (set_of l).
Fact some_goals :
  forallb (is_among standard_shapes) [[0; 1; 2; 3]; [9; 14; 19; 24]; [6; 12; 18; 24];
                                      [4; 8; 12; 16]; [18; 19; 23; 24]]
  && forallb (is_among advanced_shapes) [[18; 19; 23; 24]; [0; 4; 20; 24]]
  && forallb (is_among plus_shapes) [[1; 5; 7; 11]; [1; 8; 10; 17]] = true.
Proof. computed. Qed.
Fact no_goals : existsb (is_among standard_shapes)
  [[0; 4; 20; 24]; [1; 5; 7; 11]; [2; 3; 4; 5]; [0; 1; 2]; [0; 1; 2; 3; 4]] = false.
Proof. computed. Qed.

(** ** Drops *)

Definition at_ (t : side) (d : nat) (mine theirs : list N) : position :=
  {| own := set_of mine; other := set_of theirs; turn := t; drops := d |}.

Fact black_begins : start = at_ Black 0 [] [].
Proof. computed. Qed.
Fact first_moves : next standard start = map (fun c => at_ Red 1 [] [c]) (up_to 25).
Proof. computed. Qed.
Fact drops_on_empty_circles : next standard (at_ Red 7 [0; 6; 12] [1; 7; 13; 19]) =
  map (fun c => at_ Black 8 [1; 7; 13; 19] [0; 6; 12; c])
    [2; 3; 4; 5; 8; 9; 10; 11; 14; 15; 16; 17; 18; 20; 21; 22; 23; 24].
Proof. computed. Qed.

(** The centre ban is for Black's first drop. *)
Definition no_centre := teeko 5 5 standard_shapes chosen (Some 12).
Fact ban_first : next no_centre start =
  map (fun c => at_ Red 1 [] [c]) (filter (fun c => negb (c =? 12)) (up_to 25)).
Proof. computed. Qed.
Fact ban_second : existsb (fun p => has (other p) 12) (next no_centre (at_ Red 1 [] [0])) = true.
Proof. computed. Qed.
Fact ban_third : existsb (fun p => has (other p) 12) (next no_centre (at_ Black 2 [0] [1])) = true.
Proof. computed. Qed.

(** Who chooses at the plies 1 to 10: a pointed drop is chosen by the opponent, and every slide by
    the side that makes it. *)
Definition choosers (l : plan) : list side :=
  map (fun d => chooser (teeko 5 5 standard_shapes l None)
                  (at_ (if Nat.even d then Black else Red) (Nat.min d 8) [] [])) (seq 0 10).
Fact choosers_standard :
  choosers chosen = [Black; Red; Black; Red; Black; Red; Black; Red; Black; Red].
Proof. computed. Qed.
Fact choosers_psss : choosers (Plan Pointed Standard Standard Standard) =
  [Red; Black; Black; Red; Black; Red; Black; Red; Black; Red].
Proof. computed. Qed.
Fact choosers_spsp : choosers (Plan Standard Pointed Standard Pointed) =
  [Black; Red; Red; Black; Black; Red; Red; Black; Black; Red].
Proof. computed. Qed.

(** ** Slides *)

(** Black has circles 0, 1, 2 and 4 of the top row, and these ten slides. *)
Fact first_slides : next standard (at_ Black 8 [0; 1; 2; 4] [8; 11; 12; 24]) =
  map (at_ Red 8 [8; 11; 12; 24])
    [[5; 1; 2; 4]; [6; 1; 2; 4]; [0; 5; 2; 4]; [0; 6; 2; 4]; [0; 7; 2; 4]; [0; 1; 3; 4];
     [0; 1; 6; 4]; [0; 1; 7; 4]; [0; 1; 2; 3]; [0; 1; 2; 9]].
Proof. computed. Qed.

(** ** The end *)

(** The game is over if the side that has just moved has a goal, not if the side to move has one. *)
Fact over_now : map (over standard)
  [at_ Red 7 [8; 9; 11] [0; 1; 2; 3]; at_ Black 7 [0; 1; 2; 3] [8; 9; 11]] = [true; false].
Proof. computed. Qed.

(** ** Winning and drawing, in games small enough to see it all

    Black has a piece on circle 0, Red one on circle 2, and both slide along the edges given. *)
Definition small (edges : list (N * N)) (goal : N) : game :=
  {| circles := []; neighbours := edges; goals := [set_of [goal]]; drop_plan := chosen;
     banned := None |}.
Definition black_to_slide := at_ Black 8 [0] [2].
Definition red_to_slide := at_ Red 8 [2] [0].

Ltac show := intros;
  repeat match goal with
    | H : In _ _ |- _ => vm_compute in H
    | H : _ \/ _ |- _ => destruct H
    | H : False |- _ => destruct H
  end; subst;
  first [reflexivity | discriminate | vm_compute; left; reflexivity
        | solve [econstructor 1; show] | solve [econstructor 2; show]
        | solve [econstructor 3; show]].
Ltac follow := intro; repeat (simpl in *; subst; match goal with
  | H : ?a = ?b |- _ => discriminate H
  | H : False |- _ => destruct H
  | H : ~ _ |- _ => contradiction H; reflexivity
  | H : _ \/ _ |- _ => destruct H
  | H : wins _ _ _ _ |- _ => inversion H; clear H
  | H : never_loses _ _ _ |- _ => inversion H; clear H
  | H : forall q, _ \/ _ -> _ |- _ =>
      pose proof (H _ (or_introl eq_refl)); try pose proof (H _ (or_intror (or_introl eq_refl)));
      clear H
  end).

(** Black slides to 1 and has won. *)
Definition one_slide := small [(0, 1)] 1.
Fact won : wins one_slide Black 0 (at_ Red 8 [2] [1]) /\ ~ wins one_slide Red 3 (at_ Red 8 [2] [1]).
Proof. split; [show|follow]. Qed.
Fact won_for_black_alone : never_loses one_slide Black (at_ Red 8 [2] [1])
  /\ ~ never_loses one_slide Red (at_ Red 8 [2] [1]).
Proof. split; [show|follow]. Qed.
Fact wins_in_1 : wins one_slide Black 1 black_to_slide /\ ~ wins one_slide Black 0 black_to_slide
  /\ ~ never_loses one_slide Red black_to_slide.
Proof. split; [show|split; follow]. Qed.

(** Red has to slide first, and cannot stop Black. *)
Definition red_first := small [(0, 1); (2, 3)] 1.
Fact wins_in_2 : wins red_first Black 2 red_to_slide /\ ~ wins red_first Black 1 red_to_slide
  /\ ~ never_loses red_first Red red_to_slide.
Proof. split; [show|split; follow]. Qed.

(** Red has a choice, and can slide to 1 itself: Red wins, and Black does not. *)
Definition red_chooses := small [(0, 1); (2, 1); (2, 3)] 1.
Fact red_wins : wins red_chooses Red 1 red_to_slide /\ ~ wins red_chooses Black 2 red_to_slide
  /\ ~ never_loses red_chooses Black red_to_slide.
Proof. split; [show|split; follow]. Qed.

(** Black has no slide: the game is drawn. *)
Fact without_a_slide n : never_loses (small [] 1) Black black_to_slide
  /\ never_loses (small [] 1) Red black_to_slide
  /\ ~ wins (small [] 1) Black n black_to_slide /\ ~ wins (small [] 1) Red n black_to_slide.
Proof. split; [show|split; [show|split; follow]]. Qed.

(** Red points at the circle of Black's fourth drop. If the one that completes Black's goal is the
    only empty circle, Red has to, and has lost; if there is another, Black does not win by this
    drop. *)
Definition pointed (board : list N) : game :=
  {| circles := board; neighbours := []; goals := [set_of [0; 1; 2; 3]];
     drop_plan := Plan Pointed Pointed Pointed Pointed; banned := None |}.
Definition last_drop := at_ Black 6 [0; 1; 2] [4; 5; 6].
Fact pointed_loss : wins (pointed (up_to 7)) Black 1 last_drop
  /\ ~ never_loses (pointed (up_to 7)) Red last_drop.
Proof. split; [show|follow]. Qed.
Fact pointed_elsewhere : ~ wins (pointed (up_to 8)) Black 1 last_drop.
Proof. follow. Qed.

(** Both slide to and fro, and neither ever loses. *)
Fact to_and_fro x : never_loses (small [(0, 1); (1, 0); (2, 3); (3, 2)] 9) x black_to_slide.
Proof.
  destruct x; cofix IH;
    do 4 (first [eapply can_hold; [reflexivity|reflexivity|left; reflexivity|]
                |apply must_hold; [reflexivity|reflexivity|intros q [<-|[]]]]); exact IH.
Qed.

(** A draw needs both sides. *)
Fact draw_for_both g : draw g -> never_loses g Black start /\ never_loses g Red start.
Proof. now intros [black red]. Qed.

(** The goals of two larger boards, at the end as they take longest. *)
Fact goals_6x6 : counts 6 6 = [79; 109; 129; 159]%nat.
Proof. computed. Qed.
Fact goals_8x8 : counts 8 8 = [179; 270; 375; 466]%nat.
Proof. computed. Qed.
