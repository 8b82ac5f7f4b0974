/* The steps of a rename, for the command and the language server. */
#pragma once

#include "refactor/rename.h"

/* Fails if the old name may not be renamed, or the new one cannot be a name. */
bool rename_check_names(Rename *rename, Err *err) MUST_USE;
/* Finds and judges all places, and the conflicts of the new name. */
bool rename_find_all(Rename *rename, Err *err) MUST_USE;
/* Whether something forbids the rename. */
bool rename_is_refused(const Rename *rename, const RenameChoice *choice);
/* What forbids it, as one sentence; empty: nothing. */
Str rename_refusal(const Rename *rename, const RenameChoice *choice);
/* The edits of a rename that is proved; nothing is written. `subject` is as for rename_begin. *why
   says what forbids it, or is empty. The catalog is of the state after it. */
bool rename_plan(Rename *rename, Str subject, EditSet *set, Str *why, Err *err) MUST_USE;
