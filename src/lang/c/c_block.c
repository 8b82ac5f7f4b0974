/* Scopes of local variables: a variable of a block hides what has its name outside, until the block
   ends. A variable that is hidden is bound again then. */
#include "lang/c/c_refer.h"

/* Tokens before the bracket of a declared pointer that may belong to its type. */
#define TYPE_TOKENS_MAX 8

void c_hide(Refer *refer, Str name)
{
    if (!refer->blocks.len)
        return;
    const uint64_t *function = map_find(&refer->locals, name);
    const uint64_t *type = map_find(&refer->types, name);
    const uint64_t *bind = map_find(&refer->binds, name);
    *VEC_PUSH(refer->parse->scratch, &refer->hidden) =
        (CHidden){name, function ? *function : 0, type ? *type : 0, bind ? *bind : 0};
}

/* Binds a variable again where the block ends that hid it. */
static void bind_again(Refer *refer, uint64_t bind, uint32_t close)
{
    ReferenceVec *references = &refer->parse->scan->outline->references;
    if (!bind || bind > references->len || references->len >= REFERENCES_MAX)
        return;
    Reference again = references->ptr[bind - 1];
    again.start = c_at(refer->parse, close)->start;
    again.line = c_at(refer->parse, close)->line;
    again.until = 0;
    *VEC_PUSH(refer->parse->scan->arena, references) = again;
}

static void end_block(Refer *refer, uint32_t close)
{
    uint32_t mark = refer->blocks.ptr[--refer->blocks.len];
    while (refer->hidden.len > mark) {
        const CHidden *hidden = &refer->hidden.ptr[--refer->hidden.len];
        *map_put(&refer->locals, hidden->name, NULL) = hidden->function;
        *map_put(&refer->types, hidden->name, NULL) = hidden->type;
        *map_put(&refer->binds, hidden->name, NULL) = hidden->bind;
        if (hidden->function == refer->function)
            bind_again(refer, hidden->bind, close);
    }
}

void c_follow_block(Refer *refer, uint32_t index)
{
    const CToken *token = c_at(refer->parse, index);
    if (c_is(token, '{'))
        *VEC_PUSH(refer->parse->scratch, &refer->blocks) = (uint32_t)refer->hidden.len;
    else if (c_is(token, '}') && refer->blocks.len)
        end_block(refer, index);
}

void c_end_blocks(Refer *refer)
{
    refer->blocks.len = refer->hidden.len = 0;
}

/* Whether only words of a type, and pointers, are between the start of the statement and `end`. */
static bool begins_with_type(const Refer *refer, uint32_t end)
{
    const CParse *parse = refer->parse;
    uint32_t least = end > TYPE_TOKENS_MAX ? end - TYPE_TOKENS_MAX : 0, i = end;
    while (i > least && i > refer->statement &&
           (c_at(parse, i - 1)->kind == C_WORD || c_at_is(parse, i - 1, '*') ||
            c_at_is(parse, i - 1, C_SCOPE)) &&
           !c_at_word(parse, i - 1, CW_CONTROL) && !c_at_word(parse, i - 1, CW_OPERATION))
        i--;
    return i == refer->statement && i < end;
}

bool c_is_pointer_name(const Refer *refer, uint32_t index)
{
    const CParse *parse = refer->parse;
    uint32_t open = index;
    while (open && (c_at_is(parse, open - 1, '*') || c_at_is(parse, open - 1, '^') ||
                    c_at_word(parse, open - 1, CW_SPECIFIER)))
        open--;
    uint32_t close = open && open < index && c_at_is(parse, open - 1, '(')
                         ? c_at(parse, open - 1)->match
                         : C_NO_MATCH;
    if (close == C_NO_MATCH || close < index || !c_at_is(parse, close + 1, '(') || open < 2)
        return false;
    bool head = c_at(parse, index)->role == CR_HEAD;
    return head ? c_follows_type(refer, open - 1) : begins_with_type(refer, open - 1);
}
