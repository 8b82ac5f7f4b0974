/* Normalisation of types. Types nest; each round strips one layer (array, container, wrapper) and
   records it in a suffix. */
#include "lang/walk/type.h"

#include "base/buf.h"
#include "lang/walk/expression.h"
#include "lang/walk/given.h"
#include "lang/walk/type_computed.h"
#include "lang/walk/type_head.h"

/* Layers of one type; variables have no deeper ones. */
#define TYPE_NESTING_MAX 8
#define SUFFIX_BYTES (TYPE_NESTING_MAX * 8)

typedef struct Type {
    Arena *arena;
    const Language *language;
    Str text; /* the part that is not read yet */
    Str name;
    Str inside;                /* type arguments after the name, unless it is a wrapper */
    bool tuple;                /* `(A, B)`: its parts are `inside` */
    char suffix[SUFFIX_BYTES]; /* filled from its end */
    size_t suffix_at;
} Type;

static void wrap(Type *type, Str mark)
{
    if (type->suffix_at < mark.len)
        return;
    type->suffix_at -= mark.len;
    memcpy(type->suffix + type->suffix_at, mark.ptr, mark.len);
}

/* If types distinguish overloads, a container is not written as an array: `Foo[List]`. */
static void wrap_container(Type *type, Str word)
{
    char mark[SUFFIX_BYTES];
    bool named = type->language->argument && word.len + 2 <= sizeof mark;
    if (!named) {
        wrap(type, STR("[]"));
        return;
    }
    mark[0] = '[';
    memcpy(mark + 1, word.ptr, word.len);
    mark[word.len + 1] = ']';
    wrap(type, (Str){mark, word.len + 2});
}

size_t type_close(Str text)
{
    size_t depth = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        bool arrow = c == '>' && i && (text.ptr[i - 1] == '-' || text.ptr[i - 1] == '=');
        if (c == '<' || c == '[' || c == '(' || c == '{')
            depth++;
        else if (((c == '>' && !arrow) || c == ']' || c == ')' || c == '}') && --depth == 0)
            return i;
    }
    return STR_NONE;
}

/* The offset of the first such byte outside of all brackets, or the length. */
size_t type_find_outside(Str text, char byte)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.ptr[i] == byte)
            return i;
        size_t close = byte_in(text.ptr[i], "<[({") ? type_close(str_from_offset(text, i)) : 0;
        if (close == STR_NONE)
            break;
        i += close;
    }
    return text.len;
}

/* Swift's `[K: V]`, but not a path: `[a::B]`. */
static bool is_keyed(Str inside)
{
    size_t at = type_find_outside(inside, ':');
    return at < inside.len && !str_starts(str_from_offset(inside, at), STR("::"));
}

bool type_is_nothing(Str text)
{
    static const char *const words[] = {"null", "undefined", "None", "nil", "false", "", NULL};
    return lang_lists(words, str_trim(text));
}

/* The only alternative other than null; empty if there are several. */
static Str only_part(Str text, char separator)
{
    Str only = {0};
    while (text.len) {
        size_t at = type_find_outside(text, separator);
        Str part = str_trim(str_slice(text, 0, at));
        text = str_from_offset(text, at + 1);
        if (type_is_nothing(part))
            continue;
        if (only.len)
            return (Str){0};
        only = part;
    }
    return only;
}

/* Alternatives of one type that are kept. */
#define UNION_MAX 4

/* The alternatives other than null, normalised; empty if there are too many or one has no name. */
static Str union_text(Arena *arena, const Language *language, Str text, int depth)
{
    Buf out = buf_open(arena, 0);
    for (size_t count = 0; text.len;) {
        size_t at = type_find_outside(text, '|');
        Str part = str_trim(str_slice(text, 0, at));
        text = str_from_offset(text, at + 1);
        if (type_is_nothing(part))
            continue;
        Str type = count++ < UNION_MAX ? type_text_in(arena, language, part, depth + 1) : (Str){0};
        if (!type.len)
            return (Str){0};
        if (out.len)
            buf_put_byte(&out, '|');
        buf_put(&out, type);
    }
    return buf_str(&out);
}

