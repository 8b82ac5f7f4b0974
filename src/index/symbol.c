#include "index/symbol.h"

#include "base/hash.h"

uint32_t symbol_file_hash(Str path)
{
    return (uint32_t)hash_fast(path);
}

uint64_t symbol_identity_hash(Arena scratch, const SymbolIdentity *identity)
{
    Buf text = buf_open(&scratch, 0);
    buf_put(&text, identity->package);
    buf_put_byte(&text, ':');
    buf_put(&text, identity->qualified);
    buf_put_byte(&text, ':');
    buf_put(&text, symbol_kind_name(identity->kind));
    buf_put_byte(&text, ':');
    buf_put_u64(&text, identity->arity);
    if (identity->ordinal) {
        buf_put_byte(&text, '#');
        buf_put_u64(&text, identity->ordinal);
    }
    return hash_fast(buf_str(&text));
}

Str symbol_hash_text(Arena *arena, uint32_t file, uint64_t symbol)
{
    return str_format(arena, "%08x:%016llx", file, (unsigned long long)symbol);
}

uint32_t symbol_arity(Str signature)
{
    size_t open = str_find_byte(signature, '(');
    if (open == STR_NONE)
        return 0;
    int depth = 0;
    uint32_t commas = 0;
    bool any = false;
    for (size_t i = open; i < signature.len; i++) {
        char c = signature.ptr[i];
        depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
        if (depth == 0)
            break;
        commas += c == ',' && depth == 1;
        any = any || (i > open && !byte_is_space(c));
    }
    return any ? commas + 1 : 0;
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

/* Whether a sub-word starts at i, seeing the characters around it. */
static bool starts_word(Str name, size_t i)
{
    char before = i ? name.ptr[i - 1] : ' ', at = name.ptr[i];
    char after = i + 1 < name.len ? name.ptr[i + 1] : ' ';
    if (is_upper(at))
        return !is_upper(before) || is_lower(after);
    return byte_is_digit(at) != byte_is_digit(before);
}

Str symbol_words(Arena *arena, Str name)
{
    Buf words = buf_open(arena, 0);
    for (size_t i = 0; i < name.len; i++) {
        char c = name.ptr[i];
        bool word = byte_is_word(c) && c != '_';
        bool gap = words.len && words.ptr[words.len - 1] != ' ';
        if (gap && (!word || starts_word(name, i)))
            buf_put_byte(&words, ' ');
        if (word)
            buf_put_byte(&words, is_upper(c) ? (char)(c + 32) : c);
    }
    return str_trim(buf_str(&words));
}
