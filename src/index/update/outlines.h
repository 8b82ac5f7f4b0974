/* Outlines of arbitrary contents, whether or not a file of the tree has them: of commits, of other
   directories.

   Facts come from the store if it has some for that content, else from workers; new facts are
   stored. */
#pragma once

#include "index/store/store.h"

typedef struct OutlineJob {
    const Language *language;
    Str text;
    Outline outline; /* with references and places; no symbols if there is a reason */
    Str hash;        /* key of its facts (intake_hash) */
    Facts facts;     /* in the arena, without terms; empty if there is a reason */
    Str reason;      /* why there is no outline, or empty */
} OutlineJob;

typedef struct OutlinesOptions {
    Store *store;                /* NULL: none */
    const volatile bool *cancel; /* NULL: cannot be cancelled */
} OutlinesOptions;

/* Fills in every job; outlines live in the arena. False when cancelled, when the store cannot be
   read or when no worker can be started. Failing to store new facts is not an error. */
bool outlines_make(Arena *arena, OutlineJob *jobs, size_t count, const OutlinesOptions *options,
                   Err *err) MUST_USE;
