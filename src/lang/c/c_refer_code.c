/* Classification of names in code by their neighbours: calls, creations, types, and functions
   used as values. */
#include "lang/c/c_refer.h"

#include "lang/registry.h"

static bool is_value_before(const Refer *refer, uint32_t index)
{
    const CToken *token = c_at(refer->parse, index);
    if (token->kind == C_WORD)
        return token->code == CW_CONTROL &&
               !str_equal(c_text(refer->parse->source, token), STR("goto"));
    return c_is(token, C_OPERATOR) || c_is(token, C_AND) || c_is_one_of(token, "(,={&?:|!)");
}

static bool is_value_after(const CToken *token)
{
    return token->kind == C_END || c_is(token, C_OPERATOR) || c_is(token, C_AND) ||
           c_is_one_of(token, ",)};:?");
}

/* Adds the constructor call in `Type name(a, b);`. */
static void add_construction(Refer *refer, uint32_t index, uint32_t open)
{
    CParse *parse = refer->parse;
    CRange type = c_type_before(parse, index);
    if (!c_is_plus(parse) || c_at(parse, open)->match == open + 1 || type.end <= type.first)
        return;
    uint32_t last = type.end - 1;
    last = c_at_is(parse, last, '>') ? c_angles_open(parse, last) - 1 : last;
    if (!c_is_name(c_at(parse, last)))
        return;
    Reference *reference = c_add_reference(refer, REFERENCE_CALL, last, open);
    if (reference)
        reference->flags |= REFERENCE_NEW;
}

/* Adds the destructor call in `pointer->~Name()`. */
static void add_destruction(Refer *refer, uint32_t index)
{
    Reference *reference = c_add_reference(refer, REFERENCE_CALL, index - 1, 0);
    if (reference)
        reference->name =
            (Str){reference->name.ptr, reference->name.len + c_text_at(refer->parse, index).len};
}

/* Adds a call of a local object, `object(…)`: its class's operator(). */
static void add_object_call(Refer *refer, uint32_t index, uint32_t open)
{
    if (!c_is_plus(refer->parse))
        return;
    Reference *reference = c_add_reference(refer, REFERENCE_CALL, index, open);
    if (!reference)
        return;
    reference->receiver = c_text_at(refer->parse, index);
    reference->name = STR("operator()");
}

/* Handles `(*this)(…)`, with `this` at `index`. */
void c_read_this(Refer *refer, uint32_t index)
{
    const CParse *parse = refer->parse;
    bool pointed = index > 1 && c_at_is(parse, index - 1, '*') && c_at_is(parse, index - 2, '(');
    if (pointed && c_at_is(parse, index + 1, ')') && c_at_is(parse, index + 2, '('))
        add_object_call(refer, index, index + 2);
}

/* The token after the operator's name in `&V::operator==`. */
static uint32_t operator_end(const CParse *parse, uint32_t index)
{
    uint32_t end = index + 1;
    if (c_at_is(parse, end, '(') || c_at_is(parse, end, '['))
        return c_next(parse, end);
    while (c_at(parse, end)->kind == C_PUNCT && !c_is_one_of(c_at(parse, end), "),;(}]") &&
           (end == index + 1 || c_at(parse, end)->start == c_at(parse, end - 1)->end))
        end++;
    return end;
}

void c_read_operator_use(Refer *refer, uint32_t index)
{
    CParse *parse = refer->parse;
    uint32_t end = operator_end(parse, index), open = c_operator_open(parse, index);
    bool called =
        c_at_is(parse, open, '(') && (open == end || c_at(parse, index + 1)->kind == C_WORD);
    if (!called && end == index + 1)
        return;
    Reference *reference =
        c_add_reference(refer, called ? REFERENCE_CALL : REFERENCE_USE, index, called ? open : 0);
    if (reference)
        reference->name = c_name_text(parse, (CRange){index, called ? open : end});
}

/* C++: whether this may be a variable of a type in capitals, `URL name(…);`, which looks like a
   call after a macro. */
static bool begins_variable(const Refer *refer, uint32_t index, uint32_t open)
{
    const CParse *parse = refer->parse;
    uint32_t close = c_at(parse, open)->match;
    return c_is_plus(parse) && index && close != C_NO_MATCH && open == index + 1 &&
           c_at_is(parse, close + 1, ';') && c_may_be_type(refer, index - 1);
}

/* `extern int f(int);` in a function declares a function: always in C, in C++ if no argument is a
   value. */
static bool declares_function(const Refer *refer, uint32_t index, uint32_t open)
{
    const CParse *parse = refer->parse;
    uint32_t close = c_at(parse, open)->match;
    if (open != index + 1 || close == C_NO_MATCH ||
        !(c_at_is(parse, close + 1, ';') || c_at_is(parse, close + 1, ',')))
        return false;
    return !c_is_plus(parse) || c_at_word(parse, open + 1, CW_PRIMITIVE);
}

