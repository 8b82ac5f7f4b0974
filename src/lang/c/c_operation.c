/* C++: operators in code, as calls of `operator+` and the like. An operation on numbers and
   pointers calls nothing and is left out as far as the types are written in the function. */
#include "lang/c/c_refer.h"

#include "lang/registry.h"
#include "lang/walk/operator.h"

/* Tokens of one operand. */
#define OPERAND_TOKENS_MAX 40

/* The operator at a token, and the token after it. */
typedef struct Operation {
    uint32_t first, end;
    Str text;
} Operation;

/* `>` and `>` without space are one operator. */
static Operation operation_at(const CParse *parse, uint32_t index)
{
    const CToken *token = c_at(parse, index), *next = c_at(parse, index + 1);
    bool shift = c_is(token, '>') && c_is(next, '>') && token->end == next->start;
    return (Operation){
        index, index + 1 + shift,
        str_slice(parse->source->text, token->start, shift ? next->end : token->end)};
}

/* Whether the text is an operator of two operands that a class may declare. */
static bool is_binary(Str text)
{
    static const char *const texts[] = {
        "+",  "-",  "*",  "/",  "%",  "==", "!=", "<",  ">",  "<=", ">=", "<<",
        ">>", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "|",  "^",  NULL};
    return lang_lists(texts, text);
}

static bool is_value_end(const CParse *parse, uint32_t index)
{
    const CToken *token = c_at(parse, index);
    bool word = c_is_name(token) || (token->kind == C_WORD && token->code == CW_OPERATION &&
                                     str_equal(c_text_at(parse, index), STR("this")));
    return word || token->kind == C_NUMBER || token->kind == C_STRING || c_is(token, ')') ||
           c_is(token, ']');
}

static uint32_t operand_end(const CParse *parse, uint32_t first)
{
    uint32_t at = first, end = MIN(parse->scope.end, first + OPERAND_TOKENS_MAX);
    while (at < end) {
        const CToken *token = c_at(parse, at);
        bool joint = c_is(token, '.') || c_is(token, C_ARROW) || c_is(token, C_SCOPE);
        bool opens = (c_is(token, '(') || c_is(token, '[')) && token->match != C_NO_MATCH;
        bool word = token->kind == C_WORD && token->code != CW_CONTROL;
        bool joined = at == first || c_at_is(parse, at - 1, '.') ||
                      c_at_is(parse, at - 1, C_ARROW) || c_at_is(parse, at - 1, C_SCOPE);
        uint32_t closed = c_is(token, '<') && at > first ? c_skip_angles(parse, at) : 0;
        if (!joint && !opens && !(word && joined) && !closed)
            return at == first && token->kind != C_PUNCT ? at + 1 : at;
        at = closed ? closed : opens ? token->match + 1 : at + 1;
    }
    return at;
}

/* Whether the operand is known not to be an object of a class. */
static bool is_plain(const Refer *refer, uint32_t first, uint32_t end)
{
    static const char *const numbers[] = {
        "int",      "uint",    "long",     "ulong",     "llong",  "ullong",   "short",
        "ushort",   "char",    "bool",     "float",     "double", "auto",     "size_t",
        "ssize_t",  "int8_t",  "uint8_t",  "int16_t",   "uchar",  "uint16_t", "int32_t",
        "uint32_t", "int64_t", "uint64_t", "ptrdiff_t", NULL};
    const CParse *parse = refer->parse;
    const CToken *token = c_at(parse, first);
    if (end != first + 1)
        return end <= first || c_is_word(token, CW_PRIMITIVE);
    if (token->kind != C_WORD || !c_is_name(token) || c_is_macro_name(c_text_at(parse, first)))
        return token->kind != C_WORD || !str_equal(c_text_at(parse, first), STR("this"));
    if (!c_is_local(refer, first))
        return false;
    const uint64_t *kept = map_find(&refer->types, c_text_at(parse, first));
    Str type = kept && *kept ? refer->type_texts.ptr[*kept - 1] : (Str){0};
    type = str_starts(type, STR("const ")) ? str_from_offset(type, 6) : type;
    while (str_ends(type, STR("&")))
        type.len--;
    return str_ends(type, STR("*")) || lang_lists(numbers, type);
}

/* Whether another operator binds the token before the operand, so that the left operand is more
   than the tokens that were read. */
static bool is_chained(const CParse *parse, uint32_t start)
{
    const CToken *before = c_at(parse, start - (start > 0));
    return start && (c_is(before, C_OPERATOR) || c_is_one_of(before, "+-*/%<>&|^~!"));
}

static void add_operation(Refer *refer, uint32_t index, uint32_t start, uint32_t right, Str text)
{
    CParse *parse = refer->parse;
    Arena *arena = parse->scan->arena;
    bool open = is_chained(parse, start) || is_plain(refer, start, index);
    Str receiver = open ? STR("()") : c_operand_text(refer, start, index);
    uint32_t end = right ? operand_end(parse, right) : 0;
    Reference *reference = c_add_reference(refer, REFERENCE_CALL, index, 0);
    if (!reference)
        return;
    reference->name = str_join(arena, STR("operator"), text);
    reference->receiver = receiver.len ? receiver : STR("()");
    reference->arguments = right ? 1 : 0;
    reference->given = right ? c_argument(refer, right, end) : (Str){0};
    reference->flags = REFERENCE_OPERATOR;
}

