/* Tokens, and what is no code: strings, comments, templates, markup. Unlike the lexical tier, which
   must make something of any text, this gives up where something does not end as it should. */
#include "lang/condense/condense_state.h"
#include "lang/scan/scan_text.h"

#define CHAR_BYTES_MAX 12
#define COMMENT_HEAD_BYTES 4
#define COMMENT_TAIL_BYTES 2
/* A shorter one costs the parser less than a gap. */
#define STRING_BYTES_MIN 64

uint8_t condense_roles(const Condense *condense, Str word)
{
    const RoleWords *words = condense->words;
    if (word.len > 31 || !(words->lengths[(unsigned char)word.ptr[0]] >> word.len & 1))
        return 0;
    for (size_t i = 0; i < words->count; i++) {
        Str known = words->words[i].word;
        if (words->folded ? str_equal_nocase(known, word) : str_equal(known, word))
            return words->words[i].roles;
    }
    return 0;
}

void condense_token(Condense *condense, char kind, char joined)
{
    condense->earlier = condense->last;
    condense->last = (Token){.kind = kind, .joined = joined};
}

static bool has_at(const Condense *condense, size_t at, Str what)
{
    return condense->text.len - at >= what.len &&
           !memcmp(condense->text.ptr + at, what.ptr, what.len);
}

static size_t give_up(Condense *condense)
{
    condense->unsure = true;
    return condense->text.len;
}

/* ---- strings ---- */

/* Behind the quote that ends what begins before `at`. */
static size_t skip_short(Condense *condense, size_t at, char quote, bool lines, bool holes)
{
    Str text = condense->text;
    for (; at < text.len; at++) {
        char c = text.ptr[at];
        if (c == quote)
            return at + 1;
        if (c == '\\')
            at++;
        else if (c == '\n' && !lines)
            break;
        else if (c == '{' && holes)
            break;
    }
    return give_up(condense);
}

/* Up to the same three or one quotes, with escapes or without. */
static size_t skip_long(Condense *condense, size_t at, Str quote, bool raw)
{
    Str text = condense->text;
    while (true) {
        at = find_from(text, MIN(at, text.len), quote);
        if (at == STR_NONE)
            return give_up(condense);
        size_t marks = 0;
        while (!raw && marks < at && text.ptr[at - marks - 1] == '\\')
            marks++;
        if (marks % 2 == 0)
            break;
        at++;
    }
    at += quote.len;
    while (quote.len > 1 && condense_byte(condense, at) == quote.ptr[0])
        at++; /* """a"""" */
    return at;
}

/* 'x', or where they exist a ' alone. */
static size_t skip_char(Condense *condense, size_t at)
{
    size_t end = at + 1;
    if (condense_byte(condense, end) == '\\') {
        for (end += 2; end < at + CHAR_BYTES_MAX; end++)
            if (condense_byte(condense, end) == '\'')
                return end + 1;
        return give_up(condense);
    }
    if (end < condense->text.len)
        str_decode(condense->text, &end);
    if (condense_byte(condense, end) == '\'')
        return end + 1;
    return condense_has(condense, CONDENSE_LONE) ? at + 1 : give_up(condense);
}

/* Strings that hold code, which may have strings on one line in it: "…{$…}…" of PHP, "…${…}…" of
   Kotlin. */
static size_t skip_holed(Condense *condense, size_t at, bool lines)
{
    Str text = condense->text;
    size_t depth = 0;
    for (; at < text.len && !condense->unsure; at++) {
        char c = text.ptr[at];
        if (c == '"' && !depth)
            return at + 1;
        if (depth && (c == '\'' || c == '"'))
            at = skip_short(condense, at + 1, c, false, false) - 1;
        else if (c == '\\' && !depth)
            at++;
        else if (c == '\n' && !lines)
            break;
        else if (c == '{')
            depth += depth || condense_byte(condense, at + 1) == '$' || text.ptr[at - 1] == '$';
        else if (c == '}' && depth)
            depth--;
    }
    return give_up(condense);
}

