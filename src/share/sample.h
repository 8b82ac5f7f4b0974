/* Random samples, drawn with the kernel's random numbers, so that nobody can predict their
   items. */
#pragma once

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

typedef struct SampleDraw {
    size_t all, taken; /* items to come, and how many of them to take */
    uint64_t state;
} SampleDraw;

/* Begins a sample of `all` items: a percentage of them, and at least `least`, or all if they are
   fewer. */
bool sample_begin(SampleDraw *draw, size_t all, unsigned percent, size_t least, Err *err) MUST_USE;
/* Whether the next item belongs to the sample. Must be called once for each item. */
bool sample_takes(SampleDraw *draw);
