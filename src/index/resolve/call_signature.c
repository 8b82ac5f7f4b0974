/* Parameters are read from the signature, since their types are not symbols. */
#include "index/resolve/call_signature.h"

#include "base/buf.h"
#include "index/catalog/symbol.h"
#include "lang/walk/type.h"
#include "lang/walk/type_head.h"

/* Function types in function types. */
#define NESTING_MAX 3
#define SIGNATURE_BYTES_MAX 400

typedef struct Reader {
    Arena *arena;
    const Language *language;
} Reader;

/* ---- texts ---- */

static size_t close_of(Str text, size_t open)
{
    size_t depth = 0;
    for (size_t i = open; i < text.len; i++) {
        char c = text.ptr[i];
        bool arrow = c == '>' && i && byte_in(text.ptr[i - 1], "=-");
        depth += byte_in(c, "([{<");
        if (byte_in(c, ")]}>") && !arrow && --depth == 0)
            return i;
    }
    return text.len;
}

static size_t find_outside(Str text, Str wanted)
{
    for (size_t i = 0; i < text.len; i++) {
        if (str_starts(str_from_offset(text, i), wanted))
            return i;
        if (byte_in(text.ptr[i], "([{<"))
            i = close_of(text, i);
    }
    return text.len;
}

static bool take(Str *rest, Str *part)
{
    size_t end = find_outside(*rest, STR(","));
    bool more = rest->len > 0;
    *part = str_trim(str_slice(*rest, 0, end));
    *rest = str_from_offset(*rest, end + 1);
    return more;
}

/* Takes the list in brackets off the front: `(a: A)`. False without one. */
static bool take_list(Str *rest, Str *list)
{
    *rest = str_trim(*rest);
    if (!str_starts(*rest, STR("(")))
        return false;
    size_t close = close_of(*rest, 0);
    *list = str_slice(*rest, 1, close);
    *rest = str_from_offset(*rest, MIN(close + 1, rest->len));
    return true;
}

/* Drops attributes and modifiers before a parameter or a type: `@escaping`, `private val`. */
static Str without_modifiers(Str text)
{
    static const char *const words[] = {
        "val",      "var",       "private",     "protected", "public", "internal", "override",
        "final",    "noinline",  "crossinline", "suspend",   "inout",  "implicit", "using",
        "required", "covariant", "ref",         "out",       "in",     "this",     "params",
        "readonly", "const",     "borrowing",   "consuming", "scoped", "inline",   "late",
        "any",      "some",      "lazy",        NULL};
    for (text = str_trim(text); text.len;) {
        bool mark = text.ptr[0] == '@' || (text.ptr[0] == '[' && text.len > 1);
        Str word = str_first_word(str_from_offset(text, text.ptr[0] == '@'));
        size_t len = text.ptr[0] == '[' ? MIN(close_of(text, 0) + 1, text.len)
                                        : word.len + (text.ptr[0] == '@');
        Str rest = str_from_offset(text, len);
        bool spaced = rest.len && byte_is_space(rest.ptr[0]);
        if (mark && text.ptr[0] == '@' && str_starts(rest, STR("(")))
            rest = str_from_offset(rest, MIN(close_of(rest, 0) + 1, rest.len)), spaced = true;
        bool attribute = mark && (text.ptr[0] == '@' || (rest.len && byte_is_space(rest.ptr[0])));
        if (!spaced || (!attribute && !lang_lists(words, word)))
            break;
        text = str_trim(rest);
    }
    return text;
}

/* ---- types ---- */

static Str type_of(const Reader *reader, Str source, int depth);

/* `__fn<A,B;R>` */
static Str function_type(const Reader *reader, Str receiver, Str list, Str result, int depth)
{
    Buf out = buf_open(reader->arena, 0);
    Str part;
    bool some = receiver.len;
    buf_put(&out, STR(TYPE_FUNCTION "<"));
    if (receiver.len)
        buf_printf(&out, "this,%.*s", STR_ARG(type_of(reader, receiver, depth + 1)));
    while (take(&list, &part)) {
        size_t colon = find_outside(part, STR(":"));
        bool named = colon < part.len && !str_starts(str_from_offset(part, colon), STR("::"));
        Str type = type_of(reader, named ? str_from_offset(part, colon + 1) : part, depth + 1);
        buf_put(&out, some ? STR(",") : (Str){0});
        buf_put(&out, type.len ? type : STR("_"));
        some = true;
    }
    buf_printf(&out, ";%.*s>", STR_ARG(type_of(reader, result, depth + 1)));
    return buf_str(&out);
}

