/* An edit changes one run of lines, so the diff is what two versions have between their common
   prefix and suffix. */
#include "setup/plan.h"

/* Unchanged lines around a change in what --dry-run shows. */
#define SETUP_DIFF_CONTEXT 3

static size_t common_prefix(Str a, Str b)
{
    size_t lines_end = 0;
    for (size_t i = 0; i < MIN(a.len, b.len) && a.ptr[i] == b.ptr[i]; i++)
        if (a.ptr[i] == '\n')
            lines_end = i + 1;
    return lines_end;
}

/* Length of the common suffix of whole lines. */
static size_t common_suffix(Str a, Str b)
{
    size_t suffix = 0;
    for (size_t i = 1; i <= MIN(a.len, b.len) && a.ptr[a.len - i] == b.ptr[b.len - i]; i++)
        if ((i == a.len || a.ptr[a.len - i - 1] == '\n') &&
            (i == b.len || b.ptr[b.len - i - 1] == '\n'))
            suffix = i;
    return suffix;
}

static size_t line_count(Str text)
{
    size_t count = 0;
    for (Str line; str_take_until(&text, '\n', &line);)
        count++;
    return count;
}

static void put_lines(Buf *out, char mark, Str text)
{
    bool ended = str_ends(text, STR("\n")) || !text.len;
    for (Str line; str_take_line(&text, &line);) {
        buf_put_byte(out, mark);
        buf_put_text(out, line);
        buf_put_byte(out, '\n');
    }
    if (!ended)
        buf_put(out, STR("\\ No newline at end of file\n"));
}

/* The last (first) few lines. */
static Str last_lines(Str text, size_t max)
{
    size_t at = text.len;
    while (at > 0 && (text.ptr[at - 1] != '\n' || at == text.len || max-- > 1))
        at--;
    return str_from_offset(text, at);
}

static Str first_lines(Str text, size_t max)
{
    size_t at = 0;
    while (at < text.len && max)
        max -= text.ptr[at++] == '\n';
    return str_slice(text, 0, at);
}

static void put_range(Buf *out, char mark, size_t before, size_t count)
{
    buf_printf(out, "%c%zu,%zu ", mark, before + (count > 0), count);
}

void setup_put_diff(Buf *out, const SetupFile *file)
{
    Str a = file->edit.exists ? file->edit.bytes : (Str){0};
    Str b = file->after.exists ? file->after.bytes : (Str){0};
    size_t prefix = common_prefix(a, b);
    size_t suffix = common_suffix(str_from_offset(a, prefix), str_from_offset(b, prefix));
    Str head = last_lines(str_slice(a, 0, prefix), SETUP_DIFF_CONTEXT);
    Str tail = first_lines(str_from_offset(a, a.len - suffix), SETUP_DIFF_CONTEXT);
    Str removed = str_slice(a, prefix, a.len - suffix);
    Str added = str_slice(b, prefix, b.len - suffix);
    size_t around = line_count(head) + line_count(tail);
    size_t before = line_count(str_slice(a, 0, prefix)) - line_count(head);
    buf_put(out, STR("--- "));
    buf_put(out, file->edit.exists ? file->shown : STR("/dev/null"));
    buf_put(out, STR("\n+++ "));
    buf_put(out, file->after.exists ? file->shown : STR("/dev/null"));
    buf_put(out, STR("\n@@ "));
    put_range(out, '-', before, around + line_count(removed));
    put_range(out, '+', before, around + line_count(added));
    buf_put(out, STR("@@\n"));
    put_lines(out, ' ', head);
    put_lines(out, '-', removed);
    put_lines(out, '+', added);
    put_lines(out, ' ', tail);
}
