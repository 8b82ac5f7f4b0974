/* The output of a failed command, cut to what a model needs to repair it. */
#pragma once

#include "base/str.h"

/* Without terminal sequences, overwritten lines and repetitions. If the rest is longer than
   `bytes_max`, it is cut to the lines that report failures, the first ones with the lines around
   them, and to its end. Gaps are counted. */
Str run_output_cut(Arena *arena, Str output, size_t bytes_max);
