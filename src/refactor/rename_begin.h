/* The frame of tools that change code by the index: the symbol that is meant, and the transaction.
 */
#pragma once

#include "refactor/rename.h"

/* Opens rename->session with a current and complete index, finds the symbol that the text
   means and its family, and opens the resolver. ERR_FAILED with the handles when several
   symbols may be meant. Sets catalog, symbol, facts, old, resolver and the family. */
bool rename_begin(Rename *rename, Str text, Err *err) MUST_USE;
/* Its two steps: the index alone, … */
bool rename_open(Rename *rename, Err *err) MUST_USE;
/* … and the symbol. */
bool rename_find(Rename *rename, Str text, Err *err) MUST_USE;
void rename_close(Rename *rename); /* works as SCOPED(rename_close) */

/* Writes the files in one transaction; does nothing for an empty set. */
bool rename_commit(const Rename *rename, const EditSet *set, Str what, RenameCommit *commit,
                   Err *err) MUST_USE;
/* The line that names the call which takes it back; empty if nothing was written. */
Str rename_next(const Rename *rename, const RenameCommit *commit);
