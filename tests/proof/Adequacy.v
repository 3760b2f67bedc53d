(** * What follows from the definitions of [Teeko.v]

    More plies never hurt; whether a side wins within a number of plies can be computed; a side that
    never loses does so by a set of positions that it can keep to; and only one side can win. None
    of this needs an axiom, and no theorem of [Claims.v] depends on it. *)

From Coq Require Import Lia Arith.
From TeekoProof Require Import Teeko.

Lemma opponent_twice x : opponent (opponent x) = x.
Proof. now destruct x. Qed.
Lemma opponent_differs x : x <> opponent x.
Proof. now destruct x. Qed.
Lemma side_cases (x y : side) : y = x \/ y = opponent x.
Proof. destruct x, y; auto. Qed.

(** ** More plies never hurt *)

Theorem more_plies g x n m p : (n <= m)%nat -> wins g x n p -> wins g x m p.
Proof.
  intros H W. revert m H. induction W as [n p O T|n p q O C I W IH|n p O C N W IH]; intros m H.
  - now apply has_won.
  - destruct m; [lia|]. eapply can_win; eauto. apply IH. lia.
  - destruct m; [lia|]. apply must_win; auto. intros q I. apply IH; [exact I|lia].
Qed.

(** ** A function that decides who wins *)

Definition same_side (x y : side) : bool :=
  match x, y with Black, Black | Red, Red => true | _, _ => false end.
Lemma same_side_eq x y : same_side x y = true <-> x = y.
Proof. destruct x, y; cbn; intuition congruence. Qed.

Fixpoint wins_within (g : game) (x : side) (n : nat) (p : position) : bool :=
  if over g p then same_side (turn p) (opponent x)
  else match n with
       | O => false
       | S n => if same_side (chooser g p) x then existsb (wins_within g x n) (next g p)
                else match next g p with [] => false | qs => forallb (wins_within g x n) qs end
       end.

