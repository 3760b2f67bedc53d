(** * The definitions of [Teeko.v] mean what they should

    Facts to compare with the rules of the game. No theorem depends on them. [scripts/prove.sh]
    shows that each of the edits in [wrong_definition.txt] makes one of them fail. *)

From Coq Require Import Lia.
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
Fact choosers_sspp : choosers (Plan Standard Standard Pointed Pointed) =
  [Black; Red; Black; Red; Red; Black; Red; Black; Black; Red].
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

(** ** All boards

    What the circles, neighbours and goals are, for every board, in numbers of columns and rows. The
    circle in column [x] and row [y], both from 0, is [y * w + x]. *)

Lemma up_to_below c m : In c (up_to m) <-> c < m.
Proof.
  unfold up_to. rewrite in_map_iff. split.
  - intros (k & <- & H). apply in_seq in H. lia.
  - intros H. exists (N.to_nat c). split; [apply N2Nat.id|]. apply in_seq. lia.
Qed.

Lemma place_of_circle w c : w <> 0 -> c / w * w + c mod w = c.
Proof. intros H. pose proof (N.div_mod c w H). lia. Qed.

Lemma places_on_board w h x y : In (x, y) (places w h) <-> x < w /\ y < h.
Proof.
  unfold places. rewrite in_map_iff. split.
  - intros (c & [= <- <-] & H). apply up_to_below in H. assert (w <> 0) by (intros ->; lia).
    split; [now apply N.mod_lt|apply N.div_lt_upper_bound; lia].
  - intros (X & Y). exists (x + y * w).
    rewrite N.mod_add, N.div_add, N.mod_small, N.div_small by lia.
    split; [f_equal; lia|]. apply up_to_below. nia.
Qed.

Fact all_circles w h shapes l b c : In c (circles (teeko w h shapes l b)) <-> c < w * h.
Proof.
  cbn. rewrite in_map_iff. unfold circle. split.
  - intros ([x y] & <- & H). apply places_on_board in H. cbn. nia.
  - intros H. assert (w <> 0) by (intros ->; lia). exists (c mod w, c / w).
    rewrite places_on_board. split; [now apply place_of_circle|].
    split; [now apply N.mod_lt|apply N.div_lt_upper_bound; lia].
Qed.

(** Neighbours differ, by at most one column and at most one row. *)
Fact all_neighbours w h shapes l b c d : In (c, d) (neighbours (teeko w h shapes l b)) <->
  exists x y x' y', x < w /\ y < h /\ x' < w /\ y' < h /\ c = y * w + x /\ d = y' * w + x' /\
    x <= x' + 1 /\ x' <= x + 1 /\ y <= y' + 1 /\ y' <= y + 1 /\ ~ (x = x' /\ y = y').
Proof.
  assert (A : forall x y x' y', adjacent (x, y) (x', y') = true <->
    x <= x' + 1 /\ x' <= x + 1 /\ y <= y' + 1 /\ y' <= y + 1 /\ ~ (x = x' /\ y = y')).
  { intros. unfold adjacent, close. cbn.
    rewrite !andb_true_iff, !N.leb_le, negb_true_iff, andb_false_iff, !N.eqb_neq. lia. }
  cbn. rewrite in_map_iff. unfold circle. split.
  - intros ([[x y] [x' y']] & [= <- <-] & H). rewrite filter_In, in_prod_iff in H. cbn in H.
    rewrite !places_on_board, A in H. exists x, y, x', y'. cbn. intuition.
  - intros (x & y & x' & y' & H). exists ((x, y), (x', y')). cbn.
    rewrite filter_In, in_prod_iff. cbn. rewrite !places_on_board, A. intuition congruence.
Qed.

(** Sets have what was added and not removed, however many circles there are. *)
Fact all_sets s c d : (has (add c s) d = true <-> c = d \/ has s d = true) /\
  (has (remove c s) d = true <-> has s d = true /\ c <> d) /\ has 0 d = false.
Proof. split; [apply N.setbit_iff|split; [apply N.clearbit_iff|apply N.bits_0]]. Qed.

(** A set has these circles, given by column and row, and no others. All are on the board. *)
Definition consists (w h : N) (s : set) (l : list (N * N)) : Prop :=
  (forall x y, In (x, y) l -> x < w /\ y < h) /\
  forall c, N.testbit s c = true <-> exists x y, In (x, y) l /\ c = y * w + x.

