/* Here-documents whose line goes on: `cat <<A > file; f`. The grammar takes what follows the mark
   as part of the redirection. Mark and text are blanked, except for the commands that are
   substituted in them. */
#include "languages_lang.h"

#include "languages/bash/prepare_here_documents.h"

/* Documents that begin in one line; the others stay as they are. */
#define MARKS_MAX 8
/* Marks whose end is missing: each is searched for in the rest of the file, and an ordinary script
   has none. */
#define OPEN_MARKS_MAX 32

typedef struct Mark {
    size_t start, end; /* of `<<'A'` */
    Str word;          /* `A` */
    bool strips_tabs, is_literal;
    size_t text, text_end, closed; /* the document, and the offset after the line that ends it */
} Mark;

static bool is_word_byte(char c)
{
    return byte_is_word(c) || byte_in(c, "-.");
}

/* Reads the mark at `<<`. */
static bool read_mark(const Prepared *script, size_t at, Mark *mark)
{
    *mark = (Mark){.start = at};
    at += 2;
    if (prepared_byte(script, at) == '<')
        return false;
    if ((mark->strips_tabs = prepared_byte(script, at) == '-'))
        at++;
    at = prepared_skip_blanks(script, at);
    char quote = prepared_byte(script, at);
    mark->is_literal = quote && byte_in(quote, "'\"\\");
    at += mark->is_literal;
    size_t start = at;
    while (is_word_byte(prepared_byte(script, at)))
        at++;
    mark->word = (Str){script->text + start, at - start};
    if (!mark->word.len || byte_is_digit(mark->word.ptr[0]))
        return false;
    if (mark->is_literal && quote != '\\' && prepared_byte(script, at++) != quote)
        return false;
    mark->end = at;
    return true;
}

static size_t line_end(const Prepared *script, size_t at)
{
    size_t found = str_find_byte((Str){script->text + at, script->len - at}, '\n');
    return found == STR_NONE ? script->len : at + found;
}

/* Finds the line that ends the document whose text begins at `at`. */
static bool find_end(const Prepared *script, size_t at, Mark *mark)
{
    mark->text = at;
    while (at < script->len) {
        size_t start = at, end = line_end(script, at);
        while (mark->strips_tabs && start < end && script->text[start] == '\t')
            start++;
        at = end + 1;
        if (!str_equal((Str){script->text + start, end - start}, mark->word))
            continue;
        mark->text_end = start;
        mark->closed = MIN(at, script->len);
        return true;
    }
    return false;
}

/* The marks of a line, outside of quotes, comments and arithmetic. */
static size_t read_marks(const Prepared *script, size_t at, size_t end, Mark *marks)
{
    size_t count = 0;
    char quote = '\0', last = ' ';
    for (; at < end; last = script->text[at], at++) {
        char c = script->text[at];
        if (quote) {
            quote = c == quote ? '\0' : quote;
        } else if (c == '\\') {
            at++;
        } else if (byte_in(c, "\"'")) {
            quote = c;
        } else if (c == '#' && byte_in(last, " \t;")) {
            break;
        } else if (c == '(' && last == '(') {
            return 0;
        } else if (c == '<' && prepared_byte(script, at + 1) == '<') {
            if (count < MARKS_MAX && read_mark(script, at, &marks[count]))
                at = marks[count++].end - 1;
            else
                at += 2;
        }
    }
    return quote || at > end ? 0 : count;
}

/* Whether the grammar reads what follows the last mark: nothing, pipes, and lists by && and ||. */
static bool is_plain_rest(const Prepared *script, size_t at, size_t end)
{
    for (; at < end; at++) {
        char c = script->text[at], next = prepared_byte(script, at + 1);
        if (byte_in(c, "&|") && next == c)
            at++;
        else if (byte_in(c, ";&<>)"))
            return false;
    }
    return true;
}

/* Offset after the substitution at `at`, or `at` where none begins. */
static size_t substitution_end(const Prepared *script, size_t at, size_t end)
{
    char c = script->text[at], next = prepared_byte(script, at + 1);
    size_t close = end;
    if (c == '`') {
        size_t found = str_find_byte((Str){script->text + at + 1, end - at - 1}, '`');
        close = found == STR_NONE ? end : at + 1 + found;
    } else if (c == '$' && next == '(') {
        close = prepared_close(script, at + 1, end - at - 1);
    }
    return close < end ? close + 1 : at;
}

/* Blanks the text of a document. Substitutions stay: each is then a command. */
static void blank_text(Prepared *script, const Mark *mark)
{
    size_t from = mark->text, at = from;
    while (at < mark->text_end && !mark->is_literal) {
        if (script->text[at] == '\\') {
            at += 2;
            continue;
        }
        size_t end = substitution_end(script, at, mark->text_end);
        if (end > at) {
            prepared_blank(script, from, at);
            from = end;
        }
        at = MAX(end, at + 1);
    }
    prepared_blank(script, from, mark->closed);
}

/* Handles the documents that begin in a line; returns the offset after the last of them. Counts a
   mark whose end is missing. */
static size_t take_line(Prepared *script, size_t at, size_t end, unsigned *open)
{
    Mark marks[MARKS_MAX];
    size_t count = read_marks(script, at, end, marks), after = end + 1;
    for (size_t i = 0; i < count; i++) {
        if (!find_end(script, after, &marks[i])) {
            ++*open;
            return end + 1;
        }
        after = marks[i].closed;
    }
    if (!count || (count == 1 && is_plain_rest(script, marks[0].end, end)))
        return after;
    for (size_t i = 0; i < count; i++) {
        prepared_blank(script, marks[i].start, marks[i].end);
        blank_text(script, &marks[i]);
    }
    return after;
}

void prepare_here_documents(Prepared *script)
{
    if (str_find((Str){script->text, script->len}, STR("<<")) == STR_NONE)
        return;
    unsigned open = 0;
    for (size_t at = 0; at < script->len && open < OPEN_MARKS_MAX;)
        at = take_line(script, at, line_end(script, at), &open);
}
