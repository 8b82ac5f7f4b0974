#include "agent/need.h"

#define MARK "need:"
/* A longer line is prose. */
#define NEED_BYTES_MAX 1000

/* Removes what Markdown puts around a line: a bullet, bold, a code span. */
static Str unmark(Str line)
{
    while (line.len && byte_in(line.ptr[0], "-*` >"))
        line = str_from_offset(line, 1);
    return line;
}

/* What follows the mark; empty when the line has none. */
static Str wanted(Str line)
{
    Str whole = str_trim(line);
    line = unmark(whole);
    bool span = line.len < whole.len && line.ptr[-1] == '`';
    if (line.len > NEED_BYTES_MAX ||
        !str_equal_nocase(str_slice(line, 0, sizeof MARK - 1), STR(MARK)))
        return (Str){0};
    line = str_from_offset(line, sizeof MARK - 1);
    bool bold = str_starts(line, STR("**"));
    line = str_trim(bold ? str_from_offset(line, 2) : line);
    if (span && str_ends(line, STR("`")))
        line = str_slice(line, 0, line.len - 1);
    return line;
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
