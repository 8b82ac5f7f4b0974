#include "agent/need.h"

#define MARK "need:"
/* A longer line is prose. */
#define NEED_BYTES_MAX 1000

/* The text after the mark; empty if the line has no mark. A bullet, bold or a code span around it
   is ignored. */
static Str wanted(Str line)
{
    bool span = false;
    line = str_trim(line);
    for (; line.len && byte_in(line.ptr[0], "-*` >"); line = str_from_offset(line, 1))
        span = line.ptr[0] == '`';
    if (line.len > NEED_BYTES_MAX ||
        !str_equal_nocase(str_slice(line, 0, sizeof MARK - 1), STR(MARK)))
        return (Str){0};
    line = str_from_offset(line, sizeof MARK - 1);
    line = str_trim(str_starts(line, STR("**")) ? str_from_offset(line, 2) : line);
    return span && str_ends(line, STR("`")) ? str_slice(line, 0, line.len - 1) : line;
}

bool need_is_line(Str line)
{
    return wanted(line).len > 0 || str_equal(str_trim(line), STR("```need"));
}

Needs need_read(Arena *arena, Str reply)
{
    Needs needs = {0};
    Str line;
    while (needs.lines.len < NEEDS_MAX && str_take_line(&reply, &line)) {
        Str handle = wanted(line);
        bool known = !handle.len;
        for (size_t i = 0; i < needs.lines.len; i++)
            known |= str_equal(needs.lines.ptr[i], handle);
        if (!known)
            *VEC_PUSH(arena, &needs.lines) = handle;
    }
    return needs;
}
