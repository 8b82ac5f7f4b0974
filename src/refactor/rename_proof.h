/* The proof of a rename: every reference that led to a symbol leads to it afterwards. */
#pragma once

#include "refactor/rename.h"

/* Resolves the state after the edit in memory, and adds a conflict for each reference that would
   mean something else. Nothing is stored. The catalog is of that state afterwards, and the resolver
   is closed. False only if it cannot be resolved. */
bool rename_prove(Rename *rename, const EditSet *set, Err *err) MUST_USE;
