/* Body elision for Ruby. A body is the lines of a method that are all indented deeper than its
   head, up to an `end` alone on its line at the head's indentation.

   Strings are not recognised, but lines in a string that look like a method do no harm. A wrong
   match of `end` leaves one too many, which the parser reports; then the whole file is parsed.
   The first byte of a body stays and is a statement, so that the body's start stays. */
#include "languages_lang.h"

#include "lang/elide/elide_state.h"
#include "lang/scan/scan_text.h"

/* Nested methods; deeper ones are not elided. */
#define METHODS_MAX 100
/* Bytes kept at the start of a comment. */
#define REMARK_BYTES 4

typedef struct Method {
    uint32_t indent; /* indentation of its head */
    uint32_t kept;   /* end of the part of the body that stays; 0: not known yet */
    bool declares;
} Method;

typedef struct Ends {
    Elision *elision;
    Str text;
    Method methods[METHODS_MAX];
    size_t count;
    /* Adjacent lines with only comments, which the parser reads as one comment: */
    uint32_t remark; /* start of their span; 0: no such lines */
    uint32_t remark_end, remark_next;
} Ends;

static char byte_at(const Ends *ends, size_t at)
{
    return at < ends->text.len ? ends->text.ptr[at] : '\0';
}

static bool is_start(char c)
{
    return (byte_is_word(c) && (unsigned char)c < 0x80);
}

/* Whether a heredoc is opened: `<<~WORD`, `<<-'WORD'`, `<<WORD`. */
static bool is_heredoc(const Ends *ends, size_t at)
{
    char c = byte_at(ends, at + 2);
    return byte_at(ends, at + 1) == '<' &&
           (c == '~' || c == '-' || c == '"' || c == '\'' || c == '`' || (c >= 'A' && c <= 'Z'));
}

static Str word_of(const Ends *ends, size_t at)
{
    return str_slice(ends->text, at, lexical_word_end(ends->elision->lexical, at));
}

/* Whether a function begins here: `->`, `lambda`, `proc`, `Proc.new`, `::Proc.new`. After a
   comment or `\` it may, so that counts too. */
static bool is_function(const Ends *ends, size_t at)
{
    static const char *const words[] = {"lambda", "proc", "Proc", NULL};
    while (byte_at(ends, at) == ':')
        at++;
    char first = byte_at(ends, at);
    return first == '#' || first == '\\' ||
           str_starts(str_from_offset(ends->text, at), STR("->")) ||
           word_in(word_of(ends, at), words);
}

/* Whether the `=` at `at` binds a function to a constant or a global: `NAME =`, `$name =`. */
static bool assigns(const Ends *ends, size_t start, size_t at)
{
    char next = byte_at(ends, at + 1);
    size_t value = skip_space(ends->text, at + 1, ends->text.len);
    if (next == '=' || next == '~' || next == '>')
        return false;
    if (is_function(ends, value))
        return true;
    while (at > start && byte_is_space(ends->text.ptr[at - 1]))
        at--;
    while (at > start && byte_is_word(ends->text.ptr[at - 1]))
        at--;
    char first = byte_at(ends, at);
    bool global = (at > start && ends->text.ptr[at - 1] == '$') ||
                  (at > start + 1 && ends->text.ptr[at - 2] == '$'); /* the variable `$.` */
    return (first >= 'A' && first <= 'Z') || global;
}

static bool line_declares(const Ends *ends, const Line *line)
{
    for (size_t at = line->start; at < line->end; at++) {
        char c = ends->text.ptr[at];
        if (is_start(c)) {
            size_t end = lexical_word_end(ends->elision->lexical, at);
            if (elide_roles(ends->elision, str_slice(ends->text, at, end)))
                return true;
            at = end - 1;
        } else if ((c == '<' && is_heredoc(ends, at)) ||
                   (c == '=' && assigns(ends, line->start, at))) {
            return true;
        }
    }
    return false;
}

