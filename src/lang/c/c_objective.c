/* Objective-C declarations from @interface, @implementation or @protocol to @end. */
#include "lang/c/c_parse.h"

#include "base/buf.h"

static bool is_at_word(const CParse *parse, uint32_t at, const char *word)
{
    return c_at_is(parse, at, '@') && str_equal(c_text_at(parse, at + 1), str_from(word));
}

static uint32_t find_end(const CParse *parse, uint32_t at)
{
    while (at < parse->scope.end && !is_at_word(parse, at, "end"))
        at++;
    return at;
}

/* The parts of the selector at `at`: `setName:age:`. *after gets the token after them. */
static Str read_selector(const CParse *parse, uint32_t at, uint32_t *after)
{
    Buf name = buf_open(parse->scan->arena, 0);
    uint32_t i = at;
    while (i < parse->scope.end && !c_at_is(parse, i, ';') && !c_at_is(parse, i, '{')) {
        bool part = c_at(parse, i)->kind == C_WORD;
        if (part && c_at_is(parse, i + 1, ':')) {
            buf_put(&name, c_text_at(parse, i));
            buf_put_byte(&name, ':');
            i += 2;
        } else if (part && i == at) {
            buf_put(&name, c_text_at(parse, i));
            i++;
        } else if (c_at_is(parse, i, '@') || c_at(parse, i)->kind == C_END) {
            break;
        } else {
            i = c_next(parse, i);
        }
    }
    *after = i;
    return buf_str(&name);
}

/* Reads a method: `- (type)name:(type)argument`. */
static uint32_t read_method(CParse *parse, uint32_t begin)
{
    uint32_t at = begin + 1, stop;
    if (c_at_is(parse, at, '('))
        at = c_next(parse, at);
    Str name = read_selector(parse, at, &stop);
    bool body = c_at_is(parse, stop, '{');
    uint32_t after = body ? c_close(parse, stop) : c_past(parse, stop, ';');
    if (!name.len)
        return MAX(after, begin + 1);
    CDeclaration declaration = {.kind = SYMBOL_METHOD,
                                .name = {at, at + 1},
                                .label = name,
                                .whole = {begin, after},
                                .signature = {{begin, stop}},
                                .body = body ? stop : 0};
    if (c_at_is(parse, begin, '+'))
        declaration.modifiers = MODIFIER(STATIC);
    c_emit(parse, &declaration);
    for (uint32_t i = at; i < stop; i = c_next(parse, i))
        c_mark(parse, (CRange){i, i + (c_at(parse, i)->kind == C_WORD)}, CR_DECLARED);
    if (body)
        c_wait(parse, C_IN_FUNCTION, stop, name, 0);
    return after;
}

static uint32_t read_property(CParse *parse, uint32_t begin)
{
    uint32_t from = begin + 2;
    if (c_at_is(parse, from, '('))
        from = c_next(parse, from);
    c_mark(parse, (CRange){begin, from}, CR_DECLARED);
    CHead head;
    bool is_function;
    c_head_read(parse, begin, from, &head);
    uint32_t after = c_past(parse, head.stop, ';');
    uint32_t name = head.group        ? c_group_name(parse, head.group, &is_function)
                    : head.name_count ? head.names[head.name_count - 1]
                                      : 0;
    if (name) {
        CDeclaration declaration = {.kind = SYMBOL_PROPERTY,
                                    .name = {name, name + 1},
                                    .whole = {begin, after},
                                    .signature = {{begin, head.stop}}};
        c_emit(parse, &declaration);
    }
    return MAX(after, begin + 1);
}

/* Reads the text after a class's name: `: Super`, `(Category)`, `<Protocol>`. Returns the token
   after it. */
static uint32_t read_bases(CParse *parse, uint32_t at)
{
    uint32_t i = at;
    if (c_at_is(parse, i, '<')) {
        i = MAX(c_skip_angles(parse, i), i + 1);
        if (!c_at_is(parse, i, ':'))
            c_mark(parse, (CRange){at + 1, i}, CR_BASE);
    }
    if (c_at_is(parse, i, ':')) {
        c_mark(parse, (CRange){i + 1, i + 2}, CR_BASE);
        i += 2;
    }
    if (c_at_is(parse, i, '('))
        i = c_next(parse, i);
    if (c_at_is(parse, i, '<')) {
        uint32_t closed = MAX(c_skip_angles(parse, i), i + 1);
        c_mark(parse, (CRange){i + 1, closed}, CR_BASE);
        i = closed;
    }
    return i;
}

