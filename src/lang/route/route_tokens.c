#include "lang/route/route_tokens.h"

/* Deeper brackets stay without partners. */
#define DEPTH_MAX 512
#define PREFIX_BYTES_MAX 3

typedef struct Tokeniser {
    Arena *arena;
    const Language *language;
    Str text;
    size_t at;
    uint32_t line;
    RouteTokenVec *tokens;
    uint32_t open[DEPTH_MAX];
    size_t depth;
} Tokeniser;

static Str rest_of(const Tokeniser *tokeniser)
{
    return str_from_offset(tokeniser->text, tokeniser->at);
}

static bool is_at(const Tokeniser *tokeniser, Str mark)
{
    return mark.len && str_starts(rest_of(tokeniser), mark);
}

static void advance_to(Tokeniser *tokeniser, size_t end)
{
    for (; tokeniser->at < end; tokeniser->at++)
        tokeniser->line += tokeniser->text.ptr[tokeniser->at] == '\n';
}

static bool skip_line_comment(Tokeniser *tokeniser)
{
    Str marks =
        str_from(tokeniser->language->line_comment ? tokeniser->language->line_comment : "");
    Str rest = rest_of(tokeniser);
    for (Str mark; str_take_until(&marks, ' ', &mark);) {
        bool attribute = str_equal(mark, STR("#")) && str_starts(rest, STR("#["));
        if (attribute || !is_at(tokeniser, mark))
            continue;
        size_t end = str_find_byte(rest, '\n');
        tokeniser->at = end == STR_NONE ? tokeniser->text.len : tokeniser->at + end;
        return true;
    }
    return false;
}

static bool skip_block_comment(Tokeniser *tokeniser)
{
    Str close =
        str_from(tokeniser->language->block_comment ? tokeniser->language->block_comment : "");
    Str open;
    if (!str_take_until(&close, ' ', &open) || !close.len || !is_at(tokeniser, open))
        return false;
    size_t end = str_find(str_from_offset(tokeniser->text, tokeniser->at + open.len), close);
    advance_to(tokeniser,
               end == STR_NONE ? tokeniser->text.len : tokeniser->at + open.len + end + close.len);
    return true;
}

static RouteToken *push(Tokeniser *tokeniser, RouteTokenSort sort, size_t start, size_t end)
{
    uint32_t index = (uint32_t)tokeniser->tokens->len;
    RouteToken *token = VEC_PUSH(tokeniser->arena, tokeniser->tokens);
    *token = (RouteToken){.start = (uint32_t)start,
                          .end = (uint32_t)end,
                          .inner = (uint32_t)start,
                          .inner_end = (uint32_t)end,
                          .partner = index,
                          .line = tokeniser->line,
                          .sort = (uint8_t)sort};
    return token;
}

/* The end of the string whose text begins at `from`: the offset of the quote that closes it. A
   string that ends with its line is over there even if it is open. */
static size_t string_end(const Tokeniser *tokeniser, size_t from, Str quote, bool lines, bool raw)
{
    Str text = tokeniser->text;
    size_t nested = 0;
    for (size_t at = from; at < text.len; at++) {
        char c = text.ptr[at];
        if (c == '\\' && !raw)
            at++;
        else if (c == '\n' && !lines)
            return at;
        else if (quote.ptr[0] == '`' && c == '$' && at + 1 < text.len && text.ptr[at + 1] == '{')
            nested++;
        else if (nested && c == '}')
            nested--;
        else if (!nested && str_starts(str_from_offset(text, at), quote))
            return at;
    }
    return text.len;
}

/* The bytes of a prefix before a quote: `f`, `r`, `$`, `@`. */
static size_t prefix_len(const Tokeniser *tokeniser)
{
    Str rest = rest_of(tokeniser);
    size_t len = 0;
    while (len < rest.len && len < PREFIX_BYTES_MAX && byte_in(rest.ptr[len], "rRbBfFuU$@"))
        len++;
    return len < rest.len && byte_in(rest.ptr[len], "\"'") ? len : 0;
}

