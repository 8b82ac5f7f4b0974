#include "languages_calls.h"

#include "languages/java/signature.h"

#include "base/buf.h"
#include "index/catalog/symbol.h"
#include "index/resolve/call_signature.h"
#include "lang/walk/type.h"

static size_t close_of(Str text, size_t open)
{
    size_t depth = 0;
    for (size_t i = open; i < text.len; i++) {
        depth += text.ptr[i] == '<';
        if (text.ptr[i] == '>' && --depth == 0)
            return i;
    }
    return text.len;
}

/* The offset of the type parameters: after a type's name, before a method's return type. */
static size_t open_of(const Symbol *symbol)
{
    Str text = symbol->signature;
    bool type = symbol_is_type(symbol->kind);
    size_t limit = type ? text.len : MIN(str_find_byte(text, '('), text.len);
    for (size_t i = 0; i < limit; i++) {
        bool after_name = i >= symbol->name.len &&
                          str_equal(str_slice(text, i - symbol->name.len, i), symbol->name);
        bool free = !i || text.ptr[i - 1] == ' ';
        if (text.ptr[i] == '<' && (type ? after_name : free))
            return i;
    }
    return STR_NONE;
}

/* Takes the next item off the front of a list with nested brackets. */
static bool take_listed(Str *rest, Str *part)
{
    size_t depth = 0, end = 0;
    for (; end < rest->len; end++) {
        char c = rest->ptr[end];
        if (c == ',' && !depth)
            break;
        depth += c == '<' || c == '(';
        depth -= (c == '>' || c == ')') && depth;
    }
    *part = str_trim(str_slice(*rest, 0, end));
    *rest = str_from_offset(*rest, end + 1);
    return part->len > 0;
}

static size_t word_length(Str text, bool path)
{
    size_t len = 0;
    while (len < text.len && (byte_is_word(text.ptr[len]) || (path && text.ptr[len] == '.')))
        len++;
    return len;
}

static bool declares(const Symbol *symbol, Str name, Str *bound)
{
    size_t open = open_of(symbol);
    if (open == STR_NONE)
        return false;
    Str rest = str_slice(symbol->signature, open + 1, close_of(symbol->signature, open)), parameter;
    while (take_listed(&rest, &parameter)) {
        size_t len = word_length(parameter, false);
        if (!str_equal(str_slice(parameter, 0, len), name))
            continue;
        Str after = str_trim(str_from_offset(parameter, len));
        Str base =
            str_starts(after, STR("extends ")) ? str_trim(str_from_offset(after, 8)) : (Str){0};
        *bound = str_slice(base, 0, word_length(base, true));
        return true;
    }
    return false;
}

/* Whether the symbol, or one around it, has the type parameter. *bound is its bound, without type
   arguments; it may be empty. */
static bool find_parameter(const SymbolVec *symbols, uint32_t symbol, Str name, Str *bound)
{
    for (uint32_t i = symbol; i && i <= symbols->len; i = symbols->ptr[i - 1].parent)
        if (declares(&symbols->ptr[i - 1], name, bound))
            return true;
    return false;
}

bool java_is_type_parameter(const SymbolVec *symbols, uint32_t symbol, Str name)
{
    Str bound;
    return find_parameter(symbols, symbol, name, &bound);
}

Str java_erase(Arena *arena, const SymbolVec *symbols, uint32_t symbol, Str type)
{
    size_t len = word_length(type, false);
    Str bound = {0}, suffix = str_from_offset(type, len);
    if (!len || !find_parameter(symbols, symbol, str_slice(type, 0, len), &bound))
        return type;
    return str_join(arena, bound.len ? bound : STR("Object"), suffix);
}

/* ---- parameters ---- */

/* `final Map<K, V> map` without the name. */
static Str without_name(Str parameter)
{
    size_t end = parameter.len;
    while (end && byte_is_word(parameter.ptr[end - 1]))
        end--;
    return str_trim(str_slice(parameter, 0, end));
}

/* Erased, as lang/walk/type.h spells them: `Foo[],int[]`. Empty if the signature is cut or has no
   parameters. */
Str java_parameter_types(Arena *arena, const Outline *outline, uint32_t symbol)
{
    const Symbol *method = &outline->symbols.ptr[symbol - 1];
    bool record = method->kind == SYMBOL_CLASS; // its components
    Str text = record ? call_signature_head(method) : method->signature;
    bool called = method->kind == SYMBOL_METHOD || method->kind == SYMBOL_CONSTRUCTOR || record;
    if (!called || !method->name.len)
        return (Str){0};
    size_t name = str_find(text, str_join(arena, method->name, STR("(")));
    size_t open = record ? symbol_list_open(text, method->name) : name + method->name.len;
    size_t close = str_find_last_byte(text, ')');
    if ((!record && name == STR_NONE) || close == STR_NONE || str_ends(text, STR("…")) ||
        open >= close)
        return (Str){0};
    Buf out = buf_open(arena, 0);
    Str rest = str_slice(text, open + 1, close), part;
    while (take_listed(&rest, &part)) {
        Str type = type_erased(arena, type_text(arena, outline->language, without_name(part)));
        if (out.len)
            buf_put_byte(&out, ',');
        buf_put(&out, java_erase(arena, &outline->symbols, symbol, type));
    }
    return buf_str(&out);
}
