/* Adds references, and classifies names by their neighbours. */
#include "lang/c/c_refer.h"

#include "lang/walk/expression.h"
#include "lang/walk/type.h"

/* Tokens of the receiver expression before `.` or `->`. */
#define RECEIVER_TOKENS_MAX 40
/* Argument list tokens examined. */
#define ARGUMENT_TOKENS_MAX 4000

bool c_may_be_macro(const Refer *refer, Str word)
{
    const uint64_t *kind = c_is_macro_name(word) ? map_find(&refer->capitals, word) : NULL;
    return c_is_macro_name(word) && !(kind && c_is_type_kind(*kind));
}

bool c_is_type_end(const Refer *refer, uint32_t index)
{
    const CToken *token = c_at(refer->parse, index);
    if (c_is_name(token)) {
        Str word = c_text(refer->parse->source, token);
        return !str_starts(word, STR("__")) && !c_may_be_macro(refer, word);
    }
    return c_is_word(token, CW_PRIMITIVE) || (c_is(token, '>') && index < refer->angles_end);
}

/* Whether a declaration or a parameter may begin with this name. */
static bool opens_type(const CParse *parse, uint32_t index)
{
    uint32_t chain = c_chain_start(parse, index);
    const CToken *before = c_at(parse, chain - (chain > 0));
    return !chain || c_is(before, '(') || c_is(before, ',') || c_is(before, ';') ||
           c_is(before, '{') || c_is(before, '}') || c_is_word(before, CW_SPECIFIER);
}

/* Whether a statement, the parameters of a lambda or a condition may begin at the token. */
static bool opens_statement(const CParse *parse, uint32_t index)
{
    const CToken *before = c_at(parse, index - (index > 0));
    const CToken *outer = c_at(parse, index - (index > 1) - (index > 0));
    return !index || c_is_one_of(before, ";{}") || c_is_word(before, CW_SPECIFIER) ||
           (c_is(before, '(') && index > 1 && (c_is(outer, ']') || c_is_word(outer, CW_CONTROL)));
}

bool c_may_be_type(const Refer *refer, uint32_t index)
{
    const CParse *parse = refer->parse;
    if (!c_is_name(c_at(parse, index)) || c_at_is(parse, index - (index > 0), C_SCOPE))
        return false;
    Str word = c_text_at(parse, index);
    if (!c_is_macro_name(word) || map_find(&refer->capitals, word))
        return false;
    bool marked = index > 1 && c_is_name(c_at(parse, index - 1)) &&
                  c_is_macro_name(c_text_at(parse, index - 1)) && opens_type(parse, index - 1);
    if (c_at(parse, index)->role == CR_HEAD)
        return marked || opens_type(parse, index); // `IN POINT at`, `POINT at`
    return opens_statement(parse, index);
}

bool c_follows_type(const Refer *refer, uint32_t index)
{
    const CParse *parse = refer->parse;
    uint32_t name = index;
    bool pointed = false;
    for (; index > 0; index--) {
        const CToken *token = c_at(parse, index - 1);
        bool pointer = c_is(token, '*') || c_is(token, '&') || c_is(token, C_AND);
        if (!pointer && !c_is_word(token, CW_SPECIFIER))
            break;
        pointed = pointed || pointer;
    }
    if (index > 0 && pointed && c_is_name(c_at(parse, index - 1)) && c_is_local(refer, index - 1))
        return false; // `flags & READ`
    /* Some types have names in capitals; the next tokens distinguish them from macros. */
    bool class = pointed && index > 1 && c_is_plus(parse) && c_is_name(c_at(parse, index - 1)) &&
                 opens_type(parse, index - 1);
    class = class || (index > 0 && c_ends_declarator(c_at(parse, name + 1)) &&
                      c_may_be_type(refer, index - 1));
    return index > 0 && (class || c_is_type_end(refer, index - 1));
}

bool c_follows_comma(const Refer *refer, uint32_t index)
{
    while (index > 0 &&
           (c_at_is(refer->parse, index - 1, '*') || c_at_is(refer->parse, index - 1, '&')))
        index--;
    return index > 0 && c_at_is(refer->parse, index - 1, ',');
}

void c_add_local(Refer *refer, uint32_t index)
{
    c_hide(refer, c_text_at(refer->parse, index));
    *map_put(&refer->locals, c_text_at(refer->parse, index), NULL) = refer->function;
}

