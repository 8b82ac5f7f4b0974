/* Where an index is not begun, and nothing is listed, unless somebody names the place. */
#pragma once

#include "git/repo.h"
#include "tools/tool.h"

/* Files of a directory without repository that are listed unasked. */
#define PLACE_FILES_MAX 100000

/* Whether it is no repository but a home directory, what homes are in, or a part of the system: of
   such a place hardly anything is meant by a question. */
bool place_is_wide(Arena scratch, const GitRepo *repo);
/* The error that says so. */
bool place_refuse(Arena *arena, const GitRepo *repo, Err *err);
/* A bare repository has nothing to be read. `path`: as it was given. */
bool place_check(Arena *arena, Str path, const GitRepo *repo, Err *err) MUST_USE;
