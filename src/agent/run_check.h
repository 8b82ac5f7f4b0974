/* Runs the build or test command that the user has named, within limits: ten minutes, 8 GB, and
   with bubblewrap, where it is installed, no network and no writes outside the repository and a
   /tmp of its own. Nothing that a repository or a model says is run. */
#pragma once

#include "base/err.h"

typedef struct RunCheck {
    bool passed;
    bool confined; /* by bubblewrap; else only the limits hold */
    Str output;    /* the last lines of what it wrote, control characters included */
} RunCheck;

/* ERR_INTERRUPTED when it was cancelled. */
bool run_check(Arena *arena, Str root, Str command, const volatile bool *cancel, RunCheck *result,
               Err *err) MUST_USE;