bool c_is_local(const Refer *refer, uint32_t index)
{
    const uint64_t *function = map_find(&refer->locals, c_text_at(refer->parse, index));
    return function && *function == refer->function;
}

/* Whether the bracket belongs to `if (…)` or the like: a new statement follows it. */
static bool is_condition(const CParse *parse, uint32_t open)
{
    Str word =
        open && c_at_word(parse, open - 1, CW_CONTROL) ? c_text_at(parse, open - 1) : STR("");
    return str_equal(word, STR("if")) || str_equal(word, STR("while")) ||
           str_equal(word, STR("for")) || str_equal(word, STR("switch"));
}

/* The first token of the part of a member chain that ends before `end`; `end` if no part ends
   there. */
static uint32_t part_start(const CParse *parse, uint32_t end)
{
    const CToken *last = c_at(parse, end - 1);
    bool closes = (c_is(last, ')') || c_is(last, ']')) && last->match != C_NO_MATCH;
    if (closes)
        return is_condition(parse, last->match) ? end : last->match;
    bool object = c_is(last, '}') && c_is_plus(parse) && last->match != C_NO_MATCH && last->match &&
                  c_is_name(c_at(parse, last->match - 1));
    if (object) // Name{…}
        return last->match;
    if (c_is(last, '>') && c_at_is(parse, end, '(')) // name<…>(
        return c_angles_open(parse, end - 1);
    return last->kind == C_WORD && last->code != CW_CONTROL ? end - 1 : end;
}

uint32_t c_receiver_start(const CParse *parse, uint32_t index)
{
    uint32_t start = index;
    bool open = true; /* a word, or brackets that a word may precede, can come next */
    for (int i = 0; i < RECEIVER_TOKENS_MAX && start > 0; i++) {
        const CToken *before = c_at(parse, start - 1);
        bool joint = c_is(before, '.') || c_is(before, C_ARROW) || c_is(before, C_SCOPE);
        uint32_t part = joint ? start - 1 : part_start(parse, start);
        if (part == start || (!open && !joint))
            break;
        open = joint || c_at(parse, part)->kind != C_WORD;
        start = part;
    }
    return start;
}

/* The receiver expression of the name: empty without a receiver, `()` if it cannot be written as an
   expression text, `::` for a global name. */
static Str receiver_text(const CParse *parse, uint32_t index)
{
    const CToken *before = c_at(parse, index - (index > 0));
    bool member = index && before->role != CR_HEAD && (c_is(before, '.') || c_is(before, C_ARROW));
    uint32_t start = member ? c_receiver_start(parse, index - 1) : c_chain_start(parse, index);
    if (start + 1 >= index)
        return member ? STR("()") : index && c_is(before, C_SCOPE) ? STR("::") : (Str){0};
    uint32_t first = c_at(parse, start)->start, end = c_at(parse, index - 2)->end;
    Str text = str_slice(parse->source->text, first, end);
    text = expression_text(parse->scan->arena, parse->scan->outline->language, text);
    if (!member) // of `Box<T>::` the name counts
        text = type_erased(parse->scan->arena, text);
    return text.len ? text : STR("()");
}

/* Whether the expression begins with a parameter of the current macro, so that its words name
   nothing. */
static bool is_parameter(const Refer *refer, Str expression)
{
    size_t len = 0;
    while (len < expression.len && byte_is_word(expression.ptr[len]))
        len++;
    const uint64_t *function = refer->parameters.len && len
                                   ? map_find(&refer->parameters, str_slice(expression, 0, len))
                                   : NULL;
    return function && *function == refer->function;
}

Str c_operand_text(const Refer *refer, uint32_t first, uint32_t end)
{
    const CParse *parse = refer->parse;
    if (end <= first)
        return (Str){0};
    Str text = str_slice(parse->source->text, c_at(parse, first)->start, c_at(parse, end - 1)->end);
    text = expression_text(parse->scan->arena, parse->scan->outline->language, text);
    return is_parameter(refer, text) ? (Str){0} : text;
}

uint16_t c_count_arguments(const CParse *parse, uint32_t open)
{
    uint32_t close = c_at(parse, open)->match;
    if (close == C_NO_MATCH || close == open + 1)
        return 0;
    uint16_t count = 1;
    uint32_t end = MIN(close, open + ARGUMENT_TOKENS_MAX);
    if (c_at_is(parse, close - 1, C_DOTS))
        return ARGUMENTS_UNKNOWN;
    for (uint32_t i = open + 1; i < end; i = c_next(parse, i))
        count = (uint16_t)(count + c_at_is(parse, i, ','));
    return count;
}

