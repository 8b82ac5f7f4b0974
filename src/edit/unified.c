/* Hunks come from git's line diff; those whose context would touch are one hunk. */
#include "edit/unified.h"

#include "git/line_diff.h"

/* Lines of context, as in git's default. */
#define CONTEXT_LINES 3

typedef VEC(Str) LineVec;

/* The lines of a text with their line ends. */
static void split(Arena *arena, Str text, LineVec *lines)
{
    size_t start = 0;
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] == '\n') {
            *VEC_PUSH(arena, lines) = str_slice(text, start, i + 1);
            start = i + 1;
        }
    if (start < text.len)
        *VEC_PUSH(arena, lines) = str_from_offset(text, start);
}

static void put_lines(Buf *out, char mark, const LineVec *lines, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        Str line = lines->ptr[i];
        buf_put_byte(out, mark);
        buf_put(out, line);
        if (line.ptr[line.len - 1] != '\n')
            buf_put(out, STR("\n\\ No newline at end of file\n"));
    }
}

/* The lines of a hunk as [from, to), from 0. */
static size_t first_line(uint32_t start, uint32_t count)
{
    return count ? start - 1 : start;
}

/* Writes the hunks [from, to) as one. */
static void put_hunk(Buf *out, const LineVec *old, const LineVec *new, const LineHunk *from,
                     const LineHunk *to)
{
    const LineHunk *last = to - 1;
    size_t old_at = first_line(from->old_start, from->old_count);
    size_t lead = MIN(old_at, (size_t)CONTEXT_LINES);
    size_t new_at = first_line(from->new_start, from->new_count) - lead;
    size_t old_end = first_line(last->old_start, last->old_count) + last->old_count;
    size_t tail = MIN(old->len - old_end, (size_t)CONTEXT_LINES);
    size_t new_end = first_line(last->new_start, last->new_count) + last->new_count + tail;
    old_at -= lead;
    old_end += tail;
    buf_printf(out, "@@ -%zu,%zu +%zu,%zu @@\n", old_at + (old_end > old_at), old_end - old_at,
               new_at + (new_end > new_at), new_end - new_at);
    for (const LineHunk *hunk = from; hunk < to; hunk++) {
        size_t begin = first_line(hunk->old_start, hunk->old_count);
        size_t added = first_line(hunk->new_start, hunk->new_count);
        put_lines(out, ' ', old, old_at, begin);
        put_lines(out, '-', old, begin, begin + hunk->old_count);
        put_lines(out, '+', new, added, added + hunk->new_count);
        old_at = begin + hunk->old_count;
    }
    put_lines(out, ' ', old, old_at, old_end);
}

bool edit_put_unified(Buf *out, const EditFile *file, Err *err)
{
    LineHunkVec hunks = {0};
    LineVec old = {0}, new = {0};
    bool coarse;
    Str from = file->old_path.len ? file->old_path : file->path;
    if (!line_diff(out->arena, file->before, file->after, &hunks, &coarse, err))
        return false;
    if (!hunks.len)
        return true;
    split(out->arena, file->before, &old);
    split(out->arena, file->after, &new);
    buf_printf(out, "--- %s%.*s\n", file->status == EDIT_CREATED ? "/dev/null" : "a/",
               STR_ARG(file->status == EDIT_CREATED ? (Str){0} : from));
    buf_printf(out, "+++ %s%.*s\n", file->status == EDIT_DELETED ? "/dev/null" : "b/",
               STR_ARG(file->status == EDIT_DELETED ? (Str){0} : file->path));
    for (size_t i = 0, next; i < hunks.len; i = next) {
        for (next = i + 1; next < hunks.len; next++) {
            const LineHunk *last = &hunks.ptr[next - 1];
            size_t end = first_line(last->old_start, last->old_count) + last->old_count;
            size_t begin = first_line(hunks.ptr[next].old_start, hunks.ptr[next].old_count);
            if (begin - end > 2 * CONTEXT_LINES)
                break;
        }
        put_hunk(out, &old, &new, &hunks.ptr[i], &hunks.ptr[next]);
    }
    return true;
}