/* @"…" with "" for a quote, $"…{…}…", $$"""…""": what stands before the quote says which. */
static size_t skip_marked(Condense *condense, size_t at)
{
    Str text = condense->text;
    bool verbatim = false, holes = false;
    for (size_t i = at; i-- > 0 && (text.ptr[i] == '@' || text.ptr[i] == '$');) {
        verbatim = verbatim || text.ptr[i] == '@';
        holes = holes || text.ptr[i] == '$';
    }
    if (!verbatim)
        return skip_short(condense, at + 1, '"', false, holes);
    for (at++; at < text.len; at++) {
        if (text.ptr[at] == '{' && holes)
            break;
        if (text.ptr[at] != '"')
            continue;
        if (condense_byte(condense, at + 1) != '"')
            return at + 1;
        at++;
    }
    return give_up(condense);
}

size_t condense_skip_template(Condense *condense, size_t at)
{
    Str text = condense->text;
    for (; at < text.len; at++) {
        char c = text.ptr[at];
        if (c == '`') {
            condense_token(condense, '"', 0);
            return at + 1;
        }
        if (c == '\\') {
            at++;
        } else if (c == '$' && condense_byte(condense, at + 1) == '{') {
            condense_push(condense, '`', BRACKET_PLAIN, at + 2);
            return at + 2;
        }
    }
    return give_up(condense);
}

size_t condense_skip_string(Condense *condense, size_t at)
{
    char c = condense->text.ptr[at];
    const Lexical *lexical = condense->lexical;
    if (condense_has(condense, CONDENSE_ACCESSORS))
        return swift_skip_string(condense, at);
    if (c == '\'' && lexical_has(lexical, LEXICAL_CHARS))
        return skip_char(condense, at);
    for (size_t i = 0; i < lexical->quote_count; i++) {
        const LexicalQuote *quote = &lexical->quotes[i];
        if (!has_at(condense, at, quote->text))
            continue;
        if (quote->text.len > 1)
            return skip_long(condense, at + quote->text.len, quote->text,
                             condense_has(condense, CONDENSE_VERBATIM));
        if (c == '`')
            return skip_long(condense, at + 1, quote->text, true);
        if (c == '"' && condense_has(condense, CONDENSE_INITIALS))
            return skip_marked(condense, at);
        if (c == '"' && condense_has(condense, CONDENSE_HOLES))
            return skip_holed(condense, at + 1, quote->lines);
        return skip_short(condense, at + 1, c, quote->lines, false);
    }
    return at + 1;
}

/* ---- comments ---- */

static size_t skip_nested(Condense *condense, size_t at)
{
    Str open = condense->lexical->block_open, close = condense->lexical->block_close;
    size_t depth = 0;
    while (at < condense->text.len) {
        char c = condense->text.ptr[at];
        if (c != open.ptr[0] && c != close.ptr[0]) {
            at++;
        } else if (has_at(condense, at, open)) {
            depth++;
            at += open.len;
        } else if (has_at(condense, at, close)) {
            at += close.len;
            if (!--depth)
                return at;
        } else {
            at++;
        }
    }
    return give_up(condense);
}

/* What ends lines for some grammars only: CR, and U+2028 and U+2029. */
static bool breaks_line(Str line)
{
    size_t last = line.len - (line.len && line.ptr[line.len - 1] == '\r');
    if (str_find_byte(str_slice(line, 0, last), '\r') != STR_NONE)
        return true;
    return str_find(line, STR("\xe2\x80\xa8")) != STR_NONE ||
           str_find(line, STR("\xe2\x80\xa9")) != STR_NONE;
}

/* To the end of the line; in PHP also of the code. */
static size_t skip_remark(Condense *condense, size_t at)
{
    size_t end = line_end(condense->text, at);
    if (breaks_line(str_slice(condense->text, at, end)))
        return give_up(condense);
    if (!condense_has(condense, CONDENSE_PAGES))
        return end;
    size_t page = str_find(str_slice(condense->text, at, end), STR("?>"));
    return page == STR_NONE ? end : at + page;
}

