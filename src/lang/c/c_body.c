/* Reader of function bodies. Statements are ignored; types, named lambdas and nested functions
   among them become entries. */
#include "lang/c/c_parse.h"

/* Tokens from a lambda's capture list to its brace. */
#define LAMBDA_HEAD_TOKENS 64

uint32_t c_lambda_brace(const CParse *parse, uint32_t at)
{
    uint32_t end = MIN(parse->scope.end, at + LAMBDA_HEAD_TOKENS);
    for (uint32_t i = c_next(parse, at); i < end; i = c_next(parse, i)) {
        const CToken *token = c_at(parse, i);
        if (c_is(token, '{'))
            return i;
        if (c_is(token, ';') || c_is(token, ',') || c_is(token, '}') || c_is(token, ')') ||
            c_is(token, '='))
            return 0;
    }
    return 0;
}

/* Reads `auto name = […](…) { … }`, whose `=` is at `at`. */
static void read_lambda(CParse *parse, uint32_t statement, uint32_t at)
{
    uint32_t brace = c_lambda_brace(parse, at + 1);
    if (!brace || at == statement || !c_at_word(parse, at - 1, CW_NAME) ||
        c_at_is(parse, c_next(parse, brace), '('))
        return;
    CDeclaration declaration = {.kind = SYMBOL_FUNCTION,
                                .name = {at - 1, at},
                                .body = brace,
                                .whole = {statement, c_next(parse, brace)},
                                .signature = {{statement, brace}}};
    c_emit(parse, &declaration);
}

/* Whether the class at `at` has a body and is declared there, not used in an expression. */
static bool is_local_class(const CParse *parse, uint32_t at)
{
    const CToken *token = c_at(parse, at);
    CClass class;
    return token->kind == C_WORD && token->code >= CW_STRUCT && token->code <= CW_ENUM &&
           !(at > parse->scope.first && c_at_is(parse, at - 1, '(')) &&
           c_class_read(parse, at, &class);
}

/* Reads a GNU C nested function: `int name(int a) { … }` as a statement. Accepts only certain
   cases, since loops made by macros look much the same. Returns the token after it, or 0. */
static uint32_t read_nested(CParse *parse, uint32_t at)
{
    uint32_t i = at, words = 0;
    for (; c_at(parse, i)->kind == C_WORD || c_at_is(parse, i, '*'); i++) {
        uint8_t code = c_at(parse, i)->code;
        if (code == CW_CONTROL || code == CW_OPERATION || code == CW_TYPEDEF)
            return 0;
        words += c_at(parse, i)->kind == C_WORD;
    }
    CHead head;
    bool list = words > 1 && c_at_is(parse, i, '(') && c_at_word(parse, i - 1, CW_NAME);
    if (!list || !c_at_is(parse, c_next(parse, i), '{') || c_is_macro_name(c_text_at(parse, i - 1)))
        return 0;
    c_head_read(parse, at, at, &head);
    const CCandidate *candidate = c_head_function(parse, &head);
    if (!candidate || candidate->open != i || !c_has_parameters(parse, i))
        return 0;
    return c_read_definition(parse, &head, candidate, head.stop);
}

void c_body_read(CParse *parse)
{
    uint32_t statement = parse->scope.first;
    for (uint32_t i = parse->scope.first; i < parse->scope.end;) {
        const CToken *token = c_at(parse, i);
        uint32_t next = i + 1, nested = 0;
        if (i == statement && token->kind == C_WORD && parse->source->dialect == C_PLAIN)
            nested = read_nested(parse, i);
        if (c_is(token, ';') || c_is(token, '{') || c_is(token, '}') || c_is(token, ':')) {
            statement = next;
        } else if (nested) {
            next = statement = nested;
        } else if (c_is_word(token, CW_TYPEDEF) && i == statement) {
            next = statement = c_read_declaration(parse, i, i);
        } else if (is_local_class(parse, i)) {
            next = c_read_declaration(parse, i, i);
        } else if (c_is_word(token, CW_USING) && i == statement) {
            next = statement = c_read_using(parse, i, i);
        } else if (c_is_word(token, CW_NAMESPACE) && c_at_is(parse, i + 2, '=')) {
            next = statement = c_read_namespace(parse, i, i);
        } else if (c_is_plus(parse) && c_is(token, '=') && c_at_is(parse, i + 1, '[')) {
            read_lambda(parse, statement, i);
        }
        i = MAX(next, i + 1);
    }
}
