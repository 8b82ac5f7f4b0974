/* Two Ruby constructs that the grammar cannot parse. A heredoc in an interpolation of another
   heredoc: its opener becomes an empty string and its text blank, so that the rest is parsed:
       text = <<~OUTER             text = <<~OUTER
         #{                          #{
           <<~INNER                    ""
             middle
           INNER
         }                           }
       OUTER                       OUTER
   Interpolations in the inner text are lost. The other construct is local variables of a lambda,
   `->(x; y)`. */
#include "languages_lang.h"

#include "base/str.h"

/* Heredocs opened on one line. */
#define OPENERS_MAX 8
/* Limit for the search for ends of heredocs, in multiples of the text's length. */
#define SEARCH_TIMES 16
/* Bytes of a lambda's parameter list that are read. */
#define LAMBDA_BYTES 200

typedef struct Opener {
    size_t start, end; /* of the opener `<<~"NAME"` */
    Str name;
    bool indented; /* `<<~` and `<<-`: the end may be indented */
    bool raw;      /* single quotes: no interpolation */
} Opener;

typedef struct Openers {
    Opener list[OPENERS_MAX];
    size_t count;
} Openers;

typedef struct Ruby {
    char *text;
    size_t len;
    size_t searched;
} Ruby;

static char byte_at(const Ruby *ruby, size_t at)
{
    return at < ruby->len ? ruby->text[at] : '\0';
}

static size_t line_end(const Ruby *ruby, size_t at)
{
    const char *feed = memchr(ruby->text + at, '\n', ruby->len - at);
    return feed ? (size_t)(feed - ruby->text) : ruby->len;
}

static size_t next_line(const Ruby *ruby, size_t at)
{
    return MIN(line_end(ruby, at) + 1, ruby->len);
}

static bool ends_heredoc(const Ruby *ruby, size_t at, const Opener *opener)
{
    Str line = {ruby->text + at, line_end(ruby, at) - at};
    if (str_ends(line, STR("\r")))
        line.len--;
    while (opener->indented && line.len && byte_in(line.ptr[0], " \t"))
        line = str_from_offset(line, 1);
    return str_equal(line, opener->name);
}

/* Whether a line after the opener's line ends the heredoc. */
static bool has_end(Ruby *ruby, const Opener *opener)
{
    size_t at = next_line(ruby, opener->end);
    for (; at < ruby->len && ruby->searched < SEARCH_TIMES * ruby->len; at = next_line(ruby, at)) {
        ruby->searched += opener->name.len + 1;
        if (ends_heredoc(ruby, at, opener))
            return true;
    }
    return false;
}

/* Reads an opener at `at`: `<<~NAME`, `<<-"NAME"`, `<<NAME`. */
static bool take_opener(Ruby *ruby, size_t at, Opener *opener)
{
    if (byte_at(ruby, at) != '<' || byte_at(ruby, at + 1) != '<')
        return false;
    char before = at ? ruby->text[at - 1] : ' ', mark = byte_at(ruby, at + 2);
    size_t i = at + 2;
    *opener = (Opener){.start = at, .indented = mark == '~' || mark == '-'};
    i += opener->indented;
    char quote = byte_at(ruby, i);
    bool quoted = byte_in(quote, "\"'`");
    i += quoted;
    size_t name = i;
    while (byte_is_word(byte_at(ruby, i)))
        i++;
    opener->name = (Str){ruby->text + name, i - name};
    opener->raw = quote == '\'';
    opener->end = i + quoted;
    bool named =
        i > name && !byte_is_digit(ruby->text[name]) && (!quoted || byte_at(ruby, i) == quote);
    bool plain = opener->indented || quoted || (ruby->text[name] >= 'A' && ruby->text[name] <= 'Z');
    bool free = opener->indented || byte_in(before, " \t(,=[{");
    return named && plain && free && has_end(ruby, opener);
}

static void note(Ruby *ruby, size_t at, Openers *openers)
{
    Opener opener;
    if (openers->count < OPENERS_MAX && take_opener(ruby, at, &opener))
        openers->list[openers->count++] = opener;
}