static uint32_t read_object(CParse *parse, uint32_t begin, SymbolKind kind)
{
    uint32_t name = begin + 2, after = read_bases(parse, name + 1);
    bool forward = c_at_is(parse, after, ';') || c_at_is(parse, after, ',');
    if (kind == SYMBOL_INTERFACE && forward)
        return c_past(parse, c_find(parse, after, ""), ';');
    uint32_t close = find_end(parse, after), end = MIN(close + 2, parse->scope.end);
    CDeclaration declaration = {.kind = kind,
                                .name = {name, name + 1},
                                .whole = {begin, end},
                                .signature = {{begin, after}},
                                .body = after,
                                .body_end = close};
    c_emit(parse, &declaration);
    uint32_t first = after;
    if (c_at_is(parse, after, '{')) {
        c_wait(parse, C_IN_CLASS, after, c_text_at(parse, name), 0);
        first = c_next(parse, after);
    }
    c_push_scope(parse, (CScope){.kind = C_IN_OBJECT,
                                 .first = first,
                                 .end = MIN(close, parse->scope.end),
                                 .name = c_text_at(parse, name)});
    return end;
}

static uint32_t read_import(CParse *parse, uint32_t at)
{
    uint32_t stop = c_find(parse, at, "");
    scan_import(parse->scan, c_join_text(parse, parse->scan->arena, (CRange){at + 2, stop}),
                c_at(parse, at)->start, c_at(parse, stop)->end);
    return c_past(parse, stop, ';');
}

uint32_t c_read_objective(CParse *parse, uint32_t at)
{
    if (!(parse->source->dialect & C_OBJECTIVE))
        return 0;
    bool method = c_at_is(parse, at, '-') || c_at_is(parse, at, '+');
    if (parse->scope.kind == C_IN_OBJECT && method)
        return read_method(parse, at);
    if (!c_at_is(parse, at, '@'))
        return 0;
    if (is_at_word(parse, at, "interface"))
        return read_object(parse, at, SYMBOL_CLASS);
    if (is_at_word(parse, at, "implementation"))
        return read_object(parse, at, SYMBOL_IMPL);
    if (is_at_word(parse, at, "protocol"))
        return read_object(parse, at, SYMBOL_INTERFACE);
    if (is_at_word(parse, at, "property"))
        return read_property(parse, at);
    if (is_at_word(parse, at, "import"))
        return read_import(parse, at);
    bool list = is_at_word(parse, at, "class") || is_at_word(parse, at, "synthesize") ||
                is_at_word(parse, at, "dynamic") || is_at_word(parse, at, "compatibility_alias");
    return list ? c_past(parse, c_find(parse, at, ""), ';') : at + 2;
}

Str c_message_selector(const CParse *parse, uint32_t open, CRange *receiver, uint32_t *name)
{
    uint32_t close = c_at(parse, open)->match, i = c_next(parse, open + 1);
    Buf selector = buf_open(parse->scan->arena, 0);
    *name = 0;
    while (i < close && (c_at_is(parse, i, '.') || c_at_is(parse, i, C_ARROW) ||
                         c_at_is(parse, i, '[') || c_at_is(parse, i, '(')))
        i = c_at_is(parse, i, '.') || c_at_is(parse, i, C_ARROW) ? i + 2 : c_next(parse, i);
    *receiver = (CRange){open + 1, i};
    for (uint32_t first = i; i < close; i = c_next(parse, i)) {
        bool part = c_at(parse, i)->kind == C_WORD && c_at_is(parse, i + 1, ':');
        if (part)
            buf_printf(&selector, "%.*s:", STR_ARG(c_text_at(parse, i)));
        if (!*name && (part || (i == first && c_at(parse, i)->kind == C_WORD && i + 1 == close)))
            *name = i;
    }
    return selector.len || !*name ? buf_str(&selector) : c_text_at(parse, *name);
}