static bool take_string(Tokeniser *tokeniser)
{
    const LexicalFacts *facts = &tokeniser->language->lexical;
    size_t start = tokeniser->at, prefix = prefix_len(tokeniser);
    Str quotes = str_from(facts->quotes ? facts->quotes : "\" '");
    Str body = str_from_offset(tokeniser->text, start + prefix);
    if (facts->traits & LEXICAL_CHARS && body.len && body.ptr[0] == '\'') {
        size_t end = body.len > 1 && body.ptr[1] == '\\' ? 2 : 1;
        bool closed = end + 1 < body.len && body.ptr[end + 1] == '\'';
        tokeniser->at += closed ? end + 2 : 1;
        return true;
    }
    for (Str quote; str_take_until(&quotes, ' ', &quote);) {
        bool lines = quote.len > 2 || str_ends(quote, STR("*")) || str_starts(quote, STR("`"));
        quote.len -= quote.len > 1 && str_ends(quote, STR("*"));
        if (!str_starts(body, quote))
            continue;
        Str marks = str_slice(tokeniser->text, start, start + prefix);
        bool raw = str_find_byte(marks, 'r') != STR_NONE || str_find_byte(marks, '@') != STR_NONE;
        size_t inner = start + prefix + quote.len;
        size_t end = string_end(tokeniser, inner, quote, lines, raw);
        size_t after =
            MIN(end + (str_starts(str_from_offset(tokeniser->text, end), quote) ? quote.len : 0),
                tokeniser->text.len);
        RouteToken *token = push(tokeniser, ROUTE_STRING, start, after);
        token->inner = (uint32_t)inner;
        token->inner_end = (uint32_t)end;
        advance_to(tokeniser, after);
        return true;
    }
    return false;
}

/* JavaScript and its kin: whether a slash begins a regular expression, by what is before it. */
static bool is_value_expected(const Tokeniser *tokeniser)
{
    if (!tokeniser->tokens->len)
        return true;
    const RouteToken *last = &tokeniser->tokens->ptr[tokeniser->tokens->len - 1];
    return last->sort == ROUTE_MARK && !byte_in(tokeniser->text.ptr[last->start], ")]}");
}

/* A regular expression is no token of its own kind: nothing that is looked for is in one. */
static bool skip_regex(Tokeniser *tokeniser)
{
    Str text = tokeniser->text;
    bool set = false;
    if (!(tokeniser->language->lexical.traits & LEXICAL_REGEX) || text.ptr[tokeniser->at] != '/' ||
        !is_value_expected(tokeniser))
        return false;
    for (size_t at = tokeniser->at + 1; at < text.len && text.ptr[at] != '\n'; at++) {
        char c = text.ptr[at];
        if (c == '\\')
            at++;
        else if (c == '/' && !set) {
            push(tokeniser, ROUTE_WORD, tokeniser->at, at + 1);
            tokeniser->at = at + 1;
            return true;
        } else
            set = c == '[' || (set && c != ']');
    }
    return false;
}

static void take_mark(Tokeniser *tokeniser)
{
    static const char opens[] = "([{", closes[] = ")]}";
    char c = tokeniser->text.ptr[tokeniser->at];
    uint32_t index = (uint32_t)tokeniser->tokens->len;
    RouteToken *token = push(tokeniser, ROUTE_MARK, tokeniser->at, tokeniser->at + 1);
    tokeniser->at++;
    if (byte_in(c, opens) && tokeniser->depth < DEPTH_MAX)
        tokeniser->open[tokeniser->depth++] = index;
    const char *close = byte_in(c, closes) ? strchr(closes, c) : NULL;
    if (!close || !tokeniser->depth)
        return;
    RouteToken *open = &tokeniser->tokens->ptr[tokeniser->open[tokeniser->depth - 1]];
    if (tokeniser->text.ptr[open->start] != opens[close - closes])
        return;
    token->partner = tokeniser->open[--tokeniser->depth];
    open->partner = index;
}

static bool take_word(Tokeniser *tokeniser)
{
    Str text = tokeniser->text;
    size_t start = tokeniser->at, end = start + (text.ptr[start] == '$');
    while (end < text.len && byte_is_word(text.ptr[end]))
        end++;
    if (end == start)
        return false;
    push(tokeniser, ROUTE_WORD, start, end);
    tokeniser->at = end;
    return true;
}

bool route_tokens(Arena *arena, const Language *language, Str text, RouteTokenVec *tokens)
{
    Tokeniser *tokeniser = NEW(arena, Tokeniser, 1);
    *tokeniser = (Tokeniser){
        .arena = arena, .language = language, .text = text, .line = 1, .tokens = tokens};
    while (tokeniser->at < text.len && tokens->len < ROUTE_TOKENS_MAX) {
        char c = text.ptr[tokeniser->at];
        if (byte_is_space(c))
            advance_to(tokeniser, tokeniser->at + 1);
        else if (!skip_line_comment(tokeniser) && !skip_block_comment(tokeniser) &&
                 !take_string(tokeniser) && !skip_regex(tokeniser) && !take_word(tokeniser))
            take_mark(tokeniser);
    }
    return tokeniser->at >= text.len;
}