Str type_each(Arena *arena, Str text, Str suffix)
{
    Str part, all = {0};
    while (type_head_take(&text, '|', &part)) {
        bool value = str_starts(part, STR("=")) && str_equal(suffix, STR("{}")); // `typeof x`
        const Str next[] = {all, all.len ? STR("|") : (Str){0}, str_from_offset(part, value),
                            value ? (Str){0} : suffix};
        all = str_join_all(arena, next, COUNT(next));
    }
    return all;
}

/* Words that qualify a type and are not part of its name. */
static bool is_qualifier(Str word)
{
    static const char *const words[] = {
        "const",    "volatile", "mut",       "dyn",       "impl",     "struct",   "class",
        "enum",     "union",    "readonly",  "final",     "out",      "ref",      "in",
        "inout",    "some",     "any",       "static",    "typename", "lateinit", "register",
        "restrict", "unique",   "borrowing", "consuming", "scoped",   "params",   "vararg",
        "extern",   "inline",   "constexpr", "pub",       NULL};
    return lang_lists(words, word);
}

/* Rust: `'a`, which no quote closes. */
static bool is_lifetime(Str text)
{
    size_t len = 1 + str_first_word(str_from_offset(text, 1)).len;
    return str_starts(text, STR("'")) && !(len < text.len && text.ptr[len] == '\'');
}

/* Drops an annotation, lifetime, pointer or qualifier at the front; false at other text. */
static bool drop_prefix(Type *type)
{
    Str text = type->text;
    Str word = str_first_word(text), rest = str_trim(str_from_offset(text, word.len));
    size_t drop = 0;
    if (str_starts(text, STR("...")))
        wrap(type, STR("[]")), drop = 3;
    else if (str_starts(text, STR("->")) || str_starts(text, STR("<-")))
        drop = 2;
    else if (text.len && byte_in(text.ptr[0], ":&*?^") && !str_starts(text, STR("::")))
        drop = 1;
    else if (text.len && (text.ptr[0] == '@' || is_lifetime(text)))
        drop = 1 + str_first_word(str_from_offset(text, 1)).len;
    else if (str_starts(text, STR("pub("))) // Rust: `pub(crate) T`
        drop = MIN(str_find_byte(text, ')'), text.len - 1) + 1;
    else if (word.len && rest.len && byte_is_word(rest.ptr[0]) && is_qualifier(word))
        drop = word.len;
    else if (word.len && rest.len && (str_equal(word, STR("mut")) || str_equal(word, STR("const"))))
        drop = word.len;
    type->text = str_trim(str_from_offset(text, drop));
    return drop > 0;
}

static Str take_part_name(const Language *language, Str *part);

