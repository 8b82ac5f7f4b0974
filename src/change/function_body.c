/* Tokens are those of the function's own part, from where its body begins. */
#include "change/function_body.h"

static void gather(void *context, const Token *token, OwnZone zone)
{
    FunctionBody *body = context;
    if (zone == ZONE_BODY && token->kind != TOKEN_INDENT && token->kind != TOKEN_COMMENT)
        *VEC_PUSH(body->arena, &body->tokens) = *token;
}

FunctionBody function_body_read(Arena *arena, const ChangeSide *side, uint32_t symbol)
{
    FunctionBody body = {.arena = arena, .side = side};
    change_side_visit(side, &side->tokens, symbol, gather, &body);
    return body;
}

Str function_body_text(const FunctionBody *body, size_t i)
{
    if (i >= body->tokens.len)
        return (Str){0};
    const Token *token = &body->tokens.ptr[i];
    return str_slice(body->side->code.text, token->start, token->end);
}

char function_body_mark(const FunctionBody *body, size_t i)
{
    bool mark = i < body->tokens.len && body->tokens.ptr[i].kind == TOKEN_MARK;
    return mark ? body->side->code.text.ptr[body->tokens.ptr[i].start] : '\0';
}

bool function_body_breaks(const FunctionBody *body, size_t i)
{
    if (!i || i >= body->tokens.len)
        return true;
    Str gap =
        str_slice(body->side->code.text, body->tokens.ptr[i - 1].end, body->tokens.ptr[i].start);
    return str_find_byte(gap, '\n') != STR_NONE;
}

size_t function_body_close(const FunctionBody *body, size_t open, size_t end)
{
    size_t depth = 0;
    for (size_t i = open; i < end; i++) {
        char mark = function_body_mark(body, i);
        depth += mark && byte_in(mark, "([{");
        depth -= depth && mark && byte_in(mark, ")]}");
        if (!depth)
            return i;
    }
    return end;
}
