/* Variables, fields and typedefs: the declarators of a head that declares no function. */
#include "lang/c/c_parse.h"

typedef struct Declarators {
    const CHead *head;
    uint32_t prefix; /* token after the specifiers that all declarators share */
    SymbolKind kind;
    uint32_t anonymous; /* body of the unnamed class that the first declarator names, or 0 */
} Declarators;

bool c_is_attribute_like(Str name)
{
    return str_starts(name, STR("__")) || str_ends(name, STR("_ATTR")) ||
           str_find(name, STR("UNUSED")) != STR_NONE || str_find(name, STR("PACKED")) != STR_NONE ||
           str_find(name, STR("ALIGN")) != STR_NONE;
}

/* Whether the word is an attribute after the name: `int x __unused`, but not `__u32 __bitwise
   __le32`, where both words look like attributes. */
static bool is_trailing_attribute(const CParse *parse, const CHead *head, uint32_t index)
{
    uint32_t at = head->names[index];
    return c_is_attribute_like(c_text_at(parse, at)) &&
           !c_is_attribute_like(c_text_at(parse, head->names[index - 1]));
}

/* The variable's name is the last word of the head, trailing attributes excluded. */
uint32_t c_variable_name(const CParse *parse, const CHead *head)
{
    uint32_t count = head->name_count, least = head->spec_end;
    uint32_t types = head->types;
    for (uint32_t i = 0; i < count && types > 1; i++)
        if (head->names[i] >= least && c_at_is(parse, head->names[i] + 1, '['))
            return head->names[i];
    while (count > 1 && types > 2 && head->names[count - 2] >= least &&
           is_trailing_attribute(parse, head, count - 1)) {
        count--;
        types--;
    }
    if (!count || head->names[count - 1] < least || types < 2)
        return 0;
    uint32_t name = head->names[count - 1];
    bool alone = head->spec_end && !head->is_typedef && head->class.name.end;
    return alone && c_is_attribute_like(c_text_at(parse, name)) ? 0 : name;
}

static uint32_t declarator_start(const CParse *parse, uint32_t name, uint32_t least)
{
    uint32_t at = name;
    while (at > least) {
        const CToken *before = c_at(parse, at - 1);
        bool part = c_is(before, '*') || c_is(before, '&') || c_is(before, C_AND) ||
                    c_is(before, '(') || c_is(before, C_SCOPE) ||
                    (c_is_word(before, CW_SPECIFIER) && c_at_is(parse, at - 2, '*'));
        if (!part)
            break;
        at--;
    }
    return at;
}

/* The body's brace of a lambda that is the whole initialiser at `at` (after `=`); else 0. */
static uint32_t lambda_body(const CParse *parse, uint32_t at)
{
    if (!c_is_plus(parse) || !c_at_is(parse, at, '[') || c_at_is(parse, at + 1, '['))
        return 0;
    uint32_t brace = c_find(parse, at, "{,");
    bool called = c_at_is(parse, brace, '{') && c_at_is(parse, c_next(parse, brace), '(');
    bool whole = c_at(parse, brace)->match != C_NO_MATCH;
    return c_at_is(parse, brace, '{') && whole && !called ? brace : 0;
}

static uint32_t qualification(const CHead *head, uint32_t name)
{
    for (uint32_t i = 0; i < head->name_count; i++)
        if (head->names[i] == name)
            return head->chains[i];
    return name;
}

/* Emits the declarator whose name is at `name` and that ends at `stop`. Returns the token after
   its initialiser. */
static uint32_t emit_declarator(CParse *parse, const Declarators *all, uint32_t name,
                                uint32_t start, uint32_t stop)
{
    const CHead *head = all->head;
    bool first = name < head->stop;
    uint32_t end = stop, chain = qualification(head, name);
    CDeclaration declaration = {.kind = all->kind, .name = {name, name + 1}};
    if (chain < name)
        declaration.owner = (CRange){chain, name - 1};
    if (c_at_is(parse, end, ':'))
        end = c_find(parse, end + 1, ",=");
    if (c_at_is(parse, end, '=')) {
        declaration.body = end + 1;
        end = c_find_value_end(parse, end + 1);
    } else if (c_at_is(parse, end, '{')) {
        declaration.body = end;
        end = c_find(parse, c_next(parse, end), ",");
    }
    if (declaration.body)
        c_mark(parse, (CRange){declaration.body, end}, CR_VALUE);
    uint32_t text_end = c_at_is(parse, stop, ':') ? MIN(end, declaration.body - 1) : stop;
    uint32_t lambda = c_at_is(parse, stop, '=') ? lambda_body(parse, stop + 1) : 0;
    if (lambda) {
        declaration.kind = SYMBOL_FUNCTION;
        declaration.body = lambda;
        text_end = lambda;
        c_wait(parse, C_IN_FUNCTION, lambda, (Str){0}, 0);
    }
    uint32_t begin =
        first && (all->anonymous || !head->spec_end || head->is_typedef) ? head->begin : start;
    declaration.whole = (CRange){begin, c_past(parse, end, ';')};
    if (first && all->anonymous)
        declaration.body = all->anonymous;
    declaration.signature[0] =
        (CRange){head->begin, head->spec_end ? head->class.body : all->prefix};
    declaration.signature[1] = (CRange){head->spec_end, head->spec_end ? all->prefix : 0};
    declaration.signature[2] = (CRange){start, text_end};
    declaration.modifiers = parse->scope.kind == C_IN_CLASS ? parse->scope.access : 0;
    c_emit(parse, &declaration);
    return end;
}