/* Opens a bracket at the front: `[]T`, `[4]T`, `[T]`, `[T; 4]`, `(T)`. False at other text. */
static bool open_front(Type *type)
{
    Str text = type->text;
    if (!text.len || (text.ptr[0] != '[' && text.ptr[0] != '('))
        return false;
    size_t close = type_close(text);
    if (close == STR_NONE) {
        type->text = (Str){0};
        return true;
    }
    Str inside = str_trim(str_slice(text, 1, close));
    Str rest = str_trim(str_from_offset(text, close + 1));
    bool list = text.ptr[0] == '[';
    bool optional =
        type->language->dictionary && (str_equal(rest, STR("?")) || str_equal(rest, STR("!")));
    rest = optional ? (Str){0} : rest;
    if (list && !rest.len && type->language->dictionary && is_keyed(inside)) {
        size_t colon = type_find_outside(inside, ':');
        type->name = str_from(type->language->dictionary);
        const Str parts[] = {str_trim(str_slice(inside, 0, colon)), STR(","),
                             str_from_offset(inside, colon + 1)};
        type->inside = str_join_all(type->arena, parts, COUNT(parts));
        type->text = (Str){0};
        return true;
    }
    if (list)
        wrap(type, STR("[]"));
    if (list && rest.len) {
        type->text = rest;
        return true;
    }
    for (; str_starts(rest, STR("[]")); rest = str_trim(str_from_offset(rest, 2)))
        wrap(type, STR("[]"));
    inside = str_slice(inside, 0, type_find_outside(inside, ';'));
    if (list && type->language->maps && is_keyed(inside))
        inside = str_trim(str_from_offset(inside, type_find_outside(inside, ':') + 1));
    bool several = type_find_outside(inside, ',') < inside.len || is_keyed(inside);
    if (!list && !several && type->language->parameters == PARAMETERS_NAME_FIRST)
        take_part_name(type->language, &inside); // Go: `(n int)`
    if (list && several && type->language->unions_are_kept && !is_keyed(inside)) {
        type->suffix_at += strlen("[]"); // TypeScript: [A, B]
        type->name = STR("tuple");
        type->inside = inside;
    }
    type->text = several || rest.len ? (Str){0} : inside;
    type->tuple = several && !rest.len && !list;
    type->inside = type->tuple ? inside : type->inside;
    return true;
}

size_t type_chain_length(Str text, size_t *last)
{
    size_t len = 0;
    *last = 0;
    while (len < text.len) {
        Str rest = str_from_offset(text, len);
        bool scope = str_starts(rest, STR("::"));
        bool joint = rest.ptr[0] == '.' || rest.ptr[0] == '\\';
        bool other = !byte_is_word(rest.ptr[0]) && rest.ptr[0] != '$' && !scope && !joint;
        if (other || str_starts(rest, STR("..")))
            break;
        len += scope ? 2 : 1;
        if (scope || joint)
            *last = len;
    }
    return len;
}

/* Takes suffixes of a name: pointers, `?`, `const`, `[]`. False if there is anything else. */
static bool take_rest(Type *type, Str rest)
{
    while (rest.len) {
        Str word = str_first_word(rest);
        size_t close = rest.ptr[0] == '[' ? type_close(rest) : 0;
        if (close == STR_NONE || (word.len && !is_qualifier(word)))
            return false;
        if (close)
            wrap(type, STR("[]"));
        else if (str_starts(rest, STR("...")))
            wrap(type, STR("[]")), close = 2;
        else if (!word.len && !byte_in(rest.ptr[0], "*&?!"))
            return false;
        rest = str_trim(str_from_offset(rest, word.len ? word.len : close + 1));
    }
    return true;
}

/* Wildcards: `? extends Foo` becomes Foo; `?` and `? super Foo` become any object. */
static Str without_wildcard(const Language *language, Str argument)
{
    bool wild = language->argument || language->types_keep_arguments;
    if (!wild || !str_starts(argument, STR("?")))
        return argument;
    Str rest = str_trim(str_from_offset(argument, 1));
    if (str_starts(rest, STR("extends ")))
        return str_trim(str_from_offset(rest, 8));
    return language->types_keep_arguments && !rest.len ? STR("_") : STR("Object");
}

/* Rust's `Iterator<Item = T>`. */
static Str element_of(const Language *language, Str argument)
{
    Str rest = str_trim(str_from_offset(argument, strlen("Item")));
    bool named =
        language->picked && str_starts(argument, STR("Item")) && str_starts(rest, STR("="));
    return named ? str_trim(str_from_offset(rest, 1)) : (Str){0};
}

/* C++: iterators count as pointers to an element. */
static bool is_iterator(const Language *language, Str after)
{
    static const char *const words[] = {"::iterator", "::const_iterator", "::reverse_iterator",
                                        "::const_reverse_iterator", NULL};
    return language->c_reader_types_arguments && lang_lists(words, after);
}