Lemma in_set_of l c : N.testbit (set_of l) c = true <-> In c l.
Proof.
  induction l as [|d l IH].
  - change (N.testbit 0 c = true <-> False). now rewrite N.bits_0.
  - change (N.testbit (N.setbit (set_of l) d) c = true <-> d = c \/ In c l). rewrite <- IH.
    destruct (N.eq_dec d c) as [->|H]; [rewrite N.setbit_eq; intuition|].
    rewrite N.setbit_neq by exact H. intuition.
Qed.

Definition has_shape (w h : N) (s : set) (shapes : list (list (N * N))) : Prop :=
  exists shape x y, In shape shapes /\ x < w /\ y < h /\ consists w h s (shifted shape (x, y)).

Lemma in_goals w h shapes l b s :
  In s (goals (teeko w h shapes l b)) <-> has_shape w h s (shapes w).
Proof.
  cbn. rewrite in_flat_map. unfold goals_of, has_shape, consists.
  assert (F : forall ps, fits w h ps = true <-> forall x y, In (x, y) ps -> x < w /\ y < h).
  { intros ps. unfold fits. rewrite forallb_forall. split.
    - intros H x y I. specialize (H _ I). rewrite andb_true_iff, !N.ltb_lt in H. exact H.
    - intros H [x y] I. rewrite andb_true_iff, !N.ltb_lt. exact (H x y I). }
  assert (E : forall ps c, In c (map (circle w) ps) <-> exists x y, In (x, y) ps /\ c = y * w + x).
  { intros ps c. rewrite in_map_iff. split.
    - intros ([x y] & <- & I). now exists x, y.
    - intros (x & y & I & ->). now exists (x, y). }
  split.
  - intros (shape & I & H). rewrite in_map_iff in H. destruct H as (ps & <- & H).
    rewrite filter_In, in_map_iff, F in H. destruct H as (([x y] & <- & P) & O).
    apply places_on_board in P. exists shape, x, y. intuition.
    + now apply E, in_set_of.
    + now apply in_set_of, E.
  - intros (shape & x & y & I & X & Y & O & B). exists shape. split; [exact I|].
    apply in_map_iff. exists (shifted shape (x, y)). split.
    + apply N.bits_inj. intros c. apply eq_true_iff_eq. now rewrite in_set_of, E, B.
    + rewrite filter_In, in_map_iff, F. split; [|exact O]. exists (x, y).
      now rewrite places_on_board.
Qed.

(** The goals of Standard Teeko: rows, columns, diagonals and small squares. *)
Definition standard_goal (w h : N) (s : set) : Prop := exists x y,
  consists w h s [(x, y); (x + 1, y); (x + 2, y); (x + 3, y)] \/
  consists w h s [(x, y); (x, y + 1); (x, y + 2); (x, y + 3)] \/
  consists w h s [(x, y); (x + 1, y + 1); (x + 2, y + 2); (x + 3, y + 3)] \/
  consists w h s [(x + 3, y); (x + 2, y + 1); (x + 1, y + 2); (x, y + 3)] \/
  consists w h s [(x, y); (x + 1, y); (x + 1, y + 1); (x, y + 1)].
(** Larger squares. *)
Definition upright_goal (w h : N) (s : set) : Prop := exists x y k, 2 <= k /\
  consists w h s [(x, y); (x + k, y); (x + k, y + k); (x, y + k)].
(** Squares whose sides lead [i] columns and [j] rows away. *)
Definition tilted_goal (w h : N) (s : set) : Prop := exists x y i j, 1 <= i /\ 1 <= j /\
  consists w h s [(x + j, y); (x + j + i, y + j); (x + i, y + j + i); (x, y + i)].

(** The same places, perhaps written otherwise. *)
Ltac same H := match type of H with consists _ _ _ ?l =>
  match goal with |- consists _ _ _ ?m => replace m with l; [exact H|] end end;
  cbv [shifted map fst snd horizontal vertical falling rising square];
  repeat (apply (f_equal2 cons); [apply (f_equal2 pair); lia|]); reflexivity.