/* The name of the declarator that begins at `at`; 0 if no declarator begins there. *next gets the
   token after the name or its parentheses. */
static uint32_t declarator_name(const CParse *parse, uint32_t at, uint32_t *next, bool *is_function)
{
    *is_function = false;
    while (at < parse->scope.end) {
        const CToken *token = c_at(parse, at);
        bool list = c_at_is(parse, at + 1, '(');
        if (c_is_word(token, CW_ATTRIBUTE) && list)
            at = c_next(parse, at + 1);
        else if (c_is(token, '*') || c_is(token, '&') || c_is_word(token, CW_SPECIFIER))
            at++;
        else
            break;
    }
    bool plain = c_at_word(parse, at, CW_NAME);
    *next = plain ? at + 1 : c_next(parse, at);
    if (plain) {
        *is_function = c_at_is(parse, at + 1, '(');
        return at;
    }
    return c_at_is(parse, at, '(') ? c_group_name(parse, at, is_function) : 0;
}

/* Reads further declarators after the comma at `at`; returns the token after the statement. */
static uint32_t read_declarators(CParse *parse, const Declarators *all, uint32_t at)
{
    while (c_at_is(parse, at, ',') && at < parse->scope.end) {
        uint32_t next, stop = c_find(parse, at + 1, ",={:");
        bool is_function;
        uint32_t name = declarator_name(parse, at + 1, &next, &is_function);
        const CToken *after = c_at(parse, next);
        bool fits = next == stop || after->kind == C_WORD || c_is(after, '(') || c_is(after, '[');
        if (!name || !fits)
            break;
        Declarators one = *all;
        if (is_function && !all->head->is_typedef)
            one.kind = all->kind == SYMBOL_FIELD ? SYMBOL_METHOD : SYMBOL_FUNCTION;
        at = emit_declarator(parse, &one, name, at + 1, stop);
    }
    at = c_find(parse, at, "");
    return c_past(parse, at, ';');
}

uint32_t c_read_declarators(CParse *parse, const CHead *head, uint32_t prefix, uint32_t at)
{
    Declarators all = {.head = head, .kind = c_variable_kind(parse, head)};
    all.prefix = declarator_start(parse, prefix, head->from);
    return read_declarators(parse, &all, at);
}

SymbolKind c_variable_kind(const CParse *parse, const CHead *head)
{
    if (head->is_typedef)
        return SYMBOL_TYPE;
    return parse->scope.kind == C_IN_CLASS ? SYMBOL_FIELD : SYMBOL_VARIABLE;
}

static bool is_anonymous(const CClass *class)
{
    return class->name.end == class->name.first;
}

uint32_t c_read_variables(CParse *parse, const CHead *head, uint32_t name, uint32_t group)
{
    Declarators all = {.head = head, .kind = c_variable_kind(parse, head)};
    uint32_t least = MAX(head->from, head->spec_end);
    uint32_t start = declarator_start(parse, group ? group : qualification(head, name), least);
    all.prefix = start;
    bool local = parse->scope.kind == C_IN_FUNCTION && !head->is_typedef;
    if (head->spec_end && is_anonymous(&head->class) && !local) {
        all.anonymous = head->class.body;
        c_class_wait(parse, &head->class, c_text_at(parse, name));
    } else if (head->spec_end) {
        c_class_emit(parse, head, &head->class);
    }
    if (local)
        return head->stop;
    uint32_t end = emit_declarator(parse, &all, name, start, head->stop);
    return read_declarators(parse, &all, end);
}

/* ---- structured bindings ---- */

/* The bracket of `auto [a, b] = …` or `static const auto &[a, b]{…}`; 0 for any other head. */
static uint32_t parts_open(const CParse *parse, const CHead *head)
{
    uint32_t at = head->from;
    while (at < parse->scope.end && c_at_word(parse, at, CW_SPECIFIER))
        at++;
    if (!c_is_plus(parse) || !str_equal(c_text_at(parse, at), STR("auto")))
        return 0;
    at++;
    while (at < parse->scope.end && (c_at_is(parse, at, '&') || c_at_is(parse, at, C_AND) ||
                                     c_at_word(parse, at, CW_SPECIFIER)))
        at++;
    return c_at_is(parse, at, '[') && c_at(parse, at)->match != C_NO_MATCH ? at : 0;
}

uint32_t c_read_parts(CParse *parse, const CHead *head)
{
    uint32_t open = parts_open(parse, head), close = open ? c_at(parse, open)->match : 0;
    if (!open || close >= parse->scope.end)
        return 0;
    bool assigned = c_at_is(parse, close + 1, '=');
    uint32_t end = assigned ? c_find_value_end(parse, close + 2) : c_next(parse, close + 1);
    c_mark(parse, (CRange){close + 1 + assigned, end}, CR_VALUE);
    bool first = true;
    for (uint32_t i = open + 1; i < close; i = c_next(parse, i)) {
        if (!c_at_word(parse, i, CW_NAME))
            continue;
        CDeclaration declaration = {.kind = SYMBOL_VARIABLE, .name = {i, i + 1}};
        declaration.whole =
            (CRange){first ? head->begin : i, first ? c_past(parse, end, ';') : i + 1};
        declaration.signature[0] = (CRange){head->begin, open};
        declaration.signature[2] = (CRange){i, i + 1};
        c_emit(parse, &declaration);
        first = false;
    }
    return c_past(parse, end, ';');
}
