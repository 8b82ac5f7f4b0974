#include "index/resolve/callback_signature.h"

#include "base/buf.h"
#include "index/catalog/symbol.h"
#include "lang/walk/type.h"

/* The offset of the bracket that closes the one at `open`, or the length of the text. */
static size_t close_of(Str text, size_t open)
{
    size_t depth = 0;
    for (size_t i = open; i < text.len; i++) {
        char c = text.ptr[i];
        bool arrow = c == '>' && i && strchr("=-", text.ptr[i - 1]);
        depth += strchr("([{<", c) != NULL;
        if (strchr(")]}>", c) && !arrow && --depth == 0)
            return i;
    }
    return text.len;
}

static size_t find_outside(Str text, char wanted)
{
    size_t i = 0;
    while (i < text.len && text.ptr[i] != wanted)
        i = strchr("([{<", text.ptr[i]) ? close_of(text, i) + 1 : i + 1;
    return MIN(i, text.len);
}

static bool take_listed(Str *rest, Str *part)
{
    size_t end = find_outside(*rest, ',');
    *part = str_trim(str_slice(*rest, 0, end));
    *rest = str_from_offset(*rest, MIN(end + 1, rest->len));
    return part->len > 0;
}

static Str declared_type(Str parameter)
{
    size_t colon = find_outside(parameter, ':');
    return str_trim(str_from_offset(parameter, MIN(colon + 1, parameter.len)));
}

/* Sets *list to the parameters of the first function type in the text; false without one. */
static bool find_list(Str text, Str *list)
{
    for (size_t open = 0; open < text.len; open++) {
        if (text.ptr[open] != '(')
            continue;
        size_t close = close_of(text, open);
        Str after = str_trim(str_from_offset(text, MIN(close + 1, text.len)));
        if (!str_starts(after, STR("=>")))
            continue;
        *list = str_slice(text, open + 1, close);
        return true;
    }
    return false;
}

static void put_list(Arena *arena, const Language *language, Str list, uint32_t argument, Buf *out)
{
    Str part;
    for (uint32_t i = 0; take_listed(&list, &part);) {
        if (str_starts(part, STR("this:")))
            continue;
        Str type = type_text(arena, language, language->picked ? part : declared_type(part));
        if (type.len && out->len)
            buf_put_byte(out, ',');
        if (type.len)
            buf_printf(out, "%u.%u:%.*s", argument, i, STR_ARG(type));
        i++;
    }
}

/* ---- Rust ---- */

/* Sets *list to the parameters of the first `Fn(…)`, `FnMut(…)` or `FnOnce(…)`. */
static bool find_fn(Str text, Str *list)
{
    static const Str names[] = {STR_INIT("Fn("), STR_INIT("FnMut("), STR_INIT("FnOnce(")};
    size_t best = STR_NONE;
    for (size_t i = 0; i < COUNT(names); i++) {
        size_t at = str_find(text, names[i]);
        if (at != STR_NONE && (best == STR_NONE || at < best))
            best = at;
    }
    if (best == STR_NONE)
        return false;
    size_t open = best + str_find_byte(str_from_offset(text, best), '(');
    *list = str_slice(text, open + 1, close_of(text, open));
    return true;
}

/* The bound of a type parameter in the signature: `F: FnOnce(Snapshot)`. */
static Str bound_in(Str signature, Str name)
{
    for (size_t at = 0; at + name.len + 1 < signature.len; at++) {
        bool starts = !at || !byte_is_word(signature.ptr[at - 1]);
        if (!starts || !str_starts(str_from_offset(signature, at), name) ||
            signature.ptr[at + name.len] != ':')
            continue;
        Str bound = str_from_offset(signature, at + name.len + 1);
        return str_slice(bound, 0, find_outside(bound, ','));
    }
    return (Str){0};
}

static bool is_self(Str parameter)
{
    Str name = str_trim(str_slice(parameter, 0, find_outside(parameter, ':')));
    return str_ends(name, STR("self"));
}

