/* Files of the work tree that git runs or reads since its configuration, or one of its hooks, names
   them: a directory of hooks, an included file, a filter, the target of a hook that is a link.
   Files are read, and nothing is run. */
#pragma once

#include "base/vec.h"
#include "git/repo.h"

typedef struct GitNamed {
    Str path; /* relative to the root of the work tree; empty: the root itself */
    bool all; /* it is a directory, and everything below counts */
    Str by;   /* `core.hookspath`, `the hook pre-commit` */
} GitNamed;
typedef VEC(GitNamed) GitNamedVec;

GitNamedVec git_named(Arena *arena, const GitRepo *repo);
/* What names a path that is relative to the root; NULL: nothing. */
const GitNamed *git_named_find(const GitNamedVec *all, Str path);
