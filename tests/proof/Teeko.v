(** * Teeko: the rules, and what it means to win or to draw

    [Claims.v] states the theorems; this file and the definitions there say what they claim.
    Circles have the numbers 0, 1, 2, ... row by row from the top left: Scarne's less one. *)

From Coq Require Export NArith List Bool.
Export ListNotations.
Open Scope N_scope.

(** A set of circles is a number: bit [c] is 1 if circle [c] is in the set. *)
Definition set := N.
Definition has (s : set) (c : N) : bool := N.testbit s c.
Definition add (c : N) (s : set) : set := N.setbit s c.
Definition remove (c : N) (s : set) : set := N.clearbit s c.
Definition set_of (circles : list N) : set := fold_right add 0 circles.

Inductive side := Black | Red.
Definition opponent (x : side) : side := match x with Black => Red | Red => Black end.

(** In a drop the player chooses the circle, or the opponent points at it. A plan says which, for
    the first to the fourth drop of both players. *)
Inductive style := Standard | Pointed.
Record plan := Plan { first : style; second : style; third : style; fourth : style }.
Add Printing Constructor plan.
Definition style_of (l : plan) (n : nat) : style :=
  match n with O => first l | 1%nat => second l | 2%nat => third l | _ => fourth l end.

(** ** The board *)

Definition up_to (n : N) : list N := map N.of_nat (seq 0 (N.to_nat n)).
Definition circle (w : N) (place : N * N) : N := snd place * w + fst place.
Definition places (w h : N) : list (N * N) := map (fun c => (c mod w, c / w)) (up_to (w * h)).

(** Neighbours differ by at most one column and at most one row. *)
Definition close (a b : N) : bool := (a <=? b + 1) && (b <=? a + 1).
Definition adjacent (p q : N * N) : bool :=
  close (fst p) (fst q) && close (snd p) (snd q)
  && negb ((fst p =? fst q) && (snd p =? snd q)).

(** A shape is four places. Its goals are the shape at every position in which it fits the board. *)
Definition horizontal := [(0, 0); (1, 0); (2, 0); (3, 0)].
Definition vertical := [(0, 0); (0, 1); (0, 2); (0, 3)].
Definition falling := [(0, 0); (1, 1); (2, 2); (3, 3)].
Definition rising := [(3, 0); (2, 1); (1, 2); (0, 3)].
(** Every square has one side that leads [a] >= 1 columns to the right and [b] >= 0 rows down, and
    another that leads [b] columns to the left and [a] rows down. *)
Definition square (a b : N) := [(b, 0); (b + a, b); (a, b + a); (0, a)].

Definition shifted (shape : list (N * N)) (by_ : N * N) :=
  map (fun p => (fst p + fst by_, snd p + snd by_)) shape.
Definition fits (w h : N) := forallb (fun p : N * N => (fst p <? w) && (snd p <? h)).
Definition goals_of (w h : N) (shape : list (N * N)) : list set :=
  map (fun ps => set_of (map (circle w) ps)) (filter (fits w h) (map (shifted shape) (places w h))).

(** The shapes of a goal set on a board of [n] columns. *)
Definition goal_set := N -> list (list (N * N)).
Definition standard_shapes : goal_set := fun n =>
  [horizontal; vertical; falling; rising; square 1 0].
Definition upright : goal_set := fun n => map (fun k => square (k + 2) 0) (up_to (n - 2)).
Definition tilted : goal_set := fun n =>
  map (fun ab => square (fst ab + 1) (snd ab + 1)) (list_prod (up_to (n - 2)) (up_to (n - 2))).

Definition advanced_shapes : goal_set := fun n => standard_shapes n ++ upright n.
Definition plus_shapes : goal_set := fun n => standard_shapes n ++ tilted n.
Definition all_shapes : goal_set := fun n => standard_shapes n ++ upright n ++ tilted n.

(** ** The game *)

Record game := {
  circles : list N;
  neighbours : list (N * N);  (* both (a, b) and (b, a) *)
  goals : list set;
  drop_plan : plan;
  banned : option N           (* where Black's first drop may not go *)
}.

Definition teeko (w h : N) (shapes : goal_set) (l : plan) (banned : option N) :=
  {| circles := map (circle w) (places w h);
     neighbours := map (fun pq => (circle w (fst pq), circle w (snd pq)))
       (filter (fun pq => adjacent (fst pq) (snd pq)) (list_prod (places w h) (places w h)));
     goals := flat_map (goals_of w h) (shapes w);
     drop_plan := l;
     banned := banned |}.

(** [own] are the pieces of the side to move, [other] those of the side that has just moved. *)
Record position := { own : set; other : set; turn : side; drops : nat (* so far, by both sides *) }.
Definition start : position := {| own := 0; other := 0; turn := Black; drops := 0 |}.
Definition slide_phase (p : position) : bool := Nat.leb 8 (drops p).

Definition empty (p : position) (c : N) : bool := negb (has (own p) c || has (other p) c).
Definition allowed (g : game) (p : position) (c : N) : bool :=
  match drops p, banned g with O, Some b => negb (c =? b) | _, _ => true end.

Definition drop (p : position) (c : N) : position :=
  {| own := other p; other := add c (own p); turn := opponent (turn p); drops := S (drops p) |}.
Definition slide (p : position) (from_to : N * N) : position :=
  {| own := other p; other := add (snd from_to) (remove (fst from_to) (own p));
     turn := opponent (turn p); drops := drops p |}.

(** The positions after one ply. *)
Definition next (g : game) (p : position) : list position :=
  if slide_phase p
  then map (slide p) (filter (fun ft => empty p (snd ft))
                             (filter (fun ft => has (own p) (fst ft)) (neighbours g)))
  else map (drop p) (filter (allowed g p) (filter (empty p) (circles g))).

(** The side that chooses among them: the side to move, except in a pointed drop. *)
Definition chooser (g : game) (p : position) : side :=
  if slide_phase p then turn p
  else match style_of (drop_plan g) (Nat.div2 (drops p)) with
       | Standard => turn p
       | Pointed => opponent (turn p)
       end.

(** The game is over as soon as the side that has just moved has its pieces on a goal: it has won. *)
Definition is_goal (g : game) (s : set) : bool := existsb (N.eqb s) (goals g).
Definition over (g : game) (p : position) : bool := is_goal g (other p).

(** ** Winning and drawing *)

(** Side [x] wins within [n] plies, whatever the other side does: by finitely many of these steps.
    Without a move neither side wins. *)
Inductive wins (g : game) (x : side) : nat -> position -> Prop :=
  | has_won n p : over g p = true -> turn p = opponent x -> wins g x n p
  | can_win n p q : over g p = false -> chooser g p = x ->
      In q (next g p) -> wins g x n q -> wins g x (S n) p
  | must_win n p : over g p = false -> chooser g p = opponent x -> next g p <> [] ->
      (forall q, In q (next g p) -> wins g x n q) -> wins g x (S n) p.

(** Side [x] never loses, however long the game lasts: steps may follow each other for ever.
    Without a move the game is drawn. *)
CoInductive never_loses (g : game) (x : side) : position -> Prop :=
  | won_before p : over g p = true -> turn p = opponent x -> never_loses g x p
  | no_move p : over g p = false -> next g p = [] -> never_loses g x p
  | can_hold p q : over g p = false -> chooser g p = x ->
      In q (next g p) -> never_loses g x q -> never_loses g x p
  | must_hold p : over g p = false -> chooser g p = opponent x ->
      (forall q, In q (next g p) -> never_loses g x q) -> never_loses g x p.

Definition draw (g : game) : Prop := never_loses g Black start /\ never_loses g Red start.