static Str rust_callbacks(Arena *arena, const Outline *outline, Str signature, Str parameters)
{
    Buf out = buf_open(arena, 0);
    Str part, list;
    for (uint32_t i = 0; take_listed(&parameters, &part);) {
        if (is_self(part))
            continue;
        Str type = declared_type(part);
        bool plain = type.len > 0;
        for (size_t k = 0; k < type.len; k++)
            plain = plain && byte_is_word(type.ptr[k]);
        if (find_fn(plain ? bound_in(signature, type) : type, &list))
            put_list(arena, outline->language, list, i, &out);
        i++;
    }
    return buf_str(&out);
}

/* ---- C# ---- */

/* Sets *list to the type arguments of the first delegate in the text. *returns: the last of them is
   the return type. *first: the index of the first parameter; 1 for an event, which has a sender. */
static bool find_delegate(Str text, Str *list, bool *returns, uint32_t *first)
{
    static const struct {
        Str name;
        bool returns;
        uint32_t first;
    } rows[] = {{STR_INIT("Action<"), false, 0},
                {STR_INIT("Func<"), true, 0},
                {STR_INIT("Predicate<"), false, 0},
                {STR_INIT("Converter<"), true, 0},
                {STR_INIT("EventHandler<"), false, 1}};
    size_t best = STR_NONE;
    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t at = str_find(text, rows[i].name);
        bool starts = at != STR_NONE && (!at || !byte_is_word(text.ptr[at - 1]));
        if (!starts || (best != STR_NONE && at >= best))
            continue;
        size_t open = best = at;
        open += rows[i].name.len - 1;
        *list = str_slice(text, open + 1, close_of(text, open));
        *returns = rows[i].returns;
        *first = rows[i].first;
    }
    return best != STR_NONE;
}

static Str sharp_callbacks(Arena *arena, const Outline *outline, Str parameters)
{
    Buf out = buf_open(arena, 0);
    Str part, list, type;
    bool returns;
    for (uint32_t i = 0; take_listed(&parameters, &part);) {
        if (str_starts(part, STR("this ")))
            continue;
        uint32_t place = 0;
        for (bool some = find_delegate(part, &list, &returns, &place);
             some && take_listed(&list, &type); place++) {
            Str text = returns && !list.len ? (Str){0} : type_text(arena, outline->language, type);
            if (text.len && str_find_byte(text, ',') == STR_NONE)
                buf_printf(&out, "%s%u.%u:%.*s", out.len ? "," : "", i, place, STR_ARG(text));
        }
        i++;
    }
    return buf_str(&out);
}

/* ---- TypeScript, and the choice of the language ---- */

Str callback_signature_parameters(Arena *arena, const Outline *outline, uint32_t symbol)
{
    const Symbol *function = &outline->symbols.ptr[symbol - 1];
    Str text = function->signature, part, list;
    bool fits = symbol_is_function(function->kind);
    bool sharp = outline->language->this_marks_receiver,
         rust = !sharp && outline->language->picked != NULL;
    Str sign = sharp ? STR("<") : rust ? STR("Fn") : STR("=>");
    if (!fits || str_find(text, sign) == STR_NONE)
        return (Str){0};
    size_t open = symbol_list_open(text, function->name);
    if (open >= text.len)
        return (Str){0};
    Buf out = buf_open(arena, 0);
    Str rest = str_slice(text, open + 1, close_of(text, open));
    if (sharp)
        return sharp_callbacks(arena, outline, rest);
    if (rust)
        return rust_callbacks(arena, outline, text, rest);
    for (uint32_t i = 0; take_listed(&rest, &part);) {
        if (str_starts(part, STR("this:")))
            continue;
        if (find_list(declared_type(part), &list))
            put_list(arena, outline->language, list, i, &out);
        i++;
    }
    return buf_str(&out);
}