size_t condense_skip_comment(Condense *condense, size_t at)
{
    const Lexical *lexical = condense->lexical;
    if (lexical->block_open.len && has_at(condense, at, lexical->block_open)) {
        if (condense_has(condense, CONDENSE_NESTED))
            return skip_nested(condense, at);
        size_t end = find_from(condense->text, at + lexical->block_open.len, lexical->block_close);
        return end == STR_NONE ? give_up(condense) : end + lexical->block_close.len;
    }
    for (size_t i = 0; i < lexical->line_comment_count; i++)
        if (has_at(condense, at, lexical->line_comments[i]))
            return skip_remark(condense, at);
    return at;
}

/* What a comment begins with tells its kind; what it says does not matter to the grammar. */
static void comment_gap(Condense *condense, size_t start, size_t end)
{
    condense_gap(condense, start + COMMENT_HEAD_BYTES, end - MIN(end, COMMENT_TAIL_BYTES), ' ');
}

/* ---- PHP ---- */

/* From behind ?>, or the start of the file, to the code. */
static size_t skip_page(Condense *condense, size_t at)
{
    Str text = condense->text;
    while ((at = find_from(text, MIN(at, text.len), STR("<?"))) != STR_NONE) {
        if (condense_byte(condense, at + 2) == '=')
            return at + 3;
        if (word_is(str_slice(text, at + 2, at + 5), "php"))
            return at + 5;
        at += 2;
    }
    return text.len;
}

/* <<<WORD up to the line WORD; `at` is behind the <<<. */
static size_t skip_heredoc(Condense *condense, size_t at)
{
    Line line;
    at = lexical_skip_blanks(condense->lexical, at);
    char quote = condense_byte(condense, at);
    at += quote == '\'' || quote == '"';
    size_t end = lexical_word_end(condense->lexical, at);
    Str word = str_slice(condense->text, at, end);
    at = line_end(condense->text, at) + 1;
    while (word.len && at < condense->text.len && line_take(condense->text, &at, &line)) {
        size_t start = lexical_skip_blanks(condense->lexical, line.start);
        if (has_at(condense, MIN(start, condense->text.len), word) &&
            !lexical_is_word(condense->lexical, start + word.len))
            return start + word.len;
    }
    return give_up(condense);
}

/* ---- the loop ---- */

static size_t take_word(Condense *condense, size_t start)
{
    const Lexical *lexical = condense->lexical;
    size_t end = start + 1;
    while (end < condense->text.len &&
           (lexical->class[(unsigned char)condense->text.ptr[end]] == BYTE_WORD ||
            lexical->class[(unsigned char)condense->text.ptr[end]] == BYTE_DIGIT))
        end++;
    Str word = str_slice(condense->text, start, end);
    char last = word.ptr[word.len - 1];
    if (lexical_has(lexical, LEXICAL_RAW) && word.len <= 3 && (last == 'r' || last == 'R') &&
        !condense_has(condense, CONDENSE_INITIALS)) {
        size_t raw = lexical_skip_raw(lexical, end);
        if (raw > end) {
            condense_token(condense, '"', 0);
            return raw;
        }
    }
    Span span = {(uint32_t)start, (uint32_t)end};
    uint8_t roles = condense_roles(condense, word);
    bool member = condense->last.kind == '.' ||
                  (condense->last.kind == '>' && condense->last.joined == '-' &&
                   !condense_has(condense, CONDENSE_VALUES)) || /* `{ x -> fun f() … }` */
                  (condense->last.kind == ':' && condense->last.joined == ':') ||
                  (condense->last.kind == '#' && condense_has(condense, CONDENSE_LONE));
    if (member)
        roles &= ROLE_MEMBER;
    condense_word(condense, span, roles);
    condense_token(condense, 'a', 0);
    condense->last.word = span;
    condense->last.roles = roles;
    return end;
}

