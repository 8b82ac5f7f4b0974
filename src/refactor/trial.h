/* A refactoring tried out: the user's command runs in a copy of the repository, before the edit and
   after it (edit/run_check.h). Nothing is written if it is worse after it. */
#pragma once

#include "edit/edit.h"

typedef struct Trial {
    bool before, after; /* whether the command passed */
    bool is_worse;      /* after the edit it says something that it did not say before, or it passed
                           before      and fails */
    bool confined;      /* by bubblewrap; else only the limits hold */
    Str output;         /* the end of its output: after the edit, unless it failed before */
} Trial;

typedef struct TrialRequest {
    Str root;                    /* of the repository */
    const EditSet *set;          /* what is tried */
    Str command, old, new;       /* … names, which a finding of before may have */
    const volatile bool *cancel; /* or NULL */
} TrialRequest;

/* The copy has all files, those that git ignores too, as builds need them. */
bool trial_run(Arena *arena, Arena scratch, const TrialRequest *request, Trial *trial,
               Err *err) MUST_USE;
