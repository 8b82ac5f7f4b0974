/* Python 3.13 for an older grammar: defaults of type parameters. */
#include "languages_lang.h"

#include "lang/prepare_text.h"

/* What is read of a list at most: without an end, each start would read the whole text. */
#define PARAMETERS_BYTES 400

/* The end of a type parameter's default, from its `=` to the next `,` or `]`. */
static size_t default_end(const Prepared *script, size_t at, size_t limit)
{
    int depth = 0;
    for (; at < limit; at++) {
        char c = prepared_byte(script, at);
        if (!depth && (c == ',' || c == ']'))
            return at;
        depth += byte_in(c, "([{") ? 1 : byte_in(c, ")]}") ? -1 : 0;
    }
    return limit;
}

/* Handles `[T = int, *Ts = *tuple[int]]` from its bracket on. */
static void take_parameters(Prepared *script, size_t at)
{
    size_t limit = MIN(script->len, at + PARAMETERS_BYTES);
    int depth = 0;
    for (; at < limit; at++) {
        char c = script->text[at];
        depth += byte_in(c, "([{") ? 1 : byte_in(c, ")]}") ? -1 : 0;
        if (!depth)
            return;
        if (depth != 1 || c != '=')
            continue;
        size_t end = default_end(script, at + 1, limit);
        if (end == limit)
            return;
        prepared_blank(script, at, end);
        at = end - 1;
    }
}

void prepare_python(char *text, size_t len)
{
    static const Str words[] = {STR_INIT("class"), STR_INIT("def"), STR_INIT("type")};
    Prepared script = {text, len};
    for (size_t i = 0; i < COUNT(words); i++)
        for (size_t at = 0; (at = prepared_next_line(&script, at, words[i])) < len; at++) {
            size_t name = prepared_skip_blanks(&script, at + words[i].len),
                   end = prepared_word_end(&script, name);
            if (end > name && prepared_byte(&script, end) == '[')
                take_parameters(&script, end);
        }
}
