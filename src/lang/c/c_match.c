/* Bracket matching. Brackets often do not balance, because macros or conditionals hold only one
   half of a pair. Indentation then decides: a closing brace that begins a line closes the
   statement that began at the same column.

   Some files indent closing braces like the block's content. There a closing brace also closes
   the brace whose first inner line has that column. */
#include "lang/c/c_token.h"

/* Larger columns count as this one. */
#define COLUMN_MAX 256

#define COLUMN_NONE UINT32_MAX

/* Nesting levels around a function: namespaces, `extern "C"` and the like. */
#define BODY_LEVELS 8

/* Open brackets searched for the one that a brace closes by its column. */
#define CLOSED_MAX 1024

typedef struct Open {
    uint32_t token;
    uint32_t column; /* column of the line on which its statement began */
    uint32_t body; /* column of the first line after the brace; COLUMN_NONE: content follows on the
                      brace's line */
} Open;

typedef struct Match {
    CSource *source;
    CToken *tokens;
    Open *open;
    size_t depth;
    uint32_t from;
    bool by_column;
    bool indented; /* closing braces are indented like the block's content */
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

/* The column of the line on which the statement with this brace began. */
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

/* Column of the first line after the brace, a label skipped: labels may have any column. */
static uint32_t body_column(const Match *match, uint32_t index)
{
    const CToken *next = &match->tokens[index + 1];
    if (next->kind == C_WORD && c_is(next + 1, ':') && next[2].kind != C_END)
        next += 2;
    return next->first && !c_is(next, '}') ? column_of_line(match, next->start) : COLUMN_NONE;
}

static void pair(Match *match, uint32_t open, uint32_t close)
{
    match->tokens[open].match = close;
    match->tokens[close].match = open;
}

/* How many open brackets a brace at `column` would leave unclosed; SIZE_MAX if it closes no
   bracket. */
static size_t closed_by_column(const Match *match, uint32_t column)
{
    size_t least = match->depth > CLOSED_MAX ? match->depth - CLOSED_MAX : 0;
    for (size_t i = match->depth; i-- > least;) {
        const Open *open = &match->open[i];
        if (!c_is(&match->tokens[open->token], '{'))
            continue;
        bool below = open->body == column || (open->body == COLUMN_NONE && i + 1 == match->depth);
        if (open->column == column || (match->indented && below))
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

/* Whether the brace opens a function's body: it is in the first column and follows `)`. */
static bool is_body(const Match *match, uint32_t index)
{
    return index > match->from && match->tokens[index].first &&
           c_is(&match->tokens[index - 1], ')') &&
           !column_of_line(match, match->tokens[index].start);
}

/* Resynchronises when a body begins at the left margin within another body: the outer one was
   never closed. The last closing brace before is paired with it. */
static void begin_anew(Match *match, uint32_t index)
{
    size_t level = 0;
    while (level < match->depth && level < BODY_LEVELS && !is_body(match, match->open[level].token))
        level++;
    if (level == match->depth || level == BODY_LEVELS || !is_body(match, index))
        return;
    uint32_t outermost = match->open[level].token, close = index;
    while (close > outermost && !c_is(&match->tokens[close], '}'))
        close--;
    match->depth = level;
    match->broken = true;
    if (close == outermost)
        return;
    if (match->tokens[close].match != C_NO_MATCH)
        match->tokens[match->tokens[close].match].match = C_NO_MATCH;
    pair(match, outermost, close);
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
            if (match->by_column && token->code == '{' && token->first)
                begin_anew(match, i);
            Open *open = &match->open[match->depth++];
            open->token = i;
            bool brace = match->by_column && token->code == '{';
            open->column = brace ? statement_column(match, i) : 0;
            open->body = brace && i + 1 < to ? body_column(match, i) : COLUMN_NONE;
        } else if (token->code == ')' || token->code == ']') {
            close_other(match, i);
        } else if (token->code == '}') {
            close_brace(match, i);
        }
    }
    match->broken |= match->depth > 0;
}

/* Whether most closing braces that begin a line are indented like the block's content. Judged by
   the current pairs, few of which are wrong. */
static bool is_indented(const Match *match, uint32_t to)
{
    uint32_t inner = 0, outer = 0;
    for (uint32_t i = match->from; i + 1 < to; i++) {
        const CToken *open = &match->tokens[i];
        if (!c_is(open, '{') || open->match == C_NO_MATCH || !match->tokens[open->match].first)
            continue;
        uint32_t column = column_of_line(match, match->tokens[open->match].start);
        bool below = column == statement_column(match, i);
        outer += below;
        inner += !below && column == body_column(match, i);
    }
    return inner > outer;
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
    match.indented = is_indented(&match, to);
    match.by_column = true;
    match.depth = 0;
    match_all(&match, to);
}
