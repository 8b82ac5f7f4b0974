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

/* The offset of a line, from 0; the end of the text if it has fewer lines. */
static size_t line_at(Str text, uint32_t line)
{
    size_t at = 0;
    for (; line && at < text.len; line--) {
        size_t end = str_find_byte(str_from_offset(text, at), '\n');
        at = end == STR_NONE ? text.len : at + end + 1;
    }
    return at;
}

/* The number of lines before a side's hunk. */
static uint32_t lines_before(uint32_t start, uint32_t count)
{
    return count ? start - 1 : start;
}

HunkChoice hunks_take(const EditFile *file, const LineHunk *hunk)
{
    uint32_t old = lines_before(hunk->old_start, hunk->old_count);
    uint32_t new = lines_before(hunk->new_start, hunk->new_count);
    return (HunkChoice){.taken = true,
                        .from = line_at(file->before, old),
                        .to = line_at(file->before, old + hunk->old_count),
                        .text = str_slice(file->after, line_at(file->after, new),
                                          line_at(file->after, new + hunk->new_count))};
}

static size_t common_prefix(Str a, Str b, size_t most)
{
    size_t len = 0;
    while (len < MIN(most, MIN(a.len, b.len)) && a.ptr[len] == b.ptr[len])
        len++;
    return len;
}

static size_t common_suffix(Str a, Str b, size_t most)
{
    size_t len = 0;
    while (len < MIN(most, MIN(a.len, b.len)) && a.ptr[a.len - 1 - len] == b.ptr[b.len - 1 - len])
        len++;
    return len;
}

/* The edited range covers the hunk's own lines and any changes around them. */
bool hunks_change(const EditFile *file, const LineHunkVec *hunks, const HunkChoice *choices,
                  size_t index, Str after, HunkChoice *choice)
{
    Str before = file->before;
    HunkChoice whole = hunks_take(file, &hunks->ptr[index]);
    size_t prefix = common_prefix(before, after, whole.from);
    size_t suffix = common_suffix(before, after, MIN(before.len - whole.to, after.len - prefix));
    size_t lower = 0, upper = before.len;
    if (index) {
        const HunkChoice former = hunks_take(file, &hunks->ptr[index - 1]);
        lower = choices[index - 1].taken ? MAX(former.to, choices[index - 1].to) : former.to;
    }
    if (index + 1 < hunks->len)
        upper = hunks_take(file, &hunks->ptr[index + 1]).from;
    *choice = (HunkChoice){.taken = true,
                           .from = prefix,
                           .to = before.len - suffix,
                           .text = str_slice(after, prefix, after.len - suffix)};
    return choice->from >= lower && choice->to <= upper;
}

Str hunks_join(Arena *arena, const EditFile *file, const HunkChoice *choices, size_t count)
{
    Buf out = buf_open(arena, 0);
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        if (!choices[i].taken)
            continue;
        buf_put(&out, str_slice(file->before, at, choices[i].from));
        buf_put(&out, choices[i].text);
        at = choices[i].to;
    }
    buf_put(&out, str_from_offset(file->before, at));
    return buf_str(&out);
}
