/* Class specifiers with members, enumerations, namespaces and aliases. */
#include "lang/c/c_parse.h"

/* Tokens from a class's name to its brace: the base list with its template arguments. */
#define CLASS_HEAD_TOKENS 4000

static SymbolKind kind_of_key(const CToken *key)
{
    switch ((CWord)key->code) {
    case CW_STRUCT: return SYMBOL_STRUCT;
    case CW_UNION: return SYMBOL_UNION;
    case CW_ENUM: return SYMBOL_ENUM;
    default: return SYMBOL_CLASS;
    }
}

/* The token after the qualified name A::B<int>::C at `at`. */
static uint32_t skip_chain(const CParse *parse, uint32_t at)
{
    uint32_t i = at + 1;
    while (i < parse->scope.end) {
        uint32_t closed = 0;
        if (c_at_is(parse, i, '<') && parse->source->dialect & C_PLUS)
            closed = c_skip_angles(parse, i);
        if (closed)
            i = closed;
        else if (c_at_is(parse, i, C_SCOPE) && c_at(parse, i + 1)->kind == C_WORD)
            i += 2;
        else
            break;
    }
    return i;
}

static bool ends_class_name(const CParse *parse, uint32_t at)
{
    return c_at_is(parse, at, '{') || c_at_is(parse, at, ':') || c_at_is(parse, at, '<') ||
           c_at_is(parse, at, C_SCOPE) || c_at_word(parse, at, CW_FINAL);
}

/* Skips attributes of the language, with their argument lists. */
static uint32_t skip_attributes(const CParse *parse, uint32_t i)
{
    while (i < parse->scope.end) {
        if (c_at_is(parse, i, '['))
            i = c_next(parse, i);
        else if (c_at_word(parse, i, CW_ATTRIBUTE) || c_at_word(parse, i, CW_SPECIFIER))
            i = c_at_is(parse, i + 1, '(') ? c_next(parse, i + 1) : i + 1;
        else
            break;
    }
    return i;
}

/* Whether the braces at `at` are a class body: they hold statements, or follow a base list. */
static bool holds_members(const CParse *parse, uint32_t at)
{
    if (c_at_is(parse, at, ':'))
        return true;
    uint32_t close = c_at(parse, at)->match;
    for (uint32_t i = at + 1; close != C_NO_MATCH && i < close; i = c_next(parse, i))
        if (c_at_is(parse, i, ';'))
            return true;
    return false;
}

/* Whether the word at `at`, which follows the class key and precedes a word or attribute, is a
   macro. */
static bool is_class_macro(const CParse *parse, uint32_t at)
{
    Str name = c_text_at(parse, at);
    bool macro = c_is_macro_name(name) || str_starts(name, STR("__"));
    const CToken *next = c_at(parse, at + 1);
    uint32_t after = skip_attributes(parse, at + 1);
    if (after > at + 1) // `class API [[nodiscard]] Name`
        return c_at_word(parse, after, CW_NAME);
    if (!c_is_word(next, CW_NAME))
        return false;
    if (c_at_is(parse, at + 2, ';'))
        return c_has_word(name, "API EXPORT EXPORTS DLL"); // a declaration, no variable
    bool goes_on = c_at_word(parse, at + 2, CW_NAME) || c_at_word(parse, at + 2, CW_ATTRIBUTE) ||
                   c_at_word(parse, at + 2, CW_SPECIFIER);
    if (macro)
        return goes_on || ends_class_name(parse, at + 2);
    uint32_t open = at + 2 + c_at_word(parse, at + 2, CW_FINAL);
    bool opens = c_at_is(parse, open, '{') || c_at_is(parse, open, ':');
    bool class = at && c_at_word(parse, at - 1, CW_CLASS);
    return opens && c_is_plus(parse) && (class || holds_members(parse, open));
}

