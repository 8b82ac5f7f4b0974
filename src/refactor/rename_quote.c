/* Macros that make a string of their argument, and macros that hand theirs to such: what they are
   given is what the program shows. Arguments are looked for by their text. A macro that shows its
   argument only where it does not hold is an assertion, and left out: `(x) ? 0 : fail(#x)`. */
#include "refactor/rename.h"

#include "text/lines.h"

/* Macros hand their arguments on at most this often. */
#define ROUNDS_MAX 6

typedef struct Quoting {
    Rename *rename;
    VEC(Str) macros; /* that make strings */
    VEC(Str) lists;  /* macros that hand the name to a macro which they are given */
    bool has_grown;
} Quoting;

static bool is_listed(const Quoting *quoting, Str name)
{
    for (size_t i = 0; i < quoting->macros.len; i++)
        if (str_equal(quoting->macros.ptr[i], name))
            return true;
    return false;
}

static bool is_parameter(Str parameters, Str word)
{
    Str part;
    while (str_take_until(&parameters, ',', &part))
        if (str_equal(str_trim(part), word))
            return true;
    return str_equal(word, STR("__VA_ARGS__"));
}

static size_t skip(Str text, size_t at, const char *bytes)
{
    while (at < text.len && byte_in(text.ptr[at], bytes))
        at++;
    return at;
}

/* The end of the lines that a backslash joins, or of the braces. */
static size_t body_end(Str text, size_t at)
{
    size_t start = skip(text, at, " \t");
    if (start < text.len && text.ptr[start] == '{') {
        Str inner = rename_arguments(text, start);
        return (size_t)(inner.ptr - text.ptr) + inner.len;
    }
    while (at < text.len && (text.ptr[at] != '\n' || text.ptr[at - 1] == '\\'))
        at++;
    return at;
}

bool rename_next_macro(const Rename *rename, Str text, size_t *at, RenameMacro *definition)
{
    Str mark = str_from(rename->facts->macro);
    size_t found = str_find(str_from_offset(text, *at), mark);
    if (found == STR_NONE)
        return false;
    size_t start = skip(text, *at + found + mark.len, " \t"), end = str_word_end(text, start);
    bool function = end < text.len && text.ptr[end] == '(';
    *definition = (RenameMacro){.name = str_slice(text, start, end)};
    if (function) {
        definition->parameters = rename_arguments(text, end);
        end = MIN(text.len, end + definition->parameters.len + 2);
    }
    *at = MAX(body_end(text, end), end);
    definition->body = str_slice(text, end, *at);
    return true;
}

/* Whether the parameter decides, too, whether it is shown: `(x) ? …`, `x || …`, `if (!(x))`. */
static bool is_condition(Str body, Str parameter)
{
    for (size_t at = 0; (at = rename_find_mark(body, parameter, at)) != STR_NONE;
         at += parameter.len) {
        size_t end = skip(body, at + parameter.len, ") \t\\\r\n"), start = at;
        while (start && byte_in(body.ptr[start - 1], "(! \t"))
            start--;
        Str before = str_slice(body, 0, start), after = str_from_offset(body, end);
        bool quoted = start && body.ptr[start - 1] == '#';
        bool asked = str_starts(after, STR("?")) || str_starts(after, STR("||")) ||
                     str_starts(after, STR("&&"));
        if (!quoted &&
            (asked || (str_ends(before, STR("if")) && start < at) ||
             str_ends(before, STR("likely")) || str_ends(before, STR("__builtin_expect"))))
            return true;
    }
    return false;
}

/* `#x` of a parameter. */
static bool quotes_parameter(const RenameMacro *definition)
{
    Str body = definition->body;
    for (size_t i = 0; i + 1 < body.len; i++) {
        bool single =
            body.ptr[i] == '#' && body.ptr[i + 1] != '#' && (!i || body.ptr[i - 1] != '#');
        size_t start = skip(body, i + 1, " \t@"), end = str_word_end(body, start);
        Str word = str_slice(body, start, end);
        if (single && word.len && is_parameter(definition->parameters, word) &&
            !is_condition(body, word))
            return true;
    }
    return false;
}

/* What follows a macro's name where it is used: `(`, or `!` and a bracket. */
static bool is_use(const Rename *rename, Str text, size_t end)
{
    bool marked = str_ends(str_from(rename->facts->quotes), STR("!"));
    if (marked && (end >= text.len || text.ptr[end++] != '!'))
        return false;
    end = skip(text, end, " \t");
    return end < text.len && byte_in(text.ptr[end], marked ? "([{" : "(");
}

/* Whether the text hands one of the words to a macro that makes strings. */
static bool hands_on(const Quoting *quoting, Str text, Str word)
{
    for (size_t i = 0; i < quoting->macros.len; i++)
        for (size_t at = 0; (at = rename_find_mark(text, quoting->macros.ptr[i], at)) != STR_NONE;
             at += quoting->macros.ptr[i].len) {
            size_t end = at + quoting->macros.ptr[i].len;
            if (is_use(quoting->rename, text, end) &&
                rename_find_mark(rename_arguments(text, end + (text.ptr[end] == '!')), word, 0) !=
                    STR_NONE)
                return true;
        }
    return false;
}

