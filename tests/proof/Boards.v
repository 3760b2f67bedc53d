(** * All boards from some size on

    Black can keep to a window in a corner of the board. Red's pieces beyond it are forgotten: each
    may come back anywhere on the window's edge, and Red is deemed to win as soon as its pieces in
    the window are those that some goal has there. So one strategy wins on all boards that have the
    window. Nothing here needs to be read to know what the theorems claim. *)

From Coq Require Import NArith List Bool Lia Arith FinFun.
From TeekoProof Require Import Teeko Checker.
Import ListNotations.
Open Scope N_scope.

Definition place (w c : N) : N * N := (c mod w, c / w).
Definition game_on (w h : N) (shapes : goal_set) : game :=
  teeko w h shapes (Plan Standard Standard Standard Standard) None.

(** ** The circles of a board *)

Section Board.
  Variables w h : N.
  Variable shapes : goal_set.
  Hypothesis positive : 0 < w.

  Definition on_board (p : N * N) : Prop := fst p < w /\ snd p < h.

  Lemma circle_place c : circle w (place w c) = c.
  Proof. unfold circle, place. cbn. rewrite N.mul_comm. symmetry. apply N.div_mod. lia. Qed.

  Lemma place_circle p : fst p < w -> place w (circle w p) = p.
  Proof.
    destruct p as [x y]. unfold circle, place. cbn. intros H. f_equal.
    - rewrite N.add_comm, N.mod_add by lia. now apply N.mod_small.
    - rewrite N.add_comm, N.div_add by lia. rewrite N.div_small by exact H. lia.
  Qed.

  Lemma place_on_board c : c < w * h -> on_board (place w c).
  Proof.
    unfold on_board, place. cbn. intros H. split; [apply N.mod_lt; lia|].
    apply N.div_lt_upper_bound; lia.
  Qed.

  Lemma circle_below p : on_board p -> circle w p < w * h.
  Proof. destruct p as [x y]. unfold on_board, circle. cbn. nia. Qed.

  Lemma in_places p : In p (places w h) <-> on_board p.
  Proof.
    unfold places. rewrite in_map_iff. split.
    - intros (c & <- & H). apply in_up_to in H. now apply place_on_board.
    - intros H. exists (circle w p). split; [now apply place_circle; destruct H|].
      now apply in_up_to, circle_below.
  Qed.

  Lemma in_circles c : In c (circles (game_on w h shapes)) <-> c < w * h.
  Proof.
    cbn. rewrite in_map_iff. split.
    - intros (p & <- & H). apply in_places in H. now apply circle_below.
    - intros H. exists (place w c). split; [apply circle_place|].
      now apply in_places, place_on_board.
  Qed.

  Lemma in_neighbours a b : In (a, b) (neighbours (game_on w h shapes)) <->
    a < w * h /\ b < w * h /\ adjacent (place w a) (place w b) = true.
  Proof.
    cbn. rewrite in_map_iff. split.
    - intros ([p q] & [= <- <-] & H). rewrite filter_in, in_prod_iff, !in_places in H.
      cbn in H. destruct H as ((Hp & Hq) & H).
      rewrite !place_circle by (apply Hp || apply Hq). auto using circle_below.
    - intros (Ha & Hb & H). exists (place w a, place w b). cbn. rewrite !circle_place.
      split; [reflexivity|]. rewrite filter_in, in_prod_iff, !in_places.
      auto using place_on_board.
  Qed.

  Lemma in_goals s : In s (goals (game_on w h shapes)) <->
    exists shape by_, In shape (shapes w) /\ on_board by_ /\
      (forall p, In p (shifted shape by_) -> on_board p) /\
      s = set_of (map (circle w) (shifted shape by_)).
  Proof.
    cbn [game_on teeko goals]. rewrite in_flat_map. unfold goals_of. split.
    - intros (shape & Hs & H). apply in_map_iff in H. destruct H as (ps & <- & H).
      rewrite filter_in, in_map_iff in H. destruct H as ((by_ & <- & Hb) & H).
      exists shape, by_. rewrite in_places in Hb. split; [exact Hs|]. split; [exact Hb|].
      split; [|reflexivity]. intros p Hp. unfold fits in H. rewrite forallb_forall in H.
      specialize (H p Hp). now rewrite andb_true_iff, !N.ltb_lt in H.
    - intros (shape & by_ & Hs & Hb & H & ->). exists shape. split; [exact Hs|].
      apply in_map_iff. eexists. split; [reflexivity|]. rewrite filter_in, in_map_iff. split.
      + exists by_. now rewrite in_places.
      + unfold fits. apply forallb_forall. intros p Hp. apply H in Hp.
        now rewrite andb_true_iff, !N.ltb_lt.
  Qed.
End Board.

(** ** Sets with their circles renamed *)

