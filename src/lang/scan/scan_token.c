/* Lexer with one token of look-ahead. White space and comments before a token are skipped; the
   comments become the lead of a declaration, until a blank line. Groups are skipped by counting
   brackets, whatever they contain. */
#include "lang/scan/scan_token.h"

/* The offset after the comment at `at`; `at` if no comment begins there. */
static size_t skip_comment(const Tokens *tokens, size_t at)
{
    Str text = tokens->text;
    char c = text.ptr[at], next = at + 1 < text.len ? text.ptr[at + 1] : '\0';
    bool doubled = c == '/' || c == '-';
    if (byte_in(c, tokens->style->line_comments) && (!doubled || next == c))
        return line_end(text, at);
    if (!tokens->style->block_comments || c != '/' || next != '*')
        return at;
    size_t depth = 0;
    for (size_t i = at; i + 1 < text.len; i++) {
        bool opens = text.ptr[i] == '/' && text.ptr[i + 1] == '*';
        bool closes = text.ptr[i] == '*' && text.ptr[i + 1] == '/';
        if (closes && (!--depth || !tokens->style->nested_comments))
            return i + 2;
        depth += opens && (tokens->style->nested_comments || i == at);
        i += opens || closes;
    }
    return text.len;
}

/* Skips white space and comments; a blank line drops the comments before it. */
static size_t skip_gap(Tokens *tokens, size_t at)
{
    Str text = tokens->text;
    size_t lines = 0;
    while (at < text.len) {
        char c = text.ptr[at];
        if (byte_is_space(c)) {
            lines += c == '\n';
            if (lines > 1)
                lead_clear(&tokens->lead);
            at++;
            continue;
        }
        size_t after = c ? skip_comment(tokens, at) : at;
        if (after == at)
            break;
        if (lines || !tokens->last_end) /* not a comment after the previous token */
            lead_add(&tokens->lead, at, after);
        lines = 0;
        at = after;
    }
    return at;
}

static size_t string_end(const Tokens *tokens, size_t at)
{
    Str text = tokens->text;
    char quote = text.ptr[at];
    const char three[3] = {quote, quote, quote};
    Str triple = {three, 3};
    if (tokens->style->triple_quotes && str_starts(str_from_offset(text, at), triple)) {
        size_t close = find_from(text, at + 3, triple);
        return close == STR_NONE ? text.len : close + 3;
    }
    for (at++; at < text.len && text.ptr[at] != '\n'; at++) {
        if (text.ptr[at] == '\\')
            at++;
        else if (text.ptr[at] == quote)
            return at + 1;
    }
    return MIN(at, text.len);
}

void token_next(Tokens *tokens)
{
    Str text = tokens->text;
    ScanToken *token = &tokens->token;
    tokens->last_end = token->end;
    lead_clear(&tokens->lead);
    size_t at = skip_gap(tokens, tokens->at);
    *token = (ScanToken){.start = at, .end = at};
    if (at >= text.len || scan_expired(tokens->scan)) {
        token->start = token->end = tokens->at = text.len;
        return;
    }
    char c = text.ptr[at];
    if (byte_is_word(c)) {
        token->kind = byte_is_digit(c) ? TOKEN_NUMBER : TOKEN_WORD;
        token->text = word_at(text, at, text.len,
                              token->kind == TOKEN_NUMBER ? "." : tokens->style->word_extra);
        token->end = at + token->text.len;
    } else if (byte_in(c, tokens->style->quotes)) {
        token->kind = TOKEN_STRING;
        token->end = string_end(tokens, at);
        token->text = str_slice(text, at + 1, MAX(token->end, at + 2) - 1);
    } else {
        token->kind = TOKEN_PUNCT;
        token->end = at + 1;
        token->text = str_slice(text, at, at + 1);
    }
    tokens->at = token->end;
}

Tokens tokens_open(Scan *scan, const TokenStyle *style, size_t at)
{
    Tokens tokens = {.scan = scan, .text = scan->text, .style = style, .at = at};
    token_next(&tokens);
    return tokens;
}

bool token_is(const Tokens *tokens, const char *word)
{
    return tokens->token.kind == TOKEN_WORD && str_equal(tokens->token.text, str_from(word));
}

bool token_in(const Tokens *tokens, const char *const *words)
{
    for (; *words; words++)
        if (token_is(tokens, *words))
            return true;
    return false;
}

bool token_is_punct(const Tokens *tokens, char c)
{
    return tokens->token.kind == TOKEN_PUNCT && tokens->token.text.ptr[0] == c;
}

bool token_take(Tokens *tokens, const char *word)
{
    bool found = token_is(tokens, word);
    if (found)
        token_next(tokens);
    return found;
}

bool token_take_punct(Tokens *tokens, char c)
{
    bool found = token_is_punct(tokens, c);
    if (found)
        token_next(tokens);
    return found;
}

static bool is_one_of(const ScanToken *token, const char *bytes)
{
    char c = token->kind == TOKEN_PUNCT ? token->text.ptr[0] : '\0';
    return byte_in(c, bytes);
}

void token_skip_group(Tokens *tokens)
{
    bool angles = token_is_punct(tokens, '<');
    const char *opening = angles ? "([{<" : "([{", *closing = angles ? ")]}>" : ")]}";
    size_t depth = 0;
    do {
        if (is_one_of(&tokens->token, opening))
            depth++;
        else if (is_one_of(&tokens->token, closing))
            depth--;
        token_next(tokens);
    } while (depth && tokens->token.kind != TOKEN_END);
}

void token_skip_to(Tokens *tokens, const char *stops)
{
    while (tokens->token.kind != TOKEN_END && !is_one_of(&tokens->token, stops)) {
        if (is_one_of(&tokens->token, "([{"))
            token_skip_group(tokens);
        else
            token_next(tokens);
    }
}

Symbol *token_open(Tokens *tokens, SymbolKind kind, Str name, size_t start, size_t to)
{
    Scan *scan = tokens->scan;
    name = str_slice(name, 0, str_char_floor(name, MIN(name.len, NAME_BYTES_MAX)));
    scan_cut(scan, lead_start(&tokens->lead, start), (uint32_t)scan->depth);
    Symbol *symbol = scan_symbol_open(scan, kind, name, start);
    symbol->signature = scan_signature(scan, start, to);
    lead_take(scan, &tokens->lead, symbol);
    return symbol;
}