/* Whether the line is a complete method head, `def name(…)`, with at most one word before `def`. */
static bool is_head(const Ends *ends, const Line *line, size_t first)
{
    Str word = word_of(ends, first);
    size_t next = skip_blanks(ends->text, first + word.len, line->end), depth = 0;
    if (!str_equal(word, STR("def")) && !str_equal(word_of(ends, next), STR("def")))
        return false;
    char last = '\0';
    for (size_t at = first; at < line->end; at++) {
        char c = ends->text.ptr[at];
        depth += c == '(';
        depth -= c == ')' && depth;
        if (c == ';')
            return false;
        if (c == '#' && byte_is_space(ends->text.ptr[at - 1]))
            break;
        last = byte_is_space(c) ? last : c;
    }
    return !depth && last != ',' && last != '\\' && last != '=';
}

static bool goes_on(Str word)
{
    return str_equal(word, STR("rescue")) || str_equal(word, STR("ensure")) ||
           str_equal(word, STR("else"));
}

static bool is_alone(const Ends *ends, const Line *line, size_t behind)
{
    size_t at = skip_blanks(ends->text, behind, line->end);
    return at == line->end || ends->text.ptr[at] == '#';
}

/* Closes the methods that end before or on the line. */
static void close_methods(Ends *ends, const Line *line, size_t first)
{
    uint32_t indent = (uint32_t)(first - line->start);
    while (ends->count && indent <= ends->methods[ends->count - 1].indent) {
        const Method *method = &ends->methods[ends->count - 1];
        Str word = word_of(ends, first);
        if (indent == method->indent && goes_on(word))
            return;
        bool end = indent == method->indent && str_equal(word, STR("end")) &&
                   is_alone(ends, line, first + word.len);
        if (end && method->kept && !method->declares)
            elide_span(ends->elision, method->kept, line->start, '\n');
        ends->count--;
    }
}

static void read_body(Ends *ends, const Line *line, size_t first)
{
    Method *method = &ends->methods[ends->count - 1];
    if (!method->kept) {
        size_t at = first;
        while (byte_at(ends, at) == '@')
            at++;
        method->kept = (uint32_t)at + 1;
        method->declares = !is_start(byte_at(ends, at));
    }
    method->declares = method->declares || line_declares(ends, line);
}

static void flush_remarks(Ends *ends)
{
    if (ends->remark)
        elide_span(ends->elision, ends->remark, ends->remark_end, ' ');
    ends->remark = 0;
}

/* Elides the comment whose # is at `first`, when it is within a body. */
static void read_remark(Ends *ends, const Line *line, size_t first)
{
    char next = byte_at(ends, first + 1);
    if (!next || strchr("{$@!", next) || (ends->count && ends->methods[ends->count - 1].kept))
        return;
    if (!ends->remark || line->start != ends->remark_next) {
        flush_remarks(ends);
        ends->remark = (uint32_t)MIN(first + REMARK_BYTES, line->end);
    }
    ends->remark_end = (uint32_t)line->end;
    ends->remark_next = (uint32_t)line->next;
}

void elide_ruby(Elision *elision)
{
    Ends *ends = NEW(elision->scratch, Ends, 1);
    ends->elision = elision;
    ends->text = elision->text;
    Line line;
    for (size_t at = 0; line_take(ends->text, &at, &line);) {
        size_t first = skip_blanks(ends->text, line.start, line.end);
        if (first == line.end)
            continue;
        if (ends->text.ptr[first] == '#') {
            read_remark(ends, &line, first);
            continue;
        }
        flush_remarks(ends);
        if (str_equal(str_slice(ends->text, line.start, line.end), STR("__END__")))
            return;
        close_methods(ends, &line, first);
        if (ends->count)
            read_body(ends, &line, first);
        if (is_head(ends, &line, first) && ends->count < METHODS_MAX)
            ends->methods[ends->count++] = (Method){.indent = (uint32_t)(first - line.start)};
    }
    flush_remarks(ends);
}