static bool hands_parameter_on(const Quoting *quoting, const RenameMacro *definition)
{
    Str rest = definition->parameters, part;
    while (str_take_until(&rest, ',', &part)) {
        part = str_trim(part);
        if (str_equal(part, STR("...")))
            part = STR("__VA_ARGS__");
        if (part.len && !is_condition(definition->body, part) &&
            hands_on(quoting, definition->body, part))
            return true;
    }
    return false;
}

static bool visit_definitions(void *context, const CatalogFile *row, Str text, Arena rest)
{
    Quoting *quoting = context;
    Str quotes = str_from(quoting->rename->facts->quotes);
    bool marked = str_ends(quotes, STR("!"));
    (void)row;
    (void)rest;
    RenameMacro definition;
    for (size_t at = 0; rename_next_macro(quoting->rename, text, &at, &definition);) {
        if (!definition.name.len || is_listed(quoting, definition.name))
            continue;
        bool makes =
            marked ? str_find(definition.body, quotes) != STR_NONE : quotes_parameter(&definition);
        for (size_t i = 0; marked && !makes && i < quoting->macros.len; i++)
            makes = rename_find_mark(definition.body, quoting->macros.ptr[i], 0) != STR_NONE;
        if (!makes && (marked || !hands_parameter_on(quoting, &definition)))
            continue;
        Arena *arena = quoting->rename->request->arena;
        *VEC_PUSH(arena, &quoting->macros) = str_copy(arena, definition.name);
        quoting->has_grown = true;
    }
    return false;
}

/* A list of names for a macro that is a parameter: `#define COLORS(X) X(RED) X(BLUE)`. */
static bool visit_lists(void *context, const CatalogFile *row, Str text, Arena rest)
{
    Quoting *quoting = context;
    (void)row;
    (void)rest;
    RenameMacro definition;
    for (size_t at = 0; rename_next_macro(quoting->rename, text, &at, &definition);) {
        Str parameters = definition.parameters, part;
        while (str_take_until(&parameters, ',', &part)) {
            part = str_trim(part);
            size_t used = part.len ? rename_find_mark(definition.body, part, 0) : STR_NONE;
            if (used != STR_NONE && is_use(quoting->rename, definition.body, used + part.len) &&
                rename_find_mark(definition.body, quoting->rename->old, 0) != STR_NONE) {
                Arena *arena = quoting->rename->request->arena;
                *VEC_PUSH(arena, &quoting->lists) = str_copy(arena, definition.name);
            }
        }
    }
    return false;
}

static void tell(const Quoting *quoting, const CatalogFile *row, Str text, size_t at, Str macro)
{
    Rename *rename = quoting->rename;
    rename_add_told(rename, row->path, (uint32_t)lines_at_offset(text, at),
                    str_format(rename->request->arena, "'%.*s' makes a string of the name '%.*s'",
                               STR_ARG(macro), STR_ARG(rename->old)));
}

/* Whether the mark at the offset is where its macro is defined. */
static bool is_definition(const Rename *rename, Str text, size_t at)
{
    while (at && byte_in(text.ptr[at - 1], " \t"))
        at--;
    return str_ends(str_slice(text, 0, at), str_from(rename->facts->macro));
}

static bool visit_uses(void *context, const CatalogFile *row, Str text, Arena rest)
{
    Quoting *quoting = context;
    const Rename *rename = quoting->rename;
    (void)rest;
    if (!rename_speaks(rename, row->language) && !rename->facts->included)
        return false;
    for (size_t i = 0; i < quoting->macros.len + quoting->lists.len; i++) {
        bool list = i >= quoting->macros.len;
        Str macro = list ? quoting->lists.ptr[i - quoting->macros.len] : quoting->macros.ptr[i];
        for (size_t at = 0; (at = rename_find_mark(text, macro, at)) != STR_NONE; at += macro.len) {
            size_t end = at + macro.len;
            if (!is_use(rename, text, end) || is_definition(rename, text, at))
                continue;
            Str arguments = rename_arguments(text, end + (text.ptr[end] == '!'));
            bool found = rename_find_mark(arguments, rename->old, 0) != STR_NONE;
            for (size_t k = 0; list && !found && k < quoting->macros.len; k++)
                found = rename_find_mark(arguments, quoting->macros.ptr[k], 0) != STR_NONE;
            if (found) {
                tell(quoting, row, text, at, macro);
                return true;
            }
        }
    }
    return false;
}

void rename_check_quoting(Rename *rename)
{
    Quoting quoting = {.rename = rename, .has_grown = true};
    Arena scratch = *rename->request->scratch;
    if (!rename->facts->macro)
        return;
    if (str_ends(str_from(rename->facts->quotes), STR("!")))
        *VEC_PUSH(rename->request->arena, &quoting.macros) =
            str_slice(str_from(rename->facts->quotes), 0, strlen(rename->facts->quotes) - 1);
    for (int round = 0; round < ROUNDS_MAX && quoting.has_grown; round++) {
        quoting.has_grown = false;
        (void)rename_each_text(rename, scratch, visit_definitions, &quoting);
    }
    if (!quoting.macros.len)
        return;
    (void)rename_each_text(rename, scratch, visit_lists, &quoting);
    (void)rename_each_text(rename, scratch, visit_uses, &quoting);
}