/* The token after the attributes, and macros for attributes, between the class key and the name. */
static uint32_t skip_class_attributes(const CParse *parse, uint32_t i)
{
    while (i < parse->scope.end) {
        const CToken *token = c_at(parse, i), *next = c_at(parse, i + 1);
        if (token->kind == C_WORD && c_is(next, '(') && next->match != C_NO_MATCH) {
            uint32_t after = c_next(parse, i + 1);
            bool goes_on = c_at(parse, after)->kind == C_WORD || c_at_is(parse, after, '{') ||
                           c_at_is(parse, after, '[');
            if (token->code != CW_ATTRIBUTE && !goes_on)
                return i;
            i = after;
        } else if (c_is(token, '[')) {
            i = c_next(parse, i);
        } else if (c_is_word(token, CW_SPECIFIER) || c_is_word(token, CW_ATTRIBUTE)) {
            i++;
        } else if (c_is_word(token, CW_NAME) && is_class_macro(parse, i)) {
            i++;
        } else {
            return i;
        }
    }
    return i;
}

/* The brace after the base list or underlying type; 0 when it is a bit-field, label or
   declaration. */
static uint32_t find_class_brace(const CParse *parse, uint32_t colon)
{
    uint32_t end = MIN(parse->scope.end, colon + CLASS_HEAD_TOKENS);
    for (uint32_t i = colon + 1; i < end; i = c_next(parse, i)) {
        const CToken *token = c_at(parse, i);
        if (c_is(token, '{'))
            return i;
        if (c_is(token, '<')) {
            uint32_t closed = c_skip_angles(parse, i);
            i = closed ? closed - 1 : i;
        } else if (token->kind == C_END || token->kind == C_NUMBER || c_is(token, ';') ||
                   c_is(token, ')') || c_is(token, '=') || c_is(token, '}')) {
            return 0;
        }
    }
    return 0;
}

bool c_class_read(const CParse *parse, uint32_t key, CClass *class)
{
    *class = (CClass){.kind = kind_of_key(c_at(parse, key)), .key = key, .after = key + 1};
    uint32_t i = key + 1;
    if (class->kind == SYMBOL_ENUM &&
        (c_at_word(parse, i, CW_CLASS) || c_at_word(parse, i, CW_STRUCT)))
        i++;
    i = skip_class_attributes(parse, i);
    if (c_at_word(parse, i, CW_NAME) || c_at_is(parse, i, C_SCOPE)) {
        uint32_t after = skip_chain(parse, i);
        class->name = (CRange){i, after};
        i = after;
    }
    class->after = i;
    while (c_at_word(parse, i, CW_FINAL) || c_at_word(parse, i, CW_ATTRIBUTE))
        i = c_at_is(parse, i + 1, '(') ? c_next(parse, i + 1) : i + 1;
    bool typed = class->kind == SYMBOL_ENUM || parse->source->dialect & C_PLUS;
    if (c_at_is(parse, i, '{')) {
        class->body = i;
    } else if (c_at_is(parse, i, ':') && typed) {
        class->bases = i + 1;
        class->body = find_class_brace(parse, i);
    }
    if (!class->body || class->body >= parse->scope.end) {
        class->body = 0;
        return false;
    }
    class->after = c_close(parse, class->body);
    return true;
}

static Str class_label(const CParse *parse, const CClass *class)
{
    Str name = {0};
    for (uint32_t i = class->name.first; i < class->name.end;) {
        if (c_at_word(parse, i, CW_NAME))
            name = c_text_at(parse, i);
        uint32_t closed = c_at_is(parse, i, '<') ? c_skip_angles(parse, i) : 0;
        i = closed ? closed : i + 1;
    }
    return name;
}

/* Splits A::B<int>::C into owner and name. */
static void split_name(const CParse *parse, CRange chain, CDeclaration *declaration)
{
    uint32_t last = chain.first;
    for (uint32_t i = chain.first; i < chain.end;) {
        if (c_at_is(parse, i, C_SCOPE))
            last = i + 1;
        uint32_t closed = c_at_is(parse, i, '<') ? c_skip_angles(parse, i) : 0;
        i = closed ? closed : i + 1;
    }
    declaration->name = (CRange){last, MIN(last + 1, chain.end)};
    if (last > chain.first)
        declaration->owner = (CRange){chain.first, last - 1};
}

