/* Bindings of local variables to types: the written type, or the type implied by the initialiser.
 */
#include "lang/c/c_refer.h"

#include "lang/registry.h"
#include "lang/walk/type.h"

static Str text_between(const CParse *parse, uint32_t first, uint32_t end)
{
    return end <= first ? (Str){0}
                        : str_slice(parse->source->text, c_at(parse, first)->start,
                                    c_at(parse, end - 1)->end);
}

/* The end of the initialiser or range that begins at `first`; a condition's bracket ends it, too.
 */
static uint32_t value_end(const CParse *parse, uint32_t first)
{
    uint32_t end = first, limit = c_find_value_end(parse, first);
    while (end < limit && !c_at_is(parse, end, ')')) // of `if (auto name = …)`
        end = c_next(parse, end);
    return end;
}

/* Sets the type by the initialiser of `auto name = …` or the range of `auto name : …`. */
static void bind_value(const CParse *parse, uint32_t index, Reference *reference)
{
    const Language *language = parse->scan->outline->language;
    bool element = c_at_is(parse, index + 1, ':'), value = false;
    if (!element && !c_at_is(parse, index + 1, '='))
        return;
    bool listed = element && c_at_is(parse, index + 2, '{'); // `for (auto x : {a, b})`
    uint32_t first = index + 2 + listed, end = value_end(parse, first);
    if (listed)
        for (end = first;
             end < parse->count && !c_at_is(parse, end, ',') && !c_at_is(parse, end, '}');)
            end = c_next(parse, end);
    element = element && !listed;
    Str text = text_between(parse, first, end);
    text = type_of_expression(parse->scan->arena, language, text, &value);
    if (text.len && element)
        text = value ? str_join(parse->scan->arena, text, STR("[*]")) : (Str){0};
    reference->receiver = text;
    reference->flags |= value && text.len ? REFERENCE_VALUE : 0;
}

/* Whether a type says that the variable is a pointer, `T *name`, or acts as one, `unique_ptr<T>
   name`, or holds such: the bound type is T alone. */
static bool is_pointer_type(const CParse *parse, uint32_t index)
{
    const char *const *wrappers = parse->scan->outline->language->wrappers;
    CRange type = c_type_before(parse, index);
    if (c_at_is(parse, index - (index > 0), '*'))
        return true;
    for (uint32_t i = type.first; i < type.end; i++)
        if (c_at_is(parse, i, '*') || (c_at_is(parse, i + 1, '<') && c_is_name(c_at(parse, i)) &&
                                       lang_lists(wrappers, c_text_at(parse, i))))
            return true;
    return false;
}

/* Whether the initialiser gives a pointer: `= &a`, `= new T`, `= make_unique<T>()`. */
static bool is_pointer_value(const CParse *parse, uint32_t index)
{
    static const char *const casts[] = {"static_pointer_cast", "dynamic_pointer_cast",
                                        "const_pointer_cast",  "dyn_cast",
                                        "dyn_cast_or_null",    "get_if",
                                        "addressof",           NULL};
    uint32_t first = index + 2;
    if (!c_at_is(parse, index + 1, '='))
        return false;
    if (c_at_is(parse, first, '&') || c_is_new(parse, first))
        return true;
    while (c_at_is(parse, first + 1, C_SCOPE))
        first += 2;
    uint32_t end = c_at_is(parse, first + 1, '<') ? c_skip_angles(parse, first + 1) : 0;
    Str name = end ? c_text_at(parse, first) : (Str){0};
    return end && (lang_lists(casts, name) || c_at_is(parse, end - 2, '*') ||
                   lang_lists(parse->scan->outline->language->creators, name));
}

/* Whether a variable is the object itself, of the very type that its declaration or its value
   names: no pointer or reference, which may lead to an object of a class below. */
static bool is_object(const CParse *parse, uint32_t index, bool further, const Reference *bind)
{
    bool named = index && (c_is_name(c_at(parse, index - 1)) ||
                           str_equal(c_text_at(parse, index - 1), STR("auto")));
    bool plain = named && !further && bind->receiver.len && !c_at_is(parse, index + 1, '[') &&
                 !c_at_is(parse, index + 1, ':');
    bool made = !str_equal(c_text_at(parse, index + 2), STR("new"));
    return c_is_plus(parse) && plain && (made || !c_at_is(parse, index + 1, '=')) &&
           !(bind->flags & REFERENCE_POINTS);
}