static size_t take_punct(Condense *condense, size_t at)
{
    char c = condense->text.ptr[at];
    char before = at ? condense->text.ptr[at - 1] : '\0';
    bool operator= before && strchr("=-<>|&?:.+!*/%^~@#", before);
    char joined = operator&& before == condense->last.kind ? before : '\0';
    if (condense_has(condense, CONDENSE_PAGES)) {
        if (c == '>' && joined == '?') {
            condense->head = (Head){0};
            condense_token(condense, ';', 0);
            return skip_page(condense, at + 1);
        }
        if (c == '<' && has_at(condense, at, STR("<<<"))) {
            condense_token(condense, '"', 0);
            return skip_heredoc(condense, at + 3);
        }
        if (c == '#' && condense_byte(condense, at + 1) != '[') {
            size_t end = skip_remark(condense, at);
            comment_gap(condense, at, end);
            return end;
        }
    }
    if (c == '<' && condense_has(condense, CONDENSE_MARKUP) && script_is_markup(condense, at))
        return script_markup(condense, at);
    condense_mark(condense, at);
    condense_token(condense, c, joined);
    return at + 1;
}

static size_t take_active(Condense *condense, size_t at)
{
    char c = condense->text.ptr[at];
    if (c == '(' || c == '[' || c == '{') {
        condense_open(condense, at);
        return condense_skip_values(condense, at + 1);
    }
    if (c == ')' || c == ']' || c == '}')
        return condense_close(condense, at);
    return take_punct(condense, at);
}

/* The parser makes a node of each escape. Where strings hold code it must see them. */
static void escapes_gap(Condense *condense, size_t at, size_t end)
{
    static const unsigned others =
        CONDENSE_HOLES | CONDENSE_ACCESSORS | CONDENSE_INITIALS | CONDENSE_PAGES;
    const char *inside = condense->text.ptr + at + 1;
    if (end - at > STRING_BYTES_MIN && inside[-1] == '"' && inside[0] != '"' &&
        !condense_has(condense, others) && memchr(inside, '\\', end - at - 2))
        condense_gap(condense, at + 1, end - 1, ' ');
}

static size_t take_quote(Condense *condense, size_t at)
{
    if (condense->text.ptr[at] == '`' && condense_has(condense, CONDENSE_TEMPLATES))
        return condense_skip_template(condense, at + 1);
    size_t end = condense_skip_string(condense, at);
    if (!condense->unsure)
        escapes_gap(condense, at, end);
    condense_token(condense, '"', 0);
    return end;
}

static size_t take_comment(Condense *condense, size_t at)
{
    size_t end = condense_skip_comment(condense, at);
    if (end > at) {
        comment_gap(condense, at, end);
        return end;
    }
    if (lexical_has(condense->lexical, LEXICAL_REGEX) && condense->text.ptr[at] == '/' &&
        script_is_regex(condense))
        return script_skip_regex(condense, at);
    return take_punct(condense, at);
}

/* The preprocessor's line. */
static size_t take_feed(Condense *condense, size_t at)
{
    condense_feed(condense);
    if (!lexical_has(condense->lexical, LEXICAL_DIRECTIVES))
        return at + 1;
    size_t start = lexical_skip_blanks(condense->lexical, at + 1);
    return condense_byte(condense, start) == '#' ? line_end(condense->text, start) : at + 1;
}

static size_t take_one(Condense *condense, size_t at)
{
    switch ((ByteClass)condense->lexical->class[(unsigned char)condense->text.ptr[at]]) {
    case BYTE_BLANK: return at + 1;
    case BYTE_FEED: return take_feed(condense, at);
    case BYTE_WORD: return take_word(condense, at);
    case BYTE_DIGIT:
        condense_token(condense, '0', 0);
        return lexical_word_end(condense->lexical, at);
    case BYTE_QUOTE: return take_quote(condense, at);
    case BYTE_COMMENT: return take_comment(condense, at);
    case BYTE_ACTIVE: return take_active(condense, at);
    case BYTE_PUNCT: return take_punct(condense, at);
    }
    return at + 1;
}

void condense_read(Condense *condense)
{
    size_t at = 0;
    if (condense_has(condense, CONDENSE_PAGES))
        at = skip_page(condense, 0);
    else if (has_at(condense, 0, STR("#!")) && condense_byte(condense, 2) != '[')
        at = line_end(condense->text, 0);
    while (at < condense->text.len && !condense->unsure)
        at = take_one(condense, at);
    condense->unsure = condense->unsure || condense->depth;
}
