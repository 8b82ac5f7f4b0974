/* The tokeniser of body elision; it skips strings, comments and templates. Unlike the lexical tier,
   which must make the best of any text, it gives up if something does not end as it should. */
#include "lang/elide/elide_state.h"
#include "lang/scan/scan_text.h"

/* The longest character literal, '\U0001F600', with its quotes. */
#define CHAR_BYTES_MAX 12
/* Bytes that are kept at both ends of a comment: its markers, including documentation markers. */
#define COMMENT_HEAD_BYTES 4
#define COMMENT_TAIL_BYTES 2
/* Parsing a shorter string costs less than a span. */
#define STRING_BYTES_MIN 64

uint8_t elide_roles(const Elision *elision, Str word)
{
    const RoleWords *words = elision->words;
    if (word.len > 31 || !(words->lengths[(unsigned char)word.ptr[0]] >> word.len & 1))
        return 0;
    for (size_t i = 0; i < words->count; i++) {
        Str known = words->words[i].word;
        if (words->folded ? str_equal_nocase(known, word) : str_equal(known, word))
            return words->words[i].roles;
    }
    return 0;
}

void elide_token(Elision *elision, char kind, char joined)
{
    elision->earlier = elision->last;
    elision->last = (ElideToken){.kind = kind, .joined = joined};
}

static bool has_at(const Elision *elision, size_t at, Str what)
{
    return elision->text.len - at >= what.len &&
           !memcmp(elision->text.ptr + at, what.ptr, what.len);
}

static size_t give_up(Elision *elision)
{
    elision->unsure = true;
    return elision->text.len;
}

/* ---- strings ---- */

/* Skips a string whose opening quote is before `at`. */
static size_t skip_short(Elision *elision, size_t at, char quote, bool lines, bool holes)
{
    Str text = elision->text;
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
    return give_up(elision);
}

/* Skips a string that ends with the same quote, of one or three marks, with escapes or raw. */
static size_t skip_long(Elision *elision, size_t at, Str quote, bool raw)
{
    Str text = elision->text;
    while (true) {
        at = find_from(text, MIN(at, text.len), quote);
        if (at == STR_NONE)
            return give_up(elision);
        size_t marks = 0;
        while (!raw && marks < at && text.ptr[at - marks - 1] == '\\')
            marks++;
        if (marks % 2 == 0)
            break;
        at++;
    }
    at += quote.len;
    while (quote.len > 1 && elide_byte(elision, at) == quote.ptr[0])
        at++; /* """a"""" */
    return at;
}

/* Skips 'x', or a lone ' if the language has those. */
static size_t skip_char(Elision *elision, size_t at)
{
    size_t end = at + 1;
    if (elide_byte(elision, end) == '\\') {
        for (end += 2; end < at + CHAR_BYTES_MAX; end++)
            if (elide_byte(elision, end) == '\'')
                return end + 1;
        return give_up(elision);
    }
    if (end < elision->text.len)
        str_decode(elision->text, &end);
    if (elide_byte(elision, end) == '\'')
        return end + 1;
    return elide_has(elision, ELIDE_LONE) ? at + 1 : give_up(elision);
}

/* Skips a string with interpolated code, which may itself contain strings of one line: "…{$…}…" of
   PHP, "…${…}…" of Kotlin. */
static size_t skip_holed(Elision *elision, size_t at, bool lines)
{
    Str text = elision->text;
    size_t depth = 0;
    for (; at < text.len && !elision->unsure; at++) {
        char c = text.ptr[at];
        if (c == '"' && !depth)
            return at + 1;
        if (depth && (c == '\'' || c == '"'))
            at = skip_short(elision, at + 1, c, false, false) - 1;
        else if (c == '\\' && !depth)
            at++;
        else if (c == '\n' && !lines)
            break;
        else if (c == '{')
            depth += depth || elide_byte(elision, at + 1) == '$' || text.ptr[at - 1] == '$';
        else if (c == '}' && depth)
            depth--;
    }
    return give_up(elision);
}

/* Skips @"…", in which "" is a quote, and $"…{…}…"; the marks before the quote say which. Gives up
   at interpolated code. */