/* Dart: `R Function(A a, B)`. */
static Str dart_function(const Reader *reader, Str source, int depth)
{
    size_t at = str_find(source, STR("Function"));
    Str rest = at == STR_NONE ? (Str){0} : str_from_offset(source, at + strlen("Function"));
    size_t open = str_find_byte(rest, '(');
    bool starts = at != STR_NONE && (!at || !byte_is_word(source.ptr[at - 1]));
    if (!starts || open == STR_NONE || (open && rest.ptr[0] != '<'))
        return (Str){0};
    Str list = str_slice(rest, open + 1, close_of(rest, open)), part;
    Buf types = buf_open(reader->arena, 0);
    while (take(&list, &part)) {
        Str name = str_last_word(part), type = str_trim(str_slice(part, 0, part.len - name.len));
        buf_put(&types, types.len ? STR(",") : (Str){0});
        buf_put(&types, type.len ? type : part);
    }
    return function_type(reader, (Str){0}, buf_str(&types), str_trim(str_slice(source, 0, at)),
                         depth);
}

/* Go: `func(a A, b B) R`, or with types alone. */
static Str go_function(const Reader *reader, Str source, int depth)
{
    Str part, list, rest = str_from_offset(source, strlen("func"));
    Buf types = buf_open(reader->arena, 0);
    if (reader->language->parameters != PARAMETERS_NAME_FIRST || !str_starts(source, STR("func")) ||
        !take_list(&rest, &list))
        return (Str){0};
    while (take(&list, &part)) {
        Str name = str_first_word(part), type = str_trim(str_from_offset(part, name.len));
        bool named = name.len && type.len && byte_is_space(part.ptr[name.len]) &&
                     !str_equal(name, STR("chan"));
        buf_printf(&types, "%s%.*s", types.len ? "," : "", STR_ARG(named ? type : part));
    }
    return function_type(reader, (Str){0}, buf_str(&types), str_trim(rest), depth);
}

/* `(A, B) -> R`, `A.(B) -> R`, `A => R`; empty for other types. */
static Str arrow_type(const Reader *reader, Str source, int depth)
{
    size_t thin = find_outside(source, STR("->")), thick = find_outside(source, STR("=>"));
    size_t arrow = MIN(thin, thick);
    if (arrow >= source.len)
        return (Str){0};
    Str left = str_trim(str_slice(source, 0, arrow)), receiver = {0};
    static const Str effects[] = {STR_INIT("rethrows"), STR_INIT("throws"), STR_INIT("async"),
                                  STR_INIT("?")};
    for (size_t i = 0; i < COUNT(effects); i++)
        if (str_ends(left, effects[i]))
            left = str_trim(str_slice(left, 0, left.len - effects[i].len));
    Str result = str_trim(str_from_offset(source, arrow + 2));
    if (!left.len) // Scala: by name
        return type_of(reader, result, depth + 1);
    size_t dot = find_outside(left, STR(".("));
    if (dot < left.len) {
        receiver = str_slice(left, 0, dot);
        left = str_from_offset(left, dot + 1);
    }
    bool round = str_starts(left, STR("(")) && close_of(left, 0) == left.len - 1;
    return function_type(reader, receiver, round ? str_slice(left, 1, left.len - 1) : left, result,
                         depth);
}

static Str type_of(const Reader *reader, Str source, int depth)
{
    source = without_modifiers(source);
    bool optional = str_ends(source, STR(")?"));
    if (optional)
        source.len--;
    bool round = str_starts(source, STR("(")) && close_of(source, 0) == source.len - 1;
    bool function = find_outside(source, STR("->")) < source.len ||
                    find_outside(source, STR("=>")) < source.len;
    Str inside = round ? str_trim(str_slice(source, 1, source.len - 1)) : source;
    if (depth > NESTING_MAX || !source.len)
        return (Str){0};
    if (round && !function && find_outside(inside, STR(",")) == inside.len)
        return type_of(reader, inside, depth + 1);
    Str text = arrow_type(reader, source, depth);
    text = text.len ? text : go_function(reader, source, depth);
    text = text.len ? text : dart_function(reader, source, depth);
    return text.len ? text : type_text(reader->arena, reader->language, source);
}

