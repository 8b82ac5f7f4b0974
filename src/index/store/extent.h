/* The extent of an index: the part of the work tree that is indexed, if the user wants less than
   all of it. Stored with the work tree's index, so that later updates and questions use the same
   extent. */
#pragma once

#include "git/git_walk.h"
#include "index/store/store.h"

typedef struct Extent {
    uint32_t max_depth; /* directory levels; 1: only files at the top; 0: no limit */
    Str extensions;     /* as `py,ts`; empty: all */
} Extent;

/* The saved extent; the whole tree before the first save. */
bool extent_load(Store *store, Arena *arena, Extent *extent, Err *err) MUST_USE;
bool extent_save(Store *store, Arena scratch, const Extent *extent, Err *err) MUST_USE;

/* Whether a path belongs to the extent. */
bool extent_has(const Extent *extent, Str path);
/* Removes files outside the extent from a list. */
void extent_filter(const Extent *extent, WalkFileVec *files);
/* Whether a path has one of the extensions in a comma-separated list, given with or without dots.
   An empty list matches every path. */
bool extent_has_extension(Str list, Str path);
/* For example `only extensions py,ts, only 2 levels of directories`; empty for the whole tree. */
Str extent_describe(Arena *arena, const Extent *extent);