static size_t skip_marked(Elision *elision, size_t at)
{
    Str text = elision->text;
    bool verbatim = false, holes = false;
    for (size_t i = at; i-- > 0 && (text.ptr[i] == '@' || text.ptr[i] == '$');) {
        verbatim = verbatim || text.ptr[i] == '@';
        holes = holes || text.ptr[i] == '$';
    }
    if (!verbatim)
        return skip_short(elision, at + 1, '"', false, holes);
    for (at++; at < text.len; at++) {
        if (text.ptr[at] == '{' && holes)
            break;
        if (text.ptr[at] != '"')
            continue;
        if (elide_byte(elision, at + 1) != '"')
            return at + 1;
        at++;
    }
    return give_up(elision);
}

size_t elide_skip_template(Elision *elision, size_t at)
{
    Str text = elision->text;
    for (; at < text.len; at++) {
        char c = text.ptr[at];
        if (c == '`') {
            elide_token(elision, '"', 0);
            return at + 1;
        }
        if (c == '\\') {
            at++;
        } else if (c == '$' && elide_byte(elision, at + 1) == '{') {
            elide_push(elision, '`', BRACKET_PLAIN, at + 2);
            return at + 2;
        }
    }
    return give_up(elision);
}

size_t elide_skip_string(Elision *elision, size_t at)
{
    char c = elision->text.ptr[at];
    const Lexical *lexical = elision->lexical;
    if (elision->facts->skip_string)
        return elision->facts->skip_string(elision, at);
    if (c == '\'' && lexical_has(lexical, LEXICAL_CHARS))
        return skip_char(elision, at);
    for (size_t i = 0; i < lexical->quote_count; i++) {
        const LexicalQuote *quote = &lexical->quotes[i];
        if (!has_at(elision, at, quote->text))
            continue;
        if (quote->text.len > 1)
            return skip_long(elision, at + quote->text.len, quote->text,
                             elide_has(elision, ELIDE_VERBATIM));
        if (c == '`')
            return skip_long(elision, at + 1, quote->text, true);
        if (c == '"' && elide_has(elision, ELIDE_INITIALS))
            return skip_marked(elision, at);
        if (c == '"' && elide_has(elision, ELIDE_HOLES))
            return skip_holed(elision, at + 1, quote->lines);
        return skip_short(elision, at + 1, c, quote->lines, false);
    }
    return at + 1;
}

/* ---- comments ---- */

static size_t skip_nested(Elision *elision, size_t at)
{
    Str open = elision->lexical->block_open, close = elision->lexical->block_close;
    size_t depth = 0;
    while (at < elision->text.len) {
        char c = elision->text.ptr[at];
        if (c != open.ptr[0] && c != close.ptr[0]) {
            at++;
        } else if (has_at(elision, at, open)) {
            depth++;
            at += open.len;
        } else if (has_at(elision, at, close)) {
            at += close.len;
            if (!--depth)
                return at;
        } else {
            at++;
        }
    }
    return give_up(elision);
}

/* Whether the line contains a character that only some grammars take for a line end: CR, U+2028,
   U+2029. */
static bool breaks_line(Str line)
{
    size_t last = line.len - (line.len && line.ptr[line.len - 1] == '\r');
    if (str_find_byte(str_slice(line, 0, last), '\r') != STR_NONE)
        return true;
    return str_find(line, STR("\xe2\x80\xa8")) != STR_NONE ||
           str_find(line, STR("\xe2\x80\xa9")) != STR_NONE;
}

/* Skips a line comment; in PHP it also ends before ?>. */
static size_t skip_remark(Elision *elision, size_t at)
{
    size_t end = line_end(elision->text, at);
    if (breaks_line(str_slice(elision->text, at, end)))
        return give_up(elision);
    if (!elide_has(elision, ELIDE_PAGES))
        return end;
    size_t page = str_find(str_slice(elision->text, at, end), STR("?>"));
    return page == STR_NONE ? end : at + page;
}

