/* The line ends around an appended block encode how the text ended before:

       no file         block LF              an empty file   block
       text LF         text LF LF block LF   text            text LF LF block */
#include "text/text_edit.h"

Str text_edit_line_end(Str text)
{
    size_t at = str_find_byte(text, '\n');
    return at != STR_NONE && at > 0 && text.ptr[at - 1] == '\r' ? STR("\r\n") : STR("\n");
}

Str text_edit_lines(Arena *arena, Str block, Str line_end)
{
    Buf out = buf_open(arena, 0);
    for (Str line; str_take_until(&block, '\n', &line);) {
        buf_put(&out, line);
        if (block.len)
            buf_put(&out, line_end);
    }
    return buf_str(&out);
}

EditText text_edit_append(Arena *arena, EditText text, Str block)
{
    Str line_end = text_edit_line_end(text.exists ? text.bytes : (Str){0});
    Buf out = buf_open(arena, 0);
    bool ended = !text.exists || str_ends(text.bytes, STR("\n"));
    if (text.exists && text.bytes.len) {
        buf_put(&out, text.bytes);
        buf_put_repeat(&out, line_end, ended ? 1 : 2);
    }
    buf_put(&out, text_edit_lines(arena, block, line_end));
    if (ended)
        buf_put(&out, line_end);
    return (EditText){true, buf_str(&out)};
}

/* Removes a line end at the end of the text. */
static bool drop_line_end(Str *text, Str line_end)
{
    if (!str_ends(*text, line_end))
        return false;
    text->len -= line_end.len;
    return true;
}

EditText text_edit_cut(Arena *arena, Str text, size_t start, size_t end)
{
    Str line_end = text_edit_line_end(str_slice(text, start, end));
    Str before = str_slice(text, 0, start), after = str_from_offset(text, end);
    bool ended = str_starts(after, line_end);
    after = str_from_offset(after, ended ? line_end.len : 0);
    if (!before.len && !after.len)
        return (EditText){!ended, {0}};
    if (!before.len)
        after = str_from_offset(after, str_starts(after, line_end) ? line_end.len : 0);
    Str shorter = before;
    if (drop_line_end(&shorter, line_end) && str_ends(shorter, STR("\n"))) {
        before = shorter;
        if (!ended && !after.len)
            drop_line_end(&before, line_end);
    }
    return (EditText){true, str_join(arena, before, after)};
}

bool text_edit_find_lines(Str text, Str begin, Str end, size_t *from, size_t *to)
{
    bool found = false;
    size_t at = 0;
    for (Str rest = text, line; str_take_until(&rest, '\n', &line); at = text.len - rest.len) {
        if (!found && str_starts(line, begin)) {
            found = true;
            *from = at;
        }
        if (found && str_starts(line, end)) {
            *to = at + line.len - str_ends(line, STR("\r"));
            return true;
        }
    }
    return false;
}
