/* Bash for the grammar: here-documents whose line goes on, and Bash 5.3's `${ f; }`. */
#include "languages_lang.h"

#include "languages/bash/prepare_here_documents.h"

/* A longer substitution is left unchanged: without an end, each start would read the whole text. */
#define COMMANDS_BYTES 400

/* The brace that closes the substitution around `at`. Its commands end with `;` or a line end. */
static size_t closing_brace(const Prepared *script, size_t at)
{
    size_t limit = MIN(script->len, at + COMMANDS_BYTES), depth = 1;
    char last = ';', quote = '\0';
    for (; at < limit; at++) {
        char c = script->text[at];
        if (c == '\\')
            at++;
        else if (quote)
            quote = c == quote ? '\0' : quote;
        else if (byte_in(c, "\"'"))
            quote = c;
        else if (c == '{')
            depth++;
        else if (c == '}' && !--depth)
            return byte_in(last, ";\n") ? at : script->len;
        last = byte_in(c, " \t") ? last : c;
    }
    return script->len;
}

/* `${ f; }` and `${| f; }` are rewritten as `$( f; )`, which gives the same outline. */
void prepare_bash(char *text, size_t len)
{
    Prepared script = {text, len};
    prepare_here_documents(&script);
    for (size_t at = 0; at + 2 < len; at += 2) {
        size_t found = str_find((Str){text + at, len - at}, STR("${"));
        if (found == STR_NONE)
            return;
        at += found;
        size_t end = byte_in(prepared_byte(&script, at + 2), " \t\n|")
                         ? closing_brace(&script, at + 3)
                         : len;
        if (end == len)
            continue;
        text[at + 1] = '(';
        text[end] = ')';
        if (text[at + 2] == '|')
            text[at + 2] = ' ';
    }
}
