/* How far a long piece of work is, reported about once a second to whoever asked for it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef struct ProgressStep {
    uint32_t done, total; /* files */
    uint64_t bytes, bytes_total;
    bool first_pass;  /* only the first pass: the exact facts follow */
    const char *name; /* of the work; NULL: the index is being made */
} ProgressStep;

typedef struct ProgressSink {
    void (*put)(void *state, const ProgressStep *step); /* NULL: nobody asked */
    void *state;
} ProgressSink;
