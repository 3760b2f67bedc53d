(** * A checker of strategies, and the proof that what it accepts is true

    Nothing here needs to be read to know what the theorems claim: that is for [Teeko.v] alone. *)

From Coq Require Import PArith NArith List Bool Lia Arith FSets.FMapPositive Init.Byte Strings.Byte.
From TeekoProof Require Import Teeko.
Import ListNotations.
Open Scope N_scope.

(** ** Lists

    [if] stops early when it is evaluated; the library's [&&], [||], [forallb] and [existsb] do
    not. *)

Fixpoint all {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => true | a :: l => if f a then all f l else false end.
Fixpoint some {A} (f : A -> bool) (l : list A) : bool :=
  match l with [] => false | a :: l => if f a then true else some f l end.

Lemma all_in {A} (f : A -> bool) l : all f l = true <-> forall a, In a l -> f a = true.
Proof.
  induction l as [|b l IH]; cbn; [intuition|].
  destruct (f b) eqn:E.
  - rewrite IH. split; [intros H a [<-|Ha]; auto|auto].
  - split; [discriminate|]. intros H. rewrite <- E. auto.
Qed.

Lemma some_in {A} (f : A -> bool) l : some f l = true <-> exists a, In a l /\ f a = true.
Proof.
  induction l as [|b l IH]; cbn.
  - split; [discriminate|]. intros (a & [] & _).
  - destruct (f b) eqn:E.
    + split; eauto.
    + rewrite IH. split; intros (a & Ha & Hf); [eauto|]. destruct Ha as [->|Ha]; [congruence|eauto].
Qed.

Definition same_members {A} (eq : A -> A -> bool) (l m : list A) : bool :=
  if all (fun a => some (eq a) m) l then all (fun b => some (eq b) l) m else false.

Lemma same_members_in {A} (eq : A -> A -> bool) (l m : list A) :
  (forall a b, eq a b = true -> a = b) -> same_members eq l m = true ->
  forall a, In a l <-> In a m.
Proof.
  intros Heq H a. unfold same_members in H.
  destruct (all _ l) eqn:E; [|discriminate].
  rewrite all_in in E, H. split; intros Ha.
  - apply E, some_in in Ha. destruct Ha as (b & Hb & Hab). apply Heq in Hab. now subst.
  - apply H, some_in in Ha. destruct Ha as (b & Hb & Hab). apply Heq in Hab. now subst.
Qed.

Lemma filter_in {A} (f : A -> bool) a l : In a (filter f l) <-> In a l /\ f a = true.
Proof. apply filter_In. Qed.

(** ** Sets *)

Lemma has_add s c d : has (add c s) d = (c =? d) || has s d.
Proof.
  unfold has, add. destruct (N.eqb_spec c d) as [->|H]; [apply N.setbit_eq|].
  now rewrite N.setbit_neq by assumption.
Qed.

Lemma has_remove s c d : has (remove c s) d = negb (c =? d) && has s d.
Proof.
  unfold has, remove. destruct (N.eqb_spec c d) as [->|H]; [apply N.clearbit_eq|].
  now rewrite N.clearbit_neq by assumption.
Qed.

Lemma has_set_of l c : has (set_of l) c = true <-> In c l.
Proof.
  induction l as [|d l IH]; cbn [set_of fold_right In].
  - split; [|intros []]. unfold has. now rewrite N.bits_0.
  - fold (set_of l). rewrite has_add, orb_true_iff, N.eqb_eq, IH. reflexivity.
Qed.

Lemma same_set s t : (forall c, has s c = true <-> has t c = true) -> s = t.
Proof.
  intros H. apply N.bits_inj. intros c. specialize (H c). unfold has in H.
  destruct (N.testbit s c), (N.testbit t c); intuition congruence.
Qed.

Definition disjoint (s t : set) : bool := N.land s t =? 0.

Lemma disjoint_has s t : disjoint s t = true <-> forall c, has s c = true -> has t c = false.
Proof.
  unfold disjoint. rewrite N.eqb_eq. split.
  - intros H c Hs. assert (E : N.testbit (N.land s t) c = false) by now rewrite H, N.bits_0.
    rewrite N.land_spec in E. unfold has in *. now rewrite Hs in E.
  - intros H. apply N.bits_inj. intros c. rewrite N.land_spec, N.bits_0.
    destruct (N.testbit s c) eqn:E; [|reflexivity]. exact (H c E).
Qed.

(** ** Positions that play alike *)

Record bisimulation (g : game) (R : position -> position -> Prop) : Prop := {
  same_over : forall p q, R p q -> over g p = over g q;
  same_turn : forall p q, R p q -> turn p = turn q;
  same_chooser : forall p q, R p q -> chooser g p = chooser g q;
  forth : forall p q p', R p q -> In p' (next g p) -> exists q', In q' (next g q) /\ R p' q';
  back : forall p q q', R p q -> In q' (next g q) -> exists p', In p' (next g p) /\ R p' q'
}.

Definition similar (g : game) (p q : position) : Prop :=
  exists R, bisimulation g R /\ R p q.

Lemma similar_refl g p : similar g p p.
Proof. exists eq. split; [|reflexivity]. constructor; intros; subst; eauto. Qed.

Lemma similar_sym g p q : similar g p q -> similar g q p.
Proof.
  intros (R & [H1 H2 H3 H4 H5] & H). exists (fun a b => R b a). split; [|exact H].
  constructor; intros.
  - symmetry; auto.
  - symmetry; auto.
  - symmetry; auto.
  - eapply H5; eassumption.
  - eapply H4; eassumption.
Qed.

Lemma similar_trans g p q r : similar g p q -> similar g q r -> similar g p r.
Proof.
  intros (R & HR & H) (S & HS & H').
  exists (fun a c => exists b, R a b /\ S b c). split; [|eauto].
  constructor.
  - intros a c (b & Hab & Hbc). rewrite (same_over _ _ HR _ _ Hab). exact (same_over _ _ HS _ _ Hbc).
  - intros a c (b & Hab & Hbc). rewrite (same_turn _ _ HR _ _ Hab). exact (same_turn _ _ HS _ _ Hbc).
  - intros a c (b & Hab & Hbc). rewrite (same_chooser _ _ HR _ _ Hab).
    exact (same_chooser _ _ HS _ _ Hbc).
  - intros a c a' (b & Hab & Hbc) Ha. destruct (forth _ _ HR _ _ _ Hab Ha) as (b' & Hb & Hab').
    destruct (forth _ _ HS _ _ _ Hbc Hb) as (c' & Hc & Hbc'). eauto.
  - intros a c c' (b & Hab & Hbc) Hc. destruct (back _ _ HS _ _ _ Hbc Hc) as (b' & Hb & Hbc').
    destruct (back _ _ HR _ _ _ Hab Hb) as (a' & Ha & Hab'). eauto.
Qed.

(** ** Symmetries

    A symmetry moves the circles below [n] and leaves all larger numbers where they are. *)

Section Symmetry.
  Variable g : game.
  Variable n : N.
  Variable f : N -> N.

  Definition to (c : N) : N := if c <? n then f c else c.
  Definition elements (s : set) : list N := filter (has s) (up_to (N.succ (N.log2 s))).
  Definition image (s : set) : set := set_of (map to (elements s)).
  Definition image_position (p : position) : position :=
    {| own := image (own p); other := image (other p); turn := turn p; drops := drops p |}.

  Definition pair_eqb (p q : N * N) : bool := if fst p =? fst q then snd p =? snd q else false.

  Definition is_symmetry : bool :=
    if all (fun c => f c <? n) (up_to n) then
    if all (fun c => all (fun d => if f c =? f d then c =? d else true) (up_to n)) (up_to n) then
    if same_members N.eqb (map to (circles g)) (circles g) then
    if same_members pair_eqb (map (fun ab => (to (fst ab), to (snd ab))) (neighbours g))
                             (neighbours g) then
    if same_members N.eqb (map image (goals g)) (goals g) then
    match banned g with Some b => to b =? b | None => true end
    else false else false else false else false else false.

  Lemma in_up_to c m : In c (up_to m) <-> c < m.
  Proof.
    unfold up_to. rewrite in_map_iff. split.
    - intros (k & <- & Hk). apply in_seq in Hk. lia.
    - intros H. exists (N.to_nat c). split; [apply N2Nat.id|]. apply in_seq. lia.
  Qed.

  Lemma in_elements s c : In c (elements s) <-> has s c = true.
  Proof.
    unfold elements. rewrite filter_in, in_up_to. split; [tauto|]. intros H. split; [|exact H].
    destruct (N.lt_ge_cases c (N.succ (N.log2 s))) as [L|L]; [exact L|].
    unfold has in H. rewrite N.bits_above_log2 in H; [discriminate|lia].
  Qed.

  Hypothesis symmetric : is_symmetry = true.

  Lemma symmetric_parts :
    (forall c d, to c = to d -> c = d) /\
    (forall c, In c (map to (circles g)) <-> In c (circles g)) /\
    (forall ab, In ab (map (fun ab => (to (fst ab), to (snd ab))) (neighbours g))
                <-> In ab (neighbours g)) /\
    (forall s, In s (map image (goals g)) <-> In s (goals g)) /\
    (forall b, banned g = Some b -> to b = b).
  Proof.
    pose proof symmetric as S. unfold is_symmetry in S.
    destruct (all (fun c => f c <? n) _) eqn:E1; [|discriminate].
    destruct (all (fun c => all _ _) _) eqn:E2; [|discriminate].
    destruct (same_members N.eqb (map to _) _) eqn:E3; [|discriminate].
    destruct (same_members pair_eqb _ _) eqn:E4; [|discriminate].
    destruct (same_members N.eqb (map image _) _) eqn:E5; [|discriminate].
    rewrite all_in in E1, E2.
    assert (Npair : forall p q, pair_eqb p q = true -> p = q).
    { intros [a b] [c d]. unfold pair_eqb. cbn. destruct (N.eqb_spec a c); [|discriminate].
      rewrite N.eqb_eq. congruence. }
    assert (Nset : forall a b, (a =? b) = true -> a = b) by (intros; now apply N.eqb_eq).
    split; [|split; [|split; [|split]]].
    - intros c d. unfold to.
      destruct (N.ltb_spec c n) as [Hc|Hc], (N.ltb_spec d n) as [Hd|Hd]; intros H.
      + apply in_up_to in Hc, Hd. specialize (E2 c Hc). rewrite all_in in E2.
        specialize (E2 d Hd). rewrite H, N.eqb_refl in E2. now apply N.eqb_eq.
      + apply in_up_to, E1, N.ltb_lt in Hc. lia.
      + apply in_up_to, E1, N.ltb_lt in Hd. lia.
      + exact H.
    - exact (same_members_in _ _ _ Nset E3).
    - exact (same_members_in _ _ _ Npair E4).
    - exact (same_members_in _ _ _ Nset E5).
    - intros b Hb. rewrite Hb in S. now apply N.eqb_eq.
  Qed.

  Lemma injective c d : to c = to d -> c = d.
  Proof. apply symmetric_parts. Qed.

  Lemma has_image s d : has (image s) d = true <-> exists c, has s c = true /\ to c = d.
  Proof.
    unfold image. rewrite has_set_of, in_map_iff. split; intros (c & H1 & H2); exists c.
    - now rewrite in_elements in H2.
    - now rewrite in_elements.
  Qed.

  Lemma has_image_to s c : has (image s) (to c) = has s c.
  Proof.
    apply eq_true_iff_eq. rewrite has_image. split; [|eauto].
    intros (d & H & E). apply injective in E. subst d. exact H.
  Qed.

  Lemma image_set_of l : image (set_of l) = set_of (map to l).
  Proof.
    apply same_set. intros d. rewrite has_image, has_set_of, in_map_iff.
    split; intros (c & H1 & H2); exists c; rewrite has_set_of in *; auto.
  Qed.

  Lemma image_add c s : image (add c s) = add (to c) (image s).
  Proof.
    apply same_set. intros d. rewrite has_image, has_add, orb_true_iff, N.eqb_eq, has_image.
    split.
    - intros (e & He & <-). rewrite has_add, orb_true_iff, N.eqb_eq in He.
      destruct He as [->|He]; eauto.
    - intros [<-|(e & He & <-)]; [exists c|exists e]; rewrite has_add; split; auto.
      + now rewrite N.eqb_refl.
      + now rewrite He, orb_true_r.
  Qed.

  Lemma image_remove c s : image (remove c s) = remove (to c) (image s).
  Proof.
    apply same_set. intros d.
    rewrite has_image, has_remove, andb_true_iff, negb_true_iff, N.eqb_neq, has_image. split.
    - intros (e & He & <-). rewrite has_remove, andb_true_iff, negb_true_iff, N.eqb_neq in He.
      split; [|now exists e]. intros E. apply injective in E. now apply (proj1 He).
    - intros (Hd & e & He & <-). exists e. split; [|reflexivity].
      rewrite has_remove, He, andb_true_r, negb_true_iff, N.eqb_neq. congruence.
  Qed.

  Lemma image_injective s t : image s = image t -> s = t.
  Proof. intros H. apply same_set. intros c. now rewrite <- (has_image_to s), H, has_image_to. Qed.

  Lemma is_goal_in s : is_goal g s = true <-> In s (goals g).
  Proof.
    unfold is_goal. rewrite existsb_exists. split.
    - intros (t & Ht & E). apply N.eqb_eq in E. now subst.
    - intros H. exists s. now rewrite N.eqb_refl.
  Qed.

  Lemma is_goal_image s : is_goal g (image s) = is_goal g s.
  Proof.
    destruct symmetric_parts as (_ & _ & _ & Hgoals & _).
    apply eq_true_iff_eq. rewrite !is_goal_in, <- Hgoals, in_map_iff. split.
    - intros (t & E & Ht). apply image_injective in E. now rewrite <- E.
    - eauto.
  Qed.

  Lemma empty_image p c : empty (image_position p) (to c) = empty p c.
  Proof. unfold empty. cbn. now rewrite !has_image_to. Qed.

  Lemma allowed_image p c : allowed g (image_position p) (to c) = allowed g p c.
  Proof.
    destruct symmetric_parts as (_ & _ & _ & _ & Hbanned).
    unfold allowed. cbn. destruct (drops p); [|reflexivity].
    destruct (banned g) as [b|] eqn:E; [|reflexivity]. f_equal. apply eq_true_iff_eq.
    rewrite !N.eqb_eq. rewrite <- (Hbanned b eq_refl) at 1. split; [apply injective|congruence].
  Qed.

  Lemma drop_image p c : image_position (drop p c) = drop (image_position p) (to c).
  Proof. unfold drop, image_position. cbn. now rewrite image_add. Qed.

  Lemma slide_image p a b : image_position (slide p (a, b)) = slide (image_position p) (to a, to b).
  Proof. unfold slide, image_position. cbn. now rewrite image_add, image_remove. Qed.

  Lemma in_next p q : In q (next g p) <->
    if slide_phase p
    then exists a b, In (a, b) (neighbours g) /\ has (own p) a = true /\ empty p b = true
                     /\ q = slide p (a, b)
    else exists c, In c (circles g) /\ empty p c = true /\ allowed g p c = true /\ q = drop p c.
  Proof.
    unfold next. destruct (slide_phase p); rewrite in_map_iff; split.
    - intros ([a b] & <- & H). rewrite !filter_in in H. cbn in H. exists a, b. intuition.
    - intros (a & b & H). exists (a, b). rewrite !filter_in. cbn. intuition congruence.
    - intros (c & <- & H). rewrite !filter_in in H. exists c. intuition.
    - intros (c & H). exists c. rewrite !filter_in. intuition congruence.
  Qed.

  Lemma symmetry_similar p : similar g (image_position p) p.
  Proof.
    destruct symmetric_parts as (_ & Hcircles & Hneighbours & _ & _).
    apply similar_sym. exists (fun p q => q = image_position p). split; [|reflexivity].
    constructor; intros; subst.
    - unfold over. cbn. now rewrite is_goal_image.
    - reflexivity.
    - reflexivity.
    - exists (image_position p'). split; [|reflexivity]. rewrite in_next in *.
      change (slide_phase (image_position p0)) with (slide_phase p0).
      destruct (slide_phase p0).
      + destruct H0 as (a & b & H1 & H2 & H3 & ->). exists (to a), (to b).
        rewrite empty_image, slide_image. cbn. rewrite has_image_to. intuition.
        apply Hneighbours, in_map_iff. now exists (a, b).
      + destruct H0 as (c & H1 & H2 & H3 & ->). exists (to c).
        rewrite empty_image, allowed_image, drop_image. intuition.
        apply Hcircles, in_map_iff. now exists c.
    - rewrite in_next in H0.
      change (slide_phase (image_position p0)) with (slide_phase p0) in H0.
      destruct (slide_phase p0) eqn:E.
      + destruct H0 as (a' & b' & H1 & H2 & H3 & ->).
        apply Hneighbours, in_map_iff in H1. destruct H1 as ([a b] & H & H1).
        cbn in H. injection H as <- <-. cbn in H2. rewrite has_image_to in H2.
        rewrite empty_image in H3. exists (slide p0 (a, b)). rewrite slide_image. split; [|reflexivity].
        rewrite in_next, E. now exists a, b.
      + destruct H0 as (c' & H1 & H2 & H3 & ->).
        apply Hcircles, in_map_iff in H1. destruct H1 as (c & <- & H1).
        rewrite empty_image in H2. rewrite allowed_image in H3.
        exists (drop p0 c). rewrite drop_image. split; [|reflexivity].
        rewrite in_next, E. now exists c.
  Qed.
End Symmetry.

(** ** Claims

    What a strategy of side [x] shows of a position: [x] wins within [n] plies, or never loses, or
    its opponent cannot win within [n] plies. *)

Inductive kind := Wins | Draws | HoldsOut.

Definition claim (g : game) (x : side) (k : kind) (n : nat) (p : position) : Prop :=
  match k with
  | Wins => wins g x n p
  | Draws => never_loses g x p
  | HoldsOut => ~ wins g (opponent x) n p
  end.

Definition side_eqb (x y : side) : bool :=
  match x, y with Black, Black | Red, Red => true | _, _ => false end.

Lemma side_eqb_eq x y : side_eqb x y = true <-> x = y.
Proof. destruct x, y; cbn; intuition congruence. Qed.

Lemma other_side x y : side_eqb x y = false -> x = opponent y.
Proof. destruct x, y; cbn; congruence. Qed.

Lemma opponent_not x : side_eqb (opponent x) x = false.
Proof. now destruct x. Qed.

(** ** Maps from positions to numbers of plies *)

Module Map := PositiveMap.
Definition members := Map.t (Map.t (Map.t nat)).

Definition phase_key (t : side) (d : nat) : positive :=
  match t with Black => xO (Pos.of_succ_nat d) | Red => xI (Pos.of_succ_nat d) end.

Definition get {A} (key : positive) (m : Map.t (Map.t A)) : Map.t A :=
  match Map.find key m with Some m => m | None => Map.empty A end.

Definition find_member (m : members) (p : position) : option nat :=
  Map.find (N.succ_pos (other p))
    (get (N.succ_pos (own p)) (get (phase_key (turn p) (drops p)) m)).

Definition add_member (p : position) (n : nat) (m : members) : members :=
  let m2 := get (phase_key (turn p) (drops p)) m in
  let m3 := get (N.succ_pos (own p)) m2 in
  Map.add (phase_key (turn p) (drops p))
    (Map.add (N.succ_pos (own p)) (Map.add (N.succ_pos (other p)) n m3) m2) m.

Lemma succ_pos_injective a b : N.succ_pos a = N.succ_pos b -> a = b.
Proof. intros H. apply N.succ_inj. rewrite <- !N.succ_pos_spec. now rewrite H. Qed.

Lemma phase_key_injective t d t' d' : phase_key t d = phase_key t' d' -> t = t' /\ d = d'.
Proof.
  destruct t, t'; cbn; intros [= H]; apply SuccNat2Pos.inj in H; auto.
Qed.

Lemma get_add {A} key key' (v : Map.t A) m :
  get key (Map.add key' v m) = if Pos.eqb key key' then v else get key m.
Proof.
  unfold get. destruct (Pos.eqb_spec key key') as [->|H].
  - now rewrite Map.gss.
  - now rewrite Map.gso by congruence.
Qed.

Lemma find_empty q : find_member (Map.empty _) q = None.
Proof. unfold find_member, get. now rewrite !Map.gempty. Qed.

Lemma find_add p n m q r :
  find_member (add_member p n m) q = Some r -> q = p /\ r = n \/ find_member m q = Some r.
Proof.
  unfold find_member, add_member. rewrite get_add.
  destruct (Pos.eqb_spec (phase_key (turn q) (drops q)) (phase_key (turn p) (drops p))) as [E|_];
    [|auto].
  rewrite get_add.
  destruct (Pos.eqb_spec (N.succ_pos (own q)) (N.succ_pos (own p))) as [E'|_].
  2: { rewrite E. auto. }
  destruct (Pos.eq_dec (N.succ_pos (other q)) (N.succ_pos (other p))) as [E''|H].
  - rewrite E'', Map.gss. intros [= <-]. left. split; [|reflexivity].
    apply phase_key_injective in E. apply succ_pos_injective in E', E''.
    destruct p, q; cbn in *. destruct E. congruence.
  - rewrite Map.gso by congruence. rewrite E, E'. auto.
Qed.

(** ** Strategies

    An entry of a strategy stands for a position in which the other side chooses, and for its
    images under the symmetries. *)

Record entry := { entry_position : position; entry_plies : nat }.

(** [images s] are the images of a set under all symmetries. *)
Definition add_images (images : set -> list set) (m : members) (e : entry) : members :=
  let p := entry_position e in
  fold_left (fun m st => add_member {| own := fst st; other := snd st; turn := turn p;
                                       drops := drops p |} (entry_plies e) m)
            (combine (images (own p)) (images (other p))) m.
Definition all_members (images : set -> list set) (es : list entry) : members :=
  fold_left (add_images images) es (Map.empty _).

Definition is_image (fs : list (set -> set)) (e : entry) (q : position) : Prop :=
  exists f, In f fs /\ q = {| own := f (own (entry_position e)); other := f (other (entry_position e));
                             turn := turn (entry_position e); drops := drops (entry_position e) |}.

Lemma find_images images fs e m q r : (forall s, images s = map (fun f => f s) fs) ->
  find_member (add_images images m e) q = Some r ->
  is_image fs e q /\ r = entry_plies e \/ find_member m q = Some r.
Proof.
  intros Himages. unfold add_images, is_image. rewrite !Himages. clear Himages.
  revert m. induction fs as [|f fs IH]; cbn; intros m H; [auto|].
  apply IH in H. destruct H as [((h & Hh & H) & Hr)|H].
  - left. split; [exists h; intuition|exact Hr].
  - apply find_add in H. destruct H as [[-> ->]|H]; [|auto].
    left. split; [exists f; intuition|reflexivity].
Qed.

Lemma find_all images fs es q r : (forall s, images s = map (fun f => f s) fs) ->
  find_member (all_members images es) q = Some r ->
  exists e, In e es /\ is_image fs e q /\ r = entry_plies e.
Proof.
  unfold all_members. intros Himages H.
  assert (G : (exists e, In e es /\ is_image fs e q /\ r = entry_plies e)
              \/ find_member (Map.empty _) q = Some r).
  { revert H. generalize (Map.empty (Map.t (Map.t nat))) as m.
    induction es as [|e es IH]; cbn; intros m H; [auto|].
    apply IH in H. destruct H as [(e' & H1 & H)|H]; [left; exists e'; intuition|].
    apply (find_images _ fs) in H; [|exact Himages].
    destruct H as [H|H]; [left; exists e; intuition|auto]. }
  destruct G as [G|G]; [exact G|]. now rewrite find_empty in G.
Qed.

(** The values of a function at some sets, computed once. *)
Definition memo {A} (f : set -> A) (m : Map.t A) (s : set) : Map.t A :=
  match Map.find (N.succ_pos s) m with Some _ => m | None => Map.add (N.succ_pos s) (f s) m end.
Definition recall {A} (f : set -> A) (m : Map.t A) (s : set) : A :=
  match Map.find (N.succ_pos s) m with Some a => a | None => f s end.
Definition memos {A} (f : set -> A) (of_entry : entry -> set) (m : Map.t A) (es : list entry) :=
  fold_left (fun m e => memo f m (of_entry e)) es m.
Definition memo_right {A} (f : set -> A) (m : Map.t A) : Prop := forall s, recall f m s = f s.

Lemma memo_right_empty {A} (f : set -> A) : memo_right f (Map.empty _).
Proof. intros s. unfold recall. now rewrite Map.gempty. Qed.

Lemma memo_right_memos {A} (f : set -> A) h m es : memo_right f m -> memo_right f (memos f h m es).
Proof.
  revert m. induction es as [|e es IH]; cbn; intros m H; [exact H|]. apply IH. intros s.
  unfold memo. destruct (Map.find (N.succ_pos (h e)) m) eqn:E; [apply H|]. unfold recall.
  destruct (Pos.eq_dec (N.succ_pos s) (N.succ_pos (h e))) as [Es|Es].
  - rewrite Es, Map.gss. apply succ_pos_injective in Es. now rewrite Es.
  - rewrite Map.gso by exact Es. apply H.
Qed.

Definition goal_map (g : game) : Map.t unit :=
  fold_left (fun m s => Map.add (N.succ_pos s) tt m) (goals g) (Map.empty _).
Definition in_map (m : Map.t unit) (s : set) : bool :=
  match Map.find (N.succ_pos s) m with Some _ => true | None => false end.

Lemma in_goal_map g s : in_map (goal_map g) s = is_goal g s.
Proof.
  unfold goal_map, is_goal.
  assert (G : forall l m, in_map (fold_left (fun m s => Map.add (N.succ_pos s) tt m) l m) s
                          = existsb (N.eqb s) l || in_map m s).
  { induction l as [|t l IH]; cbn; intros m; [reflexivity|]. rewrite IH.
    unfold in_map at 1. destruct (N.eqb_spec s t) as [->|H].
    - now rewrite Map.gss, orb_true_r.
    - rewrite Map.gso; [reflexivity|]. intros E. now apply succ_pos_injective in E. }
  rewrite G. unfold in_map at 1. now rewrite Map.gempty, orb_false_r.
Qed.

Section Strategy.
  Variable g : game.
  Variable x : side.
  Variable k : kind.
  Variable goal : set -> bool.
  Variable m : members.

  Definition enough (n r : nat) : bool :=
    match k with Wins => Nat.leb r n | Draws => true | HoldsOut => Nat.leb n r end.
  Definition before (n : nat) : nat := match k with Draws => n | _ => pred n end.
  Definition stuck_ok : bool := match k with Wins => false | _ => true end.
  (** With no plies left nobody can win. *)
  Definition decided (n : nat) : option bool :=
    match k, n with Wins, O => Some false | HoldsOut, O => Some true | _, _ => None end.

  (** The other side is to move, and no move of its completes a goal: it cannot win within two
      plies, since the second is not its own. *)
  Definition quiet (n : nat) (p : position) : bool :=
    match k with
    | HoldsOut => if Nat.leb n 2 then
                    if side_eqb (turn p) (opponent x) then
                      all (fun q => negb (goal (other q))) (next g p)
                    else false
                  else false
    | _ => false
    end.

  (** Side [x] has a choice, or two in a row, that wins or leads to a member. *)
  Fixpoint answered (fuel n : nat) (p : position) : bool :=
    if goal (other p) then side_eqb (turn p) (opponent x) else
    match decided n with Some b => b | None =>
    if side_eqb (chooser g p) x then
      match fuel with
      | O => false
      | S fuel => match next g p with
                  | [] => stuck_ok
                  | qs => some (answered fuel (before n)) qs
                  end
      end
    else if match find_member m p with Some r => enough n r | None => false end then true
         else quiet n p
    end.

  (** Every choice of the other side, or two in a row, is answered. *)
  Fixpoint safe (fuel n : nat) (p : position) : bool :=
    if goal (other p) then side_eqb (turn p) (opponent x) else
    match decided n with Some b => b | None =>
    if side_eqb (chooser g p) x then answered 2 n p else
      match fuel with
      | O => false
      | S fuel => match next g p with
                  | [] => stuck_ok
                  | qs => all (safe fuel (before n)) qs
                  end
      end
    end.

  Lemma enough_trans a b c : enough a b = true -> enough b c = true -> enough a c = true.
  Proof. unfold enough. destruct k; rewrite ?Nat.leb_le; lia || reflexivity. Qed.

  Lemma enough_before a b : enough a b = true -> enough (before a) (before b) = true.
  Proof. unfold enough, before. destruct k; rewrite ?Nat.leb_le; lia || reflexivity. Qed.

  Lemma enough_decided a b : enough a b = true ->
    decided a = Some true \/ decided b = Some false \/ decided a = None /\ decided b = None.
  Proof.
    unfold enough, decided. destruct k, a, b; rewrite ?Nat.leb_le; intros; auto; try lia.
  Qed.

  Lemma quiet_enough a b p : enough a b = true -> quiet b p = true -> quiet a p = true.
  Proof.
    unfold enough, quiet. destruct k; auto. rewrite Nat.leb_le. intros E.
    destruct (Nat.leb_spec b 2); [|discriminate]. destruct (Nat.leb_spec a 2); [auto|lia].
  Qed.

  Lemma member_enough a b p : enough a b = true ->
    (if match find_member m p with Some r => enough b r | None => false end then true
     else quiet b p) = true ->
    (if match find_member m p with Some r => enough a r | None => false end then true
     else quiet a p) = true.
  Proof.
    intros E. destruct (find_member m p) as [r|]; [|now apply quiet_enough].
    destruct (enough b r) eqn:Er.
    - now rewrite (enough_trans _ _ _ E Er).
    - intros H. destruct (enough a r); [reflexivity|]. eapply quiet_enough; eassumption.
  Qed.

  Lemma answered_enough fuel : forall a b p,
    enough a b = true -> answered fuel b p = true -> answered fuel a p = true.
  Proof.
    induction fuel as [|fuel IH]; intros a b p E; cbn -[some]; destruct (goal (other p)); auto;
      destruct (enough_decided _ _ E) as [->|[->|[-> ->]]]; auto; try discriminate;
      destruct (side_eqb (chooser g p) x); auto.
    - now apply member_enough.
    - destruct (next g p); [auto|]. rewrite !some_in. intros (q & Hq & H).
      exists q. split; [exact Hq|]. eapply IH; [|exact H]. now apply enough_before.
    - now apply member_enough.
  Qed.

  Lemma safe_enough fuel : forall a b p,
    enough a b = true -> safe fuel b p = true -> safe fuel a p = true.
  Proof.
    induction fuel as [|fuel IH]; intros a b p E; cbn -[answered some all]; destruct (goal (other p)); auto;
      destruct (enough_decided _ _ E) as [->|[->|[-> ->]]]; auto; try discriminate;
      destruct (side_eqb (chooser g p) x); eauto using answered_enough.
    destruct (next g p); [auto|]. rewrite !all_in. intros H q Hq.
    eapply IH; [|exact (H q Hq)]. now apply enough_before.
  Qed.

  Hypothesis goal_right : forall s, goal s = is_goal g s.
  Hypothesis members_safe : forall p r, find_member m p = Some r ->
    exists q, similar g p q /\ safe 3 r q = true.

  Definition good (n : nat) (p : position) : Prop :=
    exists q fuel, similar g p q /\ (safe fuel n q = true \/ answered fuel n q = true).

  (** What follows from [good] for a position and the next ones. *)
  Definition step (n : nat) (p : position) : Prop :=
    over g p = true /\ turn p = opponent x \/
    over g p = false /\
    (decided n = Some true \/
     decided n = None /\
     (next g p = [] /\ stuck_ok = true \/
      chooser g p = x /\ (exists q, In q (next g p) /\ good (before n) q) \/
      chooser g p = opponent x /\ next g p <> [] /\
        forall q, In q (next g p) -> good (before n) q)).

  Lemma next_empty p q : similar g p q -> next g p = [] -> next g q = [].
  Proof.
    intros (R & HR & H) E. destruct (next g q) as [|q' l] eqn:E'; [reflexivity|].
    destruct (back _ _ HR p q q' H) as (p' & Hp & _); [rewrite E'; now left|].
    now rewrite E in Hp.
  Qed.

  Lemma good_similar n p q : similar g p q -> good n q -> good n p.
  Proof.
    intros H (q' & fuel & Hq & H'). exists q', fuel. split; [|exact H'].
    eapply similar_trans; eassumption.
  Qed.

  Lemma step_similar n p q : similar g p q -> step n q -> step n p.
  Proof.
    intros Hs H. pose proof Hs as (R & HR & HRpq). unfold step.
    rewrite (same_over _ _ HR _ _ HRpq), (same_turn _ _ HR _ _ HRpq),
      (same_chooser _ _ HR _ _ HRpq).
    destruct H as [H|(H & [H'|(H' & [(E & H'')|[(E & q' & Hq & H'')|(E & N & H'')]])])];
      [now left|right; split; [exact H|]..]; [now left|right; split; [exact H'|]..].
    - left. split; [|exact H'']. eapply next_empty; [apply similar_sym; exact Hs|exact E].
    - right; left. split; [exact E|].
      destruct (back _ _ HR _ _ _ HRpq Hq) as (p' & Hp & HR'). exists p'. split; [exact Hp|].
      eapply good_similar; [|exact H'']. now exists R.
    - right; right. split; [exact E|]. split.
      + intros E'. apply N. eapply next_empty; eassumption.
      + intros p' Hp. destruct (forth _ _ HR _ _ _ HRpq Hp) as (q' & Hq & HR').
        eapply good_similar; [|exact (H'' q' Hq)]. now exists R.
  Qed.

  Lemma good_answered fuel n p : answered fuel n p = true -> good n p.
  Proof. exists p, fuel. split; [apply similar_refl|auto]. Qed.

  Lemma good_safe fuel n p : safe fuel n p = true -> good n p.
  Proof. exists p, fuel. split; [apply similar_refl|auto]. Qed.

  (** The part of [step] that [answered] and [safe] have in common. *)
  Lemma step_answered_choose fuel n p :
    chooser g p = x -> answered fuel n p = true -> step n p.
  Proof.
    intros Hx H. unfold step, over. rewrite <- goal_right.
    destruct fuel as [|fuel]; cbn -[some] in H; (destruct (goal (other p)) eqn:Eg;
      [left; split; [reflexivity|now apply side_eqb_eq]|right; split; [reflexivity|]]).
    - destruct (decided n) as [[|]|] eqn:Ed; [now left|discriminate|].
      rewrite Hx in H. destruct x; discriminate.
    - destruct (decided n) as [[|]|] eqn:Ed; [now left|discriminate|].
      right; split; [reflexivity|].
      assert (E : side_eqb (chooser g p) x = true) by now apply side_eqb_eq.
      rewrite E in H. destruct (next g p) as [|q l] eqn:En; [now left|].
      right; left. split; [exact Hx|]. apply some_in in H. destruct H as (q' & Hq & H).
      exists q'. split; [exact Hq|]. eapply good_answered; exact H.
  Qed.

  Lemma step_safe fuel n p : safe fuel n p = true -> step n p.
  Proof.
    intros H. destruct (side_eqb (chooser g p) x) eqn:Ex.
    - assert (Hx : chooser g p = x) by now apply side_eqb_eq.
      apply (step_answered_choose 2); [exact Hx|].
      assert (E : (if goal (other p) then side_eqb (turn p) (opponent x) else
                   match decided n with Some b => b | None => answered 2 n p end) = true).
      { destruct fuel; cbn -[answered some all] in H; rewrite Ex in H; exact H. }
      destruct (goal (other p)) eqn:Eg; [cbn; now rewrite Eg|].
      destruct (decided n) eqn:Ed; [|exact E]. cbn. now rewrite Eg, Ed.
    - unfold step, over. rewrite <- goal_right.
      destruct fuel as [|fuel]; cbn -[answered some all] in H; rewrite Ex in H;
        (destruct (goal (other p)) eqn:Eg;
          [left; split; [reflexivity|now apply side_eqb_eq]|right; split; [reflexivity|]]);
        (destruct (decided n) as [[|]|] eqn:Ed; [now left|discriminate|]); [discriminate|].
      right; split; [reflexivity|]. destruct (next g p) as [|q l] eqn:En; [now left|].
      right; right. split; [now apply other_side|]. split; [discriminate|].
      intros q' Hq. rewrite all_in in H. eapply good_safe. exact (H q' Hq).
  Qed.

  Lemma next_turn p q : In q (next g p) -> turn q = opponent (turn p).
  Proof.
    rewrite in_next.
    destruct (slide_phase p); [intros (a & b & _ & _ & _ & ->)|intros (c & _ & _ & _ & ->)];
      reflexivity.
  Qed.

  Lemma safe_one_more fuel n p : safe (S fuel) n p =
    if goal (other p) then side_eqb (turn p) (opponent x) else
    match decided n with Some b => b | None =>
    if side_eqb (chooser g p) x then answered 2 n p else
      match next g p with [] => stuck_ok | qs => all (safe fuel (before n)) qs end end.
  Proof. reflexivity. Qed.

  Lemma answered_one_more fuel n p : answered (S fuel) n p =
    if goal (other p) then side_eqb (turn p) (opponent x) else
    match decided n with Some b => b | None =>
    if side_eqb (chooser g p) x then
      match next g p with [] => stuck_ok | qs => some (answered fuel (before n)) qs end
    else if match find_member m p with Some r => enough n r | None => false end then true
         else quiet n p end.
  Proof. reflexivity. Qed.

  Lemma none_left fuel n p :
    decided n = Some true -> goal (other p) = false \/ turn p = opponent x ->
    answered fuel n p = true /\ safe fuel n p = true.
  Proof.
    intros Hd H. assert (E : goal (other p) = true -> side_eqb (turn p) (opponent x) = true).
    { rewrite side_eqb_eq. destruct H; congruence. }
    destruct fuel; cbn -[some all answered]; rewrite ?Hd; destruct (goal (other p)) eqn:Eg; auto.
    - split; [|auto]. cbn. rewrite Eg. auto.
    - split; [|auto]. cbn. now rewrite Eg, Hd.
    - split; [|auto]. cbn. rewrite Eg. auto.
    - split; [|auto]. cbn -[some]. now rewrite Eg, Hd.
  Qed.

  Lemma quiet_safe n p :
    quiet n p = true -> side_eqb (chooser g p) x = false -> goal (other p) = false ->
    safe 2 n p = true.
  Proof.
    intros H Hc Hg. unfold quiet in H.
    assert (Ek : k = HoldsOut) by (destruct k; [discriminate..|reflexivity]).
    rewrite Ek in H. destruct (Nat.leb_spec n 2) as [Hn|]; [|discriminate].
    destruct (side_eqb (turn p) (opponent x)) eqn:Et; [|discriminate].
    apply side_eqb_eq in Et. rewrite all_in in H.
    assert (Hzero : decided 0 = Some true) by (unfold decided; now rewrite Ek).
    assert (Hsome : forall i, decided (S i) = None /\ before (S i) = i)
      by (intros i; unfold decided, before; now rewrite Ek).
    assert (Hstuck : stuck_ok = true) by (unfold stuck_ok; now rewrite Ek).
    rewrite safe_one_more, Hg, Hc. destruct n as [|n]; [now rewrite Hzero|].
    rewrite (proj1 (Hsome n)), (proj2 (Hsome n)), Hstuck.
    destruct (next g p) as [|q0 qs] eqn:En; [reflexivity|].
    rewrite all_in. intros q Hq. pose proof (H q Hq) as Hgq. apply negb_true_iff in Hgq.
    destruct n as [|n]; [apply none_left; auto|]. assert (n = 0)%nat as -> by lia.
    assert (Hlast : forall r, In r (next g q) -> turn r = opponent x).
    { rewrite <- En in Hq. intros r Hr. rewrite (next_turn _ _ Hr), (next_turn _ _ Hq), Et.
      now destruct x. }
    rewrite safe_one_more, answered_one_more, Hgq, (proj1 (Hsome _)), (proj2 (Hsome _)), Hstuck.
    destruct (side_eqb (chooser g q) x); destruct (next g q) as [|r rs]; try reflexivity.
    - rewrite some_in. exists r. split; [now left|].
      apply none_left; [exact Hzero|]. right. apply Hlast. now left.
    - rewrite all_in. intros r' Hr. apply none_left; [exact Hzero|]. right. now apply Hlast.
  Qed.

  Lemma step_answered fuel n p : answered fuel n p = true -> step n p.
  Proof.
    intros H. destruct (side_eqb (chooser g p) x) eqn:Ex.
    - apply (step_answered_choose fuel); [now apply side_eqb_eq|exact H].
    - assert (G : (if goal (other p) then side_eqb (turn p) (opponent x) else
                   match decided n with Some b => b | None =>
                   if match find_member m p with Some r => enough n r | None => false end
                   then true else quiet n p end) = true).
      { destruct fuel; cbn -[quiet] in H; rewrite Ex in H; exact H. }
      destruct (goal (other p)) eqn:Eg.
      + left. unfold over. rewrite <- goal_right. split; [exact Eg|now apply side_eqb_eq].
      + destruct (decided n) as [[|]|] eqn:Ed; [|discriminate|].
        * right. unfold over. rewrite <- goal_right. auto.
        * destruct (find_member m p) as [r|] eqn:Ef;
            [destruct (enough n r) eqn:Er|]; try (eapply step_safe, quiet_safe; eassumption).
          destruct (members_safe _ _ Ef) as (q & Hq & Hs).
          eapply step_similar; [exact Hq|]. eapply step_safe, safe_enough; eassumption.
  Qed.

  Lemma good_step n p : good n p -> step n p.
  Proof.
    intros (q & fuel & Hq & [H|H]); (eapply step_similar; [exact Hq|]).
    - eapply step_safe; exact H.
    - eapply step_answered; exact H.
  Qed.

  Theorem good_claim n p : good n p -> claim g x k n p.
  Proof.
    unfold claim. destruct k eqn:Ek.
    - revert p. induction n as [|n IH]; intros p H; apply good_step in H; unfold step in H;
        destruct H as [(H & H')|(H & [H'|(H' & [(E & H'')|[(E & q & Hq & H'')|(E & N & H'')]])])];
        unfold decided, stuck_ok in *; try rewrite Ek in *; try discriminate;
        try now apply has_won.
      + eapply can_win; try eassumption. apply IH. unfold before in H''. rewrite Ek in H''. exact H''.
      + apply must_win; try assumption. intros q Hq. apply IH.
        specialize (H'' q Hq). unfold before in H''. rewrite Ek in H''. exact H''.
    - revert p. cofix IH. intros p H. apply good_step in H. unfold step in H.
      destruct H as [(H & H')|(H & [H'|(H' & [(E & H'')|[(E & q & Hq & H'')|(E & N & H'')]])])].
      + now apply won_before.
      + unfold decided in H'. rewrite Ek in H'. discriminate.
      + now apply no_move.
      + eapply can_hold; try eassumption. apply IH. unfold before in H''. rewrite Ek in H''. exact H''.
      + apply must_hold; try assumption. intros q Hq. apply IH.
        specialize (H'' q Hq). unfold before in H''. rewrite Ek in H''. exact H''.
    - assert (O : opponent (opponent x) = x) by now destruct x.
      assert (D : x <> opponent x) by now destruct x.
      revert p. induction n as [|n IH]; intros p H W; apply good_step in H; unfold step in H;
        destruct H as [(H & H')|(H & [H'|(H' & [(E & H'')|[(E & q & Hq & H'')|(E & N & H'')]])])];
        unfold decided, stuck_ok, before in *; try rewrite Ek in *; try discriminate;
        inversion W; subst; rewrite ?O in *; try congruence.
      + rewrite E in *. contradiction.
      + apply (IH q H''). auto.
      + apply (IH q); [|assumption]. apply H''. assumption.
  Qed.
End Strategy.

(** ** Slides

    Nearly all entries are of the slide phase. For these the slides of each side's pieces are listed
    once, as if the other side had none. A slide that meets pieces of the other side is no move. *)

Section Slides.
  Variable g : game.
  Variable x : side.
  Variable k : kind.
  Variable goal : set -> bool.
  Variable m : members.

  Definition steps : list (N * list N) :=
    map (fun a => (a, map snd (filter (fun ab => fst ab =? a) (neighbours g))))
        (nodup N.eq_dec (map fst (neighbours g))).

  Definition slid_from (steps : list (N * list N)) (s : set) : list set :=
    flat_map (fun step => if has s (fst step) then
      let rest := remove (fst step) s in
      map (fun b => add b rest) (filter (fun b => negb (has s b)) (snd step)) else []) steps.
  Definition slid := slid_from steps.

  Lemma in_slid s t : In t (slid s) <-> exists a b, In (a, b) (neighbours g) /\
    has s a = true /\ has s b = false /\ t = add b (remove a s).
  Proof.
    unfold slid, slid_from, steps. rewrite in_flat_map. split.
    - intros ([a bs] & H & Ht). apply in_map_iff in H. destruct H as (a' & [= -> <-] & _).
      cbn in Ht. destruct (has s a) eqn:E; [|destruct Ht].
      apply in_map_iff in Ht. destruct Ht as (b & <- & Hb).
      rewrite filter_in, negb_true_iff, in_map_iff in Hb. destruct Hb as (([a' b'] & <- & H) & Hb).
      rewrite filter_in in H. cbn in H. rewrite N.eqb_eq in H. destruct H as [H ->].
      now exists a, b'.
    - intros (a & b & H & Ha & Hb & ->). eexists. split.
      + apply in_map_iff. exists a. split; [reflexivity|]. apply nodup_In, in_map_iff.
        now exists (a, b).
      + cbn. rewrite Ha. apply in_map_iff. exists b. split; [reflexivity|].
        rewrite filter_in, Hb, in_map_iff. split; [|reflexivity]. exists (a, b). split; [reflexivity|].
        rewrite filter_in. cbn. now rewrite N.eqb_refl.
  Qed.

  (** [slides s] is [slid s], and the goals among it. *)
  Variable slides : set -> list set * list set.

  (** After some answer no slide of [b]'s completes a goal, as in [quiet]. *)
  Definition quiet_answer (n : nat) (answers : list set) (b : set) : bool :=
    match k with
    | HoldsOut => if Nat.leb n 2 then
                    let threats := snd (slides b) in
                    some (fun a => if disjoint a b
                                   then all (fun t => negb (disjoint t a)) threats else false)
                         answers
                  else false
    | _ => false
    end.

  Definition answers_slide (n : nat) (answers goal_answers : list set) (m2 : Map.t (Map.t nat))
      (b : set) : bool :=
    if goal b then false else
    let m3 := get (N.succ_pos b) m2 in
    if some (fun a => match Map.find (N.succ_pos a) m3 with
                      | Some r => if enough k n r then disjoint a b else false
                      | None => false
                      end) answers
    then true else if some (fun a => disjoint a b) goal_answers
    then true else quiet_answer n answers b.

  Definition safe_slides (n : nat) (m2 : Map.t (Map.t nat)) (a b : set) : bool :=
    match decided k n, decided k (before k n) with
    | None, None =>
        if disjoint b a then
          let answers := slides a in
          let m2 := match decided k (before k (before k n)) with
                    | Some false => Map.empty _
                    | _ => m2
                    end in
          match filter (fun b' => disjoint b' a) (fst (slides b)) with
          | [] => false
          | moves => all (answers_slide (before k (before k n)) (fst answers) (snd answers) m2) moves
          end
        else false
    | _, _ => false
    end.

  Definition slides_of (p : position) : Map.t (Map.t nat) := get (phase_key (turn p) (drops p)) m.

  Hypothesis slides_right : forall s, slides s = (slid s, filter goal (slid s)).

  Lemma quiet_answer_quiet n answers b : quiet_answer n answers b = true ->
    exists a, In a answers /\ disjoint a b = true /\
      quiet g x k goal n {| own := b; other := a; turn := opponent x; drops := 8 |} = true.
  Proof.
    unfold quiet_answer, quiet. destruct k; try discriminate.
    destruct (Nat.leb n 2); [|discriminate]. rewrite slides_right, some_in. cbn [snd turn].
    intros (a & Ha & H). destruct (disjoint a b) eqn:Hd; [|discriminate].
    exists a. split; [exact Ha|]. split; [exact Hd|].
    assert (Hx : side_eqb (opponent x) (opponent x) = true) by now apply side_eqb_eq.
    rewrite Hx, all_in. rewrite all_in in H. intros q Hq.
    rewrite in_next in Hq. cbn in Hq. destruct Hq as (f & t & H1 & H2 & H3 & ->). cbn.
    unfold empty in H3. cbn in H3. apply negb_true_iff, orb_false_iff in H3. destruct H3 as [H3 H4].
    destruct (goal _) eqn:Eg; [|reflexivity]. exfalso.
    assert (Hin : In (add t (remove f b)) (filter goal (slid b))).
    { rewrite filter_in. split; [apply in_slid; now exists f, t|exact Eg]. }
    specialize (H _ Hin). apply negb_true_iff in H. rewrite <- not_true_iff_false in H. apply H.
    apply disjoint_has. intros c. rewrite has_add, orb_true_iff, N.eqb_eq, has_remove, andb_true_iff.
    rewrite disjoint_has in Hd. intros [<-|[_ Hc]]; [exact H4|].
    destruct (has a c) eqn:Hac; [|reflexivity]. rewrite (Hd c Hac) in Hc. discriminate.
  Qed.

  Lemma safe_slides_safe n p : turn p = opponent x -> drops p = 8%nat -> goal (other p) = false ->
    safe_slides n (slides_of p) (other p) (own p) = true -> safe g x k goal m 3 n p = true.
  Proof.
    intros Hturn Hdrops Hgoal H. unfold safe_slides in H. rewrite !slides_right in H.
    cbn [fst snd] in H.
    destruct (decided k n) eqn:Ed; [discriminate|].
    destruct (decided k (before k n)) eqn:Ed'; [discriminate|].
    destruct (disjoint (own p) (other p)) eqn:Edis; [|discriminate].
    set (moves := filter _ (slid (own p))) in H. set (m2 := match _ with Some false => _ | _ => _ end) in H.
    assert (Hall : all (answers_slide (before k (before k n)) (slid (other p))
                          (filter goal (slid (other p))) m2) moves = true
                   /\ moves <> []).
    { destruct moves; [discriminate|]. split; [exact H|discriminate]. }
    clear H. destruct Hall as [Hall Hmoves]. rewrite all_in in Hall.
    assert (Hphase : slide_phase p = true) by (unfold slide_phase; now rewrite Hdrops).
    assert (Hchooser : chooser g p = opponent x) by (unfold chooser; now rewrite Hphase).
    cbn -[answered all]. rewrite Hgoal, Ed, Hchooser, opponent_not.
    rewrite disjoint_has in Edis.
    assert (Hnext : forall q, In q (next g p) ->
      exists b, In b moves /\ q = {| own := other p; other := b; turn := x; drops := 8 |}).
    { intros q Hq. rewrite in_next, Hphase in Hq. destruct Hq as (f & t & H1 & H2 & H3 & ->).
      unfold empty in H3. apply negb_true_iff, orb_false_iff in H3. destruct H3 as [H3 H4].
      exists (add t (remove f (own p))). split.
      - unfold moves. rewrite filter_in. split; [apply in_slid; now exists f, t|].
        apply disjoint_has. intros c. rewrite has_add, orb_true_iff, N.eqb_eq, has_remove,
          andb_true_iff. intros [<-|[_ Hc]]; auto.
      - unfold slide. cbn. rewrite Hturn, Hdrops. f_equal. now destruct x. }
    destruct (next g p) as [|q0 l] eqn:En.
    { exfalso. destruct moves as [|b bs] eqn:Em; [now apply Hmoves|].
      assert (Hb : In b moves) by (rewrite Em; now left). clear Hall Hnext.
      unfold moves in Hb. rewrite filter_in, in_slid, disjoint_has in Hb.
      destruct Hb as ((f & t & H1 & H2 & H3 & ->) & H4).
      assert (Hin : In (slide p (f, t)) (next g p)).
      { rewrite in_next, Hphase. exists f, t. repeat split; auto. unfold empty.
        rewrite H3, (H4 t); [reflexivity|]. rewrite has_add, N.eqb_refl. reflexivity. }
      rewrite En in Hin. destruct Hin. }
    rewrite all_in. intros q Hq. destruct (Hnext q Hq) as (b & Hb & ->).
    specialize (Hall b Hb). unfold answers_slide in Hall.
    destruct (goal b) eqn:Eb; [discriminate|].
    set (q' := {| own := other p; other := b; turn := x; drops := 8 |}).
    assert (Hanswer : exists a, In a (slid (other p)) /\ disjoint a b = true /\
      (goal a = true \/ (exists r, find_member m {| own := b; other := a; turn := opponent x;
         drops := 8 |} = Some r /\ enough k (before k (before k n)) r = true
         /\ decided k (before k (before k n)) <> Some false)
       \/ quiet g x k goal (before k (before k n)) {| own := b; other := a; turn := opponent x;
            drops := 8 |} = true)).
    { match type of Hall with (if ?c then _ else _) = _ => destruct c eqn:Es end.
      - apply some_in in Es. destruct Es as (a & Ha & Es). exists a. split; [exact Ha|].
        destruct (Map.find _ _) as [r|] eqn:Ef in Es; [|discriminate].
        destruct (enough _ _ r) eqn:Er; [|discriminate]. split; [exact Es|]. right; left.
        exists r.
        assert (Hm2 : m2 = slides_of p /\ decided k (before k (before k n)) <> Some false).
        { unfold m2 in *. revert Ef. clear. intros Ef.
          destruct (decided k (before k (before k n))) as [[|]|]; try (now split).
          exfalso. unfold get in Ef. now rewrite !Map.gempty in Ef. }
        destruct Hm2 as [Hm2 Hd]. split; [|split; [exact Er|exact Hd]]. unfold find_member. cbn.
        rewrite Hm2 in Ef. unfold slides_of in Ef. rewrite Hturn, Hdrops in Ef. exact Ef.
      - destruct (some (fun a => disjoint a b) _) eqn:Eg.
        + apply some_in in Eg. destruct Eg as (a & Ha & Hd). rewrite filter_in in Ha.
          exists a. intuition.
        + apply quiet_answer_quiet in Hall. destruct Hall as (a & Ha & Hd & Hquiet).
          exists a. auto. }
    clear Hall. destruct Hanswer as (a & Ha & Hd & Hr).
    assert (Hin : In {| own := b; other := a; turn := opponent x; drops := 8 |} (next g q')).
    { rewrite in_slid in Ha. destruct Ha as (f & t & H1 & H2 & H3 & ->).
      rewrite in_next. cbn. exists f, t. repeat split; auto. unfold empty. cbn. rewrite H3. cbn.
      rewrite disjoint_has in Hd. destruct (has b t) eqn:Et; [|reflexivity].
      specialize (Hd t). rewrite has_add, N.eqb_refl in Hd. rewrite Hd in Et by reflexivity.
      discriminate. }
    assert (Hx : side_eqb x x = true) by now destruct x.
    assert (Hxx : side_eqb (opponent x) (opponent x) = true) by now destruct x.
    assert (Hans : answered g x k goal m 2 (before k n) q' = true).
    { cbn -[next some]. rewrite Eb, Ed', Hx. destruct (next g q') as [|r0 rs] eqn:Eq; [destruct Hin|].
      rewrite some_in. eexists. split; [exact Hin|]. cbn.
      destruct (goal a); [exact Hxx|].
      destruct Hr as [Hr|[(r & Hf & Hr & Hdd)|Hr]]; [discriminate| |].
      - destruct (decided k (before k (before k n))) as [[|]|] eqn:Edd.
        + reflexivity.
        + now destruct Hdd.
        + rewrite opponent_not, Hf, Hr. reflexivity.
      - destruct (decided k (before k (before k n))) as [[|]|] eqn:Edd.
        + reflexivity.
        + unfold decided, quiet in *. destruct k; try discriminate.
          destruct (before HoldsOut (before HoldsOut n)); discriminate.
        + rewrite opponent_not, Hr.
          match goal with |- (if ?c then _ else _) = true => now destruct c end. }
    fold q'. cbn -[answered]. rewrite Eb, Ed', Hx. exact Hans.
  Qed.
End Slides.

(** ** The data of a strategy

    A group has positions with the same side to move, the same number of drops made and the same
    number of plies left. The characters [?] to [~] are the circles 0 to 63. A position is the circles
    of [other] and then those of [own]. The next position keeps all circles but the last. Digits before
    its circles say how many more to forget. *)

Inductive bytes := Bytes (l : list byte).
Definition bytes_list (b : bytes) : list byte := match b with Bytes l => l end.
Declare Scope bytes_scope.
Delimit Scope bytes_scope with bytes.
String Notation bytes Bytes bytes_list : bytes_scope.

Record group := {
  group_turn : side;
  group_drops : nat;
  group_plies : nat;
  group_data : list bytes
}.

Section Decode.
  Variable mover : side.
  Variables dropped plies : nat.

  (** [path] has the circles of a position, each as a set, and the last one first. *)
  Definition entry_of (path : list set) : entry :=
    let n := Nat.div2 dropped in
    {| entry_position := {| own := fold_right N.lor 0 (firstn n path);
                            other := fold_right N.lor 0 (skipn n path);
                            turn := mover; drops := dropped |};
       entry_plies := plies |}.

  (** [left] is the number of circles that [path] lacks. *)
  Fixpoint decode (l : list byte) (path : list set) (left : nat) (found : list entry) : list entry :=
    match l with
    | [] => found
    | b :: l =>
        let n := Byte.to_N b in
        if n <? 63 then let digit := N.to_nat (n - 48) in
                        decode l (skipn digit path) (digit + left) found
        else let path' := N.shiftl 1 (n - 63) :: path in
             match left with
             | O | S O => decode l path 1 (entry_of path' :: found)
             | S left' => decode l path' left' found
             end
    end.
End Decode.

Definition entries_of (h : group) : list entry :=
  match group_drops h with
  | O => [entry_of (group_turn h) 0 (group_plies h) []]
  | d => decode (group_turn h) d (group_plies h)
           (flat_map bytes_list (group_data h)) [] d []
  end.

(** ** The symmetries of a board *)

Definition table (l : list N) : N -> N :=
  let m := fst (fold_left (fun mi d => (Map.add (N.succ_pos (snd mi)) d (fst mi), N.succ (snd mi)))
                          l (Map.empty _, 0)) in
  fun c => match Map.find (N.succ_pos c) m with Some d => d | None => c end.

Definition board_maps (w n : N) : list (N -> N) :=
  let h := n / w in
  map (fun f => table (map (fun c => f (c mod w) (c / w)) (up_to n)))
    [fun x y => circle w (x, y); fun x y => circle w (w - 1 - x, y);
     fun x y => circle w (x, h - 1 - y); fun x y => circle w (w - 1 - x, h - 1 - y);
     fun x y => circle w (y, x); fun x y => circle w (w - 1 - y, x);
     fun x y => circle w (y, h - 1 - x); fun x y => circle w (w - 1 - y, h - 1 - x)].

Definition symmetries (g : game) (w : N) : list (set -> set) :=
  let n := N.of_nat (length (circles g)) in
  map (image n) (filter (is_symmetry g n) (board_maps w n)).

(** ** The check *)

Section Check.
  Variable g : game.
  Variable x : side.
  Variable k : kind.

  Definition checked (goal : set -> bool) (slides : set -> list set * list set) (m : members)
      (m2 : Map.t (Map.t nat)) (e : entry) : bool :=
    let p := entry_position e in
    if (if Nat.eqb (drops p) 8 then if side_eqb (turn p) (opponent x) then negb (goal (other p))
                                    else false
        else false)
    then if safe_slides k goal slides (entry_plies e) m2 (other p) (own p) then true
         else safe g x k goal m 3 (entry_plies e) p
    else safe g x k goal m 3 (entry_plies e) p.

  (** [w] is the width of the board; the claim is about [n] plies from [root]. *)
  Definition check (w : N) (n : nat) (root : position) (data : list group) : bool :=
    let goals := goal_map g in
    let goal := in_map goals in
    let es := flat_map entries_of data in
    let steps := steps g in
    let slides s := let l := slid_from steps s in (l, filter goal l) in
    let slide_memo := memos slides (fun e => own (entry_position e))
      (memos slides (fun e => other (entry_position e)) (Map.empty _) es) es in
    let fs := symmetries g w in
    let images s := map (fun f => f s) fs in
    let image_memo := memos images (fun e => own (entry_position e))
      (memos images (fun e => other (entry_position e)) (Map.empty _) es) es in
    let m := all_members (recall images image_memo) es in
    let m2 := get (phase_key (opponent x) 8) m in
    if all (checked goal (recall slides slide_memo) m m2) es then answered g x k goal m 3 n root
    else false.

  Theorem check_sound w n root data : check w n root data = true -> claim g x k n root.
  Proof.
    unfold check. set (es := flat_map entries_of data). set (fs := symmetries g w).
    set (goal := in_map (goal_map g)).
    set (images := fun s => map (fun f => f s) fs).
    set (slides := fun s => let l := slid_from (steps g) s in (l, filter goal l)).
    set (slide_memo := memos slides _ _ _). set (image_memo := memos images _ _ _).
    set (m := all_members _ es).
    destruct (all _ es) eqn:E; [|discriminate]. rewrite all_in in E. intros H.
    assert (Hslides : forall s, recall slides slide_memo s = (slid g s, filter goal (slid g s))).
    { intros s. unfold slide_memo. now rewrite memo_right_memos by
        (apply memo_right_memos, memo_right_empty). }
    assert (Himages : forall s, recall images image_memo s = map (fun f => f s) fs).
    { intros s. unfold image_memo. now rewrite memo_right_memos by
        (apply memo_right_memos, memo_right_empty). }
    assert (Hgoal : forall s, goal s = is_goal g s) by (intros s; apply in_goal_map).
    assert (Hsafe : forall e, In e es ->
              safe g x k goal m 3 (entry_plies e) (entry_position e) = true).
    { intros e He. specialize (E e He). unfold checked in E. set (p := entry_position e) in *.
      destruct (Nat.eqb_spec (drops p) 8) as [Ed|_]; [|exact E].
      destruct (side_eqb (turn p) (opponent x)) eqn:Et; [|exact E].
      destruct (goal (other p)) eqn:Eg; [exact E|]. cbn [negb] in E.
      destruct (safe_slides _ _ _ _ _ _ _) eqn:Es; [|exact E].
      apply side_eqb_eq in Et.
      apply (safe_slides_safe g x k goal m (recall slides slide_memo) Hslides); try assumption.
      unfold slides_of. now rewrite Et, Ed. }
    apply (good_claim g x k goal m Hgoal).
    - intros p r Hp. apply (find_all _ fs _ _ _ Himages) in Hp.
      destruct Hp as (e & He & (f & Hf & ->) & ->).
      exists (entry_position e). split; [|exact (Hsafe e He)].
      unfold fs, symmetries in Hf. apply in_map_iff in Hf. destruct Hf as (h & <- & Hh).
      rewrite filter_in in Hh. destruct Hh as [_ Hh].
      exact (symmetry_similar g _ h Hh (entry_position e)).
    - eapply good_answered. exact H.
  Qed.
End Check.

(** ** What is proved of a position *)

Theorem wins_if g x w n p data :
  check g x Wins w n p data = true -> wins g x n p.
Proof. exact (check_sound g x Wins w n p data). Qed.

Theorem never_loses_if g x w p data : check g x Draws w 0 p data = true -> never_loses g x p.
Proof. exact (check_sound g x Draws w 0 p data). Qed.

Theorem cannot_win_if g x w n p data :
  check g (opponent x) HoldsOut w n p data = true -> ~ wins g x n p.
Proof.
  intros H. apply check_sound in H. unfold claim in H. now destruct x.
Qed.
