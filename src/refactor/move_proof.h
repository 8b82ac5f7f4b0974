/* The proof of a move: every edge of the files that it touches leads, in the state after it, to the
   same symbol. Symbols are compared by their files and names, since they have other places. */
#pragma once

#include "refactor/move.h"

typedef struct MoveProof MoveProof;

/* Reads the edges before the edit, of files that name the symbol and of those that share a folder
   or a namespace with either file. */
MoveProof *move_proof_note(Move *move);
/* Refuses when a reference would lead elsewhere. The catalog is of the state after it then, and the
   resolver is closed. */
bool move_prove(Move *move, MoveProof *proof, Err *err) MUST_USE;
