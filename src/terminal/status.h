/* The status line: the model, how full its window is, tokens and money spent. */
#pragma once

#include "terminal/cells.h"

typedef struct Status {
    Str model;                         /* empty: no model */
    uint64_t window, window_max;       /* tokens; window_max 0: unknown */
    uint64_t spent;                    /* tokens of the session */
    uint64_t cache_read, cache_misses; /* input tokens from the provider's cache, and others */
    Str cost;                          /* `$0.12`; empty: unknown */
    Str note;                          /* anything else; may be empty */
} Status;

/* `qwen3 · 12,410 of 100,000 tokens · 41,200 spent · cache 83 % · $0.12`; the least important parts
   are dropped if the columns do not suffice. */
CellSpan status_cells(Arena *arena, const Status *status, size_t columns);
