/* Days as people and machines read them. */
#pragma once

#include "base/str.h"

/* `2026-11-26`, in UTC, of seconds since 1970; `(no date)` of those that no calendar has. */
Str date_day(Arena *arena, int64_t seconds);