Lemma standard_part w h s : has_shape w h s (standard_shapes w) <-> standard_goal w h s.
Proof.
  split.
  - intros (shape & x & y & I & _ & _ & H). exists x, y.
    destruct I as [<-|[<-|[<-|[<-|[<-|[]]]]]];
      [left|right; left|do 2 right; left|do 3 right; left|do 4 right]; same H.
  - intros (x & y & H).
    assert (P : x < w /\ y < h).
    { destruct H as [H|[H|[H|[H|H]]]];
        [apply H; cbn; auto|apply H; cbn; auto|apply H; cbn; auto| |apply H; cbn; auto].
      assert (x + 3 < w /\ y < h) by (apply H; cbn; auto). lia. }
    destruct H as [H|[H|[H|[H|H]]]];
      [exists horizontal|exists vertical|exists falling|exists rising|exists (square 1 0)];
      exists x, y; (split; [cbn; auto 6|]); (split; [apply P|]); (split; [apply P|]); same H.
Qed.

Lemma upright_part w h s : has_shape w h s (upright w) <-> upright_goal w h s.
Proof.
  unfold upright. split.
  - intros (shape & x & y & I & _ & _ & H). rewrite in_map_iff in I. destruct I as (k & <- & _).
    exists x, y, (k + 2). split; [lia|]. same H.
  - intros (x & y & k & K & H). exists (square k 0), x, y.
    assert (P : x < w /\ y < h) by (apply H; cbn; auto).
    assert (x + k < w /\ y < h) by (apply H; cbn; auto).
    split; [|split; [apply P|split; [apply P|same H]]].
    apply in_map_iff. exists (k - 2). rewrite up_to_below. split; [f_equal; lia|lia].
Qed.

Lemma tilted_part w h s : has_shape w h s (tilted w) <-> tilted_goal w h s.
Proof.
  unfold tilted. split.
  - intros (shape & x & y & I & _ & _ & H). rewrite in_map_iff in I.
    destruct I as ([i j] & <- & _). exists x, y, (i + 1), (j + 1).
    split; [lia|]. split; [lia|]. same H.
  - intros (x & y & i & j & Hi & Hj & H). exists (square i j), x, y.
    assert (x + j < w /\ y < h) by (apply H; cbn; auto).
    assert (x + j + i < w /\ y + j < h) by (apply H; cbn; auto).
    split; [|split; [lia|split; [lia|same H]]].
    apply in_map_iff. exists (i - 1, j - 1). rewrite in_prod_iff, !up_to_below. cbn [fst snd].
    split; [f_equal; lia|lia].
Qed.

Lemma has_shape_app w h s l m :
  has_shape w h s (l ++ m) <-> has_shape w h s l \/ has_shape w h s m.
Proof.
  unfold has_shape. split.
  - intros (shape & x & y & I & H). apply in_app_iff in I. destruct I; [left|right]; eauto 6.
  - intros [H|H]; destruct H as (shape & x & y & I & H); exists shape, x, y;
      rewrite in_app_iff; auto.
Qed.

Fact all_goals w h l b s :
  (In s (goals (teeko w h standard_shapes l b)) <-> standard_goal w h s) /\
  (In s (goals (teeko w h advanced_shapes l b)) <-> standard_goal w h s \/ upright_goal w h s) /\
  (In s (goals (teeko w h plus_shapes l b)) <-> standard_goal w h s \/ tilted_goal w h s) /\
  (In s (goals (teeko w h all_shapes l b)) <->
    standard_goal w h s \/ upright_goal w h s \/ tilted_goal w h s).
Proof.
  rewrite !in_goals. unfold advanced_shapes, plus_shapes, all_shapes.
  now rewrite !has_shape_app, standard_part, upright_part, tilted_part.
Qed.

(** The goals of larger boards, at the end as they take longest. *)
Fact goals_9x5 : counts 9 5 = [104; 142; 164; 202]%nat.
Proof. computed. Qed.
Fact goals_5x9 : counts 5 9 = [104; 142; 164; 202]%nat.
Proof. computed. Qed.
Fact goals_6x6 : counts 6 6 = [79; 109; 129; 159]%nat.
Proof. computed. Qed.
Fact goals_8x8 : counts 8 8 = [179; 270; 375; 466]%nat.
Proof. computed. Qed.