size_t elide_skip_comment(Elision *elision, size_t at)
{
    const Lexical *lexical = elision->lexical;
    if (lexical->block_open.len && has_at(elision, at, lexical->block_open)) {
        if (elide_has(elision, ELIDE_NESTED))
            return skip_nested(elision, at);
        size_t end = find_from(elision->text, at + lexical->block_open.len, lexical->block_close);
        return end == STR_NONE ? give_up(elision) : end + lexical->block_close.len;
    }
    for (size_t i = 0; i < lexical->line_comment_count; i++)
        if (has_at(elision, at, lexical->line_comments[i]))
            return skip_remark(elision, at);
    return at;
}

/* Elides the text of a comment, but not its beginning, by which the grammar knows its kind. */
static void comment_span(Elision *elision, size_t start, size_t end)
{
    elide_span(elision, start + COMMENT_HEAD_BYTES, end - MIN(end, COMMENT_TAIL_BYTES), ' ');
}

/* ---- PHP ---- */

/* Skips from after ?>, or from the start of the file, to the next code. */
static size_t skip_page(Elision *elision, size_t at)
{
    Str text = elision->text;
    while ((at = find_from(text, MIN(at, text.len), STR("<?"))) != STR_NONE) {
        if (elide_byte(elision, at + 2) == '=')
            return at + 3;
        if (word_is(str_slice(text, at + 2, at + 5), "php"))
            return at + 5;
        at += 2;
    }
    return text.len;
}

/* Skips a heredoc, <<<WORD up to the line WORD; `at` is after the <<<. */
static size_t skip_heredoc(Elision *elision, size_t at)
{
    Line line;
    at = lexical_skip_blanks(elision->lexical, at);
    char quote = elide_byte(elision, at);
    at += quote == '\'' || quote == '"';
    size_t end = lexical_word_end(elision->lexical, at);
    Str word = str_slice(elision->text, at, end);
    at = line_end(elision->text, at) + 1;
    while (word.len && at < elision->text.len && line_take(elision->text, &at, &line)) {
        size_t start = lexical_skip_blanks(elision->lexical, line.start);
        if (has_at(elision, MIN(start, elision->text.len), word) &&
            !lexical_is_word(elision->lexical, start + word.len))
            return start + word.len;
    }
    return give_up(elision);
}

/* ---- the loop ---- */

static size_t take_word(Elision *elision, size_t start)
{
    const Lexical *lexical = elision->lexical;
    size_t end = start + 1;
    while (end < elision->text.len &&
           (lexical->class[(unsigned char)elision->text.ptr[end]] == BYTE_WORD ||
            lexical->class[(unsigned char)elision->text.ptr[end]] == BYTE_DIGIT))
        end++;
    Str word = str_slice(elision->text, start, end);
    char last = word.ptr[word.len - 1];
    if (lexical_has(lexical, LEXICAL_RAW) && word.len <= 3 && (last == 'r' || last == 'R') &&
        !elide_has(elision, ELIDE_INITIALS)) {
        size_t raw = lexical_skip_raw(lexical, end);
        if (raw > end) {
            elide_token(elision, '"', 0);
            return raw;
        }
    }
    Span span = {(uint32_t)start, (uint32_t)end};
    uint8_t roles = elide_roles(elision, word);
    bool member = elision->last.kind == '.' ||
                  (elision->last.kind == '>' && elision->last.joined == '-' &&
                   !elide_has(elision, ELIDE_VALUES)) || /* `{ x -> fun f() … }` */
                  (elision->last.kind == ':' && elision->last.joined == ':') ||
                  (elision->last.kind == '#' && elide_has(elision, ELIDE_LONE));
    if (member)
        roles &= ROLE_MEMBER;
    elide_word(elision, span, roles);
    elide_token(elision, 'a', 0);
    elision->last.word = span;
    elision->last.roles = roles;
    return end;
}

