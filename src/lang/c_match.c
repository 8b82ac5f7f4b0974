/* Brackets and their partners. When they do not balance, which is common where macros or
   conditionals hold halves of them, indentation tells: a closing brace that begins a line belongs
   to the statement that began at the same column. */
#include "lang/c_token.h"

/* Columns beyond this are one. */
#define COLUMN_MAX 256

/* Open brackets looked at for the one that a brace closes by its column. */
#define CLOSED_MAX 1024

typedef struct Open {
    uint32_t token;
    uint32_t column; /* of the line where its statement began */
} Open;

typedef struct Match {
    CSource *source;
    CToken *tokens;
    Open *open;
    size_t depth;
    uint32_t from;
    bool by_column;
    bool broken;
} Match;

static char closing_of(uint8_t open)
{
    return open == '(' ? ')' : open == '[' ? ']' : '}';
}

static uint32_t column_of_line(const Match *match, uint32_t offset)
{
    Str text = match->source->text;
    uint32_t start = offset, column = 0;
    while (start && offset - start < COLUMN_MAX && text.ptr[start - 1] != '\n')
        start--;
    for (; start < offset && byte_is_space(text.ptr[start]); start++)
        column = text.ptr[start] == '\t' ? (column / 8 + 1) * 8 : column + 1;
    return column;
}

/* The column of the line where the statement that holds the brace began. */
static uint32_t statement_column(const Match *match, uint32_t index)
{
    uint32_t at = index;
    while (at > match->from && !match->tokens[index].first) {
        const CToken *before = &match->tokens[at - 1];
        if (c_is(before, ';') || c_is(before, '{') || c_is(before, '}'))
            break;
        bool jumps = c_is(before, ')') && before->match != C_NO_MATCH;
        at = jumps ? before->match : at - 1;
    }
    return column_of_line(match, match->tokens[at].start);
}

static void pair(Match *match, uint32_t open, uint32_t close)
{
    match->tokens[open].match = close;
    match->tokens[close].match = open;
}

/* How many open brackets a brace at `column` leaves unclosed; SIZE_MAX when it closes none. */
static size_t closed_by_column(const Match *match, uint32_t column)
{
    size_t least = match->depth > CLOSED_MAX ? match->depth - CLOSED_MAX : 0;
    for (size_t i = match->depth; i-- > least;) {
        const Open *open = &match->open[i];
        if (!c_is(&match->tokens[open->token], '{'))
            continue;
        if (open->column == column)
            return i;
        if (open->column < column)
            break;
    }
    return SIZE_MAX;
}

static size_t top_brace(const Match *match)
{
    size_t top = match->depth;
    while (top && !c_is(&match->tokens[match->open[top - 1].token], '{'))
        top--;
    return top;
}

static void close_brace(Match *match, uint32_t index)
{
    size_t top = top_brace(match);
    if (match->by_column && match->tokens[index].first && top) {
        uint32_t column = column_of_line(match, match->tokens[index].start);
        size_t found = closed_by_column(match, column);
        if (found == SIZE_MAX && match->open[top - 1].column < column)
            return;
        top = found == SIZE_MAX ? top : found + 1;
    }
    if (!top) {
        match->broken = true;
        return;
    }
    match->broken |= top != match->depth;
    match->depth = top - 1;
    pair(match, match->open[match->depth].token, index);
}

static void close_other(Match *match, uint32_t index)
{
    const CToken *top = match->depth ? &match->tokens[match->open[match->depth - 1].token] : NULL;
    if (!top || closing_of(top->code) != (char)match->tokens[index].code) {
        match->broken = true;
        return;
    }
    pair(match, match->open[--match->depth].token, index);
}

static void match_all(Match *match, uint32_t to)
{
    for (uint32_t i = match->from; i < to; i++) {
        CToken *token = &match->tokens[i];
        token->match = C_NO_MATCH;
        if (token->kind == C_END) {
            match->broken |= match->depth > 0;
            match->depth = 0;
        }
        if (token->kind != C_PUNCT)
            continue;
        if (token->code == '(' || token->code == '[' || token->code == '{') {
            Open *open = &match->open[match->depth++];
            open->token = i;
            open->column = match->by_column && token->code == '{' ? statement_column(match, i) : 0;
        } else if (token->code == ')' || token->code == ']') {
            close_other(match, i);
        } else if (token->code == '}') {
            close_brace(match, i);
        }
    }
    match->broken |= match->depth > 0;
}

void c_match_brackets(Arena scratch, CSource *source, CTokenVec *tokens, uint32_t from, uint32_t to)
{
    Match match = {.source = source, .tokens = tokens->ptr, .from = from};
    match.open = (Open *)(void *)arena_grow(&scratch, NULL, 0, (to - from + 1) * sizeof(Open),
                                            _Alignof(Open));
    match_all(&match, to);
    if (!match.broken || tokens != &source->tokens)
        return;
    source->broken = true;
    match.by_column = true;
    match.depth = 0;
    match_all(&match, to);
}
