/* Hunks of the line diff that are at most twice the context apart become one. */
#include "edit/unified.h"

#include "git/line_diff.h"

typedef struct Side {
    Str text;
    const uint32_t *starts; /* offsets of lines; one more for the end */
    uint32_t count;
} Side;

static Side side_of(Arena *arena, Str text)
{
    uint32_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += text.ptr[i] == '\n' || i + 1 == text.len;
    uint32_t *starts = NEW(arena, uint32_t, (size_t)count + 1), line = 0;
    for (size_t i = 0; i < text.len; i++)
        if (i == 0 || text.ptr[i - 1] == '\n')
            starts[line++] = (uint32_t)i;
    starts[count] = (uint32_t)text.len;
    return (Side){text, starts, count};
}

/* Appends lines `from` to `to`, from 0, the last not included. */
static void put_lines(Buf *out, char mark, const Side *side, uint32_t from, uint32_t to)
{
    for (uint32_t line = from; line < to; line++) {
        Str text = str_slice(side->text, side->starts[line], side->starts[line + 1]);
        buf_put_byte(out, mark);
        buf_put(out, text);
        if (!str_ends(text, STR("\n")))
            buf_put(out, STR("\n\\ No newline at end of file\n"));
    }
}

static void put_range(Buf *out, char mark, uint32_t from, uint32_t count)
{
    buf_printf(out, "%c%u", mark, from + (count > 0));
    if (count != 1)
        buf_printf(out, ",%u", count);
}

/* The first line of a side's hunk, from 0. */
static uint32_t begin_of(uint32_t start, uint32_t count)
{
    return count ? start - 1 : start;
}

/* Writes hunks `first` to `last` as one. */
static void put_hunk(Buf *out, const Side *old, const Side *new, const LineHunk *first,
                     const LineHunk *last)
{
    uint32_t before = MIN(begin_of(first->old_start, first->old_count), (uint32_t)UNIFIED_CONTEXT);
    uint32_t old_from = begin_of(first->old_start, first->old_count) - before;
    uint32_t new_from = begin_of(first->new_start, first->new_count) - before;
    uint32_t old_end = begin_of(last->old_start, last->old_count) + last->old_count;
    uint32_t new_end = begin_of(last->new_start, last->new_count) + last->new_count;
    uint32_t after = MIN(old->count - old_end, (uint32_t)UNIFIED_CONTEXT);
    buf_put(out, STR("@@ "));
    put_range(out, '-', old_from, old_end + after - old_from);
    buf_put_byte(out, ' ');
    put_range(out, '+', new_from, new_end + after - new_from);
    buf_put(out, STR(" @@\n"));
    uint32_t at = old_from;
    for (const LineHunk *hunk = first; hunk <= last; hunk++) {
        uint32_t removed = begin_of(hunk->old_start, hunk->old_count);
        uint32_t added = begin_of(hunk->new_start, hunk->new_count);
        put_lines(out, ' ', old, at, removed);
        put_lines(out, '-', old, removed, removed + hunk->old_count);
        put_lines(out, '+', new, added, added + hunk->new_count);
        at = removed + hunk->old_count;
    }
    put_lines(out, ' ', old, at, old_end + after);
}

static void put_head(Buf *out, const EditFile *file)
{
    Str old = file->old_path.len ? file->old_path : file->path;
    if (file->status == EDIT_MOVED)
        buf_printf(out, "rename from %.*s\nrename to %.*s\n", STR_ARG(old), STR_ARG(file->path));
    if (file->status == EDIT_CREATED)
        buf_put(out, STR("--- /dev/null\n"));
    else
        buf_printf(out, "--- a/%.*s\n", STR_ARG(old));
    if (file->status == EDIT_DELETED)
        buf_put(out, STR("+++ /dev/null\n"));
    else
        buf_printf(out, "+++ b/%.*s\n", STR_ARG(file->path));
}

static bool is_binary(Str text)
{
    return str_find_byte(text, '\0') != STR_NONE;
}

bool unified_put(Buf *out, Arena scratch, const EditFile *file, Err *err)
{
    LineHunkVec hunks = {0};
    bool coarse;
    put_head(out, file);
    if (is_binary(file->before) || is_binary(file->after)) {
        buf_put(out, STR("Binary files differ\n"));
        return true;
    }
    if (!line_diff(&scratch, file->before, file->after, &hunks, &coarse, err))
        return false;
    Side old = side_of(&scratch, file->before), new = side_of(&scratch, file->after);
    for (size_t from = 0, to; from < hunks.len; from = to) {
        for (to = from + 1; to < hunks.len; to++) {
            const LineHunk *last = &hunks.ptr[to - 1], *next = &hunks.ptr[to];
            uint32_t end = begin_of(last->old_start, last->old_count) + last->old_count;
            if (begin_of(next->old_start, next->old_count) - end > 2 * UNIFIED_CONTEXT)
                break;
        }
        put_hunk(out, &old, &new, &hunks.ptr[from], &hunks.ptr[to - 1]);
    }
    return true;
}

bool unified_put_set(Buf *out, Arena scratch, const EditFileVec *files, Err *err)
{
    for (size_t i = 0; i < files->len; i++)
        if (!unified_put(out, scratch, &files->ptr[i], err))
            return false;
    return true;
}
