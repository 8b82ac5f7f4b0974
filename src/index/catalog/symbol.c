/* The portable hash covers package, qualified name, kind, arity and an ordinal among equals, but
   no lines, so it survives moved code. Arity and sub-words are read from signature and name by
   small scanners that know brackets and letter case. */
#include "index/catalog/symbol.h"

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

/* The offset of the bracket that closes the one at `open`, or the end. Angle brackets count where
   they may enclose type arguments. */
static size_t close_of(Str text, size_t open)
{
    int depth = 0;
    for (size_t i = open; i < text.len; i++) {
        char c = text.ptr[i], before = i ? text.ptr[i - 1] : ' ';
        bool angle = (c == '<' && byte_is_word(before)) || (c == '>' && !byte_in(before, "-= "));
        if (byte_in(c, "([{") || (angle && c == '<'))
            depth++;
        else if (byte_in(c, ")]}") || angle)
            depth--;
        if (depth <= 0)
            return i;
    }
    return text.len;
}

/* The parenthesis after the name and its type arguments, else the first one. */
size_t symbol_list_open(Str signature, Str name)
{
    size_t first = str_find_byte(signature, '(');
    if (first == STR_NONE)
        return signature.len;
    for (size_t from = 0; name.len && from < signature.len;) {
        size_t at = str_find(str_from_offset(signature, from), name);
        if (at == STR_NONE)
            break;
        size_t end = from + at + name.len;
        bool starts = !(from + at) || !byte_is_word(signature.ptr[from + at - 1]);
        from = end;
        if (end < signature.len && byte_in(signature.ptr[end], "<["))
            end = close_of(signature, end) + 1;
        while (end < signature.len && byte_is_space(signature.ptr[end]))
            end++;
        if (starts && end < signature.len && signature.ptr[end] == '(')
            return end;
    }
    return first;
}

static bool is_self(Str parameter)
{
    static const Str words[] = {STR_INIT("self"), STR_INIT("mut self"), STR_INIT("&self"),
                                STR_INIT("cls"), STR_INIT("&mut self")};
    if (str_starts(parameter, STR("&'")))
        return str_ends(parameter, STR(" self"));
    if (str_starts(parameter, STR("this "))) // C#
        return true;
    parameter =
        str_trim(str_slice(parameter, 0, MIN(str_find_byte(parameter, ':'), parameter.len)));
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_equal(parameter, words[i]))
            return true;
    return false;
}

static bool is_flexible(Str parameter)
{
    return str_find_byte(parameter, '=') != STR_NONE ||
           str_find(parameter, STR(" \\\\ ")) != STR_NONE || // Elixir
           str_find(parameter, STR("...")) != STR_NONE ||
           str_find(parameter, STR("?:")) != STR_NONE || str_starts(parameter, STR("*")) ||
           str_starts(parameter, STR("vararg ")) || str_starts(parameter, STR("params "));
}

SymbolParameters symbol_parameters(Str signature, Str name)
{
    SymbolParameters result = {0};
    size_t open = symbol_list_open(signature, name);
    if (open == signature.len)
        return result;
    size_t close = close_of(signature, open), from = open + 1;
    result.flexible = close == signature.len; // cut off: the number is unknown
    for (size_t i = from; i <= close && i <= signature.len; i++) {
        bool ends = i == close || signature.ptr[i] == ',';
        if (!ends && i > open && byte_in(signature.ptr[i], "([{<"))
            i = MIN(MAX(close_of(signature, i), i), close - 1);
        if (!ends)
            continue;
        Str parameter = str_trim(str_slice(signature, from, i));
        from = i + 1;
        if (!parameter.len || str_equal(parameter, STR("void")))
            continue;
        result.self = result.self || (!result.count && is_self(parameter));
        result.flexible = result.flexible || is_flexible(parameter);
        result.count++;
    }
    return result;
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

/* Whether a sub-word starts at i, judged by the neighbouring characters. */
static bool starts_word(Str name, size_t i)
{
    char before = i ? name.ptr[i - 1] : ' ', at = name.ptr[i];
    char after = i + 1 < name.len ? name.ptr[i + 1] : ' ';
    if (is_upper(at))
        return !is_upper(before) || is_lower(after);
    return byte_is_digit(at) != byte_is_digit(before);
}

static bool is_in_word(char c)
{
    return byte_is_word(c) && c != '_';
}

bool symbol_word_begins(Str name, size_t at)
{
    return is_in_word(name.ptr[at]) &&
           (!at || !is_in_word(name.ptr[at - 1]) || starts_word(name, at));
}

Str symbol_words(Arena *arena, Str name)
{
    Buf words = buf_open(arena, 0);
    for (size_t i = 0; i < name.len; i++) {
        char c = name.ptr[i];
        bool word = is_in_word(c);
        bool gap = words.len && words.ptr[words.len - 1] != ' ';
        if (gap && (!word || starts_word(name, i)))
            buf_put_byte(&words, ' ');
        if (word)
            buf_put_byte(&words, is_upper(c) ? (char)(c + 32) : c);
    }
    return str_trim(buf_str(&words));
}