/* ---- parameters ---- */

static void put_parameter(const Reader *reader, Buf *out, Str label, Str type, Str marks)
{
    Str text = type_of(reader, type, 0);
    if (out->len)
        buf_put_byte(out, ',');
    buf_printf(out, "%.*s%.*s=%.*s", STR_ARG(marks), STR_ARG(label),
               STR_ARG(text.len ? text : STR("_")));
}

/* `label name: Type = value` */
static void put_named_first(const Reader *reader, Buf *out, Str part)
{
    size_t colon = find_outside(part, STR(":"));
    Str before = without_modifiers(str_slice(part, 0, colon));
    bool many = str_starts(before, STR("vararg "));
    before = many ? without_modifiers(str_from_offset(before, strlen("vararg "))) : before;
    Str type = str_trim(str_from_offset(part, MIN(colon + 1, part.len)));
    size_t value = type.len;
    for (size_t from = 0; from < type.len;) {
        size_t at = from + find_outside(str_from_offset(type, from), STR("="));
        from = at + 2;
        if (at < type.len && type.ptr[MIN(at + 1, type.len - 1)] != '>') {
            value = at;
            break;
        }
    }
    bool has_value = value < type.len;
    type = str_trim(str_slice(type, 0, value));
    Str label = str_first_word(before);
    label = str_equal(label, STR("_")) ? (Str){0} : label; // Swift
    if (str_ends(type, STR("...")))
        many = true, type.len -= 3;
    else if (str_ends(type, STR("*")))
        many = true, type.len -= 1;
    put_parameter(reader, out, label, type, many ? STR("*") : has_value ? STR("?") : (Str){0});
}

/* `final Type name = value`; Dart's `this.name`, and `R f(A a)`. */
static void put_type_first(const Reader *reader, Buf *out, Str part, bool optional)
{
    bool extended = str_starts(part, STR("this ")), needed = str_starts(part, STR("required "));
    bool many = str_starts(part, STR("params "));
    part = without_modifiers(part);
    size_t value = find_outside(part, STR("="));
    while (value + 1 < part.len && part.ptr[value + 1] == '>')
        value = part.len;
    bool has_value = value < part.len || (optional && !needed);
    part = str_trim(str_slice(part, 0, value));
    if (str_ends(part, STR(")")) && str_find(part, STR("Function")) == STR_NONE) { // `R f(A a)`
        size_t open = str_find_byte(part, '(');
        Str name = str_last_word(str_slice(part, 0, open));
        const Str parts[] = {str_slice(part, 0, open - name.len), STR("Function"),
                             str_from_offset(part, open), STR(" "), name};
        part = str_join_all(reader->arena, parts, COUNT(parts));
    }
    Str name = str_last_word(part), type = str_trim(str_slice(part, 0, part.len - name.len));
    if (str_ends(type, STR("...")))
        many = true, type = str_slice(type, 0, type.len - 3);
    if (many && str_ends(type, STR("[]")))
        type = str_slice(type, 0, type.len - 2);
    if (str_ends(type, STR("this.")) || str_ends(type, STR("super."))) // of a field
        type = str_join(reader->arena, STR("this."), name);
    if (!extended)
        put_parameter(reader, out, name, type, many ? STR("*") : has_value ? STR("?") : (Str){0});
}

/* Go: `a, b T, more ...R`. A name alone has the type of the next that has one. */
static void put_names_first(const Reader *reader, Buf *out, Str list)
{
    Str part, ahead, name = {0}, type = {0};
    while (take(&list, &part)) {
        name = str_first_word(part);
        type = str_trim(str_from_offset(part, name.len));
        ahead = list;
        while (name.len == part.len && !type.len && take(&ahead, &part))
            type = str_trim(str_from_offset(part, str_first_word(part).len));
        bool many = str_starts(type, STR("..."));
        type = str_from_offset(type, many ? 3 : 0);
        put_parameter(reader, out, name, type, many ? STR("*") : (Str){0});
    }
}

