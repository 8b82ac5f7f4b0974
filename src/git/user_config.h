/* Which file core.excludesFile names, by git's own order of configurations (git-config(1)): the
   system's, the user's, the repository's, the work tree's, then GIT_CONFIG_COUNT, with their
   includes. Files are read, and no program is run. */
#pragma once

#include "git/repo.h"

/* The path of the user's own ignore file, or git's default for it; may be empty. The repository's
   configuration counts only if it names a file within the work tree or git's directory. `repo`:
   NULL: no repository. */
Str user_config_excludes(Arena *arena, const GitRepo *repo);

typedef struct UserConfigEntry {
    Str section;    /* in lower case */
    Str subsection; /* as it is; empty: none */
    Str key, value;
    Str base; /* the directory of the file that has it */
} UserConfigEntry;
typedef void UserConfigVisit(void *state, const UserConfigEntry *entry);
/* Calls `visit` for each entry of the same files, in the same order. */
void user_config_each(Arena *arena, const GitRepo *repo, UserConfigVisit *visit, void *state);