Theorem wins_decided g x n p : wins g x n p <-> wins_within g x n p = true.
Proof.
  split.
  - intros W. induction W as [n p O T|n p q O C I W IH|n p O C N W IH].
    + destruct n; cbn; rewrite O; now apply same_side_eq.
    + cbn. rewrite O. apply same_side_eq in C. rewrite C. apply existsb_exists. eauto.
    + cbn. rewrite O.
      assert (F : same_side (chooser g p) x = false) by (rewrite C; now destruct x).
      rewrite F. destruct (next g p) as [|q l]; [contradiction|].
      now apply (forallb_forall (wins_within g x n) (q :: l)).
  - revert p. induction n as [|n IH]; intros p H; cbn in H; destruct (over g p) eqn:O;
      try (apply has_won; [exact O|now apply same_side_eq]); [discriminate|].
    destruct (same_side (chooser g p) x) eqn:C.
    + apply existsb_exists in H. destruct H as (q & I & H). apply same_side_eq in C.
      eapply can_win; eauto.
    + assert (C' : chooser g p = opponent x).
      { destruct (side_cases x (chooser g p)) as [E|E]; [|exact E].
        apply same_side_eq in E. congruence. }
      assert (N : next g p <> []) by (destruct (next g p); discriminate).
      apply must_win; auto. intros q I. apply IH.
      destruct (next g p) as [|r l]; [destruct I|].
      now apply (forallb_forall (wins_within g x n) (r :: l)).
Qed.

(** ** Never losing is keeping to a set of positions *)

(** What [never_loses] says of a position, with [kept] instead of itself. *)
Definition holds (g : game) (x : side) (kept : position -> Prop) (p : position) : Prop :=
  over g p = true /\ turn p = opponent x \/
  over g p = false /\
  (next g p = [] \/
   chooser g p = x /\ (exists q, In q (next g p) /\ kept q) \/
   chooser g p = opponent x /\ forall q, In q (next g p) -> kept q).

Theorem never_loses_iff_closed g x p :
  never_loses g x p <->
  exists kept : position -> Prop, kept p /\ forall q, kept q -> holds g x kept q.
Proof.
  split.
  - intros H. exists (never_loses g x). split; [exact H|]. clear p H. intros p H. unfold holds.
    destruct H as [p O T|p O N|p q O C I H|p O C H].
    + now left.
    + right. auto.
    + right. split; [exact O|right; left]. eauto.
    + right. auto.
  - intros (kept & H & closed). revert p H. cofix IH. intros p H.
    destruct (closed p H) as [(O & T)|(O & [N|[(C & q & I & Hq)|(C & Hq)]])].
    + now apply won_before.
    + now apply no_move.
    + eapply can_hold; eauto.
    + apply must_hold; auto.
Qed.

(** ** Only one side can win *)

Theorem not_both g x n p : wins g x n p -> ~ never_loses g (opponent x) p.
Proof.
  intros W. induction W as [n p O T|n p q O C I W IH|n p O C N W IH]; intros H;
    destruct H as [p O' T'|p O' N'|p q' O' C' I' H'|p O' C' H']; try congruence;
    rewrite ?opponent_twice in *; try (destruct x; cbn in *; congruence).
  - rewrite N' in I. destruct I.
  - exact (IH (H' q I)).
  - exact (IH q' I' H').
Qed.

Theorem winner_never_loses g x n p : wins g x n p -> never_loses g x p.
Proof.
  intros W. induction W as [n p O T|n p q O C I W IH|n p O C N W IH].
  - now apply won_before.
  - eapply can_hold; eauto.
  - apply must_hold; auto.
Qed.

Theorem one_winner g x n m p : wins g x n p -> ~ wins g (opponent x) m p.
Proof.
  intros W H. apply (not_both _ _ _ _ W). exact (winner_never_loses _ _ _ _ H).
Qed.

Theorem draw_not_won g x n : draw g -> ~ wins g x n start.
Proof. intros [B R] W. apply (not_both _ _ _ _ W). now destruct x. Qed.

(** ** Some side wins, or it is a draw

    This needs the law of the excluded middle, here an assumption [P \/ ~ P] for every [P]. *)

Section Determined.
  Hypothesis excluded_middle : forall P : Prop, P \/ ~ P.

  (** If every position of a list is won, then all are won within the same number of plies. *)
  Lemma common_plies g x l : (forall q, In q l -> exists n, wins g x n q) ->
    exists n, forall q, In q l -> wins g x n q.
  Proof.
    induction l as [|p l IH]; intros H; [exists O; intros q []|].
    destruct (H p (or_introl eq_refl)) as (n & Hp).
    destruct IH as (m & Hl); [intros q I; apply H; now right|].
    exists (max n m). intros q [<-|I].
    - apply (more_plies _ _ n); [lia|exact Hp].
    - apply (more_plies _ _ m); [lia|now apply Hl].
  Qed.

  Theorem never_loses_if_not_lost g x p :
    (forall n, ~ wins g (opponent x) n p) -> never_loses g x p.
  Proof.
    intros H. apply never_loses_iff_closed.
    exists (fun p => forall n, ~ wins g (opponent x) n p). split; [exact H|]. clear p H.
    intros p H. unfold holds. destruct (over g p) eqn:O.
    - left. split; [reflexivity|]. destruct (side_cases x (turn p)) as [T|T]; [|exact T].
      exfalso. apply (H 0%nat). apply has_won; [exact O|]. now rewrite opponent_twice.
    - right. split; [reflexivity|].
      destruct (next g p) as [|q0 l] eqn:N; [now left|right].
      destruct (side_cases x (chooser g p)) as [C|C]; [left|right]; (split; [exact C|]).
      + destruct (excluded_middle (exists q, In q (q0 :: l) /\ forall n, ~ wins g (opponent x) n q))
          as [E|E]; [exact E|exfalso].
        destruct (common_plies g (opponent x) (q0 :: l)) as (n & W).
        { intros q I. destruct (excluded_middle (exists n, wins g (opponent x) n q)) as [W|W];
            [exact W|]. exfalso. apply E. exists q. split; [exact I|]. eauto. }
        apply (H (S n)). apply must_win; [exact O| | |].
        * now rewrite opponent_twice.
        * rewrite N. discriminate.
        * now rewrite N.
      + intros q I n W. apply (H (S n)). rewrite <- N in I. eapply can_win; eauto.
  Qed.

  Theorem determined g :
    (exists n, wins g Black n start) \/ (exists n, wins g Red n start) \/ draw g.
  Proof.
    destruct (excluded_middle (exists n, wins g Black n start)) as [B|B]; [now left|right].
    destruct (excluded_middle (exists n, wins g Red n start)) as [R|R]; [now left|right].
    split; apply never_loses_if_not_lost; cbn; eauto.
  Qed.
End Determined.

Print Assumptions more_plies.
Print Assumptions wins_decided.
Print Assumptions never_loses_iff_closed.
Print Assumptions not_both.
Print Assumptions one_winner.
Print Assumptions draw_not_won.
Check determined.