/* The first argument that is not a lifetime. */
static Str first_argument(const Language *language, Str inside)
{
    Str first = str_trim(str_slice(inside, 0, type_find_outside(inside, ',')));
    while (language->picked && str_starts(first, STR("'"))) {
        inside = str_from_offset(inside, type_find_outside(inside, ',') + 1);
        first = str_trim(str_slice(inside, 0, type_find_outside(inside, ',')));
    }
    return first;
}

/* The argument with the element type: for a map the second. */
static Str held_argument(const Language *language, Str word, Str inside)
{
    size_t comma = type_find_outside(inside, ',');
    if (!lang_lists(language->maps, word))
        return first_argument(language, inside);
    if (comma == inside.len && lang_lists(language->containers, word))
        return first_argument(language, inside); // PHP: array<Foo>
    return comma < inside.len ? first_argument(language, str_from_offset(inside, comma + 1))
                              : (Str){0};
}

/* Python: the elements of `tuple[A, B]` have different types, those of `tuple[A, ...]` one. */
static bool is_record(const Language *language, Str word, Str inside)
{
    size_t comma = type_find_outside(inside, ',');
    bool tuple = str_equal(word, STR("tuple")) || str_equal(word, STR("Tuple"));
    return language->type_arguments_are_in_brackets && tuple && comma < inside.len &&
           !str_equal(str_trim(str_from_offset(inside, comma + 1)), STR("..."));
}

/* `A, B` of `Union[A, B]` as `A|B`. */
static Str with_bars(Arena *arena, Str list)
{
    Str all = {0};
    while (list.len) {
        size_t at = type_find_outside(list, ',');
        const Str next[] = {all, all.len ? STR("|") : (Str){0}, str_slice(list, 0, at)};
        all = str_join_all(arena, next, COUNT(next));
        list = str_from_offset(list, at + 1);
    }
    return all;
}

/* PHP's shapes: `tuple<A,B>`, or `array<_,_,a:A,b:B>` with keys. False at other text. */
static bool take_shape(Type *type, Str name, Str rest)
{
    size_t close =
        str_starts(rest, STR("{")) && str_equal(name, STR("array")) ? type_close(rest) : STR_NONE;
    if (close == STR_NONE)
        return false;
    Buf out = buf_open(type->arena, 0);
    bool numbered = true;
    for (Str list = str_slice(rest, 1, close); list.len;) {
        size_t at = type_find_outside(list, ','),
               colon = type_find_outside(str_slice(list, 0, at), ':');
        Str part = str_trim(str_slice(list, 0, at));
        Str key = colon < at ? str_trim(str_slice(list, 0, colon)) : (Str){0};
        key = str_slice(key, 0, key.len - str_ends(key, STR("?")));
        Str value = colon < at ? str_trim(str_slice(list, colon + 1, at)) : part;
        Str text = type_text_in(type->arena, type->language, value, TYPE_NESTED_MAX - 1);
        numbered = numbered && (!key.len || byte_is_digit(key.ptr[0]));
        buf_printf(&out, "%s%.*s%s%.*s", out.len ? "," : "", STR_ARG(numbered ? (Str){0} : key),
                   numbered ? "" : ":", STR_ARG(text.len ? text : STR("_")));
        list = str_from_offset(list, at + 1);
    }
    const Str parts[] = {numbered ? STR("tuple<") : STR("array<_,_,"), buf_str(&out), STR(">")};
    type->name = str_join_all(type->arena, parts, COUNT(parts));
    return true;
}

