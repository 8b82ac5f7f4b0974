/* Whole files and symbols: a line that is only a path, or PATH::NAME, and a fence with the text.
   The fence must be closed by one of its own length, and no other fence of that length may open
   within: otherwise the end of the text would be uncertain. */
#include "edit/patch_parts.h"

#include "text/address.h"

Str patch_fence_marks(Str line)
{
    line = str_trim_end(line);
    if (!line.len || !byte_in(line.ptr[0], "`~"))
        return (Str){0};
    size_t marks = patch_count_marks(line, line.ptr[0]);
    bool inline_code =
        line.ptr[0] == '`' && str_find_byte(str_from_offset(line, marks), '`') != STR_NONE;
    return marks >= 3 && !inline_code ? str_slice(line, 0, marks) : (Str){0};
}

/* Splits PATH::NAME; false if the text has another form. */
static bool split_symbol(Str text, Str *path, Str *symbol)
{
    size_t cut = str_find(text, STR("::"));
    if (cut == STR_NONE || cut == 0 || cut + 2 >= text.len)
        return false;
    *path = str_slice(text, 0, cut);
    *symbol = str_from_offset(text, cut + 2);
    return patch_is_clearly_path(*path);
}

bool patch_is_fenced_head(PatchText text, size_t at, Str *path, Str *symbol)
{
    if (at + 1 >= text.count || !patch_fence_marks(text.lines[at + 1].text).len)
        return false;
    Str line = str_trim(text.lines[at].text);
    if (!line.len || patch_is_fence(line))
        return false;
    Str name = patch_file_of_line(line);
    *symbol = (Str){0};
    *path = name;
    if (split_symbol(name, path, symbol))
        return true;
    return patch_is_clearly_path(name) && str_find(name, STR("::")) == STR_NONE &&
           str_find(name, STR("://")) == STR_NONE;
}

size_t patch_fence_close(PatchText text, size_t open, bool *nested)
{
    Str marks = patch_fence_marks(text.lines[open].text);
    *nested = false;
    for (size_t i = open + 1; i < text.count; i++) {
        Str line = text.lines[i].text, found = patch_fence_marks(line);
        if (found.len < marks.len || !found.len || found.ptr[0] != marks.ptr[0])
            continue;
        if (found.len == str_trim_end(line).len)
            return i;
        *nested = true;
    }
    return text.count;
}

/* Whether the text in a fence is a diff or a patch for the file and not the file: its language says
   so, and the file's name does not. */
static bool is_patch_of(PatchText text, size_t open, Str path)
{
    Str marks = patch_fence_marks(text.lines[open].text);
    Str language = str_trim(str_from_offset(text.lines[open].text, marks.len));
    bool is_patch = str_equal(language, STR("diff")) || str_equal(language, STR("patch")) ||
                    str_equal(language, STR("udiff"));
    return is_patch && !str_ends(path, STR(".diff")) && !str_ends(path, STR(".patch"));
}

/* What is wrong with the text in the fence at `open`; NULL: nothing. */
static const char *problem_of(PatchText text, size_t open, size_t close, bool nested, Str path)
{
    if (nested)
        return "A fence of the same length is within the text; use a longer one around it.";
    if (close == text.count)
        return "The fence is not closed, so a part of the text may be missing.";
    if (is_patch_of(text, open, path))
        return "A diff begins with the lines `--- a/PATH` and `+++ b/PATH`.";
    return NULL;
}

size_t patch_parse_fence(Arena *arena, PatchText text, size_t at, PatchPartVec *parts)
{
    Str path, symbol;
    bool nested;
    (void)patch_is_fenced_head(text, at, &path, &symbol);
    size_t close = patch_fence_close(text, at + 1, &nested);
    const char *problem = problem_of(text, at + 1, close, nested, path);
    if (problem) {
        patch_add_problem(arena, parts, path, at + 1, problem);
        return text.count;
    }
    *VEC_PUSH(arena, parts) = (PatchPart){.kind = symbol.len ? PART_SYMBOL : PART_WHOLE,
                                          .path = path,
                                          .patch_line = at + 1,
                                          .patch_end = close + 1,
                                          .symbol = symbol,
                                          .text = patch_join_lines(arena, text, at + 2, close)};
    return close + 1;
}

void patch_parse_fenced(Arena *arena, PatchText text, PatchPartVec *parts)
{
    for (size_t at = 0; at < text.count;) {
        Str path, symbol;
        bool nested, opens = patch_fence_marks(text.lines[at].text).len > 0;
        if (patch_is_fenced_head(text, at, &path, &symbol))
            at = patch_parse_fence(arena, text, at, parts);
        else /* Text in other fences is skipped. */
            at = (opens ? patch_fence_close(text, at, &nested) : at) + 1;
    }
}
