/* Perl 5.38 to 5.42 for an older grammar: fields and methods. */
#include "languages_lang.h"

#include "lang/prepare_text.h"

/* `field $x :param //= 5;` becomes `field $x :param = 5;`; `my method f` and `method $f` become
   `method f`. */
void prepare_perl(char *text, size_t len)
{
    Prepared script = {text, len};
    for (size_t at = 0; (at = prepared_next_line(&script, at, STR("field"))) < len; at++) {
        Str line = {text + at, len - at};
        line.len = MIN(str_find_byte(line, '\n'), line.len);
        size_t equals = str_find_byte(line, '='), colon = str_find_byte(line, ':');
        Str mark =
            equals == STR_NONE || equals < 2 ? (Str){0} : str_slice(line, equals - 2, equals);
        if (colon < equals && (str_equal(mark, STR("//")) || str_equal(mark, STR("||"))))
            prepared_blank(&script, at + equals - 2, at + equals);
    }
    for (size_t at = 0; (at = prepared_next_line(&script, at, STR("my"))) < len; at++)
        if (prepared_is_word(&script, prepared_skip_blanks(&script, at + 2), STR("method")))
            prepared_blank(&script, at, at + 2);
    for (size_t at = 0; (at = prepared_next_line(&script, at, STR("method"))) < len; at++) {
        size_t name = prepared_skip_blanks(&script, at + strlen("method"));
        if (prepared_byte(&script, name) == '$' && byte_is_word(prepared_byte(&script, name + 1)))
            prepared_blank(&script, name, name + 1);
    }
}
