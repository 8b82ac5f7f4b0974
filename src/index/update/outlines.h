/* Outlines of contents, whether files of the tree have them or not: of commits, of other
   directories. From the store where it has facts of the same content, else by workers; what is new
   goes to the store. */
#pragma once

#include "index/store/store.h"

typedef struct OutlineJob {
    const Language *language;
    Str text;
    Outline outline; /* with references and places; of no symbols where there is a reason */
    Str hash;        /* what its facts are kept under (intake_hash) */
    Facts facts;     /* in the arena, without terms; empty where there is a reason */
    Str reason;      /* why there is no outline; or empty */
} OutlineJob;

typedef struct OutlinesOptions {
    Store *store;                /* NULL: none */
    const volatile bool *cancel; /* NULL: never */
} OutlinesOptions;

/* Outlines live in the arena. False when it was cancelled, or no worker can be started. */
bool outlines_make(Arena *arena, OutlineJob *jobs, size_t count, const OutlinesOptions *options,
                   Err *err) MUST_USE;