/* Adds the constructor call in `make_unique<Type>(a, b)`. */
static void add_made(Refer *refer, uint32_t index, uint32_t open)
{
    const CParse *parse = refer->parse;
    const char *const *creators = parse->scan->outline->language->creators;
    if (!lang_lists(creators, c_text_at(parse, index)) || open < index + 3 ||
        !c_at_is(parse, open - 1, '>'))
        return;
    uint32_t last = open - 2, first = index + 2;
    last = c_at_is(parse, last, '>') ? c_angles_open(parse, last) - 1 : last;
    if (last >= first && last < open && c_chain_start(parse, last) == first)
        c_add_creation(refer, last, open);
}

/* Reads `name (`: `name` is a local variable being declared, or is called. */
static void read_call(Refer *refer, uint32_t index, uint32_t open)
{
    CParse *parse = refer->parse;
    if (index > 1 && c_at_is(parse, index - 1, '~') &&
        (c_at_is(parse, index - 2, '.') || c_at_is(parse, index - 2, C_ARROW))) {
        add_destruction(refer, index);
        return;
    }
    uint32_t chain = c_chain_start(parse, index);
    const CToken *before = c_at(parse, index - 1);
    bool member = index && (c_is(before, '.') || c_is(before, C_ARROW));
    if (chain > 0 && c_is_type_end(refer, chain - 1) && !member) {
        if (declares_function(refer, index, open))
            return;
        add_construction(refer, index, open);
        c_bind(refer, index, false);
        refer->declares = refer->depth == 0;
        return;
    }
    if (begins_variable(refer, index, open)) {
        add_construction(refer, index, open);
        c_bind(refer, index, false);
    }
    if (member || chain < index || !c_is_local(refer, index)) {
        c_add_reference(refer, REFERENCE_CALL, index, open);
        add_made(refer, index, open);
    } else {
        add_object_call(refer, index, open);
    }
}

void c_add_creation(Refer *refer, uint32_t last, uint32_t open)
{
    CParse *parse = refer->parse;
    if (!c_is_plus(parse) || !c_is_name(c_at(parse, last)))
        return;
    Reference *reference = c_add_reference(refer, REFERENCE_CALL, last, open);
    if (!reference)
        return;
    reference->flags |= REFERENCE_NEW;
    reference->arguments = open ? reference->arguments : 0;
}

/* Turns a type reference into a creation: `Type name;`, `Type name{…}` and `Type name[2];` in
   code make an object. */
static void mark_creation(Refer *refer, uint32_t index)
{
    CParse *parse = refer->parse;
    ReferenceVec *references = &parse->scan->outline->references;
    const CToken *next = c_at(parse, index + 1);
    bool ends = c_is(next, ';') || c_is(next, '{') || c_is(next, '[') || c_is(next, ',');
    if (!c_is_plus(parse) || refer->depth || !ends || !index)
        return;
    uint32_t last = index - 1;
    last = c_at_is(parse, last, '>') ? c_angles_open(parse, last) - 1 : last;
    const CToken *type = c_at(parse, last);
    for (size_t i = references->len; c_is_name(type) && i-- > 0;) {
        Reference *reference = &references->ptr[i];
        if (reference->start < type->start)
            break;
        bool named = reference->kind == REFERENCE_TYPE || reference->kind == REFERENCE_USE;
        if (reference->start == type->start && named) {
            reference->kind = REFERENCE_CALL;
            reference->flags |= REFERENCE_NEW;
            if (c_is(next, '{'))
                reference->arguments = c_count_arguments(parse, index + 1);
        }
    }
}

/* Skips `*`, `&` and const. */
static uint32_t skip_pointers(const Refer *refer, uint32_t index)
{
    while (c_at_is(refer->parse, index, '*') || c_at_is(refer->parse, index, '&') ||
           c_at_is(refer->parse, index, C_AND) || c_at_word(refer->parse, index, CW_SPECIFIER))
        index++;
    return index;
}

/* Whether the name is the argument of a placement: `new (arena) Type`. */
static bool is_placement(const CParse *parse, uint32_t chain)
{
    return chain > 1 && c_at_is(parse, chain - 1, '(') && c_is_new(parse, chain - 2);
}

/* Whether the name is a type here. Its qualification begins at `chain`; `after` is the token
   after it. */
