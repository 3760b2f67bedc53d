(** * How long Red holds out, on all boards

    Black completes a goal of Standard Teeko at plies 7, 9 and 11 at the earliest, so with at most
    two slides, and near its first drop. Red answers next to that drop, and what is far from it is
    forgotten. So a search in a window around it proves of all boards that Black needs more plies.
    Nothing here needs to be read to know what the theorems claim. *)

From Coq Require Import NArith List Bool Lia Arith.
From TeekoProof Require Import Teeko Checker Boards.
Import ListNotations.
Open Scope N_scope.

(** ** The window

    It has 11 columns and 11 rows, and Black's first drop is in its centre. *)

Definition window : game := game_on 11 11 standard_shapes.
Definition cells : list N := up_to 121.
Definition centre : N := 60.

Definition gap (a b : N) : N := (a - b) + (b - a).
Definition distance (p q : N * N) : N := N.max (gap (fst p) (fst q)) (gap (snd p) (snd q)).

(** Of the board it is known, in one direction, how far Red goes from the first drop, before it and
    beyond it, and whether the board ends there. *)
Record stretch := Stretch { before_it : N; beyond_it : N; starts : bool; ends : bool }.

Definition reaches (s : stretch) (u : N) : bool :=
  (5 <=? u + before_it s) && (u <=? 5 + beyond_it s).
Definition passes (s : stretch) (u : N) : bool :=
  starts s && (u + before_it s <? 5) || ends s && (5 + beyond_it s <? u).

Definition red_cells (across down : stretch) : list N :=
  filter (fun c => reaches across (fst (place 11 c)) && reaches down (snd (place 11 c)))
    (flat_map (fun d => filter (fun c => distance (place 11 c) (5, 5) =? d) cells) (up_to 6)).
Definition no_cells (across down : stretch) : set :=
  set_of (filter (fun c => passes across (fst (place 11 c)) || passes down (snd (place 11 c)))
                 cells).

(** ** Lists by set *)

Definition found {A} (m : Map.t (list A)) (s : set) : list A :=
  match Map.find (N.succ_pos s) m with Some l => l | None => [] end.
Definition gather {A} (l : list (set * A)) : Map.t (list A) :=
  fold_left (fun m sa => Map.add (N.succ_pos (fst sa)) (snd sa :: found m (fst sa)) m) l
            (Map.empty _).
Definition keys {A} (m : Map.t A) : list set :=
  map (fun ka => Pos.pred_N (fst ka)) (Map.elements m).

(** The sets from which a slide leads to a set, and where to. *)
Definition back (steps : list (N * list N)) (s : set) : list (set * N) :=
  flat_map (fun step => if has s (fst step) then
    let rest := remove (fst step) s in
    map (fun a => (add a rest, fst step)) (filter (fun a => negb (has s a)) (snd step)) else [])
    steps.

(** Where to a slide completes a goal. *)
Definition aims_of (steps : list (N * list N)) (goals : list set) : Map.t (list N) :=
  gather (flat_map (back steps) goals).
(** The slides after which another one can complete a goal, if no piece has slid before. *)
Definition plans_of (steps : list (N * list N)) (aims : Map.t (list N)) :
    Map.t (list (N * set)) :=
  gather (filter (fun sp => has (fst sp) centre)
    (flat_map (fun s => map (fun bc => (fst bc, (snd bc, s))) (back steps s)) (keys aims))).
(** The fourth drops with which Black completes a goal, or can do so with one slide or two. *)
Definition fourth_of (goals : list set) (aims : Map.t (list N)) (plans : Map.t (list (N * set))) :
    Map.t (list N) :=
  gather (flat_map (fun s => if has s centre then
    map (fun b => (remove b s, b)) (filter (has s) cells) else [])
    (goals ++ keys aims ++ keys plans)).

Section Search.
  Variable aims : set -> list N.
  Variable plans : set -> list (N * set).
  Variable fourth : set -> list N.
  Variable goal : set -> bool.
  Variable off : set.
  Variable red : list N.
  Variable reds : set.
  Variable red_steps : list (N * list N).

  Definition taken (R : set) (c : N) : bool := if has off c then true else has R c.

  (** Red, who is to slide, completes a goal or keeps Black from doing so with its next slide. *)
  Definition parried (R B : set) : bool :=
    let open := filter (fun c => negb (has off c)) (aims B) in
    let into := match filter (fun c => negb (has R c)) open with
                | [] => reds
                | [c] => set_of (c :: aims R)
                | _ => set_of (aims R)
                end in
    some (fun step => let b := fst step in
      if has into b then if has R b then false else if has B b then false else
        some (fun a => if has R a then
          let R' := add b (remove a R) in if all (has R') open then true else goal R'
          else false) (snd step)
      else false) red_steps.

  (** Black is to slide. *)
  Definition slides_held (own_aims : list N) (own_plans : list (N * set)) (R : set) : bool :=
    if all (taken R) own_aims
    then all (fun p => if taken R (fst p) then true else parried R (snd p)) own_plans
    else false.

  (** Red's drops, with the last of which it goes where Black wants to slide if it can. *)
  Definition tries (more : nat) (own_aims : list N) (own_plans : list (N * set)) : list N :=
    match more with
    | O => filter (has reds) (own_aims ++ map fst own_plans) ++ red
    | S _ => red
    end.

  (** Red is to drop, and then Black and Red [more] times each. *)
  Fixpoint drops_held (more : nat) (R B : set) : bool :=
    if goal B then false else
    let own_aims := aims B in
    let own_plans := plans B in
    some (fun r => if has B r then false else if has R r then false else
      let R' := add r R in
      match more with
      | O => if goal R' then true else slides_held own_aims own_plans R'
      | S fewer =>
          all (fun b => if has B b then true else if has R' b then true else
                        if has off b then true else drops_held fewer R' (add b B))
              (match fewer with O => fourth B | _ => cells end)
      end) (tries more own_aims own_plans).
End Search.

(** In one direction, the first drop is at an edge, next to one, or in the middle. *)
Definition edge := Stretch 0 2 true false.
Definition next_to_edge := Stretch 1 2 true false.
Definition middle := Stretch 2 2 false false.
Definition turned (s : stretch) : stretch :=
  Stretch (beyond_it s) (before_it s) (ends s) (starts s).
Definition sides := [edge; next_to_edge; turned edge; turned next_to_edge].
Definition middles := [Stretch 2 3 false false; Stretch 3 2 false false; Stretch 2 2 true true].
Definition windows : list (stretch * stretch) :=
  list_prod sides (middle :: sides) ++ list_prod [middle] sides ++ list_prod middles [middle].

Definition all_held (small : game) (ws : list (stretch * stretch)) : bool :=
  let steps_ := steps small in
  let goals_ := goals small in
  let goal := goal_map small in
  let aims := aims_of steps_ goals_ in
  let plans := plans_of steps_ aims in
  let fourth := fourth_of goals_ aims plans in
  all (fun w =>
    let red := red_cells (fst w) (snd w) in
    let reds := set_of red in
    let red_steps := map (fun step => (fst step, filter (has reds) (snd step)))
                         (filter (fun step => has reds (fst step)) steps_) in
    drops_held (found aims) (found plans) (found fourth) (in_map goal)
      (no_cells (fst w) (snd w)) red reds red_steps 3 0 (add centre 0)) ws.

(** ** Lists by set are complete *)

Lemma found_gather {A} (l : list (set * A)) s a : In (s, a) l -> In a (found (gather l) s).
Proof.
  unfold gather. assert (G : forall l m, In (s, a) l \/ In a (found m s) ->
    In a (found (fold_left (fun m sa => Map.add (N.succ_pos (fst sa))
                              (snd sa :: found m (fst sa)) m) l m) s)).
  { clear l. induction l as [|[t b] l IH]; cbn [fold_left In fst snd]; intros m H; [tauto|].
    apply IH. destruct H as [[[= -> ->]|H]|H]; [right|now left|right]; unfold found at 1.
    - rewrite Map.gss. now left.
    - destruct (Pos.eq_dec (N.succ_pos s) (N.succ_pos t)) as [E|E].
      + rewrite E, Map.gss. apply succ_pos_injective in E. subst t. now right.
      + now rewrite Map.gso. }
  intros H. apply G. now left.
Qed.

Lemma in_keys {A} (m : Map.t (list A)) s : found m s <> [] -> In s (keys m).
Proof.
  unfold found. destruct (Map.find (N.succ_pos s) m) as [l|] eqn:E; [intros _|easy].
  apply in_map_iff. exists (N.succ_pos s, l). split; [apply N.pos_pred_succ|].
  now apply Map.elements_correct.
Qed.

Lemma adjacent_sym p q : adjacent p q = adjacent q p.
Proof.
  unfold adjacent, close. rewrite (N.eqb_sym (fst p)), (N.eqb_sym (snd p)).
  now rewrite (andb_comm (fst p <=? _)), (andb_comm (snd p <=? _)).
Qed.

Section Lists.
  Variable g : game.
  Hypothesis symmetric : forall a b, In (a, b) (neighbours g) -> In (b, a) (neighbours g).
  Let aims := aims_of (steps g) (goals g).
  Let plans := plans_of (steps g) aims.
  Let fourth := fourth_of (goals g) aims plans.

  Lemma in_steps a b : In (a, b) (neighbours g) <-> exists bs, In (a, bs) (steps g) /\ In b bs.
  Proof.
    unfold steps. split.
    - intros I. exists (map snd (filter (fun ab => fst ab =? a) (neighbours g))). split.
      + apply in_map_iff. exists a. split; [reflexivity|]. apply nodup_In, in_map_iff.
        now exists (a, b).
      + apply in_map_iff. exists (a, b). split; [reflexivity|]. rewrite filter_in. cbn.
        now rewrite N.eqb_refl.
    - intros (bs & I & Ib). apply in_map_iff in I. destruct I as (c & [= -> <-] & _).
      apply in_map_iff in Ib. destruct Ib as ([a' b'] & <- & I). rewrite filter_in in I.
      cbn in I. rewrite N.eqb_eq in I. now destruct I as [I ->].
  Qed.

  Lemma in_back B a b : In (a, b) (neighbours g) -> has B a = true -> has B b = false ->
    In (B, b) (back (steps g) (add b (remove a B))).
  Proof.
    intros I Ha Hb. assert (N : (b =? a) = false) by (apply N.eqb_neq; congruence).
    apply symmetric, in_steps in I. destruct I as (l & Il & Ia). unfold back. apply in_flat_map.
    exists (b, l). split; [exact Il|]. cbn [fst snd].
    rewrite has_add, N.eqb_refl. cbn [orb]. apply in_map_iff. exists a. split.
    - f_equal. apply same_set. intros c.
      rewrite has_add, has_remove, has_add, has_remove, !orb_true_iff, !andb_true_iff,
        !orb_true_iff, !andb_true_iff, !negb_true_iff, !N.eqb_eq, !N.eqb_neq.
      destruct (N.eq_dec a c) as [<-|Na]; [tauto|].
      destruct (N.eq_dec b c) as [<-|Nb]; [rewrite Hb; intuition congruence|tauto].
    - rewrite filter_in, has_add, has_remove, N, N.eqb_refl. now split.
  Qed.

  Lemma in_aims B a b : In (a, b) (neighbours g) -> has B a = true -> has B b = false ->
    is_goal g (add b (remove a B)) = true -> In b (found aims B).
  Proof.
    intros I Ha Hb G. apply found_gather, in_flat_map. exists (add b (remove a B)).
    split; [now apply is_goal_in|now apply in_back].
  Qed.

  Lemma in_plans B a b : In (a, b) (neighbours g) -> has B a = true -> has B b = false ->
    has B centre = true -> found aims (add b (remove a B)) <> [] ->
    In (b, add b (remove a B)) (found plans B).
  Proof.
    intros I Ha Hb C G. apply found_gather. rewrite filter_in. split; [|exact C].
    apply in_flat_map. exists (add b (remove a B)). split; [now apply in_keys|].
    apply in_map_iff. exists (B, b). split; [reflexivity|now apply in_back].
  Qed.

  Lemma in_fourth B b : b < 121 -> has B centre = true -> has B b = false ->
    is_goal g (add b B) = true \/ found aims (add b B) <> [] \/ found plans (add b B) <> [] ->
    In b (found fourth B).
  Proof.
    intros L C Hb H. apply found_gather, in_flat_map. exists (add b B). split.
    - rewrite !in_app_iff.
      destruct H as [H|[H|H]]; [left; now apply is_goal_in|right; left|right; right];
        now apply in_keys.
    - rewrite has_add, C, orb_true_r. apply in_map_iff. exists b. split.
      + f_equal. apply same_set. intros c.
        rewrite has_remove, has_add, andb_true_iff, orb_true_iff, negb_true_iff, N.eqb_eq,
          N.eqb_neq. intuition congruence.
      + rewrite filter_in, has_add, N.eqb_refl. split; [now apply in_up_to|reflexivity].
  Qed.
End Lists.

(** ** Distances *)

Lemma gap_triangle a b c : gap a c <= gap a b + gap b c.
Proof. unfold gap. lia. Qed.

Lemma distance_triangle p q r : distance p r <= distance p q + distance q r.
Proof.
  unfold distance. pose proof (gap_triangle (fst p) (fst q) (fst r)) as X.
  pose proof (gap_triangle (snd p) (snd q) (snd r)) as Y. revert X Y.
  generalize (gap (fst p) (fst q)), (gap (fst q) (fst r)), (gap (fst p) (fst r)),
    (gap (snd p) (snd q)), (gap (snd q) (snd r)), (gap (snd p) (snd r)). lia.
Qed.

Lemma distance_sym p q : distance p q = distance q p.
Proof. unfold distance, gap. now rewrite (N.add_comm (_ - fst q)), (N.add_comm (_ - snd q)). Qed.

Lemma distance_same p : distance p p = 0.
Proof. unfold distance, gap. now rewrite !N.sub_diag. Qed.

Lemma adjacent_distance p q : adjacent p q = true -> distance p q <= 1.
Proof.
  unfold adjacent, close, distance, gap. rewrite !andb_true_iff, !N.leb_le. lia.
Qed.

(** ** What Black cannot do in time *)

Section Game.
  Variables w h : N.
  Hypothesis positive : 0 < w.
  Let g := game_on w h standard_shapes.

  Lemma red_has_won n B R d : is_goal g R = true -> ~ wins g Black n (black_to_move B R d).
  Proof.
    intros G W. inversion W as [? ? O T|? ? ? O|? ? O]; subst; [discriminate| |];
      change (is_goal g R = false) in O; congruence.
  Qed.

  Lemma mover p : chooser g p = turn p.
  Proof. apply mover_chooses. Qed.

  (** To show that Black does not win in time, one looks at all moves of Black's. *)
  Lemma black_fails n B R d :
    (forall q, In q (next g (black_to_move B R d)) -> ~ wins g Black n q) ->
    ~ wins g Black (S n) (black_to_move B R d).
  Proof.
    intros H W. inversion W as [? ? O T|? ? q O C I W'|? ? O C]; subst; [discriminate| |].
    - exact (H q I W').
    - rewrite mover in C. discriminate.
  Qed.

  Lemma no_ply_left B R d : ~ wins g Black 0 (black_to_move B R d).
  Proof. intros W. inversion W. discriminate. Qed.

  (** And at one of Red's, if there is any. *)
  Lemma red_holds n B R d q : is_goal g B = false -> In q (next g (red_to_move B R d)) ->
    ~ wins g Black n q -> ~ wins g Black (S n) (red_to_move B R d).
  Proof.
    intros G I H W. inversion W as [? ? O T|? ? ? O C|? ? O C N A]; subst.
    - change (is_goal g B = true) in O. congruence.
    - rewrite mover in C. discriminate.
    - exact (H (A q I)).
  Qed.

  Lemma red_holds_anyhow n B R d : is_goal g B = false ->
    (forall R', ~ wins g Black n (black_to_move B R' (after d))) -> (d <= 4)%nat ->
    ~ wins g Black (S n) (red_to_move B R d).
  Proof.
    intros G H L W. inversion W as [? ? O T|? ? ? O C|? ? O C N A]; subst.
    - change (is_goal g B = true) in O. congruence.
    - rewrite mover in C. discriminate.
    - destruct (next g (red_to_move B R d)) as [|q l] eqn:E; [now destruct N|].
      assert (I : In q (next g (red_to_move B R d))) by (rewrite E; now left).
      specialize (A q (or_introl eq_refl)). rewrite in_next, slide_phase_red in I.
      assert (exists R', q = black_to_move B R' (after d)) as [R' ->]; [|exact (H R' A)].
      destruct (Nat.ltb_spec d 4) as [D|D]; cbn [negb] in I.
      + destruct I as (c & _ & _ & _ & ->). exists (add c R).
        unfold drop, red_to_move, black_to_move, between, after.
        cbn [own other turn drops opponent].
        destruct (Nat.ltb_spec d 4); [|lia]. f_equal. lia.
      + destruct I as (a & b & _ & _ & _ & ->). exists (add b (remove a R)).
        replace d with 4%nat by lia. reflexivity.
  Qed.

  Lemma slide_of_black B R q : In q (next g (black_to_move B R 4)) <-> exists a b,
    a < w * h /\ b < w * h /\ adjacent (place w a) (place w b) = true /\ has B a = true /\
    has B b = false /\ has R b = false /\ q = red_to_move (add b (remove a B)) R 4.
  Proof.
    rewrite in_next, slide_phase_black. cbn [Nat.ltb Nat.leb negb]. unfold g.
    split; intros (a & b & H); exists a, b; revert H; rewrite in_neighbours by exact positive;
      unfold empty; cbn [own other black_to_move]; rewrite negb_true_iff, orb_false_iff;
      intuition; subst; reflexivity.
  Qed.

  Lemma drop_of_black B R d q : (d < 4)%nat -> In q (next g (black_to_move B R d)) <-> exists c,
    c < w * h /\ has B c = false /\ has R c = false /\ q = red_to_move (add c B) R d.
  Proof.
    intros L. rewrite in_next, slide_phase_black, (proj2 (Nat.ltb_lt d 4) L). cbn [negb]. unfold g.
    assert (E : forall c, drop (black_to_move B R d) c = red_to_move (add c B) R d).
    { intros c. unfold drop, red_to_move, black_to_move, between.
      cbn [own other turn drops opponent]. now rewrite (proj2 (Nat.ltb_lt d 4) L). }
    split; intros (c & H); exists c; revert H; rewrite in_circles by exact positive;
      unfold empty; cbn [own other black_to_move]; rewrite negb_true_iff, orb_false_iff, E;
      intuition; apply always_allowed.
  Qed.

  (** *** Pieces that are far apart *)

  Definition far (k : N) (B : set) : Prop := exists a b, has B a = true /\ has B b = true /\
    k <= distance (place w a) (place w b).

  Lemma shape_small shape p q : In shape (standard_shapes w) -> In p shape -> In q shape ->
    distance p q <= 3.
  Proof.
    assert (E : forallb (fun shape => forallb (fun p => forallb (fun q => distance p q <=? 3) shape)
              shape) (standard_shapes w) = true) by reflexivity.
    rewrite forallb_forall in E. intros I. specialize (E shape I). rewrite forallb_forall in E.
    intros Ip. specialize (E p Ip). rewrite forallb_forall in E. intros Iq.
    now apply N.leb_le, E.
  Qed.

  Lemma far_no_goal k B : 4 <= k -> far k B -> is_goal g B = false.
  Proof.
    intros L (a & b & Ha & Hb & D). destruct (is_goal g B) eqn:G; [exfalso|reflexivity].
    apply is_goal_in, in_goals in G; [|exact positive].
    destruct G as (shape & by_ & I & _ & O & ->). rewrite has_set_of, in_map_iff in Ha, Hb.
    destruct Ha as (p & <- & Ip), Hb as (q & <- & Iq).
    rewrite !place_circle in D by (exact positive || now apply O).
    unfold shifted in Ip, Iq. rewrite in_map_iff in Ip, Iq.
    destruct Ip as (p' & <- & Ip), Iq as (q' & <- & Iq).
    pose proof (shape_small shape p' q' I Ip Iq) as S. unfold distance, gap in *. cbn in *. lia.
  Qed.

  Lemma far_add k c B : far k B -> far k (add c B).
  Proof.
    intros (a & b & Ha & Hb & D). exists a, b. now rewrite !has_add, Ha, Hb, !orb_true_r.
  Qed.

  Lemma far_slide k a b B : adjacent (place w a) (place w b) = true -> has B a = true -> 0 < k ->
    far (k + 1) B -> far k (add b (remove a B)).
  Proof.
    intros A Ha P (c & d & Hc & Hd & D). apply adjacent_distance in A.
    assert (Hb : has (add b (remove a B)) b = true) by now rewrite has_add, N.eqb_refl.
    assert (Ho : forall e, has B e = true -> e <> a -> has (add b (remove a B)) e = true).
    { intros e He N. rewrite has_add, has_remove, He.
      destruct (N.eqb_spec a e); [congruence|]. now rewrite orb_true_r. }
    destruct (N.eq_dec c a) as [->|Nc], (N.eq_dec d a) as [->|Nd].
    - rewrite distance_same in D. lia.
    - exists b, d. repeat split; auto.
      pose proof (distance_triangle (place w a) (place w b) (place w d)). lia.
    - exists b, c. repeat split; auto. rewrite distance_sym in D.
      pose proof (distance_triangle (place w a) (place w b) (place w c)). lia.
    - exists c, d. repeat split; auto. lia.
  Qed.

  (** With [s] slides left, pieces that are more than [3 + s] apart do not come together. *)
  Lemma far_fails more : forall d B R s, (more + d = 4 + s)%nat -> (d <= 4)%nat ->
    far (4 + N.of_nat s) B -> ~ wins g Black (2 * more) (black_to_move B R d).
  Proof.
    induction more as [|more IH]; intros d B R s E L F; [apply no_ply_left|].
    replace (2 * S more)%nat with (S (S (2 * more))) by lia. apply black_fails. intros q I.
    assert (H : exists B' s', q = red_to_move B' R d /\ (more + after d = 4 + s')%nat /\
                far (4 + N.of_nat s') B').
    { unfold after. destruct (Nat.ltb_spec d 4) as [D|D].
      - apply drop_of_black in I; [|exact D]. destruct I as (c & _ & _ & _ & ->).
        exists (add c B), s. repeat split; [lia|now apply far_add].
      - assert (d = 4%nat) by lia. subst d. apply slide_of_black in I.
        destruct I as (a & b & _ & _ & A & Ha & _ & _ & ->).
        exists (add b (remove a B)), more. repeat split; [lia|].
        apply far_slide; [exact A|exact Ha|lia|].
        now replace (4 + N.of_nat more + 1) with (4 + N.of_nat s) by lia. }
    destruct H as (B' & s' & -> & E' & F'). apply red_holds_anyhow; [|intros R'|exact L].
    - apply (far_no_goal (4 + N.of_nat s')); [lia|exact F'].
    - apply IH with s'; [exact E'| |exact F']. unfold after. destruct (Nat.ltb_spec d 4); lia.
  Qed.

  Lemma far_fails_after more d B R s : (more + after d = 4 + s)%nat -> (d <= 4)%nat ->
    far (4 + N.of_nat s) B -> ~ wins g Black (S (2 * more)) (red_to_move B R d).
  Proof.
    intros E L F. apply red_holds_anyhow; [|intros R'|exact L].
    - apply (far_no_goal (4 + N.of_nat s)); [lia|exact F].
    - apply far_fails with s; [exact E| |exact F]. unfold after. destruct (Nat.ltb_spec d 4); lia.
  Qed.
End Game.

(** ** The window on a board *)

(** What is known of a direction is true of a board of [n] columns or rows with the first drop in
    number [x]. *)
Definition fits_at (s : stretch) (n x : N) : Prop :=
  before_it s <= x /\ x + beyond_it s < n /\
  (starts s = true -> x <= before_it s) /\ (ends s = true -> n <= x + beyond_it s + 1).

Section Sound.
  Variables w h x0 y0 : N.
  Variables across down : stretch.
  Hypothesis first_x : x0 < w.
  Hypothesis first_y : y0 < h.
  Hypothesis fits_x : fits_at across w x0.
  Hypothesis fits_y : fits_at down h y0.
  (** Not unfolded, as that would list its goals. *)
  Variable small : game.
  Hypothesis is_small : small = window.

  Let g := game_on w h standard_shapes.

  Lemma wide : 0 < w.
  Proof. lia. Qed.

  Definition across_of (c : N) : N := fst (place 11 c).
  Definition down_of (c : N) : N := snd (place 11 c).
  Definition visible (c : N) : Prop := c < 121 /\
    5 <= x0 + across_of c /\ x0 + across_of c < w + 5 /\
    5 <= y0 + down_of c /\ y0 + down_of c < h + 5.
  Definition shown (c : N) : N := circle w (x0 + across_of c - 5, y0 + down_of c - 5).

  Lemma place_bounds c : c < 121 -> across_of c < 11 /\ down_of c < 11.
  Proof. exact (place_on_board 11 11 eq_refl c). Qed.

  Lemma place_shown c : visible c -> place w (shown c) = (x0 + across_of c - 5, y0 + down_of c - 5).
  Proof. intros (L & V). apply place_circle; [exact wide|]. cbn [fst]. lia. Qed.

  Lemma shown_below c : visible c -> shown c < w * h.
  Proof.
    intros (L & V). apply circle_below; [exact wide|]. split; cbn [fst snd]; lia.
  Qed.

  Lemma shown_injective c d : visible c -> visible d -> shown c = shown d -> c = d.
  Proof.
    intros V V' E. assert (F : place w (shown c) = place w (shown d)) by now rewrite E.
    rewrite !place_shown in F by assumption. injection F as Fx Fy.
    destruct V as (L & V), V' as (L' & V').
    rewrite <- (circle_place 11 eq_refl c), <- (circle_place 11 eq_refl d).
    rewrite (surjective_pairing (place 11 c)), (surjective_pairing (place 11 d)).
    change (circle 11 (across_of c, down_of c) = circle 11 (across_of d, down_of d)).
    f_equal. f_equal; lia.
  Qed.

  Lemma seen a : a < w * h -> distance (place w a) (x0, y0) <= 5 ->
    exists c, visible c /\ a = shown c.
  Proof.
    intros L D. pose proof (place_on_board w h wide a L) as [Lx Ly].
    pose proof (circle_place w wide a) as E. revert Lx Ly D E.
    destruct (place w a) as [x y]. unfold distance, gap. cbn [fst snd]. intros Lx Ly D E.
    exists (circle 11 (x + 5 - x0, y + 5 - y0)).
    assert (P : place 11 (circle 11 (x + 5 - x0, y + 5 - y0)) = (x + 5 - x0, y + 5 - y0)).
    { apply place_circle; [reflexivity|]. cbn [fst]. lia. }
    unfold visible, shown, across_of, down_of. rewrite P. cbn [fst snd]. split.
    - split; [|lia]. apply (circle_below 11 11 eq_refl). split; cbn [fst snd]; lia.
    - rewrite <- E. f_equal. f_equal; lia.
  Qed.

  Lemma adjacent_shown a b : visible a -> visible b ->
    adjacent (place w (shown a)) (place w (shown b)) = adjacent (place 11 a) (place 11 b).
  Proof.
    intros V V'. rewrite !place_shown by assumption. destruct V as (_ & V), V' as (_ & V').
    apply eq_true_iff_eq. unfold adjacent, close. cbn [fst snd].
    fold (across_of a) (across_of b) (down_of a) (down_of b).
    rewrite !andb_true_iff, !negb_true_iff, !andb_false_iff, !N.leb_le, !N.eqb_neq. lia.
  Qed.

  Lemma neighbours_small a b : In (a, b) (neighbours small) <->
    a < 121 /\ b < 121 /\ adjacent (place 11 a) (place 11 b) = true.
  Proof. rewrite is_small. exact (in_neighbours 11 11 standard_shapes eq_refl a b). Qed.

  Lemma neighbours_symmetric a b : In (a, b) (neighbours small) -> In (b, a) (neighbours small).
  Proof. rewrite !neighbours_small, adjacent_sym. tauto. Qed.

  (** *** Pieces *)

  (** The one set has in the window what the other has on the board, and that is all. *)
  Definition shows : set -> set -> Prop := mapped shown visible.

  Lemma shown_alone c : visible c -> alone shown visible c.
  Proof. intros V d Vd. now apply shown_injective. Qed.

  Lemma shows_has B B' c : shows B B' -> visible c -> has B' (shown c) = has B c.
  Proof. intros S V. apply (mapped_has shown visible); [now apply shown_alone|exact S]. Qed.

  Lemma shows_add B B' c : shows B B' -> visible c -> shows (add c B) (add (shown c) B').
  Proof. apply mapped_add. Qed.

  Lemma shows_remove B B' c : shows B B' -> visible c -> shows (remove c B) (remove (shown c) B').
  Proof. intros S V. apply mapped_remove; [now apply shown_alone|exact S]. Qed.

  (** *** Goals *)

  Lemma shape_corner n shape : In shape (standard_shapes n) ->
    exists p q, In p shape /\ In q shape /\ fst p = 0 /\ snd q = 0.
  Proof.
    intros [<-|[<-|[<-|[<-|[<-|[]]]]]];
      [exists (0, 0), (0, 0)|exists (0, 0), (0, 0)|exists (0, 0), (0, 0)
      |exists (0, 3), (3, 0)|exists (0, 1), (1, 0)]; cbn; tauto.
  Qed.

  Lemma goal_seen B B' : shows B B' -> is_goal g B' = true -> is_goal small B = true.
  Proof.
    intros S G. rewrite is_small. apply is_goal_in in G. apply in_goals in G; [|exact wide].
    destruct G as (shape & by_ & I & _ & O & ->). destruct S as [E V].
    set (by' := (fst by_ + 5 - x0, snd by_ + 5 - y0)).
    assert (P : forall p, In p (shifted shape by_) -> exists c, has B c = true /\
      fst p + 5 = x0 + across_of c /\ snd p + 5 = y0 + down_of c).
    { intros p Ip.
      assert (H : has (set_of (map (circle w) (shifted shape by_))) (circle w p) = true)
        by (apply has_set_of, List.in_map, Ip).
      apply E in H. destruct H as (c & Hc & F). exists c. split; [exact Hc|].
      specialize (V c Hc). assert (F' : place w (circle w p) = place w (shown c)) by now rewrite F.
      rewrite place_shown, place_circle in F' by (exact wide || exact V || apply (O p Ip)).
      rewrite F'. cbn [fst snd]. destruct V as (_ & V). lia. }
    destruct (shape_corner w shape I) as (p0 & q0 & Ip0 & Iq0 & Z & Z').
    assert (K : x0 <= fst by_ + 5 /\ y0 <= snd by_ + 5 /\ fst by_ + 5 < x0 + 11 /\
                snd by_ + 5 < y0 + 11).
    { destruct (P (fst p0 + fst by_, snd p0 + snd by_)) as (c & Hc & Fx & _);
        [exact (List.in_map _ _ _ Ip0)|].
      destruct (P (fst q0 + fst by_, snd q0 + snd by_)) as (d & Hd & _ & Fy);
        [exact (List.in_map _ _ _ Iq0)|].
      cbn [fst snd] in Fx, Fy.
      pose proof (place_bounds c (proj1 (V c Hc))).
      pose proof (place_bounds d (proj1 (V d Hd))). lia. }
    assert (M : forall p, In p shape -> exists c, has B c = true /\
      place 11 c = (fst p + fst by', snd p + snd by')).
    { intros p Ip. destruct (P (fst p + fst by_, snd p + snd by_)) as (c & Hc & Fx & Fy);
        [exact (List.in_map _ _ _ Ip)|]. exists c. split; [exact Hc|].
      cbn [fst snd] in *. rewrite (surjective_pairing (place 11 c)).
      unfold across_of, down_of, by' in *. cbn [fst snd]. f_equal; lia. }
    apply is_goal_in, in_goals; [reflexivity|]. exists shape, by'. split; [exact I|].
    split; [unfold on_board, by'; cbn [fst snd]; lia|]. split.
    - intros p Ip. apply in_map_iff in Ip. destruct Ip as (q & <- & Iq).
      destruct (M q Iq) as (c & Hc & F). rewrite <- F. apply (place_bounds c), (V c Hc).
    - apply same_set. intros c. rewrite has_set_of, in_map_iff. split.
      + intros Hc. specialize (V c Hc).
        assert (H : has (set_of (map (circle w) (shifted shape by_))) (shown c) = true)
          by (apply E; eauto).
        apply has_set_of, in_map_iff in H. destruct H as (p & F & Ip).
        assert (F' : place w (circle w p) = place w (shown c)) by now rewrite F.
        rewrite place_shown, place_circle in F' by (exact wide || exact V || apply (O p Ip)).
        apply in_map_iff in Ip. destruct Ip as (q & <- & Iq). injection F' as Fx Fy.
        exists (fst q + fst by', snd q + snd by'). split; [|exact (List.in_map _ _ _ Iq)].
        rewrite <- (circle_place 11 eq_refl c), (surjective_pairing (place 11 c)).
        fold (across_of c) (down_of c). destruct V as (_ & V). unfold by'. cbn [fst snd].
        f_equal. f_equal; lia.
      + intros (p & <- & Ip). apply in_map_iff in Ip. destruct Ip as (q & <- & Iq).
        destruct (M q Iq) as (c & Hc & F). rewrite <- F. now rewrite (circle_place 11 eq_refl).
  Qed.

  Lemma goal_shown R R' : shows R R' -> is_goal small R = true -> is_goal g R' = true.
  Proof.
    intros S G. rewrite is_small in G. apply is_goal_in in G. apply in_goals in G; [|reflexivity].
    destruct G as (shape & by_ & I & _ & O & ->). destruct S as [E V].
    set (by' := (fst by_ + x0 - 5, snd by_ + y0 - 5)).
    assert (P : forall p, In p (shifted shape by_) -> visible (circle 11 p) /\
      place 11 (circle 11 p) = p).
    { intros p Ip. split; [apply V, has_set_of, List.in_map, Ip|].
      apply place_circle; [reflexivity|]. apply (O p Ip). }
    assert (M : forall p, In p shape -> let q := (fst p + fst by_, snd p + snd by_) in
      shown (circle 11 q) = circle w (fst p + fst by', snd p + snd by') /\
      on_board w h (fst p + fst by', snd p + snd by')).
    { intros p Ip q. destruct (P q (List.in_map _ _ _ Ip)) as [(_ & K) F].
      destruct (shape_corner w shape I) as (p0 & q0 & Ip0 & Iq0 & Z & Z').
      destruct (P _ (List.in_map _ _ _ Ip0)) as [(_ & K0) F0].
      destruct (P _ (List.in_map _ _ _ Iq0)) as [(_ & K1) F1].
      unfold shown, across_of, down_of in *. rewrite F in *. rewrite F0 in K0. rewrite F1 in K1.
      unfold q, by', on_board in *. cbn [fst snd] in *. split; [|lia]. f_equal. f_equal; lia. }
    apply is_goal_in, in_goals; [exact wide|]. exists shape, by'. split; [exact I|].
    assert (O' : forall p, In p (shifted shape by') -> on_board w h p).
    { intros p Ip. apply in_map_iff in Ip. destruct Ip as (q & <- & Iq). apply (M q Iq). }
    split; [|split; [exact O'|]].
    - destruct (shape_corner w shape I) as (p0 & q0 & Ip0 & Iq0 & Z & Z').
      destruct (M p0 Ip0) as [_ [Kx _]], (M q0 Iq0) as [_ [_ Ky]].
      split; cbn [fst snd] in *; lia.
    - apply same_set. intros a. rewrite E, has_set_of, in_map_iff. split.
      + intros (c & Hc & ->). apply has_set_of, in_map_iff in Hc. destruct Hc as (p & <- & Ip).
        apply in_map_iff in Ip. destruct Ip as (q & <- & Iq). destruct (M q Iq) as [F _].
        eexists. split; [symmetry; exact F|]. exact (List.in_map _ _ _ Iq).
      + intros (p & <- & Ip). apply in_map_iff in Ip. destruct Ip as (q & <- & Iq).
        destruct (M q Iq) as [F _]. eexists. split; [|symmetry; exact F].
        apply has_set_of, List.in_map. exact (List.in_map _ _ _ Iq).
  Qed.

  (** *** Black's moves *)

  (** A piece has stayed close to the first drop. *)
  Definition near (t : N) (B' : set) : Prop := exists a, has B' a = true /\
    distance (place w a) (x0, y0) <= t.

  Lemma near_add t c B' : near t B' -> near t (add c B').
  Proof. intros (a & Ha & D). exists a. now rewrite has_add, Ha, orb_true_r. Qed.

  Lemma near_slide t a b B' : near t B' -> adjacent (place w a) (place w b) = true ->
    near (t + 1) (add b (remove a B')).
  Proof.
    intros (c & Hc & D) A. apply adjacent_distance in A. destruct (N.eq_dec a c) as [->|N].
    - exists b. rewrite has_add, N.eqb_refl. split; [reflexivity|]. rewrite distance_sym in A.
      pose proof (distance_triangle (place w b) (place w c) (x0, y0)). lia.
    - exists c. rewrite has_add, has_remove, Hc, (proj2 (N.eqb_neq a c) N), orb_true_r.
      split; [reflexivity|lia].
  Qed.

  Lemma beyond t b B' : near t B' -> 5 < distance (place w b) (x0, y0) -> t <= 5 ->
    far w (6 - t) (add b B').
  Proof.
    intros (c & Hc & D) F L. exists b, c. rewrite !has_add, N.eqb_refl, Hc, orb_true_r.
    repeat split. pose proof (distance_triangle (place w b) (place w c) (x0, y0)). lia.
  Qed.

  Lemma black_drops more d B B' R' : near 0 B' -> (d < 4)%nat -> (more + d = 5)%nat ->
    (forall c, visible c -> has B' (shown c) = false -> has R' (shown c) = false ->
       ~ wins g Black (S (2 * more)) (red_to_move (add (shown c) B') R' d)) ->
    shows B B' -> ~ wins g Black (2 * S more) (black_to_move B' R' d).
  Proof.
    intros K L E H M. replace (2 * S more)%nat with (S (S (2 * more))) by lia.
    apply black_fails. intros q I. apply drop_of_black in I; [|exact wide|exact L].
    destruct I as (c & Lc & Hb & Hr & ->).
    destruct (N.le_gt_cases (distance (place w c) (x0, y0)) 5) as [D|D].
    - destruct (seen c Lc D) as (c' & V & ->). now apply H.
    - apply (far_fails_after w h wide more d _ _ 2); [|lia|].
      + unfold after. destruct (Nat.ltb_spec d 4); lia.
      + apply (beyond 0 c B' K D). lia.
  Qed.

  Lemma black_slides more t B B' R' : near t B' -> (N.of_nat more + t = 1) ->
    (forall a b, visible a -> visible b -> In (a, b) (neighbours small) ->
       has B a = true -> has B b = false -> has R' (shown b) = false ->
       near (t + 1) (add (shown b) (remove (shown a) B')) ->
       ~ wins g Black (S (2 * more)) (red_to_move (add (shown b) (remove (shown a) B')) R' 4)) ->
    shows B B' -> ~ wins g Black (2 * S more) (black_to_move B' R' 4).
  Proof.
    intros K E H M. replace (2 * S more)%nat with (S (S (2 * more))) by lia.
    apply black_fails. intros q I. apply slide_of_black in I; [|exact wide].
    destruct I as (a & b & La & Lb & A & Ha & Hb & Hr & ->).
    destruct (N.le_gt_cases (distance (place w b) (x0, y0)) 5) as [D|D].
    - destruct (seen b Lb D) as (b' & V & ->). apply (proj1 M) in Ha.
      destruct Ha as (a' & Ha & ->). pose proof (proj2 M a' Ha) as Va.
      apply H; auto.
      + apply neighbours_small. rewrite adjacent_shown in A by assumption.
        repeat split; [apply Va|apply V|exact A].
      + now rewrite <- (shows_has B B').
      + now apply near_slide.
    - apply (far_fails_after w h wide more 4 _ _ more); [apply Nat.add_comm|lia|].
      destruct K as (c & Hc & Dc). apply adjacent_distance in A.
      assert (N : a <> c).
      { intros ->. rewrite distance_sym in A.
        pose proof (distance_triangle (place w b) (place w c) (x0, y0)). lia. }
      exists b, c. split; [now rewrite has_add, N.eqb_refl|]. split.
      { now rewrite has_add, has_remove, Hc, (proj2 (N.eqb_neq a c) N), orb_true_r. }
      pose proof (distance_triangle (place w b) (place w c) (x0, y0)). lia.
  Qed.

  (** *** The search is right *)

  Let aims := found (aims_of (steps small) (goals small)).
  Let plans := found (plans_of (steps small) (aims_of (steps small) (goals small))).
  Let fourth := found (fourth_of (goals small) (aims_of (steps small) (goals small))
    (plans_of (steps small) (aims_of (steps small) (goals small)))).

  Variable goal : set -> bool.
  Variable off : set.
  Variable red : list N.
  Variable reds : set.
  Variable red_steps : list (N * list N).
  Hypothesis goal_right : forall s, goal s = is_goal small s.
  Hypothesis off_board : forall c, visible c -> has off c = false.
  Hypothesis red_on_board : forall c, In c red -> visible c.
  Hypothesis reds_on_board : forall c, has reds c = true -> visible c.
  Hypothesis red_steps_on_board : forall b l a, In (b, l) red_steps -> In a l ->
    visible a /\ visible b /\ In (a, b) (neighbours small).

  Lemma no_ply_after n B R d : (n <= 1)%nat -> (d <= 4)%nat -> is_goal g B = false ->
    ~ wins g Black n (red_to_move B R d).
  Proof.
    intros L Ld G. destruct n as [|n].
    - intros W. inversion W as [? ? O| |]; subst. change (is_goal g B = true) in O. congruence.
    - replace n with 0%nat by lia. apply red_holds_anyhow; [exact wide|exact G| |exact Ld].
      intros R'. apply no_ply_left.
  Qed.

  (** Black's next slide completes no goal. *)
  Lemma no_completion B B' R' : shows B B' -> near 1 B' ->
    (forall c, In c (aims B) -> visible c -> has R' (shown c) = true) ->
    ~ wins g Black 2 (black_to_move B' R' 4).
  Proof.
    intros S K H. apply (black_slides 0 1 B); [exact K|reflexivity| |exact S].
    intros a b Va Vb I Ha Hb Hr _. apply no_ply_after; [lia|lia|].
    destruct (is_goal g _) eqn:G; [exfalso|reflexivity].
    apply (goal_seen (add b (remove a B))) in G;
      [|apply shows_add; [now apply shows_remove|exact Vb]].
    apply (in_aims small neighbours_symmetric B a b I Ha Hb) in G.
    rewrite (H b G Vb) in Hr. discriminate.
  Qed.

  Lemma no_aim B B' R' : shows B B' -> near 1 B' -> aims B = [] -> is_goal g B' = false ->
    ~ wins g Black 3 (red_to_move B' R' 4).
  Proof.
    intros S K E G. apply red_holds_anyhow; [exact wide|exact G| |lia]. intros R1.
    apply (no_completion B); [exact S|exact K|]. intros c I. rewrite E in I. destruct I.
  Qed.

  Lemma red_slides_to B B' R R' a b : shows B B' -> shows R R' -> visible a -> visible b ->
    In (a, b) (neighbours small) -> has R a = true -> has R b = false -> has B b = false ->
    In (black_to_move B' (add (shown b) (remove (shown a) R')) 4) (next g (red_to_move B' R' 4)).
  Proof.
    intros SB SR Va Vb I Ha Hb Hc. rewrite in_next, slide_phase_red. cbn [Nat.ltb Nat.leb negb].
    exists (shown a), (shown b). split; [|split; [|split; [|reflexivity]]].
    - apply in_neighbours; [exact wide|]. apply neighbours_small in I.
      rewrite adjacent_shown by assumption. auto using shown_below. repeat split; try tauto;
        now apply shown_below.
    - cbn [own red_to_move]. now rewrite (shows_has R R').
    - unfold empty. cbn [own other red_to_move].
      now rewrite (shows_has R R'), (shows_has B B'), Hb, Hc.
  Qed.

  Lemma red_drops_to B B' R R' c d : shows B B' -> shows R R' -> visible c -> (d < 4)%nat ->
    has R c = false -> has B c = false ->
    In (black_to_move B' (add (shown c) R') (S d)) (next g (red_to_move B' R' d)).
  Proof.
    intros SB SR V L Hr Hb. rewrite in_next, slide_phase_red, (proj2 (Nat.ltb_lt d 4) L).
    cbn [negb]. exists (shown c). split; [|split; [|split]].
    - apply in_circles; [exact wide|]. now apply shown_below.
    - unfold empty. cbn [own other red_to_move].
      now rewrite (shows_has R R'), (shows_has B B'), Hr, Hb.
    - apply always_allowed.
    - unfold drop, red_to_move, black_to_move, between. cbn [own other turn drops opponent].
      rewrite (proj2 (Nat.ltb_lt d 4) L). f_equal. lia.
  Qed.

  Lemma parried_holds B B' R R' : parried aims goal off reds red_steps R B = true ->
    shows B B' -> shows R R' -> near 1 B' -> is_goal g B' = false ->
    ~ wins g Black 3 (red_to_move B' R' 4).
  Proof.
    unfold parried. intros P SB SR K G. apply some_in in P. destruct P as ([b l] & I & P).
    cbn [fst snd] in P. destruct (has _ b) in P; [|discriminate].
    destruct (has R b) eqn:Hb; [discriminate|]. destruct (has B b) eqn:Hc; [discriminate|].
    apply some_in in P. destruct P as (a & Ia & P). destruct (has R a) eqn:Ha; [|discriminate].
    destruct (red_steps_on_board b l a I Ia) as (Va & Vb & A).
    assert (SR' : shows (add b (remove a R)) (add (shown b) (remove (shown a) R')))
      by (apply shows_add; [now apply shows_remove|exact Vb]).
    apply (red_holds w h 2 _ _ 4 (black_to_move B' (add (shown b) (remove (shown a) R')) 4));
      [exact G|now apply (red_slides_to B B' R R')|].
    destruct (all _ _) eqn:E in P.
    - rewrite all_in in E. apply (no_completion B); [exact SB|exact K|]. intros c Ic Vc.
      rewrite (shows_has (add b (remove a R))) by assumption. apply E.
      rewrite filter_in, (off_board c Vc). now split.
    - rewrite goal_right in P. apply red_has_won. now apply (goal_shown (add b (remove a R))).
  Qed.

  Lemma taken_seen R R' c : shows R R' -> visible c -> has R' (shown c) = false ->
    taken off R c = false.
  Proof.
    intros S V H. unfold taken. rewrite (off_board c V). now rewrite <- (shows_has R R').
  Qed.

  Lemma slides_hold B B' R R' :
    slides_held aims goal off reds red_steps (aims B) (plans B) R = true ->
    shows B B' -> shows R R' -> near 0 B' -> has B centre = true ->
    ~ wins g Black 4 (black_to_move B' R' 4).
  Proof.
    unfold slides_held. destruct (all (taken off R) (aims B)) eqn:E; [|discriminate].
    rewrite all_in in E. intros P SB SR K C. rewrite all_in in P.
    apply (black_slides 1 0 B); [exact K|reflexivity| |exact SB].
    intros a b Va Vb I Ha Hb Hr K'.
    assert (S' : shows (add b (remove a B)) (add (shown b) (remove (shown a) B')))
      by (apply shows_add; [now apply shows_remove|exact Vb]).
    pose proof (taken_seen R R' b SR Vb Hr) as T.
    destruct (is_goal g (add (shown b) (remove (shown a) B'))) eqn:G.
    - exfalso. apply (goal_seen (add b (remove a B))) in G; [|exact S'].
      apply (in_aims small neighbours_symmetric B a b I Ha Hb) in G. rewrite (E b G) in T.
      discriminate.
    - destruct (aims (add b (remove a B))) as [|c l] eqn:A.
      + now apply (no_aim (add b (remove a B))).
      + assert (N : aims (add b (remove a B)) <> []) by (rewrite A; discriminate).
        pose proof (P _ (in_plans small neighbours_symmetric B a b I Ha Hb C N)) as Q.
        cbn [fst snd] in Q. rewrite T in Q. now apply (parried_holds (add b (remove a B)) _ R).
  Qed.

  (** Black's fourth drop leads to no goal within two slides. *)
  Lemma no_plan B B' R' : shows B B' -> near 0 B' -> has B centre = true ->
    is_goal g B' = false -> aims B = [] -> plans B = [] ->
    ~ wins g Black 5 (red_to_move B' R' 3).
  Proof.
    intros S K C G A P. apply red_holds_anyhow; [exact wide|exact G| |lia]. intros R1.
    apply (black_slides 1 0 B); [exact K|reflexivity| |exact S].
    intros a b Va Vb I Ha Hb Hr K'.
    assert (S' : shows (add b (remove a B)) (add (shown b) (remove (shown a) B')))
      by (apply shows_add; [now apply shows_remove|exact Vb]).
    destruct (is_goal g (add (shown b) (remove (shown a) B'))) eqn:G'.
    - exfalso. apply (goal_seen (add b (remove a B))) in G'; [|exact S'].
      apply (in_aims small neighbours_symmetric B a b I Ha Hb) in G'. fold aims in G'.
      rewrite A in G'. destruct G'.
    - destruct (aims (add b (remove a B))) as [|c l] eqn:A';
        [now apply (no_aim (add b (remove a B)))|].
      assert (N : aims (add b (remove a B)) <> []) by (rewrite A'; discriminate).
      pose proof (in_plans small neighbours_symmetric B a b I Ha Hb C N) as Q.
      fold plans in Q. rewrite P in Q. destruct Q.
  Qed.

  Lemma tries_on_board more l m c : In c (tries red reds more l m) -> visible c.
  Proof.
    destruct more; [|apply red_on_board]. cbn [tries]. rewrite in_app_iff, filter_in.
    intros [[_ I]|I]; [now apply reds_on_board|now apply red_on_board].
  Qed.

  Lemma drops_hold more : forall d R R' B B', (more + d = 3)%nat ->
    drops_held aims plans fourth goal off red reds red_steps more R B = true ->
    shows B B' -> shows R R' -> near 0 B' -> has B centre = true ->
    ~ wins g Black (S (2 * (more + 2))) (red_to_move B' R' d).
  Proof.
    induction more as [|more IH]; intros d R R' B B' Ed V SB SR K C; cbn [drops_held] in V;
      (destruct (goal B) eqn:G; [discriminate|]);
      (assert (G' : is_goal g B' = false)
         by (destruct (is_goal g B') eqn:G'; [|reflexivity];
             rewrite goal_right, (goal_seen B B' SB G') in G; discriminate));
      apply some_in in V; destruct V as (r & Ir & V);
      (destruct (has B r) eqn:Hb; [discriminate|]); (destruct (has R r) eqn:Hr; [discriminate|]);
      pose proof (tries_on_board _ _ _ r Ir) as Vr; pose proof (shows_add R R' r SR Vr) as SR';
      apply (red_holds w h _ _ _ d (black_to_move B' (add (shown r) R') (S d)));
      [exact G'|apply (red_drops_to B B' R R'); auto; lia| |
       exact G'|apply (red_drops_to B B' R R'); auto; lia|].
    - replace (S d) with 4%nat by lia. destruct (goal (add r R)) eqn:Q.
      + rewrite goal_right in Q. apply red_has_won. now apply (goal_shown (add r R)).
      + now apply (slides_hold B B' (add r R)).
    - replace (2 * (S more + 2))%nat with (2 * S (more + 2))%nat by lia.
      apply (black_drops (more + 2) (S d) B); [exact K|lia|lia| |exact SB].
      intros c Vc Hc Hc'. rewrite (shows_has B B') in Hc by assumption.
      rewrite (shows_has _ _ c SR' Vc) in Hc'. rewrite all_in in V.
      pose proof (shows_add B B' c SB Vc) as SB'.
      assert (C' : has (add c B) centre = true) by now rewrite has_add, C, orb_true_r.
      assert (W : In c match more with O => fourth B | S _ => cells end ->
        ~ wins g Black (S (2 * (more + 2)))
            (red_to_move (add (shown c) B') (add (shown r) R') (S d))).
      { intros I. specialize (V c I). rewrite Hc, Hc', (off_board c Vc) in V.
        apply (IH (S d) (add r R) _ (add c B)); auto; [lia|now apply near_add]. }
      destruct more as [|more].
      + destruct (is_goal g (add (shown c) B')) eqn:G1.
        { apply W. apply (in_fourth small); [apply Vc|exact C|exact Hc|left].
          now apply (goal_seen _ _ SB'). }
        destruct (aims (add c B)) as [|x l] eqn:A.
        * destruct (plans (add c B)) as [|x l] eqn:P.
          { replace (S d) with 3%nat by lia. apply (no_plan (add c B)); auto. now apply near_add. }
          apply W. apply (in_fourth small); [apply Vc|exact C|exact Hc|right; right].
          fold plans. rewrite P. discriminate.
        * apply W. apply (in_fourth small); [apply Vc|exact C|exact Hc|right; left].
          fold aims. rewrite A. discriminate.
      + apply W. apply in_up_to, Vc.
  Qed.
End Sound.

(** ** Standard Teeko *)

Lemma sides_fit n x : 5 <= n -> x < n ->
  fits_at middle n x \/ exists s, In s sides /\ fits_at s n x.
Proof.
  intros L K. unfold fits_at.
  destruct (N.eq_dec x 0); [right; exists edge; cbn; split; [tauto|lia]|].
  destruct (N.eq_dec x 1); [right; exists next_to_edge; cbn; split; [tauto|lia]|].
  destruct (N.eq_dec (x + 1) n); [right; exists (turned edge); cbn; split; [tauto|lia]|].
  destruct (N.eq_dec (x + 2) n); [right; exists (turned next_to_edge); cbn; split; [tauto|lia]|].
  left. cbn. lia.
Qed.

Lemma middles_fit n x : fits_at middle n x -> exists s, In s middles /\ fits_at s n x.
Proof.
  unfold fits_at. cbn. intros K.
  destruct (N.ltb_spec (x + 3) n); [exists (Stretch 2 3 false false); cbn; split; [tauto|lia]|].
  destruct (N.leb_spec 3 x); [exists (Stretch 3 2 false false); cbn; split; [tauto|lia]|].
  exists (Stretch 2 2 true true). cbn. split; [tauto|lia].
Qed.

Lemma windows_fit w h x y : 5 <= w -> 5 <= h -> x < w -> y < h ->
  exists across down, In (across, down) windows /\ fits_at across w x /\ fits_at down h y.
Proof.
  intros Lw Lh Lx Ly. unfold windows.
  destruct (sides_fit w x Lw Lx) as [M|(s & I & F)], (sides_fit h y Lh Ly) as [M'|(s' & I' & F')].
  - destruct (middles_fit w x M) as (s & I & F). exists s, middle.
    rewrite !in_app_iff, !in_prod_iff. cbn [In]. tauto.
  - exists middle, s'. rewrite !in_app_iff, !in_prod_iff. cbn [In]. tauto.
  - exists s, middle. rewrite !in_app_iff, !in_prod_iff. cbn [In]. tauto.
  - exists s, s'. rewrite !in_app_iff, !in_prod_iff. cbn [In]. tauto.
Qed.

Lemma red_cells_visible w h x y across down c : fits_at across w x -> fits_at down h y ->
  In c (red_cells across down) -> visible w h x y c.
Proof.
  unfold fits_at, red_cells, reaches, visible. intros Fx Fy. rewrite filter_in, in_flat_map.
  intros ((d & _ & I) & R). rewrite filter_in in I. destruct I as [I _]. apply in_up_to in I.
  rewrite !andb_true_iff, !N.leb_le in R. unfold across_of, down_of. lia.
Qed.

Lemma no_cells_off w h x y across down c : fits_at across w x -> fits_at down h y ->
  visible w h x y c -> has (no_cells across down) c = false.
Proof.
  unfold fits_at, no_cells, passes, visible, across_of, down_of. intros Fx Fy V.
  destruct (has _ c) eqn:H; [exfalso|reflexivity]. apply has_set_of in H. rewrite filter_in in H.
  destruct H as [_ H]. rewrite !orb_true_iff, !andb_true_iff, !N.ltb_lt in H.
  destruct H as [[[E H]|[E H]]|[[E H]|[E H]]]; rewrite E in *; intuition lia.
Qed.

Lemma holds_from small ws w h x y across down : small = window -> all_held small ws = true ->
  In (across, down) ws -> x < w -> y < h -> fits_at across w x -> fits_at down h y ->
  ~ wins (game_on w h standard_shapes) Black 11 (red_to_move (add (circle w (x, y)) 0) 0 0).
Proof.
  intros E H I Lx Ly Fx Fy. unfold all_held in H. rewrite all_in in H. specialize (H _ I).
  cbn [fst snd] in H.
  assert (V : forall c, In c (red_cells across down) -> visible w h x y c)
    by (intros c; now apply red_cells_visible).
  assert (C : visible w h x y centre /\ shown w x y centre = circle w (x, y)).
  { assert (P : place 11 centre = (5, 5)) by reflexivity.
    unfold visible, shown, across_of, down_of. rewrite P. cbn [fst snd]. split.
    - split; [reflexivity|lia].
    - f_equal. f_equal; lia. }
  destruct C as [C C']. rewrite <- C'.
  assert (Z : forall c, has 0 c = false) by (intros c; apply N.bits_0).
  assert (S0 : shows w h x y 0 0).
  { split; intros c; rewrite Z; [|discriminate]. split; [discriminate|].
    intros (d & D & _). rewrite Z in D. discriminate. }
  eapply (drops_hold w h x y Lx Ly small E) with (more := 3%nat); [..|exact H| | | |].
  - intros s. apply in_goal_map.
  - intros c Vc. exact (no_cells_off w h x y across down c Fx Fy Vc).
  - exact V.
  - intros c Hc. apply has_set_of in Hc. exact (V c Hc).
  - intros b l a Ib Ia. apply in_map_iff in Ib. destruct Ib as ([b' l'] & [= -> <-] & Ib).
    cbn [fst snd] in *. rewrite filter_in in Ib. rewrite filter_in in Ia. cbn [fst] in Ib.
    destruct Ib as [Ib Rb], Ia as [Ia Ra].
    apply has_set_of in Ra, Rb. split; [exact (V a Ra)|]. split; [exact (V b Rb)|].
    apply (neighbours_symmetric small E), in_steps. exists l'. split; [exact Ib|exact Ia].
  - reflexivity.
  - apply shows_add; [exact S0|exact C].
  - exact S0.
  - exists (shown w x y centre). rewrite has_add, N.eqb_refl. split; [reflexivity|].
    rewrite C', place_circle by (exact Lx || lia). rewrite distance_same. reflexivity.
  - reflexivity.
Qed.

Theorem standard_if : all_held window windows = true -> forall w h, 5 <= w -> 5 <= h ->
  ~ wins (game_on w h standard_shapes) Black 12 start.
Proof.
  intros H w h Lw Lh. change start with (black_to_move 0 0 0). apply black_fails. intros q I.
  assert (P : 0 < w) by lia. apply drop_of_black in I; [|exact P|lia].
  destruct I as (c & Lc & _ & _ & ->).
  pose proof (place_on_board w h P c Lc) as [Lx Ly].
  destruct (windows_fit w h _ _ Lw Lh Lx Ly) as (across & down & I & Fx & Fy).
  rewrite <- (circle_place w P c), (surjective_pairing (place w c)).
  exact (holds_from window windows w h _ _ across down eq_refl H I Lx Ly Fx Fy).
Qed.