/* Takes the name, or strips a wrapper or container. Returns whether a type is left to read. */
static bool take_name(Type *type)
{
    size_t last = 0, len = type_chain_length(type->text, &last);
    Str name = str_slice(type->text, 0, len), word = str_from_offset(name, last);
    Str rest = str_trim(str_from_offset(type->text, len));
    const Language *language = type->language;
    bool bracket =
        rest.len > 1 && (rest.ptr[0] == '<' || (rest.ptr[0] == '[' && rest.ptr[1] != ']'));
    size_t close = bracket ? type_close(rest) : STR_NONE;
    Str inside = close == STR_NONE ? (Str){0} : str_slice(rest, 1, close);
    Str after = close == STR_NONE ? rest : str_trim(str_from_offset(rest, close + 1));
    Str first = without_wildcard(language, held_argument(language, word, inside));
    Str item = element_of(language, first);
    bool list = lang_lists(language->containers, word) || lang_lists(language->maps, word);
    bool holds = (list || item.len) && !is_record(language, word, inside);
    first = item.len ? item : first;
    bool result = lang_lists(language->results, word);
    bool number = first.len && byte_is_digit(first.ptr[0]);
    if (!len || take_shape(type, name, rest))
        return false;
    if (close != STR_NONE && rest.ptr[0] == '[' && after.len && str_equal(name, STR("map"))) {
        wrap(type, STR("[]")); // map[K]V
        type->text = after;
    } else if (holds && close == STR_NONE && rest.len &&
               (byte_is_word(rest.ptr[0]) || str_equal(name, STR("chan")))) {
        wrap(type, STR("[chan]")); // chan T
        type->text = rest;
    } else if (first.len && str_equal(word, STR("Union"))) {
        type->text = with_bars(type->arena, inside);
    } else if (first.len && holds && is_iterator(language, after)) {
        type->text = first;
    } else if (first.len && (holds || result || lang_lists(language->wrappers, word))) {
        if (!take_rest(type, after))
            return false;
        if (holds)
            wrap_container(type, word);
        else if (result)
            wrap(type, STR("?"));
        type->text = first;
    } else {
        if (number)
            wrap(type, STR("[]")); // T[4]
        type->name = take_rest(type, after) ? name : (Str){0};
        bool kept = rest.len && (rest.ptr[0] == '<' ||
                                 (rest.ptr[0] == '[' && language->type_arguments_are_in_brackets));
        type->inside = kept ? inside : (Str){0};
        return false;
    }
    return true;
}

static bool is_listed(const Language *language, Str text)
{
    return language->unions_are_kept && str_starts(text, STR("(")) &&
           type_close(text) == text.len - 1 &&
           type_find_outside(str_slice(text, 1, text.len - 1), ',') < text.len - 2;
}

static Str unquoted(Str text)
{
    bool quoted = text.len > 2 && (text.ptr[0] == '"' || text.ptr[0] == '\'') &&
                  text.ptr[text.len - 1] == text.ptr[0];
    return quoted ? str_trim(str_slice(text, 1, text.len - 1)) : text;
}

/* Rust: the argument of `Mutex<Inner>`, if exactly one argument is a type; else empty. */
static Str only_argument(Arena *arena, const Type *type, int depth)
{
    const Language *language = type->language;
    Str first = first_argument(language, type->inside);
    bool only = first.len && str_ends(str_trim(type->inside), first);
    return only && byte_is_word(first.ptr[0]) && !byte_is_digit(first.ptr[0])
               ? type_text_in(arena, language, first, depth + 1)
               : (Str){0};
}

/* All arguments, normalised; `_` for one without a name. */
static Str all_arguments(Arena *arena, const Type *type, int depth)
{
    Buf out = buf_open(arena, TYPE_ARGUMENTS_BYTES + 1);
    bool known = false;
    for (Str rest = type->inside; rest.len;) {
        size_t at = type_find_outside(rest, ',');
        Str argument = without_wildcard(type->language, str_trim(str_slice(rest, 0, at)));
        Str text = type_text_in(arena, type->language, argument, depth + 1);
        rest = str_from_offset(rest, at + 1);
        known = known || text.len;
        if (out.len)
            buf_put_byte(&out, ',');
        buf_put(&out, text.len ? text : STR("_"));
    }
    return known && out.len <= TYPE_ARGUMENTS_BYTES && !out.overflow ? buf_str(&out) : (Str){0};
}

