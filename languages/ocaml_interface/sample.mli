open List

(** The limit. More. *)
val limit : int

type color = Red | Green of int
type 'a point = { x : 'a; y : 'a }
exception Not_here of string

module type SHAPE = sig
  type t
  val area : t -> float
end

module Circle : SHAPE

class animal : string -> object
  method speak : bool -> unit
end

external abs : int -> int = "c_abs"
