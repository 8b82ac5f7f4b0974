/* Lua 5.5 for an older grammar: `global` declarations and named rest parameters. */
#include "languages_lang.h"

#include "lang/prepare_text.h"

/* `global function f` becomes `function f`, and `global x <const>` becomes `local x <const>`. An
   attribute before the names, and `*` for all names, declare nothing. */
static void take_global(Prepared *script, size_t at)
{
    size_t end = at + strlen("global"), next = prepared_skip_blanks(script, end);
    if (prepared_byte(script, next) == '<') {
        size_t close = next + 1;
        close = prepared_word_end(script, prepared_skip_blanks(script, close));
        close = prepared_skip_blanks(script, close);
        if (prepared_byte(script, close) != '>')
            return;
        prepared_blank(script, next, close + 1);
        next = prepared_skip_blanks(script, close + 1);
    }
    if (prepared_byte(script, next) == '*')
        prepared_blank(script, at, next + 1);
    else if (prepared_is_word(script, next, STR("function")))
        prepared_blank(script, at, end);
    else if (prepared_word_end(script, next) > next && next > end)
        memcpy(script->text + at, "local ", strlen("local "));
}

/* `...name)` becomes `...)`. */
static void take_rest(Prepared *script)
{
    for (size_t at = 0; at < script->len; at++) {
        size_t found = str_find((Str){script->text + at, script->len - at}, STR("..."));
        if (found == STR_NONE)
            return;
        at += found + 3;
        size_t name = prepared_skip_blanks(script, at), end = prepared_word_end(script, name);
        if (prepared_byte(script, prepared_skip_blanks(script, end)) == ')')
            prepared_blank(script, name, end);
    }
}

void prepare_lua(char *text, size_t len)
{
    Prepared script = {text, len};
    take_rest(&script);
    for (size_t at = 0; (at = prepared_next_line(&script, at, STR("global"))) < len; at++)
        take_global(&script, at);
}
