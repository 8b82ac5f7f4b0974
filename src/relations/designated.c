/* The text before a place says which braces or brackets hold it, and what type they are of. */
#include "relations/designated.h"

#include "lang/registry.h"
#include "lang/walk/type.h"

/* Bytes before a name that may open a literal. */
#define LITERAL_BYTES 2000
/* Braces in braces. */
#define DESIGNATORS_MAX 4

size_t designated_bracket(Str text, size_t at)
{
    size_t least = at > LITERAL_BYTES ? at - LITERAL_BYTES : 0;
    for (size_t depth = 0; at > least; at--) {
        char byte = text.ptr[at - 1];
        if (byte == ';')
            break;
        if (byte_in(byte, ")]}"))
            depth++;
        else if (byte_in(byte, "([{") && !depth--)
            return byte == '[' ? STR_NONE : at - 1;
    }
    return STR_NONE;
}

/* C: the type of the braces that open at `open`: `(struct args){`, `Args{`, `struct args a = {`. */
static Str braced_type(Arena *arena, const Language *language, Str text, size_t open)
{
    Str before = str_trim_end(str_slice(text, 0, open));
    bool given = str_ends(before, STR("="));
    before = str_trim_end(str_slice(before, 0, before.len - given));
    if (!given && str_ends(before, STR(")"))) {
        size_t cast = str_find_last_byte(before, '(');
        return cast == STR_NONE
                   ? (Str){0}
                   : type_text(arena, language, str_slice(before, cast + 1, before.len - 1));
    }
    size_t start = before.len;
    while (start && !byte_in(before.ptr[start - 1], ";{}(),=\n"))
        start--;
    Str head = str_trim(str_from_offset(before, start));
    size_t list = str_ends(head, STR("]")) ? str_find_byte(head, '[') : STR_NONE;
    head = list == STR_NONE ? head : str_trim_end(str_slice(head, 0, list));
    size_t name = head.len;
    while (name && byte_is_word(head.ptr[name - 1]))
        name--;
    Str type = str_trim(str_slice(head, 0, name));
    bool declares = type.len && !str_ends(type, STR("return"));
    Str typed = type_text(arena, language, declares ? type : given ? (Str){0} : head);
    return typed.len && list != STR_NONE ? str_join(arena, typed, STR("[]")) : typed;
}

/* C: `.x = 1` in braces of a type, `.f.x = 1` in them: the receiver is a value of the type. */
static Str designated_receiver(Arena *arena, const Language *language, Str text, size_t start,
                               int depth)
{
    Str path = {0};
    bool leads = false; // the first of the chain has only a dot before it
    while (start && text.ptr[start - 1] == '.') {
        size_t end = start - 1, word = end;
        while (word && byte_is_word(text.ptr[word - 1]))
            word--;
        if (word == end) {
            start = end;
            leads = true;
            break;
        }
        const Str parts[] = {STR("."), str_slice(text, word, end), path};
        path = str_join_all(arena, parts, COUNT(parts));
        start = word;
    }
    size_t open =
        (leads || depth) && depth < DESIGNATORS_MAX ? designated_bracket(text, start) : STR_NONE;
    if (open == STR_NONE || text.ptr[open] != '{')
        return (Str){0};
    Str before = str_trim_end(str_slice(text, 0, open)), outer = {0};
    bool element =
        str_ends(before, STR("{")) || str_ends(before, STR(",")) || str_ends(before, STR("] ="));
    size_t word = before.len - (before.len > 0);
    if (str_ends(before, STR("=")) && !element) {
        word = str_trim_end(str_slice(before, 0, word)).len;
        while (word && byte_is_word(text.ptr[word - 1]))
            word--;
    }
    bool member = !element && word && text.ptr[word - 1] == '.';
    if (element || member)
        outer = designated_receiver(arena, language, text, element ? open : word, depth + 1);
    Str type = element || member ? (Str){0} : braced_type(arena, language, text, open);
    Str name = str_trim_end(str_slice(before, word, before.len - (before.len > 0)));
    const Str parts[] = {outer.len ? outer : type,
                         outer.len && element ? STR("[]")
                         : outer.len          ? STR(".")
                         : type.len           ? STR("{}")
                                              : (Str){0},
                         outer.len && member ? name : (Str){0}, path};
    return outer.len || type.len ? str_join_all(arena, parts, COUNT(parts)) : (Str){0};
}

/* C: a macro's argument after a type names a member of it: `offsetof(struct flags, on)`. */
static Str typed_argument(Arena *arena, const Language *language, Str text, size_t start)
{
    Str before = str_trim_end(str_slice(text, 0, start));
    if (!str_ends(before, STR(",")))
        return (Str){0};
    before.len--;
    size_t from = before.len;
    while (from && !byte_in(before.ptr[from - 1], "(),;{}"))
        from--;
    Str argument = str_trim(str_from_offset(before, from));
    bool tagged = str_starts(argument, STR("struct ")) || str_starts(argument, STR("union "));
    Str type = tagged ? type_text(arena, language, argument) : (Str){0};
    return type.len ? str_join(arena, type, STR("{}")) : type;
}

Str designated_value(Arena *arena, const Language *language, Str text, size_t start)
{
    if (!language->braces_have_designators || !start)
        return (Str){0};
    return text.ptr[start - 1] == '.' ? designated_receiver(arena, language, text, start, 0)
                                      : typed_argument(arena, language, text, start);
}
