/* Radix sort of numbers by their upper 32 bits, in linear time and stable. */
#pragma once

#include "base/arena.h"

void radix_sort_upper(uint64_t *list, size_t count, Arena scratch);
