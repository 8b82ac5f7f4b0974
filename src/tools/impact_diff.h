/* The symbols that a unified diff changes, as the index has them after it. */
#pragma once

#include "tools/query.h"

typedef struct ImpactDiff {
    Str module;       /* instead of a diff: all of a directory or module; empty: none */
    IdVec symbols;    /* dense ids, in the diff's order */
    size_t files;     /* that hold them */
    IdVec changed;    /* ids of all files of the index that it changes */
    size_t outside;   /* files with changes that are in no symbol */
    VEC(Str) unknown; /* paths that are not in the index */
    VEC(Str) unfit;   /* paths of files that end before the diff does: it is of another state */
    VEC(Str) removed; /* paths of files that the diff takes away */
} ImpactDiff;

/* Whether any line of any file differs. */
static inline bool impact_diff_changes(const ImpactDiff *diff)
{
    return diff->symbols.len || diff->outside || diff->unknown.len || diff->unfit.len ||
           diff->removed.len;
}

/* `text`: a diff itself, when it has more than one line; `-`: standard input; a file that holds
   one; else what git knows, `HEAD`, `main..HEAD`, `staged` (git/diff.h). */
bool impact_diff_read(ToolCall *call, IndexSession *session, Str text, ImpactDiff *diff,
                      Err *err) MUST_USE;
