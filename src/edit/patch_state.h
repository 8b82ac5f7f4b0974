/* The state of each file while a patch is applied. Internal to patch_apply.c and patch_place.c. */
#pragma once

#include "base/hash.h"
#include "edit/patch_parts.h"
#include "edit/refuse.h"
#include "edit/splice.h"

typedef VEC(const PatchPart *) PartRefVec;

/* One path and what happens to it. */
typedef struct Patched {
    Str path, new_path; /* checked; new_path: moved there */
    PartRefVec parts;
    bool found, refused;
    char git_id[HASH_GIT_DIGITS + 1]; /* of the content; empty: not computed yet */
    MatchFile file;
    SpliceVec splices;
    FinalNewline final;
} Patched;
typedef VEC(Patched) PatchedVec;

typedef struct Applying {
    Arena *arena;
    Arena scratch;
    const EditTree *tree;
    EditSet *set;
    PatchedVec files;
    Map by_path;
    Err *err;
} Applying;

/* ---- patch_apply.c ---- */

/* Refuses all changes of the patch to a file. */
void patch_refuse_file(Applying *apply, Patched *patched, EditReason reason, Str message);

/* ---- patch_place.c ---- */

/* Places the hunks of all parts of the file and appends their splices, or refuses them. */
void patch_place_hunks(Applying *apply, Patched *patched);
/* Whether a replacing text has placeholder lines for left-out text; the second function then
   refuses it. */
bool patch_leaves_out(Applying *apply, Patched *patched, Str text, Str before);
void patch_refuse_left_out(Applying *apply, Patched *patched, size_t patch_line);
