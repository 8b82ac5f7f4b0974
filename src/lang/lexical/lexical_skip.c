/* Skipping of strings, comments, regular expressions, here-documents and other non-code. Broken
   input must not swallow the rest of the file, so a string without an end is its first line. */
#include "lang/lexical/lexical_state.h"
#include "lang/scan/scan_text.h"

/* Limits of strings and literals. If one is longer, its quote is not taken for one (skip_short). */
#define STRING_LINES_MAX 60
#define TEMPLATE_LINES_MAX 1000
#define CHAR_BYTES_MAX 12
#define REGEX_BYTES_MAX ((size_t)1000)

/* Skips a string of at most `lines` lines, from after its quote. If it does not end within them, it
   was probably not a string, and only its first line is skipped. */
static size_t skip_short(const Lexical *lexical, size_t at, char quote, size_t lines, bool raw)
{
    const char *text = lexical->text.ptr;
    size_t len = lexical->text.len, first_end = 0;
    for (; at < len; at++) {
        char c = text[at];
        if (c == quote)
            return at + 1;
        if (c == '\\' && !raw) {
            at++;
        } else if (c == '\n') {
            first_end = first_end ? first_end : at;
            if (--lines == 0)
                return first_end;
        }
    }
    return first_end ? first_end : len;
}

/* Skips to after `close`. Searches for its last byte, which is the rarer one in comments. */
static size_t skip_until(const Lexical *lexical, size_t at, Str close)
{
    Str text = lexical->text;
    size_t last = close.len - 1, from = at + last;
    while ((from = find_byte_from(text, from, text.len, close.ptr[last])) < text.len) {
        if (!memcmp(text.ptr + from - last, close.ptr, close.len))
            return from + 1;
        from++;
    }
    return text.len;
}

/* Skips 'x'; only the quote if it is not a character. */
static size_t skip_char(const Lexical *lexical, size_t at)
{
    size_t end = at + 1;
    if (end >= lexical->text.len)
        return end;
    if (lexical_byte(lexical, end) != '\\') {
        str_decode(lexical->text, &end);
        return lexical_byte(lexical, end) == '\'' ? end + 1 : at + 1;
    }
    for (end += 2; end < at + CHAR_BYTES_MAX; end++)
        if (lexical_byte(lexical, end) == '\'')
            return end + 1;
    return at + 1;
}

static bool starts_at(const Lexical *lexical, size_t at, Str what)
{
    return lexical->text.len - at >= what.len &&
           !memcmp(lexical->text.ptr + at, what.ptr, what.len);
}

size_t lexical_skip_string(const Lexical *lexical, size_t at)
{
    char c = lexical->text.ptr[at];
    if (c == '\'' && lexical_has(lexical, LEXICAL_CHARS))
        return skip_char(lexical, at);
    if (lexical_has(lexical, LEXICAL_MARKS) && at && lexical->text.ptr[at - 1] == '?' &&
        (at < 2 || !lexical_is_word(lexical, at - 2)))
        return at + 1; /* ?" is a character */
    for (size_t i = 0; i < lexical->quote_count; i++) {
        const LexicalQuote *quote = &lexical->quotes[i];
        if (!starts_at(lexical, at, quote->text))
            continue;
        if (quote->text.len > 1) {
            size_t end = skip_until(lexical, at + quote->text.len, quote->text);
            /* Of more than three quotes the last three close the string. */
            for (size_t more = 1; more < quote->text.len && lexical_byte(lexical, end) == c; more++)
                end++;
            return end;
        }
        bool verbatim = at && lexical->text.ptr[at - 1] == '@' && lexical_has(lexical, LEXICAL_RAW);
        bool long_ones = c == '`' || lexical->facts->blocks == LEXICAL_PARENS;
        size_t lines = long_ones ? TEMPLATE_LINES_MAX : STRING_LINES_MAX;
        return skip_short(lexical, at + 1, c, quote->lines || verbatim ? lines : 1, verbatim);
    }
    return at + 1;
}

