/* The status line: which model, how full its window is, what was spent. */
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

/* `qwen3 · 12,410 of 100,000 tokens · 41,200 spent · cache 83 % · $0.12`, without the parts that
   matter least where the columns do not suffice for all. */
CellSpan status_cells(Arena *arena, const Status *status, size_t columns);
