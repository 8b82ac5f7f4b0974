/* Between the parts of the way of libgit2. For src/git/objects_library* alone. */
#pragma once

#include "git/objects_inside.h"

#include <git2.h>

Str git_library_id(Arena *arena, const git_oid *id);
/* Of a full id in hex. */
bool git_library_oid(Str id, git_oid *oid, Err *err) MUST_USE;
/* Of the last call of libgit2. */
bool git_library_failed(const char *what, Str name, Err *err);
/* That of a commit; to be freed. */
bool git_library_tree(GitObjects *objects, Arena *arena, Str commit, git_tree **tree,
                      Err *err) MUST_USE;
/* What differs between the index and the work tree, submodules left out. */
bool git_library_look(GitObjects *objects, Arena *arena, const GitRange *range, git_index *index,
                      GitChangeVec *changes, Err *err) MUST_USE;
bool git_library_changes(GitObjects *objects, Arena *arena, const GitRange *range,
                         GitChangeVec *changes, Err *err) MUST_USE;
