/* Random samples, drawn with the kernel's random numbers, so that nobody can know what will be in
   one. */
#pragma once

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

typedef struct SampleDraw {
    size_t all, taken; /* items to come, and of those to be taken */
    uint64_t state;
} SampleDraw;

/* Begins a sample of so many items: a percentage of them, and at least `least`, as far as there are
   so many. */
bool sample_begin(SampleDraw *draw, size_t all, unsigned percent, size_t least, Err *err) MUST_USE;
/* Whether the next item belongs to it. To be called once for each item. */
bool sample_takes(SampleDraw *draw);
