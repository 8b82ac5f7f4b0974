/* Two things that the grammar reads wrongly are rewritten, each in its place.
   1. After `{- {-` it misses the inner comment's start, and the comment takes the code after it.
      The marks of inner comments are blanked.
   2. It skips every branch after the first of an #if. Directives are blanked, so that all branches
      are read. A later branch that is no declaration, member or list element would be a second
      version of an expression: it is blanked. */
#include "languages_lang.h"

#include "lang/prepare_text.h"

/* Nested conditions; if they go deeper, the rest of the text is not rewritten. */
#define CONDITIONS_MAX 64

/* The end of the string at `at`, on its line or after a gap; `at + 1` for a lone quote. */
static size_t string_end(const Prepared *text, size_t at)
{
    for (size_t i = at + 1; i < text->len && text->text[i] != '\n'; i++) {
        if (text->text[i] == '"')
            return i + 1;
        if (text->text[i] == '\\' && byte_is_space(prepared_byte(text, i + 1)))
            while (byte_is_space(prepared_byte(text, i + 1)))
                i++;
        i += text->text[i] == '\\';
    }
    return at + 1;
}

/* The end of the character at the quote `at`, or `at + 1` where it is a part of a name. */
static size_t character_end(const Prepared *text, size_t at)
{
    bool escaped = prepared_byte(text, at + 1) == '\\';
    size_t end = at + (escaped ? 3 : 2);
    bool within = at && (byte_is_word(text->text[at - 1]) || text->text[at - 1] == '\'');
    return !within && prepared_byte(text, end) == '\'' ? end + 1 : at + 1;
}

static bool is_operator(char c)
{
    return c && byte_in(c, "!#$%&*+./<=>?@\\^|~:");
}

/* The end of the line comment at `at`; `at` where the dashes belong to an operator. */
static size_t line_comment_end(const Prepared *text, size_t at)
{
    size_t end = at;
    while (prepared_byte(text, end) == '-')
        end++;
    if (is_operator(prepared_byte(text, end)) || (at && is_operator(text->text[at - 1])))
        return at;
    while (end < text->len && text->text[end] != '\n')
        end++;
    return end;
}

/* Blanks the marks of comments within the comment at `at`; returns its end. */
static size_t flatten_comment(Prepared *text, size_t at)
{
    size_t depth = 1;
    for (at += 2; at < text->len && depth; at++) {
        char next = prepared_byte(text, at + 1);
        bool opens = text->text[at] == '{' && next == '-';
        bool closes = text->text[at] == '-' && next == '}';
        if (!opens && !closes)
            continue;
        depth += opens;
        depth -= closes;
        if (depth)
            prepared_blank(text, at, at + 2);
        at++;
    }
    return at;
}

static void flatten_comments(Prepared *text)
{
    for (size_t at = 0; at < text->len;) {
        char c = text->text[at], next = prepared_byte(text, at + 1);
        size_t end = at + 1;
        if (c == '{' && next == '-' && prepared_byte(text, at + 2) != '#')
            end = flatten_comment(text, at);
        else if (c == '-' && next == '-')
            end = MAX(line_comment_end(text, at), at + 2);
        else if (c == '"')
            end = string_end(text, at);
        else if (c == '\'')
            end = character_end(text, at);
        at = end;
    }
}

/* ---- conditional compilation ---- */

/* The word of the directive in the first column at `at`; empty at other lines. */
static Str directive_at(const Prepared *text, size_t at)
{
    if (prepared_byte(text, at) != '#')
        return (Str){0};
    size_t word = prepared_skip_blanks(text, at + 1);
    return (Str){text->text + word, prepared_word_end(text, word) - word};
}

static size_t next_line(const Prepared *text, size_t at)
{
    const char *feed = at < text->len ? memchr(text->text + at, '\n', text->len - at) : NULL;
    return feed ? (size_t)(feed - text->text) + 1 : text->len;
}

/* Whether a branch may follow another one: it begins with a declaration, a signature, an equation
   or an element of a list. */
static bool may_follow(const Prepared *text, size_t from, size_t to)
{
    size_t at = from;
    while (at < to && byte_is_space(text->text[at]))
        at++;
    size_t line = at;
    while (line > from && text->text[line - 1] != '\n')
        line--;
    Str code = {text->text + at, MIN(next_line(text, at), to) - at};
    Str word = {code.ptr, prepared_word_end(text, at) - at};
    if (!code.len || line == at || byte_in(code.ptr[0], ",|"))
        return true;
    bool equation = str_find(code, STR("::")) != STR_NONE || str_find(code, STR(" = ")) != STR_NONE;
    return word.len && equation &&
           !prepared_is_one_of(word, "if then else case of where in let do");
}

static void read_conditions(Prepared *text)
{
    size_t branches[CONDITIONS_MAX], depth = 0; /* starts of later branches; 0: the first one */
    for (size_t at = 0, end; at < text->len; at = end) {
        end = next_line(text, at);
        Str word = directive_at(text, at);
        bool opens = prepared_is_one_of(word, "if ifdef ifndef");
        bool turns = prepared_is_one_of(word, "else elif"), closes = str_equal(word, STR("endif"));
        if (!opens && !turns && !closes)
            continue;
        if (opens && depth == CONDITIONS_MAX)
            return;
        if (opens)
            branches[depth++] = 0;
        else if (depth && branches[depth - 1] && !may_follow(text, branches[depth - 1], at))
            prepared_blank(text, branches[depth - 1], at);
        if (turns && depth)
            branches[depth - 1] = end;
        depth -= closes && depth;
        prepared_blank(text, at, end);
    }
}

void prepare_haskell(char *text, size_t len)
{
    Prepared prepared = {text, len};
    if (memchr(text, '#', len))
        read_conditions(&prepared);
    flatten_comments(&prepared);
}
