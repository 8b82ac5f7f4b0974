/* Decorators of 2023 for an older grammar: `accessor name = 1` in a class. */
#include "languages_lang.h"

#include "lang/prepare_text.h"

/* Whether a name of a member is at `at`, not an operator or a sign after a variable. */
static bool is_member(const Prepared *script, size_t at)
{
    char c = prepared_byte(script, at);
    Str word = {script->text + at, prepared_word_end(script, at) - at};
    bool name = byte_is_alpha(c) || byte_in(c, "_$#");
    return name && !prepared_is_one_of(word, "in of instanceof as satisfies");
}

/* Whether a member may begin at `at`: a line, or what is after a bracket, a sign or a modifier. */
static bool begins_member(const Prepared *script, size_t at)
{
    while (at && byte_in(script->text[at - 1], " \t"))
        at--;
    return !at || byte_in(script->text[at - 1], "\n{};)") || byte_is_word(script->text[at - 1]);
}

void prepare_javascript(char *text, size_t len)
{
    static const Str accessor = STR_INIT("accessor");
    Prepared script = {text, len};
    for (size_t at = 0; (at = prepared_next_word(&script, at, accessor)) < len; at++) {
        size_t end = at + accessor.len, name = prepared_skip_blanks(&script, end);
        if (name > end && begins_member(&script, at) && is_member(&script, name))
            prepared_blank(&script, at, end);
    }
}