/* r"…" and r##"…"##; `at` is after the r. */
size_t lexical_skip_raw(const Lexical *lexical, size_t at)
{
    char close[20] = "\"";
    size_t marks = 0;
    while (lexical_byte(lexical, at + marks) == '#' && marks < sizeof close - 2)
        close[++marks] = '#';
    if (lexical_byte(lexical, at + marks) != '"')
        return at;
    return skip_until(lexical, at + marks + 1, (Str){close, marks + 1});
}

/* [[…]] and [==[…]==]. */
size_t lexical_skip_long(const Lexical *lexical, size_t at)
{
    char close[20] = "]";
    size_t marks = 0;
    while (lexical_byte(lexical, at + 1 + marks) == '=' && marks < sizeof close - 3)
        close[++marks] = '=';
    if (lexical_byte(lexical, at) != '[' || lexical_byte(lexical, at + 1 + marks) != '[')
        return at;
    close[marks + 1] = ']';
    return skip_until(lexical, at + marks + 2, (Str){close, marks + 2});
}

/* Whether a value is expected, as after an operator or an opening bracket. */
static bool expects_value(const Lexical *lexical)
{
    static const char *const words[] = {"return", "typeof", "case", "in",     "of", "when", "if",
                                        "and",    "or",     "not",  "unless", "do", "else", NULL};
    if (lexical->previous == 'a')
        return word_in(lexical_str(lexical, lexical->word), words);
    return lexical->previous != '0' && lexical->previous != ')' && lexical->previous != ']' &&
           lexical->previous != '}' && lexical->previous != '"';
}

/* /…/ on one line. */
size_t lexical_skip_regex(const Lexical *lexical, size_t at)
{
    bool in_class = false;
    if (!lexical_has(lexical, LEXICAL_REGEX) || !expects_value(lexical))
        return at;
    size_t end = MIN(at + REGEX_BYTES_MAX, lexical->text.len);
    for (size_t i = at + 1; i < end && lexical->text.ptr[i] != '\n'; i++) {
        char c = lexical->text.ptr[i];
        if (c == '\\')
            i++;
        else if (c == '/' && !in_class)
            return i + 1;
        else if (c == '[' || c == ']')
            in_class = c == '[';
    }
    return at;
}

size_t lexical_skip_comment(const Lexical *lexical, size_t at)
{
    if (lexical->block_open.len && starts_at(lexical, at, lexical->block_open))
        return skip_until(lexical, at + lexical->block_open.len, lexical->block_close);
    for (size_t i = 0; i < lexical->line_comment_count; i++) {
        Str comment = lexical->line_comments[i];
        if (!starts_at(lexical, at, comment))
            continue;
        bool spaced = !at || byte_is_space(lexical->text.ptr[at - 1]) ||
                      byte_in(lexical->text.ptr[at - 1], ";|&({");
        if (lexical_has(lexical, LEXICAL_SPACED) && !spaced)
            continue;
        if (lexical_has(lexical, LEXICAL_LONG) &&
            lexical_skip_long(lexical, at + comment.len) > at + comment.len)
            return lexical_skip_long(lexical, at + comment.len);
        return line_end(lexical->text, at);
    }
    return at;
}

/* ---- at the start of a line ---- */

/* Marks after the `<<` of a here-document: `<<-`, `<<~`, `<<<`. */
#define MARKS_MAX 2

/* `<<WORD`, `<<-'WORD'`, `<<~WORD`, and `<<<WORD` of PHP. A bare word must begin with a capital, as
   `<<` may be a shift. */
