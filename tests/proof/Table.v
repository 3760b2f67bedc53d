(** * A table that agrees with itself is right

    A table says of positions which side wins within how many plies, or that neither does. If each
    of its values follows from those of the positions one ply later, all of them are true, however the
    table was made. This holds for every game of [Teeko.v]. *)

From Coq Require Import Lia Arith.
From TeekoProof Require Import Teeko Adequacy.

Inductive value := Won (x : side) (plies : nat) | Drawn.

Definition is_won (x : side) (v : value) : bool :=
  match v, x with Won Black _, Black | Won Red _, Red => true | _, _ => false end.
Definition plies_of (v : value) : nat := match v with Won _ n => n | Drawn => 0 end.
Definition is_drawn (v : value) : bool := match v with Drawn => true | _ => false end.

Section Agreement.
  Variable g : game.
  Variable table : position -> option value.

  (** The values of these positions, if the table has all of them. *)
  Fixpoint values (l : list position) : option (list value) :=
    match l with
    | [] => Some []
    | p :: l => match table p, values l with Some v, Some vs => Some (v :: vs) | _, _ => None end
    end.

  (** The value that follows from those one ply later, [c] being the side that chooses: that side
      wins as soon as it can. If it cannot, it avoids losing; if it cannot do that, it loses as late
      as it can. Without a move the game is drawn. *)
  Definition soonest (l : list nat) : nat :=
    match l with [] => 0 | n :: l => fold_left Nat.min l n end.
  Definition best (c : side) (vs : list value) : value :=
    match filter (is_won c) vs with
    | [] => if forallb (is_won (opponent c)) vs
            then match vs with
                 | [] => Drawn
                 | _ => Won (opponent c) (S (list_max (map plies_of vs)))
                 end
            else Drawn
    | won => Won c (S (soonest (map plies_of won)))
    end.

  Definition follows (p : position) : option value :=
    if over g p then Some (Won (opponent (turn p)) 0)
    else match values (next g p) with Some vs => Some (best (chooser g p) vs) | None => None end.

  (** The table has the value that follows. *)
  Definition value_eqb (v w : value) : bool :=
    match v, w with
    | Won Black n, Won Black m | Won Red n, Won Red m => Nat.eqb n m
    | Drawn, Drawn => true
    | _, _ => false
    end.
  Definition agrees (p : position) : bool :=
    match table p, follows p with Some v, Some w => value_eqb v w | _, _ => false end.

  Lemma value_eqb_eq v w : value_eqb v w = true -> v = w.
  Proof.
    destruct v as [[|] n|], w as [[|] m|]; cbn; try discriminate; try reflexivity;
      rewrite Nat.eqb_eq; congruence.
  Qed.

  Lemma is_won_iff x v : is_won x v = true <-> exists n, v = Won x n.
  Proof.
    destruct v as [[|] n|], x; cbn; split; try discriminate; eauto; intros (m & E); congruence.
  Qed.

  Lemma values_all l vs : values l = Some vs ->
    (forall q, In q l -> exists v, table q = Some v /\ In v vs) /\
    (forall v, In v vs -> exists q, In q l /\ table q = Some v) /\ (l = [] <-> vs = []).
  Proof.
    revert vs. induction l as [|p l IH]; cbn; intros vs H.
    - injection H as <-. repeat split; intros; contradiction || reflexivity.
    - destruct (table p) as [v|] eqn:E; [|discriminate].
      destruct (values l) as [ws|]; [|discriminate]. injection H as <-.
      destruct (IH ws eq_refl) as (H1 & H2 & _). split; [|split].
      + intros q [<-|I]; [exists v; cbn; auto|]. destruct (H1 q I) as (w & Hw & I').
        exists w. cbn. auto.
      + intros w [<-|I]; [exists p; auto|]. destruct (H2 w I) as (q & I' & Hq). exists q. auto.
      + split; discriminate.
  Qed.

  Lemma soonest_least l : l <> [] -> In (soonest l) l /\ forall n, In n l -> (soonest l <= n)%nat.
  Proof.
    destruct l as [|n l]; [contradiction|]. intros _. cbn.
    assert (G : forall l n, (fold_left Nat.min l n <= n)%nat
              /\ (forall m, In m l -> (fold_left Nat.min l n <= m)%nat)
              /\ (fold_left Nat.min l n = n \/ In (fold_left Nat.min l n) l)).
    { clear. induction l as [|m l IH]; cbn; intros n; [repeat split; auto; intros m []|].
      destruct (IH (Nat.min n m)) as (H1 & H2 & H3). split; [lia|split].
      - intros k [<-|I]; [lia|auto].
      - destruct H3 as [H3|H3]; [|auto].
        destruct (Nat.min_spec n m) as [[_ E]|[_ E]]; rewrite E in *; auto. }
    destruct (G l n) as (H1 & H2 & H3). split; [|intros m [<-|I]; auto].
    destruct H3 as [H3|H3]; auto.
  Qed.

  Lemma list_max_most l : l <> [] -> In (list_max l) l /\ forall n, In n l -> (n <= list_max l)%nat.
  Proof.
    intros N. split.
    - induction l as [|n l IH]; [contradiction|]. destruct l as [|m l]; [left; cbn; lia|].
      change (In (Nat.max n (list_max (m :: l))) (n :: m :: l)).
      destruct (Nat.max_spec n (list_max (m :: l))) as [[_ E]|[_ E]]; rewrite E; [right|now left].
      apply IH. discriminate.
    - intros n I. assert (H : Forall (fun k => (k <= list_max l)%nat) l) by now apply list_max_le.
      rewrite Forall_forall in H. auto.
  Qed.

  (** What agreement says of a position in which the game is not over. *)
  Lemma agrees_open p v : agrees p = true -> over g p = false -> table p = Some v ->
    let c := chooser g p in
    let has w := exists q, In q (next g p) /\ table q = Some w in
    (forall q, In q (next g p) -> exists w, table q = Some w) /\
    match v with
    | Drawn => (forall n, ~ has (Won c n)) /\ (next g p = [] \/ has Drawn)
    | Won x O => False
    | Won x (S n) =>
        has (Won x n) /\
        (x = c /\ (forall m, has (Won x m) -> (n <= m)%nat) \/
         x = opponent c /\ forall w, has w -> exists m, w = Won x m /\ (m <= n)%nat)
    end.
  Proof.
    unfold agrees, follows. intros H O T. rewrite O, T in H.
    destruct (values (next g p)) as [vs|] eqn:E; [|discriminate].
    apply value_eqb_eq in H. apply values_all in E. destruct E as (H1 & H2 & H3).
    cbn zeta. split; [intros q I; destruct (H1 q I) as (w & Hw & _); eauto|].
    assert (Hin : forall w, (exists q, In q (next g p) /\ table q = Some w) <-> In w vs).
    { intros w. split; [|auto]. intros (q & I & Hq). destruct (H1 q I) as (w' & Hw & I').
      congruence. }
    unfold best in H. set (c := chooser g p) in *.
    destruct (filter (is_won c) vs) as [|v0 won] eqn:Ef.
    - assert (Hnone : forall n, ~ In (Won c n) vs).
      { intros n I. assert (F : In (Won c n) (filter (is_won c) vs))
          by (apply filter_In; split; [exact I|now destruct c]).
        rewrite Ef in F. destruct F. }
      destruct (forallb (is_won (opponent c)) vs) eqn:Ea.
      + rewrite forallb_forall in Ea. destruct vs as [|w vs'] eqn:Ev.
        * subst v. split; [intros n Hn; now apply Hin in Hn|]. left. now apply H3.
        * rewrite <- Ev in *. subst v.
          assert (N : map plies_of vs <> []) by (rewrite Ev; discriminate).
          destruct (list_max_most _ N) as (M1 & M2). split.
          -- apply Hin. apply in_map_iff in M1. destruct M1 as (u & Hu & Iu).
             pose proof (Ea u Iu) as Hw. apply is_won_iff in Hw. destruct Hw as (k & ->).
             cbn in Hu. now rewrite <- Hu.
          -- right. split; [reflexivity|]. intros u Hu. apply Hin in Hu.
             pose proof (Ea u Hu) as Hw. apply is_won_iff in Hw. destruct Hw as (k & ->).
             exists k. split; [reflexivity|]. apply M2. apply in_map_iff.
             now exists (Won (opponent c) k).
      + subst v. split; [intros n Hn; apply Hin in Hn; now apply (Hnone n)|]. right. apply Hin.
        assert (X : exists w, In w vs /\ is_won (opponent c) w = false).
        { clear - Ea. induction vs as [|w vs IH]; [discriminate|]. cbn in Ea.
          destruct (is_won (opponent c) w) eqn:Ew; [|exists w; cbn; auto].
          destruct (IH Ea) as (u & Iu & Hu). exists u. cbn. auto. }
        destruct X as (w & Iw & Hw). destruct w as [x n|]; [|exact Iw]. exfalso.
        destruct x, c; cbn in *; try discriminate; now apply (Hnone n).
    - subst v. assert (N : map plies_of (v0 :: won) <> []) by discriminate.
      destruct (soonest_least _ N) as (M1 & M2).
      set (n := soonest (map plies_of (v0 :: won))) in *. split.
      + apply Hin. apply in_map_iff in M1. destruct M1 as (u & Hu & Iu).
        rewrite <- Ef in Iu. apply filter_In in Iu. destruct Iu as (Iu & Wu).
        apply is_won_iff in Wu. destruct Wu as (k & ->). change (k = n) in Hu. now subst k.
      + left. split; [reflexivity|]. intros m Hm. apply Hin in Hm. apply M2.
        apply in_map_iff. exists (Won c m). split; [reflexivity|]. rewrite <- Ef.
        apply filter_In. split; [exact Hm|now destruct c].
  Qed.
End Agreement.

Section Right.
  Variable g : game.
  Variable table : position -> option value.
  (** The positions of the table: play leads from them to others of the table alone. *)
  Variable known : position -> Prop.
  Hypothesis agreeing : forall p, known p -> agrees g table p = true.
  Hypothesis closed : forall p q, known p -> over g p = false -> In q (next g p) -> known q.

  Lemma over_value p : known p -> over g p = true -> table p = Some (Won (opponent (turn p)) 0).
  Proof.
    intros K O. pose proof (agreeing p K) as A. unfold agrees, follows in A. rewrite O in A.
    destruct (table p) as [v|]; [|discriminate]. f_equal. now apply value_eqb_eq.
  Qed.

  Lemma has_value p : known p -> exists v, table p = Some v.
  Proof.
    intros K. pose proof (agreeing p K) as A. unfold agrees in A.
    destruct (table p) as [v|]; [eauto|discriminate].
  Qed.

  Lemma wins_by_table n : forall p x, known p -> table p = Some (Won x n) -> wins g x n p.
  Proof.
    induction n as [n IH] using lt_wf_ind. intros p x K T. destruct (over g p) eqn:O.
    - pose proof (over_value p K O) as E. rewrite T in E. injection E as -> ->.
      apply has_won; [exact O|]. now rewrite opponent_twice.
    - pose proof (agrees_open g table p _ (agreeing p K) O T) as (All & H). destruct n as [|n];
        [contradiction|]. destruct H as ((q & I & Hq) & [(-> & _)|(-> & H)]).
      + eapply can_win; eauto.
      + apply must_win; [exact O|now rewrite opponent_twice|intros E; now rewrite E in I|].
        intros r Ir. destruct (All r Ir) as (w & Hw). destruct (H w) as (m & -> & L); [eauto|].
        apply (more_plies _ _ m); [exact L|]. apply IH; [lia| |exact Hw]. eauto.
  Qed.

  Lemma table_by_wins x n p : wins g x n p -> known p ->
    exists m, table p = Some (Won x m) /\ (m <= n)%nat.
  Proof.
    intros W. induction W as [n p O T|n p q O C I W IH|n p O C N W IH]; intros K.
    - exists 0%nat. rewrite (over_value p K O), T, opponent_twice. split; [reflexivity|lia].
    - destruct (has_value p K) as (v & Hv).
      destruct (IH (closed p q K O I)) as (m & Hq & L).
      pose proof (agrees_open g table p _ (agreeing p K) O Hv) as (_ & H). rewrite C in H.
      destruct v as [y [|k]|]; [contradiction| |].
      + destruct H as (_ & [(-> & Least)|(-> & H)]).
        * exists (S k). split; [exact Hv|]. specialize (Least m). lapply Least; [lia|eauto].
        * destruct (H (Won x m)) as (j & E & _); [eauto|]. injection E as E _.
          now apply opponent_differs in E.
      + destruct H as (H & _). exfalso. apply (H m). eauto.
    - destruct (has_value p K) as (v & Hv).
      pose proof (agrees_open g table p _ (agreeing p K) O Hv) as (_ & H). rewrite C in H.
      destruct v as [y [|k]|]; [contradiction| |].
      + destruct H as ((q & I & Hq) & H). destruct (IH q I (closed p q K O I)) as (m & Hm & L).
        rewrite Hm in Hq. injection Hq as <- <-. exists (S m). split; [exact Hv|lia].
      + destruct H as (_ & [E|(q & I & Hq)]); [contradiction|].
        destruct (IH q I (closed p q K O I)) as (m & Hm & L). congruence.
  Qed.

  Lemma holds_by_table x p : known p ->
    (table p = Some Drawn \/ exists n, table p = Some (Won x n)) -> never_loses g x p.
  Proof.
    intros K T. apply never_loses_iff_closed.
    exists (fun p => known p /\ (table p = Some Drawn \/ exists n, table p = Some (Won x n))).
    split; [auto|]. clear p K T. intros p (K & T). unfold holds. destruct (over g p) eqn:O.
    - left. split; [reflexivity|]. rewrite (over_value p K O) in T.
      destruct T as [T|(n & T)]; [discriminate|]. injection T as <- _. now rewrite opponent_twice.
    - right. split; [reflexivity|]. destruct T as [T|(n & T)];
        pose proof (agrees_open g table p _ (agreeing p K) O T) as (All & H).
      + destruct H as (NoWin & H). destruct (side_cases x (chooser g p)) as [C|C];
          rewrite C in NoWin.
        * destruct H as [H|(q & I & Hq)]; [now left|right; left]. split; [exact C|].
          exists q. eauto.
        * right; right. split; [exact C|]. intros q I. split; [eauto|].
          destruct (All q I) as (w & Hw). destruct w as [y k|]; [right|now left].
          destruct (side_cases x y) as [-> | ->]; [eauto|]. exfalso. apply (NoWin k). eauto.
      + destruct n as [|n]; [contradiction|]. destruct H as ((q & I & Hq) & [(Ex & _)|(Ex & H)]).
        * right; left. split; [now symmetry|]. exists q. eauto 6.
        * right; right. split; [rewrite Ex; now rewrite opponent_twice|].
          intros r Ir. split; [eauto|]. destruct (All r Ir) as (w & Hw).
          destruct (H w) as (m & -> & _); eauto.
  Qed.

  (** A win takes as many plies as the table says, and a draw is one for both sides. *)
  Theorem table_is_right p : known p -> exists v, table p = Some v /\
    match v with
    | Won x n => wins g x n p /\ forall m, (m < n)%nat -> ~ wins g x m p
    | Drawn => never_loses g Black p /\ never_loses g Red p
    end.
  Proof.
    intros K. destruct (has_value p K) as (v & Hv). exists v. split; [exact Hv|].
    destruct v as [x n|].
    - split; [now apply wins_by_table|]. intros m L W.
      destruct (table_by_wins _ _ _ W K) as (k & Hk & Lk). rewrite Hk in Hv.
      injection Hv as ->. lia.
    - split; apply holds_by_table; auto.
  Qed.
End Right.

(** So a table is right if it agrees in every position that it has. *)
Theorem right_where_it_agrees g table :
  (forall p v, table p = Some v -> agrees g table p = true) ->
  forall p v, table p = Some v ->
  match v with
  | Won x n => wins g x n p /\ forall m, (m < n)%nat -> ~ wins g x m p
  | Drawn => never_loses g Black p /\ never_loses g Red p
  end.
Proof.
  intros A p v T.
  destruct (table_is_right g table (fun p => exists v, table p = Some v)) with p as (w & Hw & R).
  - intros q (u & Hu). eauto.
  - intros q r (u & Hu) O I. destruct (agrees_open g table q u (A q u Hu) O Hu) as (All & _). auto.
  - eauto.
  - rewrite T in Hw. injection Hw as ->. exact R.
Qed.

(** And if none of its values exceeds a number of plies, no win takes longer. *)
Theorem none_longer_where_it_agrees g table b :
  (forall p v, table p = Some v -> agrees g table p = true) ->
  (forall p x n, table p = Some (Won x n) -> (n <= b)%nat) ->
  forall p v x n, table p = Some v -> wins g x n p -> wins g x b p.
Proof.
  intros A B p v x n T W. pose proof (right_where_it_agrees g table A p v T) as R.
  destruct v as [y m|].
  - destruct R as [R _]. destruct (side_cases x y) as [-> | ->].
    + apply (more_plies _ _ m); [eauto|exact R].
    + destruct (one_winner _ _ _ _ _ W R).
  - destruct (not_both _ _ _ _ W). destruct x; apply R.
Qed.