static void blank(Ruby *ruby, size_t from, size_t to)
{
    for (size_t i = from; i < to; i++)
        if (ruby->text[i] != '\n')
            ruby->text[i] = ' ';
}

/* Replaces a heredoc by an empty string. Its text begins at `at`; returns the offset after it. */
static size_t mask(Ruby *ruby, const Opener *opener, size_t at)
{
    size_t end = at;
    while (end < ruby->len && !ends_heredoc(ruby, end, opener))
        end = next_line(ruby, end);
    end = next_line(ruby, end);
    blank(ruby, opener->start, opener->end);
    ruby->text[opener->start] = ruby->text[opener->start + 1] = '"';
    blank(ruby, at, end);
    return end;
}

/* Reads a heredoc's text from `at`; returns the offset after its end. */
static size_t read_body(Ruby *ruby, const Opener *opener, size_t at)
{
    size_t depth = 0; /* nesting of braces in an interpolation */
    while (at < ruby->len) {
        if (!depth && ends_heredoc(ruby, at, opener))
            return next_line(ruby, at);
        size_t end = line_end(ruby, at);
        Openers inner = {0};
        for (size_t i = at; i < end && !opener->raw; i++) {
            char c = ruby->text[i];
            if (c == '\\')
                i++;
            else if (!depth && c == '#' && byte_at(ruby, i + 1) == '{')
                depth = 1, i++;
            else if (depth && c == '{')
                depth++;
            else if (depth && c == '}')
                depth--;
            else if (depth && c == '<')
                note(ruby, i, &inner);
        }
        at = next_line(ruby, end);
        for (size_t i = 0; i < inner.count; i++)
            at = mask(ruby, &inner.list[i], at);
    }
    return at;
}

/* Finds openers in code; comments and strings of one line are skipped. */
static void find_openers(Ruby *ruby, size_t at, size_t end, Openers *openers)
{
    char quote = '\0';
    for (; at < end; at++) {
        char c = ruby->text[at];
        if (c == '\\')
            at++;
        else if (quote)
            quote = c == quote ? '\0' : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == '#' && (at == 0 || byte_is_space(ruby->text[at - 1])))
            return;
        else if (c == '<')
            note(ruby, at, openers);
    }
}

/* Whether a heredoc may be within another; if not, there is nothing to do. */
static bool may_nest(const Ruby *ruby)
{
    Str text = {ruby->text, ruby->len};
    size_t first = str_find(text, STR("<<"));
    return first != STR_NONE && str_find(text, STR("#{")) != STR_NONE &&
           str_find(str_from_offset(text, first + 2), STR("<<")) != STR_NONE;
}

/* `->(x; y)` becomes `->(x, y)`. */
static void take_lambdas(const Ruby *ruby)
{
    for (size_t at = 0; at < ruby->len; at++) {
        size_t found = str_find((Str){ruby->text + at, ruby->len - at}, STR("->"));
        if (found == STR_NONE)
            return;
        at += found + 2;
        while (byte_at(ruby, at) == ' ')
            at++;
        for (size_t i = at + 1; byte_at(ruby, at) == '(' && i < MIN(ruby->len, at + LAMBDA_BYTES);
             i++) {
            if (byte_in(ruby->text[i], "(){}\n\"'"))
                break;
            if (ruby->text[i] == ';')
                ruby->text[i] = ',';
        }
    }
}

void prepare_ruby(char *text, size_t len)
{
    Ruby ruby = {.text = text, .len = len};
    take_lambdas(&ruby);
    if (!may_nest(&ruby))
        return;
    for (size_t at = 0; at < len;) {
        Openers openers = {0};
        size_t end = line_end(&ruby, at);
        find_openers(&ruby, at, end, &openers);
        at = MIN(end + 1, len);
        for (size_t i = 0; i < openers.count; i++)
            at = read_body(&ruby, &openers.list[i], at);
    }
}