void c_bind(Refer *refer, uint32_t index, bool further)
{
    CParse *parse = refer->parse;
    c_add_local(refer, index);
    if (parse->scan->outline->language->c_reader_types_arguments)
        c_note_type(refer, index);
    Reference *reference = c_add_reference(refer, REFERENCE_BIND, index, 0);
    if (!reference)
        return;
    *map_put(&refer->binds, c_text_at(parse, index), NULL) = parse->scan->outline->references.len;
    if (!further)
        refer->declared = c_type_text(parse, index);
    reference->receiver = refer->declared;
    reference->flags |=
        is_pointer_type(parse, index) || is_pointer_value(parse, index) ? REFERENCE_POINTS : 0;
    if (!refer->declared.len)
        bind_value(parse, index, reference);
    else if (c_at_is(parse, index + 1, '['))
        reference->receiver = str_join(parse->scan->arena, refer->declared, STR("[]"));
    reference->flags |= is_object(parse, index, further, reference) ? REFERENCE_MADE : 0;
    if (c_is_plus(parse) && c_at_is(parse, index + 1, ':') && refer->depth > 0)
        c_add_loop(refer, index, c_operand_text(refer, index + 2, value_end(parse, index + 2)));
}

/* Sets the value of one name of a structured binding, `auto [a, b] = pair;`: the part with that
   number. */
static void bind_part(const CParse *parse, uint32_t close, Str member, Reference *reference)
{
    bind_value(parse, close, reference);
    bool typed = reference->receiver.len && !(reference->flags & REFERENCE_VALUE);
    const Str parts[] = {reference->receiver, typed ? STR("{}") : STR(""), STR("."), member};
    if (reference->receiver.len) {
        reference->receiver = str_join_all(parse->scan->arena, parts, COUNT(parts));
        reference->flags |= REFERENCE_VALUE;
    }
}

bool c_read_bindings(Refer *refer, uint32_t open)
{
    CParse *parse = refer->parse;
    uint32_t before = open, close = c_at(parse, open)->match;
    while (before && (c_at_is(parse, before - 1, '&') || c_at_is(parse, before - 1, C_AND)))
        before--;
    if (!before || !str_equal(c_text_at(parse, before - 1), STR("auto")) || close == C_NO_MATCH)
        return false;
    char part[] = {'0', '\0'};
    for (uint32_t i = open + 1; i < close; i++) {
        part[0] = (char)(part[0] + (c_at_is(parse, i, ',') && part[0] < '9'));
        if (!c_is_name(c_at(parse, i)))
            continue;
        c_add_local(refer, i);
        Reference *reference = c_add_reference(refer, REFERENCE_BIND, i, 0);
        if (reference)
            bind_part(parse, close, str_copy(parse->scan->arena, str_from(part)), reference);
    }
    return true;
}

void c_read_captures(Refer *refer, uint32_t open)
{
    CParse *parse = refer->parse;
    uint32_t close = c_at(parse, open)->match;
    if (close == C_NO_MATCH || !c_lambda_brace(parse, open))
        return;
    for (uint32_t i = open + 1; i + 2 < close; i = c_next(parse, i)) {
        bool begins =
            c_at_is(parse, i - 1, '[') || c_at_is(parse, i - 1, ',') || c_at_is(parse, i - 1, '&');
        if (!begins || !c_is_name(c_at(parse, i)) || !c_at_is(parse, i + 1, '='))
            continue;
        uint32_t end = i + 2;
        while (end < close && !c_at_is(parse, end, ','))
            end = c_next(parse, end);
        bool value = false;
        Str text = type_of_expression(parse->scan->arena, parse->scan->outline->language,
                                      text_between(parse, i + 2, MIN(end, close)), &value);
        c_add_local(refer, i);
        Reference *reference = c_add_reference(refer, REFERENCE_BIND, i, 0);
        if (!reference)
            return;
        reference->receiver = text;
        reference->flags |= value && text.len ? REFERENCE_VALUE : 0;
    }
}

void c_read_return(Refer *refer, uint32_t index)
{
    const CParse *parse = refer->parse;
    bool value = false;
    Str text = text_between(parse, index + 1, c_find_value_end(parse, index + 1));
    text = type_of_expression(parse->scan->arena, parse->scan->outline->language, text, &value);
    Reference *reference = text.len ? c_add_reference(refer, REFERENCE_BIND, index, 0) : NULL;
    if (!reference)
        return;
    reference->name = STR(RETURNED_NAME);
    reference->receiver = value ? text : str_join(parse->scan->arena, text, STR("{}"));
    reference->flags = REFERENCE_VALUE;
}

void c_keep_returns(Outline *outline)
{
    size_t kept = 0;
    for (size_t i = 0; i < outline->references.len; i++) {
        Reference reference = outline->references.ptr[i];
        const Symbol *function =
            reference.symbol ? &outline->symbols.ptr[reference.symbol - 1] : NULL;
        bool returned =
            reference.kind == REFERENCE_BIND && str_equal(reference.name, STR(RETURNED_NAME));
        bool open = function && symbol_is_function(function->kind) &&
                    function->kind != SYMBOL_CONSTRUCTOR && !symbol_code(function)->type.len;
        if (!returned || open)
            outline->references.ptr[kept++] = reference;
    }
    outline->references.len = kept;
}
