#include "text/date.h"

#include <time.h>

Str date_day(Arena *arena, int64_t seconds)
{
    time_t time = (time_t)seconds;
    struct tm parts;
    if (!gmtime_r(&time, &parts))
        return STR("(no date)");
    return str_format(arena, "%04d-%02d-%02d", parts.tm_year + 1900, parts.tm_mon + 1,
                      parts.tm_mday);
}

Str date_time(Arena *arena, int64_t seconds)
{
    time_t time = (time_t)seconds;
    struct tm parts;
    if (!gmtime_r(&time, &parts))
        return STR("(no date)");
    Str day = date_day(arena, seconds);
    return str_format(arena, "%.*sT%02d:%02d:%02dZ", STR_ARG(day), parts.tm_hour, parts.tm_min,
                      parts.tm_sec);
}
