#include "agent/hunks.h"

#include "base/buf.h"

bool hunks_of(Arena *arena, const EditFile *file, LineHunkVec *hunks, Err *err)
{
    bool coarse = false;
    *hunks = (LineHunkVec){0};
    bool whole = file->status == EDIT_CREATED || file->status == EDIT_DELETED;
    if (whole)
        return true;
    if (!line_diff(arena, file->before, file->after, hunks, &coarse, err))
        return false;
    if (coarse)
        hunks->len = 0;
    return true;
}

/* Takes `count` lines off a text, with their ends. */
static Str take_lines(Str *rest, uint32_t count)
{
    const char *start = rest->ptr;
    for (; count && rest->len; count--)
        *rest = str_from_offset(*rest, MIN(str_find_byte(*rest, '\n'), rest->len - 1) + 1);
    return start ? (Str){start, rest->len ? (size_t)(rest->ptr - start) : 0} : (Str){0};
}

/* The same, where nothing may be left: then all of it was taken. */
static Str take(Str *rest, uint32_t count)
{
    Str before = *rest;
    Str taken = take_lines(rest, count);
    return rest->len ? taken : str_slice(before, 0, count ? before.len : 0);
}

/* The number of lines before a side's hunk. */
static uint32_t lines_before(uint32_t start, uint32_t count)
{
    return count ? start - 1 : start;
}

Str hunks_apply(Arena *arena, const EditFile *file, const LineHunkVec *hunks, const bool *keep)
{
    Buf out = buf_open(arena, 0);
    Str old = file->before, new = file->after;
    uint32_t old_at = 0, new_at = 0;
    for (size_t i = 0; i < hunks->len; i++) {
        const LineHunk *hunk = &hunks->ptr[i];
        uint32_t same = lines_before(hunk->old_start, hunk->old_count) - old_at;
        buf_put(&out, take(&old, same));
        (void)take(&new, lines_before(hunk->new_start, hunk->new_count) - new_at);
        Str removed = take(&old, hunk->old_count), added = take(&new, hunk->new_count);
        buf_put(&out, keep[i] ? added : removed);
        old_at += same + hunk->old_count;
        new_at = lines_before(hunk->new_start, hunk->new_count) + hunk->new_count;
    }
    buf_put(&out, old);
    return buf_str(&out);
}