static void put_list(const Reader *reader, Buf *out, Str list, bool optional)
{
    Str part;
    if (reader->language->parameters == PARAMETERS_NAME_FIRST) {
        put_names_first(reader, out, list);
        return;
    }
    bool colon = reader->language->parameters == PARAMETERS_NAME_COLON;
    while (take(&list, &part)) {
        bool group = !colon && (str_starts(part, STR("{")) || str_starts(part, STR("[")));
        if (group && reader->language->chain_node)
            put_list(reader, out, str_slice(part, 1, close_of(part, 0)), true);
        else if (part.len && colon)
            put_named_first(reader, out, part);
        else if (part.len)
            put_type_first(reader, out, part, optional);
    }
}

/* ---- signatures ---- */

/* The type parameters before or after the name: `fun <T> f`, `T f<T>`, `def f[T]`. */
static Str variables_of(const Symbol *symbol, size_t open)
{
    Str text = symbol->signature, name = symbol->name;
    for (size_t i = 0; i < open; i++) {
        bool after = i >= name.len && str_equal(str_slice(text, i - name.len, i), name);
        bool before = !i || byte_is_space(text.ptr[i - 1]);
        if ((text.ptr[i] == '<' && (after || before)) || (text.ptr[i] == '[' && after))
            return str_slice(text, i + 1, close_of(text, i));
    }
    return (Str){0};
}

static void put_variables(Buf *out, Str list)
{
    Str part;
    while (take(&list, &part)) {
        static const Str marks[] = {STR_INIT("reified "), STR_INIT("in "), STR_INIT("out ")};
        for (size_t i = 0; i < COUNT(marks); i++)
            if (str_starts(part, marks[i]))
                part = str_trim(str_from_offset(part, marks[i].len));
        while (part.len && !byte_is_word(part.ptr[0])) // Scala: `+T`
            part = str_from_offset(part, 1);
        Str name = str_first_word(part);
        if (out->len && name.len)
            buf_put_byte(out, ',');
        buf_put(out, name);
    }
}

/* Whether another function of the file has the name: an overload, or one elsewhere. */
static bool has_namesake(const Outline *outline, uint32_t symbol)
{
    const Symbol *own = &outline->symbols.ptr[symbol - 1];
    for (uint32_t i = own->parent ? own->parent : 0; i < outline->symbols.len; i++) {
        const Symbol *other = &outline->symbols.ptr[i];
        if (own->parent && i >= outline->symbols.ptr[own->parent - 1].next)
            break;
        if (other != own && other->parent == own->parent && str_equal(other->name, own->name))
            return true;
    }
    return false;
}

/* Whether the type declares constructors, beside which its own list of parameters is one more. */
static bool has_constructors(const Outline *outline, uint32_t symbol)
{
    for (size_t i = 0; i < outline->symbols.len; i++)
        if (outline->symbols.ptr[i].parent == symbol &&
            outline->symbols.ptr[i].kind == SYMBOL_CONSTRUCTOR)
            return true;
    return false;
}

/* Scala: a class of methods for the type of its only parameter. */
#define IMPLICIT_CLASS "implicit class "

static bool is_needed(const Outline *outline, uint32_t symbol)
{
    const Symbol *own = &outline->symbols.ptr[symbol - 1];
    static const char *const signs[] = {"<", "[", "->", "=>", "Function", "vararg", "...", "out "};
    bool abstract = own->kind == SYMBOL_METHOD && !own->body && own->parent;
    bool sign = str_find(own->signature, STR(IMPLICIT_CLASS)) != STR_NONE;
    for (size_t i = 0; i < COUNT(signs); i++)
        sign = sign || str_find(own->signature, str_from(signs[i])) != STR_NONE;
    return sign || abstract || own->kind == SYMBOL_CONSTRUCTOR || symbol_owner(own).len ||
           has_namesake(outline, symbol) || outline->language->members_may_be_implied ||
           (symbol_is_type(own->kind) && has_constructors(outline, symbol));
}

/* Another name for a function type: `typealias F = (A) -> R`. */
static Str alias_signature(const Reader *reader, const Symbol *symbol)
{
    size_t at = find_outside(symbol->signature, STR("="));
    if (symbol->kind != SYMBOL_TYPE || at >= symbol->signature.len)
        return (Str){0};
    Str source = str_trim(str_from_offset(symbol->signature, at + 1));
    Str type = type_of(reader, source, 0);
    return str_starts(type, STR(TYPE_FUNCTION)) ? str_join(reader->arena, STR("||="), type)
                                                : (Str){0};
}