/* `a[i]`, not a declared array, a capture list or an attribute. */
static void read_index(Refer *refer, uint32_t index)
{
    const CParse *parse = refer->parse;
    uint32_t start = c_receiver_start(parse, index);
    bool declared = c_is_name(c_at(parse, index - 1)) && c_follows_type(refer, index - 1);
    bool made = start && c_at_word(parse, start - 1, CW_OPERATION);
    if (start == index || declared || made || is_plain(refer, start, index))
        return;
    add_operation(refer, index, start, index + 1, STR("[]"));
}

static void read_binary(Refer *refer, uint32_t index)
{
    const CParse *parse = refer->parse;
    Operation operation = operation_at(parse, index);
    if (!is_binary(operation.text))
        return;
    uint32_t start = c_receiver_start(parse, index), right = operation.end;
    uint32_t end = operand_end(parse, right);
    bool angle = c_at_is(parse, index, '<') || c_at_is(parse, index, '>');
    bool pointer = c_at_is(parse, index, '*') && !c_is_local(refer, start) &&
                   c_is_name(c_at(parse, index - 1)); // `Foo *bar`
    if (start == index || pointer || (angle && index < refer->angles_end) ||
        (is_plain(refer, start, index) && is_plain(refer, right, end)))
        return;
    add_operation(refer, index, start, right, operation.text);
}

static void add_unary(Refer *refer, uint32_t index, Str receiver, uint16_t arguments)
{
    Reference *reference = c_add_reference(refer, REFERENCE_CALL, index, 0);
    if (!reference)
        return;
    reference->name =
        str_join(refer->parse->scan->arena, STR("operator"), c_text_at(refer->parse, index));
    reference->receiver = receiver;
    reference->arguments = arguments;
    reference->flags = REFERENCE_OPERATOR;
}

/* Whether the operand may be a pointer as well as an object: a local variable whose type is not
   written. */
static bool may_point(const Refer *refer, uint32_t first, uint32_t end)
{
    const uint64_t *kept = map_find(&refer->types, c_text_at(refer->parse, first));
    bool written = kept && *kept && refer->type_texts.ptr[*kept - 1].len;
    return end == first + 1 && c_is_local(refer, first) && !written;
}

/* `++it`, `*it`, `-a`, `!a`, `~a` */
static void read_prefix(Refer *refer, uint32_t index)
{
    static const char *const texts[] = {"++", "--", "*", "-", "!", "~", NULL};
    const CParse *parse = refer->parse;
    uint32_t end = operand_end(parse, index + 1);
    if (!lang_lists(texts, c_text_at(parse, index)) || !c_is_name(c_at(parse, index + 1)) ||
        is_plain(refer, index + 1, end) || may_point(refer, index + 1, end))
        return;
    Str receiver = c_operand_text(refer, index + 1, end);
    if (receiver.len)
        add_unary(refer, index, receiver, 0);
}

/* `it++`: the operator has a parameter that distinguishes it from `++it`. */
static bool read_postfix(Refer *refer, uint32_t index)
{
    const CParse *parse = refer->parse;
    Str text = c_text_at(parse, index);
    if (!str_equal(text, STR("++")) && !str_equal(text, STR("--")))
        return false;
    uint32_t start = c_receiver_start(parse, index);
    bool open = start == index || is_plain(refer, start, index) || may_point(refer, start, index);
    Str receiver = open ? (Str){0} : c_operand_text(refer, start, index);
    if (receiver.len)
        add_unary(refer, index, receiver, 1);
    return true;
}

/* `3.5_km`, `"text"_s`: a call of the literal's operator. */
static void read_literal(Refer *refer, uint32_t index)
{
    const CParse *parse = refer->parse;
    const CToken *token = c_at(parse, index), *next = c_at(parse, index + 1);
    Str text = c_text_at(parse, index), suffix = {0};
    size_t at = token->kind == C_NUMBER ? str_find_byte(text, '_') : STR_NONE;
    if (at != STR_NONE)
        suffix = str_from_offset(text, at);
    else if (token->kind == C_STRING && c_is_name(next) && next->start == token->end)
        suffix = c_text_at(parse, index + 1);
    if (!str_starts(suffix, STR("_")))
        return;
    Reference *reference = c_add_reference(refer, REFERENCE_CALL, index, 0);
    if (!reference)
        return;
    reference->name = str_join(parse->scan->arena, STR("operator\"\""), suffix);
    reference->receiver = (Str){0};
    reference->arguments = ARGUMENTS_UNKNOWN;
}

void c_read_operation(Refer *refer, uint32_t index)
{
    const CParse *parse = refer->parse;
    const CToken *token = c_at(parse, index);
    if (token->kind == C_NUMBER || token->kind == C_STRING)
        read_literal(refer, index);
    else if (token->kind != C_PUNCT || !index)
        return;
    else if (!is_value_end(parse, index - 1))
        read_prefix(refer, index);
    else if (c_is(token, '['))
        read_index(refer, index);
    else if (!read_postfix(refer, index))
        read_binary(refer, index);
}

void c_add_loop(Refer *refer, uint32_t index, Str range)
{
    static const char *const names[] = {"begin", "end"};
    for (size_t i = 0; i < COUNT(names) && range.len; i++) {
        Reference *reference = c_add_reference(refer, REFERENCE_CALL, index, 0);
        if (!reference)
            return;
        reference->name = str_from(names[i]);
        reference->receiver = range;
        reference->flags = REFERENCE_OPERATOR;
    }
}