/* The name of a tuple's part: `A first`, `first: A`, in Go `first A`; empty without one. *part
   becomes the type. */
static Str take_part_name(const Language *language, Str *part)
{
    Str word = str_first_word(*part), rest = str_trim(str_from_offset(*part, word.len));
    if (language->parameters == PARAMETERS_NAME_FIRST) {
        static const char *const types[] = {"chan", "func", "interface", "struct", "map", NULL};
        bool first =
            word.len && rest.len && rest.ptr > part->ptr + word.len && !lang_lists(types, word);
        *part = first ? rest : *part;
        return first ? word : (Str){0};
    }
    if (word.len && str_starts(rest, STR(":")) && !str_starts(rest, STR("::"))) {
        *part = str_trim(str_from_offset(rest, 1));
        return word;
    }
    size_t at = part->len;
    while (at && byte_is_word(part->ptr[at - 1]))
        at--;
    Str name = str_from_offset(*part, at), type = str_trim(str_slice(*part, 0, at));
    bool named = name.len && type.len < at && type.len && !is_qualifier(type) &&
                 language->parameters != PARAMETERS_NAME_COLON;
    if (named)
        *part = type;
    return named ? name : (Str){0};
}

/* `__tuple<A,B,first:A,second:B>`: the types in order, then those with a name. */
static Str tuple_text(Arena *arena, const Type *type, int depth)
{
    Buf out = buf_open(arena, TYPE_ARGUMENTS_BYTES + 1), named = buf_open(arena, 0);
    bool first = true;
    buf_put(&out, STR(TYPE_TUPLE "<"));
    for (Str rest = type->inside; rest.len; first = false) {
        size_t at = type_find_outside(rest, ',');
        Str part = str_trim(str_slice(rest, 0, at));
        Str name = take_part_name(type->language, &part);
        Str text = type_text_in(arena, type->language, part, depth + 1);
        rest = str_from_offset(rest, at + 1);
        buf_put(&out, first ? STR("") : STR(","));
        buf_put(&out, text.len ? text : STR("_"));
        if (name.len && text.len)
            buf_printf(&named, ",%.*s:%.*s", STR_ARG(name), STR_ARG(text));
    }
    buf_put(&out, buf_str(&named));
    buf_put(&out, STR(">"));
    return out.len <= TYPE_ARGUMENTS_BYTES && !out.overflow ? buf_str(&out) : (Str){0};
}

static Str with_arguments(Arena *arena, const Type *type, int depth)
{
    const Language *language = type->language;
    if ((!language->picked && !language->types_keep_arguments) || depth >= TYPE_NESTED_MAX)
        return type->name;
    Str inside = language->types_keep_arguments ? all_arguments(arena, type, depth)
                                                : only_argument(arena, type, depth);
    const Str parts[] = {type->name, STR("<"), inside, STR(">")};
    return inside.len ? str_join_all(arena, parts, COUNT(parts)) : type->name;
}

/* The fields of a type without a name, as a test has for its table of cases. */
#define STRUCT_BYTES_MAX 240

/* Takes `[]`, `[2]`, `map[K]` or `*` off the front of a type. */
static bool take_layer(Str *text, bool *list)
{
    Str rest = str_from_offset(*text, str_starts(*text, STR("map[")) ? strlen("map") : 0);
    size_t close = str_starts(rest, STR("[")) ? type_close(rest) : 0;
    *list = close && close < rest.len;
    if (!*list && !str_starts(rest, STR("*")))
        return false;
    *text = str_trim(str_from_offset(rest, *list ? close + 1 : 1));
    return true;
}