void lexical_note_heredoc(Lexical *lexical, size_t at)
{
    bool marked = false;
    at += 2;
    for (int i = 0; i < MARKS_MAX && lexical_byte(lexical, at); i++) {
        if (!byte_in(lexical_byte(lexical, at), "<-~"))
            break;
        marked = true;
        at++;
    }
    char quote = lexical_byte(lexical, at);
    at += quote == '\'' || quote == '"';
    size_t end = lexical_word_end(lexical, at);
    bool shout = end > at && lexical->text.ptr[at] >= 'A' && lexical->text.ptr[at] <= 'Z';
    if (end > at && !byte_is_digit(lexical->text.ptr[at]) && !lexical->heredoc.len &&
        !lexical->no_heredocs && (marked || shout || quote == '\'' || quote == '"'))
        lexical->heredoc = str_slice(lexical->text, at, end);
}

size_t lexical_skip_heredoc(Lexical *lexical, size_t at)
{
    Line line;
    size_t from = at;
    Str word = lexical->heredoc;
    lexical->heredoc = (Str){0};
    while (line_take(lexical->text, &at, &line)) {
        size_t start = lexical_skip_blanks(lexical, line.start);
        size_t end = start + word.len;
        if (!starts_at(lexical, MIN(start, lexical->text.len), word) ||
            lexical_is_word(lexical, end))
            continue;
        /* Blanks after the word are part of the text, since most shells do not end it there. */
        return lexical_skip_blanks(lexical, end) == line.end ? line.end : end;
    }
    lexical->no_heredocs = true; /* searching the whole text for each would be slow */
    return from;
}

/* POD of Perl and =begin of Ruby. */
size_t lexical_skip_pod(const Lexical *lexical, size_t at)
{
    Line line;
    size_t from = at;
    if (lexical_byte(lexical, at) != '=' || !byte_is_alpha(lexical_byte(lexical, at + 1)))
        return at;
    while (line_take(lexical->text, &at, &line))
        if (starts_at(lexical, line.start, STR("=cut")) ||
            starts_at(lexical, line.start, STR("=end")))
            return line.end;
    return MAX(from, lexical->text.len);
}

/* Whether the macro is an include guard: without a value, after an `#ifndef` of the same name. */
static bool is_guard(const Lexical *lexical, size_t start, Span name, size_t end)
{
    if (lexical_skip_blanks(lexical, name.end) < end || !start)
        return false;
    const char *text = lexical->text.ptr;
    size_t line = start - 1;
    while (line && text[line - 1] != '\n')
        line--;
    line = lexical_skip_blanks(lexical, line);
    size_t word = lexical_skip_blanks(lexical, line + 1);
    if (text[line] != '#' || !starts_at(lexical, word, STR("ifndef")))
        return false;
    return starts_at(lexical, lexical_skip_blanks(lexical, word + strlen("ifndef")),
                     lexical_str(lexical, name));
}

/* Adds the macro of `#define NAME` or `#define NAME(…)`; `at` is after `define`. */
static void put_macro(Lexical *lexical, size_t start, size_t at, size_t end)
{
    Str text = lexical->text;
    size_t from = lexical_skip_blanks(lexical, at), to = lexical_word_end(lexical, from);
    if (to == from || from == at || byte_is_digit(text.ptr[from]))
        return;
    bool called = lexical_byte(lexical, to) == '(';
    if (!called && is_guard(lexical, start, (Span){(uint32_t)from, (uint32_t)to}, end))
        return;
    Symbol *symbol = scan_symbol(lexical->scan, called ? SYMBOL_MACRO : SYMBOL_CONSTANT,
                                 str_slice(text, from, to), start, end);
    if (called)
        to = MIN(find_byte_from(text, to, end, ')') + 1, end);
    Str shown = str_slice(text, start, to);
    bool plain = from == at + 1 && at == start + strlen("#define") && !called;
    symbol->signature =
        plain ? lexical_signature(lexical, shown) : scan_signature(lexical->scan, start, to);
}

/* Takes a directive with its continuation lines; returns where it ends. */
static size_t take_directive(Lexical *lexical, size_t start)
{
    size_t word = lexical_skip_blanks(lexical, start + 1), end = line_end(lexical->text, start);
    while (end < lexical->text.len && end && lexical->text.ptr[end - 1] == '\\')
        end = line_end(lexical->text, end + 1);
    if (lexical_has(lexical, LEXICAL_BODIED) && starts_at(lexical, word, STR("define")))
        put_macro(lexical, start, word + strlen("define"), end);
    return end;
}

