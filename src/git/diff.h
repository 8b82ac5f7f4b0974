/* What git says has changed: asked of git itself, with nothing running that the repository's
   configuration names (monitors, filters, drivers of diffs, ways to fetch). */
#pragma once

#include "git/repo.h"

/* Whether a text may name what git knows: `HEAD~3`, `main..HEAD`, `staged`. */
bool git_diff_is_name(Str text);
/* `staged`: what is staged; a revision, `A..`, `A..HEAD`: from there to the files as they are; with
   three dots from where the two parted; `A..B`: between them. As a unified diff without context.
   ERR_NOT_FOUND when git knows no such revision, or there is no repository or no git. */
bool git_diff_read(Arena *arena, const GitRepo *repo, Str what, Str *patch, Err *err) MUST_USE;
