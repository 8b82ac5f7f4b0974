/* The proof of a rename: every reference that led to a symbol leads to it afterwards. */
#pragma once

#include "refactor/rename.h"

/* Resolves the state after the edit in memory, and adds a conflict for each reference that would
   mean something else. Nothing is stored. The catalog is of that state afterwards, and the resolver
   is closed. False only if it cannot be resolved. */
bool rename_prove(Rename *rename, const EditSet *set, Err *err) MUST_USE;

/* The members with either name, and what each overrides or implements. */
typedef struct RenameOverrides {
    IdVec symbols;
    VEC(IdVec) bases; /* by index of `symbols` */
} RenameOverrides;
RenameOverrides rename_find_overrides(Rename *rename);
/* Adds a conflict for each relation that the catalog, now of the state after the edit, has more or
   less than before. */
void rename_compare_overrides(Rename *rename, const RenameOverrides *before);
