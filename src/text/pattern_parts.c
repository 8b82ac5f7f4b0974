/* One pass over the expression. What could match a line end (`\s`, `[^x]`, `\W` …) is rewritten
   without it. Runs of plain characters outside groups are candidates for the literal. */
#include "text/pattern.h"

#include "base/buf.h"

typedef struct Reader {
    Str in;
    size_t at;
    Buf out;
    Buf run;     /* the current run of plain characters */
    size_t last; /* offset of its last character */
    Str best;    /* the longest run so far */
    int depth;   /* nesting depth of groups */
    bool no_literal;
    bool by_line;
    bool lines;
    bool free; /* the second pass over an expression that names line ends: nothing else changes */
} Reader;

static char peek(const Reader *reader, size_t ahead)
{
    size_t at = reader->at + ahead;
    return at < reader->in.len ? reader->in.ptr[at] : '\0';
}

static void copy(Reader *reader, size_t len)
{
    Str part = str_slice(reader->in, reader->at, reader->at + len);
    buf_put(&reader->out, part);
    reader->at += part.len;
}

static void replace(Reader *reader, size_t len, Str with)
{
    if (reader->free && !str_equal(with, PATTERN_LINE_END)) {
        copy(reader, len);
        return;
    }
    buf_put(&reader->out, with);
    reader->at = MIN(reader->at + len, reader->in.len);
}

static void end_run(Reader *reader)
{
    if (reader->depth == 0 && reader->run.len > reader->best.len)
        reader->best = str_copy(reader->run.arena, buf_str(&reader->run));
    reader->run.len = 0;
}

static void give_up(Reader *reader)
{
    reader->by_line = reader->no_literal = true;
}

/* `len` bytes of the expression denote the plain character `plain`. */
static void take_plain(Reader *reader, size_t len, Str plain)
{
    reader->last = reader->run.len;
    buf_put(&reader->run, plain);
    copy(reader, len);
}

/* The character before a quantifier may be missing or repeated. It ends the run: with it if it
   occurs at least once, else without it. */
static void take_quantifier(Reader *reader)
{
    if (peek(reader, 0) != '+' && reader->run.len)
        reader->run.len = reader->last;
    end_run(reader);
    size_t len = 1;
    if (peek(reader, 0) == '{')
        while (peek(reader, len - 1) && peek(reader, len - 1) != '}')
            len++;
    copy(reader, len);
}

/* Whether an escape at the place names a line end by its code: `\x0a`, `\x{A}`, `\012`. */
static bool is_code_of_feed(const Reader *reader)
{
    static const char *const codes[] = {"x0a", "x0A", "x{a}", "x{A}", "x{0a}", "x{0A}", "012"};
    Str rest = str_from_offset(reader->in, reader->at + 1);
    for (size_t i = 0; i < COUNT(codes); i++)
        if (str_starts(rest, str_from(codes[i])))
            return true;
    return false;
}

static void take_escape(Reader *reader)
{
    static const struct {
        char letter;
        const char *instead;
    } changed[] = {{'s', "[^\\S\\n]"}, {'D', "[^\\d\\n]"}, {'W', "[^\\w\\n]"}, {'H', "[^\\h\\n]"}};
    char letter = peek(reader, 1);
    if (!byte_is_alpha(letter) && !byte_is_digit(letter) && letter >= ' ') {
        take_plain(reader, 2, str_slice(reader->in, reader->at + 1, reader->at + 2));
        return;
    }
    end_run(reader);
    for (size_t i = 0; i < COUNT(changed); i++)
        if (changed[i].letter == letter) {
            replace(reader, 2, str_from(changed[i].instead));
            return;
        }
    if (letter == 'n') {
        reader->lines = true;
        replace(reader, 2, PATTERN_LINE_END);
        return;
    }
    reader->lines = reader->lines || letter == 'R' || is_code_of_feed(reader);
    if (!byte_in(letter, "dwShNbBtrfea"))
        give_up(reader);
    copy(reader, 2);
}

/* Copies an escape inside a class that is not negated. */
static void take_class_escape(Reader *reader)
{
    char letter = peek(reader, 1);
    reader->lines = reader->lines || letter == 'n' || is_code_of_feed(reader);
    if (letter == 's') {
        replace(reader, 2, STR("\\t\\x0B\\f\\r "));
        return;
    }
    if (!letter || (byte_is_alpha(letter) && !byte_in(letter, "dwShtrfb")) ||
        byte_is_digit(letter) || peek(reader, 2) == '-')
        give_up(reader);
    copy(reader, 2);
}