Str call_signature_head(const Symbol *type)
{
    Str text = type->signature, name = type->name;
    for (size_t i = 1; name.len && i + name.len <= text.len; i++) {
        size_t end = i + name.len;
        bool word =
            byte_is_space(text.ptr[i - 1]) && (end == text.len || !byte_is_word(text.ptr[end]));
        if (word && str_equal(str_slice(text, i, end), name))
            return str_from_offset(text, i);
    }
    return (Str){0};
}

/* Kotlin: the type that a function extends, with its arguments: `List<T>` of `fun <T> List<T>.f()`.
 */
static Str extended_type(const Symbol *own, size_t open)
{
    Str head = str_slice(own->signature, 0, open), written;
    size_t depth = 0;
    if (!str_ends(head, own->name) || head.len == own->name.len)
        return symbol_owner(own);
    head.len -= own->name.len + 1;
    size_t start = head.len;
    for (; start && (depth || !byte_is_space(head.ptr[start - 1])); start--) {
        depth += head.ptr[start - 1] == '>';
        depth -= head.ptr[start - 1] == '<' && depth;
    }
    written = str_from_offset(head, start);
    bool whole = head.ptr[head.len] == '.' && str_find_byte(written, '<') != STR_NONE &&
                 str_find(written, symbol_owner(own)) != STR_NONE;
    return whole ? written : symbol_owner(own);
}

/* The same of a property: `|List<Foo>|`. */
static Str property_signature(const Reader *reader, const Symbol *own)
{
    Str dotted = str_join(reader->arena, STR("."), own->name);
    size_t dot = str_find(own->signature, dotted);
    if (own->kind != SYMBOL_PROPERTY || !symbol_owner(own).len || dot == STR_NONE)
        return alias_signature(reader, own);
    Str type = type_text(reader->arena, reader->language, extended_type(own, dot + dotted.len));
    const Str parts[] = {STR("|"), type, STR("|")};
    return str_join_all(reader->arena, parts, COUNT(parts));
}

Str call_signature(Arena *arena, const Outline *outline, uint32_t symbol)
{
    const Symbol *own = &outline->symbols.ptr[symbol - 1];
    Reader reader = {arena, outline->language};
    bool class = own->kind == SYMBOL_CLASS || own->kind == SYMBOL_STRUCT;
    Str text = class ? call_signature_head(own) : own->signature, list;
    bool delegate = own->kind == SYMBOL_TYPE && outline->language->this_marks_receiver;
    if (!symbol_is_function(own->kind) && !class && !delegate)
        return property_signature(&reader, own);
    size_t open = symbol_list_open(text, own->name);
    bool cut = str_ends(text, STR("…"));
    if (open >= text.len || cut || (!delegate && !is_needed(outline, symbol)))
        return (Str){0};
    size_t base = class ? find_outside(text, STR(" : ")) : text.len;
    if (open > base || (class && str_find(str_slice(text, 0, open), STR(" extends ")) != STR_NONE))
        return (Str){0};
    Buf out = buf_open(arena, 0), parameters = buf_open(arena, 0);
    put_variables(&out, class ? (Str){0} : variables_of(own, open));
    buf_put_byte(&out, '|');
    Str rest = str_from_offset(text, open);
    while (take_list(&rest, &list)) {
        bool implied = str_starts(list, STR("implicit ")) || str_starts(list, STR("using "));
        if (!implied)
            put_list(&reader, &parameters, list, false);
        if (!outline->language->arguments_come_in_lists)
            break;
    }
    Str owner =
        type_text(arena, outline->language,
                  class || !symbol_owner(own).len ? symbol_owner(own) : extended_type(own, open));
    size_t sign = str_find_byte(buf_str(&parameters), '=');
    if (class && sign != STR_NONE && str_find(own->signature, STR(IMPLICIT_CLASS)) != STR_NONE) {
        Str types = str_from_offset(buf_str(&parameters), sign + 1); // Scala
        type_head_take(&types, ',', &owner);
    }
    buf_printf(&out, "%.*s|%.*s", STR_ARG(owner), STR_ARG(buf_str(&parameters)));
    return out.len <= SIGNATURE_BYTES_MAX ? buf_str(&out) : (Str){0};
}