size_t lexical_begin_line(Lexical *lexical, size_t at)
{
    if (lexical->heredoc.len)
        at = lexical_skip_heredoc(lexical, at);
    if (lexical_has(lexical, LEXICAL_POD))
        at = lexical_skip_pod(lexical, at);
    if (lexical_has(lexical, LEXICAL_DIRECTIVES) &&
        lexical_byte(lexical, lexical_skip_blanks(lexical, at)) == '#')
        at = take_directive(lexical, lexical_skip_blanks(lexical, at));
    if (lexical->facts->blocks == LEXICAL_INDENT)
        indent_line(lexical, at);
    return at;
}

/* ---- bodies of C ---- */

/* Nested preprocessor conditions in one body; deeper ones are not distinguished. */
#define CONDITIONS_MAX 32

typedef struct Body {
    size_t depth;                  /* of braces */
    size_t before[CONDITIONS_MAX]; /* depth at each open #if */
    size_t conditions;
    size_t column_0; /* first closing brace in column 0, or 0 */
} Body;

static bool is_first_on_line(const Lexical *lexical, size_t at)
{
    while (at && (lexical->text.ptr[at - 1] == ' ' || lexical->text.ptr[at - 1] == '\t'))
        at--;
    return !at || lexical->text.ptr[at - 1] == '\n';
}

/* Takes a directive in a body. Each branch of a condition starts at the depth of its #if, because
   only one of them is compiled. */
static size_t skip_condition(Lexical *lexical, Body *body, size_t at)
{
    size_t word = lexical_skip_blanks(lexical, at + 1);
    if (!is_first_on_line(lexical, at))
        return at + 1;
    if (starts_at(lexical, word, STR("if"))) {
        if (body->conditions < CONDITIONS_MAX)
            body->before[body->conditions] = body->depth;
        body->conditions++;
    } else if (starts_at(lexical, word, STR("el")) && body->conditions &&
               body->conditions <= CONDITIONS_MAX) {
        body->depth = body->before[body->conditions - 1];
    } else if (starts_at(lexical, word, STR("endif"))) {
        body->conditions -= body->conditions > 0;
    }
    return take_directive(lexical, at);
}

static size_t step_in_body(Lexical *lexical, Body *body, size_t at)
{
    switch (lexical->text.ptr[at]) {
    case '"':
    case '\'': return lexical_skip_string(lexical, at);
    case '/': return MAX(lexical_skip_comment(lexical, at), at + 1);
    case '#': return skip_condition(lexical, body, at);
    case '{': body->depth++; break;
    default:
        body->depth--;
        if (!body->column_0 && lexical->text.ptr[at - 1] == '\n')
            body->column_0 = at;
    }
    return at + 1;
}

size_t lexical_skip_directive(Lexical *lexical, size_t at)
{
    return is_first_on_line(lexical, at) ? take_directive(lexical, at) : at + 1;
}

size_t lexical_skip_body(Lexical *lexical, size_t at)
{
    static const bool marks[256] = {
        ['{'] = true, ['}'] = true, ['"'] = true, ['\''] = true, ['/'] = true, ['#'] = true};
    const char *text = lexical->text.ptr;
    size_t len = lexical->text.len, from = at;
    Body body = {.depth = 1};
    if (lexical->no_bodies)
        return at;
    while (at < len) {
        if (!marks[(unsigned char)text[at]]) {
            at++;
            continue;
        }
        size_t next = step_in_body(lexical, &body, at);
        if (!body.depth)
            return at;
        if (lexical->unbalanced && body.column_0)
            return body.column_0;
        at = next;
    }
    lexical->no_bodies = !body.column_0;
    lexical->unbalanced = true;
    return body.column_0 ? body.column_0 : from;
}
