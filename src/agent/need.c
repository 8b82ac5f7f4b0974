#include "agent/need.h"

#define MARK "need:"

/* What follows the mark; empty when the line has none. A list's bullet may precede it. */
static Str wanted(Str line)
{
    line = str_trim(line);
    while (line.len && byte_in(line.ptr[0], "-*` "))
        line = str_from_offset(line, 1);
    if (!str_equal_nocase(str_slice(line, 0, sizeof MARK - 1), STR(MARK)))
        return (Str){0};
    line = str_trim(str_from_offset(line, sizeof MARK - 1));
    while (line.len && line.ptr[line.len - 1] == '`')
        line = str_slice(line, 0, line.len - 1);
    return line;
}

bool need_is_line(Str line)
{
    line = str_trim(line);
    return wanted(line).len > 0 || str_equal(line, STR("```need"));
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
