/* What of a tree its index is about, when a user wants less than all of it. Kept with the index of
   the work tree, so that every later update and question means the same part. */
#pragma once

#include "git/walk.h"
#include "index/store/store.h"

typedef struct Extent {
    uint32_t max_depth; /* levels of directories, 1: only the files at the top; 0: all */
    Str extensions;     /* `py,ts`; empty: all */
} Extent;

/* All of the tree when none was saved. */
bool extent_load(Store *store, Arena *arena, Extent *extent, Err *err) MUST_USE;
bool extent_save(Store *store, Arena scratch, const Extent *extent, Err *err) MUST_USE;

bool extent_has(const Extent *extent, Str path);
/* Takes out of a list of files what is not in it. */
void extent_filter(const Extent *extent, WalkFileVec *files);
/* Whether a path ends in one of a list of extensions, with or without their dots; an empty list has
   every path. */
bool extent_has_extension(Str list, Str path);
/* `only extensions py,ts, only 2 levels of directories`; empty for all. */
Str extent_describe(Arena *arena, const Extent *extent);