static size_t take_punct(Elision *elision, size_t at)
{
    char c = elision->text.ptr[at];
    char before = at ? elision->text.ptr[at - 1] : '\0';
    bool operator= before && strchr("=-<>|&?:.+!*/%^~@#", before);
    char joined = operator&& before == elision->last.kind ? before : '\0';
    if (elide_has(elision, ELIDE_PAGES)) {
        if (c == '>' && joined == '?') {
            elision->head = (Head){0};
            elide_token(elision, ';', 0);
            return skip_page(elision, at + 1);
        }
        if (c == '<' && has_at(elision, at, STR("<<<"))) {
            elide_token(elision, '"', 0);
            return skip_heredoc(elision, at + 3);
        }
        if (c == '#' && elide_byte(elision, at + 1) != '[') {
            size_t end = skip_remark(elision, at);
            comment_span(elision, at, end);
            return end;
        }
    }
    if (c == '<' && elide_has(elision, ELIDE_MARKUP) && script_is_markup(elision, at))
        return script_markup(elision, at);
    elide_mark(elision, at);
    elide_token(elision, c, joined);
    return at + 1;
}

static size_t take_active(Elision *elision, size_t at)
{
    char c = elision->text.ptr[at];
    if (c == '(' || c == '[' || c == '{') {
        elide_open(elision, at);
        return elide_skip_tables(elision, at + 1);
    }
    if (c == ')' || c == ']' || c == '}')
        return elide_close(elision, at);
    return take_punct(elision, at);
}

/* Elides long strings with escapes, as the parser makes a node of each. Not in languages in which
   strings may contain code. */
static void escapes_span(Elision *elision, size_t at, size_t end)
{
    static const unsigned others = ELIDE_HOLES | ELIDE_INITIALS | ELIDE_PAGES;
    const char *inside = elision->text.ptr + at + 1;
    if (end - at > STRING_BYTES_MIN && inside[-1] == '"' && inside[0] != '"' &&
        !elide_has(elision, others) && !elision->facts->skip_string &&
        memchr(inside, '\\', end - at - 2))
        elide_span(elision, at + 1, end - 1, ' ');
}

static size_t take_quote(Elision *elision, size_t at)
{
    if (elision->text.ptr[at] == '`' && elide_has(elision, ELIDE_TEMPLATES))
        return elide_skip_template(elision, at + 1);
    size_t end = elide_skip_string(elision, at);
    if (!elision->unsure)
        escapes_span(elision, at, end);
    elide_token(elision, '"', 0);
    return end;
}

static size_t take_comment(Elision *elision, size_t at)
{
    size_t end = elide_skip_comment(elision, at);
    if (end > at) {
        comment_span(elision, at, end);
        return end;
    }
    if (lexical_has(elision->lexical, LEXICAL_REGEX) && elision->text.ptr[at] == '/' &&
        script_is_regex(elision))
        return script_skip_regex(elision, at);
    return take_punct(elision, at);
}

/* A line end, with the preprocessor directive that may follow. */
static size_t take_feed(Elision *elision, size_t at)
{
    elide_feed(elision);
    if (!lexical_has(elision->lexical, LEXICAL_DIRECTIVES))
        return at + 1;
    size_t start = lexical_skip_blanks(elision->lexical, at + 1);
    return elide_byte(elision, start) == '#' ? line_end(elision->text, start) : at + 1;
}

static size_t take_one(Elision *elision, size_t at)
{
    switch ((ByteClass)elision->lexical->class[(unsigned char)elision->text.ptr[at]]) {
    case BYTE_BLANK: return at + 1;
    case BYTE_FEED: return take_feed(elision, at);
    case BYTE_WORD: return take_word(elision, at);
    case BYTE_DIGIT: elide_token(elision, '0', 0); return lexical_word_end(elision->lexical, at);
    case BYTE_QUOTE: return take_quote(elision, at);
    case BYTE_COMMENT: return take_comment(elision, at);
    case BYTE_ACTIVE: return take_active(elision, at);
    case BYTE_PUNCT: return take_punct(elision, at);
    }
    return at + 1;
}

void elide_read(Elision *elision)
{
    size_t at = 0;
    if (elide_has(elision, ELIDE_PAGES))
        at = skip_page(elision, 0);
    else if (has_at(elision, 0, STR("#!")) && elide_byte(elision, 2) != '[')
        at = line_end(elision->text, 0);
    while (at < elision->text.len && !elision->unsure)
        at = take_one(elision, at);
    elision->unsure = elision->unsure || elision->depth;
}