Section Mapped.
  Variable f : N -> N.
  Variable inside : N -> Prop.

  (** The one set has what the other has, renamed, and that is all. *)
  Definition mapped (B B' : set) : Prop :=
    (forall a, has B' a = true <-> exists c, has B c = true /\ a = f c) /\
    (forall c, has B c = true -> inside c).

  (** No other circle inside has the name of this one. *)
  Definition alone (c : N) : Prop := forall d, inside d -> f d = f c -> d = c.

  Lemma mapped_has B B' c : alone c -> mapped B B' -> has B' (f c) = has B c.
  Proof.
    intros A [E I]. apply eq_true_iff_eq. rewrite E. split; [|eauto].
    intros (d & Hd & F). symmetry in F. apply A in F; [now subst|auto].
  Qed.

  Lemma mapped_add B B' c : mapped B B' -> inside c -> mapped (add c B) (add (f c) B').
  Proof.
    intros [E I] Ic. split.
    - intros a. rewrite has_add, orb_true_iff, N.eqb_eq, E. split.
      + intros [<-|(d & Hd & ->)]; [exists c|exists d];
          rewrite has_add, orb_true_iff, N.eqb_eq; auto.
      + intros (d & Hd & ->). rewrite has_add, orb_true_iff, N.eqb_eq in Hd.
        destruct Hd as [->|Hd]; eauto.
    - intros d. rewrite has_add, orb_true_iff, N.eqb_eq. intros [<-|Hd]; auto.
  Qed.

  Lemma mapped_remove B B' c : alone c -> mapped B B' -> mapped (remove c B) (remove (f c) B').
  Proof.
    intros A [E I]. split.
    - intros a. rewrite has_remove, andb_true_iff, negb_true_iff, N.eqb_neq, E. split.
      + intros (N & d & Hd & ->). exists d.
        rewrite has_remove, andb_true_iff, negb_true_iff, N.eqb_neq. repeat split; congruence.
      + intros (d & Hd & ->). rewrite has_remove, andb_true_iff, negb_true_iff, N.eqb_neq in Hd.
        destruct Hd as [N Hd]. split; [|eauto]. intros F. symmetry in F. apply A in F; auto.
    - intros d. rewrite has_remove, andb_true_iff. intros [_ Hd]. auto.
  Qed.
End Mapped.

(** ** Shapes

    A window sees all shapes of a goal set in those of a board that is a little larger: a square too
    large for two of its corners to lie in the window has the same circles there as a smaller one. *)

Definition span (W H : N) : N := N.max W H + 1.

(** Wherever the one shape fits, so does the other, with the same places in the window. *)
Definition stands_for (W H : N) (smaller shape : list (N * N)) : Prop := forall by_,
  (forall p, In p (shifted smaller by_) ->
     exists q, In q (shifted shape by_) /\ fst p <= fst q /\ snd p <= snd q) /\
  (forall p, on_board W H p -> In p (shifted smaller by_) <-> In p (shifted shape by_)).

Record regular (shapes : goal_set) : Prop := {
  distinct n shape : In shape (shapes n) -> NoDup shape /\ length shape = 4%nat;
  monotone m n : m <= n -> incl (shapes m) (shapes n);
  covered W H n shape : 0 < W -> In shape (shapes n) ->
    exists smaller, In smaller (shapes (span W H + 2)) /\ stands_for W H smaller shape
}.

Lemma stands_for_itself W H shape : stands_for W H shape shape.
Proof. intros by_. split; [intros p I; exists p; split; [exact I|lia]|reflexivity]. Qed.

Lemma standard_regular : regular standard_shapes.
Proof.
  split.
  - intros n shape [<-|[<-|[<-|[<-|[<-|[]]]]]]; (split; [|reflexivity]);
      repeat (constructor; [cbn; intuition discriminate|]); constructor.
  - intros m n _ shape I. exact I.
  - intros W H n shape _ I. exists shape. split; [exact I|apply stands_for_itself].
Qed.

Lemma square_distinct a b : 0 < a -> NoDup (square a b) /\ length (square a b) = 4%nat.
Proof.
  intros P. split; [|reflexivity]. unfold square.
  repeat constructor; cbn; intros I;
    repeat match goal with
    | H : _ \/ _ |- _ => destruct H
    | H : (_, _) = (_, _) |- _ => injection H; clear H; intros
    | H : False |- _ => exact H
    end; lia.
Qed.

Lemma in_square a b x y p : In p (shifted (square a b) (x, y)) <->
  fst p = b + x /\ snd p = y \/ fst p = b + a + x /\ snd p = b + y \/
  fst p = a + x /\ snd p = b + a + y \/ fst p = x /\ snd p = a + y.
Proof.
  destruct p as [u v]. unfold shifted, square. cbn. split.
  - intros I. repeat destruct I as [[= <- <-]|I]; [..|destruct I]; lia.
  - intros [[-> ->]|[[-> ->]|[[-> ->]|[-> ->]]]].
    + left. f_equal; lia.
    + right; left. f_equal; lia.
    + right; right; left. f_equal; lia.
    + right; right; right; left. f_equal; lia.
Qed.

Lemma square_stands_for W H a b :
  stands_for W H (square (N.min a (span W H)) (N.min b (span W H))) (square a b).
Proof.
  intros [x y]. split.
  - intros p. rewrite in_square. intros [I|[I|[I|I]]];
      [exists (b + x, y)|exists (b + a + x, b + y)|exists (a + x, b + a + y)|exists (x, a + y)];
      rewrite in_square; cbn; lia.
  - intros p [L M]. rewrite !in_square.
    assert (S : W < span W H /\ H < span W H) by (unfold span; lia).
    generalize dependent (span W H). intros s S.
    destruct (N.min_spec a s) as [[A ->]|[A ->]], (N.min_spec b s) as [[B ->]|[B ->]];
      (split; (intros [I|[I|[I|I]]];
         [left|right; left|right; right; left|right; right; right]); lia).
Qed.

Lemma upright_regular : regular upright.
Proof.
  unfold upright. split.
  - intros n shape I. apply in_map_iff in I. destruct I as (k & <- & _).
    apply square_distinct. lia.
  - intros m n L shape. rewrite !in_map_iff. intros (k & <- & I). exists k.
    rewrite in_up_to in *. split; [reflexivity|lia].
  - intros W H n shape P I. apply in_map_iff in I. destruct I as (k & <- & _).
    eexists. split; [|apply square_stands_for]. apply in_map_iff.
    exists (N.min (k + 2) (span W H) - 2). rewrite in_up_to. unfold span.
    split; [f_equal|]; lia.
Qed.

Lemma tilted_regular : regular tilted.
Proof.
  unfold tilted. split.
  - intros n shape I. apply in_map_iff in I. destruct I as ([a b] & <- & _).
    apply square_distinct. cbn. lia.
  - intros m n L shape. rewrite !in_map_iff. intros ([a b] & <- & I). exists (a, b).
    rewrite in_prod_iff, !in_up_to in *. split; [reflexivity|lia].
  - intros W H n shape P I. apply in_map_iff in I. destruct I as ([a b] & <- & _).
    eexists. split; [|apply square_stands_for]. apply in_map_iff.
    exists (N.min (a + 1) (span W H) - 1, N.min (b + 1) (span W H) - 1).
    rewrite in_prod_iff, !in_up_to. unfold span. cbn. split; [f_equal|]; lia.
Qed.

Lemma joint_regular one two : regular one -> regular two -> regular (fun n => one n ++ two n).
Proof.
  intros R S. split.
  - intros n shape I. apply in_app_or in I.
    destruct I as [I|I]; [now apply (distinct one R n)|now apply (distinct two S n)].
  - intros m n L. apply incl_app;
      [apply incl_appl, (monotone one R)|apply incl_appr, (monotone two S)]; exact L.
  - intros W H n shape P I. apply in_app_or in I.
    destruct I as [I|I]; [apply (covered one R W H) in I|apply (covered two S W H) in I];
      try exact P; destruct I as (smaller & I & C); exists smaller; split; auto using in_or_app.
Qed.

Lemma advanced_regular : regular advanced_shapes.
Proof. exact (joint_regular _ _ standard_regular upright_regular). Qed.

Lemma plus_regular : regular plus_shapes.
Proof. exact (joint_regular _ _ standard_regular tilted_regular). Qed.

Lemma all_regular : regular all_shapes.
Proof.
  exact (joint_regular _ _ standard_regular (joint_regular _ _ upright_regular tilted_regular)).
Qed.

(** ** The window *)

(** A strategy of Black's: the slide, or the drop, in which the first number has no meaning; then
    what Black may play after Red's answer. *)
Inductive tree := Tree (from into : N) (answers : list tree).

Section Window.
  (** The window has [W] columns and [H] rows. An open side may have circles beyond it. *)
  Variables W H : N.
  Variable shapes : goal_set.
  Variables right below : bool.

  Definition inside (p : N * N) : bool := (fst p <? W) && (snd p <? H).
  Definition within (p : N * N) : bool := (right || (fst p <? W)) && (below || (snd p <? H)).
  Definition edge : list N :=
    filter (fun c => right && (fst (place W c) + 1 =? W) || below && (snd (place W c) + 1 =? H))
           (up_to (W * H)).

  (** What goals of the board have in the window. *)
  Definition traces : list set :=
    flat_map (fun shape => flat_map (fun by_ =>
      let ps := shifted shape by_ in
      if forallb within ps then [set_of (map (circle W) (filter inside ps))] else [])
      (places W H)) (shapes (span W H + 2)).

  (** In the form of a game, for the map of its goals. *)
  Definition traces_game : game :=
    {| circles := []; neighbours := []; goals := traces; banned := None;
       drop_plan := Plan Standard Standard Standard Standard |}.

  Variables goal danger : set -> bool.
  Variable steps_ : list (N * list N).
  Variables cells edge_ : list N.

  Definition count (s : set) : nat := length (filter (has s) cells).

  (** What Red can make of its pieces in the window where Black has [B]. *)
  Definition red_drops (B R : set) : list set :=
    map (fun c => add c R) (filter (fun c => negb (has B c || has R c)) cells).
  Definition red_slides (B R : set) : list set :=
    filter (fun s => disjoint (N.ldiff s R) B) (slid_from steps_ R).
  Definition red_crosses (B R : set) : list set :=
    map (fun a => remove a R) (filter (has R) edge_) ++
    (if Nat.ltb (count R) 4
     then map (fun b => add b R) (filter (fun b => negb (has B b || has R b)) edge_) else []).
  Definition red_moves (d : nat) (B R : set) : list set :=
    if Nat.ltb d 4
    then match red_drops B R with [] => [] | l => R :: l end
    else match red_slides B R with [] => [] | l => R :: l ++ red_crosses B R end.

  (** Black, who is to move after [d] drops of each side, wins by the strategy within one move and
      [more] further ones. *)
  Fixpoint wins_by (more : nat) (t : tree) (d : nat) (B R : set) : bool :=
    let '(Tree from into answers) := t in
    if has B into then false else if has R into then false else
    if negb (into <? W * H) then false else
    if (if Nat.ltb d 4 then true
        else if has B from then adjacent (place W from) (place W into) else false)
    then let B' := add into (if Nat.ltb d 4 then B else remove from B) in
         if goal B' then true else
         match more with
         | O => false
         | S more =>
             match red_moves d B' R with
             | [] => false
             | l => all (fun R' =>
                 if (if Nat.ltb (S d) 4 then false else danger R') then false
                 else some (fun t => wins_by more t (if Nat.ltb d 4 then S d else 4)%nat B' R')
                           answers) l
             end
         end
    else false.
End Window.

Definition window_wins (W H : N) (shapes : goal_set) (right below : bool) (more : nat) (t : tree) :
    bool :=
  let goals := goal_map (game_on W H shapes) in
  let traces := goal_map (traces_game W H shapes right below) in
  wins_by W H (in_map goals) (fun s => if s =? 0 then true else in_map traces s)
    (steps (game_on W H shapes)) (up_to (W * H)) (edge W H right below) more t 0 0 0.

(** ** Positions in which a side is to move *)

(** The drops of each side after its next move, and those of both after Black's. *)
Definition after (d : nat) : nat := if Nat.ltb d 4 then S d else 4%nat.
Definition between (d : nat) : nat := if Nat.ltb d 4 then S (2 * d) else 8%nat.

Definition black_to_move (B R : set) (d : nat) : position :=
  {| own := B; other := R; turn := Black; drops := 2 * d |}.
Definition red_to_move (B R : set) (d : nat) : position :=
  {| own := R; other := B; turn := Red; drops := between d |}.

Lemma mover_chooses w h shapes p : chooser (game_on w h shapes) p = turn p.
Proof.
  unfold chooser. destruct (slide_phase p); [reflexivity|]. cbn.
  now destruct (Nat.div2 (drops p)) as [|[|[|]]].
Qed.

Lemma always_allowed w h shapes p c : allowed (game_on w h shapes) p c = true.
Proof. unfold allowed. cbn. now destruct (drops p). Qed.

Lemma slide_phase_black B R d : slide_phase (black_to_move B R d) = negb (Nat.ltb d 4).
Proof.
  unfold slide_phase, black_to_move. cbn [drops].
  destruct (Nat.ltb_spec d 4); [apply Nat.leb_gt|apply Nat.leb_le]; lia.
Qed.

Lemma slide_phase_red B R d : slide_phase (red_to_move B R d) = negb (Nat.ltb d 4).
Proof.
  unfold slide_phase, red_to_move, between. cbn [drops].
  destruct (Nat.ltb_spec d 4); [apply Nat.leb_gt|apply Nat.leb_le]; lia.
Qed.

(** ** What wins in the window wins on every board that has it *)

Section Sound.
  Variables W H w h : N.
  Variable shapes : goal_set.
  Variables right below : bool.
  Hypothesis are_regular : regular shapes.
  Hypothesis positive : 0 < W.
  Hypothesis wide : W <= w.
  Hypothesis high : H <= h.
  Hypothesis right_closed : right = false -> w = W.
  Hypothesis below_closed : below = false -> h = H.

  Let g := game_on w h shapes.
  Let small := game_on W H shapes.
  Let cells := up_to (W * H).
  Let edges := edge W H right below.

  (** A circle of the window, on the board. *)
  Definition lift (c : N) : N := circle w (place W c).

  Lemma positive_w : 0 < w.
  Proof. lia. Qed.
  Hint Resolve positive_w : core.

  Lemma place_lift c : place w (lift c) = place W c.
  Proof.
    apply place_circle; [auto|]. unfold place. cbn. pose proof (N.mod_lt c W). lia.
  Qed.

  Lemma lift_injective c d : lift c = lift d -> c = d.
  Proof.
    intros E. rewrite <- (circle_place W positive c), <- (circle_place W positive d).
    now rewrite <- !place_lift, E.
  Qed.

  Lemma lift_eqb c d : (lift c =? lift d) = (c =? d).
  Proof.
    apply eq_true_iff_eq. rewrite !N.eqb_eq. split; [apply lift_injective|congruence].
  Qed.

  Lemma inside_iff p : inside W H p = true <-> on_board W H p.
  Proof. unfold inside, on_board. now rewrite andb_true_iff, !N.ltb_lt. Qed.

  Lemma wider p : on_board W H p -> on_board w h p.
  Proof. unfold on_board. lia. Qed.

  Lemma lift_below c : c < W * H -> lift c < w * h.
  Proof. intros L. apply circle_below; [auto|]. now apply wider, place_on_board. Qed.

  Lemma lift_circle p : on_board W H p -> lift (circle W p) = circle w p.
  Proof. intros [L _]. unfold lift. now rewrite place_circle. Qed.

  Lemma lift_inside a : inside W H (place w a) = true -> exists c, c < W * H /\ a = lift c.
  Proof.
    rewrite inside_iff. intros L. exists (circle W (place w a)).
    split; [now apply circle_below|]. rewrite lift_circle by exact L. symmetry.
    now apply circle_place.
  Qed.

  Lemma not_lift a c : inside W H (place w a) = false -> c < W * H -> a <> lift c.
  Proof.
    intros O L ->. rewrite place_lift in O. apply (place_on_board W H positive), inside_iff in L.
    congruence.
  Qed.

  Lemma on_edge a c : c < W * H -> a < w * h -> inside W H (place w a) = false ->
    adjacent (place w a) (place W c) = true \/ adjacent (place W c) (place w a) = true ->
    In c edges.
  Proof.
    intros Lc La O A. unfold edges, edge. rewrite filter_in, in_up_to. split; [exact Lc|].
    apply place_on_board in Lc; [|exact positive]. apply place_on_board in La; [|auto].
    revert Lc La O A. generalize (place w a) as p. generalize (place W c) as q.
    intros [x y] [x' y']. unfold on_board, inside, adjacent, close. cbn.
    intros [Lx Ly] [Lx' Ly'] O A.
    assert (N : x' <= x + 1 /\ y' <= y + 1).
    { destruct A as [A|A]; rewrite !andb_true_iff, !N.leb_le in A; lia. }
    rewrite andb_false_iff, !N.ltb_ge in O. rewrite orb_true_iff, !andb_true_iff, !N.eqb_eq.
    destruct O as [O|O].
    - left. split; [|lia]. destruct right; [reflexivity|]. rewrite right_closed in Lx'; lia.
    - right. split; [|lia]. destruct below; [reflexivity|]. rewrite below_closed in Ly'; lia.
  Qed.

  (** *** Pieces *)

  Definition lifted : set -> set -> Prop := mapped lift (fun d => d < W * H).
  Definition traced (R R' : set) : Prop := forall d, has R d = (d <? W * H) && has R' (lift d).
  Definition few (k : nat) (R : set) : Prop := exists l, R = set_of l /\ (length l <= k)%nat.

  Lemma lifted_has B B' d : lifted B B' -> has B' (lift d) = has B d.
  Proof. apply mapped_has. intros e _. apply lift_injective. Qed.

  Lemma lifted_remove B B' c : lifted B B' -> lifted (remove c B) (remove (lift c) B').
  Proof. apply mapped_remove. intros d _. apply lift_injective. Qed.

  Lemma traced_add R R' c : traced R R' -> c < W * H -> traced (add c R) (add (lift c) R').
  Proof.
    intros T L d. rewrite !has_add, T, lift_eqb. destruct (N.eqb_spec c d) as [<-|]; [|reflexivity].
    cbn. now rewrite (proj2 (N.ltb_lt _ _) L).
  Qed.

  Lemma traced_remove R R' c : traced R R' -> traced (remove c R) (remove (lift c) R').
  Proof.
    intros T d. rewrite !has_remove, T, lift_eqb.
    now destruct (c =? d), (d <? W * H), (has R' (lift d)).
  Qed.

  Lemma traced_outside R R' a : traced R R' -> inside W H (place w a) = false ->
    traced R (add a R') /\ traced R (remove a R').
  Proof.
    intros T O. split; intros d; rewrite T, ?has_add, ?has_remove;
      (destruct (N.ltb_spec d (W * H)) as [L|]; [|reflexivity]);
      (destruct (N.eqb_spec a (lift d)) as [E|]; [|reflexivity]); now apply not_lift in E.
  Qed.

  Lemma few_add k c R : few k R -> few (S k) (add c R).
  Proof. intros (l & -> & L). exists (c :: l). split; [reflexivity|]. cbn. lia. Qed.

  Lemma few_slide k a b R : few k R -> has R a = true -> few k (add b (remove a R)).
  Proof.
    intros (l & -> & L) Ha. exists (b :: List.remove N.eq_dec a l). apply has_set_of in Ha. split.
    - change (set_of (b :: ?m)) with (add b (set_of m)). f_equal. apply same_set. intros c.
      rewrite has_remove, andb_true_iff, negb_true_iff, N.eqb_neq, !has_set_of. split.
      + intros [N I]. apply in_in_remove; congruence.
      + intros I. apply in_remove in I. intuition congruence.
    - cbn. pose proof (remove_length_lt N.eq_dec l a Ha). lia.
  Qed.

  Lemma nodup_up_to m : NoDup (up_to m).
  Proof.
    unfold up_to. apply Injective_map_NoDup; [|apply seq_NoDup].
    intros a b. apply Nat2N.inj.
  Qed.

  Lemma few_count R R' a : few 4 R' -> traced R R' -> has R' a = true ->
    inside W H (place w a) = false -> Nat.ltb (count cells R) 4 = true.
  Proof.
    intros (l & -> & L) T Ha O. apply Nat.ltb_lt. unfold count, cells.
    assert (K : (length (a :: map lift (filter (has R) (up_to (W * H)))) <= length l)%nat).
    { apply NoDup_incl_length.
      - constructor.
        + rewrite in_map_iff. intros (c & E & I). rewrite filter_in, in_up_to in I.
          symmetry in E. now apply not_lift in E.
        + apply Injective_map_NoDup; [exact lift_injective|].
          apply NoDup_filter, nodup_up_to.
      - intros c [<-|I]; [now apply has_set_of|]. apply in_map_iff in I.
        destruct I as (d & <- & I). rewrite filter_in, T, andb_true_iff, has_set_of in I. tauto. }
    cbn in K. rewrite map_length in K. lia.
  Qed.

  (** *** Goals *)

  Lemma shape_nodup shape by_ : In shape (shapes w) -> NoDup (shifted shape by_).
  Proof.
    intros I. apply Injective_map_NoDup; [|now apply (distinct shapes are_regular w)].
    intros [a b] [c d] [= E F]. f_equal; lia.
  Qed.

  Lemma shape_length shape by_ : In shape (shapes w) -> length (shifted shape by_) = 4%nat.
  Proof.
    intros I. unfold shifted. rewrite map_length. now apply (distinct shapes are_regular w).
  Qed.

  Lemma few_no_goal k R : few k R -> (k < 4)%nat -> is_goal g R = false.
  Proof.
    intros (l & -> & L) K. destruct (is_goal g (set_of l)) eqn:E; [exfalso|reflexivity].
    apply is_goal_in, in_goals in E; [|auto]. destruct E as (shape & by_ & I & _ & O & E).
    assert (D : (length (map (circle w) (shifted shape by_)) <= length l)%nat).
    { apply NoDup_incl_length.
      - apply (NoDup_map_inv (place w)). rewrite map_map, (map_ext_in _ id).
        + rewrite map_id. now apply shape_nodup.
        + intros p Ip. apply place_circle; [auto|]. now apply O.
      - intros c Ic. apply has_set_of. rewrite E. now apply has_set_of. }
    rewrite map_length, shape_length in D by exact I. lia.
  Qed.

  Lemma lifted_goal B B' : lifted B B' -> is_goal small B = true -> is_goal g B' = true.
  Proof.
    intros [L _] E. apply is_goal_in, in_goals in E; [|exact positive].
    destruct E as (shape & by_ & I & Ob & O & ->). apply is_goal_in, in_goals; [auto|].
    exists shape, by_. split; [exact (monotone shapes are_regular W w wide shape I)|].
    split; [now apply wider|]. split; [intros p Ip; now apply wider, O|]. apply same_set. intros c.
    rewrite L, has_set_of, in_map_iff. split.
    - intros (d & Id & ->). rewrite has_set_of, in_map_iff in Id. destruct Id as (p & <- & Ip).
      exists p. split; [|exact Ip]. symmetry. now apply lift_circle, O.
    - intros (p & <- & Ip). exists (circle W p). split.
      + now apply has_set_of, List.in_map.
      + symmetry. now apply lift_circle, O.
  Qed.

  Lemma traced_goal R R' : traced R R' -> is_goal g R' = true ->
    R = 0 \/ is_goal (traces_game W H shapes right below) R = true.
  Proof.
    intros T E. destruct (N.eq_dec R 0) as [Z|Z]; [now left|right].
    apply is_goal_in, in_goals in E; [|auto]. destruct E as (shape & by_ & I & Ob & O & ->).
    assert (M : forall d, has R d = true <->
      In d (map (circle W) (filter (inside W H) (shifted shape by_)))).
    { intros d. rewrite T, andb_true_iff, N.ltb_lt, has_set_of, !in_map_iff. split.
      - intros (L & p & E & Ip). assert (F : place W d = p).
        { rewrite <- place_lift, <- E. apply place_circle; [auto|]. now apply O. }
        exists p. subst p. split; [now apply circle_place|]. rewrite filter_in. split; [exact Ip|].
        now apply inside_iff, place_on_board.
      - intros (p & <- & Ip). rewrite filter_in, inside_iff in Ip. destruct Ip as [Ip K].
        split; [now apply circle_below|]. exists p. split; [|exact Ip]. symmetry.
        now apply lift_circle. }
    assert (X : exists p, In p (shifted shape by_) /\ on_board W H p).
    { assert (X : has R (N.log2 R) = true) by (unfold has; now apply N.bit_log2).
      apply M, in_map_iff in X. destruct X as (p & _ & X).
      rewrite filter_in, inside_iff in X. now exists p. }
    destruct (covered shapes are_regular W H w shape positive I) as (smaller & I' & C).
    destruct (C by_) as [Fits Same].
    apply is_goal_in. change (In R (traces W H shapes right below)). unfold traces.
    apply in_flat_map. exists smaller. split; [exact I'|].
    apply in_flat_map. exists by_. split.
    - apply in_places; [exact positive|]. destruct X as (p & X & K). unfold shifted in X.
      apply in_map_iff in X. destruct X as (q & <- & _). unfold on_board in *. cbn in K. lia.
    - assert (F : forallb (within W H right below) (shifted smaller by_) = true).
      { apply forallb_forall. intros p Ip. apply Fits in Ip.
        destruct Ip as (q & Iq & Cx & Cy). apply O in Iq. destruct Iq as [Lx Ly].
        unfold within. rewrite andb_true_iff, !orb_true_iff, !N.ltb_lt.
        split; [destruct right|destruct below]; auto; right;
          [rewrite <- right_closed|rewrite <- below_closed]; auto; lia. }
      cbn zeta. rewrite F. left. apply same_set. intros d. rewrite has_set_of, M, !in_map_iff.
      split; intros (p & E & Ip); exists p; (split; [exact E|]);
        rewrite filter_in in Ip |- *; destruct Ip as [Ip K]; (split; [|exact K]);
        apply inside_iff in K; now apply (Same p K).
  Qed.

  (** *** The strategy *)

  Lemma circles_g c : In c (circles g) <-> c < w * h.
  Proof. now apply in_circles. Qed.

  Lemma neighbours_g a b : In (a, b) (neighbours g) <->
    a < w * h /\ b < w * h /\ adjacent (place w a) (place w b) = true.
  Proof. now apply in_neighbours. Qed.

  Lemma neighbours_small a b : In (a, b) (neighbours small) <->
    a < W * H /\ b < W * H /\ adjacent (place W a) (place W b) = true.
  Proof. now apply in_neighbours. Qed.

  Let goal := in_map (goal_map small).
  Let danger := fun s =>
    if s =? 0 then true else in_map (goal_map (traces_game W H shapes right below)) s.
  Let moves := red_moves (steps small) cells edges.
  Let wins_here := wins_by W H goal danger (steps small) cells edges.

  Lemma allowed_g p c : allowed g p c = true.
  Proof. apply always_allowed. Qed.

  Lemma lift_empty B B' R R' c t n : lifted B B' -> traced R R' -> c < W * H ->
    empty {| own := R'; other := B'; turn := t; drops := n |} (lift c) = negb (has B c || has R c).
  Proof.
    intros L T Lc. unfold empty. cbn. rewrite (lifted_has _ _ _ L), (T c), orb_comm.
    now rewrite (proj2 (N.ltb_lt _ _) Lc).
  Qed.

  Lemma in_red_slides B R s : In s (red_slides (steps small) B R) <->
    exists a b, In (a, b) (neighbours small) /\ has R a = true /\ has R b = false /\
      has B b = false /\ s = add b (remove a R).
  Proof.
    unfold red_slides. rewrite filter_in. change (slid_from (steps small) R) with (slid small R).
    rewrite in_slid, disjoint_has. split.
    - intros ((a & b & I & Ha & Hb & ->) & D). exists a, b. repeat split; auto. apply D.
      unfold has in *. rewrite N.ldiff_spec. unfold add. now rewrite N.setbit_eq, Hb.
    - intros (a & b & I & Ha & Hb & Bb & ->). split; [now exists a, b|]. intros c C.
      unfold has in C at 1. rewrite N.ldiff_spec in C.
      change (has (add b (remove a R)) c && negb (has R c) = true) in C.
      rewrite has_add, has_remove, andb_true_iff, orb_true_iff, N.eqb_eq, andb_true_iff in C.
      destruct C as [[<-|[_ C]] N]; [exact Bb|]. now rewrite C in N.
  Qed.

  Lemma red_can_move d B R B' R' : lifted B B' -> traced R R' -> moves d B R <> [] ->
    next g (red_to_move B' R' d) <> [].
  Proof.
    intros L T N E. unfold moves, red_moves in N.
    assert (K : exists r, In r (next g (red_to_move B' R' d))).
    { pose proof (slide_phase_red B' R' d) as P. destruct (Nat.ltb d 4); cbn [negb] in P.
      - destruct (red_drops cells B R) as [|s l] eqn:D; [now destruct N|].
        assert (I : In s (red_drops cells B R)) by (rewrite D; now left).
        unfold red_drops in I. rewrite in_map_iff in I. destruct I as (c & _ & I).
        unfold cells in I. rewrite filter_in, in_up_to in I. destruct I as [Lc I].
        exists (drop (red_to_move B' R' d) (lift c)). rewrite in_next, P. exists (lift c).
        rewrite circles_g. split; [now apply lift_below|].
        split; [|split; [apply allowed_g|reflexivity]].
        unfold red_to_move. now rewrite (lift_empty B B' R R').
      - destruct (red_slides (steps small) B R) as [|s l] eqn:D; [now destruct N|].
        assert (I : In s (red_slides (steps small) B R)) by (rewrite D; now left).
        apply in_red_slides in I. destruct I as (a & b & I & Ha & Hb & Bb & _).
        apply neighbours_small in I. destruct I as (La & Lb & A).
        exists (slide (red_to_move B' R' d) (lift a, lift b)). rewrite in_next, P.
        exists (lift a), (lift b). rewrite neighbours_g, !place_lift.
        split; [auto using lift_below|]. split; [|split; [|reflexivity]].
        + cbn. rewrite (T a) in Ha. now apply andb_true_iff in Ha.
        + unfold red_to_move. now rewrite (lift_empty B B' R R'), Bb, Hb. }
    destruct K as (r & K). rewrite E in K. destruct K.
  Qed.

  (** Each move of Red's is one of those in the window. *)
  Lemma red_answers d B R B' R' r : (d <= 4)%nat -> lifted B B' -> traced R R' -> few d R' ->
    moves d B R <> [] -> In r (next g (red_to_move B' R' d)) ->
    exists R1 S, r = black_to_move B' S (after d) /\ In R1 (moves d B R) /\ traced R1 S /\
      few (after d) S.
  Proof.
    intros Ld L T F N I. rewrite in_next, slide_phase_red in I. unfold moves, red_moves, after in *.
    destruct (Nat.ltb_spec d 4) as [D|D]; cbn [negb] in I.
    - destruct I as (c & Ic & E & _ & ->). apply circles_g in Ic.
      destruct (red_drops cells B R) as [|s l] eqn:M; [now destruct N|].
      assert (Q : drop (red_to_move B' R' d) c = black_to_move B' (add c R') (S d)).
      { unfold drop, red_to_move, black_to_move, between. cbn [own other turn drops opponent].
        destruct (Nat.ltb_spec d 4); [|lia]. f_equal. lia. }
      destruct (inside W H (place w c)) eqn:O.
      + destruct (lift_inside c O) as (c' & Lc & ->). exists (add c' R), (add (lift c') R').
        split; [exact Q|]. split; [|split; [now apply traced_add|now apply few_add]].
        right. rewrite <- M. unfold red_drops. apply in_map_iff. exists c'. split; [reflexivity|].
        unfold cells. rewrite filter_in, in_up_to. split; [exact Lc|].
        unfold red_to_move in E. now rewrite (lift_empty B B' R R') in E.
      + exists R, (add c R'). split; [exact Q|]. split; [now left|].
        split; [now apply traced_outside|now apply few_add].
    - assert (d = 4%nat) by lia. subst d. destruct I as (a & b & I & Ha & E & ->).
      cbn [own red_to_move] in Ha. apply neighbours_g in I. destruct I as (La & Lb & A).
      destruct (red_slides (steps small) B R) as [|s l] eqn:M; [now destruct N|].
      assert (Q : slide (red_to_move B' R' 4) (a, b) = black_to_move B' (add b (remove a R')) 4)
        by reflexivity.
      pose proof (few_slide 4 a b R' F Ha) as F'.
      destruct (inside W H (place w a)) eqn:Oa, (inside W H (place w b)) eqn:Ob.
      + destruct (lift_inside a Oa) as (a' & La' & ->), (lift_inside b Ob) as (b' & Lb' & ->).
        eexists (add b' (remove a' R)), _. split; [exact Q|].
        split; [|split; [apply traced_add; [now apply traced_remove|exact Lb']|exact F']].
        right. apply in_or_app. left. rewrite <- M. apply in_red_slides. exists a', b'.
        unfold red_to_move in E. rewrite (lift_empty B B' R R' _ _ _ L T Lb') in E.
        apply negb_true_iff, orb_false_iff in E. destruct E as [E1 E2].
        rewrite !place_lift in A. rewrite neighbours_small.
        split; [auto|]. split; [|auto]. rewrite T, Ha. now rewrite (proj2 (N.ltb_lt _ _) La').
      + destruct (lift_inside a Oa) as (a' & La' & ->). rewrite place_lift in A.
        exists (remove a' R), (add b (remove (lift a') R')). split; [exact Q|].
        split; [|split; [apply traced_outside; [now apply traced_remove|exact Ob]|exact F']].
        right. apply in_or_app. right. apply in_or_app. left. apply in_map_iff. exists a'.
        split; [reflexivity|]. rewrite filter_in. split; [now apply (on_edge b); auto|].
        rewrite T, Ha. now rewrite (proj2 (N.ltb_lt _ _) La').
      + destruct (lift_inside b Ob) as (b' & Lb' & ->). rewrite place_lift in A.
        exists (add b' R), (add (lift b') (remove a R')). split; [exact Q|].
        split; [|split; [apply traced_add; [now apply traced_outside|exact Lb']|exact F']].
        right. apply in_or_app. right. apply in_or_app. right.
        rewrite (few_count R R' a F T Ha Oa). apply in_map_iff. exists b'. split; [reflexivity|].
        rewrite filter_in. split; [now apply (on_edge a); auto|].
        unfold red_to_move in E. now rewrite (lift_empty B B' R R') in E.
      + exists R, (add b (remove a R')). split; [exact Q|]. split; [now left|].
        split; [apply traced_outside; [now apply traced_outside|exact Ob]|exact F'].
  Qed.

  Lemma strategy_wins more : forall t d B R B' R', wins_here more t d B R = true -> (d <= 4)%nat ->
    lifted B B' -> traced R R' -> few d R' -> is_goal g R' = false ->
    wins g Black (S (2 * more)) (black_to_move B' R' d).
  Proof.
    induction more as [|more IH]; intros [from into answers] d B R B' R' V Ld L T F O;
      unfold wins_here in V; cbn [wins_by] in V;
      (destruct (has B into) eqn:Bi; [discriminate|]);
      (destruct (has R into) eqn:Ri; [discriminate|]);
      (destruct (N.ltb_spec into (W * H)) as [Li|]; [cbn [negb] in V|discriminate]);
      (match type of V with (if ?c then _ else _) = _ => destruct c eqn:A; [|discriminate] end);
      set (B1 := add into (if Nat.ltb d 4 then B else remove from B)) in V;
      set (B1' := add (lift into) (if Nat.ltb d 4 then B' else remove (lift from) B'));
      (assert (L1 : lifted B1 B1')
        by (unfold B1, B1'; apply mapped_add; [|exact Li]; destruct (Nat.ltb d 4);
            [exact L|now apply lifted_remove]));
      (assert (I : In (red_to_move B1' R' d) (next g (black_to_move B' R' d)));
        [rewrite in_next, slide_phase_black; unfold red_to_move, between, B1';
         assert (E : empty (black_to_move B' R' d) (lift into) = true)
           by (unfold empty; cbn; rewrite (lifted_has _ _ _ L), Bi;
               specialize (T into); rewrite Ri, (proj2 (N.ltb_lt _ _) Li) in T; cbn in T;
               now rewrite <- T);
         destruct (Nat.ltb_spec d 4); cbn [negb];
         [exists (lift into); rewrite circles_g;
          repeat split; auto using lift_below, allowed_g
         |destruct (has B from) eqn:Bf; [|discriminate];
          exists (lift from), (lift into); rewrite neighbours_g, !place_lift;
          replace d with 4%nat by lia;
          repeat split; auto using lift_below;
          [apply lift_below; now apply L|cbn; now rewrite (lifted_has _ _ _ L)]]
        |]);
      (apply can_win with (red_to_move B1' R' d); [exact O|apply mover_chooses|exact I|]);
      (destruct (goal B1) eqn:G;
        [apply has_won; [|reflexivity]; unfold goal in G; rewrite in_goal_map in G;
         exact (lifted_goal B1 B1' L1 G)|]);
      [discriminate|].
    destruct (over g (red_to_move B1' R' d)) eqn:Q; [now apply has_won|].
    replace (2 * S more)%nat with (S (S (2 * more))) by lia.
    change (red_moves (steps small) cells edges d B1 R) with (moves d B1 R) in V.
    assert (N : moves d B1 R <> []) by (intros N; rewrite N in V; discriminate).
    apply must_win; [exact Q|apply mover_chooses|now apply (red_can_move d B1 R)|].
    intros r Ir.
    destruct (red_answers d B1 R B1' R' r Ld L1 T F N Ir) as (R1 & S1 & -> & I1 & T1 & F1).
    assert (V' : (if (if Nat.ltb (S d) 4 then false else danger R1) then false
       else some (fun t => wins_here more t (after d) B1 R1) answers) = true).
    { destruct (moves d B1 R); [now destruct N|]. rewrite all_in in V. exact (V R1 I1). }
    destruct (if Nat.ltb (S d) 4 then false else danger R1) eqn:D; [discriminate|].
    apply some_in in V'. destruct V' as (t & _ & V').
    apply (IH t (after d) B1 R1); auto.
    - unfold after. destruct (Nat.ltb_spec d 4); lia.
    - destruct (Nat.ltb_spec (S d) 4) as [D'|D'].
      + apply (few_no_goal (after d)); [exact F1|]. unfold after.
        destruct (Nat.ltb_spec d 4); lia.
      + destruct (is_goal g S1) eqn:G1; [|reflexivity].
        destruct (traced_goal R1 S1 T1 G1) as [Z|Z]; unfold danger in D.
        * subst R1. discriminate.
        * rewrite in_goal_map, Z in D. destruct (R1 =? 0); discriminate.
  Qed.
End Sound.

Theorem wins_on_boards W H shapes right below more t w h :
  regular shapes -> window_wins W H shapes right below more t = true ->
  0 < W -> W <= w -> H <= h -> (right = false -> w = W) -> (below = false -> h = H) ->
  wins (game_on w h shapes) Black (S (2 * more)) start.
Proof.
  intros R V P Lw Lh Cw Ch.
  apply (strategy_wins W H w h shapes right below R P Lw Lh Cw Ch more t 0 0 0 0 0 V).
  - lia.
  - split; [|discriminate]. intros c. split; [discriminate|]. intros (d & E & _). discriminate.
  - intros d. unfold has. now rewrite !N.bits_0, andb_false_r.
  - now exists [].
  - apply (few_no_goal W H w h shapes right below R P Lw Lh Cw Ch 0 0); [now exists []|lia].
Qed.

(** A strategy for a window of [W] columns and [H] rows, with columns and rows exchanged. *)
Fixpoint transposed (W H : N) (t : tree) : tree :=
  let '(Tree from into answers) := t in
  let f c := circle H (snd (place W c), fst (place W c)) in
  Tree (f from) (f into) (map (transposed W H) answers).

(** The window is as wide as the board, or as high. *)
Definition strip_wins (W H : N) (shapes : goal_set) (more : nat) (t : tree) : bool :=
  if window_wins W H shapes false true more t
  then window_wins H W shapes true false more (transposed W H t)
  else false.

Lemma wins_on_strips W H shapes more t w h :
  regular shapes -> strip_wins W H shapes more t = true -> 0 < W -> 0 < H ->
  w = W /\ H <= h \/ h = W /\ H <= w -> wins (game_on w h shapes) Black (S (2 * more)) start.
Proof.
  unfold strip_wins. destruct (window_wins W H _ _ _ _ _) eqn:V; [|discriminate].
  intros R V' PW PH [[-> L]|[-> L]]; [apply (wins_on_boards _ _ _ _ _ _ _ _ _ R V)
                                     |apply (wins_on_boards _ _ _ _ _ _ _ _ _ R V')]; easy || lia.
Qed.

(** ** Standard Teeko *)

(** Strategies for the windows 5 x 7, 6 x 6 and 7 x 7. *)
Definition check_boards (narrow middle large : tree) : bool :=
  if strip_wins 5 7 standard_shapes 6 narrow then
  if strip_wins 6 6 standard_shapes 6 middle
  then window_wins 7 7 standard_shapes true true 6 large else false else false.

Theorem boards_if narrow middle large : check_boards narrow middle large = true ->
  forall w h, 5 <= w -> 5 <= h -> 12 <= w + h ->
  wins (game_on w h standard_shapes) Black 13 start.
Proof.
  unfold check_boards.
  destruct (strip_wins 5 7 _ _ _) eqn:V5; [|discriminate].
  destruct (strip_wins 6 6 _ _ _) eqn:V6; [|discriminate]. intros V7 w h Lw Lh L.
  pose proof standard_regular as R.
  destruct (N.eq_dec w 5); [apply (wins_on_strips _ _ _ _ _ _ _ R V5); lia|].
  destruct (N.eq_dec h 5); [apply (wins_on_strips _ _ _ _ _ _ _ R V5); lia|].
  destruct (N.eq_dec w 6); [apply (wins_on_strips _ _ _ _ _ _ _ R V6); lia|].
  destruct (N.eq_dec h 6); [apply (wins_on_strips _ _ _ _ _ _ _ R V6); lia|].
  apply (wins_on_boards _ _ _ _ _ _ _ _ _ R V7); easy || lia.
Qed.

(** ** Advanced Teeko *)

(** A strategy for the window 5 x 5. *)
Definition check_advanced (small : tree) : bool :=
  window_wins 5 5 advanced_shapes true true 6 small.

Lemma wins_from_small shapes more small : regular shapes ->
  window_wins 5 5 shapes true true more small = true ->
  forall w h, 5 <= w -> 5 <= h -> wins (game_on w h shapes) Black (S (2 * more)) start.
Proof. intros R V w h Lw Lh. apply (wins_on_boards _ _ _ _ _ _ _ _ _ R V); easy || lia. Qed.

Theorem advanced_if small : check_advanced small = true ->
  forall w h, 5 <= w -> 5 <= h -> wins (game_on w h advanced_shapes) Black 13 start.
Proof. exact (wins_from_small _ _ _ advanced_regular). Qed.

(** A strategy for the window 6 x 7. *)
Definition check_larger (large : tree) : bool :=
  if window_wins 6 7 advanced_shapes true true 5 large
  then window_wins 7 6 advanced_shapes true true 5 (transposed 6 7 large) else false.

Theorem larger_if large : check_larger large = true ->
  forall w h, 6 <= w -> 6 <= h -> 13 <= w + h ->
  wins (game_on w h advanced_shapes) Black 11 start.
Proof.
  unfold check_larger. destruct (window_wins 6 7 _ _ _ _ _) eqn:V; [|discriminate].
  intros V' w h Lw Lh L. pose proof advanced_regular as R.
  destruct (N.eq_dec h 6); [apply (wins_on_boards _ _ _ _ _ _ _ _ _ R V'); easy || lia|].
  apply (wins_on_boards _ _ _ _ _ _ _ _ _ R V); easy || lia.
Qed.

(** ** Goals with tilted squares *)

(** Strategies for the window 5 x 5: without larger upright squares, and with them. *)
Definition check_plus (small : tree) : bool := window_wins 5 5 plus_shapes true true 5 small.
Definition check_all (small : tree) : bool := window_wins 5 5 all_shapes true true 5 small.

Theorem plus_if small : check_plus small = true ->
  forall w h, 5 <= w -> 5 <= h -> wins (game_on w h plus_shapes) Black 11 start.
Proof. exact (wins_from_small _ _ _ plus_regular). Qed.

Theorem all_if small : check_all small = true ->
  forall w h, 5 <= w -> 5 <= h -> wins (game_on w h all_shapes) Black 11 start.
Proof. exact (wins_from_small _ _ _ all_regular). Qed.
