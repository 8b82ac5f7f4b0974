/* Runs the build or test command named by the user, within limits: ten minutes and 8 GB; no network
   and no writes outside the repository and a private directory for temporary files, by bubblewrap
   or by the kernel (base/proc_confine.h). It gets no key of a model. No command from a repository
   or a model is run. */
#pragma once

#include "base/err.h"

typedef struct RunCheck {
    bool passed;
    bool confined; /* else only the limits of time and memory hold */
    Str output;    /* cut to what a repair needs (run_output.h) */
    Str all;       /* all of it, or empty if it was stopped */
} RunCheck;

/* ERR_INTERRUPTED if cancelled. */
bool run_check(Arena *arena, Str root, Str command, const volatile bool *cancel, RunCheck *result,
               Err *err) MUST_USE;
/* Whether a command would be confined. */
bool run_check_is_confined(Arena scratch, Str root);
