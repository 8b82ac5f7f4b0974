/* Progress reports of long work, sent about once a second to its requester. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct ProgressStep {
    uint32_t done, total; /* files */
    uint64_t bytes, bytes_total;
    bool first_pass;  /* only the first pass: the exact facts follow */
    const char *name; /* the current activity; NULL: indexing */
} ProgressStep;

typedef struct ProgressSink {
    void (*put)(void *state, const ProgressStep *step); /* NULL: not wanted */
    void *state;
} ProgressSink;
