/* Paragraphs outside all parts of a patch and all fences. Names of files and fences belong to the
   edit that they announce. */
#include "edit/patch.h"

#include "base/buf.h"
#include "edit/patch_parts.h"

typedef struct ProseReader {
    Arena *arena;
    EditProseVec found;
    Buf paragraph;
    bool after_part; /* the next paragraph comes right after an edit */
} ProseReader;

static void end_paragraph(ProseReader *reader)
{
    Str text = str_trim(buf_str(&reader->paragraph));
    if (text.len)
        *VEC_PUSH(reader->arena, &reader->found) =
            (EditProse){.text = str_copy(reader->arena, text), .follows = reader->after_part};
    reader->after_part = reader->after_part && !text.len;
    reader->paragraph = buf_open(reader->arena, 0);
}

static void begin_part(ProseReader *reader)
{
    end_paragraph(reader);
    if (reader->found.len)
        reader->found.ptr[reader->found.len - 1].leads |= !reader->after_part;
    reader->after_part = true;
}

/* Marks the lines of a text that belong to parts. */
static bool *mark(Arena *arena, size_t count, const PatchPartVec *parts)
{
    bool *is_in_part = NEW(arena, bool, count + 1);
    for (size_t i = 0; i < parts->len; i++)
        for (size_t line = parts->ptr[i].patch_line; line && line <= parts->ptr[i].patch_end;
             line++)
            is_in_part[line - 1] = true;
    return is_in_part;
}

static bool has_part(const bool *is_in_part, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (is_in_part[i])
            return true;
    return false;
}

/* Whether a line outside the parts belongs to one: the name of its file, a fence, a mark. */
static bool is_of_edit(Str line)
{
    return edit_mark_of(line) != EDIT_MARK_NONE || patch_is_fence(line);
}

EditProseVec edit_prose(Arena *arena, Str text)
{
    PatchPartVec parts = {0};
    ProseReader reader = {.arena = arena, .paragraph = buf_open(arena, 0)};
    (void)patch_parse(arena, text, &parts);
    PatchText lines = patch_text_split(arena, text);
    const bool *is_in_part = mark(arena, lines.count, &parts);
    size_t closes = lines.count; /* the line that closes the fence of an edit */
    for (size_t at = 0; at < lines.count; at++) {
        Str line = lines.lines[at].text;
        bool nested;
        if (is_in_part[at]) {
            begin_part(&reader);
            while (at + 1 < lines.count && is_in_part[at + 1])
                at++;
        } else if (patch_fence_marks(line).len && at != closes) {
            size_t close = patch_fence_close(lines, at, &nested);
            bool is_of_part = close < lines.count && has_part(is_in_part, at, close);
            end_paragraph(&reader);
            closes = is_of_part ? close : closes;
            at = is_of_part || close == lines.count ? at : close;
        } else if (!str_trim(line).len) {
            end_paragraph(&reader);
        } else if (!is_of_edit(line)) {
            buf_put(&reader.paragraph, line);
            buf_put_byte(&reader.paragraph, '\n');
        }
    }
    end_paragraph(&reader);
    return reader.found;
}
