/* Reader of one declaration: its head is read first; the kind of declaration in the head selects
   the function that reads the rest. */
#include "lang/c/c_parse.h"

uint32_t c_recover(const CParse *parse, uint32_t stop)
{
    if (c_at_is(parse, stop, '{'))
        return c_next(parse, stop);
    if (c_at_is(parse, stop, '}') || c_at(parse, stop)->kind == C_END)
        return stop;
    return c_past(parse, c_find(parse, stop, ""), ';');
}

/* Reads a statement that is one macro invocation. */
static uint32_t read_invocation(CParse *parse, const CHead *head, const CCandidate *candidate)
{
    if (c_at_is(parse, head->stop, '{'))
        return c_next(parse, head->stop);
    uint32_t after = c_past(parse, c_find(parse, head->stop, ""), ';');
    size_t count = parse->entries.len;
    c_read_defining(parse, head, candidate->name, after);
    bool value = c_at_is(parse, head->stop, '=') && parse->scope.kind == C_IN_FILE;
    if (value && parse->entries.len == count) // DECLARE(int, name) = 3;
        c_note_loss(parse, STR("a macro declares a variable whose name is missing"));
    return after;
}

/* Whether `= 0`, `= default` or `= delete` follows. */
static bool is_special_value(const CParse *parse, uint32_t at)
{
    const CToken *value = c_at(parse, at + 1);
    return c_is_plus(parse) && (value->kind == C_NUMBER || c_is_word(value, CW_CONTROL) ||
                                c_is_word(value, CW_OPERATION));
}

/* Whether the scope ends before the declaration does. */
static bool is_cut(const CParse *parse, const CHead *head)
{
    return c_at_is(parse, head->stop, '}') || head->stop >= parse->scope.end;
}

/* Emits a type that has no keyword before its name; its body begins at head->stop. */
static uint32_t emit_type(CParse *parse, const CHead *head, SymbolKind kind, uint32_t name)
{
    CClass class = {.kind = kind,
                    .key = head->begin,
                    .name = {name, name + 1},
                    .body = head->stop,
                    .after = c_close(parse, head->stop)};
    c_class_emit(parse, head, &class);
    return c_recover(parse, class.after);
}

/* Reads `typedef NS_ENUM(int, Name) { … };`. */
static uint32_t read_macro_enum(CParse *parse, const CHead *head, const CCandidate *candidate)
{
    Str word = c_text_at(parse, candidate->name);
    uint32_t name = c_at(parse, candidate->open)->match - 1;
    bool makes = str_ends(word, STR("_ENUM")) || str_ends(word, STR("_OPTIONS"));
    if (!makes || !c_at_is(parse, head->stop, '{') || !c_at_word(parse, name, CW_NAME))
        return 0;
    return emit_type(parse, head, SYMBOL_ENUM, name);
}

static uint32_t read_with_candidate(CParse *parse, const CHead *head, const CCandidate *candidate)
{
    uint32_t stop = head->stop, body = c_find_body(parse, head, candidate);
    uint32_t after_enum = head->is_typedef ? read_macro_enum(parse, head, candidate) : 0;
    if (after_enum)
        return after_enum;
    if (head->spec_end)
        c_class_emit(parse, head, &head->class);
    if (body && body < parse->scope.end && !head->is_typedef)
        return c_read_definition(parse, head, candidate, body);
    if (!candidate->types && !c_is_unmistakable(parse, candidate))
        return read_invocation(parse, head, candidate);
    bool value = c_at_is(parse, stop, '=') && !is_special_value(parse, stop);
    bool cut = is_cut(parse, head) && !parse->scope.aside;
    if (value || cut || c_at_is(parse, stop, ':'))
        return c_recover(parse, stop);
    uint32_t after = c_read_prototype(parse, head, candidate);
    return c_read_declarators(parse, head, candidate->chain, after);
}

/* Whether the macro is the type of a variable: `QUEUE_ENTRY(type) name;`. */
static bool is_macro_type(const CParse *parse, const CHead *head, const CCandidate *candidate)
{
    if (candidate->types || !head->name_count || c_is_unmistakable(parse, candidate))
        return false;
    uint32_t close = c_at(parse, candidate->open)->match, last = head->names[head->name_count - 1];
    return close != C_NO_MATCH && last > close && !c_at_is(parse, head->stop, '{') &&
           !c_at_is(parse, last + 1, '(') && !c_is_attribute_like(c_text_at(parse, last));
}

/* Whether the list belongs to an annotation of a class member: `Foo *name GUARDED_BY(mutex);`. */
static bool is_annotated(const CParse *parse, const CHead *head, const CCandidate *candidate)
{
    uint32_t name = head->names[candidate->names - 1], close = c_at(parse, candidate->open)->match;
    bool joined = name + 1 == candidate->name || c_at_is(parse, candidate->name - 1, ']');
    bool typed = name > head->from && !c_is_macro_name(c_text_at(parse, head->from)) &&
                 !c_at_is(parse, name - 1, C_SCOPE);
    bool one = close == candidate->open + 2 && c_at_word(parse, close - 1, CW_NAME);
    return parse->scope.kind == C_IN_CLASS && candidate->chain == candidate->name && joined &&
           typed && one && c_is_macro_name(c_text_at(parse, candidate->name)) &&
           !c_is_macro_name(c_text_at(parse, name)) && !c_at_is(parse, head->stop, '{');
}

