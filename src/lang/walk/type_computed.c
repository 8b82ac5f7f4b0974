/* Types that TypeScript computes of others: members, results of functions, objects. */
#include "lang/walk/type_computed.h"

#include "lang/walk/type.h"
#include "lang/walk/type_head.h"

/* The members of `{ a: A; b?: B }`; `{ [k: string]: A }` is a Record. */
static Str object_type(Arena *arena, const Language *language, Str inside, int depth)
{
    Str all = {0}, rest = str_trim(inside);
    size_t key = str_starts(rest, STR("[")) ? type_close(rest) : STR_NONE;
    if (key != STR_NONE) {
        Str type = str_trim(str_from_offset(rest, key + 1));
        type = str_slice(type, 0, type_find_outside(type, ';'));
        Str text = type_text_in(arena, language, type, depth + 1);
        return text.len ? str_format(arena, "Record<string,%.*s>", STR_ARG(text)) : (Str){0};
    }
    while (rest.len) {
        size_t end = 0;
        while (end < rest.len && !byte_in(rest.ptr[end], ";,\n"))
            end =
                end + MAX(type_find_outside(str_from_offset(rest, end), rest.ptr[end]), (size_t)1);
        Str member = str_trim(str_slice(rest, 0, end));
        member = str_from_offset(member, str_starts(member, STR("readonly ")) ? 9 : 0);
        Str name = str_first_word(member), type = str_trim(str_from_offset(member, name.len));
        type = str_from_offset(type, str_starts(type, STR("?")));
        bool typed =
            name.len && str_starts(type, STR(":")) && str_find(type, STR("=>")) == STR_NONE;
        Str text = typed ? type_text_in(arena, language, type, depth + 1) : (Str){0};
        const Str next[] = {all, all.len ? STR(",") : (Str){0}, name, STR(":"), text};
        all = text.len ? str_join_all(arena, next, COUNT(next)) : all;
        rest = str_trim(str_from_offset(rest, end + 1));
    }
    const Str whole[] = {STR(TYPE_TUPLE "<"), all, STR(">")};
    return all.len && all.len <= TYPE_ARGUMENTS_BYTES ? str_join_all(arena, whole, COUNT(whole))
                                                      : (Str){0};
}

/* `x is Foo`, `asserts x is Foo`. */
static Str guard_type(Arena *arena, const Language *language, Str text, int depth)
{
    bool asserts = str_starts(text, STR("asserts "));
    text = str_from_offset(text, asserts ? strlen("asserts ") : 0);
    Str rest = str_trim(str_from_offset(text, str_first_word(text).len));
    Str type = str_starts(rest, STR("is "))
                   ? type_text_in(arena, language, str_from_offset(rest, 3), depth + 1)
                   : (Str){0};
    const char *name = asserts ? TYPE_ASSERTION : TYPE_TEST;
    return type.len ? str_format(arena, "%s<%.*s>", name, STR_ARG(type)) : (Str){0};
}

/* `A & B`: a value has the members of both. */
static Str both_types(Arena *arena, const Language *language, Str text, int depth)
{
    Str all = {0};
    if (type_find_outside(text, '&') == text.len || type_find_outside(text, '|') < text.len)
        return all;
    while (text.len) {
        size_t at = type_find_outside(text, '&');
        Str part = type_text_in(arena, language, str_slice(text, 0, at), depth + 1);
        const Str next[] = {all, all.len && part.len ? STR("|") : (Str){0}, part};
        all = str_join_all(arena, next, COUNT(next));
        text = str_from_offset(text, at + 1);
    }
    return all;
}

/* `Deps['db']`, `typeof deps`, `(typeof deps)['db'][]`. */
static Str member_type(Arena *arena, Str text)
{
    bool grouped = str_starts(text, STR("(typeof ")) || str_starts(text, STR("( typeof "));
    size_t last = 0, close = grouped ? type_close(text) : STR_NONE;
    Str inside = close == STR_NONE ? text : str_trim(str_slice(text, 1, close));
    bool of = str_starts(inside, STR("typeof "));
    inside = str_trim(str_from_offset(inside, of ? strlen("typeof ") : 0));
    size_t len = type_chain_length(inside, &last);
    Str path = str_slice(inside, 0, len), parts = {0};
    Str rest = str_trim(close == STR_NONE ? str_from_offset(inside, len)
                                          : str_from_offset(text, close + 1));
    while (len && (str_starts(rest, STR("['")) || str_starts(rest, STR("[\"")) ||
                   str_starts(rest, STR("[number]")) || str_starts(rest, STR("[]")))) {
        close = type_close(rest);
        bool list = rest.ptr[1] == ']', element = rest.ptr[1] == 'n';
        if (close == STR_NONE || (!element && !list && close < 4))
            return (Str){0};
        Str key = list || element ? (Str){0} : str_slice(rest, 2, close - 1);
        const Str next[] = {parts, list ? STR("~") : element ? STR("[]") : STR("."), key};
        parts = str_join_all(arena, next, COUNT(next));
        rest = str_trim(str_from_offset(rest, close + 1));
    }
    const Str all[] = {of ? STR("=") : (Str){0}, path, of ? (Str){0} : STR("{}"), parts};
    bool computed =
        of || str_find_byte(parts, '.') != STR_NONE || str_find_byte(parts, '[') != STR_NONE;
    return computed && len && !rest.len ? str_join_all(arena, all, COUNT(all)) : (Str){0};
}

/* `ReturnType<typeof f>`, `ReturnType<A['f']>`, `InstanceType<typeof C>`, `Extract<A | B, A>`. */
static Str applied_type(Arena *arena, const Language *language, Str word, Str inside, int depth)
{
    size_t comma = type_find_outside(inside, ',');
    Str first = str_trim(str_slice(inside, 0, comma));
    Str second = str_trim(str_from_offset(inside, comma + 1));
    bool of = str_starts(first, STR("typeof "));
    Str path = str_trim(str_from_offset(first, of ? strlen("typeof ") : 0));
    if (str_equal(word, STR("Extract")) && second.len)
        return type_text_in(arena, language, second, depth + 1);
    if (str_equal(word, STR("Exclude")))
        return type_text_in(arena, language, first, depth + 1);
    if (str_equal(word, STR("InstanceType")))
        return of ? path : (Str){0};
    if (str_equal(word, STR("ReturnType"))) {
        Str function = of ? path : member_type(arena, first);
        return function.len ? str_join(arena, function, STR("()")) : function;
    }
    return lang_lists(language->wrappers, word) ? type_computed(arena, language, first, depth + 1)
                                                : (Str){0};
}

Str type_computed(Arena *arena, const Language *language, Str text, int depth)
{
    text = str_trim(str_from_offset(text, str_starts(text, STR(":"))));
    Str word = str_first_word(text), rest = str_trim(str_from_offset(text, word.len));
    if (!text.len || depth >= TYPE_NESTED_MAX)
        return (Str){0};
    if (text.ptr[0] == '{' && type_close(text) == text.len - 1)
        return object_type(arena, language, str_slice(text, 1, text.len - 1), depth);
    Str guard = guard_type(arena, language, text, depth);
    Str both = guard.len ? guard : both_types(arena, language, text, depth);
    if (both.len)
        return both;
    if (word.len && str_starts(rest, STR("<")) && type_close(rest) == rest.len - 1)
        return applied_type(arena, language, word, str_slice(rest, 1, rest.len - 1), depth);
    return member_type(arena, text);
}