bool c_is_new(const CParse *parse, uint32_t index)
{
    return c_at_word(parse, index, CW_OPERATION) && str_equal(c_text_at(parse, index), STR("new"));
}

bool c_follows_new(const CParse *parse, uint32_t chain)
{
    if (!chain || c_is_new(parse, chain - 1))
        return chain > 0;
    uint32_t open = c_at_is(parse, chain - 1, ')') ? c_at(parse, chain - 1)->match : C_NO_MATCH;
    return open != C_NO_MATCH && open && c_is_new(parse, open - 1);
}

Reference *c_add_reference(Refer *refer, ReferenceKind kind, uint32_t index, uint32_t open)
{
    CParse *parse = refer->parse;
    ReferenceVec *references = &parse->scan->outline->references;
    bool parameter = kind == REFERENCE_TYPE && c_is_local(refer, index);
    if (references->len >= REFERENCES_MAX || parameter)
        return NULL;
    const CToken *token = c_at(parse, index);
    Reference *reference = VEC_PUSH(parse->scan->arena, references);
    reference->kind = kind;
    reference->name = c_text(parse->source, token);
    reference->receiver = kind == REFERENCE_BIND ? (Str){0} : receiver_text(parse, index);
    if (is_parameter(refer, reference->receiver))
        reference->receiver = STR("()");
    reference->start = token->start;
    reference->line = token->line;
    reference->arguments = open ? c_count_arguments(parse, open) : 0;
    reference->flags =
        open && c_follows_new(parse, c_chain_start(parse, index)) ? REFERENCE_NEW : 0;
    if (kind == REFERENCE_CALL && open &&
        parse->scan->outline->language->c_reader_types_arguments) {
        reference->given = c_arguments(refer, open, reference->arguments);
        reference->flags |= c_receiver_flags(refer, index);
        if (index && c_at_is(parse, index - 1, C_ARROW))
            reference->flags |= REFERENCE_ARROW;
    }
    return reference;
}

/* ---- assignments ---- */

static bool is_assignment(const CParse *parse, uint32_t index)
{
    const CToken *token = c_at(parse, index);
    Str text = c_text(parse->source, token);
    bool compares = str_equal(text, STR("==")) || str_equal(text, STR("!=")) ||
                    str_equal(text, STR("<=")) || str_equal(text, STR(">="));
    return c_is(token, '=') ||
           (token->kind == C_PUNCT && text.len > 1 && !compares && text.ptr[text.len - 1] == '=');
}

static bool is_step(const CParse *parse, uint32_t index)
{
    const CToken *token = c_at(parse, index);
    Str text = c_text(parse->source, token);
    return token->kind == C_PUNCT && (str_equal(text, STR("++")) || str_equal(text, STR("--")));
}

void c_note_write(Refer *refer, uint32_t index)
{
    CParse *parse = refer->parse;
    uint32_t after = index + 1;
    while (c_at_is(parse, after, '[') && c_at(parse, after)->match != C_NO_MATCH)
        after = c_at(parse, after)->match + 1;
    const CToken *before = c_at(parse, index - (index > 0));
    bool member = index && (c_is(before, '.') || c_is(before, C_ARROW));
    uint32_t start = member ? c_receiver_start(parse, index - 1) : index;
    bool stepped = is_step(parse, after) || (start && is_step(parse, start - 1));
    if (!stepped && !is_assignment(parse, after))
        return;
    bool declared = !member && c_follows_type(refer, index);
    bool own = c_is_local(refer, start) && !c_at_is(parse, start + 1, C_ARROW);
    if (declared || own || start > index || (start && c_at_is(parse, start - 1, C_SCOPE)))
        return;
    Reference *reference = c_add_reference(refer, REFERENCE_WRITE, index, 0);
    if (!reference)
        return;
    Str text =
        str_slice(parse->source->text, c_at(parse, start)->start, c_at(parse, after - 1)->end);
    text = expression_text(parse->scan->arena, parse->scan->outline->language, text);
    reference->name = text.len ? text : reference->name;
    reference->receiver = (Str){0};
}