/* The variable's name before a macro with arguments, `char name[] SECTION("x") = …`, whose list
   is not a parameter list; 0 in other declarations. */
static uint32_t name_before_macro(const CParse *parse, const CHead *head,
                                  const CCandidate *candidate)
{
    const CToken *first = c_at(parse, candidate->open + 1);
    bool literal = first->kind == C_STRING || first->kind == C_NUMBER;
    if (!candidate->names || candidate->types < 2)
        return 0;
    bool named = c_is_plus(parse) ? is_annotated(parse, head, candidate) : literal;
    return named ? head->names[candidate->names - 1] : 0;
}

/* Reads a declaration in a function's body, where only types become entries. */
static uint32_t read_local(CParse *parse, const CHead *head)
{
    if (head->spec_end)
        c_class_emit(parse, head, &head->class);
    return head->spec_end ? head->spec_end : head->stop;
}

/* Whether the bracketed name is a function: `int (name)(int)`, `int (*name(int))(int)`. If so,
   the candidate gets its parameter list. */
static bool is_function_group(const CParse *parse, uint32_t group, CCandidate *candidate)
{
    bool is_function;
    uint32_t name = c_group_name(parse, group, &is_function), open = name + 1, chain = name;
    bool points = false;
    for (uint32_t i = group + 1; i < name; i++)
        points |= c_at(parse, i)->kind == C_PUNCT && !c_at_is(parse, i, C_SCOPE);
    if (!points && c_at_is(parse, name - 1, C_SCOPE))
        chain = group + 1;
    if (!is_function && !points) {
        open = c_next(parse, group);
        is_function = c_at_is(parse, open, '(');
    }
    *candidate = (CCandidate){.name = name, .chain = chain, .open = open, .types = 1};
    return is_function;
}

/* Reads a GLSL interface block: `uniform Block { … } name;`. */
static uint32_t read_shader_block(CParse *parse, const CHead *head)
{
    return emit_type(parse, head, SYMBOL_STRUCT, head->names[head->name_count - 1]);
}

/* Marks the outline as degraded when braces with statements in them are skipped: their content
   is unknown. */
static void note_loss(CParse *parse, const CHead *head)
{
    bool handler = str_equal(c_text_at(parse, head->from), STR("catch")); // of a function's try
    bool braces = c_at_is(parse, head->stop, '{') && !head->spec_end && !handler;
    uint32_t close = c_at(parse, head->stop)->match;
    for (uint32_t i = head->stop + 1; braces && i < MIN(close, parse->scope.end);
         i = c_next(parse, i))
        if (c_at_is(parse, i, ';'))
            parse->scan->outline->degraded = true;
}

uint32_t c_read_declaration(CParse *parse, uint32_t begin, uint32_t from)
{
    CHead head;
    CCandidate inner;
    c_head_read(parse, begin, from, &head);
    if (head.restart && head.candidate_count && head.candidates[0].name == from)
        c_read_defining(parse, &head, from, head.restart);
    if (head.restart)
        return head.restart;
    if (parse->scope.kind == C_IN_FUNCTION && !head.is_typedef)
        return read_local(parse, &head);
    uint32_t parts = c_read_parts(parse, &head);
    if (parts)
        return parts;
    const CCandidate *candidate = head.foreign ? NULL : c_head_function(parse, &head);
    uint32_t group = head.group && (!candidate || candidate->open > head.group) ? head.group : 0;
    if (group && is_function_group(parse, group, &inner))
        return read_with_candidate(parse, &head, &inner);
    uint32_t name = group ? inner.name : 0;
    if (!group && candidate && is_macro_type(parse, &head, candidate))
        name = head.names[head.name_count - 1];
    else if (!group && candidate)
        name = name_before_macro(parse, &head, candidate);
    if (!group && candidate && !name)
        return read_with_candidate(parse, &head, candidate);
    if (!name && !head.foreign && !is_cut(parse, &head))
        name = c_variable_name(parse, &head);
    if (name && (c_is_plus(parse) || !c_at_is(parse, head.stop, '{')))
        return c_read_variables(parse, &head, name, group);
    bool shader = (parse->source->dialect & C_SHADER) != 0;
    if (shader && head.name_count && !head.candidate_count && c_at_is(parse, head.stop, '{'))
        return read_shader_block(parse, &head);
    if (head.spec_end)
        c_class_emit(parse, &head, &head.class);
    if (head.spec_end && head.spec_end == head.stop)
        return c_past(parse, head.stop, ';');
    note_loss(parse, &head);
    return c_recover(parse, head.stop);
}
