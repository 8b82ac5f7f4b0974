/* Traits for a grammar that has none: `trait Flying {` is read as a class. */
#include "languages_lang.h"

#include "lang/prepare_text.h"

/* Whether the text at `at` goes on as a type's declaration does after its name. */
static bool is_head(const Prepared *script, size_t at)
{
    return byte_in(prepared_byte(script, at), "{<") ||
           prepared_is_word(script, at, STR("extends")) ||
           prepared_is_word(script, at, STR("implements"));
}

void prepare_groovy(char *text, size_t len)
{
    static const Str trait = STR_INIT("trait");
    Prepared script = {text, len};
    for (size_t at = 0; (at = prepared_next_word(&script, at, trait)) < len; at++) {
        size_t name = prepared_skip_blanks(&script, at + trait.len);
        size_t end = prepared_word_end(&script, name);
        bool named = byte_is_alpha(prepared_byte(&script, name)) && name > at + trait.len;
        if (named && is_head(&script, prepared_skip_space(&script, end)))
            memcpy(text + at, "class", trait.len);
    }
}
