(* Reads a table as rows of CSV, and has every position of it checked by [agrees], which Coq has
   written: see Table.v. Every image of a row under the symmetries of the board is a position of the
   table; in the slide phase, in whose rows Black is to move, also the one with colours exchanged.

   Usage: table WIDTH HEIGHT GOALS PLAN BANNED PART PARTS < ROWS, with circles from 0, BANNED -1 for
   none; the rows have black, red, layer, turn, outcome, dtw. PART of PARTS is checked. *)

open Agreement

let argument i = int_of_string Sys.argv.(i)
let width, height, banned = argument 1, argument 2, argument 5
let part, parts = argument 6, argument 7
let size = width * height

let game =
  let shapes = match Sys.argv.(3) with
    | "44" -> standard_shapes | "58" -> advanced_shapes
    | "64" -> plus_shapes | "78" -> all_shapes | _ -> failwith "unknown goals" in
  let style i = if Sys.argv.(4).[i] = 'p' then Pointed else Standard in
  let plan = { first = style 0; second = style 1; third = style 2; fourth = style 3 } in
  teeko width height shapes plan (if banned < 0 then None else Some banned)

(* Sets of each size, and the number of a set among those of its size. *)
let bits set =
  let rec count n set = if set = 0 then n else count (n + 1) (set land (set - 1)) in
  count 0 set
let number = Bigarray.(Array1.create int32 c_layout (1 lsl size))
let sets =
  let found = Array.make 5 [] and sizes = Array.make 5 0 in
  for set = 0 to (1 lsl size) - 1 do
    let n = bits set in
    if n <= 4 then begin
      number.{set} <- Int32.of_int sizes.(n);
      sizes.(n) <- sizes.(n) + 1;
      found.(n) <- set :: found.(n)
    end
  done;
  Array.map (fun l -> Array.of_list (List.rev l)) found

(* A byte for each position: 0 if the table lacks it, 1 for a draw, 2 + 2 n if Black wins within n
   plies and 3 + 2 n if Red does. *)
let layers = Array.init 9 (fun d ->
  let black, red = Array.length sets.((d + 1) / 2), Array.length sets.(d / 2) in
  Bytes.make (black * red) '\000')
let place black red d =
  Int32.to_int number.{black} * Array.length sets.(d / 2) + Int32.to_int number.{red}

let values, exchanged =
  let value exchange code =
    if code = 0 then None else if code = 1 then Some Drawn
    else Some (Won ((if (code land 1 = 1) <> exchange then Red else Black), (code - 2) / 2)) in
  Array.init 256 (value false), Array.init 256 (value true)

let table p =
  let of_turn black red = if p.turn = Black then black, red else red, black in
  let black, red = of_turn p.own p.other in
  if p.drops = 8 then
    if p.turn = Black then values.(Char.code (Bytes.get layers.(8) (place black red 8)))
    else exchanged.(Char.code (Bytes.get layers.(8) (place red black 8)))
  else if (p.turn = Black) <> (p.drops land 1 = 0) then None
  else values.(Char.code (Bytes.get layers.(p.drops) (place black red p.drops)))

let images =
  let maps = [ (fun x y -> x, y); (fun x y -> width - 1 - x, y); (fun x y -> x, height - 1 - y);
               (fun x y -> width - 1 - x, height - 1 - y) ] in
  let turned = List.map (fun f x y -> f y x) maps in
  let table f = Array.init size (fun c ->
    let x, y = f (c mod width) (c / width) in y * width + x) in
  List.map table (maps @ if width = height then turned else [])
let image map set =
  let rec go c set moved =
    if set = 0 then moved
    else go (c + 1) (set lsr 1) (if set land 1 = 1 then moved lor (1 lsl map.(c)) else moved) in
  go 0 set 0

let read_row line = match String.split_on_char ',' line with
  | [black; red; layer; turn; outcome; plies] ->
    let black, red, d = int_of_string black, int_of_string red, int_of_string layer in
    let code = match outcome with
      | "draw" -> 1
      | "win" | "loss" ->
        let plies = int_of_string plies in
        if plies < 0 || plies > 126 then failwith ("too many plies: " ^ line);
        2 + 2 * plies + if (turn = "black") = (outcome = "win") then 0 else 1
      | _ -> failwith ("unknown outcome: " ^ line) in
    if bits black <> (d + 1) / 2 || bits red <> d / 2
       || (turn = "black") <> (d land 1 = 0) then failwith ("impossible row: " ^ line);
    List.iter (fun map ->
      let at = place (image map black) (image map red) d in
      let known = Char.code (Bytes.get layers.(d) at) in
      if known <> 0 && known <> code then failwith ("two values: " ^ line);
      Bytes.set layers.(d) at (Char.chr code)) images
  | _ -> failwith ("six columns expected: " ^ line)

let () =
  ignore (input_line stdin);
  (try while true do read_row (input_line stdin) done with End_of_file -> ());
  let checked = ref 0 and longest = ref 0 in
  let check p =
    incr checked;
    (match table p with Some (Won (_, n)) -> longest := max !longest n | _ -> ());
    if not (agrees game table p) then begin
      Printf.printf "refused: own %d, other %d, after %d drops\n" p.own p.other p.drops;
      exit 1
    end in
  Array.iteri (fun d layer ->
    let blacks, reds = sets.((d + 1) / 2), sets.(d / 2) in
    Array.iteri (fun i black ->
      if i mod parts = part then
        Array.iteri (fun j red ->
          if Bytes.get layer (i * Array.length reds + j) <> '\000' then begin
            if d land 1 = 0 then check { own = black; other = red; turn = Black; drops = d }
            else check { own = red; other = black; turn = Red; drops = d };
            if d = 8 then check { own = black; other = red; turn = Red; drops = d }
          end) reds) blacks) layers;
  let start = match table start with
    | Some Drawn -> "a draw"
    | Some (Won (x, n)) ->
      Printf.sprintf "%s wins within %d plies" (if x = Black then "Black" else "Red") n
    | None -> failwith "no row for the empty board" in
  Printf.printf "part %d of %d: %d positions agree, no win longer than %d plies; " (part + 1) parts
    !checked !longest;
  Printf.printf "the empty board: %s\n" start
