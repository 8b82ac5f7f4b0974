/* Renaming a parameter or a local variable: PATH:LINE:COLUMN, or FUNCTION.NAME.

   rename_local.c        finds what is meant, and its places
   rename_local_check.c  what forbids the new name
   rename_scopes.c       compares what names mean in functions, before and after */
#pragma once

#include "lang/local_names.h"
#include "refactor/rename.h"

/* Finds the symbol or the local variable at `PATH:LINE:COLUMN`. *found is false if the text has not
   that form. ERR_FAILED if nothing there can be renamed. Sets rename->symbol, facts and old, and
   for a local variable rename->local. Needs the resolver. */
bool rename_find_position(Rename *rename, Str text, bool *found, Err *err) MUST_USE;
/* Finds `FUNCTION.NAME`. *found is false if no function has such a variable. */
bool rename_find_in_function(Rename *rename, Str text, bool *found, Err *err) MUST_USE;
/* Finds all places of rename->local, and the conflicts of the new name. */
bool rename_local_places(Rename *rename, Err *err) MUST_USE;

/* What the names of a file mean in its functions. */
bool rename_read_locals(Rename *rename, const RenameFile *file, Str text,
                        LocalNames *names) MUST_USE;
/* The occurrence that begins at the offset, or NULL. */
const LocalSite *rename_find_local_site(const LocalNames *names, uint32_t start);
/* Adds the arguments that callers pass by the name of a parameter. */
bool rename_passed_places(Rename *rename, const LocalNames *names, Err *err) MUST_USE;
/* Adds the conflicts of a local variable that are known before the edit. */
void rename_check_local(Rename *rename, const LocalNames *names);
/* How the applied edits of a file move what is after them. */
typedef struct RenameShift {
    uint32_t *starts, *own; /* of the edits; how far the variable is moved within its edit */
    int64_t *shifts;        /* by number of edits before an offset */
    size_t count;
} RenameShift;
RenameShift rename_shift_of(const Rename *rename, uint32_t file);
/* Where an offset of the text before is in the text after. */
uint32_t rename_offset_after(const RenameShift *shift, uint32_t offset);
/* Adds a conflict for each name of an edited file that would mean something else in a function. */
void rename_check_scopes(Rename *rename, uint32_t file, Str text);