/* Whether a class at the place is a usual way to write any character, line ends included. */
static bool is_anything(const Reader *reader)
{
    static const char *const classes[] = {"[\\s\\S]", "[\\S\\s]", "[\\w\\W]",
                                          "[\\W\\w]", "[\\d\\D]", "[\\D\\d]"};
    for (size_t i = 0; i < COUNT(classes); i++)
        if (str_starts(str_from_offset(reader->in, reader->at), str_from(classes[i])))
            return true;
    return false;
}

static void take_class(Reader *reader)
{
    end_run(reader);
    if (is_anything(reader)) {
        reader->lines = true;
        copy(reader, sizeof "[\\s\\S]" - 1);
        return;
    }
    bool negated = peek(reader, 1) == '^';
    copy(reader, negated ? 2 : 1);
    if (peek(reader, 0) == ']')
        copy(reader, 1);
    if (negated && !reader->free)
        buf_put(&reader->out, STR("\\n"));
    while (peek(reader, 0) && peek(reader, 0) != ']') {
        if (peek(reader, 0) == '[' && byte_in(peek(reader, 1), ":.=")) {
            give_up(reader);
            copy(reader, 2);
        } else if (peek(reader, 0) != '\\') {
            copy(reader, 1);
        } else if (negated) {
            copy(reader, 2);
        } else {
            take_class_escape(reader);
        }
    }
    copy(reader, 1);
}

/* Takes `(` and the characters that determine the kind of group. */
static void take_group(Reader *reader)
{
    end_run(reader);
    reader->depth++;
    if (peek(reader, 1) == '*')
        give_up(reader);
    if (peek(reader, 1) != '?') {
        copy(reader, 1);
        return;
    }
    char kind = peek(reader, 2);
    if (kind == 'i')
        reader->no_literal = true; /* an option such as `(?i)` applies to the rest */
    else if (!byte_in(kind, ":=!>|<P"))
        give_up(reader);
    for (size_t i = 2; byte_is_alpha(peek(reader, i)); i++)
        reader->lines = reader->lines || (peek(reader, i) == 's' && kind != 'P');
    for (size_t i = 3; kind == 'i' && peek(reader, i) && peek(reader, i) != ')'; i++)
        if (peek(reader, i) == ':')
            break;
        else
            give_up(reader);
    copy(reader, 3);
}

static void take_one(Reader *reader)
{
    char c = peek(reader, 0);
    switch (c) {
    case '\\': take_escape(reader); return;
    case '[': take_class(reader); return;
    case '(': take_group(reader); return;
    case '*':
    case '+':
    case '?': take_quantifier(reader); return;
    case '{':
        if (byte_is_digit(peek(reader, 1))) {
            take_quantifier(reader);
            return;
        }
        break;
    case ')':
        end_run(reader);
        reader->depth--;
        copy(reader, 1);
        return;
    case '|':
        reader->no_literal = reader->no_literal || reader->depth == 0;
        end_run(reader);
        copy(reader, 1);
        return;
    case '.':
    case '^':
    case '$':
        end_run(reader);
        copy(reader, 1);
        return;
    }
    if (c == '\n') {
        end_run(reader);
        reader->lines = true;
        replace(reader, 1, PATTERN_LINE_END);
        return;
    }
    size_t next = reader->at;
    str_decode(reader->in, &next);
    take_plain(reader, next - reader->at, str_slice(reader->in, reader->at, next));
}

static Reader read_expression(Arena *arena, Str expression, bool free)
{
    Reader reader = {
        .in = expression, .out = buf_open(arena, 0), .run = buf_open(arena, 0), .free = free};
    while (reader.at < expression.len)
        take_one(&reader);
    end_run(&reader);
    return reader;
}

PatternParts pattern_take_apart(Arena *arena, Str expression)
{
    Reader reader = read_expression(arena, expression, false);
    if (reader.lines)
        reader = read_expression(arena, expression, true);
    if (reader.lines)
        return (PatternParts){.inside = buf_str(&reader.out), .lines = true};
    return (PatternParts){.inside = reader.by_line ? expression : buf_str(&reader.out),
                          .literal = reader.no_literal ? (Str){0} : reader.best,
                          .by_line = reader.by_line};
}