void c_class_wait(CParse *parse, const CClass *class, Str name)
{
    uint32_t access = class->kind == SYMBOL_CLASS ? MODIFIER(PRIVATE) : MODIFIER(PUBLIC);
    if (class->kind == SYMBOL_ENUM)
        c_wait(parse, C_IN_ENUM, class->body, name, 0);
    else
        c_wait(parse, C_IN_CLASS, class->body, name, c_is_plus(parse) ? access : 0);
}

void c_class_emit(CParse *parse, const CHead *head, const CClass *class)
{
    uint32_t begin = head->is_typedef ? class->key : head->begin;
    uint32_t close = c_at(parse, class->body)->match;
    uint32_t end = close == C_NO_MATCH ? parse->scope.end : close + 1;
    if (c_at_is(parse, end, ';') && end < parse->scope.end)
        end++;
    CDeclaration declaration = {.kind = class->kind,
                                .whole = {begin, end},
                                .body = class->body,
                                .signature = {{begin, class->body}}};
    split_name(parse, class->name, &declaration);
    if (declaration.name.end == declaration.name.first)
        declaration.label = STR("(anonymous)");
    if (parse->scope.kind == C_IN_CLASS)
        declaration.modifiers = parse->scope.access;
    if (c_is_plus(parse) && parse->scan->options->want_references)
        declaration.type = c_class_head(parse, begin, class);
    c_emit(parse, &declaration);
    if (class->bases)
        c_mark(parse, (CRange){class->bases, class->body}, CR_BASE);
    c_class_wait(parse, class, class_label(parse, class));
}

static void emit_member(CParse *parse, uint32_t name, uint32_t first, uint32_t end)
{
    CDeclaration declaration = {.kind = SYMBOL_ENUM_MEMBER,
                                .name = {name, name + 1},
                                .whole = {first, end},
                                .signature = {{first, end}}};
    c_emit(parse, &declaration);
}

/* The token of the member's name in OPTION(OPTION_NAME, 1); 0 when the macro declares no member. */
static uint32_t macro_member(const CParse *parse, uint32_t open)
{
    Str name = c_text_at(parse, open + 1);
    bool constant = c_at_word(parse, open + 1, CW_NAME) && c_is_macro_name(name) &&
                    c_at_is(parse, open + 2, ',') && str_find_byte(name, '_') != STR_NONE;
    return constant ? open + 1 : 0;
}

void c_enum_read(CParse *parse)
{
    uint32_t i = parse->scope.first;
    while (i < parse->scope.end) {
        bool list = c_at_is(parse, i + 1, '(');
        if (!c_at_word(parse, i, CW_NAME)) {
            i++;
            continue;
        }
        uint32_t stop = list ? c_next(parse, i + 1) : c_find(parse, i, ",");
        uint32_t name = list ? macro_member(parse, i + 1) : i;
        c_mark(parse, (CRange){i + 1, stop}, CR_VALUE);
        if (name)
            emit_member(parse, name, i, stop);
        i = MAX(stop, i + 1);
    }
}

static void emit_alias(CParse *parse, CDeclaration declaration, uint32_t begin, uint32_t stop)
{
    uint32_t end = stop + c_at_is(parse, stop, ';');
    declaration.whole = (CRange){begin, end};
    declaration.signature[0] = (CRange){begin, stop};
    if (parse->scope.kind == C_IN_CLASS)
        declaration.modifiers = parse->scope.access;
    c_emit(parse, &declaration);
}

/* The part of a namespace's name at `at`, without the word `inline`; empty at anything else. */
static CRange namespace_part(const CParse *parse, uint32_t at, CDeclaration *declaration)
{
    bool inlined = c_at_word(parse, at, CW_SPECIFIER);
    declaration->modifiers = inlined ? MODIFIER(INLINE) : 0;
    at += inlined;
    return (CRange){at, at + c_at_word(parse, at, CW_NAME)};
}

