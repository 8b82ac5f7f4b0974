/* Functions that the files of the libgit2 back end share. Only for src/git/objects_library*. */
#pragma once

#include "git/objects_inside.h"

#include <git2.h>

Str git_library_id(Arena *arena, const git_oid *id);
/* Sets the error of the last libgit2 call and returns false. */
bool git_library_failed(const char *what, Str name, Err *err);
/* Compares the index with the work tree; submodules are left out. */
bool git_library_look(GitObjects *objects, Arena *arena, const GitRange *range, git_index *index,
                      GitChangeVec *changes, Err *err) MUST_USE;
bool git_library_changes(GitObjects *objects, Arena *arena, const GitRange *range,
                         GitChangeVec *changes, Err *err) MUST_USE;
