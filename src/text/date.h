/* Dates in ISO 8601 form. */
#pragma once

#include "base/str.h"

/* The day of a time (seconds since 1970) in UTC: `2026-11-26`, or `(no date)` for times outside the
   calendar. */
Str date_day(Arena *arena, int64_t seconds);
/* The time in UTC: `2026-11-26T08:30:00Z`, or `(no date)`. */
Str date_time(Arena *arena, int64_t seconds);