/* `namespace a::b {` is `namespace a { namespace b {`: emits all parts of the name, which begins at
   `first`, but the last one, whose name is in *declaration then. */
static void emit_outer_parts(CParse *parse, uint32_t first, CDeclaration *declaration)
{
    CRange part = namespace_part(parse, first, declaration);
    while (part.end > part.first && part.end < declaration->name.end &&
           c_at_is(parse, part.end, C_SCOPE)) {
        CDeclaration outer = *declaration;
        outer.name = part;
        outer.body = part.end;
        outer.body_end = declaration->whole.end - 1;
        outer.signature[0].end = part.end;
        c_emit(parse, &outer);
        part = namespace_part(parse, part.end + 1, declaration);
        declaration->whole.first = part.first;
    }
    declaration->name.first = part.end > part.first ? part.first : declaration->name.first;
}

uint32_t c_read_namespace(CParse *parse, uint32_t begin, uint32_t at)
{
    uint32_t i = at + 1;
    while (c_at_is(parse, i, '[') || c_at_word(parse, i, CW_ATTRIBUTE))
        i = c_at_is(parse, i, '[') ? c_next(parse, i) : c_next(parse, i + 1);
    CRange name = {i, i};
    while (c_at(parse, i)->kind == C_WORD || c_at_is(parse, i, C_SCOPE)) {
        if (c_at_is(parse, i + 1, '(')) {
            i = c_next(parse, i + 1);
            name.end = name.first;
            break;
        }
        bool macro = name.end > name.first && c_at_word(parse, i, CW_NAME) &&
                     c_at_word(parse, i - 1, CW_NAME); // `namespace API name`
        name.first = macro ? i : name.first;
        name.end = ++i;
    }
    CDeclaration declaration = {.kind = SYMBOL_NAMESPACE, .name = name};
    if (name.end == name.first)
        declaration.label = STR("(anonymous)");
    if (c_at_is(parse, i, '[') || c_at_word(parse, i, CW_ATTRIBUTE))
        i = c_find(parse, i, "{=");
    if (!c_at_is(parse, i, '{')) {
        uint32_t stop = c_find(parse, i, "");
        CRange target = {i + 1, stop};
        if (c_at_is(parse, i, '=') && name.end == name.first + 1) {
            declaration.type = c_join_text(parse, parse->scan->arena, target);
            emit_alias(parse, declaration, begin, stop);
        }
        return c_at_is(parse, stop, ';') ? stop + 1 : MAX(stop, at + 1);
    }
    uint32_t after = c_close(parse, i);
    declaration.body = i;
    declaration.whole = (CRange){begin, after};
    declaration.signature[0] = (CRange){begin, i};
    if (name.end > name.first + 1)
        emit_outer_parts(parse, name.first, &declaration);
    c_emit(parse, &declaration);
    c_wait(parse, C_IN_FILE, i, (Str){0}, 0);
    return after;
}

static void emit_type(CParse *parse, uint32_t begin, uint32_t name, uint32_t stop)
{
    emit_alias(parse, (CDeclaration){.kind = SYMBOL_TYPE, .name = {name, name + 1}}, begin, stop);
}

uint32_t c_read_using(CParse *parse, uint32_t begin, uint32_t at)
{
    uint32_t stop = c_find(parse, at, ""), i = at + 2;
    while (c_at_is(parse, i, '[') || c_at_word(parse, i, CW_ATTRIBUTE))
        i = c_at_is(parse, i, '[') ? c_next(parse, i) : c_next(parse, i + 1);
    if (c_at_word(parse, at + 1, CW_NAME) && c_at_is(parse, i, '='))
        emit_type(parse, begin, at + 1, stop);
    return stop + c_at_is(parse, stop, ';');
}

uint32_t c_read_concept(CParse *parse, uint32_t begin, uint32_t at)
{
    uint32_t stop = c_find(parse, at, "");
    if (c_at_word(parse, at + 1, CW_NAME))
        emit_type(parse, begin, at + 1, stop);
    return stop + c_at_is(parse, stop, ';');
}
