/* Maps a unified diff to the symbols of the tree that it changes. Where the tree is another than
   the state after the diff, a hunk is placed by its text, or not counted (hunk_place.h). */
#pragma once

#include "query/query.h"

typedef struct ImpactDiff {
    Str module;       /* a directory or module instead of a diff; empty: none */
    IdVec symbols;    /* dense ids, in the diff's order */
    size_t files;     /* that contain them */
    IdVec changed;    /* ids of all indexed files that it changes */
    size_t outside;   /* files with changes outside of any symbol */
    VEC(Str) unknown; /* paths that are not in the index */
    VEC(Str) unfit;   /* paths of files that do not have the text of a hunk, which is not counted */
    VEC(Str) before;  /* paths of files that are as before a hunk, whose old side counts then */
    VEC(Str) binary;  /* paths of binary files */
    VEC(Str) removed; /* paths of files that the diff deletes */
    VEC(Str) gone;    /* names that it takes away, and that nothing declares any more */
} ImpactDiff;

/* Whether the diff changes any line. */
static inline bool impact_diff_changes(const ImpactDiff *diff)
{
    return diff->symbols.len || diff->outside || diff->unknown.len || diff->unfit.len ||
           diff->removed.len || diff->binary.len;
}

/* `text`: a diff, if it has several lines; `-` for standard input; a file that contains a diff; or
   a range for git: `HEAD`, `main..HEAD`, `staged` (git/git_diff.h). NULL: the staged change. */
bool impact_diff_read(SessionRequest *request, IndexSession *session, const Str *text,
                      ImpactDiff *diff, Err *err) MUST_USE;
/* Lines for an answer: paths after a word; changes outside of symbols; what was not followed. */
void impact_put_paths(Buf *out, const char *what, const Str *paths, size_t count);
/* The names that are gone, each with the lines of the tree that still have it. Returns the same as
   a list: name, named. */
Json *impact_put_gone(Buf *out, SessionRequest *request, IndexSession *session,
                      const ImpactDiff *diff);
void impact_put_outside(Buf *out, const ImpactDiff *diff);
void impact_put_unfollowed(Buf *out, const ImpactDiff *diff);
/* Fills in `gone` from the text of the diff. */
void impact_diff_gone(SessionRequest *request, Catalog *catalog, Str text, ImpactDiff *diff);
