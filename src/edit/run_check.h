/* Runs the build or test command named by the user, within limits: ten minutes and 8 GB; with
   bubblewrap, if installed, no network and no writes outside the repository and a private /tmp. No
   command from a repository or a model is run. */
#pragma once

#include "base/err.h"

typedef struct RunCheck {
    bool passed;
    bool confined; /* by bubblewrap; else only the limits hold */
    Str output;    /* the last lines of output, control characters included */
} RunCheck;

/* ERR_INTERRUPTED if cancelled. */
bool run_check(Arena *arena, Str root, Str command, const volatile bool *cancel, RunCheck *result,
               Err *err) MUST_USE;
