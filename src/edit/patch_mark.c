/* Classifies single lines, for readers that skip the edits of a text. A line is a name only if it
   has nothing else but decoration and a label: `### src/a.c:` is one, "In `src/a.c`:" is prose. */
#include "edit/patch_parts.h"

/* `File:`, `File path:`, `2.` and the like are shorter. */
#define LABEL_BYTES_MAX 12

/* Whether the text before a name in its line is a label or decoration. */
static bool is_label(Str text)
{
    bool has_letter = false, has_space = false;
    text = str_trim(text);
    while (text.len && byte_in(text.ptr[0], "#*`->"))
        text = str_trim(str_from_offset(text, 1));
    while (text.len && byte_in(text.ptr[text.len - 1], "*` "))
        text = str_slice(text, 0, text.len - 1);
    for (size_t i = 0; i < text.len; i++) {
        has_letter |= byte_is_alpha(text.ptr[i]);
        has_space |= text.ptr[i] == ' ';
    }
    return !text.len || (text.len <= LABEL_BYTES_MAX && byte_in(text.ptr[text.len - 1], ":.)") &&
                         (has_letter || !has_space));
}

static bool is_decoration(Str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (!byte_in(text.ptr[i], "`*: \t"))
            return false;
    return true;
}

static bool is_name(Str line)
{
    if (patch_is_fence(line))
        return false;
    Str name = patch_file_of_line(line);
    size_t cut = str_find(name, STR("::"));
    if (!patch_is_clearly_path(str_slice(name, 0, MIN(cut, name.len))) ||
        str_find(name, STR("://")) != STR_NONE)
        return false;
    size_t at = (size_t)(name.ptr - line.ptr);
    return is_label(str_slice(line, 0, at)) && is_decoration(str_from_offset(line, at + name.len));
}

/* `--- a/src/a.c`, as the first line of a diff without git's own head. */
static bool is_old_name(Str line)
{
    Str name;
    if (!str_starts(line, STR("--- ")))
        return false;
    Str rest = str_trim(str_from_offset(line, 4));
    return str_take_until(&rest, '\t', &name) && patch_is_clearly_path(str_trim(name));
}

EditMark edit_mark_of(Str line)
{
    if (patch_is_block_head(line))
        return EDIT_MARK_BLOCK;
    if (patch_is_block_divider(line))
        return EDIT_MARK_DIVIDER;
    if (patch_is_block_end(line))
        return EDIT_MARK_BLOCK_END;
    if (patch_is_envelope_begin(line))
        return EDIT_MARK_ENVELOPE;
    if (patch_is_envelope_end(line))
        return EDIT_MARK_ENVELOPE_END;
    if (str_starts(line, STR("diff --git ")) || is_old_name(line))
        return EDIT_MARK_DIFF;
    return is_name(line) ? EDIT_MARK_NAME : EDIT_MARK_NONE;
}
