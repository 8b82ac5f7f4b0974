/* Whether HEAD leads to a commit, or to a branch without commits. */
#pragma once

#include "git/repo.h"

/* An error when HEAD, or the ref that it names, is damaged: no ref, no id, or a loop. A branch
   without a commit is not an error. */
bool git_head_check(Arena *arena, const GitRepo *repo, Err *err) MUST_USE;