static bool is_type_in_code(const Refer *refer, uint32_t chain, uint32_t after)
{
    const CParse *parse = refer->parse;
    const CToken *before = c_at(parse, chain - (chain > 0)), *next = c_at(parse, after);
    bool opens = c_is(before, '(') || c_is(before, '<') || chain == refer->statement ||
                 c_is_word(before, CW_SPECIFIER) || c_is_word(before, CW_OPERATION);
    if (c_is_name(next))
        return !c_is_type_end(refer, chain - (chain > 0)) || chain == refer->statement;
    if (is_placement(parse, chain) && c_is(next, ')') && c_is_name(c_at(parse, after + 1)))
        return false;
    uint32_t pointed = skip_pointers(refer, after);
    const CToken *target = c_at(parse, pointed);
    if (pointed > after && opens)
        return c_is(target, ')') || c_is(target, '>') ||
               (c_is_name(target) && c_ends_declarator(c_at(parse, pointed + 1)));
    if (chain < refer->angles_end && (c_is(before, '<') || c_is(before, ',')))
        return c_is(next, '>') || c_is(next, ',');
    if (c_is(before, '(') && c_is(next, ')') && chain > 1 &&
        c_at_word(parse, chain - 2, CW_OPERATION))
        return !c_is_local(refer, chain);
    const CToken *cast = c_at(parse, after + 1);
    return c_is(before, '(') && c_is(next, ')') &&
           (c_is_name(cast) || cast->kind == C_NUMBER || cast->kind == C_STRING) &&
           !(chain > 1 && c_at(parse, chain - 2)->kind == C_WORD);
}

/* Whether the name is a macro of the standard library that carries no information. */
static bool is_constant(Str name)
{
    return str_equal(name, STR("NULL")) || str_equal(name, STR("TRUE")) ||
           str_equal(name, STR("FALSE"));
}

/* The argument list's bracket of a call through a pointer, `(*a->name)(…)`; 0 when a type
   precedes it, since that declares a pointer. */
static uint32_t pointed_arguments(const Refer *refer, uint32_t index)
{
    const CParse *parse = refer->parse;
    uint32_t close = index + 1, open = c_at(parse, close)->match;
    if (!c_at_is(parse, close, ')') || open == C_NO_MATCH || !c_at_is(parse, open + 1, '*') ||
        !c_at_is(parse, close + 1, '('))
        return 0;
    return open && c_is_type_end(refer, open - 1) ? 0 : close + 1;
}

/* Whether an object of the type is created: `new Type`, `return Type{…}`. */
static bool is_made_here(const Refer *refer, uint32_t chain, uint32_t after)
{
    const CParse *parse = refer->parse;
    const CToken *before = c_at(parse, chain - (chain > 0)), *next = c_at(parse, after);
    if (!c_is_plus(parse) || !chain || next->kind != C_PUNCT || c_is(next, '('))
        return false;
    Str word = before->kind == C_WORD ? c_text(parse->source, before) : (Str){0};
    bool gives = str_equal(word, STR("return")) || str_equal(word, STR("throw"));
    bool joins = before->kind == C_PUNCT && !c_is(before, ')') && is_value_before(refer, chain - 1);
    bool braced =
        c_is(next, '{') && (gives || joins) && !c_may_be_macro(refer, c_text_at(parse, chain));
    return braced || (c_follows_new(parse, chain) && !c_is(next, '*'));
}

void c_read_in_code(Refer *refer, uint32_t index, uint32_t after)
{
    CParse *parse = refer->parse;
    c_note_write(refer, index);
    const CToken *before = c_at(parse, index - (index > 0)), *next = c_at(parse, after);
    uint32_t chain = c_chain_start(parse, index);
    bool member = index && (c_is(before, '.') || c_is(before, C_ARROW));
    uint32_t pointed = pointed_arguments(refer, index);
    if (!member && chain == index && c_is_pointer_name(refer, index)) {
        c_add_local(refer, index);
        return;
    }
    if (is_made_here(refer, chain, after)) {
        c_add_creation(refer, index, c_is(next, '{') ? after : 0);
    } else if (c_is(next, '(') || pointed) {
        read_call(refer, index, pointed ? pointed : after);
    } else if (member) {
        return;
    } else if (is_type_in_code(refer, chain, after)) {
        bool type = chain < index || !c_may_be_macro(refer, c_text_at(parse, index));
        if (type || (!c_is_local(refer, index) && !is_constant(c_text_at(parse, index))))
            c_add_reference(refer, type ? REFERENCE_TYPE : REFERENCE_USE, index, 0);
    } else if (chain == index && c_follows_type(refer, index) && c_ends_declarator(next)) {
        mark_creation(refer, index);
        c_bind(refer, index, false);
        refer->declares = refer->depth == 0;
    } else if (refer->declares && refer->depth == 0 && c_follows_comma(refer, index) &&
               c_ends_declarator(next)) {
        c_bind(refer, index, true);
    } else if (!c_is_local(refer, index) && !is_constant(c_text_at(parse, index)) &&
               (c_is_macro_name(c_text_at(parse, index)) ||
                (is_value_before(refer, chain - (chain > 0)) && is_value_after(next))) &&
               !c_is_pasted(refer, index)) {
        c_add_reference(refer, REFERENCE_USE, index, 0);
    }
}
