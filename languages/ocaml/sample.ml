open List
include Base

(** The limit. More. *)
let limit = 10
let a, b = 1, 2

exception Not_here of string

type color = Red | Green of int
type 'a point = { x : 'a; mutable y : 'a }
and name = string

(** Adds. *)
let add x y =
  let inner z = z * 2 in
  inner x + y

let rec fact n = if n = 0 then 1 else n * fact (n - 1)
and even n = n = 0

let handler = fun x -> x + 1
let labelled ~name ?(age = 1) () = name

module type SHAPE = sig
  type t
  val area : t -> float
end

module Circle : SHAPE = struct
  type t = float
  let area r = r *. 2.
end

module Make (S : SHAPE) = struct
  let twice s = S.area s *. 2.
end

class animal name = object (self)
  inherit base
  val mutable age = 1
  method speak loud = print_endline name
  method private secret = self#speak true
end

external abs : int -> int = "c_abs"

let () = print_int (add 1 2)
