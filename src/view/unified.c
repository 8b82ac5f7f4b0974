#include "view/unified.h"

#include "git/line_diff.h"
#include "view/format.h"

/* Unchanged lines around a change, as git and diff have it. */
#define CONTEXT_LINES 3

typedef struct Lines {
    const char **starts; /* of each line, and of the end */
    uint32_t count;
} Lines;

static Lines lines_of(Arena *arena, Str text)
{
    Str rest = text, line;
    Lines lines = {0};
    const char *at = text.ptr;
    while (str_take_until(&rest, '\n', &line))
        lines.count++;
    lines.starts = NEW(arena, const char *, (size_t)lines.count + 1);
    rest = text;
    for (uint32_t i = 0; str_take_until(&rest, '\n', &line); i++) {
        lines.starts[i] = at;
        at += line.len + 1;
    }
    lines.starts[lines.count] = text.ptr + text.len;
    return lines;
}

/* Writes a line for people, with its tabs. */
static void put_shown(Buf *out, Str line)
{
    Str part;
    for (bool first = true; str_take_until(&line, '\t', &part); first = false) {
        if (!first)
            buf_put_byte(out, '\t');
        view_put_line_text(out, part);
    }
}

/* Writes lines [from, to), counted from 0. */
static void put_lines(Buf *out, const Lines *lines, uint32_t from, uint32_t to, char mark,
                      bool shown)
{
    for (uint32_t i = from; i < to; i++) {
        Str line = {lines->starts[i], (size_t)(lines->starts[i + 1] - lines->starts[i])};
        bool ended = str_ends(line, STR("\n"));
        buf_put_byte(out, mark);
        if (shown)
            put_shown(out, str_slice(line, 0, line.len - ended));
        else
            buf_put(out, str_slice(line, 0, line.len - ended));
        buf_put_byte(out, '\n');
        if (!ended)
            buf_put(out, STR("\\ No newline at end of file\n"));
    }
}

static void put_range(Buf *out, char mark, uint32_t from, uint32_t to)
{
    buf_printf(out, "%c%u", mark, from + (to > from));
    if (to - from != 1)
        buf_printf(out, ",%u", to - from);
}

/* The lines before a hunk's change, counted from 0, on either side. */
static uint32_t start_of(uint32_t start, uint32_t count)
{
    return count ? start - 1 : start;
}

/* Writes the hunks [first, last) as one, with the unchanged lines between and around them. */
static void put_hunk(Buf *out, const Lines *old, const Lines *new, const LineHunk *first,
                     const LineHunk *last, bool shown)
{
    uint32_t old_at = start_of(first->old_start, first->old_count);
    uint32_t new_at = start_of(first->new_start, first->new_count);
    uint32_t before = MIN(old_at, CONTEXT_LINES);
    uint32_t old_end = start_of(last[-1].old_start, last[-1].old_count) + last[-1].old_count;
    uint32_t new_end = start_of(last[-1].new_start, last[-1].new_count) + last[-1].new_count;
    uint32_t after = MIN(old->count - old_end, CONTEXT_LINES);
    buf_put(out, STR("@@ "));
    put_range(out, '-', old_at - before, old_end + after);
    buf_put_byte(out, ' ');
    put_range(out, '+', new_at - before, new_end + after);
    buf_put(out, STR(" @@\n"));
    uint32_t at = old_at - before;
    for (const LineHunk *hunk = first; hunk < last; hunk++) {
        uint32_t old_from = start_of(hunk->old_start, hunk->old_count);
        uint32_t new_from = start_of(hunk->new_start, hunk->new_count);
        put_lines(out, old, at, old_from, ' ', shown);
        put_lines(out, old, old_from, old_from + hunk->old_count, '-', shown);
        put_lines(out, new, new_from, new_from + hunk->new_count, '+', shown);
        at = old_from + hunk->old_count;
    }
    put_lines(out, old, at, old_end + after, ' ', shown);
}

static void put_name(Buf *out, const char *mark, Str path)
{
    buf_put(out, str_from(mark));
    if (path.len)
        view_put_line_text(out, path);
    else
        buf_put(out, STR("/dev/null"));
    buf_put_byte(out, '\n');
}

bool unified_put(Buf *out, Arena scratch, const UnifiedFile *file, bool shown, Err *err)
{
    LineHunkVec hunks;
    bool coarse;
    if (!line_diff(&scratch, file->before, file->after, &hunks, &coarse, err))
        return false;
    if (!hunks.len && str_equal(file->old_path, file->new_path))
        return true;
    put_name(out, "--- ", file->old_path);
    put_name(out, "+++ ", file->new_path);
    Lines old = lines_of(&scratch, file->before), new = lines_of(&scratch, file->after);
    for (size_t i = 0, next = 0; i < hunks.len; i = next) {
        for (next = i + 1; next < hunks.len; next++) {
            const LineHunk *former = &hunks.ptr[next - 1], *hunk = &hunks.ptr[next];
            uint32_t end = start_of(former->old_start, former->old_count) + former->old_count;
            if (start_of(hunk->old_start, hunk->old_count) - end > 2 * CONTEXT_LINES)
                break;
        }
        put_hunk(out, &old, &new, &hunks.ptr[i], &hunks.ptr[next], shown);
    }
    return true;
}
