/* Tokeniser of import statements. */
#include "lang/import/import.h"

static bool is_word_byte(char c)
{
    return byte_is_word(c) || c == '$';
}

static size_t comment_length(Str text)
{
    if (str_starts(text, STR("/*"))) {
        size_t end = str_find(str_from_offset(text, 2), STR("*/"));
        return end == STR_NONE ? text.len : end + 4;
    }
    if (str_starts(text, STR("//")) || str_starts(text, STR("#")))
        return MIN(str_find_byte(text, '\n'), text.len);
    return 0;
}

bool import_token(Str *rest, Str *token)
{
    size_t skip = 0, comment = 0;
    do {
        while (skip < rest->len && (byte_is_space(rest->ptr[skip]) || rest->ptr[skip] == '\\'))
            skip++;
        comment = comment_length(str_from_offset(*rest, skip));
        skip += comment;
    } while (comment);
    Str text = str_from_offset(*rest, skip);
    size_t len = MIN((size_t)1, text.len);
    char first = len ? text.ptr[0] : '\0';
    if (is_word_byte(first)) {
        while (len < text.len && is_word_byte(text.ptr[len]))
            len++;
    } else if (first == '"' || first == '\'' || first == '`') {
        while (len < text.len && text.ptr[len] != first)
            len++;
        len = MIN(len + 1, text.len);
    } else if (str_starts(text, STR("::"))) {
        len = 2;
    }
    *token = str_slice(text, 0, len);
    *rest = str_from_offset(text, len);
    return len > 0;
}

bool import_take(Str *rest, Str wanted)
{
    Str after = *rest, token;
    if (!import_token(&after, &token) || !str_equal(token, wanted))
        return false;
    *rest = after;
    return true;
}

void import_add(Arena *arena, BindingVec *bindings, Str name, Str alias, uint32_t flags)
{
    if (bindings->len < BINDINGS_MAX)
        *VEC_PUSH(arena, bindings) = (Binding){.name = name, .alias = alias, .flags = flags};
}