/* Go: the fields of `struct { a A; b B }`, and of a list or map of these. */
static Str struct_type(Arena *arena, const Language *language, Str text, int depth)
{
    Str lists = {0}, all = {0}, member;
    for (bool list; take_layer(&text, &list);)
        lists = list ? str_join(arena, lists, STR("[]")) : lists;
    Str rest = str_trim(str_from_offset(text, strlen("struct")));
    if (!str_starts(text, STR("struct")) || !str_starts(rest, STR("{")) ||
        type_close(rest) != rest.len - 1 || depth >= TYPE_NESTED_MAX)
        return (Str){0};
    rest = str_slice(rest, 1, rest.len - 1);
    while (rest.len) {
        size_t line = type_find_outside(rest, '\n'), end = MIN(line, type_find_outside(rest, ';'));
        member = str_trim(str_slice(rest, 0, end));
        rest = str_from_offset(rest, end + 1);
        Str name = str_first_word(member), type = str_trim(str_from_offset(member, name.len));
        Str written =
            name.len && type.len ? type_text_in(arena, language, type, depth + 1) : (Str){0};
        const Str next[] = {all, all.len ? STR(",") : (Str){0}, name, STR(":"), written};
        all = written.len ? str_join_all(arena, next, COUNT(next)) : all;
    }
    const Str whole[] = {STR(TYPE_TUPLE "<"), all, STR(">"), lists};
    return all.len && all.len <= STRUCT_BYTES_MAX ? str_join_all(arena, whole, COUNT(whole))
                                                  : (Str){0};
}

Str type_text_in(Arena *arena, const Language *language, Str source, int depth)
{
    Type type = {
        .arena = arena, .language = language, .text = str_trim(source), .suffix_at = SUFFIX_BYTES};
    bool more = true;
    Str fields = language->parameters == PARAMETERS_NAME_FIRST
                     ? struct_type(arena, language, type.text, depth)
                     : (Str){0};
    if (fields.len)
        return fields;
    bool computes = language->unions_are_kept && !language->type_arguments_are_in_brackets;
    Str written = computes ? type_computed(arena, language, type.text, depth) : (Str){0};
    if (written.len)
        return written;
    for (int i = 0; more && type.text.len && i < TYPE_NESTING_MAX; i++) {
        type.text = unquoted(type.text);
        while (drop_prefix(&type))
            ;
        type.text = unquoted(type.text);
        if (is_listed(language, type.text)) // Python: isinstance(x, (A, B))
            type.text = with_bars(arena, str_slice(type.text, 1, type.text.len - 1));
        bool several = type_find_outside(type.text, '|') < type.text.len;
        Str only = several ? only_part(type.text, '|') : type.text;
        if (several && !only.len && language->unions_are_kept && depth < TYPE_NESTED_MAX) {
            Str all = union_text(arena, language, type.text, depth);
            Str layers = {type.suffix + type.suffix_at, SUFFIX_BYTES - type.suffix_at};
            return type_each(arena, all, layers);
        }
        type.text = only;
        type.text = str_trim(str_slice(type.text, 0, type_find_outside(type.text, '+')));
        more = open_front(&type) || take_name(&type);
    }
    if (str_equal(type.name, STR("var")) || str_equal(type.name, STR("auto")))
        return (Str){0};
    Str suffix = {type.suffix + type.suffix_at, SUFFIX_BYTES - type.suffix_at};
    if (type.tuple && !type.name.len && depth < TYPE_NESTED_MAX)
        type.name = tuple_text(arena, &type, depth), type.inside = (Str){0};
    if (!type.name.len)
        return (Str){0};
    Str name = type.inside.len ? with_arguments(arena, &type, depth) : type.name;
    return suffix.len ? str_join(arena, name, suffix) : name;
}

Str type_text(Arena *arena, const Language *language, Str source)
{
    return source.len > TYPE_SOURCE_BYTES ? (Str){0} : type_text_in(arena, language, source, 0);
}
