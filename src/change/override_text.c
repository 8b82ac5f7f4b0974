/* The head of an override is read from its first line on, as tokens. */
#include "change/use_text.h"
#include "text/lines.h"

/* Lines of marks above a name. */
#define MARK_LINES_MAX 12

/* The token of the declared name; the number of tokens: it is not there. */
static size_t name_of(const UseText *file, const OldUse *use)
{
    size_t i = code_tokens_from(&file->tokens, lines_offset(file->text, use->line));
    while (i < file->tokens.len && !use_text_is_word(file, i, use->name))
        i++;
    bool near = i < file->tokens.len && use_text_line(file, i) <= use->line + MARK_LINES_MAX;
    return near ? i : file->tokens.len;
}

uint32_t text_uses_name_line(TextUses *uses, const OldUse *use)
{
    const UseText *file = use_text_open(uses, use->path);
    size_t i = file ? name_of(file, use) : 0;
    return file && i < file->tokens.len ? use_text_line(file, i) : use->line;
}

bool text_uses_is_marked(TextUses *uses, const OldUse *use)
{
    const UseText *file = use_text_open(uses, use->path);
    size_t i = file ? code_tokens_from(&file->tokens, lines_offset(file->text, use->line)) : 0;
    size_t name = file ? name_of(file, use) : 0;
    for (; file && i < name; i++)
        if (str_is_listed(use_text_at(file, i), "override Override"))
            return true;
    return false;
}

/* The text of an override up to the end of its name's line; empty: it is not there. */
static Str head_of(TextUses *uses, const OldUse *use)
{
    const UseText *file = use_text_open(uses, use->path);
    size_t name = file ? name_of(file, use) : 0;
    if (!file || name >= file->tokens.len)
        return (Str){0};
    size_t end = use_text_line_end(file, name);
    Str head = str_slice(file->text, lines_offset(file->text, use->line),
                         file->tokens.ptr[end ? end - 1 : 0].end);
    return str_fold_space(uses->arena, head);
}

bool text_uses_override_answers(TextUses *uses, const OldUse *use, Str type)
{
    return type.len && str_find(head_of(uses, use), type) != STR_NONE;
}

StrVec text_uses_override_has(TextUses *uses, const OldUse *use, const ChangedSymbol *reported)
{
    StrVec has = {0};
    Str head = head_of(uses, use);
    for (size_t i = 0; i < reported->breaking.len; i++)
        if (reported->asked[i].len && str_find(head, reported->asked[i]) != STR_NONE)
            *VEC_PUSH(uses->arena, &has) = reported->asked[i];
    return has;
}

bool text_uses_override_fits(TextUses *uses, const OldUse *use, const StrVec *types, bool answers)
{
    const UseText *file = use_text_open(uses, use->path);
    size_t i = file ? code_tokens_from(&file->tokens, lines_offset(file->text, use->line)) : 0;
    while (file && i < file->tokens.len && !use_text_is_word(file, i, use->name))
        i++;
    if (!file || use_text_mark(file, i + 1) != '(')
        return false;
    size_t close = use_text_close(file, i + 1);
    if (close >= file->tokens.len)
        return false;
    Str list = str_fold_space(uses->arena, str_slice(file->text, file->tokens.ptr[i + 1].start,
                                                     file->tokens.ptr[close].end));
    for (size_t k = 0; k < types->len; k++)
        if (str_find(list, types->ptr[k]) == STR_NONE)
            return false;
    return !answers || use_text_mark(file, close + 1) == ':';
}
